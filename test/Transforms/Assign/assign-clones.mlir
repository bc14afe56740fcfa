// Calls that pass buffers of different layouts get copies of the function.
// RUN: layout-opt %s -layout-assign -split-input-file | FileCheck %s
// RUN: layout-opt %s -layout-assign -split-input-file --remarks-filter=layout \
// RUN:   2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
!m = memref<14xi32>

// CHECK-DAG: #[[L:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
// CHECK-DAG: #[[R:.*]] = #layout.buffer<index_map<(d0) -> (-d0 + 13)>>

// What asks for nothing keeps its type, and the function.
// CHECK-LABEL: func.func @differing(
// CHECK-SAME:    %[[C:.*]]: memref<14xi32>,
// CHECK:         %[[A:.*]] = memref.alloc() : memref<14xi32, #[[L]]>
// CHECK:         %[[B:.*]] = memref.alloc() : memref<14xi32, #[[R]]>
// CHECK:         call @set_[[SL:.*]](%[[A]], %{{.*}}) : (memref<14xi32, #[[L]]>, i32) -> ()
// CHECK:         call @set_[[SR:.*]](%[[B]], %{{.*}}) : (memref<14xi32, #[[R]]>, i32) -> ()
// CHECK:         call @set(%[[C]], %{{.*}}) : (memref<14xi32>, i32) -> ()
// CHECK:         call @set_[[SL]](%[[A]], %{{.*}}) : (memref<14xi32, #[[L]]>, i32) -> ()
func.func @differing(%c: !m, %v: i32) {
  %a = memref.alloc() {layout.transform = #L} : !m
  %b = memref.alloc() {layout.transform = #R} : !m
  call @set(%a, %v) : (!m, i32) -> ()
  call @set(%b, %v) : (!m, i32) -> ()
  call @set(%c, %v) : (!m, i32) -> ()
  call @set(%a, %v) : (!m, i32) -> ()
  return
}
// REMARK-DAG: clones.mlir:[[@LINE+6]]:1: remark: [Passed] layout-assign/cloned-callee | Category:layout | Remark="'set_0' is a copy of 'set' for 2 calls that pass buffers of other layouts"
// REMARK-DAG: clones.mlir:[[@LINE+5]]:1: remark: [Passed] layout-assign/cloned-callee | Category:layout | Remark="'set_1' is a copy of 'set' for 1 calls that pass buffers of other layouts"
// CHECK-DAG: func.func private @set(%{{.*}}: memref<14xi32>, %{{.*}}: i32)
// CHECK-DAG: func.func private @set_[[SL]](%{{.*}}: memref<14xi32, #[[L]]>, %{{.*}}: i32)
// CHECK-DAG: func.func private @set_[[SR]](%{{.*}}: memref<14xi32, #[[R]]>, %{{.*}}: i32)
// CHECK-NOT: func.func private @set
func.func private @set(%a: !m, %v: i32) {
  affine.store %v, %a[3] : !m
  return
}

// -----

// Copies of callers call copies of callees; what one pair of layouts needs is
// shared.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
!m = memref<14xi32>
// CHECK-DAG: #[[L:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
// CHECK-DAG: #[[R:.*]] = #layout.buffer<index_map<(d0) -> (-d0 + 13)>>
// CHECK-LABEL: func.func @chain(
// CHECK:         call @outer(%{{.*}}, %{{.*}}) : (memref<14xi32, #[[L]]>, memref<14xi32, #[[R]]>)
// CHECK:         call @outer_0(%{{.*}}, %{{.*}}) : (memref<14xi32, #[[R]]>, memref<14xi32, #[[L]]>)
// CHECK-LABEL: func.func private @outer(
// CHECK-SAME:    memref<14xi32, #[[L]]>, %{{.*}}: memref<14xi32, #[[R]]>
// CHECK:         call @inner(%{{.*}}) : (memref<14xi32, #[[L]]>)
// CHECK:         call @inner_1(%{{.*}}) : (memref<14xi32, #[[R]]>)
// CHECK-LABEL: func.func private @outer_0(
// CHECK-SAME:    memref<14xi32, #[[R]]>, %{{.*}}: memref<14xi32, #[[L]]>
// CHECK:         call @inner_1(%{{.*}}) : (memref<14xi32, #[[R]]>)
// CHECK:         call @inner(%{{.*}}) : (memref<14xi32, #[[L]]>)
// CHECK-DAG:   func.func private @inner(%{{.*}}: memref<14xi32, #[[L]]>)
// CHECK-DAG:   func.func private @inner_1(%{{.*}}: memref<14xi32, #[[R]]>)
// CHECK-NOT:   func.func
func.func @chain() {
  %a = memref.alloc() {layout.transform = #L} : !m
  %b = memref.alloc() {layout.transform = #R} : !m
  call @outer(%a, %b) : (!m, !m) -> ()
  call @outer(%b, %a) : (!m, !m) -> ()
  return
}
func.func private @outer(%a: !m, %b: !m) {
  call @inner(%a) : (!m) -> ()
  call @inner(%b) : (!m) -> ()
  return
}
func.func private @inner(%a: !m) {
  %c0 = arith.constant 0 : i32
  affine.store %c0, %a[2] : !m
  return
}

// -----

// A result is the argument, and goes on to another function that is copied.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
!m = memref<14xi32>
// CHECK-DAG: #[[L:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>
// CHECK-DAG: #[[R:.*]] = #layout.buffer<index_map<(d0) -> (-d0 + 13)>>
// CHECK-LABEL: func.func @results(
// CHECK:         call @id(%{{.*}}) : (memref<14xi32, #[[L]]>) -> memref<14xi32, #[[L]]>
// CHECK:         call @use(%{{.*}}) : (memref<14xi32, #[[L]]>)
// CHECK:         call @id_[[N:.*]](%{{.*}}) : (memref<14xi32, #[[R]]>) -> memref<14xi32, #[[R]]>
// CHECK:         call @use_[[K:.*]](%{{.*}}) : (memref<14xi32, #[[R]]>)
func.func @results() {
  %a = memref.alloc() {layout.transform = #L} : !m
  %x = call @id(%a) : (!m) -> !m
  call @use(%x) : (!m) -> ()
  %b = memref.alloc() {layout.transform = #R} : !m
  %y = call @id(%b) : (!m) -> !m
  call @use(%y) : (!m) -> ()
  return
}
func.func private @id(%a: !m) -> !m {
  return %a : !m
}
func.func private @use(%a: !m) {
  return
}

// -----

// Without a conflict, what asks for nothing follows the others, and nothing is
// copied.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
!m = memref<14xi32>
// CHECK-LABEL: func.func @agreeing(
// CHECK:         call @use(%{{.*}}, %{{.*}}) : (memref<14xi32, #[[L:.*]]>, memref<14xi32, #[[R:.*]]>)
// CHECK:         call @use(%{{.*}}, %{{.*}}) : (memref<14xi32, #[[L]]>, memref<14xi32, #[[R]]>)
// CHECK:       func.func private @use(
// CHECK-NOT:   func.func
func.func @agreeing() {
  %a = memref.alloc() {layout.transform = #L} : !m
  %b = memref.alloc() {layout.transform = #R} : !m
  %c = memref.alloc() : !m
  call @use(%a, %c) : (!m, !m) -> ()
  call @use(%a, %b) : (!m, !m) -> ()
  return
}
func.func private @use(%a: !m, %b: !m) {
  return
}
