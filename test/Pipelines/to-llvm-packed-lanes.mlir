// In memory LLVM packs the lanes of vectors whose elements are no power-of-two
// number of bytes; elements of buffers lie apart. What a vector wrote is read
// element by element here, and the other way round.
// RUN: layout-opt %s --layout-to-llvm | mlir-runner -e main -entry-point-result=i32 | FileCheck %s
// CHECK: {{^}}55555{{$}}

module attributes {llvm.data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"} {

// 1 for each element that is as it should be.
func.func private @count(%n: i32, %is: i1) -> i32 {
  %one = arith.extui %is : i1 to i32
  %m = arith.addi %n, %one : i32
  return %m : i32
}

// Stored by vectors of every kind.
func.func private @stores_i65() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<9xi65>
  %v = arith.constant dense<[18446744073709551617, -2, 3, 4]> : vector<4xi65>
  vector.store %v, %a[%c1] : memref<9xi65>, vector<4xi65>
  %e = memref.load %a[%c1] : memref<9xi65>
  %big = arith.constant 18446744073709551617 : i65
  %is0 = arith.cmpi eq, %e, %big : i65
  %n0 = func.call @count(%zero, %is0) : (i32, i1) -> i32
  %f = memref.load %a[%c4] : memref<9xi65>
  %four = arith.constant 4 : i65
  %is1 = arith.cmpi eq, %f, %four : i65
  %n1 = func.call @count(%n0, %is1) : (i32, i1) -> i32
  // The end of a buffer on the heap.
  %c8 = arith.constant 8 : index
  memref.store %big, %a[%c8] : memref<9xi65>
  %mask = vector.constant_mask [1] : vector<4xi1>
  vector.maskedstore %a[%c3], %mask, %v : memref<9xi65>, vector<4xi1>, vector<4xi65>
  %g = memref.load %a[%c3] : memref<9xi65>
  %is2 = arith.cmpi eq, %g, %big : i65
  %n2 = func.call @count(%n1, %is2) : (i32, i1) -> i32
  %h = memref.load %a[%c4] : memref<9xi65>
  %is3 = arith.cmpi eq, %h, %four : i65
  %n3 = func.call @count(%n2, %is3) : (i32, i1) -> i32
  %last = memref.load %a[%c8] : memref<9xi65>
  %is4 = arith.cmpi eq, %last, %big : i65
  %n4 = func.call @count(%n3, %is4) : (i32, i1) -> i32
  memref.dealloc %a : memref<9xi65>
  return %n4 : i32
}

func.func private @loads_i4() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<8xi4>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = arith.index_cast %i : index to i4
    memref.store %x, %a[%i] : memref<8xi4>
  }
  %v = vector.load %a[%c1] : memref<8xi4>, vector<4xi4>
  %wanted = arith.constant dense<[1, 2, 3, 4]> : vector<4xi4>
  %same = arith.cmpi eq, %v, %wanted : vector<4xi4>
  %all = vector.reduction <and>, %same : vector<4xi1> into i1
  %n0 = func.call @count(%zero, %all) : (i32, i1) -> i32
  %pad = arith.constant -1 : i4
  %c6 = arith.constant 6 : index
  %w = vector.transfer_read %a[%c6], %pad : memref<8xi4>, vector<4xi4>
  %wantedEnd = arith.constant dense<[6, 7, -1, -1]> : vector<4xi4>
  %sameEnd = arith.cmpi eq, %w, %wantedEnd : vector<4xi4>
  %allEnd = vector.reduction <and>, %sameEnd : vector<4xi1> into i1
  %n1 = func.call @count(%n0, %allEnd) : (i32, i1) -> i32
  %at = arith.constant dense<[7, 0, 5, 2]> : vector<4xindex>
  %mask = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %g = vector.gather %a[%c0][%at], %mask, %wanted : memref<8xi4>, vector<4xindex>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  %wantedGather = arith.constant dense<[7, 2, 5, 2]> : vector<4xi4>
  %sameGather = arith.cmpi eq, %g, %wantedGather : vector<4xi4>
  %allGather = vector.reduction <and>, %sameGather : vector<4xi1> into i1
  %n2 = func.call @count(%n1, %allGather) : (i32, i1) -> i32
  %x = vector.expandload %a[%c1], %mask, %wanted : memref<8xi4>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  %wantedExpand = arith.constant dense<[1, 2, 2, 3]> : vector<4xi4>
  %sameExpand = arith.cmpi eq, %x, %wantedExpand : vector<4xi4>
  %allExpand = vector.reduction <and>, %sameExpand : vector<4xi1> into i1
  %n3 = func.call @count(%n2, %allExpand) : (i32, i1) -> i32
  %m = vector.maskedload %a[%c1], %mask, %wantedEnd : memref<8xi4>, vector<4xi1>, vector<4xi4> into vector<4xi4>
  %wantedMasked = arith.constant dense<[1, 7, 3, 4]> : vector<4xi4>
  %sameMasked = arith.cmpi eq, %m, %wantedMasked : vector<4xi4>
  %allMasked = vector.reduction <and>, %sameMasked : vector<4xi1> into i1
  %n4 = func.call @count(%n3, %allMasked) : (i32, i1) -> i32
  memref.dealloc %a : memref<8xi4>
  return %n4 : i32
}

func.func private @both_i1() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %false = arith.constant false
  %a = memref.alloc() : memref<9xi1>
  scf.for %i = %c0 to %c9 step %c1 {
    memref.store %true, %a[%i] : memref<9xi1>
  }
  %v = arith.constant dense<[true, false, false, true, false, true, true, false]> : vector<8xi1>
  vector.store %v, %a[%c1] : memref<9xi1>, vector<8xi1>
  %n = scf.for %i = %c1 to %c9 step %c1 iter_args(%n = %zero) -> i32 {
    %x = memref.load %a[%i] : memref<9xi1>
    %lane = arith.subi %i, %c1 : index
    %y = vector.extract %v[%lane] : i1 from vector<8xi1>
    %is = arith.cmpi eq, %x, %y : i1
    %next = func.call @count(%n, %is) : (i32, i1) -> i32
    scf.yield %next : i32
  }
  %w = vector.load %a[%c1] : memref<9xi1>, vector<8xi1>
  %same = arith.cmpi eq, %v, %w : vector<8xi1>
  %all = vector.reduction <and>, %same : vector<8xi1> into i1
  %m = func.call @count(%n, %all) : (i32, i1) -> i32
  %four = arith.constant 4 : i32
  %r = arith.subi %m, %four : i32
  memref.dealloc %a : memref<9xi1>
  return %r : i32
}

func.func private @tiles_i24() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<3x3xi24>
  %v = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi24>
  // Transposed, and half of it outside.
  vector.transfer_write %v, %a[%c0, %c1] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x2xi24>, memref<3x3xi24>
  vector.transfer_write %v, %a[%c2, %c1] {in_bounds = [false, true]} : vector<2x2xi24>, memref<3x3xi24>
  %e = memref.load %a[%c0, %c2] : memref<3x3xi24>
  %three = arith.constant 3 : i24
  %is0 = arith.cmpi eq, %e, %three : i24
  %n0 = func.call @count(%zero, %is0) : (i32, i1) -> i32
  %f = memref.load %a[%c1, %c1] : memref<3x3xi24>
  %two = arith.constant 2 : i24
  %is1 = arith.cmpi eq, %f, %two : i24
  %n1 = func.call @count(%n0, %is1) : (i32, i1) -> i32
  %g = memref.load %a[%c2, %c2] : memref<3x3xi24>
  %is2 = arith.cmpi eq, %g, %two : i24
  %n2 = func.call @count(%n1, %is2) : (i32, i1) -> i32
  %r = vector.transfer_read %a[%c0, %c1], %two {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<3x3xi24>, vector<2x2xi24>
  %wanted = arith.constant dense<[[1, 3], [1, 3]]> : vector<2x2xi24>
  %same = arith.cmpi eq, %r, %wanted : vector<2x2xi24>
  %true = arith.constant true
  %all = vector.multi_reduction <and>, %same, %true [0, 1] : vector<2x2xi1> to i1
  %n3 = func.call @count(%n2, %all) : (i32, i1) -> i32
  %q = affine.vector_load %a[0, 1] : memref<3x3xi24>, vector<2xi24>
  affine.vector_store %q, %a[1, 0] : memref<3x3xi24>, vector<2xi24>
  %h = memref.load %a[%c1, %c1] : memref<3x3xi24>
  %is4 = arith.cmpi eq, %h, %three : i24
  %n4 = func.call @count(%n3, %is4) : (i32, i1) -> i32
  memref.dealloc %a : memref<3x3xi24>
  return %n4 : i32
}

func.func private @scattered_i65() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloca() : memref<5xi65>
  %v = arith.constant dense<[18446744073709551617, -2, 3, 4]> : vector<4xi65>
  %at = arith.constant dense<[3, 0, 1, 4]> : vector<4xindex>
  %mask = arith.constant dense<[true, true, false, true]> : vector<4xi1>
  %x = arith.constant 7 : i65
  memref.store %x, %a[%c1] : memref<5xi65>
  vector.scatter %a[%c0][%at], %mask, %v : memref<5xi65>, vector<4xindex>, vector<4xi1>, vector<4xi65>
  %e = memref.load %a[%c3] : memref<5xi65>
  %big = arith.constant 18446744073709551617 : i65
  %is0 = arith.cmpi eq, %e, %big : i65
  %n0 = func.call @count(%zero, %is0) : (i32, i1) -> i32
  %f = memref.load %a[%c1] : memref<5xi65>
  %is1 = arith.cmpi eq, %f, %x : i65
  %n1 = func.call @count(%n0, %is1) : (i32, i1) -> i32
  %g = memref.load %a[%c0] : memref<5xi65>
  %two = arith.constant -2 : i65
  %is2 = arith.cmpi eq, %g, %two : i65
  %n2 = func.call @count(%n1, %is2) : (i32, i1) -> i32
  vector.compressstore %a[%c1], %mask, %v : memref<5xi65>, vector<4xi1>, vector<4xi65>
  %h = memref.load %a[%c3] : memref<5xi65>
  %four = arith.constant 4 : i65
  %is3 = arith.cmpi eq, %h, %four : i65
  %n3 = func.call @count(%n2, %is3) : (i32, i1) -> i32
  %b = memref.alloc() : memref<5xi65>
  memref.copy %a, %b : memref<5xi65> to memref<5xi65>
  %c4 = arith.constant 4 : index
  %last = memref.load %b[%c4] : memref<5xi65>
  %is4 = arith.cmpi eq, %last, %four : i65
  %n4 = func.call @count(%n3, %is4) : (i32, i1) -> i32
  memref.dealloc %b : memref<5xi65>
  return %n4 : i32
}

// Each of them finds five.
func.func @main() -> i32 {
  %ten = arith.constant 10 : i32
  %a = func.call @stores_i65() : () -> i32
  %b = func.call @loads_i4() : () -> i32
  %c = func.call @both_i1() : () -> i32
  %d = func.call @tiles_i24() : () -> i32
  %e = func.call @scattered_i65() : () -> i32
  %a1 = arith.muli %a, %ten : i32
  %ab = arith.addi %a1, %b : i32
  %ab1 = arith.muli %ab, %ten : i32
  %abc = arith.addi %ab1, %c : i32
  %abc1 = arith.muli %abc, %ten : i32
  %abcd = arith.addi %abc1, %d : i32
  %abcd1 = arith.muli %abcd, %ten : i32
  %abcde = arith.addi %abcd1, %e : i32
  return %abcde : i32
}
}
