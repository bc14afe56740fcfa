// Tiles of a few lanes that add up: several of them side by side, so that one sum does
// not wait for the one before.
//
// RUN: layout-opt %s --layout-apply --layout-optimize -o /dev/null --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: layout-check %s --entry=columns --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=whole --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=cut_twice --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim1:31 --dim=arg1.dim0:31 --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim1:3 --dim=arg1.dim0:3 --pipeline="builtin.module(layout-apply,layout-optimize)"

#four = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<undef>>
#zero = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>>
#twice = #layout.buffer<index_map<(i, j) -> (j floordiv 24, i, (j mod 24) floordiv 4, j mod 4)>, pad<undef>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64, "layout.num_vector_registers" = 32 : i64>>} {

// CHECK: narrow-tiles.mlir:[[#@LINE+3]]:3: remark: {{.*}}blocks of 16 x 4 iterations
func.func @columns(%a: memref<200x198xf32, #four>, %b: memref<200xf32> {llvm.noalias}, %c: memref<198xf32> {llvm.noalias}) {
  // A half of the last tile is none.
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 198 {
      %0 = affine.load %a[%i, %j] : memref<200x198xf32, #four>
      %1 = affine.load %b[%i] : memref<200xf32>
      %2 = affine.load %c[%j] : memref<198xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %c[%j] : memref<198xf32>
    }
  }
  return
}

// CHECK: narrow-tiles.mlir:[[#@LINE+2]]:3: remark: {{.*}}blocks of 4 x 4 iterations
func.func @whole(%a: memref<200x192xf32, #zero>, %c: memref<192xf32>) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 192 {
      %0 = affine.load %a[%i, %j] : memref<200x192xf32, #zero>
      %2 = affine.load %c[%j] : memref<192xf32>
      %4 = arith.maximumf %2, %0 : f32
      affine.store %4, %c[%j] : memref<192xf32>
    }
  }
  return
}

// Only as many as the next larger tile has.
// CHECK: narrow-tiles.mlir:[[#@LINE+2]]:3: remark: {{.*}}blocks of 6 x 4 iterations
func.func @cut_twice(%a: memref<200x90xf32, #twice>, %c: memref<90xf32>) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 90 {
      %0 = affine.load %a[%i, %j] : memref<200x90xf32, #twice>
      %2 = affine.load %c[%j] : memref<90xf32>
      %4 = arith.addf %2, %0 : f32
      affine.store %4, %c[%j] : memref<90xf32>
    }
  }
  return
}

// CHECK: narrow-tiles.mlir:[[#@LINE+4]]:3: remark: {{.*}}blocks of 4 x 4 iterations
func.func @dynamic(%a: memref<200x?xf32, #four>, %c: memref<?xf32>) {
  %one = arith.constant 1 : index
  %n = memref.dim %a, %one : memref<200x?xf32, #four>
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to %n {
      %0 = affine.load %a[%i, %j] : memref<200x?xf32, #four>
      %2 = affine.load %c[%j] : memref<?xf32>
      %4 = arith.addf %2, %0 : f32
      affine.store %4, %c[%j] : memref<?xf32>
    }
  }
  return
}

}
// CHECK: vectorized: 16 x 4 iterations at a time, sums in registers, row by row in partial tiles
