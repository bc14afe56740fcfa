// RUN: layout-check %s \
// RUN:   --entry=row_sum,matmul,float_matmul,float_matmul_undef,negative_zero,convolution \
// RUN:   --entry=maximum,in_parallel,in_parallel_blocks \
// RUN:   --pipeline="builtin.module(layout-apply,layout-overcompute)"
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-overcompute)" | FileCheck %s
// RUN: layout-check %s --entry=element_wise --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=convolution --pipeline="builtin.module(layout-apply,layout-overcompute{wrap-indices=true})"

#Row = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0 : i32>>

// OC-09
// CHECK-LABEL: @row_sum
// CHECK-NOT:   affine.if
func.func @row_sum(%a: memref<16x14xi32, #Row>, %b: memref<16xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %c0, %b[%i] : memref<16xi32>
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) {
          %x = affine.load %b[%i] : memref<16xi32>
          %y = affine.load %a[%i, 4 * %jo + %ji] : memref<16x14xi32, #Row>
          %s = arith.addi %x, %y : i32
          affine.store %s, %b[%i] : memref<16xi32>
        }
      }
    }
  }
  return
}

#Tile = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>, pad<0 : i32>>

// E13 for integers: 0 times anything is 0. C is made here, so its padding is
// written behind everything.
// CHECK-LABEL: @matmul
// CHECK:       arith.muli
// CHECK:       return
func.func @matmul(%a: memref<7x7xi32, #Tile>, %b: memref<7x7xi32, #Tile>, %c: memref<7x7xi32, #Tile>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      affine.store %zero, %c[%i, %j] : memref<7x7xi32, #Tile>
    }
  }
  affine.for %io = 0 to 2 {
    affine.for %jo = 0 to 2 {
      affine.for %ko = 0 to 2 {
        affine.for %ii = 0 to 4 {
          affine.for %ji = 0 to 4 {
            affine.for %ki = 0 to 4 {
              affine.if affine_set<(io, jo, ko, ii, ji, ki) : (6 - 4 * io - ii >= 0, 6 - 4 * jo - ji >= 0, 6 - 4 * ko - ki >= 0)>(%io, %jo, %ko, %ii, %ji, %ki) {
                %x = affine.load %a[4 * %io + %ii, 4 * %ko + %ki] : memref<7x7xi32, #Tile>
                %y = affine.load %b[4 * %ko + %ki, 4 * %jo + %ji] : memref<7x7xi32, #Tile>
                %p = arith.muli %x, %y : i32
                %s = affine.load %c[4 * %io + %ii, 4 * %jo + %ji] : memref<7x7xi32, #Tile>
                %t = arith.addi %s, %p : i32
                affine.store %t, %c[4 * %io + %ii, 4 * %jo + %ji] : memref<7x7xi32, #Tile>
              }
            }
          }
        }
      }
    }
  }
  return
}

// Floats: the padding of both operands is 0.0 and C starts at 0.0, so that no
// flag is needed on k; rows and columns fall on padding that is written later.
#FTile = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>, pad<0.0 : f32>>
// CHECK-LABEL: @float_matmul
func.func @float_matmul(%a: memref<7x7xf32, #FTile>, %b: memref<7x7xf32, #FTile>, %c: memref<7x7xf32, #FTile>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      affine.store %zero, %c[%i, %j] : memref<7x7xf32, #FTile>
    }
  }
  affine.for %io = 0 to 2 {
    affine.for %jo = 0 to 2 {
      affine.for %ko = 0 to 2 {
        affine.for %ii = 0 to 4 {
          affine.for %ji = 0 to 4 {
            affine.for %ki = 0 to 4 {
              affine.if affine_set<(io, jo, ko, ii, ji, ki) : (6 - 4 * io - ii >= 0, 6 - 4 * jo - ji >= 0, 6 - 4 * ko - ki >= 0)>(%io, %jo, %ko, %ii, %ji, %ki) {
                %x = affine.load %a[4 * %io + %ii, 4 * %ko + %ki] : memref<7x7xf32, #FTile>
                %y = affine.load %b[4 * %ko + %ki, 4 * %jo + %ji] : memref<7x7xf32, #FTile>
                %p = arith.mulf %x, %y : f32
                %s = affine.load %c[4 * %io + %ii, 4 * %jo + %ji] : memref<7x7xf32, #FTile>
                %t = arith.addf %s, %p : f32
                affine.store %t, %c[4 * %io + %ii, 4 * %jo + %ji] : memref<7x7xf32, #FTile>
              }
            }
          }
        }
      }
    }
  }
  return
}

// The padding of B may hold a NaN: the guard on k stays, whatever flags say.
#UTile = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>, pad<undef>>
// CHECK-LABEL: @float_matmul_undef
// CHECK:       affine.if
// CHECK:       arith.mulf
func.func @float_matmul_undef(%a: memref<7x7xf32, #FTile>, %b: memref<7x7xf32, #UTile>, %c: memref<7x7xf32, #UTile>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 7 {
      affine.store %zero, %c[%i, %j] : memref<7x7xf32, #UTile>
    }
  }
  affine.for %io = 0 to 2 {
    affine.for %jo = 0 to 2 {
      affine.for %ko = 0 to 2 {
        affine.for %ii = 0 to 4 {
          affine.for %ji = 0 to 4 {
            affine.for %ki = 0 to 4 {
              affine.if affine_set<(io, jo, ko, ii, ji, ki) : (6 - 4 * io - ii >= 0, 6 - 4 * jo - ji >= 0, 6 - 4 * ko - ki >= 0)>(%io, %jo, %ko, %ii, %ji, %ki) {
                %x = affine.load %a[4 * %io + %ii, 4 * %ko + %ki] : memref<7x7xf32, #FTile>
                %y = affine.load %b[4 * %ko + %ki, 4 * %jo + %ji] : memref<7x7xf32, #UTile>
                %p = arith.mulf %x, %y fastmath<nnan,ninf,nsz> : f32
                %s = affine.load %c[4 * %io + %ii, 4 * %jo + %ji] : memref<7x7xf32, #UTile>
                %t = arith.addf %s, %p fastmath<nsz> : f32
                affine.store %t, %c[4 * %io + %ii, 4 * %jo + %ji] : memref<7x7xf32, #UTile>
              }
            }
          }
        }
      }
    }
  }
  return
}

// The sum may be -0.0, which + 0.0 would change.
#FRow = #layout.buffer<index_map<(j) -> (j floordiv 4, j mod 4)>, pad<0.0 : f32>>
// CHECK-LABEL: @negative_zero
// CHECK:       affine.if
func.func @negative_zero(%a: memref<14xf32, #FRow>, %b: memref<1xf32>) {
  affine.for %jo = 0 to 4 {
    affine.for %ji = 0 to 4 {
      affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0, 3 - 4 * jo - ji >= 0)>(%jo, %ji) {
        %x = affine.load %b[0] : memref<1xf32>
        %y = affine.load %a[4 * %jo + %ji] : memref<14xf32, #FRow>
        %m = arith.minimumf %y, %x : f32
        %z = arith.constant -0.0 : f32
        %s = arith.addf %z, %m : f32
        affine.store %s, %b[0] : memref<1xf32>
      }
    }
  }
  return
}

// OC-11, E6
#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @element_wise
// CHECK-NOT:   affine.if
func.func @element_wise(%a: memref<14xi32, #U>, %b: memref<14xi32, #U>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #U>
        %y = arith.addi %x, %x : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #U>
      }
    }
  }
  return
}

// OC-08, E10
#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: @convolution
// CHECK:       affine.if
func.func @convolution(%a: memref<16xi32, #T>, %b: memref<14xi32, #T>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.for %f = 0 to 3 {
        affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
          %x = affine.load %b[4 * %io + %ii] : memref<14xi32, #T>
          %y = affine.load %a[4 * %io + %ii + %f] : memref<16xi32, #T>
          %s = arith.addi %x, %y : i32
          affine.store %s, %b[4 * %io + %ii] : memref<14xi32, #T>
        }
      }
    }
  }
  return
}

#Inf = #layout.buffer<index_map<(j) -> (j floordiv 4, j mod 4)>, pad<0xFF800000 : f32>>
// CHECK-LABEL: @maximum
// CHECK-NOT:   affine.if
// CHECK:       arith.maximumf
// CHECK:       affine.if
// CHECK:       arith.maxnumf
func.func @maximum(%a: memref<14xf32, #Inf>, %b: memref<2xf32> {llvm.noalias}) {
  affine.for %jo = 0 to 4 {
    affine.for %ji = 0 to 4 {
      affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) {
        %x = affine.load %b[0] : memref<2xf32>
        %y = affine.load %a[4 * %jo + %ji] : memref<14xf32, #Inf>
        %s = arith.maximumf %x, %y : f32
        affine.store %s, %b[0] : memref<2xf32>
      }
    }
  }
  affine.for %jo = 0 to 4 {
    affine.for %ji = 0 to 4 {
      affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) {
        %x = affine.load %b[1] : memref<2xf32>
        %y = affine.load %a[4 * %jo + %ji] : memref<14xf32, #Inf>
        %s = arith.maxnumf %x, %y : f32
        affine.store %s, %b[1] : memref<2xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: @in_parallel
// CHECK:       scf.parallel
// CHECK-NOT:   scf.if
func.func @in_parallel(%a: memref<14xi32, #U>, %b: memref<14xi32, #U>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  scf.parallel (%io, %ii) = (%c0, %c0) to (%c4, %c4) step (%c1, %c1) {
    %m = arith.muli %io, %c4 : index
    %i = arith.addi %m, %ii : index
    %p = arith.cmpi slt, %i, %c14 : index
    scf.if %p {
      %x = memref.load %a[%i] : memref<14xi32, #U>
      memref.store %x, %b[%i] : memref<14xi32, #U>
    }
  }
  return
}

// CHECK-LABEL: @in_parallel_blocks
// CHECK:       affine.parallel
// CHECK-NOT:   affine.if
#Pairs = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>, pad<undef>>
func.func @in_parallel_blocks(%b: memref<7xi32, #Pairs>) {
  %x = arith.constant 7 : i32
  affine.parallel (%p) = (0) to (2) {
    affine.for %k = 0 to 4 {
      affine.if affine_set<(p, k) : (6 - 4 * p - k >= 0)>(%p, %k) {
        affine.store %x, %b[4 * %p + %k] : memref<7xi32, #Pairs>
      }
    }
  }
  return
}
