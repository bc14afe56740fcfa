// Calls of the C library need names that the program does not use.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-legalize=only=library

func.func @log1p(%a: f64) -> f64 {
  // expected-error@+1 {{becomes a call of 'log1p' of the C library, and the program has a symbol of that name; rename it}}
  %r = math.log1p %a : f64
  return %r : f64
}

// -----

memref.global "private" @expm1f : memref<4xf32>
func.func @half(%a: vector<2xf16>) -> vector<2xf16> {
  // expected-error@+1 {{becomes a call of 'expm1f' of the C library}}
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
