// Each of $SIDE x $SIDE texels is the sum of four neighbours in another image, at
// a place that two buffers name: that image turned by a quarter and shaken by up
// to 8 rows and columns, so that neighbours are near each other in both.
!texels = memref<$SIDEx$SIDEx4xf32>
!places = memref<$SIDEx$SIDExi32>
!in = memref<$SIDEx$SIDExvector<4xf32>, #layout.texture<read>>
!out = memref<$SIDEx$SIDExvector<4xf32>, #layout.texture<write>>

func.func private @printF64(f64)
func.func private @printNewline()

func.func private @print_sum(%y: !texels) {
  %sum = memref.alloca() : memref<f64>
  %zero = arith.constant 0.0 : f64
  affine.store %zero, %sum[] : memref<f64>
  affine.for %i = 0 to $SIDE {
    affine.for %j = 0 to $SIDE {
      affine.for %k = 0 to 4 {
        %v = affine.load %y[%i, %j, %k] : !texels
        %place = affine.apply affine_map<(i, j, k) -> ((i * 31 + j * 17 + k) mod 13)>(%i, %j, %k)
        %n = arith.index_cast %place : index to i32
        %times = arith.sitofp %n : i32 to f64
        %wide = arith.extf %v : f32 to f64
        %p = arith.mulf %wide, %times : f64
        %s = affine.load %sum[] : memref<f64>
        %t = arith.addf %s, %p : f64
        affine.store %t, %sum[] : memref<f64>
      }
    }
  }
  %s = affine.load %sum[] : memref<f64>
  call @printF64(%s) : (f64) -> ()
  call @printNewline() : () -> ()
  return
}

/// A place at most 8 away from i, at least 0 and with a neighbour behind it.
func.func private @near(%i: index, %number: index) -> i32 {
  %shaken = affine.apply affine_map<(i, n) -> (i + (n * 7919 + 104729) mod 17 - 8)>(%i, %number)
  %zero = arith.constant 0 : index
  %last = arith.constant $LAST : index
  %low = arith.maxsi %shaken, %zero : index
  %high = arith.minsi %low, %last : index
  %result = arith.index_cast %high : index to i32
  return %result : i32
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = memref.alloc() : !texels
  %y = memref.alloc() : !texels
  %rows = memref.alloc() : !places
  %columns = memref.alloc() : !places
  affine.for %i = 0 to $SIDE {
    affine.for %j = 0 to $SIDE {
      affine.for %k = 0 to 4 {
        %m = affine.apply affine_map<(i, j, k) -> ((i * 7 + j * 3 + k) mod 11 - 5)>(%i, %j, %k)
        %n = arith.index_cast %m : index to i32
        %v = arith.sitofp %n : i32 to f32
        affine.store %v, %x[%i, %j, %k] : !texels
      }
      %number = affine.apply affine_map<(i, j) -> (i * $SIDE + j)>(%i, %j)
      %next = affine.apply affine_map<(i, j) -> (j * $SIDE + i + 5)>(%i, %j)
      %r = func.call @near(%j, %number) : (index, index) -> i32
      %c = func.call @near(%i, %next) : (index, index) -> i32
      affine.store %r, %rows[%i, %j] : !places
      affine.store %c, %columns[%i, %j] : !places
    }
  }
  %xv = vector.type_cast %x : !texels to memref<$SIDEx$SIDExvector<4xf32>>
  %yv = vector.type_cast %y : !texels to memref<$SIDEx$SIDExvector<4xf32>>
  %xt = memref.memory_space_cast %xv : memref<$SIDEx$SIDExvector<4xf32>> to !in
  %yt = memref.memory_space_cast %yv : memref<$SIDEx$SIDExvector<4xf32>> to !out

  %groups = arith.constant $GROUPS : index
  affine.for %launch = 0 to $LAUNCHES {
    gpu.launch blocks(%gx, %gy, %gz) in (%nx = %groups, %ny = %groups, %nz = %c1)
               threads(%tx, %ty, %tz) in (%bx = %c8, %by = %c8, %bz = %c1) {
      %i = affine.apply affine_map<()[g, t] -> (g * 8 + t)>()[%gy, %ty]
      %j = affine.apply affine_map<()[g, t] -> (g * 8 + t)>()[%gx, %tx]
      %ri = memref.load %rows[%i, %j] : !places
      %ci = memref.load %columns[%i, %j] : !places
      %r = arith.index_cast %ri : i32 to index
      %c = arith.index_cast %ci : i32 to index
      %one = arith.constant 1 : index
      %r1 = arith.addi %r, %one : index
      %c1n = arith.addi %c, %one : index
      %v0 = memref.load %xt[%r, %c] : !in
      %v1 = memref.load %xt[%r, %c1n] : !in
      %v2 = memref.load %xt[%r1, %c] : !in
      %v3 = memref.load %xt[%r1, %c1n] : !in
      %s0 = arith.addf %v0, %v1 : vector<4xf32>
      %s1 = arith.addf %v2, %v3 : vector<4xf32>
      %s = arith.addf %s0, %s1 : vector<4xf32>
      memref.store %s, %yt[%i, %j] : !out
      gpu.terminator
    }
  }
  call @print_sum(%y) : (!texels) -> ()
  return
}
