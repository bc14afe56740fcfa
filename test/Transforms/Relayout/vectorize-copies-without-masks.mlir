// Blocks that are not full, for a processor without masks: no access has a mask of which LLVM
// would make a branch for each lane.
// RUN: layout-opt %s --layout-compile=target=neoverse-n1 | FileCheck %s --implicit-check-not=intr.masked
// DEFINE: %{check} = layout-check %s --bounds --pipeline="builtin.module(layout-set-target{target=neoverse-n1},layout-compile{to-llvm=false})"
// RUN: %{check} --entry=tiles,channels,shifted,outside,part,steps,two
// RUN: %{check} --entry=unknown --dim=arg0.dim0:37 --dim=arg0.dim1:21 --dim=arg1.dim0:21 --dim=arg1.dim1:37
// RUN: %{check} --entry=unknown --dim=arg0.dim0:3 --dim=arg0.dim1:2 --dim=arg1.dim0:2 --dim=arg1.dim1:3

// With masks, nothing is shorter than a vector.
// RUN: layout-opt %s --layout-compile="target=x86-64-v4" | FileCheck %s --check-prefix=MASKS
// MASKS: llvm.intr.masked.store

// CHECK: llvm.func @tiles

// Rows are missing, and lanes, in a block that is not transposed.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 15, j floordiv 8, i mod 15, j mod 8)>, pad<0.0 : f32>>
func.func @tiles(%a: memref<50x45xf32> {llvm.noalias}, %b: memref<50x45xf32, #tiles> {llvm.noalias}) {
  layout.convert ins(%a : memref<50x45xf32>) outs(%b : memref<50x45xf32, #tiles>)
  return
}

// Transposed, in both directions.
#channels = #layout.buffer<index_map<(c, x) -> (c floordiv 16, x, c mod 16)>, pad<0.0 : f16>>
func.func @channels(%a: memref<61x99xf16> {llvm.noalias}, %b: memref<61x99xf16, #channels> {llvm.noalias}, %c: memref<61x99xf16> {llvm.noalias}) {
  layout.convert ins(%a : memref<61x99xf16>) outs(%b : memref<61x99xf16, #channels>)
  layout.convert ins(%b : memref<61x99xf16, #channels>) outs(%c : memref<61x99xf16>)
  return
}

// The first lanes do not exist.
#shifted = #layout.buffer<index_map<(i, j) -> ((j + 5) floordiv 16, i, (j + 5) mod 16)>, pad<7 : i8>>
func.func @shifted(%a: memref<20x45xi8> {llvm.noalias}, %b: memref<20x45xi8, #shifted> {llvm.noalias}) {
  layout.convert ins(%a : memref<20x45xi8>) outs(%b : memref<20x45xi8, #shifted>)
  return
}

#two = #layout.buffer<index_map<(i, j) -> ((i + 2) floordiv 16, (j + 1) floordiv 16, (i + 2) mod 16, (j + 1) mod 16)>, pad<none>>
func.func @two(%a: memref<21x45xi8> {llvm.noalias}, %b: memref<21x45xi8, #two> {llvm.noalias}) {
  layout.convert ins(%a : memref<21x45xi8>) outs(%b : memref<21x45xi8, #two>)
  return
}

func.func @unknown(%a: memref<?x?xi8> {llvm.noalias}, %b: memref<?x?xi8> {llvm.noalias}) {
  linalg.transpose ins(%a : memref<?x?xi8>) outs(%b : memref<?x?xi8>) permutation = [1, 0]
  return
}

// Lanes are stored up to one, or from one on: of 8. Of 4, branches are cheaper.
func.func @outside(%a: memref<19x33xf16> {llvm.noalias}, %b: memref<19x33xf16> {llvm.noalias}) {
  affine.for %i = 0 to 19 {
    affine.for %j = 0 to 33 {
      affine.if affine_set<(d0, d1) : (17 - d1 - d0 >= 0)>(%i, %j) {
      } else {
        %0 = affine.load %a[%i, %j] : memref<19x33xf16>
        affine.store %0, %b[%i, %j] : memref<19x33xf16>
      }
    }
  }
  return
}

func.func @part(%a: memref<19x33xf16> {llvm.noalias}, %b: memref<19x33xf16> {llvm.noalias}) {
  affine.for %i = 0 to 19 {
    affine.for %j = 0 to 33 {
      affine.if affine_set<(d0, d1) : (d1 - 5 >= 0, 29 - d1 - d0 >= 0)>(%i, %j) {
        %0 = affine.load %a[%i, %j] : memref<19x33xf16>
        affine.store %0, %b[%i, %j] : memref<19x33xf16>
      }
    }
  }
  return
}

// Conditions of which each lane is several steps.
func.func @steps(%a: memref<33x19xf16> {llvm.noalias}, %b: memref<19x33xf16> {llvm.noalias}) {
  affine.for %i = 0 to 19 {
    affine.for %j = 0 to 33 {
      affine.if affine_set<(d0, d1) : (d1 * 2 - 5 - d0 >= 0, 71 - d1 * 3 - d0 >= 0)>(%i, %j) {
        %0 = affine.load %a[%j, %i] : memref<33x19xf16>
        affine.store %0, %b[%i, %j] : memref<19x33xf16>
      }
    }
  }
  return
}
