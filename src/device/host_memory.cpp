// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/device/detail/host_memory.hpp>

#include <algorithm>
#include <fstream>

namespace spica::detail {

namespace {

/// The line of a file that begins with `key`, without it; empty where there is none.
std::string line_after(const std::string& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.compare(0, key.size(), key) == 0) return line.substr(key.size());
  }
  return "";
}

/// The number at the start of a text, after blanks; `otherwise` where there is none, as in "max".
std::int64_t number_or(const std::string& text, std::int64_t otherwise) {
  const std::size_t at = text.find_first_not_of(" \t");
  if (at == std::string::npos || text[at] < '0' || text[at] > '9') return otherwise;
  return std::stoll(text.substr(at));
}

}  // namespace

HostMemory host_memory(const std::string& root) {
  constexpr std::int64_t kibi = 1024;
  const std::string meminfo = root + "proc/meminfo";
  HostMemory memory;
  memory.total = kibi * number_or(line_after(meminfo, "MemTotal:"), 0);
  memory.free = kibi * number_or(line_after(meminfo, "MemAvailable:"), 0);

  std::string group = line_after(root + "proc/self/cgroup", "0::");
  if (!group.empty() && group.back() == '/') group.pop_back();
  for (bool inside = true; inside;) {  // up to the top of what this process can see, where a container's own limit is
    const std::string folder = root + "sys/fs/cgroup" + group + '/';
    const std::int64_t limit = number_or(line_after(folder + "memory.max", ""), memory.total);
    // What the group has read from files counts as used, and is given up when others want memory.
    const std::int64_t used = number_or(line_after(folder + "memory.current", ""), 0) -
                              number_or(line_after(folder + "memory.stat", "inactive_file "), 0);
    if (limit < memory.total) {
      memory.total = limit;
      memory.free = std::clamp<std::int64_t>(limit - used, 0, memory.free);
    }
    const std::size_t up = group.rfind('/');
    inside = up != std::string::npos;
    if (inside) group.erase(up);
  }
  return memory;
}

}  // namespace spica::detail
