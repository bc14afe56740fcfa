// A sum whose products are added up in groups of four runs into padding where what it adds there is 0.
// DEFINE: %{target} = layout-set-target{target=znver4}
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{target},layout-apply,layout-widen-loops)" --remarks-filter=layout 2>&1 | FileCheck %s
// DEFINE: %{check} = layout-check %s --entry=colours,zero_point,both,other_zero,data,floats,first,apart --pipeline
// RUN: %{check}="builtin.module(%{target},layout-apply,layout-widen-loops)"
// RUN: %{check}="builtin.module(%{target},layout-apply,layout-optimize,layout-legalize{only=vectors dot-instructions=false},layout-finalize)"
// RUN: %{check}="builtin.module(layout-set-target{target=x86-64-v3},layout-apply,layout-optimize)"

// Pairs in registers of 128 bits gain nothing.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v2},layout-apply,layout-widen-loops)" --remarks-filter=layout 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT-NOT: groups of products are full

#data = #layout.buffer<index_map<(i, k) -> (k floordiv 4, i, k mod 4)>, pad<undef>>
#padded = #layout.buffer<index_map<(i, k) -> (k floordiv 4, i, k mod 4)>, pad<0 : i8>>
#weights = #layout.buffer<index_map<(k, n) -> (k floordiv 4, n, k mod 4)>, pad<0 : i8>>
#blocks = #layout.buffer<index_map<(k, n) -> (k floordiv 4, n floordiv 32, n mod 32, k mod 4)>, pad<0 : i8>>
#fives = #layout.buffer<index_map<(k, n) -> (k floordiv 4, n, k mod 4)>, pad<5 : i8>>
#anything = #layout.buffer<index_map<(k, n) -> (k floordiv 4, n, k mod 4)>, pad<undef>>
#result = #layout.buffer<index_map<(i, n) -> (n floordiv 32, i, n mod 32)>, pad<undef>>
#halves = #layout.buffer<index_map<(k, n) -> (k floordiv 2, n, k mod 2)>, pad<0.0 : bf16>>
#halves_data = #layout.buffer<index_map<(i, k) -> (k floordiv 2, i, k mod 2)>, pad<0.0 : bf16>>

// CHECK: layout-widen-loops/widened {{.*}}runs to 4 instead of 3, so that its groups of products are full: stores to %arg2 leave what is there
// CHECK: layout-widen-loops/widened {{.*}}runs to 4 instead of 3, so that its groups of products are full
// CHECK: layout-widen-loops/widened {{.*}}runs to 8 instead of 6, so that its groups of products are full
// CHECK: layout-widen-loops/kept {{.*}}keeps its extent of 3, which does not fill groups of products; up to 4, the store may change an element that is needed
// CHECK: layout-widen-loops/kept {{.*}}keeps its extent of 3, which does not fill groups of products; up to 4,
// Lanes after sums: both become longer.
// CHECK: layout-widen-loops/widened {{.*}}runs to 64 instead of 61, so that its vectors are full

// CHECK-LABEL: func.func @colours
func.func @colours(%a: memref<5x3xi8, #data>, %w: memref<3x32xi8, #weights>, %b: memref<5x32xi32>) {
  affine.for %i = 0 to 5 {
    affine.for %n = 0 to 32 {
      // CHECK: affine.for %{{.*}} = 0 to 4
      affine.for %k = 0 to 3 {
        %0 = affine.load %a[%i, %k] : memref<5x3xi8, #data>
        %1 = affine.load %w[%k, %n] : memref<3x32xi8, #weights>
        %2 = affine.load %b[%i, %n] : memref<5x32xi32>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %b[%i, %n] : memref<5x32xi32>
      }
    }
  }
  return
}

// The pad is what is subtracted.
// CHECK-LABEL: func.func @zero_point
func.func @zero_point(%a: memref<5x3xi8, #data>, %w: memref<3x32xi8, #fives>, %b: memref<5x32xi32>) {
  %five = arith.constant 5 : i32
  affine.for %i = 0 to 5 {
    affine.for %n = 0 to 32 {
      // CHECK: affine.for %{{.*}} = 0 to 4
      affine.for %k = 0 to 3 {
        %0 = affine.load %a[%i, %k] : memref<5x3xi8, #data>
        %1 = affine.load %w[%k, %n] : memref<3x32xi8, #fives>
        %2 = affine.load %b[%i, %n] : memref<5x32xi32>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %7 = arith.subi %4, %five : i32
        %5 = arith.muli %3, %7 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %b[%i, %n] : memref<5x32xi32>
      }
    }
  }
  return
}

// Sums and lanes of one nest, one after the other.
// CHECK-LABEL: func.func @both
func.func @both(%a: memref<5x6xi8, #data>, %w: memref<6x61xi8, #blocks>, %b: memref<5x61xi32, #result>) {
  affine.for %i = 0 to 5 {
    // CHECK: affine.for %{{.*}} = 0 to 64
    affine.for %n = 0 to 61 {
      // CHECK: affine.for %{{.*}} = 0 to 8
      affine.for %k = 0 to 6 {
        %0 = affine.load %a[%i, %k] : memref<5x6xi8, #data>
        %1 = affine.load %w[%k, %n] : memref<6x61xi8, #blocks>
        %2 = affine.load %b[%i, %n] : memref<5x61xi32, #result>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %b[%i, %n] : memref<5x61xi32, #result>
      }
    }
  }
  return
}

// The pad less the zero point is not 0.
// CHECK-LABEL: func.func @other_zero
func.func @other_zero(%a: memref<5x3xi8, #data>, %w: memref<3x32xi8, #fives>, %b: memref<5x32xi32>) {
  %six = arith.constant 6 : i32
  affine.for %i = 0 to 5 {
    affine.for %n = 0 to 32 {
      // CHECK: affine.for %{{.*}} = 0 to 3
      affine.for %k = 0 to 3 {
        %0 = affine.load %a[%i, %k] : memref<5x3xi8, #data>
        %1 = affine.load %w[%k, %n] : memref<3x32xi8, #fives>
        %2 = affine.load %b[%i, %n] : memref<5x32xi32>
        %3 = arith.extsi %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %7 = arith.subi %4, %six : i32
        %5 = arith.muli %3, %7 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %b[%i, %n] : memref<5x32xi32>
      }
    }
  }
  return
}

// Neither factor is known to be 0 there.
// CHECK-LABEL: func.func @data
func.func @data(%a: memref<5x3xi8, #data>, %w: memref<3x32xi8, #anything>, %b: memref<5x32xi32>) {
  affine.for %i = 0 to 5 {
    affine.for %n = 0 to 32 {
      // CHECK: affine.for %{{.*}} = 0 to 3
      affine.for %k = 0 to 3 {
        %0 = affine.load %a[%i, %k] : memref<5x3xi8, #data>
        %1 = affine.load %w[%k, %n] : memref<3x32xi8, #anything>
        %2 = affine.load %b[%i, %n] : memref<5x32xi32>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %b[%i, %n] : memref<5x32xi32>
      }
    }
  }
  return
}

// Sums of floats keep their steps: 0 times what is no number is none.
// CHECK-LABEL: func.func @floats
func.func @floats(%a: memref<5x3xbf16, #halves_data>, %w: memref<3x32xbf16, #halves>, %b: memref<5x32xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %n = 0 to 32 {
      // CHECK: affine.for %{{.*}} = 0 to 3
      affine.for %k = 0 to 3 {
        %0 = affine.load %a[%i, %k] : memref<5x3xbf16, #halves_data>
        %1 = affine.load %w[%k, %n] : memref<3x32xbf16, #halves>
        %2 = affine.load %b[%i, %n] : memref<5x32xf32>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 fastmath<contract, reassoc> : f32
        %6 = arith.addf %2, %5 fastmath<contract, reassoc> : f32
        affine.store %6, %b[%i, %n] : memref<5x32xf32>
      }
    }
  }
  return
}

// Steps that do not begin with a group.
// CHECK-LABEL: func.func @first
func.func @first(%a: memref<5x7xi8, #data>, %w: memref<7x32xi8, #weights>, %b: memref<5x32xi32>) {
  affine.for %i = 0 to 5 {
    affine.for %n = 0 to 32 {
      // CHECK: affine.for %{{.*}} = 1 to 7
      affine.for %k = 1 to 7 {
        %0 = affine.load %a[%i, %k] : memref<5x7xi8, #data>
        %1 = affine.load %w[%k, %n] : memref<7x32xi8, #weights>
        %2 = affine.load %b[%i, %n] : memref<5x32xi32>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %b[%i, %n] : memref<5x32xi32>
      }
    }
  }
  return
}

// The other factor does not lie side by side: no products are added up at once.
// CHECK-LABEL: func.func @apart
func.func @apart(%a: memref<5x3xi8, #padded>, %w: memref<4x32xi8>, %b: memref<5x32xi32>) {
  affine.for %i = 0 to 5 {
    affine.for %n = 0 to 32 {
      // CHECK: affine.for %{{.*}} = 0 to 3
      affine.for %k = 0 to 3 {
        %0 = affine.load %a[%i, %k] : memref<5x3xi8, #padded>
        %1 = affine.load %w[%k, %n] : memref<4x32xi8>
        %2 = affine.load %b[%i, %n] : memref<5x32xi32>
        %3 = arith.extui %0 : i8 to i32
        %4 = arith.extsi %1 : i8 to i32
        %5 = arith.muli %3, %4 : i32
        %6 = arith.addi %2, %5 : i32
        affine.store %6, %b[%i, %n] : memref<5x32xi32>
      }
    }
  }
  return
}
