// Extents that vary, of buffers of several axes, go to the kernel with the launch;
// buffers without elements, and many launches, leave nothing behind.
// RUN: layout-opt %s --layout-to-vulkan -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// RUN: %run_on_vulkan -e nothing %t.mlir | FileCheck %s --check-prefix=NOTHING
// RUN: %run_on_vulkan -e often %t.mlir | FileCheck %s --check-prefix=OFTEN
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
