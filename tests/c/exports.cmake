# SPDX-License-Identifier: MIT
# The dynamic symbols that LIBRARY defines are the C interface and nothing else.
execute_process(COMMAND ${NM} -D --defined-only --format=posix ${LIBRARY}
                OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${listing}")
set(names)
foreach(line IN LISTS lines)
  string(REGEX REPLACE " .*" "" name "${line}")
  list(APPEND names ${name})
endforeach()
list(SORT names)
set(intended tmamap_api_version tmamap_check tmamap_decode tmamap_encode tmamap_simulate_load
             tmamap_version)
if(NOT names STREQUAL intended)
  list(JOIN names " " names)
  message(FATAL_ERROR "${LIBRARY} exports: ${names}")
endif()
