// Where shuffles have several ports, blocks are transposed by whole registers. Elsewhere, and in
// registers of two parts, parts of 128 bits are loaded.
// RUN: layout-opt %s --layout-vectorize-copies --canonicalize --mlir-print-local-scope | FileCheck %s
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-vectorize-copies)"
// RUN: %{check} --entry=singles
// RUN: %{check} --entry=doubles
// RUN: %{check} --entry=masked
// RUN: %{check} --entry=shorts
// RUN: layout-opt %s --layout-set-target=target=none --layout-set-target=target=x86-64-v4 --layout-vectorize-copies | FileCheck %s --check-prefix=PARTS
// RUN: layout-opt %s --layout-set-target=target=none --layout-set-target=target=znver5 | FileCheck %s --check-prefix=NAMED
// NAMED: "layout.shuffles_per_cycle" = 2
// RUN: layout-opt %s --layout-set-target=target=none --layout-set-target=target=znver4 | FileCheck %s --check-prefix=ONE
// ONE-NOT: shuffles_per_cycle
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
    "max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64,
    "layout.shuffles_per_cycle" = 2 : i64>>} {

// Four rounds: two inside of parts, two between them.
// CHECK-LABEL: func @singles
// CHECK-COUNT-16: vector.load %{{.*}} : memref<37x51xf32>, vector<16xf32>
// CHECK: vector.shuffle %{{.*}} [0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29]
// CHECK: vector.shuffle %{{.*}} [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]
// CHECK-COUNT-16: vector.store
// PARTS-LABEL: func @singles
// PARTS: vector.load %{{.*}} : memref<37x51xf32>, vector<4xf32>
// PARTS-NOT: vector<16xf32>, memref<37x51xf32>
func.func @singles(%a: memref<37x51xf32> {llvm.noalias}, %b: memref<51x37xf32> {llvm.noalias}) {
  affine.for %i = 0 to 51 {
    affine.for %j = 0 to 37 {
      %0 = affine.load %a[%j, %i] : memref<37x51xf32>
      affine.store %0, %b[%i, %j] : memref<51x37xf32>
    }
  }
  return
}

// CHECK-LABEL: func @doubles
// CHECK: vector.load %{{.*}} : memref<19x24xf64>, vector<8xf64>
func.func @doubles(%a: memref<19x24xf64> {llvm.noalias}, %b: memref<24x19xf64> {llvm.noalias}) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 19 {
      %0 = affine.load %a[%j, %i] : memref<19x24xf64>
      affine.store %0, %b[%i, %j] : memref<24x19xf64>
    }
  }
  return
}

// CHECK-LABEL: func @masked
// CHECK: vector.maskedload %{{.*}} : memref<61x48xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
func.func @masked(%a: memref<61x48xf32> {llvm.noalias}, %b: memref<4x48x16xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %o = 0 to 4 {
    affine.for %w = 0 to 48 {
      affine.for %i = 0 to 16 {
        affine.if affine_set<(o, i) : (60 - 16 * o - i >= 0)>(%o, %i) {
          %0 = affine.load %a[16 * %o + %i, %w] : memref<61x48xf32>
          affine.store %0, %b[%o, %w, %i] : memref<4x48x16xf32>
        } else {
          affine.store %zero, %b[%o, %w, %i] : memref<4x48x16xf32>
        }
      }
    }
  }
  return
}

// Sixteen rows do not fill a register of 32.
// CHECK-LABEL: func @shorts
// CHECK: vector.load %{{.*}} : memref<64x64xi16>, vector<8xi16>
func.func @shorts(%a: memref<64x64xi16> {llvm.noalias}, %b: memref<64x64xi16> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%j, %i] : memref<64x64xi16>
      affine.store %0, %b[%i, %j] : memref<64x64xi16>
    }
  }
  return
}

}
