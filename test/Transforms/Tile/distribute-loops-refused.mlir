// Loops that stay, with the reason.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-distribute-loops > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-distribute-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed] --implicit-check-not=[Missed] --implicit-check-not=[Analysis]
//
// Executed before and after.
// DEFINE: %{run} = --pipeline="builtin.module(layout-distribute-loops)"
// RUN: layout-check %s %{run} --entry=backward
// RUN: layout-check %s %{run} --entry=backward_within_a_branch
// RUN: layout-check %s %{run} --entry=straight
// RUN: layout-check %s %{run} --entry=aliases
// RUN: layout-check %s %{run} --entry=scalar
// RUN: layout-check %s %{run} --entry=cholesky
// RUN: layout-check %s %{run} --entry=lu
// RUN: layout-check %s %{run} --entry=symm --arg=3:1.5 --arg=4:0.5
// RUN: layout-check %s %{run} --entry=load_is_late
// RUN: layout-check %s %{run} --entry=load_is_early
// RUN: layout-check %s %{run} --entry=overwritten
// RUN: layout-check %s %{run} --entry=overwritten_at_last
// RUN: layout-check %s %{run} --entry=carried_value
// RUN: layout-check %s %{run} --entry=carries
// RUN: layout-check %s %{run} --entry=undefined
// RUN: layout-check %s %{run} --entry=marks --arg=2:7
// RUN: layout-check %s %{run} --entry=promise --arg=2:7
// RUN: layout-check %s %{run} --entry=calls --arg=2:7
// RUN: layout-check %s %{run} --entry=endless --arg=2:7
// RUN: layout-check %s %{run} --entry=bound --arg=0:5
// RUN: layout-check %s %{run} --entry=not_perfect --arg=2:7

// The first part reads what an earlier iteration of the second wrote.
// CHECK: [Missed] layout-distribute-loops/dependence {{.*}}"kept in one loop with what precedes it: iteration {{.*}} reads %{{.*}} that iteration {{.*}} wrote"
func.func @backward(%a: memref<9x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%i, %j] : memref<9x4xi32>
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i, %j] : memref<8x4xi32>
      affine.store %x, %a[%i + 1, %j] : memref<9x4xi32>
    }
  }
  return
}

// In one iteration only: row 3 to row 6.
// CHECK: [Missed] layout-distribute-loops/dependence {{.*}} = 6{{.*}} reads %{{.*}}[6, 0] that iteration {{.*}} = 3{{.*}} wrote"
func.func @backward_within_a_branch(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%i, %j] : memref<8x4xi32>
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
    affine.if affine_set<(i) : (i - 3 == 0)>(%i) {
      affine.for %j = 0 to 1 {
        %x = affine.load %b[%i, %j] : memref<8x4xi32>
        affine.store %x, %a[%i + 3, %j] : memref<8x4xi32>
      }
    }
  }
  return
}

// There is no loop inside: nothing to be said.
func.func @straight(%a: memref<9xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<9xi32>
    affine.store %x, %b[%i] : memref<8xi32>
    %y = affine.load %b[%i] : memref<8xi32>
    affine.store %y, %a[%i + 1] : memref<9xi32>
  }
  return
}

// CHECK: [Analysis] layout-distribute-loops/not-decided {{.*}}"kept in one loop with what precedes it: %{{.*}} and %{{.*}} may be the same memory; state llvm.noalias if they are not"
func.func @aliases(%a: memref<8x4xi32>, %b: memref<32xi32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[%i * 4 + %j] : memref<32xi32>
      %y = arith.addi %x, %x : i32
      affine.store %y, %b[%i * 4 + %j] : memref<32xi32>
    }
    affine.for %j = 0 to 4 {
      %x = arith.index_cast %j : index to i32
      affine.store %x, %a[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// A number in memory that each iteration uses again.
// CHECK: [Missed] layout-distribute-loops/dependence {{.*}}writes %{{.*}}[] that iteration {{.*}} read"
func.func @scalar(%a: memref<8x4xi32> {llvm.noalias}, %t: memref<i32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    affine.store %c0, %t[] : memref<i32>
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%i, %j] : memref<8x4xi32>
      %o = affine.load %t[] : memref<i32>
      %s = arith.addi %x, %o : i32
      affine.store %s, %t[] : memref<i32>
    }
  }
  return
}

// CHECK: [Missed] layout-distribute-loops/dependence
// CHECK: [Missed] layout-distribute-loops/dependence
// CHECK: [Missed] layout-distribute-loops/dependence
func.func @cholesky(%a: memref<6x6xf64>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %x = affine.load %a[%i, %k] : memref<6x6xf64>
        %y = affine.load %a[%j, %k] : memref<6x6xf64>
        %p = arith.mulf %x, %y : f64
        %o = affine.load %a[%i, %j] : memref<6x6xf64>
        %s = arith.subf %o, %p : f64
        affine.store %s, %a[%i, %j] : memref<6x6xf64>
      }
      %d = affine.load %a[%j, %j] : memref<6x6xf64>
      %o = affine.load %a[%i, %j] : memref<6x6xf64>
      %q = arith.divf %o, %d : f64
      affine.store %q, %a[%i, %j] : memref<6x6xf64>
    }
    affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
      %x = affine.load %a[%i, %k] : memref<6x6xf64>
      %p = arith.mulf %x, %x : f64
      %o = affine.load %a[%i, %i] : memref<6x6xf64>
      %s = arith.subf %o, %p : f64
      affine.store %s, %a[%i, %i] : memref<6x6xf64>
    }
    %o = affine.load %a[%i, %i] : memref<6x6xf64>
    %r = math.sqrt %o : f64
    affine.store %r, %a[%i, %i] : memref<6x6xf64>
  }
  return
}

// CHECK: [Missed] layout-distribute-loops/dependence
// CHECK: [Missed] layout-distribute-loops/dependence
func.func @lu(%a: memref<6x6xf64>) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      affine.for %k = 0 to affine_map<(j) -> (j)>(%j) {
        %x = affine.load %a[%i, %k] : memref<6x6xf64>
        %y = affine.load %a[%k, %j] : memref<6x6xf64>
        %p = arith.mulf %x, %y : f64
        %o = affine.load %a[%i, %j] : memref<6x6xf64>
        %s = arith.subf %o, %p : f64
        affine.store %s, %a[%i, %j] : memref<6x6xf64>
      }
      %d = affine.load %a[%j, %j] : memref<6x6xf64>
      %o = affine.load %a[%i, %j] : memref<6x6xf64>
      %q = arith.divf %o, %d : f64
      affine.store %q, %a[%i, %j] : memref<6x6xf64>
    }
    affine.for %j = affine_map<(i) -> (i)>(%i) to 6 {
      affine.for %k = 0 to affine_map<(i) -> (i)>(%i) {
        %x = affine.load %a[%i, %k] : memref<6x6xf64>
        %y = affine.load %a[%k, %j] : memref<6x6xf64>
        %p = arith.mulf %x, %y : f64
        %o = affine.load %a[%i, %j] : memref<6x6xf64>
        %s = arith.subf %o, %p : f64
        affine.store %s, %a[%i, %j] : memref<6x6xf64>
      }
    }
  }
  return
}

// The sum that the inner loop carries is used behind it.
// CHECK: [Missed] layout-distribute-loops/value {{.*}}"kept in one loop with what precedes it: it uses a value of 'affine.for'; store the value to memory instead"
func.func @symm(%a: memref<5x5xf64> {llvm.noalias}, %b: memref<5x6xf64> {llvm.noalias}, %c: memref<5x6xf64> {llvm.noalias}, %alpha: f64, %beta: f64) {
  %c0 = arith.constant 0.0 : f64
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 6 {
      %bij = affine.load %b[%i, %j] : memref<5x6xf64>
      %t = affine.for %k = 0 to affine_map<(i) -> (i)>(%i) iter_args(%s = %c0) -> f64 {
        %x = affine.load %a[%i, %k] : memref<5x5xf64>
        %y = arith.mulf %alpha, %bij : f64
        %z = arith.mulf %y, %x : f64
        %o = affine.load %c[%k, %j] : memref<5x6xf64>
        %n = arith.addf %o, %z : f64
        affine.store %n, %c[%k, %j] : memref<5x6xf64>
        %u = affine.load %b[%k, %j] : memref<5x6xf64>
        %v = arith.mulf %u, %x : f64
        %w = arith.addf %s, %v : f64
        affine.yield %w : f64
      }
      %o = affine.load %c[%i, %j] : memref<5x6xf64>
      %p = arith.mulf %beta, %o : f64
      %q = arith.mulf %alpha, %t : f64
      %s = arith.addf %p, %q : f64
      affine.store %s, %c[%i, %j] : memref<5x6xf64>
    }
  }
  return
}

// The load that the last part needs would come behind the store in the first, and in
// another order the first would read what the last one wrote.
// CHECK: [Missed] layout-distribute-loops/dependence {{.*}}writes %{{.*}}[{{[0-9]}}] that {{.*}} read"
func.func @load_is_late(%a: memref<8xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<8xi32>
    affine.for %j = 0 to 4 {
      %y = affine.load %b[%i, %j] : memref<8x4xi32>
      affine.store %y, %a[%i] : memref<8xi32>
    }
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// The load that the first part needs would come in front of the store that the
// second made one iteration earlier, and that one reads what the first wrote.
// CHECK: [Missed] layout-distribute-loops/dependence {{.*}}reads %{{.*}}[{{[0-9]}}] that {{.*}} wrote"
func.func @load_is_early(%a: memref<9xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i] : memref<9xi32>
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      %y = affine.load %b[%i, %j] : memref<8x4xi32>
      affine.store %y, %a[%i + 1] : memref<9xi32>
    }
  }
  return
}

// Only the first iteration of the inner loop sees what was loaded.
// CHECK: [Missed] layout-distribute-loops/dependence {{.*}}"not moved into the loops after it: iteration 'affine.for' at {{[0-9:]+}} = 2 writes %{{.*}}[{{[0-9]}}, 2] that 'affine.load' read"
func.func @overwritten(%a: memref<8x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %x = affine.load %a[%i, 2] : memref<8x4xi32>
    affine.for %j = 0 to 4 {
      %y = affine.load %a[%i, %j] : memref<8x4xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %a[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// CHECK: [Missed] layout-distribute-loops/dependence {{.*}}"not moved into the loops after it: {{.*}}writes %{{.*}}[{{[0-9]}}] that 'affine.load' read"
func.func @overwritten_at_last(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %x = affine.load %b[%i] : memref<8xi32>
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 2 {
        affine.store %x, %a[%i, %j] : memref<8x4xi32>
        %y = arith.addi %x, %x : i32
        affine.store %y, %b[%i] : memref<8xi32>
      }
    }
  }
  return
}

// CHECK: [Missed] layout-distribute-loops/value {{.*}}'affine.for'; store the value to memory instead"
func.func @carried_value(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %t = affine.for %j = 0 to 4 iter_args(%s = %c0) -> i32 {
      %x = affine.load %a[%i, %j] : memref<8x4xi32>
      %y = arith.addi %s, %x : i32
      affine.yield %y : i32
    }
    affine.for %j = 0 to 4 {
      affine.store %t, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// CHECK: [Missed] layout-distribute-loops/carries-values {{.*}}"not distributed: the loop carries values; store them to memory instead"
func.func @carries(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = affine.for %i = 0 to 8 iter_args(%s = %c0) -> i32 {
    affine.for %j = 0 to 4 {
      affine.store %s, %a[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      affine.store %s, %b[%i, %j] : memref<8x4xi32>
    }
    %y = arith.addi %s, %c1 : i32
    affine.yield %y : i32
  }
  return %t : i32
}

// Both parts leave the same number, whichever it is.
// CHECK: [Missed] layout-distribute-loops/value {{.*}}'layout.undef'; store the value to memory instead"
// CHECK: [Missed] layout-distribute-loops/value {{.*}}'layout.undef'; store the value to memory instead"
func.func @undefined(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    %u = layout.undef : i32
    affine.for %j = 0 to 4 {
      affine.store %u, %a[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      affine.store %u, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// Marks of loops and of accesses.
// CHECK: [Missed] layout-distribute-loops/attributes {{.*}}"not distributed: the loop has attributes, which may not hold for several loops; remove them, or run the pass that reads them first"
// CHECK: [Missed] layout-distribute-loops/attributes {{.*}}"values computed before the loop stay there: the loop has attributes; remove them, or run the pass that reads them first"
func.func @marks(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<8x4xi32>
    }
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
  } {layout.sequential}
  affine.for %i = 0 to 8 {
    %y = arith.index_cast %i : index to i32
    affine.for %j = 0 to 4 {
      affine.store %y, %a[%i, %j] : memref<8x4xi32>
    } {some.mark}
  }
  return
}

// CHECK: [Missed] layout-distribute-loops/promise {{.*}}"not distributed: 'layout.assume' applies to everything after it in the loop; move it before the loop"
func.func @promise(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  %c8 = arith.constant 8 : index
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<8x4xi32>
    }
    %less = arith.cmpi slt, %i, %c8 : index
    layout.assume %less : i1
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

func.func private @callee(%b: memref<8x4xi32>, %i: index, %x: i32) {
  memref.store %x, %b[%i, %i] : memref<8x4xi32>
  return
}

// CHECK: [Analysis] layout-distribute-loops/not-decided {{.*}}'func.call' may access any memory"
// CHECK: [Analysis] layout-distribute-loops/not-decided {{.*}}'func.call' may access any memory"
func.func @calls(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<8x4xi32>
    }
    func.call @callee(%b, %i, %x) : (memref<8x4xi32>, index, i32) -> ()
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// CHECK: [Missed] layout-distribute-loops/may-not-terminate {{.*}}"not distributed: 'scf.while' may not terminate; move it out of the loop"
func.func @endless(%a: memref<8xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 8 {
    %n = scf.while (%k = %i) : (index) -> index {
      %less = arith.cmpi slt, %k, %c3 : index
      scf.condition(%less) %k : index
    } do {
    ^bb0(%k: index):
      %next = arith.addi %k, %c1 : index
      scf.yield %next : index
    }
    %y = arith.index_cast %n : index to i32
    affine.store %y, %a[%i] : memref<8xi32>
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// CHECK: [Missed] layout-distribute-loops/bound {{.*}}"values computed before the loop stay there: a bound uses them; compute the bounds outside of the outer loop"
func.func @bound(%n: index, %a: memref<8x13xi32>) {
  affine.for %i = 0 to 8 {
    %m = affine.apply affine_map<(i)[n] -> (i + n)>(%i)[%n]
    %y = arith.index_cast %m : index to i32
    affine.for %j = 0 to affine_map<(m) -> (m)>(%m) {
      affine.store %y, %a[%i, %j] : memref<8x13xi32>
    }
  }
  return
}

// Nothing is moved into a loop with parts that stay together.
// CHECK: [Missed] layout-distribute-loops/dependence
func.func @not_perfect(%a: memref<8x9x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 8 {
    %y = arith.index_cast %i : index to i32
    affine.for %k = 0 to 8 {
      affine.for %j = 0 to 4 {
        %u = affine.load %a[%i, %k, %j] : memref<8x9x4xi32>
        affine.store %u, %b[%i, %j] : memref<8x4xi32>
      }
      affine.for %j = 0 to 4 {
        %u = affine.load %b[%i, %j] : memref<8x4xi32>
        %v = arith.addi %u, %y : i32
        affine.store %v, %a[%i, %k + 1, %j] : memref<8x9x4xi32>
      }
    }
  }
  return
}
