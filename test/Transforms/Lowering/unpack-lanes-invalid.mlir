// RUN: layout-opt %s --layout-unpack-lanes --split-input-file --verify-diagnostics
// RUN: layout-opt %s --layout-to-llvm --split-input-file --verify-diagnostics

func.func @cast(%a: memref<4xi4>) -> memref<vector<4xi4>> {
  // expected-error@+1 {{takes elements of 'memref<4xi4>' for lanes of a vector, which LLVM packs bit by bit; access them by vector.load and vector.store}}
  %v = vector.type_cast %a : memref<4xi4> to memref<vector<4xi4>>
  return %v : memref<vector<4xi4>>
}

// -----

func.func @scalable(%a: memref<?xi1>, %i: index, %v: vector<[4]xi1>) {
  // expected-error@+1 {{has a scalable vector, whose lanes LLVM packs bit by bit: they cannot be accessed one by one}}
  vector.store %v, %a[%i] : memref<?xi1>, vector<[4]xi1>
  return
}

// -----

func.func @rank_0(%a: memref<i4>, %v: vector<4xi4>, %x: vector<4xindex>, %m: vector<4xi1>) {
  // expected-error@+1 {{needs a dimension to run along; its buffer has none}}
  vector.scatter %a[][%x], %m, %v : memref<i4>, vector<4xindex>, vector<4xi1>, vector<4xi4>
  return
}
