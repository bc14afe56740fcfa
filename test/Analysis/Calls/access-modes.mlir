// What each mode means: never written; all written before it is read; the rest.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes)' --verify-diagnostics -o /dev/null

// expected-remark@below {{reads 0: read}}
func.func @reads(%a: memref<14xi32>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32>
  return %x : i32
}

// expected-remark@below {{leaves_alone 0: read}}
func.func @leaves_alone(%a: memref<14xi32>) {
  return
}

// To name a buffer is not to touch it.
// expected-remark@below {{names 0: read}}
func.func @names(%a: memref<?xi32>) -> index {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  memref.dealloc %a : memref<?xi32>
  return %n : index
}

// expected-remark@below {{writes 0: write}}
func.func @writes(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{writes_all_but_one 0: readwrite}}
func.func @writes_all_but_one(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 13 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{writes_one 0: readwrite}}
func.func @writes_one(%a: memref<14xi32>, %i: index, %v: i32) {
  memref.store %v, %a[%i] : memref<14xi32>
  return
}

// expected-remark@below {{reads_then_writes 0: readwrite}}
func.func @reads_then_writes(%a: memref<14xi32>, %i: index, %v: i32) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32>
  affine.for %j = 0 to 14 {
    affine.store %v, %a[%j] : memref<14xi32>
  }
  return %x : i32
}

// expected-remark@below {{writes_then_reads 0: write}}
func.func @writes_then_reads(%a: memref<14xi32>, %i: index, %v: i32) -> i32 {
  affine.for %j = 0 to 14 {
    affine.store %v, %a[%j] : memref<14xi32>
  }
  %x = memref.load %a[%i] : memref<14xi32>
  return %x : i32
}

// expected-remark@below {{reads_the_next 0: readwrite}}
func.func @reads_the_next(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
    affine.if affine_set<(i) : (12 - i >= 0)>(%i) {
      %x = affine.load %a[%i + 1] : memref<14xi32>
    }
  }
  return
}

// The first element is written before the loop; each further one is computed
// from what the iteration before has written.
// expected-remark@below {{reads_the_last 0: write}}
func.func @reads_the_last(%a: memref<14xi32>, %v: i32) {
  affine.store %v, %a[0] : memref<14xi32>
  affine.for %i = 1 to 14 {
    %x = affine.load %a[%i - 1] : memref<14xi32>
    affine.store %x, %a[%i] : memref<14xi32>
  }
  return
}

// The same without the first element.
// expected-remark@below {{reads_the_last_unwritten 0: readwrite}}
func.func @reads_the_last_unwritten(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 1 to 14 {
    %x = affine.load %a[%i - 1] : memref<14xi32>
    affine.store %x, %a[%i] : memref<14xi32>
  }
  affine.store %v, %a[0] : memref<14xi32>
  return
}

// In a parallel loop no iteration is before another.
// expected-remark@below {{reads_the_last_in_parallel 0: readwrite}}
func.func @reads_the_last_in_parallel(%a: memref<14xi32>, %v: i32) {
  affine.store %v, %a[0] : memref<14xi32>
  affine.parallel (%i) = (1) to (14) {
    %x = affine.load %a[%i - 1] : memref<14xi32>
    affine.store %x, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{reduces 0: write}}
func.func @reduces(%b: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %b[%i] : memref<14xi32>
    affine.for %k = 0 to 8 {
      %x = affine.load %b[%i] : memref<14xi32>
      %y = arith.addi %x, %v : i32
      affine.store %y, %b[%i] : memref<14xi32>
    }
  }
  return
}

// expected-remark@below {{reduces_without_start 0: readwrite}}
func.func @reduces_without_start(%b: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.for %k = 0 to 8 {
      %x = affine.load %b[%i] : memref<14xi32>
      %y = arith.addi %x, %v : i32
      affine.store %y, %b[%i] : memref<14xi32>
    }
  }
  return
}

// An op reads before it writes, although both have the same element.
// expected-remark@below {{updates 0: readwrite}}
func.func @updates(%a: memref<i32>, %v: i32) {
  %x = memref.atomic_rmw addi %v, %a[] : (i32, memref<i32>) -> i32
  return
}

// expected-remark@below {{single_element 0: write}}
func.func @single_element(%a: memref<i32>, %v: i32) {
  memref.store %v, %a[] : memref<i32>
  return
}

// Of no element, every one is written.
// expected-remark@below {{no_element 0: write}}
func.func @no_element(%a: memref<0x4xi32>, %i: index, %v: i32) {
  memref.store %v, %a[%i, %i] : memref<0x4xi32>
  return
}

// Without any loop.
// expected-remark@below {{element_by_element 0: write}}
func.func @element_by_element(%a: memref<3xi32>, %v: i32) {
  affine.store %v, %a[2] : memref<3xi32>
  affine.store %v, %a[0] : memref<3xi32>
  affine.store %v, %a[1] : memref<3xi32>
  return
}

// expected-remark@below {{element_by_element_but_one 0: readwrite}}
func.func @element_by_element_but_one(%a: memref<3xi32>, %v: i32) {
  affine.store %v, %a[2] : memref<3xi32>
  affine.store %v, %a[0] : memref<3xi32>
  affine.store %v, %a[0] : memref<3xi32>
  return
}
