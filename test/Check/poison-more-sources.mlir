// Operations that are not defined for some operands, promises about indices, and
// what stands within a mask: poison by the first operands with which it is, and
// none by the last with which it is not.

// DEFINE: %{name} =
// DEFINE: %{by} =
// DEFINE: %{args} =
// DEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} %{args} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})"

func.func @of_i8(%a: i8) {
  return
}

// REDEFINE: %{name} = of_i8
// REDEFINE: %{by} = ctlz
// REDEFINE: %{args} = --arg=0:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=CTLZ
// CTLZ: [[#@LINE+5]]:8: error: after the pipeline, the value of 'llvm.intr.ctlz' (is_zero_poison) is poison and reaches a store
// REDEFINE: %{args} = --arg=0:1
// RUN: %{check}
func.func @ctlz(%a: i8) {
  %m = memref.alloca() : memref<i8>
  %r = "llvm.intr.ctlz"(%a) <{is_zero_poison = true}> : (i8) -> i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{by} = cttz
// REDEFINE: %{args} = --arg=0:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=CTTZ
// CTTZ: [[#@LINE+5]]:8: error: after the pipeline, the value of 'llvm.intr.cttz' (is_zero_poison) is poison and reaches a store
// REDEFINE: %{args} = --arg=0:-128
// RUN: %{check}
func.func @cttz(%a: i8) {
  %m = memref.alloca() : memref<i8>
  %r = "llvm.intr.cttz"(%a) <{is_zero_poison = true}> : (i8) -> i8
  memref.store %r, %m[] : memref<i8>
  return
}

// REDEFINE: %{by} = abs
// REDEFINE: %{args} = --arg=0:-128
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=ABS
// ABS: [[#@LINE+5]]:8: error: after the pipeline, the value of 'llvm.intr.abs' (is_int_min_poison) is poison and reaches a store
// REDEFINE: %{args} = --arg=0:-127
// RUN: %{check}
func.func @abs(%a: i8) {
  %m = memref.alloca() : memref<i8>
  %r = "llvm.intr.abs"(%a) <{is_int_min_poison = true}> : (i8) -> i8
  memref.store %r, %m[] : memref<i8>
  return
}

// Each lane for itself; without the promise nothing is poison.
// REDEFINE: %{by} = lanes
// REDEFINE: %{args} = --arg=0:-128
// RUN: %{check}
func.func @lanes(%a: i8) {
  %m = memref.alloca() : memref<2xi8>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i8
  %v = vector.from_elements %c1, %a : vector<2xi8>
  %r = "llvm.intr.abs"(%v) <{is_int_min_poison = true}> : (vector<2xi8>) -> vector<2xi8>
  %first = vector.extract %r[0] : i8 from vector<2xi8>
  memref.store %first, %m[%c0] : memref<2xi8>
  %s = "llvm.intr.abs"(%v) <{is_int_min_poison = false}> : (vector<2xi8>) -> vector<2xi8>
  vector.store %s, %m[%c0] : memref<2xi8>, vector<2xi8>
  return
}

func.func @of_indices(%i: index, %j: index, %n: index) {
  return
}

// REDEFINE: %{name} = of_indices
// REDEFINE: %{by} = inner
// REDEFINE: %{args} = --arg=0:-1 --arg=1:4 --arg=2:4
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=INNER
// REDEFINE: %{args} = --arg=0:1 --arg=1:-1 --arg=2:4
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=INNER
// REDEFINE: %{args} = --arg=0:1 --arg=1:3 --arg=2:-4
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=INNER
// INNER: [[#@LINE+5]]:8: error: after the pipeline, the value of 'affine.linearize_index' (disjoint) is poison and reaches a store
// REDEFINE: %{args} = --arg=0:-1 --arg=1:3 --arg=2:4
// RUN: %{check}
func.func @inner(%i: index, %j: index, %n: index) {
  %m = memref.alloca() : memref<index>
  %r = affine.linearize_index disjoint [%i, %j] by (%n) : index
  memref.store %r, %m[] : memref<index>
  return
}

// With an outer bound.
// REDEFINE: %{by} = outer
// REDEFINE: %{args} = --arg=0:5 --arg=1:3 --arg=2:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=OUTER
// OUTER: [[#@LINE+7]]:8: error: after the pipeline, the value of 'affine.linearize_index' (disjoint) is poison and reaches a store
// REDEFINE: %{args} = --arg=0:4 --arg=1:3 --arg=2:0
// RUN: %{check}
// REDEFINE: %{args} = --arg=0:-7 --arg=1:3 --arg=2:0
// RUN: %{check}
func.func @outer(%i: index, %j: index, %n: index) {
  %m = memref.alloca() : memref<index>
  %r = affine.linearize_index disjoint [%i, %j] by (5, 4) : index
  memref.store %r, %m[] : memref<index>
  return
}

func.func @of_f32(%a: f32) {
  return
}

// What a mask leaves out is no argument.
// REDEFINE: %{name} = of_f32
// REDEFINE: %{by} = masked
// REDEFINE: %{args} = --arg=0:nan
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=MASKED
// MASKED: [[#@LINE+10]]:28: error: after the pipeline, the value of 'vector.reduction' (nnan) is poison and reaches a store
// REDEFINE: %{args} = --arg=0:1.0
// RUN: %{check}
// REDEFINE: %{by} = masked_off
// REDEFINE: %{args} = --arg=0:nan
// RUN: %{check}
func.func @masked(%a: f32) {
  %m = memref.alloca() : memref<f32>
  %v = vector.broadcast %a : f32 to vector<4xf32>
  %mask = vector.constant_mask [2] : vector<4xi1>
  %r = vector.mask %mask { vector.reduction <add>, %v fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  memref.store %r, %m[] : memref<f32>
  return
}
func.func @masked_off(%a: f32) {
  %m = memref.alloca() : memref<f32>
  %one = arith.constant 1.0 : f32
  %v = vector.from_elements %one, %one, %one, %a : vector<4xf32>
  %mask = vector.constant_mask [2] : vector<4xi1>
  %r = vector.mask %mask { vector.reduction <add>, %v fastmath<nnan> : vector<4xf32> into f32 } : vector<4xi1> -> f32
  memref.store %r, %m[] : memref<f32>
  return
}
