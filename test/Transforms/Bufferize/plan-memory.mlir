// RUN: layout-opt %s --layout-plan-memory -o %t
// RUN: FileCheck %s < %t
// A second run changes nothing.
// RUN: layout-opt %t --layout-plan-memory | diff %t -
// RUN: layout-check %s --entry=chain,loop --pipeline="builtin.module(layout-plan-memory)"

// %a and %c are not alive at the same time; %b is, with both.
// CHECK-LABEL: func.func @chain(
// CHECK:         %[[MEMORY:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         memref.view %[[MEMORY]][%[[ZERO]]][] : memref<128xi8> to memref<16xf32>
// CHECK:         %[[NEXT:.*]] = arith.constant 64 : index
// CHECK:         memref.view %[[MEMORY]][%[[NEXT]]][] : memref<128xi8> to memref<8xf32>
// CHECK:         %[[AGAIN:.*]] = arith.constant 0 : index
// CHECK:         memref.view %[[MEMORY]][%[[AGAIN]]][] : memref<128xi8> to memref<16xf32>
// CHECK-NOT:     memref.dealloc %{{[abc]}}
// CHECK:         memref.dealloc %[[MEMORY]] : memref<128xi8>
// CHECK-NEXT:    return
func.func @chain(%x: memref<16xf32>, %y: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() {alignment = 32 : i64} : memref<8xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %a[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %a[%i * 2] : memref<16xf32>
    affine.store %v, %b[%i] : memref<8xf32>
  }
  memref.dealloc %a : memref<16xf32>
  %c = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %b[%i floordiv 2] : memref<8xf32>
    affine.store %v, %c[%i] : memref<16xf32>
  }
  affine.for %i = 0 to 16 {
    %u = affine.load %b[%i floordiv 2] : memref<8xf32>
    %v = affine.load %c[%i] : memref<16xf32>
    %w = arith.addf %u, %v : f32
    affine.store %w, %y[%i] : memref<16xf32>
  }
  memref.dealloc %b : memref<8xf32>
  memref.dealloc %c : memref<16xf32>
  return
}

// Each block by itself.
// CHECK-LABEL: func.func @loop(
// CHECK:         affine.for
// CHECK:           memref.alloc() {{.*}} : memref<192xi8>
// CHECK-NOT:       memref.alloc
// CHECK:           memref.dealloc {{.*}} : memref<192xi8>
// CHECK-NEXT:    }
func.func @loop(%x: memref<4x17xi16>) {
  affine.for %i = 0 to 4 {
    %a = memref.alloc() : memref<17xi16>
    %b = memref.alloc() : memref<17xi32>
    affine.for %j = 0 to 17 {
      %v = affine.load %x[%i, %j] : memref<4x17xi16>
      %w = arith.extsi %v : i16 to i32
      affine.store %v, %a[%j] : memref<17xi16>
      affine.store %w, %b[%j] : memref<17xi32>
    }
    affine.for %j = 0 to 17 {
      %v = affine.load %a[16 - %j] : memref<17xi16>
      %w = affine.load %b[%j] : memref<17xi32>
      %t = arith.trunci %w : i32 to i16
      %s = arith.addi %v, %t : i16
      affine.store %s, %x[%i, %j] : memref<4x17xi16>
    }
    memref.dealloc %b : memref<17xi32>
    memref.dealloc %a : memref<17xi16>
  }
  return
}

// Freed elsewhere, or not here; of unknown size; in other memory; of one's own alignment.
// CHECK-LABEL: func.func @stay(
// CHECK-NOT:     memref.view
func.func @stay(%n: index, %c: i1) -> memref<8xf32> {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %d = memref.alloc(%n) : memref<?xf32>
  %e = memref.alloc() : memref<8xf32, 1>
  %f = memref.alloc() {alignment = 4096 : i64} : memref<8xf32>
  %g = memref.alloc() : memref<8xf32>
  scf.if %c {
    memref.dealloc %b : memref<8xf32>
  } else {
    memref.dealloc %b : memref<8xf32>
  }
  memref.dealloc %d : memref<?xf32>
  memref.dealloc %e : memref<8xf32, 1>
  memref.dealloc %f : memref<8xf32>
  memref.dealloc %g : memref<8xf32>
  return %a : memref<8xf32>
}
