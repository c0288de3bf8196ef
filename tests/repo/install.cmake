# SPDX-License-Identifier: MIT
# Installs BUILD and moves the tree to PREFIX, which shows that nothing in it names a directory.
file(REMOVE_RECURSE ${PREFIX} ${PREFIX}-before)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}-before
                COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${PREFIX}-before ${PREFIX})
