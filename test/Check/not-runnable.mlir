// Pipelines of which nothing can be run say what to check in their place.

// DEFINE: %{entry} =
// DEFINE: %{pipeline} =
// DEFINE: %{check} = sh -c 'layout-check %s --load-pass-plugin=%test_plugin --entry=%{entry} --pipeline="builtin.module(%{pipeline})" 2>&1; test $? -eq 1'

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// What goes on to LLVM has no memrefs left to be filled. The message has the pipeline to check
// in place of layout-compile, which instead-of-compile.mlir runs.
// REDEFINE: %{entry} = scaled
// REDEFINE: %{pipeline} = layout-compile
// RUN: %{check} | FileCheck %s --check-prefix=LLVM
// LLVM: layout-check: @scaled: the pipeline goes on to the LLVM dialect
// LLVM-SAME: in place of layout-compile, check layout-compile{to-llvm=false}, with its other options
func.func @scaled(%a: memref<14xi32> {layout.transform = #L}, %b: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<14xi32>
  }
  return
}

// A layout that only the pipeline knows says nothing of what goes in.
// REDEFINE: %{entry} = unstated
// REDEFINE: %{pipeline} = test-layout-substitute{name=unstated by=physical}
// RUN: %{check} | FileCheck %s --check-prefix=UNSTATED
// UNSTATED: the pipeline turns arg0 of type memref<14xi32> into memref<4x4xi32>, and it has no layout that says where its elements are then: state or request one (layout.transform) in the program
func.func @unstated(%a: memref<14xi32>) {
  return
}
func.func @physical(%a: memref<4x4xi32>) {
  return
}

// Another op by that name is no function.
// REDEFINE: %{entry} = unstated
// REDEFINE: %{pipeline} = one-shot-bufferize,convert-func-to-llvm
// RUN: %{check} | FileCheck %s --check-prefix=OTHER
// OTHER: layout-check: @unstated: the pipeline goes on to the LLVM dialect
