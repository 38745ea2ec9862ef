// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/any_device.hpp>
#include <spica/device/error.hpp>
#include <spica/device/runtime.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gpu_backend.hpp"
#include "state.hpp"

namespace spica {
namespace detail {

namespace {

State* the_state = nullptr;  // owned by the Runtime
bool kokkos_was_started = false;
int generations = 0;

/// A whole number in [least, most] with an optional suffix out of `suffixes`, each 1024 times the one before it.
std::int64_t environment_number(const char* name, std::int64_t fallback, std::int64_t least, std::int64_t most,
                                const std::string& suffixes) {
  const char* text = std::getenv(name);
  if (text == nullptr || *text == '\0') return fallback;
  const char* end = text + std::strlen(text);
  std::int64_t value = 0;
  auto [rest, error] = std::from_chars(text, end, value);
  bool good = error == std::errc();
  if (good && rest != end) {
    const std::size_t power = suffixes.find(*rest);
    good = rest + 1 == end && power != std::string::npos;
    for (std::size_t i = 0; good && i <= power; ++i) {
      good = value >= 0 && value <= most / 1024;
      if (good) value *= 1024;
    }
  }
  if (!good || value < least || value > most) {
    throw ValueError(std::string("spica::Runtime: the environment variable ") + name + " is '" + text +
                     "'; it must be a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                     (suffixes.empty() ? "" : ", with K, M or G behind it if you like"));
  }
  return value;
}

/// Moves the arguments that begin with --kokkos- out of argv and returns them behind the program's name.
std::vector<char*> take_kokkos_arguments(int& argc, char** argv) {
  std::vector<char*> taken;
  if (argc > 0) taken.push_back(argv[0]);
  int kept = argc > 0 ? 1 : 0;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "--kokkos-", 9) == 0) {
      taken.push_back(argv[i]);
    } else {
      argv[kept++] = argv[i];
    }
  }
  for (int i = kept; i < argc; ++i) argv[i] = nullptr;
  argc = kept;
  return taken;
}

/// Starts Kokkos; returns the first argument that it did not know.
std::string start_kokkos(int& argc, char** argv) {
  if (const std::string why = gpu_backend::why_unusable(); !why.empty()) {
    throw DeviceError("spica::Runtime: Kokkos was built for GPUs, and no GPU can be used here: " + why +
                      "; run on a machine with a GPU, or build with a Kokkos for the host");
  }
  std::vector<char*> arguments = take_kokkos_arguments(argc, argv);
  int count = static_cast<int>(arguments.size());
  std::string all;
  for (int i = 1; i < count; ++i) all += std::string(i == 1 ? " with " : " ") + arguments[static_cast<std::size_t>(i)];
  arguments.push_back(nullptr);
  try {
    Kokkos::initialize(count, arguments.data());
  } catch (const std::exception& error) {  // of types that differ from version to version
    using Failure = std::conditional_t<is_host_space<Kokkos::DefaultExecutionSpace>, ValueError, DeviceError>;
    throw Failure("spica::Runtime: Kokkos does not start" + all + ": '" + kokkos_reason(error) +
                  "'; change its arguments (--kokkos-*) or environment variables (KOKKOS_*)");
  }
  return count > 1 ? arguments[1] : "";
}

template <class Space>
std::deque<DeviceParts>& devices_of(State& s) {
  return s.devices[static_cast<std::size_t>(space_index<Space>())];
}

template <class Space>
void make_parts(State& s, DeviceParts& parts, int number) {
  const std::lock_guard<std::mutex> lock(s.devices_being_made);
  if (parts.made.load(std::memory_order_relaxed)) return;
  using Memory = std::conditional_t<is_host_space<Space>, Kokkos::HostSpace, compat::PinnedSpace>;
  using Record = Kokkos::View<StatusRecord*, Memory>;
  const auto record = std::make_shared<Record>(Kokkos::view_alloc("spica::status", Kokkos::WithoutInitializing), 1);
  *record->data() = StatusRecord();
  parts.instance = is_host_space<Space> ? std::make_shared<Space>() : gpu_backend::make_instance(number);
  parts.status_memory = record;
  parts.status = record->data();
  parts.made.store(true, std::memory_order_release);
}

template <class Space>
[[noreturn]] void throw_no_device(int number, int count) {
  std::string text = "spica::Device: " + std::string(space_name<Space>()) + '(' + std::to_string(number) +
                     ") does not exist: there " + (count == 1 ? "is 1" : "are " + std::to_string(count)) +
                     (is_host_space<Space> ? " host device" : " GPU") + (count == 1 ? "" : "s");
  if (is_host_space<Space>) {
    text += "; set the environment variable SPICA_HOST_DEVICES for more";
  } else if (!compat::several_gpus && number > 0) {
    text += " a process with Kokkos " + compat::kokkos_version() + "; Kokkos 4.4 or later has several";
  }
  throw DeviceError(text);
}

/// The parts of a device. @throws DeviceError when there is none of this number; an earlier Runtime may have had more.
template <class Space>
const DeviceParts& parts_of(State& s, int number) {
  std::deque<DeviceParts>& devices = devices_of<Space>(s);
  const int count = static_cast<int>(devices.size());
  if (number < 0 || number >= count) throw_no_device<Space>(number, count);
  DeviceParts& parts = devices[static_cast<std::size_t>(number)];
  if (!parts.made.load(std::memory_order_acquire)) make_parts<Space>(s, parts, number);
  return parts;
}

/// Finalizes Kokkos at the end of a scope that did not come to its end.
struct KokkosGuard {
  bool armed;
  ~KokkosGuard() {
    if (armed) Kokkos::finalize();
  }
};

void start(int& argc, char** argv) {
  if (the_state != nullptr) {
    throw Error("spica::Runtime: a Runtime is alive already; create one, at the start of main, and share it");
  }
  const auto hosts = static_cast<int>(environment_number("SPICA_HOST_DEVICES", 1, 1, 64, ""));
  const std::int64_t limit = environment_number("SPICA_POOL_LIMIT", -1, 0, std::int64_t{1} << 60, "KMG");
  const bool running = Kokkos::is_initialized();
  if (!running && compat::is_finalized(kokkos_was_started)) {
    throw Error(
        "spica::Runtime: Kokkos has been finalized and cannot start again in this process; keep one Runtime "
        "for the whole of main");
  }
  const std::string unknown = running ? "" : start_kokkos(argc, argv);
  kokkos_was_started = true;
  KokkosGuard guard{!running};
  if (!unknown.empty()) {
    throw ValueError("spica::Runtime: Kokkos does not know the argument " + unknown +
                     "; --kokkos-help lists those that it knows");
  }
  auto s = std::make_unique<State>(hosts, limit, ++generations);
  s->owns_kokkos = !running;
  // Number 0 of each space is where Kokkos itself works; the others are made when they are first asked for.
#define SPICA_ADD_HOST(Space)                                    \
  devices_of<Space>(*s).resize(static_cast<std::size_t>(hosts)); \
  parts_of<Space>(*s, 0);
  SPICA_DETAIL_FOR_SERIAL(SPICA_ADD_HOST)
  SPICA_DETAIL_FOR_OPENMP(SPICA_ADD_HOST)
  SPICA_DETAIL_FOR_THREADS(SPICA_ADD_HOST)
#undef SPICA_ADD_HOST
  if constexpr (has_gpu_space) {
    s->gpus = gpu_backend::count();
    devices_of<DefaultSpace>(*s).resize(static_cast<std::size_t>(s->gpus));
    parts_of<DefaultSpace>(*s, 0);
  }
  guard.armed = false;
  the_state = s.release();
}

void print_survivors(const std::vector<std::string>& labels) {
  if (labels.empty()) return;
  const bool one = labels.size() == 1;
  std::cerr << "spica: " << labels.size() << (one ? " array outlives" : " arrays outlive") << " the Runtime and "
            << (one ? "keeps its" : "keep their") << " memory until the process ends: ";
  for (std::size_t i = 0; i < labels.size() && i < 10; ++i) std::cerr << (i == 0 ? "" : ", ") << labels[i];
  if (labels.size() > 10) std::cerr << " and " << labels.size() - 10 << " more";
  std::cerr << "; let arrays go out of scope before the Runtime does\n";
}

}  // namespace

std::string kokkos_reason(const std::exception& error) {
  std::string reason = error.what();
  reason.erase(std::min(reason.find("\nTraceback"), reason.size()));
  reason.erase(reason.find_last_not_of(" \n") + 1);
  return reason;
}

State* state_or_null() { return the_state; }

State& state(const char* function) {
  if (the_state == nullptr) {
    throw Error(std::string(function) +
                ": no spica::Runtime is alive; create one at the start of main, before the first device or array");
  }
  return *the_state;
}

void require_runtime(const char* function) { state(function); }

template <class Space>
void require_device(int number) {
  parts_of<Space>(state("spica::Device"), number);
}

template <class Space>
const Space& default_instance(int number) {
  return *static_cast<const Space*>(parts_of<Space>(state("spica::Device::instance"), number).instance.get());
}

template <class Space>
std::shared_ptr<const Space> keep_instance(const Space& instance) {
  return std::shared_ptr<const Space>(new Space(instance), [](const Space* kept) {
    if (Kokkos::is_initialized()) delete kept;
  });
}

template <class Space>
StatusRecord* status_record(int number) {
  return parts_of<Space>(state("spica::Device"), number).status;
}

#define SPICA_INSTANTIATE(Space)                                     \
  template void require_device<Space>(int);                          \
  template const Space& default_instance<Space>(int);                \
  template std::shared_ptr<const Space> keep_instance(const Space&); \
  template StatusRecord* status_record<Space>(int);
SPICA_DETAIL_FOR_EACH_SPACE(SPICA_INSTANTIATE)
#undef SPICA_INSTANTIATE

std::string matrix_fault(BadValue kind, std::int64_t value) {
  switch (kind) {
    case BadValue::singular:
      return "is singular: pivot " + std::to_string(value) +
             " of its factors P L U, counted from 0, is exactly zero; the matrix must have full rank";
    case BadValue::not_positive_definite:
      return "is not positive definite: its leading minor of order " + std::to_string(value) + " is not positive";
    case BadValue::not_finite:
      return "holds NaN or infinity; all elements that are read must be finite";
    default:
      return "has no decomposition that the library finds: its iteration did not converge";
  }
}

void throw_status(StatusRecord& record, const std::string& device, const char* function) {
  const StatusRecord found = record;
  record = StatusRecord();
  const auto kind = static_cast<BadValue>(found.kind);
  if (kind != BadValue::label && kind != BadValue::index) {
    throw ValueError(std::string(function) + ": work on " + device + " met a bad matrix: matrix " +
                     std::to_string(found.position) + " of its stack " + matrix_fault(kind, found.value));
  }
  const char* what = kind == BadValue::label ? "a label" : "an index";
  throw ValueError(std::string(function) + ": a kernel on " + device + " met " + what + " outside its range: " +
                   std::to_string(found.value) + " at position " + std::to_string(found.position) +
                   "; it must be at least 0 and less than " + std::to_string(found.bound));
}

}  // namespace detail

Runtime::Runtime(int& argc, char** argv) { detail::start(argc, argv); }

Runtime::Runtime() {
  int argc = 0;
  char* argv[] = {nullptr};
  detail::start(argc, argv);
}

Runtime::~Runtime() {
  detail::State* s = std::exchange(detail::the_state, nullptr);
  if (!Kokkos::is_initialized()) {
    detail::leave_behind(s);
    std::cerr
        << "spica: Kokkos was finalized before the Runtime ended, whose memory is kept until the process ends; let "
           "the Runtime go out of scope before Kokkos::finalize\n";
    return;
  }
  // Released before the pool closes: an array's end finds no Runtime from here on.
  const std::vector<std::string> survivors = s->pool.close();
  detail::print_survivors(survivors);
  const bool owns_kokkos = s->owns_kokkos;
  delete s;
  if (owns_kokkos) Kokkos::finalize();
}

}  // namespace spica
