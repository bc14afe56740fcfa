// An operation of no registered dialect does nothing but run, once, each of its
// regions: one of the things that it may mean. What it names stays.
// RUN: layout-check %s --entry=once --allow-unregistered-dialect --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=constant --allow-unregistered-dialect --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: not layout-check %s --entry=never --allow-unregistered-dialect --pipeline="builtin.module()" 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: what is assumed here does not hold
// RUN: not layout-check %s --entry=result --allow-unregistered-dialect --pipeline="builtin.module()" 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: 'foreign.number' op cannot be executed: it is of no registered dialect, and something depends on it
// RUN: not layout-check %s --entry=end --allow-unregistered-dialect --pipeline="builtin.module()" 2>&1 | FileCheck %s --check-prefix=END
// END: 'llvm.unreachable' op cannot be executed: it ends a region of an operation of no registered dialect
// RUN: not layout-check %s --entry=once --pipeline="builtin.module()" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: operation being parsed with an unregistered dialect

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
memref.global "private" @g : memref<6xi32> = dense<2>
// The tensor is a global once it is a buffer, which the region does not hide.
func.func @constant(%a: memref<6xi32> {layout.transform = #tile}) {
  "foreign.region"() ({
    %c0 = arith.constant 0 : index
    %t = arith.constant dense<[5, 7]> : tensor<2xi32>
    %x = tensor.extract %t[%c0] : tensor<2xi32>
    memref.store %x, %a[%c0] : memref<6xi32>
  }) : () -> ()
  return
}

func.func @once(%a: memref<6xi32> {layout.transform = #tile}) {
  %g = memref.get_global @g : memref<6xi32>
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  affine.for %i = 0 to 6 {
    %x = affine.load %g[%i] : memref<6xi32>
    affine.store %x, %a[%i] : memref<6xi32>
  }
  "foreign.region"() ({
    affine.for %i = 0 to 6 {
      %x = affine.load %a[%i] : memref<6xi32>
      %y = arith.addi %x, %one : i32
      affine.store %y, %a[%i] : memref<6xi32>
    }
    "foreign.end"() : () -> ()
  }, {
    affine.for %i = 0 to 6 {
      %x = affine.load %a[%i] : memref<6xi32>
      %y = arith.addi %x, %x : i32
      "foreign.inner"() ({
        %z = arith.addi %y, %one : i32
        affine.store %z, %a[%i] : memref<6xi32>
      }) : () -> ()
    }
  }, {}) : () -> ()
  affine.for %i = 0 to 6 {
    %x = affine.load %a[%i] : memref<6xi32>
    %is = arith.cmpi eq, %x, %seven : i32
    layout.assume %is : i1
  }
  return
}

func.func @never() {
  %false = arith.constant false
  "foreign.region"() ({
    layout.assume %false : i1
  }) : () -> ()
  return
}

func.func @result(%a: memref<6xindex>) {
  %i = "foreign.number"() : () -> index
  affine.store %i, %a[0] : memref<6xindex>
  return
}

func.func @end() {
  "foreign.region"() ({
    llvm.unreachable
  }) : () -> ()
  return
}
