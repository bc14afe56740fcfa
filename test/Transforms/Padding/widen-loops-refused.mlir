// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v2 --layout-apply --layout-widen-loops --mlir-print-local-scope | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v2 --layout-apply --layout-widen-loops --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// What stays is as it was, to the last op.
// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v2 --layout-apply -o %t.before
// RUN: layout-opt %s --split-input-file --layout-set-target=target=x86-64-v2 --layout-apply --layout-widen-loops -o %t.after
// RUN: diff %t.before %t.after

#none = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>>
#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// CHECK-LABEL: @loads_none
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// REMARK:      [Missed] layout-widen-loops/kept | Category:layout | Remark="keeps its extent of 13, which does not fill vectors; up to 16, reading %arg0[1, 5], which is padding of kind none
func.func @loads_none(%a: memref<13xf32, #none>, %b: memref<13xf32, #undef>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32, #none>
    affine.store %0, %b[%i] : memref<13xf32, #undef>
  }
  return
}

// -----

#none = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>>

// CHECK-LABEL: @stores_none
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// REMARK:      [Missed] layout-widen-loops/kept {{.*}}writing %arg1[1, 5], which is padding of kind none
func.func @stores_none(%x: f32, %b: memref<13xf32, #none>) {
  affine.for %i = 0 to 13 {
    affine.store %x, %b[%i] : memref<13xf32, #none>
  }
  return
}

// -----

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// Elements 10 to 12 are data.
// CHECK-LABEL: @hits_data
// CHECK:       affine.for %{{.*}} = 0 to 10 {
// REMARK:      [Missed] layout-widen-loops/kept {{.*}}the store may change an element that is needed
func.func @hits_data(%x: f32, %b: memref<13xf32, #undef>) {
  affine.for %i = 0 to 10 {
    affine.store %x, %b[%i] : memref<13xf32, #undef>
  }
  return
}

// -----

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// CHECK-LABEL: @out_of_bounds
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// REMARK:      [Missed] layout-widen-loops/kept {{.*}}reading %arg0[13], which is out of bounds
func.func @out_of_bounds(%a: memref<13xf32>, %b: memref<13xf32, #undef>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32>
    affine.store %0, %b[%i] : memref<13xf32, #undef>
  }
  return
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f32>>
#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// Padding of %y may not be a number: 0.0 * y is no zero.
// CHECK-LABEL: @may_be_nan
// CHECK:       affine.for %{{.*}} = 4 to 13 {
// REMARK:      [Missed] layout-widen-loops/kept
func.func @may_be_nan(%y: memref<13xf32, #undef>, %b: memref<13xf32, #zero>) {
  affine.for %i = 4 to 13 {
    %0 = affine.load %b[%i] : memref<13xf32, #zero>
    %1 = affine.load %y[%i] : memref<13xf32, #undef>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %b[%i] : memref<13xf32, #zero>
  }
  return
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f32>>

// -0.0 - (-0.0) would be 0.0, but 0.0 * -1.0 is -0.0.
// CHECK-LABEL: @negative_zero
// CHECK:       affine.for %{{.*}} = 4 to 13 {
// REMARK:      [Missed] layout-widen-loops/kept
func.func @negative_zero(%b: memref<13xf32, #zero>) {
  %minus = arith.constant -1.0 : f32
  affine.for %i = 4 to 13 {
    %0 = affine.load %b[%i] : memref<13xf32, #zero>
    %1 = arith.mulf %0, %minus : f32
    affine.store %1, %b[%i] : memref<13xf32, #zero>
  }
  return
}

// -----

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// The remainder of an index by what padding holds might trap; and is no lane.
// CHECK-LABEL: @may_trap
// CHECK:       affine.for %{{.*}} = 0 to 13 {
func.func @may_trap(%a: memref<13xi32, #undef>, %b: memref<13xi32, #undef>) {
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xi32, #undef>
    %1 = arith.divui %0, %0 : i32
    affine.store %1, %b[%i] : memref<13xi32, #undef>
  }
  return
}

// -----

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// The flag is what makes a maximum one instruction.
// CHECK-LABEL: @keeps_nnan
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// CHECK:         arith.maximumf %{{.*}}, %{{.*}} fastmath<nnan> : f32
// REMARK:      [Missed] layout-widen-loops/kept {{.*}}this op would lose its fastmath flags, which do not speak of padding; state a pad that is a number, or remove nnan and ninf
func.func @keeps_nnan(%a: memref<13xf32, #undef>, %b: memref<13xf32, #undef>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32, #undef>
    %1 = arith.maximumf %0, %zero fastmath<nnan> : f32
    affine.store %1, %b[%i] : memref<13xf32, #undef>
  }
  return
}

// -----

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// Iterations of the parallel loop would all store to the padding.
// CHECK-LABEL: @race
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// REMARK:      [Missed] layout-widen-loops/kept {{.*}}iterations of the parallel loop may race for an element of %arg
func.func @race(%x: f32, %n: index, %b: memref<13xf32, #undef>) {
  affine.parallel (%p) = (0) to (2) {
    affine.if affine_set<(p)[n] : (p - n == 0)>(%p)[%n] {
      affine.for %i = 0 to 13 {
        affine.store %x, %b[%i] : memref<13xf32, #undef>
      }
    }
  }
  return
}

// -----

#columns = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

// The result has no room, so that neither the sum nor its initialisation is
// widened: they are one nest with the last one.
// CHECK-LABEL: @group
// CHECK-COUNT-3: affine.for %{{.*}} = 0 to 13 {
// REMARK:      [Missed] layout-widen-loops/group {{.*}}keeps its extent of 13, as the loop at {{[0-9]+}}:5 does, which shares a buffer with it: nests of different extents are not fused
// REMARK:      [Missed] layout-widen-loops/group
// REMARK:      [Missed] layout-widen-loops/kept {{.*}}out of bounds
func.func @group(%a: memref<4x5xf32>, %b: memref<5x13xf32, #columns>, %d: memref<4x13xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<4x13xf32, #columns>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 13 {
      affine.store %zero, %c[%i, %j] : memref<4x13xf32, #columns>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 13 {
      affine.for %k = 0 to 5 {
        %0 = affine.load %a[%i, %k] : memref<4x5xf32>
        %1 = affine.load %b[%k, %j] : memref<5x13xf32, #columns>
        %2 = affine.load %c[%i, %j] : memref<4x13xf32, #columns>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<4x13xf32, #columns>
      }
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %c[%i, %j] : memref<4x13xf32, #columns>
      affine.store %0, %d[%i, %j] : memref<4x13xf32>
    }
  }
  memref.dealloc %c : memref<4x13xf32, #columns>
  return
}

// -----

#columns = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

// What is written to %bias may be %c: its copy would not see that.
// CHECK-LABEL: @bias_is_written
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// REMARK:      layout-widen-loops/kept {{.*}}the nest reads a buffer that has no room for these iterations, and this op may write it
func.func @bias_is_written(%x: f32, %bias: memref<13xf32>, %e: memref<8x13xf32>, %c: memref<8x13xf32, #columns>) {
  affine.for %i = 0 to 8 {
    affine.store %x, %e[%i, 0] : memref<8x13xf32>
    affine.for %j = 0 to 13 {
      %0 = affine.load %bias[%j] : memref<13xf32>
      affine.store %0, %c[%i, %j] : memref<8x13xf32, #columns>
    }
  }
  return
}

// -----

#columns = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

// A copy would be read about as often as the bias itself; and, in a parallel
// loop, be written by all iterations at once.
// CHECK-LABEL: @copy_does_not_pay
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// REMARK-COUNT-2: [Missed] layout-widen-loops/kept {{.*}}out of bounds
func.func @copy_does_not_pay(%bias: memref<13xf32>, %c: memref<3x13xf32, #columns>, %d: memref<64x13xf32, #columns>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 13 {
      %0 = affine.load %bias[%j] : memref<13xf32>
      affine.store %0, %c[%i, %j] : memref<3x13xf32, #columns>
    }
  }
  affine.parallel (%p) = (0) to (8) {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 13 {
        %0 = affine.load %bias[%j] : memref<13xf32>
        affine.store %0, %d[8 * %p + %i, %j] : memref<64x13xf32, #columns>
      }
    }
  }
  return
}

// -----

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// Masked stores of floats are instructions of this target, and cost nothing.
// CHECK-LABEL: @cheap_masks
// CHECK:       affine.for %{{.*}} = 0 to 13 {
// REMARK-NOT:  layout-widen-loops
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 256 : i64>>} {
  func.func @cheap_masks(%x: f32, %b: memref<13xf32, #undef>) {
    affine.for %i = 0 to 13 {
      affine.store %x, %b[%i] : memref<13xf32, #undef>
    }
    return
  }
}

// -----

#undef = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<undef>>

// No lanes: a loop that carries a value, a bound that is not known, elements
// that wait for each other, and a call.
// CHECK-LABEL: @no_lanes
// CHECK-COUNT-4: affine.for %{{.*}} = {{.*}} to {{13|%arg3}}
// REMARK-NOT:  layout-widen-loops
func.func private @callee(f32) -> f32
func.func @no_lanes(%a: memref<13xf32, #undef>, %b: memref<13xf32, #undef>, %c: memref<1xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 13 iter_args(%s = %zero) -> f32 {
    %0 = affine.load %a[%i] : memref<13xf32, #undef>
    %1 = arith.addf %s, %0 : f32
    affine.yield %1 : f32
  }
  affine.store %sum, %c[0] : memref<1xf32>
  affine.for %i = 0 to %n {
    affine.store %zero, %b[%i] : memref<13xf32, #undef>
  }
  affine.for %i = 1 to 13 {
    %0 = affine.load %b[%i - 1] : memref<13xf32, #undef>
    affine.store %0, %b[%i] : memref<13xf32, #undef>
  }
  affine.for %i = 0 to 13 {
    %0 = affine.load %a[%i] : memref<13xf32, #undef>
    %1 = func.call @callee(%0) : (f32) -> f32
    affine.store %1, %b[%i] : memref<13xf32, #undef>
  }
  return
}
