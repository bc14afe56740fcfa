// Loops are split at the one iteration that others depend on, where the rest may be
// lanes then.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-tile-loops,layout-finalize)" --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)" | FileCheck %s --check-prefix=VECTOR
//
// DEFINE: %{passes} =
// DEFINE: %{one} = layout-check %s --pipeline="builtin.module(layout-assign,layout-apply,%{passes},layout-finalize)" --entry
// DEFINE: %{check} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | grep -v "dynamic" | paste -sd, | xargs -I{} %{one}={}
// REDEFINE: %{passes} = layout-tile-loops
// RUN: %{check}
// RUN: %{one}=dynamic --dim=arg0.dim0:37 --dim=arg0.dim1:37 --dim=arg1.dim0:37
// RUN: %{one}=dynamic --dim=arg0.dim0:1 --dim=arg0.dim1:1 --dim=arg1.dim0:1
// RUN: %{one}=dynamic --dim=arg0.dim0:0 --dim=arg0.dim1:0 --dim=arg1.dim0:0
// REDEFINE: %{passes} = layout-optimize
// RUN: %{check}
// RUN: %{one}=dynamic --dim=arg0.dim0:37 --dim=arg0.dim1:37 --dim=arg1.dim0:37
// RUN: %{one}=dynamic --dim=arg0.dim0:1 --dim=arg0.dim1:1 --dim=arg1.dim0:1
// RUN: %{one}=dynamic --dim=arg0.dim0:0 --dim=arg0.dim1:0 --dim=arg1.dim0:0

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>
#none = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>>
#runs = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<undef>>

// Row k and column k are read by all, and written by one each.
// REMARK-COUNT-2: [Passed] layout-tile-loops/index-set {{.*}}"split at the iteration in which its variable equals that of a loop around it"
// CHECK-LABEL: @paths
// CHECK-NOT: affine.{{load|store}} {{.*}}{{floordiv|mod}}
// CHECK: return
// VECTOR-LABEL: @paths
// VECTOR: arith.addi {{.*}} : vector<16xi32>
func.func @paths(%path: memref<37x37xi32, #tiles>) {
  affine.for %k = 0 to 37 {
    affine.for %i = 0 to 37 {
      affine.for %j = 0 to 37 {
        %0 = affine.load %path[%i, %j] : memref<37x37xi32, #tiles>
        %1 = affine.load %path[%i, %k] : memref<37x37xi32, #tiles>
        %2 = affine.load %path[%k, %j] : memref<37x37xi32, #tiles>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %path[%i, %j] : memref<37x37xi32, #tiles>
      }
    }
  }
  return
}

// A product instead of a minimum, so that what stands on the diagonal matters; one
// loop split, and padding that may not be touched.
// REMARK: [Passed] layout-tile-loops/index-set
// CHECK-LABEL: @scaled
// VECTOR-LABEL: @scaled
// VECTOR: vector<16xi32>
func.func @scaled(%a: memref<37x37xi32, #none>, %b: memref<37x37xi32, #none>) {
  affine.for %k = 0 to 37 {
    affine.for %i = 0 to 37 {
      affine.for %j = 0 to 37 {
        %0 = affine.load %a[%i, %j] : memref<37x37xi32, #none>
        %1 = affine.load %a[%i, %k] : memref<37x37xi32, #none>
        %2 = affine.load %b[%k, %j] : memref<37x37xi32, #none>
        %3 = arith.muli %1, %0 : i32
        %4 = arith.addi %3, %2 : i32
        affine.store %4, %a[%i, %j] : memref<37x37xi32, #none>
      }
    }
  }
  return
}

// An extent that is not known: all loops have the same.
// REMARK-COUNT-2: [Passed] layout-tile-loops/index-set
// CHECK-LABEL: @dynamic
// VECTOR-LABEL: @dynamic
// VECTOR: arith.addi {{.*}} : vector<16xi32>
func.func @dynamic(%path: memref<?x?xi32, #tiles>, %names: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %names, %c0 : memref<?xi32>
  affine.for %k = 0 to %n {
    affine.for %i = 0 to %n {
      affine.for %j = 0 to %n {
        %0 = affine.load %path[%i, %j] : memref<?x?xi32, #tiles>
        %1 = affine.load %path[%i, %k] : memref<?x?xi32, #tiles>
        %2 = affine.load %path[%k, %j] : memref<?x?xi32, #tiles>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.minsi %0, %3 : i32
        affine.store %4, %path[%i, %j] : memref<?x?xi32, #tiles>
      }
    }
  }
  return
}

// The element before is read, too: no iteration may wait for another then.
// REMARK: [Missed] layout-tile-loops/order {{.*}}"not reordered for vectors, as results would change
// REMARK-NOT: layout-tile-loops/index-set
// CHECK-LABEL: @chained
// VECTOR-LABEL: @chained
// VECTOR-NOT: vector<
// VECTOR: return
func.func @chained(%path: memref<37x37xi32, #tiles>) {
  affine.for %k = 1 to 37 {
    affine.for %i = 1 to 37 {
      affine.for %j = 1 to 37 {
        %0 = affine.load %path[%i, %j - 1] : memref<37x37xi32, #tiles>
        %1 = affine.load %path[%i, %k] : memref<37x37xi32, #tiles>
        %2 = arith.subi %1, %0 : i32
        affine.store %2, %path[%i, %j] : memref<37x37xi32, #tiles>
      }
    }
  }
  return
}

// Whether the value is one that the variable has is not known.
// CHECK-LABEL: @other_range
// VECTOR-LABEL: @other_range
// VECTOR-NOT: vector<
// VECTOR: return
func.func @other_range(%path: memref<37x37xi32, #tiles>) {
  affine.for %k = 0 to 37 {
    affine.for %i = 0 to 37 {
      affine.for %j = 3 to 37 {
        %0 = affine.load %path[%i, %j] : memref<37x37xi32, #tiles>
        %1 = affine.load %path[%i, %k] : memref<37x37xi32, #tiles>
        %2 = arith.subi %1, %0 : i32
        affine.store %2, %path[%i, %j] : memref<37x37xi32, #tiles>
      }
    }
  }
  return
}
