// Remainders whose range upstream's canonicalization misjudges (test/Upstream/ranges.mlir).
// RUN: layout-opt %s --layout-legalize=only=remainders --mlir-print-local-scope | FileCheck %s
// RUN: layout-opt %s --layout-legalize=only=remainders --layout-legalize=only=remainders --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=quotient,divides,applied,up,below,above,single,chain,even,least,bound,sum,symbols,divisor,later,remainders,carried,steps,operand,folded --pipeline="builtin.module(layout-legalize{only=remainders},canonicalize)"
// RUN: layout-check %s --entry=quotient,divides,applied,up,below,above,single,chain,even,least,bound,sum,symbols,divisor,later,remainders,carried,steps,operand,folded --pipeline="builtin.module(layout-legalize{only=remainders},func.func(affine-simplify-structures),canonicalize)"
// RUN: layout-check %s --entry=quotient,divides,applied,up,below,above,single,chain,even,least,bound,sum,symbols,divisor,later,remainders,carried,steps,operand,folded --pipeline="builtin.module(layout-optimize)"
// RUN: layout-check %s --entry=unknown --arg=2:5 --pipeline="builtin.module(layout-legalize{only=remainders},canonicalize)"

// CHECK-LABEL: func.func @quotient(
// CHECK: affine.store %{{.*}}, %{{.*}}[-((%{{.*}} - %{{.*}}) floordiv 6) + (%{{.*}} - %{{.*}} + 2) floordiv 6]
func.func @quotient(%a: memref<8xf32>, %x: memref<3x3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %v = affine.load %x[%i, %j] : memref<3x3xf32>
      affine.store %v, %a[((%i - %j) mod 6) floordiv 4] : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @divides(
// CHECK: affine.store %{{.*}}, %{{.*}}[((%{{.*}} + %{{.*}} + 5) floordiv 4) mod 2]
func.func @divides(%a: memref<8xf32>, %x: memref<5x5xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      %v = affine.load %x[%i, %j] : memref<5x5xf32>
      affine.store %v, %a[((%i + %j + 5) mod 8) floordiv 4] : memref<8xf32>
    }
  }
  return
}

// The quotient and the remainder stand in two ops.
// CHECK-LABEL: func.func @applied(
// CHECK: affine.store %{{.*}}, %{{.*}}[-((%{{.*}} - %{{.*}}) floordiv 6) + (%{{.*}} - %{{.*}} + 2) floordiv 6]
func.func @applied(%a: memref<8xf32>, %x: memref<3x3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %v = affine.load %x[%i, %j] : memref<3x3xf32>
      %m = affine.apply affine_map<(i, j) -> ((i - j) mod 6)>(%i, %j)
      affine.store %v, %a[%m floordiv 4] : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @up(
// CHECK: affine.store %{{.*}}, %{{.*}}[(%{{.*}} - %{{.*}} + ((-(%{{.*}} - %{{.*}}) - 1) floordiv 6) * 6 + 6) ceildiv 4]
func.func @up(%a: memref<8xf32>, %x: memref<3x3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %v = affine.load %x[%i, %j] : memref<3x3xf32>
      affine.store %v, %a[((%i - %j) mod 6) ceildiv 4] : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @below(
// CHECK: affine.for %{{.*}} = 0 to min affine_map<(d0, d1) -> (d0 - d1 + ((-(d0 - d1) - 1) floordiv 6) * 6 + 6, 3)>
func.func @below(%a: memref<16xf32>, %x: memref<3x3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to min affine_map<(i, j) -> ((i - j) mod 6, 3)>(%i, %j) {
        %v = affine.load %x[%i, %j] : memref<3x3xf32>
        affine.store %v, %a[%i + %j + %k] : memref<16xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @above(
func.func @above(%a: memref<16xf32>, %x: memref<3x3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %k = max affine_map<(i, j) -> ((i - j) mod 6, 3)>(%i, %j) to 6 {
        %v = affine.load %x[%i, %j] : memref<3x3xf32>
        affine.store %v, %a[%i + %j + %k] : memref<16xf32>
      }
    }
  }
  return
}

// Upstream takes the least remainder, 5, for the greatest, too.
// CHECK-LABEL: func.func @single(
func.func @single(%a: memref<16xf32>, %x: memref<3x3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to affine_map<(i, j) -> ((i - j + 1) mod 6)>(%i, %j) {
        %v = affine.load %x[%i, %j] : memref<3x3xf32>
        affine.store %v, %a[%i + %j + %k] : memref<16xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @chain(
func.func @chain(%a: memref<16xf32>, %x: memref<3x3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to affine_map<(i, j) -> ((((i - j) mod 12) floordiv 5) floordiv 2 + 1)>(%i, %j) {
        %v = affine.load %x[%i, %j] : memref<3x3xf32>
        affine.store %v, %a[%i + %j + ((%i * 2 - %j + 3) mod 7) floordiv 3] : memref<16xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @even(
func.func @even(%a: memref<32xf32>, %x: memref<5x5xf32>) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to min affine_map<(i, j) -> ((i * 4 - j * 4 + 4) mod 8, 6)>(%i, %j) {
        %v = affine.load %x[%i, %j] : memref<5x5xf32>
        affine.store %v, %a[%i + %j + %k + ((%i * 6 - %j * 6 + 6) mod 12) floordiv 4] : memref<32xf32>
      }
    }
  }
  return
}

// A bound that becomes a constant.
// CHECK-LABEL: func.func @unknown(
// CHECK: affine.store %{{.*}}, %{{.*}}[-((%{{.*}} + %{{.*}}) floordiv 6) + (%{{.*}} + %{{.*}} + 2) floordiv 6]
// Of the argument nothing will be known.
// CHECK: affine.store %{{.*}}, %{{.*}}[((%{{.*}} + symbol(%{{.*}})) mod 6) floordiv 4 + 3]
func.func @unknown(%a: memref<8xf32>, %x: memref<8x8xf32>, %n: index) {
  %c5 = arith.constant 5 : index
  affine.for %i = affine_map<()[s] -> (s)>()[%c5] to 8 {
    affine.for %j = 0 to 5 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %v, %a[((%i + %j) mod 6) floordiv 4] : memref<8xf32>
      affine.store %v, %a[((%i + symbol(%n)) mod 6) floordiv 4 + 3] : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @least(
// CHECK: affine.min affine_map<(d0) -> (d0 + ((-d0 - 1) floordiv 3) * 3 + 3, 7)>
func.func @least(%a: memref<3xf32>, %x: memref<64xf32>) {
  affine.for %i = 2 to 5 {
    %m = affine.min affine_map<(d0) -> (d0 mod 3, 7)>(%i)
    %v = memref.load %x[%m] : memref<64xf32>
    affine.store %v, %a[%i - 2] : memref<3xf32>
  }
  return
}

func.func @bound(%a: memref<3x2xf32>, %x: memref<8xf32>) {
  affine.for %i = 2 to 5 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 mod 3)>(%i) {
      %v = affine.load %x[%i] : memref<8xf32>
      affine.store %v, %a[%i - 2, %j] : memref<3x2xf32>
    }
  }
  return
}

// Upstream writes the remainder of a remainder as a difference, with a quotient.
func.func @sum(%a: memref<8xf32>, %x: memref<8xf32>) {
  affine.for %i = 2 to 5 {
    %v = affine.load %x[%i] : memref<8xf32>
    affine.store %v, %a[(%i mod 3) mod 2 + (%i mod 3) * 2] : memref<8xf32>
  }
  return
}

func.func @symbols(%a: memref<8xf32>, %x: memref<3x3xf32>) {
  %c6 = arith.constant 6 : index
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %v = affine.load %x[%i, %j] : memref<3x3xf32>
      affine.store %v, %a[((%i - %j) mod symbol(%c6)) floordiv 4] : memref<8xf32>
    }
  }
  return
}

func.func @divisor(%a: memref<8xf32>, %x: memref<3x3xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.addi %c2, %c2 : index
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %v = affine.load %x[%i, %j] : memref<3x3xf32>
      affine.store %v, %a[((%i - %j) mod 6) floordiv symbol(%c4)] : memref<8xf32>
    }
  }
  return
}

// A bound of a loop around becomes a constant.
func.func @later(%a: memref<8xf32>, %x: memref<8x8xf32>) {
  %c5 = arith.constant 5 : index
  affine.for %i = affine_map<()[s] -> (s)>()[%c5] to 8 {
    affine.for %j = 0 to 5 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %v, %a[(((%i + %j) mod 6) mod 7) floordiv 4] : memref<8xf32>
    }
  }
  return
}

func.func @remainders(%a: memref<16xf32>, %x: memref<8x8xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      %v = affine.load %x[%i, %j] : memref<8x8xf32>
      affine.store %v, %a[(((%i - %j) mod 6) mod 7) floordiv 4] : memref<16xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @carried(
// CHECK: affine.for %{{.*}} = 0 to affine_map<(d0, d1) -> (d0 - d1 + ((-(d0 - d1 + 1) - 1) floordiv 6) * 6 + 7)>
func.func @carried(%a: memref<3x3xf32>, %x: memref<8x8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %r = affine.for %k = 0 to affine_map<(i, j) -> ((i - j + 1) mod 6)>(%i, %j) step 2 iter_args(%s = %zero) -> f32 {
        %v = affine.load %x[%i, %k] : memref<8x8xf32>
        %t = arith.addf %s, %v : f32
        affine.yield %t : f32
      }
      affine.store %r, %a[%i, %j] : memref<3x3xf32>
    }
  }
  return
}

func.func @steps(%a: memref<16xf32>, %x: memref<3xf32>) {
  affine.for %i = 2 to 5 {
    %v = affine.load %x[%i - 2] : memref<3xf32>
    affine.for %j = max affine_map<(d0) -> (d0 mod 3, 1)>(%i) to 9 step 2 {
      affine.store %v, %a[%j] : memref<16xf32>
    }
  }
  return
}

func.func @operand(%a: memref<16xf32>, %x: memref<9xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.addi %c2, %c2 : index
  %m = affine.min affine_map<()[s0] -> (s0 mod 3, 7)>()[%c4]
  affine.for %j = 0 to 9 {
    %v = affine.load %x[%j] : memref<9xf32>
    affine.store %v, %a[%j + symbol(%m)] : memref<16xf32>
  }
  return
}

// The divisor is no constant yet.
func.func private @six() -> index {
  %c6 = arith.constant 6 : index
  return %c6 : index
}
// CHECK-LABEL: func.func @folded(
// CHECK: arith.remsi
// CHECK: memref.store
func.func @folded(%a: memref<8xf32>, %x: memref<3x3xf32>) {
  %c6 = call @six() : () -> index
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %v = affine.load %x[%i, %j] : memref<3x3xf32>
      affine.store %v, %a[((%i - %j) mod symbol(%c6)) floordiv 4] : memref<8xf32>
    }
  }
  return
}

// Left as they are: the least is a multiple, or all are in one period.
// CHECK-LABEL: func.func @right(
// CHECK: affine.store %{{.*}}, %{{.*}}[((%{{.*}} + %{{.*}}) mod 6) floordiv 4]
// CHECK: affine.store %{{.*}}, %{{.*}}[((%{{.*}} + %{{.*}} + 8) mod 12) floordiv 5]
func.func @right(%a: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      affine.store %x, %a[((%i + %j) mod 6) floordiv 4] : memref<8xf32>
      affine.store %x, %a[((%i + %j + 8) mod 12) floordiv 5] : memref<8xf32>
    }
  }
  return
}
