// What padding holds behind calls is what their callees owe.
//
// DEFINE: %{walked} = layout-apply,layout-sequential-access
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{walked})" | FileCheck %s --check-prefix=APPLY
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{walked},layout-overcompute)" | FileCheck %s
// RUN: layout-check %s --entry=steps,between_steps,local,copies --pipeline="builtin.module(%{walked},layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=sometimes --arg=2:3 --pipeline="builtin.module(%{walked},layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=sometimes_in_loop --arg=2:1 --pipeline="builtin.module(%{walked},layout-overcompute,layout-finalize)"

#Z = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#W = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(io, ii) -> (0, (4 * io + ii - 14) mod 4)>>

func.func private @external(memref<14xi32, #Z>)
func.func private @step(%a: memref<14xi32, #Z>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #Z>
    %y = arith.addi %x, %x : i32
    affine.store %y, %a[%i] : memref<14xi32, #Z>
  }
  return
}
func.func private @scribble(%p: memref<4x4xi32>) {
  %seven = arith.constant 7 : i32
  affine.store %seven, %p[3, 3] : memref<4x4xi32>
  return
}
func.func private @look(%a: memref<14xi32, #Z>, %sum: memref<1xi32>) {
  %x = affine.load %a[3] : memref<14xi32, #Z>
  affine.store %x, %sum[0] : memref<1xi32>
  return
}

// Whether there was a step or not: what the last one owes was there before.
// CHECK-LABEL: @steps
// CHECK:       call @step
// CHECK-NOT:   affine.if
// CHECK:       arith.addi
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @steps(%a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>) {
  affine.for %t = 0 to 3 {
    func.call @step(%a) : (memref<14xi32, #Z>) -> ()
  }
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}

// CHECK-LABEL: @between_steps
// CHECK-NOT:   affine.if
// CHECK:       arith.addi
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @between_steps(%a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 14 {
      %s = affine.load %sum[0] : memref<1xi32>
      %v = affine.load %a[%i] : memref<14xi32, #Z>
      %u = arith.addi %s, %v : i32
      affine.store %u, %sum[0] : memref<1xi32>
    }
    func.call @step(%a) : (memref<14xi32, #Z>) -> ()
  }
  return
}

// What somebody breaks behind the call is broken in the next iteration.
// CHECK-LABEL: @broken_in_step
// CHECK:       affine.if
// CHECK:       arith.addi
func.func @broken_in_step(%a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>) {
  %p = layout.as_physical %a : memref<14xi32, #Z> to memref<4x4xi32>
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to 14 {
      %s = affine.load %sum[0] : memref<1xi32>
      %v = affine.load %a[%i] : memref<14xi32, #Z>
      %u = arith.addi %s, %v : i32
      affine.store %u, %sum[0] : memref<1xi32>
    }
    func.call @step(%a) : (memref<14xi32, #Z>) -> ()
    func.call @scribble(%p) : (memref<4x4xi32>) -> ()
  }
  return
}

// A step that is not always taken.
// CHECK-LABEL: @sometimes
// CHECK-NOT:   affine.if
// CHECK:       arith.addi
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @sometimes(%a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>, %n: index) {
  %c2 = arith.constant 2 : index
  %taken = arith.cmpi slt, %n, %c2 : index
  scf.if %taken {
    func.call @step(%a) : (memref<14xi32, #Z>) -> ()
  }
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}

// Nor in each iteration.
// CHECK-LABEL: @sometimes_in_loop
// CHECK-NOT:   affine.if
// CHECK:       arith.addi
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @sometimes_in_loop(%a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %t = %c0 to %c4 step %c1 {
    %taken = arith.cmpi slt, %n, %t : index
    scf.if %taken {
      func.call @step(%a) : (memref<14xi32, #Z>) -> ()
    }
  }
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}

// One that nothing is known of owes it too.
// APPLY-LABEL: @unseen
// APPLY:       call @external(%[[A:[a-z0-9]+]])
// APPLY-NEXT:  layout.assume_padding %[[A]]
// CHECK-LABEL: @unseen
// CHECK-NOT:   affine.if
// CHECK:       arith.addi
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @unseen(%a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>) {
  call @external(%a) : (memref<14xi32, #Z>) -> ()
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}

// Where the callee only reads, nothing need be said.
// APPLY-LABEL: @local
// APPLY:       call @look
// APPLY-NOT:   layout.assume_padding
// APPLY:       return
// CHECK-LABEL: @local
// CHECK:       call @look
// CHECK-NOT:   affine.if
// CHECK:       arith.addi
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @local(%x: memref<14xi32>, %sum: memref<1xi32> {llvm.noalias}) {
  %a = memref.alloc() {layout.sequential} : memref<14xi32, #Z>
  affine.for %i = 0 to 14 {
    %v = affine.load %x[%i] : memref<14xi32>
    affine.store %v, %a[%i] : memref<14xi32, #Z>
  }
  call @look(%a, %sum) : (memref<14xi32, #Z>, memref<1xi32>) -> ()
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  memref.dealloc %a : memref<14xi32, #Z>
  return
}

// A pad that copies data is owed as well, and ends with the next store to a
// source.
func.func private @fill(%a: memref<14xi32, #W>) {
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 14 {
    affine.store %seven, %a[%i] : memref<14xi32, #W>
  }
  return
}
// APPLY-LABEL: @copies
// APPLY:       call @fill(%[[A:[a-z0-9]+]])
// APPLY-NEXT:  layout.assume_padding %[[A]]
func.func @copies(%a: memref<14xi32, #W>, %sum: memref<1xi32>) {
  call @fill(%a) : (memref<14xi32, #W>) -> ()
  %x = affine.load %a[0] : memref<14xi32, #W>
  affine.store %x, %sum[0] : memref<1xi32>
  return
}

// Under another type, of which other places are padding, it owes something else.
func.func private @step13(%a: memref<13xi32, #Z>) {
  %seven = arith.constant 7 : i32
  affine.store %seven, %a[12] : memref<13xi32, #Z>
  return
}
// APPLY-LABEL: @renamed
// APPLY:       call @step13
// APPLY-NOT:   layout.assume_padding %{{.*}} of memref<14xi32
// APPLY:       return
func.func @renamed(%a: memref<14xi32, #Z>) {
  %p = layout.as_physical %a : memref<14xi32, #Z> to memref<4x4xi32>
  %q = layout.as_logical %p : memref<4x4xi32> to memref<13xi32, #Z>
  call @step13(%q) : (memref<13xi32, #Z>) -> ()
  return
}

// Iterations in parallel have no last one.
// CHECK-LABEL: @parallel_steps
// CHECK:       affine.if
// CHECK:       arith.addi
func.func @parallel_steps(%p: memref<4x4xi32> {llvm.noalias}, %sum: memref<1xi32> {llvm.noalias}) {
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  affine.parallel (%t) = (0) to (3) {
    func.call @scribble(%p) : (memref<4x4xi32>) -> ()
    layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #Z>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %s = affine.load %sum[0] : memref<1xi32>
        %v = affine.load %p[%io, %ii] : memref<4x4xi32>
        %r = arith.addi %s, %v : i32
        affine.store %r, %sum[0] : memref<1xi32>
      }
    }
  }
  return
}
