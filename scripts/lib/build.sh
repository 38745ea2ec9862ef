# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the scripts, after progress.sh and packages.sh: configures and builds a preset, with the Kokkos that CMake
# finds or, where there is none, with one that scripts/deps builds.

# Two scripts at once would build and test in the same files.
exec 8>build/lock
flock -n 8 || { say "   waiting for another script that is at work in this folder" && flock 8; }

# why_not PRESET: what CMake said when it could not configure.
why_not() {
  cat "build/$1/kokkos-missing.txt" 2>/dev/null ||
    sed -n '/^CMake Error/,/^Call Stack\|^-- Configuring/p' "$log_dir/configure-$1.log" |
    sed '/^CMake Error at\|^Call Stack\|^-- /d; /^$/d; s/^  //'
}

# configure PRESET [CMAKE-OPTION...]
configure() {
  local preset=$1 folder=build/$1 why
  shift
  for tool in cmake ninja "${CXX:-c++}"; do
    command -v "$tool" >/dev/null || fail "$tool is missing.$(explain_packages)"
  done
  # Configuring again is ninja's business, where anything has changed.
  if [ -f "$folder/build.ninja" ] && [ $# -eq 0 ]; then return 0; fi
  rm -f "$folder/kokkos-missing.txt"
  run_step "configure $preset" cmake --preset "$preset" "$@" 2>/dev/null && return 0
  if [ -f "$folder/kokkos-missing.txt" ] && command -v apt-get >/dev/null; then
    say "   $(why_not "$preset"): building both"
    run scripts/deps "$preset"
    run_step "configure $preset" cmake --preset "$preset" -DSPICA_USE_DEPS=ON "$@" 2>/dev/null && return 0
  fi
  why=$(why_not "$preset")
  case $why in
    *found*) fail "$why$(explain_packages)" ;;
    *) fail "the preset '$preset' cannot be configured: $why" ;;
  esac
}

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  run_step "build $preset" cmake --build "build/$preset" ${1:+--target "$@"} ||
    fail "the preset '$preset' did not build"
}
