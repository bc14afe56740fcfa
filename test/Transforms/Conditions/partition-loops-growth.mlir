// The points at which the inner loop is cut divide what divides: of the pieces it is
// not known what is decided in them, nor that each goes on where another ends. Still
// the nest grows by what a round allows, and is not cut again in the next.
//
// RUN: layout-opt %s --layout-partition-loops --remarks-filter=layout --remark-policy=all >%t.mlir 2>%t.remarks
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: grep -c "affine.for" %t.mlir | FileCheck %s
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-partition-loops)"
//
// CHECK: {{^[0-9]$|^[0-6][0-9]$}}
// REMARK: [Analysis] layout-partition-loops/too-many-pieces

#inside = affine_set<(d0, d1, d2, d3, d4) : ((d3 + (d0 - d2 + 1) floordiv 2 - d4 + 2) floordiv 3 + (d4 + (d2 - d0) floordiv 2 + (d0 - d2 + 1) floordiv 2) floordiv 3 - d1 == 0)>
func.func @f(%a: memref<2x1x2x2x2x3xi64> {llvm.noalias}) {
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 2 {
        affine.for %l = 0 to 2 {
          affine.for %m = 0 to 3 {
            affine.if #inside(%i, %j, %k, %l, %m) {
              affine.for %n = 0 to 1 {
                affine.for %o = 0 to 1 {
                  %0 = affine.apply affine_map<(d0, d1, d2, d3) -> ((-d2 + d3 - (d1 floordiv 2 + (d0 - d1 - 1) floordiv 2 + 1)) mod 3)>(%i, %k, %l, %m)
                  %1 = affine.apply affine_map<(d0, d1) -> ((-d0 + d1) mod 2)>(%i, %k)
                  %2 = affine.apply affine_map<(d0, d1, d2) -> (d0 * 6 + d1 * 2 + d2)>(%o, %0, %1)
                  %3 = arith.cmpi sle, %2, %c3 : index
                  scf.if %3 {
                    %4 = affine.load %a[%i, 0, %j, %k, %l, %m] : memref<2x1x2x2x2x3xi64>
                    %5 = arith.minui %4, %c2 : i64
                    affine.store %5, %a[%i, 0, %j, %k, %l, %m] : memref<2x1x2x2x2x3xi64>
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  return
}
