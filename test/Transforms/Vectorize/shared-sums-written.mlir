// Zero points that are loaded from the buffer that is stored to. Sums of factors are
// computed before all tiles only where no iteration stores the zero point.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=icelake-server},layout-vectorize-loops)" | FileCheck %s
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-set-target{target=icelake-server},layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false},layout-finalize)"

// Each batch has the zero points that the one before it has stored.
// CHECK-LABEL: @earlier_batch
// CHECK-NOT: memref.alloc
// CHECK: layout.dot
func.func @earlier_batch(%a: memref<8x64xi8>, %w: memref<16x64x4xi8>, %c: memref<4x8x64xi32> {llvm.noalias}) {
  affine.for %b = 0 to 3 {
    affine.for %jt = 0 to 4 {
      affine.for %it = 0 to 2 {
        affine.for %k4 = 0 to 16 {
          affine.for %kk = 0 to 4 {
            affine.for %r = 0 to 4 {
              affine.for %l = 0 to 16 {
                %x = affine.load %a[4 * %it + %r, 4 * %k4 + %kk] : memref<8x64xi8>
                %y = affine.load %w[%k4, 16 * %jt + %l, %kk] : memref<16x64x4xi8>
                %z = affine.load %c[%b, 4 * %it + %r, 0] : memref<4x8x64xi32>
                %x1 = arith.extsi %x : i8 to i32
                %y1 = arith.extsi %y : i8 to i32
                %d = arith.subi %x1, %z : i32
                %p = arith.muli %d, %y1 : i32
                %s = affine.load %c[%b + 1, 4 * %it + %r, 16 * %jt + %l] : memref<4x8x64xi32>
                %t = arith.addi %s, %p : i32
                affine.store %t, %c[%b + 1, 4 * %it + %r, 16 * %jt + %l] : memref<4x8x64xi32>
              }
            }
          }
        }
      }
    }
  }
  return
}

// The sums of all batches are too many for the stack. Those of one are computed before
// its tiles, which do not store its zero points.
// CHECK-LABEL: @in_each_batch
// CHECK: affine.for
// CHECK: memref.alloc()
// CHECK: layout.dot
func.func @in_each_batch(%a: memref<64x256xi8>, %w: memref<64x64x4xi8>, %c: memref<41x64x64xi32> {llvm.noalias}) {
  affine.for %b = 0 to 40 {
    affine.for %jt = 0 to 4 {
      affine.for %it = 0 to 16 {
        affine.for %k4 = 0 to 64 {
          affine.for %kk = 0 to 4 {
            affine.for %r = 0 to 4 {
              affine.for %l = 0 to 16 {
                %x = affine.load %a[4 * %it + %r, 4 * %k4 + %kk] : memref<64x256xi8>
                %y = affine.load %w[%k4, 16 * %jt + %l, %kk] : memref<64x64x4xi8>
                %z = affine.load %c[%b, 4 * %it + %r, 0] : memref<41x64x64xi32>
                %x1 = arith.extsi %x : i8 to i32
                %y1 = arith.extsi %y : i8 to i32
                %d = arith.subi %x1, %z : i32
                %p = arith.muli %d, %y1 : i32
                %s = affine.load %c[%b + 1, 4 * %it + %r, 16 * %jt + %l] : memref<41x64x64xi32>
                %t = arith.addi %s, %p : i32
                affine.store %t, %c[%b + 1, 4 * %it + %r, 16 * %jt + %l] : memref<41x64x64xi32>
              }
            }
          }
        }
      }
    }
  }
  return
}

// Rows of the next tile have their zero points in those of this one.
// CHECK-LABEL: @earlier_rows
// CHECK-NOT: memref.alloc
// CHECK: layout.dot
func.func @earlier_rows(%a: memref<8x64xi8>, %w: memref<16x64x4xi8>, %c: memref<12x64xi32> {llvm.noalias}) {
  affine.for %jt = 0 to 4 {
    affine.for %it = 0 to 2 {
      affine.for %k4 = 0 to 16 {
        affine.for %kk = 0 to 4 {
          affine.for %r = 0 to 4 {
            affine.for %l = 0 to 16 {
              %x = affine.load %a[4 * %it + %r, 4 * %k4 + %kk] : memref<8x64xi8>
              %y = affine.load %w[%k4, 16 * %jt + %l, %kk] : memref<16x64x4xi8>
              %z = affine.load %c[4 * %it + %r, 63] : memref<12x64xi32>
              %x1 = arith.extsi %x : i8 to i32
              %y1 = arith.extsi %y : i8 to i32
              %d = arith.subi %x1, %z : i32
              %p = arith.muli %d, %y1 : i32
              %s = affine.load %c[4 * %it + %r + 4, 16 * %jt + %l] : memref<12x64xi32>
              %t = arith.addi %s, %p : i32
              affine.store %t, %c[4 * %it + %r + 4, 16 * %jt + %l] : memref<12x64xi32>
            }
          }
        }
      }
    }
  }
  return
}

// In a column that nobody stores to they stay what they are.
// CHECK-LABEL: @column
// CHECK: memref.alloca()
// CHECK: layout.dot
func.func @column(%a: memref<8x64xi8>, %w: memref<16x64x4xi8>, %c: memref<8x65xi32> {llvm.noalias}) {
  affine.for %jt = 0 to 4 {
    affine.for %it = 0 to 2 {
      affine.for %k4 = 0 to 16 {
        affine.for %kk = 0 to 4 {
          affine.for %r = 0 to 4 {
            affine.for %l = 0 to 16 {
              %x = affine.load %a[4 * %it + %r, 4 * %k4 + %kk] : memref<8x64xi8>
              %y = affine.load %w[%k4, 16 * %jt + %l, %kk] : memref<16x64x4xi8>
              %z = affine.load %c[4 * %it + %r, 64] : memref<8x65xi32>
              %x1 = arith.extsi %x : i8 to i32
              %y1 = arith.extsi %y : i8 to i32
              %d = arith.subi %x1, %z : i32
              %p = arith.muli %d, %y1 : i32
              %s = affine.load %c[4 * %it + %r, 16 * %jt + %l] : memref<8x65xi32>
              %t = arith.addi %s, %p : i32
              affine.store %t, %c[4 * %it + %r, 16 * %jt + %l] : memref<8x65xi32>
            }
          }
        }
      }
    }
  }
  return
}
