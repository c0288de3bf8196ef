# SPDX-License-Identifier: MIT
# tmamap_fuzz(NAME parse LIBRARIES tmamap::tmamap): the fuzz target in NAME_fuzz.cpp, which defines
# LLVMFuzzerTestOneInput, with its seeds in corpus/NAME/.
#
# A sanitized Clang build searches with libFuzzer for TMAMAP_FUZZ_SECONDS; every other build runs
# the seeds through the same function.
set(TMAMAP_FUZZ_SECONDS 5 CACHE STRING "How long a test of a fuzz target searches")

function(tmamap_fuzz)
  cmake_parse_arguments(FUZZ "" "NAME" "LIBRARIES" ${ARGN})
  set(target fuzz_${FUZZ_NAME})
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${FUZZ_NAME})
  add_executable(${target} ${FUZZ_NAME}_fuzz.cpp)
  tmamap_target(${target})
  target_link_libraries(${target} PRIVATE ${FUZZ_LIBRARIES})
  if(TMAMAP_SANITIZE AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    # What the search finds interesting goes to the build tree; the seeds stay as they are.
    set(found ${CMAKE_CURRENT_BINARY_DIR}/found/${FUZZ_NAME})
    file(MAKE_DIRECTORY ${found})
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    add_test(NAME fuzz.${FUZZ_NAME}
             COMMAND ${target} -max_total_time=${TMAMAP_FUZZ_SECONDS} -timeout=10 -rss_limit_mb=2048
                     -print_final_stats=1 -artifact_prefix=${found}/ ${found} ${corpus})
  else()
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz_replay.cpp)
    add_test(NAME fuzz.${FUZZ_NAME} COMMAND ${target} ${corpus})
  endif()
endfunction()
