// A loop over channels that stores into two textures and a plain buffer: each texture
// gets whole texels, whatever is stored to others in between.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-to-vulkan)" -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// CHECK-COUNT-3: {{^0$}}

#blocked = #layout.buffer<index_map<(h, w, c) -> (c floordiv 4, h, w, c mod 4)>, axis_separator<[2]>>
!plain = memref<3x5x8xi32>
!in = memref<3x5x8xi32, #blocked, #layout.texture<read>>
!out = memref<3x5x8xi32, #blocked, #layout.texture<write>>

func.func private @printI64(i64)
func.func private @printNewline()

func.func private @kernel(%a: !in, %b: !out, %c: !out, %p: !plain {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  gpu.launch blocks(%x, %y, %z) in (%gx = %c5, %gy = %c3, %gz = %c2)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %from = arith.constant 0 : index
    %step = arith.constant 1 : index
    %to = arith.constant 4 : index
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32
    scf.for %l = %from to %to step %step {
      %k = affine.apply affine_map<(z, l) -> (4 * z + l)>(%z, %l)
      %v = memref.load %a[%y, %x, %k] : !in
      %d = arith.muli %v, %two : i32
      %t = arith.muli %v, %three : i32
      memref.store %v, %b[%y, %x, %k] : !out
      memref.store %d, %p[%y, %x, %k] : !plain
      memref.store %t, %c[%y, %x, %k] : !out
    }
    gpu.terminator
  }
  return
}

/// In how many places `a` is not `factor` times the number of the place.
func.func private @check(%a: !plain, %factor: i32) {
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %count = memref.alloca() : memref<i64>
  affine.store %none, %count[] : memref<i64>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 8 {
        %n = affine.apply affine_map<(i, j, k) -> (i * 40 + j * 8 + k)>(%i, %j, %k)
        %v = arith.index_cast %n : index to i32
        %e = arith.muli %v, %factor : i32
        %g = affine.load %a[%i, %j, %k] : !plain
        %ne = arith.cmpi ne, %e, %g : i32
        %m = arith.extui %ne : i1 to i64
        %o = affine.load %count[] : memref<i64>
        %s = arith.addi %o, %m : i64
        affine.store %s, %count[] : memref<i64>
      }
    }
  }
  %differ = affine.load %count[] : memref<i64>
  call @printI64(%differ) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @main() {
  %given = memref.alloc() : !plain
  %got = memref.alloc() : !plain
  %p = memref.alloc() : !plain
  %a = memref.alloc() : !in
  %b = memref.alloc() : !out
  %c = memref.alloc() : !out
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 8 {
        %n = affine.apply affine_map<(i, j, k) -> (i * 40 + j * 8 + k)>(%i, %j, %k)
        %v = arith.index_cast %n : index to i32
        affine.store %v, %given[%i, %j, %k] : !plain
        affine.store %zero, %p[%i, %j, %k] : !plain
      }
    }
  }
  layout.convert ins(%given : !plain) outs(%a : !in)
  call @kernel(%a, %b, %c, %p) : (!in, !out, !out, !plain) -> ()
  layout.convert ins(%b : !out) outs(%got : !plain)
  call @check(%got, %one) : (!plain, i32) -> ()
  call @check(%p, %two) : (!plain, i32) -> ()
  layout.convert ins(%c : !out) outs(%got : !plain)
  call @check(%got, %three) : (!plain, i32) -> ()
  return
}
