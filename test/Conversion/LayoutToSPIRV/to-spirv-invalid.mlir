// What cannot be an image is refused at the buffer, what is no access to it at
// the op.
// RUN: layout-opt %s --convert-layout-to-spirv --split-input-file --verify-diagnostics
// RUN: not layout-opt %s --convert-layout-to-spirv --split-input-file 2>/dev/null | not grep spirv.module

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @rank_1 {
  // expected-error@+1 {{texture 'memref<8xvector<4xf32>, #layout.texture<read>>': an image has rows and columns, or layers, rows and columns, of texels; flattened and with vectors of 4 as elements, this has rank 1}}
  gpu.func @f(%a: memref<8xvector<4xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @rank_4 {
  // expected-error@+1 {{texture 'memref<2x2x2x4xf32, #layout.texture<read>>': an image has rows and columns, or layers, rows and columns, of texels; flattened and with vectors of 4 as elements, this has rank 4}}
  gpu.func @f(%a: memref<2x2x2x4xf32, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @rank_0 {
  // expected-error@+1 {{this has rank 0}}
  gpu.func @f(%a: memref<vector<4xf32>, #spirv.storage_class<Image>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @no_rank {
  // expected-error@+1 {{this has no rank}}
  gpu.func @f(%a: memref<*xf32, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @f64 {
  // expected-error@+1 {{no image format holds 'f64', only f32, f16, and integers of 32, 16 or 8 bits}}
  gpu.func @f(%a: memref<8x8xvector<4xf64>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @bf16 {
  // expected-error@+1 {{no image format holds 'bf16'}}
  gpu.func @f(%a: memref<8x8xvector<4xbf16>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @i64 {
  // expected-error@+1 {{no image format holds 'i64'}}
  gpu.func @f(%a: memref<8x8xvector<4xi64>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @i1 {
  // expected-error@+1 {{no image format holds 'i1'}}
  gpu.func @f(%a: memref<8x8xi1, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @index {
  // expected-error@+1 {{no image format holds 'index'}}
  gpu.func @f(%a: memref<8x8xvector<4xindex>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @three_components {
  // expected-error@+1 {{a texel has one or four components, not 'vector<3xf32>'}}
  gpu.func @f(%a: memref<8x8xvector<3xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @matrix_texel {
  // expected-error@+1 {{a texel has one or four components, not 'vector<2x2xf32>'}}
  gpu.func @f(%a: memref<8x8xvector<2x2xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @largest {
  gpu.func @fits(%a: memref<16384x16384xvector<4xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
  // expected-error@+1 {{16385 columns exceed the images of the target, of 16384 at most}}
  gpu.func @f(%a: memref<8x16385xvector<4xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @rows {
  // expected-error@+1 {{16385 rows exceed the images of the target, of 16384 at most}}
  gpu.func @f(%a: memref<16385x8xvector<4xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @layers {
  // expected-error@+1 {{2049 layers exceed the images of the target, of 2048 at most}}
  gpu.func @f(%a: memref<2049x8x8xvector<4xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @empty {
  // expected-error@+1 {{it has no texel, and an image cannot be empty}}
  gpu.func @f(%a: memref<8x0xvector<4xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @strided {
  // expected-error@+1 {{its layout is neither row-major nor one of this dialect; copy it to a row-major buffer}}
  gpu.func @f(%a: memref<8x8xvector<4xf32>, strided<[16, 1]>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @not_applied {
  // expected-error@+1 {{has a layout that is not applied; run layout-apply}}
  gpu.func @f(%a: memref<8x8xf32, #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @not_flat {
  // expected-error@+1 {{states axis separators; run layout-flatten}}
  gpu.func @f(%a: memref<8x8xf32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @writes {
  gpu.func @f(%a: memref<8x8xvector<4xf32>, #layout.texture<read>>, %t: vector<4xf32>) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{writes 'memref<8x8xvector<4xf32>, #layout.texture<read>>', which is only read}}
    memref.store %t, %a[%c0, %c0] : memref<8x8xvector<4xf32>, #layout.texture<read>>
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @reads {
  gpu.func @f(%a: memref<8x8xvector<4xf32>, #layout.texture<write>>) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{reads 'memref<8x8xvector<4xf32>, #layout.texture<write>>', which is only written}}
    %t = memref.load %a[%c0, %c0] : memref<8x8xvector<4xf32>, #layout.texture<write>>
    gpu.return
  }
}

// -----

// Formats of one narrow channel can be read everywhere, and written where the
// target says so.
#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @narrow_channel {
  gpu.func @read(%a: memref<8x8xf16, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
  // expected-error@+1 {{format R16f can only be read by this target: to write it asks for StorageImageExtendedFormats}}
  gpu.func @f(%a: memref<8x8xf16, #layout.texture<readwrite>>, %t: f16) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    %u = memref.load %a[%c0, %c0] : memref<8x8xf16, #layout.texture<readwrite>>
    memref.store %u, %a[%c0, %c0] : memref<8x8xf16, #layout.texture<readwrite>>
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @size_of_sampled {
  // expected-error@+1 {{the kernel reads a dynamic extent, which sampled images do not have; set sampled-images=false, or pass the extent as an argument}}
  gpu.func @f(%a: memref<?x8xvector<4xf32>, #layout.texture<read>>, %b: memref<1xindex>) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    %t = memref.load %a[%c0, %c0] : memref<?x8xvector<4xf32>, #layout.texture<read>>
    %d = memref.dim %a, %c0 : memref<?x8xvector<4xf32>, #layout.texture<read>>
    memref.store %d, %b[%c0] : memref<1xindex>
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @some_axis {
  gpu.func @f(%a: memref<8x8xvector<4xf32>, #layout.texture<read>>, %i: index) kernel attributes {spirv.entry_point_abi = #size} {
    // expected-error@+1 {{expects a constant axis of the texture}}
    %d = memref.dim %a, %i : memref<8x8xvector<4xf32>, #layout.texture<read>>
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @no_axis {
  gpu.func @f(%a: memref<8x8xvector<4xf32>, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    %c2 = arith.constant 2 : index
    // expected-error@+1 {{expects a constant axis of the texture}}
    %d = memref.dim %a, %c2 : memref<8x8xvector<4xf32>, #layout.texture<read>>
    gpu.return
  }
}

// -----

// A vector across four texels of one channel is no texel.
#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @across {
  gpu.func @f(%a: memref<8x8xf32, #layout.texture<read>>) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expects to access one whole texel of 'memref<8x8xf32, #layout.texture<read>>'}}
    %t = vector.load %a[%c0, %c0] : memref<8x8xf32, #layout.texture<read>>, vector<4xf32>
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @stored_across {
  gpu.func @f(%a: memref<8x8xf32, #layout.texture<write>>, %t: vector<4xf32>) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expects to access one whole texel of 'memref<8x8xf32, #layout.texture<write>>'}}
    vector.store %t, %a[%c0, %c0] : memref<8x8xf32, #layout.texture<write>>, vector<4xf32>
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @atomic {
  gpu.func @f(%a: memref<8x8xi32, #layout.texture<readwrite>>, %t: i32) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expects to access one whole texel of 'memref<8x8xi32, #layout.texture<readwrite>>'}}
    %u = memref.atomic_rmw addi %t, %a[%c0, %c0] : (i32, memref<8x8xi32, #layout.texture<readwrite>>) -> i32
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @other_name {
  gpu.func @f(%a: memref<8x8xvector<4xf32>, #layout.texture<read>>, %b: memref<8x8xvector<4xf32>, #layout.texture<read>>, %c: i1) kernel attributes {spirv.entry_point_abi = #size} {
    // expected-error@+1 {{makes a texture or passes one on, 'memref<8x8xvector<4xf32>, #layout.texture<read>>'; a texture is an argument of a kernel, under one name}}
    %d = arith.select %c, %a, %b : memref<8x8xvector<4xf32>, #layout.texture<read>>
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @local {
  gpu.func @f() kernel attributes {spirv.entry_point_abi = #size} {
    // expected-error@+1 {{makes a texture or passes one on, 'memref<8x8xvector<4xf32>, #layout.texture<readwrite>>'; a texture is an argument of a kernel, under one name}}
    %a = memref.alloca() : memref<8x8xvector<4xf32>, #layout.texture<readwrite>>
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @attribution {
  // expected-error@+1 {{has a memory attribution that is private, or not in the workgroup's memory, which is not converted; state #gpu.address_space<workgroup>, or use memref.alloca}}
  gpu.func @f() workgroup(%a: memref<8x8xvector<4xf32>, #layout.texture<readwrite>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @helper {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
  // expected-error@+1 {{makes a texture or passes one on, 'memref<8x8xvector<4xf32>, #layout.texture<read>>'; a texture is an argument of a kernel, under one name}}
  func.func @g(%a: memref<8x8xvector<4xf32>, #layout.texture<read>>) {
    return
  }
}

// -----

gpu.module @no_size {
  // expected-error@+1 {{has no workgroup size, which SPIR-V fixes in the kernel; state known_block_size or spirv.entry_point_abi}}
  gpu.func @f(%a: memref<8x8xf32>) kernel {
    gpu.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%a: memref<8x8xf32>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
      gpu.return
    }
  }
  func.func @launches(%a: memref<8x8xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c8, %c8, %c1) args(%a : memref<8x8xf32>)
    // expected-error@+1 {{launches blocks of 1 along axis 1, but the kernel has a workgroup size of 8 there}}
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8x8xf32>)
    return
  }
}

// -----

// What upstream has no way for is an error there, not left behind.
#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @no_way {
  gpu.func @f(%a: memref<8x8xf32>) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{'vector.load' op accesses a vector in 'memref<8x8xf32>', whose elements are scalars; SPIR-V needs vectors as elements (see layout-vectorize-elements) or scalar accesses}}
    %t = vector.load %a[%c0, %c0] : memref<8x8xf32>, vector<4xf32>
    vector.store %t, %a[%c0, %c0] : memref<8x8xf32>, vector<4xf32>
    gpu.return
  }
}

// -----

// A helper that the kernel does not share with others is no kernel.
gpu.module @no_kernel {
  gpu.func @kernel() kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    gpu.return
  }
  // expected-error@+1 {{'gpu.func' op is not a kernel; make a function that kernels call a func.func, or inline it}}
  gpu.func @f(%a: memref<8x8xf32>) {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @index_buffer {
  // expected-error@+1 {{argument of type 'memref<8xindex>': an element of type index has 64 bits on the host and 32 on the device; use integers of a fixed width}}
  gpu.func @f(%a: memref<8xindex>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @boolean {
  // expected-error@+1 {{argument of type 'i1': a boolean has no size in a buffer; use an integer of 8 bits or more}}
  gpu.func @f(%a: i1) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @three_in_a_vector {
  // expected-error@+1 {{argument of type 'memref<8xvector<3xf32>>': vectors in a buffer have 2 or 4 elements}}
  gpu.func @f(%a: memref<8xvector<3xf32>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @booleans_in_a_vector {
  // expected-error@+1 {{vectors of booleans have no layout that host and device share}}
  gpu.func @f(%a: memref<8xvector<4xi1>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @odd_width {
  // expected-error@+1 {{argument of type 'memref<8xi24>': its elements are no numbers of 8, 16, 32 or 64 bits}}
  gpu.func @f(%a: memref<8xi24>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @vector_argument {
  // expected-error@+1 {{argument of type 'vector<4xf32>': expects a ranked buffer or a number}}
  gpu.func @f(%a: vector<4xf32>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @tensor_argument {
  // expected-error@+1 {{expects a ranked buffer or a number}}
  gpu.func @f(%a: tensor<4xf32>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @unranked {
  // expected-error@+1 {{expects a ranked buffer or a number}}
  gpu.func @f(%a: memref<*xf32>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @workgroup_memory {
  // expected-error@+1 {{its memory space is not one of buffers that the host binds; use the default one}}
  gpu.func @f(%a: memref<8xf32, #gpu.address_space<workgroup>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @unknown_memory {
  // expected-error@+1 {{its memory space is not one of buffers that the host binds; use the default one}}
  gpu.func @f(%a: memref<8xf32, "elsewhere">) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @somewhere {
  // expected-error@+1 {{where its elements lie is not known; pass a buffer without layout or offset}}
  gpu.func @f(%a: memref<8xf32, strided<[1], offset: ?>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

// Branches without structure would be valid for upstream and invalid SPIR-V.
#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @branches {
  gpu.func @f(%a: memref<8xf32>, %b: i32) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    %c0_i32 = arith.constant 0 : i32
    %z = arith.constant 1.0 : f32
    %c = arith.cmpi sgt, %b, %c0_i32 : i32
    // expected-error@+1 {{branches between blocks, and SPIR-V expects structured control flow; keep scf.if, scf.for and scf.while}}
    cf.cond_br %c, ^store, ^end
  ^store:
    memref.store %z, %a[%c0] : memref<8xf32>
    cf.br ^end
  ^end:
    gpu.return
  }
}

// -----

// Upstream would make wrong or invalid SPIR-V of these.
#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @narrow {
  gpu.func @f(%a: memref<8xi8>) kernel attributes {spirv.entry_point_abi = #size} {
    %c0 = arith.constant 0 : index
    %x = arith.constant 5 : i8
    // expected-error@+1 {{'memref.atomic_rmw' op is atomic on another width than 32 bits; use i32}}
    %r = memref.atomic_rmw addi %x, %a[%c0] : (i8, memref<8xi8>) -> i8
    gpu.return
  }
}

// -----

#size = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>
gpu.module @own {
  // expected-error@+1 {{'gpu.func' op has a memory attribution that is private, or not in the workgroup's memory, which is not converted; state #gpu.address_space<workgroup>, or use memref.alloca}}
  gpu.func @f(%a: memref<8xf32>) private(%w: memref<8xf32, #gpu.address_space<private>>) kernel attributes {spirv.entry_point_abi = #size} {
    gpu.return
  }
}

// -----

// To find the nearest texel takes the extents, which a sampled image does not tell.
gpu.module @kernels {
  gpu.func @nearest(%a: memref<?x5xf32, #layout.texture<read, outside = clamp>>, %b: memref<8x5xf32>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %w = gpu.block_id x
    // expected-error @+1 {{'layout.fetch' op takes the nearest texel of 'memref<?x5xf32, #layout.texture<read, outside = clamp>>', whose extents are dynamic, and a sampled image does not have them; make them static}}
    %x = layout.fetch %a[%w, %w] : memref<?x5xf32, #layout.texture<read, outside = clamp>>
    memref.store %x, %b[%w, %w] : memref<8x5xf32>
    gpu.return
  }
}
