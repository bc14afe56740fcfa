// Elementwise nests in the tiles of contractions of unknown extents: full blocks, less
// than one, and nothing at all; results are the same to the last bit.
//
// DEFINE: %{fuse} = layout-check %s --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-fuse-epilogues,layout-finalize)"
// DEFINE: %{all} = layout-check %s --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-optimize,layout-finalize)"
// DEFINE: %{rows} = 0
// DEFINE: %{of-rows} = --dim=arg0.dim0:%{rows} --dim=arg3.dim0:%{rows} --dim=arg4.dim0:%{rows}
// DEFINE: %{steps} = 0
// DEFINE: %{of-steps} = --dim=arg0.dim1:%{steps} --dim=arg1.dim0:%{steps}
//
// RUN: %{fuse} --entry=rows %{of-rows}
// RUN: %{all} --entry=rows %{of-rows}
// REDEFINE: %{rows} = 1
// RUN: %{fuse} --entry=rows %{of-rows}
// RUN: %{all} --entry=rows %{of-rows}
// REDEFINE: %{rows} = 15
// RUN: %{all} --entry=rows %{of-rows}
// REDEFINE: %{rows} = 16
// RUN: %{all} --entry=rows %{of-rows}
// REDEFINE: %{rows} = 143
// RUN: %{fuse} --entry=rows %{of-rows}
// RUN: %{all} --entry=rows %{of-rows}
//
// RUN: %{fuse} --entry=steps %{of-steps}
// RUN: %{all} --entry=steps %{of-steps}
// REDEFINE: %{steps} = 1
// RUN: %{all} --entry=steps %{of-steps}
// REDEFINE: %{steps} = 37
// RUN: %{all} --entry=steps %{of-steps}
//
// DEFINE: %{of-heads} = --entry=heads --dim=arg0.dim1:%{steps} --dim=arg1.dim1:%{steps}
// RUN: %{all} %{of-heads}
// REDEFINE: %{steps} = 0
// RUN: %{fuse} %{of-heads}
// RUN: %{all} %{of-heads}
// REDEFINE: %{steps} = 31
// RUN: %{all} %{of-heads}
//
// RUN: %{fuse} --entry=two_extents --dim=arg0.dim0:5 --dim=arg2.dim0:5 --arg=3:3
// RUN: %{all} --entry=two_extents --dim=arg0.dim0:23 --dim=arg2.dim0:23 --arg=3:23
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-fuse-epilogues)" --mlir-print-local-scope | FileCheck %s

#tiles = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>, pad<undef>>

// The extents of two buffers of the same size are one number, and so is one that is read
// twice. The buffer of the sum is a tile.
// CHECK-LABEL: @rows
// CHECK:         %[[TILE:.*]] = memref.alloca() {alignment = 64 : i64} : memref<16x16xf32>
// CHECK:         affine.for %{{.*}} = 0 to 2
// CHECK-NEXT:      affine.for %[[O:.*]] = 0 to affine_map<()[s0] -> (s0 ceildiv 16)>()[%[[N:.*]]] {
// CHECK-NEXT:        affine.for %{{.*}} = 0 to min affine_map<(d0)[s0] -> (16, d0 * -16 + s0)>(%[[O]])[%[[N]]]
// CHECK:               affine.store %{{.*}}, %[[TILE]]
// CHECK:             affine.for %{{.*}} = 0 to 19
// CHECK:                 affine.store %{{.*}}, %[[TILE]]
// CHECK:             affine.for %{{.*}} = 0 to min affine_map<(d0)[s0] -> (16, d0 * -16 + s0)>(%[[O]])
// CHECK:               arith.maximumf
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @rows(%a: memref<?x19xf32>, %b: memref<19x32xf32, #tiles>, %bias: memref<32xf32>,
                %x: memref<?x32xf32, #tiles>, %d: memref<?x32xf32, #tiles>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %a, %c0 : memref<?x19xf32>
  %c = memref.alloc(%n) : memref<?x32xf32, #tiles>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 32 {
      %0 = affine.load %bias[%j] : memref<32xf32>
      affine.store %0, %c[%i, %j] : memref<?x32xf32, #tiles>
    }
  }
  %m = memref.dim %c, %c0 : memref<?x32xf32, #tiles>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<?x19xf32>
        %1 = affine.load %b[%k, %j] : memref<19x32xf32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<?x32xf32, #tiles>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<?x32xf32, #tiles>
      }
    }
  }
  %again = memref.dim %a, %c0 : memref<?x19xf32>
  affine.for %i = 0 to %again {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<?x32xf32, #tiles>
      %1 = affine.load %x[%i, %j] : memref<?x32xf32, #tiles>
      %2 = arith.addf %0, %1 : f32
      %3 = arith.maximumf %2, %zero : f32
      affine.store %3, %d[%i, %j] : memref<?x32xf32, #tiles>
    }
  }
  memref.dealloc %c : memref<?x32xf32, #tiles>
  return
}

// A sum without steps is what it was initialised with.
// CHECK-LABEL: @steps
// CHECK:         memref.alloca
// CHECK:         affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK:         arith.negf
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @steps(%a: memref<17x?xf32>, %b: memref<?x32xf32, #tiles>, %d: memref<17x32xf32, #tiles>) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %a, %c1 : memref<17x?xf32>
  %c = memref.alloc() : memref<17x32xf32, #tiles>
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 32 {
      affine.store %one, %c[%i, %j] : memref<17x32xf32, #tiles>
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to %n {
        %0 = affine.load %a[%i, %k] : memref<17x?xf32>
        %1 = affine.load %b[%k, %j] : memref<?x32xf32, #tiles>
        %2 = affine.load %c[%i, %j] : memref<17x32xf32, #tiles>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<17x32xf32, #tiles>
      }
    }
  }
  affine.for %i = 0 to 17 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<17x32xf32, #tiles>
      %1 = arith.negf %0 : f32
      affine.store %1, %d[%i, %j] : memref<17x32xf32, #tiles>
    }
  }
  memref.dealloc %c : memref<17x32xf32, #tiles>
  return
}

// A sum in parts of rows: between two parts, the sums of all lanes are in memory, so that no tile
// takes the place of their buffer.
// CHECK-LABEL: @heads
// CHECK-NOT:     memref.alloca
// CHECK:         affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT:        affine.for %{{.*}} = 0 to 64 {
// CHECK:               affine.store
// CHECK:           affine.for %{{.*}} = 0 to affine_map<()[s0] -> (s0 ceildiv 32)>
// CHECK-NEXT:        affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT:          affine.for %{{.*}} = 0 to min affine_map<(d0)[s0] -> (32, d0 * -32 + s0)>
// CHECK-NEXT:            affine.for %{{.*}} = 0 to 64 {
// CHECK:           affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT:        affine.for %{{.*}} = 0 to 64 {
// CHECK:               arith.negf
// CHECK:         return
func.func @heads(%p: memref<3x?xf32>, %v: memref<3x?x128xf32>, %d: memref<3x128xf32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %n = memref.dim %p, %c1 : memref<3x?xf32>
  %c = memref.alloc() : memref<3x128xf32>
  affine.for %h = 0 to 3 {
    affine.for %j = 0 to 128 {
      affine.store %one, %c[%h, %j] : memref<3x128xf32>
    }
  }
  affine.for %h = 0 to 3 {
    affine.for %k = 0 to %n {
      affine.for %j = 0 to 128 {
        %0 = affine.load %p[%h, %k] : memref<3x?xf32>
        %1 = affine.load %v[%h, %k, %j] : memref<3x?x128xf32>
        %2 = affine.load %c[%h, %j] : memref<3x128xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%h, %j] : memref<3x128xf32>
      }
    }
  }
  affine.for %h = 0 to 3 {
    affine.for %j = 0 to 128 {
      %0 = affine.load %c[%h, %j] : memref<3x128xf32>
      %1 = arith.negf %0 : f32
      affine.store %1, %d[%h, %j] : memref<3x128xf32>
    }
  }
  memref.dealloc %c : memref<3x128xf32>
  return
}

// Numbers that need not be equal are different ranges.
// CHECK-LABEL: @two_extents
// CHECK:         arith.addf
// CHECK:         affine.for %{{.*}} = 0 to %arg3 {
// CHECK:           arith.negf
func.func @two_extents(%a: memref<?x19xf32>, %b: memref<19x32xf32, #tiles>, %d: memref<?x32xf32, #tiles>,
                       %some: index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x19xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 19 {
        %0 = affine.load %a[%i, %k] : memref<?x19xf32>
        %1 = affine.load %b[%k, %j] : memref<19x32xf32, #tiles>
        %2 = affine.load %d[%i, %j] : memref<?x32xf32, #tiles>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %d[%i, %j] : memref<?x32xf32, #tiles>
      }
    }
  }
  affine.for %i = 0 to %some {
    affine.for %j = 0 to 32 {
      %0 = affine.load %d[%i, %j] : memref<?x32xf32, #tiles>
      %1 = arith.negf %0 : f32
      affine.store %1, %d[%i, %j] : memref<?x32xf32, #tiles>
    }
  }
  return
}
