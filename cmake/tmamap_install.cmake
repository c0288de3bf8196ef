# SPDX-License-Identifier: MIT
# Installing and exporting. Each component has an export set of its own, so that a user of
# tmamap::tmamap is never asked for what another component needs.
include(CMakePackageConfigHelpers)

set(TMAMAP_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tmamap)

# tmamap_install(COMPONENT FOLDER): the target tmamap::COMPONENT, if it is built, and its headers.
function(tmamap_install component folder)
  if(NOT TARGET tmamap::${component})
    return()
  endif()
  get_target_property(target tmamap::${component} ALIASED_TARGET)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component} VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  install(TARGETS ${target} EXPORT tmamap-${component}
          INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT tmamap-${component} NAMESPACE tmamap:: DESTINATION ${TMAMAP_PACKAGE_DIR}
          FILE tmamap-${component}.cmake)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}/include/ TYPE INCLUDE)
endfunction()

function(tmamap_install_package)
  configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/tmamap-config.cmake.in ${PROJECT_BINARY_DIR}/tmamap-config.cmake
    INSTALL_DESTINATION ${TMAMAP_PACKAGE_DIR})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/tmamap-config-version.cmake
                                   COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/tmamap-config.cmake
                ${PROJECT_BINARY_DIR}/tmamap-config-version.cmake
          DESTINATION ${TMAMAP_PACKAGE_DIR})
  # An installed tree may be moved: the file finds the prefix from where it lies itself.
  string(REGEX MATCHALL "/" TMAMAP_PC_UP "${CMAKE_INSTALL_LIBDIR}") # one more level each
  string(REPLACE "/" "/.." TMAMAP_PC_UP "${TMAMAP_PC_UP}")
  string(REPLACE ";" "" TMAMAP_PC_UP "${TMAMAP_PC_UP}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/tmamap.pc.in ${PROJECT_BINARY_DIR}/tmamap.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/tmamap.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  if(TARGET tmamap-inspect)
    install(FILES ${PROJECT_SOURCE_DIR}/docs/tmamap-inspect.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE TYPE DOC)
endfunction()
