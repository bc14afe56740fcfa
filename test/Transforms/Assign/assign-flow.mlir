// A request reaches every name that control flow gives the buffer, and every
// buffer that shares one.
// RUN: layout-opt %s -layout-assign | FileCheck %s

// CHECK: #[[L:.*]] = #layout.buffer<
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
!m = memref<14xi32>

// CHECK-LABEL: func.func private @carried(
// CHECK-SAME:    %{{.*}}: memref<14xi32, #[[L]]>
// CHECK:         memref.alloc() : memref<14xi32, #[[L]]>
// CHECK:         scf.for {{.*}} -> (memref<14xi32, #[[L]]>, memref<14xi32, #[[L]]>)
// CHECK:           scf.yield %{{.*}}, %{{.*}} : memref<14xi32, #[[L]]>, memref<14xi32, #[[L]]>
func.func private @carried(%b: !m, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() {layout.transform = #L} : !m
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!m, !m) {
    scf.yield %y, %x : !m, !m
  }
  return
}

// Backwards: the request is for what is made of two.
// CHECK-LABEL: func.func private @chosen(
// CHECK-SAME:    %{{.*}}: memref<14xi32, #[[L]]>, %{{.*}}: memref<14xi32, #[[L]]>
// CHECK:         scf.if {{.*}} -> (memref<14xi32, #[[L]]>)
func.func private @use(%a: !m {layout.transform = #L}) {
  return
}
func.func private @chosen(%a: !m, %b: !m, %c: i1) {
  %s = scf.if %c -> !m {
    scf.yield %a : !m
  } else {
    scf.yield %b : !m
  }
  call @use(%s) : (!m) -> ()
  return
}

// CHECK-LABEL: func.func private @blocks(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #[[L]]>
// CHECK:         cf.br ^bb1(%[[A]] : memref<14xi32, #[[L]]>)
// CHECK:       ^bb1(%{{.*}}: memref<14xi32, #[[L]]>):
func.func private @blocks(%a: !m) {
  cf.br ^bb1(%a : !m)
^bb1(%b: !m):
  call @use(%b) : (!m) -> ()
  return
}

// Loops that are never executed have types all the same.
// CHECK-LABEL: func.func private @never(
// CHECK:         scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (memref<14xi32, #[[L]]>)
// CHECK:           scf.yield %[[X]] : memref<14xi32, #[[L]]>
func.func private @never() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() {layout.transform = #L} : !m
  %r = scf.for %i = %c0 to %c0 step %c1 iter_args(%x = %a) -> !m {
    scf.yield %x : !m
  }
  return
}

// CHECK-LABEL: func.func private @recursive(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32, #[[L]]>
// CHECK:         %[[M:.*]] = arith.select %{{.*}}, %[[A]], %{{.*}} : memref<14xi32, #[[L]]>
// CHECK:         call @recursive(%[[M]]) : (memref<14xi32, #[[L]]>) -> memref<14xi32, #[[L]]>
func.func private @recursive(%a: !m) -> !m {
  %c = arith.constant true
  %b = memref.alloc() {layout.transform = #L} : !m
  %m = arith.select %c, %a, %b : !m
  %r = call @recursive(%m) : (!m) -> !m
  return %m : !m
}
