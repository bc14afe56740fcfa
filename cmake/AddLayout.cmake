# How this project compiles: one function for a library of components, one for a tool.
set(LAYOUT_LIB_DIR "${PROJECT_SOURCE_DIR}/lib")

# ccache, where there is one. It must be told what it may overlook, or it caches
# nothing that uses a precompiled header.
find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${CCACHE_PROGRAM})
endif()

add_library(layout_options INTERFACE)
target_compile_options(layout_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Werror=return-type
  $<$<CXX_COMPILER_ID:Clang>:-Wno-unused-command-line-argument>)
if(LAYOUT_ENABLE_ASSERTIONS)
  target_compile_options(layout_options INTERFACE -UNDEBUG)
endif()
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(layout_options INTERFACE -fno-rtti)
endif()
target_compile_options(layout_options INTERFACE -fno-exceptions)
if(LAYOUT_SANITIZE)
  # -O1: instrumented code is slow to optimise, and stack traces keep their frames.
  target_compile_options(layout_options INTERFACE -O1
    -fsanitize=address,undefined -fno-sanitize=vptr -fno-omit-frame-pointer -g1)
  target_link_options(layout_options INTERFACE -fsanitize=address,undefined)
endif()

# One precompiled header for everything: MLIR's headers are most of each compile.
option(LAYOUT_PCH "Precompile MLIR's headers" ON)
if(LAYOUT_PCH)
  file(WRITE "${PROJECT_BINARY_DIR}/pch/empty.cpp" "")
  add_library(layout_pch OBJECT "${PROJECT_BINARY_DIR}/pch/empty.cpp")
  target_link_libraries(layout_pch PRIVATE layout_options)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_compile_options(layout_pch PRIVATE -Xclang -fno-pch-timestamp)
  endif()
  target_precompile_headers(layout_pch PRIVATE "${PROJECT_SOURCE_DIR}/cmake/Precompiled.h")
endif()

# Templates of MLIR are most of what is compiled: once for up to ten files. These
# are of one component, so that a new file changes nothing for another folder's.
option(LAYOUT_UNITY "Compile the files of a component together: much faster from nothing" OFF)
set(LAYOUT_UNITY_FILES 10)

# In equal parts, so that no compilation is waited for at the end.
function(layout_compile_together name)
  get_target_property(sources ${name} SOURCES)
  foreach(source IN LISTS sources)
    set(group files_)
    cmake_path(IS_PREFIX LAYOUT_LIB_DIR "${source}" is_of_component)
    if(is_of_component)
      cmake_path(GET source PARENT_PATH folder)
      file(RELATIVE_PATH folder "${LAYOUT_LIB_DIR}" "${folder}")
      string(REPLACE "/" "_" folder "${folder}")
      set(group "files_${folder}_")
    endif()
    list(APPEND groups ${group})
    list(APPEND ${group} "${source}")
  endforeach()
  list(REMOVE_DUPLICATES groups)
  foreach(group IN LISTS groups)
    list(LENGTH ${group} count)
    math(EXPR parts "(${count} + ${LAYOUT_UNITY_FILES} - 1) / ${LAYOUT_UNITY_FILES}")
    set(place 0)
    foreach(source IN LISTS ${group})
      math(EXPR part "${place} * ${parts} / ${count}")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${group}${part}")
      math(EXPR place "${place} + 1")
    endforeach()
  endforeach()
  set_target_properties(${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

function(layout_compile_settings name)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:layout_options>)
  # Headers that are no interface, of other rooms: "Analysis/Integers/AffineReader.h".
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/lib")
  if(LAYOUT_PCH)
    target_precompile_headers(${name} REUSE_FROM layout_pch)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      target_compile_options(${name} PRIVATE -Xclang -fno-pch-timestamp)
    endif()
  endif()
  if(LAYOUT_UNITY)
    layout_compile_together(${name})
  endif()
  add_dependencies(${name} layout-headers)
endfunction()

# add_layout_library(MLIRLayoutCore COMPONENTS Transforms/Apply ... LINK MLIRLayoutIR ...)
# A static library of all files of these components, with the libraries that it uses.
# The shared MLIR is linked once, by whoever uses it.
function(add_layout_library name)
  cmake_parse_arguments(ARG "" "" "COMPONENTS;LINK" ${ARGN})
  foreach(component IN LISTS ARG_COMPONENTS)
    file(GLOB files CONFIGURE_DEPENDS "${LAYOUT_LIB_DIR}/${component}/*.cpp")
    list(APPEND sources ${files})
  endforeach()
  add_library(${name} STATIC ${sources})
  layout_compile_settings(${name})
  target_include_directories(${name} SYSTEM INTERFACE
    $<INSTALL_INTERFACE:include>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  set_property(GLOBAL APPEND PROPERTY LAYOUT_LIBRARIES ${name})
  add_library(MLIRLayout::${name} ALIAS ${name})
endfunction()

# add_layout_tool(layout-opt SOURCES main.cpp LINK MLIRLayoutRegistration)
function(add_layout_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  layout_compile_settings(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  set_property(GLOBAL APPEND PROPERTY LAYOUT_TOOLS ${name})
endfunction()

# layout_doc(Passes.td Passes.md -gen-pass-doc) adds a generated reference page.
function(layout_doc td output command)
  set(LLVM_TARGET_DEFINITIONS ${td})
  tablegen(MLIR ${output} ${command} "-I${MLIR_MAIN_INCLUDE_DIR}" ${ARGN})
  add_custom_target(layout-doc-${output} DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${output})
  add_custom_command(TARGET layout-doc-${output} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E copy_if_different
            ${CMAKE_CURRENT_BINARY_DIR}/${output} ${PROJECT_BINARY_DIR}/docs/${output})
  add_dependencies(layout-doc layout-doc-${output})
endfunction()
