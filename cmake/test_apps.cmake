# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tests/apps: the programs, run as a user runs them. Those just built, or those installed beside the library.

find_package(nlohmann_json QUIET)
if(TARGET apps)
  set(programs ${CMAKE_BINARY_DIR}/bin)
elseif(NOT TARGET spica_core)
  find_program(program spica-devices HINTS ${Spica_DIR}/../../../bin ${Spica_DIR}/../../../../bin NO_CACHE)
  get_filename_component(programs "${program}" DIRECTORY)
endif()

if(programs AND TARGET nlohmann_json::nlohmann_json)
  if(NOT TARGET Spica::io) # what saves and loads
    set_source_files_properties(apps/test_tour.cpp apps/test_train.cpp PROPERTIES HEADER_FILE_ONLY ON)
  endif()
  spica_add_tests(apps)
  if(TARGET spica_test_apps)
    # Parts of them that can be tested alone.
    target_sources(spica_test_apps PRIVATE ../apps/devices/advice.cpp)
    target_include_directories(spica_test_apps PRIVATE . ../apps)
    target_compile_definitions(spica_test_apps PRIVATE SPICA_TEST_PROGRAMS="${programs}")
    target_link_libraries(spica_test_apps PRIVATE nlohmann_json::nlohmann_json)
    if(TARGET apps)
      add_dependencies(spica_test_apps apps)
    endif()
  endif()
endif()
