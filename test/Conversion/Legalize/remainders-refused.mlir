// RUN: layout-opt %s --layout-legalize=only=remainders --split-input-file --verify-diagnostics

func.func @steps(%a: memref<16xf32>, %x: f32) {
  affine.for %i = 2 to 5 {
    // expected-error@+1 {{has a bound with a remainder whose range upstream's passes misjudge; bound the loops around by constants, or add a constant bound}}
    affine.for %j = max affine_map<(d0) -> (d0 mod 3, 1)>(%i) to 9 step 2 {
      affine.store %x, %a[%j] : memref<16xf32>
    }
  }
  return
}

// -----

func.func @operand(%a: memref<16xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  %c4 = arith.addi %c2, %c2 : index
  // expected-error@+1 {{has a remainder whose range upstream's passes misjudge, and affine ops use its result}}
  %m = affine.min affine_map<()[s0] -> (s0 mod 3, 7)>()[%c4]
  affine.for %j = 0 to 9 {
    affine.store %x, %a[%j + symbol(%m)] : memref<16xf32>
  }
  return
}
