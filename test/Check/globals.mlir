// What a pipeline does to globals. Public ones are seen from outside: no pipeline
// may do away with one, or with what is written there.

// DEFINE: %{name} =
// DEFINE: %{by} =
// DEFINE: %{more} =
// DEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}}%{more})" 2>&1
// DEFINE: %{wrong} = sh -c '%{check}; test $? -eq 1'

// RUN: layout-check %s --entry=write --pipeline="builtin.module()" | FileCheck %s --check-prefix=SAME
// SAME: @write: 4 runs agree
memref.global @g : memref<4xi32> = uninitialized
func.func @write() {
  %c = arith.constant 77 : i32
  %g = memref.get_global @g : memref<4xi32>
  affine.store %c, %g[2] : memref<4xi32>
  return
}

// Nothing is left that speaks of the global, but it is there.
// REDEFINE: %{name} = write
// REDEFINE: %{by} = write_nothing
// RUN: %{wrong} | FileCheck %s --check-prefix=NOTHING
// NOTHING: @write: result differs at @g[2]: expected 77, got {{-?[0-9]+}}
func.func @write_nothing() {
  return
}

// It is not there.
// REDEFINE: %{more} = ,test-layout-substitute{name=g by=nobody}
// RUN: %{wrong} | FileCheck %s --check-prefix=REMOVED
// REMOVED: @write: the pipeline removes the public global @g

// Something else has its name.
// REDEFINE: %{more} = ,test-layout-substitute{name=g by=function}
// RUN: %{wrong} | FileCheck %s --check-prefix=REMOVED
func.func @function() {
  return
}
// REDEFINE: %{more} = ,test-layout-substitute{name=g by=external}
// RUN: %{wrong} | FileCheck %s --check-prefix=REMOVED
memref.global @external : memref<4xi32>
// REDEFINE: %{more} = ,test-layout-substitute{name=g by=hidden}
// RUN: %{wrong} | FileCheck %s --check-prefix=HIDDEN
// HIDDEN: @write: the pipeline hides the public global @g
memref.global "private" @hidden : memref<4xi32> = uninitialized
// REDEFINE: %{more} = ,test-layout-substitute{name=g by=constant}
// RUN: %{wrong} | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: @write: the pipeline makes a constant of the public global @g
memref.global constant @constant : memref<4xi32> = dense<77>

// A private global is nobody else's: it may go.
// REDEFINE: %{name} = through_private
// REDEFINE: %{by} = directly
// REDEFINE: %{more} = ,symbol-dce
// RUN: %{check} | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: @through_private: 4 runs agree
memref.global "private" @own : memref<1xi32> = uninitialized
func.func @through_private(%a: memref<1xi32>) {
  %c = arith.constant 77 : i32
  %g = memref.get_global @own : memref<1xi32>
  affine.store %c, %g[0] : memref<1xi32>
  %x = affine.load %g[0] : memref<1xi32>
  affine.store %x, %a[0] : memref<1xi32>
  return
}
func.func @directly(%a: memref<1xi32>) {
  %c = arith.constant 77 : i32
  affine.store %c, %a[0] : memref<1xi32>
  return
}

// The name of a private global is nobody else's, either: not that of a function of
// this process.
// RUN: layout-check %s --entry=through_malloc --pipeline="builtin.module()" | FileCheck %s --check-prefix=MALLOC
// MALLOC: @through_malloc: 4 runs agree
memref.global "private" @malloc : memref<4xi32> = uninitialized
func.func @through_malloc(%a: memref<1xi32>) {
  %g = memref.get_global @malloc : memref<4xi32>
  %x = affine.load %a[0] : memref<1xi32>
  affine.store %x, %g[2] : memref<4xi32>
  %y = affine.load %g[2] : memref<4xi32>
  affine.store %y, %a[0] : memref<1xi32>
  return
}

// What a private global looks like is nobody else's matter either: here it gets
// its layout from the callee that it is passed to.
// RUN: layout-check %s --entry=by_propagation --arg=0:7 --pipeline="builtin.module(layout-assign,layout-apply)" | FileCheck %s --check-prefix=PROPAGATED
// PROPAGATED: @by_propagation: 4 runs agree
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
memref.global "private" @propagated : memref<14xi32> = uninitialized
func.func private @callee(%a: memref<14xi32> {layout.transform = #tiles}, %v: i32) {
  affine.store %v, %a[3] : memref<14xi32>
  return
}
func.func @by_propagation(%v: i32) -> i32 {
  %g = memref.get_global @propagated : memref<14xi32>
  call @callee(%g, %v) : (memref<14xi32>, i32) -> ()
  %x = affine.load %g[3] : memref<14xi32>
  return %x : i32
}
