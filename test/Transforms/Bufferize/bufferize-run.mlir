// What layout-bufferize makes computes what the tensors say.
// DEFINE: %{pipeline} = layout-bufferize,layout-apply
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#N = #layout.buffer<index_map<(i) -> (13 - i)>>
#W = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
#T = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<undef>, index_map<(a, b, c) -> (b floordiv 2, a, b mod 2, c)>, pad<3 : i32>>

// RUN: %{check} --entry=elementwise | FileCheck %s
// CHECK: 4 runs agree
func.func @elementwise(%a: tensor<14xi32, #L>, %b: tensor<14xi32>, %c: tensor<14xi32, #W>) -> (tensor<14xi32, #N>, tensor<14xi32, #W>) {
  %e = tensor.empty() : tensor<14xi32, #N>
  %0 = linalg.add ins(%a, %b : tensor<14xi32, #L>, tensor<14xi32>) outs(%e : tensor<14xi32, #N>) -> tensor<14xi32, #N>
  %1 = linalg.mul ins(%0, %a : tensor<14xi32, #N>, tensor<14xi32, #L>) outs(%c : tensor<14xi32, #W>) -> tensor<14xi32, #W>
  return %0, %1 : tensor<14xi32, #N>, tensor<14xi32, #W>
}

// The old value is wanted after the new one: a copy.
// RUN: %{check} --entry=conflict --arg=1:-77 --arg=2:5 | FileCheck %s
func.func @conflict(%a: tensor<14xi32, #W>, %v: i32, %n: index) -> (tensor<14xi32, #W>, i32, tensor<14xi32, #L>) {
  %c2 = arith.constant 2 : index
  %0 = tensor.insert %v into %a[%c2] : tensor<14xi32, #W>
  %1 = tensor.extract %a[%c2] : tensor<14xi32, #W>
  %2 = layout.convert %a : tensor<14xi32, #W> to tensor<14xi32, #L>
  %3 = tensor.insert %1 into %2[%n] : tensor<14xi32, #L>
  return %0, %1, %3 : tensor<14xi32, #W>, i32, tensor<14xi32, #L>
}

// RUN: %{check} --entry=matmul | FileCheck %s
func.func @matmul(%a: tensor<5x6xi32, #T>, %b: tensor<6x7xi32>) -> tensor<5x7xi32, #T> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<5x7xi32, #T>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<5x7xi32, #T>) -> tensor<5x7xi32, #T>
  %m = linalg.matmul ins(%a, %b : tensor<5x6xi32, #T>, tensor<6x7xi32>) outs(%f : tensor<5x7xi32, #T>) -> tensor<5x7xi32, #T>
  return %m : tensor<5x7xi32, #T>
}

// Constants keep their layout; what a call writes is what it returns.
// RUN: %{check} --entry=calls | FileCheck %s
func.func private @accumulate(%a: tensor<14xi32, #L>, %b: tensor<14xi32, #W>) -> tensor<14xi32, #L> {
  %c = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]> : tensor<14xi32, #W>
  %0 = linalg.add ins(%b, %c : tensor<14xi32, #W>, tensor<14xi32, #W>) outs(%a : tensor<14xi32, #L>) -> tensor<14xi32, #L>
  return %0 : tensor<14xi32, #L>
}
func.func @calls(%a: tensor<14xi32, #L>, %b: tensor<14xi32, #W>) -> (tensor<14xi32, #L>, tensor<14xi32, #L>) {
  %0 = call @accumulate(%a, %b) : (tensor<14xi32, #L>, tensor<14xi32, #W>) -> tensor<14xi32, #L>
  %1 = layout.convert %0 : tensor<14xi32, #L> to tensor<14xi32, #W>
  %2 = call @accumulate(%a, %1) : (tensor<14xi32, #L>, tensor<14xi32, #W>) -> tensor<14xi32, #L>
  return %0, %2 : tensor<14xi32, #L>, tensor<14xi32, #L>
}

// Slices of slices, dropped dimensions, strides; each tensor in another layout.
// RUN: %{check} --entry=slices --arg=2:1 | FileCheck %s
func.func @slices(%a: tensor<5x7xi32, #T>, %b: tensor<14xi32, #L>, %o: index) -> (tensor<3xi32>, tensor<5x7xi32, #T>, tensor<14xi32, #L>) {
  %0 = tensor.extract_slice %a[%o, 2] [1, 3] [1, 2] : tensor<5x7xi32, #T> to tensor<3xi32>
  %1 = tensor.extract_slice %b[%o] [6] [2] : tensor<14xi32, #L> to tensor<6xi32, #L>
  %2 = tensor.insert_slice %1 into %a[4, %o] [1, 6] [1, 1] : tensor<6xi32, #L> into tensor<5x7xi32, #T>
  %3 = tensor.insert_slice %0 into %b[%o] [3] [4] : tensor<3xi32> into tensor<14xi32, #L>
  %4 = tensor.insert_slice %1 into %3[7] [6] [1] : tensor<6xi32, #L> into tensor<14xi32, #L>
  return %0, %2, %4 : tensor<3xi32>, tensor<5x7xi32, #T>, tensor<14xi32, #L>
}

// RUN: %{check} --entry=reshapes --arg=1:9 | FileCheck %s
func.func @reshapes(%a: tensor<14xi32, #L>, %v: i32) -> (tensor<7x2xi32, #T>, tensor<17xi32, #L>, tensor<28xi32, #L>, tensor<2xi32, #L>, tensor<14xi32, #W>, tensor<14xi32, #W>, tensor<56xi32>) {
  %0 = tensor.expand_shape %a [[0, 1]] output_shape [7, 2] : tensor<14xi32, #L> into tensor<7x2xi32, #T>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<7x2xi32, #T> into tensor<14xi32, #W>
  %2 = tensor.pad %a low[1] high[2] {
  ^bb0(%i: index):
    %last = arith.constant 13 : index
    %j = arith.minsi %i, %last : index
    %x = tensor.extract %1[%j] : tensor<14xi32, #W>
    tensor.yield %v : i32
  } : tensor<14xi32, #L> to tensor<17xi32, #L>
  %3 = tensor.concat dim(0) %a, %1 : (tensor<14xi32, #L>, tensor<14xi32, #W>) -> tensor<28xi32, #L>
  %6 = tensor.concat dim(0) %3, %3 : (tensor<28xi32, #L>, tensor<28xi32, #L>) -> tensor<56xi32>
  %4 = tensor.from_elements %v, %v : tensor<2xi32, #L>
  %5 = tensor.generate {
  ^bb0(%i: index):
    %x = tensor.extract %a[%i] : tensor<14xi32, #L>
    tensor.yield %x : i32
  } : tensor<14xi32, #W>
  return %0, %2, %3, %4, %1, %5, %6 : tensor<7x2xi32, #T>, tensor<17xi32, #L>, tensor<28xi32, #L>, tensor<2xi32, #L>, tensor<14xi32, #W>, tensor<14xi32, #W>, tensor<56xi32>
}

// A loop that updates in place.
// RUN: %{check} --entry=loop | FileCheck %s
func.func @loop(%a: tensor<14xi32, #W>) -> tensor<14xi32, #W> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %0 = scf.for %i = %c0 to %c13 step %c1 iter_args(%t = %a) -> tensor<14xi32, #W> {
    %j = arith.addi %i, %c1 : index
    %x = tensor.extract %t[%i] : tensor<14xi32, #W>
    %1 = tensor.insert %x into %t[%j] : tensor<14xi32, #W>
    scf.yield %1 : tensor<14xi32, #W>
  }
  return %0 : tensor<14xi32, #W>
}

// Memrefs and tensors of one layout in one program.
// RUN: %{check} --entry=mixed | FileCheck %s
func.func @mixed(%m: memref<14xi32, #L>, %p: memref<14xi32>, %t: tensor<14xi32, #L>) -> tensor<14xi32, #N> {
  %0 = bufferization.to_tensor %m restrict : memref<14xi32, #L> to tensor<14xi32, #L>
  %e = bufferization.alloc_tensor() copy(%0) : tensor<14xi32, #L>
  %1 = linalg.sub ins(%0, %t : tensor<14xi32, #L>, tensor<14xi32, #L>) outs(%e : tensor<14xi32, #L>) -> tensor<14xi32, #L>
  bufferization.materialize_in_destination %1 in restrict writable %p : (tensor<14xi32, #L>, memref<14xi32>) -> ()
  %2 = layout.convert %1 : tensor<14xi32, #L> to tensor<14xi32, #N>
  return %2 : tensor<14xi32, #N>
}

// The first elements of a dimension, of which there are more: of a known and of
// an unknown number.
// RUN: %{check} --entry=first --arg=1:5 | FileCheck %s
// RUN: %{check} --entry=first --arg=1:14 | FileCheck %s
func.func @first(%a: tensor<14xi32, #L>, %n: index) -> tensor<?xi32> {
  %0 = tensor.extract_slice %a[0] [%n] [1] : tensor<14xi32, #L> to tensor<?xi32>
  return %0 : tensor<?xi32>
}
#D = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// RUN: %{check} --entry=first_of_unknown --dim=arg0.dim0:9 --arg=1:5 | FileCheck %s
func.func @first_of_unknown(%a: tensor<?xi32, #D>, %n: index) -> (tensor<?xi32, #D>, tensor<3xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %all = tensor.dim %a, %c0 : tensor<?xi32, #D>
  %0 = tensor.extract_slice %a[0] [%n] [1] : tensor<?xi32, #D> to tensor<?xi32, #D>
  %1 = tensor.extract_slice %a[0] [3] [1] : tensor<?xi32, #D> to tensor<3xi32>
  %2 = tensor.extract_slice %a[0] [%all] [1] : tensor<?xi32, #D> to tensor<?xi32>
  return %0, %1, %2 : tensor<?xi32, #D>, tensor<3xi32>, tensor<?xi32>
}
