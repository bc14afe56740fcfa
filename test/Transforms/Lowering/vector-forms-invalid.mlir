// Vector accesses that cannot touch a laid-out buffer.
// RUN: layout-opt %s -layout-apply -split-input-file -verify-diagnostics

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @scalable_masked(%a: memref<16xf32, #tile>, %i: index, %m: vector<[4]xi1>, %p: vector<[4]xf32>) {
  // expected-error@+1 {{cannot access a laid-out buffer by a scalable vector, whose number of lanes is not known; use a vector of fixed length}}
  %v = vector.maskedload %a[%i], %m, %p : memref<16xf32, #tile>, vector<[4]xi1>, vector<[4]xf32> into vector<[4]xf32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @scalable_gather(%a: memref<16xf32, #tile>, %i: index, %x: vector<[4]xindex>, %m: vector<[4]xi1>, %p: vector<[4]xf32>) {
  // expected-error@+1 {{cannot access a laid-out buffer by a scalable vector, whose number of lanes is not known; use a vector of fixed length}}
  vector.scatter %a[%i][%x], %m, %p : memref<16xf32, #tile>, vector<[4]xindex>, vector<[4]xi1>, vector<[4]xf32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>>
func.func @expand_two(%a: memref<16x8xf32, #tile>, %i: index, %m: vector<2x4xi1>, %p: vector<2x4xf32>) {
  // expected-error@+1 {{on a laid-out buffer needs a vector of one dimension}}
  %v = vector.expandload %a[%i, %i], %m, %p : memref<16x8xf32, #tile>, vector<2x4xi1>, vector<2x4xf32> into vector<2x4xf32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @several_vectors(%a: memref<16xvector<4xf32>, #tile>, %i: index, %z: vector<4xf32>) {
  // expected-error@+1 {{cannot access a laid-out buffer of vectors; use memref.load and memref.store}}
  %v = vector.transfer_read %a[%i], %z : memref<16xvector<4xf32>, #tile>, vector<2x4xf32>
  return
}

// -----

#N = #layout.buffer<index_map<() -> (2)>, pad<undef>>
func.func @no_dimension(%a: memref<i32, #N>, %m: vector<4xi1>, %p: vector<4xi32>) -> vector<4xi32> {
  // expected-error @below {{'vector.expandload' op expects a buffer of at least one dimension}}
  %x = vector.expandload %a[], %m, %p : memref<i32, #N>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  return %x : vector<4xi32>
}

// -----

#P = affine_map<(i) -> (i floordiv 4, i mod 4)>
func.func @higher_rank(%a: memref<14xi32, #P>, %i: index) -> vector<2x2xi32> {
  // expected-error @below {{'affine.vector_load' op has a vector of higher rank than its memref, for which there is no vector.transfer; use a vector of at most that rank}}
  %x = affine.vector_load %a[%i] : memref<14xi32, #P>, vector<2x2xi32>
  return %x : vector<2x2xi32>
}
