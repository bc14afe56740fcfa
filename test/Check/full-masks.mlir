// Masks of which all lanes are set, and those of nothing, which upstream's conversions fold
// without end.
// DEFINE: %{check} = timeout 300 layout-check %s --pipeline="builtin.module(layout-apply)"
// RUN: %{check} --entry=write
// RUN: %{check} --entry=write_all
// RUN: %{check} --entry=read
// RUN: %{check} --entry=nothing

#tiled = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>

func.func @write(%o: memref<3x4xf32, #tiled>) {
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %m = arith.constant dense<true> : vector<4xi1>
  %c0 = arith.constant 0 : index
  vector.mask %m { vector.transfer_write %v, %o[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<3x4xf32, #tiled> } : vector<4xi1>
  return
}

func.func @write_all(%o: memref<3x4xf32, #tiled>) {
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %m = vector.constant_mask [4] : vector<4xi1>
  %c0 = arith.constant 0 : index
  vector.mask %m { vector.transfer_write %v, %o[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<3x4xf32, #tiled> } : vector<4xi1>
  return
}

func.func @read(%a: memref<3x4xf32, #tiled>, %o: memref<3x4xf32, #tiled>) {
  %m = vector.constant_mask [4] : vector<4xi1>
  %pass = arith.constant dense<7.0> : vector<4xf32>
  %pad = arith.constant 9.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = vector.mask %m, %pass { vector.transfer_read %a[%c1, %c0], %pad {in_bounds = [true]} : memref<3x4xf32, #tiled>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.transfer_write %v, %o[%c0, %c0] {in_bounds = [true]} : vector<4xf32>, memref<3x4xf32, #tiled>
  return
}

func.func @nothing(%a: memref<3x4xf32, #tiled>, %lanes: memref<4xi1>) {
  %c0 = arith.constant 0 : index
  %m = vector.load %lanes[%c0] : memref<4xi1>, vector<4xi1>
  vector.mask %m { } : vector<4xi1>
  return
}
