// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "print.hpp"

#include "support/quantity.hpp"
#include "support/table.hpp"

namespace devices {

namespace {

std::string count_text(int count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

bool is_host(const Device& device) { return device.name.rfind("cpu", 0) == 0; }

void print_devices(std::ostream& out, const Report& report) {
  apps::Table table;
  std::string logical;  // the host devices after the first
  for (const Device& device : report.devices) {
    if (is_host(device) && device.name != "cpu(0)") {
      logical += (logical.empty() ? "" : ", ") + device.name;
      continue;
    }
    const spica::DeviceInfo& info = device.info;
    table.add({device.name, info.hardware.empty() ? "unknown hardware" : info.hardware,
               is_host(device) ? count_text(info.cores, "core") : "",
               is_host(device) ? count_text(report.host_threads, "thread") : "",
               apps::bytes_text(info.memory_free) + " free of " + apps::bytes_text(info.memory_total)});
  }
  out << "Devices\n" << table;
  if (!logical.empty()) out << "  " << logical << ": logical, the cores and the memory of cpu(0)\n";
}

void print_back_ends(std::ostream& out, const Report& report) {
  apps::Table table;
  for (const BackEnd& back_end : report.back_ends) {
    table.add({back_end.name, count_text(back_end.threads, "thread"),
               back_end.used_as.empty() ? "no device" : back_end.used_as});
  }
  out << "Back ends\n" << table;
}

void print_blas(std::ostream& out, const Report& report) {
  const spica::BlasInfo& blas = report.blas;
  const std::string count = blas.num_threads > 0 ? ", " + std::to_string(blas.num_threads) : "";
  apps::Table table;
  table.add({"name", blas.name});
  table.add({"threads", to_string(blas.threads) + count});
  if (!blas.config.empty()) table.add({"config", blas.config});
  if (!blas.library.empty()) table.add({"library", blas.library});
  out << "BLAS on the host\n" << table;
}

void print_settings(std::ostream& out, const Report& report) {
  apps::Table table;
  for (const auto& [name, value] : report.settings) table.add({name, value.value_or("not set")});
  out << "Settings\n" << table;
}

}  // namespace

void print_text(std::ostream& out, const Report& report, const std::vector<Advice>& advice) {
  out << "Spica " << report.spica_version << ", Kokkos " << report.kokkos_version << ", "
      << (report.hdf5_version.empty() ? "without HDF5" : "HDF5 " + report.hdf5_version) << "\n\n";
  print_devices(out, report);
  print_back_ends(out, report);
  print_blas(out, report);
  print_settings(out, report);
  out << '\n';
  if (advice.empty()) out << "No warning: nothing here is known to be slow.\n";
  for (const Advice& a : advice) out << "Warning: " << a.problem << "\n   Cure: " << a.cure << '\n';
}

nlohmann::ordered_json to_json(const Report& report, const std::vector<Advice>& advice) {
  using Json = nlohmann::ordered_json;
  Json json = {{"spica", report.spica_version},
               {"kokkos", report.kokkos_version},
               {"hdf5", report.hdf5_version.empty() ? Json() : Json(report.hdf5_version)},
               {"devices", Json::array()},
               {"back_ends", Json::array()},
               {"host_threads", report.host_threads}};
  for (const auto& [name, info] : report.devices) {
    json["devices"].push_back({{"name", name},
                               {"hardware", info.hardware},
                               {"cores", info.cores > 0 ? Json(info.cores) : Json()},
                               {"memory_free", info.memory_free},
                               {"memory_total", info.memory_total}});
  }
  for (const BackEnd& back_end : report.back_ends) {
    json["back_ends"].push_back(
        {{"name", back_end.name}, {"devices", back_end.used_as}, {"threads", back_end.threads}});
  }
  const spica::BlasInfo& blas = report.blas;
  json["blas"] = {{"name", blas.name},
                  {"config", blas.config},
                  {"library", blas.library},
                  {"threads", to_string(blas.threads)},
                  {"num_threads", blas.num_threads}};
  json["settings"] = Json::object();
  for (const auto& [name, value] : report.settings) json["settings"][name] = value ? Json(*value) : Json();
  json["warnings"] = Json::array();
  for (const Advice& a : advice) json["warnings"].push_back({{"problem", a.problem}, {"cure", a.cure}});
  return json;
}

}  // namespace devices
