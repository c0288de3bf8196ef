# SPDX-License-Identifier: MIT
# `cpack -G DEB` in the build tree makes a Debian package of all that is installed.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tmamap)
set(CPACK_PACKAGE_CONTACT "the tmamap project <tmamap@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # needs dpkg-shlibdeps, of dpkg-dev
# A build with shared libraries links its own, which are in the package.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib ${PROJECT_BINARY_DIR}/sim
                                             ${PROJECT_BINARY_DIR}/sim/kernel ${PROJECT_BINARY_DIR}/cute)
include(CPack)
