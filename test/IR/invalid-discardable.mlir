// Where `layout.transform`, `layout.access` and `layout.sequential` may not stand,
// and what they may not say.
// RUN: layout-opt %s --verify-diagnostics --split-input-file

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @+1 {{'layout.transform' is not allowed on 'func.func', only on function arguments, memref.alloc, memref.alloca and memref.global}}
func.func private @transform_on_function(memref<14xi32>) attributes {layout.transform = #tile}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @transform_on_view(%a: memref<14xi32>) {
  // expected-error @+1 {{'layout.transform' is not allowed on 'memref.cast'}}
  %b = memref.cast %a {layout.transform = #tile} : memref<14xi32> to memref<?xi32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @transform_on_load(%a: memref<14xi32>, %i: index) {
  // expected-error @+1 {{'layout.transform' is not allowed on 'memref.load'}}
  %x = memref.load %a[%i] {layout.transform = #tile} : memref<14xi32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @+1 {{'layout.transform' is not allowed on results}}
func.func private @transform_on_result() -> (memref<14xi32> {layout.transform = #tile})

// -----

// expected-error @+1 {{'layout.access' is not allowed on results}}
func.func private @access_on_result() -> (memref<14xi32> {layout.access = "read"})

// -----

// expected-error @+1 {{'layout.transform' expects a #layout.buffer, found }}
func.func private @transform_of_map(memref<14xi32> {layout.transform = affine_map<(i) -> (i floordiv 4, i mod 4)>})

// -----

func.func @transform_of_index_map() {
  // expected-error @+1 {{'layout.transform' expects a #layout.buffer, found }}
  %a = memref.alloc() {layout.transform = #layout.index_map<(i) -> (i)>} : memref<14xi32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @+1 {{'layout.transform' asks for a ranked memref or tensor without a layout of its own, not 'i32'}}
func.func private @transform_of_scalar(i32 {layout.transform = #tile})

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @+1 {{'layout.transform' asks for a ranked memref or tensor without a layout of its own, not 'memref<*xi32>'}}
func.func private @transform_of_unranked(memref<*xi32> {layout.transform = #tile})

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @+1 {{'layout.transform' asks for a ranked memref or tensor without a layout of its own}}
func.func private @transform_of_laid_out(memref<14xi32, #tile> {layout.transform = #tile})

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @transform_of_strided() {
  // expected-error @+1 {{'layout.transform' asks for a ranked memref or tensor without a layout of its own}}
  %a = memref.alloc() {layout.transform = #tile} : memref<14xi32, strided<[2]>>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @+1 {{'layout.transform' asks for a ranked memref or tensor without a layout of its own}}
func.func private @transform_of_encoded(tensor<14xi32, #tile> {layout.transform = #tile})

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// buffer_c7
// expected-error @+1 {{'layout.transform': the layout takes 1 indices, the type has rank 2}}
func.func private @transform_rank(memref<4x4xi32> {layout.transform = #tile})

// -----

// buffer_c8
func.func @transform_negative() {
  // expected-error-re @+1 {{'layout.transform': {{.*}}maps (0) to (-3)}}
  %a = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (2 * i - 3)>>} : memref<14xi32>
  return
}

// -----

// buffer_c9
// expected-error-re @+1 {{'layout.transform': {{.*}}(0, 0) and (2, 0) both map to (0, 0)}}
memref.global "private" @transform_aliasing : memref<4x4xi32> {layout.transform = #layout.buffer<index_map<(i, j) -> (i mod 2, j)>>}

// -----

// pad_c5: the element type is known here.
func.func @pad_c5_transform() {
  // expected-error @+1 {{'layout.transform': pad '#layout.pad<0 : i32>' does not fit the element type f32}}
  %a = memref.alloca() {layout.transform = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>} : memref<14xf32>
  return
}

// -----

func.func @access_on_alloc() {
  // expected-error @+1 {{'layout.access' is not allowed on 'memref.alloc', only on function arguments}}
  %a = memref.alloc() {layout.access = "read"} : memref<14xi32>
  return
}

// -----

// expected-error @+1 {{'layout.access' must be "read", "write" or "readwrite"}}
func.func private @access_other(memref<14xi32> {layout.access = "rw"})

// -----

// expected-error @+1 {{'layout.access' must be "read", "write" or "readwrite"}}
func.func private @access_unit(memref<14xi32> {layout.access})

// -----

// expected-error @+1 {{'layout.access' is not allowed on an argument that is no buffer}}
func.func private @access_of_scalar(i32 {layout.access = "read"})

// -----

// expected-error @+1 {{'layout.sequential' must be a unit attribute}}
func.func private @sequential_of_number(memref<14xi32> {layout.sequential = 1})

// -----

// expected-error @+1 {{'layout.sequential' is not allowed on an argument that is no buffer}}
func.func private @sequential_of_scalar(i32 {layout.sequential})

// -----

func.func @sequential_on_op() {
  // expected-error @+1 {{'layout.sequential' must be a unit attribute}}
  %a = memref.alloc() {layout.sequential = "yes"} : memref<14xi32>
  return
}

// -----

// expected-error @+1 {{unknown attribute 'layout.pad' of the layout dialect}}
func.func private @unknown_on_argument(memref<14xi32> {layout.pad = 0})

// -----

// expected-error @+1 {{unknown attribute 'layout.transfrom' of the layout dialect}}
func.func private @unknown_on_op() attributes {layout.transfrom = 1}

// -----

// expected-error @below {{'layout.noalias' must be an array of i32 on a function}}
func.func @noalias(%a: memref<14xi32>) attributes {layout.noalias = "all"} {
  return
}

// -----

func.func @noalias_on_op() {
  // expected-error @below {{'layout.noalias' must be an array of i32 on a function}}
  %a = memref.alloc() {layout.noalias = array<i32: 0>} : memref<14xi32>
  return
}

// -----

// expected-error @below {{'layout.cache' asks for a copy of a ranked memref, not 'memref<*xi32>'}}
func.func @cache_unranked(%a: memref<*xi32> {layout.cache = #layout.buffer<index_map<(i) -> (i)>>}) {
  return
}

// -----

func.func @cache_on_a_loop() {
  // expected-error @below {{'layout.cache' must be a unit attribute on a loop}}
  affine.for %i = 0 to 4 {
  } {layout.cache = 1 : i32}
  return
}

// -----

// Only where somebody reads it: what else it stands on would lose it.
// expected-error @+1 {{'layout.sequential' is not allowed on 'func.func', only on function arguments, memref.alloc, memref.alloca, ops that access one element, affine.for and scf.for}}
func.func private @sequential_on_function(memref<14xi32>) attributes {layout.sequential}

// -----

func.func @sequential_on_tensor() {
  // expected-error @+1 {{'layout.sequential' is not allowed on 'tensor.empty'}}
  %e = tensor.empty() {layout.sequential} : tensor<14xi32>
  return
}

// -----

// What an op touches is not asked before its regions are known to be right.
func.func @sequential_on_invalid(%m: memref<1xi32>) {
  // expected-error @+1 {{'layout.sequential' is not allowed on 'linalg.generic'}}
  "linalg.generic"(%m) <{indexing_maps = [], iterator_types = [], operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%x: i32):
    "linalg.yield"(%x) : (i32) -> ()
  }) {layout.sequential} : (memref<1xi32>) -> ()
  return
}

// -----

func.func @sequential_on_linalg(%a: memref<14xi32>) {
  // expected-error @+1 {{'layout.sequential' is not allowed on 'linalg.add'}}
  linalg.add {layout.sequential} ins(%a, %a : memref<14xi32>, memref<14xi32>) outs(%a : memref<14xi32>)
  return
}

// -----

func.func @sequential_on_copy(%a: memref<4x4xi32>, %b: memref<4x4xi32>) {
  // expected-error @+1 {{'layout.sequential' is not allowed on 'memref.copy'}}
  memref.copy %b, %a {layout.sequential} : memref<4x4xi32> to memref<4x4xi32>
  return
}

// -----

func.func @sequential_on_parallel_loop(%a: memref<14xi32>, %x: i32) {
  // expected-error @+1 {{'layout.sequential' is not allowed on 'affine.parallel'}}
  affine.parallel (%i) = (0) to (14) {
    affine.store %x, %a[%i] : memref<14xi32>
  } {layout.sequential}
  return
}

// -----

// expected-error @+1 {{'layout.sequential' is not allowed on 'memref.global'}}
memref.global @sequential_on_global : memref<14xi32> {layout.sequential}

// -----

func.func @prefer_count(%a: tensor<14xf32>) -> tensor<14xf32> {
  // expected-error @+1 {{'layout.prefer' must be an array with a layout or unit for each operand, of which there are 2}}
  %0 = linalg.exp {layout.prefer = [unit]} ins(%a : tensor<14xf32>) outs(%a : tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

func.func @prefer_number(%a: tensor<14xf32>) -> tensor<14xf32> {
  // expected-error @+1 {{'layout.prefer' of operand #1: expects unit, or a #layout.buffer for a ranked tensor, found 3 : i64 for 'tensor<14xf32>'}}
  %0 = linalg.exp {layout.prefer = [unit, 3]} ins(%a : tensor<14xf32>) outs(%a : tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

#pairs = #layout.buffer<index_map<(i, j) -> (i, j)>>
func.func @prefer_rank(%a: tensor<14xf32>) -> tensor<14xf32> {
  // expected-error @+1 {{'layout.prefer' of operand #0: the layout takes 2 indices}}
  %0 = linalg.exp {layout.prefer = [#pairs, unit]} ins(%a : tensor<14xf32>) outs(%a : tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}
