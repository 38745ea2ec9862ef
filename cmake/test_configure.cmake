# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What configuring accepts, chooses and refuses, tried on stand-ins for Kokkos: package files and configuration headers
# as each way of installing leaves them, without a library behind them (tests/configure/kokkos.cmake writes them).

option(SPICA_TEST_CONFIGURE "Test how Spica is configured" ON)

# spica_add_configure(NAME pass|fail EXPECT STAND-IN [BEFORE STAND-IN] [SOURCE FOLDER] [CMAKE-OPTION...])
# All happens in a folder whose name has a space.
function(spica_add_configure name outcome expect kokkos)
  cmake_parse_arguments(arg "" "BEFORE;SOURCE" "" ${ARGN})
  add_test(NAME configure.${name} COMMAND ${CMAKE_COMMAND} -DSPICA=${PROJECT_SOURCE_DIR}
    "-DBINARY=${CMAKE_BINARY_DIR}/configure/a folder/${name}" -DKOKKOS=${kokkos} -DOUTCOME=${outcome} -DEXPECT=${expect}
    "-DOPTIONS=${arg_UNPARSED_ARGUMENTS}" -DBEFORE=${arg_BEFORE} -DSOURCE=${arg_SOURCE}
    -DREAL_KOKKOS=${Kokkos_DIR} -DREAL_KERNELS=${KokkosKernels_DIR}
    -P ${CMAKE_CURRENT_SOURCE_DIR}/configure/run.cmake)
  set_tests_properties(configure.${name} PROPERTIES LABELS configure TIMEOUT 120)
endfunction()

if(SPICA_TEST_CONFIGURE AND TARGET spica_core)
  spica_add_configure(stand_alone pass "Kokkos 4.6.1 .stand-alone.: " stand_alone)
  spica_add_configure(trilinos_14 pass "Kokkos 3.7.1 .Trilinos 14 or later.: " trilinos_14)
  spica_add_configure(trilinos_13 pass "Kokkos 3.4.1 .Trilinos 13.: " trilinos_13)
  spica_add_configure(none fail "Kokkos was not found.*scripts/deps release" none)
  spica_add_configure(no_kernels fail "Kokkos was found in .*, but no Kokkos Kernels.*-DSPICA_USE_DEPS=ON" no_kernels)
  spica_add_configure(too_old fail "is 3.3.0; Spica needs 3.4 or later" too_old)
  spica_add_configure(other_version fail "is 4.6.1, but Kokkos Kernels in .* is 4.5.1" other_version)
  spica_add_configure(two_kokkos fail "two different Kokkos: .*set Kokkos_DIR to that" two_kokkos)
  spica_add_configure(without_blas pass "was built without a BLAS" without_blas)
  spica_add_configure(without_lapack fail "LAPACK was not found, .*libopenblas-openmp-dev.*netlib-lapack" without_blas
    -DCMAKE_DISABLE_FIND_PACKAGE_LAPACK=ON)
  spica_add_configure(lapack_beside_the_blas pass "Generating done" stand_alone -DSPICA_BLAS_LIBRARIES=m)
  spica_add_configure(BLD_03_static_kokkos fail "is static, and a shared Spica would carry a second copy" static
    -DBUILD_SHARED_LIBS=ON)
  spica_add_configure(static_kokkos_static_spica pass "Spica is built static, because Kokkos is" static)
  spica_add_configure(BLD_05_cuda_with_plain_compiler fail "is built for CUDA, and .*nvcc_wrapper" cuda)

  # One without Kernels of the user's own, found and refused first: build/deps is taken all the same.
  spica_add_configure(deps_after_no_kernels pass "Kokkos 4.6.1 .stand-alone.: [^:]*deps/release" stand_alone
    BEFORE no_kernels)
  # Files of the same names in a project around Spica.
  spica_add_configure(inside_another_project pass "Kokkos 4.6.1 .stand-alone.: " stand_alone SOURCE parent)

  # Each package that is missing: what to install, or what to leave out. And all that does without HDF5.
  foreach(package HDF5:IO CLI11:APPS nlohmann_json:APPS GTest:TESTS benchmark:PERF)
    string(REGEX MATCH "(.*):(.*)" package ${package})
    set(option SPICA_BUILD_${CMAKE_MATCH_2})
    string(REPLACE BUILD_IO ENABLE_IO option ${option})
    spica_add_configure(without_${CMAKE_MATCH_1} fail
      "was not found .Debian: lib.*-dev|nlohmann-json3-dev, Spack: [^)]*.. Install it, or .*-D${option}=OFF" real
      -D${option}=ON -DCMAKE_DISABLE_FIND_PACKAGE_${CMAKE_MATCH_1}=ON)
  endforeach()
  spica_add_configure(without_xxhash fail "xxHash was not found .*-DSPICA_ENABLE_IO=OFF" real -DSPICA_ENABLE_IO=ON
    -DSPICA_XXHASH_LIBRARY=)
  spica_add_configure(without_io pass "Generating done" real -DSPICA_BUILD_APPS=ON -DSPICA_BUILD_TESTS=ON)
  spica_add_configure(cuda_preset_without_kokkos_root fail "needs the environment variables Kokkos_ROOT" none
    -DCMAKE_CXX_COMPILER=/bin/nvcc_wrapper)

  # The real Kokkos: flags that change what NaN means.
  spica_add_configure(fast_math fail "cannot be compiled with -ffast-math" real -DCMAKE_CXX_FLAGS=-ffast-math)
  spica_add_configure(ofast fail "cannot be compiled with -Ofast" real -DCMAKE_CXX_FLAGS_RELEASE=-Ofast)
  spica_add_configure(finite_math fail "cannot be compiled with -ffinite-math-only" real
    "-DCMAKE_CXX_FLAGS=-O3 -ffinite-math-only")
  spica_add_configure(ordinary_flags pass "Configuring done" real "-DCMAKE_CXX_FLAGS=-O3 -fno-fast-math")
endif()
