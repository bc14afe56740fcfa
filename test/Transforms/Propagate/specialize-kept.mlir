// Conversions at calls that stay, each with the reason.
// RUN: layout-opt %s --layout-specialize --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
!plain = tensor<16xf32>
!tiled = tensor<16xf32, #tiles>

func.func private @outside(!plain) -> !plain
func.func private @inside(%x: !plain) -> !plain {
  return %x : !plain
}

// CHECK: [[# @LINE+3]]:8: remark: [Missed] layout-specialize/kept {{.*}}"conversions at the call of 'outside' stay: the function has no body here"
func.func @external(%x: !tiled) -> !plain {
  %a = layout.convert %x : !tiled to !plain
  %y = call @outside(%a) : (!plain) -> !plain
  return %y : !plain
}

// CHECK: [[# @LINE+3]]:8: remark: [Missed] layout-specialize/kept {{.*}}"conversions at the call of 'inside' stay: argument 0 is converted, but in another block, or for other ops, too"
func.func @used_twice(%x: !tiled) -> (!plain, !plain) {
  %a = layout.convert %x : !tiled to !plain
  %y = call @inside(%a) : (!plain) -> !plain
  return %y, %a : !plain, !plain
}

// CHECK: [[# @LINE+2]]:8: remark: [Missed] layout-specialize/kept {{.*}}"conversions at the call of 'inside' stay: result 0 is converted, but in another block, to several types, or used as it is, too"
func.func @result(%x: !plain) -> (!plain, !tiled) {
  %y = call @inside(%x) : (!plain) -> !plain
  %z = layout.convert %y : !plain to !tiled
  return %y, %z : !plain, !tiled
}

// CHECK: [[# @LINE+4]]:8: remark: [Missed] layout-specialize/kept {{.*}}"conversions at the call of 'recursive' stay: the function calls itself"
func.func private @recursive(%x: !plain) -> !plain {
  %a = layout.convert %x : !plain to !tiled
  %b = layout.convert %a : !tiled to !plain
  %y = call @recursive(%b) : (!plain) -> !plain
  return %y : !plain
}
