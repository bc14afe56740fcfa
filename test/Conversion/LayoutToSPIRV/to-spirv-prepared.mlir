// What upstream would convert wrong is given to it in a form that it converts right.
// RUN: layout-opt %s --convert-layout-to-spirv --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-to-spirv --split-input-file | %validate_spirv
// REQUIRES: spirv-val

// A loop with results that may have no iteration is entered only if it has one;
// else its initial value is the result.
// CHECK-LABEL: spirv.func @loop(
// CHECK:         %[[C:.*]] = spirv.SGreaterThan %{{.*}}, %cst0_i32 : i32
// CHECK:         %[[R:.*]] = spirv.Variable : !spirv.ptr<i32, Function>
// CHECK:         spirv.mlir.selection
// CHECK:           spirv.BranchConditional %[[C]], ^[[THEN:.*]], ^[[ELSE:.*]]
// CHECK:         ^[[THEN]]:
// CHECK:           spirv.mlir.loop
// CHECK:         ^[[ELSE]]:
// CHECK:           spirv.Store "Function" %[[R]], %{{.*}} : i32
// CHECK:         %[[V:.*]] = spirv.Load "Function" %[[R]] : i32
// CHECK:         spirv.Store "StorageBuffer" %{{.*}}, %[[V]] : i32
gpu.module @loop {
  gpu.func @loop(%a: memref<8xi32>, %n: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = arith.constant 5 : i32
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
      %t = arith.addi %s, %s : i32
      scf.yield %t : i32
    }
    memref.store %r, %a[%c0] : memref<8xi32>
    gpu.return
  }
}

// -----

// One that surely has some, or has no results, stays as it is.
// CHECK-LABEL: spirv.func @no_branch(
// CHECK-NOT:     spirv.mlir.selection
// CHECK:         spirv.Return
gpu.module @no_branch {
  gpu.func @no_branch(%a: memref<8xi32>, %n: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = arith.constant 5 : i32
    %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %x) -> i32 {
      %t = arith.addi %s, %s : i32
      scf.yield %t : i32
    }
    scf.for %i = %c0 to %n step %c1 {
      memref.store %r, %a[%i] : memref<8xi32>
    }
    gpu.return
  }
}

// -----

// One condition for four numbers.
// CHECK-LABEL: spirv.func @select(
// CHECK:         %[[C:.*]] = spirv.SLessThan
// CHECK:         %[[CC:.*]] = spirv.CompositeConstruct %[[C]], %[[C]], %[[C]], %[[C]]
// CHECK:         spirv.Select %[[CC]], %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xf32>
gpu.module @select {
  gpu.func @select(%a: memref<8xvector<4xf32>>, %n: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = vector.load %a[%c0] : memref<8xvector<4xf32>>, vector<4xf32>
    %y = memref.load %a[%c1] : memref<8xvector<4xf32>>
    %zero = arith.constant 0 : i32
    %c = arith.cmpi slt, %n, %zero : i32
    %z = arith.select %c, %x, %y : vector<4xf32>
    vector.store %z, %a[%c0] : memref<8xvector<4xf32>>, vector<4xf32>
    gpu.return
  }
}

// -----

// Behind a barrier, all threads see what the others wrote anywhere.
// CHECK-LABEL: spirv.func @barrier(
// CHECK:         spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|UniformMemory|WorkgroupMemory|ImageMemory>
gpu.module @barrier {
  gpu.func @barrier(%a: memref<8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    memref.store %x, %a[%i] : memref<8xf32>
    gpu.barrier
    %y = memref.load %a[%c0] : memref<8xf32>
    memref.store %y, %a[%i] : memref<8xf32>
    gpu.return
  }
}

// -----

// OpIsFinite is not of Vulkan, and upstream does not convert math.isinf.
// CHECK-LABEL: spirv.func @finite(
// CHECK:         %[[A:.*]] = spirv.GL.FAbs %{{.*}} : f32
// CHECK:         spirv.FOrdLessThan %[[A]], %{{.*}} : f32
// CHECK:         %[[A:.*]] = spirv.GL.FAbs %{{.*}} : vector<4xf32>
// CHECK:         spirv.FOrdLessThan %[[A]], %{{.*}} : vector<4xf32>
// CHECK-NOT:     {{IsFinite|IsInf}}
// CHECK:         spirv.FOrdEqual %{{.*}}, %{{.*}} : f32
// CHECK-NOT:     {{IsFinite|IsInf}}
// CHECK:         spirv.Return
gpu.module @finite {
  gpu.func @finite(%a: memref<8xi32>, %b: memref<8xvector<4xf32>>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %b[%i] : memref<8xvector<4xf32>>
    %e = vector.extract %x[1] : f32 from vector<4xf32>
    %c = math.isfinite %e : f32
    %d = math.isfinite %x : vector<4xf32>
    %f = vector.extract %d[2] : i1 from vector<4xi1>
    %g = arith.andi %c, %f : i1
    %inf = math.isinf %e : f32
    %ginf = arith.ori %g, %inf : i1
    %h = arith.extui %ginf : i1 to i32
    memref.store %h, %a[%i] : memref<8xi32>
    gpu.return
  }
}

// -----

// A remainder has the sign of the number. OpSRem and OpSMod say nothing of negative
// ones, and the magnitude of the least number is right without a sign only.
// CHECK-LABEL: spirv.func @remainder(
// CHECK:         %[[X:.*]] = spirv.Load "StorageBuffer" %{{.*}} : i32
// CHECK:         %[[Y:.*]] = spirv.Load "StorageBuffer" %{{.*}} : i32
// CHECK:         %[[NX:.*]] = spirv.SLessThan %[[X]], %{{.*}} : i32
// CHECK:         %[[MX:.*]] = spirv.ISub %cst0_i32{{.*}}, %[[X]] : i32
// CHECK:         %[[AX:.*]] = spirv.Select %[[NX]], %[[MX]], %[[X]] : i1, i32
// CHECK:         %[[NY:.*]] = spirv.SLessThan %[[Y]], %{{.*}} : i32
// CHECK:         %[[MY:.*]] = spirv.ISub %cst0_i32{{.*}}, %[[Y]] : i32
// CHECK:         %[[AY:.*]] = spirv.Select %[[NY]], %[[MY]], %[[Y]] : i1, i32
// CHECK:         %[[R:.*]] = spirv.UMod %[[AX]], %[[AY]] : i32
// CHECK:         %[[N:.*]] = spirv.SLessThan %[[X]], %{{.*}} : i32
// CHECK:         %[[MR:.*]] = spirv.ISub %cst0_i32{{.*}}, %[[R]] : i32
// CHECK:         %[[S:.*]] = spirv.Select %[[N]], %[[MR]], %[[R]] : i1, i32
// CHECK:         spirv.Store "StorageBuffer" %{{.*}}, %[[S]] : i32
gpu.module @remainder {
  gpu.func @remainder(%a: memref<8xi32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%i] : memref<8xi32>
    %y = memref.load %a[%c0] : memref<8xi32>
    %r = arith.remsi %x, %y : i32
    memref.store %r, %a[%i] : memref<8xi32>
    gpu.return
  }
}

// -----

// Of vectors, by a number that is not negative, and of indices.
// CHECK-LABEL: spirv.func @remainders(
// CHECK-NOT:     {{SRem|SMod|SAbs}}
// CHECK:         %[[X:.*]] = spirv.Load "StorageBuffer" %{{.*}} : vector<4xi32>
// CHECK:         %[[AX:.*]] = spirv.Select %{{.*}}, %{{.*}}, %[[X]] : vector<4xi1>, vector<4xi32>
// CHECK-NEXT:    spirv.UMod %[[AX]], %{{.*}} : vector<4xi32>
// CHECK-NOT:     {{SRem|SMod|SAbs}}
// CHECK:         spirv.UMod %{{.*}} : i32
// CHECK-NOT:     {{SRem|SMod|SAbs}}
// CHECK:         spirv.Return
gpu.module @remainders {
  gpu.func @remainders(%a: memref<8xvector<4xi32>>, %j: index, %b: memref<8xi32>) kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %i = gpu.thread_id x
    %three = arith.constant dense<3> : vector<4xi32>
    %x = memref.load %a[%i] : memref<8xvector<4xi32>>
    %r = arith.remsi %x, %three : vector<4xi32>
    memref.store %r, %a[%i] : memref<8xvector<4xi32>>
    %s = index.rems %i, %j
    %t = arith.index_cast %s : index to i32
    memref.store %t, %b[%i] : memref<8xi32>
    gpu.return
  }
}

// -----

// A module without kernels is nothing to compile.
// CHECK-LABEL: gpu.module @nothing
// CHECK-NOT:     spirv.module
gpu.module @nothing {
}
