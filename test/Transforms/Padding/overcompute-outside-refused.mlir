// Where a guard against the border of an image stays, and why.
// RUN: layout-opt %s --layout-overcompute --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-overcompute --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// The row before the first of a block is the last of the block before.
// CHECK-LABEL: func.func @wraps_into_rows(
// CHECK:         affine.if
// CHECK:           affine.load
// CHECK-NOT:     layout.fetch
// REMARK: [Missed] layout-overcompute/inside-image {{.*}}reading %arg0[2, 0], which is inside of the image, where no zeros are read, when 'affine.for' at {{[0-9:]+}} = 1, 'affine.for' at {{[0-9:]+}} = 0
func.func @wraps_into_rows(%a: memref<6x5xi32, #layout.texture<read, outside = zero>>, %b: memref<2x3x5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %c = 0 to 2 {
    affine.for %h = 0 to 3 {
      %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> i32 {
        %v = affine.load %a[3 * %c + %h - 1, 0] : memref<6x5xi32, #layout.texture<read, outside = zero>>
        affine.yield %v : i32
      } else {
        affine.yield %zero : i32
      }
      affine.store %x, %b[%c, %h, 0] : memref<2x3x5xi32>
    }
  }
  return
}

// -----

// Row-major texels in one row.
// CHECK-LABEL: func.func @wraps_into_texels(
// CHECK:         affine.if
// CHECK-NOT:     layout.fetch
// REMARK: [Missed] layout-overcompute/inside-image {{.*}}reading %arg0[0, 4], which is inside of the image
func.func @wraps_into_texels(%a: memref<1x20xi32, #layout.texture<read, outside = zero>>, %b: memref<4x5xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      %x = affine.if affine_set<(w) : (w - 1 >= 0)>(%w) -> i32 {
        %v = affine.load %a[0, 5 * %h + %w - 1] : memref<1x20xi32, #layout.texture<read, outside = zero>>
        affine.yield %v : i32
      } else {
        affine.yield %zero : i32
      }
      affine.store %x, %b[%h, %w] : memref<4x5xi32>
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @no_promise(
// CHECK:         affine.if
// CHECK-NOT:     layout.fetch
// REMARK: [Missed] layout-overcompute/out-of-bounds {{.*}}reading %arg0[-1], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = 0;
// REMARK: [Missed] layout-overcompute/out-of-bounds {{.*}}reading %arg0[-1, 0], which is out of bounds, when 'affine.for' at {{[0-9:]+}} = 0; `outside = zero` in the memory space would state that zeros are read there
func.func private @no_texture(%a: memref<4xi32>, %b: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> i32 {
      %v = affine.load %a[%h - 1] : memref<4xi32>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h] : memref<4xi32>
  }
  return
}
func.func @no_promise(%a: memref<4x5xi32, #layout.texture<read>>, %b: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> i32 {
      %v = affine.load %a[%h - 1, 0] : memref<4x5xi32, #layout.texture<read>>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h] : memref<4xi32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @clamped(
// CHECK:         affine.if
// CHECK-NOT:     layout.fetch
// REMARK: [Missed] layout-overcompute/out-of-bounds {{.*}}; the memory space states that the nearest texel is read there, not zeros
func.func @clamped(%a: memref<4x5xi32, #layout.texture<read, outside = clamp>>, %b: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> i32 {
      %v = affine.load %a[%h - 1, 0] : memref<4x5xi32, #layout.texture<read, outside = clamp>>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h] : memref<4xi32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @written(
// CHECK:         affine.if
// REMARK: [Missed] layout-overcompute/out-of-bounds {{.*}}; that zeros are read there can be stated for textures that are only read
func.func @written(%a: memref<4x5xi32, #layout.texture<readwrite>>, %b: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> i32 {
      %v = affine.load %a[%h - 1, 0] : memref<4x5xi32, #layout.texture<readwrite>>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h] : memref<4xi32>
  }
  return
}

// -----

// Not yet an image: rows and columns are still to be joined, or the channels are
// still an axis.
// CHECK-LABEL: func.func @no_image(
// CHECK-COUNT-2: affine.if
// CHECK-NOT:     layout.fetch
// REMARK: [Missed] layout-overcompute/out-of-bounds {{.*}}; `outside = zero` is about images; run layout-flatten and layout-vectorize-elements first
// REMARK: [Missed] layout-overcompute/out-of-bounds {{.*}}; `outside = zero` is about images; run layout-flatten and layout-vectorize-elements first
#separated = #layout.buffer<index_map<(c, h, w) -> (c, h, w)>, axis_separator<[2]>>
func.func @no_image(%a: memref<2x3x5xi32, #separated, #layout.texture<read, outside = zero>>,
                    %d: memref<3x5x4xi32, #layout.texture<read, outside = zero>>, %b: memref<3xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 3 {
    %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> i32 {
      %v = affine.load %a[1, %h - 1, 0] : memref<2x3x5xi32, #separated, #layout.texture<read, outside = zero>>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    %y = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> i32 {
      %v = affine.load %d[%h - 1, 0, 0] : memref<3x5x4xi32, #layout.texture<read, outside = zero>>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    %z = arith.addi %x, %y : i32
    affine.store %z, %b[%h] : memref<3xi32>
  }
  return
}

// -----

// Coordinates have 32 bits: 2^32 rows further is the first row again.
// CHECK-LABEL: func.func @too_far(
// CHECK:         affine.if
// CHECK-NOT:     layout.fetch
// REMARK: [Missed] layout-overcompute/out-of-bounds {{.*}}; `outside = zero` holds for coordinates of 32 bits, in accesses to the image itself
func.func @too_far(%a: memref<4x5xi32, #layout.texture<read, outside = zero>>, %b: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (h == 0)>(%h) -> i32 {
      %v = affine.load %a[4294967296 * %h, 0] : memref<4x5xi32, #layout.texture<read, outside = zero>>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h] : memref<4xi32>
  }
  return
}

// -----

// What the other arm yields is not what is read outside: 1, and -0.0.
// CHECK-LABEL: func.func @other_values(
// CHECK-COUNT-2: affine.if
// CHECK-NOT:     layout.fetch
// REMARK-COUNT-2: [Missed] layout-overcompute/other-arm {{.*}}the arms are not proven to yield one value, of which that of the other arm would be lost without the condition
func.func @other_values(%a: memref<4x5xi32, #layout.texture<read, outside = zero>>, %b: memref<4xi32>,
                        %c: memref<4x5xf32, #layout.texture<read, outside = zero>>, %d: memref<4xf32>) {
  %one = arith.constant 1 : i32
  %negative = arith.constant -0.0 : f32
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> i32 {
      %v = affine.load %a[%h - 1, 0] : memref<4x5xi32, #layout.texture<read, outside = zero>>
      affine.yield %v : i32
    } else {
      affine.yield %one : i32
    }
    affine.store %x, %b[%h] : memref<4xi32>
    %y = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> f32 {
      %v = affine.load %c[%h - 1, 0] : memref<4x5xf32, #layout.texture<read, outside = zero>>
      affine.yield %v : f32
    } else {
      affine.yield %negative : f32
    }
    affine.store %y, %d[%h] : memref<4xf32>
  }
  return
}

// -----

// 0.0 times what may be a NaN is a NaN; no flag speaks of what the guard keeps
// from being multiplied.
// CHECK-LABEL: func.func @sum_of_floats(
// CHECK:         affine.if
// CHECK-NOT:     layout.fetch
// REMARK: [Missed] layout-overcompute/may-be-nan {{.*}}would make both arms yield the same, which cannot be proven
func.func @sum_of_floats(%a: memref<4x5xf32, #layout.texture<read, outside = zero>>, %k: f32, %s: f32, %b: memref<4xf32>) {
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (h - 1 >= 0)>(%h) -> f32 {
      %v = affine.load %a[%h - 1, 0] : memref<4x5xf32, #layout.texture<read, outside = zero>>
      %p = arith.mulf %v, %k : f32
      %t = arith.addf %s, %p : f32
      affine.yield %t : f32
    } else {
      affine.yield %s : f32
    }
    affine.store %x, %b[%h] : memref<4xf32>
  }
  return
}

// -----

// A kernel that stores under its guard may store what its host needs.
// CHECK-LABEL: gpu.func @stores(
// CHECK:         scf.if
// REMARK: [Missed] layout-overcompute/race
gpu.module @kernels {
  gpu.func @stores(%a: memref<4x5xf32, #layout.texture<read, outside = zero>>, %b: memref<4x5xf32>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>, known_grid_size = array<i32: 5, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %w = gpu.block_id x
    %h = gpu.block_id y
    %i = arith.subi %h, %c1 : index
    %inside = arith.cmpi sge, %i, %c0 : index
    scf.if %inside {
      %v = memref.load %a[%i, %w] : memref<4x5xf32, #layout.texture<read, outside = zero>>
      memref.store %v, %b[%h, %w] : memref<4x5xf32>
    }
    gpu.return
  }
}

// -----

// The nearest texel is not zero, however it is fetched.
// CHECK-LABEL: func.func @fetched_clamped(
// CHECK:         arith.select
func.func @fetched_clamped(%a: memref<4x5xi32, #layout.texture<read, outside = clamp>>, %b: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %h = 0 to 4 {
    %i = arith.subi %h, %c1 : index
    %inside = arith.cmpi sge, %i, %c0 : index
    %v = layout.fetch %a[%i, %c0] : memref<4x5xi32, #layout.texture<read, outside = clamp>>
    %x = arith.select %inside, %v, %zero : i32
    affine.store %x, %b[%h] : memref<4xi32>
  }
  return
}

// -----

// Coordinates of a fetch have 32 bits.
// REMARK: [Analysis] layout-overcompute/unknown-access {{.*}}"the condition stays: cannot prove that the coordinates fit 32 bits"
// CHECK-LABEL: func.func @far(
// CHECK:         scf.if
func.func @far(%t: memref<8x8xvector<4xf32>, #layout.texture<read, outside = zero>>, %a: memref<4xvector<4xf32>> {llvm.noalias}, %m: memref<4xindex> {llvm.noalias}, %z: vector<4xf32>) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 4 {
    %k = affine.load %m[%i] : memref<4xindex>
    %c = arith.cmpi slt, %k, %c1 : index
    %r = scf.if %c -> vector<4xf32> {
      %v = layout.fetch %t[%k, %i] : memref<8x8xvector<4xf32>, #layout.texture<read, outside = zero>>
      scf.yield %v : vector<4xf32>
    } else {
      scf.yield %z : vector<4xf32>
    }
    affine.store %r, %a[%i] : memref<4xvector<4xf32>>
  }
  return
}
