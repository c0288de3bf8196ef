# SPDX-License-Identifier: MIT
# Fails unless KERNELS draws into DRAWN exactly the pictures that are kept in KEPT.
file(REMOVE_RECURSE ${DRAWN})
file(MAKE_DIRECTORY ${DRAWN})
execute_process(COMMAND ${KERNELS} --svg ${DRAWN} COMMAND_ERROR_IS_FATAL ANY)
file(GLOB drawn RELATIVE ${DRAWN} ${DRAWN}/*.svg)
file(GLOB kept RELATIVE ${KEPT} ${KEPT}/*.svg)
if(NOT drawn STREQUAL kept)
  message(FATAL_ERROR "drawn: ${drawn}; kept: ${kept}")
endif()
foreach(picture IN LISTS drawn)
  execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${DRAWN}/${picture} ${KEPT}/${picture}
                  RESULT_VARIABLE differs)
  if(differs)
    message(FATAL_ERROR "${KEPT}/${picture} is stale: build the target kernel_pictures")
  endif()
endforeach()
