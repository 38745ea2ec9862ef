# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the scripts, after progress.sh and packages.sh: configures and builds a preset, with the Kokkos that CMake
# finds or, where there is none, with one that scripts/deps builds.

# configure PRESET [CMAKE-OPTION...]
configure() {
  local preset=$1 folder=build/$1
  shift
  for tool in cmake ninja "${CXX:-c++}"; do
    command -v "$tool" >/dev/null || { explain_packages && fail "$tool is missing"; }
  done
  # Configuring again is ninja's business, where anything has changed.
  if [ -f "$folder/build.ninja" ] && [ $# -eq 0 ]; then return 0; fi
  if ! run_step "configure $preset" cmake --preset "$preset" "$@" 2>/dev/null; then
    if [ -f "$folder/kokkos-missing.txt" ] && command -v apt-get >/dev/null; then
      say "   CMake finds no Kokkos and Kokkos Kernels of yours: building both"
      scripts/deps "$preset"
      run_step "configure $preset" cmake --preset "$preset" "$@" && return 0
    else
      # Only what went wrong, without the compilers that were looked at before.
      sed -n '/^CMake Error/,/^-- Configuring incomplete/p' "$log_dir/configure-$preset.log" >&2
    fi
    explain_packages
    fail "CMake could not configure the preset '$preset'"
  fi
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  run_step "build $preset" cmake --build "build/$preset" ${1:+--target "$@"} ||
    fail "the preset '$preset' did not build"
}
