# SPDX-License-Identifier: MIT
# Fails where clang-format would change a file. ROOT is the tree, CLANG_FORMAT the program.
set(files)
foreach(part IN ITEMS lib driver sim cute c tools tests bench examples)
  file(GLOB_RECURSE found ${ROOT}/${part}/*.cpp ${ROOT}/${part}/*.hpp ${ROOT}/${part}/*.cu
       ${ROOT}/${part}/*.c ${ROOT}/${part}/*.h)
  list(APPEND files ${found})
endforeach()
list(LENGTH files count)
if(count LESS 20)
  message(FATAL_ERROR "only ${count} files found under ${ROOT}")
endif()
execute_process(COMMAND ${CLANG_FORMAT} --style=file --dry-run -Werror ${files}
                COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "${count} files are formatted")
