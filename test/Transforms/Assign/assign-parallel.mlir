// Copies of one buffer that several iterations would copy back, each as a whole.
// RUN: layout-opt %s -layout-assign -split-input-file -verify-diagnostics

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func private @external(memref<14xi32>, index)
// expected-note @below {{the layout is requested here}}
func.func @converted_call(%a: memref<14xi32> {layout.transform = #zero}) {
  affine.parallel (%i) = (0) to (14) {
    // expected-error @below {{'func.call' op would give all iterations of a parallel loop local copies of one buffer, which overwrite each other when copied back; state the layout in the type of what is called}}
    func.call @external(%a, %i) : (memref<14xi32>, index) -> ()
  }
  return
}

// -----

// Called from outside, that nobody else writes the buffer is promised; here it
// is seen.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-note @below {{the layout is requested here}}
func.func @put(%a: memref<14xi32> {layout.transform = #zero}, %i: index, %v: i32) {
  memref.store %v, %a[%i] : memref<14xi32>
  return
}
func.func @local_argument(%a: memref<14xi32>, %v: i32) {
  affine.parallel (%i) = (0) to (14) {
    // expected-error @below {{'func.call' op would give all iterations of a parallel loop local copies of one buffer, which overwrite each other when copied back; make the called function private, or run layout-assign with change-interface}}
    func.call @put(%a, %i, %v) : (memref<14xi32>, index, i32) -> ()
  }
  return
}

// -----

// A copy that is only read may be one of many.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @get(%a: memref<14xi32> {layout.transform = #zero}, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32>
  return %x : i32
}
func.func @read_argument(%a: memref<14xi32>, %b: memref<14xi32>) {
  affine.parallel (%i) = (0) to (14) {
    %x = func.call @get(%a, %i) : (memref<14xi32>, index) -> i32
    affine.store %x, %b[%i] : memref<14xi32>
  }
  return
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-note @below {{the layout is requested here}}
memref.global @g : memref<14xi32> = uninitialized {layout.transform = #zero}
func.func private @bump(%i: index, %v: i32) {
  %a = memref.get_global @g : memref<14xi32>
  memref.store %v, %a[%i] : memref<14xi32>
  return
}
func.func @local_global(%v: i32) {
  scf.forall (%i) in (14) {
    // expected-error @below {{'func.call' op would give all iterations of a parallel loop local copies of one buffer, which overwrite each other when copied back; make the called function private, or run layout-assign with change-interface}}
    func.call @bump(%i, %v) : (index, i32) -> ()
  }
  return
}
