// The register tile that is made of the plan of a nest, before there are loops.
//
// RUN: layout-opt %s --load-pass-plugin=%test_plugin --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-tile-loops{stop-after=plan},test-layout-register-tiles)" -o /dev/null 2>&1 | FileCheck %s

#columns = #layout.buffer<index_map<(i, j) -> (j floordiv 32, i, j mod 32)>, pad<undef>>

// Rows and lanes of accumulators; tiles that lack lanes are computed whole, as the
// buffers have room for them.
// CHECK: [[#@LINE+7]]:5: remark: register tile: outer 2, reductions 1, rows 14, lanes 32, steps 1, {{.*}}lanes may be missing: all rows
// CHECK-NEXT: accumulator 0: accesses 2 and 3
// CHECK-NEXT: access 0: load, uniform
// CHECK-NEXT: access 1: load, contiguous
// CHECK-NEXT: access 2: load, contiguous, accumulator 0
func.func @product(%a: memref<56x64xf32> {llvm.noalias}, %b: memref<64x61xf32, #columns>, %c: memref<56x61xf32, #columns>) {
  affine.for %i = 0 to 56 {
    affine.for %j = 0 to 61 {
      affine.for %k = 0 to 64 {
        %0 = affine.load %a[%i, %k] : memref<56x64xf32>
        %1 = affine.load %b[%k, %j] : memref<64x61xf32, #columns>
        %2 = affine.load %c[%i, %j] : memref<56x61xf32, #columns>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<56x61xf32, #columns>
      }
    }
  }
  return
}

// Elements of other rows of the result are read, too: they may not be in registers.
// CHECK: remark: register tile: outer {{[0-9]+}}, reductions 0, rows 1,
// CHECK-NOT: accumulator
func.func @factor(%a: memref<256x256xf64, #columns>) {
  affine.for %i = 0 to 256 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 256 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<256x256xf64, #columns>
        %1 = affine.load %a[%k, %j] : memref<256x256xf64, #columns>
        %2 = affine.load %a[%i, %j] : memref<256x256xf64, #columns>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.subf %2, %3 : f64
        affine.store %4, %a[%i, %j] : memref<256x256xf64, #columns>
      }
    }
  }
  return
}

// Whether a reduction of unknown extent runs is decided by a branch.
// CHECK: remark: register tile: {{.*}}, guarded
func.func @unknown(%a: memref<?x?xf32> {llvm.noalias}, %b: memref<?x64xf32, #columns>, %c: memref<?x64xf32, #columns>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %s = memref.dim %a, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to %s {
        %0 = affine.load %a[%i, %k] : memref<?x?xf32>
        %1 = affine.load %b[%k, %j] : memref<?x64xf32, #columns>
        %2 = affine.load %c[%i, %j] : memref<?x64xf32, #columns>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<?x64xf32, #columns>
      }
    }
  }
  return
}

// Vectors of a window that moves over a row touch two cache lines each. Rows of the block are
// results of one place, whose weights are broadcast, not places below each other, of which
// each has a vector of its own.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-tile-loops{stop-after=plan})" --mlir-print-local-scope | FileCheck %s --check-prefix=PLAN
// PLAN-LABEL: func.func @window(
// PLAN: #layout.loops<(d0, d1, d2, d3, d4, d5) -> ({{.*}}, rows d0 mod {{[0-9]+}}, lanes d2 mod 16)
func.func @window(%x: memref<32x30x30xf32>, %w: memref<32x32x3x3xf32>, %y: memref<32x28x28xf32> {llvm.noalias}) {
  affine.for %o = 0 to 32 {
    affine.for %h = 0 to 28 {
      affine.for %v = 0 to 28 {
        affine.for %c = 0 to 32 {
          affine.for %r = 0 to 3 {
            affine.for %s = 0 to 3 {
              %a = affine.load %x[%c, %h + %r, %v + %s] : memref<32x30x30xf32>
              %b = affine.load %w[%o, %c, %r, %s] : memref<32x32x3x3xf32>
              %d = affine.load %y[%o, %h, %v] : memref<32x28x28xf32>
              %p = arith.mulf %a, %b : f32
              %q = arith.addf %d, %p : f32
              affine.store %q, %y[%o, %h, %v] : memref<32x28x28xf32>
            }
          }
        }
      }
    }
  }
  return
}

// An unknown number of rows by columns that leave lanes over: what they leave over is no
// reason to take the rows one by one.
// CHECK: [[#@LINE+4]]:3: remark: register tile: outer 2, reductions 1, rows 14, lanes 32, {{.*}}rows and lanes may be missing
func.func @unknown_rows(%a: memref<?x512xf32> {llvm.noalias}, %b: memref<512x42xf32> {llvm.noalias}, %c: memref<?x42xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %a, %c0 : memref<?x512xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to 42 {
      affine.for %k = 0 to 512 {
        %0 = affine.load %a[%i, %k] : memref<?x512xf32>
        %1 = affine.load %b[%k, %j] : memref<512x42xf32>
        %2 = affine.load %c[%i, %j] : memref<?x42xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<?x42xf32>
      }
    }
  }
  return
}
