// A layout in a type is the interface.
// RUN: layout-opt %s --layout-apply | FileCheck %s
// RUN: layout-opt %s --layout-apply --remarks-filter=layout --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// I1: public or private, the signature becomes physical.
// CHECK-LABEL: func.func @i1_public(
// CHECK-SAME:    memref<4x4xf32>
func.func @i1_public(%a: memref<14xf32, #tile>) -> memref<14xf32, #tile> {
  return %a : memref<14xf32, #tile>
}
// CHECK-LABEL: func.func private @i1_private(
// CHECK-SAME:    memref<4x4xf32>
func.func private @i1_private(%a: memref<14xf32, #tile>) {
  return
}

// I2: also on a declaration, with a remark.
// CHECK-LABEL: func.func private @i2_external(memref<4x4xf32>
// REMARK: layout-apply/external-signature
// REMARK-SAME: the declaration of 'i2_external' has physical types now; its definition must have them, too, and keep the padding of its arguments valid
func.func private @i2_external(memref<14xf32, #tile>)

// CHECK-LABEL: func.func @i1_calls(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<4x4xf32>
// CHECK:         call @i2_external(%[[A]]) : (memref<4x4xf32>) -> ()
// CHECK:         call @i1_public(%[[A]]) : (memref<4x4xf32>) -> memref<4x4xf32>
func.func @i1_calls() {
  %a = memref.alloc() : memref<14xf32, #tile>
  call @i2_external(%a) : (memref<14xf32, #tile>) -> ()
  %b = call @i1_public(%a) : (memref<14xf32, #tile>) -> memref<14xf32, #tile>
  memref.dealloc %a : memref<14xf32, #tile>
  return
}
