// Extents that are known at run time only: full tiles, tiles that are not full, one
// tile that is not full, and nothing at all.
//
// DEFINE: %{pass} = layout-check %s --pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-vectorize-loops,layout-finalize)"
// RUN: %{pass} --entry=copy --dim=arg0.dim0:32 --dim=arg1.dim0:32
// RUN: %{pass} --entry=copy --dim=arg0.dim0:45 --dim=arg1.dim0:45
// RUN: %{pass} --entry=copy --dim=arg0.dim0:5 --dim=arg1.dim0:5
// RUN: %{pass} --entry=copy --dim=arg0.dim0:0 --dim=arg1.dim0:0
// RUN: %{pass} --entry=part --dim=arg0.dim0:45 --dim=arg1.dim0:45 --arg=2:3 --arg=3:41
// RUN: %{pass} --entry=part --dim=arg0.dim0:45 --dim=arg1.dim0:45 --arg=2:16 --arg=3:32
// RUN: %{pass} --entry=part --dim=arg0.dim0:45 --dim=arg1.dim0:45 --arg=2:30 --arg=3:3
// RUN: %{pass} --entry=part_between_extents --dim=arg0.dim0:45 --dim=arg1.dim0:45 --dim=arg2.dim0:3 --dim=arg3.dim0:41
// RUN: %{pass} --entry=part_between_extents --dim=arg0.dim0:45 --dim=arg1.dim0:45 --dim=arg2.dim0:16 --dim=arg3.dim0:32
// RUN: %{pass} --entry=part_between_extents --dim=arg0.dim0:45 --dim=arg1.dim0:45 --dim=arg2.dim0:30 --dim=arg3.dim0:3
// RUN: %{pass} --entry=product --dim=arg0.dim0:37 --dim=arg0.dim1:29 --dim=arg1.dim0:29 --dim=arg1.dim1:41 --dim=arg2.dim0:37 --dim=arg2.dim1:41
// RUN: %{pass} --entry=product --dim=arg0.dim0:32 --dim=arg0.dim1:16 --dim=arg1.dim0:16 --dim=arg1.dim1:32 --dim=arg2.dim0:32 --dim=arg2.dim1:32
// RUN: %{pass} --entry=product --dim=arg0.dim0:3 --dim=arg0.dim1:0 --dim=arg1.dim0:0 --dim=arg1.dim1:5 --dim=arg2.dim0:3 --dim=arg2.dim1:5
// RUN: %{pass} --entry=triangle --dim=arg0.dim0:37 --dim=arg0.dim1:37
// RUN: %{pass} --entry=plain --dim=arg0.dim0:35 --dim=arg0.dim1:45 --dim=arg1.dim0:45 --dim=arg1.dim1:37 --dim=arg2.dim0:35 --dim=arg2.dim1:37
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-finalize)" --mlir-print-local-scope | FileCheck %s

#runs = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<undef>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>

// The number of tiles is a bound, the last perhaps empty; nothing else divides.
// CHECK-LABEL: @copy
// CHECK: affine.for %[[O:.*]] = 0 to affine_map<()[s0] -> (s0 floordiv 16 + 1)>()
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to min
// CHECK-NEXT: affine.load %{{.*}}[%[[O]], %[[I]]]
func.func @copy(%a: memref<?xi32, #runs>, %b: memref<?xi32, #runs>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32, #runs>
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi32, #runs>
    affine.store %x, %b[%i] : memref<?xi32, #runs>
  }
  return
}

// Bounds that may be any number could be too far away for those of the tiles.
// CHECK-LABEL: @part(
// CHECK: affine.for %[[I:.*]] = %{{.*}} to %{{.*}} {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] floordiv 16, %[[I]] mod 16]
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]] floordiv 16, %[[I]] mod 16]
func.func @part(%a: memref<?xi32, #runs>, %b: memref<?xi32, #runs>, %begin: index, %end: index) {
  affine.for %i = %begin to %end {
    %x = affine.load %a[%i] : memref<?xi32, #runs>
    affine.store %x, %b[%i] : memref<?xi32, #runs>
  }
  return
}

// Extents are never that far away.
// CHECK-LABEL: @part_between_extents(
// CHECK: affine.for %[[O:.*]] = max affine_map<()[s0] -> (0, s0 floordiv 16)>()[%[[BEGIN:.*]]] to affine_map<()[s0] -> (s0 ceildiv 16)>()[%[[END:.*]]] {
// CHECK-NEXT: affine.for %[[I:.*]] = max affine_map<(d0)[s0] -> (0, d0 * -16 + s0)>(%[[O]])[%[[BEGIN]]] to min affine_map<(d0)[s0] -> (16, d0 * -16 + s0)>(%[[O]])[%[[END]]] {
// CHECK-NEXT: affine.load %{{.*}}[%[[O]], %[[I]]]
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[O]], %[[I]]]
func.func @part_between_extents(%a: memref<?xi32, #runs>, %b: memref<?xi32, #runs>, %x: memref<?xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %begin = memref.dim %x, %c0 : memref<?xi32>
  %end = memref.dim %y, %c0 : memref<?xi32>
  affine.for %i = %begin to %end {
    %v = affine.load %a[%i] : memref<?xi32, #runs>
    affine.store %v, %b[%i] : memref<?xi32, #runs>
  }
  return
}

func.func @product(%a: memref<?x?xf32, #tiles>, %b: memref<?x?xf32, #tiles>, %c: memref<?x?xf32, #tiles>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32, #tiles>
  %o = memref.dim %a, %c1 : memref<?x?xf32, #tiles>
  %n = memref.dim %b, %c1 : memref<?x?xf32, #tiles>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %o {
        %x = affine.load %a[%i, %k] : memref<?x?xf32, #tiles>
        %y = affine.load %b[%k, %j] : memref<?x?xf32, #tiles>
        %z = affine.load %c[%i, %j] : memref<?x?xf32, #tiles>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<?x?xf32, #tiles>
      }
    }
  }
  return
}

func.func @triangle(%a: memref<?x?xf32, #tiles>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32, #tiles>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(i) -> (i + 1)>(%i) {
      %x = affine.load %a[%i, %j] : memref<?x?xf32, #tiles>
      %y = arith.addf %x, %x : f32
      affine.store %y, %a[%i, %j] : memref<?x?xf32, #tiles>
    }
  }
  return
}

// Without a layout nothing divides; blocks pay all the same.
func.func @plain(%a: memref<?x?xf32> {llvm.noalias}, %b: memref<?x?xf32> {llvm.noalias}, %c: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32>
  %o = memref.dim %a, %c1 : memref<?x?xf32>
  %n = memref.dim %b, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %k = 0 to %o {
        %x = affine.load %a[%i, %k] : memref<?x?xf32>
        %y = affine.load %b[%k, %j] : memref<?x?xf32>
        %z = affine.load %c[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        affine.store %s, %c[%i, %j] : memref<?x?xf32>
      }
    }
  }
  return
}
