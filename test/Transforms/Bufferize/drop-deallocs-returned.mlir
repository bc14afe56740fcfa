// What a call returns cannot be left to the program.
// RUN: layout-opt %s --layout-drop-deallocs --split-input-file --verify-diagnostics | FileCheck %s

// A test of alignment keeps nothing, and a function that is only declared is taken to keep nothing.
// CHECK-LABEL: func @freed(
// CHECK:         memref.alloc() : memref<8xf32>
func.func private @take(memref<8xf32>)
func.func @freed() -> i1 {
  %c0 = arith.constant 0 : index
  %c63 = arith.constant 63 : index
  %b = memref.alloc() : memref<8xf32>
  %i = memref.extract_aligned_pointer_as_index %b : memref<8xf32> -> index
  %rest = arith.andi %i, %c63 : index
  %is = arith.cmpi eq, %rest, %c0 : index
  call @take(%b) : (memref<8xf32>) -> ()
  return %is : i1
}

// -----

// CHECK-NOT: manual_deallocation
func.func private @make() -> memref<8xf32> {
  %b = memref.alloc() : memref<8xf32>
  return %b : memref<8xf32>
}
func.func @returned(%s: memref<1xmemref<8xf32>>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{returns a buffer that is stored in memory, or whose address is taken, and buffer deallocation would free it while it may still be used; allocate it in the function that stores it, or run layout-compile without 'deallocate'}}
  %b = call @make() : () -> memref<8xf32>
  %d = memref.alloc() : memref<8xf32>
  memref.store %b, %s[%c0] : memref<1xmemref<8xf32>>
  memref.store %d, %s[%c0] : memref<1xmemref<8xf32>>
  return
}

// -----

// The caller would get a copy, and memory name another buffer.
func.func @makes(%s: memref<1xmemref<8xf32>>) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{has a buffer that is stored in memory, or whose address is taken, and that the function returns, of which buffer deallocation returns a copy; return nothing, or run layout-compile without 'deallocate'}}
  %b = memref.alloc() : memref<8xf32>
  memref.store %b, %s[%c0] : memref<1xmemref<8xf32>>
  return %b : memref<8xf32>
}

// -----

// Of a reshape, the shape is only read; a function that calls itself keeps nothing by that.
// CHECK-LABEL: func @reshaped(
// CHECK-NOT:     manual_deallocation
// CHECK:         memref.store %{{.*}}, %{{.*}} : memref<1xmemref<8xf32>>
// CHECK:         memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
func.func @reshaped(%a: memref<8xf32>, %s: memref<1xmemref<8xf32>>, %f: (memref<8xf32>) -> ()) -> f32 {
  %c0 = arith.constant 0 : index
  %shape = memref.alloc() : memref<1xindex>
  memref.store %c0, %shape[%c0] : memref<1xindex>
  %r = memref.reshape %a(%shape) : (memref<8xf32>, memref<1xindex>) -> memref<?xf32>
  %b = memref.alloc() : memref<8xf32>
  call @again(%b) : (memref<8xf32>) -> ()
  memref.store %a, %s[%c0] : memref<1xmemref<8xf32>>
  // What is called may keep it.
  %d = memref.alloc() : memref<8xf32>
  call_indirect %f(%d) : (memref<8xf32>) -> ()
  %x = memref.load %r[%c0] : memref<?xf32>
  return %x : f32
}
func.func private @again(%b: memref<8xf32>) {
  call @again(%b) : (memref<8xf32>) -> ()
  return
}

// -----

// expected-error @+1 {{has a buffer that is stored in memory, or whose address is taken, and that the function returns}}
func.func @returns_argument(%b: memref<8xf32>, %s: memref<1xmemref<8xf32>>) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  memref.store %b, %s[%c0] : memref<1xmemref<8xf32>>
  return %b : memref<8xf32>
}

// -----

// CHECK-LABEL: func.func @in_module(
// CHECK:         memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
module {
module @inner {
  func.func private @keep(%b: memref<8xf32>, %s: memref<1xmemref<8xf32>>) {
    %c0 = arith.constant 0 : index
    memref.store %b, %s[%c0] : memref<1xmemref<8xf32>>
    return
  }
  func.func @in_module(%s: memref<1xmemref<8xf32>>) {
    %b = memref.alloc() : memref<8xf32>
    call @keep(%b, %s) : (memref<8xf32>, memref<1xmemref<8xf32>>) -> ()
    return
  }
}
}
