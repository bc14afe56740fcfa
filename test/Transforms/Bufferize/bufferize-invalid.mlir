// What layout-bufferize refuses, and that the module is then what it was.
// RUN: layout-opt %s -layout-bufferize -split-input-file -verify-diagnostics

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @cast_to_plain(%a: tensor<14xi32, #L>) -> tensor<14xi32> {
  // expected-error@+1 {{op cannot turn 'tensor<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>' into 'tensor<14xi32>', which lies differently in memory; use layout.convert}}
  %0 = tensor.cast %a : tensor<14xi32, #L> to tensor<14xi32>
  return %0 : tensor<14xi32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @cast_from_plain(%a: tensor<14xi32>) -> tensor<14xi32, #L> {
  // expected-error@+1 {{which lies differently in memory; use layout.convert}}
  %0 = tensor.cast %a : tensor<14xi32> to tensor<14xi32, #L>
  return %0 : tensor<14xi32, #L>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @cast_to_unranked(%a: tensor<14xi32, #L>) -> tensor<*xi32> {
  // expected-error@+1 {{which lies differently in memory; use layout.convert}}
  %0 = tensor.cast %a : tensor<14xi32, #L> to tensor<*xi32>
  return %0 : tensor<*xi32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @to_tensor(%m: memref<14xi32, #L>) -> tensor<14xi32> {
  // expected-error@+1 {{which lies differently in memory; use layout.convert}}
  %0 = bufferization.to_tensor %m restrict : memref<14xi32, #L> to tensor<14xi32>
  return %0 : tensor<14xi32>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @to_buffer(%a: tensor<14xi32>) {
  // expected-error@+1 {{which lies differently in memory; use layout.convert}}
  %0 = bufferization.to_buffer %a : tensor<14xi32> to memref<14xi32, #L>
  return
}

// -----

#S = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
// expected-error@+1 {{op has a tensor of unknown encoding, 'tensor<14xi32, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>'; expects none, or a layout}}
func.func @other_encoding(%a: tensor<14xi32, #S>) {
  return
}

// -----

// An op that is not bufferised by upstream, or of which it is not known.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @other_op(%a: tensor<14xi32, #L>) -> tensor<14xi32, #L> {
  // expected-error@+1 {{has no form on buffers; run convert-elementwise-to-linalg first}}
  %0 = arith.addi %a, %a : tensor<14xi32, #L>
  return %0 : tensor<14xi32, #L>
}

// -----

// What it yields has a layout, so the op alone cannot be made one of plain
// tensors.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @masked(%a: tensor<14xi32, #L>, %v: vector<4xi32>, %m: vector<4xi1>, %i: index) -> tensor<14xi32, #L> {
  // expected-error@+1 {{op has no form on buffers with layouts, such as that of 'tensor<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>'; convert its operands to plain tensors before it, and its results back after it, by layout.convert}}
  %0 = vector.mask %m {
    vector.transfer_write %v, %a[%i] : vector<4xi32>, tensor<14xi32, #L>
  } : vector<4xi1> -> tensor<14xi32, #L>
  return %0 : tensor<14xi32, #L>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @callee(tensor<14xi32, #L>)
func.func @function_value(%a: tensor<14xi32, #L>) {
  // expected-error@+1 {{op has a tensor inside of '(tensor<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>) -> ()', where it cannot become a buffer; expects tensors only as values}}
  %f = func.constant @callee : (tensor<14xi32, #L>) -> ()
  call_indirect %f(%a) : (tensor<14xi32, #L>) -> ()
  return
}

// -----

// Upstream bufferises functions of modules only.
gpu.module @kernels {
  // expected-error@+1 {{'gpu.func' op has a tensor inside of 'gpu.module', which is not bufferized; run layout-bufferize before functions are moved there}}
  gpu.func @kernel(%a: tensor<14xi32>) kernel {
    gpu.return
  }
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{expects no layout in a memory space, found 'memref<14xi32, {layout = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>}>'}}
func.func @memory_space(%a: memref<14xi32, {layout = #L}>, %t: tensor<1xi32>) {
  return
}

// -----

// What upstream's bufferisation would refuse, too, on plain tensors.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @upstream(%a: tensor<14xi32, #L>, %b: tensor<14xi32>) -> tensor<14xi32> {
  %0 = linalg.add ins(%a, %b : tensor<14xi32, #L>, tensor<14xi32>) outs(%b : tensor<14xi32>) -> tensor<14xi32>
  // expected-error@+1 {{'arith.addi' op has no form on buffers; run convert-elementwise-to-linalg first}}
  %1 = arith.addi %0, %0 : tensor<14xi32>
  return %1 : tensor<14xi32>
}

// -----

// A layout as the memory space of a buffer of whatever layout: a part of it has
// none.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @part_of_space(%x: f32) -> f32 {
  %c3 = arith.constant 3 : index
  %0 = bufferization.alloc_tensor() {memory_space = #L} : tensor<14xf32>
  %1 = tensor.insert %x into %0[%c3] : tensor<14xf32>
  // expected-error@+1 {{would become a view of a laid-out buffer, which cannot have a layout; convert to a plain tensor first, by layout.convert}}
  %2 = tensor.extract_slice %1[2] [4] [1] : tensor<14xf32> to tensor<4xf32>
  %3 = tensor.extract %2[%c3] : tensor<4xf32>
  return %3 : f32
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @sparse(%a: tensor<4xi32, #L>) -> tensor<4xi32, #L> {
  // expected-error@+1 {{op expects a dense<...> value or a resource, as a laid-out global needs one}}
  %0 = arith.constant sparse<[[0]], [5]> : tensor<4xi32, #L>
  return %0 : tensor<4xi32, #L>
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @unranked(%t: tensor<14xi32, #L>) -> tensor<*xi32> {
  // expected-error@+1 {{which lies differently in memory; use layout.convert between ranked tensors, one of them without a layout for this op}}
  %u = tensor.cast %t : tensor<14xi32, #L> to tensor<*xi32>
  return %u : tensor<*xi32>
}

// -----

func.func @prefer(%x: tensor<14xf32>) -> tensor<14xf32> {
  // expected-error@+1 {{'linalg.exp' op still states 'layout.prefer'; run layout-choose first}}
  %0 = linalg.exp {layout.prefer = [unit, unit]} ins(%x : tensor<14xf32>) outs(%x : tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

func.func @pack(%a: tensor<?xi32>, %b: tensor<?x4xi32>, %x: i32) -> tensor<?x4xi32> {
  // expected-error@+1 {{'linalg.pack' op has no form on buffers where an extent is not known; run layout-from-pack first, of which a remark says why one stays}}
  %0 = linalg.pack %a padding_value(%x : i32) inner_dims_pos = [0] inner_tiles = [4] into %b : tensor<?xi32> -> tensor<?x4xi32>
  return %0 : tensor<?x4xi32>
}

// -----

func.func @unpack(%a: tensor<?xi32>, %b: tensor<?x4xi32>) -> tensor<?xi32> {
  // expected-error@+1 {{'linalg.unpack' op has no form on buffers where an extent is not known; run layout-from-pack first}}
  %0 = linalg.unpack %b inner_dims_pos = [0] inner_tiles = [4] into %a : tensor<?x4xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

func.func @scatter(%x: tensor<3x1x40xf32>, %t: tensor<20x40xf32>, %ids: tensor<3x1xindex>) -> tensor<20x40xf32> {
  // expected-error@+1 {{'tensor.scatter' op has no form on buffers; write it as loops that write slices by tensor.insert_slice}}
  %s = tensor.scatter %x into %t[%ids] scatter_dims([0]) unique : (tensor<3x1x40xf32>, tensor<20x40xf32>, tensor<3x1xindex>) -> tensor<20x40xf32>
  return %s : tensor<20x40xf32>
}

// -----

func.func @winograd(%w: tensor<16x3x3x16xf32>, %e: tensor<6x6x16x16xf32>) -> tensor<6x6x16x16xf32> {
  // expected-error@+1 {{'linalg.winograd_filter_transform' op has no form on buffers; decompose it by transform.structured.decompose_winograd_op first}}
  %t = linalg.winograd_filter_transform fmr(F_4_3) ins(%w : tensor<16x3x3x16xf32>) outs(%e : tensor<6x6x16x16xf32>) -> tensor<6x6x16x16xf32>
  return %t : tensor<6x6x16x16xf32>
}

// -----

ml_program.global private @w(dense<0.01> : tensor<40xf32>) : tensor<40xf32>
func.func @global() -> tensor<40xf32> {
  // expected-error@+1 {{'ml_program.global_load_const' op has no form on buffers; make the tensor an arith.constant or an argument}}
  %w = ml_program.global_load_const @w : tensor<40xf32>
  return %w : tensor<40xf32>
}

// -----

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'tensor.bitcast' op has no form on buffers; write it as linalg ops on tensors}}
  %y = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  %z = tensor.bitcast %y : tensor<4xi32> to tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

func.func @negative_pad(%x: tensor<8xf32>) -> tensor<7xf32> {
  %z = arith.constant 0.0 : f32
  // expected-error@+1 {{'tensor.pad' op takes elements away by negative padding, which has no form on buffers; use tensor.extract_slice}}
  %p = tensor.pad %x low[-2] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<8xf32> to tensor<7xf32>
  return %p : tensor<7xf32>
}

// -----

func.func @unranked_circle(%c: i1, %t: tensor<*xi32>) -> tensor<*xi32> {
  cf.br ^head(%t : tensor<*xi32>)
^head(%x: tensor<*xi32>):
  %y = arith.select %c, %x, %t : tensor<*xi32>
  // expected-error@+1 {{forwards a tensor of unknown rank around a circle of blocks; expects a tensor.cast to a ranked one before}}
  cf.cond_br %c, ^head(%y : tensor<*xi32>), ^end
^end:
  return %y : tensor<*xi32>
}
