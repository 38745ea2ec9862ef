# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Sourced by the scripts: which Debian packages Spica is built from, and how they come onto the machine.

# What the build needs, in Debian's names, and what running the tests needs besides.
build_packages=(g++ cmake ninja-build pkg-config ca-certificates xz-utils libopenblas-openmp-dev libhdf5-dev
  libxxhash-dev libcli11-dev nlohmann-json3-dev libgtest-dev libbenchmark-dev)
test_packages=(python3 python3-h5py python3-numpy python3-scipy python3-yaml git clang-format-14
  clang libclang-rt-14-dev libomp-dev)

# What the script that runs wants of these.
wanted_packages=("${build_packages[@]}")

spack_command='spack env activate . && spack install     # in the top folder: spack.yaml is there'

# True where this script may install packages without asking anyone for a password.
may_install() {
  command -v apt-get >/dev/null && { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }
}

missing_packages() {
  local package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s\n' "$package"
  done
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

# Root drops to the user _apt for downloads, and that user may not be allowed to write into this folder. Another script
# may be installing: its lock is waited for.
apt_quietly() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o APT::Sandbox::User=root -o DPkg::Lock::Timeout=300 "$@"
}

# install_missing PACKAGE...: installs those that are not there yet. Where that is not allowed it only says so and
# returns: CMake then looks for the same things elsewhere, and explain_packages is the message if it finds none.
install_missing() {
  local missing
  wanted_packages=("$@")
  command -v dpkg-query >/dev/null || return 0
  mapfile -t missing < <(missing_packages "$@")
  if [ "${#missing[@]}" -eq 0 ]; then
    say "   every package is there"
    return 0
  fi
  if ! may_install; then
    say "   not installed, and no right to install: ${missing[*]}"
    say "   going on with what CMake finds"
    return 0
  fi
  say "   installing: ${missing[*]}"
  # Package lists that are missing or old make the install fail: then, and only then, fetch them.
  if [ -z "$(apt-get indextargets 'Created-By: Packages')" ] ||
    ! run_step "apt-get install" apt_quietly install --no-install-recommends "${missing[@]}" 2>/dev/null; then
    run_step "apt-get update" apt_quietly update &&
      run_step "apt-get install" apt_quietly install --no-install-recommends "${missing[@]}" ||
      fail "apt-get could not install: ${missing[*]}"
  fi
}

# The one message for a machine where something is missing and cannot be installed: what, and how to get it. Where dpkg
# can tell, only what is missing is named.
explain_packages() {
  local missing=("${wanted_packages[@]}")
  ! command -v dpkg-query >/dev/null || mapfile -t missing < <(missing_packages "${wanted_packages[@]}")
  printf '\n\nSpica needs a C++17 compiler, CMake 3.25, Ninja, Kokkos and Kokkos Kernels (3.4 to 5), BLAS, HDF5,\n'
  printf 'xxHash, CLI11, nlohmann-json, GoogleTest and Google Benchmark; running its tests also Python with h5py.\n'
  [ "${#missing[@]}" -eq 0 ] || printf '  Debian 12:  sudo apt-get install %s\n' "${missing[*]}"
  printf '  %s\n' 'Debian 12:  scripts/deps builds Kokkos and Kokkos Kernels' "Spack:      $spack_command"
}
