// Which elements loops and guards write: whole, in tiles, in pieces.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes)' --verify-diagnostics -o /dev/null

// expected-remark@below {{guarded_tiles 0: write}}
func.func @guarded_tiles(%a: memref<14xi32>, %v: i32) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(o, i) : (13 - 4 * o - i >= 0)>(%io, %ii) {
        affine.store %v, %a[4 * %io + %ii] : memref<14xi32>
      }
    }
  }
  return
}

// expected-remark@below {{guarded_tiles_less_one 0: readwrite}}
func.func @guarded_tiles_less_one(%a: memref<14xi32>, %v: i32) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(o, i) : (12 - 4 * o - i >= 0)>(%io, %ii) {
        affine.store %v, %a[4 * %io + %ii] : memref<14xi32>
      }
    }
  }
  return
}

// Element 3 of each tile of 4 is left out.
// expected-remark@below {{tiles_with_holes 0: readwrite}}
func.func @tiles_with_holes(%a: memref<16xi32>, %v: i32) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 3 {
      affine.store %v, %a[4 * %io + %ii] : memref<16xi32>
    }
  }
  return
}

// expected-remark@below {{shorter_last_tile 0: write}}
func.func @shorter_last_tile(%a: memref<14xi32>, %v: i32) {
  affine.for %io = 0 to 14 step 4 {
    affine.for %i = affine_map<(o) -> (o)>(%io) to min affine_map<(o) -> (o + 4, 14)>(%io) {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  return
}

// expected-remark@below {{two_halves 0: write}}
func.func @two_halves(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 7 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  affine.for %i = 7 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{two_halves_with_a_gap 0: readwrite}}
func.func @two_halves_with_a_gap(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 7 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  affine.for %i = 8 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// What the second half reads is what the first has written.
// expected-remark@below {{copies_half 0: write}}
func.func @copies_half(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 7 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  affine.for %i = 7 to 14 {
    %x = affine.load %a[%i - 7] : memref<14xi32>
    affine.store %x, %a[%i] : memref<14xi32>
  }
  return
}

// Iteration 13 reads element 7, which iteration 7 has written.
// expected-remark@below {{copies_own_half 0: write}}
func.func @copies_own_half(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 7 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  affine.for %i = 7 to 14 {
    %x = affine.load %a[%i - 6] : memref<14xi32>
    affine.store %x, %a[%i] : memref<14xi32>
  }
  return
}

// Iteration 7 reads element 13, which iteration 13 is yet to write.
// expected-remark@below {{copies_mirrored 0: readwrite}}
func.func @copies_mirrored(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 7 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  affine.for %i = 7 to 14 {
    %x = affine.load %a[20 - %i] : memref<14xi32>
    affine.store %x, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{even_then_odd 0: write}}
func.func @even_then_odd(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 step 2 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  affine.for %i = 1 to 14 step 2 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{even_twice 0: readwrite}}
func.func @even_twice(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 step 2 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  affine.for %i = 0 to 14 step 2 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{backwards_and_transposed 0: write}}
func.func @backwards_and_transposed(%a: memref<5x14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.for %j = 0 to 5 {
      affine.store %v, %a[4 - %j, %i] : memref<5x14xi32>
    }
  }
  return
}

// expected-remark@below {{diagonal 0: readwrite}}
func.func @diagonal(%a: memref<5x5xi32>, %v: i32) {
  affine.for %i = 0 to 5 {
    affine.store %v, %a[%i, %i] : memref<5x5xi32>
  }
  return
}

// One loop over both dimensions.
// expected-remark@below {{fused 0: write}}
func.func @fused(%a: memref<5x7xi32>, %v: i32) {
  affine.for %f = 0 to 35 {
    affine.store %v, %a[%f floordiv 7, %f mod 7] : memref<5x7xi32>
  }
  return
}

// expected-remark@below {{fused_less_one 0: readwrite}}
func.func @fused_less_one(%a: memref<5x7xi32>, %v: i32) {
  affine.for %f = 0 to 34 {
    affine.store %v, %a[%f floordiv 7, %f mod 7] : memref<5x7xi32>
  }
  return
}

// Several iterations write one element.
// expected-remark@below {{windows 0: write}}
func.func @windows(%a: memref<14x9xi32>, %v: i32) {
  affine.for %i = 0 to 12 {
    affine.for %k = 0 to 3 {
      affine.for %j = 0 to 7 {
        affine.for %l = 0 to 3 {
          affine.store %v, %a[%i + %k, %j + %l] : memref<14x9xi32>
        }
      }
    }
  }
  return
}

// expected-remark@below {{triangle 0: readwrite}}
func.func @triangle(%a: memref<5x5xi32>, %v: i32) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      affine.store %v, %a[%i, %j] : memref<5x5xi32>
    }
  }
  return
}

// expected-remark@below {{two_triangles 0: write}}
func.func @two_triangles(%a: memref<5x5xi32>, %v: i32) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      affine.store %v, %a[%i, %j] : memref<5x5xi32>
    }
    affine.for %j = affine_map<(i) -> (i + 1)>(%i) to 5 {
      affine.store %v, %a[%i, %j] : memref<5x5xi32>
    }
  }
  return
}

// Only the last iteration of the outer loop reaches every element.
// expected-remark@below {{growing 0: write}}
func.func @growing(%a: memref<5xi32>, %v: i32) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      affine.store %v, %a[%j] : memref<5xi32>
    }
  }
  return
}

// expected-remark@below {{only_in_one_iteration 0: write}}
func.func @only_in_one_iteration(%a: memref<5xi32>, %v: i32) {
  affine.for %k = 0 to 8 {
    affine.if affine_set<(k) : (k - 3 == 0)>(%k) {
      affine.for %i = 0 to 5 {
        affine.store %v, %a[%i] : memref<5xi32>
      }
    }
  }
  return
}

// expected-remark@below {{in_no_iteration 0: readwrite}}
func.func @in_no_iteration(%a: memref<5xi32>, %v: i32) {
  affine.for %k = 0 to 8 {
    affine.if affine_set<(k) : (k - 8 == 0)>(%k) {
      affine.for %i = 0 to 5 {
        affine.store %v, %a[%i] : memref<5xi32>
      }
    }
  }
  return
}

// expected-remark@below {{empty_loop 0: readwrite}}
func.func @empty_loop(%a: memref<5xi32>, %v: i32) {
  affine.for %k = 3 to 3 {
    affine.for %i = 0 to 5 {
      affine.store %v, %a[%i] : memref<5xi32>
    }
  }
  return
}

// What is never executed reads nothing.
// expected-remark@below {{read_in_empty_loop 0: write}}
func.func @read_in_empty_loop(%a: memref<5xi32>, %v: i32) {
  affine.for %k = 3 to 3 {
    %x = affine.load %a[%k] : memref<5xi32>
  }
  affine.for %i = 0 to 5 {
    affine.store %v, %a[%i] : memref<5xi32>
  }
  return
}

// expected-remark@below {{perhaps_empty_loop 0: readwrite}}
func.func @perhaps_empty_loop(%a: memref<5xi32>, %v: i32, %n: index) {
  affine.for %k = 0 to %n {
    affine.for %i = 0 to 5 {
      affine.store %v, %a[%i] : memref<5xi32>
    }
  }
  return
}

// How often the loop runs is not known, but each time it writes before it reads.
// expected-remark@below {{perhaps_empty_reduction 0: write}}
func.func @perhaps_empty_reduction(%a: memref<5xi32>, %v: i32, %n: index) {
  affine.for %i = 0 to 5 {
    affine.store %v, %a[%i] : memref<5xi32>
    affine.for %k = 0 to %n {
      %x = affine.load %a[%i] : memref<5xi32>
      affine.store %x, %a[%i] : memref<5xi32>
    }
  }
  return
}

// expected-remark@below {{unknown_step 0: readwrite}}
func.func @unknown_step(%a: memref<5xi32>, %v: i32, %s: index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %s {
    memref.store %v, %a[%i] : memref<5xi32>
  }
  return
}

// expected-remark@below {{arithmetic 0: write}}
func.func @arithmetic(%a: memref<14xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  scf.for %io = %c0 to %c4 step %c1 {
    scf.for %ii = %c0 to %c4 step %c1 {
      %b = arith.muli %io, %c4 : index
      %i = arith.addi %b, %ii : index
      %inside = arith.cmpi ult, %i, %c14 : index
      scf.if %inside {
        memref.store %v, %a[%i] : memref<14xi32>
      }
    }
  }
  return
}

// Arithmetic of a fixed width may wrap around: here it does not.
// expected-remark@below {{fixed_width 0: write}}
func.func @fixed_width(%a: memref<14xi32>, %v: i32) {
  %c1 = arith.constant 1 : i8
  affine.for %i = 1 to 15 {
    %j = arith.index_cast %i : index to i8
    %k = arith.subi %j, %c1 : i8
    %l = arith.index_cast %k : i8 to index
    memref.store %v, %a[%l] : memref<14xi32>
  }
  return
}

// Here it would: 100 + 100 is -56, so element 200 is left out.
// expected-remark@below {{wraps_around 0: readwrite}}
func.func @wraps_around(%a: memref<201xi32>, %v: i32) {
  affine.for %i = 0 to 101 {
    %j = arith.index_cast %i : index to i8
    %k = arith.addi %j, %j : i8
    %l = arith.index_cast %k : i8 to index
    memref.store %v, %a[%l] : memref<201xi32>
  }
  affine.for %i = 0 to 100 {
    affine.store %v, %a[2 * %i + 1] : memref<201xi32>
  }
  return
}

// arith.divsi rounds towards zero: -1 and 1 both come to 0.
// expected-remark@below {{rounds_towards_zero 0: readwrite}}
func.func @rounds_towards_zero(%a: memref<3xi32>, %v: i32) {
  %c2 = arith.constant 2 : index
  affine.for %i = -1 to 4 {
    %j = arith.divsi %i, %c2 : index
    %k = affine.apply affine_map<(i) -> (i + 1)>(%j)
    memref.store %v, %a[%k] : memref<3xi32>
  }
  return
}

// expected-remark@below {{parallel 0: write}}
func.func @parallel(%a: memref<5x7xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c5, %c7) step (%c1, %c1) {
    memref.store %v, %a[%i, %j] : memref<5x7xi32>
    %x = memref.load %a[%i, %j] : memref<5x7xi32>
  }
  return
}

// expected-remark@below {{affine_parallel 0: write}}
func.func @affine_parallel(%a: memref<5x7xi32>, %v: i32) {
  affine.parallel (%i, %j) = (0, 0) to (5, 8) step (1, 2) {
    affine.store %v, %a[%i, %j] : memref<5x7xi32>
    affine.if affine_set<(j) : (5 - j >= 0)>(%j) {
      affine.store %v, %a[%i, %j + 1] : memref<5x7xi32>
    }
  }
  return
}

// expected-remark@below {{forall 0: write}}
func.func @forall(%a: memref<5x7xi32>, %v: i32) {
  scf.forall (%i, %j) in (5, 7) {
    memref.store %v, %a[%i, %j] : memref<5x7xi32>
  }
  return
}

// The variable is compared as if it had no sign: -1 is the largest.
// expected-remark@below {{unsigned_bounds 0: readwrite}}
func.func @unsigned_bounds(%a: memref<5xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for unsigned %i = %c0 to %c5 step %c1 {
    memref.store %v, %a[%i] : memref<5xi32>
  }
  return
}

// The lesser of 14 and a number that is not known.
// expected-remark@below {{partly_known_bound 0: readwrite}}
// expected-remark@below {{partly_known_bound 1: read}}
func.func @partly_known_bound(%a: memref<14xi32>, %sizes: memref<3xindex>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  affine.for %k = 0 to 3 {
    %n = affine.load %sizes[%k] : memref<3xindex>
    %end = arith.minsi %n, %c14 : index
    scf.for %i = %c0 to %end step %c1 {
      memref.store %v, %a[%i] : memref<14xi32>
    }
  }
  return
}

// Without a sign, -3 is more than 5: nothing is written.
// expected-remark@below {{unsigned_condition 0: readwrite}}
func.func @unsigned_condition(%a: memref<3xi32>, %v: i32) {
  %c5 = arith.constant 5 : index
  affine.for %i = -3 to 0 {
    %c = arith.cmpi ult, %i, %c5 : index
    scf.if %c {
      affine.store %v, %a[%i + 3] : memref<3xi32>
    }
  }
  return
}

// -1 divided by 2 is 0, which is not negative: nothing is written.
// expected-remark@below {{rounds_to_zero 0: readwrite}}
func.func @rounds_to_zero(%a: memref<1xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  affine.for %i = -1 to 0 {
    %j = arith.divsi %i, %c2 : index
    %c = arith.cmpi slt, %j, %c0 : index
    scf.if %c {
      affine.store %v, %a[%i + 1] : memref<1xi32>
    }
  }
  return
}

// Each iteration has a number of its own: what this one reads, the one before
// need not have written.
// expected-remark@below {{number_of_each_iteration 0: readwrite}}
// expected-remark@below {{number_of_each_iteration 1: read}}
func.func @number_of_each_iteration(%a: memref<14xi32>, %sizes: memref<3xindex>, %v: i32) {
  affine.for %k = 0 to 3 {
    %n = affine.load %sizes[%k] : memref<3xindex>
    affine.for %i = 0 to 14 {
      %c = arith.cmpi slt, %i, %n : index
      scf.if %c {
        affine.if affine_set<(k) : (k - 1 >= 0)>(%k) {
          %x = affine.load %a[%i] : memref<14xi32>
        }
        affine.store %v, %a[%i] : memref<14xi32>
      }
    }
  }
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}
