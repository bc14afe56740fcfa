// RUN: layout-opt %s --layout-apply --layout-optimize -o /dev/null --remarks-filter=layout 2>&1 | FileCheck %s
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} env MALLOC_PERTURB_=170 layout-check %s --entry={} --pipeline="builtin.module(layout-apply,layout-optimize)"
//
// What is read backwards costs a load and a shuffle for each register.

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>

// CHECK: [[#@LINE+6]]:3: remark: [Passed] layout-tile-loops/tiled {{.*}}blocks of 16 iterations, 0.50 instructions each, estimated, instead of 19.00"
// CHECK-NOT: layout-tile-loops/tiled
// CHECK: [[#@LINE+16]]:3: remark: [Passed] layout-tile-loops/tiled {{.*}}blocks of 16 iterations, 0.50 instructions each
// CHECK-NOT: layout-tile-loops/tiled
// CHECK: [[#@LINE+3]]:5: remark: [Passed] layout-vectorize-loops/vectorized {{.*}}"vectorized: 16 iterations at a time"
func.func @load(%a: memref<29x64xf32, #tiles>, %b: memref<29x64xf32, #tiles>) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, 63 - %j] : memref<29x64xf32, #tiles>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<29x64xf32, #tiles>
    }
  }
  return
}

// CHECK: [[#@LINE+3]]:5: remark: [Passed] layout-vectorize-loops/vectorized {{.*}}"vectorized: 16 iterations at a time"
func.func @store(%a: memref<29x64xf32, #tiles>, %b: memref<29x64xf32, #tiles>) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i, %j] : memref<29x64xf32, #tiles>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[28 - %i, 63 - %j] : memref<29x64xf32, #tiles>
    }
  }
  return
}

// The compiler behind us makes vectors of that, as of what goes forward.
func.func @without_tiles(%a: memref<2000xf32> {llvm.noalias}, %b: memref<2000xf32> {llvm.noalias}) {
  affine.for %j = 0 to 2000 {
    %0 = affine.load %a[1999 - %j] : memref<2000xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %b[%j] : memref<2000xf32>
  }
  return
}
