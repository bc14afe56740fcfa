// What docs/WhenNot.md says of slices, loops and arguments.
// RUN: layout-opt %s -o %t --split-input-file --layout-bufferize --layout-apply --layout-raise-loops --remarks-filter-missed=layout 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: FileCheck %s --input-file=%t

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)>>

// A slice of a laid-out tensor is a plain copy, in each iteration.
// REMARKS: layout-bufferize/detour{{.*}}'tensor.extract_slice' has no form on laid-out buffers
// CHECK-LABEL: func @tiled_by_upstream
// CHECK: affine.for
// CHECK: memref.alloc() {{.*}} : memref<4x16xf32>
func.func @tiled_by_upstream(%a: tensor<16x16xf32, #tiles>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %e = tensor.empty() : tensor<16x16xf32>
  %r = scf.for %i = %c0 to %c16 step %c4 iter_args(%x = %e) -> tensor<16x16xf32> {
    %s = tensor.extract_slice %a[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32, #tiles> to tensor<4x16xf32>
    %o = tensor.extract_slice %x[%i, 0] [4, 16] [1, 1] : tensor<16x16xf32> to tensor<4x16xf32>
    %m = linalg.exp ins(%s : tensor<4x16xf32>) outs(%o : tensor<4x16xf32>) -> tensor<4x16xf32>
    %y = tensor.insert_slice %m into %x[%i, 0] [4, 16] [1, 1] : tensor<4x16xf32> into tensor<16x16xf32>
    scf.yield %y : tensor<16x16xf32>
  }
  return %r : tensor<16x16xf32>
}

// -----

// A bound that is loaded before all loops is affine; one that is loaded in a loop is not.
// CHECK-LABEL: func @bound_before
// CHECK: %[[N:.*]] = memref.load
// CHECK: affine.for %{{.*}} = 0 to %[[N]]
// CHECK-NOT: scf.for
func.func @bound_before(%a: memref<16xi32>, %b: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %b[%c0] : memref<1xindex>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %a[%i] : memref<16xi32>
    memref.store %v, %a[%i] : memref<16xi32>
  }
  return
}

// REMARKS: layout-raise-loops/bound{{.*}}its upper bound depends on %{{.*}} of 'memref.load'
// CHECK-LABEL: func @bound_inside
// CHECK: scf.for
func.func @bound_inside(%a: memref<16xi32>, %b: memref<16xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %k = %c0 to %c16 step %c1 {
    %n = memref.load %b[%k] : memref<16xindex>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.load %a[%i] : memref<16xi32>
      memref.store %v, %a[%i] : memref<16xi32>
    }
  }
  return
}

// REMARKS: layout-raise-loops/bound{{.*}}its upper bound depends on %{{.*}} of 'arith.muli'
// CHECK-LABEL: func @bound_product
// CHECK: scf.for
func.func @bound_product(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %k = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %n = arith.muli %k, %j : index
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %a[%i] : memref<16xi32>
        memref.store %v, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// -----

// Two arguments with layouts may be one buffer if the function writes neither.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// CHECK-LABEL: func @same_twice
// CHECK: call @reads_both(%[[X:.*]], %[[X]],
func.func @same_twice(%x: memref<14xi32, #tiles>, %o: memref<14xi32>) {
  call @reads_both(%x, %x, %o) : (memref<14xi32, #tiles>, memref<14xi32, #tiles>, memref<14xi32>) -> ()
  return
}

func.func @reads_both(%a: memref<14xi32, #tiles>, %b: memref<14xi32, #tiles>, %c: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %0 = affine.load %a[%i] : memref<14xi32, #tiles>
    %1 = affine.load %b[13 - %i] : memref<14xi32, #tiles>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %c[%i] : memref<14xi32>
  }
  return
}
