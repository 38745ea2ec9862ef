# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Outside projects that use the installed package, shared and static. Two entries install Spica inside the build
# folder; each of the others configures, builds and runs one project of tests/consumer against one of the two.

option(SPICA_TEST_CONSUMERS "Build outside projects against the installed package" ON)

# spica_add_consumer(NAME PROJECT PREFIX EXPECT [CMAKE-OPTION...])
function(spica_add_consumer name project prefix expect)
  add_test(NAME consumer.${name} COMMAND ${CMAKE_COMMAND} -DGENERATOR=${CMAKE_GENERATOR}
    -DCOMPILER=${CMAKE_CXX_COMPILER} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR}/consumer/${project}
    -DBINARY=${CMAKE_BINARY_DIR}/consumer/${name} "-DOPTIONS=-DCMAKE_PREFIX_PATH=${prefix};${ARGN}"
    -DEXPECT=${expect} -P ${SPICA_CONSUMER_RUN})
  set_tests_properties(consumer.${name} PROPERTIES LABELS consumer TIMEOUT 900 FIXTURES_REQUIRED ${prefix}
    ENVIRONMENT "OMP_NUM_THREADS=2;OMP_WAIT_POLICY=passive;OMP_PROC_BIND=false")
endfunction()

if(SPICA_TEST_CONSUMERS AND TARGET spica_core)
  set(SPICA_CONSUMER_RUN ${CMAKE_CURRENT_LIST_DIR}/test_consumers_run.cmake)
  set(shared ${CMAKE_BINARY_DIR}/consumer/prefix-shared)
  set(static ${CMAKE_BINARY_DIR}/consumer/prefix-static)

  add_test(NAME consumer.install COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR} --prefix ${shared})
  set_tests_properties(consumer.install PROPERTIES LABELS consumer FIXTURES_SETUP ${shared} TIMEOUT 300)
  add_test(NAME consumer.licence COMMAND ${CMAKE_COMMAND} -E compare_files ${PROJECT_SOURCE_DIR}/LICENSE
    ${shared}/${CMAKE_INSTALL_DOCDIR}/LICENSE)
  set_tests_properties(consumer.licence PROPERTIES LABELS consumer TIMEOUT 60 FIXTURES_REQUIRED ${shared})

  add_test(NAME consumer.static_install COMMAND ${CMAKE_COMMAND} -DGENERATOR=${CMAKE_GENERATOR}
    -DCOMPILER=${CMAKE_CXX_COMPILER} -DSOURCE=${PROJECT_SOURCE_DIR} -DBINARY=${CMAKE_BINARY_DIR}/consumer/static
    "-DOPTIONS=-DBUILD_SHARED_LIBS=OFF;-DSPICA_BUILD_TESTS=OFF;-DSPICA_BUILD_PERF=OFF;-DSPICA_BUILD_APPS=OFF;\
-DSPICA_ENABLE_IO=${SPICA_ENABLE_IO};-DKokkos_DIR=${Kokkos_DIR};-DKokkosKernels_DIR=${KokkosKernels_DIR}"
    -DINSTALL=${static} -P ${SPICA_CONSUMER_RUN})
  set_tests_properties(consumer.static_install PROPERTIES LABELS consumer FIXTURES_SETUP ${static} TIMEOUT 1200)

  # What DESIGN's program prints: the devices; same storage, on the host; then each parameter and its device.
  set(design "cpu\\(0\\) [0-9]+ [0-9]+.1cpu\\(0\\).*0.weight [cg]pu\\(0\\).*2.bias [cg]pu\\(0\\)")
  if(TARGET Spica::io) # it saves and loads
    spica_add_consumer(design design ${shared} "${design}")
    spica_add_consumer(static_design design ${static} "${design}")
  endif()
  spica_add_consumer(standard_unset standards ${shared} "C.. 20" -DEXPECTED_STANDARD=17)
  spica_add_consumer(standard_14 standards ${shared} "C.. 20" -DEXPECTED_STANDARD=17 -DCMAKE_CXX_STANDARD=14)
  spica_add_consumer(standard_17 standards ${shared} "C.. 20" -DEXPECTED_STANDARD=17 -DCMAKE_CXX_STANDARD=17)
  spica_add_consumer(standard_20 standards ${shared} "C.. 20" -DEXPECTED_STANDARD=20 -DCMAKE_CXX_STANDARD=20)
  spica_add_consumer(BLD_03_plugins plugins ${shared} "plugins: 0 0")
  spica_add_consumer(BLD_07_two_units two_units ${shared} "two units: [0-9.e+]+ [0-9.e+]+")
  spica_add_consumer(BLD_07_two_units_static two_units ${static} "two units: [0-9.e+]+ [0-9.e+]+")
endif()
