// What is read again for each panel is more than half of the second cache: the sum comes
// in parts, each of which reads at most a quarter of it again.
// RUN: layout-opt %s --layout-apply --layout-tile-loops --mlir-print-local-scope | FileCheck %s
// Where it fits there is one part.
// RUN: sed 's/65536/2097152/' %s | layout-opt --layout-apply --layout-tile-loops --mlir-print-local-scope | FileCheck %s --check-prefix=ONE
// Each sum is added up in its order.
// RUN: layout-check %s --entry=product --seed=1 --pipeline="builtin.module(layout-apply,layout-optimize)" | FileCheck %s --check-prefix=SAME
// SAME: 6 runs agree

#rows = #layout.buffer<index_map<(m, k) -> (k floordiv 32, m, k mod 32)>, pad<undef>>
#panels = #layout.buffer<index_map<(k, n) -> (n floordiv 16, k, n mod 16)>, pad<undef>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64,
    "layout.num_vector_registers" = 32 : i64, "L1_cache_size_in_bytes" = 32768 : i64,
    "L2_cache_size_in_bytes" = 65536 : i64>>} {

// CHECK-LABEL: func.func @product
// CHECK: affine.for %[[PART:.*]] = 0 to 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %[[TILE:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min
// CHECK: affine.load %{{.*}}[%[[PART]] * 4 + %[[TILE]],
// ONE-LABEL: func.func @product
// ONE: affine.for %{{.*}} = 0 to 3 {
// ONE-NEXT: affine.for %{{.*}} = 0 to 3 {
// ONE-NEXT: affine.for %{{.*}} = 0 to 64 {
// ONE-NEXT: affine.for %{{.*}} = 0 to min
func.func @product(%a: memref<29x2047xf32, #rows>, %b: memref<2047x45xf32, #panels>,
                   %c: memref<29x45xf32, #panels>) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 45 {
      affine.for %k = 0 to 2047 {
        %0 = affine.load %a[%i, %k] : memref<29x2047xf32, #rows>
        %1 = affine.load %b[%k, %j] : memref<2047x45xf32, #panels>
        %2 = affine.load %c[%i, %j] : memref<29x45xf32, #panels>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<29x45xf32, #panels>
      }
    }
  }
  return
}

// 64 tiles in parts of at most 4: but 61 tiles have no equal parts.
// CHECK-LABEL: func.func @prime
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 61 {
func.func @prime(%a: memref<29x1952xf32, #rows>, %b: memref<1952x45xf32, #panels>,
                 %c: memref<29x45xf32, #panels>) {
  affine.for %i = 0 to 29 {
    affine.for %j = 0 to 45 {
      affine.for %k = 0 to 1952 {
        %0 = affine.load %a[%i, %k] : memref<29x1952xf32, #rows>
        %1 = affine.load %b[%k, %j] : memref<1952x45xf32, #panels>
        %2 = affine.load %c[%i, %j] : memref<29x45xf32, #panels>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<29x45xf32, #panels>
      }
    }
  }
  return
}

// An extent that nobody knows is no long sum.
// CHECK-LABEL: func.func @dynamic
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
func.func @dynamic(%a: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf64>
  %m = memref.dim %a, %c1 : memref<?x?xf64>
  affine.for %i = 0 to %n {
    affine.for %k = 0 to %m {
      %0 = affine.load %a[%i, %k] : memref<?x?xf64>
      %1 = affine.load %x[%k] : memref<?xf64>
      %2 = affine.load %y[%i] : memref<?xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<?xf64>
    }
  }
  return
}

// A prime number of steps has no equal parts, which is soon known.
// CHECK-LABEL: func.func @long
// CHECK: affine.for
func.func @long(%a: memref<29x68719476767xf64>, %x: memref<68719476767xf64>, %y: memref<29xf64>) {
  affine.for %i = 0 to 29 {
    affine.for %k = 0 to 68719476767 {
      %0 = affine.load %a[%i, %k] : memref<29x68719476767xf64>
      %1 = affine.load %x[%k] : memref<68719476767xf64>
      %2 = affine.load %y[%i] : memref<29xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %y[%i] : memref<29xf64>
    }
  }
  return
}
}
