// RUN: layout-opt %s --layout-avoid-overcompute --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-avoid-overcompute --layout-avoid-overcompute --split-input-file | FileCheck %s

// RFC 0077: element-wise, the padding of the result undefined.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK:       #[[SET:.*]] = affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>
// CHECK-LABEL: @element_wise
// CHECK:         affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.if #[[SET]](%[[I]], %[[J]]) {
// CHECK-NEXT:          affine.load
// CHECK-NEXT:          arith.addf
// CHECK-NEXT:          affine.store
// CHECK-NEXT:        }
// CHECK-NOT:     affine.if
func.func @element_wise(%a: memref<4x4xf32>, %b: memref<4x4xf32>) {
  layout.padding %b : memref<4x4xf32> of memref<14xf32, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %a[%i, %j] : memref<4x4xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// -----

// A local buffer whose padding nobody reads, whatever its kind.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: @local
// CHECK:         affine.for
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        affine.if
// CHECK-NEXT:          affine.store
// CHECK:         affine.for
// CHECK-NEXT:      affine.load
func.func @local(%x: i32, %b: memref<14xi32>) {
  %a = memref.alloc() : memref<4x4xi32>
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<4x4xi32>
    }
  }
  affine.for %i = 0 to 14 {
    %0 = affine.load %a[%i floordiv 4, %i mod 4] : memref<4x4xi32>
    affine.store %0, %b[%i] : memref<14xi32>
  }
  return
}

// -----

// What the body reads back in the same iteration is skipped with it.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: @read_back
// CHECK:         affine.if
// CHECK-NEXT:      affine.store
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      affine.store
// CHECK:         affine.for
func.func @read_back(%x: i32, %b: memref<14xi32>) {
  %a = memref.alloc() : memref<4x4xi32>
  %c = memref.alloc() : memref<4x4xi32>
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %c[%i, %j] : memref<4x4xi32>
      %0 = affine.load %c[%i, %j] : memref<4x4xi32>
      affine.store %0, %a[%i, %j] : memref<4x4xi32>
    }
  }
  affine.for %i = 0 to 14 {
    %0 = affine.load %a[%i floordiv 4, %i mod 4] : memref<4x4xi32>
    affine.store %0, %b[%i] : memref<14xi32>
  }
  return
}

// -----

// Loops of scf, a dynamic extent
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @dynamic
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             %[[SLACK:.*]] = affine.apply #{{.*}}(%{{.*}}, %{{.*}})[%[[N]]]
// CHECK-NEXT:        %[[DATA:.*]] = arith.cmpi sge, %[[SLACK]]
// CHECK-NEXT:        scf.if %[[DATA]] {
// CHECK-NEXT:          memref.store
func.func @dynamic(%b: memref<?x4xi32>, %n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  layout.padding %b sizes(%n) : memref<?x4xi32> of memref<?xi32, #L>
  %d = memref.dim %b, %c0 : memref<?x4xi32>
  scf.for %i = %c0 to %d step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      memref.store %x, %b[%i, %j] : memref<?x4xi32>
    }
  }
  return
}

// -----

// A loop that touches data only has no guard.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @data_only
// CHECK-NOT:     affine.if
func.func @data_only(%b: memref<4x4xi32>, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 14 {
    affine.store %x, %b[%i floordiv 4, %i mod 4] : memref<4x4xi32>
  }
  return
}

// -----

// Beside it, a vector of what is there is stored.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @transfer
// CHECK:         vector.transfer_write
// CHECK:         affine.if
// CHECK-NEXT:      affine.store
// CHECK-NEXT:      vector.transfer_write
func.func @transfer(%b: memref<4x4xi32> {llvm.noalias}, %c: memref<4x4xi32> {llvm.noalias}, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  %v = arith.constant dense<0> : vector<4xi32>
  %w = arith.constant dense<0> : vector<1xi32>
  affine.for %i = 0 to 4 {
    %c0 = arith.constant 0 : index
    vector.transfer_write %v, %c[%i, %c0] {in_bounds = [true]} : vector<4xi32>, memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
      vector.transfer_write %w, %c[%i, %j] {in_bounds = [true]} : vector<1xi32>, memref<4x4xi32>
    }
  }
  return
}
