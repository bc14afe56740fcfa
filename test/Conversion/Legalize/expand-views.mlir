// Two unknown sizes in one group: those of the result stand in `output_shape`.
// RUN: layout-opt %s --layout-legalize=only=views | FileCheck %s
// RUN: layout-opt %s --layout-bufferize --layout-to-llvm -o /dev/null
// RUN: layout-opt %s --layout-compile="target=x86-64 contract reassociate approximate" -o /dev/null
// RUN: sed '/memref.dealloc/d' %s | layout-opt --layout-compile=deallocate -o /dev/null
// RUN: layout-check %s --entry=two,scalar_times_rows --dim=arg0.dim0:15 --arg=1:3 --arg=2:5 --pipeline="builtin.module(layout-legalize{only=views})"
// RUN: layout-check %s --entry=three --dim=arg0.dim0:30 --arg=1:3 --arg=2:2 --arg=3:5 --pipeline="builtin.module(layout-legalize{only=views})"
// RUN: layout-check %s --entry=strided --arg=1:2 --arg=2:4 --pipeline="builtin.module(layout-legalize{only=views})"
// RUN: layout-check %s --entry=empty --dim=arg0.dim0:0 --arg=1:0 --arg=2:5 --pipeline="builtin.module(layout-legalize{only=views})"
// RUN: layout-check %s --entry=none --dim=arg0.dim0:0 --arg=1:7 --pipeline="builtin.module(layout-legalize{only=views})"
// RUN: layout-check %s --entry=linear --dim=arg0.dim0:3 --dim=arg0.dim1:5 --rtol=1e-5 --pipeline="builtin.module(layout-choose,layout-reflow,layout-bufferize,layout-apply,layout-optimize,layout-finalize,layout-legalize{only=views})"

// RUN: layout-check %s --entry=allocated --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=allocated_unknown --dim=arg0.dim0:5 --dim=arg1.dim0:5 --pipeline="builtin.module(layout-legalize{only=views})"
// RUN: layout-check %s --entry=allocated_unknown --dim=arg0.dim0:0 --dim=arg1.dim0:0 --pipeline="builtin.module(layout-legalize{only=views})"

// CHECK-LABEL: func.func @two(
// CHECK-SAME:    %[[A:.*]]: memref<?x4xf32>, %[[M:.*]]: index, %[[N:.*]]: index
// CHECK-NOT:     memref.expand_shape
// CHECK:         %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[A]]
// CHECK:         %[[STEP:.*]] = arith.muli %{{.*}}, %[[N]]
// CHECK:         memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[M]], %[[N]], 4], strides: [%[[STEP]], 4, 1]
func.func @two(%a: memref<?x4xf32>, %m: index, %n: index) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = memref.expand_shape %a [[0, 1], [2]] output_shape [%m, %n, 4] : memref<?x4xf32> into memref<?x?x4xf32>
  %d0 = memref.dim %e, %c0 : memref<?x?x4xf32>
  %d1 = memref.dim %e, %c1 : memref<?x?x4xf32>
  scf.for %i = %c1 to %d0 step %c1 {
    scf.for %j = %c1 to %d1 step %c1 {
      %x = memref.load %e[%i, %j, %c1] : memref<?x?x4xf32>
      %y = arith.addf %x, %one : f32
      memref.store %y, %e[%i, %j, %c0] : memref<?x?x4xf32>
    }
  }
  return
}

// The known size of a group is the innermost, one in the middle, or the outermost.
// CHECK-LABEL: func.func @three(
// CHECK-NOT:     memref.expand_shape
func.func @three(%a: memref<?xi32>, %l: index, %m: index, %n: index) -> i32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %e = memref.expand_shape %a [[0, 1, 2]] output_shape [%l, %m, %n] : memref<?xi32> into memref<?x?x?xi32>
  %f = memref.expand_shape %a [[0, 1, 2]] output_shape [%l, 2, %n] : memref<?xi32> into memref<?x2x?xi32>
  %g = memref.expand_shape %a [[0, 1, 2]] output_shape [3, %m, %n] : memref<?xi32> into memref<3x?x?xi32>
  %x = memref.load %e[%c1, %c1, %c1] : memref<?x?x?xi32>
  %y = memref.load %f[%c1, %c0, %c1] : memref<?x2x?xi32>
  %z = memref.load %g[%c0, %c1, %c1] : memref<3x?x?xi32>
  %xy = arith.subi %x, %y : i32
  %xyz = arith.xori %xy, %z : i32
  return %xyz : i32
}

// CHECK-LABEL: func.func @strided(
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [3], sizes: [%{{.*}}, %{{.*}}], strides: [%{{.*}}, 2]
func.func @strided(%a: memref<40xf32>, %m: index, %n: index) {
  %one = arith.constant 1.0 : f32
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %size = arith.muli %m, %n : index
  %v = memref.subview %a[3] [%size] [2] : memref<40xf32> to memref<?xf32, strided<[2], offset: 3>>
  %e = memref.expand_shape %v [[0, 1]] output_shape [%m, %n] : memref<?xf32, strided<[2], offset: 3>> into memref<?x?xf32, strided<[?, 2], offset: 3>>
  memref.store %one, %e[%c1, %c3] : memref<?x?xf32, strided<[?, 2], offset: 3>>
  return
}

// CHECK-LABEL: func.func @scalar_times_rows(
func.func @scalar_times_rows(%a: memref<?xf32>, %m: index, %n: index) {
  %two = arith.constant 2.0 : f32
  %e = memref.expand_shape %a [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : memref<?x?xf32>) {
  ^bb0(%x: f32):
    %y = arith.mulf %x, %two : f32
    linalg.yield %y : f32
  }
  return
}

// CHECK-LABEL: func.func @empty(
func.func @empty(%a: memref<?xf32>, %m: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = memref.expand_shape %a [[0, 1]] output_shape [%m, %n] : memref<?xf32> into memref<?x?xf32>
  %d0 = memref.dim %e, %c0 : memref<?x?xf32>
  %d1 = memref.dim %e, %c1 : memref<?x?xf32>
  %s = arith.addi %d0, %d1 : index
  return %s : index
}

// Nothing can be divided by a size of zero.
// CHECK-LABEL: func.func @none(
func.func @none(%a: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %e = memref.expand_shape %a [[0, 1]] output_shape [%n, 0] : memref<?xf32> into memref<?x0xf32>
  %d = memref.dim %e, %c0 : memref<?x0xf32>
  return %d : index
}

// Collapsed for a product of matrices, and expanded again, as front ends write a linear layer.
// CHECK-LABEL: func.func @linear(
func.func @linear(%x: tensor<?x?x8xf32>, %w: tensor<8x12xf32>) -> tensor<?x?x12xf32> {
  %z = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?x8xf32>
  %s = tensor.dim %x, %c1 : tensor<?x?x8xf32>
  %n = arith.muli %b, %s : index
  %f = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x?x8xf32> into tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x12xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x12xf32>) -> tensor<?x12xf32>
  %p = linalg.matmul ins(%f, %w : tensor<?x8xf32>, tensor<8x12xf32>) outs(%i : tensor<?x12xf32>) -> tensor<?x12xf32>
  %r = tensor.expand_shape %p [[0, 1], [2]] output_shape [%b, %s, 12] : tensor<?x12xf32> into tensor<?x?x12xf32>
  return %r : tensor<?x?x12xf32>
}

// Allocations with strides reach to the last element.
// CHECK-LABEL: func.func @allocated(
// CHECK:         %[[M:.*]] = memref.alloc() {alignment = 64 : i64} : memref<31xf32>
// CHECK:         memref.reinterpret_cast %[[M]] to offset: [3], sizes: [4, 4], strides: [8, 1] : memref<31xf32> to memref<4x4xf32, strided<[8, 1], offset: 3>>
// CHECK:         %[[N:.*]] = memref.alloca() : memref<16xf32>
// CHECK:         memref.reinterpret_cast %[[N]] to offset: [0], sizes: [4, 4], strides: [1, 4] : memref<16xf32> to memref<4x4xf32, strided<[1, 4]>>
func.func @allocated(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() {alignment = 64} : memref<4x4xf32, strided<[8, 1], offset: 3>>
  linalg.fill ins(%one : f32) outs(%m : memref<4x4xf32, strided<[8, 1], offset: 3>>)
  %n = memref.alloca() : memref<4x4xf32, strided<[1, 4]>>
  memref.copy %a, %n : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  linalg.add ins(%n, %m : memref<4x4xf32, strided<[1, 4]>>, memref<4x4xf32, strided<[8, 1], offset: 3>>) outs(%b : memref<4x4xf32>)
  memref.dealloc %m : memref<4x4xf32, strided<[8, 1], offset: 3>>
  return
}

// CHECK-LABEL: func.func @allocated_unknown(
// CHECK:         %[[D:.*]] = memref.dim
// CHECK:         %[[STEP:.*]] = arith.muli %[[D]], %c64
// CHECK:         %[[SIZE:.*]] = arith.addi %{{.*}}, %[[STEP]]
// CHECK:         memref.alloc(%[[SIZE]]) : memref<?xf32>
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%[[D]], 7], strides: [64, 2]
func.func @allocated_unknown(%a: memref<?x7xf32>, %b: memref<?x7xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x7xf32>
  %m = memref.alloc(%n) : memref<?x7xf32, strided<[64, 2]>>
  memref.copy %a, %m : memref<?x7xf32> to memref<?x7xf32, strided<[64, 2]>>
  memref.copy %m, %b : memref<?x7xf32, strided<[64, 2]>> to memref<?x7xf32>
  memref.dealloc %m : memref<?x7xf32, strided<[64, 2]>>
  return
}
