# Install and export rules: find_package(MLIRLayout) gives MLIRLayout::MLIRLayout*.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
get_property(layout_libraries GLOBAL PROPERTY LAYOUT_LIBRARIES)
get_property(layout_tools GLOBAL PROPERTY LAYOUT_TOOLS)
set(layout_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/MLIRLayout")

# A component is a package: tools and dev here, python in its folder.
install(TARGETS ${layout_libraries} EXPORT MLIRLayoutTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)
install(TARGETS ${layout_tools} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
get_property(layout_runtimes GLOBAL PROPERTY LAYOUT_RUNTIMES)
# What is loaded by its path, and never linked.
install(TARGETS LayoutPlugin ${layout_runtimes}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/mlir-layout COMPONENT tools)
install(DIRECTORY
  "${PROJECT_SOURCE_DIR}/include/Layout" "${PROJECT_BINARY_DIR}/include/Layout"
  "${PROJECT_SOURCE_DIR}/include/Layout-c" "${PROJECT_BINARY_DIR}/include/Layout-c"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN "*.cpp.inc" EXCLUDE
  PATTERN "*.capi.inc" EXCLUDE
  PATTERN "CMakeFiles" EXCLUDE)
install(EXPORT MLIRLayoutTargets NAMESPACE MLIRLayout::
  DESTINATION ${layout_package_dir} COMPONENT dev)
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/MLIRLayoutConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/MLIRLayoutConfig.cmake" INSTALL_DESTINATION ${layout_package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/MLIRLayoutConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/MLIRLayoutConfig.cmake"
  "${PROJECT_BINARY_DIR}/MLIRLayoutConfigVersion.cmake"
  DESTINATION ${layout_package_dir} COMPONENT dev)
