// Loops that follow a layout, by id; all of them are executed too.
// RUN: layout-opt %s --layout-apply --layout-sequential-access --split-input-file | FileCheck %s

#reverse = #layout.buffer<index_map<(i, j, k) -> (k, j, i)>>

// SA-11, reverse
// CHECK-LABEL: @reverse
// CHECK:       affine.for %[[K:.*]] = 0 to 40 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 6 {
// CHECK-NEXT:      affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.load %{{.*}}[%[[I]], %[[J]], %[[K]]]
// CHECK-NEXT:        affine.store %{{.*}}, %{{.*}}[%[[K]], %[[J]], %[[I]]]
func.func @reverse(%a: memref<4x6x40xf32>, %b: memref<4x6x40xf32, #reverse> {layout.sequential}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 40 {
        %x = affine.load %a[%i, %j, %k] : memref<4x6x40xf32>
        affine.store %x, %b[%i, %j, %k] : memref<4x6x40xf32, #reverse>
      }
    }
  }
  return
}

// -----

#flat = #layout.buffer<index_map<(i, j, k) -> (240 * i + 40 * j + k)>>
#reverse = #layout.buffer<index_map<(i, j, k) -> (k, j, i)>>

// SA-11, flatten_all, whatever layout the input has
// CHECK-LABEL: @flatten_all
// CHECK:       affine.for %[[P:.*]] = 0 to 960 {
// CHECK-NEXT:    affine.load %{{.*}}[%[[P]] mod 40, {{.*}}, %[[P]] floordiv 240]
// CHECK-NEXT:    affine.store %{{.*}}, %{{.*}}[%[[P]]]
func.func @flatten_all(%a: memref<4x6x40xf32, #reverse>, %b: memref<4x6x40xf32, #flat> {layout.sequential}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 40 {
        %x = affine.load %a[%i, %j, %k] : memref<4x6x40xf32, #reverse>
        affine.store %x, %b[%i, %j, %k] : memref<4x6x40xf32, #flat>
      }
    }
  }
  return
}

// -----

#factored = #layout.buffer<index_map<(i, j, k) -> (i, j, k floordiv 4, k mod 4)>>

// SA-11, factor_last_by_4
// CHECK-LABEL: @factor_last
// CHECK:       affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 6 {
// CHECK-NEXT:      affine.for %[[KO:.*]] = 0 to 10 {
// CHECK-NEXT:        affine.for %[[KI:.*]] = 0 to 4 {
// CHECK-NEXT:          affine.load %{{.*}}[%[[I]], %[[J]], %[[KO]] * 4 + %[[KI]]]
// CHECK-NEXT:          affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]], %[[KO]], %[[KI]]]
// CHECK-NOT:   affine.if
func.func @factor_last(%a: memref<4x6x40xf32>, %b: memref<4x6x40xf32, #factored> {layout.sequential}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 40 {
        %x = affine.load %a[%i, %j, %k] : memref<4x6x40xf32>
        affine.store %x, %b[%i, %j, %k] : memref<4x6x40xf32, #factored>
      }
    }
  }
  return
}

// -----

#nchw4c = #layout.buffer<index_map<(n, c, h, w) -> (n, c floordiv 4, h, w, c mod 4)>>

// SA-16: three channels in a tile of four; the padding is not touched. The one
// tile there is needs no loop.
// CHECK-LABEL: @non_divisible
// CHECK:       affine.for %[[N:.*]] = 0 to 1 {
// CHECK-NEXT:    affine.for %[[H:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.for %[[W:.*]] = 0 to 8 {
// CHECK-NEXT:        affine.for %[[CI:.*]] = 0 to 3 {
// CHECK:               affine.store %{{.*}}, %{{.*}}[%[[N]], 0, %[[H]], %[[W]], %[[CI]]]
func.func @non_divisible(%a: memref<1x3x8x8xf32>, %b: memref<1x3x8x8xf32, #nchw4c> {layout.sequential}) {
  affine.for %n = 0 to 1 {
    affine.for %c = 0 to 3 {
      affine.for %h = 0 to 8 {
        affine.for %w = 0 to 8 {
          %x = affine.load %a[%n, %c, %h, %w] : memref<1x3x8x8xf32>
          affine.store %x, %b[%n, %c, %h, %w] : memref<1x3x8x8xf32, #nchw4c>
        }
      }
    }
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// PD-08: the load of A stays guarded; the pad is a stage of its own.
// CHECK-LABEL: @if_then_else
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.load %{{.*}}[%[[IO]] * 4 + %[[II]]]
// CHECK-NEXT:        affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
// CHECK:       affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store %c0
func.func @if_then_else(%a: memref<14xi32>, %b: memref<14xi32, #tiles> {layout.sequential}) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[%i] : memref<14xi32, #tiles>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// PD-11: an imperfect nest.
// CHECK-LABEL: @reduction
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store %c0{{.*}}[%[[IO]], %[[II]]]
// CHECK-NEXT:        affine.for %[[K:.*]] = 0 to 32 {
// CHECK-NEXT:          affine.load %{{.*}}[%[[IO]], %[[II]]]
// CHECK-NEXT:          affine.load %{{.*}}[%[[IO]] * 4 + %[[II]], %[[K]]]
func.func @reduction(%a: memref<14x32xi32>, %b: memref<14xi32, #tiles> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.store %c0, %b[%i] : memref<14xi32, #tiles>
    affine.for %k = 0 to 32 {
      %s = affine.load %b[%i] : memref<14xi32, #tiles>
      %x = affine.load %a[%i, %k] : memref<14x32xi32>
      %t = arith.addi %s, %x : i32
      affine.store %t, %b[%i] : memref<14xi32, #tiles>
    }
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>, axis_separator<[1]>>

// PD-17: the separator stays on the physical type.
// CHECK-LABEL: @separators
// CHECK-SAME:    memref<4x4xi32, #{{.*}}>
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store %c42{{.*}}[%[[IO]], %[[II]]]
func.func @separators(%a: memref<14xi32, #tiles> {layout.sequential}) {
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 14 {
    affine.store %c42, %a[%i] : memref<14xi32, #tiles>
  }
  return
}
