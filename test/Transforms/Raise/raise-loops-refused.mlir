// What stays, with the reason.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-raise-loops > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-raise-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed] --implicit-check-not=[Missed] --implicit-check-not=[Analysis]
//
// RUN: layout-check %s --entry=cut --dim=arg0.dim0:13 --arg=1:260 --arg=2:2.5 --pipeline="builtin.module(layout-raise-loops,canonicalize)"
// RUN: layout-check %s --entry=least,least_behind --arg=1:5 --arg=2:-9223372036854775808 --pipeline="builtin.module(layout-raise-loops)"

// CHECK: [Missed] layout-raise-loops/step {{.*}}Remark="'scf.for' stays: its step is no constant, and an affine loop has a positive constant; count by 1, and multiply in the loop"
func.func @step(%a: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}

// CHECK: [Missed] layout-raise-loops/step
// CHECK: [Missed] layout-raise-loops/bound {{.*}}Remark="'scf.for' stays: its upper bound depends on %{{.*}} of 'memref.load' at {{[0-9:]+}}, which is neither the variable of an affine loop nor computed outside of all loops; compute it before them"
func.func @loaded_bound(%a: memref<?xf32>, %ends: memref<?xindex>, %x: f32, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %s {
    %end = memref.load %ends[%i] : memref<?xindex>
    scf.for %j = %c0 to %end step %c1 {
      memref.store %x, %a[%j] : memref<?xf32>
    }
  }
  return
}

// Both bounds may be negative, and -1 is the largest number without sign.
// CHECK: [Missed] layout-raise-loops/unsigned {{.*}}Remark="'scf.for' stays: its bounds are compared without sign, and are not known to be at least 0; state by layout.assume that they are"
func.func @unsigned(%a: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}

// With 127 it would go on from -128.
// CHECK: [Missed] layout-raise-loops/wraps {{.*}}Remark="'scf.for' stays: its last step may go beyond the largest number of i8; limit its upper bound by layout.assume"
func.func @wraps(%a: memref<?xf32>, %n: i8, %x: f32) {
  %c0 = arith.constant 0 : i8
  %c2 = arith.constant 2 : i8
  scf.for %i = %c0 to %n step %c2 : i8 {
    %at = arith.index_cast %i : i8 to index
    memref.store %x, %a[%at] : memref<?xf32>
  }
  return
}

// CHECK: [Missed] layout-raise-loops/reduction {{.*}}Remark="'scf.parallel' stays: it has results, which may be added up in any order; write it as scf.for with iter_args"
func.func @reduction(%a: memref<8xf32>, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum = scf.parallel (%i) = (%c0) to (%c8) step (%c1) init (%x) -> f32 {
    %0 = memref.load %a[%i] : memref<8xf32>
    scf.reduce(%0 : f32) {
    ^bb0(%s: f32, %t: f32):
      %1 = arith.addf %s, %t : f32
      scf.reduce.return %1 : f32
    }
  }
  return %sum : f32
}

// CHECK: [Missed] layout-raise-loops/attributes {{.*}}Remark="'scf.parallel' stays: it has attributes, which may not hold for other loops; remove them"
func.func @attributes(%a: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %a[%i] : memref<8xf32>
    scf.reduce
  } {some.mapping}
  return
}

// Carried from one iteration to the next.
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on %{{.*}}, which is neither
func.func @carried(%a: memref<?xf32>, %x: f32) {
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 8 iter_args(%p = %zero) -> (index) {
    memref.store %x, %a[%p] : memref<?xf32>
    %next = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %i)
    affine.yield %next : index
  }
  return
}

// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on %{{.*}} of 'arith.muli' at {{[0-9:]+}}, which is neither
func.func @product(%a: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 8 {
    %at = arith.muli %i, %n : index
    memref.store %x, %a[%at] : memref<?xf32>
  }
  return
}

// In i8, 100 + 100 is -56, and i8 is not index.
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on %{{.*}} of 'arith.addi' at {{[0-9:]+}}, which is neither
func.func @wrapping_sum(%a: memref<512xf32>, %n: index, %x: f32) {
  %c100 = arith.constant 100 : i8
  %c128 = arith.constant 128 : index
  affine.for %i = 0 to 127 {
    %narrow = arith.index_cast %i : index to i8
    %sum = arith.addi %narrow, %c100 : i8
    %signed = arith.index_cast %sum : i8 to index
    %at = arith.addi %signed, %c128 : index
    memref.store %x, %a[%at] : memref<512xf32>
  }
  return
}

// CHECK: [Missed] layout-raise-loops/hint {{.*}}Remark="'memref.store' stays: it states an alignment or is nontemporal, which an affine access cannot; remove the attribute"
func.func @nontemporal(%a: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    memref.store %x, %a[%i] {nontemporal = true} : memref<8xf32>
  }
  return
}

// CHECK: [Missed] layout-raise-loops/condition {{.*}}Remark="'scf.if' stays: its condition depends on %{{.*}}, which is neither
// CHECK: [Missed] layout-raise-loops/condition {{.*}}Remark="'scf.if' stays: its condition is no conjunction of comparisons of affine expressions; nest several scf.if, or use arith.select"
func.func @conditions(%a: memref<8xf32>, %c: i1, %x: f32) {
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 8 {
    scf.if %c {
      affine.store %x, %a[%i] : memref<8xf32>
    }
    %other = arith.cmpi ne, %i, %c3 : index
    scf.if %other {
      affine.store %x, %a[%i] : memref<8xf32>
    }
  }
  return
}

// A buffer of each iteration has an extent of each.
// CHECK: [Missed] layout-raise-loops/bound {{.*}}Remark="'scf.for' stays: its upper bound depends on dim(%{{.*}}, 0) of a buffer that a loop or branch makes"
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on 'scf.for' at
func.func @extent(%c: i1, %x: f32, %n: index, %one: memref<?xf32>, %other: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 4 {
    %a = scf.if %c -> memref<?xf32> {
      scf.yield %one : memref<?xf32>
    } else {
      scf.yield %other : memref<?xf32>
    }
    %end = memref.dim %a, %c0 : memref<?xf32>
    scf.for %j = %c0 to %end step %c1 {
      memref.store %x, %a[%j] : memref<?xf32>
    }
  }
  return
}

// No loop around it.
func.func @straight(%a: memref<8xf32>, %n: index) -> f32 {
  %x = memref.load %a[%n] : memref<8xf32>
  return %x : f32
}

// MLIR 22 folds the cast back to index that an affine bound would need: to %n.
// CHECK: [Missed] layout-raise-loops/bound {{.*}}Remark="'scf.for' stays: its upper bound depends on %{{.*}} of 'arith.index_cast' at {{[0-9:]+}}, which may lose bits of an index"
func.func @cut(%a: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %end = arith.index_cast %n : index to i8
  scf.for %i = %c0 to %end step %c1 : i8 {
    %at = arith.index_cast %i : i8 to index
    memref.store %x, %a[%at] : memref<?xf32>
  }
  return
}

// Nearly what lower-affine makes of `mod 4` and `floordiv 4`.
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on %{{.*}} of 'arith.select' at {{[0-9:]+}}, which is neither
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on %{{.*}} of 'arith.select' at {{[0-9:]+}}, which is neither
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on %{{.*}} of 'arith.select' at {{[0-9:]+}}, which is neither
func.func @no_divisions(%a: memref<16xf32>, %x: f32) {
  %c-2 = arith.constant -2 : index
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  affine.for %i = -4 to 4 {
    %rest = arith.remsi %i, %c4 : index
    %below = arith.cmpi slt, %rest, %c0 : index
    %wrapped = arith.addi %rest, %c3 : index
    %mod = arith.select %below, %wrapped, %rest : index
    memref.store %x, %a[%mod] : memref<16xf32>
    %negative = arith.cmpi slt, %i, %c0 : index
    %mirrored = arith.subi %c-1, %i : index
    %dividend = arith.select %negative, %mirrored, %i : index
    %quotient = arith.divsi %dividend, %c4 : index
    %back = arith.subi %c-2, %quotient : index
    %floor = arith.select %negative, %back, %quotient : index
    %row = arith.addi %floor, %c2 : index
    memref.store %x, %a[%row] : memref<16xf32>
    %least = arith.cmpi sle, %i, %c0 : index
    %minus = arith.subi %c0, %i : index
    %less = arith.subi %i, %c2 : index
    %dividend1 = arith.select %least, %minus, %less : index
    %quotient1 = arith.divsi %dividend1, %c4 : index
    %back1 = arith.subi %c0, %quotient1 : index
    %more = arith.addi %quotient1, %c3 : index
    %ceil = arith.select %least, %back1, %more : index
    %column = arith.addi %ceil, %c2 : index
    memref.store %x, %a[%column] : memref<16xf32>
  }
  return
}

// No clamp of one of them leaves what their difference says.
// CHECK: [Missed] layout-raise-loops/condition {{.*}}Remark="'scf.if' stays: the difference of two numbers in its condition might not fit 64 bits; bound them by layout.assume"
func.func @far_numbers(%a: memref<8xf32>, %low: index, %n: index, %x: f32) {
  affine.for %i = 0 to 8 {
    %in = arith.cmpi slt, %low, %n : index
    scf.if %in {
      affine.store %x, %a[%i] : memref<8xf32>
    }
  }
  return
}

// (%i mod 7 + 4) mod 7 would become (%i + 4) mod 7, which leaves 64 bits.
// CHECK: [Missed] layout-raise-loops/far {{.*}}Remark="'scf.for' stays: a bound is beyond 2^47, where sums with its variable may not fit 64 bits; count from 0"
func.func @far(%a: memref<7xi32>, %x: i32) {
  %low = arith.constant 9223372036854775800 : index
  %high = arith.constant 9223372036854775807 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %seven = arith.constant 7 : index
  scf.for %i = %low to %high step %one {
    %0 = arith.remsi %i, %seven : index
    %1 = arith.addi %0, %four : index
    %2 = arith.remsi %1, %seven : index
    memref.store %x, %a[%2] : memref<7xi32>
  }
  return
}

// What 'ceildiv' is lowered to computes 0 - %n.
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on a quotient, rounded up, of a number that may be -2^63, for which 'ceildiv' overflows; bound the number below, as by 'arith.maxsi'"
// CHECK: [Missed] layout-raise-loops/bound {{.*}}Remark="'scf.for' stays: its upper bound depends on a quotient, rounded up, of a number that may be -2^63
func.func @least(%a: memref<7x8xi32>, %x: i32, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %seven = arith.constant 7 : index
  %0 = arith.ceildivsi %n, %three : index
  %1 = arith.remsi %0, %seven : index
  %negative = arith.cmpi slt, %1, %zero : index
  %2 = arith.addi %1, %seven : index
  %3 = arith.select %negative, %2, %1 : index
  affine.for %i = 0 to 8 {
    memref.store %x, %a[%3, %i] : memref<7x8xi32>
  }
  scf.for %i = %zero to %0 step %one {
    memref.store %x, %a[%zero, %zero] : memref<7x8xi32>
  }
  return
}

// CHECK: [Missed] layout-raise-loops/subscript {{.*}}a quotient, rounded up, of a number that may be -2^63
// CHECK: [Missed] layout-raise-loops/bound {{.*}}a quotient, rounded up, of a number that may be -2^63
func.func @least_behind(%a: memref<7x8xi32>, %x: i32, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %0 = arith.ceildivsi %n, %three : index
  %1 = affine.apply affine_map<()[s] -> (s mod 7)>()[%0]
  affine.for %i = 0 to 8 {
    memref.store %x, %a[%1, %i] : memref<7x8xi32>
  }
  %2 = affine.min affine_map<()[s] -> (s, 8)>()[%0]
  scf.for %i = %zero to %2 step %one {
    memref.store %x, %a[%zero, %i] : memref<7x8xi32>
  }
  return
}

// The number of an iteration of a linalg.generic stays in its body, and is no
// symbol of an affine op: the variable of the loop that it becomes is none.
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}a subscript depends on %0 of 'linalg.index'
func.func @index_of_body(%a: memref<7x8xi32>, %b: memref<4x8xi32>) {
  affine.for %i = 0 to 2 {
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        outs(%b : memref<4x8xi32>) {
    ^bb0(%o: i32):
      %0 = linalg.index 0 : index
      %1 = arith.addi %0, %i : index
      %2 = memref.load %a[%1, %i] : memref<7x8xi32>
      linalg.yield %2 : i32
    }
  }
  return
}
