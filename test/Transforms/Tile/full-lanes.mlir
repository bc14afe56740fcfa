// The last tile of elements is a loop of its own, as long as it is, where masked
// stores take long; with mask registers it is masked.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-apply,layout-tile-loops,layout-vectorize-loops,canonicalize)" | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-tile-loops,layout-vectorize-loops,canonicalize)" | FileCheck %s --check-prefix=MASKED
// RUN: layout-check %s --entry=products --pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-apply,layout-optimize,layout-finalize)"

#tiles = #layout.buffer<index_map<(i, j) -> (i, j floordiv 32, j mod 32)>, pad<none>>

// CHECK-LABEL: func.func @products(
// CHECK-NOT:     mask
// CHECK:         vector.store {{.*}} vector<32xf32>
// CHECK-NOT:     mask
// CHECK:         vector.store {{.*}} vector<29xf32>
// CHECK-NOT:     mask
// CHECK:         return
// MASKED-LABEL: func.func @products(
// MASKED:         vector.maskedstore
func.func @products(%a: memref<64x253xf32, #tiles>, %b: memref<64x253xf32, #tiles>,
                    %c: memref<64x253xf32, #tiles> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 253 {
      %x = affine.load %a[%i, %j] : memref<64x253xf32, #tiles>
      %y = affine.load %b[%i, %j] : memref<64x253xf32, #tiles>
      %z = arith.mulf %x, %y : f32
      affine.store %z, %c[%i, %j] : memref<64x253xf32, #tiles>
    }
  }
  return
}
