// A94. After an error the module is what it was, also where nothing was wrong.
// RUN: not layout-opt %s -layout-assign --mlir-print-ir-after-failure 2>&1 \
// RUN:   | FileCheck %s
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK: error: 'func.call_indirect' op uses a buffer

// CHECK-LABEL: func.func @fine(
// CHECK-SAME:    %[[A:.*]]: memref<14xi32> {layout.transform = #{{.*}}}, %[[I:.*]]: index)
func.func @fine(%a: memref<14xi32> {layout.transform = #L}, %i: index) -> vector<2xi32> {
  // CHECK-NEXT: vector.load %[[A]][%[[I]]] : memref<14xi32>, vector<2xi32>
  %v = vector.load %a[%i] : memref<14xi32>, vector<2xi32>
  return %v : vector<2xi32>
}
// CHECK-LABEL: func.func @wrong(
func.func @wrong(%f: (memref<14xi32>) -> ()) {
  // CHECK-NEXT: memref.alloc() {layout.transform = #{{.*}}} : memref<14xi32>
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  func.call_indirect %f(%a) : (memref<14xi32>) -> ()
  return
}
