// On every path: branches, unknown conditions, blocks, loops of unknown length.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes)' --verify-diagnostics -o /dev/null

// expected-remark@below {{one_arm 0: readwrite}}
func.func @one_arm(%a: memref<14xi32>, %v: i32, %c: i1) {
  scf.if %c {
    affine.for %i = 0 to 14 {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  return
}

// expected-remark@below {{both_arms 0: write}}
func.func @both_arms(%a: memref<14xi32>, %v: i32, %c: i1) {
  scf.if %c {
    affine.for %i = 0 to 14 {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  } else {
    affine.for %io = 0 to 14 step 7 {
      affine.for %ii = 0 to 7 {
        affine.store %v, %a[%io + %ii] : memref<14xi32>
      }
    }
  }
  return
}

// expected-remark@below {{half_in_each_arm 0: readwrite}}
func.func @half_in_each_arm(%a: memref<14xi32>, %v: i32, %c: i1) {
  scf.if %c {
    affine.for %i = 0 to 7 {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  } else {
    affine.for %i = 7 to 14 {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  return
}

// The condition may differ in each iteration.
// expected-remark@below {{both_arms_in_a_loop 0: write}}
func.func @both_arms_in_a_loop(%a: memref<14xi32>, %v: i32, %conditions: vector<14xi1>) {
  affine.for %i = 0 to 14 {
    %c = vector.extract %conditions[%i] : i1 from vector<14xi1>
    scf.if %c {
      affine.store %v, %a[%i] : memref<14xi32>
    } else {
      affine.store %v, %a[%i] : memref<14xi32>
    }
    %x = affine.load %a[%i] : memref<14xi32>
  }
  return
}

// Each arm writes every element in *some* iteration, yet one element of two may
// be left out.
// expected-remark@below {{arms_in_different_iterations 0: readwrite}}
func.func @arms_in_different_iterations(%a: memref<14xi32>, %v: i32, %conditions: vector<14xi1>) {
  affine.for %i = 0 to 14 {
    %c = vector.extract %conditions[%i] : i1 from vector<14xi1>
    scf.if %c {
      affine.store %v, %a[%i] : memref<14xi32>
    } else {
      affine.store %v, %a[13 - %i] : memref<14xi32>
    }
  }
  return
}

// expected-remark@below {{reads_in_the_arm 0: write}}
func.func @reads_in_the_arm(%a: memref<14xi32>, %v: i32, %conditions: vector<14xi1>) {
  affine.for %i = 0 to 14 {
    %c = vector.extract %conditions[%i] : i1 from vector<14xi1>
    scf.if %c {
      affine.store %v, %a[%i] : memref<14xi32>
      %x = affine.load %a[%i] : memref<14xi32>
    }
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{reads_after_the_arm 0: readwrite}}
func.func @reads_after_the_arm(%a: memref<14xi32>, %v: i32, %conditions: vector<14xi1>) {
  affine.for %i = 0 to 14 {
    %c = vector.extract %conditions[%i] : i1 from vector<14xi1>
    scf.if %c {
      affine.store %v, %a[%i] : memref<14xi32>
    }
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{known_arms 0: write}}
func.func @known_arms(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i - 5 >= 0, 9 - i >= 0)>(%i) {
      affine.store %v, %a[%i] : memref<14xi32>
    } else {
      affine.store %v, %a[%i] : memref<14xi32>
    }
    %x = affine.load %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{known_arm 0: readwrite}}
func.func @known_arm(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i - 5 >= 0, 9 - i >= 0)>(%i) {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  return
}

// One of 14 is left out on purpose: an equality fails on both sides.
// expected-remark@below {{all_but_the_fifth 0: readwrite}}
func.func @all_but_the_fifth(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i - 5 == 0)>(%i) {
    } else {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  return
}

// expected-remark@below {{fifth_on_its_own 0: write}}
func.func @fifth_on_its_own(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i - 5 == 0)>(%i) {
    } else {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  affine.store %v, %a[5] : memref<14xi32>
  return
}

// An initialisation in the first iteration of the reduction.
// expected-remark@below {{first_iteration 0: write}}
func.func @first_iteration(%a: memref<14xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 14 {
    affine.for %k = 0 to 8 {
      %isFirst = arith.cmpi eq, %k, %c0 : index
      scf.if %isFirst {
        affine.store %v, %a[%i] : memref<14xi32>
      }
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %a[%i] : memref<14xi32>
    }
  }
  return
}

// expected-remark@below {{last_iteration 0: readwrite}}
func.func @last_iteration(%a: memref<14xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 14 {
    affine.for %k = 0 to 8 {
      %isLater = arith.cmpi ne, %k, %c0 : index
      scf.if %isLater {
        affine.store %v, %a[%i] : memref<14xi32>
      }
      %x = affine.load %a[%i] : memref<14xi32>
      affine.store %x, %a[%i] : memref<14xi32>
    }
  }
  return
}

// The condition does not say which iteration it is for any other value.
// expected-remark@below {{depends_on_argument 0: readwrite}}
func.func @depends_on_argument(%a: memref<14xi32>, %v: i32, %n: index) {
  affine.for %i = 0 to 14 {
    %c = arith.cmpi slt, %i, %n : index
    scf.if %c {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  return
}

// Whatever the argument is, one of both is executed.
// expected-remark@below {{splits_at_argument 0: write}}
func.func @splits_at_argument(%a: memref<14xi32>, %v: i32, %n: index) {
  affine.for %i = 0 to 14 {
    %c = arith.cmpi slt, %i, %n : index
    scf.if %c {
      affine.store %v, %a[%i] : memref<14xi32>
    }
    %d = arith.cmpi sge, %i, %n : index
    scf.if %d {
      affine.store %v, %a[%i] : memref<14xi32>
    }
  }
  return
}

// expected-remark@below {{while_loop 0: readwrite}}
func.func @while_loop(%a: memref<14xi32>, %v: i32, %c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    affine.for %i = 0 to 14 {
      affine.store %v, %a[%i] : memref<14xi32>
    }
    scf.yield
  }
  return
}

// Reads in there see what was written before.
// expected-remark@below {{reads_in_while_loop 0: write}}
func.func @reads_in_while_loop(%a: memref<14xi32>, %v: i32, %c: i1) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  scf.while : () -> () {
    %x = affine.load %a[3] : memref<14xi32>
    scf.condition(%c)
  } do {
    affine.store %v, %a[4] : memref<14xi32>
    scf.yield
  }
  return
}

// expected-remark@below {{region_once 0: write}}
func.func @region_once(%a: memref<14xi32>, %v: i32) {
  scf.execute_region {
    affine.for %i = 0 to 14 {
      affine.store %v, %a[%i] : memref<14xi32>
    }
    scf.yield
  }
  return
}

// expected-remark@below {{switch 0: readwrite}}
func.func @switch(%a: memref<i32>, %v: i32, %i: index) {
  scf.index_switch %i
  case 0 {
    memref.store %v, %a[] : memref<i32>
    scf.yield
  }
  default {
  }
  return
}

// expected-remark@below {{entry_block 0: write}}
func.func @entry_block(%a: memref<14xi32>, %v: i32, %c: i1) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %x = affine.load %a[3] : memref<14xi32>
  return
^bb2:
  return
}

// expected-remark@below {{inner_block 0: readwrite}}
func.func @inner_block(%a: memref<i32>, %v: i32, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %v, %a[] : memref<i32>
  cf.br ^bb2
^bb2:
  return
}

// expected-remark@below {{last_block 0: write}}
func.func @last_block(%a: memref<i32>, %v: i32, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  memref.store %v, %a[] : memref<i32>
  return
}

// The last block is listed before one that reads.
// expected-remark@below {{last_block_listed_first 0: readwrite}}
func.func @last_block_listed_first(%a: memref<i32>, %v: i32, %c: i1) {
  cf.cond_br %c, ^bb2, ^bb1
^bb1:
  memref.store %v, %a[] : memref<i32>
  return
^bb2:
  %x = memref.load %a[] : memref<i32>
  cf.br ^bb1
}

// One of two ends.
// expected-remark@below {{two_ends 0: readwrite}}
func.func @two_ends(%a: memref<i32>, %v: i32, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %v, %a[] : memref<i32>
  return
^bb2:
  return
}

// The other of two.
// expected-remark@below {{two_ends_in_other_order 0: readwrite}}
func.func @two_ends_in_other_order(%a: memref<i32>, %v: i32, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return
^bb2:
  memref.store %v, %a[] : memref<i32>
  return
}

// Around the loop the read comes first.
// expected-remark@below {{loop_of_blocks 0: readwrite}}
func.func @loop_of_blocks(%a: memref<i32>, %v: i32, %c: i1) {
  cf.br ^bb1
^bb1:
  %x = memref.load %a[] : memref<i32>
  memref.store %v, %a[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  return
}

// Within one block the order is known.
// expected-remark@below {{order_in_a_block 0: write}}
func.func @order_in_a_block(%a: memref<i32>, %v: i32, %c: i1) {
  cf.br ^bb1
^bb1:
  memref.store %v, %a[] : memref<i32>
  %x = memref.load %a[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  memref.store %v, %a[] : memref<i32>
  return
}
