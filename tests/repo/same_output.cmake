# SPDX-License-Identifier: MIT
# Fails where COMMAND (a list) prints something else than FILE holds.
execute_process(COMMAND ${COMMAND} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${FILE} kept)
if(NOT printed STREQUAL kept)
  list(JOIN COMMAND " " command)
  message(FATAL_ERROR "${FILE} is not what `${command}` prints: generate it anew")
endif()
