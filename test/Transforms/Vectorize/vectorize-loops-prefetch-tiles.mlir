// RUN: layout-opt %s --split-input-file --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
//
// Threads share what prefetches: these touch nothing.
// RUN: layout-opt %s --split-input-file --pass-pipeline="builtin.module(layout-vectorize-loops,layout-parallelize-loops{threads=2 min-work=1})" | FileCheck %s --check-prefix=PARALLEL

// A tile at a time, of a buffer that the caches do not hold: the next tile is
// asked for, one line of memory for each row.
// CHECK-LABEL: @tiles
// CHECK: affine.for %[[O:.*]] = 0 to 4
// CHECK: affine.for %[[K:.*]] = 0 to 8
// CHECK: affine.for %[[G:.*]] = 0 to 8
// CHECK: vector.load %[[A:.*]][%[[O]], %[[K]], %c0, %[[C:.*]]] : memref<4x8x8x64xf64>, vector<8xf64>
// CHECK: %[[NEXT:.*]] = affine.min affine_map<(d0) -> (7, d0 + 1)>(%[[K]])
// CHECK: memref.prefetch %[[A]][%[[O]], %[[NEXT]], %c0, %[[C]]], read, locality<3>, data : memref<4x8x8x64xf64>
// CHECK-COUNT-7: memref.prefetch
// CHECK-NOT: memref.prefetch
// PARALLEL-LABEL: @tiles
// PARALLEL: affine.parallel
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
    "max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64,
    "L1_cache_size_in_bytes" = 4096 : i64, "L2_cache_size_in_bytes" = 65536 : i64>>} {
  func.func @tiles(%a: memref<4x8x8x64xf64> {llvm.noalias}, %x: memref<8x64xf64> {llvm.noalias}, %y: memref<4x8xf64> {llvm.noalias}) {
    affine.for %io = 0 to 4 {
      affine.for %ko = 0 to 8 {
        affine.for %g = 0 to 8 {
          affine.for %k = 0 to 8 {
            affine.for %i = 0 to 8 {
              %0 = affine.load %a[%io, %ko, %i, %g * 8 + %k] : memref<4x8x8x64xf64>
              %1 = affine.load %x[%ko, %g * 8 + %k] : memref<8x64xf64>
              %2 = affine.load %y[%io, %i] : memref<4x8xf64>
              %3 = arith.mulf %0, %1 : f64
              %4 = arith.addf %2, %3 : f64
              affine.store %4, %y[%io, %i] : memref<4x8xf64>
            }
          }
        }
      }
    }
    return
  }
}

// -----

// The second cache holds the buffer.
// CHECK-LABEL: @small
// CHECK-NOT: memref.prefetch
// CHECK: return
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
    "max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64,
    "L1_cache_size_in_bytes" = 4096 : i64, "L2_cache_size_in_bytes" = 131072 : i64>>} {
  func.func @small(%a: memref<4x8x8x64xf64> {llvm.noalias}, %x: memref<8x64xf64> {llvm.noalias}, %y: memref<4x8xf64> {llvm.noalias}) {
    affine.for %io = 0 to 4 {
      affine.for %ko = 0 to 8 {
        affine.for %g = 0 to 8 {
          affine.for %k = 0 to 8 {
            affine.for %i = 0 to 8 {
              %0 = affine.load %a[%io, %ko, %i, %g * 8 + %k] : memref<4x8x8x64xf64>
              %1 = affine.load %x[%ko, %g * 8 + %k] : memref<8x64xf64>
              %2 = affine.load %y[%io, %i] : memref<4x8xf64>
              %3 = arith.mulf %0, %1 : f64
              %4 = arith.addf %2, %3 : f64
              affine.store %4, %y[%io, %i] : memref<4x8xf64>
            }
          }
        }
      }
    }
    return
  }
}

// -----

// In the order of memory, which the processor foresees.
// CHECK-LABEL: @in_order
// CHECK-NOT: memref.prefetch
// CHECK: return
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
    "max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64,
    "L1_cache_size_in_bytes" = 4096 : i64, "L2_cache_size_in_bytes" = 65536 : i64>>} {
  func.func @in_order(%a: memref<8x64x8xf64> {llvm.noalias}, %b: memref<8x16x64x8xf64> {llvm.noalias}, %y: memref<8xf64> {llvm.noalias}) {
    affine.for %o = 0 to 8 {
      affine.for %k = 0 to 16 {
        affine.for %g = 0 to 64 {
          affine.for %i = 0 to 8 {
            %0 = affine.load %b[%o, %k, %g, %i] : memref<8x16x64x8xf64>
            %1 = affine.load %y[%i] : memref<8xf64>
            %2 = arith.addf %1, %0 : f64
            affine.store %2, %y[%i] : memref<8xf64>
          }
        }
      }
    }
    return
  }
}
