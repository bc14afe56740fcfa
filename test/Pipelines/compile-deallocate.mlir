// A program on tensors, from contractions to machine code: layouts are chosen,
// conversions moved; all buffers but the one that is returned share one allocation,
// which is freed.
// RUN: layout-opt %s --layout-compile=deallocate=true -o %t
// RUN: FileCheck %s --check-prefix=MALLOC --implicit-check-not="call @malloc" < %t
// RUN: FileCheck %s --check-prefix=FREE --implicit-check-not="call @free" < %t
// MALLOC-COUNT-2: llvm.call @malloc
// FREE-COUNT-1: llvm.call @free
// RUN: layout-check %s --entry=f --rtol=1e-5 --pipeline="builtin.module(layout-choose,layout-reflow,layout-bufferize,layout-apply,buffer-deallocation-pipeline,func.func(optimize-allocation-liveness),layout-optimize,layout-finalize)"
// Nothing is freed if nobody says so.
// RUN: layout-opt %s --layout-compile | FileCheck %s --check-prefix=LEFT
// LEFT-NOT: llvm.call @free
!x = tensor<32x24xf32>
!w = tensor<24x24xf32>
func.func @f(%x: !x, %w1: !w, %w2: !w) -> !x {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !x
  %i = linalg.fill ins(%zero : f32) outs(%e : !x) -> !x
  %a = linalg.matmul ins(%x, %w1 : !x, !w) outs(%i : !x) -> !x
  %r = linalg.max ins(%a, %i : !x, !x) outs(%e : !x) -> !x
  %b = linalg.matmul ins(%r, %w2 : !x, !w) outs(%i : !x) -> !x
  return %b : !x
}
