// A matrix product on three textures, whose texels are four columns.
// RUN: layout-opt %s --layout-apply --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s

// None of the 16 x 8 results differs from the host's.
// CHECK:      {{^}}0{{$}}
// CHECK-NEXT: 128

#columns = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, axis_separator<[1]>>
!a = memref<16x12xf32>
!b = memref<12x8xf32>
!c = memref<16x8xf32>
!at = memref<16x12xf32, #columns, #layout.texture<read>>
!bt = memref<12x8xf32, #columns, #layout.texture<read>>
!ct = memref<16x8xf32, #columns, #layout.texture<write>>

func.func private @printI64(i64)
func.func private @printNewline()
func.func private @print(%value: i64) {
  call @printI64(%value) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

/// A small integer.
func.func private @small(%i: index) -> f32 {
  %k = affine.apply affine_map<(i) -> ((i * 7) mod 11 - 5)>(%i)
  %n = arith.index_cast %k : index to i32
  %x = arith.sitofp %n : i32 to f32
  return %x : f32
}

/// Prints how many elements differ, and how many are not zero.
func.func private @compare(%a: !c, %b: !c) {
  %counts = memref.alloca() : memref<2xi64>
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %zero = arith.constant 0.0 : f32
  affine.store %none, %counts[0] : memref<2xi64>
  affine.store %none, %counts[1] : memref<2xi64>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : !c
      %y = affine.load %b[%i, %j] : !c
      %ne = arith.cmpf une, %x, %y : f32
      %d = arith.select %ne, %one, %none : i64
      %d0 = affine.load %counts[0] : memref<2xi64>
      %d1 = arith.addi %d0, %d : i64
      affine.store %d1, %counts[0] : memref<2xi64>
      %nz = arith.cmpf une, %x, %zero : f32
      %e = arith.select %nz, %one, %none : i64
      %e0 = affine.load %counts[1] : memref<2xi64>
      %e1 = arith.addi %e0, %e : i64
      affine.store %e1, %counts[1] : memref<2xi64>
    }
  }
  %differ = affine.load %counts[0] : memref<2xi64>
  call @print(%differ) : (i64) -> ()
  %nonzero = affine.load %counts[1] : memref<2xi64>
  call @print(%nonzero) : (i64) -> ()
  return
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : !a
  %b = memref.alloc() : !b
  %c = memref.alloc() : !c
  %expected = memref.alloc() : !c
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 12 {
      %p = affine.apply affine_map<(i, j) -> (i * 5 + j * 3)>(%i, %j)
      %v = func.call @small(%p) : (index) -> f32
      affine.store %v, %a[%i, %j] : !a
    }
  }
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 8 {
      %p = affine.apply affine_map<(i, j) -> (i * 2 + j * 9)>(%i, %j)
      %v = func.call @small(%p) : (index) -> f32
      affine.store %v, %b[%i, %j] : !b
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %p = affine.apply affine_map<(i, j) -> (i * 0 + j * 0)>(%i, %j)
      %v = func.call @small(%p) : (index) -> f32
      affine.store %zero, %expected[%i, %j] : !c
    }
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 12 {
        %x = affine.load %a[%i, %k] : !a
        %y = affine.load %b[%k, %j] : !b
        %p = arith.mulf %x, %y : f32
        %q = affine.load %expected[%i, %j] : !c
        %s = arith.addf %p, %q : f32
        affine.store %s, %expected[%i, %j] : !c
      }
    }
  }

  %at = memref.alloc() : !at
  %bt = memref.alloc() : !bt
  %ct = memref.alloc() : !ct
  layout.convert ins(%a : !a) outs(%at : !at)
  layout.convert ins(%b : !b) outs(%bt : !bt)
  gpu.launch blocks(%x, %y, %z) in (%gx = %c1, %gy = %c4, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c2, %by = %c4, %bz = %c1) {
    %none = arith.constant dense<0.0> : vector<4xf32>
    %pad = arith.constant 0.0 : f32
    %i = affine.apply affine_map<()[y, ty] -> (4 * y + ty)>()[%y, %ty]
    %j = affine.apply affine_map<()[tx] -> (4 * tx)>()[%tx]
    %sum = affine.for %k = 0 to 12 iter_args(%s = %none) -> vector<4xf32> {
      %e = memref.load %at[%i, %k] : !at
      %ev = vector.broadcast %e : f32 to vector<4xf32>
      %f = vector.transfer_read %bt[%k, %j], %pad {in_bounds = [true]} : !bt, vector<4xf32>
      %p = arith.mulf %ev, %f : vector<4xf32>
      %t = arith.addf %p, %s : vector<4xf32>
      affine.yield %t : vector<4xf32>
    }
    vector.transfer_write %sum, %ct[%i, %j] {in_bounds = [true]} : vector<4xf32>, !ct
    gpu.terminator
  }
  layout.convert ins(%ct : !ct) outs(%c : !c)
  call @compare(%expected, %c) : (!c, !c) -> ()
  return
}
