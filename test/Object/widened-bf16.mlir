// Numbers of bf16 that are loaded one by one and only widened: no call rounds to bf16, which the library of the host's
// compiler may not have.
// RUN: layout-cc %s --shared -o %t.so --mcpu=x86-64-v2 -freassociate
// RUN: layout-cc %s --shared -o %t.so --mcpu=x86-64-v3 -freassociate
// RUN: layout-cc %s --shared -o %t.so --mcpu=x86-64-v4 -freassociate
// RUN: layout-cc %s --emit=asm -o %t.s --mcpu=x86-64-v3 -freassociate
// RUN: FileCheck %s < %t.s
// CHECK: strided:
// CHECK-NOT: __trunc
// RUN: layout-check %s --entry=largest --pipeline="builtin.module(layout-compile{target=native to-llvm=false})"
// RUN: layout-check %s --entry=strided --dim=arg0.dim0:9 --dim=arg1.dim2:9 --pipeline="builtin.module(layout-compile{target=native to-llvm=false})"
// RUN: layout-check %s --entry=sums --dim=arg0.dim1:5 --dim=arg1.dim0:9 --dim=arg1.dim1:5 --dim=arg2.dim1:5 --dim=arg3.dim1:9 --rtol=1e-4 --pipeline="builtin.module(layout-compile{target=native to-llvm=false reassociate})"
// RUN: layout-check %s --entry=carried --dim=arg0.dim0:9 --dim=arg1.dim0:9 --arg=2:9 --arg=3:1.5 --pipeline="builtin.module(layout-compile{target=native to-llvm=false})"
// RUN: layout-check %s --entry=chosen --dim=arg0.dim0:9 --dim=arg1.dim0:9 --dim=arg2.dim0:9 --arg=3:9 --arg=4:1.5 --pipeline="builtin.module(layout-compile{target=native to-llvm=false})"

func.func @strided(%a: memref<?x13x58xbf16> {llvm.noalias}, %c: memref<20x13x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x13x58xbf16>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 13 {
      affine.for %k = 0 to 19 {
        %x = affine.load %a[%i, %j floordiv 4, 3 * %k] : memref<?x13x58xbf16>
        %y = arith.extf %x : bf16 to f32
        affine.store %y, %c[%k, %j, %i] : memref<20x13x?xf32>
      }
    }
  }
  return
}

func.func @sums(%a0: memref<37x?x23xbf16> {llvm.noalias}, %a1: memref<?x?xbf16> {llvm.noalias}, %a2: memref<37x?x21xbf16> {llvm.noalias}, %c: memref<37x?xf32> {llvm.noalias}) {
  %k2_ = arith.constant 1 : index
  %n2 = memref.dim %a0, %k2_ : memref<37x?x23xbf16>
  %k1_ = arith.constant 0 : index
  %n1 = memref.dim %a1, %k1_ : memref<?x?xbf16>
  %z = arith.constant 1.0 : f32
  affine.for %d0 = 0 to 37 {
    affine.for %d1 = 0 to %n1 {
      affine.store %z, %c[%d0, %d1] : memref<37x?xf32>
    }
  }
  affine.for %d0 = 0 to 37 {
    affine.for %d1 = 0 to %n1 {
      affine.for %d2 = 0 to %n2 {
        affine.for %d3 = 0 to 20 {
          %x0 = affine.load %a0[%d0, %d2, %d3] : memref<37x?x23xbf16>
          %y0 = arith.extf %x0 : bf16 to f32
          %x1 = affine.load %a1[%d1, %d2] : memref<?x?xbf16>
          %y1 = arith.extf %x1 : bf16 to f32
          %x2 = affine.load %a2[%d0, %d2, %d3] : memref<37x?x21xbf16>
          %y2 = arith.extf %x2 : bf16 to f32
          %m0 = arith.mulf %y0, %y1 : f32
          %m1 = arith.addf %m0, %y2 : f32
          %s = affine.load %c[%d0, %d1] : memref<37x?xf32>
          %t = arith.addf %s, %m1 : f32
          affine.store %t, %c[%d0, %d1] : memref<37x?xf32>
        }
      }
    }
  }
  return
}


// An argument that is used in other blocks.
func.func @carried(%a: memref<?xbf16>, %b: memref<?xbf16> {llvm.noalias}, %n: index, %z: bf16) {
  %r = affine.for %i = 0 to %n iter_args(%p = %z) -> (bf16) {
    affine.store %p, %b[%i] : memref<?xbf16>
    %x = affine.load %a[%i] : memref<?xbf16>
    affine.yield %x : bf16
  }
  return
}

func.func @chosen(%a: memref<?xbf16>, %b: memref<?xbf16> {llvm.noalias}, %c: memref<?xi1>, %n: index, %z: bf16) {
  affine.for %i = 0 to %n {
    %p = affine.load %c[%i] : memref<?xi1>
    %y = scf.if %p -> bf16 {
      %x = affine.load %a[%i] : memref<?xbf16>
      scf.yield %x : bf16
    } else {
      scf.yield %z : bf16
    }
    affine.store %y, %b[%i] : memref<?xbf16>
  }
  return
}

// LLVM would take the maximum of the numbers before they are extended.
// CHECK: largest:
// CHECK-NOT: __trunc
func.func @largest(%a: memref<64xbf16>, %b: memref<64xbf16> {llvm.noalias}) {
  affine.for %i = 0 to 64 step 4 {
    %x = affine.vector_load %a[%i] : memref<64xbf16>, vector<4xbf16>
    %y = affine.vector_load %b[%i] : memref<64xbf16>, vector<4xbf16>
    %max = arith.maximumf %x, %y : vector<4xbf16>
    affine.vector_store %max, %b[%i] : memref<64xbf16>, vector<4xbf16>
  }
  return
}
