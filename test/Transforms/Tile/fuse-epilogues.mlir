// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-fuse-epilogues --split-input-file --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-fuse-epilogues --split-input-file > %t.once
// RUN: layout-opt %t.once --layout-fuse-epilogues --split-input-file | diff %t.once -
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-fuse-epilogues=own-tiles=true --split-input-file | FileCheck %s --check-prefix=OWN

// The sum is a tile, and what is computed of it is stored once.
// CHECK-LABEL: @activation
// CHECK:       %[[T:.*]] = memref.alloca() {alignment = 64 : i64} : memref<[[ROWS:.*]]x32xf32>
// CHECK-NOT:   memref.alloc()
// CHECK:       affine.for %[[I:.*]] = 0 to
// CHECK:         affine.for %[[R:.*]] = 0 to [[ROWS]] {
// CHECK-NEXT:      affine.for %[[L:.*]] = 0 to 32 {
// CHECK:             affine.store %{{.*}}, %[[T]][%[[R]], %[[L]]]
// CHECK:         affine.for %{{.*}} = 0 to 48 {
// CHECK:             arith.addf
// CHECK-NEXT:        affine.store %{{.*}}, %[[T]]
// CHECK:         affine.for %[[R:.*]] = 0 to [[ROWS]] {
// CHECK-NEXT:      affine.for %[[L:.*]] = 0 to 32 {
// CHECK-NEXT:        affine.load %[[T]][%[[R]], %[[L]]]
// CHECK-NEXT:        arith.maximumf
// CHECK-NEXT:        arith.minimumf
// CHECK-NEXT:        affine.store %{{.*}}, %arg3
// CHECK-NOT:   affine.store
// CHECK-NOT:   memref.dealloc
// CHECK:       return
// REMARK:      [Passed] layout-fuse-epilogues/fused {{.*}}"computed tile by tile with the reduction: its initialization, and 2 elementwise nests after it; its buffer is one tile now"
//
// Each iteration of the loops over tiles allocates one.
// OWN-LABEL: @activation
// OWN-NOT:   memref.alloca
// OWN:       affine.for
// OWN-NEXT:  affine.for
// OWN-NEXT:  memref.alloca() {alignment = 64 : i64} : memref<{{.*}}x32xf32>
func.func @activation(%a: memref<48x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                      %bias: memref<32xf32> {llvm.noalias}, %d: memref<48x32xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %c = memref.alloc() : memref<48x32xf32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %bias[%j] : memref<32xf32>
      affine.store %0, %c[%i, %j] : memref<48x32xf32>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x32xf32>
        %2 = affine.load %c[%i, %j] : memref<48x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<48x32xf32>
      }
    }
  }
  %e = memref.alloc() : memref<48x32xf32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<48x32xf32>
      %1 = arith.maximumf %0, %zero : f32
      affine.store %1, %e[%i, %j] : memref<48x32xf32>
    }
  }
  memref.dealloc %c : memref<48x32xf32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %e[%i, %j] : memref<48x32xf32>
      %1 = arith.minimumf %0, %six : f32
      affine.store %1, %d[%i, %j] : memref<48x32xf32>
    }
  }
  memref.dealloc %e : memref<48x32xf32>
  return
}

// -----

// Lanes of the sum are columns of what is computed of it: a store for each.
// CHECK-LABEL: @transposed
// CHECK:       arith.addf
// CHECK:       affine.for %[[I:.*]] = 0 to 48 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 32 {
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT:      affine.store %{{.*}}, %arg2[%[[J]], %[[I]]]
// REMARK:      [Missed] layout-fuse-epilogues/lanes {{.*}}"epilogue not fused: accesses to %{{.*}} are not contiguous along the vector lanes of the contraction; choose a layout that is contiguous along them"
func.func @transposed(%a: memref<48x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                      %d: memref<32x48xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<48x32xf32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %c[%i, %j] : memref<48x32xf32>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x32xf32>
        %2 = affine.load %c[%i, %j] : memref<48x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<48x32xf32>
      }
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<48x32xf32>
      affine.store %0, %d[%j, %i] : memref<32x48xf32>
    }
  }
  memref.dealloc %c : memref<48x32xf32>
  return
}

// -----

// The caller may pass one buffer twice, of which later tiles would read what
// earlier ones stored.
// CHECK-LABEL: @aliased
// REMARK:      [Missed] layout-fuse-epilogues/dependence {{.*}} writes %arg2[0, 0] that iteration {{.*}} read as %arg0[0, 0], if these are one memory: state llvm.noalias if they are not"
func.func @aliased(%a: memref<48x48xf32>, %b: memref<48x48xf32>, %d: memref<48x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<48x48xf32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 48 {
      affine.store %zero, %c[%i, %j] : memref<48x48xf32>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 48 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x48xf32>
        %2 = affine.load %c[%i, %j] : memref<48x48xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<48x48xf32>
      }
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 48 {
      %0 = affine.load %c[%i, %j] : memref<48x48xf32>
      affine.store %0, %d[%i, %j] : memref<48x48xf32>
    }
  }
  memref.dealloc %c : memref<48x48xf32>
  return
}

// -----

func.func private @touch(memref<48x48xf32>, memref<48x32xf32>)

// A call that may write a factor, and read what is computed of the sum.
// CHECK-LABEL: @between
// CHECK:       call @touch
// CHECK:       affine.for
// REMARK:      [Missed] layout-fuse-epilogues/between {{.*}}"epilogue not fused: 'func.call' between them can move neither before nor after them"
func.func @between(%a: memref<48x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                   %d: memref<48x32xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<48x32xf32>
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %c[%i, %j] : memref<48x32xf32>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 48 {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x32xf32>
        %2 = affine.load %c[%i, %j] : memref<48x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<48x32xf32>
      }
    }
  }
  func.call @touch(%a, %d) : (memref<48x48xf32>, memref<48x32xf32>) -> ()
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %c[%i, %j] : memref<48x32xf32>
      affine.store %0, %d[%i, %j] : memref<48x32xf32>
    }
  }
  memref.dealloc %c : memref<48x32xf32>
  return
}

// -----

// Of a sum of which the parts fit a cache, and of which one part is no sum yet.
// The panels of the other factor are prefetched.
// CHECK-LABEL: @panels
// CHECK:       affine.for %{{.*}} = 0 to 127 {
// REMARK:      [Missed] layout-fuse-epilogues/panels {{.*}}"epilogue not fused: the contraction streams a buffer larger than the second-level cache, which is prefetched in perfect nests only; if fusion gains more, split the contraction into parts whose operands fit the cache"
func.func @panels(%a: memref<127x768xf32> {llvm.noalias}, %b: memref<24x768x32xf32> {llvm.noalias},
                  %d: memref<24x127x32xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 768 {
    affine.for %i = 0 to 127 {
      affine.store %zero, %d[%j floordiv 32, %i, %j mod 32] : memref<24x127x32xf32>
    }
  }
  affine.for %j = 0 to 768 {
    affine.for %i = 0 to 127 {
      affine.for %k = 0 to 768 {
        %0 = affine.load %a[%i, %k] : memref<127x768xf32>
        %1 = affine.load %b[%j floordiv 32, %k, %j mod 32] : memref<24x768x32xf32>
        %2 = affine.load %d[%j floordiv 32, %i, %j mod 32] : memref<24x127x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %d[%j floordiv 32, %i, %j mod 32] : memref<24x127x32xf32>
      }
    }
  }
  return
}

// -----

// A triangle, of which tiles are no boxes.
// CHECK-LABEL: @triangle
// REMARK:      [Missed] layout-fuse-epilogues/parts {{.*}}"epilogue not fused: a loop of the contraction bounds another one, as in a triangle, or tiles are not its outer loops; use extents as bounds"
func.func @triangle(%a: memref<48x48xf32> {llvm.noalias}, %b: memref<48x32xf32> {llvm.noalias},
                    %d: memref<48x32xf32> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.store %zero, %d[%i, %j] : memref<48x32xf32>
    }
  }
  affine.for %i = 0 to 48 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<48x48xf32>
        %1 = affine.load %b[%k, %j] : memref<48x32xf32>
        %2 = affine.load %d[%i, %j] : memref<48x32xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %d[%i, %j] : memref<48x32xf32>
      }
    }
  }
  return
}
