// The weights are larger than the second cache, and each panel of them is read by two blocks
// of rows: each asks for half of the next panel, 16 of the 32 rows of a tile. Behind the
// last panel comes the first.
// RUN: layout-opt %s --layout-vectorize-loops --mlir-print-local-scope | FileCheck %s
// Weights that the second cache has room for are there already.
// RUN: sed 's/65536/2097152/' %s | layout-opt --layout-vectorize-loops | FileCheck %s --check-prefix=NONE
// Nothing is asked for out of bounds, and results are what they were.
// RUN: layout-check %s --entry=product --bounds --seed=1 --pipeline="builtin.module(layout-vectorize-loops)" | FileCheck %s --check-prefix=SAME
// SAME: 6 runs agree
// NONE-NOT: prefetch

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64,
    "layout.num_vector_registers" = 32 : i64, "L1_cache_size_in_bytes" = 32768 : i64,
    "L2_cache_size_in_bytes" = 65536 : i64>>} {

// CHECK-LABEL: func.func @product
// CHECK-SAME: %{{.*}}, %[[WEIGHTS:.*]]: memref<6x128x32xf32>
// CHECK: affine.for %[[PANEL:.*]] = 0 to 6 {
// CHECK: affine.for %[[BLOCK:.*]] = 0 to 2 {
// CHECK: affine.for %[[TILE:.*]] = 0 to 4 iter_args
// CHECK-NEXT: affine.prefetch %[[WEIGHTS]][(%[[PANEL]] + 1) mod 6, %[[TILE]] * 32 + %[[BLOCK]] * 16, 0], read, locality<2>, data
// CHECK-NEXT: affine.prefetch %[[WEIGHTS]][(%[[PANEL]] + 1) mod 6, %[[TILE]] * 32 + %[[BLOCK]] * 16, 16], read
// CHECK-NEXT: affine.prefetch %[[WEIGHTS]][(%[[PANEL]] + 1) mod 6, %[[TILE]] * 32 + %[[BLOCK]] * 16 + 1, 0], read
// CHECK-COUNT-29: affine.prefetch
// CHECK-NOT: affine.prefetch
// CHECK: affine.for %{{.*}} = 0 to 32 iter_args
func.func @product(%a: memref<4x16x32xf32>, %b: memref<6x128x32xf32>, %c: memref<6x16x32xf32> {llvm.noalias}) {
  affine.for %j = 0 to 6 {
    affine.for %i = 0 to 2 {
      affine.for %t = 0 to 4 {
        affine.for %k = 0 to 32 {
          affine.for %r = 0 to 8 {
            affine.for %l = 0 to 32 {
              %0 = affine.load %a[%t, %i * 8 + %r, %k] : memref<4x16x32xf32>
              %1 = affine.load %b[%j, %t * 32 + %k, %l] : memref<6x128x32xf32>
              %2 = affine.load %c[%j, %i * 8 + %r, %l] : memref<6x16x32xf32>
              %3 = arith.mulf %0, %1 : f32
              %4 = arith.addf %2, %3 : f32
              affine.store %4, %c[%j, %i * 8 + %r, %l] : memref<6x16x32xf32>
            }
          }
        }
      }
    }
  }
  return
}

// One block of rows reads each panel once.
// CHECK-LABEL: func.func @once
// CHECK-NOT: affine.prefetch
func.func @once(%a: memref<4x8x32xf32>, %b: memref<6x128x32xf32>, %c: memref<6x8x32xf32> {llvm.noalias}) {
  affine.for %j = 0 to 6 {
    affine.for %t = 0 to 4 {
      affine.for %k = 0 to 32 {
        affine.for %r = 0 to 8 {
          affine.for %l = 0 to 32 {
            %0 = affine.load %a[%t, %r, %k] : memref<4x8x32xf32>
            %1 = affine.load %b[%j, %t * 32 + %k, %l] : memref<6x128x32xf32>
            %2 = affine.load %c[%j, %r, %l] : memref<6x8x32xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            affine.store %4, %c[%j, %r, %l] : memref<6x8x32xf32>
          }
        }
      }
    }
  }
  return
}

// Bounds depend on the panel: a tile of this one need not be in the next.
// CHECK-LABEL: func.func @triangle
// CHECK-NOT: affine.prefetch
// CHECK: vector.load
// CHECK-NOT: affine.prefetch
func.func @triangle(%a: memref<4x16x32xf32>, %b: memref<6x192x32xf32>, %c: memref<6x16x32xf32> {llvm.noalias}) {
  affine.for %j = 0 to 6 {
    affine.for %i = 0 to 2 {
      affine.for %t = 0 to min affine_map<(d0) -> (4, 6 - d0)>(%j) {
        affine.for %k = 0 to 32 {
          affine.for %r = 0 to 8 {
            affine.for %l = 0 to 32 {
              %0 = affine.load %a[%t, %i * 8 + %r, %k] : memref<4x16x32xf32>
              %1 = affine.load %b[%j, %j * 32 + %t * 32 + %k, %l] : memref<6x192x32xf32>
              %2 = affine.load %c[%j, %i * 8 + %r, %l] : memref<6x16x32xf32>
              %3 = arith.mulf %0, %1 : f32
              %4 = arith.addf %2, %3 : f32
              affine.store %4, %c[%j, %i * 8 + %r, %l] : memref<6x16x32xf32>
            }
          }
        }
      }
    }
  }
  return
}
}
