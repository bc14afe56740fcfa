// What layout-assign refuses with change-interface.
// RUN: layout-opt %s -layout-assign=change-interface -split-input-file -verify-diagnostics

// The request stands at a function that no caller outside could follow: its caller
// would hand on a local copy.
#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-note @below {{the layout is requested here}}
func.func private @asks(%a: memref<14xi32> {layout.transform = #T}) {
  return
}
func.func @hands_back(%a: memref<14xi32>) -> memref<14xi32> {
  func.call @asks(%a) : (memref<14xi32>) -> ()
  // expected-error @below {{'func.return' op returns argument #0, of which it would work on a local copy; state the layout in the type of the argument}}
  return %a : memref<14xi32>
}
