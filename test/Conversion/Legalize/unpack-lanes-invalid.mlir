// RUN: layout-opt %s --layout-legalize=only=lanes --split-input-file --verify-diagnostics
// RUN: layout-opt %s --layout-to-llvm --split-input-file --verify-diagnostics

func.func @cast(%a: memref<4xi4>) -> memref<vector<4xi4>> {
  // expected-error@+1 {{takes elements of 'memref<4xi4>' for lanes of a vector, which LLVM packs bit by bit; access them by vector.load and vector.store}}
  %v = vector.type_cast %a : memref<4xi4> to memref<vector<4xi4>>
  return %v : memref<vector<4xi4>>
}

// -----

// Rows of three take as many bytes as rows of four.
func.func @rows(%a: memref<2x3xf32>) -> memref<vector<2x3xf32>> {
  // expected-error@+1 {{takes elements of 'memref<2x3xf32>' for lanes of a vector, each row of which LLVM pads to a power of two; access them by vector.load and vector.store}}
  %v = vector.type_cast %a : memref<2x3xf32> to memref<vector<2x3xf32>>
  return %v : memref<vector<2x3xf32>>
}

// -----

// One row ends where the buffer does.
func.func @one_row(%a: memref<3xf32>, %b: memref<2x4xf32>) -> (memref<vector<3xf32>>, memref<vector<2x4xf32>>) {
  %v = vector.type_cast %a : memref<3xf32> to memref<vector<3xf32>>
  %w = vector.type_cast %b : memref<2x4xf32> to memref<vector<2x4xf32>>
  return %v, %w : memref<vector<3xf32>>, memref<vector<2x4xf32>>
}

// -----

func.func @scalable(%a: memref<?xi1>, %i: index, %v: vector<[4]xi1>) {
  // expected-error@+1 {{has a scalable vector of elements that LLVM packs bit by bit, so its lanes cannot be accessed one by one; use a vector of fixed length}}
  vector.store %v, %a[%i] : memref<?xi1>, vector<[4]xi1>
  return
}

// -----

func.func @rank_0(%a: memref<i4>, %v: vector<4xi4>, %x: vector<4xindex>, %m: vector<4xi1>) {
  // expected-error@+1 {{expects a buffer of at least one dimension}}
  vector.scatter %a[][%x], %m, %v : memref<i4>, vector<4xindex>, vector<4xi1>, vector<4xi4>
  return
}
