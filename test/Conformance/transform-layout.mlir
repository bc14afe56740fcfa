// Facts that TVM's tests of transform_layout state, by the number of the row. What
// runs within reasonable time is run, too.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign{change-interface=true},layout-apply)" | FileCheck %s

#blocks = #layout.buffer<index_map<(m, n) -> (m floordiv 16, n floordiv 16, m mod 16, n mod 16)>>
#last = #layout.buffer<index_map<(i, j, k) -> (i, j, k floordiv 4, k mod 4)>>

// TL-01. A local buffer: its store and its load take the mapped indices; the loops
// and the other buffers stay.
// RUN: layout-check %s --entry=intermediate,input,sampled,simplify --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// CHECK-LABEL: func.func @intermediate(
// CHECK-SAME: %[[A:.*]]: memref<128x128xf32>, %[[C:.*]]: memref<128x128xf32>)
func.func @intermediate(%a: memref<128x128xf32>, %c: memref<128x128xf32>) {
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1.0 : f32
  // CHECK: %[[B:.*]] = memref.alloc() : memref<8x8x16x16xf32>
  %b = memref.alloc() {layout.transform = #blocks} : memref<128x128xf32>
  // CHECK: affine.for %[[I:.*]] = 0 to 128 {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to 128 {
  // CHECK-NEXT: affine.load %[[A]][%[[I]], %[[J]]] : memref<128x128xf32>
  // CHECK: affine.store %{{.*}}, %[[B]][%[[I]] floordiv 16, %[[J]] floordiv 16, %[[I]] mod 16, %[[J]] mod 16]
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %x = affine.load %a[%i, %j] : memref<128x128xf32>
      %y = arith.mulf %x, %two : f32
      affine.store %y, %b[%i, %j] : memref<128x128xf32>
    }
  }
  // CHECK: affine.for %[[I:.*]] = 0 to 128 {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to 128 {
  // CHECK-NEXT: affine.load %[[B]][%[[I]] floordiv 16, %[[J]] floordiv 16, %[[I]] mod 16, %[[J]] mod 16]
  // CHECK: affine.store %{{.*}}, %[[C]][%[[I]], %[[J]]] : memref<128x128xf32>
  // CHECK-NOT: affine.for
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %x = affine.load %b[%i, %j] : memref<128x128xf32>
      %y = arith.addf %x, %one : f32
      affine.store %y, %c[%i, %j] : memref<128x128xf32>
    }
  }
  memref.dealloc %b : memref<128x128xf32>
  return
}

// TL-02. An argument: with `change-interface` it becomes physical; without, the
// function keeps its type.
// RUN: layout-check %s --entry=input --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-opt %s --layout-assign --layout-apply | FileCheck %s --check-prefix=KEPT
// KEPT: func.func @input(%{{.*}}: memref<128x128xf32>
// CHECK-LABEL: func.func @input(
// CHECK-SAME: %[[A:.*]]: memref<8x8x16x16xf32> {layout.access = "read", llvm.noalias}, %[[C:.*]]: memref<128x128xf32>)
func.func @input(%a: memref<128x128xf32> {layout.transform = #blocks}, %c: memref<128x128xf32>) {
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1.0 : f32
  // CHECK: %[[B:.*]] = memref.alloc() : memref<128x128xf32>
  %b = memref.alloc() : memref<128x128xf32>
  // CHECK: affine.load %[[A]][%[[I:.*]] floordiv 16, %[[J:.*]] floordiv 16, %[[I]] mod 16, %[[J]] mod 16]
  // CHECK: affine.store %{{.*}}, %[[B]][%[[I]], %[[J]]] : memref<128x128xf32>
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %x = affine.load %a[%i, %j] : memref<128x128xf32>
      %y = arith.mulf %x, %two : f32
      affine.store %y, %b[%i, %j] : memref<128x128xf32>
    }
  }
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %x = affine.load %b[%i, %j] : memref<128x128xf32>
      %y = arith.addf %x, %one : f32
      affine.store %y, %c[%i, %j] : memref<128x128xf32>
    }
  }
  memref.dealloc %b : memref<128x128xf32>
  return
}

// TL-05. The tile of 32 is a product of what TVM's tuner samples; the map of a
// program has constants.
#sampled = #layout.buffer<index_map<(i, j) -> (i, j floordiv 32, j mod 32)>>
// CHECK-LABEL: func.func @sampled(
// CHECK:       %[[B:.*]] = memref.alloc() : memref<128x4x32xf32>
// CHECK:       affine.store %{{.*}}, %[[B]][%[[I:.*]], %[[J:.*]] floordiv 32, %[[J]] mod 32]
// CHECK:       affine.load %[[B]][%[[I:.*]], %[[J:.*]] floordiv 32, %[[J]] mod 32]
func.func @sampled(%a: memref<128x128xf32>, %c: memref<128x128xf32>) {
  %two = arith.constant 2.0 : f32
  %b = memref.alloc() {layout.transform = #sampled} : memref<128x128xf32>
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %x = affine.load %a[%i, %j] : memref<128x128xf32>
      %y = arith.mulf %x, %two : f32
      affine.store %y, %b[%i, %j] : memref<128x128xf32>
    }
  }
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %x = affine.load %b[%i, %j] : memref<128x128xf32>
      affine.store %x, %c[%i, %j] : memref<128x128xf32>
    }
  }
  memref.dealloc %b : memref<128x128xf32>
  return
}

// TL-06. Tiled loops over a tiled cache: no division is left in its accesses.
// CHECK-LABEL: func.func @simplify(
func.func @simplify(%b: memref<128x128xf32>, %c: memref<128x128xf32>) {
  %one = arith.constant 1.0 : f32
  // CHECK: %[[CACHE:.*]] = memref.alloc() : memref<8x8x16x16xf32>
  %cache = memref.alloc() {layout.transform = #blocks} : memref<128x128xf32>
  // CHECK: affine.for %[[A:.*]] = 0 to 8 {
  // CHECK-NEXT: affine.for %[[B:.*]] = 0 to 8 {
  // CHECK-NEXT: affine.for %[[X:.*]] = 0 to 16 {
  // CHECK-NEXT: affine.for %[[Y:.*]] = 0 to 16 {
  // CHECK: affine.store %{{.*}}, %[[CACHE]][%[[A]], %[[B]], %[[X]], %[[Y]]]
  // CHECK: affine.load %[[CACHE]][%[[A]], %[[B]], %[[X]], %[[Y]]]
  // CHECK-NOT: floordiv
  // CHECK-NOT: {{ mod }}
  affine.for %a0 = 0 to 8 {
    affine.for %b0 = 0 to 8 {
      affine.for %x = 0 to 16 {
        affine.for %y = 0 to 16 {
          %v = affine.load %b[%a0 * 16 + %x, %b0 * 16 + %y] : memref<128x128xf32>
          affine.store %v, %cache[%a0 * 16 + %x, %b0 * 16 + %y] : memref<128x128xf32>
          %w = affine.load %cache[%a0 * 16 + %x, %b0 * 16 + %y] : memref<128x128xf32>
          %z = arith.addf %w, %one : f32
          affine.store %z, %c[%a0 * 16 + %x, %b0 * 16 + %y] : memref<128x128xf32>
        }
      }
    }
  }
  // CHECK: return
  memref.dealloc %cache : memref<128x128xf32>
  return
}

// TL-07. A map that splits the last of several axes.
// CHECK-LABEL: func.func @split_last(
// CHECK-SAME: %[[A:.*]]: memref<1024x1024x8x4xf32>
func.func @split_last(%a: memref<1024x1024x32xf32> {layout.transform = #last}, %b: memref<1xf32>) {
  // CHECK: affine.for %[[I:.*]] = 0 to 1024 {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to 1024 {
  // CHECK-NEXT: affine.for %[[K:.*]] = 0 to 32 {
  // CHECK: affine.load %[[A]][%[[I]], %[[J]], %[[K]] floordiv 4, %[[K]] mod 4] : memref<1024x1024x8x4xf32>
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 1024 {
      affine.for %k = 0 to 32 {
        %x = affine.load %b[0] : memref<1xf32>
        %y = affine.load %a[%i, %j, %k] : memref<1024x1024x32xf32>
        %z = arith.addf %x, %y : f32
        affine.store %z, %b[0] : memref<1xf32>
      }
    }
  }
  return
}
