// An element or a number that is beyond the bounds on the work: 2199023255555, which
// is 3 modulo 16, exceeds 2^40. What depends on it is not known, and every condition
// stays.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-overcompute > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-overcompute --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed]
//
// RUN: layout-check %s --entry=place,divisor --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=constant_there --arg=0:15 --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=value_there --arg=0:7 --arg=1:15 --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=needed --arg=0:7 --arg=1:8 --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=other_arm --arg=1:7 --pipeline="builtin.module(layout-overcompute)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// What is stored is not known to be what is there.
// CHECK-DAG: [Analysis] layout-overcompute/changes-data {{.*}}Remark="the condition stays: cannot determine whether the store changes an element that is needed: too many constraints"
func.func @place(%a: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      affine.store %x, %a[(%i * 2199023255555) mod 16] : memref<16xi32>
    }
  }
  return
}

// Nor whether a read is in bounds.
// CHECK-DAG: [Analysis] layout-overcompute/out-of-bounds {{.*}}Remark="the condition stays: cannot exclude {{reading|writing}} an element of %arg0 which is out of bounds: a coefficient is beyond 2^40"
func.func @bounds(%a: memref<16xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = affine.load %a[(%i * 2199023255555) mod 17] : memref<16xi32>
      %y = affine.load %b[0] : memref<1xi32>
      affine.store %y, %b[0] : memref<1xi32>
    }
  }
  return
}

// Nor whether a divisor is 0: it is where %i is.
// CHECK-DAG: [Missed] layout-overcompute/may-trap {{.*}}Remark="the condition stays: the divisor may be 0 in executions that the condition excludes; state by layout.assume before the branch that it is positive"
func.func @divisor(%a: memref<16xindex>) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %p = affine.apply affine_map<(i) -> ((i * 2199023255555) mod 16)>(%i)
      %d = arith.divui %i, %p : index
      %x = affine.load %a[%i] : memref<16xindex>
      affine.store %x, %a[%i] : memref<16xindex>
    }
  }
  return
}

// Nor whether a promise against wrapping around holds.
// CHECK-DAG: [Analysis] layout-overcompute/condition-unknown {{.*}}Remark="cannot determine whether the condition can fail: a coefficient is beyond 2^40"
// CHECK-DAG: [Missed] layout-overcompute/may-overflow {{.*}}Remark="the condition stays: this op has nsw, and may overflow in executions that the condition excludes; remove the flag"
func.func @wrap_flag(%a: memref<16xi32>) {
  %big = arith.constant 200000000 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %p = affine.apply affine_map<(i) -> ((i * 2199023255555) mod 16)>(%i)
      %p32 = arith.index_cast %p : index to i32
      %product = arith.muli %p32, %big overflow<nsw> : i32
      %number = arith.index_cast %product : i32 to index
      %c = arith.cmpi sgt, %number, %i : index
      scf.if %c {
        %x = affine.load %a[%i] : memref<16xi32>
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// Nor whether the constant is there already.
// CHECK-DAG: [Missed] layout-overcompute/changes-data {{.*}}Remark="the condition stays: the store may change an element that is needed: %alloc[14] may be read by 'memref.load' when 'affine.for' at {{[0-9:]+}} = 14;
func.func @constant_there(%n: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %c1, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 7 {
    affine.store %c0, %a[(%i * 2199023255555) mod 16] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
  }
  %r = memref.load %a[%n] : memref<16xi32>
  return %r : i32
}

// Nor whether anything was stored there.
// CHECK-DAG: [Missed] layout-overcompute/changes-data {{.*}}Remark="the condition stays: the store may change an element that is needed: %alloc[14] may be read by 'memref.load' when 'affine.for' at {{[0-9:]+}} = 14;
func.func @uninitialized(%n: index) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %a = memref.alloc() : memref<32xi32>
  affine.for %i = 0 to 16 {
    affine.store %c0, %a[(%i * 2199023255555) mod 32] : memref<32xi32>
  }
  affine.for %i = 0 to 32 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %c1, %a[%i] : memref<32xi32>
    }
  }
  %r = memref.load %a[%n] : memref<32xi32>
  return %r : i32
}

// Nor whether the value is there already.
// CHECK-DAG: [Missed] layout-overcompute/changes-data {{.*}}Remark="the condition stays: the store may change an element that is needed: %alloc[14] may be read by 'memref.load' when 'affine.for' at {{[0-9:]+}} = 14;
func.func @value_there(%x: i32, %n: index) -> i32 {
  %c1 = arith.constant 1 : i32
  %a = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %c1, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 7 {
    affine.store %x, %a[(%i * 2199023255555) mod 16] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  %r = memref.load %a[%n] : memref<16xi32>
  return %r : i32
}

// Nor whether what is stored is read.
// CHECK-DAG: [Analysis] layout-overcompute/changes-data {{.*}}Remark="the condition stays: cannot determine whether the store changes an element that is needed: too many constraints"
func.func @needed(%x: i32, %y: i32) -> i32 {
  %a = memref.alloc() : memref<16xi32>
  affine.for %i = 0 to 16 {
    affine.store %y, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  %s = affine.for %i = 0 to 16 iter_args(%s = %x) -> i32 {
    %r = affine.load %a[(%i * 2199023255555) mod 16] : memref<16xi32>
    %t = arith.addi %s, %r : i32
    affine.yield %t : i32
  }
  return %s : i32
}

// Nor whether both values of a select are one.
func.func @select(%a: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %p = affine.apply affine_map<(i) -> ((i * 2199023255555) mod 16)>(%i)
    %c = arith.cmpi slt, %i, %p : index
    %u = affine.load %a[%i] : memref<16xi32>
    %v = memref.load %a[%p] : memref<16xi32>
    %s = arith.select %c, %u, %v : i32
    affine.store %s, %a[%i] : memref<16xi32>
  }
  return
}

// Nor whether another iteration stores to the element.
// CHECK-DAG: [Missed] layout-overcompute/race {{.*}}Remark="the condition stays: without the condition, iterations of the parallel loop may race for an element of %arg0;
func.func @race(%a: memref<16xi32>) {
  affine.parallel (%i) = (0) to (16) {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = affine.load %a[(%i * 2199023255555) mod 16] : memref<16xi32>
      affine.store %x, %a[(%i * 2199023255555) mod 16] : memref<16xi32>
    }
  }
  return
}

// Nor whether the padding, of which nothing is stated, is read.
// CHECK-DAG: [Analysis] layout-overcompute/reads-none-padding {{.*}}Remark="the condition stays: cannot exclude reading an element of %arg0 which is padding of kind none (state pad<undef>, or what it holds): a coefficient is beyond 2^40"
func.func @padding_none(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}) {
  layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
        %x = affine.load %b[0] : memref<1xi32>
        %y = affine.load %a[((%i * 2199023255555) mod 16) floordiv 4, ((%i * 2199023255555) mod 16) mod 4] : memref<4x4xi32>
        affine.store %x, %b[0] : memref<1xi32>
      }
  }
  return
}

// Nor whether it is read where it is undefined.
// CHECK-DAG: [Missed] layout-overcompute/changes-data {{.*}}Remark="the condition stays: the store may change an element that is needed: %arg1[0] is needed at the return when 'affine.for' at {{[0-9:]+}} = 14;
func.func @padding_undef(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<1xf32> {llvm.noalias}) {
  layout.padding %a : memref<4x4xf32> of memref<14xf32, #U>
  affine.for %i = 0 to 16 {
      affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
        %x = affine.load %b[0] : memref<1xf32>
        %y = affine.load %a[((%i * 2199023255555) mod 16) floordiv 4, ((%i * 2199023255555) mod 16) mod 4] : memref<4x4xf32>
        %z = arith.mulf %y, %y : f32
        affine.store %z, %b[0] : memref<1xf32>
      }
  }
  return
}

// Nor whether the other arm stores to the same element.
// CHECK-DAG: [Missed] layout-overcompute/other-arm {{.*}}Remark="the condition stays: this store of the other arm would be lost without the condition; expects one of the same value to the same element in this arm"
func.func @other_arm(%a: memref<16xi32>, %x: i32) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %x, %a[(%i * 2199023255555) mod 16] : memref<16xi32>
    } else {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// Nor whether coordinates of an image are numbers of 32 bits.
// CHECK-DAG: [Analysis] layout-overcompute/out-of-bounds {{.*}}Remark="the condition stays: cannot exclude {{reading|writing}} an element of %arg0 which is out of bounds: a coefficient is beyond 2^40"
func.func @coordinates(%a: memref<4x5xi32, #layout.texture<read, outside = zero>>, %b: memref<4xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    %x = affine.if affine_set<(h) : (0 - h >= 0)>(%h) -> i32 {
      %v = affine.load %a[(%h * 2199023255555) mod 4294967296, 0] : memref<4x5xi32, #layout.texture<read, outside = zero>>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%h] : memref<4xi32>
  }
  return
}

// Nor whether a read through a view is inside of it.
// CHECK-DAG: [Analysis] layout-overcompute/out-of-bounds {{.*}}Remark="the condition stays: cannot exclude {{reading|writing}} an element of %subview which is out of bounds: a coefficient is beyond 2^40"
func.func @view(%a: memref<32xi32>, %b: memref<32xi32> {llvm.noalias}) {
  %w = memref.subview %a[0] [16] [1] : memref<32xi32> to memref<16xi32, strided<[1]>>
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %v = affine.load %w[(%i * 2199023255555) mod 17] : memref<16xi32, strided<[1]>>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}

// Nor whether there is padding, of which nothing is stated.
// CHECK-DAG: [Missed] layout-overcompute/reads-none-padding
func.func @dynamic_none(%a: memref<?x4xi32> {llvm.noalias}, %b: memref<1xi32> {llvm.noalias}, %n: index) {
  %c0 = arith.constant 0 : index
  layout.padding %a sizes(%n) : memref<?x4xi32> of memref<?xi32, #L>
  %rows = memref.dim %a, %c0 : memref<?x4xi32>
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j)[n] : (n - 4 * i - j - 1 >= 0)>(%i, %j)[%n] {
        %x = affine.load %b[0] : memref<1xi32>
        %y = affine.load %a[%i, %j] : memref<?x4xi32>
        affine.store %x, %b[0] : memref<1xi32>
      }
    }
  }
  return
}

// Nor whether both values of a select are defined where the other one is chosen.
func.func @poison_select(%a: memref<16xf32>, %d: memref<16xf32>, %b: memref<16xi32>) {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : index
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xf32>
    %y = affine.load %d[%i] : memref<16xf32>
    %k = arith.fptosi %x : f32 to i32
    %l = arith.fptosi %y : f32 to i32
    %z = arith.andi %k, %c0 : i32
    %w = arith.andi %l, %c0 : i32
    %lt = arith.cmpi slt, %i, %c5 : index
    %s = arith.select %lt, %z, %w : i32
    affine.store %s, %b[%i] : memref<16xi32>
  }
  return
}
