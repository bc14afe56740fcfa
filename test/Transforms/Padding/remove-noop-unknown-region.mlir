// A buffer of an op that is not known: whether and in which order its region executes
// what is in it is not known either, so that a store which any op there reads stays.
// RUN: layout-opt %s --allow-unregistered-dialect --layout-remove-noop | FileCheck %s
// RUN: layout-check %s --entry=read_later,two_regions --allow-unregistered-dialect --pipeline="builtin.module(layout-remove-noop)"

// CHECK-LABEL: func @read_later
// CHECK: affine.store %{{.*}}, %alloc
// CHECK: affine.load %alloc
func.func @read_later(%a: memref<3xi8>) {
  "foreign.region"() ({
    %t = memref.alloc() : memref<3xi8>
    affine.for %i = 0 to 3 {
      %0 = affine.load %a[%i] : memref<3xi8>
      %1 = arith.addi %0, %0 : i8
      affine.store %1, %t[%i] : memref<3xi8>
    }
    affine.for %i = 0 to 3 {
      %0 = affine.load %t[%i] : memref<3xi8>
      affine.store %0, %a[%i] : memref<3xi8>
    }
    "foreign.end"() : () -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: func @two_regions
// CHECK: memref.store %{{.*}}, %alloc
// CHECK: memref.load %alloc
func.func @two_regions(%a: memref<3xi8>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 5 : i8
  "foreign.region"() ({
    %t = memref.alloc() : memref<1xi8>
    memref.store %x, %t[%c0] : memref<1xi8>
    %0 = memref.load %t[%c0] : memref<1xi8>
    memref.store %0, %a[%c0] : memref<3xi8>
    "foreign.end"() : () -> ()
  }, {
  }) : () -> ()
  return
}

// CHECK-LABEL: func @read_never
// CHECK-NOT: affine.store
func.func @read_never(%x: i8) {
  "foreign.region"() ({
    %t = memref.alloc() : memref<3xi8>
    affine.for %i = 0 to 3 {
      affine.store %x, %t[%i] : memref<3xi8>
    }
    "foreign.end"() : () -> ()
  }) : () -> ()
  return
}
