// RUN: layout-opt %s --layout-apply --layout-sequential-access --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-sequential-access --split-input-file | FileCheck %s

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// SA-17
// CHECK-LABEL: @divides
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NOT:       affine.if
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
// CHECK-NOT:   affine.for
func.func @divides(%a: memref<16xindex, #tiles> {layout.sequential}) {
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<16xindex, #tiles>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// SA-18
// CHECK-DAG:   #[[INSIDE:.*]] = affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>
// CHECK-LABEL: @does_not_divide
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if #[[INSIDE]](%[[IO]], %[[II]]) {
// CHECK:             affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
// CHECK-NOT:   affine.for
func.func @does_not_divide(%a: memref<14xindex, #tiles> {layout.sequential}) {
  affine.for %i = 0 to 14 {
    affine.store %i, %a[%i] : memref<14xindex, #tiles>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// SA-19: the sum over f stays inside, with its initialisation.
// CHECK-LABEL: @conv1d
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
// CHECK-NEXT:        affine.for %[[F:.*]] = 0 to 3 {
// CHECK-NEXT:          affine.load %{{.*}}[%[[IO]] + (%[[F]] + %[[II]]) floordiv 4, (%[[F]] + %[[II]]) mod 4]
// CHECK-NOT:   affine.for
func.func @conv1d(%a: memref<16xi32, #tiles>, %f: memref<3xi32>, %b: memref<14xi32, #tiles> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.store %c0, %b[%i] : memref<14xi32, #tiles>
    affine.for %k = 0 to 3 {
      %x = affine.load %a[%i + %k] : memref<16xi32, #tiles>
      %w = affine.load %f[%k] : memref<3xi32>
      %p = arith.muli %x, %w : i32
      %s = affine.load %b[%i] : memref<14xi32, #tiles>
      %t = arith.addi %s, %p : i32
      affine.store %t, %b[%i] : memref<14xi32, #tiles>
    }
  }
  return
}

// -----

#shifted = #layout.buffer<index_map<(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)>>

// RFC 0077, implicit default: the initialisation is split off, the sum becomes
// a scatter under two-sided bounds.
// CHECK-DAG:   #[[BOUNDS:.*]] = affine_set<(d0, d1) : (d0 * 8 + d1 - 2 >= 0, d0 * -8 - d1 + 17 >= 0)>
// CHECK-LABEL: @scatter
// CHECK:       affine.for %[[I:.*]] = 0 to 18 {
// CHECK-NEXT:    affine.store %{{.*}}, %[[B:.*]][(%[[I]] + 2) floordiv 8, (%[[I]] + 2) mod 8]
// CHECK:       affine.for %[[IO:.*]] = 0 to 3 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.for %[[F:.*]] = 0 to 3 {
// CHECK-NEXT:        affine.if #[[BOUNDS]](%[[IO]], %[[II]]) {
// CHECK-NEXT:          affine.load %{{.*}}[%[[IO]], %[[II]]]
// CHECK:               affine.store %{{.*}}, %[[B]][%[[IO]] + (%[[II]] + %[[F]]) floordiv 8, (%[[II]] + %[[F]]) mod 8]
// CHECK-NOT:   affine.for
func.func @scatter(%a: memref<16xi32, #shifted> {layout.sequential}, %f: memref<3xi32>, %b: memref<18xi32, #shifted>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 18 {
    affine.store %c0, %b[%i] : memref<18xi32, #shifted>
    affine.for %k = 0 to 3 {
      affine.if affine_set<(i, k) : (i - k >= 0, 15 - i + k >= 0)>(%i, %k) {
        %x = affine.load %a[%i - %k] : memref<16xi32, #shifted>
        %w = affine.load %f[%k] : memref<3xi32>
        %p = arith.muli %x, %w : i32
        %s = affine.load %b[%i] : memref<18xi32, #shifted>
        %t = arith.addi %s, %p : i32
        affine.store %t, %b[%i] : memref<18xi32, #shifted>
      }
    }
  }
  return
}

// -----

#swapped = #layout.buffer<index_map<(i, j) -> (j, i)>>

// SA-14: loops j and i, then k.
// CHECK-LABEL: @with_reduction
// CHECK:       affine.for %[[J:.*]] = 0 to 32 {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]]
// CHECK-NEXT:      affine.for %[[K:.*]] = 0 to 64 {
// CHECK-NEXT:        affine.load %{{.*}}[%[[I]], %[[J]], %[[K]]]
// CHECK-NOT:   affine.if
func.func @with_reduction(%a: memref<16x32x64xf32>, %b: memref<16x32xf32, #swapped> {layout.sequential}) {
  %c0 = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      affine.store %c0, %b[%i, %j] : memref<16x32xf32, #swapped>
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %j, %k] : memref<16x32x64xf32>
        %s = affine.load %b[%i, %j] : memref<16x32xf32, #swapped>
        %t = arith.addf %s, %x : f32
        affine.store %t, %b[%i, %j] : memref<16x32xf32, #swapped>
      }
    }
  }
  return
}

// -----

// The mark on one access picks it among several.
// CHECK-LABEL: @marked_access
// CHECK:       affine.for %[[J:.*]] = 0 to 5 {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT:      affine.load %{{.*}}[%[[J]], %[[I]]] {layout.sequential}
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @marked_access(%a: memref<5x3xf32>, %b: memref<3x5xf32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %x = affine.load %a[%j, %i] {layout.sequential} : memref<5x3xf32>
      affine.store %x, %b[%i, %j] : memref<3x5xf32>
    }
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// A dynamic extent: the bound of the loop that the walk replaces.
// CHECK-LABEL: @dynamic
// CHECK:       affine.for %[[IO:.*]] = 0 to %{{.*}} {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if #{{.*}}(%[[IO]], %[[II]])
// CHECK-NEXT:        affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
func.func @dynamic(%a: memref<?xf32, #tiles> {layout.sequential}, %x: f32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xf32, #tiles>
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<?xf32, #tiles>
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// scf loops and memref accesses; what is outside keeps its place.
// CHECK-LABEL: @scf_loops
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK:             memref.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
func.func @scf_loops(%a: memref<14xf32, #tiles> {layout.sequential}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %c0 to %c14 step %c1 {
    memref.store %x, %a[%i] : memref<14xf32, #tiles>
  }
  return
}

// -----

// Time steps must stay outside: each reads what the one before wrote.
// CHECK-LABEL: @time_steps
// CHECK:       affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 5 {
// CHECK-NEXT:      affine.for %[[I:.*]] = 0 to 3 {
// CHECK-NEXT:        affine.load %{{.*}}[%[[J]], %[[I]]]
func.func @time_steps(%a: memref<5x3xf32> {layout.sequential}, %b: memref<5x3xf32> {llvm.noalias}) {
  affine.for %t = 0 to 9 {
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 5 {
        %x = affine.load %a[%j, %i] : memref<5x3xf32>
        affine.store %x, %b[%j, %i] : memref<5x3xf32>
      }
    }
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 5 {
        %x = affine.load %b[4 - %j, %i] : memref<5x3xf32>
        affine.store %x, %a[%j, %i] : memref<5x3xf32>
      }
    }
  }
  return
}

// -----

// Sums that promise not to wrap promise it in their own order only.
// CHECK-LABEL: @reordered_sum
// CHECK:       affine.for %[[J:.*]] = 0 to 5 {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to 3 {
// CHECK:           arith.addi %{{.*}}, %{{.*}} : i32
func.func @reordered_sum(%a: memref<5x3xi32> {layout.sequential}, %s: memref<i32> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %x = affine.load %a[%j, %i] : memref<5x3xi32>
      %y = affine.load %s[] : memref<i32>
      %z = arith.addi %y, %x overflow<nsw> : i32
      affine.store %z, %s[] : memref<i32>
    }
  }
  return
}

// -----

// Tiles one behind the other are in order already.
// CHECK-LABEL: @tiled
// CHECK:       affine.for %[[T:.*]] = 0 to 14 step 4 {
// CHECK-NEXT:    affine.for %[[I:.*]] = #{{.*}}(%[[T]]) to min #{{.*}}(%[[T]]) {
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]]]
func.func @tiled(%a: memref<14xi32> {layout.sequential}, %b: memref<14xi32> {llvm.noalias}) {
  affine.for %t = 0 to 14 step 4 {
    affine.for %i = affine_map<(t) -> (t)>(%t) to min affine_map<(t) -> (t + 4, 14)>(%t) {
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %b[%i] : memref<14xi32>
    }
  }
  return
}

// -----

// With a stride, only places of one parity are touched.
// CHECK-DAG:   #[[PARITY:.*]] = affine_set<(d0, d1) : ({{.*}}(d0 {{[-+]}} d1) mod 2{{.*}} == 0, (d0 - d1) floordiv 2 >= 0, {{.*}}((d0 - d1) floordiv 2) + 6 >= 0)>
// CHECK-LABEL: @strided
// CHECK:       affine.for %[[P:.*]] = 0 to 15 {
// CHECK-NEXT:    affine.for %[[F:.*]] = 0 to 3 {
// CHECK-NEXT:      affine.if #[[PARITY]](%[[P]], %[[F]]) {
// CHECK-NEXT:        affine.load %{{.*}}[%[[P]]]
func.func @strided(%a: memref<16xi32> {layout.sequential}, %f: memref<3xi32>, %b: memref<7xi32> {llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 3 {
      %x = affine.load %a[2 * %i + %k] : memref<16xi32>
      %w = affine.load %f[%k] : memref<3xi32>
      %m = arith.muli %x, %w : i32
      %s = affine.load %b[%i] : memref<7xi32>
      %t = arith.addi %s, %m : i32
      affine.store %t, %b[%i] : memref<7xi32>
    }
  }
  return
}

// -----

// A buffer that the nest makes belongs to one iteration.
// CHECK-LABEL: @local
// CHECK:       affine.for %[[I:.*]] = 0 to 5 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 6 {
// CHECK-NEXT:      memref.alloca
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]], %[[J]]]
func.func @local(%a: memref<5x6xi32> {layout.sequential}, %b: memref<6x5xi32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 5 {
      %t = memref.alloca() : memref<2xi32>
      %x = affine.load %a[%j, %i] : memref<5x6xi32>
      affine.store %x, %t[0] : memref<2xi32>
      %y = affine.load %t[0] : memref<2xi32>
      affine.store %y, %b[%i, %j] : memref<6x5xi32>
    }
  }
  return
}

// -----

// Bounds that are extents.
// CHECK-LABEL: @extents
// CHECK:       affine.for %[[J:.*]] = 0 to %{{.*}} {
// CHECK-NEXT:    affine.for %[[I:.*]] = 0 to %{{.*}} {
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]]
func.func @extents(%a: memref<?x?xf32> {layout.sequential}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %m = memref.dim %a, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.store %x, %a[%j, %i] : memref<?x?xf32>
    }
  }
  return
}
