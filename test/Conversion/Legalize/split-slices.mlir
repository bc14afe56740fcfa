// Slices that drop some of their dimensions of size 1 and step along others: one slice
// drops, another one steps.
// RUN: layout-opt %s --split-input-file --layout-legalize=only=slices | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-compile="target=x86-64 contract reassociate approximate" -o /dev/null

// RUN: split-file %s %t
// RUN: layout-opt %t/buffers.mlir --layout-optimize -o /dev/null
// RUN: layout-opt %t/buffers.mlir --layout-to-llvm -o /dev/null
// RUN: layout-opt %t/tensors.mlir --layout-bufferize --layout-to-llvm -o /dev/null
// RUN: layout-opt %t/tensors.mlir --layout-compile=deallocate -o /dev/null
// RUN: layout-opt %t/filled.mlir --layout-raise-loops=linalg -o /dev/null
// RUN: layout-opt %t/filled.mlir --layout-assign -o /dev/null
// RUN: layout-check %t/filled.mlir --entry=filled,filled_laid_out --arg=1:1 --arg=2:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-opt %t/requests.mlir --layout-assign --layout-apply -o /dev/null
// RUN: layout-check %t/buffers.mlir --entry=second,first,apart,unknown_step --arg=1:1 --arg=2:3 --arg=3:2 --pipeline="builtin.module(layout-legalize{only=slices})"
// RUN: layout-check %t/buffers.mlir --entry=second,first,apart,unknown_step --arg=1:1 --arg=2:3 --arg=3:2 --pipeline="builtin.module(layout-optimize)"
// RUN: layout-check %t/buffers.mlir --entry=unknown --dim=arg0.dim1:5 --dim=arg0.dim2:9 --arg=1:1 --arg=2:3 --arg=3:2 --pipeline="builtin.module(layout-legalize{only=slices})"
// RUN: layout-check %t/requests.mlir --entry=laid_out --arg=1:1 --arg=2:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %t/tensors.mlir --entry=extract,insert --arg=1:1 --arg=2:3 --pipeline="builtin.module(layout-bufferize,layout-legalize{only=slices})"

//--- buffers.mlir

// CHECK-LABEL: func.func @second(
// CHECK-SAME:    %[[A:.*]]: memref<1x8x8x8xf32>, %[[I:.*]]: index, %[[J:.*]]: index, %[[K:.*]]: index
// CHECK:         %[[D:.*]] = memref.subview %[[A]][0, 0, %[[J]], 0] [1, 8, 1, 8] [1, 1, 1, 1] : memref<1x8x8x8xf32> to memref<1x8x8xf32, strided<[512, 64, 1], offset: ?>>
// CHECK:         memref.subview %[[D]][0, %[[I]], %[[K]]] [1, 2, 2] [2, 3, 5] : memref<1x8x8xf32, strided<[512, 64, 1], offset: ?>> to memref<1x2x2xf32, strided<[1024, 192, 5], offset: ?>>
func.func @second(%a: memref<1x8x8x8xf32>, %i: index, %j: index, %k: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %s = memref.subview %a[0, %i, %j, %k] [1, 2, 1, 2] [2, 3, 4, 5] : memref<1x8x8x8xf32> to memref<1x2x2xf32, strided<[1024, 192, 5], offset: ?>>
  %x = memref.load %s[%c0, %c1, %c1] : memref<1x2x2xf32, strided<[1024, 192, 5], offset: ?>>
  return %x : f32
}

// The same sizes, but the strides of what is left are others.
// CHECK-LABEL: func.func @first(
// CHECK:         memref.subview %{{.*}}[0, 0, 0, 0] [1, 8, 8, 8] [1, 1, 1, 1] : memref<1x8x8x8xf32> to memref<8x8x8xf32, strided<[64, 8, 1]>>
// CHECK:         memref.subview %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] [2, 1, 2] [3, 4, 5] : memref<8x8x8xf32, strided<[64, 8, 1]>> to memref<2x1x2xf32, strided<[192, 32, 5], offset: ?>>
func.func @first(%a: memref<1x8x8x8xf32>, %i: index, %j: index, %k: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %s = memref.subview %a[0, %i, %j, %k] [1, 2, 1, 2] [2, 3, 4, 5] : memref<1x8x8x8xf32> to memref<2x1x2xf32, strided<[192, 32, 5], offset: ?>>
  %n = memref.dim %s, %c1 : memref<2x1x2xf32, strided<[192, 32, 5], offset: ?>>
  %l = arith.subi %n, %c1 : index
  %x = memref.load %s[%c1, %l, %c1] : memref<2x1x2xf32, strided<[192, 32, 5], offset: ?>>
  return %x : f32
}

// The stride 8 is that of the last dimension in the slice, and of the second in the source.
// CHECK-LABEL: func.func @apart(
// CHECK:         memref.subview %{{.*}} : memref<8x8x8xf32> to memref<8x8xf32, strided<[64, 1], offset: ?>>
// CHECK:         memref.subview %{{.*}} : memref<8x8xf32, strided<[64, 1], offset: ?>> to memref<1x1xf32, strided<[64, 8], offset: ?>>
func.func @apart(%a: memref<8x8x8xf32>, %i: index, %j: index, %k: index) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %s = memref.subview %a[%i, %j, %k] [1, 1, 1] [1, 8, 8] : memref<8x8x8xf32> to memref<1x1xf32, strided<[64, 8], offset: ?>>
  memref.store %one, %s[%c0, %c0] : memref<1x1xf32, strided<[64, 8], offset: ?>>
  return
}

// CHECK-LABEL: func.func @unknown_step(
// CHECK:         memref.subview %{{.*}}[0, %{{.*}}, 0] [4, 1, 9] [1, 1, 1] : memref<4x8x9xf32> to memref<4x9xf32, strided<[72, 1], offset: ?>>
// CHECK:         memref.subview %{{.*}}[1, 0] [1, %{{.*}}] [1, %{{.*}}]
func.func @unknown_step(%a: memref<4x8x9xf32>, %i: index, %step: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %a[1, %i, 0] [1, 1, %n] [1, 2, %step] : memref<4x8x9xf32> to memref<1x?xf32, strided<[72, ?], offset: ?>>
  %m = memref.dim %s, %c1 : memref<1x?xf32, strided<[72, ?], offset: ?>>
  %l = arith.subi %m, %c1 : index
  %x = memref.load %s[%c0, %l] : memref<1x?xf32, strided<[72, ?], offset: ?>>
  return %x : f32
}

// Sizes that are not known.
// CHECK-LABEL: func.func @unknown(
// CHECK:         memref.subview %{{.*}}[0, 1, 0] [3, 1, %{{.*}}] [1, 1, 1] : memref<3x?x?xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
// CHECK:         memref.subview %{{.*}}[%{{.*}}, 0] [1, %{{.*}}] [1, 2]
func.func @unknown(%a: memref<3x?x?xf32>, %i: index, %j: index, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %a[%i, 1, 0] [1, 1, %n] [1, 1, 2] : memref<3x?x?xf32> to memref<1x?xf32, strided<[?, 2], offset: ?>>
  %x = memref.load %s[%c0, %c1] : memref<1x?xf32, strided<[?, 2], offset: ?>>
  return %x : f32
}

// Upstream tells what these drop.
// CHECK-LABEL: func.func @left_alone(
// CHECK-COUNT-3: memref.subview
// CHECK-NOT:     memref.subview
// CHECK:         return
func.func @left_alone(%a: memref<1x8x8xf32>, %i: index) -> (memref<1x4xf32, strided<[64, 1], offset: ?>>, memref<4xf32, strided<[2], offset: ?>>, memref<1x1x4xf32, strided<[128, 16, 2], offset: ?>>) {
  %s = memref.subview %a[0, %i, 0] [1, 1, 4] [1, 1, 1] : memref<1x8x8xf32> to memref<1x4xf32, strided<[64, 1], offset: ?>>
  %t = memref.subview %a[0, %i, 0] [1, 1, 4] [2, 2, 2] : memref<1x8x8xf32> to memref<4xf32, strided<[2], offset: ?>>
  %u = memref.subview %a[0, %i, 0] [1, 1, 4] [2, 2, 2] : memref<1x8x8xf32> to memref<1x1x4xf32, strided<[128, 16, 2], offset: ?>>
  return %s, %t, %u : memref<1x4xf32, strided<[64, 1], offset: ?>>, memref<4xf32, strided<[2], offset: ?>>, memref<1x1x4xf32, strided<[128, 16, 2], offset: ?>>
}

//--- requests.mlir
// -----

// Accesses through such a slice are folded into the buffer that gets a layout.
// CHECK-LABEL: func.func @laid_out(
func.func @laid_out(%a: memref<1x8x9xf32> {layout.transform = #layout.buffer<index_map<(n, i, j) -> (n, j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>}, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %a[0, %i, 1] [1, 1, 4] [1, 1, 2] : memref<1x8x9xf32> to memref<1x4xf32, strided<[72, 2], offset: ?>>
  %m = memref.dim %s, %c1 : memref<1x4xf32, strided<[72, 2], offset: ?>>
  scf.for %k = %c0 to %m step %c1 {
    %x = memref.load %s[%c0, %k] : memref<1x4xf32, strided<[72, 2], offset: ?>>
    %y = arith.addf %x, %x : f32
    memref.store %y, %s[%c0, %k] : memref<1x4xf32, strided<[72, 2], offset: ?>>
  }
  return
}

//--- tensors.mlir
// -----

// CHECK-LABEL: func.func @extract(
func.func @extract(%a: tensor<1x8x8x8xf32>, %i: index, %k: index) -> f32 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %s = tensor.extract_slice %a[0, 0, %i, 1] [1, 2, 1, 2] [2, 3, 4, 5] : tensor<1x8x8x8xf32> to tensor<1x2x2xf32>
  %x = tensor.extract %s[%c0, %c1, %c1] : tensor<1x2x2xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @insert(
func.func @insert(%a: tensor<1x8x8x8xf32>, %i: index, %k: index) -> tensor<1x8x8x8xf32> {
  %z = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]]]> : tensor<1x2x2xf32>
  %s = tensor.insert_slice %z into %a[0, %i, %k, 1] [1, 2, 1, 2] [1, 3, 1, 5] : tensor<1x2x2xf32> into tensor<1x8x8x8xf32>
  return %s : tensor<1x8x8x8xf32>
}

//--- filled.mlir
// -----

// Sizes of operands are the ranges of loops.
// CHECK-LABEL: func.func @filled(
func.func @filled(%a: memref<4x8x9xf32>, %n: index, %step: index) {
  %f = arith.constant 1.0 : f32
  %s = memref.subview %a[0, 2, 1] [1, 1, %n] [%step, 1, %step] : memref<4x8x9xf32> to memref<1x?xf32, strided<[?, ?], offset: 19>>
  linalg.fill ins(%f : f32) outs(%s : memref<1x?xf32, strided<[?, ?], offset: 19>>)
  return
}

// CHECK-LABEL: func.func @filled_laid_out(
func.func @filled_laid_out(%a: memref<4x8x9xf32> {layout.transform = #layout.buffer<index_map<(n, i, j) -> (n, j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>}, %n: index, %step: index) {
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %s = memref.subview %a[0, 2, 1] [1, 1, %n] [%step, 1, %step] : memref<4x8x9xf32> to memref<1x?xf32, strided<[?, ?], offset: 19>>
  linalg.fill ins(%f : f32) outs(%s : memref<1x?xf32, strided<[?, ?], offset: 19>>)
  %v = vector.transfer_read %s[%c0, %c0], %f {in_bounds = [false]} : memref<1x?xf32, strided<[?, ?], offset: 19>>, vector<2xf32>
  vector.transfer_write %v, %s[%c0, %c0] {in_bounds = [false]} : vector<2xf32>, memref<1x?xf32, strided<[?, ?], offset: 19>>
  return
}
