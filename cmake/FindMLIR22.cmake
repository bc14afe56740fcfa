# Finds LLVM and MLIR 22 as Debian packages them, or says which packages to
# install. Sets up TableGen and the include paths for the whole project.
# No version is asked of find_package: MLIR's version file matches only a full
# major.minor, and any 22.x will do.
find_package(MLIR QUIET CONFIG
  HINTS /usr/lib/llvm-22/lib/cmake/mlir "${LLVM_ROOT}/lib/cmake/mlir")
if(NOT MLIR_FOUND OR NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR
    "LLVM/MLIR 22 was not found. On Debian install it with\n"
    "  apt-get install llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools clang-22 lld-22\n"
    "or run ./scripts/setup, which does that. An LLVM elsewhere is named by\n"
    "  -DMLIR_DIR=<prefix>/lib/cmake/mlir")
endif()
message(STATUS "Using MLIR ${LLVM_PACKAGE_VERSION} from ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
set(LLVM_RUNTIME_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/bin")
set(LLVM_LIBRARY_OUTPUT_INTDIR "${CMAKE_BINARY_DIR}/lib")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories("${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
separate_arguments(LAYOUT_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${LAYOUT_LLVM_DEFINITIONS})
