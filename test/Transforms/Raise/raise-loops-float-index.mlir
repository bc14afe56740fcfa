// Subscripts that floats compute from a loop variable, as resizes of images have
// them, are quotients of integers where each iteration says so.
// RUN: layout-opt %s --layout-bufferize --layout-apply --layout-raise-loops="linalg=true" | FileCheck %s
// RUN: layout-opt %s --layout-bufferize --layout-apply --layout-raise-loops="linalg=true" --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=twice,centers,limits,steps,laid_out,too_few_bits,not_in_range,weight_of_contracted,weight_of_exact,shared_scale --pipeline="builtin.module(layout-bufferize,layout-apply,layout-raise-loops{linalg=true},layout-finalize)"
// RUN: layout-check %s --entry=twice,centers,limits,steps,laid_out,too_few_bits,not_in_range,weight_of_contracted,weight_of_exact,shared_scale --pipeline="builtin.module(layout-compile{target=native contract=true approximate=true to-llvm=false})"

#id = affine_map<(d0, d1) -> (d0, d1)>
#id1 = affine_map<(d0) -> (d0)>
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

// As torch-mlir writes a nearest resize by 2.
// CHECK-LABEL: @twice(
// CHECK-NOT:     fptosi
// CHECK:         affine.load %{{.*}}[%{{.*}} floordiv 2, %{{.*}} floordiv 2]
// REMARK: remark: {{.*}}a subscript that floats compute is a quotient of integers
func.func @twice(%x: tensor<5x8xf32>) -> tensor<10x16xf32> {
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<10x16xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<10x16xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %i0 = arith.index_cast %i : index to i64
    %i1 = arith.sitofp %i0 : i64 to f32
    %i2 = arith.divf %i1, %two : f32
    %i3 = math.floor %i2 : f32
    %i4 = arith.fptosi %i3 : f32 to i64
    %h = arith.index_cast %i4 : i64 to index
    %j0 = arith.index_cast %j : index to i64
    %j1 = arith.sitofp %j0 : i64 to f32
    %j2 = arith.divf %j1, %two : f32
    %j3 = math.floor %j2 : f32
    %j4 = arith.fptosi %j3 : f32 to i64
    %w = arith.index_cast %j4 : i64 to index
    %v = tensor.extract %x[%h, %w] : tensor<5x8xf32>
    linalg.yield %v : f32
  } -> tensor<10x16xf32>
  return %r : tensor<10x16xf32>
}

// Centers of pixels, a factor of 3 / 2, rounded, limited by maxima and minima of
// floats. No limit is needed.
// CHECK-LABEL: @centers(
// CHECK-NOT:     fptoui
// CHECK:         affine.load %{{.*}}[(%{{.*}} * 2{{.*}}) floordiv 3]
func.func @centers(%x: tensor<8xf32>) -> tensor<12xf32> {
  %half = arith.constant 0.5 : f32
  %scale = arith.constant 0.666666687 : f32
  %zero = arith.constant 0.0 : f32
  %last = arith.constant 7.0 : f32
  %e = tensor.empty() : tensor<12xf32>
  %r = linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%e : tensor<12xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_castui %i : index to i32
    %1 = arith.uitofp %0 : i32 to f32
    %2 = arith.addf %1, %half : f32
    %3 = arith.mulf %2, %scale : f32
    %4 = arith.subf %3, %half : f32
    %5 = math.round %4 : f32
    %6 = arith.maximumf %5, %zero : f32
    %7 = arith.minimumf %6, %last : f32
    %8 = arith.fptoui %7 : f32 to i32
    %9 = arith.index_castui %8 : i32 to index
    %v = tensor.extract %x[%9] : tensor<8xf32>
    linalg.yield %v : f32
  } -> tensor<12xf32>
  return %r : tensor<12xf32>
}

// A limit by a comparison, which is needed, and one of integers, which is, too.
// CHECK-LABEL: @limits(
// CHECK-NOT:     fptosi
// CHECK:         arith.floordivsi
// CHECK:         arith.minsi
// CHECK:         arith.maxsi
// CHECK:         return
func.func @limits(%x: tensor<12xf32>) -> tensor<24xf32> {
  %half = arith.constant 0.5 : f32
  %three = arith.constant 3.0 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i64
  %last = arith.constant 8 : i64
  %e = tensor.empty() : tensor<24xf32>
  %r = linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%e : tensor<24xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f32
    %2 = arith.addf %1, %half : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.subf %3, %three : f32
    %isLess = arith.cmpf olt, %4, %zero : f32
    %5 = arith.select %isLess, %zero, %4 : f32
    %6 = arith.fptosi %5 : f32 to i64
    %7 = arith.addi %6, %one : i64
    %8 = arith.minsi %7, %last : i64
    %9 = arith.index_cast %8 : i64 to index
    %v = tensor.extract %x[%9] : tensor<12xf32>
    linalg.yield %v : f32
  } -> tensor<24xf32>
  return %r : tensor<24xf32>
}

// Loops of scf that step by 2; the row is a quotient plus another variable.
// CHECK-LABEL: @steps(
// CHECK:         affine.for %[[I:.*]] = 3 to 17 step 2
// CHECK:           affine.for %[[J:.*]] = 0 to 4
// CHECK:             affine.load %{{.*}}[%[[I]] floordiv 4 + %[[J]]]
func.func @steps(%x: memref<8xf32>, %y: memref<17x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c17 = arith.constant 17 : index
  %quarter = arith.constant 0.25 : f64
  scf.for %i = %c3 to %c17 step %c2 {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f64
    %2 = arith.mulf %1, %quarter : f64
    %3 = arith.fptosi %2 : f64 to i32
    %4 = arith.index_cast %3 : i32 to index
    scf.for %j = %c0 to %c4 step %c1 {
      %k = arith.addi %4, %j : index
      %v = memref.load %x[%k] : memref<8xf32>
      memref.store %v, %y[%i, %j] : memref<17x4xf32>
    }
  }
  return
}

// A subscript of a buffer with a layout is an expression of the quotient.
// CHECK-LABEL: @laid_out(
// CHECK-NOT:     fptosi
// CHECK:         affine.load %{{.*}}[%{{.*}} floordiv 8, (%{{.*}} floordiv 2) mod 4]
func.func @laid_out(%x: tensor<6xf32, #L>) -> tensor<12xf32> {
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<12xf32>
  %r = linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%e : tensor<12xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f32
    %2 = arith.mulf %1, %half : f32
    %3 = arith.fptosi %2 : f32 to i64
    %4 = arith.index_cast %3 : i64 to index
    %v = tensor.extract %x[%4] : tensor<6xf32, #L>
    linalg.yield %v : f32
  } -> tensor<12xf32>
  return %r : tensor<12xf32>
}

// A bf16 holds 8 bits: 257 is 256 there, and the values are no quotient.
// CHECK-LABEL: @too_few_bits(
// CHECK:         fptosi
// REMARK: remark: {{.*}}a subscript stays arithmetic of floats: its values are no quotient (a * i + b) floordiv c, with or without limits
func.func @too_few_bits(%x: tensor<304xf32>) -> tensor<300xf32> {
  %e = tensor.empty() : tensor<300xf32>
  %r = linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%e : tensor<300xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to bf16
    %2 = arith.fptosi %1 : bf16 to i64
    %3 = arith.index_cast %2 : i64 to index
    %v = tensor.extract %x[%3] : tensor<304xf32>
    linalg.yield %v : f32
  } -> tensor<300xf32>
  return %r : tensor<300xf32>
}

// At 0 the quotient is infinite, which is no integer.
// CHECK-LABEL: @not_in_range(
// CHECK:         fptosi
// REMARK: remark: {{.*}}a subscript stays arithmetic of floats: its value is not known where that variable is 0
func.func @not_in_range(%x: memref<13xf32>, %y: memref<5xf32>) {
  %c0 = arith.constant 0 : index
  %twelve = arith.constant 12.0 : f32
  affine.for %i = 0 to 5 {
    %isInside = arith.cmpi ne, %i, %c0 : index
    scf.if %isInside {
      %0 = arith.index_cast %i : index to i64
      %1 = arith.sitofp %0 : i64 to f32
      %2 = arith.divf %twelve, %1 : f32
      %3 = arith.fptosi %2 : f32 to i64
      %4 = arith.index_cast %3 : i64 to index
      %k = arith.subi %4, %c0 : index
      %v = memref.load %x[%k] : memref<13xf32>
      affine.store %v, %y[%i] : memref<5xf32>
    }
  }
  return
}

// The weight x - floor(x) must be that of the index: a product that may be added
// to a number without rounding is no one number, if it is rounded.
// CHECK-LABEL: @weight_of_contracted(
// CHECK:         fptosi
// CHECK-LABEL: @weight_of_exact(
// CHECK-NOT:     fptosi
// CHECK:         affine.load %{{.*}}[%{{.*}} floordiv 2]
func.func @weight_of_contracted(%x: tensor<9xf32>) -> tensor<12xf32> {
  %scale = arith.constant 0.666666687 : f32
  %half = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<12xf32>
  %r = linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%e : tensor<12xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f32
    %2 = arith.mulf %1, %scale fastmath<contract> : f32
    %3 = arith.addf %2, %half fastmath<contract> : f32
    %4 = math.floor %3 : f32
    %5 = arith.fptosi %4 : f32 to i64
    %6 = arith.index_cast %5 : i64 to index
    %7 = arith.subf %3, %4 : f32
    %v = tensor.extract %x[%6] : tensor<9xf32>
    %8 = arith.mulf %v, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<12xf32>
  return %r : tensor<12xf32>
}

func.func @weight_of_exact(%x: tensor<9xf32>) -> tensor<12xf32> {
  %scale = arith.constant 0.5 : f32
  %half = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<12xf32>
  %r = linalg.generic {indexing_maps = [#id1], iterator_types = ["parallel"]} outs(%e : tensor<12xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f32
    %2 = arith.mulf %1, %scale fastmath<contract> : f32
    %3 = arith.addf %2, %half fastmath<contract> : f32
    %4 = math.floor %3 : f32
    %5 = arith.fptosi %4 : f32 to i64
    %6 = arith.index_cast %5 : i64 to index
    %7 = arith.subf %3, %4 : f32
    %v = tensor.extract %x[%6] : tensor<9xf32>
    %8 = arith.mulf %v, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<12xf32>
  return %r : tensor<12xf32>
}

// A scale that two subscripts share is one number, whatever may be contracted.
// CHECK-LABEL: @shared_scale(
// CHECK-NOT:     fptosi
// CHECK:         affine.load %{{.*}}[(%{{.*}} * 2) floordiv 3, (%{{.*}} * 2) floordiv 3]
func.func @shared_scale(%x: tensor<4x8xf32>) -> tensor<6x12xf32> {
  %to = arith.constant 12.0 : f32
  %from = arith.constant 8.0 : f32
  %scale = arith.divf %to, %from : f32
  %e = tensor.empty() : tensor<6x12xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<6x12xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %i0 = arith.index_cast %i : index to i64
    %i1 = arith.sitofp %i0 : i64 to f32
    %i2 = arith.divf %i1, %scale fastmath<contract,arcp> : f32
    %i3 = arith.fptosi %i2 : f32 to i64
    %h = arith.index_cast %i3 : i64 to index
    %j0 = arith.index_cast %j : index to i64
    %j1 = arith.sitofp %j0 : i64 to f32
    %j2 = arith.divf %j1, %scale fastmath<contract,arcp> : f32
    %j3 = arith.fptosi %j2 : f32 to i64
    %w = arith.index_cast %j3 : i64 to index
    %v = tensor.extract %x[%h, %w] : tensor<4x8xf32>
    linalg.yield %v : f32
  } -> tensor<6x12xf32>
  return %r : tensor<6x12xf32>
}

// The extent is not known.
// CHECK-LABEL: @unknown(
// CHECK:         fptosi
// REMARK: remark: {{.*}}a subscript stays arithmetic of floats: it does not depend on a loop variable with constant bounds and at most 65536 iterations
func.func @unknown(%x: memref<12xf32>, %y: memref<?xf32>, %n: index) {
  %half = arith.constant 0.5 : f32
  affine.for %i = 0 to %n {
    %0 = arith.index_cast %i : index to i64
    %1 = arith.sitofp %0 : i64 to f32
    %2 = arith.mulf %half, %1 : f32
    %3 = arith.fptosi %2 : f32 to i64
    %4 = arith.index_cast %3 : i64 to index
    %v = memref.load %x[%4] : memref<12xf32>
    affine.store %v, %y[%i] : memref<?xf32>
  }
  return
}
