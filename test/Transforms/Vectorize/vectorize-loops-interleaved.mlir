// Channels that lie side by side on one side only: rows of lanes are interleaved in
// registers where they are stored, and taken apart where they are loaded.
//
// RUN: layout-opt %s --layout-apply --layout-optimize --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s
//
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: %{check} --entry=out
// RUN: %{check} --entry=in
// RUN: %{check} --entry=partial
// RUN: %{check} --entry=bias
// RUN: %{check} --entry=halves
// RUN: %{check} --entry=next
// RUN: %{check} --entry=ahead
// RUN: %{check} --entry=mirrored
// RUN: %{check} --entry=masked
// RUN: %{check} --entry=divided
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:7 --dim=arg0.dim1:35 --dim=arg1.dim0:7 --dim=arg1.dim1:35
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:0 --dim=arg0.dim1:35 --dim=arg1.dim0:0 --dim=arg1.dim1:35

#four = #layout.buffer<index_map<(c, w) -> (c floordiv 4, w, c mod 4)>, pad<undef>>
#tiles = #layout.buffer<index_map<(c, w) -> (c, w floordiv 64, w mod 64)>, pad<undef>>
#tiles4 = #layout.buffer<index_map<(c, w) -> (c floordiv 4, w floordiv 64, w mod 64, c mod 4)>, pad<undef>>
#two = #layout.buffer<index_map<(c, w) -> (c floordiv 2, w, c mod 2)>, pad<undef>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64>>} {

// CHECK: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}vectorized: 64 iterations at a time, 4 rows of them interleaved in registers
func.func @out(%a: memref<16x64xi8>, %b: memref<16x64xi8, #four>) {
  affine.for %c = 0 to 16 {
    affine.for %w = 0 to 64 {
      %0 = affine.load %a[%c, %w] : memref<16x64xi8>
      %1 = arith.muli %0, %0 : i8
      affine.store %1, %b[%c, %w] : memref<16x64xi8, #four>
    }
  }
  return
}

// CHECK: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}vectorized: 64 iterations at a time, 4 rows of them interleaved in registers
func.func @in(%a: memref<16x64xi8, #four>, %b: memref<16x64xi8>) {
  affine.for %c = 0 to 16 {
    affine.for %w = 0 to 64 {
      %0 = affine.load %a[%c, %w] : memref<16x64xi8, #four>
      %1 = arith.muli %0, %0 : i8
      affine.store %1, %b[%c, %w] : memref<16x64xi8>
    }
  }
  return
}

// The last channels are a part of a group, and the last lanes of a row: loops.
// CHECK: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}4 rows of them interleaved in registers, row by row in partial tiles
func.func @partial(%a: memref<13x132xi8>, %b: memref<13x132xi8, #four>) {
  affine.for %c = 0 to 13 {
    affine.for %w = 0 to 132 {
      %0 = affine.load %a[%c, %w] : memref<13x132xi8>
      %1 = arith.muli %0, %0 : i8
      affine.store %1, %b[%c, %w] : memref<13x132xi8, #four>
    }
  }
  return
}

// Interleaved on both sides, but one number for each channel.
// CHECK: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}4 rows of them interleaved in registers
func.func @bias(%a: memref<16x64xi16, #four>, %k: memref<16xi16> {llvm.noalias}, %b: memref<16x64xi16, #four>) {
  affine.for %c = 0 to 16 {
    affine.for %w = 0 to 64 {
      %0 = affine.load %a[%c, %w] : memref<16x64xi16, #four>
      %1 = affine.load %k[%c] : memref<16xi16>
      %2 = arith.addi %0, %1 : i16
      affine.store %2, %b[%c, %w] : memref<16x64xi16, #four>
    }
  }
  return
}

// CHECK: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}2 rows of them interleaved in registers
func.func @halves(%a: memref<16x64xbf16>, %b: memref<16x64xbf16, #two>) {
  affine.for %c = 0 to 16 {
    affine.for %w = 0 to 64 {
      %0 = affine.load %a[%c, %w] : memref<16x64xbf16>
      %1 = arith.negf %0 : bf16
      affine.store %1, %b[%c, %w] : memref<16x64xbf16, #two>
    }
  }
  return
}

// What one lane stores, the next one reads.
// CHECK-NOT: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}interleaved in registers
func.func @next(%a: memref<16x65xi8> {llvm.noalias}, %b: memref<16x65xi8, #four>) {
  affine.for %c = 0 to 16 {
    affine.for %w = 0 to 64 {
      %0 = affine.load %a[%c, %w] : memref<16x65xi8>
      %1 = affine.load %b[%c, %w] : memref<16x65xi8, #four>
      %2 = arith.addi %0, %1 : i8
      affine.store %2, %b[%c, %w + 1] : memref<16x65xi8, #four>
    }
  }
  return
}

// What one lane reads, the next one stores: no block that stores for a group.
// CHECK-NOT: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}interleaved in registers
func.func @ahead(%a: memref<16x65xi8> {llvm.noalias}, %b: memref<16x65xi8, #four>) {
  affine.for %c = 0 to 16 {
    affine.for %w = 0 to 64 {
      %0 = affine.load %a[%c, %w] : memref<16x65xi8>
      %1 = affine.load %b[%c, %w + 1] : memref<16x65xi8, #four>
      %2 = arith.addi %0, %1 : i8
      affine.store %2, %b[%c, %w] : memref<16x65xi8, #four>
    }
  }
  return
}

// What one row stores, another one of the same group reads.
// CHECK-NOT: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}interleaved in registers
func.func @mirrored(%a: memref<12x64xi8> {llvm.noalias}, %b: memref<12x64xi8, #four>) {
  affine.for %c = 0 to 12 {
    affine.for %w = 0 to 64 {
      %0 = affine.load %a[%c, %w] : memref<12x64xi8>
      %1 = affine.load %b[-%c + 11, %w] : memref<12x64xi8, #four>
      %2 = arith.addi %0, %1 : i8
      affine.store %2, %b[%c, %w] : memref<12x64xi8, #four>
    }
  }
  return
}

// Lanes that do not exist are computed, but not stored.
// CHECK: interleaved.mlir:[[#@LINE+2]]:3: remark: {{.*}}4 rows of them interleaved in registers, stores masked in partial tiles
func.func @masked(%a: memref<16x70xi8, #tiles>, %b: memref<16x70xi8, #tiles4>) {
  affine.for %c = 0 to 16 {
    affine.for %w = 0 to 70 {
      %0 = affine.load %a[%c, %w] : memref<16x70xi8, #tiles>
      %1 = arith.muli %0, %0 : i8
      affine.store %1, %b[%c, %w] : memref<16x70xi8, #tiles4>
    }
  }
  return
}

// A lane that does not exist might end the program.
func.func @divided(%a: memref<13x100xi8>, %b: memref<13x100xi8, #four>) {
  %k = arith.constant 3 : i8
  affine.for %c = 0 to 13 {
    affine.for %w = 0 to 100 {
      %0 = affine.load %a[%c, %w] : memref<13x100xi8>
      %1 = arith.ori %0, %k : i8
      %2 = arith.divsi %k, %1 : i8
      affine.store %2, %b[%c, %w] : memref<13x100xi8, #four>
    }
  }
  return
}

func.func @dynamic(%a: memref<?x?xi8> {llvm.noalias}, %b: memref<?x?xi8, #four>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xi8>
  %n = memref.dim %a, %c1 : memref<?x?xi8>
  affine.for %c = 0 to %m {
    affine.for %w = 0 to %n {
      %0 = affine.load %a[%c, %w] : memref<?x?xi8>
      %1 = arith.muli %0, %0 : i8
      affine.store %1, %b[%c, %w] : memref<?x?xi8, #four>
    }
  }
  return
}

}
