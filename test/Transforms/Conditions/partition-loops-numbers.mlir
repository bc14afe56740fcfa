// A number that an op has in the body of another one, as linalg.index and
// gpu.thread_id, is none before the loop around: no bound can be computed of it.
// RUN: layout-opt %s --layout-partition-loops --split-input-file | FileCheck %s

// CHECK-LABEL: func @index(
// CHECK-NOT:     linalg.index
// CHECK:         affine.for
// CHECK:           linalg.generic
// CHECK:             %[[J:.*]] = linalg.index 1
// CHECK:             arith.cmpi slt, %{{.*}}, %[[J]]
// CHECK:             scf.if
func.func @index(%a: memref<4x16xi32>, %b: memref<16xi32>) {
  affine.for %k = 0 to 16 {
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        outs(%a : memref<4x16xi32>) {
    ^bb0(%o: i32):
      %j = linalg.index 1 : index
      %c = arith.cmpi slt, %k, %j : index
      scf.if %c {
        %v = memref.load %b[%k] : memref<16xi32>
        memref.store %v, %b[%j] : memref<16xi32>
      }
      linalg.yield %o : i32
    }
  }
  return
}

// -----

// CHECK-LABEL: func @thread(
// CHECK-NOT:     gpu.thread_id
// CHECK:         affine.for
// CHECK:           gpu.launch
// CHECK:             %[[T:.*]] = gpu.thread_id x
// CHECK:             arith.cmpi slt, %{{.*}}, %[[T]]
// CHECK:             scf.if
func.func @thread(%a: memref<16xi32>, %b: memref<16xi32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  affine.for %k = 0 to 16 {
    gpu.launch blocks(%x, %y, %z) in (%gx = %c1, %gy = %c1, %gz = %c1)
        threads(%tx, %ty, %tz) in (%bx = %c16, %by = %c1, %bz = %c1) {
      %t = gpu.thread_id x
      %c = arith.cmpi slt, %k, %t : index
      scf.if %c {
        %v = memref.load %b[%k] : memref<16xi32>
        memref.store %v, %a[%t] : memref<16xi32>
      }
      gpu.terminator
    }
  }
  return
}

// -----

// In the kernel itself a thread has one number: the bound is computed before the loop.
// CHECK-LABEL: gpu.func @kernel(
// CHECK:         %[[T:.*]] = gpu.thread_id x
// CHECK:         affine.for %{{.*}} = 0 to min
// CHECK-NOT:     scf.if
gpu.module @kernels {
  gpu.func @kernel(%a: memref<16xi32>, %b: memref<16xi32>) kernel {
    affine.for %k = 0 to 16 {
      %t = gpu.thread_id x
      %c = arith.cmpi slt, %k, %t : index
      scf.if %c {
        %v = memref.load %b[%k] : memref<16xi32>
        memref.store %v, %a[%t] : memref<16xi32>
      }
    }
    gpu.return
  }
}
