// A tile of known extents that lacks rows or lanes: as many as there are, all rows at once,
// where rows read the same vector.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | paste -sd,
// RUN: %{names} | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-vectorize-loops)"
// RUN: %{names} | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-set-target{target=x86-64-v2},layout-vectorize-loops)"

// 17 rows are two tiles of 7, and 3 rows; 36 columns one of 32, and 4: nothing is masked.
// CHECK-LABEL: @both(
// CHECK:         scf.if
// CHECK-COUNT-7:     vector.store {{.*}} : memref<17x36xf32>, vector<32xf32>
// CHECK:         } else {
// CHECK:           %[[FEW:.*]] = arith.cmpi sle, %{{.*}}, %c4
// CHECK-NEXT:      scf.if %[[FEW]] {
// CHECK-NEXT:        %[[ROWS:.*]] = arith.cmpi sle, %{{.*}}, %c3
// CHECK-NEXT:        scf.if %[[ROWS]] {
// CHECK-COUNT-3:       vector.store {{.*}} : memref<17x36xf32>, vector<4xf32>
// CHECK-NEXT:        } else {
// CHECK-COUNT-7:       vector.store {{.*}} : memref<17x36xf32>, vector<4xf32>
// CHECK-NEXT:        }
// CHECK-NEXT:      } else {
// CHECK-COUNT-3:     vector.store {{.*}} : memref<17x36xf32>, vector<32xf32>
// CHECK-NEXT:      }
// CHECK-NOT:     vector.mask
// CHECK:         return
// REMARK: known-parts.mlir:[[#@LINE+4]]:7: remark: {{.*}}"vectorized: 7 x 32 iterations at a time, sums in registers, fewer rows in partial tiles"
func.func @both(%a: memref<17x9xf32> {llvm.noalias}, %b: memref<9x36xf32> {llvm.noalias}, %c: memref<17x36xf32> {llvm.noalias}) {
  affine.for %io = 0 to 3 {
    affine.for %jo = 0 to 2 {
      affine.for %k = 0 to 9 {
        affine.for %i = 0 to min affine_map<(io) -> (7, 17 - 7 * io)>(%io) {
          affine.for %j = 0 to min affine_map<(jo) -> (32, 36 - 32 * jo)>(%jo) {
            %0 = affine.load %a[7 * %io + %i, %k] : memref<17x9xf32>
            %1 = affine.load %b[%k, 32 * %jo + %j] : memref<9x36xf32>
            %2 = affine.load %c[7 * %io + %i, 32 * %jo + %j] : memref<17x36xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.addf %2, %3 : f32
            affine.store %4, %c[7 * %io + %i, 32 * %jo + %j] : memref<17x36xf32>
          }
        }
      }
    }
  }
  return
}

// Of lanes that are gathered none is masked: 5 of 8 are 4 and 1.
// CHECK-LABEL: @gathered(
// CHECK:         } else {
// CHECK-COUNT-3:   vector.store {{.*}} : memref<3x13xf32>, vector<4xf32>
// CHECK-COUNT-3:   vector.store {{.*}} : memref<3x13xf32>, vector<1xf32>
// CHECK-NOT:     vector.mask
// CHECK:         return
func.func @gathered(%a: memref<3x6xf32> {llvm.noalias}, %b: memref<13x6xf32> {llvm.noalias}, %c: memref<3x13xf32> {llvm.noalias}) {
  affine.for %jo = 0 to 2 {
    affine.for %k = 0 to 6 {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to min affine_map<(jo) -> (8, 13 - 8 * jo)>(%jo) {
          %0 = affine.load %a[%i, %k] : memref<3x6xf32>
          %1 = affine.load %b[8 * %jo + %j, %k] : memref<13x6xf32>
          %2 = affine.load %c[%i, 8 * %jo + %j] : memref<3x13xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %c[%i, 8 * %jo + %j] : memref<3x13xf32>
        }
      }
    }
  }
  return
}

// Each row reads lanes of its own: none waits for another, and each goes by itself.
// CHECK-LABEL: @nothing_shared(
// CHECK:         } else {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 3 {
// CHECK:             vector.maskedstore
func.func @nothing_shared(%a: memref<3x6x13xf32> {llvm.noalias}, %c: memref<3x13xf32> {llvm.noalias}) {
  affine.for %jo = 0 to 2 {
    affine.for %k = 0 to 6 {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to min affine_map<(jo) -> (8, 13 - 8 * jo)>(%jo) {
          %0 = affine.load %a[%i, %k, 8 * %jo + %j] : memref<3x6x13xf32>
          %1 = affine.load %c[%i, 8 * %jo + %j] : memref<3x13xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %c[%i, 8 * %jo + %j] : memref<3x13xf32>
        }
      }
    }
  }
  return
}

// Two numbers of lanes less than 8, 6 of the second tile and 2 of the third.
// CHECK-LABEL: @two_sizes(
// CHECK:         } else {
// CHECK:           affine.for %{{.*}} = 0 to 3 {
// CHECK:             vector.maskedstore
func.func @two_sizes(%a: memref<3x6xf32> {llvm.noalias}, %b: memref<6x18xf32> {llvm.noalias}, %c: memref<3x18xf32> {llvm.noalias}) {
  affine.for %jo = 0 to 3 {
    affine.for %k = 0 to 6 {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to min affine_map<(jo) -> (8, 10 - 4 * jo)>(%jo) {
          %0 = affine.load %a[%i, %k] : memref<3x6xf32>
          %1 = affine.load %b[%k, 8 * %jo + %j] : memref<6x18xf32>
          %2 = affine.load %c[%i, 8 * %jo + %j] : memref<3x18xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %c[%i, 8 * %jo + %j] : memref<3x18xf32>
        }
      }
    }
  }
  return
}
