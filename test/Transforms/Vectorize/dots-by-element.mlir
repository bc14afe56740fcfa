// A factor that all lanes share is loaded for four groups at once, and each is used by element.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
//
// By arithmetic on every machine.
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --rtol=1e-4 --pipeline="builtin.module(layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false})"
//
// Few registers of SVE may have elements: a row uses all of its chunk before the next one is loaded.
// RUN: sed "s|op_width\" = 128|op_width\" = 256|" %s > %t.sve.mlir
// RUN: layout-opt %t.sve.mlir --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s --check-prefix=SVE
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %t.sve.mlir --entry={} --rtol=1e-4 --pipeline="builtin.module(layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false})"
// SVE-LABEL: @chunks
// SVE: affine.for %{{.*}} = 0 to 8 step 4 iter_args
// SVE-COUNT-4: layout.dot
// SVE: vector.load {{.*}} : memref<2x36xi8>, vector<16xi8>
// SVE-NOT: memref<9x8x4xi8>
// SVE-COUNT-4: layout.dot
// SVE-NOT: step 4
// SVE: return

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 128 : i64, "layout.num_vector_registers" = 32 : i64, "layout.sdot" = 1 : i64, "layout.bfdot" = 1 : i64>>} {

// Two chunks, and one group that is left.
// CHECK-LABEL: @chunks
// CHECK: affine.for %{{.*}} = 0 to 8 step 4 iter_args
// CHECK: %[[A:.*]] = vector.load {{.*}} : memref<2x36xi8>, vector<16xi8>
// CHECK: %[[W:.*]] = vector.bitcast %[[A]] : vector<16xi8> to vector<4xi32>
// CHECK: %[[E:.*]] = vector.extract %[[W]][0] : i32 from vector<4xi32>
// CHECK: vector.broadcast %[[E]] : i32 to vector<8xi32>
// CHECK-COUNT-2: layout.dot
// CHECK-NOT: vector<16xi8>
// CHECK: vector.extract %[[W]][1]
// CHECK-COUNT-6: layout.dot
// CHECK-NOT: step 4
// CHECK: vector.load {{.*}} : memref<2x36xi8>, vector<4xi8>
// CHECK-COUNT-2: layout.dot
// CHECK: return
func.func @chunks(%a: memref<2x36xi8> {llvm.noalias}, %b: memref<9x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 9 {
    affine.for %g = 0 to 4 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x36xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<9x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extsi %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = arith.muli %3, %4 : i32
          %6 = arith.addi %2, %5 : i32
          affine.store %6, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}

// The last group lacks steps: it is in no chunk, and so is no other one of the last four.
// CHECK-LABEL: @rest
// CHECK: affine.for %{{.*}} = 0 to 4 step 4 iter_args
// CHECK: vector.load {{.*}} : memref<2x31xi8>, vector<16xi8>
// CHECK: affine.for %{{.*}} = 4 to 8 iter_args
// CHECK: scf.if
// CHECK: vector.load {{.*}} : memref<2x31xi8>, vector<4xi8>
// CHECK: return
func.func @rest(%a: memref<2x31xi8> {llvm.noalias}, %b: memref<8x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 8 {
    affine.for %g = 0 to min affine_map<(d0) -> (4, 31 - d0 * 4)>(%k) {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x31xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<8x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extsi %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = arith.muli %3, %4 : i32
          %6 = arith.addi %2, %5 : i32
          affine.store %6, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}

// Groups that are apart.
// CHECK-LABEL: @apart
// CHECK-NOT: step 4
// CHECK: layout.dot
// CHECK: return
func.func @apart(%a: memref<8x2x4xi8> {llvm.noalias}, %b: memref<8x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 8 {
    affine.for %g = 0 to 4 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%k, %i, %g] : memref<8x2x4xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<8x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extsi %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = arith.muli %3, %4 : i32
          %6 = arith.addi %2, %5 : i32
          affine.store %6, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}

// CHECK-LABEL: @floats
// CHECK: affine.for %{{.*}} = 0 to 8 step 4 iter_args
// CHECK: vector.load {{.*}} : memref<2x16xbf16>, vector<8xbf16>
// CHECK-COUNT-8: layout.dot {{.*}} : vector<8xf32>, vector<16xbf16>
func.func @floats(%a: memref<2x16xbf16> {llvm.noalias}, %b: memref<8x8x2xbf16> {llvm.noalias}, %c: memref<2x8xf32> {llvm.noalias}) {
  affine.for %k = 0 to 8 {
    affine.for %g = 0 to 2 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 2 * %k + %g] : memref<2x16xbf16>
          %1 = affine.load %b[%k, %j, %g] : memref<8x8x2xbf16>
          %2 = affine.load %c[%i, %j] : memref<2x8xf32>
          %3 = arith.extf %0 : bf16 to f32
          %4 = arith.extf %1 : bf16 to f32
          %5 = arith.mulf %3, %4 fastmath<contract,reassoc> : f32
          %6 = arith.addf %2, %5 fastmath<contract,reassoc> : f32
          affine.store %6, %c[%i, %j] : memref<2x8xf32>
        }
      }
    }
  }
  return
}
}
