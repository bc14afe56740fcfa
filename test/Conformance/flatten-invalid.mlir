// FS-40 of the list of TVM's cases: a target without memory of several axes
// says so; nothing is flattened without being asked to.
// RUN: layout-opt %s --layout-apply --layout-flatten="max-rank=1" --verify-diagnostics

#tiles = #layout.buffer<index_map<(n, h, w, c) -> (n, c floordiv 32, h floordiv 8, w floordiv 8, h mod 8, w mod 8, c mod 32)>, axis_separator<[4]>>
func.func @fs_40(%a: memref<16x8x8x32xi8, #tiles>, %b: memref<32768xi8>) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{of rank 2 when flattened, which fewer axis separators would lower; the target has rank 1 at most}}
  %x = memref.load %a[%c0, %c0, %c0, %c0] : memref<16x8x8x32xi8, #tiles>
  memref.store %x, %b[%c0] : memref<32768xi8>
  return
}
