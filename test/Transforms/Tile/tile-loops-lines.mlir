// Vectors of a window that moves over a row touch two cache lines each. Rows of the block are
// results of one place, whose weights are broadcast, not places below each other, of which
// each has a vector of its own.
//
// RUN: layout-opt %s --layout-tile-loops=stop-after=plan | FileCheck %s
// CHECK: #layout.loops<(d0, d1, d2, d3, d4, d5) -> ({{.*}}, rows d0 mod {{[0-9]+}}, lanes d2 mod 16)
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64>>} {
func.func @window(%x: memref<32x30x30xf32>, %w: memref<32x32x3x3xf32>, %y: memref<32x28x28xf32> {llvm.noalias}) {
  affine.for %o = 0 to 32 {
    affine.for %h = 0 to 28 {
      affine.for %v = 0 to 28 {
        affine.for %c = 0 to 32 {
          affine.for %r = 0 to 3 {
            affine.for %s = 0 to 3 {
              %a = affine.load %x[%c, %h + %r, %v + %s] : memref<32x30x30xf32>
              %b = affine.load %w[%o, %c, %r, %s] : memref<32x32x3x3xf32>
              %d = affine.load %y[%o, %h, %v] : memref<32x28x28xf32>
              %p = arith.mulf %a, %b : f32
              %q = arith.addf %d, %p : f32
              affine.store %q, %y[%o, %h, %v] : memref<32x28x28xf32>
            }
          }
        }
      }
    }
  }
  return
}
}
