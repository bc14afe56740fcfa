// M9: a stated mode that the body contradicts is an error at the op.
// RUN: layout-opt %s --split-input-file --layout-apply --verify-diagnostics

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @m9_read(%a: memref<14xi32, #pad0> {layout.access = "read"}, %i: index, %v: i32) {
  // expected-error@+1 {{contradicts the stated mode "read" of argument 0 of 'm9_read': it is written here}}
  memref.store %v, %a[%i] : memref<14xi32, #pad0>
  return
}

// -----

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-error@+1 {{contradicts the stated mode "write" of argument 0 of 'm9_write': it is not proven to be written in every element, on every path, before it is read}}
func.func @m9_write(%a: memref<14xi32, #pad0> {layout.access = "write"}, %i: index, %v: i32) {
  memref.store %v, %a[%i] : memref<14xi32, #pad0>
  return
}

// -----

// `readwrite` claims less than the body would allow, which is no contradiction.
#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @m9_weaker(%a: memref<14xi32, #pad0> {layout.access = "readwrite"}, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32, #pad0>
  return %x : i32
}

// -----

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-error@+1 {{contradicts the stated mode "read" of argument 0 of 'm9_external': it is external, so it may do both}}
func.func private @m9_external(memref<14xi32, #pad0> {layout.access = "read"})

// -----

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-error@+1 {{contradicts the stated mode "read" of argument 0 of 'm9_recursive': it is not proven to be only read}}
func.func private @m9_recursive(%a: memref<14xi32, #pad0> {layout.access = "read"}) {
  func.call @m9_recursive(%a) : (memref<14xi32, #pad0>) -> ()
  return
}

// -----

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
gpu.module @kernels {
  // expected-error@+1 {{contradicts the stated mode "write" of argument 0 of 'm9_kernel': it is an argument of a kernel, of which no thread writes all padding; expects the mode "readwrite"}}
  gpu.func @m9_kernel(%a: memref<14xi32, #pad0> {layout.access = "write"}, %v: i32) kernel {
    %i = gpu.thread_id x
    memref.store %v, %a[%i] : memref<14xi32, #pad0>
    gpu.return
  }
}
