// TVM's decompose_padding: a nest that copies or fills becomes nests that fill
// and one that copies, none with a condition. layout-partition-loops splits it so
// that no element is written twice; layout-simplify decides what is left.
// RUN: layout-opt %s --layout-partition-loops --layout-simplify | FileCheck %s --implicit-check-not=affine.if
// RUN: layout-check %s --entry=pad_1d,pad_rows,pad_2d,trivial,pad_tiled --pipeline="builtin.module(layout-partition-loops,layout-simplify)"

// OC-13
// CHECK-LABEL: @pad_1d
// CHECK:         affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT:      affine.store %c0
// CHECK:         affine.for %[[I:.*]] = 6 to 134 {
// CHECK-NEXT:      %[[X:.*]] = affine.load %arg0[%[[I]] - 6]
// CHECK-NEXT:      affine.store %[[X]], %arg1[%[[I]]]
// CHECK:         affine.for %{{.*}} = 134 to 140 {
// CHECK-NEXT:      affine.store %c0
func.func @pad_1d(%x: memref<128xi32>, %y: memref<140xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 140 {
    %v = affine.if affine_set<(i) : (i - 6 >= 0, 133 - i >= 0)>(%i) -> i32 {
      %0 = affine.load %x[%i - 6] : memref<128xi32>
      affine.yield %0 : i32
    } else {
      affine.yield %c0 : i32
    }
    affine.store %v, %y[%i] : memref<140xi32>
  }
  return
}

// OC-14
// The condition is on rows: exact reasoning takes it out of the copy, too.
// CHECK-LABEL: @pad_rows
// CHECK:         affine.for %{{.*}} = 0 to 128 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 128 {
// CHECK-NEXT:        affine.load
// CHECK-NEXT:        affine.store
// CHECK:         affine.for %{{.*}} = 128 to 140 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 128 {
// CHECK-NEXT:        affine.store %c0
func.func @pad_rows(%x: memref<1x128x128xi32>, %y: memref<1x140x128xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %b = 0 to 1 {
    affine.for %i = 0 to 140 {
      affine.for %j = 0 to 128 {
        affine.if affine_set<(i) : (127 - i >= 0)>(%i) {
          %0 = affine.load %x[%b, %i, %j] : memref<1x128x128xi32>
          affine.store %0, %y[%b, %i, %j] : memref<1x140x128xi32>
        } else {
          affine.store %c0, %y[%b, %i, %j] : memref<1x140x128xi32>
        }
      }
    }
  }
  return
}

// OC-19
// CHECK-LABEL: @pad_2d
// CHECK:         affine.for %{{.*}} = 3 to 26 {
// CHECK:           affine.for %{{.*}} = 3 to 26 {
// CHECK-NEXT:        affine.load
// CHECK-NEXT:        affine.store
func.func @pad_2d(%x: memref<2x23x23xi32>, %y: memref<2x29x29xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %c = 0 to 2 {
    affine.for %h = 0 to 29 {
      affine.for %w = 0 to 29 {
        affine.if affine_set<(h, w) : (h - 3 >= 0, 25 - h >= 0, w - 3 >= 0, 25 - w >= 0)>(%h, %w) {
          %0 = affine.load %x[%c, %h - 3, %w - 3] : memref<2x23x23xi32>
          affine.store %0, %y[%c, %h, %w] : memref<2x29x29xi32>
        } else {
          affine.store %c0, %y[%c, %h, %w] : memref<2x29x29xi32>
        }
      }
    }
  }
  return
}

// OC-20
// Always true: nothing to pad, and no fill.
// CHECK-LABEL: @trivial
// CHECK:         affine.for %{{.*}} = 0 to 225 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 225 {
// CHECK-NEXT:        affine.load
// CHECK-NEXT:        affine.store
// CHECK-NOT:     affine.store
func.func @trivial(%x: memref<225x225xi32>, %y: memref<225x225xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %h = 0 to 225 {
    affine.for %w = 0 to 225 {
      affine.if affine_set<(h, w) : (h >= 0, 224 - h >= 0, w >= 0, 224 - w >= 0)>(%h, %w) {
        %0 = affine.load %x[%h, %w] : memref<225x225xi32>
        affine.store %0, %y[%h, %w] : memref<225x225xi32>
      } else {
        affine.store %c0, %y[%h, %w] : memref<225x225xi32>
      }
    }
  }
  return
}

// OC-16
// Nine tiles, each a copy without a condition and its own fills.
// CHECK-LABEL: @pad_tiled
// CHECK-COUNT-9: affine.load %arg0[0, 0, %{{.*}} * 75 + %{{.*}} - 3, %{{.*}} * 75 + %{{.*}} - 3]
// CHECK-NOT:     affine.load
func.func @pad_tiled(%x: memref<1x16x225x225xi32>, %y: memref<3x3x81x81xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %th = 0 to 3 {
    affine.for %tw = 0 to 3 {
      affine.for %h = 0 to 81 {
        affine.for %w = 0 to 81 {
          affine.if affine_set<(th, tw, h, w) : (75 * th + h - 3 >= 0, 227 - 75 * th - h >= 0, 75 * tw + w - 3 >= 0, 227 - 75 * tw - w >= 0)>(%th, %tw, %h, %w) {
            %0 = affine.load %x[0, 0, 75 * %th + %h - 3, 75 * %tw + %w - 3] : memref<1x16x225x225xi32>
            affine.store %0, %y[%th, %tw, %h, %w] : memref<3x3x81x81xi32>
          } else {
            affine.store %c0, %y[%th, %tw, %h, %w] : memref<3x3x81x81xi32>
          }
        }
      }
    }
  }
  return
}
