// Buffers in parallel loops whose padding is written where nobody races: behind
// the loop, or in a buffer that each iteration has for itself.
// DEFINE: %{pipeline} = layout-assign,layout-apply,layout-finalize
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{pipeline})"
// RUN: layout-opt %s --layout-assign --layout-apply | FileCheck %s --check-prefix=STAGE

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>

// RUN: %{check} --entry=store_inside --arg=1:7 | FileCheck %s
// CHECK: runs agree
// STAGE-LABEL: func.func @store_inside
// STAGE: scf.parallel
// STAGE-NOT: affine.for
// STAGE: scf.reduce
// STAGE: affine.for
func.func @store_inside(%a: memref<14xi32, #wrap>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  scf.parallel (%i) = (%c0) to (%c14) step (%c1) {
    memref.store %v, %a[%i] : memref<14xi32, #wrap>
    scf.reduce
  }
  return
}

func.func private @add(%a: memref<14xi32, #zero>, %b: memref<14xi32, #wrap>, %i: index, %v: i32) {
  %x = memref.load %b[%i] : memref<14xi32, #wrap>
  %y = arith.addi %x, %v : i32
  memref.store %y, %a[%i] : memref<14xi32, #zero>
  return
}

// A constant pad is not broken by stores, nor a copying one by loads.
// RUN: %{check} --entry=calls --arg=2:7 | FileCheck %s
// STAGE-LABEL: func.func @calls
// STAGE-NOT: affine.for
// STAGE: return
func.func @calls(%a: memref<14xi32, #zero>, %b: memref<14xi32, #wrap>, %v: i32) {
  affine.parallel (%i) = (0) to (14) {
    func.call @add(%a, %b, %i, %v) : (memref<14xi32, #zero>, memref<14xi32, #wrap>, index, i32) -> ()
  }
  return
}

func.func private @fill(%a: memref<14xi32, #wrap>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #wrap>
  }
  return
}
func.func private @make() -> memref<14xi32, #wrap> {
  %a = memref.alloc() : memref<14xi32, #wrap>
  return %a : memref<14xi32, #wrap>
}

func.func private @fill_all(%a: memref<14xi32, #zero>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #zero>
  }
  return
}

// Who writes all of a buffer is alone with it, as no one else may reach what it
// writes: padding included, be it a constant or a copy.
// RUN: %{check} --entry=alone --arg=3:7 | FileCheck %s
// STAGE-LABEL: func.func private @fill(
// STAGE: affine.for
// STAGE: affine.for
// STAGE-LABEL: func.func private @fill_all(
// STAGE: affine.for
// STAGE: affine.for
func.func @alone(%a: memref<14xi32, #zero>, %b: memref<14xi32, #zero>, %c: memref<14xi32, #wrap>, %v: i32) {
  affine.parallel (%i) = (0) to (3) {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      func.call @fill_all(%a, %v) : (memref<14xi32, #zero>, i32) -> ()
    }
    affine.if affine_set<(i) : (i - 1 == 0)>(%i) {
      func.call @fill_all(%b, %v) : (memref<14xi32, #zero>, i32) -> ()
    }
    affine.if affine_set<(i) : (i - 2 == 0)>(%i) {
      func.call @fill(%c, %v) : (memref<14xi32, #wrap>, i32) -> ()
    }
  }
  return
}

// Each iteration has a buffer of its own, be it a callee that makes it.
// RUN: %{check} --entry=own --arg=1:7 | FileCheck %s
// STAGE-LABEL: func.func @own
func.func @own(%r: memref<14xi32>, %v: i32) {
  affine.parallel (%i) = (0) to (14) {
    %a = memref.alloca() : memref<14xi32, #wrap>
    func.call @fill(%a, %v) : (memref<14xi32, #wrap>, i32) -> ()
    %x = memref.load %a[%i] : memref<14xi32, #wrap>
    %b = func.call @make() : () -> memref<14xi32, #wrap>
    func.call @fill(%b, %x) : (memref<14xi32, #wrap>, i32) -> ()
    %y = memref.load %b[%i] : memref<14xi32, #wrap>
    memref.store %y, %r[%i] : memref<14xi32>
  }
  return
}

// Data of a local buffer that is read while others are written: nobody but a
// later pass could want its padding.
// RUN: %{check} --entry=local | FileCheck %s
// STAGE-LABEL: func.func @local
// STAGE: affine.parallel
// STAGE-NOT: affine.for
// STAGE: }
// STAGE: affine.for
func.func @local(%s: memref<14xi32>, %r: memref<14xi32>) {
  %a = memref.alloc() : memref<14xi32, #wrap>
  affine.parallel (%i) = (0) to (14) {
    %x = affine.load %s[%i] : memref<14xi32>
    affine.store %x, %a[%i] : memref<14xi32, #wrap>
    %y = affine.load %a[%i] : memref<14xi32, #wrap>
    affine.store %y, %r[%i] : memref<14xi32>
  }
  %z = affine.load %a[0] : memref<14xi32, #wrap>
  affine.store %z, %r[3] : memref<14xi32>
  memref.dealloc %a : memref<14xi32, #wrap>
  return
}

// RUN: %{check} --entry=local_kernel | FileCheck %s
// STAGE-LABEL: func.func @local_kernel
// STAGE: gpu.launch
// STAGE-NOT: affine.for
// STAGE: gpu.terminator
// STAGE: affine.for
func.func @local_kernel(%s: memref<14xi32>, %r: memref<14xi32>) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %a = memref.alloc() : memref<14xi32, #wrap>
  gpu.launch blocks(%i, %j, %k) in (%sp = %c14, %sq = %c1, %sr = %c1) threads(%tp, %tq, %tr) in (%stp = %c1, %stq = %c1, %str = %c1) {
    %x = memref.load %s[%i] : memref<14xi32>
    memref.store %x, %a[%i] : memref<14xi32, #wrap>
    %y = memref.load %a[%i] : memref<14xi32, #wrap>
    memref.store %y, %r[%i] : memref<14xi32>
    gpu.terminator
  }
  %z = affine.load %a[0] : memref<14xi32, #wrap>
  affine.store %z, %r[3] : memref<14xi32>
  memref.dealloc %a : memref<14xi32, #wrap>
  return
}
