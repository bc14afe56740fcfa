// Lanes of sums, which are carried around loops, are powers of two: LLVM takes other
// vectors apart there, element by element. Where nothing is carried, all of a row may be.
//
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-apply --layout-tile-loops -o /dev/null --remarks-filter=layout 2>&1 | FileCheck %s
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-optimize,layout-finalize)"

#twelve = #layout.buffer<index_map<(i, j) -> (j floordiv 12, i, j mod 12)>, pad<undef>>

// 27 columns fit two registers, and are none.
// CHECK: [[#@LINE+2]]:3: remark: [Passed] layout-tile-loops/tiled {{.*}}blocks of {{[0-9]+}} x 16 iterations
func.func @columns(%a: memref<27x27xf32> {llvm.noalias}, %b: memref<27x27xf32> {llvm.noalias}, %c: memref<27x27xf32> {llvm.noalias}) {
  affine.for %i = 0 to 27 {
    affine.for %j = 0 to 27 {
      affine.for %k = 0 to 27 {
        %0 = affine.load %a[%i, %k] : memref<27x27xf32>
        %1 = affine.load %b[%k, %j] : memref<27x27xf32>
        %2 = affine.load %c[%i, %j] : memref<27x27xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<27x27xf32>
      }
    }
  }
  return
}

// Of panels of twelve columns the largest power of two that divides them.
// CHECK: [[#@LINE+2]]:3: remark: [Passed] layout-tile-loops/tiled {{.*}}blocks of {{[0-9]+}} x 4 iterations
func.func @panels(%a: memref<25x29xf32> {llvm.noalias}, %b: memref<29x36xf32, #twelve>, %c: memref<25x36xf32, #twelve>) {
  affine.for %i = 0 to 25 {
    affine.for %j = 0 to 36 {
      affine.for %k = 0 to 29 {
        %0 = affine.load %a[%i, %k] : memref<25x29xf32>
        %1 = affine.load %b[%k, %j] : memref<29x36xf32, #twelve>
        %2 = affine.load %c[%i, %j] : memref<25x36xf32, #twelve>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<25x36xf32, #twelve>
      }
    }
  }
  return
}

// CHECK: [[#@LINE+2]]:3: remark: [Passed] layout-tile-loops/tiled {{.*}}blocks of 12 iterations
func.func @sums_of_two(%a: memref<25x36xf32, #twelve>, %b: memref<25x36xf32, #twelve>) {
  affine.for %i = 0 to 25 {
    affine.for %j = 0 to 36 {
      %0 = affine.load %a[%i, %j] : memref<25x36xf32, #twelve>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<25x36xf32, #twelve>
    }
  }
  return
}

// CHECK: layout-tile-loops/merged

// A row of 27 sums is no vector to be carried either, and a part of it gains nothing here: the
// row is left to the compiler behind.
// CHECK-NOT: remark: [Passed]
func.func @rows(%a: memref<100x27xf32> {llvm.noalias}, %b: memref<27xf32> {llvm.noalias}) {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 27 {
      %0 = affine.load %a[%i, %j] : memref<100x27xf32>
      %1 = affine.load %b[%j] : memref<27xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %b[%j] : memref<27xf32>
    }
  }
  return
}
