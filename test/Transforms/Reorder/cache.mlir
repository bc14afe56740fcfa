// RUN: layout-opt %s --layout-cache --split-input-file --remarks-filter=layout 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// Read only: filled at the start.
// CHECK-LABEL: func.func @read
// CHECK-SAME:    (%[[A:.*]]: memref<14xi32>, %[[B:.*]]: memref<1xi32>)
// CHECK-NEXT:  %[[C:.*]] = memref.alloc() {layout.transform = #{{.*}}} : memref<14xi32>
// CHECK-NEXT:  affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT:    %[[X:.*]] = affine.load %[[A]][%[[I]]]
// CHECK-NEXT:    affine.store %[[X]], %[[C]][%[[I]]]
// CHECK:       affine.for
// CHECK-NEXT:    affine.load %[[C]]
// CHECK:       memref.dealloc %[[C]]
// CHECK-NEXT:  return
// REMARK: [Passed] layout-cache/cached {{.*}}works on a local copy, filled at the start"
func.func @read(%a: memref<14xi32> {layout.cache = #tiles}, %b: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[0] : memref<1xi32>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// Every element is written before it is read: written back only.
// CHECK-LABEL: func.func @write
// CHECK-SAME:    (%[[A:.*]]: memref<14xi32>
// CHECK-NEXT:  %[[C:.*]] = memref.alloc()
// CHECK-NEXT:  affine.for
// CHECK-NEXT:    affine.store %{{.*}}, %[[C]]
// CHECK:       affine.for %[[I:.*]] = 0 to 14 {
// CHECK-NEXT:    %[[X:.*]] = affine.load %[[C]][%[[I]]]
// CHECK-NEXT:    affine.store %[[X]], %[[A]][%[[I]]]
// CHECK:       memref.dealloc %[[C]]
// REMARK: works on a local copy, written back at the end"
func.func @write(%a: memref<14xi32> {layout.cache = #tiles}, %x: i32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// Partly written: the other elements must survive.
// CHECK-LABEL: func.func @partly
// CHECK:       %[[C:.*]] = memref.alloc()
// CHECK:       affine.load %arg0
// CHECK:       affine.store %{{.*}}, %[[C]]
// CHECK:       affine.store %{{.*}}, %arg0
// REMARK: works on a local copy, filled at the start and written back at the end"
func.func @partly(%a: memref<14xi32> {layout.cache = #tiles}, %x: i32) {
  affine.for %i = 0 to 13 {
    affine.store %x, %a[%i] : memref<14xi32>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// Around a loop, with the mark of what is to be walked.
// CHECK-LABEL: func.func @around_loop
// CHECK:       %[[A:.*]] = memref.alloc() : memref<14xi32>
// CHECK:       memref.store %{{.*}}, %[[A]]
// CHECK:       %[[C:.*]] = memref.alloc() {layout.sequential, layout.transform = #{{.*}}}
// CHECK:       affine.load %[[A]]
// CHECK:       affine.store %{{.*}}, %[[C]]
// CHECK:       affine.load %[[C]]
// CHECK:       memref.dealloc %[[C]]
// CHECK:       memref.load %[[A]]
func.func @around_loop(%b: memref<14xi32>, %k: index, %x: i32) -> i32 {
  %a = memref.alloc() {layout.cache = #tiles, layout.sequential} : memref<14xi32>
  memref.store %x, %a[%k] : memref<14xi32>
  affine.for %i = 0 to 14 {
    %y = affine.load %a[%i] : memref<14xi32>
    affine.store %y, %b[%i] : memref<14xi32>
  } {layout.cache}
  %y = memref.load %a[%k] : memref<14xi32>
  memref.dealloc %a : memref<14xi32>
  return %y : i32
}

// -----

#rows = #layout.buffer<index_map<(i, j) -> (j, i)>>

// Views become views of the copy; dynamic extents; several returns.
// CHECK-LABEL: func.func @views
// CHECK:       %[[N:.*]] = memref.dim %arg0
// CHECK:       %[[C:.*]] = memref.alloc(%[[N]])
// CHECK:       memref.subview %[[C]]
// CHECK-COUNT-2: memref.dealloc %[[C]]
func.func @views(%a: memref<?x4xf32> {layout.cache = #rows}, %c: i1, %x: f32) {
  %v = memref.subview %a[0, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1]>>
  affine.for %i = 0 to 4 {
    affine.store %x, %v[%i] : memref<4xf32, strided<[1]>>
  }
  cf.cond_br %c, ^one, ^other
^one:
  return
^other:
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// A loop without a use of the buffer has no copy; its mark goes, too.
// REMARK: [Missed] layout-cache/not-used {{.*}}not cached: the loop does not use the buffer; mark one that does"
// CHECK-LABEL: func.func @not_used
// CHECK-NOT:   layout.
// CHECK:       return
func.func @not_used(%a: memref<14xi32> {layout.cache = #tiles}, %b: memref<14xi32>, %x: i32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %b[%i] : memref<14xi32>
  } {layout.cache}
  affine.store %x, %a[0] : memref<14xi32>
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// REMARK: [Missed] layout-cache/not-used {{.*}}not cached: the function does not use the argument"
// CHECK-LABEL: func.func @argument_not_used
func.func @argument_not_used(%a: memref<14xi32> {layout.cache = #tiles}) {
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// REMARK: [Missed] layout-cache/not-used {{.*}}not cached: the buffer is allocated anew in each iteration; mark a loop inside of its scope"
// CHECK-LABEL: func.func @made_anew
func.func @made_anew(%x: i32) {
  affine.for %i = 0 to 14 {
    %a = memref.alloc() {layout.cache = #tiles} : memref<14xi32>
    affine.store %x, %a[%i] : memref<14xi32>
    memref.dealloc %a : memref<14xi32>
  } {layout.cache}
  return
}
