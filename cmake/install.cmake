# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Headers, libraries, and the package that find_package(Spica) reads.

include(CMakePackageConfigHelpers)
set(spica_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Spica)

# spica.hpp includes what is there, so headers whose library was not built stay behind.
set(spica_without "")
if(NOT SPICA_ENABLE_IO)
  set(spica_without PATTERN io EXCLUDE)
endif()
install(DIRECTORY include/spica DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp" ${spica_without})

# One export set a component, so that a program that needs core alone need not have HDF5.
install(TARGETS spica_core EXPORT SpicaTargets-core)
install(EXPORT SpicaTargets-core NAMESPACE Spica:: DESTINATION ${spica_package_folder})
if(SPICA_ENABLE_IO)
  install(TARGETS spica_io EXPORT SpicaTargets-io)
  install(EXPORT SpicaTargets-io NAMESPACE Spica:: DESTINATION ${spica_package_folder})
endif()

get_filename_component(spica_kokkos_real_dir "${SPICA_KOKKOS_DIR}" REALPATH)
configure_package_config_file(cmake/SpicaConfig.cmake.in ${PROJECT_BINARY_DIR}/SpicaConfig.cmake
  INSTALL_DESTINATION ${spica_package_folder} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a new minor version may change what programs were compiled against.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SpicaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/SpicaConfig.cmake
  ${PROJECT_BINARY_DIR}/SpicaConfigVersion.cmake
  cmake/SpicaKokkos.cmake cmake/SpicaBlas.cmake cmake/SpicaSolvers.cmake cmake/SpicaXxhash.cmake
  DESTINATION ${spica_package_folder})
install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
