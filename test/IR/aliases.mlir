// A layout prints as `#layout`, further ones as `#layout1`, ...: not to be taken
// for the prefix of the dialect's attributes, which stand beside them.
// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s

// CHECK: #layout = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
// CHECK-NEXT: #layout1 = #layout.buffer<index_map<(d0) -> (d0 floordiv 8, d0 mod 8)>>
// CHECK-NOT: #{{.*}} =
// CHECK: func.func private @f(memref<14xi32, #layout>, memref<14xi32, #layout1>, memref<14xi32, #layout>)
// CHECK-SAME: x = #layout.pad<undef>
func.func private @f(memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>,
                     memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>>>,
                     memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<none>>>)
    attributes {x = #layout.pad<undef>}
