# Install and export rules: find_package(MLIRLayout) gives MLIRLayout::MLIRLayout*.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
get_property(layout_libraries GLOBAL PROPERTY LAYOUT_LIBRARIES)
get_property(layout_tools GLOBAL PROPERTY LAYOUT_TOOLS)
set(layout_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/MLIRLayout")

install(TARGETS ${layout_libraries} EXPORT MLIRLayoutTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS ${layout_tools} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
get_property(layout_runtimes GLOBAL PROPERTY LAYOUT_RUNTIMES)
install(TARGETS LayoutPlugin ${layout_runtimes} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY
  "${PROJECT_SOURCE_DIR}/include/Layout" "${PROJECT_BINARY_DIR}/include/Layout"
  "${PROJECT_SOURCE_DIR}/include/Layout-c" "${PROJECT_BINARY_DIR}/include/Layout-c"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN "*.cpp.inc" EXCLUDE
  PATTERN "*.capi.inc" EXCLUDE
  PATTERN "CMakeFiles" EXCLUDE)
install(EXPORT MLIRLayoutTargets NAMESPACE MLIRLayout:: DESTINATION ${layout_package_dir})
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/MLIRLayoutConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/MLIRLayoutConfig.cmake" INSTALL_DESTINATION ${layout_package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/MLIRLayoutConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/MLIRLayoutConfig.cmake"
  "${PROJECT_BINARY_DIR}/MLIRLayoutConfigVersion.cmake" DESTINATION ${layout_package_dir})
