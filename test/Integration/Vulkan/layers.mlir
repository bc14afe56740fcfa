// Textures of rank 3 are arrays of images: layers, rows, columns. Every layer is
// read and written, rows turned around, layers in the other order.
// RUN: layout-opt %s --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// RUN: %run_on_vulkan -e many_layers %t.mlir | FileCheck %s --check-prefix=MANY
// A layer must not be taken for a row.
// RUN: sed -e 's/load %at.%l, %r, %x. :/load %at[%r, %l, %x] :/' %s | layout-opt --layout-to-vulkan -o %t.swapped.mlir
// RUN: %run_on_vulkan -e main %t.swapped.mlir | not FileCheck %s

!in = memref<3x2x4xvector<4xf16>, #layout.texture<read>>
!out = memref<3x2x4xvector<4xf16>, #layout.texture<write>>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

// Component m of column k in row j of layer i is 500 i + 100 j + 10 k + m.
// CHECK:      1100,  1101,  1102,  1103,  1110,  1111,  1112,  1113,  1120,  1121,  1122,  1123,  1130,  1131,  1132,  1133,
// CHECK-SAME: 1000,  1001,  1002,  1003,  1010,  1011,  1012,  1013,  1020,  1021,  1022,  1023,  1030,  1031,  1032,  1033,
// CHECK-SAME: 600,  601,  602,  603,  610,  611,  612,  613,  620,  621,  622,  623,  630,  631,  632,  633,
// CHECK-SAME: 500,  501,  502,  503,  510,  511,  512,  513,  520,  521,  522,  523,  530,  531,  532,  533,
// CHECK-SAME: 100,  101,  102,  103,  110,  111,  112,  113,  120,  121,  122,  123,  130,  131,  132,  133,
// CHECK-SAME: 0,  1,  2,  3,  10,  11,  12,  13,  20,  21,  22,  23,  30,  31,  32,  33]
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<3x2x4x4xf16>
  %b = memref.alloc() : memref<3x2x4x4xf16>
  %wide = memref.alloc() : memref<96xf32>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 4 {
        affine.for %m = 0 to 4 {
          %n = affine.apply affine_map<(i, j, k, m) -> (i * 500 + j * 100 + k * 10 + m)>(%i, %j, %k, %m)
          %v = arith.index_cast %n : index to i32
          %w = arith.sitofp %v : i32 to f16
          affine.store %w, %a[%i, %j, %k, %m] : memref<3x2x4x4xf16>
        }
      }
    }
  }
  %av = vector.type_cast %a : memref<3x2x4x4xf16> to memref<3x2x4xvector<4xf16>>
  %bv = vector.type_cast %b : memref<3x2x4x4xf16> to memref<3x2x4xvector<4xf16>>
  %at = memref.memory_space_cast %av : memref<3x2x4xvector<4xf16>> to !in
  %bt = memref.memory_space_cast %bv : memref<3x2x4xvector<4xf16>> to !out
  gpu.launch blocks(%x, %y, %z) in (%gx = %c4, %gy = %c2, %gz = %c3)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %l = affine.apply affine_map<()[z] -> (2 - z)>()[%z]
    %r = affine.apply affine_map<()[y] -> (1 - y)>()[%y]
    %t = memref.load %at[%l, %r, %x] : !in
    memref.store %t, %bt[%z, %y, %x] : !out
    gpu.terminator
  }
  %flat = memref.collapse_shape %b [[0, 1, 2, 3]] : memref<3x2x4x4xf16> into memref<96xf16>
  affine.for %i = 0 to 96 {
    %v = affine.load %flat[%i] : memref<96xf16>
    %w = arith.extf %v : f16 to f32
    affine.store %w, %wide[%i] : memref<96xf32>
  }
  %u = memref.cast %wide : memref<96xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// One layer is an array too; scalars are texels of one channel.
// MANY: [0,  10,  20,  30,  40]
func.func @many_layers() {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %a = memref.alloc() : memref<5x1x1xf32>
  %b = memref.alloc() : memref<1x1x5xf32>
  affine.for %i = 0 to 5 {
    %v = arith.index_cast %i : index to i32
    %w = arith.sitofp %v : i32 to f32
    affine.store %w, %a[%i, 0, 0] : memref<5x1x1xf32>
  }
  %at = memref.memory_space_cast %a : memref<5x1x1xf32> to memref<5x1x1xf32, #layout.texture<read>>
  %bt = memref.memory_space_cast %b : memref<1x1x5xf32> to memref<1x1x5xf32, #layout.texture<write>>
  gpu.launch blocks(%x, %y, %z) in (%gx = %c5, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %c0 = arith.constant 0 : index
    %ten = arith.constant 10.0 : f32
    %t = memref.load %at[%x, %c0, %c0] : memref<5x1x1xf32, #layout.texture<read>>
    %s = arith.mulf %t, %ten : f32
    memref.store %s, %bt[%c0, %c0, %x] : memref<1x1x5xf32, #layout.texture<write>>
    gpu.terminator
  }
  %flat = memref.collapse_shape %b [[0, 1, 2]] : memref<1x1x5xf32> into memref<5xf32>
  %u = memref.cast %flat : memref<5xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
