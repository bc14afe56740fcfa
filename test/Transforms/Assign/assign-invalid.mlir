// What layout-assign refuses, and where it says so: the sentences A60 to A84.
// RUN: layout-opt %s -layout-assign -split-input-file -verify-diagnostics

// A60. Requests for one buffer must agree.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
// The function stands first, so its request is the first one.
// expected-note @below {{the other request}}
func.func private @wants_other(%a: memref<14xi32> {layout.transform = #R}) {
  return
}
func.func @conflict() {
  // expected-error @below {{the layout #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>> is requested for a buffer that also gets the layout #layout.buffer<index_map<(d0) -> (-d0 + 13)>>; values that may be one buffer need one layout}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-note @below {{they meet in this 'func.call'}}
  call @wants_other(%a) : (memref<14xi32>) -> ()
  return
}

// -----

// A61. A tensor must be bufferised first.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @below {{a layout is requested for a tensor, 'tensor<14xi32>'; run layout-bufferize first}}
func.func @tensor(%a: tensor<14xi32> {layout.transform = #L}) {
  return
}

// -----

// A62. A fault of a layout on some dynamic extent is named with that extent.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[10, 4]>>
func.func @dynamic(%n: index) {
  // expected-error @below {{extent 10 of dimension 0 is less than 11, which the index map needs}}
  %a = memref.alloc(%n) {layout.transform = #L} : memref<?xi32>
  return
}

// -----

// A63. A function without a body states its layout in the type.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @below {{has a layout requested for argument #1, but no body; state the layout in the type}}
func.func private @external(index, memref<14xi32> {layout.transform = #L})

// -----

// A64. A kernel that nobody launches is there for others.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
gpu.module @kernels {
  // expected-error @+2 {{'gpu.func' op keeps its type, as nothing in this module calls or launches it, and threads cannot work on a local copy of argument #0}}
  // expected-note @+1 {{the layout is requested here}}
  gpu.func @kernel(%a: memref<14xi32> {layout.transform = #L}) kernel {
    gpu.return
  }
}

// -----

// A65. A public function cannot return a buffer of another type than it says.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @returns() -> memref<14xi32> {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{returns a buffer for which a layout is requested from function 'returns', whose type cannot change; run layout-assign with change-interface, make the function private, or, where it is the memory of a tensor argument, run layout-bufferize with keep-arguments}}
  return %a : memref<14xi32>
}

// -----

// A66. Nor can a layout be requested for what a public function yields.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @makes() -> memref<14xi32> {
  %a = memref.alloc() : memref<14xi32>
  return %a : memref<14xi32>
}
// expected-note @below {{the layout is requested here}}
func.func private @use(%a: memref<14xi32> {layout.transform = #L}) {
  return
}
func.func @uses_made() {
  // expected-error @below {{'func.call' op yields a buffer for which a layout is requested, but the type of the called function cannot change; make the function private, or run layout-assign with change-interface}}
  %a = call @makes() : () -> memref<14xi32>
  call @use(%a) : (memref<14xi32>) -> ()
  return
}

// -----

// A67. Two requests that control flow brings together.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
func.func @carried(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{the other request}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{the layout #layout.buffer<index_map<(d0) -> (-d0 + 13)>> is requested for a buffer that also gets the layout #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>; values that may be one buffer need one layout}}
  %b = memref.alloc() {layout.transform = #R} : memref<14xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<14xi32>, memref<14xi32>) {
    // expected-note @below {{they meet in this 'scf.yield'}}
    scf.yield %y, %x : memref<14xi32>, memref<14xi32>
  }
  return
}

// -----

// A68. One that cannot be rewritten, where a request is for the choice.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
func.func private @use(%a: memref<14xi32> {layout.transform = #L}) {
  return
}
func.func @chosen(%a: memref<14xi32>, %b: memref<28xi32>, %t: memref<2xmemref<14xi32>>, %c: i1) {
  %c0 = arith.constant 0 : index
  %v = memref.subview %b[0] [14] [1] : memref<28xi32> to memref<14xi32>
  // expected-error @below {{'arith.select' op forwards a view where a layout is requested, which a view cannot have of its own; request the layout for the buffer that is viewed}}
  %r = arith.select %c, %a, %v : memref<14xi32>
  call @use(%r) : (memref<14xi32>) -> ()
  // expected-error @below {{'memref.load' op yields a buffer for which a layout is requested, and cannot yield a laid-out one; copy it into a buffer of memref.alloc, and request the layout for that}}
  %l = memref.load %t[%c0] : memref<2xmemref<14xi32>>
  %s = scf.if %c -> memref<14xi32> {
    scf.yield %a : memref<14xi32>
  } else {
    scf.yield %l : memref<14xi32>
  }
  call @use(%s) : (memref<14xi32>) -> ()
  return
}

// -----

// A69. A view that control flow hands on.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @view_carried(%c: i1) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.collapse_shape %a [[0]] : memref<14xi32> into memref<14xi32>
  // expected-error @below {{'cf.br' op uses a view of a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage}}
  cf.br ^bb1(%b : memref<14xi32>)
^bb1(%m: memref<14xi32>):
  return
}

// -----

// A85. Two names that may be one buffer, to a function that would get two
// copies.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @ext(memref<14xi32>, memref<14xi32>)
func.func @two_copies(%c: i1) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.alloc() : memref<14xi32>
  %m = arith.select %c, %a, %b : memref<14xi32>
  // expected-error @below {{'func.call' op may pass one buffer as operands 0 and 1 to a function whose type cannot change, and which would be given two copies of it; make the function private, or run layout-assign with change-interface}}
  call @ext(%a, %m) : (memref<14xi32>, memref<14xi32>) -> ()
  return
}

// -----

// A70. Ops that need strides.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @needs_strides() {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'memref.extract_aligned_pointer_as_index' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %p = memref.extract_aligned_pointer_as_index %a : memref<14xi32> -> index
  return
}

// -----

// A71. A buffer that is itself stored.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @stored(%table: memref<2xmemref<14xi32>>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'memref.store' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage}}
  memref.store %a, %table[%c0] : memref<2xmemref<14xi32>>
  return
}

// -----

// A72. A call through a value.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @indirect(%f: (memref<14xi32>) -> ()) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'func.call_indirect' op uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage}}
  func.call_indirect %f(%a) : (memref<14xi32>) -> ()
  return
}

// -----

// A73. A view that is passed on.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @use(%a: memref<4xi32, strided<[1], offset: 2>>) {
  return
}
func.func @view_passed() {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.subview %a[2] [4] [1] : memref<14xi32> to memref<4xi32, strided<[1], offset: 2>>
  // expected-error @below {{'func.call' op uses a view of a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; copy it to a plain buffer and pass that}}
  call @use(%b) : (memref<4xi32, strided<[1], offset: 2>>) -> ()
  return
}

// -----

// A75. A user of a view that cannot be folded.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @view_user() {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.subview %a[2] [4] [1] : memref<14xi32> to memref<4xi32, strided<[1], offset: 2>>
  // expected-error @below {{'memref.dealloc' op uses a view of a buffer that gets a layout}}
  memref.dealloc %b : memref<4xi32, strided<[1], offset: 2>>
  return
}

// -----

// A77. A scalable vector through a view of other stride has no lanes to count.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @scalable(%i: index) {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<32xf32>
  %b = memref.collapse_shape %a [[0]] : memref<32xf32> into memref<32xf32>
  // expected-error @below {{'vector.load' op expects to access whole vectors of the buffer that gets a layout through this view, as it cannot be split into accesses to elements}}
  %x = vector.load %b[%i] : memref<32xf32>, vector<[4]xf32>
  return
}

// -----

// A78. A buffer that the function does not own, freed there.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
func.func @frees(%a: memref<14xi32> {layout.transform = #L}) {
  // expected-error @below {{'memref.dealloc' op frees a buffer that its function received, and of which it would work on a local copy with the requested layout; state the layout in the type, or run layout-assign with change-interface}}
  memref.dealloc %a : memref<14xi32>
  return
}

// -----

// A78a. Nor is a global freed.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func @frees_global() {
  %g = memref.get_global @g : memref<6xi32>
  // expected-error @below {{'memref.dealloc' op frees a buffer that its function received, and of which it would work on a local copy}}
  memref.dealloc %g : memref<6xi32>
  return
}

// -----

// A79. A public global where a call may reach it.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the global}}
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @ext()
func.func @calls_beside_global(%v: i32) {
  %g = memref.get_global @g : memref<6xi32>
  affine.store %v, %g[2] : memref<6xi32>
  // expected-error @below {{'func.call' op may access the global, so this function cannot work on a local copy with the layout requested for global 'g'; make the global private, or run layout-assign with change-interface}}
  call @ext() : () -> ()
  return
}

// -----

// A80. A public global beside another buffer that may be the same memory.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the global}}
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func @global_beside_argument(%a: memref<6xi32>) -> i32 {
  %g = memref.get_global @g : memref<6xi32>
  %c1 = arith.constant 1 : i32
  affine.store %c1, %g[2] : memref<6xi32>
  // expected-error @below {{'affine.load' op accesses a buffer that may be the global}}
  %x = affine.load %a[2] : memref<6xi32>
  return %x : i32
}

// -----

// A80a. A callee that writes the global by its name, and one that is given what
// may be the global.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the global}}
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @write(%x: i32) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<6xi32>
  memref.store %x, %g[%c0] : memref<6xi32>
  return
}
func.func @calls_writer(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<6xi32>
  // expected-error @below {{'func.call' op may access the global}}
  call @write(%x) : (i32) -> ()
  %y = memref.load %g[%c0] : memref<6xi32>
  return %y : i32
}
func.func private @fill(%a: memref<6xi32>, %x: i32) {
  linalg.fill ins(%x : i32) outs(%a : memref<6xi32>)
  return
}
func.func @passes_argument(%a: memref<6xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<6xi32>
  // expected-error @below {{'func.call' op accesses a buffer that may be the global}}
  call @fill(%a, %x) : (memref<6xi32>, i32) -> ()
  %y = memref.load %g[%c0] : memref<6xi32>
  return %y : i32
}

// -----

// A81. A public global that a function hands out.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @hands_out() -> memref<6xi32> {
  %g = memref.get_global @g : memref<6xi32>
  // expected-error @below {{'func.return' op returns the global 'g', of which it would work on a local copy; make the global private, or run layout-assign with change-interface}}
  return %g : memref<6xi32>
}

// -----

// A82. A private global that is passed to a function of fixed type, which may
// reach the global itself as well.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
memref.global "private" @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @ext(memref<6xi32>)
func.func @passes_global() {
  %g = memref.get_global @g : memref<6xi32>
  // expected-error @below {{'func.call' op passes a global for which a layout is requested to a function whose type cannot change, and which may access the global by its name, too; pass a copy of the global, or, if the function has a body here, make it private or run layout-assign with change-interface, and pass the global without a cast}}
  call @ext(%g) : (memref<6xi32>) -> ()
  return
}

// -----

// A82a. One that reads the global by its name, too, after it wrote the copy.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
memref.global "private" @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @both(%m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 5 : i32
  memref.store %k, %m[%c0] : memref<?xi32>
  %g = memref.get_global @g : memref<6xi32>
  %x = memref.load %g[%c0] : memref<6xi32>
  return %x : i32
}
func.func @passes_global() -> i32 {
  %g = memref.get_global @g : memref<6xi32>
  %c = memref.cast %g : memref<6xi32> to memref<?xi32>
  // expected-error @below {{'func.call' op passes a global for which a layout is requested to a function whose type cannot change}}
  %x = call @both(%c) : (memref<?xi32>) -> i32
  return %x : i32
}

// -----

// A82b. One that writes the global by its name, and then reads the copy.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
memref.global "private" @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @write(%x: i32) {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<6xi32>
  %y = memref.load %g[%c0] : memref<6xi32>
  %z = arith.addi %x, %y : i32
  memref.store %z, %g[%c0] : memref<6xi32>
  memref.prefetch %g[%c0], read, locality<3>, data : memref<6xi32>
  return
}
func.func private @both(%m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 5 : i32
  call @write(%k) : (i32) -> ()
  %x = memref.load %m[%c0] : memref<?xi32>
  return %x : i32
}
func.func @passes_global() -> i32 {
  %g = memref.get_global @g : memref<6xi32>
  %c = memref.cast %g : memref<6xi32> to memref<?xi32>
  // expected-error @below {{'func.call' op passes a global for which a layout is requested to a function whose type cannot change}}
  %x = call @both(%c) : (memref<?xi32>) -> i32
  return %x : i32
}

// -----

// A82c. A function that calls itself, and on whose cycle another one reads the
// global by its name.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
memref.global "private" @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @down(%m: memref<?xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %isLast = arith.cmpi eq, %n, %c0 : index
  scf.if %isLast {
  } else {
    func.call @between(%m, %n) : (memref<?xi32>, index) -> ()
  }
  return
}
func.func private @between(%m: memref<?xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %i = arith.subi %n, %c1 : index
  %g = memref.get_global @g : memref<6xi32>
  %x = memref.load %g[%i] : memref<6xi32>
  memref.store %x, %m[%n] : memref<?xi32>
  func.call @down(%m, %i) : (memref<?xi32>, index) -> ()
  return
}
func.func @passes_global(%n: index) {
  %g = memref.get_global @g : memref<6xi32>
  %c = memref.cast %g : memref<6xi32> to memref<?xi32>
  // expected-error @below {{'func.call' op passes a global for which a layout is requested to a function whose type cannot change}}
  call @down(%c, %n) : (memref<?xi32>, index) -> ()
  return
}

// -----

// A82d. A copy is copied back, but not to a constant.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
memref.global "private" @g : memref<6xi32> = dense<7> {layout.transform = #L}
memref.global "private" constant @k : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @write(%m: memref<?xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  memref.store %x, %m[%c0] : memref<?xi32>
  return
}
func.func @passes_either(%isConstant: i1, %x: i32) {
  %g = memref.get_global @g : memref<6xi32>
  %k = memref.get_global @k : memref<6xi32>
  %either = scf.if %isConstant -> memref<6xi32> {
    scf.yield %k : memref<6xi32>
  } else {
    scf.yield %g : memref<6xi32>
  }
  %c = memref.cast %either : memref<6xi32> to memref<?xi32>
  // expected-error @below {{'func.call' op passes a buffer that may be a constant global to a function that would work on a copy of it in another layout, and may write it}}
  call @write(%c, %x) : (memref<?xi32>, i32) -> ()
  return
}

// -----

// A82e. The same by another function.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
memref.global "private" @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func private @read() -> i32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<6xi32>
  %x = memref.load %g[%c0] : memref<6xi32>
  return %x : i32
}
func.func private @both(%m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 5 : i32
  memref.store %k, %m[%c0] : memref<?xi32>
  %x = call @read() : () -> i32
  return %x : i32
}
func.func @passes_global() -> i32 {
  %g = memref.get_global @g : memref<6xi32>
  %c = memref.cast %g : memref<6xi32> to memref<?xi32>
  // expected-error @below {{'func.call' op passes a global for which a layout is requested to a function whose type cannot change}}
  %x = call @both(%c) : (memref<?xi32>) -> i32
  return %x : i32
}

// -----

// A82f. Not by way of another function, nor of a view, nor as what a function of
// fixed type requests a layout for.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-note @below {{the layout is requested here}}
memref.global "private" constant @k : memref<8xf32> = dense<3.0> {layout.transform = #L}
func.func private @store(%m: memref<?xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 1.0 : f32
  scf.if %c {
    memref.store %z, %m[%c0] : memref<?xf32>
  }
  return
}
func.func private @between(%m: memref<8xf32>, %c: i1) {
  %d = memref.cast %m : memref<8xf32> to memref<?xf32>
  // expected-error @below {{'func.call' op passes a buffer that may be a constant global}}
  call @store(%d, %c) : (memref<?xf32>, i1) -> ()
  return
}
func.func @passes_constant() {
  %false = arith.constant false
  %k = memref.get_global @k : memref<8xf32>
  call @between(%k, %false) : (memref<8xf32>, i1) -> ()
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
memref.global "private" constant @k : memref<20xf32> = dense<3.0>
// expected-note @below {{the layout is requested here}}
func.func private @store(%m: memref<8xf32> {layout.transform = #L}, %c: i1) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 1.0 : f32
  scf.if %c {
    memref.store %z, %m[%c0] : memref<8xf32>
  }
  return
}
func.func @passes_view() {
  %false = arith.constant false
  %k = memref.get_global @k : memref<20xf32>
  %s = memref.subview %k[0] [8] [1] : memref<20xf32> to memref<8xf32, strided<[1]>>
  %d = memref.cast %s : memref<8xf32, strided<[1]>> to memref<8xf32>
  // expected-error @below {{'func.call' op passes a buffer that may be a constant global}}
  call @store(%d, %false) : (memref<8xf32>, i1) -> ()
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
memref.global "private" constant @k : memref<8xf32> = dense<3.0>
// expected-note @below {{the layout is requested here}}
func.func @store(%m: memref<8xf32> {layout.transform = #L}, %c: i1) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 1.0 : f32
  scf.if %c {
    memref.store %z, %m[%c0] : memref<8xf32>
  }
  return
}
func.func @passes_requested() {
  %false = arith.constant false
  %k = memref.get_global @k : memref<8xf32>
  // expected-error @below {{'func.call' op passes a buffer that may be a constant global}}
  call @store(%k, %false) : (memref<8xf32>, i1) -> ()
  return
}

// -----

// A83. One buffer passed twice, where the callee gets a layout and writes:
// copies of it would disagree.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @add(%a: memref<14xi32> {layout.transform = #L}, %b: memref<14xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    %y = affine.load %b[%i] : memref<14xi32>
    %z = arith.addi %x, %y : i32
    affine.store %z, %b[%i] : memref<14xi32>
  }
  return
}
func.func @doubled(%a: memref<14xi32>) {
  // expected-error @below {{passes one buffer}}
  call @add(%a, %a) : (memref<14xi32>, memref<14xi32>) -> ()
  return
}

// -----

// A84. What could not be decided about a requested layout, or is wrong, is said
// where the request stands.
func.func @wrong() {
  // expected-error @below {{maps (14) to (-1)}}
  %a = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (13 - i)>>} : memref<16xi32>
  return
}

// -----

// Who may request.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @below {{'ml_program.func' op has a layout requested for argument #0, which is possible on func.func and gpu.func only}}
ml_program.func @other(%a: memref<14xi32> {layout.transform = #L}) {
  ml_program.return
}

// -----

// A local copy of a global needs a function on the host.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
gpu.module @kernels {
  memref.global @g : memref<14xi32> = dense<1> {layout.transform = #L}
  gpu.func @k(%r: memref<14xi32>, %i: index) kernel {
    // expected-error @below {{'memref.get_global' op is on a device, where the layout requested for global 'g' cannot be met by a local copy; make the global private, or run layout-assign with change-interface}}
    %g = memref.get_global @g : memref<14xi32>
    %x = memref.load %g[%i] : memref<14xi32>
    memref.store %x, %r[%i] : memref<14xi32>
    gpu.return
  }
}

// -----

// A private global without a value is one that is defined elsewhere.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
gpu.module @kernels {
  memref.global "private" @g : memref<14xi32, 3> {layout.transform = #L}
  gpu.func @k(%r: memref<14xi32>, %i: index) kernel {
    // expected-error @below {{cannot be met by a local copy; define the global, by a value or as '= uninitialized', or run layout-assign with change-interface}}
    %g = memref.get_global @g : memref<14xi32, 3>
    %x = memref.load %g[%i] : memref<14xi32, 3>
    memref.store %x, %r[%i] : memref<14xi32>
    gpu.return
  }
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
memref.global @g : memref<14xi32> = dense<1> {layout.transform = #L}
ml_program.func @outside(%i: index) -> i32 {
  // expected-error @below {{'memref.get_global' op is outside of any func.func, where the layout requested for global 'g' cannot be met by a local copy; make the global private, or run layout-assign with change-interface}}
  %g = memref.get_global @g : memref<14xi32>
  %x = memref.load %g[%i] : memref<14xi32>
  ml_program.return %x : i32
}

// -----

// A kernel that somebody names keeps its type, and launches it, threads.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {gpu.container_module} {
gpu.module @kernels {
  // expected-error @+2 {{'gpu.func' op keeps its type, as it has uses other than launches, and threads cannot work on a local copy of argument #0}}
  // expected-note @+1 {{the layout is requested here}}
  gpu.func @kernel(%a: memref<14xi32> {layout.transform = #L}) kernel {
    gpu.return
  }
}
func.func @host(%a: memref<14xi32>) attributes {other = @kernels::@kernel} {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32>)
  return
}
}

// -----

// Who launches such a kernel cannot hand it a copy.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @kernel(%a: memref<14xi32>) kernel {
    gpu.return
  }
}
func.func @host() attributes {other = @kernels::@kernel} {
  %c1 = arith.constant 1 : index
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'gpu.launch_func' op passes a buffer for which a layout is requested to 'kernel', whose type cannot change, as it has uses other than launches; state the layout in its type}}
  gpu.launch_func @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32>)
  memref.dealloc %a : memref<14xi32>
  return
}
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @external(memref<14xi32>, memref<14xi32>)
func.func private @same(%a: memref<14xi32>) -> memref<14xi32> {
  return %a : memref<14xi32>
}
func.func @returned_name() {
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = call @same(%a) : (memref<14xi32>) -> memref<14xi32>
  // expected-error @below {{may pass one buffer as operands 0 and 1 to a function whose type cannot change, and which would be given two copies of it; make the function private, or run layout-assign with change-interface}}
  call @external(%b, %a) : (memref<14xi32>, memref<14xi32>) -> ()
  return
}
