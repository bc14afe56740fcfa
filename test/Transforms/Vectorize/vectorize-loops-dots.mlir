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

// Zero points that are loaded: of each row, which its sum of bytes has, and of each lane, which
// multiplies that. The last group lacks steps: their bytes are cleared in both factors.
// CHECK-LABEL: @loaded_zero_points
// CHECK: vector.reduction <add>
// CHECK: %[[ZA:.*]] = affine.load %{{.*}}[0] : memref<2xi8>
// CHECK: arith.extsi %[[ZA]] : i8 to i32
// CHECK: vector.load %{{.*}} : memref<8xi32>, vector<8xi32>
// CHECK: affine.for %{{.*}} = 0 to 5 iter_args
// CHECK: scf.if
// CHECK-NOT: arith.andi
// CHECK-COUNT-3: layout.dot
// CHECK: } else {
// CHECK: scf.if
// CHECK: arith.shli %c1_i32
// CHECK: arith.andi %{{.*}} : vector<8xi32>
// CHECK: layout.dot
// CHECK: return
func.func @loaded_zero_points(%a: memref<2x18xi8> {llvm.noalias}, %b: memref<5x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}, %za: memref<2xi8>, %zb: memref<8xi32>) {
  affine.for %k = 0 to 5 {
    affine.for %g = 0 to min affine_map<(d0) -> (4, 18 - d0 * 4)>(%k) {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x18xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<5x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extsi %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = affine.load %za[%i] : memref<2xi8>
          %6 = arith.extsi %5 : i8 to i32
          %7 = affine.load %zb[%j] : memref<8xi32>
          %8 = arith.subi %3, %6 : i32
          %9 = arith.subi %4, %7 : i32
          %10 = arith.muli %8, %9 : i32
          %11 = arith.addi %2, %10 : i32
          affine.store %11, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}

// Numbers from outside of the nest; three tiles share the sums of rows, and multiply them.
// CHECK-LABEL: @shared_zero_points
// CHECK-SAME: %[[ZB:[a-z0-9]+]]: memref<3x8xi8>
// CHECK: %[[ROOM:.*]] = memref.alloca()
// CHECK: %[[ZA:.*]] = memref.load %{{.*}} : memref<1xi32>
// CHECK: affine.for %[[I:.*]] = 0 to 2 {
// CHECK: %[[SUM:.*]] = vector.reduction <add>
// CHECK: arith.subi %c0_i32, %[[ZA]] : i32
// CHECK: memref.store %{{.*}}, %[[ROOM]][%c1, %[[I]]]
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NOT: vector.reduction
// CHECK: memref.load %[[ROOM]][%c1, %c0]
// CHECK: vector.load %[[ZB]]{{.*}} : memref<3x8xi8>, vector<8xi8>
// CHECK: return
func.func @shared_zero_points(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<3x5x8x4xi8> {llvm.noalias}, %c: memref<3x2x8xi32> {llvm.noalias}, %zs: memref<1xi32>, %zb: memref<3x8xi8>) {
  %c0 = arith.constant 0 : index
  %za = memref.load %zs[%c0] : memref<1xi32>
  affine.for %t = 0 to 3 {
    affine.for %k = 0 to 5 {
      affine.for %g = 0 to 4 {
        affine.for %i = 0 to 2 {
          affine.for %j = 0 to 8 {
            %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
            %1 = affine.load %b[%t, %k, %j, %g] : memref<3x5x8x4xi8>
            %2 = affine.load %c[%t, %i, %j] : memref<3x2x8xi32>
            %3 = arith.extui %0 : i8 to i32
            %4 = arith.extsi %1 : i8 to i32
            %5 = affine.load %zb[%t, %j] : memref<3x8xi8>
            %6 = arith.extui %5 : i8 to i32
            %7 = arith.subi %3, %za : i32
            %8 = arith.subi %4, %6 : i32
            %9 = arith.muli %7, %8 : i32
            %10 = arith.addi %2, %9 : i32
            affine.store %10, %c[%t, %i, %j] : memref<3x2x8xi32>
          }
        }
      }
    }
  }
  return
}

// One zero point for each group of steps is no number of a sum.
// CHECK-LABEL: @zero_points_of_steps
// CHECK-NOT: layout.dot
// CHECK: return
func.func @zero_points_of_steps(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<5x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}, %z: memref<5x8xi32>) {
  affine.for %k = 0 to 5 {
    affine.for %g = 0 to 4 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<5x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extui %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = affine.load %z[%k, %j] : memref<5x8xi32>
          %6 = arith.subi %4, %5 : i32
          %7 = arith.muli %3, %6 : i32
          %8 = arith.addi %2, %7 : i32
          affine.store %8, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}

// A zero point of each lane of the factor that lanes share is no one number either.
// CHECK-LABEL: @zero_points_of_others
// CHECK-NOT: layout.dot
// CHECK: return
func.func @zero_points_of_others(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<5x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}, %z: memref<8xi32>) {
  affine.for %k = 0 to 5 {
    affine.for %g = 0 to 4 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<5x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extui %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = affine.load %z[%j] : memref<8xi32>
          %6 = arith.subi %3, %5 : i32
          %7 = arith.muli %6, %4 : i32
          %8 = arith.addi %2, %7 : i32
          affine.store %8, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}

// Where the sum may have no step, the zero points of its lanes need not exist.
// CHECK-LABEL: @perhaps_no_step
// CHECK: return
func.func @perhaps_no_step(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<5x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}, %z: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : i8
  %byte = memref.load %a[%c0, %c0] : memref<2x20xi8>
  %rest = arith.remui %byte, %three : i8
  %n = arith.index_castui %rest : i8 to index
  affine.for %k = 0 to min affine_map<()[s0] -> (s0, 5)>()[%n] {
    affine.for %g = 0 to 4 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<5x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extui %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = affine.load %z[%j] : memref<8xi32>
          %6 = arith.subi %4, %5 : i32
          %7 = arith.muli %3, %6 : i32
          %8 = arith.addi %2, %7 : i32
          affine.store %8, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}

// A sum is no zero point: it changes in each step.
// CHECK-LABEL: @zero_point_is_sum
// CHECK-NOT: layout.dot
// CHECK: return
func.func @zero_point_is_sum(%a: memref<2x20xi8> {llvm.noalias}, %b: memref<5x8x4xi8> {llvm.noalias}, %c: memref<2x8xi32> {llvm.noalias}) {
  affine.for %k = 0 to 5 {
    affine.for %g = 0 to 4 {
      affine.for %i = 0 to 2 {
        affine.for %j = 0 to 8 {
          %0 = affine.load %a[%i, 4 * %k + %g] : memref<2x20xi8>
          %1 = affine.load %b[%k, %j, %g] : memref<5x8x4xi8>
          %2 = affine.load %c[%i, %j] : memref<2x8xi32>
          %3 = arith.extui %0 : i8 to i32
          %4 = arith.extsi %1 : i8 to i32
          %5 = arith.subi %4, %2 : i32
          %6 = arith.muli %3, %5 : i32
          %7 = arith.addi %2, %6 : i32
          affine.store %7, %c[%i, %j] : memref<2x8xi32>
        }
      }
    }
  }
  return
}
}
