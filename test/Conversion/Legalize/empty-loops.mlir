// RUN: layout-opt %s --layout-legalize=only=empty-loops --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-optimize -o /dev/null
//
// Upstream's canonicalization of it gives a loop without an upper bound.
// RUN: not layout-opt %s --canonicalize 2>&1 | FileCheck %s --check-prefix=UPSTREAM
// UPSTREAM: expected upper bound map to have at least one result
//
// RUN: layout-check %s --entry=constant,composed,sized --pipeline="builtin.module(layout-optimize)"
// RUN: layout-check %s --entry=carried --arg=0:1.5 --arg=1:2.5 --pipeline="builtin.module(layout-optimize)"
// RUN: layout-check %s --entry=entered --arg=1:0 --pipeline="builtin.module(layout-optimize)"
// RUN: layout-check %s --entry=entered --arg=1:9 --pipeline="builtin.module(layout-optimize)"

// REMARK: :[[#@LINE+7]]:3: remark: [Passed] layout-legalize/never-entered | {{.*}}"no iteration: the loop is never entered"
// CHECK-LABEL: @constant
// CHECK-NEXT: arith.constant
// CHECK-NEXT: affine.store
// CHECK-NEXT: return
func.func @constant(%a: memref<64xf32>) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 10 to 5 {
    affine.for %j = 0 to min affine_map<(i) -> (8, i + 1, -i + 20)>(%i) {
      affine.store %x, %a[%j] : memref<64xf32>
    }
  }
  affine.store %x, %a[3] : memref<64xf32>
  return
}

// CHECK-LABEL: @composed
// CHECK-NOT: affine.for
// CHECK: return
func.func @composed(%a: memref<64xf32>) {
  %x = arith.constant 1.0 : f32
  %c5 = arith.constant 5 : index
  %c2 = affine.apply affine_map<()[s] -> (s - 3)>()[%c5]
  affine.for %i = max affine_map<()[s] -> (s, 1)>()[%c5] to min affine_map<()[s] -> (s, 20)>()[%c2] {
    affine.for %j = 0 to min affine_map<(i) -> (8, i + 1, -i + 20)>(%i) {
      affine.store %x, %a[%j] : memref<64xf32>
    }
  }
  return
}

// CHECK-LABEL: @carried
// CHECK-NEXT: return %arg0, %arg1
func.func @carried(%x: f32, %y: f32) -> (f32, f32) {
  %0:2 = affine.for %i = 0 to 0 iter_args(%p = %x, %q = %y) -> (f32, f32) {
    %1 = arith.addf %p, %q : f32
    affine.yield %1, %p : f32, f32
  }
  return %0#0, %0#1 : f32, f32
}

// Bounds that may be anything, and one iteration, stay.
// CHECK-LABEL: @entered
// CHECK: affine.for %{{.*}} = 0 to min affine_map<()[s0] -> (s0, 4)>
// CHECK: affine.for %{{.*}} = 3 to 4
func.func @entered(%a: memref<64xf32>, %n: index) {
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to min affine_map<()[s] -> (s, 4)>()[%n] {
    affine.for %j = 3 to 4 {
      affine.store %x, %a[%i + %j] : memref<64xf32>
    }
  }
  return
}

// The bounds of the second loop are 2 and 2 for the only value of %i, the third
// would lose its own.
// REMARK: :[[#@LINE+9]]:5: remark: [Passed] layout-legalize/never-entered
// CHECK-LABEL: @single
// CHECK: affine.for
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.store
// CHECK-NOT: affine.for
// CHECK: return
func.func @single(%a: memref<64xf32>, %x: f32) {
  affine.for %i = 1 to 2 {
    affine.for %j = max affine_map<(i) -> (0, -i + 3)>(%i) to min affine_map<(i) -> (4, (i * -4 + 10) ceildiv 3)>(%i) {
      affine.for %k = max affine_map<(i, j) -> (0, (-(i * 4 + j * 3 - 10)) ceildiv 4)>(%i, %j) to 4 {
        affine.store %x, %a[%k] : memref<64xf32>
      }
    }
    affine.for %j = max affine_map<(i) -> (0, -i + 3)>(%i) to 5 {
      affine.store %x, %a[%j] : memref<64xf32>
    }
  }
  return
}

// The size that the buffer was allocated with.
// CHECK-LABEL: @sized
// CHECK-NOT: affine.for
// CHECK: return
func.func @sized(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %b = memref.alloca(%c0) : memref<?xf32>
  %n = memref.dim %b, %c0 : memref<?xf32>
  affine.for %i = 0 to affine_map<()[s] -> (s ceildiv 2)>()[%n] {
    affine.for %j = 0 to min affine_map<(i)[s] -> (2, i * -2 + s)>(%i)[%n] {
      affine.store %x, %a[%i * 2 + %j] : memref<64xf32>
    }
  }
  return
}

// That the buffer has no rows is known only when casts are folded.
// CHECK-LABEL: @known_later
// CHECK-COUNT-3: affine.for
func.func @known_later(%p: memref<64xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %none = memref.alloc() : memref<0x8xf32>
  %cast = memref.cast %none : memref<0x8xf32> to memref<?x8xf32>
  %n = memref.dim %cast, %c0 : memref<?x8xf32>
  affine.for %i = 0 to affine_map<()[s] -> (s ceildiv 4)>()[%n] {
    affine.for %j = 0 to min affine_map<(i)[s] -> (2, i * -2 + s floordiv 2 + 1)>(%i)[%n] {
      affine.for %k = 0 to min affine_map<(i, j)[s] -> (2, i * -4 - j * 2 + s)>(%i, %j)[%n] {
        affine.store %x, %p[%i + %j + %k] : memref<64xf32>
      }
    }
  }
  return
}
