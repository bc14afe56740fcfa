// A pipeline must leave no layout behind. One that fails is wrong.

// DEFINE: %{entry} =
// DEFINE: %{pipeline} =
// DEFINE: %{check} = sh -c 'layout-check %s --entry=%{entry} --pipeline="builtin.module(%{pipeline})" 2>&1; test $? -eq 1'

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// REDEFINE: %{entry} = type
// RUN: %{check} | FileCheck %s --check-prefix=TYPE
// TYPE: left-behind.mlir:[[# @LINE + 2]]:1: error: the pipeline leaves the layout of 'memref<14xi32, #layout.buffer<{{.*}}>>' behind
// TYPE: layout-check: @type: the pipeline leaves layouts behind: put layout-apply into it
func.func @type(%a: memref<14xi32, #L>) {
  return
}

// A plain affine map on a memref is a layout as well.
// REDEFINE: %{entry} = map
// RUN: %{check} | FileCheck %s --check-prefix=MAP
// MAP: error: the pipeline leaves the layout of 'memref<4x8xi32, affine_map<(d0, d1) -> (d1, d0)>>' behind
func.func @map(%a: memref<4x8xi32, affine_map<(i, j) -> (j, i)>>) {
  return
}

// Promises and undefined values may stay. They are put to the test.
// RUN: layout-check %s --entry=facts --arg=0:1 --pipeline="builtin.module()"
// RUN: not layout-check %s --load-pass-plugin=%test_plugin --entry=right --pipeline="builtin.module(test-layout-substitute{name=right by=wrong})" 2>&1 | FileCheck %s --check-prefix=PROMISE
// PROMISE: left-behind.mlir:[[# @LINE + 12]]:3: error: what is assumed here does not hold
// PROMISE: @right: what the pipeline makes: an assumption does not hold
func.func @facts(%c: i1) -> i32 {
  %u = layout.undef : i32
  layout.assume %c : i1
  return %u : i32
}
func.func @right() {
  return
}
func.func @wrong() {
  %false = arith.constant false
  layout.assume %false : i1
  return
}

// Separators of a buffer that is physical already are no layout to be applied.
// RUN: layout-check %s --entry=separated --pipeline="builtin.module()"
func.func @separated(%a: memref<4x8xi32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>>) -> i32 {
  %c = arith.constant 3 : index
  %x = memref.load %a[%c, %c] : memref<4x8xi32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>>
  return %x : i32
}

// REDEFINE: %{entry} = failing
// REDEFINE: %{pipeline} = layout-lower-convert
// RUN: %{check} | FileCheck %s --check-prefix=FAILING
// FAILING: error:
// FAILING: layout-check: @failing: the pipeline fails
func.func @failing(%t: tensor<14xi32>) -> tensor<14xi32> {
  %0 = layout.convert %t : tensor<14xi32> to tensor<14xi32, #L>
  %1 = layout.convert %0 : tensor<14xi32, #L> to tensor<14xi32>
  return %1 : tensor<14xi32>
}
