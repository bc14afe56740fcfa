// Ops that touch many elements at once.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes)' --verify-diagnostics -o /dev/null

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#id = affine_map<(i) -> (i)>

// expected-remark@below {{fill 0: write}}
func.func @fill(%a: memref<5x7xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%a : memref<5x7xf32>)
  return
}

// expected-remark@below {{fill_dynamic 0: write}}
func.func @fill_dynamic(%a: memref<?x7xf32>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%a : memref<?x7xf32>)
  return
}

// expected-remark@below {{matmul 0: read}}
// expected-remark@below {{matmul 1: read}}
// expected-remark@below {{matmul 2: readwrite}}
func.func @matmul(%a: memref<5x7xf32>, %b: memref<7x3xf32>, %c: memref<5x3xf32>) {
  linalg.matmul ins(%a, %b : memref<5x7xf32>, memref<7x3xf32>) outs(%c : memref<5x3xf32>)
  return
}

// expected-remark@below {{fill_matmul 0: read}}
// expected-remark@below {{fill_matmul 1: read}}
// expected-remark@below {{fill_matmul 2: write}}
func.func @fill_matmul(%a: memref<5x7xf32>, %b: memref<7x3xf32>, %c: memref<5x3xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<5x3xf32>)
  linalg.matmul ins(%a, %b : memref<5x7xf32>, memref<7x3xf32>) outs(%c : memref<5x3xf32>)
  return
}

// expected-remark@below {{fill_conv 0: read}}
// expected-remark@below {{fill_conv 1: read}}
// expected-remark@below {{fill_conv 2: write}}
func.func @fill_conv(%a: memref<1x8x8x3xf32>, %b: memref<3x3x3x4xf32>, %c: memref<1x6x6x4xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<1x6x6x4xf32>)
  linalg.conv_2d_nhwc_hwcf ins(%a, %b : memref<1x8x8x3xf32>, memref<3x3x3x4xf32>) outs(%c : memref<1x6x6x4xf32>)
  return
}

// The shape of a window is asked for, its elements are not.
// expected-remark@below {{fill_pool 0: read}}
// expected-remark@below {{fill_pool 1: readwrite}}
// expected-remark@below {{fill_pool 2: write}}
func.func @fill_pool(%a: memref<1x8x8x3xf32>, %w: memref<2x2xf32>, %c: memref<1x4x4x3xf32>, %least: f32) {
  linalg.fill ins(%least : f32) outs(%c : memref<1x4x4x3xf32>)
  linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>} ins(%a, %w : memref<1x8x8x3xf32>, memref<2x2xf32>) outs(%c : memref<1x4x4x3xf32>)
  affine.store %least, %w[0, 0] : memref<2x2xf32>
  return
}

// An output that is not read.
// expected-remark@below {{elementwise 0: read}}
// expected-remark@below {{elementwise 1: write}}
func.func @elementwise(%a: memref<14xf32>, %b: memref<14xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<14xf32>) outs(%b : memref<14xf32>) {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %x : f32
    linalg.yield %z : f32
  }
  return
}

// expected-remark@below {{in_place 0: readwrite}}
func.func @in_place(%a: memref<14xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : memref<14xf32>) outs(%a : memref<14xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// The body sees what was there before the op, not what it writes.
// expected-remark@below {{read_by_the_body 0: readwrite}}
func.func @read_by_the_body(%a: memref<14xf32>, %i: index) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : memref<14xf32>) {
  ^bb0(%y: f32):
    %x = memref.load %a[%i] : memref<14xf32>
    linalg.yield %x : f32
  }
  return
}

// Every other element.
// expected-remark@below {{strided_output 0: read}}
// expected-remark@below {{strided_output 1: readwrite}}
func.func @strided_output(%a: memref<7xf32>, %b: memref<13xf32>) {
  linalg.generic {indexing_maps = [#id, affine_map<(i) -> (2 * i)>], iterator_types = ["parallel"]} ins(%a : memref<7xf32>) outs(%b : memref<13xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// A reduction over nothing writes nothing.
// expected-remark@below {{empty_reduction 0: read}}
// expected-remark@below {{empty_reduction 1: readwrite}}
func.func @empty_reduction(%a: memref<5x0xf32>, %b: memref<5xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a : memref<5x0xf32>) outs(%b : memref<5xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}

// expected-remark@below {{copy 0: read}}
// expected-remark@below {{copy 1: write}}
func.func @copy(%a: memref<14xi32>, %b: memref<14xi32>) {
  memref.copy %a, %b : memref<14xi32> to memref<14xi32>
  return
}

// expected-remark@below {{copy_onto_itself 0: readwrite}}
func.func @copy_onto_itself(%a: memref<14xi32>) {
  memref.copy %a, %a : memref<14xi32> to memref<14xi32>
  return
}

// expected-remark@below {{convert 0: read}}
// expected-remark@below {{convert 1: write}}
func.func @convert(%a: memref<14xi32>, %b: memref<14xi32, #pad0>) {
  layout.convert ins(%a : memref<14xi32>) outs(%b : memref<14xi32, #pad0>)
  return
}

// expected-remark@below {{vectors 0: write}}
func.func @vectors(%a: memref<5x16xf32>, %v: vector<4xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 16 step 4 {
      vector.store %v, %a[%i, %j] : memref<5x16xf32>, vector<4xf32>
    }
  }
  return
}

// expected-remark@below {{vectors_too_short 0: readwrite}}
func.func @vectors_too_short(%a: memref<5x16xf32>, %v: vector<3xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 16 step 4 {
      vector.store %v, %a[%i, %j] : memref<5x16xf32>, vector<3xf32>
    }
  }
  return
}

// expected-remark@below {{affine_vectors 0: write}}
func.func @affine_vectors(%a: memref<16xf32>, %v: vector<4xf32>) {
  affine.for %j = 0 to 16 step 4 {
    affine.vector_store %v, %a[%j] : memref<16xf32>, vector<4xf32>
    %x = affine.vector_load %a[%j] : memref<16xf32>, vector<4xf32>
  }
  return
}

// The element is a vector itself.
// expected-remark@below {{vector_elements 0: readwrite}}
func.func @vector_elements(%a: memref<16xvector<4xf32>>, %v: vector<4xf32>) {
  affine.for %j = 0 to 16 step 4 {
    affine.store %v, %a[%j] : memref<16xvector<4xf32>>
  }
  return
}

// Lanes outside are left out.
// expected-remark@below {{transfer 0: write}}
func.func @transfer(%a: memref<14x5xf32>, %v: vector<4x8xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 14 step 4 {
    vector.transfer_write %v, %a[%i, %c0] : vector<4x8xf32>, memref<14x5xf32>
  }
  return
}

// expected-remark@below {{transposed_transfer 0: write}}
func.func @transposed_transfer(%a: memref<14x5xf32>, %v: vector<5x14xf32>) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %a[%c0, %c0] {in_bounds = [true, true], permutation_map = affine_map<(i, j) -> (j, i)>} : vector<5x14xf32>, memref<14x5xf32>
  return
}

// expected-remark@below {{masked_transfer 0: readwrite}}
func.func @masked_transfer(%a: memref<4xf32>, %v: vector<4xf32>, %m: vector<4xi1>) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %a[%c0], %m {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
  return
}

// expected-remark@below {{masked_store 0: readwrite}}
func.func @masked_store(%a: memref<4xf32>, %v: vector<4xf32>, %m: vector<4xi1>) {
  %c0 = arith.constant 0 : index
  vector.maskedstore %a[%c0], %m, %v : memref<4xf32>, vector<4xi1>, vector<4xf32>
  return
}

// How many lanes there are is known at run time only.
// expected-remark@below {{scalable 0: readwrite}}
func.func @scalable(%a: memref<4xf32>, %v: vector<[4]xf32>) {
  %c0 = arith.constant 0 : index
  vector.transfer_write %v, %a[%c0] : vector<[4]xf32>, memref<4xf32>
  return
}
