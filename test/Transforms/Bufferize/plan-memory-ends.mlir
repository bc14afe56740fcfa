// A buffer lives from its allocation to its release, both included: what is allocated just
// before that is other memory, and what is allocated just after it may be the same. The release
// of a buffer whose address is taken stays where it is.
// RUN: layout-opt %s --layout-plan-memory | FileCheck %s
// RUN: layout-check %s --entry=last_use,before_release,large_before_release,after_release,first_use --pipeline="builtin.module(layout-plan-memory)"

// One op uses both: %b is allocated before the last use of %a.
// CHECK-LABEL: func.func @last_use(
// CHECK:         memref.alloc() {{.*}} : memref<128xi8>
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         memref.view %{{.*}}[%[[ZERO]]]
// CHECK:         %[[NEXT:.*]] = arith.constant 64 : index
// CHECK:         memref.view %{{.*}}[%[[NEXT]]]
func.func @last_use(%x: memref<16xf32>, %y: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %a[15 - %i] : memref<16xf32>
    affine.store %v, %b[%i] : memref<16xf32>
  }
  memref.dealloc %a : memref<16xf32>
  memref.copy %b, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %b : memref<16xf32>
  return
}

// CHECK-LABEL: func.func @before_release(
// CHECK:         memref.alloc() {{.*}} : memref<128xi8>
func.func @before_release(%x: memref<16xf32>, %y: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  memref.copy %a, %y : memref<16xf32> to memref<16xf32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<16xf32> -> index
  %b = memref.alloc() : memref<16xf32>
  memref.dealloc %a : memref<16xf32>
  memref.copy %x, %b : memref<16xf32> to memref<16xf32>
  memref.copy %b, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %b : memref<16xf32>
  return
}

// The same, if the second one is placed first, as it is larger.
// CHECK-LABEL: func.func @large_before_release(
// CHECK:         memref.alloc() {{.*}} : memref<192xi8>
func.func @large_before_release(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<32xf32>) {
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  memref.copy %a, %y : memref<16xf32> to memref<16xf32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<16xf32> -> index
  %b = memref.alloc() : memref<32xf32>
  memref.dealloc %a : memref<16xf32>
  memref.copy %z, %b : memref<32xf32> to memref<32xf32>
  memref.copy %b, %z : memref<32xf32> to memref<32xf32>
  memref.dealloc %b : memref<32xf32>
  return
}

// CHECK-LABEL: func.func @after_release(
// CHECK:         memref.alloc() {{.*}} : memref<64xi8>
func.func @after_release(%x: memref<16xf32>, %y: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  memref.copy %x, %a : memref<16xf32> to memref<16xf32>
  memref.copy %a, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %a : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  memref.copy %x, %b : memref<16xf32> to memref<16xf32>
  memref.copy %b, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %b : memref<16xf32>
  return
}

// The large one is placed first, the small one lives in the middle of its life.
// CHECK-LABEL: func.func @first_use(
// CHECK:         memref.alloc() {{.*}} : memref<192xi8>
func.func @first_use(%x: memref<16xf32>, %y: memref<16xf32>) {
  %b = memref.alloc() : memref<16xf32>
  %a = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %a[%i] : memref<32xf32>
    affine.store %v, %b[15 - %i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %b[%i] : memref<16xf32>
    %w = affine.load %a[%i] : memref<32xf32>
    %s = arith.addf %v, %w : f32
    affine.store %s, %y[%i] : memref<16xf32>
  }
  memref.dealloc %b : memref<16xf32>
  memref.dealloc %a : memref<32xf32>
  return
}
