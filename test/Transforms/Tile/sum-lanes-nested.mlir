// Lanes along the last of two reductions are carried around both, and reduced once.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-tile-loops{reassociate=true},layout-vectorize-loops)" --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=groups,shared --rtol=1e-4 --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-tile-loops{reassociate=true},layout-vectorize-loops)"
//
// Few rows of such a reduction share what they load and extend: their loop is unrolled into the body.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-tile-loops{reassociate=true})" --mlir-print-local-scope --remarks-filter=layout --remark-format=emitRemark 2>%t.remarks | FileCheck %s --check-prefix=ROWS
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-optimize{reassociate=true})" | FileCheck %s --check-prefix=LANES
// DEFINE: %{target} =
// DEFINE: %{check-rows} = layout-check %s --entry=bytes,inner,aliased --rtol=1e-3 --pipeline="builtin.module(layout-set-target{target=%{target}},layout-optimize{reassociate=true})"
// REDEFINE: %{target} = x86-64-v3
// RUN: %{check-rows}
// REDEFINE: %{target} = x86-64-v4
// RUN: %{check-rows}

// CHECK-LABEL: @groups(
// CHECK:         affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT:      affine.load %arg2
// CHECK:           affine.for %{{.*}} = 0 to 5 iter_args
// CHECK:             affine.for %{{.*}} iter_args
// CHECK:           vector.reduction
// CHECK-NEXT:      affine.store %{{.*}}, %arg2
func.func @groups(%a: memref<9x5x128xf32> {llvm.noalias}, %b: memref<5x128xf32> {llvm.noalias}, %c: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9 {
    affine.for %g = 0 to 5 {
      affine.for %k = 0 to 128 {
        %0 = affine.load %a[%i, %g, %k] : memref<9x5x128xf32>
        %1 = affine.load %b[%g, %k] : memref<5x128xf32>
        %2 = affine.load %c[%i] : memref<9xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i] : memref<9xf32>
      }
    }
  }
  return
}

// %b may be part of %c, of which each step may then read what the last one stored.
// CHECK-LABEL: @shared(
// CHECK-NOT:     affine.for %{{.*}} = 0 to 5 iter_args
// CHECK:         return
func.func @shared(%a: memref<9x5x128xf32> {llvm.noalias}, %b: memref<5x128xf32>, %c: memref<9xf32>) {
  affine.for %i = 0 to 9 {
    affine.for %g = 0 to 5 {
      affine.for %k = 0 to 128 {
        %0 = affine.load %a[%i, %g, %k] : memref<9x5x128xf32>
        %1 = affine.load %b[%g, %k] : memref<5x128xf32>
        %2 = affine.load %c[%i] : memref<9xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i] : memref<9xf32>
      }
    }
  }
  return
}

// Half of the registers hold sums: two for each of four rows.
// REMARK: sum-lanes-nested.mlir:[[#@LINE+21]]:3: remark: [Passed] layout-tile-loops/rows-of-sums | Category:layout | Remark="4 rows of a reduction, which share what they load, are unrolled into its body: 0.{{[0-9]+}} instructions an iteration, estimated"
// ROWS-LABEL: @bytes(
// ROWS-NEXT:    affine.for %[[N:.*]] = 0 to 33 {
// ROWS-NEXT:      affine.load %arg2[0, %[[N]]]
// ROWS-NEXT:      affine.load %arg2[1, %[[N]]]
// ROWS-NEXT:      affine.load %arg2[2, %[[N]]]
// ROWS-NEXT:      affine.load %arg2[3, %[[N]]]
// ROWS-NEXT:      affine.for %{{.*}} = 0 to 16 iter_args
// ROWS-NEXT:        affine.for %{{.*}} = 0 to 16 iter_args
// ROWS-NEXT:          affine.load %arg0
// ROWS-NEXT:          affine.load %arg0
// ROWS-NEXT:          affine.load %arg0
// ROWS-NEXT:          affine.load %arg0
// ROWS-NEXT:          affine.load %arg1
// ROWS-NEXT:          arith.sitofp
// ROWS-NOT:           arith.sitofp
// LANES-LABEL: @bytes(
// LANES:         arith.sitofp %{{.*}} : vector<16xi8> to vector<16xf32>
// LANES-NOT:     arith.sitofp
// LANES-COUNT-4: vector.reduction
func.func @bytes(%a: memref<4x256xf32> {llvm.noalias}, %b: memref<33x256xi8> {llvm.noalias}, %c: memref<4x33xf32> {llvm.noalias}) {
  affine.for %m = 0 to 4 {
    affine.for %n = 0 to 33 {
      affine.for %k = 0 to 256 {
        %0 = affine.load %a[%m, %k] : memref<4x256xf32>
        %1 = affine.load %b[%n, %k] : memref<33x256xi8>
        %2 = arith.sitofp %1 : i8 to f32
        %3 = affine.load %c[%m, %n] : memref<4x33xf32>
        %4 = arith.mulf %0, %2 : f32
        %5 = arith.addf %3, %4 : f32
        affine.store %5, %c[%m, %n] : memref<4x33xf32>
      }
    }
  }
  return
}

// The rows need not be outermost: heads that share keys.
// ROWS-LABEL: @inner(
// ROWS:         affine.for %{{.*}} = 0 to 3 {
// ROWS-NEXT:      affine.for %{{.*}} = 0 to 40 {
// ROWS-COUNT-2:     affine.load %arg2
// ROWS-NEXT:        affine.for %{{.*}} = 0 to {{[0-9]+}} iter_args
func.func @inner(%q: memref<3x2x128xf32> {llvm.noalias}, %k: memref<3x40x128xf32> {llvm.noalias}, %s: memref<3x2x40xf32> {llvm.noalias}) {
  affine.for %g = 0 to 3 {
    affine.for %r = 0 to 2 {
      affine.for %t = 0 to 40 {
        affine.for %d = 0 to 128 {
          %0 = affine.load %q[%g, %r, %d] : memref<3x2x128xf32>
          %1 = affine.load %k[%g, %t, %d] : memref<3x40x128xf32>
          %2 = affine.load %s[%g, %r, %t] : memref<3x2x40xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %s[%g, %r, %t] : memref<3x2x40xf32>
        }
      }
    }
  }
  return
}

// More rows than registers.
// ROWS-LABEL: @many(
// ROWS-NEXT:    affine.for %{{.*}} = 0 to 11
func.func @many(%a: memref<11x256xf32> {llvm.noalias}, %b: memref<11x256xi8> {llvm.noalias}, %c: memref<11x11xf32> {llvm.noalias}) {
  affine.for %m = 0 to 11 {
    affine.for %n = 0 to 11 {
      affine.for %k = 0 to 256 {
        %0 = affine.load %a[%m, %k] : memref<11x256xf32>
        %1 = affine.load %b[%n, %k] : memref<11x256xi8>
        %2 = arith.sitofp %1 : i8 to f32
        %3 = affine.load %c[%m, %n] : memref<11x11xf32>
        %4 = arith.mulf %0, %2 : f32
        %5 = arith.addf %3, %4 : f32
        affine.store %5, %c[%m, %n] : memref<11x11xf32>
      }
    }
  }
  return
}

// What one row stores may be what the next one reads.
// ROWS-LABEL: @aliased(
// ROWS-NEXT:    affine.for %{{.*}} = 0 to 4 {
func.func @aliased(%a: memref<4x256xf32>, %b: memref<33x256xi8>, %c: memref<4x33xf32>) {
  affine.for %m = 0 to 4 {
    affine.for %n = 0 to 33 {
      affine.for %k = 0 to 256 {
        %0 = affine.load %a[%m, %k] : memref<4x256xf32>
        %1 = affine.load %b[%n, %k] : memref<33x256xi8>
        %2 = arith.sitofp %1 : i8 to f32
        %3 = affine.load %c[%m, %n] : memref<4x33xf32>
        %4 = arith.mulf %0, %2 : f32
        %5 = arith.addf %3, %4 : f32
        affine.store %5, %c[%m, %n] : memref<4x33xf32>
      }
    }
  }
  return
}

// The number of the row is a value.
// ROWS-LABEL: @indices(
// ROWS-NEXT:    affine.for %{{.*}} = 0 to 4 {
func.func @indices(%a: memref<4x256xf32> {llvm.noalias}, %b: memref<33x256xi8> {llvm.noalias}, %c: memref<4x33xf32> {llvm.noalias}) {
  affine.for %m = 0 to 4 {
    affine.for %n = 0 to 33 {
      affine.for %k = 0 to 256 {
        %i = arith.index_cast %m : index to i32
        %f = arith.sitofp %i : i32 to f32
        %0 = affine.load %a[%m, %k] : memref<4x256xf32>
        %1 = affine.load %b[%n, %k] : memref<33x256xi8>
        %2 = arith.sitofp %1 : i8 to f32
        %3 = affine.load %c[%m, %n] : memref<4x33xf32>
        %4 = arith.mulf %f, %2 : f32
        %5 = arith.addf %3, %4 : f32
        affine.store %5, %c[%m, %n] : memref<4x33xf32>
      }
    }
  }
  return
}
