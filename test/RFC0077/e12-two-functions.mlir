// RFC 0077: what one function knows of another is what the contract in the type
// says. A transform writes A, a computation sums it up; together in one function,
// and split into two. Each step is run.
//
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLY
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=WALK
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops --layout-simplify --layout-overcompute | FileCheck %s --check-prefix=OVER
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-merge-loops --layout-simplify --layout-overcompute \
// RUN:   --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
//
// RUN: layout-check %s --entry=one_function,both_none,both_undef,both_zero --pipeline="builtin.module(layout-apply)"
// RUN: layout-check %s --entry=one_function,both_none,both_undef,both_zero --pipeline="builtin.module(layout-apply,layout-sequential-access)"
// RUN: layout-check %s \
// RUN:   --entry=one_function,both_none,both_undef,both_zero,computed_by_caller \
// RUN:   --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-merge-loops,layout-simplify,layout-overcompute,layout-finalize)"

#N = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#Z = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// In one function: the zeros are those that the pad stage wrote, so the sum runs
// over all 16 places.
// APPLY-LABEL: @one_function
// APPLY-NOT:   assume_padding
// WALK-LABEL:  @one_function
// WALK:        affine.if
// WALK:        affine.if
// WALK:        affine.if
// WALK:        return
// OVER-LABEL:  @one_function
// OVER:        affine.if
// OVER:        } else {
// OVER-NOT:    affine.if
// OVER:        arith.addi
// OVER-NOT:    affine.if
// OVER:        return
func.func @one_function(%x: memref<14xi32>, %sum: memref<1xi32>) {
  %a = memref.alloc() {layout.sequential} : memref<14xi32, #Z>
  affine.for %i = 0 to 14 {
    %v = affine.load %x[%i] : memref<14xi32>
    affine.store %v, %a[%i] : memref<14xi32, #Z>
  }
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  memref.dealloc %a : memref<14xi32, #Z>
  return
}

// Without a contract neither may change: nobody writes, nobody reads padding, not
// even where what would be written there is to be had.
// APPLY-LABEL: @transform_none
// OVER-LABEL:  @transform_none
// OVER:        affine.if
// OVER:        return
// REMARK-DAG:  [Missed] layout-overcompute/writes-none-padding {{.*}}writing %arg1[3, [[J:[23]]]], which is padding of kind none (state pad<undef>, or what it holds), when {{(level . of )?}}'affine.for' at {{[0-9:]+}} = 3, {{(level . of )?}}'affine.for' at {{[0-9:]+}} = [[J]]
func.func @transform_none(%x: memref<14xi32, #U>, %a: memref<14xi32, #N> {layout.sequential}) {
  affine.for %i = 0 to 14 {
    %v = affine.load %x[%i] : memref<14xi32, #U>
    affine.store %v, %a[%i] : memref<14xi32, #N>
  }
  return
}
// OVER-LABEL:  @compute_none
// OVER:        affine.if
// OVER:        return
// REMARK-DAG:  [Missed] layout-overcompute/reads-none-padding {{.*}}reading %arg0[3, [[J:[23]]]], which is padding of kind none (state pad<undef>, or what it holds), when {{(level . of )?}}'{{[a-z.]+}}' at {{[0-9:]+}} = 3, {{(level . of )?}}'{{[a-z.]+}}' at {{[0-9:]+}} = [[J]]
func.func @compute_none(%a: memref<14xi32, #N> {layout.sequential}, %sum: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #N>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}
func.func @both_none(%x: memref<14xi32, #U>, %a: memref<14xi32, #N>, %sum: memref<1xi32>) {
  call @transform_none(%x, %a) : (memref<14xi32, #U>, memref<14xi32, #N>) -> ()
  call @compute_none(%a, %sum) : (memref<14xi32, #N>, memref<1xi32>) -> ()
  return
}

// The padding may hold anything: the transform may write it, where what it reads
// for that is there to be read.
// OVER-LABEL:  @transform_undef
// OVER-NOT:    affine.if
// OVER:        return
func.func @transform_undef(%x: memref<14xi32, #U>, %a: memref<14xi32, #U> {layout.sequential}) {
  affine.for %i = 0 to 14 {
    %v = affine.load %x[%i] : memref<14xi32, #U>
    affine.store %v, %a[%i] : memref<14xi32, #U>
  }
  return
}
// It may be read, but a sum of it is not the sum.
// OVER-LABEL:  @compute_undef
// OVER:        affine.if
// OVER:        return
// REMARK-DAG:  [Missed] layout-overcompute/changes-data
func.func @compute_undef(%a: memref<14xi32, #U> {layout.sequential}, %sum: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #U>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}
func.func @both_undef(%x: memref<14xi32, #U>, %a: memref<14xi32, #U>, %sum: memref<1xi32>) {
  call @transform_undef(%x, %a) : (memref<14xi32, #U>, memref<14xi32, #U>) -> ()
  call @compute_undef(%a, %sum) : (memref<14xi32, #U>, memref<1xi32>) -> ()
  return
}

// Zeros are owed by the one, and assumed by the other.
// APPLY-LABEL: @transform_zero
// APPLY-NOT:   layout.assume_padding
// APPLY:       affine.if
// APPLY:       affine.store %c0
// OVER-LABEL:  @transform_zero
// OVER:        affine.if
// OVER:        } else {
// OVER-NEXT:     affine.store %c0
func.func @transform_zero(%x: memref<14xi32>, %a: memref<14xi32, #Z> {layout.sequential}) {
  affine.for %i = 0 to 14 {
    %v = affine.load %x[%i] : memref<14xi32>
    affine.store %v, %a[%i] : memref<14xi32, #Z>
  }
  return
}
// APPLY-LABEL: @compute_zero
// APPLY:       layout.assume_padding
// OVER-LABEL:  @compute_zero
// OVER-NOT:    affine.if
// OVER:        arith.addi
// OVER-NOT:    affine.if
// OVER:        return
func.func @compute_zero(%a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}
// Behind the call that writes, the caller knows of the zeros too.
// APPLY-LABEL: @both_zero
// APPLY:       call @transform_zero(%{{.*}}, %[[A:[a-z0-9]+]])
// APPLY-NEXT:  layout.assume_padding %[[A]] : memref<4x4xi32> of memref<14xi32
// APPLY-NEXT:  call @compute_zero(%[[A]], %{{.*}})
// APPLY-NEXT:  return
func.func @both_zero(%x: memref<14xi32>, %a: memref<14xi32, #Z>, %sum: memref<1xi32>) {
  call @transform_zero(%x, %a) : (memref<14xi32>, memref<14xi32, #Z>) -> ()
  call @compute_zero(%a, %sum) : (memref<14xi32, #Z>, memref<1xi32>) -> ()
  return
}

// So it may compute by itself; and again behind a call that only reads.
// OVER-LABEL:  @computed_by_caller
// OVER:        call @transform_zero
// OVER-NOT:    affine.if
// OVER:        arith.addi
// OVER-NOT:    affine.if
// OVER:        call @compute_zero
// OVER-NOT:    affine.if
// OVER:        arith.addi
// OVER-NOT:    affine.if
// OVER:        return
func.func @computed_by_caller(%x: memref<14xi32>, %a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>) {
  call @transform_zero(%x, %a) : (memref<14xi32>, memref<14xi32, #Z>) -> ()
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  call @compute_zero(%a, %sum) : (memref<14xi32, #Z>, memref<1xi32>) -> ()
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}

// A callee that sees plain storage owes nothing.
func.func @scribble(%p: memref<4x4xi32>) {
  %seven = arith.constant 7 : i32
  affine.store %seven, %p[3, 3] : memref<4x4xi32>
  return
}
// APPLY-LABEL: @through_storage
// APPLY:       layout.assume_padding
// APPLY:       call @scribble
// APPLY-NOT:   layout.assume_padding
// APPLY:       return
// OVER-LABEL:  @through_storage
// OVER:        call @scribble
// OVER:        affine.if
// OVER:        arith.addi
// OVER:        return
func.func @through_storage(%a: memref<14xi32, #Z> {layout.sequential}, %sum: memref<1xi32>) {
  %p = layout.as_physical %a : memref<14xi32, #Z> to memref<4x4xi32>
  call @scribble(%p) : (memref<4x4xi32>) -> ()
  affine.for %i = 0 to 14 {
    %s = affine.load %sum[0] : memref<1xi32>
    %v = affine.load %a[%i] : memref<14xi32, #Z>
    %t = arith.addi %s, %v : i32
    affine.store %t, %sum[0] : memref<1xi32>
  }
  return
}
