// What a vector leaves in memory is known lane by lane: constants, lanes that a
// constant mask leaves out, and those that lie outside of the buffer.
//
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-check %s --entry=dense,outside,left_out,transposed,in_view,in_loop,wide --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=made_masks --arg=1:2 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=unknown_mask --arg=1:1 --pipeline="builtin.module(layout-simplify)"

// CHECK-LABEL: @dense
// CHECK-NOT:   load
// CHECK:       %[[TWO:.*]] = arith.constant 2 : i32
// CHECK-NEXT:  memref.store %[[TWO]]
// CHECK:       %[[NINE:.*]] = arith.constant 9 : i32
// CHECK-NEXT:  memref.store %[[NINE]]
// CHECK:       %[[SIX:.*]] = arith.constant 6 : i32
// CHECK-NEXT:  memref.store %[[SIX]]
func.func @dense(%r: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<4xi32>
  %v = arith.constant dense<[1, 2, 9, 9]> : vector<4xi32>
  vector.store %v, %a[%c0] : memref<4xi32>, vector<4xi32>
  %x = memref.load %a[%c1] : memref<4xi32>
  memref.store %x, %r[%c0] : memref<4xi32>
  // Any of the two.
  affine.for %i = 2 to 4 {
    %y = affine.load %a[%i] : memref<4xi32>
    memref.store %y, %r[%i] : memref<4xi32>
  }
  %w = arith.constant dense<[5, 6]> : vector<2xi32>
  affine.vector_store %w, %a[2] : memref<4xi32>, vector<2xi32>
  %z = affine.load %a[3] : memref<4xi32>
  memref.store %z, %r[%c1] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return
}

// No lane but the first two is in the buffer; of the view only the first is.
// CHECK-LABEL: @outside
// CHECK:       %[[LOADED:.*]] = memref.load %{{.*}}[%{{.*}}] : memref<4xi32>
// CHECK:       memref.store %[[LOADED]]
// CHECK:       %[[SEVEN:.*]] = arith.constant 7 : i32
// CHECK-NEXT:  memref.store %[[SEVEN]]
func.func @outside(%r: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %one, %a[%i] : memref<4xi32>
  }
  %v = arith.constant dense<7> : vector<4xi32>
  %view = memref.subview %a[0] [3] [1] : memref<4xi32> to memref<3xi32>
  vector.transfer_write %v, %view[%c2] : vector<4xi32>, memref<3xi32>
  %x = memref.load %a[%c3] : memref<4xi32>
  memref.store %x, %r[%c0] : memref<4xi32>
  vector.transfer_write %v, %a[%c2] : vector<4xi32>, memref<4xi32>
  %y = memref.load %a[%c3] : memref<4xi32>
  memref.store %y, %r[%c1] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return
}

// CHECK-LABEL: @left_out
// CHECK-NOT:   memref.load
// CHECK:       %[[A:.*]] = arith.constant 7 : i32
// CHECK-NEXT:  memref.store %[[A]], %{{.*}}[%c0]
// CHECK:       memref.store %c1_i32, %{{.*}}[%c1]
// CHECK:       %[[C:.*]] = arith.constant 9 : i32
// CHECK-NEXT:  memref.store %[[C]], %{{.*}}[%c2]
// CHECK:       return
func.func @left_out(%r: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %one, %a[%i] : memref<4xi32>
  }
  %v = arith.constant dense<[7, 8, 9, 10]> : vector<4xi32>
  %m = arith.constant dense<[true, false, true, false]> : vector<4xi1>
  vector.maskedstore %a[%c0], %m, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>
  %x = memref.load %a[%c0] : memref<4xi32>
  memref.store %x, %r[%c0] : memref<4xi32>
  %y = memref.load %a[%c1] : memref<4xi32>
  memref.store %y, %r[%c1] : memref<4xi32>
  %z = memref.load %a[%c2] : memref<4xi32>
  memref.store %z, %r[%c2] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return
}

// CHECK-LABEL: @made_masks
// CHECK:       memref.store %c1_i32, %{{.*}}[%c0]
// CHECK:       %[[B:.*]] = arith.constant 8 : i32
// CHECK-NEXT:  memref.store %[[B]], %{{.*}}[%c1]
// CHECK:       memref.store %c1_i32, %{{.*}}[%c2]
// CHECK:       memref.load %{{.*}} : memref<2x4xi32>
func.func @made_masks(%r: memref<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %a = memref.alloc() : memref<2x4xi32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      affine.store %one, %a[%i, %j] : memref<2x4xi32>
    }
  }
  %v = arith.constant dense<8> : vector<2x4xi32>
  %m = vector.constant_mask [1, 3] : vector<2x4xi1>
  vector.transfer_write %v, %a[%c0, %c0], %m {in_bounds = [true, true]} : vector<2x4xi32>, memref<2x4xi32>
  %x = memref.load %a[%c1, %c0] : memref<2x4xi32>
  memref.store %x, %r[%c0] : memref<4xi32>
  %y = memref.load %a[%c0, %c2] : memref<2x4xi32>
  memref.store %y, %r[%c1] : memref<4xi32>
  %k = vector.create_mask %c1, %c2 : vector<2x4xi1>
  vector.mask %k {
    vector.transfer_write %v, %a[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xi32>, memref<2x4xi32>
  } : vector<2x4xi1>
  %z = memref.load %a[%c0, %c3] : memref<2x4xi32>
  memref.store %z, %r[%c2] : memref<4xi32>
  %w = arith.constant dense<9> : vector<2x4xi32>
  %l = vector.create_mask %n, %c2 : vector<2x4xi1>
  vector.mask %l {
    vector.transfer_write %w, %a[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xi32>, memref<2x4xi32>
  } : vector<2x4xi1>
  %u = memref.load %a[%c0, %c0] : memref<2x4xi32>
  memref.store %u, %r[%c3] : memref<4xi32>
  memref.dealloc %a : memref<2x4xi32>
  return
}

// It may write any lane, or none.
// CHECK-LABEL: @unknown_mask
// CHECK:       memref.load %{{.*}} : memref<4xi32>
// CHECK:       memref.store %c7_i32{{.*}}, %{{.*}}[%c1]
// CHECK:       return
func.func @unknown_mask(%r: memref<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %c7_i32 = arith.constant 7 : i32
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  affine.for %i = 0 to 4 {
    affine.store %one, %a[%i] : memref<4xi32>
    affine.store %c7_i32, %b[%i] : memref<4xi32>
  }
  %v = arith.constant dense<7> : vector<4xi32>
  %m = vector.create_mask %n : vector<4xi1>
  vector.maskedstore %a[%c0], %m, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>
  vector.maskedstore %b[%c0], %m, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>
  %x = memref.load %a[%c0] : memref<4xi32>
  memref.store %x, %r[%c0] : memref<4xi32>
  %y = memref.load %b[%c0] : memref<4xi32>
  memref.store %y, %r[%c1] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  memref.dealloc %b : memref<4xi32>
  return
}

// CHECK-LABEL: @transposed
// CHECK-NOT:   memref.load
// CHECK:       %[[A:.*]] = arith.constant 3 : i32
// CHECK-NEXT:  memref.store %[[A]], %{{.*}}[%c0]
// CHECK:       return
func.func @transposed(%r: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<3x2xi32>
  %v = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : vector<2x3xi32>
  vector.transfer_write %v, %a[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<2x3xi32>, memref<3x2xi32>
  %x = memref.load %a[%c2, %c0] : memref<3x2xi32>
  memref.store %x, %r[%c0] : memref<4xi32>
  memref.dealloc %a : memref<3x2xi32>
  return
}

// CHECK-LABEL: @in_view
// CHECK-NOT:   memref.load
// CHECK:       %[[A:.*]] = arith.constant 4 : i32
// CHECK-NEXT:  memref.store %[[A]], %{{.*}}[%c0]
// CHECK:       return
func.func @in_view(%r: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %a = memref.alloc() : memref<3x8xi32>
  %row = memref.subview %a[1, 2] [1, 5] [1, 1] : memref<3x8xi32> to memref<5xi32, strided<[1], offset: 10>>
  %v = arith.constant dense<[3, 4]> : vector<2xi32>
  vector.store %v, %row[%c1] : memref<5xi32, strided<[1], offset: 10>>, vector<2xi32>
  %c4 = arith.constant 4 : index
  %x = memref.load %a[%c1, %c4] : memref<3x8xi32>
  memref.store %x, %r[%c0] : memref<4xi32>
  memref.dealloc %a : memref<3x8xi32>
  return
}

// CHECK-LABEL: @in_loop
// CHECK:       %[[A:.*]] = arith.constant 5 : i32
// CHECK:       affine.store %[[A]]
// CHECK:       return
func.func @in_loop(%r: memref<14xi32>) {
  %a = memref.alloc() : memref<14xi32>
  %v = arith.constant dense<5> : vector<4xi32>
  affine.for %i = 0 to 4 {
    %p = affine.apply affine_map<(i) -> (4 * i)>(%i)
    vector.transfer_write %v, %a[%p] : vector<4xi32>, memref<14xi32>
  }
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %r[%i] : memref<14xi32>
  }
  memref.dealloc %a : memref<14xi32>
  return
}

// An element of the buffer that is a vector is one element.
// CHECK-LABEL: @wide
// CHECK:       %[[FIVES:.*]] = vector.from_elements
// CHECK:       vector.extract %[[FIVES]][0]
// CHECK:       return
func.func @wide(%r: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : i32
  %a = memref.alloc() : memref<4xvector<2xi32>>
  %f = vector.from_elements %c5, %c5 : vector<2xi32>
  %v = arith.constant dense<[3, 4]> : vector<2xi32>
  memref.store %f, %a[%c1] : memref<4xvector<2xi32>>
  vector.store %v, %a[%c0] : memref<4xvector<2xi32>>, vector<2xi32>
  %x = memref.load %a[%c1] : memref<4xvector<2xi32>>
  %y = vector.extract %x[0] : i32 from vector<2xi32>
  memref.store %y, %r[%c0] : memref<4xi32>
  memref.dealloc %a : memref<4xvector<2xi32>>
  return
}
