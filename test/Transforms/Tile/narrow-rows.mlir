// Rows that are less than a vector, as three colours of a pixel, become longer
// where all buffers have them; else LLVM makes vectors of the loop around them.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-tile-loops{reassociate},layout-vectorize-copies,layout-vectorize-loops)" --remarks-filter=layout 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: grep -o '^func.func @[a-z_0-9]*' %s | cut -d@ -f2 | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-optimize{reassociate})" --rtol=1e-5

// CHECK-LABEL: func.func @elementwise(
// CHECK:         affine.for %{{.*}} = 0 to 187
// CHECK:           vector.load {{.*}} vector<64xf32>
// REMARK-DAG:  layout-tile-loops/merged
func.func @elementwise(%a: memref<4001x3xf32>, %b: memref<4001x3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4001 {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i, %j] : memref<4001x3xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<4001x3xf32>
    }
  }
  return
}

// A vector that is the same for all rows is no part of a longer one.
// CHECK-LABEL: func.func @broadcast(
// CHECK-NOT:     vector
// CHECK:         affine.for %{{.*}} = 0 to 3
// CHECK-NOT:     vector
// CHECK:         return
// REMARK-DAG:  layout-vectorize-loops/left-to-llvm {{.*}} the 3 elements of a row are less than 128 bits
func.func @broadcast(%a: memref<4001x3xf32>, %v: memref<3xf32>, %b: memref<4001x3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4001 {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i, %j] : memref<4001x3xf32>
      %w = affine.load %v[%j] : memref<3xf32>
      %y = arith.mulf %x, %w : f32
      affine.store %y, %b[%i, %j] : memref<4001x3xf32>
    }
  }
  return
}

// Two powers of two divide each other: the same four weights in each vector.
// CHECK-LABEL: func.func @periodic(
// CHECK:         vector<64xf32>
func.func @periodic(%a: memref<4001x4xf32>, %v: memref<4xf32>, %b: memref<4001x4xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4001 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%i, %j] : memref<4001x4xf32>
      %w = affine.load %v[%j] : memref<4xf32>
      %y = arith.mulf %x, %w : f32
      affine.store %y, %b[%i, %j] : memref<4001x4xf32>
    }
  }
  return
}

// Planes to pixels, five of them.
// CHECK-LABEL: func.func @interleave(
// CHECK-NOT:     vector
// CHECK:         return
// REMARK-DAG:  layout-vectorize-copies/loops {{.*}} rows have fewer than 8 elements, which LLVM interleaves
func.func @interleave(%a: memref<5x4001xf32>, %b: memref<4001x5xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4001 {
    affine.for %j = 0 to 5 {
      %x = affine.load %a[%j, %i] : memref<5x4001xf32>
      affine.store %x, %b[%i, %j] : memref<4001x5xf32>
    }
  }
  return
}

// What LLVM adds up it may add up in any order, where the program permits that.
// CHECK-LABEL: func.func @columns(
// CHECK:         arith.addf {{.*}} fastmath<reassoc>
func.func @columns(%a: memref<4001x3xf32>, %b: memref<3xf32> {llvm.noalias}) {
  affine.for %j = 0 to 3 {
    affine.for %i = 0 to 4001 {
      %x = affine.load %a[%i, %j] : memref<4001x3xf32>
      %s = affine.load %b[%j] : memref<3xf32>
      %t = arith.addf %s, %x : f32
      affine.store %t, %b[%j] : memref<3xf32>
    }
  }
  return
}

// The same where the row is innermost already, of a number of elements that LLVM takes apart.
// CHECK-LABEL: func.func @middle(
// CHECK:         arith.addf {{.*}} fastmath<reassoc>
func.func @middle(%a: memref<8x1024x3xf32>, %b: memref<8x3xf32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 1024 {
      affine.for %j = 0 to 3 {
        %x = affine.load %a[%i, %k, %j] : memref<8x1024x3xf32>
        %s = affine.load %b[%i, %j] : memref<8x3xf32>
        %t = arith.addf %s, %x : f32
        affine.store %t, %b[%i, %j] : memref<8x3xf32>
      }
    }
  }
  return
}

// No lanes for the greatest of few, whose last step takes longer than the rows.
// CHECK-LABEL: func.func @greatest(
// CHECK-NOT:     vector
// CHECK:         return
func.func @greatest(%a: memref<4001x10xf32>, %b: memref<4001xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4001 {
    affine.for %j = 0 to 10 {
      %x = affine.load %a[%i, %j] : memref<4001x10xf32>
      %s = affine.load %b[%i] : memref<4001xf32>
      %t = arith.maximumf %s, %x : f32
      affine.store %t, %b[%i] : memref<4001xf32>
    }
  }
  return
}
// Elements without a width in bits stay as they are.
func.func @indices(%a: memref<401x3xindex>, %b: memref<401x3xindex> {llvm.noalias}) {
  affine.for %i = 0 to 401 {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i, %j] : memref<401x3xindex>
      affine.store %x, %b[%i, %j] : memref<401x3xindex>
    }
  }
  return
}

// A nest ends before loops that carry values: there is nothing to merge.
func.func @carried(%a: memref<64x3xi32>, %b: memref<64xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 64 {
    %s = affine.for %j = 0 to 3 iter_args(%t = %zero) -> i32 {
      affine.for %k = 0 to 2 {
        %x = affine.load %a[%i, %j] : memref<64x3xi32>
        affine.store %x, %a[%i, %j] : memref<64x3xi32>
      }
      affine.yield %t : i32
    }
  }
  return
}
