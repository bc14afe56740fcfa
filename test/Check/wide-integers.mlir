// Integers of more than 64 bits: packed, passed, compared and printed with all
// their bits.

// DEFINE: %{name} =
// DEFINE: %{args} =
// DEFINE: %{check} = layout-check %s --entry=%{name} %{args} --pipeline="builtin.module(layout-apply,layout-finalize)"

// Each argument arrives, and so does a result.
// REDEFINE: %{name} = scalars
// REDEFINE: %{args} = --arg=0:36893488147419103232 --arg=1:-18446744073709551616 --arg=2:-340282366920938463463374607431768211456
// RUN: %{check} | FileCheck %s
// CHECK: 4 runs agree
func.func @scalars(%x: i128, %y: i65, %z: i129) -> (i129, i65) {
  %two65 = arith.constant 36893488147419103232 : i128
  %c = arith.cmpi eq, %x, %two65 : i128
  layout.assume %c : i1
  %least = arith.constant -18446744073709551616 : i65
  %d = arith.cmpi eq, %y, %least : i65
  layout.assume %d : i1
  %least129 = arith.constant -340282366920938463463374607431768211456 : i129
  %e = arith.cmpi eq, %z, %least129 : i129
  layout.assume %e : i1
  return %z, %y : i129, i65
}

// REDEFINE: %{args} = --arg=0:0 --arg=1:36893488147419103232 --arg=2:0
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=RANGE
// RANGE: 36893488147419103232 is no value of type i65

#Wide = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<18446744073709551617 : i128>>
#Wide65 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-18446744073709551615 : i65>>
#Number = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (io, ii) -> (-5 * io - ii)>>

// REDEFINE: %{name} = buffers
// REDEFINE: %{args} =
// RUN: %{check} | FileCheck %s
func.func @buffers(%a: memref<6xi128, #Wide>, %b: memref<6xi65, #Wide65>, %c: memref<6xi129, #Number>) {
  affine.for %i = 0 to 6 {
    %x = affine.load %a[%i] : memref<6xi128, #Wide>
    %y = affine.load %b[%i] : memref<6xi65, #Wide65>
    %z = affine.load %c[%i] : memref<6xi129, #Number>
    %yy = arith.extsi %y : i65 to i128
    %s = arith.addi %x, %yy : i128
    affine.store %s, %a[%i] : memref<6xi128, #Wide>
    %zz = arith.extui %s : i128 to i129
    %t = arith.addi %z, %zz : i129
    affine.store %t, %c[%i] : memref<6xi129, #Number>
  }
  return
}

memref.global "private" @packed : memref<6xi128, #Wide> = dense<[0, 18446744073709551616, -1, 3, 4, 5]>
memref.global "private" @packed65 : memref<6xi65, #Number> = dense<[-18446744073709551616, 1, 2, 3, 4, 18446744073709551615]>

// REDEFINE: %{name} = globals
// RUN: %{check} | FileCheck %s
func.func @globals(%a: memref<6xi128>, %b: memref<6xi65>) {
  %g = memref.get_global @packed : memref<6xi128, #Wide>
  %h = memref.get_global @packed65 : memref<6xi65, #Number>
  affine.for %i = 0 to 6 {
    %x = affine.load %g[%i] : memref<6xi128, #Wide>
    affine.store %x, %a[%i] : memref<6xi128>
    %y = affine.load %h[%i] : memref<6xi65, #Number>
    affine.store %y, %b[%i] : memref<6xi65>
  }
  return
}

// An i65 takes as many bytes in a buffer that the program makes as elsewhere.
// REDEFINE: %{name} = local
// REDEFINE: %{args} = --arg=1:-3
// RUN: %{check} | FileCheck %s
func.func @local(%a: memref<4xi65>, %x: i65) {
  %t = memref.alloc() : memref<4xi65>
  affine.for %i = 0 to 4 {
    affine.store %x, %t[%i] : memref<4xi65>
  }
  affine.for %i = 0 to 4 {
    %y = affine.load %t[%i] : memref<4xi65>
    affine.store %y, %a[%i] : memref<4xi65>
  }
  memref.dealloc %t : memref<4xi65>
  return
}

// Rounded down by one, and not up by 2^64 - 1.
// REDEFINE: %{name} = division
// REDEFINE: %{args} = --arg=0:-7 --arg=1:2 --arg=2:7 --arg=3:-2
// RUN: %{check} | FileCheck %s
func.func @division(%a: i128, %b: i128, %c: i65, %d: i65) -> (i128, i65) {
  %x = arith.floordivsi %a, %b : i128
  %floor = arith.constant -4 : i128
  %x0 = arith.cmpi eq, %x, %floor : i128
  layout.assume %x0 : i1
  %y = arith.ceildivsi %a, %b : i128
  %ceiling = arith.constant -3 : i128
  %y0 = arith.cmpi eq, %y, %ceiling : i128
  layout.assume %y0 : i1
  %z = arith.floordivsi %c, %d : i65
  %floor65 = arith.constant -4 : i65
  %z0 = arith.cmpi eq, %z, %floor65 : i65
  layout.assume %z0 : i1
  return %x, %z : i128, i65
}

// The highest bits of an undefined value are undefined too.
// REDEFINE: %{name} = undefined
// REDEFINE: %{args} =
// RUN: %{check} | FileCheck %s --check-prefix=UNDEF
// UNDEF: not compared
func.func @undefined(%a: memref<1xi128>) {
  %u = layout.undef : i128
  %c64 = arith.constant 64 : i128
  %x = arith.shrui %u, %c64 : i128
  affine.store %x, %a[0] : memref<1xi128>
  return
}

// A difference in one of the highest bits is one.
// REDEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} --pipeline="builtin.module(test-layout-substitute{name=%{name} by=lowest_64})"
// REDEFINE: %{name} = all
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=DIFFERS
// DIFFERS: @all: result differs at arg0[{{[0-3]}}]: expected {{-?[0-9]+}}, got {{-?[0-9]+}}
func.func @all(%a: memref<4xi128>) {
  return
}
func.func @lowest_64(%a: memref<4xi128>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i] : memref<4xi128>
    %y = arith.trunci %x : i128 to i64
    %z = arith.extsi %y : i64 to i128
    affine.store %z, %a[%i] : memref<4xi128>
  }
  return
}
