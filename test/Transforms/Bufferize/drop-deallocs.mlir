// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-drop-deallocs | FileCheck %s --implicit-check-not=memref.dealloc
// RUN: not layout-opt %s --split-input-file --layout-compile=deallocate=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT-COUNT-2: frees a buffer, which buffer deallocation cannot allow for
// TEXT-NOT: memory free side-effect

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
  // expected-error@+1 {{frees a buffer, which buffer deallocation cannot allow for: it frees only what a function allocates, or gets from a call; run layout-compile without 'deallocate' for a program that frees its buffers itself}}
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
