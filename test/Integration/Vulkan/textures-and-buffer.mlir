// A texture in, a texture out, a plain buffer and a scalar, in one kernel, in
// physical form. What the kernel does not write survives, though it is declared
// to write only.
// RUN: layout-opt %s --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// Rows and columns must not be taken for each other.
// RUN: sed -e 's/load %at.%y, %j. :/load %at[%j, %y] :/' %s | layout-opt --layout-to-vulkan -o %t.swapped.mlir
// RUN: %run_on_vulkan -e main %t.swapped.mlir | not FileCheck %s

!in = memref<4x6xvector<4xf32>, #layout.texture<read>>
!out = memref<4x6xvector<4xf32>, #layout.texture<write>>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

// Element (i, j, k) of the texture is 100 i + 10 j + k, element j of the buffer
// 300 + 10 j + 3, the scalar 1000.
// CHECK:      {{\[\[\[}}1303,    1304,    1305,    1306],
// CHECK-NEXT: [1323,    1324,    1325,    1326],
// CHECK-NEXT: [1343,    1344,    1345,    1346],
// CHECK-NEXT: [1363,    1364,    1365,    1366],
// CHECK-NEXT: [40,    41,    42,    43],
// CHECK-NEXT: [50,    51,    52,    53]],
// CHECK:      [1663,    1664,    1665,    1666],
// CHECK-NEXT: [340,    341,    342,    343],
// CHECK-NEXT: [350,    351,    352,    353]]]
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4x6x4xf32>
  %b = memref.alloc() : memref<4x6x4xf32>
  %s = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 4 {
        %n = affine.apply affine_map<(i, j, k) -> (i * 100 + j * 10 + k)>(%i, %j, %k)
        %v = arith.index_cast %n : index to i32
        %w = arith.sitofp %v : i32 to f32
        affine.store %w, %a[%i, %j, %k] : memref<4x6x4xf32>
        affine.store %w, %b[%i, %j, %k] : memref<4x6x4xf32>
        affine.store %w, %s[%j] : memref<6xf32>
      }
    }
  }
  %av = vector.type_cast %a : memref<4x6x4xf32> to memref<4x6xvector<4xf32>>
  %bv = vector.type_cast %b : memref<4x6x4xf32> to memref<4x6xvector<4xf32>>
  %at = memref.memory_space_cast %av : memref<4x6xvector<4xf32>> to !in
  %bt = memref.memory_space_cast %bv : memref<4x6xvector<4xf32>> to !out
  %f = arith.constant 1000.0 : f32
  gpu.launch blocks(%x, %y, %z) in (%gx = %c2, %gy = %c4, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c2, %by = %c1, %bz = %c1) {
    %j = affine.apply affine_map<()[x, tx] -> (2 * x + tx)>()[%x, %tx]
    %t = memref.load %at[%y, %j] : !in
    %e = memref.load %s[%j] : memref<6xf32>
    %g = arith.addf %e, %f : f32
    %v = vector.broadcast %g : f32 to vector<4xf32>
    %u = arith.addf %t, %v : vector<4xf32>
    memref.store %u, %bt[%y, %j] : !out
    gpu.terminator
  }
  %u = memref.cast %b : memref<4x6x4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
