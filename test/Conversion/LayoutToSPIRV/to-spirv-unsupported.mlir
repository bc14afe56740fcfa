// Ops in kernels that SPIR-V or its conversion does not have: an error at each that
// says what to do. Nothing is changed.
// RUN: layout-opt %s --convert-layout-to-spirv --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// Ops that upstream would convert wrong
//===----------------------------------------------------------------------===//

gpu.module @wide_index {
  gpu.func @f(%a: memref<8xi32>, %i: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'arith.constant' op is an index that exceeds 32 bits, which is all that an index has on the device; use i64}}
    %c = arith.constant 2147483648 : index
    gpu.return
  }
}

// -----

gpu.module @indices_of_workgroup {
  // expected-error@+1 {{'gpu.func' op has a memory attribution with elements of type index, which is not converted; use integers of a fixed width}}
  gpu.func @f(%a: memref<8xi32>) workgroup(%b: memref<8xindex, 3>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @narrow_enough {
  gpu.func @f(%a: memref<8xi32>, %i: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c = arith.constant 2147483647 : index
    %d = arith.constant -2147483648 : index
    gpu.return
  }
}

// -----

gpu.module @wide_index_op {
  gpu.func @f(%a: memref<8xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'index.constant' op is an index that exceeds 32 bits, which is all that an index has on the device; use i64}}
    %c = index.constant 5000000000
    gpu.return
  }
}

// -----

gpu.module @wide_index_vector {
  gpu.func @f(%a: memref<8xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'arith.constant' op is an index that exceeds 32 bits, which is all that an index has on the device; use i64}}
    %c = arith.constant dense<[0, 1, 2, 4294967296]> : vector<4xindex>
    gpu.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%i: index, %j: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      gpu.return
    }
  }
  func.func @launch() {
    %c1 = arith.constant 1 : index
    %c = arith.constant 4294967296 : index
    // expected-error@+1 {{passes the index 4294967296 as argument 1, but an index has 32 bits on the device; use i64}}
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index, %c : index)
    return
  }
}

// -----

gpu.module @far {
  // expected-error@+1 {{argument of type 'memref<65536x65536xi8>': its elements exceed the 32-bit index of the device; split the buffer}}
  gpu.func @f(%a: memref<65536x65536xi8>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @just_near_enough {
  gpu.func @f(%a: memref<65536x32768xi8>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @so_far_that_64_bits_wrap {
  // expected-error@+1 {{its elements exceed the 32-bit index of the device; split the buffer}}
  gpu.func @f(%a: memref<8589934593x2147483648xi8>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @rows_of_unknown_length {
  // expected-error@+1 {{argument of type 'memref<4x?xf32>': kernels do not receive extents, so all but the first must be static; pass a buffer of one axis, and the extents as arguments of type index}}
  gpu.func @f(%a: memref<4x?xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @unknown_strides {
  // expected-error@+1 {{argument of type 'memref<4x4xf32, strided<[?, 1]>>': kernels do not receive extents, so all but the first must be static; pass a buffer of one axis, and the extents as arguments of type index}}
  gpu.func @f(%a: memref<4x4xf32, strided<[?, 1]>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @no_element {
  // expected-error@+1 {{argument of type 'memref<4x0xf32>': it has no element; a storage buffer has at least one}}
  gpu.func @f(%a: memref<4x0xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @extent {
  gpu.func @f(%a: memref<?xf32>, %b: memref<8xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'memref.dim' op needs an extent that kernels do not receive; pass it as an argument of type index}}
    %n = memref.dim %a, %c0 : memref<?xf32>
    %i = arith.index_cast %n : index to i32
    memref.store %i, %b[%c0] : memref<8xi32>
    gpu.return
  }
}

// -----

gpu.module @unsigned_loop {
  gpu.func @f(%a: memref<8xi32>, %n: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    // expected-error@+1 {{'scf.for' op is a loop with unsigned comparison, which MLIR's conversion treats as signed; use a signed loop or scf.while}}
    scf.for unsigned %i = %c1 to %n step %c1 : i32 {
      memref.store %i, %a[%c0] : memref<8xi32>
    }
    gpu.return
  }
}

// -----

gpu.module @boolean_order {
  gpu.func @f(%a: i32, %b: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %p = arith.cmpi slt, %a, %b : i32
    %q = arith.cmpi ult, %a, %b : i32
    %r = arith.cmpi eq, %p, %q : i1
    %s = arith.xori %p, %r : i1
    // expected-error@+1 {{'arith.cmpi' op computes with booleans, for which SPIR-V has no arithmetic; extend them to 8 bits or more}}
    %t = arith.cmpi slt, %p, %q : i1
    gpu.return
  }
}

// -----

gpu.module @boolean_sum {
  gpu.func @f(%a: i32, %b: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %p = arith.cmpi slt, %a, %b : i32
    %q = arith.cmpi ult, %a, %b : i32
    // expected-error@+1 {{'arith.addi' op computes with booleans}}
    %t = arith.addi %p, %q : i1
    gpu.return
  }
}

// -----

gpu.module @either_buffer {
  gpu.func @f(%a: memref<8xi32>, %b: memref<8xi32>, %i: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c = arith.cmpi slt, %i, %i : i32
    // expected-error@+1 {{'arith.select' op chooses between buffers, which needs pointers that SPIR-V for Vulkan does not have; choose between what is loaded}}
    %m = arith.select %c, %a, %b : memref<8xi32>
    memref.store %i, %m[%c0] : memref<8xi32>
    gpu.return
  }
}

// -----

gpu.module @buffers_in_turn {
  gpu.func @f(%a: memref<8xi32>, %b: memref<8xi32>, %i: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error@+1 {{'scf.for' op chooses between buffers}}
    %m:2 = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %a, %y = %b) -> (memref<8xi32>, memref<8xi32>) {
      memref.store %i, %x[%k] : memref<8xi32>
      scf.yield %y, %x : memref<8xi32>, memref<8xi32>
    }
    gpu.return
  }
}

// -----

gpu.module @four_bits {
  gpu.func @f(%a: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'arith.trunci' op works on 'i4', which SPIR-V does not have: integers have 8, 16, 32 or 64 bits, floats are f16, f32 or f64}}
    %b = arith.trunci %a : i32 to i4
    gpu.return
  }
}

// -----

gpu.module @wide_integers {
  gpu.func @f(%a: memref<8xi32>, %x: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'arith.constant' op works on 'i128', which SPIR-V does not have: integers have 8, 16, 32 or 64 bits, floats are f16, f32 or f64}}
    %b = arith.constant 18446744073709551616 : i128
    gpu.return
  }
}

// -----

// Looked at before the loop is prepared: 2^64 iterations are not none.
gpu.module @wide_loop {
  gpu.func @f(%a: memref<8xi32>, %x: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'arith.constant' op works on 'i128', which SPIR-V does not have: integers have 8, 16, 32 or 64 bits, floats are f16, f32 or f64}}
    %zero = arith.constant 0 : i128
    %end = arith.constant 18446744073709551616 : i128
    %one = arith.constant 1 : i128
    %r = scf.for %i = %zero to %end step %one iter_args(%s = %x) -> i32 : i128 {
      scf.yield %s : i32
    }
    gpu.return
  }
}

// -----

gpu.module @just_too_wide {
  gpu.func @f(%a: memref<8xi32>, %x: i64) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'arith.extsi' op works on 'i65', which SPIR-V does not have: integers have 8, 16, 32 or 64 bits, floats are f16, f32 or f64}}
    %b = arith.extsi %x : i64 to i65
    gpu.return
  }
}

// -----

gpu.module @bf16 {
  gpu.func @f(%a: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'arith.truncf' op works on 'bf16', which SPIR-V does not have: integers have 8, 16, 32 or 64 bits, floats are f16, f32 or f64}}
    %b = arith.truncf %a : f32 to bf16
    gpu.return
  }
}

// -----

gpu.module @scalable {
  gpu.func @f(%a: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'vector.broadcast' op works on 'vector<[4]xf32>'; vectors of SPIR-V have}}
    %b = vector.broadcast %a : f32 to vector<[4]xf32>
    gpu.return
  }
}

// -----

gpu.module @complex {
  gpu.func @f(%a: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'complex.create' op works on 'complex<f32>', of which SPIR-V has none; run convert-complex-to-standard}}
    %b = complex.create %a, %a : complex<f32>
    gpu.return
  }
}

// -----

gpu.module @tensor {
  gpu.func @f(%a: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'tensor.empty' op works on 'tensor<4xf32>', of which SPIR-V has none; bufferize the kernel}}
    %b = tensor.empty() : tensor<4xf32>
    gpu.return
  }
}

// -----

gpu.module @no_doubles [#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>] {
  gpu.func @f(%a: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'arith.extf' op works on 'f64', for which this target states no capability}}
    %b = arith.extf %a : f32 to f64
    gpu.return
  }
}

// -----

//===----------------------------------------------------------------------===//
// Ops without a conversion
//===----------------------------------------------------------------------===//

gpu.module @affine {
  gpu.func @f(%a: memref<8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'affine.for' op has no conversion to SPIR-V; run lower-affine first, as layout-to-spirv does}}
    affine.for %i = 0 to 8 {
      affine.store %x, %a[%i] : memref<8xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @linalg {
  gpu.func @f(%a: memref<8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'linalg.fill' op has no conversion to SPIR-V; run convert-linalg-to-loops first}}
    linalg.fill ins(%x : f32) outs(%a : memref<8xf32>)
    gpu.return
  }
}

// -----

gpu.module @global {
  // expected-error@+1 {{'memref.global' op is a global, and SPIR-V kernels have no globals; pass it as an argument}}
  memref.global "private" constant @g : memref<4xf32> = dense<1.0>
  gpu.func @f(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @allocates {
  gpu.func @f(%a: memref<8xf32>, %n: index, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'memref.alloca' op allocates memory that kernels do not have; use memref.alloca of static shape for one thread, with loads and stores of single numbers, or memref.alloc of static shape in #gpu.address_space<workgroup>}}
    %m = memref.alloca(%n) : memref<?xf32>
    memref.store %x, %m[%n] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @atomic {
  gpu.func @f(%a: memref<8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'memref.atomic_rmw' op is an atomic operation that SPIR-V does not have without extensions; it has addi, andi, ori, maxs, maxu, mins and minu on i32}}
    %r = memref.atomic_rmw addf %x, %a[%c0] : (f32, memref<8xf32>) -> f32
    gpu.return
  }
}

// -----

gpu.module @assertion {
  gpu.func @f(%a: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c = arith.cmpi slt, %a, %a : i32
    // expected-error@+1 {{'cf.assert' op prints or asserts, which a kernel cannot; remove it}}
    cf.assert %c, "no"
    gpu.return
  }
}

// -----

gpu.module @parallel {
  gpu.func @f(%a: memref<8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'scf.forall' op is a parallel loop within a kernel; map it to gpu.launch, or use scf.for}}
    scf.forall (%i) in (8) {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    gpu.return
  }
}

// -----

gpu.module @math {
  gpu.func @f(%a: memref<8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'math.erf' op is no function of SPIR-V for these numbers; expand it first (math-expand-ops), or compute it otherwise}}
    %y = math.erf %x : f32
    memref.store %y, %a[%c0] : memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @unlowered_vector {
  gpu.func @f(%a: memref<8xf32>, %x: f32, %n: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'vector.create_mask' op is not lowered; SPIR-V has vectors of 2, 3 or 4 numbers, and no masks: lower or unroll it first}}
    %m = vector.create_mask %n : vector<4xi1>
    %b = vector.broadcast %x : f32 to vector<4xf32>
    %s = arith.select %m, %b, %b : vector<4xi1>, vector<4xf32>
    %e = vector.extract %s[0] : f32 from vector<4xf32>
    memref.store %e, %a[%c0] : memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @clusters {
  gpu.func @f(%a: memref<8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'gpu.cluster_id' op uses clusters of workgroups, which Vulkan does not have}}
    %c = gpu.cluster_id x
    memref.store %x, %a[%c] : memref<8xf32>
    gpu.return
  }
}

// -----

gpu.module @others {
  gpu.func @f(%a: memref<8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'llvm.intr.sqrt' op has no conversion to SPIR-V for 'f32'}}
    %y = llvm.intr.sqrt(%x) : (f32) -> f32
    memref.store %y, %a[%c0] : memref<8xf32>
    gpu.return
  }
}

// -----

//===----------------------------------------------------------------------===//
// Modules and workgroups
//===----------------------------------------------------------------------===//

module {
module {
  // expected-error@+1 {{'gpu.module' op is in an inner module; run this pass on the module around it}}
  gpu.module @m {
    gpu.func @f(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      gpu.return
    }
  }
}
}

// -----

module {
module {
  func.func @f(%a: memref<8xf32>, %x: f32) {
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{'gpu.launch' op is in an inner module; run this pass on the module around it}}
    gpu.launch blocks(%i, %y, %z) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
      memref.store %x, %a[%i] : memref<8xf32>
      gpu.terminator
    }
    return
  }
}
}

// -----

gpu.module @stated [#spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<max_compute_workgroup_invocations = 256, max_compute_workgroup_size = [256, 16, 8]>>] {
  gpu.func @largest(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    gpu.return
  }
  // expected-error@+1 {{'gpu.func' op has a workgroup of 16 along axis 2; its target states 8 at most (max_compute_workgroup_size)}}
  gpu.func @f(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 16>} {
    gpu.return
  }
}

// -----

gpu.module @stated [#spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<max_compute_workgroup_invocations = 256, max_compute_workgroup_size = [256, 16, 8]>>] {
  // expected-error@+1 {{'gpu.func' op has a workgroup of 512 threads; its target states 256 at most (max_compute_workgroup_invocations)}}
  gpu.func @f(%a: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 16, 1>} {
    gpu.return
  }
}

// -----
gpu.module @eight_in_a_vector {
  gpu.func @f(%a: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'vector.broadcast' op works on 'vector<8xf32>'; vectors of SPIR-V have one axis of 2, 3 or 4 numbers: unroll it}}
    %b = vector.broadcast %a : f32 to vector<8xf32>
    gpu.return
  }
}

// -----

gpu.module @view {
  gpu.func @f(%a: memref<4x8xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'memref.transpose' op is a view, and SPIR-V kernels have no views; index the buffer that it looks at (fold-memref-alias-ops does so for some)}}
    %t = memref.transpose %a (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 8]>>
    memref.store %x, %t[%c0, %c0] : memref<8x4xf32, strided<[1, 8]>>
    gpu.return
  }
}

// -----

gpu.module @backwards {
  // expected-error@+1 {{it has a negative stride}}
  gpu.func @f(%a: memref<4xf32, strided<[-1], offset: 3>>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
}

// -----

gpu.module @address {
  gpu.func @f(%a: memref<8xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{takes an address, which SPIR-V for Vulkan does not have; use the buffer itself}}
    %p = memref.extract_aligned_pointer_as_index %a : memref<8xi32> -> index
    gpu.return
  }
}

// -----

gpu.module @copies {
  gpu.func @f(%a: memref<8xi32>, %b: memref<8xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{copies a whole buffer; write loops}}
    memref.copy %a, %b : memref<8xi32> to memref<8xi32>
    gpu.return
  }
}

// -----

gpu.module @shared_memory {
  gpu.func @f(%a: memref<8xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{has no counterpart in SPIR-V for Vulkan}}
    %s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @wide_case {
  gpu.func @f(%a: memref<8xi32>, %i: index) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{has a case that exceeds 32 bits, which is all that an index has on the device; use an i64 and scf.if}}
    scf.index_switch %i
    case 4294967296 {
      scf.yield
    }
    default {
    }
    gpu.return
  }
}

// -----

gpu.module @prefetch {
  gpu.func @f(%a: memref<8xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'memref.prefetch' op is not known to SPIR-V; remove it}}
    memref.prefetch %a[%c0], read, locality<3>, data : memref<8xi32>
    gpu.return
  }
}

// -----

gpu.module @lane {
  gpu.func @f(%a: memref<32xi32>, %v: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'gpu.lane_id' op uses subgroups, which are not supported here}}
    %i = gpu.lane_id
    memref.store %v, %a[%i] : memref<32xi32>
    gpu.return
  }
}

// -----

gpu.module @shuffle {
  gpu.func @f(%a: memref<8xi32>, %v: i32, %o: i32, %w: i32) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'gpu.shuffle' op uses subgroups, which are not supported here}}
    %r, %p = gpu.shuffle xor %v, %o, %w : i32
    memref.store %r, %a[%c0] : memref<8xi32>
    gpu.return
  }
}

// -----

gpu.module @call {
  func.func private @helper(memref<8xi32>)
  gpu.func @f(%a: memref<8xi32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    // expected-error@+1 {{'func.call' op passes a buffer to a function, which needs pointers that SPIR-V for Vulkan does not have; inline it}}
    func.call @helper(%a) : (memref<8xi32>) -> ()
    gpu.return
  }
}
