// Extents that vary, of buffers of several axes, go to the kernel with the launch;
// buffers without elements, and many launches, leave nothing behind.
// RUN: layout-opt %s --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// RUN: %run_on_vulkan -e nothing %t.mlir | FileCheck %s --check-prefix=NOTHING
// RUN: %run_on_vulkan -e often %t.mlir | FileCheck %s --check-prefix=OFTEN
// RUN: not %run_on_vulkan -e far %t.mlir 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: not %run_on_vulkan -e far_back %t.mlir 2>&1 | FileCheck %s --check-prefix=FAR-BACK
// RUN: not %run_on_vulkan -e many_bytes %t.mlir 2>&1 | FileCheck %s --check-prefix=BYTES
// Rows must not be taken for columns.
// RUN: sed -e 's/load %a.%i, %j. :/load %a[%j, %i] :/' %s | layout-opt --layout-to-vulkan -o %t.swapped.mlir
// RUN: %run_on_vulkan -e main %t.swapped.mlir | not FileCheck %s

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

/// b[j, 0, i] = a[i, j] + 100 (rows of a) + 1000 (columns of a), b[j, 1, i] = a[i, j].
func.func private @transpose(%a: memref<?x?xf32>, %b: memref<?x2x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %m = memref.dim %a, %c1 : memref<?x?xf32>
  gpu.launch blocks(%i, %j, %z) in (%gx = %n, %gy = %m, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %v = memref.load %a[%i, %j] : memref<?x?xf32>
    %k = affine.apply affine_map<()[n, m] -> (100 * n + 1000 * m)>()[%n, %m]
    %l = arith.index_cast %k : index to i32
    %f = arith.sitofp %l : i32 to f32
    %w = arith.addf %v, %f : f32
    memref.store %w, %b[%j, %c0, %i] : memref<?x2x?xf32>
    memref.store %v, %b[%j, %c1, %i] : memref<?x2x?xf32>
    gpu.terminator
  }
  return
}

func.func private @numbered(%n: index, %m: index) -> memref<?x?xf32> {
  %a = memref.alloc(%n, %m) : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %k = affine.apply affine_map<(i, j) -> (10 * i + j)>(%i, %j)
      %l = arith.index_cast %k : index to i32
      %f = arith.sitofp %l : i32 to f32
      affine.store %f, %a[%i, %j] : memref<?x?xf32>
    }
  }
  return %a : memref<?x?xf32>
}

// CHECK:      {{\[\[\[}}2300,    2310,    2320],
// CHECK:      [0,    10,    20]],
// CHECK:      {{\[\[}}2301,    2311,    2321],
// CHECK:      [1,    11,    21]]]
func.func @main() {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = call @numbered(%c3, %c2) : (index, index) -> memref<?x?xf32>
  %b = memref.alloc(%c2, %c3) : memref<?x2x?xf32>
  call @transpose(%a, %b) : (memref<?x?xf32>, memref<?x2x?xf32>) -> ()
  %u = memref.cast %b : memref<?x2x?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// NOTHING: sizes = [3, 2, 0]
func.func @nothing() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %a = call @numbered(%c0, %c3) : (index, index) -> memref<?x?xf32>
  %b = memref.alloc(%c3, %c0) : memref<?x2x?xf32>
  call @transpose(%a, %b) : (memref<?x?xf32>, memref<?x2x?xf32>) -> ()
  %u = memref.cast %b : memref<?x2x?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// OFTEN:      {{\[\[\[}}1100],
// OFTEN-NEXT: [0]]]
func.func @often() {
  %c1 = arith.constant 1 : index
  %a = call @numbered(%c1, %c1) : (index, index) -> memref<?x?xf32>
  %b = memref.alloc(%c1, %c1) : memref<?x2x?xf32>
  affine.for %i = 0 to 300 {
    func.call @transpose(%a, %b) : (memref<?x?xf32>, memref<?x2x?xf32>) -> ()
  }
  %u = memref.cast %b : memref<?x2x?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

// An index of more than 32 bits would be another on the device.
func.func private @store_at(%i: index, %a: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  gpu.launch blocks(%x, %y, %z) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %c4 = arith.constant 4 : index
    %isIn = arith.cmpi ult, %i, %c4 : index
    scf.if %isIn {
      memref.store %f, %a[%i] : memref<4xf32>
    }
    gpu.terminator
  }
  return
}

// FAR: layout-vulkan: error: kernel store_at_kernel: argument 0 is 4294967297, which an index of 32 bits, as kernels have, does not hold
func.func @far() {
  %a = memref.alloc() : memref<4xf32>
  %largest = arith.constant 2147483647 : index
  call @store_at(%largest, %a) : (index, memref<4xf32>) -> ()
  %i = arith.constant 4294967297 : index
  call @store_at(%i, %a) : (index, memref<4xf32>) -> ()
  return
}

// FAR-BACK: argument 0 is -2147483649, which
func.func @far_back() {
  %a = memref.alloc() : memref<4xf32>
  %least = arith.constant -2147483648 : index
  call @store_at(%least, %a) : (index, memref<4xf32>) -> ()
  %i = arith.constant -2147483649 : index
  call @store_at(%i, %a) : (index, memref<4xf32>) -> ()
  return
}

// The memory is not touched before it is measured.
// BYTES: kernel fill_kernel: argument 0, the number of its elements is 2147483648, which an index
func.func private @fill(%a: memref<?xi8>) {
  %c1 = arith.constant 1 : index
  %b = arith.constant 1 : i8
  gpu.launch blocks(%x, %y, %z) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    memref.store %b, %a[%x] : memref<?xi8>
    gpu.terminator
  }
  return
}
func.func @many_bytes() {
  %n = arith.constant 2147483648 : index
  %a = memref.alloc(%n) : memref<?xi8>
  call @fill(%a) : (memref<?xi8>) -> ()
  return
}
