// A launch works on copies. Two arguments that are one memory would be two of
// them: the program finds out when it runs, and ends.
// RUN: layout-opt %s --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e two %t.mlir | FileCheck %s --check-prefix=TWO
// RUN: not %run_on_vulkan -e same %t.mlir 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %run_on_vulkan -e halves %t.mlir | FileCheck %s --check-prefix=TWO
// RUN: not %run_on_vulkan -e overlapping %t.mlir 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: %run_on_vulkan -e none %t.mlir | FileCheck %s --check-prefix=NONE
// RUN: %run_on_vulkan -e only_read %t.mlir | FileCheck %s --check-prefix=READ
// RUN: not %run_on_vulkan -e texture %t.mlir 2>&1 | FileCheck %s --check-prefix=TEXTURE
// Without the check, the result would be another than on the host.
// RUN: sed -e 's/%b: memref<?xf32>) {/%b: memref<?xf32> {llvm.noalias}) {/' %s | layout-opt --layout-to-vulkan -o %t.promised.mlir
// RUN: %run_on_vulkan -e same %t.promised.mlir | FileCheck %s --check-prefix=WRONG

!texture = memref<2x2xvector<4xf32>, #layout.texture<write>>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

/// b[i] += 1, then b[i] += a[i].
func.func private @add(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %one = arith.constant 1.0 : f32
    %v = memref.load %b[%x] : memref<?xf32>
    %w = arith.addf %v, %one : f32
    memref.store %w, %b[%x] : memref<?xf32>
    %u = memref.load %a[%x] : memref<?xf32>
    %s = arith.addf %w, %u : f32
    memref.store %s, %b[%x] : memref<?xf32>
    gpu.terminator
  }
  return
}

func.func private @filled(%n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %j = arith.index_cast %i : index to i32
    %v = arith.sitofp %j : i32 to f32
    affine.store %v, %a[%i] : memref<?xf32>
  }
  return %a : memref<?xf32>
}

func.func private @print(%a: memref<?xf32>) {
  %u = memref.cast %a : memref<?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// TWO: [1,  3,  5,  7]
func.func @two() {
  %n = arith.constant 4 : index
  %a = call @filled(%n) : (index) -> memref<?xf32>
  %b = call @filled(%n) : (index) -> memref<?xf32>
  call @add(%a, %b) : (memref<?xf32>, memref<?xf32>) -> ()
  call @print(%b) : (memref<?xf32>) -> ()
  return
}

// The host would have 2 (i + 1), as it reads what it has written.
// SAME: layout-vulkan: error: kernel add_kernel: arguments {{0|1}} and {{1|2}} are one memory of the host, of which the launch would make two copies and change one; pass different buffers
// WRONG: [1,  3,  5,  7]
func.func @same() {
  %n = arith.constant 4 : index
  %a = call @filled(%n) : (index) -> memref<?xf32>
  call @add(%a, %a) : (memref<?xf32>, memref<?xf32>) -> ()
  call @print(%a) : (memref<?xf32>) -> ()
  return
}

/// Two views of 4 numbers, 0 to 3 both, one at each offset in bytes.
func.func private @add_views(%one: index, %other: index) -> memref<?xf32> {
  %n = arith.constant 4 : index
  %bytes = memref.alloc() : memref<64xi8>
  %a = memref.view %bytes[%one][%n] : memref<64xi8> to memref<?xf32>
  %b = memref.view %bytes[%other][%n] : memref<64xi8> to memref<?xf32>
  affine.for %i = 0 to 4 {
    %j = arith.index_cast %i : index to i32
    %v = arith.sitofp %j : i32 to f32
    affine.store %v, %a[%i] : memref<?xf32>
    affine.store %v, %b[%i] : memref<?xf32>
  }
  call @add(%a, %b) : (memref<?xf32>, memref<?xf32>) -> ()
  return %b : memref<?xf32>
}

func.func @halves() {
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %b = call @add_views(%c16, %c32) : (index, index) -> memref<?xf32>
  call @print(%b) : (memref<?xf32>) -> ()
  return
}

func.func @overlapping() {
  %c20 = arith.constant 20 : index
  %c32 = arith.constant 32 : index
  %b = call @add_views(%c32, %c20) : (index, index) -> memref<?xf32>
  return
}

// Nothing is shared where nothing is.
// NONE: sizes = [0]
func.func @none() {
  %n = arith.constant 0 : index
  %a = call @filled(%n) : (index) -> memref<?xf32>
  call @add(%a, %a) : (memref<?xf32>, memref<?xf32>) -> ()
  call @print(%a) : (memref<?xf32>) -> ()
  return
}

/// c[i] = a[i] + b[i], c being nobody else's.
func.func private @sum(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %v = memref.load %a[%x] : memref<?xf32>
    %w = memref.load %b[%x] : memref<?xf32>
    %s = arith.addf %v, %w : f32
    memref.store %s, %c[%x] : memref<?xf32>
    gpu.terminator
  }
  return
}

// READ: [0,  2,  4,  6]
func.func @only_read() {
  %n = arith.constant 4 : index
  %a = call @filled(%n) : (index) -> memref<?xf32>
  %c = call @filled(%n) : (index) -> memref<?xf32>
  call @sum(%a, %a, %c) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  call @print(%c) : (memref<?xf32>) -> ()
  return
}

/// A texture is a copy too.
func.func private @fill(%a: memref<2x2x4xf32>, %b: memref<2x2x4xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %bv = vector.type_cast %b : memref<2x2x4xf32> to memref<2x2xvector<4xf32>>
  %bt = memref.memory_space_cast %bv : memref<2x2xvector<4xf32>> to !texture
  gpu.launch blocks(%x, %y, %z) in (%gx = %c2, %gy = %c2, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %c0 = arith.constant 0 : index
    %v = memref.load %a[%y, %x, %c0] : memref<2x2x4xf32>
    %w = vector.broadcast %v : f32 to vector<4xf32>
    memref.store %w, %bt[%y, %x] : !texture
    gpu.terminator
  }
  return
}

// TEXTURE: layout-vulkan: error: kernel fill_kernel: arguments 0 and 1 are one memory of the host
func.func @texture() {
  %a = memref.alloc() : memref<2x2x4xf32>
  call @fill(%a, %a) : (memref<2x2x4xf32>, memref<2x2x4xf32>) -> ()
  return
}
