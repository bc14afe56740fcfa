// Values of arguments and extents. What is missing or wrong is exit code 2.

// DEFINE: %{options} =
// DEFINE: %{fail} = sh -c 'layout-check %s %{options} 2>&1; test $? -eq 2'

// Every kind of scalar; values may be negative; numbers count all arguments. The
// promises show that the values arrive.
// RUN: layout-check %s --entry=scalars --pipeline="builtin.module()" --arg=1:-7 --arg=2:1 --arg=3:-128 --arg=4:255 \
// RUN:   --arg=5:-9223372036854775808 --arg=6:1.5 --arg=7:-0.0 --arg=8:1e300 --arg=9:nan --arg=10:-3
func.func @scalars(%m: memref<2xi32>, %n: index, %b: i1, %s: i8, %u: i8, %l: i64, %h: f16, %f: f32, %d: f64, %bf: bf16, %odd: i7) {
  %c-7 = arith.constant -7 : index
  %n0 = arith.cmpi eq, %n, %c-7 : index
  layout.assume %n0 : i1
  layout.assume %b : i1
  %c-128 = arith.constant -128 : i8
  %s0 = arith.cmpi eq, %s, %c-128 : i8
  layout.assume %s0 : i1
  %c-1 = arith.constant -1 : i8
  %u0 = arith.cmpi eq, %u, %c-1 : i8
  layout.assume %u0 : i1
  %least = arith.constant -9223372036854775808 : i64
  %l0 = arith.cmpi eq, %l, %least : i64
  layout.assume %l0 : i1
  %c15 = arith.constant 1.5 : f16
  %h0 = arith.cmpf oeq, %h, %c15 : f16
  layout.assume %h0 : i1
  %bits = arith.bitcast %f : f32 to i32
  %minus = arith.constant -2147483648 : i32
  %f0 = arith.cmpi eq, %bits, %minus : i32
  layout.assume %f0 : i1
  %c1e300 = arith.constant 1.0e300 : f64
  %d0 = arith.cmpf oeq, %d, %c1e300 : f64
  layout.assume %d0 : i1
  %bf0 = arith.cmpf uno, %bf, %bf : bf16
  layout.assume %bf0 : i1
  %c-3 = arith.constant -3 : i7
  %odd0 = arith.cmpi eq, %odd, %c-3 : i7
  layout.assume %odd0 : i1
  return
}
// MISSING: layout-check: @one: argument 1 is of type index: give its value by --arg=1:value

// REDEFINE: %{options} = --entry=one --pipeline="builtin.module()"
// RUN: %{fail} | FileCheck %s --check-prefix=MISSING
func.func @one(%m: memref<2xi32>, %n: index) {
  return
}
// REDEFINE: %{options} = --entry=one --pipeline="builtin.module()" --arg=1:7 --arg=2:7
// RUN: %{fail} | FileCheck %s --check-prefix=STRAY
// STRAY: @one: --arg=2:7: argument 2 is no scalar argument of @one
// REDEFINE: %{options} = --entry=one --pipeline="builtin.module()" --arg=1:7 --arg=0:7
// RUN: %{fail} | FileCheck %s --check-prefix=BUFFER
// BUFFER: @one: --arg=0:7: argument 0 is no scalar argument of @one
// REDEFINE: %{options} = --entry=one --pipeline="builtin.module()" --arg=1:7 --arg=1:8
// RUN: %{fail} | FileCheck %s --check-prefix=TWICE
// TWICE: layout-check: --arg=1:8: expected N:value, once for each N
// REDEFINE: %{options} = --entry=one --pipeline="builtin.module()" --arg=1
// RUN: %{fail} | FileCheck %s --check-prefix=FORM
// FORM: layout-check: --arg=1: expected N:value, once for each N
// REDEFINE: %{options} = --entry=one --pipeline="builtin.module()" --arg=1:seven
// RUN: %{fail} | FileCheck %s --check-prefix=VALUE
// VALUE: @one: --arg=1:seven is no value of type index
// REDEFINE: %{options} = --entry=byte --pipeline="builtin.module()" --arg=0:256
// RUN: %{fail} | FileCheck %s --check-prefix=LARGE
// LARGE: @byte: --arg=0:256 is no value of type i8
// REDEFINE: %{options} = --entry=byte --pipeline="builtin.module()" --arg=0:-129
// RUN: %{fail} | FileCheck %s --check-prefix=SMALL
// SMALL: @byte: --arg=0:-129 is no value of type i8
func.func @byte(%b: i8) {
  return
}

// Dynamic extents.
// RUN: layout-check %s --entry=dynamic --pipeline="builtin.module()" --dim=arg1.dim1:5
// An extent of 0 is an empty buffer.
// RUN: layout-check %s --entry=dynamic --pipeline="builtin.module()" --dim=arg1.dim1:0
// REDEFINE: %{options} = --entry=dynamic --pipeline="builtin.module()"
// RUN: %{fail} | FileCheck %s --check-prefix=EXTENT
// EXTENT: @dynamic: extent 1 of argument 1 is dynamic: give it by --dim=arg1.dim1:value
func.func @dynamic(%a: memref<3xi32>, %b: memref<3x?xi32>) -> index {
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c1 : memref<3x?xi32>
  return %n : index
}
// REDEFINE: %{options} = --entry=dynamic --pipeline="builtin.module()" --dim=arg1.dim1:5 --dim=arg0.dim0:3
// RUN: %{fail} | FileCheck %s --check-prefix=STATIC
// STATIC: @dynamic: --dim=arg0.dim0 is no dynamic extent of @dynamic
// REDEFINE: %{options} = --entry=dynamic --pipeline="builtin.module()" --dim=arg1.dim1:-5
// RUN: %{fail} | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: @dynamic: --dim=arg1.dim1: an extent is not negative
// REDEFINE: %{options} = --entry=dynamic --pipeline="builtin.module()" --dim=arg1.dim1:1000000000000000000
// RUN: %{fail} | FileCheck %s --check-prefix=TOO-LARGE
// TOO-LARGE: @dynamic: arg1 is too large to be checked
// REDEFINE: %{options} = --entry=dynamic --pipeline="builtin.module()" --dim=arg1:5
// RUN: %{fail} | FileCheck %s --check-prefix=DIM-FORM
// DIM-FORM: layout-check: --dim=arg1:5: expected argN.dimK:value, with an extent from 0 on, and not given before

// Types that no value can be made of.
// REDEFINE: %{options} = --entry=unranked --pipeline="builtin.module()"
// RUN: %{fail} | FileCheck %s --check-prefix=UNRANKED
// UNRANKED: @unranked: arg0 of type memref<*xf32> cannot be checked; expects integers, index, floats
func.func @unranked(%v: memref<*xf32>) {
  return
}

// The pipeline itself.
// REDEFINE: %{options} = --entry=one --arg=1:7
// RUN: %{fail} | FileCheck %s --check-prefix=NO-PIPELINE
// NO-PIPELINE: --pipeline option: must be specified
// REDEFINE: %{options} = --entry=one --arg=1:7 --pipeline="builtin.module(no-such-pass)"
// RUN: %{fail} | FileCheck %s --check-prefix=NO-PASS
// NO-PASS: 'no-such-pass' does not refer to a registered pass
// REDEFINE: %{options} = --entry=one --arg=1:7 --pipeline="func.func(cse)"
// RUN: %{fail} | FileCheck %s --check-prefix=ANCHOR
// ANCHOR: @one: --pipeline: expected builtin.module(...), not func.func(...)
// REDEFINE: %{options} = --entry=one --arg=1:7 --pipeline="builtin.module()" --load-pass-plugin=no-such-plugin.so
// RUN: %{fail} | FileCheck %s --check-prefix=NO-PLUGIN
// NO-PLUGIN: layout-check: {{.*}}no-such-plugin.so
// REDEFINE: %{options} = --entry=one --arg=1:7 --pipeline="builtin.module()" --rtol=-1
// RUN: %{fail} | FileCheck %s --check-prefix=RTOL
// RTOL: layout-check: --rtol={{.*}}: expected a number from 0 on
// REDEFINE: %{options} = --entry=one --arg=1:7 --pipeline="builtin.module()" --timeout=0
// RUN: %{fail} | FileCheck %s --check-prefix=TIMEOUT
// TIMEOUT: layout-check: --timeout=0: expected seconds from 1 on

// RUN: layout-check %s --entry=byte --pipeline="builtin.module(canonicalize)" --arg=0:0 --verbose 2>&1 | FileCheck %s --check-prefix=VERBOSE
// VERBOSE: func.func @byte
// VERBOSE: 4 runs agree

// A file that is not there.
// RUN: sh -c 'layout-check %t.nowhere --entry=one --pipeline="builtin.module()" 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=NO-FILE
// NO-FILE: layout-check: cannot open input file '{{.*}}.nowhere': No such file or directory
