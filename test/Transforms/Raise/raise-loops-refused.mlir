// What stays, with the reason.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-raise-loops > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-raise-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed] --implicit-check-not=[Missed] --implicit-check-not=[Analysis]

// CHECK: [Missed] layout-raise-loops/step {{.*}}Remark="'scf.for' stays: its step is no constant, and an affine loop has a positive constant"
func.func @step(%a: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %n {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}

// CHECK: [Missed] layout-raise-loops/step
// CHECK: [Missed] layout-raise-loops/bound {{.*}}Remark="'scf.for' stays: its upper bound depends on %{{.*}} of 'memref.load', which is neither the variable of an affine loop nor computed outside of all loops"
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
// CHECK: [Missed] layout-raise-loops/unsigned {{.*}}Remark="'scf.for' stays: its bounds are compared without sign, and are not known to be at least 0"
func.func @unsigned(%a: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}

// With 127 it would go on from -128.
// CHECK: [Missed] layout-raise-loops/wraps {{.*}}Remark="'scf.for' stays: its last step may go beyond the largest number of i8"
func.func @wraps(%a: memref<?xf32>, %n: i8, %x: f32) {
  %c0 = arith.constant 0 : i8
  %c2 = arith.constant 2 : i8
  scf.for %i = %c0 to %n step %c2 : i8 {
    %at = arith.index_cast %i : i8 to index
    memref.store %x, %a[%at] : memref<?xf32>
  }
  return
}

// CHECK: [Missed] layout-raise-loops/reduction {{.*}}Remark="'scf.parallel' stays: it has results, which may be added up in any order"
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

// CHECK: [Missed] layout-raise-loops/attributes {{.*}}Remark="'scf.parallel' stays: it has attributes, which may not hold for other loops"
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

// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on %{{.*}} of 'arith.muli', which is neither
func.func @product(%a: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 8 {
    %at = arith.muli %i, %n : index
    memref.store %x, %a[%at] : memref<?xf32>
  }
  return
}

// In i8, 100 + 100 is -56, and i8 is not index.
// CHECK: [Missed] layout-raise-loops/subscript {{.*}}Remark="'memref.store' stays: a subscript depends on %{{.*}} of 'arith.addi', which is neither
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

// CHECK: [Missed] layout-raise-loops/hint {{.*}}Remark="'memref.store' stays: it states an alignment or is nontemporal, which an affine access cannot"
func.func @nontemporal(%a: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    memref.store %x, %a[%i] {nontemporal = true} : memref<8xf32>
  }
  return
}

// CHECK: [Missed] layout-raise-loops/condition {{.*}}Remark="'scf.if' stays: its condition depends on %{{.*}}, which is neither
// CHECK: [Missed] layout-raise-loops/condition {{.*}}Remark="'scf.if' stays: its condition is no conjunction of comparisons of affine expressions"
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
