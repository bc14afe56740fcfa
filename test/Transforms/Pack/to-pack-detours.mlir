// Ops without a form on packed tensors work on plain ones: unpacked before
// them, packed after them.
// RUN: layout-opt %s --layout-to-pack --remarks-filter-missed=layout -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=pad --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=extents --dim=arg0.dim0:7 --dim=arg1.dim0:5 --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=element --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=divides --dim=arg0.dim0:7 --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=remainder --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=plain_result --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=sum_traps --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=reads_none --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=two_tiles --pipeline="builtin.module(layout-to-pack)"

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#id = affine_map<(i) -> (i)>

// One unpacked tensor for all users, and none for a result that only such ops
// use: the plain one is at hand.
// REMARK: layout-to-pack/detour | {{.*}}'tensor.pad' works on plain tensors, unpacked before it and packed after it: only linalg ops are packed
// CHECK-LABEL: func @pad(
// CHECK-SAME: %[[A:.*]]: tensor<4x4xf32>
// CHECK: %[[PLAIN:.*]] = linalg.unpack %[[A]]
// CHECK-NOT: linalg.{{(un)?}}pack
// CHECK: %[[ONE:.*]] = tensor.pad %[[PLAIN]] low[3]
// CHECK-NOT: linalg.{{(un)?}}pack
// CHECK: %[[BOTH:.*]] = tensor.concat dim(0) %[[ONE]], %[[PLAIN]]
// CHECK: linalg.pack %[[BOTH]] padding_value
// CHECK-NOT: linalg.{{(un)?}}pack
func.func @pad(%a: tensor<14xf32, #tile>) -> tensor<31xf32, #tile> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %a low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<14xf32, #tile> to tensor<17xf32, #tile>
  %r = tensor.concat dim(0) %p, %a : (tensor<17xf32, #tile>, tensor<14xf32, #tile>) -> tensor<31xf32, #tile>
  return %r : tensor<31xf32, #tile>
}

// Extents are asked of the plain tensors, also of one that such an op makes.
// CHECK-LABEL: func @extents
func.func @extents(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %z = arith.constant 1.0 : f32
  %l = layout.convert %a : tensor<?xf32> to tensor<?xf32, #tile>
  %p = tensor.pad %l low[3] high[2] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32, #tile> to tensor<?xf32, #any>
  %e = linalg.exp ins(%p : tensor<?xf32, #any>) outs(%p : tensor<?xf32, #any>) -> tensor<?xf32, #any>
  %m = layout.convert %b : tensor<?xf32> to tensor<?xf32, #tile>
  %c = tensor.concat dim(0) %e, %m : (tensor<?xf32, #any>, tensor<?xf32, #tile>) -> tensor<?xf32, #tile>
  %r = layout.convert %c : tensor<?xf32, #tile> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func @element
// CHECK: linalg.unpack
// CHECK: tensor.extract %{{.*}} : tensor<14xf32>
func.func @element(%a: tensor<14xf32, #any>) -> f32 {
  %c9 = arith.constant 9 : index
  %r = tensor.extract %a[%c9] : tensor<14xf32, #any>
  return %r : f32
}

// Its padding is 0, and would be divided by.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// REMARK: 'linalg.div' works on plain tensors, {{.*}}: its body may trap or have an effect, and would be executed for padding
// CHECK-LABEL: func @divides
func.func @divides(%b: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 3 : i32
  %size = tensor.dim %b, %c0 : tensor<?xi32>
  %f = tensor.empty(%size) : tensor<?xi32>
  %three = linalg.fill ins(%one : i32) outs(%f : tensor<?xi32>) -> tensor<?xi32>
  %a = layout.convert %b : tensor<?xi32> to tensor<?xi32, #zero>
  %d = layout.convert %three : tensor<?xi32> to tensor<?xi32, #zero>
  %e = tensor.empty(%size) : tensor<?xi32, #undef>
  %q = linalg.div ins(%a, %d : tensor<?xi32, #zero>, tensor<?xi32, #zero>) outs(%e : tensor<?xi32, #undef>) -> tensor<?xi32, #undef>
  %r = layout.convert %q : tensor<?xi32, #undef> to tensor<?xi32>
  return %r : tensor<?xi32>
}

// `arith.remsi` is total for upstream's `isPure`, and traps all the same.
// CHECK-LABEL: func @remainder
// CHECK: linalg.unpack
// CHECK: linalg.generic
// CHECK: arith.remsi
// CHECK: linalg.pack
func.func @remainder(%a: tensor<14xi32>) -> tensor<14xi32, #undef> {
  %three = arith.constant dense<3> : tensor<14xi32>
  %b = layout.convert %three : tensor<14xi32> to tensor<14xi32, #zero>
  %e = tensor.empty() : tensor<14xi32, #undef>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<14xi32>, tensor<14xi32, #zero>) outs(%e : tensor<14xi32, #undef>) {
  ^bb0(%x: i32, %d: i32, %y: i32):
    %q = arith.remsi %x, %d : i32
    linalg.yield %q : i32
  } -> tensor<14xi32, #undef>
  return %r : tensor<14xi32, #undef>
}

// REMARK: 'linalg.exp' works on plain tensors, {{.*}}: operand 1 has no tiles for loop 0, and tiles of 4 do not divide its extent
// CHECK-LABEL: func @plain_result
// CHECK: %[[PLAIN:.*]] = linalg.unpack
// CHECK: linalg.exp ins(%[[PLAIN]] : tensor<14xf32>)
func.func @plain_result(%a: tensor<14xf32, #any>) -> tensor<14xf32> {
  %e = tensor.empty() : tensor<14xf32>
  %r = linalg.exp ins(%a : tensor<14xf32, #any>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  return %r : tensor<14xf32>
}

// A sum that is put into a trapping body would be computed for padding.
#one = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i32>>
// REMARK: 'linalg.reduce' works on plain tensors, {{.*}}: its body may trap or have an effect
// CHECK-LABEL: func @sum_traps
func.func @sum_traps(%a: tensor<14xi32>, %e: tensor<i32>) -> tensor<i32> {
  %three = arith.constant dense<3> : tensor<14xi32>
  %b = layout.convert %three : tensor<14xi32> to tensor<14xi32, #one>
  %r = linalg.reduce {arith.divsi} ins(%b : tensor<14xi32, #one>) outs(%e : tensor<i32>) dimensions = [0]
  return %r : tensor<i32>
}

#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// REMARK: 'linalg.exp' works on plain tensors, {{.*}}: padding of operand 0 is pad<none>, which must not be accessed
// CHECK-LABEL: func @reads_none
func.func @reads_none(%a: tensor<14xf32, #none>) -> tensor<14xf32, #any> {
  %e = tensor.empty() : tensor<14xf32, #any>
  %r = linalg.exp ins(%a : tensor<14xf32, #none>) outs(%e : tensor<14xf32, #any>) -> tensor<14xf32, #any>
  return %r : tensor<14xf32, #any>
}

#three = #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>, pad<undef>>
// REMARK: 'linalg.exp' works on plain tensors, {{.*}}: loop 0 is over tiles of 3 and of 4
// CHECK-LABEL: func @two_tiles
func.func @two_tiles(%a: tensor<12xf32, #three>) -> tensor<12xf32, #any> {
  %e = tensor.empty() : tensor<12xf32, #any>
  %r = linalg.exp ins(%a : tensor<12xf32, #three>) outs(%e : tensor<12xf32, #any>) -> tensor<12xf32, #any>
  return %r : tensor<12xf32, #any>
}
