// A maximum of floating-point numbers has no order: the compiler behind takes lanes of the row,
// and does not wait for the one before.
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-apply --layout-optimize | FileCheck %s

// CHECK-LABEL: func @maxima
// CHECK-NOT: vector
// CHECK: return
func.func @maxima(%a: memref<200x198xf32> {llvm.noalias}, %c: memref<200xf32> {llvm.noalias}) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 198 {
      %0 = affine.load %a[%i, %j] : memref<200x198xf32>
      %1 = affine.load %c[%i] : memref<200xf32>
      %2 = arith.maximumf %1, %0 : f32
      affine.store %2, %c[%i] : memref<200xf32>
    }
  }
  return
}

// A sum has one.
// CHECK-LABEL: func @sums
// CHECK: iter_args{{.*}} -> (vector<
func.func @sums(%a: memref<200x198xf32> {llvm.noalias}, %c: memref<200xf32> {llvm.noalias}) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 198 {
      %0 = affine.load %a[%i, %j] : memref<200x198xf32>
      %1 = affine.load %c[%i] : memref<200xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %c[%i] : memref<200xf32>
    }
  }
  return
}

// Runs of 8 are too short for the compiler behind: each would be reduced by itself.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 8, i mod 8, j mod 8)>, pad<undef>>
// CHECK-LABEL: func @runs
// CHECK: arith.maximumf {{.*}} vector<8xf32>
func.func @runs(%a: memref<200x198xf32, #tiles>, %c: memref<200xf32> {llvm.noalias}) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 198 {
      %0 = affine.load %a[%i, %j] : memref<200x198xf32, #tiles>
      %1 = affine.load %c[%i] : memref<200xf32>
      %2 = arith.maximumf %1, %0 : f32
      affine.store %2, %c[%i] : memref<200xf32>
    }
  }
  return
}

// Of runs that layout-vectorize-loops carries lanes along, rows stay innermost.
#long = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<undef>>
// CHECK-LABEL: func @products
// CHECK: vector.load {{.*}} vector<32xi32>
// CHECK-NOT: vector.shuffle
// CHECK: vector.reduction <add>
func.func @products(%a: memref<200x198xi32, #long>, %x: memref<198xi32> {llvm.noalias}, %c: memref<200xi32> {llvm.noalias}) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 198 {
      %0 = affine.load %a[%i, %j] : memref<200x198xi32, #long>
      %1 = affine.load %x[%j] : memref<198xi32>
      %2 = affine.load %c[%i] : memref<200xi32>
      %3 = arith.muli %0, %1 : i32
      %4 = arith.addi %2, %3 : i32
      affine.store %4, %c[%i] : memref<200xi32>
    }
  }
  return
}
