// RUN: layout-opt %s --layout-apply --layout-tile-loops --mlir-print-local-scope | FileCheck %s
//
// DEFINE: %{names} = grep -o "^ *func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-apply,layout-tile-loops)"

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<undef>>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
    "max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64,
    "L1_cache_size_in_bytes" = 4096 : i64, "L2_cache_size_in_bytes" = 8192 : i64>>} {
  // Two parts read the matrix, which the second cache does not hold: they stay in
  // one loop over panels of 8 rows, which it does.
  // CHECK-LABEL: @panels
  // CHECK: affine.for %[[O:.*]] = 0 to 8 {
  // CHECK: affine.load %{{.*}}[%[[O]], {{.*}}] : memref<8x4x8x16xf64>
  // CHECK: affine.load %{{.*}}[%[[O]], {{.*}}] : memref<8x4x8x16xf64>
  // CHECK: return
  func.func @panels(%a: memref<61x61xf64, #tiles>, %x: memref<61xf64>, %t: memref<61xf64> {llvm.noalias}, %y: memref<61xf64> {llvm.noalias}) {
    affine.for %i = 0 to 61 {
      affine.for %j = 0 to 61 {
        %0 = affine.load %a[%i, %j] : memref<61x61xf64, #tiles>
        %1 = affine.load %x[%j] : memref<61xf64>
        %2 = affine.load %t[%i] : memref<61xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %t[%i] : memref<61xf64>
      }
      affine.for %j = 0 to 61 {
        %0 = affine.load %a[%i, %j] : memref<61x61xf64, #tiles>
        %1 = affine.load %t[%i] : memref<61xf64>
        %2 = affine.load %y[%j] : memref<61xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %y[%j] : memref<61xf64>
      }
    }
    return
  }

  // Each part reads a matrix of its own.
  // CHECK-LABEL: @once
  // CHECK-COUNT-2: {{^    affine.for}}
  // CHECK: return
  func.func @once(%a: memref<61x61xf64, #tiles>, %b: memref<61x61xf64, #tiles>, %t: memref<61xf64> {llvm.noalias}, %y: memref<61xf64> {llvm.noalias}) {
    affine.for %i = 0 to 61 {
      affine.for %j = 0 to 61 {
        %0 = affine.load %a[%i, %j] : memref<61x61xf64, #tiles>
        %2 = affine.load %t[%i] : memref<61xf64>
        %4 = arith.addf %2, %0 : f64
        affine.store %4, %t[%i] : memref<61xf64>
      }
      affine.for %j = 0 to 61 {
        %0 = affine.load %b[%i, %j] : memref<61x61xf64, #tiles>
        %2 = affine.load %y[%j] : memref<61xf64>
        %4 = arith.addf %2, %0 : f64
        affine.store %4, %y[%j] : memref<61xf64>
      }
    }
    return
  }

  // One part reads each row many times: its tiles stay in a cache by themselves.
  // CHECK-LABEL: @often
  // CHECK-COUNT-2: {{^    affine.for}}
  // CHECK: return
  func.func @often(%a: memref<61x61xf64, #tiles>, %b: memref<61x61xf64, #tiles>, %c: memref<61x61xf64, #tiles>, %y: memref<61xf64> {llvm.noalias}) {
    affine.for %i = 0 to 61 {
      affine.for %k = 0 to 61 {
        affine.for %j = 0 to 61 {
          %0 = affine.load %a[%i, %k] : memref<61x61xf64, #tiles>
          %1 = affine.load %b[%k, %j] : memref<61x61xf64, #tiles>
          %2 = affine.load %c[%i, %j] : memref<61x61xf64, #tiles>
          %3 = arith.mulf %0, %1 : f64
          %4 = arith.addf %2, %3 : f64
          affine.store %4, %c[%i, %j] : memref<61x61xf64, #tiles>
        }
      }
      affine.for %j = 0 to 61 {
        %0 = affine.load %a[%i, %j] : memref<61x61xf64, #tiles>
        %2 = affine.load %y[%j] : memref<61xf64>
        %4 = arith.addf %2, %0 : f64
        affine.store %4, %y[%j] : memref<61xf64>
      }
    }
    return
  }
}
