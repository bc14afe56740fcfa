// Where the terms of a sum lie side by side, and may be added up in any order, the
// loops of the sum go innermost.
//
// RUN: layout-opt %s --layout-tile-loops --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: layout-check %s --entry=columns --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=tiles --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=maxima --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=below --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=two --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:5 --dim=arg0.dim1:37 --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:0 --dim=arg0.dim1:37 --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=dependent --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-opt %s --layout-apply --layout-optimize --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=LANES

// CHECK: sum-interchange.mlir:[[#@LINE+7]]:3: remark: {{.*}}layout-tile-loops/interchanged | {{.*}}adjacent elements are added up innermost: 0.{{[0-9]+}} instructions an iteration, estimated, instead of 5.00
// CHECK-LABEL: func.func @columns
// CHECK: affine.for %[[J:.*]] = 0 to 20 {
// CHECK:   affine.for %[[I:.*]] = 0 to 70 iter_args
// CHECK:     affine.load %{{.*}}[%[[J]], %[[I]]]
// LANES: sum-interchange.mlir:[[#@LINE+2]]:3: remark: {{.*}}layout-tile-loops/interchanged
func.func @columns(%a: memref<20x70xi8>, %b: memref<70xi8> {llvm.noalias}, %c: memref<20xi8> {llvm.noalias}) {
  affine.for %i = 0 to 70 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %a[%j, %i] : memref<20x70xi8>
      %1 = affine.load %b[%i] : memref<70xi8>
      %2 = affine.load %c[%j] : memref<20xi8>
      %3 = arith.muli %0, %1 : i8
      %4 = arith.addi %2, %3 : i8
      affine.store %4, %c[%j] : memref<20xi8>
    }
  }
  return
}

#t = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i floordiv 16, j mod 4, i mod 16)>, pad<undef>>

// LANES: sum-interchange.mlir:[[#@LINE+2]]:3: remark: {{.*}}layout-tile-loops/interchanged
func.func @tiles(%a: memref<70x22xi32, #t>, %c: memref<22xi32>) {
  affine.for %i = 0 to 70 {
    affine.for %j = 0 to 22 {
      %0 = affine.load %a[%i, %j] : memref<70x22xi32, #t>
      %2 = affine.load %c[%j] : memref<22xi32>
      %4 = arith.addi %2, %0 : i32
      affine.store %4, %c[%j] : memref<22xi32>
    }
  }
  return
}

// LANES: sum-interchange.mlir:[[#@LINE+2]]:3: remark: {{.*}}layout-tile-loops/interchanged
func.func @maxima(%a: memref<70x22xf32, #t>, %c: memref<22xf32>) {
  affine.for %i = 0 to 70 {
    affine.for %j = 0 to 22 {
      %0 = affine.load %a[%i, %j] : memref<70x22xf32, #t>
      %2 = affine.load %c[%j] : memref<22xf32>
      %4 = arith.maximumf %2, %0 : f32
      affine.store %4, %c[%j] : memref<22xf32>
    }
  }
  return
}

// Bounds of a triangle.
// CHECK-LABEL: func.func @below
// CHECK: affine.for %[[J:.*]] = 0 to 50 {
// CHECK:   affine.for %[[I:.*]] = max #{{.*}}(%[[J]]) to 50 iter_args
// CHECK:     affine.load %{{.*}}[%[[J]], %[[I]]]
func.func @below(%a: memref<50x50xi16>, %c: memref<50xi16> {llvm.noalias}) {
  affine.for %i = 0 to 50 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %a[%j, %i] : memref<50x50xi16>
      %2 = affine.load %c[%j] : memref<50xi16>
      %4 = arith.addi %2, %0 : i16
      affine.store %4, %c[%j] : memref<50xi16>
    }
  }
  return
}

// Two loops of one sum keep their order.
// CHECK-LABEL: func.func @two
// CHECK: affine.for %[[J:.*]] = 0 to 20 {
// CHECK:   affine.for %[[K:.*]] = 0 to 3 {
// CHECK:     affine.for %[[I:.*]] = 0 to 70 iter_args
// CHECK:       affine.load %{{.*}}[%[[J]], %[[K]], %[[I]]]
func.func @two(%a: memref<20x3x70xi32>, %c: memref<20xi32> {llvm.noalias}) {
  affine.for %k = 0 to 3 {
    affine.for %i = 0 to 70 {
      affine.for %j = 0 to 20 {
        %0 = affine.load %a[%j, %k, %i] : memref<20x3x70xi32>
        %2 = affine.load %c[%j] : memref<20xi32>
        %4 = arith.addi %2, %0 : i32
        affine.store %4, %c[%j] : memref<20xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @dynamic
// CHECK: affine.for %[[J:.*]] = 0 to %
// CHECK:   affine.for %[[I:.*]] = 0 to %{{.*}} iter_args
// CHECK:     affine.load %{{.*}}[%[[J]], %[[I]]]
func.func @dynamic(%a: memref<?x?xi32>, %c: memref<64xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xi32>
  %n = memref.dim %a, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %0 = affine.load %a[%j, %i] : memref<?x?xi32>
      %2 = affine.load %c[%j] : memref<64xi32>
      %4 = arith.addi %2, %0 : i32
      affine.store %4, %c[%j] : memref<64xi32>
    }
  }
  return
}

// Sums of floats have one order.
// CHECK-LABEL: func.func @floats
// CHECK-NOT: iter_args
// CHECK-LABEL: func.func @dependent
func.func @floats(%a: memref<20x70xf32>, %c: memref<20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 70 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %a[%j, %i] : memref<20x70xf32>
      %2 = affine.load %c[%j] : memref<20xf32>
      %4 = arith.addf %2, %0 : f32
      affine.store %4, %c[%j] : memref<20xf32>
    }
  }
  return
}

// What the sum adds up is another sum.
// CHECK: affine.for %{{.*}} = 0 to 21 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 20 {
func.func @dependent(%a: memref<22x21xi32>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %a[%j + 1, %i] : memref<22x21xi32>
      %2 = affine.load %a[%j, 20] : memref<22x21xi32>
      %4 = arith.addi %2, %0 : i32
      affine.store %4, %a[%j, 20] : memref<22x21xi32>
    }
  }
  return
}

// They may be one memory.
// CHECK-LABEL: func.func @unknown
// CHECK: affine.for %{{.*}} = 0 to 70 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 20 {
func.func @unknown(%a: memref<20x70xi32>, %c: memref<20xi32>) {
  affine.for %i = 0 to 70 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %a[%j, %i] : memref<20x70xi32>
      %2 = affine.load %c[%j] : memref<20xi32>
      %4 = arith.addi %2, %0 : i32
      affine.store %4, %c[%j] : memref<20xi32>
    }
  }
  return
}


// The order of terms makes a difference, or there are none.
// CHECK-LABEL: func.func @horner
// CHECK-NOT: iter_args
func.func @horner(%a: memref<20x70xi32>, %c: memref<20xi32> {llvm.noalias}) {
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 70 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %a[%j, %i] : memref<20x70xi32>
      %2 = affine.load %c[%j] : memref<20xi32>
      %3 = arith.muli %2, %seven : i32
      %4 = arith.addi %3, %0 : i32
      affine.store %4, %c[%j] : memref<20xi32>
    }
  }
  return
}

// CHECK-LABEL: func.func @last
// CHECK-NOT: iter_args
func.func @last(%a: memref<20x70xi32>, %c: memref<20xi32> {llvm.noalias}) {
  affine.for %i = 0 to 70 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %a[%j, %i] : memref<20x70xi32>
      %4 = arith.addi %0, %0 : i32
      affine.store %4, %c[%j] : memref<20xi32>
    }
  }
  return
}

// LANES: vectorized: 16 iterations at a time, each lane with a part of the sum, masked in partial tiles
