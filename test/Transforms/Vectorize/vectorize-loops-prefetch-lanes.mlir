// Lanes along a reduction of elements that are extended: what a core looks ahead is less than
// a page of them, so a page ahead is asked for. Elements that are added up as they are need
// nothing.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-tile-loops{reassociate=true},layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=long,group,same --rtol=1e-3 --pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-tile-loops{reassociate=true},layout-vectorize-loops)"

// A row is a page. Behind the last one there is nothing.
// CHECK-LABEL: @rows(
// CHECK:         affine.for %[[N:.*]] = 0 to 512 {
// CHECK:           affine.for %[[K:.*]] = 0 to 128
// CHECK:             vector.load %arg0
// CHECK:             %[[NEXT:.*]] = affine.min affine_map<(d0) -> (511, d0 + 1)>(%[[N]])
// CHECK-NEXT:        memref.prefetch %arg0[%[[NEXT]], %{{.*}}], read, locality<3>, data : memref<512x4096xi8>
// CHECK-NOT:         memref.prefetch
// CHECK:         return
func.func @rows(%w: memref<512x4096xi8> {llvm.noalias}, %x: memref<4096xf32> {llvm.noalias}, %y: memref<512xf32> {llvm.noalias}) {
  affine.for %n = 0 to 512 {
    affine.for %k = 0 to 4096 {
      %0 = affine.load %w[%n, %k] : memref<512x4096xi8>
      %1 = arith.sitofp %0 : i8 to f32
      %2 = affine.load %x[%k] : memref<4096xf32>
      %3 = affine.load %y[%n] : memref<512xf32>
      %4 = arith.mulf %1, %2 : f32
      %5 = arith.addf %3, %4 : f32
      affine.store %5, %y[%n] : memref<512xf32>
    }
  }
  return
}

// Several rows are a page.
// CHECK-LABEL: @short(
// CHECK:         affine.min affine_map<(d0) -> (3999, d0 + 6)>
// CHECK-NEXT:    memref.prefetch
func.func @short(%w: memref<4000x768xi8> {llvm.noalias}, %x: memref<768xf32> {llvm.noalias}, %y: memref<4000xf32> {llvm.noalias}) {
  affine.for %n = 0 to 4000 {
    affine.for %k = 0 to 768 {
      %0 = affine.load %w[%n, %k] : memref<4000x768xi8>
      %1 = arith.sitofp %0 : i8 to f32
      %2 = affine.load %x[%k] : memref<768xf32>
      %3 = affine.load %y[%n] : memref<4000xf32>
      %4 = arith.mulf %1, %2 : f32
      %5 = arith.addf %3, %4 : f32
      affine.store %5, %y[%n] : memref<4000xf32>
    }
  }
  return
}

// A row is more than half of the first cache: a page ahead in the same row.
// CHECK-LABEL: @long(
// CHECK:         affine.min affine_map<(d0) -> (39999, d0 * 32 + 4096)>
// CHECK-NEXT:    memref.prefetch
func.func @long(%w: memref<50x40000xi8> {llvm.noalias}, %x: memref<40000xf32> {llvm.noalias}, %y: memref<50xf32> {llvm.noalias}) {
  affine.for %n = 0 to 50 {
    affine.for %k = 0 to 40000 {
      %0 = affine.load %w[%n, %k] : memref<50x40000xi8>
      %1 = arith.sitofp %0 : i8 to f32
      %2 = affine.load %x[%k] : memref<40000xf32>
      %3 = affine.load %y[%n] : memref<50xf32>
      %4 = arith.mulf %1, %2 : f32
      %5 = arith.addf %3, %4 : f32
      affine.store %5, %y[%n] : memref<50xf32>
    }
  }
  return
}

// The loop over tiles of lanes has one iteration.
// CHECK-LABEL: @group(
// CHECK:         affine.for %[[N:.*]] = 0 to 600 {
// CHECK:           affine.for %[[G:.*]] = 0 to 64
// CHECK:             affine.min affine_map<(d0) -> (599, d0 + 2)>(%[[N]])
// CHECK-NEXT:        memref.prefetch %arg0[%{{.*}}, %[[G]], %c0]
func.func @group(%w: memref<600x64x32xi8> {llvm.noalias}, %x: memref<64x32xf32> {llvm.noalias}, %y: memref<600xf32> {llvm.noalias}) {
  affine.for %n = 0 to 600 {
    affine.for %g = 0 to 64 {
      affine.for %k = 0 to 32 {
        %0 = affine.load %w[%n, %g, %k] : memref<600x64x32xi8>
        %1 = arith.sitofp %0 : i8 to f32
        %2 = affine.load %x[%g, %k] : memref<64x32xf32>
        %3 = affine.load %y[%n] : memref<600xf32>
        %4 = arith.mulf %1, %2 : f32
        %5 = arith.addf %3, %4 : f32
        affine.store %5, %y[%n] : memref<600xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: @same(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
func.func @same(%w: memref<512x1024xf32> {llvm.noalias}, %x: memref<1024xf32> {llvm.noalias}, %y: memref<512xf32> {llvm.noalias}) {
  affine.for %n = 0 to 512 {
    affine.for %k = 0 to 1024 {
      %0 = affine.load %w[%n, %k] : memref<512x1024xf32>
      %1 = affine.load %x[%k] : memref<1024xf32>
      %2 = affine.load %y[%n] : memref<512xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %y[%n] : memref<512xf32>
    }
  }
  return
}
