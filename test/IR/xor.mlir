// `xor` and `swizzle` in maps are notation: the attribute keeps the affine map, and
// it prints as `xor` again.
// RUN: layout-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect | layout-opt --allow-unregistered-dialect | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --emit-bytecode | layout-opt --allow-unregistered-dialect | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --mlir-print-op-generic | layout-opt --allow-unregistered-dialect | FileCheck %s

// The operator binds less than all others; the bounded operand comes last.
// CHECK: precedence = [#layout.index_map<(d0, d1) -> (d0, d1 xor (d0 mod 8))>, #layout.index_map<(d0, d1) -> (d0, d1 xor (d0 mod 8))>, #layout.index_map<(d0, d1) -> (d0, (d1 + 3) xor (d0 mod 8))>, #layout.index_map<(d0, d1) -> (d0, (d1 xor (d0 mod 8)) * 2 + 1)>, #layout.index_map<(d0, d1) -> (d0, d0 + (d1 xor (d0 mod 4)) - 3)>]
"test.maps"() {precedence = [
  #layout.index_map<(i, j) -> (i, j xor i mod 8)>,
  #layout.index_map<(i, j) -> (i, (i mod 8) xor j)>,
  #layout.index_map<(i, j) -> (i, j + 3 xor i mod 8)>,
  #layout.index_map<(i, j) -> (i, 2 * (j xor i mod 8) + 1)>,
  #layout.index_map<(i, j) -> (i, i + (j xor i mod 4) - 3)>]} : () -> ()

// What is bounded by its structure.
// CHECK: bounds = [#layout.index_map<(d0, d1) -> (d0, ((d1 floordiv 8) mod 8) xor (d0 mod 8), d1 mod 8)>, #layout.index_map<(d0, d1) -> (d0, d1 xor 5)>, #layout.index_map<(d0, d1) -> (d0, d1 xor (-(d0 mod 4) + 3))>, #layout.index_map<(d0, d1) -> (d0, d1 xor ((d0 mod 16) floordiv 3))>, #layout.index_map<(d0, d1) -> (d0, (d1 mod 2) xor (d0 mod 2))>, #layout.index_map<(d0, d1) -> (d0, (d0 * 8 + d1) xor (d0 mod 8))>]
"test.maps"() {bounds = [
  #layout.index_map<(i, j) -> (i, ((j floordiv 8) mod 8) xor (i mod 8), j mod 8)>,
  #layout.index_map<(i, j) -> (i, j xor 5)>,
  #layout.index_map<(i, j) -> (i, j xor (3 - i mod 4))>,
  #layout.index_map<(i, j) -> (i, j xor (i mod 16) floordiv 3)>,
  #layout.index_map<(i, j) -> (i, j mod 2 xor i mod 2)>,
  #layout.index_map<(i, j) -> (i, (8 * i + j) xor i mod 8)>]} : () -> ()

// Of several operands, constants become one; parentheses make no difference.
// CHECK: several = [#layout.index_map<(d0, d1) -> (d0, d1 xor (d0 mod 8) xor ((d0 floordiv 8) mod 4) xor 6)>, #layout.index_map<(d0, d1) -> (d0, d1 xor (d0 mod 8) xor ((d0 floordiv 8) mod 4) xor 6)>]
"test.maps"() {several = [
  #layout.index_map<(i, j) -> (i, 3 xor j xor (i floordiv 8) mod 4 xor i mod 8 xor 5)>,
  #layout.index_map<(i, j) -> (i, (j xor i mod 8) xor (i floordiv 8) mod 4 xor 6)>]} : () -> ()

// CHECK: swizzles = [#layout.index_map<(d0) -> (((d0 floordiv 8) xor ((d0 floordiv 64) mod 8)) * 8 + d0 mod 8)>, #layout.index_map<(d0) -> (((d0 floordiv 8) xor ((d0 floordiv 64) mod 8)) * 8 + d0 mod 8)>, #layout.index_map<(d0) -> (((d0 floordiv 64) xor ((d0 floordiv 8) mod 8)) * 64 + d0 mod 64)>, #layout.index_map<(d0) -> ((d0 floordiv 16) * 16 + d0 mod 16)>]
"test.maps"() {swizzles = [
  #layout.index_map<swizzle<3, 3, 3>>,
  #layout.index_map<(i) -> (swizzle<3, 3, 3>(i))>,
  #layout.index_map<(i) -> (swizzle<3, 3, -3>(i))>,
  #layout.index_map<(i) -> (swizzle<0, 4, 3>(i))>]} : () -> ()

// Written bit by bit, it is the same map; other maps are left alone.
// CHECK: spelled = [#layout.index_map<(d0, d1) -> (d0, d1 xor (d0 mod 4))>, #layout.index_map<(d0, d1) -> (d0, (d0 + d1) mod 2)>]
"test.maps"() {spelled = [
  #layout.index_map<(i, j) -> (i, 4 * (j floordiv 4) + (j + i mod 4) mod 2 + 2 * ((j floordiv 2 + (i mod 4) floordiv 2) mod 2))>,
  #layout.index_map<(i, j) -> (i, (j + i) mod 2)>]} : () -> ()

// Of a stated inverse and of maps of pads, too.
// CHECK: #layout.index_map<(d0, d1) -> (d0, d1 xor (d0 mod 8)), inverse (d0, d1) -> (d0, d1 xor (d0 mod 8))>
// CHECK-SAME: #layout.pad<value (d0, d1) -> (d1 xor (d0 mod 8))>
// CHECK-SAME: #layout.pad<(d0, d1) -> (d0, d1 xor (d0 mod 8))>
"test.maps"() {other = [
  #layout.index_map<(i, j) -> (i, j xor i mod 8), inverse (i, p) -> (i, p xor i mod 8)>,
  #layout.pad<value (i, p) -> (p xor i mod 8)>,
  #layout.pad<(i, p) -> (i, p xor i mod 8)>]} : () -> ()

// Names of indices are not operators.
// CHECK: names = #layout.index_map<(d0, d1) -> (d0 xor 3, d1 mod 3)>
"test.maps"() {names = #layout.index_map<(xor, mod) -> (xor xor 3, mod mod 3)>} : () -> ()
