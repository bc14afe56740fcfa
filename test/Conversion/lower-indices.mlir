// Indices that divide, by shifts, masks and xor; what others look like is left alone.
// RUN: layout-opt %s --layout-apply --layout-finalize --layout-lower-indices --cse | FileCheck %s
// RUN: layout-check %s --entry=run --pipeline="builtin.module(layout-apply,layout-finalize,layout-lower-indices)"
// RUN: layout-check %s --entry=left --arg=1:5 --arg=2:7 --pipeline="builtin.module(layout-apply,layout-finalize,layout-lower-indices)"

#rows = #layout.buffer<index_map<(i, j) -> (i, j xor i mod 8)>, pad<0 : i32>>
#chunks = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>, pad<undef>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 3, j floordiv 4, i mod 3, j mod 4)>, pad<undef>>
#cute = #layout.buffer<index_map<(i, j) -> (swizzle<2, 1, 3>(32 * i + j))>>

// Rows of 8 in a block of 8 x 8 threads: the whole of an xor is one operation.
// CHECK-LABEL: gpu.func @block
// CHECK-DAG: %[[X:.*]] = gpu.thread_id x
// CHECK-DAG: %[[Y:.*]] = gpu.thread_id y
// CHECK: %[[AT:.*]] = arith.xori
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[Y]], %[[AT]]]
// CHECK-NOT: arith
// CHECK: gpu.return
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @block(%a: memref<8x8xi32, #rows>, %v: i32) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
      %x = gpu.thread_id x
      %y = gpu.thread_id y
      affine.store %v, %a[%y, %x] : memref<8x8xi32, #rows>
      gpu.return
    }
  }

  func.func @run(%a: memref<6x7xi32, #rows>, %b: memref<17x61xi32, #chunks>,
                 %c: memref<7x13xi32, #tiles>, %d: memref<5x29xi32, #cute>,
                 %e: memref<100xi32>) {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 7 {
        %x = affine.load %b[2 * %i + %j, %j * 8 + %i] : memref<17x61xi32, #chunks>
        affine.store %x, %a[5 - %i, %j] : memref<6x7xi32, #rows>
        %y = affine.load %a[5 - %i, 6 - %j] : memref<6x7xi32, #rows>
        affine.store %y, %c[%i, %j + %i] : memref<7x13xi32, #tiles>
      }
    }
    affine.for %i = -3 to 2 {
      affine.for %j = 0 to 13 {
        %x = affine.load %c[%i + 5, %j] : memref<7x13xi32, #tiles>
        affine.store %x, %d[%i + 3, 28 - 2 * %j] : memref<5x29xi32, #cute>
        %y = affine.load %d[1 - %i, %j] : memref<5x29xi32, #cute>
        affine.store %y, %e[(%i floordiv 2 + %j) mod 4 + 8 * ((%i - %j) floordiv 8) + 32] : memref<100xi32>
        affine.store %y, %e[(%i + %j + 3) mod 7 + (7 * ((%i + %j + 3) floordiv 5)) mod 64] : memref<100xi32>
      }
    }
    return
  }

  // Affine ops take the `affine.apply` as it was, others what replaces it. A
  // variable divisor, and a division by 3 of what may be negative, are left.
  // CHECK-LABEL: func.func @left
  // CHECK: %[[VARIABLE:.*]] = affine.apply #{{.*}}(%[[I:.*]])[%{{.*}}]
  // CHECK: %[[AND:.*]] = arith.andi %[[I]]
  // CHECK: %[[APPLY:.*]] = affine.apply #{{.*}}(%[[I]])
  // CHECK: affine.for %{{.*}} = 0 to #{{.*}}(%[[APPLY]])
  // CHECK: affine.store {{.*}} + %[[VARIABLE]] mod 2] {kept}
  // CHECK: affine.if #{{.*}}(%[[APPLY]])
  // CHECK: memref.load %{{.*}}[%[[AND]]]
  // CHECK: memref.store %{{.*}}[%[[AND]]]
  // CHECK: affine.load %{{.*}}[%[[I]] floordiv 3 + 3]
  // CHECK: memref.store {{.*}} {kept}
  func.func @left(%a: memref<64xi32>, %n: index, %x: i32) {
    affine.for %i = -9 to 20 {
      %p = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%n]
      %q = affine.apply affine_map<(d0) -> (d0 mod 4)>(%i)
      affine.for %j = 0 to affine_map<(d0) -> (d0)>(%q) {
        affine.store %x, %a[%q * 8 + %j + (%p mod 2)] {kept} : memref<64xi32>
      }
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%q) {
        %y = affine.load %a[%q] : memref<64xi32>
        memref.store %y, %a[%q] : memref<64xi32>
      }
      %z = affine.load %a[%i floordiv 3 + 3] : memref<64xi32>
      affine.store %z, %a[(%i mod 16) * 2] {kept} : memref<64xi32>
    }
    return
  }
}
