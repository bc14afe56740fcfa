// What is read outside of an image, as the memory space says: promises about it are
// put to the test by the runs.
// RUN: layout-check %s --entry=zero,clamp,texels --pipeline="builtin.module(canonicalize)"
// RUN: sed -e 's/outside = zero/outside = clamp/' %s > %t.mlir
// RUN: not layout-check %t.mlir --entry=zero --pipeline="builtin.module(canonicalize)" 2>&1 | FileCheck %s
// RUN: sed -e 's/outside = clamp/outside = zero/' %s > %t.mlir
// RUN: not layout-check %t.mlir --entry=clamp --pipeline="builtin.module(canonicalize)" 2>&1 | FileCheck %s
// CHECK: what is assumed here does not hold

!zero = memref<2x3x5xi32, #layout.texture<read, outside = zero>>
!clamp = memref<2x3x5xi32, #layout.texture<read, outside = clamp>>

// Of 1 everywhere only what is outside is 0.
func.func @zero(%a: memref<2x3x5xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = memref.memory_space_cast %a : memref<2x3x5xi32> to !zero
  affine.for %z = 0 to 2 {
    affine.for %y = 0 to 3 {
      affine.for %x = 0 to 5 {
        affine.store %c1, %a[%z, %y, %x] : memref<2x3x5xi32>
      }
    }
  }
  affine.for %z = -2 to 4 {
    affine.for %y = -2 to 5 {
      affine.for %x = -2 to 7 {
        %v = layout.fetch %t[%z, %y, %x] : !zero
        %expected = affine.if affine_set<(z, y, x) : (z >= 0, 1 - z >= 0, y >= 0, 2 - y >= 0, x >= 0, 4 - x >= 0)>(%z, %y, %x) -> i32 {
          affine.yield %c1 : i32
        } else {
          affine.yield %c0 : i32
        }
        %same = arith.cmpi eq, %v, %expected : i32
        layout.assume %same : i1
      }
    }
  }
  return
}

// What lies at (z, y, x) is 100 z + 10 y + x.
func.func @clamp(%a: memref<2x3x5xi32>) {
  %t = memref.memory_space_cast %a : memref<2x3x5xi32> to !clamp
  affine.for %z = 0 to 2 {
    affine.for %y = 0 to 3 {
      affine.for %x = 0 to 5 {
        %n = affine.apply affine_map<(z, y, x) -> (100 * z + 10 * y + x)>(%z, %y, %x)
        %v = arith.index_cast %n : index to i32
        affine.store %v, %a[%z, %y, %x] : memref<2x3x5xi32>
      }
    }
  }
  %c0 = arith.constant 0 : index
  affine.for %z = -2 to 4 {
    affine.for %y = -2 to 5 {
      affine.for %x = -2 to 7 {
        %v = layout.fetch %t[%z, %y, %x] : !clamp
        %i0 = affine.min affine_map<(z) -> (z, 1)>(%z)
        %j0 = affine.min affine_map<(y) -> (y, 2)>(%y)
        %k0 = affine.min affine_map<(x) -> (x, 4)>(%x)
        %i = arith.maxsi %i0, %c0 : index
        %j = arith.maxsi %j0, %c0 : index
        %k = arith.maxsi %k0, %c0 : index
        %i1 = arith.constant 100 : index
        %j1 = arith.constant 10 : index
        %p = arith.muli %i, %i1 : index
        %q = arith.muli %j, %j1 : index
        %r = arith.addi %p, %q : index
        %s = arith.addi %r, %k : index
        %expected = arith.index_cast %s : index to i32
        %same = arith.cmpi eq, %v, %expected : i32
        layout.assume %same : i1
      }
    }
  }
  return
}

// All channels are zero.
func.func @texels(%a: memref<2x3xvector<4xf32>, #layout.texture<read, outside = zero>>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %v = layout.fetch %a[%c1, %c3] : memref<2x3xvector<4xf32>, #layout.texture<read, outside = zero>>
  %alpha = vector.extract %v[3] : f32 from vector<4xf32>
  %same = arith.cmpf oeq, %alpha, %zero : f32
  layout.assume %same : i1
  return
}
