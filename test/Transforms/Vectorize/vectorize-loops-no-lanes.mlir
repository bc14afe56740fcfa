// Tiles without a lane, or rows without one: an element that all lanes share is then no
// element of its buffer, and is not read.
//
// RUN: layout-check %s --entry=rows,sums --pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-vectorize-loops)"
// RUN: layout-check %s --entry=value --arg=3:30 --pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-vectorize-loops)"
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-vectorize-loops)" | FileCheck %s

// Rows from 16 on have no lane.
// CHECK-LABEL: @rows
// CHECK: vector.maskedload
func.func @rows(%a: memref<32x64xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %c: memref<32x64xf32> {llvm.noalias}) {
  affine.for %k = 0 to 32 {
    affine.for %j = 0 to min affine_map<(k) -> (16 - k, 64)>(%k) {
      %x = affine.load %a[%k, %j] : memref<32x64xf32>
      %y = affine.load %b[%k] : memref<16xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %c[%k, %j] : memref<32x64xf32>
    }
  }
  return
}

// Terms from 16 on have no lane.
// CHECK-LABEL: @sums
// CHECK: vector.maskedload
func.func @sums(%a: memref<32x64xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %c: memref<8x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 32 {
      affine.for %j = 0 to min affine_map<(k) -> (16 - k, 64)>(%k) {
        %x = affine.load %a[%k, %j] : memref<32x64xf32>
        %y = affine.load %b[%k] : memref<16xf32>
        %s = affine.load %c[%i, %j] : memref<8x64xf32>
        %m = arith.mulf %x, %y : f32
        %z = arith.addf %s, %m : f32
        affine.store %z, %c[%i, %j] : memref<8x64xf32>
      }
    }
  }
  return
}

// There is no lane where the value is 16 or more.
// CHECK-LABEL: @value
// CHECK: vector.maskedload
func.func @value(%a: memref<4x64xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %c: memref<4x64xf32> {llvm.noalias}, %n: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to min affine_map<()[n] -> (16 - n, 64)>()[%n] {
      %x = affine.load %a[%i, %j] : memref<4x64xf32>
      %y = affine.load %b[symbol(%n)] : memref<16xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %c[%i, %j] : memref<4x64xf32>
    }
  }
  return
}
