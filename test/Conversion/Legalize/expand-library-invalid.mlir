// Calls of functions outside of the program need names that it does not use.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-legalize=only=library

// expected-note@+1 {{the symbol}}
func.func @log1p(%a: f64) -> f64 {
  // expected-error@+1 {{needs the function 'log1p' of a library, and the program has another symbol of that name; rename it, or declare the function as '(f64) -> f64'}}
  %r = math.log1p %a : f64
  return %r : f64
}

// -----

// expected-note@+1 {{the symbol}}
memref.global "private" @expm1f : memref<4xf32>
func.func @half(%a: vector<2xf16>) -> vector<2xf16> {
  // expected-error@+1 {{needs the function 'expm1f' of a library}}
  %r = math.expm1 %a : vector<2xf16>
  return %r : vector<2xf16>
}

// -----

// What is declared is that function.
func.func private @expm1(f64) -> f64
func.func @declared(%a: f64) -> f64 {
  %r = math.expm1 %a : f64
  return %r : f64
}

// -----

// A declaration of another type is not.
// expected-note@+1 {{the symbol}}
func.func private @erff(f64) -> f64
func.func @other_type(%a: f32) -> f32 {
  // expected-error@+1 {{needs the function 'erff'}}
  %r = math.erf %a : f32
  return %r : f32
}

// -----

// Upstream's conversion of math calls a func.func.
// expected-note@+1 {{the symbol}}
llvm.func @cbrt(f64) -> f64
func.func @other_dialect(%a: f64) -> f64 {
  // expected-error@+1 {{needs the function 'cbrt' of a library, and the program has another symbol of that name; rename it, or declare the function as '(f64) -> f64'}}
  %r = math.cbrt %a : f64
  return %r : f64
}

// -----

// LLVM's code generator would call the function itself, without an end.
// expected-note@+1 {{the symbol}}
func.func @expf(%a: f32) -> f32 {
  // expected-error@+1 {{needs the function 'expf' of a library, and the program has another symbol of that name; rename it}}
  %r = math.exp %a : f32
  return %r : f32
}

// -----

// expected-note@+1 {{the symbol}}
func.func @exp2(%a: f64, %b: f64) -> f64 {
  // expected-error@+1 {{needs the function 'exp2'}}
  %r = math.powf %a, %b : f64
  return %r : f64
}

// -----

// expected-note@+1 {{the symbol}}
func.func @fmod(%a: f64, %b: f64) -> f64 {
  // expected-error@+1 {{needs the function 'fmod'}}
  %r = arith.remf %a, %b : f64
  return %r : f64
}

// -----

// Upstream's conversion of buffers does not find a func.func: it would call
// `malloc_0`.
// expected-note@+1 {{the symbol}}
func.func private @malloc(i64) -> !llvm.ptr
func.func @allocates() {
  // expected-error@+1 {{needs the function 'malloc' of a library, and the program has another symbol of that name; rename it, or declare the function as '!llvm.func<ptr (i64)>'}}
  %m = memref.alloc() : memref<4xf32>
  return
}

// -----

// expected-note@+1 {{the symbol}}
func.func @memrefCopy(%a: memref<4x4xf32, strided<[8, 1]>>, %b: memref<4x4xf32, strided<[8, 1]>>) {
  // expected-error@+1 {{needs the function 'memrefCopy'}}
  memref.copy %a, %b : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

// expected-note@+1 {{the symbol}}
func.func @memset(%a: memref<4xf32>, %i: index, %x: f32) {
  // expected-error@+1 {{needs the function 'memset'}}
  memref.store %x, %a[%i] : memref<4xf32>
  return
}

// -----

// expected-note@+1 {{the symbol}}
llvm.func @free(i64)
func.func @frees(%a: memref<4xf32>) {
  // expected-error@+1 {{needs the function 'free' of a library, and the program has another symbol of that name; rename it, or declare the function as '!llvm.func<void (ptr)>'}}
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// expected-note@+1 {{the symbol}}
func.func @puts() {
  %c = arith.constant true
  // expected-error@+1 {{needs the function 'puts'}}
  cf.assert %c, "no"
  return
}

// -----

// expected-note@+1 {{the symbol}}
func.func private @printF32(f32)
func.func @prints(%x: f32) {
  // expected-error@+1 {{needs the function 'printF32'}}
  vector.print %x : f32
  return
}

// -----

// Declarations of the right types, and a library in the LLVM dialect.
func.func private @cos(f64) -> f64
func.func private @abort()
func.func private @puts(!llvm.ptr)
llvm.func @free(!llvm.ptr)
llvm.func @malloc(%size: i64) -> !llvm.ptr {
  %none = llvm.mlir.zero : !llvm.ptr
  llvm.return %none : !llvm.ptr
}
func.func @right(%a: f64, %c: i1) -> f64 {
  cf.assert %c, "no"
  %m = memref.alloc() : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  %r = math.cos %a : f64
  return %r : f64
}

// -----

// MLIR calls no function of numbers like these.
func.func @long(%a: f80) -> f80 {
  // expected-error@+1 {{'math.erf' op has no function of a library for numbers of type 'f80'; convert to f32 or f64 by arith.truncf or arith.extf, and back}}
  %r = math.erf %a : f80
  return %r : f80
}

// -----

func.func @vector(%a: vector<4xf128>) -> vector<4xf128> {
  // expected-error@+1 {{'math.cbrt' op has no function of a library for numbers of type 'f128'}}
  %r = math.cbrt %a : vector<4xf128>
  return %r : vector<4xf128>
}

// -----

// LLVM has an instruction, or others that compute it.
func.func @instruction(%a: f80) -> (f80, f80) {
  %r = math.exp %a : f80
  %s = math.expm1 %r : f80
  return %r, %s : f80, f80
}
