// What cannot be done with laid-out buffers on a device, and where it is said.
// RUN: layout-opt %s --split-input-file --layout-assign --layout-apply --verify-diagnostics

// A store through the physical form breaks the padding inside of the kernel.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
gpu.module @kernels {
  // expected-note @below {{the kernel}}
  gpu.func @physical(
      // expected-note @below {{the buffer}}
      %b: memref<14xi32, #zero>, %x: i32) kernel {
    %i = gpu.block_id x
    %c0 = arith.constant 0 : index
    %p = layout.as_physical %b : memref<14xi32, #zero> to memref<4x4xi32>
    // expected-error @below {{'memref.store' op would have to write the padding of a buffer that all threads of a kernel share; move what relies on the padding out of it}}
    memref.store %x, %p[%i, %c0] : memref<4x4xi32>
    gpu.return
  }
}

// -----

// Nobody may rely on copies while threads write what they copy.
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
gpu.module @kernels {
  func.func private @get(%b: memref<14xi32, #wrap>, %i: index) -> i32 {
    %x = memref.load %b[%i] : memref<14xi32, #wrap>
    return %x : i32
  }
  gpu.func @relies(
      // expected-note @below {{the buffer}}
      %b: memref<14xi32, #wrap>) kernel {
    %i = gpu.block_id x
    // expected-error @below {{'func.call' op relies on padding with copies of elements that the threads of this kernel write, and the copies are made after the launch; move what relies on them after the launch}}
    %x = func.call @get(%b, %i) : (memref<14xi32, #wrap>, index) -> i32
    memref.store %x, %b[%i] : memref<14xi32, #wrap>
    gpu.return
  }
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
gpu.module @kernels {
  // expected-error @below {{has a memory attribution of type 'memref<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>, 3>', whose padding is not written before the threads run; state pad<none> or pad<undef>}}
  gpu.func @attribution() workgroup(%w: memref<14xi32, #zero, 3>) kernel {
    gpu.return
  }
}

// -----

// The host would write while the kernel runs.
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @write(%b: memref<14xi32, #wrap>, %x: i32) kernel {
    %i = gpu.block_id x
    memref.store %x, %b[%i] : memref<14xi32, #wrap>
    gpu.return
  }
}
func.func @asynchronous(
    // expected-note @below {{the buffer}}
    %b: memref<14xi32, #wrap>, %x: i32) {
  %c1 = arith.constant 1 : index
  %s = gpu.wait async
  // expected-error @below {{'gpu.launch_func' op may still be running where the padding of a buffer that it uses is written; make it synchronous}}
  %t = gpu.launch_func async [%s] @kernels::@write blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<14xi32, #wrap>, %x : i32)
  gpu.wait [%t]
  return
}
}

// -----

// All threads of a launch would write the padding.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func private @reads(memref<14xi32, #zero>)
// expected-note @below {{the buffer}}
func.func @body(%b: memref<14xi32, #zero>, %x: i32) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %p = layout.as_physical %b : memref<14xi32, #zero> to memref<4x4xi32>
  // expected-note @below {{the kernel}}
  gpu.launch blocks(%i, %j, %k) in (%sp = %c1, %sq = %c1, %sr = %c1) threads(%tp, %tq, %tr) in (%stp = %c1, %stq = %c1, %str = %c1) {
    memref.store %x, %p[%i, %c0] : memref<4x4xi32>
    // expected-error @below {{'func.call' op would have to write the padding of a buffer that all threads of a kernel share}}
    func.call @reads(%b) : (memref<14xi32, #zero>) -> ()
    gpu.terminator
  }
  return
}

// -----

// One buffer twice: the promise of a layout holds for kernels too.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @shift(%a: memref<14xi32, #zero>, %b: memref<14xi32, #zero>) kernel {
    %i = gpu.block_id x
    %x = memref.load %a[%i] : memref<14xi32, #zero>
    memref.store %x, %b[%i] : memref<14xi32, #zero>
    gpu.return
  }
}
func.func @twice(%a: memref<14xi32, #zero>) {
  %c1 = arith.constant 1 : index
  // expected-error @below {{'gpu.launch_func' op passes one buffer as operands 0 and 1, of which 'shift' writes argument 1}}
  gpu.launch_func @kernels::@shift blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32, #zero>, %a : memref<14xi32, #zero>)
  return
}
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
gpu.module @kernels {
  // expected-error @below {{'gpu.func' op keeps its type, as nothing in this module calls or launches it, and threads cannot work on a local copy of argument #0; state the layout in the type, or run layout-assign with change-interface}}
  gpu.func @unknown(
      // expected-note @below {{the layout is requested here}}
      %a: memref<14xi32> {layout.transform = #zero}) kernel {
    gpu.return
  }
}

// -----

// Kernels in binaries cannot change.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
module attributes {gpu.container_module} {
gpu.binary @kernels [#gpu.object<#nvvm.target, "binary">]
func.func @binary() {
  %c1 = arith.constant 1 : index
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #zero} : memref<14xi32>
  // expected-error @below {{'gpu.launch_func' op passes a buffer for which a layout is requested to a kernel that is not in this module; state the layout in its type}}
  gpu.launch_func @kernels::@compiled blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32>)
  return
}
}

// -----

// Each request is answered by all, or by none.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#one = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i32>>
module attributes {gpu.container_module} {
gpu.module @kernels {
  // expected-note @below {{the other request}}
  gpu.func @both(%a: memref<14xi32> {layout.transform = #one}) kernel {
    gpu.return
  }
}
func.func @disagree() {
  %c1 = arith.constant 1 : index
  // expected-error @below {{the layout #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>> is requested for a buffer that also gets the layout #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<1 : i32>>; values that may be one buffer need one layout}}
  %a = memref.alloc() {layout.transform = #zero} : memref<14xi32>
  // expected-note @below {{they meet in this 'gpu.launch_func'}}
  gpu.launch_func @kernels::@both blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32>)
  return
}
}

// -----

// There is padding for some extents.
#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @padding_of_some_extents(%a: memref<?xf32, #none>, %b: memref<?xf32, #none>) {
  // expected-error @below {{op would access the padding of 'memref<?xf32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>', for which nothing is stated; state pad<undef>, or what it holds}}
  gpu.memcpy %a, %b : memref<?xf32, #none>, memref<?xf32, #none>
  return
}
