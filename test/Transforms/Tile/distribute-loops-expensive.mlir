// Each part of a loop computes what it uses by itself, but not a call of a library: parts that
// share one stay together.
// RUN: layout-opt %s --layout-distribute-loops --remarks-filter-missed=layout --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: layout-check %s --entry=exponential,root --pipeline="builtin.module(layout-optimize)"

// CHECK: remark: {{.*}}layout-distribute-loops/value{{.*}}'math.exp' would be computed twice
// CHECK-LABEL: func @exponential
// CHECK: math.exp
// CHECK-NOT: math.exp
func.func @exponential(%a: memref<20x16xf32>, %b: memref<20x16xf32> {llvm.noalias}, %s: memref<20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<20x16xf32>
      %1 = math.exp %0 : f32
      affine.store %1, %b[%i, %j] : memref<20x16xf32>
      %2 = affine.load %s[%i] : memref<20xf32>
      %3 = arith.addf %2, %1 : f32
      affine.store %3, %s[%i] : memref<20xf32>
    }
  }
  return
}

// An instruction is.
// CHECK-LABEL: func @root
// CHECK: math.sqrt
// CHECK: math.sqrt
func.func @root(%a: memref<20x16xf32>, %b: memref<20x16xf32> {llvm.noalias}, %s: memref<20xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<20x16xf32>
      %1 = math.sqrt %0 : f32
      affine.store %1, %b[%i, %j] : memref<20x16xf32>
      %2 = affine.load %s[%i] : memref<20xf32>
      %3 = arith.addf %2, %1 : f32
      affine.store %3, %s[%i] : memref<20xf32>
    }
  }
  return
}
