// Kernels that have no meaning where threads run one after the other: exit code
// 2, with the op.

// DEFINE: %{entry} =
// DEFINE: %{check} = sh -c 'layout-check %s --entry=%{entry} --pipeline="builtin.module()" 2>&1; test $? -eq 2'

// REDEFINE: %{entry} = token
// RUN: %{check} | FileCheck %s --check-prefix=TOKEN
// TOKEN: no-reference-kernels.mlir:[[# @LINE + 3]]:8: error: has a token that is handed on
// TOKEN: @token: no reference: it cannot be lowered to LLVM
func.func @token(%a: memref<14xi32>) {
  %s = gpu.wait async
  cf.br ^end(%s : !gpu.async.token)
^end(%t: !gpu.async.token):
  gpu.wait [%t]
  return
}

// REDEFINE: %{entry} = outside
// RUN: %{check} | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: no-reference-kernels.mlir:[[# @LINE + 2]]:8: error: is outside of any kernel
func.func @outside(%a: memref<14xi32>) {
  %i = gpu.thread_id x
  %x = arith.constant 1 : i32
  memref.store %x, %a[%i] : memref<14xi32>
  return
}

// REDEFINE: %{entry} = outside_global
// RUN: %{check} | FileCheck %s --check-prefix=OUTSIDE-GLOBAL
// OUTSIDE-GLOBAL: no-reference-kernels.mlir:[[# @LINE + 2]]:8: error: is outside of any kernel
func.func @outside_global(%a: memref<14xi32>) {
  %i = gpu.global_id x
  %x = arith.constant 1 : i32
  memref.store %x, %a[%i] : memref<14xi32>
  return
}

// REDEFINE: %{entry} = clusters
// RUN: %{check} | FileCheck %s --check-prefix=CLUSTERS
// CLUSTERS: no-reference-kernels.mlir:[[# @LINE + 3]]:3: error: has clusters, which have no meaning on the host
func.func @clusters(%a: memref<14xi32>) {
  %c1 = arith.constant 1 : index
  gpu.launch clusters(%cx, %cy, %cz) in (%ncx = %c1, %ncy = %c1, %ncz = %c1)
             blocks(%i, %j, %k) in (%sp = %c1, %sq = %c1, %sr = %c1)
             threads(%tp, %tq, %tr) in (%stp = %c1, %stq = %c1, %str = %c1) {
    gpu.terminator
  }
  return
}

// REDEFINE: %{entry} = subgroups
// RUN: %{check} | FileCheck %s --check-prefix=SUBGROUPS
// SUBGROUPS: no-reference-kernels.mlir:[[# @LINE + 6]]:10: error: has no meaning where threads run one after the other
func.func @subgroups(%a: memref<14xi32>) {
  %c1 = arith.constant 1 : index
  %x = arith.constant 1 : i32
  gpu.launch blocks(%i, %j, %k) in (%sp = %c1, %sq = %c1, %sr = %c1)
             threads(%tp, %tq, %tr) in (%stp = %c1, %stq = %c1, %str = %c1) {
    %l = gpu.lane_id
    memref.store %x, %a[%l] : memref<14xi32>
    gpu.terminator
  }
  return
}
