// A project that finds the installed package builds and applies a layout.
// RUN: rm -rf %t && %cmake --install %layout_build --prefix %t/installed > /dev/null
// RUN: %cmake -S %S/Inputs/embed -B %t/embed -DCMAKE_CXX_COMPILER=%cxx -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH=%t/installed > /dev/null
// RUN: %cmake --build %t/embed > /dev/null
// RUN: %t/embed/embed %s | FileCheck %s

// CHECK: func.func private @f(memref<4x4xi32>
func.func private @f(memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)
