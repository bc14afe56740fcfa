// RUN: layout-opt %s --layout-remove-noop --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-remove-noop --layout-remove-noop --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-remove-noop --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// NO-01: nothing in it has an effect.
// CHECK-LABEL: @no_effects
// CHECK-NEXT:    return
// REMARK: [Passed] layout-remove-noop/empty {{.*}}"nothing happens in it"
func.func @no_effects(%n: index, %m: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %m {
        %0 = arith.muli %i, %m : index
        %1 = arith.addi %0, %j : index
        %2 = arith.addi %1, %k : index
        %3 = arith.cmpi slt, %2, %n : index
        scf.if %3 {
          %4 = arith.muli %m, %m : index
        } else {
          %5 = arith.muli %n, %n : index
        }
      }
    }
  }
  return
}

// -----

// NO-02
// CHECK-LABEL: @only_a_store
// CHECK-NEXT:    constant
// CHECK-NEXT:    affine.load
// CHECK-NEXT:    addi
// CHECK-NEXT:    affine.store
// CHECK-NEXT:    return
func.func @only_a_store(%a: memref<16xi32>, %i: index) {
  %c1 = arith.constant 1 : i32
  affine.for %k = 0 to 3 {
  }
  %0 = affine.load %a[symbol(%i)] : memref<16xi32>
  %1 = arith.addi %0, %c1 : i32
  affine.store %1, %a[symbol(%i) + 1] : memref<16xi32>
  affine.for %k = 0 to 3 {
  }
  return
}

// -----

// NO-04: the inner loop never has an iteration.
// CHECK-LABEL: @no_iterations
// CHECK-NEXT:    return
// REMARK: [Passed] layout-remove-noop/no-iterations {{.*}}"the loop never has an iteration"
func.func @no_iterations(%a: memref<16xi32>, %b: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(i) -> (i - 20)>(%i) {
      %0 = affine.load %a[%i] : memref<16xi32>
      %1 = arith.index_cast %j : index to i32
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %b[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// Its result is what it was given.
// CHECK-LABEL: @no_iterations_result
// CHECK-SAME:    %[[X:.*]]: i32
// CHECK-NEXT:    return %[[X]]
func.func @no_iterations_result(%x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %n to %n step %c1 iter_args(%s = %x) -> i32 {
    %1 = arith.addi %s, %s : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}

// -----

// NO-05
// CHECK-LABEL: @empty_loop
// CHECK-NEXT:    return
func.func @empty_loop() {
  affine.for %i = 0 to 16 {
  }
  return
}

// -----

// NO-09: an unused result of a call, which may do anything.
func.func private @f() -> i32
// CHECK-LABEL: @call
// CHECK-NEXT:    call @f
func.func @call() {
  %x = call @f() : () -> i32
  %y = arith.addi %x, %x : i32
  return
}

// -----

// NO-10
// CHECK:       #[[SET:.*]] = affine_set<(d0) : (d0 - 8 >= 0)>
// CHECK-LABEL: @empty_then
// CHECK:         affine.if #[[SET]]
// CHECK-NEXT:      affine.store
// CHECK-NOT:     else
// CHECK:         %[[NOT:.*]] = arith.cmpi sge
// CHECK-NEXT:    scf.if %[[NOT]]
// CHECK-NEXT:      memref.store
// CHECK-NOT:     else
// REMARK: [Passed] layout-remove-noop/empty {{.*}}"nothing happens in one arm"
func.func @empty_then(%a: memref<16xi32>, %b: memref<16xi32>) {
  %c42 = arith.constant 42 : i32
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (7 - i >= 0)>(%i) {
    } else {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
    %0 = arith.cmpi slt, %i, %c8 : index
    scf.if %0 {
    } else {
      memref.store %c42, %b[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// NO-12
// CHECK-LABEL: @unused_write
// CHECK:         affine.for
// CHECK-NEXT:      affine.store %c42
// CHECK-NEXT:    }
// REMARK: [Passed] layout-remove-noop/dead {{.*}}"what it stores is not read before it is overwritten or freed"
func.func @unused_write(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// NO-16
// CHECK-LABEL: @overwritten_loop
// CHECK-NEXT:    %[[C42:.*]] = arith.constant 42
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.store %[[C42]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @overwritten_loop(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// NO-19
// CHECK-LABEL: @same_condition
// CHECK-NEXT:    %[[C42:.*]] = arith.constant 42
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.if
// CHECK-NEXT:        affine.store %[[C42]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @same_condition(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c100, %a[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// NO-21: whether or not %b is %a.
// CHECK-LABEL: @separated
// CHECK-NOT:     arith.constant 100
// CHECK:         affine.for
// CHECK-NEXT:      affine.store %c0{{.*}}, %arg1
// CHECK:         affine.for
// CHECK-NEXT:      affine.store %c42{{.*}}, %arg0
// CHECK-NOT:     affine.for
func.func @separated(%a: memref<16xi32>, %b: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c0 = arith.constant 0 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.store %c100, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.store %c0, %b[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.store %c42, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// NO-22: the write between is to other elements of the same buffer.
// CHECK-LABEL: @separated_predicated
// CHECK-NOT:     arith.constant 100
// CHECK:         affine.for
// CHECK:             affine.store %c15
// CHECK:         affine.for
// CHECK:             affine.store %c42
// CHECK-NOT:     affine.for
func.func @separated_predicated(%a: memref<16xi32>) {
  %c100 = arith.constant 100 : i32
  %c15 = arith.constant 15 : i32
  %c42 = arith.constant 42 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c100, %a[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 13 >= 0)>(%i) {
      affine.store %c15, %a[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (11 - i >= 0)>(%i) {
      affine.store %c42, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// NO-23
// CHECK-LABEL: @read_write
// CHECK-NEXT:    return
// REMARK: [Passed] layout-remove-noop/unchanging {{.*}}"it stores what is there already"
func.func @read_write(%a: memref<1xi32>) {
  %0 = affine.load %a[0] : memref<1xi32>
  affine.store %0, %a[0] : memref<1xi32>
  return
}

// -----

// NO-27: it is there already.
// CHECK-LABEL: @known_value
// CHECK:         affine.for
// CHECK-NEXT:      affine.store
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @known_value(%a: memref<16xindex>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<16xindex>
  }
  affine.store %c4, %a[4] : memref<16xindex>
  return
}

// -----

// Another value, or a place that the loop does not reach
// CHECK-LABEL: @other_value
// CHECK-COUNT-3: affine.store
func.func @other_value(%a: memref<17xindex>) {
  %c4 = arith.constant 4 : index
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<17xindex>
  }
  affine.store %c4, %a[5] : memref<17xindex>
  affine.store %c4, %a[16] : memref<17xindex>
  return
}

// -----

// Both rules hold for each, in turn: a store is there already because of the one
// before it, and dead because of the one behind it.
// CHECK-LABEL: @three_of_a_kind
// CHECK:         affine.store
// CHECK-NOT:     affine.store
func.func @three_of_a_kind(%a: memref<4xi32>, %x: i32) {
  affine.store %x, %a[0] : memref<4xi32>
  affine.store %x, %a[0] : memref<4xi32>
  affine.store %x, %a[0] : memref<4xi32>
  return
}

// -----

// NO-28: one of two equal loops stays.
// CHECK-LABEL: @duplicates
// CHECK:         affine.for
// CHECK:           affine.store
// CHECK-NOT:     affine.for
func.func @duplicates(%a: memref<16xindex>) {
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<16xindex>
  }
  affine.for %i = 0 to 16 {
    affine.store %i, %a[%i] : memref<16xindex>
  }
  return
}

// -----

// NO-31
// CHECK-LABEL: @unused_temporary
// CHECK-NOT:     memref.alloc
// CHECK:         affine.for
// CHECK-NEXT:      affine.store
func.func @unused_temporary(%a: memref<16xi32>) {
  %c1 = arith.constant 1 : i32
  %b = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %c1, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// A temporary that is only written.
// CHECK-LABEL: @written_temporary
// CHECK-NEXT:    return
// REMARK: [Passed] layout-remove-noop/unused-buffer {{.*}}"the buffer is neither read nor written"
func.func @written_temporary(%a: memref<16xi32>) {
  %b = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xi32>
    affine.store %0, %b[%i] : memref<16xi32>
  }
  memref.copy %a, %b : memref<16xi32> to memref<16xi32>
  memref.dealloc %b : memref<16xi32>
  return
}

// -----

// AU-03
// CHECK-LABEL: @store_undef
// CHECK-NEXT:    return
// REMARK: [Passed] layout-remove-noop/undef {{.*}}"it stores undef, which may leave anything"
func.func @store_undef(%a: memref<1xi32>) {
  %u = layout.undef : i32
  affine.store %u, %a[0] : memref<1xi32>
  return
}

// -----

// AU-05
// CHECK-LABEL: @shift
// CHECK:         arith.shli
// CHECK:         affine.store
func.func @shift(%a: memref<1xi32>, %n: i32) {
  %c1 = arith.constant 1 : i32
  %0 = arith.shli %n, %c1 : i32
  affine.store %0, %a[0] : memref<1xi32>
  return
}

// -----

// AU-21: the data is stored, and only the data.
// CHECK-LABEL: @undef_padding
// CHECK:         affine.for
// CHECK:           affine.for
// CHECK:             affine.if
// CHECK-NEXT:          affine.load
// CHECK-NEXT:          affine.store
// CHECK-NEXT:        }
// CHECK-NOT:     else
// CHECK-NOT:     undef
// REMARK: [Passed] layout-remove-noop/partly-undef {{.*}}"the store is executed only where its value is not undefined"
func.func @undef_padding(%a: memref<14xi32>, %b: memref<4x4xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.if affine_set<(i, j) : (4 * i + j - 14 >= 0)>(%i, %j) -> i32 {
        %u = layout.undef : i32
        affine.yield %u : i32
      } else {
        %x = affine.load %a[4 * %i + %j] : memref<14xi32>
        affine.yield %x : i32
      }
      affine.store %v, %b[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// -----

// AU-21, as a select
// CHECK-LABEL: @undef_select
// CHECK:         %[[NOT:.*]] = arith.xori
// CHECK-NEXT:    scf.if %[[NOT]]
// CHECK-NEXT:      affine.store %arg1
// CHECK:         scf.if %arg2
// CHECK-NEXT:      affine.store %arg1
// CHECK-NOT:     undef
func.func @undef_select(%a: memref<2xi32>, %x: i32, %p: i1) {
  %u = layout.undef : i32
  %0 = arith.select %p, %u, %x : i32
  affine.store %0, %a[0] : memref<2xi32>
  %1 = arith.select %p, %x, %u : i32
  affine.store %1, %a[1] : memref<2xi32>
  return
}

// -----

// Each but the last iteration is overwritten by the next one; the last by what
// comes behind the loop.
// CHECK-LABEL: @later_iterations
// CHECK-NOT:     affine.for
// CHECK:         affine.store %c1
func.func @later_iterations(%a: memref<4xindex>) {
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 16 {
    affine.store %i, %a[2] : memref<4xindex>
  }
  affine.store %c1, %a[2] : memref<4xindex>
  return
}

// -----

// A window that moves: what iteration %i leaves in %i + 1 the next overwrites,
// and what the last one leaves the store behind it.
// CHECK-LABEL: @window
// CHECK:         affine.for
// CHECK-NEXT:      affine.store %arg1, %arg0[%{{.*}}]
// CHECK-NEXT:    }
func.func @window(%a: memref<17xi32>, %x: i32, %y: i32) {
  affine.for %i = 0 to 16 {
    affine.store %x, %a[%i] : memref<17xi32>
    affine.store %y, %a[%i + 1] : memref<17xi32>
  }
  affine.store %x, %a[16] : memref<17xi32>
  return
}

// -----

// The end of the life of a buffer in each iteration covers it.
// CHECK-LABEL: @local_in_loop
// CHECK:         memref.alloc
// CHECK-NEXT:    affine.store %arg1
// CHECK-NEXT:    affine.load
// CHECK-NEXT:    affine.store %{{.*}}, %arg0
// CHECK-NEXT:    memref.dealloc
func.func @local_in_loop(%a: memref<16xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    %b = memref.alloc() : memref<2xi32>
    affine.store %x, %b[0] : memref<2xi32>
    affine.store %x, %b[1] : memref<2xi32>
    %0 = affine.load %b[0] : memref<2xi32>
    affine.store %0, %a[%i] : memref<16xi32>
    affine.store %x, %b[0] : memref<2xi32>
    memref.dealloc %b : memref<2xi32>
  }
  return
}

// -----

// An internal callee that writes all before it reads.
func.func private @clear(%a: memref<4xi32>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.store %c0, %a[%i] : memref<4xi32>
  }
  return
}
// CHECK-LABEL: @before_call
// CHECK-NEXT:    call @clear
// CHECK-NEXT:    return
func.func @before_call(%a: memref<4xi32>, %x: i32) {
  affine.store %x, %a[2] : memref<4xi32>
  func.call @clear(%a) : (memref<4xi32>) -> ()
  return
}

// -----

// Padding of kind undef is not needed; data and other padding is.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: @undef_pad
// CHECK:         affine.store %arg1, %arg0[3, 1]
// CHECK-NOT:     affine.store
func.func @undef_pad(%a: memref<4x4xi32>, %x: i32) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.store %x, %a[3, 1] : memref<4x4xi32>
  affine.store %x, %a[3, 2] : memref<4x4xi32>
  affine.for %j = 2 to 4 {
    affine.store %x, %a[3, %j] : memref<4x4xi32>
  }
  return
}

// -----

// Parallel iterations, each of which overwrites what it wrote.
// CHECK-LABEL: @parallel
// CHECK:         affine.parallel
// CHECK-NEXT:      affine.store %arg2
// CHECK-NEXT:    }
func.func @parallel(%a: memref<16xi32>, %x: i32, %y: i32) {
  affine.parallel (%i) = (0) to (16) {
    affine.store %x, %a[%i] : memref<16xi32>
    affine.store %y, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// Both arms of a branch whose condition is not known overwrite it.
// CHECK-LABEL: @both_arms
// CHECK-NEXT:    scf.if
func.func @both_arms(%a: memref<4xi32>, %x: i32, %y: i32, %z: i32, %p: i1) {
  affine.store %x, %a[0] : memref<4xi32>
  scf.if %p {
    affine.store %z, %a[0] : memref<4xi32>
  } else {
    affine.store %y, %a[0] : memref<4xi32>
  }
  return
}

// -----

// NO-32: nobody reads what it writes, but its body writes another buffer.
// CHECK-LABEL: @body_has_effects
// CHECK:         linalg.generic
// CHECK:           memref.store
#id = affine_map<(i) -> (i)>
func.func @body_has_effects(%a: memref<8xf32>, %log: memref<8xf32>) {
  %dead = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%dead : memref<8xf32>) {
  ^bb0(%x: f32, %old: f32):
    %i = linalg.index 0 : index
    memref.store %x, %log[%i] : memref<8xf32>
    linalg.yield %x : f32
  }
  memref.dealloc %dead : memref<8xf32>
  return
}

// -----

// NO-33: memory of a device is memory, but what waits or is waited for stays.
// CHECK-LABEL: @device_memory
// CHECK-NOT:     gpu.
// CHECK:         return
func.func @device_memory(%n: index) {
  %a = gpu.alloc(%n) : memref<?xf32>
  gpu.dealloc %a : memref<?xf32>
  return
}

// CHECK-LABEL: @device_memory_in_time
// CHECK:         gpu.alloc
// CHECK:         gpu.memset
// CHECK:         gpu.dealloc
// CHECK:         gpu.wait
func.func @device_memory_in_time(%n: index, %x: f32) {
  %a, %made = gpu.alloc async (%n) : memref<?xf32>
  %set = gpu.memset async [%made] %a, %x : memref<?xf32>, f32
  %freed = gpu.dealloc async [%set] %a : memref<?xf32>
  gpu.wait [%freed]
  return
}

// CHECK-LABEL: @waits
// CHECK:         gpu.memset [%{{.*}}]
// CHECK:         gpu.alloc [%{{.*}}]
func.func @waits(%a: memref<4xf32>, %n: index, %x: f32) {
  %b = memref.alloc() : memref<4xf32>
  %begun = gpu.memset async %a, %x : memref<4xf32>, f32
  gpu.memset [%begun] %b, %x : memref<4xf32>, f32
  memref.dealloc %b : memref<4xf32>
  %again = gpu.memset async %a, %x : memref<4xf32>, f32
  %c = gpu.alloc [%again] (%n) : memref<?xf32>
  gpu.dealloc %c : memref<?xf32>
  return
}

// CHECK-LABEL: @empty_forall
// CHECK-NEXT:    return
func.func @empty_forall(%n: index) {
  scf.forall (%i) in (%n) {
    scf.index_switch %i
    case 0 {
      scf.yield
    }
    default {
    }
  }
  return
}
