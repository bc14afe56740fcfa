// Vectors that meet the ends of tiles anywhere, in a kernel: which lanes are neighbours
// depends on the index, so a switch chooses. Rows are as many as the program says.
// RUN: layout-opt %s --layout-apply --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// RUN: layout-opt %s --layout-apply | FileCheck %s --check-prefix=APPLIED

// APPLIED: gpu.launch
// APPLIED: scf.index_switch
// APPLIED: gpu.terminator

// Row i: from column i on four numbers, twice, from column 8 - i on.
// CHECK:      [0,   0,   0,   0,   0,   0,   0,   0,   0,   2,   4,   6]
// CHECK-NEXT: [0,   0,   0,   0,   0,   0,   0,   22,   24,   26,   28,   0]
// CHECK-NEXT: [0,   0,   0,   0,   0,   0,   44,   46,   48,   50,   0,   0]
// CHECK-NEXT: [0,   0,   0,   0,   0,   66,   68,   70,   72,   0,   0,   0]
// CHECK-NEXT: [0,   0,   0,   0,   88,   90,   92,   94,   0,   0,   0,   0]
#tiles = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>>
!plain = memref<?x12xi32>
!tiled = memref<?x12xi32, #tiles>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func private @move(%a: !tiled, %b: !tiled, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%i, %y, %z) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %zero = arith.constant 0 : i32
    %c8 = arith.constant 8 : index
    %v = vector.transfer_read %a[%i, %i], %zero {in_bounds = [true]} : !tiled, vector<4xi32>
    %w = arith.addi %v, %v : vector<4xi32>
    %j = arith.subi %c8, %i : index
    vector.transfer_write %w, %b[%i, %j] {in_bounds = [true]} : vector<4xi32>, !tiled
    gpu.terminator
  }
  return
}

func.func @main() {
  %n = arith.constant 5 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloc(%n) : !plain
  %b = memref.alloc(%n) : !plain
  %at = memref.alloc(%n) : !tiled
  %bt = memref.alloc(%n) : !tiled
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 12 {
      %k = affine.apply affine_map<(i, j) -> (10 * i + j)>(%i, %j)
      %v = arith.index_cast %k : index to i32
      affine.store %v, %a[%i, %j] : !plain
      affine.store %zero, %b[%i, %j] : !plain
    }
  }
  layout.convert ins(%a : !plain) outs(%at : !tiled)
  layout.convert ins(%b : !plain) outs(%bt : !tiled)
  call @move(%at, %bt, %n) : (!tiled, !tiled, index) -> ()
  layout.convert ins(%bt : !tiled) outs(%b : !plain)
  %u = memref.cast %b : !plain to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
