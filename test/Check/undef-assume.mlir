// Undefined values and promises.

// DEFINE: %{name} =
// DEFINE: %{by} =
// DEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})" 2>&1

// What depends on an undefined value is not compared, and is counted; the rest
// is. Each execution of one op yields another value, in every component.
// REDEFINE: %{name} = undefined
// REDEFINE: %{by} = undefined_right
// RUN: %{check} | FileCheck %s --check-prefix=RIGHT
// RIGHT: layout-check: @undefined: 4 runs agree (2 data sets x 2 poison patterns), padding as guaranteed; 3 undefined elements were not compared
// REDEFINE: %{by} = undefined_wrong
// RUN: not %{check} | FileCheck %s --check-prefix=WRONG
// WRONG: @undefined: result differs at result0[2]: expected 5, got 7
func.func @undefined() -> (memref<4xi32>, i32, i32, vector<2xi16>, i1) {
  %r = memref.alloc() : memref<4xi32>
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 4 {
    affine.store %c5, %r[%i] : memref<4xi32>
  }
  %u = layout.undef : i32
  %even = arith.addi %u, %u : i32
  affine.store %even, %r[3] : memref<4xi32>
  %zero = arith.subi %u, %u : i32
  %v = layout.undef : vector<2xi16>
  // Two values, not the same one twice.
  %x = vector.extract %v[0] : i16 from vector<2xi16>
  %y = vector.extract %v[1] : i16 from vector<2xi16>
  %same = arith.cmpi eq, %x, %y : i16
  return %r, %u, %zero, %v, %same : memref<4xi32>, i32, i32, vector<2xi16>, i1
}
func.func @undefined_right() -> (memref<4xi32>, i32, i32, vector<2xi16>, i1) {
  %r = memref.alloc() : memref<4xi32>
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 4 {
    affine.store %c5, %r[%i] : memref<4xi32>
  }
  %c0 = arith.constant 0 : i32
  %v = arith.constant dense<0> : vector<2xi16>
  %false = arith.constant false
  return %r, %c5, %c0, %v, %false : memref<4xi32>, i32, i32, vector<2xi16>, i1
}
func.func @undefined_wrong() -> (memref<4xi32>, i32, i32, vector<2xi16>, i1) {
  %r = memref.alloc() : memref<4xi32>
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  affine.for %i = 0 to 4 {
    affine.store %c5, %r[%i] : memref<4xi32>
  }
  affine.store %c7, %r[2] : memref<4xi32>
  %c0 = arith.constant 0 : i32
  %v = arith.constant dense<0> : vector<2xi16>
  %false = arith.constant false
  return %r, %c5, %c0, %v, %false : memref<4xi32>, i32, i32, vector<2xi16>, i1
}

// Memory that was never written is undefined, too.
// REDEFINE: %{name} = uninitialised
// REDEFINE: %{by} = uninitialised_other
// RUN: %{check} | FileCheck %s --check-prefix=UNINITIALISED
// UNINITIALISED: @uninitialised: 4 runs agree {{.*}}; 2 undefined elements were not compared
func.func @uninitialised() -> memref<4xi32> {
  %r = memref.alloc() : memref<4xi32>
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 2 {
    affine.store %c5, %r[%i] : memref<4xi32>
  }
  return %r : memref<4xi32>
}
func.func @uninitialised_other() -> memref<4xi32> {
  %r = memref.alloc() : memref<4xi32>
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 4 {
    affine.store %c5, %r[%i] : memref<4xi32>
  }
  return %r : memref<4xi32>
}

// Undefined values of every type.
// RUN: layout-check %s --entry=types --pipeline="builtin.module()" | FileCheck %s --check-prefix=TYPES
// TYPES: @types: 4 runs agree {{.*}}; 9 undefined elements were not compared
func.func @types() -> (i1, i8, i64, index, f16, bf16, f32, f64, complex<f32>) {
  %0 = layout.undef : i1
  %1 = layout.undef : i8
  %2 = layout.undef : i64
  %3 = layout.undef : index
  %4 = layout.undef : f16
  %5 = layout.undef : bf16
  %6 = layout.undef : f32
  %7 = layout.undef : f64
  %8 = layout.undef : complex<f32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i1, i8, i64, index, f16, bf16, f32, f64, complex<f32>
}

// A promise that is broken stops the check where it is made.
// RUN: layout-check %s --entry=promise --arg=0:4 --pipeline="builtin.module()"
// RUN: sh -c 'layout-check %s --entry=promise --arg=0:5 --pipeline="builtin.module()" 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=BROKEN
// BROKEN: undef-assume.mlir:[[# @LINE + 5]]:3: error: what is assumed here does not hold
// BROKEN: layout-check: @promise: no reference: the program without layouts: an assumption does not hold, on small integers (seed 0)
func.func @promise(%n: index) {
  %c5 = arith.constant 5 : index
  %less = arith.cmpi slt, %n, %c5 : index
  layout.assume %less : i1
  return
}

// The second set has what its name says: it breaks these promises, each.
// DEFINE: %{special} = not layout-check %s --pipeline="builtin.module()" 2>&1
// RUN: %{special} --entry=no_nan | FileCheck %s --check-prefix=SPECIAL
// RUN: %{special} --entry=no_infinity | FileCheck %s --check-prefix=SPECIAL
// RUN: %{special} --entry=no_minus_zero | FileCheck %s --check-prefix=SPECIAL
// RUN: %{special} --entry=no_subnormal | FileCheck %s --check-prefix=SPECIAL
// RUN: %{special} --entry=no_least | FileCheck %s --check-prefix=SPECIAL
// SPECIAL: no reference: the program without layouts: an assumption does not hold, on special values (seed 0)
func.func @no_nan(%a: memref<100xf32>) {
  affine.for %i = 0 to 100 {
    %x = affine.load %a[%i] : memref<100xf32>
    %c = arith.cmpf ord, %x, %x : f32
    layout.assume %c : i1
  }
  return
}
func.func @no_infinity(%a: memref<100xf64>) {
  %inf = arith.constant 0x7FF0000000000000 : f64
  affine.for %i = 0 to 100 {
    %x = affine.load %a[%i] : memref<100xf64>
    %c = arith.cmpf une, %x, %inf : f64
    layout.assume %c : i1
  }
  return
}
func.func @no_minus_zero(%a: memref<100xf16>) {
  %zero = arith.constant -32768 : i16
  affine.for %i = 0 to 100 {
    %x = affine.load %a[%i] : memref<100xf16>
    %b = arith.bitcast %x : f16 to i16
    %c = arith.cmpi ne, %b, %zero : i16
    layout.assume %c : i1
  }
  return
}
func.func @no_subnormal(%a: memref<100xf32>) {
  %least = arith.constant 1 : i32
  affine.for %i = 0 to 100 {
    %x = affine.load %a[%i] : memref<100xf32>
    %b = arith.bitcast %x : f32 to i32
    %c = arith.cmpi ne, %b, %least : i32
    layout.assume %c : i1
  }
  return
}
func.func @no_least(%a: memref<100xi32>) {
  %least = arith.constant -2147483648 : i32
  affine.for %i = 0 to 100 {
    %x = affine.load %a[%i] : memref<100xi32>
    %c = arith.cmpi ne, %x, %least : i32
    layout.assume %c : i1
  }
  return
}

// A reference that goes wrong is no pipeline's fault, and is said to be it.
// RUN: not layout-check %s --entry=strays --bounds=false --pipeline="builtin.module()" 2>&1 | FileCheck %s --check-prefix=STRAYS
// STRAYS: @strays: no reference: the program without layouts: guard zone of arg0 was overwritten, after the buffer
func.func @strays(%a: memref<4xi32>) {
  %c4 = arith.constant 4 : index
  %c77 = arith.constant 77 : i32
  memref.store %c77, %a[%c4] : memref<4xi32>
  return
}
