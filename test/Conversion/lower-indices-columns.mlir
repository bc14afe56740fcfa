// A column whose bits are no bits of what it is computed from is computed once; the
// swizzle takes its bits from there.
// RUN: layout-opt %s --layout-to-gpu | FileCheck %s
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLY
// RUN: layout-opt %s --layout-apply --layout-lower-indices | FileCheck %s --check-prefix=LAUNCH

#xor = #layout.buffer<index_map<(i, j) -> (i, j xor (i mod 32))>>
#chunks = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 4) xor (i mod 8), j mod 4)>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @remainder(
  // CHECK:         %[[COLUMN:.*]] = arith.remui
  // CHECK-NOT:     arith.{{rem|div|and|sh}}
  // CHECK:         arith.xori %[[COLUMN]],
  // CHECK-NOT:     arith.{{rem|div|and|sh|xor}}
  // CHECK:         memref.store
  gpu.func @remainder(%v: f16) workgroup(%a: memref<64x32xf16, #xor, 3>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %q = affine.apply affine_map<(y, x) -> ((y * 32 + x) mod 20)>(%y, %x)
    memref.store %v, %a[%y, %q] : memref<64x32xf16, #xor, 3>
    gpu.return
  }

  // Of an access of affine, too, and after a sum of what is composed.
  // CHECK-LABEL: gpu.func @chunk(
  // CHECK-COUNT-1: arith.remui
  // CHECK-NOT:     arith.{{rem|div}}
  // CHECK-COUNT-1: arith.xori
  // CHECK-NOT:     arith.{{rem|div|xor}}
  // CHECK:         memref.store
  gpu.func @chunk(%v: f16) workgroup(%a: memref<64x32xf16, #chunks, 3>)
      kernel attributes {known_block_size = array<i32: 32, 32, 1>} {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %t = affine.apply affine_map<(y, x) -> (y * 32 + x)>(%y, %x)
    %q = affine.apply affine_map<(t) -> (t mod 6 * 4)>(%t)
    affine.store %v, %a[symbol(%y), %q] : memref<64x32xf16, #chunks, 3>
    gpu.return
  }
}

// The same in a kernel that is not outlined yet.
// LAUNCH-LABEL: func.func @launch(
// LAUNCH:         %[[COLUMN:.*]] = arith.remui
// LAUNCH-NOT:     arith.{{rem|div|and|sh}}
// LAUNCH:         arith.xori %[[COLUMN]],
// LAUNCH-NOT:     arith.{{rem|div|and|sh|xor}}
// LAUNCH:         memref.store
func.func @launch(%v: f16) {
  %one = arith.constant 1 : index
  %size = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%x, %y, %z) in (%sx = %size, %sy = %size, %sz = %one)
             workgroup(%a : memref<64x32xf16, #xor, 3>) {
    %q = affine.apply affine_map<(y, x) -> ((y * 32 + x) mod 20)>(%y, %x)
    memref.store %v, %a[%y, %q] : memref<64x32xf16, #xor, 3>
    gpu.terminator
  }
  return
}

// Nests on a CPU are found by composed maps.
// APPLY-LABEL: func.func @host(
// APPLY-NOT:     affine.apply
// APPLY:         affine.store
func.func @host(%v: f16, %a: memref<64x32xf16, #xor>) {
  affine.for %y = 0 to 64 {
    affine.for %x = 0 to 32 {
      %q = affine.apply affine_map<(y, x) -> ((y * 32 + x) mod 20)>(%y, %x)
      affine.store %v, %a[%y, %q] : memref<64x32xf16, #xor>
    }
  }
  return
}
