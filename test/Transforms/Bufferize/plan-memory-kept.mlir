// RUN: layout-opt %s --layout-plan-memory --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s

// CHECK:      [[# @LINE+8]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}"the buffer keeps an allocation of its own: its size is not known"
// CHECK:      [[# @LINE+8]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}"the buffer keeps an allocation of its own: no memref.dealloc in its block frees it; run buffer-deallocation-pipeline first"
// CHECK:      [[# @LINE+8]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}: its alignment is larger than 64 bytes"
// CHECK:      [[# @LINE+8]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}: it has a memory space"
// CHECK:      [[# @LINE+8]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}: its elements are no numbers"
// CHECK:      [[# @LINE+8]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}: it has a layout; run layout-apply first"
// CHECK:      [[# @LINE+8]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}: there is no other in its block to share one with"
func.func @kept(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() {alignment = 128 : i64} : memref<4xf32>
  %d = memref.alloc() : memref<4xf32, 1>
  %e = memref.alloc() : memref<4xcomplex<f32>>
  %f = memref.alloc() : memref<4xf32, affine_map<(i) -> (i floordiv 2, i mod 2)>>
  %g = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %c : memref<4xf32>
  memref.dealloc %d : memref<4xf32, 1>
  memref.dealloc %e : memref<4xcomplex<f32>>
  memref.dealloc %f : memref<4xf32, affine_map<(i) -> (i floordiv 2, i mod 2)>>
  memref.dealloc %g : memref<4xf32>
  return
}

// Sums of such sizes might wrap. Nor is a size that is beyond 64 bits taken for a small one.
// CHECK:      [[# @LINE+3]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}: it is larger than 2^40 bytes"
// CHECK:      [[# @LINE+3]]:8: remark: [Missed] layout-plan-memory/kept {{.*}}: it is larger than 2^40 bytes"
func.func @large() {
  %a = memref.alloc() : memref<1099511627777xi8>
  %b = memref.alloc() : memref<8589934592x8589934592xi8>
  memref.dealloc %a : memref<1099511627777xi8>
  memref.dealloc %b : memref<8589934592x8589934592xi8>
  return
}

// CHECK:      [[# @LINE+2]]:8: remark: [Passed] layout-plan-memory/shared {{.*}}"2 buffers share one of 64 bytes"
func.func @shared() {
  %a = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// With memory of the caller, too: what is placed is not said to be kept.
// RUN: layout-opt %s --layout-plan-memory=workspace=argument --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=GIVEN
// GIVEN:      [[# @LINE+9]]:10: remark: [Missed] layout-plan-memory/kept {{.*}}"the buffer keeps an allocation of its own: the op around it may execute its blocks at once"
// GIVEN:      [[# @LINE+15]]:3: remark: [Missed] layout-plan-memory/kept {{.*}}"the call keeps an allocation of its own: how many bytes the callee needs depends on extents"
func.func @given(%x: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %a = memref.alloc(%n) : memref<?xf32>
    memref.dealloc %a : memref<?xf32>
  }
  memref.dealloc %b : memref<?xf32>
  return
}
func.func @given_by_call(%x: memref<?xf32>) {
  call @given(%x) : (memref<?xf32>) -> ()
  return
}
