# SPDX-License-Identifier: MIT
# Packs BUILD as a Debian package, unpacks it in FOLDER and runs the command there.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${FOLDER}
                WORKING_DIRECTORY ${BUILD} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(GLOB package ${FOLDER}/*.deb)
list(LENGTH package count)
if(NOT count EQUAL 1)
  message(FATAL_ERROR "not one package but ${count}: ${package}")
endif()
execute_process(COMMAND ${DPKG_DEB} --field ${package} Depends OUTPUT_VARIABLE depends
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT depends MATCHES "libc6")
  message(FATAL_ERROR "the package depends on: ${depends}")
endif()
execute_process(COMMAND ${DPKG_DEB} -x ${package} ${FOLDER}/root COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${FOLDER}/root/usr/bin/tmamap-inspect encode tiled u8 dim=64 box=64
                OUTPUT_VARIABLE hex COMMAND_ERROR_IS_FATAL ANY)
string(LENGTH "${hex}" length)
if(NOT length EQUAL 257)
  message(FATAL_ERROR "encode prints ${hex}")
endif()
foreach(file IN ITEMS include/tmamap.h include/tmamap/descriptor.hpp share/man/man1/tmamap-inspect.1)
  if(NOT EXISTS ${FOLDER}/root/usr/${file} AND NOT EXISTS ${FOLDER}/root/usr/${file}.gz)
    message(FATAL_ERROR "the package has no ${file}")
  endif()
endforeach()
