// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --layout-drop-deallocs | FileCheck %s --implicit-check-not=memref.dealloc
// RUN: not layout-opt %s --allow-unregistered-dialect --split-input-file --layout-compile=deallocate=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT-COUNT-2: frees a buffer, which buffer deallocation cannot allow for
// TEXT-NOT: {{memory free side-effect|structured control-flow|more than one successor|unknown memory side}}

// What a function allocates, or a call returns, is freed by upstream's pass.
// CHECK-LABEL: @owned
func.func private @make() -> memref<?xf32>
func.func @owned(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  %d = memref.cast %a : memref<4xf32> to memref<?xf32>
  %b = call @make() : () -> memref<?xf32>
  scf.if %c {
    memref.dealloc %d : memref<?xf32>
  }
  memref.dealloc %b : memref<?xf32>
  return
}

// -----

func.func @argument(%a: memref<4xf32>) {
  // expected-error@+1 {{frees a buffer, which buffer deallocation cannot allow for: only results of allocations and calls may be freed, not arguments of functions or of loops; run layout-compile without 'deallocate' for a program that frees its buffers itself}}
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

func.func @chosen(%a: memref<4xf32>, %c: i1) {
  %b = memref.alloc() : memref<4xf32>
  %d = arith.select %c, %a, %b : memref<4xf32>
  // expected-error@+1 {{frees a buffer, which buffer deallocation cannot allow for}}
  memref.dealloc %d : memref<4xf32>
  return
}

// -----

// What upstream's pass fails on.
func.func @loop(%a: memref<4xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %c = arith.cmpi slt, %i, %n : index
  // expected-error@+1 {{branches backwards or to several blocks, where buffer deallocation cannot tell who owns a buffer; write loops and branches of scf, as lift-cf-to-scf does, or run layout-compile without 'deallocate'}}
  cf.cond_br %c, ^body, ^end
^body:
  memref.store %x, %a[%i] : memref<4xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^end:
  return
}

// -----

func.func @switch(%c: i32, %a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
  // expected-error@+1 {{branches backwards or to several blocks}}
  cf.switch %c : i32, [default: ^end(%a : memref<4xf32>), 1: ^end(%b : memref<4xf32>)]
^end(%r: memref<4xf32>):
  return %r : memref<4xf32>
}

// -----

func.func @branches(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>) -> memref<4xf32> {
  cf.cond_br %c, ^one, ^end(%b : memref<4xf32>)
^one:
  cf.br ^end(%a : memref<4xf32>)
^end(%r: memref<4xf32>):
  return %r : memref<4xf32>
}

// -----

func.func @unknown(%a: memref<4xf32>) {
  // expected-error@+1 {{does not say whether it frees or keeps a buffer, which buffer deallocation must know; lower it before, give it MemoryEffectOpInterface, or run layout-compile without 'deallocate'}}
  "other.use"(%a) : (memref<4xf32>) -> ()
  return
}
