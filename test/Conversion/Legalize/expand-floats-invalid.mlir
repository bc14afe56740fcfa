// What is left alone is an error of layout-to-llvm.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-to-llvm

func.func @rounding(%x: f32) -> f8E5M2 {
  // expected-error@+1 {{cannot be lowered to the LLVM dialect}}
  %r = arith.truncf %x downward : f32 to f8E5M2
  return %r : f8E5M2
}

// -----

// What a difference of powers of two is has no such number: it may be negative, or zero.
func.func @scales(%x: f8E8M0FNU, %y: f8E8M0FNU) -> f8E8M0FNU {
  // expected-error@+1 {{cannot be lowered to the LLVM dialect}}
  %r = arith.subf %x, %y : f8E8M0FNU
  return %r : f8E8M0FNU
}
