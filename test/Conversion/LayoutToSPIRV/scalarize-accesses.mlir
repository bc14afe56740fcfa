// RUN: layout-opt %s --layout-scalarize-accesses | FileCheck %s

// CHECK: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @transfer(
  // CHECK:         %[[X:.*]] = memref.load %arg0[%{{.*}}] : memref<8xf32>
  // CHECK:         %[[J:.*]] = affine.apply #[[NEXT]](%arg1)
  // CHECK:         %[[Y:.*]] = memref.load %arg0[%[[J]]] : memref<8xf32>
  // CHECK:         vector.from_elements %[[X]], %[[Y]] : vector<2xf32>
  // CHECK-NOT:     vector.transfer_read
  gpu.func @transfer(%a: memref<8xf32>, %i: index, %b: memref<8xvector<2xf32>>) kernel {
    %z = arith.constant 0.0 : f32
    %v = vector.transfer_read %a[%i], %z {in_bounds = [true]} : memref<8xf32>, vector<2xf32>
    memref.store %v, %b[%i] : memref<8xvector<2xf32>>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @store(
  // CHECK-COUNT-2: memref.store %{{.*}}, %arg0[%{{.*}}] : memref<8xf32>
  // CHECK-NOT:     vector.store
  gpu.func @store(%a: memref<8xf32>, %i: index, %v: vector<2xf32>) kernel {
    vector.store %v, %a[%i] : memref<8xf32>, vector<2xf32>
    gpu.return
  }

  // An index that is computed from that of a loop.
  // CHECK-LABEL: gpu.func @loop(
  // CHECK:         affine.for %[[I:.*]] =
  // CHECK:           %[[K:.*]] = affine.apply #{{.*}}(%[[I]])
  // CHECK:           %[[NEXT_K:.*]] = affine.apply #[[NEXT]](%[[K]])
  // CHECK:           memref.store %{{.*}}, %arg0[%[[NEXT_K]]] : memref<8xf32>
  gpu.func @loop(%a: memref<8xf32>, %v: vector<2xf32>) kernel {
    affine.for %i = 0 to 4 {
      %k = affine.apply affine_map<(i) -> (2 * i)>(%i)
      vector.store %v, %a[%k] : memref<8xf32>, vector<2xf32>
    }
    gpu.return
  }

  // What may go beyond the end is left to convert-vector-to-scf.
  // CHECK-LABEL: gpu.func @end(
  // CHECK:         vector.transfer_read
  gpu.func @end(%a: memref<8xf32>, %i: index, %b: memref<8xvector<2xf32>>) kernel {
    %z = arith.constant 0.0 : f32
    %v = vector.transfer_read %a[%i], %z : memref<8xf32>, vector<2xf32>
    memref.store %v, %b[%i] : memref<8xvector<2xf32>>
    gpu.return
  }
}

// The host is left alone.
// CHECK-LABEL: func.func @host(
// CHECK:         vector.load
func.func @host(%a: memref<8xf32>, %i: index) -> vector<2xf32> {
  %v = vector.load %a[%i] : memref<8xf32>, vector<2xf32>
  return %v : vector<2xf32>
}
