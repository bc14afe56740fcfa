// Extents that are known at run time only.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes)' --verify-diagnostics -o /dev/null

// expected-remark@below {{whole 0: write}}
func.func @whole(%a: memref<?x7xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x7xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 7 {
      affine.store %v, %a[%i, %j] : memref<?x7xi32>
      %x = affine.load %a[%i, %j] : memref<?x7xi32>
    }
  }
  return
}

// expected-remark@below {{all_but_one 0: readwrite}}
func.func @all_but_one(%a: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  affine.for %i = 1 to %n {
    affine.store %v, %a[%i] : memref<?xi32>
  }
  return
}

// expected-remark@below {{extent_of_another 0: readwrite}}
// expected-remark@below {{extent_of_another 1: read}}
func.func @extent_of_another(%a: memref<?xi32>, %b: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?xi32>
  affine.for %i = 0 to %n {
    affine.store %v, %a[%i] : memref<?xi32>
  }
  return
}

// The extents of both dimensions mixed up.
// expected-remark@below {{mixed_up 0: readwrite}}
func.func @mixed_up(%a: memref<?x?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xi32>
  %n = memref.dim %a, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      affine.store %v, %a[%i, %j] : memref<?x?xi32>
    }
  }
  return
}

// expected-remark@below {{in_two_parts 0: write}}
func.func @in_two_parts(%a: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  affine.for %i = 0 to affine_map<()[n] -> (n floordiv 2)>()[%n] {
    affine.store %v, %a[%i] : memref<?xi32>
  }
  affine.for %i = affine_map<()[n] -> (n floordiv 2)>()[%n] to %n {
    affine.store %v, %a[%i] : memref<?xi32>
  }
  return
}

// A symbol as factor is no affine index.
// expected-remark@below {{symbolic_factor 0: readwrite}}
func.func @symbolic_factor(%a: memref<16xi32>, %v: i32, %s: index) {
  affine.for %i = 0 to 16 {
    %j = affine.apply affine_map<(i)[s] -> (i * s)>(%i)[%s]
    memref.store %v, %a[%j] : memref<16xi32>
  }
  return
}

// Without rank there are no elements to speak of.
// expected-remark@below {{unranked 0: readwrite}}
func.func @unranked(%a: memref<*xi32>) {
  return
}
