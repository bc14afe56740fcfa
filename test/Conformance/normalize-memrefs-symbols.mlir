// Symbols of a plain map that no result uses say nothing, and the values that
// allocations state for them go.
//
// RUN: layout-opt %s --layout-normalize-memrefs | FileCheck %s
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLY
// The types, loads and stores are those of upstream's normalize-memrefs, of this very
// program. On others it reads operands that are not there, and dies of it.
//
// DEFINE: %{pass} =
// DEFINE: %{check} = layout-check %s --entry=run --arg=0:3 --arg=1:9 --pipeline="builtin.module(%{pass})"
// REDEFINE: %{pass} = layout-normalize-memrefs
// RUN: %{check}
// REDEFINE: %{pass} = layout-apply
// RUN: %{check}

#tiles = affine_map<(i)[s] -> (i floordiv 4, i mod 4)>
#same = affine_map<(i)[s] -> (i)>

// CHECK-LABEL: func.func private @argument(%{{.*}}: memref<4x4xi32>
// CHECK:         affine.load %{{.*}}[1, 2] : memref<4x4xi32>
// APPLY-LABEL: func.func private @argument(%{{.*}}: memref<4x4xi32>
func.func private @argument(%a: memref<14xi32, #tiles>) -> i32 {
  %x = affine.load %a[6] : memref<14xi32, #tiles>
  return %x : i32
}

// CHECK-LABEL: func.func @run(
// CHECK:         memref.alloc() : memref<4x4xi32>
// CHECK:         memref.alloc(%{{[^,]*}}) : memref<?xi32>
// CHECK-NOT:     affine_map<(d0)
// APPLY-LABEL: func.func @run(
// APPLY:         memref.alloc() : memref<4x4xi32>
// APPLY:         memref.alloc(%{{[^,]*}}) : memref<?xi32>
func.func @run(%s: index, %n: index) -> i32 {
  %c = arith.constant 5 : i32
  %a = memref.alloc()[%s] : memref<14xi32, #tiles>
  affine.for %i = 0 to 14 {
    %y = arith.index_cast %i : index to i32
    affine.store %y, %a[%i] : memref<14xi32, #tiles>
  }
  %b = memref.alloc(%n) : memref<?xi32, #same>
  affine.store %c, %b[2] : memref<?xi32, #same>
  %x = func.call @argument(%a) : (memref<14xi32, #tiles>) -> i32
  %y = affine.load %b[2] : memref<?xi32, #same>
  %z = arith.addi %x, %y : i32
  memref.dealloc %a : memref<14xi32, #tiles>
  memref.dealloc %b : memref<?xi32, #same>
  return %z : i32
}
