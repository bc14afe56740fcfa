// Each op that can hold a laid-out buffer and cannot be rewritten for it: what it is told.
// RUN: layout-opt %s -layout-apply -split-input-file -allow-unregistered-dialect -verify-diagnostics

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @cast_unranked(%a: memref<14xi32, #L>) -> memref<*xi32> {
  // expected-error @below {{'memref.cast' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as an unranked memref has no layout}}
  %v = memref.cast %a : memref<14xi32, #L> to memref<*xi32>
  return %v : memref<*xi32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @cast_from_unranked(%a: memref<*xi32>) -> memref<14xi32, #L> {
  // expected-error @below {{'memref.cast' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as an unranked memref has no layout}}
  %v = memref.cast %a : memref<*xi32> to memref<14xi32, #L>
  return %v : memref<14xi32, #L>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @reinterpret(%a: memref<14xi32, #L>, %i: index) {
  // expected-error @below {{'memref.reinterpret_cast' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %v = memref.reinterpret_cast %a to offset: [0], sizes: [7], strides: [2] : memref<14xi32, #L> to memref<7xi32, strided<[2]>>
  return
}

// -----

#LU = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @reshape_shape(%a: memref<14xi32>, %s: memref<2xindex, #LU>) -> memref<2x7xi32> {
  // expected-error @below {{'memref.reshape' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %v = memref.reshape %a(%s) : (memref<14xi32>, memref<2xindex, #LU>) -> memref<2x7xi32>
  return %v : memref<2x7xi32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @pointer(%a: memref<14xi32, #L>) -> index {
  // expected-error @below {{'memref.extract_aligned_pointer_as_index' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %v = memref.extract_aligned_pointer_as_index %a : memref<14xi32, #L> -> index
  return %v : index
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @dma_start(%a: memref<14xi32, #L>, %b: memref<14xi32, 1>, %tag: memref<1xi32>, %i: index) {
  // expected-error @below {{'memref.dma_start' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
  memref.dma_start %a[%i], %b[%i], %i, %tag[%i] : memref<14xi32, #L>, memref<14xi32, 1>, memref<1xi32>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @dma_wait(%a: memref<14xi32, #L>, %i: index) {
  // expected-error @below {{'memref.dma_wait' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
  memref.dma_wait %a[%i], %i : memref<14xi32, #L>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @affine_dma_start(%a: memref<14xi32, #L>, %b: memref<14xi32, 1>, %tag: memref<1xi32>, %n: index) {
  affine.for %i = 0 to 1 {
    // expected-error @below {{'affine.dma_start' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
    affine.dma_start %a[%i], %b[%i], %tag[%i], %n : memref<14xi32, #L>, memref<14xi32, 1>, memref<1xi32>
  }
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @affine_dma_wait(%a: memref<14xi32, #L>, %n: index) {
  affine.for %i = 0 to 1 {
    // expected-error @below {{'affine.dma_wait' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
    affine.dma_wait %a[%i], %n : memref<14xi32, #L>
  }
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @to_tensor(%a: memref<14xi32, #L>) -> tensor<14xi32> {
  // expected-error @below {{'bufferization.to_tensor' op cannot be rewritten for a laid-out buffer; run layout-bufferize first}}
  %t = bufferization.to_tensor %a restrict : memref<14xi32, #L> to tensor<14xi32>
  return %t : tensor<14xi32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @to_buffer(%a: tensor<14xi32>) -> memref<14xi32, #L> {
  // expected-error @below {{'bufferization.to_buffer' op cannot be rewritten for a laid-out buffer; run layout-bufferize first}}
  %t = bufferization.to_buffer %a : tensor<14xi32> to memref<14xi32, #L>
  return %t : memref<14xi32, #L>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @materialize(%t: tensor<14xi32>, %a: memref<14xi32, #L>) {
  // expected-error @below {{'bufferization.materialize_in_destination' op cannot be rewritten for a laid-out buffer; run layout-bufferize first}}
  bufferization.materialize_in_destination %t in restrict writable %a : (tensor<14xi32>, memref<14xi32, #L>) -> ()
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @dealloc(%c: i1) {
  %a = memref.alloc() : memref<14xi32, #L>
  // expected-error @below {{'bufferization.dealloc' op cannot be rewritten for a laid-out buffer; lower deallocation before layout-assign, or run it after layout-apply}}
  bufferization.dealloc (%a : memref<14xi32, #L>) if (%c)
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @dealloc_retain(%c: i1, %b: memref<14xi32, #L>) -> i1 {
  %a = memref.alloc() : memref<14xi32>
  // expected-error @below {{'bufferization.dealloc' op cannot be rewritten for a laid-out buffer; lower deallocation before layout-assign, or run it after layout-apply}}
  %r = bufferization.dealloc (%a : memref<14xi32>) if (%c) retain (%b : memref<14xi32, #L>)
  return %r : i1
}

// -----

// A device copies storage as it lies.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @gpu_memcpy(%a: memref<14xi32, #L>, %b: memref<14xi32>) {
  // expected-error @below {{'gpu.memcpy' op copies between two layouts, 'memref<14xi32>' to 'memref<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>>', which a device does not convert; use layout.convert into a buffer of the same layout first}}
  gpu.memcpy %a, %b : memref<14xi32, #L>, memref<14xi32>
  return
}

// -----

// Padding with it: not where nobody may touch that.
#N = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @gpu_memcpy_none(%a: memref<14xi32, #N>, %b: memref<14xi32, #N>) {
  // expected-error @below {{'gpu.memcpy' op would access the padding of 'memref<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>', for which nothing is stated; state pad<undef>, or what it holds}}
  gpu.memcpy %a, %b : memref<14xi32, #N>, memref<14xi32, #N>
  return
}

// -----

#N = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @gpu_memset_none(%a: memref<14xi32, #N>, %v: i32) {
  // expected-error @below {{'gpu.memset' op would access the padding of 'memref<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>', for which nothing is stated; state pad<undef>, or what it holds}}
  gpu.memset %a, %v : memref<14xi32, #N>, i32
  return
}

// -----

// The padding of what is not there yet cannot be written.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @gpu_alloc(%b: memref<14xi32>) {
  %s = gpu.wait async
  // expected-error @below {{'gpu.alloc' op may still be running where the padding of a buffer that it uses is written; make it synchronous}}
  // expected-note @below {{the buffer}}
  %a, %t = gpu.alloc async [%s] () : memref<14xi32, #L>
  gpu.wait [%t]
  memref.copy %a, %b : memref<14xi32, #L> to memref<14xi32>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @gpu_host_register(%a: memref<*xi32>, %b : memref<14xi32, #L>) {
  // expected-error @below {{'memref.cast' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as an unranked memref has no layout}}
  %u = memref.cast %b : memref<14xi32, #L> to memref<*xi32>
  gpu.host_register %u : memref<*xi32>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @unrealized(%a: memref<14xi32, #L>) -> !llvm.ptr {
  // expected-error @below {{'builtin.unrealized_conversion_cast' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %x = builtin.unrealized_conversion_cast %a : memref<14xi32, #L> to !llvm.ptr
  return %x : !llvm.ptr
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @unknown(%a: memref<14xi32, #L>) {
  // expected-error @below {{'some.op' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage}}
  "some.op"(%a) : (memref<14xi32, #L>) -> ()
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-error @below {{'func.func' op cannot apply the layout nested inside of 'memref<2xmemref<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>>>'; expects layouts only in types of values, not in types inside of these}}
func.func @store_memref(%a: memref<14xi32, #L>, %b: memref<2xmemref<14xi32, #L>>, %i: index) {
  memref.store %a, %b[%i] : memref<2xmemref<14xi32, #L>>
  return
}

// -----

#MU = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<undef>>
func.func @softmax(%a: memref<2x7xf32, #MU>, %b: memref<2x7xf32>) {
  // expected-error @below {{'linalg.softmax' op cannot be rewritten for a laid-out buffer; decompose it into linalg.generic first}}
  linalg.softmax dimension(1) ins(%a : memref<2x7xf32, #MU>) outs(%b : memref<2x7xf32>)
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @region_arg(%a: memref<14xi32, #L>) {
  // expected-error @below {{'some.region' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage}}
  "some.region"(%a) ({
  ^bb0(%b: memref<14xi32, #L>):
    "some.yield"() : () -> ()
  }) : (memref<14xi32, #L>) -> ()
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @mpi(%a: memref<14xi32, #L>, %t: i32) {
  %c = mpi.comm_world : !mpi.comm
  // expected-error @below {{'mpi.send' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage}}
  mpi.send(%a, %t, %t, %c) : memref<14xi32, #L>, i32, i32
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @print(%a: memref<14xi32, #L>) {
  %u = memref.cast %a : memref<14xi32, #L> to memref<14xi32, #L>
  // expected-error @below {{'ub.poison' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage}}
  %z = ub.poison : memref<14xi32, #L>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @copy_unranked(%a: memref<14xi32, #L>, %b: memref<*xi32>) {
  // expected-error @below {{'memref.copy' op on a laid-out buffer needs ranked memrefs; cast the other one to a ranked type}}
  memref.copy %b, %a : memref<*xi32> to memref<14xi32, #L>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @clone_unranked(%a: memref<14xi32, #L>) -> memref<*xi32> {
  // expected-error @below {{'bufferization.clone' op of a laid-out buffer needs the same shape on both sides}}
  %b = bufferization.clone %a : memref<14xi32, #L> to memref<*xi32>
  return %b : memref<*xi32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @untold_extent() -> memref<?xi32, #L> {
  // expected-error @below {{'some.op' op yields a laid-out buffer of type 'memref<?xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>>', and its logical extent 0 cannot be recovered from the physical shape; make it static, or pass the buffer by layout.as_physical}}
  %a = "some.op"() : () -> memref<?xi32, #L>
  return %a : memref<?xi32, #L>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @untold_extent_of_argument() {
  // expected-error @below {{'some.region' op yields a laid-out buffer of type 'memref<?xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>>', and its logical extent 0 cannot be recovered from the physical shape; make it static, or pass the buffer by layout.as_physical}}
  "some.region"() ({
  ^bb0(%b: memref<?xi32, #L>):
    "some.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

// A pad stage at the return reads what a task may be writing.
#C = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
// expected-note @below {{the buffer}}
func.func @task(%a: memref<14xi32, #C>, %v: i32) -> !async.token {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'async.execute' op may still be running where the padding of a buffer that it uses is written; make it synchronous}}
  %t = async.execute {
    memref.store %v, %a[%c0] : memref<14xi32, #C>
    async.yield
  }
  return %t : !async.token
}

// -----

#C = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
func.func private @start(%a: memref<14xi32, #C>, %v: i32) {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    %x = memref.load %a[%c0] : memref<14xi32, #C>
    async.yield
  }
  return
}
// expected-note @below {{the buffer}}
func.func @task_of_callee(%a: memref<14xi32, #C>, %v: i32) {
  %c1 = arith.constant 1 : index
  memref.store %v, %a[%c1] : memref<14xi32, #C>
  // expected-error @below {{'func.call' op may still be running where the padding of a buffer that it uses is written; make it synchronous}}
  func.call @start(%a, %v) : (memref<14xi32, #C>, i32) -> ()
  memref.store %v, %a[%c1] : memref<14xi32, #C>
  return
}

// -----

// What the region is given is not said to be what the op is given.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @warp(%m: memref<14xf32, #L>, %lane: index) {
  // expected-error @below {{'gpu.warp_execute_on_lane_0' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage}}
  gpu.warp_execute_on_lane_0(%lane)[32] args(%m : memref<14xf32, #L>) {
  ^bb0(%a: memref<14xf32, #L>):
    gpu.yield
  }
  return
}
