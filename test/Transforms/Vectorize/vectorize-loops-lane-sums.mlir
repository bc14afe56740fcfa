// Sums that may be added up in any order: each lane adds up a part.
//
// RUN: layout-opt %s --layout-vectorize-loops --canonicalize --cse --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-vectorize-loops > %t.once
// RUN: layout-opt %t.once --layout-vectorize-loops | diff %t.once -
//
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-vectorize-loops)"
// RUN: grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | grep -v "dynamic\|reassociated\|none" | paste -sd, | xargs -I{} %{check} --entry={}
// RUN: %{check} --entry=reassociated --rtol=1e-5
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:3 --arg=2:35
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:2 --arg=2:32
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:1 --arg=2:5
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:1 --arg=2:0

// Lanes that the last tile has not stay as they are.
// CHECK-LABEL: @partial
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : vector<16xi32>
// CHECK: affine.for %[[I:.*]] = 0 to 5
// CHECK: %[[FIRST:.*]] = affine.load
// CHECK: %[[SUMS:.*]]:2 = affine.for %[[O:.*]] = 0 to 3 iter_args(%[[S:.*]] = %[[FIRST]], %[[L:.*]] = %[[ZERO]])
// CHECK: %[[EXTENT:.*]] = affine.min affine_map<(d0) -> (d0 * -16 + 45, 16)>(%[[O]])
// CHECK: arith.cmpi sge, %[[EXTENT]]
// CHECK: scf.if
// CHECK-NEXT: %[[X:.*]] = vector.load %{{.*}}[%[[I]], %[[O]], %{{.*}}]
// CHECK-NEXT: %[[NEXT:.*]] = arith.addi %[[L]], %[[X]]
// CHECK-NEXT: scf.yield %[[NEXT]]
// CHECK: else
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK-NEXT: %[[X:.*]] = vector.maskedload %{{.*}}[%[[I]], %[[O]], %{{.*}}], %[[MASK]]
// CHECK-NEXT: %[[ALL:.*]] = arith.addi %[[L]], %[[X]]
// CHECK-NEXT: arith.select %[[MASK]], %[[ALL]], %[[L]]
// CHECK: vector.reduction <add>, %[[SUMS]]#1, %[[SUMS]]#0
// REMARK: lane-sums.mlir:[[#@LINE+4]]:10: remark: [Passed] layout-vectorize-loops/vectorized {{.*}}"vectorized: 16 iterations at a time, each lane with a part of the sum, masked in partial tiles"
func.func @partial(%a: memref<5x3x16xi32>, %c: memref<5xi32>) {
  affine.for %i = 0 to 5 {
    %0 = affine.load %c[%i] : memref<5xi32>
    %1 = affine.for %o = 0 to 3 iter_args(%s = %0) -> i32 {
      %2 = affine.for %d = 0 to min affine_map<(o) -> (16, o * -16 + 45)>(%o) iter_args(%t = %s) -> i32 {
        %3 = affine.load %a[%i, %o, %d] : memref<5x3x16xi32>
        %4 = arith.addi %t, %3 : i32
        affine.yield %4 : i32
      }
      affine.yield %2 : i32
    }
    affine.store %1, %c[%i] : memref<5xi32>
  }
  return
}

// What a lane that there is not would end the program with: full tiles go to the lanes, the last
// one to the sum.
// CHECK-LABEL: @divided
// CHECK: scf.if
// CHECK: arith.remui {{.*}} vector<16xi32>
// CHECK: else
// CHECK-NEXT: affine.for %{{.*}} = 0 to affine_map<(d0) -> (d0 * -16 + 45)>
// CHECK: vector.reduction <add>
// REMARK: lane-sums.mlir:[[#@LINE+4]]:10: remark: [Passed] layout-vectorize-loops/vectorized {{.*}}"vectorized: 16 iterations at a time, each lane with a part of the sum, loops for partial tiles"
func.func @divided(%a: memref<5x3x16xi32>, %c: memref<5xi32>) {
  affine.for %i = 0 to 5 {
    %0 = affine.load %c[%i] : memref<5xi32>
    %1 = affine.for %o = 0 to 3 iter_args(%s = %0) -> i32 {
      %2 = affine.for %d = 0 to min affine_map<(o) -> (16, o * -16 + 45)>(%o) iter_args(%t = %s) -> i32 {
        %3 = affine.load %a[%i, %o, %d] : memref<5x3x16xi32>
        %one = arith.constant 1 : i32
        %odd = arith.ori %3, %one : i32
        %4 = arith.remui %3, %odd : i32
        %5 = arith.addi %t, %4 : i32
        affine.yield %5 : i32
      }
      affine.yield %2 : i32
    }
    affine.store %1, %c[%i] : memref<5xi32>
  }
  return
}

// What all lanes share is not there where there is no lane, in the last iteration here.
// CHECK-LABEL: @shared
// CHECK: else
// CHECK-NEXT: affine.for
// CHECK: vector.reduction <add>
func.func @shared(%a: memref<4x16xi32> {llvm.noalias}, %b: memref<3xi32> {llvm.noalias}, %c: memref<1xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %0 = affine.for %o = 0 to 4 iter_args(%s = %zero) -> i32 {
    %1 = affine.for %d = 0 to min affine_map<(o) -> (16, o * -16 + 45)>(%o) iter_args(%t = %s) -> i32 {
      %2 = affine.load %a[%o, %d] : memref<4x16xi32>
      %3 = affine.load %b[%o] : memref<3xi32>
      %4 = arith.muli %2, %3 : i32
      %5 = arith.addi %t, %4 : i32
      affine.yield %5 : i32
    }
    affine.yield %1 : i32
  }
  affine.store %0, %c[0] : memref<1xi32>
  return
}

// The greatest of floats is the same in any order, be there a NaN or two zeros.
// CHECK-LABEL: @greatest
// CHECK: arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK: arith.maximumf {{.*}} vector<16xf32>
// CHECK: vector.reduction <maximumf>
// REMARK: lane-sums.mlir:[[#@LINE+4]]:10: remark: [Passed] layout-vectorize-loops/vectorized {{.*}}masked in partial tiles"
func.func @greatest(%a: memref<5x3x16xf32>, %c: memref<5xf32>) {
  affine.for %i = 0 to 5 {
    %0 = affine.load %c[%i] : memref<5xf32>
    %1 = affine.for %o = 0 to 3 iter_args(%s = %0) -> f32 {
      %2 = affine.for %d = 0 to min affine_map<(o) -> (16, o * -16 + 45)>(%o) iter_args(%t = %s) -> f32 {
        %3 = affine.load %a[%i, %o, %d] : memref<5x3x16xf32>
        %4 = arith.maximumf %t, %3 : f32
        affine.yield %4 : f32
      }
      affine.yield %2 : f32
    }
    affine.store %1, %c[%i] : memref<5xf32>
  }
  return
}

// Several, of several kinds; what all lanes share; narrow elements.
// CHECK-LABEL: @several
// CHECK-DAG: arith.constant dense<-32768> : vector<16xi16>
// CHECK-DAG: arith.constant dense<1> : vector<16xi32>
// CHECK-NOT: scf.if
// CHECK: vector.load {{.*}} vector<16xi16>
// CHECK: vector.reduction <maxsi>
// CHECK: vector.reduction <mul>
// REMARK: lane-sums.mlir:[[#@LINE+5]]:12: remark: {{.*}}"vectorized: 16 iterations at a time, each lane with a part of the sum"
func.func @several(%a: memref<5x3x16xi16>, %b: memref<3xi16>, %m: memref<5xi16>, %p: memref<5xi32>) {
  %c = arith.constant -100 : i16
  %one = arith.constant 3 : i32
  affine.for %i = 0 to 5 {
    %0:2 = affine.for %o = 0 to 3 iter_args(%s = %c, %r = %one) -> (i16, i32) {
      %2:2 = affine.for %d = 0 to 16 iter_args(%t = %s, %u = %r) -> (i16, i32) {
        %3 = affine.load %a[%i, %o, %d] : memref<5x3x16xi16>
        %4 = affine.load %b[%o] : memref<3xi16>
        %5 = arith.subi %3, %4 : i16
        %6 = arith.maxsi %5, %t : i16
        %7 = arith.extsi %5 : i16 to i32
        %8 = arith.muli %u, %7 : i32
        affine.yield %6, %8 : i16, i32
      }
      affine.yield %2#0, %2#1 : i16, i32
    }
    affine.store %0#0, %m[%i] : memref<5xi16>
    affine.store %0#1, %p[%i] : memref<5xi32>
  }
  return
}

// CHECK-LABEL: @bits
// CHECK: vector.reduction <xor>
// CHECK: vector.reduction <and>
// CHECK: vector.reduction <minui>
func.func @bits(%a: memref<3x8xi8>, %c: memref<3xi8>) {
  %first = arith.constant -1 : i8
  %0:3 = affine.for %o = 0 to 3 iter_args(%s = %first, %r = %first, %q = %first) -> (i8, i8, i8) {
    %2:3 = affine.for %d = 0 to min affine_map<(o) -> (8, o * -8 + 19)>(%o) iter_args(%t = %s, %u = %r, %v = %q) -> (i8, i8, i8) {
      %3 = affine.load %a[%o, %d] : memref<3x8xi8>
      %4 = arith.xori %3, %t : i8
      %5 = arith.andi %3, %u : i8
      %6 = arith.minui %3, %v : i8
      affine.yield %4, %5, %6 : i8, i8, i8
    }
    affine.yield %2#0, %2#1, %2#2 : i8, i8, i8
  }
  affine.store %0#0, %c[0] : memref<3xi8>
  affine.store %0#1, %c[1] : memref<3xi8>
  affine.store %0#2, %c[2] : memref<3xi8>
  return
}

// The number of tiles is known at run time only; there may be none.
// CHECK-LABEL: @dynamic
// CHECK: vector.reduction <add>
func.func @dynamic(%a: memref<?x16xi64>, %c: memref<1xi64>, %n: index) {
  %0 = affine.load %c[0] : memref<1xi64>
  %1 = affine.for %o = 0 to affine_map<()[n] -> (n ceildiv 16)>()[%n] iter_args(%s = %0) -> i64 {
    %2 = affine.for %d = 0 to min affine_map<(o)[n] -> (16, o * -16 + n)>(%o)[%n] iter_args(%t = %s) -> i64 {
      %3 = affine.load %a[%o, %d] : memref<?x16xi64>
      %4 = arith.addi %t, %3 : i64
      affine.yield %4 : i64
    }
    affine.yield %2 : i64
  }
  affine.store %1, %c[0] : memref<1xi64>
  return
}

// Parts of a sum may overflow where it does not.
// CHECK-LABEL: @no_overflow
// CHECK: vector<16xi32>
// CHECK-NOT: overflow
// CHECK: return
func.func @no_overflow(%a: memref<2x16xi32>, %c: memref<1xi32>) {
  %0 = affine.load %c[0] : memref<1xi32>
  %1 = affine.for %o = 0 to 2 iter_args(%s = %0) -> i32 {
    %2 = affine.for %d = 0 to min affine_map<(o) -> (16, o * -16 + 20)>(%o) iter_args(%t = %s) -> i32 {
      %3 = affine.load %a[%o, %d] : memref<2x16xi32>
      %4 = arith.addi %t, %3 overflow<nsw> : i32
      affine.yield %4 : i32
    }
    affine.yield %2 : i32
  }
  affine.store %1, %c[0] : memref<1xi32>
  return
}

// One tile.
// CHECK-LABEL: @one
// CHECK-NOT: affine.for
// CHECK: vector.reduction <add>
func.func @one(%a: memref<32xi32>, %c: memref<1xi32>) {
  %0 = affine.load %c[0] : memref<1xi32>
  %1 = affine.for %d = 0 to 32 iter_args(%t = %0) -> i32 {
    %3 = affine.load %a[%d] : memref<32xi32>
    %4 = arith.addi %t, %3 : i32
    affine.yield %4 : i32
  }
  affine.store %1, %c[0] : memref<1xi32>
  return
}

// Lanes begin with -0.0, which changes nothing: 0.0 would be added. Registers are added
// in pairs, in an order that LLVM keeps, down to one.
// CHECK-LABEL: @reassociated
// CHECK: %[[LANES:.*]] = vector.load {{.*}} vector<32xf32>
// CHECK-NEXT: %[[LOW:.*]] = vector.extract_strided_slice %[[LANES]] {offsets = [0], sizes = [16]
// CHECK-NEXT: %[[HIGH:.*]] = vector.extract_strided_slice %[[LANES]] {offsets = [16], sizes = [16]
// CHECK-NEXT: %[[HALF:.*]] = arith.addf %[[LOW]], %[[HIGH]] : vector<16xf32>
// CHECK: %[[QUARTER:.*]] = arith.addf %{{.*}} : vector<8xf32>
// CHECK-NEXT: vector.reduction <add>, %[[QUARTER]], %{{.*}} fastmath<reassoc>
func.func @reassociated(%a: memref<32xf32>, %c: memref<1xf32>) {
  %0 = affine.load %c[0] : memref<1xf32>
  %1 = affine.for %d = 0 to 32 iter_args(%t = %0) -> f32 {
    %3 = affine.load %a[%d] : memref<32xf32>
    %4 = arith.addf %t, %3 fastmath<reassoc> : f32
    affine.yield %4 : f32
  }
  affine.store %1, %c[0] : memref<1xf32>
  return
}

// Floating-point numbers keep their order.
// CHECK-LABEL: @in_order
// CHECK-NOT: vector
// CHECK: return
func.func @in_order(%a: memref<32xf32>, %c: memref<1xf32>) {
  %0 = affine.load %c[0] : memref<1xf32>
  %1 = affine.for %d = 0 to 32 iter_args(%t = %0) -> f32 {
    %3 = affine.load %a[%d] : memref<32xf32>
    %4 = arith.addf %t, %3 : f32
    affine.yield %4 : f32
  }
  affine.store %1, %c[0] : memref<1xf32>
  return
}

// What is carried is used for something else; is no sum; lanes lie apart; a number of
// lanes that LLVM takes apart.
// CHECK-LABEL: @left
// CHECK-NOT: vector
// CHECK: return
func.func @left(%a: memref<32x32xi32>, %c: memref<4xi32>) {
  %0 = affine.load %c[0] : memref<4xi32>
  %1 = affine.for %d = 0 to 32 iter_args(%t = %0) -> i32 {
    %3 = affine.load %a[0, %d] : memref<32x32xi32>
    %4 = arith.xori %t, %3 : i32
    %5 = arith.addi %t, %4 : i32
    affine.yield %5 : i32
  }
  affine.store %1, %c[0] : memref<4xi32>
  %6 = affine.for %d = 0 to 32 iter_args(%t = %0) -> i32 {
    %3 = affine.load %a[0, %d] : memref<32x32xi32>
    %4 = arith.subi %3, %t : i32
    affine.yield %4 : i32
  }
  affine.store %6, %c[1] : memref<4xi32>
  %7 = affine.for %d = 0 to 32 iter_args(%t = %0) -> i32 {
    %3 = affine.load %a[%d, 0] : memref<32x32xi32>
    %4 = arith.addi %3, %t : i32
    affine.yield %4 : i32
  }
  affine.store %7, %c[2] : memref<4xi32>
  %8 = affine.for %d = 0 to 24 iter_args(%t = %0) -> i32 {
    %3 = affine.load %a[0, %d] : memref<32x32xi32>
    %4 = arith.addi %3, %t : i32
    affine.yield %4 : i32
  }
  affine.store %8, %c[3] : memref<4xi32>
  return
}

// Two values that change places are no sums, nor is one that leaves the inner loop.
// CHECK-LABEL: @passed
// CHECK-NOT: vector.reduction
// CHECK: return
func.func @passed(%a: memref<3x16xi32>, %c: memref<2xi32>) {
  %zero = arith.constant 0 : i32
  %0:2 = affine.for %o = 0 to 3 iter_args(%s = %zero, %r = %zero) -> (i32, i32) {
    %2:2 = affine.for %d = 0 to 16 iter_args(%t = %r, %u = %s) -> (i32, i32) {
      %3 = affine.load %a[%o, %d] : memref<3x16xi32>
      %4 = arith.addi %3, %t : i32
      %5 = arith.maxsi %3, %u : i32
      affine.yield %4, %5 : i32, i32
    }
    affine.yield %2#0, %2#1 : i32, i32
  }
  affine.store %0#0, %c[0] : memref<2xi32>
  affine.store %0#1, %c[1] : memref<2xi32>
  return
}

// The term uses what an outer loop carries.
// CHECK-LABEL: @outer_carried
// CHECK-NOT: vector.reduction
// CHECK: return
func.func @outer_carried(%a: memref<3x16xi32>, %c: memref<1xi32>) {
  %0 = affine.load %c[0] : memref<1xi32>
  %1 = affine.for %o = 0 to 3 iter_args(%s = %0) -> i32 {
    %2 = affine.for %d = 0 to 16 iter_args(%t = %s) -> i32 {
      %3 = affine.load %a[%o, %d] : memref<3x16xi32>
      %4 = arith.xori %3, %s : i32
      %5 = arith.addi %t, %4 : i32
      affine.yield %5 : i32
    }
    affine.yield %2 : i32
  }
  affine.store %1, %c[0] : memref<1xi32>
  return
}

// A minimum of constants leaves no tile partial.
// CHECK-LABEL: @constants
// CHECK-NOT: scf.if
// CHECK: vector.reduction
func.func @constants(%a: memref<3x16xi32>, %c: memref<1xi32>) {
  %0 = affine.load %c[0] : memref<1xi32>
  %1 = affine.for %o = 0 to 3 iter_args(%s = %0) -> i32 {
    %2 = affine.for %d = 0 to min affine_map<(o) -> (16, 20)>(%o) iter_args(%t = %s) -> i32 {
      %3 = affine.load %a[%o, %d] : memref<3x16xi32>
      %4 = arith.addi %t, %3 : i32
      affine.yield %4 : i32
    }
    affine.yield %2 : i32
  }
  affine.store %1, %c[0] : memref<1xi32>
  return
}

// Half a vector beside the row is padding that must not be read.
// CHECK-LABEL: @none
// CHECK-NOT: vector<16xi32>
// CHECK: return
func.func @none(%p: memref<5x1x16xi32>, %c: memref<5xi32>) {
  layout.padding %p : memref<5x1x16xi32> of memref<5x8xi32, #layout.buffer<index_map<(i, j) -> (i, j floordiv 16, j mod 16)>>>
  affine.for %i = 0 to 5 {
    %0 = affine.load %c[%i] : memref<5xi32>
    %1 = affine.for %d = 0 to 8 iter_args(%t = %0) -> i32 {
      %3 = affine.load %p[%i, 0, %d] : memref<5x1x16xi32>
      %4 = arith.addi %t, %3 : i32
      affine.yield %4 : i32
    }
    affine.store %1, %c[%i] : memref<5xi32>
  }
  return
}

// Attributes would be lost; one lane is no vector.
// CHECK-LABEL: @marked
// CHECK-NOT: vector
// CHECK: return
func.func @marked(%a: memref<16xi32>, %b: memref<1xi64>, %c: memref<2xi64>) {
  %first = arith.constant 0 : i32
  %0 = affine.for %d = 0 to 16 iter_args(%t = %first) -> i32 {
    %3 = affine.load %a[%d] {test.mark} : memref<16xi32>
    %4 = arith.addi %t, %3 : i32
    affine.yield %4 : i32
  }
  %1 = arith.extsi %0 : i32 to i64
  affine.store %1, %c[0] : memref<2xi64>
  %2 = affine.for %d = 0 to 1 iter_args(%t = %1) -> i64 {
    %3 = affine.load %b[%d] : memref<1xi64>
    %4 = arith.addi %t, %3 : i64
    affine.yield %4 : i64
  }
  affine.store %2, %c[1] : memref<2xi64>
  return
}
