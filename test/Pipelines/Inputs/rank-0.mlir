// Buffers without axes beside those with, of each kind of access, and layouts
// that have no axes, or that are the only thing of this project in a module.
#tiled = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

// A scalar store to a row, and one that has none behind it.
func.func @rows(%a: memref<8x4xf32>, %m: memref<8xf32, #tiled>, %s: memref<f32>, %x: f32) -> f32 {
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i, 0] : memref<8x4xf32>
    affine.store %x, %m[%i] : memref<8xf32, #tiled>
    affine.store %x, %s[] : memref<f32>
    memref.store %x, %s[] : memref<f32>
    affine.store %x, %a[%i, 1] : memref<8x4xf32>
    %y = affine.load %s[] : memref<f32>
    %z = memref.load %s[] : memref<f32>
    affine.if affine_set<(i) : (6 - i >= 0)>(%i) {
      affine.store %y, %a[%i, 2] : memref<8x4xf32>
    }
  }
  %y = affine.load %s[] : memref<f32>
  return %y : f32
}

// -----

#none = #layout.buffer<index_map<() -> ()>>
memref.global "private" @g : memref<f32> = dense<3.0> {layout.transform = #none}
func.func private @request(%s: memref<f32> {layout.transform = #none}) -> f32 {
  %g = memref.get_global @g : memref<f32>
  %x = memref.load %g[] : memref<f32>
  affine.store %x, %s[] : memref<f32>
  return %x : f32
}
func.func @accesses(%s: memref<f32, #none>, %t: memref<f32>, %u: tensor<f32>) -> f32 {
  %x = memref.load %s[] : memref<f32, #none>
  affine.store %x, %s[] : memref<f32, #none>
  %v = vector.transfer_read %s[], %x : memref<f32, #none>, vector<f32>
  vector.transfer_write %v, %s[] : vector<f32>, memref<f32, #none>
  linalg.fill ins(%x : f32) outs(%s : memref<f32, #none>)
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t : memref<f32>) outs(%s : memref<f32, #none>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  memref.copy %t, %s : memref<f32> to memref<f32, #none>
  layout.convert ins(%s : memref<f32, #none>) outs(%t : memref<f32>)
  %y = call @request(%t) : (memref<f32>) -> f32
  return %y : f32
}

// -----

#none = #layout.buffer<index_map<() -> ()>>
func.func @tensors(%t: tensor<f32>) -> tensor<f32> {
  %a = layout.convert %t : tensor<f32> to tensor<f32, #none>
  %x = tensor.extract %a[] : tensor<f32, #none>
  %b = tensor.insert %x into %a[] : tensor<f32, #none>
  %c = layout.convert %b : tensor<f32, #none> to tensor<f32>
  return %c : tensor<f32>
}

// -----

#one = #layout.buffer<index_map<() -> (0)>, pad<undef>>
memref.global "private" @g : memref<f32> = dense<3.0> {layout.transform = #one}
func.func private @request(%s: memref<f32> {layout.transform = #one}) -> f32 {
  %g = memref.get_global @g : memref<f32>
  %x = memref.load %g[] : memref<f32>
  affine.store %x, %s[] : memref<f32>
  return %x : f32
}
func.func @accesses(%s: memref<f32, #one>, %t: memref<f32>, %u: tensor<f32>) -> f32 {
  %x = memref.load %s[] : memref<f32, #one>
  affine.store %x, %s[] : memref<f32, #one>
  %v = vector.transfer_read %s[], %x : memref<f32, #one>, vector<f32>
  vector.transfer_write %v, %s[] : vector<f32>, memref<f32, #one>
  linalg.fill ins(%x : f32) outs(%s : memref<f32, #one>)
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t : memref<f32>) outs(%s : memref<f32, #one>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  memref.copy %t, %s : memref<f32> to memref<f32, #one>
  layout.convert ins(%s : memref<f32, #one>) outs(%t : memref<f32>)
  %y = call @request(%t) : (memref<f32>) -> f32
  return %y : f32
}

// -----

#one = #layout.buffer<index_map<() -> (0)>, pad<undef>>
func.func @tensors(%t: tensor<f32>) -> tensor<f32> {
  %a = layout.convert %t : tensor<f32> to tensor<f32, #one>
  %x = tensor.extract %a[] : tensor<f32, #one>
  %b = tensor.insert %x into %a[] : tensor<f32, #one>
  %c = layout.convert %b : tensor<f32, #one> to tensor<f32>
  return %c : tensor<f32>
}

// -----

#four = #layout.buffer<index_map<() -> (0)>, extent<[4]>, pad<0.0 : f32>>
memref.global "private" @g : memref<f32> = dense<3.0> {layout.transform = #four}
func.func private @request(%s: memref<f32> {layout.transform = #four}) -> f32 {
  %g = memref.get_global @g : memref<f32>
  %x = memref.load %g[] : memref<f32>
  affine.store %x, %s[] : memref<f32>
  return %x : f32
}
func.func @accesses(%s: memref<f32, #four>, %t: memref<f32>, %u: tensor<f32>) -> f32 {
  %x = memref.load %s[] : memref<f32, #four>
  affine.store %x, %s[] : memref<f32, #four>
  %v = vector.transfer_read %s[], %x : memref<f32, #four>, vector<f32>
  vector.transfer_write %v, %s[] : vector<f32>, memref<f32, #four>
  linalg.fill ins(%x : f32) outs(%s : memref<f32, #four>)
  linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%t : memref<f32>) outs(%s : memref<f32, #four>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  memref.copy %t, %s : memref<f32> to memref<f32, #four>
  layout.convert ins(%s : memref<f32, #four>) outs(%t : memref<f32>)
  %y = call @request(%t) : (memref<f32>) -> f32
  return %y : f32
}

// -----

#four = #layout.buffer<index_map<() -> (0)>, extent<[4]>, pad<0.0 : f32>>
func.func @tensors(%t: tensor<f32>) -> tensor<f32> {
  %a = layout.convert %t : tensor<f32> to tensor<f32, #four>
  %x = tensor.extract %a[] : tensor<f32, #four>
  %b = tensor.insert %x into %a[] : tensor<f32, #four>
  %c = layout.convert %b : tensor<f32, #four> to tensor<f32>
  return %c : tensor<f32>
}

// -----

#lost = #layout.buffer<index_map<(i) -> ()>>
func.func @lost(%a: memref<1xf32, #lost>, %x: f32) {
  %v = vector.broadcast %x : f32 to vector<1xf32>
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 1 { affine.store %x, %a[%i] : memref<1xf32, #lost> }
  vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<1xf32>, memref<1xf32, #lost>
  return
}

// -----

// Nothing here is of this project.
func.func @plain(%a: memref<f32, affine_map<() -> (0)>>, %b: memref<1xf32, affine_map<(i) -> ()>>, %c: memref<8xf32, affine_map<(i) -> (i + 1)>>, %x: f32, %i: index) {
  memref.store %x, %a[] : memref<f32, affine_map<() -> (0)>>
  memref.store %x, %c[%i] : memref<8xf32, affine_map<(i) -> (i + 1)>>
  return
}

// -----

// Vectors without axes, and loops.
func.func @vectors(%a: memref<8x4xf32>, %s: memref<vector<4xf32>>, %t: memref<vector<f32>>, %x: f32) {
  %c0 = arith.constant 0 : index
  %v = vector.broadcast %x : f32 to vector<f32>
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i, 0] : memref<8x4xf32>
    memref.store %v, %t[] : memref<vector<f32>>
    %y = memref.load %s[] : memref<vector<4xf32>>
    vector.store %y, %a[%i, %c0] : memref<8x4xf32>, vector<4xf32>
    %w = vector.transfer_read %a[%i, %c0], %x {permutation_map = affine_map<(i, j) -> ()>} : memref<8x4xf32>, vector<f32>
    vector.transfer_write %w, %a[%i, %c0] {permutation_map = affine_map<(i, j) -> ()>} : vector<f32>, memref<8x4xf32>
  }
  return
}

// -----

func.func @loops(%s: memref<f32>, %x: f32) {
  scf.forall () in () { memref.store %x, %s[] : memref<f32> }
  %i = affine.apply affine_map<() -> (3)>()
  affine.if affine_set<() : (0 == 0)>() { affine.store %x, %s[] : memref<f32> }
  return
}

// -----

func.func @parallel(%s: memref<f32>, %x: f32) {
  affine.parallel () = () to () { affine.store %x, %s[] : memref<f32> }
  return
}

// -----

// Extents of 0.
#rows = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>
#separated = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>
func.func @empty(%a: memref<0x4xf32, #rows>, %b: memref<0x4xf32>, %c: memref<0x4xf32, #separated>, %x: f32) {
  affine.for %i = 0 to 0 { affine.for %j = 0 to 4 {
    affine.store %x, %a[%i, %j] : memref<0x4xf32, #rows>
    affine.store %x, %b[%i, %j] : memref<0x4xf32>
    affine.store %x, %c[%i, %j] : memref<0x4xf32, #separated>
  } }
  linalg.fill ins(%x : f32) outs(%a : memref<0x4xf32, #rows>)
  layout.convert ins(%b : memref<0x4xf32>) outs(%a : memref<0x4xf32, #rows>)
  memref.copy %b, %c : memref<0x4xf32> to memref<0x4xf32, #separated>
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<?x4xf32>, %b: memref<f32, #layout.texture<read>>, %t: memref<f32>, %n: memref<vector<4xf32>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %c0 = arith.constant 0 : index
      %x = memref.load %t[] : memref<f32>
      %y = memref.load %b[] : memref<f32, #layout.texture<read>>
      %v = memref.load %n[] : memref<vector<4xf32>>
      vector.store %v, %a[%c0, %c0] : memref<?x4xf32>, vector<4xf32>
      memref.store %x, %a[%c0, %c0] : memref<?x4xf32>
      memref.store %y, %t[] : memref<f32>
      gpu.return
    }
  }
  func.func @host(%a: memref<?x4xf32>, %b: memref<f32, #layout.texture<read>>, %t: memref<f32>, %n: memref<vector<4xf32>>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?x4xf32>, %b : memref<f32, #layout.texture<read>>, %t : memref<f32>, %n : memref<vector<4xf32>>)
    return
  }
}
