// Sums of a factor's bytes by many dot products are added up in four parts, of which none waits for the others; those of
// few products are not.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=long,short --pipeline="builtin.module(layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false})"

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64, "layout.vpdpbusd" = 1 : i64>>} {

// CHECK-LABEL: @long
// CHECK: %[[P:.*]]:5 = affine.for %{{.*}} = 0 to 128 step 4 iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}}, %[[D:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>, i32)
// CHECK: %[[S:.*]] = layout.dot %[[A]], {{.*}} : vector<4xi32>, vector<16xi8>
// CHECK: scf.yield %[[B]], %[[C]], %[[D]], %[[S]], %
// CHECK: %[[T:.*]] = arith.addi %[[P]]#0, %[[P]]#1 : vector<4xi32>
// CHECK: %[[U:.*]] = arith.addi %[[T]], %[[P]]#2 : vector<4xi32>
// CHECK: arith.addi %[[U]], %[[P]]#3 : vector<4xi32>
// CHECK: vector.reduction <add>
func.func @long(%a: memref<1x512xi8> {llvm.noalias}, %b: memref<2x128x16x4xi8> {llvm.noalias}, %c: memref<2x1x16xi32> {llvm.noalias}) {
  affine.for %t = 0 to 2 {
    affine.for %k = 0 to 128 {
      affine.for %g = 0 to 4 {
        affine.for %i = 0 to 1 {
          affine.for %j = 0 to 16 {
            %0 = affine.load %a[%i, 4 * %k + %g] : memref<1x512xi8>
            %1 = affine.load %b[%t, %k, %j, %g] : memref<2x128x16x4xi8>
            %2 = affine.load %c[%t, %i, %j] : memref<2x1x16xi32>
            %3 = arith.extsi %0 : i8 to i32
            %4 = arith.extsi %1 : i8 to i32
            %5 = arith.muli %3, %4 : i32
            %6 = arith.addi %2, %5 : i32
            affine.store %6, %c[%t, %i, %j] : memref<2x1x16xi32>
          }
        }
      }
    }
  }
  return
}

// CHECK-LABEL: @short
// CHECK: vector.reduction <add>
// CHECK-NOT: -> (vector<4xi32>, vector<4xi32>
func.func @short(%a: memref<1x64xi8> {llvm.noalias}, %b: memref<2x16x16x4xi8> {llvm.noalias}, %c: memref<2x1x16xi32> {llvm.noalias}) {
  affine.for %t = 0 to 2 {
    affine.for %k = 0 to 16 {
      affine.for %g = 0 to 4 {
        affine.for %i = 0 to 1 {
          affine.for %j = 0 to 16 {
            %0 = affine.load %a[%i, 4 * %k + %g] : memref<1x64xi8>
            %1 = affine.load %b[%t, %k, %j, %g] : memref<2x16x16x4xi8>
            %2 = affine.load %c[%t, %i, %j] : memref<2x1x16xi32>
            %3 = arith.extsi %0 : i8 to i32
            %4 = arith.extsi %1 : i8 to i32
            %5 = arith.muli %3, %4 : i32
            %6 = arith.addi %2, %5 : i32
            affine.store %6, %c[%t, %i, %j] : memref<2x1x16xi32>
          }
        }
      }
    }
  }
  return
}
}
