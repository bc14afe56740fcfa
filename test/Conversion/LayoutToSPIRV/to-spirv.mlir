// Buffers in texture memory become images, the rest storage buffers.
// RUN: layout-opt %s --convert-layout-to-spirv --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-to-spirv --split-input-file | FileCheck %s --check-prefix=ABI
// RUN: layout-opt %s --convert-layout-to-spirv --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK-DAG: to-spirv.mlir:{{.*}}convert-layout-to-spirv/image{{.*}}a sampled image
// REMARK-DAG: to-spirv.mlir:{{.*}}convert-layout-to-spirv/image{{.*}}a storage image of format Rgba16ui

// Argument i is binding i. What is only read is sampled and fetched; what is
// written has a format. (x, y) is (column, row).
// CHECK-LABEL: spirv.module @__spv__double
// CHECK-DAG:     spirv.GlobalVariable @double_image_0 bind(0, 0) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, UniformConstant>
// CHECK-DAG:     spirv.GlobalVariable @double_image_2 bind(0, 2) {non_readable} : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, UniformConstant>
// CHECK:         spirv.func @double(%{{.*}}: i32 {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 1), StorageBuffer>}, %{{.*}}: !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer> {spirv.interface_var_abi = #spirv.interface_var_abi<(0, 3)>})
// CHECK-SAME:    spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [8, 4, 1]>
// CHECK:         %[[X:.*]] = spirv.CompositeExtract %{{.*}}[0 : i32]
// CHECK:         %[[Y:.*]] = spirv.CompositeExtract %{{.*}}[1 : i32]
// CHECK:         %[[C:.*]] = spirv.CompositeConstruct %[[X]], %[[Y]] : (i32, i32) -> vector<2xi32>
// CHECK:         %[[T:.*]] = spirv.ImageFetch %{{.*}}, %[[C]]
// CHECK:         %[[U:.*]] = spirv.FAdd %[[T]], %[[T]] : vector<4xf32>
// CHECK:         spirv.ImageWrite %{{.*}}, %{{.*}}, %[[U]]
// The kernel stays for those who launch it.
// CHECK:       gpu.func @double

// ABI-LABEL: spirv.module @__spv__double
// ABI-SAME:    requires #spirv.vce<v1.0, [Shader, Matrix], [SPV_KHR_storage_buffer_storage_class]>
// ABI-DAG:     spirv.GlobalVariable @double_image_0 bind(0, 0) :
// ABI-DAG:     spirv.GlobalVariable @double_arg_0 bind(0, 1) : !spirv.ptr<!spirv.struct<(i32 [0])>, StorageBuffer>
// ABI-DAG:     spirv.GlobalVariable @double_image_2 bind(0, 2)
// ABI-DAG:     spirv.GlobalVariable @double_arg_1 bind(0, 3) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x f32, stride=4> [0])>, StorageBuffer>
// ABI:         spirv.EntryPoint "GLCompute" @double, @__builtin__GlobalInvocationId__
// ABI:         spirv.ExecutionMode @double "LocalSize", 8, 4, 1
gpu.module @double {
  gpu.func @double(%a: memref<64x32xvector<4xf32>, #layout.texture<read>>, %n: i32,
                   %b: memref<64x32xvector<4xf32>, #layout.texture<write>>,
                   %c: memref<8x8xf32>)
      kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %x = gpu.global_id x
    %y = gpu.global_id y
    %t = memref.load %a[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<read>>
    %u = arith.addf %t, %t : vector<4xf32>
    memref.store %u, %b[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<write>>
    %c0 = arith.constant 0 : index
    %i = arith.index_cast %n : i32 to index
    %e = vector.extract %t[%i] : f32 from vector<4xf32>
    memref.store %e, %c[%c0, %i] : memref<8x8xf32>
    gpu.return
  }
}

// -----

// What a kernel does decides: a readwrite texture that is only read is sampled,
// one that is read and written is neither decorated nor sampled. The storage
// class of images is such a space, too.
// CHECK-LABEL: spirv.module @__spv__access
// CHECK-DAG:     @use_image_0 bind(0, 0) : !spirv.ptr<!spirv.image<f32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @use_image_1 bind(0, 1) : !spirv.ptr<!spirv.image<f32, {{.*}}NoSampler, Rgba32f>
// CHECK-DAG:     @use_image_2 bind(0, 2) : !spirv.ptr<!spirv.image<f32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @use_image_3 bind(0, 3) {non_readable} : !spirv.ptr<!spirv.image<f32, {{.*}}NoSampler, Rgba32f>
// Arguments that are not used are bound all the same, as they say.
// CHECK-DAG:     @use_image_4 bind(0, 4) : !spirv.ptr<!spirv.image<f32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @use_image_5 bind(0, 5) {non_readable, non_writable} : !spirv.ptr<!spirv.image<f32, {{.*}}NoSampler, Rgba32f>
// CHECK:         spirv.ImageFetch
// CHECK:         spirv.ImageRead
// CHECK:         spirv.ImageWrite
// CHECK:         spirv.ImageFetch
// CHECK:         spirv.ImageWrite
gpu.module @access {
  gpu.func @use(%a: memref<64x32xvector<4xf32>, #layout.texture<readwrite>>,
                %b: memref<64x32xvector<4xf32>, #layout.texture<readwrite>>,
                %c: memref<64x32xvector<4xf32>, #spirv.storage_class<Image>>,
                %d: memref<64x32xvector<4xf32>, #spirv.storage_class<Image>>,
                %e: memref<64x32xvector<4xf32>, #layout.texture<read>>,
                %f: memref<64x32xvector<4xf32>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %x = gpu.global_id x
    %y = gpu.global_id y
    %t = memref.load %a[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<readwrite>>
    %u = memref.load %b[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<readwrite>>
    %v = arith.addf %t, %u : vector<4xf32>
    memref.store %v, %b[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<readwrite>>
    %w = vector.load %c[%y, %x] : memref<64x32xvector<4xf32>, #spirv.storage_class<Image>>, vector<4xf32>
    vector.store %w, %d[%y, %x] : memref<64x32xvector<4xf32>, #spirv.storage_class<Image>>, vector<4xf32>
    gpu.return
  }
}

// -----

// Narrow numbers are 32 bits wide on the way; signless integers are unsigned.
// CHECK-LABEL: spirv.module @__spv__formats
// CHECK-DAG:     @half_image_0 {{.*}}<f32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @half_image_1 {{.*}}<f32, {{.*}}NoSampler, Rgba16f>
// CHECK:         %[[H:.*]] = spirv.ImageFetch {{.*}} -> vector<4xf32>
// CHECK:         spirv.FConvert %[[H]] : vector<4xf32> to vector<4xf16>
// CHECK:         %[[W:.*]] = spirv.FConvert %{{.*}} : vector<4xf16> to vector<4xf32>
// CHECK:         spirv.ImageWrite %{{.*}}, %{{.*}}, %[[W]]
// CHECK-DAG:     @word_image_0 {{.*}}<i32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @word_image_1 {{.*}}<i32, {{.*}}NoSampler, Rgba32ui>
// CHECK:         spirv.func @word
// CHECK-NOT:     Convert
// CHECK:         spirv.Return
// CHECK-DAG:     @short_image_0 {{.*}}<i32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @short_image_1 {{.*}}<i32, {{.*}}NoSampler, Rgba16ui>
// CHECK:         spirv.UConvert %{{.*}} : vector<4xi32> to vector<4xi16>
// CHECK:         spirv.UConvert %{{.*}} : vector<4xi16> to vector<4xi32>
// CHECK-DAG:     @byte_image_0 {{.*}}<i32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @byte_image_1 {{.*}}<i32, {{.*}}NoSampler, Rgba8ui>
// CHECK:         spirv.UConvert %{{.*}} : vector<4xi32> to vector<4xi8>
// CHECK:         spirv.UConvert %{{.*}} : vector<4xi8> to vector<4xi32>
// CHECK-DAG:     @signed_image_0 {{.*}}<si32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @signed_image_1 {{.*}}<si32, {{.*}}NoSampler, Rgba32i>
// CHECK-DAG:     @signed_image_2 {{.*}}<si32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @signed_image_3 {{.*}}<si32, {{.*}}NoSampler, Rgba16i>
// CHECK-DAG:     @signed_image_4 {{.*}}<si32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @signed_image_5 {{.*}}<si32, {{.*}}NoSampler, Rgba8i>
// CHECK:         spirv.SConvert %{{.*}} : vector<4xsi32> to vector<4xsi16>
// CHECK:         spirv.SConvert %{{.*}} : vector<4xsi16> to vector<4xsi32>
gpu.module @formats {
  gpu.func @half(%a: memref<8x8xvector<4xf16>, #layout.texture<read>>,
                 %b: memref<8x8xvector<4xf16>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.global_id x
    %t = memref.load %a[%x, %x] : memref<8x8xvector<4xf16>, #layout.texture<read>>
    %u = arith.addf %t, %t : vector<4xf16>
    memref.store %u, %b[%x, %x] : memref<8x8xvector<4xf16>, #layout.texture<write>>
    gpu.return
  }
  gpu.func @word(%a: memref<8x8xvector<4xi32>, #layout.texture<read>>,
                 %b: memref<8x8xvector<4xi32>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.global_id x
    %t = memref.load %a[%x, %x] : memref<8x8xvector<4xi32>, #layout.texture<read>>
    %u = arith.addi %t, %t : vector<4xi32>
    memref.store %u, %b[%x, %x] : memref<8x8xvector<4xi32>, #layout.texture<write>>
    gpu.return
  }
  gpu.func @short(%a: memref<8x8xvector<4xi16>, #layout.texture<read>>,
                  %b: memref<8x8xvector<4xi16>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.global_id x
    %t = memref.load %a[%x, %x] : memref<8x8xvector<4xi16>, #layout.texture<read>>
    %u = arith.addi %t, %t : vector<4xi16>
    memref.store %u, %b[%x, %x] : memref<8x8xvector<4xi16>, #layout.texture<write>>
    gpu.return
  }
  gpu.func @byte(%a: memref<8x8xvector<4xi8>, #layout.texture<read>>,
                 %b: memref<8x8xvector<4xi8>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.global_id x
    %t = memref.load %a[%x, %x] : memref<8x8xvector<4xi8>, #layout.texture<read>>
    %u = arith.addi %t, %t : vector<4xi8>
    memref.store %u, %b[%x, %x] : memref<8x8xvector<4xi8>, #layout.texture<write>>
    gpu.return
  }
  gpu.func @signed(%a: memref<8x8xvector<4xsi32>, #layout.texture<read>>,
                   %b: memref<8x8xvector<4xsi32>, #layout.texture<write>>,
                   %c: memref<8x8xvector<4xsi16>, #layout.texture<read>>,
                   %d: memref<8x8xvector<4xsi16>, #layout.texture<write>>,
                   %e: memref<8x8xvector<4xsi8>, #layout.texture<read>>,
                   %f: memref<8x8xvector<4xsi8>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.global_id x
    %t = memref.load %a[%x, %x] : memref<8x8xvector<4xsi32>, #layout.texture<read>>
    memref.store %t, %b[%x, %x] : memref<8x8xvector<4xsi32>, #layout.texture<write>>
    %u = memref.load %c[%x, %x] : memref<8x8xvector<4xsi16>, #layout.texture<read>>
    memref.store %u, %d[%x, %x] : memref<8x8xvector<4xsi16>, #layout.texture<write>>
    %v = memref.load %e[%x, %x] : memref<8x8xvector<4xsi8>, #layout.texture<read>>
    memref.store %v, %f[%x, %x] : memref<8x8xvector<4xsi8>, #layout.texture<write>>
    gpu.return
  }
}

// -----

// Three axes are layers, rows and columns; scalars are texels of one channel,
// read and written as four.
// CHECK-LABEL: spirv.module @__spv__shapes
// CHECK-DAG:     @layers_image_0 {{.*}}<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NeedSampler, Unknown>
// CHECK-DAG:     @layers_image_1 {{.*}}<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NoSampler, Rgba32f>
// CHECK:         %[[X:.*]] = spirv.CompositeExtract %{{.*}}[0 : i32]
// CHECK:         %[[Y:.*]] = spirv.CompositeExtract %{{.*}}[1 : i32]
// CHECK:         %[[Z:.*]] = spirv.CompositeExtract %{{.*}}[2 : i32]
// CHECK:         spirv.CompositeConstruct %[[X]], %[[Y]], %[[Z]] : (i32, i32, i32) -> vector<3xi32>
// CHECK-DAG:     @channel_image_0 {{.*}}<f32, {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @channel_image_1 {{.*}}<i32, {{.*}}NoSampler, R32ui>
// CHECK:         %[[T:.*]] = spirv.ImageFetch {{.*}} -> vector<4xf32>
// CHECK:         %[[E:.*]] = spirv.CompositeExtract %[[T]][0 : i32] : vector<4xf32>
// CHECK:         %[[I:.*]] = spirv.ConvertFToS %[[E]] : f32 to i32
// CHECK:         spirv.CompositeConstruct %[[I]], %[[I]], %[[I]], %[[I]]
// CHECK:         spirv.ImageWrite {{.*}}, vector<4xi32>
gpu.module @shapes {
  gpu.func @layers(%a: memref<3x8x8xvector<4xf32>, #layout.texture<read>>,
                   %b: memref<3x8x8xvector<4xf32>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.global_id x
    %y = gpu.global_id y
    %z = gpu.global_id z
    %t = memref.load %a[%z, %y, %x] : memref<3x8x8xvector<4xf32>, #layout.texture<read>>
    memref.store %t, %b[%z, %y, %x] : memref<3x8x8xvector<4xf32>, #layout.texture<write>>
    gpu.return
  }
  gpu.func @channel(%a: memref<8x8xf32, #layout.texture<read>>,
                    %b: memref<8x8xi32, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %x = gpu.global_id x
    %t = memref.load %a[%x, %x] : memref<8x8xf32, #layout.texture<read>>
    %i = arith.fptosi %t : f32 to i32
    memref.store %i, %b[%x, %x] : memref<8x8xi32, #layout.texture<write>>
    gpu.return
  }
}

// -----

// An extent that the type tells is a constant; one that it does not tell is
// asked of a storage image.
// CHECK-LABEL: spirv.module @__spv__sizes
// CHECK:         spirv.func @sizes
// CHECK:         %[[S:.*]] = spirv.ImageQuerySize %{{.*}} -> vector<3xi32>
// CHECK:         %[[L:.*]] = spirv.CompositeExtract %[[S]][2 : i32]
// CHECK:         %[[S:.*]] = spirv.ImageQuerySize %{{.*}} -> vector<3xi32>
// CHECK:         %[[R:.*]] = spirv.CompositeExtract %[[S]][1 : i32]
// CHECK:         %[[COLUMNS:.*]] = spirv.Constant 8 : i32
// CHECK:         spirv.IAdd %[[L]], %[[R]]
gpu.module @sizes {
  gpu.func @sizes(%a: memref<?x?x8xvector<4xf32>, #layout.texture<write>>,
                  %b: memref<8xi32>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %l = memref.dim %a, %c0 : memref<?x?x8xvector<4xf32>, #layout.texture<write>>
    %r = memref.dim %a, %c1 : memref<?x?x8xvector<4xf32>, #layout.texture<write>>
    %c = memref.dim %a, %c2 : memref<?x?x8xvector<4xf32>, #layout.texture<write>>
    %s = arith.addi %l, %r : index
    %t = arith.addi %s, %c : index
    %u = arith.index_cast %t : index to i32
    memref.store %u, %b[%c0] : memref<8xi32>
    %z = arith.constant dense<0.0> : vector<4xf32>
    memref.store %z, %a[%c0, %c0, %c0] : memref<?x?x8xvector<4xf32>, #layout.texture<write>>
    gpu.return
  }
}

// -----

// A later target gets version 1.3, in which entry points list less.
// ABI-LABEL: spirv.module @__spv__later
// ABI-SAME:    requires #spirv.vce<v1.0,
// ABI:         spirv.EntryPoint "GLCompute" @f{{$}}
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.6, [Shader], []>, #spirv.resource_limits<>>} {
  gpu.module @later {
    gpu.func @f(%a: memref<8x8xvector<4xf32>, #layout.texture<write>>)
        kernel attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [1, 1, 1]>} {
      %c0 = arith.constant 0 : index
      %z = arith.constant dense<0.0> : vector<4xf32>
      memref.store %z, %a[%c0, %c0] : memref<8x8xvector<4xf32>, #layout.texture<write>>
      gpu.return
    }
  }
}

// -----

// Memory without a space that a kernel allocates is each thread's own.
// CHECK-LABEL: spirv.module @__spv__local
// CHECK:         spirv.Variable : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32>)>, Function>
// CHECK:         spirv.Store "Function"
// CHECK:         spirv.Load "Function"
gpu.module @local {
  gpu.func @f(%a: memref<8xf32>, %i: index)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %l = memref.alloca() : memref<4xf32>
    %t = memref.load %a[%i] : memref<8xf32>
    memref.store %t, %l[%i] : memref<4xf32>
    %u = memref.load %l[%i] : memref<4xf32>
    memref.store %u, %a[%i] : memref<8xf32>
    gpu.return
  }
}
