// RUN: layout-opt %s --layout-legalize=only=remainders --split-input-file --verify-diagnostics

// A call may be inlined, and folded to a constant then.
func.func private @number() -> index
func.func @bound(%a: memref<16xf32>, %x: f32) {
  %c3 = call @number() : () -> index
  affine.for %i = 2 to 5 {
    // expected-error@+1 {{has a bound with a remainder whose range upstream's passes misjudge; divide by constants}}
    affine.for %j = 0 to affine_map<(d0)[s0] -> (d0 mod s0)>(%i)[%c3] {
      affine.store %x, %a[%j] : memref<16xf32>
    }
  }
  return
}

// -----

func.func private @number() -> index
func.func @operand(%a: memref<16xf32>, %x: f32) {
  %c4 = call @number() : () -> index
  // expected-error@+1 {{has a remainder whose range upstream's passes misjudge, and affine ops use its result; divide by constants}}
  %m = affine.min affine_map<()[s0, s1] -> (s0 mod s1, 7)>()[%c4, %c4]
  affine.for %j = 0 to 9 {
    affine.store %x, %a[%j + symbol(%m)] : memref<16xf32>
  }
  return
}
