// Kernels take physical buffers, and their padding is the launching side's.
// RUN: layout-opt %s --split-input-file --layout-assign --layout-apply --layout-flatten | FileCheck %s
// RUN: layout-opt %s --split-input-file --layout-assign --layout-apply --layout-flatten --layout-vectorize-elements | FileCheck %s --check-prefix=VECTOR

// A kernel that only reads assumes the padding; one that writes leaves it as
// the host wrote it. Neither writes it: all threads would.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
module attributes {gpu.container_module} {
// CHECK-LABEL: gpu.func @double(
// CHECK-SAME: %[[A:.+]]: memref<4x4xi32, 1> {layout.access = "read", llvm.noalias}, %[[B:.+]]: memref<4x4xi32> {layout.access = "readwrite", llvm.noalias})
// CHECK: layout.assume_padding %[[A]]
// CHECK: layout.assume_padding %[[B]]
// CHECK: affine.for
// CHECK-NOT: affine.for
// CHECK: gpu.return
gpu.module @kernels {
  gpu.func @double(%a: memref<14xi32, #zero, 1>, %b: memref<14xi32, #zero>) kernel {
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32, #zero, 1>
      affine.store %x, %b[%i] : memref<14xi32, #zero>
    }
    gpu.return
  }
}
// CHECK-LABEL: func.func @launch(
// CHECK: %[[M:.+]] = memref.alloc() : memref<4x4xi32>
// CHECK: affine.if
// CHECK: affine.store %{{.+}}, %[[M]]
// CHECK: gpu.launch_func @kernels::@double
// CHECK-SAME: args(%{{.+}} : memref<4x4xi32, 1>, %[[M]] : memref<4x4xi32>)
// CHECK-NOT: affine.store
// CHECK: return
func.func @launch(%a: memref<14xi32, #zero, 1>) {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<14xi32, #zero>
  gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32, #zero, 1>, %m : memref<14xi32, #zero>)
  memref.dealloc %m : memref<14xi32, #zero>
  return
}
}

// -----

// Copies are made behind the launch, and promised to nobody before.
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
module attributes {gpu.container_module} {
// CHECK-LABEL: gpu.func @write(
// CHECK-NOT: layout.assume_padding
// CHECK: gpu.return
gpu.module @kernels {
  gpu.func @write(%b: memref<14xi32, #wrap>, %x: i32) kernel {
    %i = gpu.block_id x
    memref.store %x, %b[%i] : memref<14xi32, #wrap>
    gpu.return
  }
  // CHECK-LABEL: gpu.func @read(
  // CHECK: layout.assume_padding
  gpu.func @read(%b: memref<14xi32, #wrap>) kernel {
    %i = gpu.block_id x
    %x = memref.load %b[%i] : memref<14xi32, #wrap>
    gpu.return
  }
}
// CHECK-LABEL: func.func @copies(
// CHECK-NOT: affine.store
// CHECK: gpu.launch_func @kernels::@write
// CHECK: affine.for
// CHECK: affine.store
// CHECK: gpu.launch_func @kernels::@read
// CHECK-NOT: affine.store
// CHECK: return
func.func @copies(%b: memref<14xi32, #wrap>, %x: i32) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  gpu.launch_func @kernels::@write blocks in (%c14, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<14xi32, #wrap>, %x : i32)
  gpu.launch_func @kernels::@read blocks in (%c14, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<14xi32, #wrap>)
  return
}
}

// -----

// Extents are appended to the arguments, in front of the attributions.
#two = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<0.0 : f32>, axis_separator<[2]>>
#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {gpu.container_module} {
// CHECK-LABEL: gpu.func @dynamic(
// CHECK-SAME: %[[B:.+]]: memref<?x?x4xf32, 1> {layout.access = "readwrite", llvm.noalias},
// CHECK-SAME: %[[N:.+]]: index) workgroup(%{{.+}} : memref<1x4xf32, 3>) kernel
// CHECK: memref.collapse_shape %[[B]] {{\[}}[0, 1], [2]]
// CHECK: arith.cmpi ult, %{{.+}}, %[[N]]
gpu.module @kernels {
  gpu.func @dynamic(%b: memref<?x?xf32, #two, 1>) workgroup(%w: memref<4xf32, #rows, 3>) kernel {
    %i = gpu.block_id x
    %c0 = arith.constant 0 : index
    %d = memref.dim %b, %c0 : memref<?x?xf32, #two, 1>
    %isIn = arith.cmpi ult, %i, %d : index
    scf.if %isIn {
      %x = memref.load %w[%i] : memref<4xf32, #rows, 3>
      memref.store %x, %b[%i, %c0] : memref<?x?xf32, #two, 1>
    }
    gpu.return
  }
}
// CHECK-LABEL: func.func @launch_dynamic(
// CHECK-SAME: %[[B:.+]]: memref<?x?x4xf32, 1> {layout.access = "readwrite", llvm.noalias}, %[[N:.+]]: index)
// CHECK: gpu.launch_func async [%{{.+}}] @kernels::@dynamic
// CHECK-SAME: args(%[[B]] : memref<?x?x4xf32, 1>, %[[N]] : index)
func.func @launch_dynamic(%b: memref<?x?xf32, #two, 1>) {
  %c1 = arith.constant 1 : index
  %s = gpu.wait async
  %t = gpu.launch_func async [%s] @kernels::@dynamic blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%b : memref<?x?xf32, #two, 1>)
  gpu.wait [%t]
  return
}
}

// -----

// A request reaches the kernel and all who launch it.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
module attributes {gpu.container_module} {
// CHECK-LABEL: gpu.func @requested(
// CHECK-SAME: memref<4x4xi32>
gpu.module @kernels {
  gpu.func @requested(%a: memref<14xi32> {layout.transform = #zero}) kernel {
    %i = gpu.block_id x
    %x = memref.load %a[%i] : memref<14xi32>
    memref.store %x, %a[%i] : memref<14xi32>
    gpu.return
  }
}
// CHECK-LABEL: func.func private @launches(
// CHECK-SAME: memref<4x4xi32>
// CHECK: gpu.launch_func @kernels::@requested
func.func private @launches(%a: memref<14xi32>) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@requested blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32>)
  return
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME: memref<14xi32>
// CHECK: memref.alloc() : memref<4x4xi32>
func.func @caller(%a: memref<14xi32>) {
  call @launches(%a) : (memref<14xi32>) -> ()
  return
}
}

// -----

// VECTOR-LABEL: gpu.func @vectors(
// VECTOR-SAME: %[[A:.+]]: memref<4xvector<4xf32>>
// VECTOR: memref.load %[[A]][%{{.+}}] : memref<4xvector<4xf32>>
#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @vectors(%a: memref<16xf32, #rows>) kernel {
    %i = gpu.block_id x
    %c0 = arith.constant 0.0 : f32
    %j = affine.apply affine_map<()[s] -> (4 * s)>()[%i]
    %v = vector.transfer_read %a[%j], %c0 {in_bounds = [true]} : memref<16xf32, #rows>, vector<4xf32>
    vector.transfer_write %v, %a[%j] {in_bounds = [true]} : vector<4xf32>, memref<16xf32, #rows>
    gpu.return
  }
}
// VECTOR-LABEL: func.func @make(
// VECTOR: memref.alloc() {{.*}}: memref<4xvector<4xf32>>
func.func @make() {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<16xf32, #rows>
  gpu.launch_func @kernels::@vectors blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<16xf32, #rows>)
  memref.dealloc %a : memref<16xf32, #rows>
  return
}
}
