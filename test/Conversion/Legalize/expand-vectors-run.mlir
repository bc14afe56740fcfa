// Programs on vectors, run: the numbers are computed by hand.
// RUN: layout-opt %s --layout-to-llvm | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s
// RUN: layout-opt %s --layout-compile="contract reassociate" | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#rhsT = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#outT = affine_map<(m, n, k) -> (n, m)>
func.func private @bf16(%a: vector<2x3xbf16>, %b: vector<3x4xbf16>, %c: vector<2x4xf32>) -> vector<2x4xf32> {
  %r = vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xbf16>, vector<3x4xbf16> into vector<2x4xf32>
  return %r : vector<2x4xf32>
}
func.func private @transposed(%a: vector<2x3xi8>, %b: vector<4x3xi8>, %c: vector<4x2xi32>) -> vector<4x2xi32> {
  %r = vector.contract {indexing_maps = [#lhs, #rhsT, #outT], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xi8>, vector<4x3xi8> into vector<4x2xi32>
  return %r : vector<4x2xi32>
}
func.func private @max(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>, %m: vector<2x4x3xi1>) -> vector<2x4xf32> {
  %r = vector.mask %m { vector.contract {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maximumf>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32> } : vector<2x4x3xi1> -> vector<2x4xf32>
  return %r : vector<2x4xf32>
}
func.func private @dot(%a: vector<2x3xi8>, %c: i32) -> i32 {
  %r = vector.contract {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"], kind = #vector.kind<add>} %a, %a, %c : vector<2x3xi8>, vector<2x3xi8> into i32
  return %r : i32
}
// Each operand has a reduced dimension that the other one lacks.
func.func private @sums(%a: vector<2x3xi8>, %b: vector<3x4xi8>, %c: vector<i32>) -> vector<i32> {
  %r = vector.contract {indexing_maps = [#lhs, #rhs, affine_map<(m, n, k) -> ()>], iterator_types = ["reduction", "reduction", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<2x3xi8>, vector<3x4xi8> into vector<i32>
  return %r : vector<i32>
}
func.func private @scan(%a: vector<2x3xi32>, %i: vector<2xi32>) -> (vector<2x3xi32>, vector<2xi32>) {
  %r, %s = vector.scan <add>, %a, %i {inclusive = false, reduction_dim = 1} : vector<2x3xi32>, vector<2xi32>
  return %r, %s : vector<2x3xi32>, vector<2xi32>
}
func.func private @positions(%v: vector<2x3xi32>, %i: index, %j: index) -> (i32, vector<3xi32>, vector<2x3xi32>, vector<2x3xi32>) {
  %a = vector.extract %v[%i, %j] : i32 from vector<2x3xi32>
  %b = vector.extract %v[%i] : vector<3xi32> from vector<2x3xi32>
  %c = vector.insert %a, %v[%j, %i] : i32 into vector<2x3xi32>
  %d = vector.insert %b, %v[%j] : vector<3xi32> into vector<2x3xi32>
  return %a, %b, %c, %d : i32, vector<3xi32>, vector<2x3xi32>, vector<2x3xi32>
}
func.func private @memory(%m: memref<4x5xi32>, %i: index, %k: vector<2x3xi1>) -> (vector<2x3xi32>, vector<2x3xi32>) {
  %p = arith.constant dense<-1> : vector<2x3xi32>
  %at = arith.constant dense<[[0, 6, 12], [18, 3, 4]]> : vector<2x3xi32>
  %a = vector.load %m[%i, %i] : memref<4x5xi32>, vector<2x3xi32>
  %b = vector.maskedload %m[%i, %i], %k, %p : memref<4x5xi32>, vector<2x3xi1>, vector<2x3xi32> into vector<2x3xi32>
  %c0 = arith.constant 0 : index
  %k2 = arith.constant dense<[[true, true, true], [true, false, true]]> : vector<2x3xi1>
  vector.scatter %m[%c0, %c0] [%at], %k2, %p : memref<4x5xi32>, vector<2x3xi32>, vector<2x3xi1>, vector<2x3xi32>
  vector.maskedstore %m[%i, %i], %k, %a : memref<4x5xi32>, vector<2x3xi1>, vector<2x3xi32>
  return %a, %b : vector<2x3xi32>, vector<2x3xi32>
}
func.func private @indices(%v: vector<4xindex>, %k: vector<4xi1>) -> (index, vector<2xindex>) {
  %a = vector.mask %k { vector.reduction <add>, %v : vector<4xindex> into index } : vector<4xi1> -> index
  %b, %c = vector.deinterleave %v : vector<4xindex> -> vector<2xindex>
  return %a, %c : index, vector<2xindex>
}
func.func private @floats(%v: vector<2x4xf8E5M2>) -> (vector<2x2xf32>, vector<2x4xf32>, vector<3x2xf32>) {
  %a, %b = vector.deinterleave %v : vector<2x4xf8E5M2> -> vector<2x2xf8E5M2>
  %c = vector.interleave %b, %a : vector<2x2xf8E5M2> -> vector<2x4xf8E5M2>
  %d = vector.shuffle %a, %b [0, 3, 1] : vector<2x2xf8E5M2>, vector<2x2xf8E5M2>
  %e = arith.extf %b : vector<2x2xf8E5M2> to vector<2x2xf32>
  %f = arith.extf %c : vector<2x4xf8E5M2> to vector<2x4xf32>
  %g = arith.extf %d : vector<3x2xf8E5M2> to vector<3x2xf32>
  return %e, %f, %g : vector<2x2xf32>, vector<2x4xf32>, vector<3x2xf32>
}
// Masks have the order of the buffer's dimensions, of which some are skipped.
#forth = affine_map<(i, j, k) -> (i, k)>
#back = affine_map<(i, j, k) -> (k, i)>
#rows = affine_map<(i, j, k) -> (k, 0, i)>
func.func private @skip_read(%m: memref<?x?x?xi32>, %i: index, %j: index, %k: vector<2x3xi1>) -> (vector<2x3xi32>, vector<3x2xi32>, vector<3x2x2xi32>) {
  %p = arith.constant -1 : i32
  %a = vector.transfer_read %m[%i, %j, %i], %p, %k {permutation_map = #forth} : memref<?x?x?xi32>, vector<2x3xi32>
  %b = vector.transfer_read %m[%i, %j, %i], %p, %k {permutation_map = #back} : memref<?x?x?xi32>, vector<3x2xi32>
  %c = vector.mask %k { vector.transfer_read %m[%i, %j, %i], %p {in_bounds = [false, true, false], permutation_map = #rows} : memref<?x?x?xi32>, vector<3x2x2xi32> } : vector<2x3xi1> -> vector<3x2x2xi32>
  return %a, %b, %c : vector<2x3xi32>, vector<3x2xi32>, vector<3x2x2xi32>
}
func.func private @skip_write(%m: memref<3x2x4xi32>, %d: memref<?x?x?xi32>, %i: index, %j: index, %k: vector<2x3xi1>, %v: vector<2x3xi32>, %w: vector<3x2xi32>) {
  vector.transfer_write %v, %m[%i, %j, %i], %k {permutation_map = #forth} : vector<2x3xi32>, memref<3x2x4xi32>
  vector.mask %k { vector.transfer_write %w, %d[%j, %i, %j] {in_bounds = [true, true], permutation_map = #back} : vector<3x2xi32>, memref<?x?x?xi32> } : vector<2x3xi1>
  return
}

func.func @main() {
  %a = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xbf16>
  %b = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : vector<3x4xbf16>
  %c = arith.constant dense<100.0> : vector<2x4xf32>
  %r0 = call @bf16(%a, %b, %c) : (vector<2x3xbf16>, vector<3x4xbf16>, vector<2x4xf32>) -> vector<2x4xf32>
  // CHECK: ( ( 138, 144, 150, 156 ), ( 183, 198, 213, 228 ) )
  vector.print %r0 : vector<2x4xf32>

  // -100 * -100 needs more than 8 bits.
  %ai = arith.constant dense<[[1, -2, 3], [-100, 5, -6]]> : vector<2x3xi8>
  %bi = arith.constant dense<[[1, 2, 3], [-100, 1, 1], [0, 0, 7], [-1, -1, -1]]> : vector<4x3xi8>
  %ci = arith.constant dense<0> : vector<4x2xi32>
  %r1 = call @transposed(%ai, %bi, %ci) : (vector<2x3xi8>, vector<4x3xi8>, vector<4x2xi32>) -> vector<4x2xi32>
  // CHECK: ( ( 6, -108 ), ( -99, 9999 ), ( 21, -42 ), ( -2, 101 ) )
  vector.print %r1 : vector<4x2xi32>

  // The greatest product of those that the mask leaves, and of 10.
  %af = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : vector<2x3xf32>
  %bf = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : vector<3x4xf32>
  %cf = arith.constant dense<10.0> : vector<2x4xf32>
  %m = vector.constant_mask [2, 3, 2] : vector<2x4x3xi1>
  %r2 = call @max(%af, %bf, %cf, %m) : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>, vector<2x4x3xi1>) -> vector<2x4xf32>
  // CHECK: ( ( 10, 12, 14, 10 ), ( 25, 30, 35, 10 ) )
  vector.print %r2 : vector<2x4xf32>

  %c7 = arith.constant 7 : i32
  %r3 = call @dot(%ai, %c7) : (vector<2x3xi8>, i32) -> i32
  // CHECK: 10082
  vector.print %r3 : i32

  // (-99) * 10 + 3 * 26 + (-3) * 42 + 7.
  %bs = arith.constant dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : vector<3x4xi8>
  %v7 = arith.constant dense<7> : vector<i32>
  %r8 = call @sums(%ai, %bs, %v7) : (vector<2x3xi8>, vector<3x4xi8>, vector<i32>) -> vector<i32>
  %s8 = vector.extract %r8[] : i32 from vector<i32>
  // CHECK: -1031
  vector.print %s8 : i32

  %s = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  %i = arith.constant dense<[10, 20]> : vector<2xi32>
  %r4, %r5 = call @scan(%s, %i) : (vector<2x3xi32>, vector<2xi32>) -> (vector<2x3xi32>, vector<2xi32>)
  // CHECK: ( ( 10, 11, 13 ), ( 20, 24, 29 ) )
  vector.print %r4 : vector<2x3xi32>

  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p:4 = call @positions(%s, %c1, %c0) : (vector<2x3xi32>, index, index) -> (i32, vector<3xi32>, vector<2x3xi32>, vector<2x3xi32>)
  // CHECK: 4
  // CHECK: ( 4, 5, 6 )
  // CHECK: ( ( 1, 4, 3 ), ( 4, 5, 6 ) )
  // CHECK: ( ( 4, 5, 6 ), ( 4, 5, 6 ) )
  vector.print %p#0 : i32
  vector.print %p#1 : vector<3xi32>
  vector.print %p#2 : vector<2x3xi32>
  vector.print %p#3 : vector<2x3xi32>

  %mem = memref.alloc() : memref<4x5xi32>
  affine.for %x = 0 to 4 {
    affine.for %y = 0 to 5 {
      %0 = affine.apply affine_map<(x, y) -> (10 * x + y)>(%x, %y)
      %1 = arith.index_cast %0 : index to i32
      affine.store %1, %mem[%x, %y] : memref<4x5xi32>
    }
  }
  %k = vector.constant_mask [2, 2] : vector<2x3xi1>
  %l:2 = call @memory(%mem, %c1, %k) : (memref<4x5xi32>, index, vector<2x3xi1>) -> (vector<2x3xi32>, vector<2x3xi32>)
  %all = vector.load %mem[%c0, %c0] : memref<4x5xi32>, vector<4x5xi32>
  // CHECK: ( ( 11, 12, 13 ), ( 21, 22, 23 ) )
  // CHECK: ( ( 11, 12, -1 ), ( 21, 22, -1 ) )
  // CHECK: ( ( -1, 1, 2, 3, -1 ), ( 10, 11, 12, 13, 14 ), ( 20, 21, 22, 23, 24 ), ( 30, 31, 32, -1, 34 ) )
  vector.print %l#0 : vector<2x3xi32>
  vector.print %l#1 : vector<2x3xi32>
  vector.print %all : vector<4x5xi32>
  memref.dealloc %mem : memref<4x5xi32>

  %v = arith.constant dense<[1, 20, 300, 4000]> : vector<4xindex>
  %k3 = vector.constant_mask [3] : vector<4xi1>
  %x:2 = call @indices(%v, %k3) : (vector<4xindex>, vector<4xi1>) -> (index, vector<2xindex>)
  // CHECK: 321
  // CHECK: ( 20, 4000 )
  vector.print %x#0 : index
  vector.print %x#1 : vector<2xindex>

  %small = arith.constant dense<[[1.0, -2.0, 3.0, 0.5], [5.0, 6.0, -7.0, 8.0]]> : vector<2x4xf8E5M2>
  %y:3 = call @floats(%small) : (vector<2x4xf8E5M2>) -> (vector<2x2xf32>, vector<2x4xf32>, vector<3x2xf32>)
  // CHECK: ( ( -2, 0.5 ), ( 6, 8 ) )
  // CHECK: ( ( -2, 1, 0.5, 3 ), ( 6, 5, 8, -7 ) )
  // CHECK: ( ( 1, 3 ), ( 6, 8 ), ( 5, -7 ) )
  vector.print %y#0 : vector<2x2xf32>
  vector.print %y#1 : vector<2x4xf32>
  vector.print %y#2 : vector<3x2xf32>

  %mem3 = memref.alloc() : memref<3x2x4xi32>
  affine.for %e = 0 to 3 {
    affine.for %f = 0 to 2 {
      affine.for %g = 0 to 4 {
        %0 = affine.apply affine_map<(x, y, z) -> (100 * x + 10 * y + z)>(%e, %f, %g)
        %1 = arith.index_cast %0 : index to i32
        affine.store %1, %mem3[%e, %f, %g] : memref<3x2x4xi32>
      }
    }
  }
  %dyn = memref.cast %mem3 : memref<3x2x4xi32> to memref<?x?x?xi32>
  %c2 = arith.constant 2 : index
  %ks = arith.constant dense<[[true, false, true], [true, true, false]]> : vector<2x3xi1>
  %t:3 = call @skip_read(%dyn, %c1, %c0, %ks) : (memref<?x?x?xi32>, index, index, vector<2x3xi1>) -> (vector<2x3xi32>, vector<3x2xi32>, vector<3x2x2xi32>)
  // CHECK: ( ( 101, -1, 103 ), ( 201, 202, -1 ) )
  // CHECK: ( ( 101, 201 ), ( -1, 202 ), ( 103, -1 ) )
  // CHECK: ( ( ( 101, 201 ), ( 101, 201 ) ), ( ( -1, 202 ), ( -1, 202 ) ), ( ( 103, -1 ), ( 103, -1 ) ) )
  vector.print %t#0 : vector<2x3xi32>
  vector.print %t#1 : vector<3x2xi32>
  vector.print %t#2 : vector<3x2x2xi32>
  // Here all lanes but those of the first row lie beyond the buffer, and of these one.
  %u:3 = call @skip_read(%dyn, %c2, %c1, %ks) : (memref<?x?x?xi32>, index, index, vector<2x3xi1>) -> (vector<2x3xi32>, vector<3x2xi32>, vector<3x2x2xi32>)
  // CHECK: ( ( 212, -1, -1 ), ( -1, -1, -1 ) )
  // CHECK: ( ( 212, -1 ), ( -1, -1 ), ( -1, -1 ) )
  vector.print %u#0 : vector<2x3xi32>
  vector.print %u#1 : vector<3x2xi32>
  %vs = arith.constant dense<[[-10, -11, -12], [-13, -14, -15]]> : vector<2x3xi32>
  %ws = arith.constant dense<[[-20, -21], [-22, -23], [-24, -25]]> : vector<3x2xi32>
  call @skip_write(%mem3, %dyn, %c1, %c0, %ks, %vs, %ws) : (memref<3x2x4xi32>, memref<?x?x?xi32>, index, index, vector<2x3xi1>, vector<2x3xi32>, vector<3x2xi32>) -> ()
  %all3 = vector.load %mem3[%c0, %c0, %c0] : memref<3x2x4xi32>, vector<3x2x4xi32>
  // CHECK: ( ( ( 0, 1, 2, 3 ), ( -20, 11, -24, 13 ) ), ( ( 100, -10, 102, -12 ), ( -21, -23, 112, 113 ) ), ( ( 200, -13, -14, 203 ), ( 210, 211, 212, 213 ) ) )
  vector.print %all3 : vector<3x2x4xi32>
  memref.dealloc %mem3 : memref<3x2x4xi32>
  return
}
