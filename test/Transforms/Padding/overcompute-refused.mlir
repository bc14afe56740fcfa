// RUN: layout-opt %s --layout-overcompute --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-overcompute --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// E1: padding of which nothing is stated must not be written.
// REMARK:      [Missed] layout-overcompute/writes-none-padding
// REMARK-SAME:  writing %{{.*}}[3, [[II:[23]]]], which is padding of kind none (state pad<undef>, or what it holds), when 'affine.for' at {{[0-9:]+}} = 3, 'affine.for' at {{[0-9:]+}} = [[II]]
// CHECK-LABEL: @never_write
// CHECK:       affine.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @never_write(%x: i32, %a: memref<4x4xi32>) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        affine.store %x, %a[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// E2
// REMARK:      [Missed] layout-overcompute/reads-none-padding
// REMARK-SAME:  reading %{{.*}}[3, [[J:[23]]]], which is padding of kind none (state pad<undef>, or what it holds), when {{(level . of )?}}'affine.for' at {{[0-9:]+}} = 3, {{(level . of )?}}'affine.for' at {{[0-9:]+}} = [[J]]
// CHECK-LABEL: @never_read
// CHECK:       affine.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @never_read(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %b[0] : memref<1xi32>
        %y = affine.load %a[%io, %ii] : memref<4x4xi32>
        %s = arith.addi %x, %y : i32
        affine.store %s, %b[0] : memref<1xi32>
      }
    }
  }
  return
}

// -----

// OC-05: A[14] and A[15] are read later.
// REMARK:      [Missed] layout-overcompute/changes-data
// CHECK-LABEL: @needed_later
// CHECK:       affine.if
// CHECK:       affine.if
func.func @needed_later(%a: memref<16xi32>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %one, %a[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 14 >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      %y = arith.addi %x, %one : i32
      affine.store %y, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// OC-08: A[4, 0] is out of bounds.
// REMARK:      [Missed] layout-overcompute/out-of-bounds
// REMARK-SAME:  reading %{{.*}}[4, {{0], which is out of bounds, when (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 2, (level . of )?'affine.for' at [0-9:]+ = 2|0], which is out of bounds, when (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 1|1], which is out of bounds, when (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 3, (level . of )?'affine.for' at [0-9:]+ = 2}};
// CHECK-LABEL: @convolution
// CHECK:       affine.if
// CHECK:       arith.addi
#B = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @convolution(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #B>
  %zero = arith.constant 0 : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.for %f = 0 to 3 {
        affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
          %x = affine.load %b[%io, %ii] : memref<4x4xi32>
          %y = affine.load %a[%io + (%ii + %f) floordiv 4, (%ii + %f) mod 4] : memref<4x4xi32>
          %s = arith.addi %x, %y : i32
          affine.store %s, %b[%io, %ii] : memref<4x4xi32>
        }
      }
    }
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (4 * io + ii - 14 >= 0)>(%io, %ii) {
        affine.store %zero, %b[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// OC-09: B may be -0.0, and -0.0 + 0.0 is 0.0.
// REMARK:      [Missed] layout-overcompute/needs-flag
// REMARK-SAME:  fastmath<nsz> on this op would allow to remove the condition, as it would make what is stored to %{{.*}} equal to what is there already
// CHECK-LABEL: @sum_may_be_negative_zero
// CHECK:       affine.if
#A = #layout.buffer<index_map<(j) -> (j floordiv 4, j mod 4)>, pad<0.0 : f32>>
func.func @sum_may_be_negative_zero(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<1xf32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xf32> of memref<14xf32, #A>
  affine.for %jo = 0 to 4 {
    affine.for %ji = 0 to 4 {
      affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) {
        %x = affine.load %b[0] : memref<1xf32>
        %y = affine.load %a[%jo, %ji] : memref<4x4xf32>
        %s = arith.addf %x, %y : f32
        affine.store %s, %b[0] : memref<1xf32>
      }
    }
  }
  return
}

// -----

// The classic wrong answer: the padding of the other operand may hold a NaN,
// of which no flag speaks.
// REMARK:      [Missed] layout-overcompute/changes-data
// CHECK-LABEL: @nan_in_the_other_padding
// CHECK:       affine.if
#A = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<0.0 : f32>>
#B = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<undef>>
func.func @nan_in_the_other_padding(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<4x4xf32> {llvm.noalias}, %c: memref<1xf32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xf32> of memref<14xf32, #A>
  layout.padding %a : memref<4x4xf32> of memref<14xf32, #A>
  layout.padding %b : memref<4x4xf32> of memref<14xf32, #B>
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %c[0] : memref<1xf32>
  affine.for %ko = 0 to 4 {
    affine.for %ki = 0 to 4 {
      affine.if affine_set<(ko, ki) : (13 - 4 * ko - ki >= 0)>(%ko, %ki) {
        %x = affine.load %a[%ko, %ki] : memref<4x4xf32>
        %y = affine.load %b[%ko, %ki] : memref<4x4xf32>
        %p = arith.mulf %x, %y fastmath<nnan,ninf,nsz> : f32
        %s = affine.load %c[0] : memref<1xf32>
        %t = arith.addf %s, %p fastmath<nsz> : f32
        affine.store %t, %c[0] : memref<1xf32>
      }
    }
  }
  return
}

// -----

// Nor may that of data that the program does not multiply there; no flag says
// that it is finite.
// REMARK:      [Missed] layout-overcompute/may-be-nan
// REMARK-SAME:  operands of this op that are not NaN and not infinite would make what is stored to %{{.*}} equal to what is there already, which cannot be proven for executions that the condition excludes; flags say nothing of those
// CHECK-LABEL: @other_operand_is_data
// CHECK:       affine.if
#A = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<0.0 : f32>>
func.func @other_operand_is_data(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<4x4xf32> {llvm.noalias}, %c: memref<1xf32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xf32> of memref<14xf32, #A>
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %c[0] : memref<1xf32>
  affine.for %ko = 0 to 4 {
    affine.for %ki = 0 to 4 {
      affine.if affine_set<(ko, ki) : (13 - 4 * ko - ki >= 0)>(%ko, %ki) {
        %x = affine.load %a[%ko, %ki] : memref<4x4xf32>
        %y = affine.load %b[%ko, %ki] : memref<4x4xf32>
        %p = arith.mulf %x, %y : f32
        %s = affine.load %c[0] : memref<1xf32>
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[0] : memref<1xf32>
      }
    }
  }
  return
}

// -----

// E12: with padding that may be read but is not known, a sum keeps its guard.
// REMARK:      [Missed] layout-overcompute/changes-data
// CHECK-LABEL: @sum_of_undef
// CHECK:       affine.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @sum_of_undef(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %b[0] : memref<1xi32>
        %y = affine.load %a[%io, %ii] : memref<4x4xi32>
        %s = arith.addi %x, %y : i32
        affine.store %s, %b[0] : memref<1xi32>
      }
    }
  }
  return
}

// -----

// E4: with pad 0 a product does not stay what it is.
// REMARK:      [Missed] layout-overcompute/changes-data
// CHECK-LABEL: @product_of_zero
// CHECK:       affine.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @product_of_zero(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %b[0] : memref<1xi32>
        %y = affine.load %a[%io, %ii] : memref<4x4xi32>
        %s = arith.muli %x, %y : i32
        affine.store %s, %b[0] : memref<1xi32>
      }
    }
  }
  return
}

// -----

// OC-20: there is nothing that could be added.
// REMARK:      [Missed] layout-overcompute/nothing-to-add
// CHECK-LABEL: @always_true
// CHECK:       affine.if
func.func @always_true(%x: f32, %a: memref<225x225xf32>) {
  affine.for %h = 0 to 225 {
    affine.for %w = 0 to 225 {
      affine.if affine_set<(h, w) : (h >= 0, 224 - h >= 0, w >= 0, 224 - w >= 0)>(%h, %w) {
        affine.store %x, %a[%h, %w] : memref<225x225xf32>
      }
    }
  }
  return
}

// -----

// REMARK:      [Missed] layout-overcompute/may-trap {{.*}}"the condition stays: the divisor may be 0 in executions that the condition excludes; state by layout.assume before the branch that it is positive"
// CHECK-LABEL: @division
// CHECK:       scf.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @division(%a: memref<16xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 2 {
    %x = affine.load %a[%i] : memref<16xi32>
    %p = arith.cmpi ne, %x, %zero : i32
    scf.if %p {
      %y = arith.divsi %c1, %x : i32
      affine.store %y, %b[3, %i + 2] : memref<4x4xi32>
    }
  }
  return
}

// -----

// REMARK:      [Missed] layout-overcompute/side-effect {{.*}}"the condition stays: 'func.call' may have side effects, which the program does not have in executions that the condition excludes; inline it, or move it out of the branch"
// CHECK-LABEL: @call
// CHECK:       affine.if
func.func private @g()
func.func @call() {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      func.call @g() : () -> ()
    }
  }
  return
}

// -----

// REMARK:      [Missed] layout-overcompute/would-promise {{.*}}"the condition stays: what is stated here may not hold in executions that the condition excludes;
// CHECK-LABEL: @promise
// CHECK:       affine.if
func.func @promise(%c: i1) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      layout.assume %c : i1
    }
  }
  return
}

// -----

// All iterations would write the same undefined element at a time.
// REMARK:      [Missed] layout-overcompute/race {{.*}}"the condition stays: without the condition, iterations of the parallel loop may race for an element of %arg1;
// CHECK-LABEL: @race
// CHECK:       affine.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @race(%x: f32, %b: memref<4x4xf32>) {
  layout.padding %b : memref<4x4xf32> of memref<14xf32, #L>
  affine.parallel (%i) = (0) to (4) {
    affine.if affine_set<(i) : (-i >= 0)>(%i) {
      affine.store %x, %b[3, 3] : memref<4x4xf32>
    }
  }
  return
}

// -----

// The 32-bit index does not wrap around where the body is executed now.
// REMARK:      [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @index_may_overflow
// CHECK:       scf.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @index_may_overflow(%x: f32, %n: i32, %b: memref<4x4xf32>) {
  layout.padding %b : memref<4x4xf32> of memref<14xf32, #L>
  %c2 = arith.constant 2 : i32
  %big = arith.constant 2147483645 : i32
  %c3 = arith.constant 3 : index
  %p = arith.cmpi eq, %n, %c2 : i32
  scf.if %p {
    %m = arith.addi %n, %big overflow<nsw> : i32
    %k = arith.subi %m, %big : i32
    %i = arith.index_cast %k : i32 to index
    memref.store %x, %b[%c3, %i] : memref<4x4xf32>
  }
  return
}

// -----

// Nor is a condition in the body, from a sum in front of it, branched on there.
// REMARK:      [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @condition_may_overflow
// CHECK:       affine.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @condition_may_overflow(%v: f32, %x: i32, %y: i32, %b: memref<4x4xf32>) {
  layout.padding %b : memref<4x4xf32> of memref<14xf32, #L>
  %s = arith.addi %x, %y overflow<nsw> : i32
  %p = arith.cmpi sgt, %s, %x : i32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        scf.if %p {
          affine.store %v, %b[%io, %ii] : memref<4x4xf32>
        }
      }
    }
  }
  return
}

// -----

// The promise of a product says nothing where it is not computed now: an
// infinity among data, or NaN and infinity known to be in the padding.
// REMARK:      [Missed] layout-overcompute/may-be-nan
// CHECK-LABEL: @flags_of_data
// CHECK:       affine.if
#A = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<0.0 : f32>>
func.func @flags_of_data(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<4x4xf32> {llvm.noalias}, %c: memref<1xf32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xf32> of memref<14xf32, #A>
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %c[0] : memref<1xf32>
  affine.for %ko = 0 to 4 {
    affine.for %ki = 0 to 4 {
      affine.if affine_set<(ko, ki) : (13 - 4 * ko - ki >= 0)>(%ko, %ki) {
        %x = affine.load %a[%ko, %ki] : memref<4x4xf32>
        %y = affine.load %b[%ko, %ki] : memref<4x4xf32>
        %p = arith.mulf %x, %y fastmath<nnan,ninf,nsz> : f32
        %s = affine.load %c[0] : memref<1xf32>
        %t = arith.addf %s, %p fastmath<nsz> : f32
        affine.store %t, %c[0] : memref<1xf32>
      }
    }
  }
  return
}

// -----

// What is poison without any flag must not be stored to padding that may be
// read.
// REMARK:      [Missed] layout-overcompute/may-be-poison {{.*}}"the condition stays: arith.fptosi may yield poison in executions that the condition excludes;
// CHECK-LABEL: @float_to_integer
// CHECK:       affine.if
#A = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<1.0e30 : f32>>
#B = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<undef>>
func.func @float_to_integer(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xf32> of memref<14xf32, #A>
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #B>
  affine.for %ko = 0 to 4 {
    affine.for %ki = 0 to 4 {
      affine.if affine_set<(ko, ki) : (13 - 4 * ko - ki >= 0)>(%ko, %ki) {
        %x = affine.load %a[%ko, %ki] : memref<4x4xf32>
        %y = arith.fptosi %x : f32 to i32
        affine.store %y, %b[%ko, %ki] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// REMARK:      [Missed] layout-overcompute/may-be-poison
// CHECK-LABEL: @shift_by_padding
// CHECK:       affine.if
#A = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<32 : i32>>
#B = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<undef>>
func.func @shift_by_padding(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xi32> of memref<14xi32, #A>
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #B>
  affine.for %ko = 0 to 4 {
    affine.for %ki = 0 to 4 {
      affine.if affine_set<(ko, ki) : (13 - 4 * ko - ki >= 0)>(%ko, %ki) {
        %x = affine.load %a[%ko, %ki] : memref<4x4xi32>
        %y = arith.shli %x, %x : i32
        affine.store %y, %b[%ko, %ki] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// Leave to compute otherwise: 1.0 / 3.0 may come out rounded or approximated,
// sums in another order, a product without rounding.
// REMARK:      [Missed] layout-overcompute/changes-data
// REMARK:      [Missed] layout-overcompute/changes-data
// REMARK:      [Missed] layout-overcompute/changes-data
// CHECK-LABEL: @other_results
// CHECK:       affine.if
// CHECK:       affine.if
// CHECK:       affine.if
#A = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<1.0 : f32>>
#B = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<2.0 : f32>>
#C = #layout.buffer<index_map<(k) -> (k floordiv 4, k mod 4)>, pad<3.0 : f32>>
func.func @other_results(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<4x4xf32> {llvm.noalias}, %c: memref<4x4xf32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xf32> of memref<14xf32, #A>
  layout.assume_padding %b : memref<4x4xf32> of memref<14xf32, #B>
  layout.assume_padding %c : memref<4x4xf32> of memref<14xf32, #C>
  affine.for %ko = 0 to 4 {
    affine.for %ki = 0 to 4 {
      affine.if affine_set<(ko, ki) : (13 - 4 * ko - ki >= 0)>(%ko, %ki) {
        %x = affine.load %b[%ko, %ki] : memref<4x4xf32>
        %y = arith.divf %x, %x fastmath<arcp> : f32
        affine.store %y, %a[%ko, %ki] : memref<4x4xf32>
      }
      affine.if affine_set<(ko, ki) : (13 - 4 * ko - ki >= 0)>(%ko, %ki) {
        %x = affine.load %a[%ko, %ki] : memref<4x4xf32>
        %y = affine.load %b[%ko, %ki] : memref<4x4xf32>
        %s = arith.addf %x, %y fastmath<reassoc> : f32
        affine.store %s, %c[%ko, %ki] : memref<4x4xf32>
      }
      affine.if affine_set<(ko, ki) : (13 - 4 * ko - ki >= 0)>(%ko, %ki) {
        %x = affine.load %c[%ko, %ki] : memref<4x4xf32>
        %k = arith.constant 0.333333343 : f32
        %p = arith.mulf %x, %k fastmath<contract> : f32
        affine.store %p, %a[%ko, %ki] : memref<4x4xf32>
      }
    }
  }
  return
}

// -----

// Buffers that may be the same memory: the zero may be overwritten.
// REMARK:      [Missed] layout-overcompute/
// CHECK-LABEL: @may_alias
// CHECK:       affine.if
#A = #layout.buffer<index_map<(j) -> (j floordiv 4, j mod 4)>, pad<0 : i32>>
func.func @may_alias(%a: memref<4x4xi32>, %b: memref<4x4xi32>) {
  layout.assume_padding %a : memref<4x4xi32> of memref<14xi32, #A>
  affine.for %jo = 0 to 4 {
    affine.for %ji = 0 to 4 {
      affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) {
        %x = affine.load %b[3, 3] : memref<4x4xi32>
        %y = affine.load %a[%jo, %ji] : memref<4x4xi32>
        %s = arith.addi %x, %y : i32
        affine.store %s, %b[3, 3] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// The added stores to A are overwritten later, but the added loads would see
// them.
// REMARK:      [Missed] layout-overcompute/changes-data
// REMARK-SAME: the proof relies on what is read from a buffer that the body overwrites
// CHECK-LABEL: @reads_what_it_overwrites
// CHECK:       affine.if
func.func @reads_what_it_overwrites(%a: memref<16xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %one, %a[%i] : memref<16xi32>
      %x = affine.load %b[0] : memref<1xi32>
      %y = affine.load %a[(29 - %i) mod 16] : memref<16xi32>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[0] : memref<1xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.store %one, %a[%i] : memref<16xi32>
  }
  return
}

// -----

// What is read would land in undefined padding, but must not be read.
// REMARK:      [Missed] layout-overcompute/reads-none-padding
// CHECK-LABEL: @copy_of_none
// CHECK:       affine.if
#N = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @copy_of_none(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #N>
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #U>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[%io, %ii] : memref<4x4xi32>
        affine.store %x, %b[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// What is overwritten is not needed, but an index that stays in the buffer may
// leave the view of it.
// REMARK:      [Missed] layout-overcompute/out-of-bounds
// REMARK-SAME:  writing %{{.*}}[3], which is out of bounds, when {{(level . of )?}}'{{[a-z.]+}}' at {{[0-9:]+}} = 3
// CHECK-LABEL: @leaves_the_view
// CHECK:       affine.if
func.func @leaves_the_view(%a: memref<8xi32>, %x: i32) {
  %v = memref.subview %a[0] [3] [1] : memref<8xi32> to memref<3xi32, strided<[1]>>
  affine.for %i = 0 to 4 {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      affine.store %x, %v[%i] : memref<3xi32, strided<[1]>>
    }
  }
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i] : memref<8xi32>
  }
  return
}

// -----

// REMARK:      [Analysis] layout-overcompute/unknown-region
// REMARK-SAME: cannot determine how often, and by which threads, the body of async.execute is executed
// CHECK-LABEL: @unknown_region
// CHECK:       affine.if
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @unknown_region(%x: i32, %a: memref<4x4xi32>) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #undef>
  %token = async.execute {
    affine.for %io = 0 to 4 {
      affine.for %ii = 0 to 4 {
        affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
          affine.store %x, %a[%io, %ii] : memref<4x4xi32>
        }
      }
    }
    async.yield
  }
  return
}

// -----

// With a step of 0 it would run for ever where it does not run now.
// REMARK:      [Missed] layout-overcompute/may-not-end
// REMARK-SAME: this loop may not terminate: its step is not a positive constant
// CHECK-LABEL: @may_not_end
// CHECK:       affine.if
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @may_not_end(%x: i32, %a: memref<4x4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #undef>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        scf.for %k = %c0 to %c4 step %n {
          memref.store %x, %a[%io, %ii] : memref<4x4xi32>
        }
      }
    }
  }
  return
}

// -----

// REMARK:      [Missed] layout-overcompute/may-be-freed
// REMARK-SAME: the buffer may be freed before this access in executions that the condition excludes; free it after the branch
// CHECK-LABEL: @freed
// CHECK:       affine.if
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @freed(%x: i32, %c: i1) {
  %a = memref.alloc() : memref<4x4xi32>
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #undef>
  scf.if %c {
    memref.dealloc %a : memref<4x4xi32>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        affine.store %x, %a[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// The dimension may be none of the tensor's.
// REMARK:      [Missed] layout-overcompute/may-trap {{.*}}"the condition stays: this op is not known to be defined for all operands, and would be executed where the condition excludes it; move it before the branch, or use one that is"
// CHECK-LABEL: @not_at_will
// CHECK:       affine.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @not_at_will(%a: memref<4x4xindex> {llvm.noalias}, %t: tensor<?xi32>, %k: index) {
  layout.padding %a : memref<4x4xindex> of memref<14xindex, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
        %d = tensor.dim %t, %k : tensor<?xi32>
        affine.store %d, %a[%i, %j] : memref<4x4xindex>
      }
    }
  }
  return
}

// -----

// REMARK:      [Missed] layout-overcompute/other-arm {{.*}}"the condition stays: this store of the other arm would be lost without the condition; expects one of the same value to the same element in this arm"
// CHECK-LABEL: @other_buffer
// CHECK:       affine.if
// CHECK:       else
func.func @other_buffer(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    } else {
      affine.store %x, %b[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// REMARK:      [Missed] layout-overcompute/other-arm {{.*}}"the condition stays: this side effect of the other arm would be lost without the condition; expects nothing but computations, loads and stores there"
// CHECK-LABEL: @other_arm_calls
// CHECK:       affine.if
// CHECK:       else
func.func private @f()
func.func @other_arm_calls(%a: memref<16xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    } else {
      func.call @f() : () -> ()
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// x is not x + 0.0 where it is -0.0.
// REMARK:      [Missed] layout-overcompute/needs-flag {{.*}}"fastmath<nsz> on this op would allow to remove a select by padding"
// CHECK-LABEL: @select_needs_flag
// CHECK:       arith.select
func.func @select_needs_flag(%a: memref<16xf32> {llvm.noalias}, %x: f32) {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 4 {
    %c = arith.cmpi slt, %i, %c2 : index
    %v = arith.addf %x, %zero : f32
    %s = arith.select %c, %x, %v : f32
    affine.store %s, %a[%i] : memref<16xf32>
  }
  return
}

// -----

// REMARK:      [Missed] layout-overcompute/changes-data {{.*}}"the condition stays: the store may change an element that is needed: %arg0[3] is needed at the return when {{(level . of )?}}'{{[a-z.]+}}' at {{[0-9:]+}} = 3;
// CHECK-LABEL: @needed_element
// CHECK:       affine.if
func.func @needed_element(%a: memref<16xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// What a kernel stores is not followed to whom it is for.
// REMARK:      [Missed] layout-overcompute/changes-data {{.*}}"the condition stays: the store may change an element that is needed: what a kernel stores is visible to the host;
// CHECK-LABEL: @kernel
// CHECK:       affine.if
gpu.module @kernels {
  gpu.func @kernel(%x: i32, %b: memref<4xi32>) kernel {
    %a = memref.alloca() : memref<16xi32>
    affine.for %i = 0 to 8 {
      affine.if affine_set<(i) : (2 - i >= 0)>(%i) {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
    %v = affine.load %a[0] : memref<16xi32>
    affine.store %v, %b[0] : memref<4xi32>
    gpu.return
  }
}

// -----

// REMARK:      [Missed] layout-overcompute/nothing-to-add {{.*}}"the condition always holds; layout-simplify removes it"
// CHECK-LABEL: @always
// CHECK:       affine.if
func.func @always(%a: memref<16xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(i) : (6 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// There are too many ways not to come to the body to ask in each for the divisor.
// REMARK:      [Missed] layout-overcompute/may-trap {{.*}}"the condition stays: the divisor may be 0 in executions that the condition excludes; state by layout.assume before the branch that it is positive"
// CHECK-LABEL: @too_many_cases
// CHECK:       affine.if
// CHECK:       affine.if
func.func @too_many_cases(%a: memref<16xindex>, %n: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i)[n, b, c, d, e, f, g] : (i + n >= 0, i - b >= 0, i - c >= 0, i - d >= 0, i - e >= 0, i - f >= 0, i - g >= 0)>(%i)[%n, %b, %c, %d, %e, %f, %g] {
      affine.if affine_set<(i)[n, b, c, d, e, f, g] : (i - 2 * b >= 0, i - 2 * c >= 0, i - 2 * d >= 0, i - 2 * e >= 0, i - 2 * f >= 0, i - 2 * g >= 0)>(%i)[%n, %b, %c, %d, %e, %f, %g] {
        %p = arith.divui %i, %n : index
        %x = affine.load %a[%i] : memref<16xindex>
        affine.store %x, %a[%i] : memref<16xindex>
      }
    }
  }
  return
}
