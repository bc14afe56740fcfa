// A softmax on buffers is the structured ops that it is on tensors, also in place, along
// any dimension, and in a layout.
// RUN: layout-opt %s --layout-bufferize | FileCheck %s --implicit-check-not=linalg.softmax
// RUN: layout-opt %s --layout-bufferize --layout-apply --layout-to-llvm -o /dev/null
// RUN: layout-opt %s --layout-compile="deallocate" -o /dev/null
// RUN: layout-check %s --entry=rows --dim=arg0.dim1:7 --dim=arg1.dim1:7 --pipeline="builtin.module(layout-bufferize,layout-optimize)"
// RUN: layout-check %s --entry=columns --rtol=1e-5 --pipeline="builtin.module(layout-bufferize,layout-assign,layout-apply,layout-optimize)"
// RUN: layout-opt %s --layout-compile | mlir-runner -e main -entry-point-result=i32 | FileCheck %s --check-prefix=RESULT

// CHECK-LABEL: @rows
// CHECK: memref.alloc() : memref<3xf16>
// CHECK: linalg.fill
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]{{.*}}
// CHECK: arith.maxnumf
// CHECK: arith.subf
// CHECK-NEXT: math.exp
// CHECK: arith.addf
// CHECK: arith.divf
// CHECK: memref.dealloc
func.func @rows(%x: memref<3x?xf16>, %o: memref<3x?xf16>) {
  linalg.softmax dimension(1) ins(%x : memref<3x?xf16>) outs(%o : memref<3x?xf16>)
  return
}

#t = #layout.buffer<index_map<(i, j, k) -> (k, i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>
func.func @columns(%x: memref<3x5x2xf32, #t>) {
  linalg.softmax dimension(1) ins(%x : memref<3x5x2xf32, #t>) outs(%x : memref<3x5x2xf32, #t>)
  return
}

// exp(0) / (exp(0) + exp(ln 3)) and the other quarter three times: 100 * 1/4 + 1000 * 3/4.
// RESULT: 775
func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %ln3 = arith.constant 1.0986122886681098 : f64
  %m = memref.alloc() : memref<1x2xf64>
  memref.store %zero, %m[%c0, %c0] : memref<1x2xf64>
  memref.store %ln3, %m[%c0, %c1] : memref<1x2xf64>
  linalg.softmax dimension(1) ins(%m : memref<1x2xf64>) outs(%m : memref<1x2xf64>)
  %a = memref.load %m[%c0, %c0] : memref<1x2xf64>
  %b = memref.load %m[%c0, %c1] : memref<1x2xf64>
  memref.dealloc %m : memref<1x2xf64>
  %h = arith.constant 100.0 : f64
  %t = arith.constant 1000.0 : f64
  %e = arith.constant 0.5 : f64
  %0 = arith.mulf %a, %h : f64
  %1 = arith.mulf %b, %t : f64
  %2 = arith.addf %0, %1 : f64
  %3 = arith.addf %2, %e : f64
  %r = arith.fptosi %3 : f64 to i32
  return %r : i32
}
