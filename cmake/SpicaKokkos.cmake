# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds Kokkos and Kokkos Kernels and hides the three ways in which they come. Used by Spica's own build and, installed,
# by find_package(Spica).
#
# In:  SPICA_KOKKOS_SEARCH  where to look, in order: "caller" (CMake's usual search) and "hint"
#      SPICA_KOKKOS_HINT    the folders of "hint"
# Out: SPICA_KOKKOS_FOUND, and if it is false SPICA_KOKKOS_PROBLEM
#      Spica::kokkos, an interface target
#      SPICA_KOKKOS_VERSION ("3.4.1"), SPICA_KOKKOS_DIR (of its CMake files), SPICA_KOKKOS_SHARED, SPICA_KOKKOS_CUDA,
#      SPICA_KOKKOS_HAS_BLAS (Kokkos Kernels calls a host BLAS), SPICA_KOKKOS_FLAVOUR

include_guard(DIRECTORY)

# The value of a #define of one of the generated configuration headers; empty where it is not defined.
function(spica_read_macro file name out)
  set(${out} "" PARENT_SCOPE)
  if(file AND EXISTS "${file}")
    file(STRINGS "${file}" line REGEX "^#define ${name}( |$)" LIMIT_COUNT 1)
    if(line)
      string(REGEX REPLACE "^#define ${name} *" "" value "${line}")
      if(value STREQUAL "")
        set(value ON)
      endif()
      set(${out} "${value}" PARENT_SCOPE)
    endif()
  endif()
endfunction()

# The targets and all that they link.
function(spica_with_links out)
  set(all "")
  set(todo ${ARGN})
  while(todo)
    list(POP_FRONT todo target)
    if(TARGET "${target}" AND NOT "${target}" IN_LIST all)
      list(APPEND all "${target}")
      get_target_property(links "${target}" INTERFACE_LINK_LIBRARIES)
      list(APPEND todo ${links})
    endif()
  endwhile()
  set(${out} "${all}" PARENT_SCOPE)
endfunction()

# The folders with headers of targets and of all that they link.
function(spica_include_folders out)
  set(folders "")
  spica_with_links(targets ${ARGN})
  foreach(target IN LISTS targets)
    get_target_property(own "${target}" INTERFACE_INCLUDE_DIRECTORIES)
    foreach(folder IN LISTS own)
      string(REGEX REPLACE "^\\$<INSTALL_INTERFACE:(.*)>$" "\\1" folder "${folder}")
      list(APPEND folders "${folder}")
    endforeach()
  endforeach()
  set(${out} "${folders}" PARENT_SCOPE)
endfunction()

# Whether any of the targets, or of those they link, is a static Kokkos library.
function(spica_is_static out)
  set(${out} FALSE PARENT_SCOPE)
  spica_with_links(targets ${ARGN})
  foreach(target IN LISTS targets)
    get_target_property(type "${target}" TYPE)
    if(type STREQUAL "STATIC_LIBRARY" AND target MATCHES "kokkoscore")
      set(${out} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

set(SPICA_KOKKOS_PROBLEM "")
foreach(spica_where IN LISTS SPICA_KOKKOS_SEARCH)
  if(NOT Kokkos_FOUND AND NOT KokkosKernels_FOUND)
    set(spica_only "")
    if(spica_where STREQUAL "hint")
      set(spica_only PATHS ${SPICA_KOKKOS_HINT} NO_DEFAULT_PATH)
    endif()
    find_package(Kokkos QUIET ${spica_only})
    find_package(KokkosKernels QUIET ${spica_only})
  endif()
endforeach()
set(SPICA_KOKKOS_DIR "${Kokkos_DIR}")

# Where the libraries and headers stand, by flavour.
set(spica_kokkos_links "")
set(spica_kokkos_includes "")
if(NOT Kokkos_FOUND)
  set(SPICA_KOKKOS_PROBLEM "Kokkos was not found")
elseif(NOT KokkosKernels_FOUND)
  set(SPICA_KOKKOS_PROBLEM "Kokkos was found in ${Kokkos_DIR}, but no Kokkos Kernels")
elseif(TARGET Kokkos::kokkoskernels)
  set(SPICA_KOKKOS_FLAVOUR "stand-alone")
  set(spica_kokkos_links Kokkos::kokkoskernels Kokkos::kokkos)
elseif(TARGET KokkosKernels::all_libs)
  set(SPICA_KOKKOS_FLAVOUR "Trilinos 14 or later")
  set(spica_kokkos_links KokkosKernels::all_libs)
  foreach(target Kokkos::all_libs Kokkos::kokkos)
    if(TARGET ${target})
      list(APPEND spica_kokkos_links ${target})
      break()
    endif()
  endforeach()
elseif(KokkosKernels_LIBRARIES AND KokkosKernels_INCLUDE_DIRS)
  # Trilinos 13 has a target Kokkos::kokkos too, but with a folder of headers that does not exist: its variables are
  # the only thing to go by.
  set(SPICA_KOKKOS_FLAVOUR "Trilinos 13")
  set(spica_kokkos_links ${KokkosKernels_LIBRARIES} ${KokkosKernels_TPL_LIBRARIES})
  set(spica_kokkos_includes ${KokkosKernels_INCLUDE_DIRS} ${KokkosKernels_TPL_INCLUDE_DIRS})
else()
  set(SPICA_KOKKOS_PROBLEM "Kokkos Kernels in ${KokkosKernels_DIR} gives neither targets nor variables")
endif()

if(NOT SPICA_KOKKOS_PROBLEM)
  if(SPICA_KOKKOS_FLAVOUR STREQUAL "Trilinos 13")
    set(spica_folders ${spica_kokkos_includes})
  else()
    spica_include_folders(spica_folders ${spica_kokkos_links})
  endif()
  unset(spica_core_config CACHE)
  unset(spica_kernels_config CACHE)
  find_file(spica_core_config KokkosCore_config.h HINTS ${spica_folders} NO_DEFAULT_PATH NO_CACHE)
  find_file(spica_kernels_config KokkosKernels_config.h HINTS ${spica_folders} NO_DEFAULT_PATH NO_CACHE)
  if(NOT spica_core_config OR NOT spica_kernels_config)
    set(SPICA_KOKKOS_PROBLEM "the headers of Kokkos in ${Kokkos_DIR} and of Kokkos Kernels were not found together")
  endif()
endif()

if(NOT SPICA_KOKKOS_PROBLEM)
  # The headers are the one place where every Kokkos says what it is: inside Trilinos, Kokkos_VERSION is Trilinos' own.
  spica_read_macro(${spica_core_config} KOKKOS_VERSION spica_number)
  math(EXPR spica_major "${spica_number} / 10000")
  math(EXPR spica_minor "${spica_number} / 100 % 100")
  math(EXPR spica_patch "${spica_number} % 100")
  set(SPICA_KOKKOS_VERSION "${spica_major}.${spica_minor}.${spica_patch}")
  spica_read_macro(${spica_core_config} KOKKOS_ENABLE_CUDA SPICA_KOKKOS_CUDA)
  spica_read_macro(${spica_core_config} KOKKOS_ENABLE_OPENMP spica_openmp)
  spica_read_macro(${spica_kernels_config} KOKKOSKERNELS_ENABLE_TPL_BLAS SPICA_KOKKOS_HAS_BLAS)

  spica_is_static(spica_static ${spica_kokkos_links})
  set(SPICA_KOKKOS_SHARED TRUE)
  if(spica_static)
    set(SPICA_KOKKOS_SHARED FALSE)
  endif()

  # In variables only, the flag for OpenMP stands among compiler flags that nobody else wants.
  if(SPICA_KOKKOS_FLAVOUR STREQUAL "Trilinos 13" AND spica_openmp)
    find_package(OpenMP QUIET COMPONENTS CXX)
    list(APPEND spica_kokkos_links OpenMP::OpenMP_CXX)
  endif()

  if(SPICA_KOKKOS_VERSION VERSION_LESS 3.4)
    set(SPICA_KOKKOS_PROBLEM "Kokkos in ${Kokkos_DIR} is ${SPICA_KOKKOS_VERSION}; Spica needs 3.4 or later")
  elseif(SPICA_KOKKOS_FLAVOUR STREQUAL "stand-alone" AND KokkosKernels_VERSION
         AND NOT KokkosKernels_VERSION VERSION_EQUAL SPICA_KOKKOS_VERSION)
    set(SPICA_KOKKOS_PROBLEM "Kokkos in ${Kokkos_DIR} is ${SPICA_KOKKOS_VERSION}, but Kokkos Kernels in \
${KokkosKernels_DIR} is ${KokkosKernels_VERSION}: they belong together in one version")
  elseif(EXISTS "${KokkosKernels_DIR}/KokkosKernelsConfig.cmake")
    # Kernels' package names the Kokkos it was compiled against. Loading another one beside it gives a program two.
    file(STRINGS "${KokkosKernels_DIR}/KokkosKernelsConfig.cmake" spica_line REGEX "find_dependency\\(Kokkos HINTS ")
    if(spica_line MATCHES "HINTS \"?([^\")]+)\"?\\)")
      get_filename_component(spica_theirs "${CMAKE_MATCH_1}" REALPATH)
      get_filename_component(spica_ours "${Kokkos_DIR}" REALPATH)
      if(EXISTS "${spica_theirs}/KokkosConfig.cmake" AND NOT spica_theirs STREQUAL spica_ours)
        set(SPICA_KOKKOS_PROBLEM "two different Kokkos: the one found is in ${Kokkos_DIR}, but Kokkos Kernels in \
${KokkosKernels_DIR} was built against the one in ${CMAKE_MATCH_1}; set Kokkos_DIR to that")
      endif()
    endif()
  endif()
endif()

if(SPICA_KOKKOS_PROBLEM)
  set(SPICA_KOKKOS_FOUND FALSE)
else()
  set(SPICA_KOKKOS_FOUND TRUE)
  if(NOT TARGET Spica::kokkos)
    add_library(Spica::kokkos INTERFACE IMPORTED)
    target_link_libraries(Spica::kokkos INTERFACE ${spica_kokkos_links})
    target_include_directories(Spica::kokkos SYSTEM INTERFACE ${spica_kokkos_includes})
  endif()
endif()

# spica_check_cuda_compiler(PROBLEM): empty where the compiler can compile for the Kokkos that was found.
function(spica_check_cuda_compiler out)
  set(${out} "" PARENT_SCOPE)
  if(NOT SPICA_KOKKOS_CUDA OR CMAKE_CXX_COMPILER_ID MATCHES "Clang|NVHPC")
    return()
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "nvcc|NVIDIA")
    return()
  endif()
  # Kokkos 3.4 and later can send each compilation to its own compiler, unless another launcher stands in front.
  get_property(launch GLOBAL PROPERTY RULE_LAUNCH_COMPILE)
  if(launch MATCHES "kokkos_launch_compiler" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  get_filename_component(prefix "${SPICA_KOKKOS_DIR}/../../.." ABSOLUTE)
  find_program(wrapper NAMES nvcc_wrapper HINTS ${prefix}/bin NO_CACHE)
  if(NOT wrapper)
    set(wrapper "the nvcc_wrapper that came with Kokkos")
  endif()
  set(${out} "Kokkos in ${SPICA_KOKKOS_DIR} is built for CUDA, and ${CMAKE_CXX_COMPILER} cannot compile for it. \
Configure a new build folder with -DCMAKE_CXX_COMPILER=${wrapper}\
 (CMAKE_CXX_COMPILER_LAUNCHER=ccache works with it)." PARENT_SCOPE)
endfunction()
