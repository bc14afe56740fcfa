// What upstream dialects can say, the checker can run.

// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(canonicalize,cse)"

// RUN: %{check} --entry=buffers | FileCheck %s
// CHECK: {{[46]}} runs agree ({{[23]}} data sets x 2 poison patterns), padding as guaranteed
// CHECK-NOT: not compared
func.func @buffers(%a: memref<6x8xf32>, %b: memref<6x8xf32>, %c: memref<2x8xf32>, %d: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %view = memref.subview %a[1, 0] [2, 8] [2, 1] : memref<6x8xf32> to memref<2x8xf32, strided<[16, 1], offset: 8>>
  memref.copy %view, %c : memref<2x8xf32, strided<[16, 1], offset: 8>> to memref<2x8xf32>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<6x8xf32>) outs(%b : memref<6x8xf32>) {
    ^bb0(%x: f32, %y: f32):
      %e = math.exp %x : f32
      %z = arith.maximumf %e, %y : f32
      %w = arith.maxnumf %z, %x : f32
      linalg.yield %w : f32
  }
  scf.parallel (%i) = (%c0) to (%c6) step (%c1) {
    %t = memref.alloca() : memref<8xf32>
    scf.forall (%j) in (8) {
      %x = memref.load %b[%i, %j] : memref<6x8xf32>
      %y = arith.mulf %x, %x fastmath<reassoc,nnan> : f32
      memref.store %y, %t[%j] : memref<8xf32>
    }
    %v = vector.load %t[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %v, %b[%i, %c0] : memref<6x8xf32>, vector<8xf32>
    scf.reduce
  }
  %n = arith.constant 7 : i32
  %old = memref.atomic_rmw addi %n, %d[] : (i32, memref<i32>) -> i32
  %flat = memref.collapse_shape %c [[0, 1]] : memref<2x8xf32> into memref<16xf32>
  %square = memref.expand_shape %flat [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %turned = memref.transpose %square (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  linalg.transpose ins(%square : memref<4x4xf32>) outs(%turned : memref<4x4xf32, strided<[1, 4]>>) permutation = [1, 0]
  return
}

// RUN: %{check} --entry=vectors | FileCheck %s
func.func @vectors(%a: memref<8x9xf32>, %b: memref<8x9xf32>, %v: memref<2xvector<4xi16>>) -> vector<4xi16> {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 1.0 : f32
  %x = vector.transfer_read %a[%c0, %c0], %pad : memref<8x9xf32>, vector<8x16xf32>
  %t = vector.transpose %x, [1, 0] : vector<8x16xf32> to vector<16x8xf32>
  %zero = arith.constant dense<0.0> : vector<8x8xf32>
  %m = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                        iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
      %x, %t, %zero : vector<8x16xf32>, vector<16x8xf32> into vector<8x8xf32>
  %init = arith.constant dense<0.0> : vector<8xf32>
  %r = vector.multi_reduction <add>, %m, %init [1] : vector<8x8xf32> to vector<8xf32>
  vector.transfer_write %r, %b[%c0, %c0] : vector<8xf32>, memref<8x9xf32>
  %e = memref.load %v[%c0] : memref<2xvector<4xi16>>
  %f = arith.addi %e, %e overflow<nsw> : vector<4xi16>
  memref.store %f, %v[%c0] : memref<2xvector<4xi16>>
  return %e : vector<4xi16>
}

// RUN: %{check} --entry=types --arg=7:-2.5 | FileCheck %s
func.func @types(%h: memref<5xf16>, %b: memref<5xbf16>, %c: memref<3xcomplex<f32>>, %i1: memref<9xi1>, %i7: memref<9xi7>,
                 %i128: memref<2xi128>, %x: memref<4xindex>, %s: bf16) -> (complex<f32>, bf16, i1, f16) {
  %c0 = arith.constant 0 : index
  %h0 = memref.load %h[%c0] : memref<5xf16>
  %h1 = arith.mulf %h0, %h0 : f16
  memref.store %h1, %h[%c0] : memref<5xf16>
  %b0 = memref.load %b[%c0] : memref<5xbf16>
  %b1 = arith.addf %b0, %s : bf16
  memref.store %b1, %b[%c0] : memref<5xbf16>
  %z = memref.load %c[%c0] : memref<3xcomplex<f32>>
  %zz = complex.mul %z, %z : complex<f32>
  memref.store %zz, %c[%c0] : memref<3xcomplex<f32>>
  %t = memref.load %i1[%c0] : memref<9xi1>
  %true = arith.constant true
  %u = arith.xori %t, %true : i1
  memref.store %u, %i1[%c0] : memref<9xi1>
  %o = memref.load %i7[%c0] : memref<9xi7>
  %oo = arith.muli %o, %o : i7
  memref.store %oo, %i7[%c0] : memref<9xi7>
  %l = memref.load %i128[%c0] : memref<2xi128>
  %ll = arith.muli %l, %l : i128
  memref.store %ll, %i128[%c0] : memref<2xi128>
  // Elements of type index may well index something.
  %j = memref.load %x[%c0] : memref<4xindex>
  %k = memref.load %i1[%j] : memref<9xi1>
  return %zz, %b1, %k, %h1 : complex<f32>, bf16, i1, f16
}

// Tensors are bufferised; what becomes of the memory of a tensor argument is
// nobody's concern.
// RUN: %{check} --entry=tensors | FileCheck %s
// RUN: layout-check %s --entry=tensors --pipeline="builtin.module(one-shot-bufferize{bufferize-function-boundaries})" | FileCheck %s
func.func @tensors(%a: tensor<5x6xf32>, %b: tensor<6x5xf32>, %c: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x5xf32>) -> tensor<5x5xf32>
  %m = linalg.matmul ins(%a, %b : tensor<5x6xf32>, tensor<6x5xf32>) outs(%f : tensor<5x5xf32>) -> tensor<5x5xf32>
  %n = linalg.add ins(%m, %c : tensor<5x5xf32>, tensor<5x5xf32>) outs(%c : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %m, %n : tensor<5x5xf32>, tensor<5x5xf32>
}

// Calls, recursion, constant globals, strided and texture memory.
// RUN: %{check} --entry=calls --arg=2:6 --dim=arg1.dim0:3 | FileCheck %s
memref.global "private" constant @table : memref<4xi64> = dense<[2, 3, 5, 7]>
func.func private @factorial(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %done = arith.cmpi sle, %n, %c1 : i64
  %r = scf.if %done -> i64 {
    scf.yield %c1 : i64
  } else {
    %m = arith.subi %n, %c1 : i64
    %f = func.call @factorial(%m) : (i64) -> i64
    %g = arith.muli %n, %f : i64
    scf.yield %g : i64
  }
  return %r : i64
}
func.func @calls(%a: memref<4xi64, #layout.texture<readwrite>>, %s: memref<?x4xi64, strided<[?, 1], offset: ?>>, %n: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %t = memref.get_global @table : memref<4xi64>
  %f = call @factorial(%n) : (i64) -> i64
  affine.for %i = 0 to 4 {
    %x = affine.load %t[%i] : memref<4xi64>
    %y = memref.load %s[%c0, %i] : memref<?x4xi64, strided<[?, 1], offset: ?>>
    %z = arith.addi %x, %y : i64
    memref.store %z, %a[%i] : memref<4xi64, #layout.texture<readwrite>>
  }
  return %f : i64
}

// A buffer that is an argument and a result; results of rank 0; no result.
// RUN: %{check} --entry=results | FileCheck %s
func.func @results(%a: memref<3xi32>) -> (memref<3xi32>, memref<i64>, i8) {
  %c0 = arith.constant 0 : index
  %l = memref.alloc() : memref<i64>
  %x = memref.load %a[%c0] : memref<3xi32>
  %y = arith.extsi %x : i32 to i64
  memref.store %y, %l[] : memref<i64>
  %z = arith.trunci %x : i32 to i8
  return %a, %l, %z : memref<3xi32>, memref<i64>, i8
}

// Transfers of one element where the innermost stride is not 1.
// RUN: %{check} --entry=one_element | FileCheck %s
func.func @one_element(%a: memref<4x6xi32>, %b: memref<4x6xi32>) {
  %c0 = arith.constant 0 : index
  %c = arith.constant 3 : i32
  %from = memref.subview %a[1, 2] [1, 1] [1, 2] : memref<4x6xi32> to memref<1x1xi32, strided<[6, 2], offset: 8>>
  %to = memref.subview %b[2, 1] [1, 1] [1, 3] : memref<4x6xi32> to memref<1x1xi32, strided<[6, 3], offset: 13>>
  %row = vector.transfer_read %from[%c0, %c0], %c {in_bounds = [true], permutation_map = affine_map<(i, j) -> (0)>} : memref<1x1xi32, strided<[6, 2], offset: 8>>, vector<4xi32>
  vector.transfer_write %row, %b[%c0, %c0] : vector<4xi32>, memref<4x6xi32>
  %one = vector.transfer_read %from[%c0, %c0], %c : memref<1x1xi32, strided<[6, 2], offset: 8>>, vector<i32>
  vector.transfer_write %one, %to[%c0, %c0] : vector<i32>, memref<1x1xi32, strided<[6, 3], offset: 13>>
  return
}

// Between bf16 and f64; a number is rounded once, here to 0x3F81, not to f32 first.
// RUN: %{check} --entry=doubles --arg=2:1.0039062500009095 --arg=3:-1e39 | FileCheck %s
func.func @doubles(%a: memref<8xbf16>, %b: memref<8xf64>, %x: f64, %y: f64) {
  %z = arith.truncf %x : f64 to bf16
  %bits = arith.bitcast %z : bf16 to i16
  %expected = arith.constant 0x3F81 : i16
  %isRounded = arith.cmpi eq, %bits, %expected : i16
  layout.assume %isRounded : i1
  %infinite = arith.truncf %y : f64 to bf16
  %infiniteBits = arith.bitcast %infinite : bf16 to i16
  %minusInfinity = arith.constant 0xFF80 : i16
  %isInfinite = arith.cmpi eq, %infiniteBits, %minusInfinity : i16
  layout.assume %isInfinite : i1
  affine.for %i = 0 to 8 {
    %u = affine.load %a[%i] : memref<8xbf16>
    %v = arith.extf %u : bf16 to f64
    %old = affine.load %b[%i] : memref<8xf64>
    affine.store %v, %b[%i] : memref<8xf64>
    %w = arith.truncf %old : f64 to bf16
    affine.store %w, %a[%i] : memref<8xbf16>
  }
  return
}
