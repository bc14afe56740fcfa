// A memory space may promise zeros outside of an image. A guard of a load then
// goes where what it guards against is outside of the image.
// RUN: layout-opt %s --layout-overcompute --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-overcompute --canonicalize --layout-overcompute --canonicalize | FileCheck %s
// RUN: layout-opt %s --layout-overcompute --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=conv,conv_floats,conv_scf,summed_inside,layers,columns_only,far,fetched_before,in_parallel,in_a_launch --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:3 --dim=arg0.dim1:2 --pipeline="builtin.module(layout-overcompute)"

!image = memref<4x5xi32, #layout.texture<read, outside = zero>>
!floats = memref<4x5xf32, #layout.texture<read, outside = zero>>

// The border of a convolution of 3x3.
// REMARK-DAG: remark: [Passed] layout-overcompute/branch-dropped {{.*}}outside of %arg0 zeros are read, as `outside = zero` of its memory space states; both arms yield the same
// CHECK: #[[ROWS:.*]] = affine_set<(d0) : (d0 - 1 >= 0)>
// CHECK-LABEL: func.func @conv(
// CHECK-NOT:     affine.if
// CHECK:         %[[H:.*]] = affine.apply {{.*}}
// CHECK:         %[[W:.*]] = affine.apply {{.*}}
// CHECK:         layout.fetch %arg0[%[[H]], %[[W]]] : memref<4x5xi32, #layout.texture<read, outside = zero>>
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @conv(%a: !image, %k: memref<3x3xi32>, %b: memref<4x5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      %sum = affine.for %r = 0 to 3 iter_args(%s0 = %zero) -> i32 {
        %s1 = affine.for %s = 0 to 3 iter_args(%s2 = %s0) -> i32 {
          %x = affine.if affine_set<(h, w, r, s) : (h + r - 1 >= 0, 4 - h - r >= 0, w + s - 1 >= 0, 5 - w - s >= 0)>(%h, %w, %r, %s) -> i32 {
            %v = affine.load %a[%h + %r - 1, %w + %s - 1] : !image
            affine.yield %v : i32
          } else {
            affine.yield %zero : i32
          }
          %y = affine.load %k[%r, %s] : memref<3x3xi32>
          %p = arith.muli %x, %y : i32
          %t = arith.addi %s2, %p : i32
          affine.yield %t : i32
        }
        affine.yield %s1 : i32
      }
      affine.store %sum, %b[%h, %w] : memref<4x5xi32>
    }
  }
  return
}

// A zero outside is +0.0, and so is what the guard yields: no flag is needed.
// CHECK-LABEL: func.func @conv_floats(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
func.func @conv_floats(%a: !floats, %b: memref<4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      %x = affine.if affine_set<(h, w) : (h - 1 >= 0, 3 - w >= 0)>(%h, %w) -> f32 {
        %v = affine.load %a[%h - 1, %w + 1] : !floats
        affine.yield %v : f32
      } else {
        affine.yield %zero : f32
      }
      affine.store %x, %b[%h, %w] : memref<4x5xf32>
    }
  }
  return
}

// The same by values.
// CHECK-LABEL: func.func @conv_scf(
// CHECK-NOT:     scf.if
// CHECK:         layout.fetch
func.func @conv_scf(%a: !image, %b: memref<4x5xi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  scf.for %h = %c0 to %c4 step %c1 {
    scf.for %w = %c0 to %c5 step %c1 {
      %i = arith.subi %h, %c1 : index
      %j = arith.addi %w, %c1 : index
      %low = arith.cmpi sge, %i, %c0 : index
      %high = arith.cmpi slt, %j, %c5 : index
      %inside = arith.andi %low, %high : i1
      %x = scf.if %inside -> i32 {
        %v = memref.load %a[%i, %j] : !image
        scf.yield %v : i32
      } else {
        scf.yield %zero : i32
      }
      memref.store %x, %b[%h, %w] : memref<4x5xi32>
    }
  }
  return
}

// A sum in memory, where 0 is added. Of floats this would need flags.
// CHECK-LABEL: func.func @summed_inside(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
func.func @summed_inside(%a: !image, %k: memref<3xi32>, %b: memref<4x5xi32>) {
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      affine.for %r = 0 to 3 {
        affine.if affine_set<(h, r) : (h + r - 1 >= 0, 4 - h - r >= 0)>(%h, %r) {
          %v = affine.load %a[%h + %r - 1, %w] : !image
          %y = affine.load %k[%r] : memref<3xi32>
          %p = arith.muli %v, %y : i32
          %q = affine.load %b[%h, %w] : memref<4x5xi32>
          %t = arith.addi %q, %p : i32
          affine.store %t, %b[%h, %w] : memref<4x5xi32>
        }
      }
    }
  }
  return
}

// Layers are coordinates, too: rows of one layer do not run into the next.
// CHECK-LABEL: func.func @layers(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
func.func @layers(%a: memref<2x3x5xi32, #layout.texture<read, outside = zero>>, %b: memref<2x3x5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %c = 0 to 2 {
    affine.for %h = 0 to 3 {
      affine.for %w = 0 to 5 {
        %x = affine.if affine_set<(c, h, w) : (h - 1 >= 0, w - 1 >= 0, -c >= 0)>(%c, %h, %w) -> i32 {
          %v = affine.load %a[%c + 1, %h - 1, %w - 1] : memref<2x3x5xi32, #layout.texture<read, outside = zero>>
          affine.yield %v : i32
        } else {
          affine.yield %zero : i32
        }
        affine.store %x, %b[%c, %h, %w] : memref<2x3x5xi32>
      }
    }
  }
  return
}

// Rows of two channel blocks in one image: the row before the first of a block is
// the last of the block before it. Guards of columns go, those of rows stay.
// CHECK-LABEL: func.func @columns_only(
// CHECK:         affine.if #[[ROWS]]
// CHECK:           layout.fetch
func.func @columns_only(%a: memref<6x5xi32, #layout.texture<read, outside = zero>>, %b: memref<2x3x5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %c = 0 to 2 {
    affine.for %h = 0 to 3 {
      affine.for %w = 0 to 5 {
        %x = affine.if affine_set<(h, w) : (h - 1 >= 0, w - 1 >= 0)>(%h, %w) -> i32 {
          %v = affine.load %a[3 * %c + %h - 1, %w - 1] : memref<6x5xi32, #layout.texture<read, outside = zero>>
          affine.yield %v : i32
        } else {
          affine.yield %zero : i32
        }
        affine.store %x, %b[%c, %h, %w] : memref<2x3x5xi32>
      }
    }
  }
  return
}

// One coordinate outside is enough, even where the other one would be inside.
// CHECK-LABEL: func.func @far(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
func.func @far(%a: !image, %b: memref<8x5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 8 {
    affine.for %w = 0 to 5 {
      %x = affine.if affine_set<(h) : (h == 0)>(%h) -> i32 {
        %v = affine.load %a[100 * %h, %w] : !image
        affine.yield %v : i32
      } else {
        affine.yield %zero : i32
      }
      affine.store %x, %b[%h, %w] : memref<8x5xi32>
    }
  }
  return
}

// What is fetched already is a value like others.
// CHECK-LABEL: func.func @fetched_before(
// CHECK:         %[[X:.*]] = layout.fetch
// CHECK-NOT:     select
// CHECK:         store %[[X]]
func.func @fetched_before(%a: !image, %b: memref<4x5xi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      %i = arith.subi %h, %c1 : index
      %inside = arith.cmpi sge, %i, %c0 : index
      %v = layout.fetch %a[%i, %w] : !image
      %x = arith.select %inside, %v, %zero : i32
      affine.store %x, %b[%h, %w] : memref<4x5xi32>
    }
  }
  return
}

// A texture is not written, so no iteration is in the way of another.
// CHECK-LABEL: func.func @in_parallel(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
func.func @in_parallel(%a: !image, %b: memref<4x5xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.parallel (%h, %w) = (0, 0) to (4, 5) {
    %x = affine.if affine_set<(h) : (2 - h >= 0)>(%h) -> i32 {
      %v = affine.load %a[%h + 1, %w] : !image
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h, %w] : memref<4x5xi32>
  }
  return
}

// CHECK-LABEL: func.func @in_a_launch(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
func.func @in_a_launch(%a: !image, %b: memref<4x5xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  gpu.launch blocks(%w, %h, %z) in (%gx = %c5, %gy = %c4, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %x = affine.if affine_set<()[h] : (2 - h >= 0)>()[%h] -> i32 {
      %v = affine.load %a[symbol(%h) + 1, symbol(%w)] : !image
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[symbol(%h), symbol(%w)] : memref<4x5xi32>
    gpu.terminator
  }
  return
}

// Extents that vary: what is below 0 is outside of every image, and so is what is
// not below the extent, if it is asked of the image.
// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
// CHECK:         return
func.func @dynamic(%a: memref<?x?xi32, #layout.texture<read, outside = zero>>, %b: memref<4x5xi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x?xi32, #layout.texture<read, outside = zero>>
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h)[n] : (h - 1 >= 0, n - h >= 0)>(%h)[%n] -> i32 {
      %v = affine.load %a[%h - 1, 0] : memref<?x?xi32, #layout.texture<read, outside = zero>>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h, 0] : memref<4x5xi32>
  }
  return
}

// Whole texels, of which one channel is used.
// CHECK-LABEL: func.func @one_lane(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
func.func @one_lane(%a: memref<4x5xvector<4xf32>, #layout.texture<read, outside = zero>>, %b: memref<4x5xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> f32 {
        %t = affine.load %a[%h - 1, %w] : memref<4x5xvector<4xf32>, #layout.texture<read, outside = zero>>
        %v = vector.extract %t[2] : f32 from vector<4xf32>
        affine.yield %v : f32
      } else {
        affine.yield %zero : f32
      }
      affine.store %x, %b[%h, %w] : memref<4x5xf32>
    }
  }
  return
}

// In a kernel the grid is known.
// CHECK-LABEL: gpu.func @kernel(
// CHECK-NOT:     scf.if
// CHECK:         layout.fetch
gpu.module @kernels {
  gpu.func @kernel(%a: memref<4x5xvector<4xf32>, #layout.texture<read, outside = zero>>,
                   %b: memref<4x5xvector<4xf32>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 5, 4, 1>} {
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %w = gpu.block_id x
    %h = gpu.block_id y
    %i = arith.subi %h, %c1 : index
    %inside = arith.cmpi sge, %i, %c0 : index
    %x = scf.if %inside -> vector<4xf32> {
      %v = memref.load %a[%i, %w] : memref<4x5xvector<4xf32>, #layout.texture<read, outside = zero>>
      scf.yield %v : vector<4xf32>
    } else {
      scf.yield %zero : vector<4xf32>
    }
    memref.store %x, %b[%h, %w] : memref<4x5xvector<4xf32>, #layout.texture<write>>
    gpu.return
  }
}
