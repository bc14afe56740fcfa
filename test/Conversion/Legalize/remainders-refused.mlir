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

// -----

// Composed, 8 * (x - 2^61) would be 8 * x.
func.func @composed(%x: index, %a: memref<1xf32>, %y: f32) {
  // expected-error@+1 {{'affine.apply' op has a number beyond 2^48, which upstream's passes would multiply without regard to overflow; use ops of arith and scf}}
  %d = affine.apply affine_map<(d0) -> (d0 - 2305843009213693952)>(%x)
  affine.if affine_set<(d0) : (d0 * 8 >= 0)>(%d) {
    affine.store %y, %a[0] : memref<1xf32>
  }
  return
}

// -----

func.func @condition(%x: index, %a: memref<1xf32>, %y: f32) {
  // expected-error@+1 {{'affine.if' op has a number beyond 2^48}}
  affine.if affine_set<(d0) : ((d0 - 2305843009213693952) * 8 >= 0)>(%x) {
    affine.store %y, %a[0] : memref<1xf32>
  }
  return
}

// -----

func.func @bound(%x: index, %a: memref<1xf32>, %y: f32) {
  // expected-error@+1 {{'affine.for' op has a number beyond 2^48}}
  affine.for %i = 0 to affine_map<(d0) -> ((d0 - 2305843009213693952) * 8)>(%x) {
    affine.store %y, %a[0] : memref<1xf32>
  }
  return
}
