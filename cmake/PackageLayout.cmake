# Debian packages, one for each component of what is installed: scripts/package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME mlir-layout)
set(CPACK_PACKAGE_CONTACT "mlir-layout <mlir-layout@users.noreply.github.com>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL tools dev)
if(TARGET mlir_layout_core)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_STRIP_FILES ON)
# Debian's umask, whatever that of the user is.
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# The packages of the libraries that programs are linked with, by what is linked.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME mlir-layout-22)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS mlir-22-tools)
set(CPACK_DEBIAN_TOOLS_DESCRIPTION "memory layouts of buffers for MLIR 22 (tools)
A dialect and passes for MLIR: a program states where the elements of a buffer
lie (NHWC in blocks, tiles, textures, with padding), and loops, copies and
accesses are derived from that, with proofs.

This package has the plugin for mlir-opt, and tools that apply, check by
running and draw layouts.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libmlir-layout-22-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libmlir-22-dev, llvm-22-dev, mlir-22-tools")
set(CPACK_DEBIAN_DEV_DESCRIPTION "memory layouts of buffers for MLIR 22 (development)
A dialect and passes for MLIR: a program states where the elements of a buffer
lie, and loops, copies and accesses are derived from that, with proofs.

This package has headers, archives and CMake files for compilers that embed
them, from C++ and C.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-mlir-layout)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
math(EXPR layout_next_python "${Python3_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${layout_next_python}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "memory layouts of buffers for MLIR 22 (Python)
A dialect and passes for MLIR: a program states where the elements of a buffer
lie, and loops, copies and accesses are derived from that, with proofs.

This package has a Python module that makes layouts of functions, packs and
unpacks numpy arrays, and compiles and checks programs.")

# What every package has: its licence and its history.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(folder "${PROJECT_BINARY_DIR}/packaging/${package}")
  file(MAKE_DIRECTORY "${folder}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/packages/copyright" "${folder}/copyright" COPYONLY)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/packages/changelog.in" "${folder}/changelog.Debian")
  # Without a time in it, so that packages of one source are the same.
  execute_process(COMMAND gzip -9nf "${folder}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
  install(FILES "${folder}/copyright" "${folder}/changelog.Debian.gz"
    DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  set(overrides "${PROJECT_SOURCE_DIR}/cmake/packages/${package}.lintian-overrides")
  if(EXISTS "${overrides}")
    install(FILES "${overrides}" DESTINATION share/lintian/overrides
      RENAME ${package} COMPONENT ${component} EXCLUDE_FROM_ALL)
  endif()
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_SOURCE_DIR}/examples"
  DESTINATION share/doc/mlir-layout-22 COMPONENT tools EXCLUDE_FROM_ALL
  PATTERN ".ipynb_checkpoints" EXCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/README.md"
  DESTINATION share/doc/mlir-layout-22 COMPONENT tools EXCLUDE_FROM_ALL)

# A manual page for each tool, of what its --help says.
get_property(layout_tools GLOBAL PROPERTY LAYOUT_TOOLS)
set(pages)
foreach(tool IN LISTS layout_tools)
  set(page "${PROJECT_BINARY_DIR}/packaging/${tool}.1.gz")
  add_custom_command(OUTPUT "${page}"
    COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/scripts/manual.py"
      $<TARGET_FILE:${tool}> ${PROJECT_VERSION} "${page}"
    DEPENDS ${tool} "${PROJECT_SOURCE_DIR}/scripts/manual.py")
  list(APPEND pages "${page}")
endforeach()
add_custom_target(layout-manual DEPENDS ${pages})
if(TARGET check-layout) # which makes the packages
  add_dependencies(check-layout layout-manual)
endif()
install(FILES ${pages} DESTINATION share/man/man1 COMPONENT tools EXCLUDE_FROM_ALL)

include(CPack)
