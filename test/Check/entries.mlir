// Several functions are checked one by one, and the pipeline runs once for all of
// them. The exit code is the worst of theirs.

// RUN: sh -c 'layout-check %s --entry=right --entry=wrong,also_right --load-pass-plugin=%test_plugin --pipeline="builtin.module(layout-apply,test-layout-tamper{function=wrong kind=swap})" > %t.agree 2> %t.differ; test $? -eq 1'
// RUN: FileCheck %s --check-prefix=AGREE --input-file=%t.agree
// RUN: FileCheck %s --check-prefix=DIFFER --input-file=%t.differ
// AGREE: layout-check: @right: 4 runs agree
// AGREE-NEXT: layout-check: @also_right: 4 runs agree
// AGREE-NOT: @wrong
// DIFFER: layout-check: @wrong: result differs at arg1
// DIFFER-NOT: @right
// DIFFER-NOT: @also_right

// RUN: layout-check %s --entry=right,also_right --pipeline="builtin.module(layout-apply,print-ir)" 2>&1 | FileCheck %s --check-prefix=ONCE
// ONCE-COUNT-1: // -----// IR Dump
// ONCE-NOT: // -----// IR Dump
// ONCE: layout-check: @also_right: 4 runs agree

// A pipeline that fails is a difference of each; who has no reference is worse.
// RUN: sh -c 'layout-check %s --entry=right,nowhere,wrong --pipeline="builtin.module(layout-assign,layout-from-nowhere)" 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: layout-check: @right: --pipeline: {{.*}}layout-from-nowhere
// UNKNOWN: layout-check: @nowhere: there is no function @nowhere
// UNKNOWN: layout-check: @wrong: --pipeline: {{.*}}layout-from-nowhere
// RUN: sh -c 'layout-check %s --entry=right,wrong --pipeline="builtin.module(layout-require-physical)" 2>&1; test $? -eq 1' | FileCheck %s --check-prefix=FAILS
// FAILS: error:
// FAILS: layout-check: @right: the pipeline fails
// FAILS-NOT: error:
// FAILS: layout-check: @wrong: the pipeline fails

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @right(%a: memref<14xi32>, %b: memref<14xi32, #tiles>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[%i] : memref<14xi32, #tiles>
  }
  return
}
func.func @wrong(%a: memref<14xi32>, %b: memref<14xi32, #tiles>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[%i] : memref<14xi32, #tiles>
  }
  return
}
func.func @also_right(%a: memref<14xi32>, %b: memref<14xi32, #tiles>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %b[%i] : memref<14xi32, #tiles>
    affine.store %x, %a[%i] : memref<14xi32>
  }
  return
}
