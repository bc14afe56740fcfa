// A call that is in no function is not executed.
// RUN: layout-opt %s --layout-bufferize=returns-copies | FileCheck %s
// CHECK: call @same
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
%a = memref.alloc() : memref<8xf32>
%r = func.call @same(%a) : (memref<8xf32>) -> memref<8xf32>
