// Ops whose regions upstream's deallocation takes for control flow that it does not know.
// RUN: layout-opt %s --layout-compile=deallocate -o /dev/null
// RUN: layout-check %s --entry=read,gathered --arg=2:11 --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"
// RUN: layout-check %s --entry=atomic --arg=1:2.5 --arg=2:7 --pipeline="builtin.module(layout-compile{to-llvm=false deallocate})"

func.func @read(%m: memref<16xf32>, %o: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %mask = vector.create_mask %n : vector<16xi1>
  %v = vector.mask %mask { vector.transfer_read %m[%c0], %p : memref<16xf32>, vector<16xf32> } : vector<16xi1> -> vector<16xf32>
  vector.transfer_write %v, %o[%c0] : vector<16xf32>, memref<16xf32>
  return
}
func.func @gathered(%m: memref<16xf32>, %o: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %i = arith.constant dense<[3, 1, 4, 1, 5, 9, 2, 6]> : vector<8xi32>
  %all = arith.constant dense<true> : vector<8xi1>
  %p = arith.constant dense<2.0> : vector<8xf32>
  %mask = vector.create_mask %n : vector<8xi1>
  %v = vector.mask %mask { vector.gather %m[%c0] [%i], %all, %p : memref<16xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  vector.mask %mask { vector.transfer_write %v, %o[%c0] : vector<8xf32>, memref<8xf32> } : vector<8xi1>
  %r = vector.mask %mask { vector.reduction <maxnumf>, %v : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return %r : f32
}
func.func @atomic(%m: memref<16xf32>, %x: f32, %i: index) -> f32 {
  %own = memref.alloc() : memref<16xf32>
  memref.copy %m, %own : memref<16xf32> to memref<16xf32>
  %r = memref.generic_atomic_rmw %own[%i] : memref<16xf32> {
  ^bb0(%old: f32):
    %s = arith.mulf %old, %x : f32
    memref.atomic_yield %s : f32
  }
  %t = memref.load %own[%i] : memref<16xf32>
  %u = arith.addf %r, %t : f32
  return %u : f32
}
