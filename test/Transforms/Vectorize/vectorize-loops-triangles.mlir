// Rows that lack iterations of the sum: masks only where some do.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)" --mlir-print-local-scope | FileCheck %s
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// DEFINE: %{file} = %s
// DEFINE: %{check} = %{names} | paste -sd, | xargs -I{} layout-check %{file} --entry={} --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: %{check}
// RUN: sed 's/"max_vector_op_width" = 512/"max_vector_op_width" = 128/' %s > %t.mlir
// REDEFINE: %{file} = %t.mlir
// RUN: %{check}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<0.0 : f64>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64>>} {

// Iterations of the sum below the diagonal are for all rows.
// CHECK-LABEL: @lower
// CHECK: scf.if %{{.*}} -> (vector<16xf64>
// CHECK-NEXT: affine.for {{.*}} iter_args
// CHECK-NOT: arith.select
// CHECK: affine.yield
// CHECK: vector.create_mask
// CHECK: scf.yield
// CHECK: } else {
// CHECK: affine.for {{.*}} iter_args
// CHECK: arith.select {{.*}} vector<16xf64>
// CHECK: scf.yield
func.func @lower(%a: memref<53x53xf64, #tiles>, %b: memref<53x37xf64, #tiles>, %c: memref<53x37xf64, #tiles>) {
  affine.for %i = 0 to 53 {
    affine.for %j = 0 to 37 {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<53x53xf64, #tiles>
        %1 = affine.load %b[%k, %j] : memref<53x37xf64, #tiles>
        %2 = affine.load %c[%i, %j] : memref<53x37xf64, #tiles>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<53x37xf64, #tiles>
      }
    }
  }
  return
}

// Above it, from a bound that the row moves.
// CHECK-LABEL: @upper
// CHECK: scf.if %{{.*}} -> (vector<16xf64>
func.func @upper(%a: memref<53x53xf64, #tiles>, %b: memref<53x37xf64, #tiles>, %c: memref<53x37xf64, #tiles>) {
  affine.for %i = 0 to 53 {
    affine.for %j = 0 to 37 {
      affine.for %k = affine_map<(i) -> (i + 1)>(%i) to 53 {
        %0 = affine.load %a[%k, %i] : memref<53x53xf64, #tiles>
        %1 = affine.load %b[%k, %j] : memref<53x37xf64, #tiles>
        %2 = affine.load %c[%i, %j] : memref<53x37xf64, #tiles>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<53x37xf64, #tiles>
      }
    }
  }
  return
}

// The sum is the outermost loop, and rows and lanes have bounds of it: lanes, too,
// lack iterations.
// CHECK-LABEL: @pyramid
// CHECK: return
func.func @pyramid(%a: memref<53x53xf64, #tiles>, %b: memref<53x53xf64, #tiles>, %c: memref<53x53xf64, #tiles>) {
  affine.for %k = 0 to 53 {
    affine.for %i = 0 to affine_map<(k) -> (k + 1)>(%k) {
      affine.for %j = 0 to affine_map<(k) -> (k + 1)>(%k) {
        %0 = affine.load %a[%i, %k] : memref<53x53xf64, #tiles>
        %1 = affine.load %b[%k, %j] : memref<53x53xf64, #tiles>
        %2 = affine.load %c[%i, %j] : memref<53x53xf64, #tiles>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<53x53xf64, #tiles>
      }
    }
  }
  return
}

// A band: iterations are missing at both ends.
// CHECK-LABEL: @band
// CHECK: return
func.func @band(%a: memref<53x53xf64, #tiles>, %b: memref<53x37xf64, #tiles>, %c: memref<53x37xf64, #tiles>) {
  affine.for %i = 0 to 53 {
    affine.for %j = 0 to 37 {
      affine.for %k = max affine_map<(i) -> (0, i - 40)>(%i) to min affine_map<(i) -> (53, i + 30)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<53x53xf64, #tiles>
        %1 = affine.load %b[%k, %j] : memref<53x37xf64, #tiles>
        %2 = affine.load %c[%i, %j] : memref<53x37xf64, #tiles>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<53x37xf64, #tiles>
      }
    }
  }
  return
}
}
