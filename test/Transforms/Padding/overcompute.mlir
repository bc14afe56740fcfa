// RUN: layout-opt %s --layout-overcompute --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-overcompute --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-overcompute --layout-overcompute --split-input-file | FileCheck %s

// OC-01: the arms store the same, the rest has no effect.
// CHECK-LABEL: @same_in_both_arms
// CHECK:       affine.for
// CHECK-NOT:   affine.if
// CHECK:         affine.store
// CHECK-NOT:     affine.store
// REMARK:      [Passed] layout-overcompute/branch-dropped{{.*}}both arms store the same
func.func @same_in_both_arms(%a: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %one = arith.constant 1 : i32
      affine.store %one, %a[%i] : memref<16xi32>
      %nop = arith.constant 0 : i32
    } else {
      %one = arith.constant 1 : i32
      affine.store %one, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// OC-02: at i = 0, i * i is 0.
// CHECK-LABEL: @adds_square_of_zero
// CHECK:       affine.for
// CHECK-NOT:   affine.if
// CHECK:         affine.store
func.func @adds_square_of_zero(%a: memref<1xi32>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %a[0] : memref<1xi32>
      %n = arith.index_cast %i : index to i32
      %s = arith.muli %n, %n : i32
      %y = arith.addi %x, %s : i32
      affine.store %y, %a[0] : memref<1xi32>
    }
  }
  return
}

// -----

// OC-03: what is assumed of a buffer.
// CHECK-LABEL: @adds_assumed_zero
// CHECK:       layout.assume
// CHECK:       affine.for
// CHECK-NOT:   affine.if
// CHECK:         affine.load
func.func @adds_assumed_zero(%a: memref<16xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %c14 = arith.constant 14 : index
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    %inside = arith.cmpi slt, %i, %c14 : index
    %zero = arith.cmpi eq, %x, %c0 : i32
    %p = arith.ori %inside, %zero : i1
    layout.assume %p : i1
  }
  affine.store %c0, %b[0] : memref<1xi32>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = affine.load %b[0] : memref<1xi32>
      %y = affine.load %a[%i] : memref<16xi32>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[0] : memref<1xi32>
    }
  }
  return
}

// -----

// OC-04: what is added is overwritten; the second condition stays.
// CHECK-LABEL: @overwritten_later
// CHECK:       affine.for
// CHECK-NEXT:    affine.store %{{.*}}, %{{.*}}[%{{.*}}]
// CHECK:       affine.for
// CHECK-NEXT:    affine.if
// CHECK-NEXT:      affine.store
// REMARK:      [Passed] layout-overcompute/branch-dropped{{.*}}is not needed
// REMARK:      [Missed] layout-overcompute/changes-data
func.func @overwritten_later(%a: memref<16xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %one, %a[%i] : memref<16xi32>
    }
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 14 >= 0)>(%i) {
      affine.store %two, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// OC-09: integers; the padding of A is 0.
// CHECK-LABEL: @row_sum
// CHECK:       affine.for
// CHECK:         affine.for
// CHECK:           affine.for
// CHECK-NOT:         affine.if
// CHECK:             arith.addi
#A = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0 : i32>>
func.func @row_sum(%a: memref<16x4x4xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}) {
  layout.assume_padding %a : memref<16x4x4xi32> of memref<16x14xi32, #A>
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %c0, %b[%i] : memref<16xi32>
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) {
          %x = affine.load %b[%i] : memref<16xi32>
          %y = affine.load %a[%i, %jo, %ji] : memref<16x4x4xi32>
          %s = arith.addi %x, %y : i32
          affine.store %s, %b[%i] : memref<16xi32>
        }
      }
    }
  }
  return
}

// -----

// OC-09: floats; B starts at +0.0, so that it is never -0.0.
// CHECK-LABEL: @row_sum_of_floats
// CHECK-NOT:   affine.if
// CHECK:       arith.addf
#A = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>
func.func @row_sum_of_floats(%a: memref<16x4x4xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  layout.assume_padding %a : memref<16x4x4xf32> of memref<16x14xf32, #A>
  %c0 = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %c0, %b[%i] : memref<16xf32>
    affine.for %jo = 0 to 4 {
      affine.for %ji = 0 to 4 {
        affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) {
          %x = affine.load %b[%i] : memref<16xf32>
          %y = affine.load %a[%i, %jo, %ji] : memref<16x4x4xf32>
          %s = arith.addf %x, %y : f32
          affine.store %s, %b[%i] : memref<16xf32>
        }
      }
    }
  }
  return
}

// -----

// OC-09: with pad -0.0 it does not matter what B is.
// CHECK-LABEL: @negative_zero_pad
// CHECK-NOT:   affine.if
// CHECK:       arith.addf
#A = #layout.buffer<index_map<(j) -> (j floordiv 4, j mod 4)>, pad<-0.0 : f32>>
func.func @negative_zero_pad(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<1xf32> {llvm.noalias}) {
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

// A sum in a register: the arms yield the same.
// CHECK-LABEL: @carried_sum
// CHECK-NOT:   affine.if
// CHECK:       arith.addf
// CHECK-NEXT:  affine.yield
// REMARK:      both arms yield the same
#A = #layout.buffer<index_map<(j) -> (j floordiv 4, j mod 4)>, pad<0.0 : f32>>
func.func @carried_sum(%a: memref<4x4xf32>) -> f32 {
  layout.assume_padding %a : memref<4x4xf32> of memref<14xf32, #A>
  %zero = arith.constant 0.0 : f32
  %r = affine.for %jo = 0 to 4 iter_args(%p = %zero) -> f32 {
    %q = affine.for %ji = 0 to 4 iter_args(%x = %p) -> f32 {
      %t = affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) -> f32 {
        %y = affine.load %a[%jo, %ji] : memref<4x4xf32>
        %s = arith.addf %x, %y : f32
        affine.yield %s : f32
      } else {
        affine.yield %x : f32
      }
      affine.yield %t : f32
    }
    affine.yield %q : f32
  }
  return %r : f32
}

// -----

// OC-11: both paddings are undefined.
// CHECK-LABEL: @element_wise
// CHECK:       affine.for
// CHECK-NEXT:    affine.for
// CHECK-NEXT:      affine.load
// CHECK-NEXT:      arith.addi
// CHECK-NEXT:      affine.store
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @element_wise(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[%io, %ii] : memref<4x4xi32>
        %y = arith.addi %x, %x : i32
        affine.store %y, %b[%io, %ii] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// OC-21: a sum of two zeros is the zero that the select yields.
// CHECK-LABEL: @select_of_padding
// CHECK-NOT:   arith.select
// CHECK:       arith.addi
// CHECK-NOT:   arith.select
// CHECK:       return
// REMARK:      [Passed] layout-overcompute/select-dropped
#L = #layout.buffer<index_map<(h, w) -> (h floordiv 16, w floordiv 8, h mod 16, w mod 8)>, pad<0 : i8>>
func.func @select_of_padding(%a: memref<4x4x16x8xi8> {llvm.noalias}, %b: memref<4x4x16x8xi8> {llvm.noalias}, %o: memref<4x4x16x8xi8> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4x16x8xi8> of memref<52x28xi8, #L>
  layout.assume_padding %b : memref<4x4x16x8xi8> of memref<52x28xi8, #L>
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i8
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 4 {
      affine.for %hi = 0 to 16 {
        affine.for %wi = 0 to 8 {
          %h3 = arith.cmpi eq, %h, %c3 : index
          %hi4 = arith.cmpi sge, %hi, %c4 : index
          %w3 = arith.cmpi eq, %w, %c3 : index
          %wi4 = arith.cmpi sge, %wi, %c4 : index
          %below = arith.andi %h3, %hi4 : i1
          %right = arith.andi %w3, %wi4 : i1
          %p = arith.ori %below, %right : i1
          %x = affine.load %a[%h, %w, %hi, %wi] : memref<4x4x16x8xi8>
          %y = affine.load %b[%h, %w, %hi, %wi] : memref<4x4x16x8xi8>
          %s = arith.addi %x, %y : i8
          %v = arith.select %p, %zero, %s : i8
          affine.store %v, %o[%h, %w, %hi, %wi] : memref<4x4x16x8xi8>
        }
      }
    }
  }
  return
}

// -----

// The same as a branch.
// CHECK-LABEL: @branch_of_padding
// CHECK-NOT:   scf.if
// CHECK:       arith.addi
// CHECK-NEXT:  memref.store
// CHECK-NOT:   memref.store
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @branch_of_padding(%a: memref<4x4xi32> {llvm.noalias}, %o: memref<4x4xi32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xi32> of memref<14xi32, #L>
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %last = arith.cmpi eq, %i, %c3 : index
      %right = arith.cmpi sge, %j, %c2 : index
      %p = arith.andi %last, %right : i1
      scf.if %p {
        memref.store %zero, %o[%i, %j] : memref<4x4xi32>
      } else {
        %x = memref.load %a[%i, %j] : memref<4x4xi32>
        %s = arith.addi %x, %x : i32
        memref.store %s, %o[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// -----

// E7: one conjunct goes as the elements are 0, the other as the sum lands in
// undefined padding.
// CHECK-LABEL: @two_paddings
// CHECK-NOT:   affine.if
// CHECK:       arith.addi
#A = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<undef>, index_map<(a, b, j) -> (a, b, j floordiv 8, j mod 8)>, pad<0 : i32>>
#B = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @two_paddings(%a: memref<4x4x8x8xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4x8x8xi32> of memref<14x60xi32, #A>
  layout.padding %a : memref<4x4x8x8xi32> of memref<14x60xi32, #A>
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #B>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.for %jo = 0 to 8 {
        affine.for %ji = 0 to 8 {
          affine.if affine_set<(io, ii, jo, ji) : (13 - 4 * io - ii >= 0, 59 - 8 * jo - ji >= 0)>(%io, %ii, %jo, %ji) {
            %x = affine.load %b[%io, %ii] : memref<4x4xi32>
            %y = affine.load %a[%io, %ii, %jo, %ji] : memref<4x4x8x8xi32>
            %s = arith.addi %x, %y : i32
            affine.store %s, %b[%io, %ii] : memref<4x4xi32>
          }
        }
      }
    }
  }
  return
}

// -----

// Only the conjunct on j may go: B's rows are data.
// CHECK-LABEL: @one_conjunct
// CHECK:       affine.if #{{.*}}(%{{.*}}, %{{.*}}) {
// CHECK-NOT:   affine.if
// REMARK:      [Passed] layout-overcompute/conjunct-dropped
// REMARK:      [Missed] layout-overcompute/changes-data
#A = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<undef>, index_map<(a, b, j) -> (a, b, j floordiv 8, j mod 8)>, pad<0 : i32>>
func.func @one_conjunct(%a: memref<4x4x8x8xi32> {llvm.noalias}, %b: memref<4x4xi32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4x8x8xi32> of memref<14x60xi32, #A>
  layout.padding %a : memref<4x4x8x8xi32> of memref<14x60xi32, #A>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.for %jo = 0 to 8 {
        affine.for %ji = 0 to 8 {
          affine.if affine_set<(io, ii, jo, ji) : (13 - 4 * io - ii >= 0, 59 - 8 * jo - ji >= 0)>(%io, %ii, %jo, %ji) {
            %x = affine.load %b[%io, %ii] : memref<4x4xi32>
            %y = affine.load %a[%io, %ii, %jo, %ji] : memref<4x4x8x8xi32>
            %s = arith.addi %x, %y : i32
            affine.store %s, %b[%io, %ii] : memref<4x4xi32>
          }
        }
      }
    }
  }
  return
}

// -----

// Loops in the body; the guard stands around them.
// CHECK-LABEL: @loops_inside
// CHECK:       affine.for
// CHECK-NOT:   affine.if
// CHECK:         affine.for
#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<undef>>
func.func @loops_inside(%x: f32, %b: memref<4x4x7xf32>) {
  layout.padding %b : memref<4x4x7xf32> of memref<14x7xf32, #L>
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        affine.for %j = 0 to 7 {
          affine.store %x, %b[%io, %ii, %j] : memref<4x4x7xf32>
        }
      }
    }
  }
  return
}

// -----

// Nested branches go one after the other.
// CHECK-LABEL: @nested
// CHECK-NOT:   if
// CHECK:       memref.store
#L = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j floordiv 4, j mod 4)>, pad<undef>>
func.func @nested(%x: f32, %b: memref<4x4x2x4xf32>) {
  layout.padding %b : memref<4x4x2x4xf32> of memref<14x7xf32, #L>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        scf.for %jo = %c0 to %c2 step %c1 {
          scf.for %ji = %c0 to %c4 step %c1 {
            %m = arith.muli %jo, %c4 : index
            %j = arith.addi %m, %ji : index
            %p = arith.cmpi slt, %j, %c7 : index
            scf.if %p {
              memref.store %x, %b[%io, %ii, %jo, %ji] : memref<4x4x2x4xf32>
            }
          }
        }
      }
    }
  }
  return
}

// -----

// Each iteration of the parallel loop has elements of its own.
// CHECK-LABEL: @parallel
// CHECK:       affine.parallel
// CHECK-NOT:   affine.if
// CHECK:         affine.store
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @parallel(%x: f32, %b: memref<4x4xf32>) {
  layout.padding %b : memref<4x4xf32> of memref<14xf32, #L>
  affine.parallel (%io, %ii) = (0, 0) to (4, 4) {
    affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
      affine.store %x, %b[%io, %ii] : memref<4x4xf32>
    }
  }
  return
}

// -----

// Each has a block of elements, through which a loop in it walks; where the
// blocks overlap, the store stays guarded.
// CHECK-LABEL: @parallel_blocks
// CHECK-NOT:   affine.if
// CHECK:         affine.store
// CHECK-LABEL: @parallel_shared
// CHECK:       affine.if
#L = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>, pad<undef>>
func.func @parallel_blocks(%x: f32, %b: memref<4x2xf32>) {
  layout.padding %b : memref<4x2xf32> of memref<7xf32, #L>
  affine.parallel (%p) = (0) to (2) {
    affine.for %k = 0 to 4 {
      affine.if affine_set<(p, k) : (6 - 4 * p - k >= 0)>(%p, %k) {
        affine.store %x, %b[2 * %p + %k floordiv 2, %k mod 2] : memref<4x2xf32>
      }
    }
  }
  return
}
func.func @parallel_shared(%x: f32, %b: memref<4x2xf32>) {
  layout.padding %b : memref<4x2xf32> of memref<7xf32, #L>
  affine.parallel (%p) = (0) to (2) {
    affine.for %k = 0 to 6 {
      affine.if affine_set<(p, k) : (6 - 2 * p - k >= 0)>(%p, %k) {
        affine.store %x, %b[%p + %k floordiv 2, %k mod 2] : memref<4x2xf32>
      }
    }
  }
  return
}

// -----

// The least value is neutral for a maximum; a NaN stays one.
// CHECK-LABEL: @maximum
// CHECK-NOT:   affine.if
// CHECK:       arith.maximumf
#A = #layout.buffer<index_map<(j) -> (j floordiv 4, j mod 4)>, pad<0xFF800000 : f32>>
func.func @maximum(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<1xf32> {llvm.noalias}) {
  layout.assume_padding %a : memref<4x4xf32> of memref<14xf32, #A>
  affine.for %jo = 0 to 4 {
    affine.for %ji = 0 to 4 {
      affine.if affine_set<(jo, ji) : (13 - 4 * jo - ji >= 0)>(%jo, %ji) {
        %x = affine.load %b[0] : memref<1xf32>
        %y = affine.load %a[%jo, %ji] : memref<4x4xf32>
        %s = arith.maximumf %x, %y : f32
        affine.store %s, %b[0] : memref<1xf32>
      }
    }
  }
  return
}
