// Each op that can touch a buffer for which a layout is requested, and cannot
// be rewritten for it: what it is told.
// RUN: layout-opt %s -layout-assign -split-input-file -allow-unregistered-dialect -verify-diagnostics

#M = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0 : i32>>
// expected-note @below {{the layout is requested here}}
func.func @reinterpret_arg_out(%a: memref<2x7xi32> {layout.transform = #M}, %i: index) -> i32 {
  // expected-error @below {{'memref.reinterpret_cast' op reinterprets a buffer that gets a layout, and cannot be proven to stay in bounds; use memref.subview, or constant offsets, sizes and strides that do}}
  %v = memref.reinterpret_cast %a to offset: [2], sizes: [5], strides: [3] : memref<2x7xi32> to memref<5xi32, strided<[3], offset: 2>>
  %x = memref.load %v[%i] : memref<5xi32, strided<[3], offset: 2>>
  return %x : i32
}

// -----

#LU = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// expected-note @below {{the layout is requested here}}
func.func @view_i32(%a: memref<64xi8> {layout.transform = #LU}, %i: index) -> i32 {
  // expected-error @below {{'memref.view' op sees the bytes of a buffer that gets a layout as another element type, 'i32', which a layout does not allow; view the elements as they are}}
  %v = memref.view %a[%i][] : memref<64xi8> to memref<14xi32>
  %x = memref.load %v[%i] : memref<14xi32>
  return %x : i32
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @reshape_dynamic(%s: memref<2xindex>, %i: index) -> i32 {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'memref.reshape' op reshapes a buffer that gets a layout to sizes that are read from memory; use memref.expand_shape or memref.collapse_shape}}
  %v = memref.reshape %a(%s) : (memref<14xi32>, memref<2xindex>) -> memref<?x?xi32>
  %x = memref.load %v[%i, %i] : memref<?x?xi32>
  return %x : i32
}

// -----

#LU = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @reshape_shape(%a: memref<14xi32>, %i: index) -> i32 {
  // expected-note @below {{the layout is requested here}}
  %s = memref.alloc() {layout.transform = #LU} : memref<2xindex>
  // expected-error @below {{'memref.reshape' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %v = memref.reshape %a(%s) : (memref<14xi32>, memref<2xindex>) -> memref<2x7xi32>
  %x = memref.load %v[%i, %i] : memref<2x7xi32>
  return %x : i32
}

// -----

#M = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0 : i32>>
func.func @pointer() -> index {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #M} : memref<2x7xi32>
  // expected-error @below {{'memref.extract_aligned_pointer_as_index' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %v = memref.extract_aligned_pointer_as_index %a : memref<2x7xi32> -> index
  return %v : index
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @clone_strided(%i: index) -> i32 {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %v = memref.subview %a[2] [4] [1] : memref<14xi32> to memref<4xi32, strided<[1], offset: 2>>
  // expected-error @below {{'bufferization.clone' op of a laid-out buffer cannot yield 'memref<4xi32, strided<[1], offset: 2>>', which is not contiguous; clone to a plain memref}}
  %b = bufferization.clone %v : memref<4xi32, strided<[1], offset: 2>> to memref<4xi32, strided<[1], offset: 2>>
  %x = memref.load %b[%i] : memref<4xi32, strided<[1], offset: 2>>
  return %x : i32
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @realloc(%i: index) -> i32 {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'memref.realloc' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; allocate the new buffer and use memref.copy: in a buffer of other sizes the same storage holds other elements}}
  %b = memref.realloc %a : memref<14xi32> to memref<20xi32>
  %x = memref.load %b[%i] : memref<20xi32>
  return %x : i32
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @dma(%b: memref<14xi32, 1>, %tag: memref<1xi32>, %i: index) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %v = memref.subview %a[2] [4] [1] : memref<14xi32> to memref<4xi32, strided<[1], offset: 2>>
  // expected-error @below {{'memref.dma_start' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
  memref.dma_start %a[%i], %b[%i], %i, %tag[%i] : memref<14xi32>, memref<14xi32, 1>, memref<1xi32>
  // expected-error @below {{'memref.dma_start' op uses a view of a buffer that gets a layout, and cannot be folded into an access to the buffer itself; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
  memref.dma_start %v[%i], %b[%i], %i, %tag[%i] : memref<4xi32, strided<[1], offset: 2>>, memref<14xi32, 1>, memref<1xi32>
  affine.for %j = 0 to 1 {
    // expected-error @below {{'affine.dma_start' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
    affine.dma_start %a[%j], %b[%j], %tag[%j], %i : memref<14xi32>, memref<14xi32, 1>, memref<1xi32>
    affine.dma_wait %tag[%j], %i : memref<1xi32>
  }
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @dma_tag(%i: index) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'memref.dma_wait' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
  memref.dma_wait %a[%i], %i : memref<14xi32>
  affine.for %j = 0 to 1 {
    // expected-error @below {{'affine.dma_wait' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as a DMA moves contiguous elements, and a layout changes which are}}
    affine.dma_wait %a[%j], %i : memref<14xi32>
  }
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @to_tensor() -> tensor<14xi32> {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'bufferization.to_tensor' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; run layout-bufferize first}}
  %t = bufferization.to_tensor %a restrict : memref<14xi32> to tensor<14xi32>
  return %t : tensor<14xi32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @materialize(%t: tensor<14xi32>) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'bufferization.materialize_in_destination' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; run layout-bufferize first}}
  bufferization.materialize_in_destination %t in restrict writable %a : (tensor<14xi32>, memref<14xi32>) -> ()
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @to_buffer_arg(%t: tensor<14xi32>) {
  // expected-error @below {{'bufferization.to_buffer' op yields a buffer for which a layout is requested, and cannot yield a laid-out one; copy it into a buffer of memref.alloc, and request the layout for that}}
  %b = bufferization.to_buffer %t : tensor<14xi32> to memref<14xi32>
  call @want(%b) : (memref<14xi32>) -> ()
  return
}
// expected-note @below {{the layout is requested here}}
func.func private @want(%a: memref<14xi32> {layout.transform = #L}) { return }

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @dealloc(%c: i1) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'bufferization.dealloc' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; lower deallocation before layout-assign, or run it after layout-apply}}
  bufferization.dealloc (%a : memref<14xi32>) if (%c)
  return
}

// -----

#MU = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<undef>>
func.func @softmax(%b: memref<2x7xf32>) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #MU} : memref<2x7xf32>
  // expected-error @below {{'linalg.softmax' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; decompose it into linalg.generic first}}
  linalg.softmax dimension(1) ins(%a : memref<2x7xf32>) outs(%b : memref<2x7xf32>)
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @gpu_memcpy(%b: memref<14xi32>) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %s = gpu.wait async
  // expected-error @below {{'gpu.memcpy' op copies between a layout and none, which the host has to convert; make it synchronous, or request the layout for both}}
  %t = gpu.memcpy async [%s] %a, %b : memref<14xi32>, memref<14xi32>
  gpu.wait [%t]
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#M = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0 : i32>>
func.func @gpu_memcpy_two() {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.alloc() {layout.transform = #M} : memref<14xi32>
  // expected-error @below {{'gpu.memcpy' op copies between two layouts, which a device does not convert; request the same layout for both}}
  gpu.memcpy %a, %b : memref<14xi32>, memref<14xi32>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @type_cast() {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'vector.type_cast' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage}}
  %x = vector.type_cast %a : memref<14xi32> to memref<vector<14xi32>>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @unrealized() -> !llvm.ptr {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'builtin.unrealized_conversion_cast' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %x = builtin.unrealized_conversion_cast %a : memref<14xi32> to !llvm.ptr
  return %x : !llvm.ptr
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @unknown() {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'some.op' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage}}
  "some.op"(%a) : (memref<14xi32>) -> ()
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @cast_unranked() -> index {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %u = memref.cast %a : memref<14xi32> to memref<*xi32>
  // expected-error @below {{'memref.rank' op uses a view of a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as an unranked memref has no layout}}
  %r = memref.rank %u : memref<*xi32>
  return %r : index
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @store_memref(%b: memref<2xmemref<14xi32>>, %i: index) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'memref.store' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage}}
  memref.store %a, %b[%i] : memref<2xmemref<14xi32>>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @reshape_count(%s: memref<2xindex>, %i: index) -> i32 {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'memref.reshape' op reshapes a buffer that gets a layout to 21 elements, but the buffer has 14}}
  %v = memref.reshape %a(%s) : (memref<14xi32>, memref<2xindex>) -> memref<3x7xi32>
  %x = memref.load %v[%i, %i] : memref<3x7xi32>
  return %x : i32
}

// -----

// What may write the global under its own name while a local copy is worked on.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-note @below {{the global}}
memref.global @g : memref<14xi32> = dense<1> {layout.transform = #L}
func.func @unknown_effects(%i: index) -> i32 {
  %g = memref.get_global @g : memref<14xi32>
  // expected-error @below {{'some.op' op has unknown effects, so this function cannot work on a local copy with the layout requested for global 'g'; make the global private, or run layout-assign with change-interface}}
  "some.op"() : () -> ()
  %x = memref.load %g[%i] : memref<14xi32>
  return %x : i32
}

// -----

#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @argument_of_a_region(%c: i1, %i: index) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #T} : memref<14xi32>
  // expected-error @below {{'some.region' op passes a buffer for which a layout is requested to its region, and cannot be rewritten for a laid-out one; copy the buffer, and pass the copy}}
  "some.region"() ({
  ^bb0(%b: memref<14xi32>):
    %y = arith.select %c, %a, %b : memref<14xi32>
    %x = memref.load %y[%i] : memref<14xi32>
    "some.end"() : () -> ()
  }) : () -> ()
  return
}

// -----

#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-note @below {{the global}}
memref.global @g : memref<14xi32> = dense<0> {layout.transform = #T}
func.func @touches_unnamed(%c: i1, %i: index) -> i32 {
  %g = memref.get_global @g : memref<14xi32>
  %x = memref.load %g[%i] : memref<14xi32>
  // expected-error @below {{'cf.assert' op accesses memory that is none of its operands, so this function cannot work on a local copy with the layout requested for global 'g'; make the global private, or run layout-assign with change-interface}}
  cf.assert %c, "never"
  return %x : i32
}

// -----

#T = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<0 : i32>>
func.func @dynamic_inner_size(%i: index, %n: index, %v: i32) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc(%i, %n) {layout.transform = #T} : memref<?x?xi32>
  // expected-error @below {{'memref.reinterpret_cast' op reinterprets the memory of a buffer that gets a layout, but 'memref<?x?xi32>' is not contiguous, or an inner size is dynamic or zero; reinterpret a contiguous buffer of static inner sizes}}
  %r = memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: [1] : memref<?x?xi32> to memref<?xi32, strided<[1]>>
  memref.store %v, %r[%i] : memref<?xi32, strided<[1]>>
  memref.dealloc %a : memref<?x?xi32>
  return
}

// -----

// The offset counts from the view, whose start nothing tells.
#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i8>>
func.func @offset_of_bytes(%i: index) -> index {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #T} : memref<14xi8>
  %v = memref.view %a[%i][] : memref<14xi8> to memref<8xi8>
  %s = memref.subview %v[%i] [4] [1] : memref<8xi8> to memref<4xi8, strided<[1], offset: ?>>
  // expected-error @below {{'memref.extract_strided_metadata' op reads an offset, a size or a stride of a view of a buffer that gets a layout; expects those only that the type of the view states}}
  %b, %o, %sz, %st = memref.extract_strided_metadata %s : memref<4xi8, strided<[1], offset: ?>> -> memref<i8>, index, index, index
  memref.dealloc %a : memref<14xi8>
  return %o : index
}
