// The loop over tiles of columns is empty in the first iteration of the batch, on
// which the factor does not depend: its sums are needed in later ones.
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-set-target{target=icelake-server},layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false},layout-finalize)"

func.func @f(%a: memref<8x64xi8>, %w: memref<16x64x4xi8>, %c: memref<40x8x64xi32> {llvm.noalias}) {
  affine.for %b = 0 to 40 {
    affine.for %jt = 0 to affine_map<(d0) -> (d0 ceildiv 16)>(%b) {
      affine.for %it = 0 to 2 {
        affine.for %k4 = 0 to 16 {
          affine.for %kk = 0 to 4 {
            affine.for %r = 0 to 4 {
              affine.for %l = 0 to min affine_map<(d0, d1) -> (16, d0 - 16 * d1)>(%b, %jt) {
                %x = affine.load %a[4 * %it + %r, 4 * %k4 + %kk] : memref<8x64xi8>
                %y = affine.load %w[%k4, 16 * %jt + %l, %kk] : memref<16x64x4xi8>
                %x1 = arith.extsi %x : i8 to i32
                %y1 = arith.extsi %y : i8 to i32
                %p = arith.muli %x1, %y1 : i32
                %s = affine.load %c[%b, 4 * %it + %r, 16 * %jt + %l] : memref<40x8x64xi32>
                %t = arith.addi %s, %p : i32
                affine.store %t, %c[%b, 4 * %it + %r, 16 * %jt + %l] : memref<40x8x64xi32>
              }
            }
          }
        }
      }
    }
  }
  return
}

// Without a product no zero point is read, and their buffer may have none. Sums that
// all tiles share would load them.
// RUN: layout-check %s --entry=no_product --dim=arg0.dim1:0 --dim=arg1.dim0:0 --dim=arg2.dim0:0 --pipeline="builtin.module(layout-set-target{target=icelake-server},layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false},layout-finalize)"
// RUN: layout-check %s --entry=no_product --dim=arg0.dim1:3 --dim=arg1.dim0:3 --dim=arg2.dim0:8 --pipeline="builtin.module(layout-set-target{target=icelake-server},layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false},layout-finalize)"
func.func @no_product(%a: memref<8x?x4xi8>, %w: memref<?x64x4xi8>, %z: memref<?xi32>, %c: memref<8x64xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %w, %c0 : memref<?x64x4xi8>
  affine.for %jt = 0 to 4 {
    affine.for %it = 0 to 2 {
      affine.for %k4 = 0 to %n {
        affine.for %kk = 0 to 4 {
          affine.for %r = 0 to 4 {
            affine.for %l = 0 to 16 {
              %x = affine.load %a[4 * %it + %r, %k4, %kk] : memref<8x?x4xi8>
              %y = affine.load %w[%k4, 16 * %jt + %l, %kk] : memref<?x64x4xi8>
              %q = affine.load %z[4 * %it + %r] : memref<?xi32>
              %x1 = arith.extsi %x : i8 to i32
              %y1 = arith.extsi %y : i8 to i32
              %d = arith.subi %x1, %q : i32
              %p = arith.muli %d, %y1 : i32
              %s = affine.load %c[4 * %it + %r, 16 * %jt + %l] : memref<8x64xi32>
              %t = arith.addi %s, %p : i32
              affine.store %t, %c[4 * %it + %r, 16 * %jt + %l] : memref<8x64xi32>
            }
          }
        }
      }
    }
  }
  return
}
