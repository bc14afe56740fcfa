// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
//
// By arithmetic on every machine.
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false})"

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64, "layout.vpdpbusd" = 1 : i64>>} {

// One factor with a sign, one without: as they are. A group that lacks some has
// zeros for them.
// CHECK-LABEL: @mixed
// CHECK: %[[S:.*]] = vector.load %{{.*}} : memref<8xi32>, vector<8xi32>
// CHECK: affine.for %{{.*}} = 0 to 2 iter_args(%{{.*}} = %[[S]]) -> (vector<8xi32>)
// CHECK: scf.if
// CHECK: %[[A:.*]] = vector.load {{.*}} : memref<7xi8>, vector<4xi8>
// CHECK: vector.bitcast %[[A]] : vector<4xi8> to vector<1xi32>
// CHECK: %[[R:.*]] = vector.bitcast %{{.*}} : vector<8xi32> to vector<32xi8>
// CHECK: %[[B:.*]] = vector.load {{.*}} : memref<2x32xi8>, vector<32xi8>
// CHECK: layout.dot %{{.*}}, %[[R]], signed %[[B]] : vector<8xi32>, vector<32xi8>
// CHECK: } else {
// CHECK: arith.cmpi sge, %{{.*}}, %c1 : index
// CHECK: scf.if
// CHECK: %[[M:.*]] = vector.create_mask %{{.*}} : vector<4xi1>
// CHECK: vector.maskedload %{{.*}}, %[[M]], %cst{{.*}} : memref<7xi8>, vector<4xi1>, vector<4xi8> into vector<4xi8>
// CHECK: layout.dot
// CHECK: vector.store
func.func @mixed(%a: memref<7xi8> {llvm.noalias}, %b: memref<2x8x4xi8> {llvm.noalias}, %c: memref<8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 2 {
    affine.for %g = 0 to min affine_map<(d0) -> (4, 7 - d0 * 4)>(%k) {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[4 * %k + %g] : memref<7xi8>
        %1 = affine.load %b[%k, %j, %g] : memref<2x8x4xi8>
        %2 = affine.load %c[%j] : memref<8xi32>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %c[%j] : memref<8xi32>
      }
    }
  }
  return
}

// Both with a sign: that of the lanes is flipped, and the sum of each row of the
// other one is subtracted 128 times, before.
// CHECK-LABEL: @signed
// CHECK: affine.for %{{.*}} = 0 to 5 step 4 iter_args
// CHECK: vector.load {{.*}} : memref<2x20xi8>, vector<16xi8>
// CHECK: layout.dot %{{.*}}, signed %{{.*}}, %{{.*}} : vector<4xi32>, vector<16xi8>
// CHECK: vector.reduction <add>
// CHECK: arith.muli %{{.*}}, %c-128_i32 : i32
// CHECK: affine.for %{{.*}} = 0 to 5 iter_args
// CHECK: %[[B:.*]] = vector.load {{.*}} : memref<5x32xi8>, vector<32xi8>
// CHECK: %[[F:.*]] = arith.xori %[[B]], %cst{{.*}} : vector<32xi8>
// CHECK: layout.dot %{{.*}}, signed %{{.*}}, %[[F]] : vector<8xi32>, vector<32xi8>
func.func @signed(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<5x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 5 {
    affine.for %g = 0 to 4 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<5x8x4xi8>
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

// A zero point of the factor without a sign: its rows need no sums, the lanes
// share one.
// CHECK-LABEL: @zero_point
// CHECK-NOT: vector.reduction
// CHECK: affine.for %{{.*}} = 0 to 5 iter_args(%{{.*}}, %{{.*}}, %{{.*}} = %{{.*}}) -> (vector<8xi32>, vector<8xi32>, vector<8xi32>)
// CHECK-COUNT-3: layout.dot
// CHECK: arith.muli %{{.*}}, %cst{{.*}} : vector<8xi32>
func.func @zero_point(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<5x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}) {
  %zero = arith.constant 77 : i32
  affine.for %k = 0 to 5 {
    affine.for %g = 0 to 4 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<5x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extui %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = arith.subi %3, %zero : i32
          %6 = arith.muli %5, %4 : i32
          %7 = arith.addi %2, %6 : i32
          affine.store %7, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}

// Three tiles of columns share the sums of rows.
// CHECK-LABEL: @shared
// CHECK: %[[ROOM:.*]] = memref.alloca() {alignment = 64 : i64} : memref<2x2xi32>
// CHECK: affine.for %[[I:.*]] = 0 to 2 {
// CHECK: vector.reduction <add>
// CHECK: memref.store %{{.*}}, %[[ROOM]][%c1, %[[I]]]
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT: vector.reduction
// CHECK: memref.load %[[ROOM]][%c1, %c0]
// CHECK: memref.load %[[ROOM]][%c1, %c1]
// CHECK: return
func.func @shared(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<3x5x8x4xi8> {llvm.noalias}, %c: memref<3x2x8xi32> {llvm.noalias}) {
  affine.for %t = 0 to 3 {
    affine.for %k = 0 to 5 {
      affine.for %g = 0 to 4 {
        affine.for %i = 0 to 2 {
          affine.for %j = 0 to 8 {
            %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
            %1 = affine.load %b[%t, %k, %j, %g] : memref<3x5x8x4xi8>
            %2 = affine.load %c[%t, %i, %j] : memref<3x2x8xi32>
            %3 = arith.extsi %0 : i8 to i32
            %4 = arith.extsi %1 : i8 to i32
            %5 = arith.muli %3, %4 : i32
            %6 = arith.addi %2, %5 : i32
            affine.store %6, %c[%t, %i, %j] : memref<3x2x8xi32>
          }
        }
      }
    }
  }
  return
}

// Without a column no row is read.
// CHECK-LABEL: @guarded
// CHECK: %[[ROOM:.*]] = memref.alloca() {alignment = 64 : i64} : memref<2x2xi32>
// CHECK: %[[ENTERED:.*]] = arith.cmpi sgt, %{{.*}}, %c0
// CHECK: scf.if %[[ENTERED]] {
// CHECK: memref.store %{{.*}}, %[[ROOM]]
// CHECK: affine.for
// CHECK-NOT: vector.reduction
// CHECK: return
func.func @guarded(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<3x5x8x4xi8> {llvm.noalias}, %c: memref<3x2x8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i8
  %byte = memref.load %a[%c0, %c0] : memref<2x20xi8>
  %rest = arith.remui %byte, %three : i8
  %n = arith.index_castui %rest : i8 to index
  affine.for %t = 0 to %n {
    affine.for %k = 0 to 5 {
      affine.for %g = 0 to 4 {
        affine.for %i = 0 to 2 {
          affine.for %j = 0 to 8 {
            %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
            %1 = affine.load %b[%t, %k, %j, %g] : memref<3x5x8x4xi8>
            %2 = affine.load %c[%t, %i, %j] : memref<3x2x8xi32>
            %3 = arith.extsi %0 : i8 to i32
            %4 = arith.extsi %1 : i8 to i32
            %5 = arith.muli %3, %4 : i32
            %6 = arith.addi %2, %5 : i32
            affine.store %6, %c[%t, %i, %j] : memref<3x2x8xi32>
          }
        }
      }
    }
  }
  return
}
}
