# SPDX-License-Identifier: MIT
# Builds SOURCE with what pkg-config says of the tree installed in PREFIX, and runs it.
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs tmamap OUTPUT_VARIABLE flags
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${flags}")
set(program ${PREFIX}/pkg_config_test)
execute_process(COMMAND ${CC} -std=c99 ${SOURCE} -o ${program} ${flags} COMMAND_ERROR_IS_FATAL ANY)
set(ENV{LD_LIBRARY_PATH} ${PREFIX}/${LIBDIR})
execute_process(COMMAND ${program} COMMAND_ERROR_IS_FATAL ANY)
