// Stencils: lanes of two registers in place of loads that begin inside of one, where the
// target shuffles as often as it loads, and loops without a branch over their full tiles.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
// RUN: sed 's/"layout.shuffles_per_cycle" = 2/"layout.shuffles_per_cycle" = 1/' %s | layout-opt --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" | FileCheck %s --check-prefix=ONE
// RUN: sed 's/"layout.shuffles_per_cycle" = 2/"layout.loads_per_cycle" = 1/' %s | layout-opt --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops)"

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"layout.shuffles_per_cycle" = 2 : i64>>} {

// Lane 0 of the first tile and lane 7 of the last one do not exist: these two are
// masked, behind and in front of a loop over all others. In the middle three registers
// are read, each of which the next iteration reads, too.
// CHECK-LABEL: @means
// CHECK: vector.maskedstore
// CHECK: affine.for %[[T:.*]] = 1 to 11 {
// CHECK-NOT: scf.if
// CHECK: %[[B:.*]] = affine.apply affine_map<(d0) -> (d0 * 8 - 8)>(%[[T]])
// CHECK: %[[L:.*]] = vector.load %{{.*}}[%[[B]]]
// CHECK: %[[C:.*]] = affine.apply affine_map<(d0) -> (d0 * 8)>(%[[T]])
// CHECK: %[[M:.*]] = vector.load %{{.*}}[%[[C]]]
// CHECK: vector.shuffle %[[L]], %[[M]] [7, 8, 9, 10, 11, 12, 13, 14]
// CHECK: %[[D:.*]] = affine.apply affine_map<(d0) -> (d0 * 8 + 8)>(%[[T]])
// CHECK: %[[R:.*]] = vector.load %{{.*}}[%[[D]]]
// CHECK: vector.shuffle %[[M]], %[[R]] [1, 2, 3, 4, 5, 6, 7, 8]
// CHECK-NOT: vector.load
// CHECK: vector.store
// CHECK: }
// CHECK: vector.maskedstore
// ONE-LABEL: @means
// ONE: affine.for %{{.*}} = 1 to 11 {
// ONE-NOT: vector.shuffle
// ONE: vector.store
func.func @means(%a: memref<96xf32> {llvm.noalias}, %b: memref<96xf32> {llvm.noalias}) {
  affine.for %t = 0 to 12 {
    affine.for %i = max affine_map<(t) -> (0, -t * 8 + 1)>(%t) to min affine_map<(t) -> (8, -t * 8 + 95)>(%t) {
      %0 = affine.load %a[%t * 8 + %i - 1] : memref<96xf32>
      %1 = affine.load %a[%t * 8 + %i] : memref<96xf32>
      %2 = arith.addf %0, %1 : f32
      %3 = affine.load %a[%t * 8 + %i + 1] : memref<96xf32>
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %b[%t * 8 + %i] : memref<96xf32>
    }
  }
  return
}

// Two registers are more than one load that begins inside of one.
// CHECK-LABEL: @alone
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @alone(%a: memref<104xf32> {llvm.noalias}, %b: memref<96xf32> {llvm.noalias}) {
  affine.for %t = 0 to 12 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %a[%t * 8 + %i + 3] : memref<104xf32>
      affine.store %0, %b[%t * 8 + %i] : memref<96xf32>
    }
  }
  return
}

// The register behind the last element is not all there, nor is the one in front of the
// first.
// CHECK-LABEL: @outside
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @outside(%a: memref<99xf32> {llvm.noalias}, %b: memref<96xf32> {llvm.noalias}) {
  affine.for %t = 0 to 12 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %a[%t * 8 + %i + 1] : memref<99xf32>
      %1 = affine.load %a[%t * 8 + %i + 3] : memref<99xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%t * 8 + %i] : memref<96xf32>
    }
  }
  return
}

// Where the loop around does not begin at a register, nothing is known.
// CHECK-LABEL: @steps_of_six
// CHECK-NOT: vector.shuffle
// CHECK: return
func.func @steps_of_six(%a: memref<96xf32> {llvm.noalias}, %b: memref<12x8xf32> {llvm.noalias}) {
  affine.for %t = 0 to 12 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %a[%t * 6 + %i + 1] : memref<96xf32>
      %1 = affine.load %a[%t * 6 + %i] : memref<96xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%t, %i] : memref<12x8xf32>
    }
  }
  return
}

// A tile of two registers: the last lane is the first element of the next tile.
// CHECK-LABEL: @tiles
// CHECK-COUNT-2: vector.shuffle {{.*}} [1, 2, 3, 4, 5, 6, 7, 8]
// CHECK-COUNT-2: vector.insert_strided_slice
// CHECK-NOT: vector.load {{.*}} vector<7xf32>
// CHECK: vector.store
// ONE-LABEL: @tiles
// ONE: vector.shuffle {{.*}} [1, 2, 3, 4, 5, 6, 7, 8]
func.func @tiles(%a: memref<9x16xf32> {llvm.noalias}, %b: memref<8x16xf32> {llvm.noalias}) {
  affine.for %t = 0 to 8 {
    affine.for %i = 0 to 16 {
      %0 = affine.load %a[%t, %i] : memref<9x16xf32>
      %1 = affine.load %a[%t + (%i + 1) floordiv 16, (%i + 1) mod 16] : memref<9x16xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%t, %i] : memref<8x16xf32>
    }
  }
  return
}

// Elements that are written in between are read as they are then.
// CHECK-LABEL: @in_place
// CHECK: vector.store
func.func @in_place(%a: memref<104xf32> {llvm.noalias}) {
  affine.for %t = 0 to 12 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %a[%t * 8 + %i] : memref<104xf32>
      %1 = affine.load %a[%t * 8 + %i + 1] : memref<104xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%t * 8 + %i] : memref<104xf32>
    }
  }
  return
}

// Two full tiles are too few for loops of their own.
// CHECK-LABEL: @few
// CHECK: affine.for {{.*}} = 0 to 4
// CHECK: scf.if
func.func @few(%a: memref<32xf32> {llvm.noalias}, %b: memref<32xf32> {llvm.noalias}) {
  affine.for %t = 0 to 4 {
    affine.for %i = max affine_map<(t) -> (0, -t * 8 + 1)>(%t) to min affine_map<(t) -> (8, -t * 8 + 31)>(%t) {
      %0 = affine.load %a[%t * 8 + %i - 1] : memref<32xf32>
      affine.store %0, %b[%t * 8 + %i] : memref<32xf32>
    }
  }
  return
}

// The full tiles are those in the middle of a window that moves with another loop:
// the branch stays.
// CHECK-LABEL: @window
// CHECK: affine.for
// CHECK: affine.for {{.*}} = 0 to 12
// CHECK: scf.if
func.func @window(%a: memref<96xf32> {llvm.noalias}, %b: memref<3x96xf32> {llvm.noalias}) {
  affine.for %j = 0 to 3 {
    affine.for %t = 0 to 12 {
      affine.for %i = max affine_map<(t, j) -> (0, -t * 8 + j + 1)>(%t, %j) to 8 {
        %0 = affine.load %a[%t * 8 + %i - 1] : memref<96xf32>
        affine.store %0, %b[%j, %t * 8 + %i] : memref<3x96xf32>
      }
    }
  }
  return
}

}
