# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Every public header compiles on its own: one generated file a header that includes it twice and nothing else, all in
# one object library, so that the build itself is the test and only what changed is compiled again.

option(SPICA_TEST_HEADERS "Compile every public header on its own" ON)

if(SPICA_TEST_HEADERS AND TARGET spica_core)
  set(include ${CMAKE_CURRENT_SOURCE_DIR}/../include)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${include} ${include}/spica/*.hpp)
  list(FILTER headers EXCLUDE REGEX "/detail/")
  set(sources "")
  foreach(header IN LISTS headers)
    string(REGEX REPLACE "[/.]" "_" name ${header})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include <${header}>\n#include <${header}> // the guard holds\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(spica_test_headers OBJECT ${sources})
  target_link_libraries(spica_test_headers PRIVATE Spica::spica)
  target_compile_options(spica_test_headers PRIVATE -O0 -g0)
  spica_set_warnings(spica_test_headers)
endif()
