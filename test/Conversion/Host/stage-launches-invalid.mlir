// Launches whose buffers cannot be copied to the device; the module stays as it is.
// RUN: layout-opt %s --layout-stage-launches --split-input-file --verify-diagnostics

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @none() kernel {
      gpu.return
    }
  }
  func.func @not_converted() {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{launches a kernel that is not converted; run convert-layout-to-spirv}}
    gpu.launch_func @kernels::@none blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @strided(%a: memref<8xf32, strided<[2]>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses 'memref<8xf32, strided<[2]>>', which is not contiguous, or not known to be; pass a contiguous copy}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32, strided<[2]>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @unknown(%a: memref<4x8xf32, strided<[?, 1]>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses 'memref<4x8xf32, strided<[?, 1]>>', which is not contiguous, or not known to be; pass a contiguous copy}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<4x8xf32, strided<[?, 1]>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @inside(%a: memref<4x8xf32, strided<[8, 1], offset: 16>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses 'memref<4x8xf32, strided<[8, 1], offset: 16>>', which begins inside of another buffer; pass that, and the offset as an argument, or pass a copy}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<4x8xf32, strided<[8, 1], offset: 16>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @inside_at(%a: memref<?xf32, strided<[1], offset: ?>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses 'memref<?xf32, strided<[1], offset: ?>>', which begins inside of another buffer; pass that, and the offset as an argument, or pass a copy}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xf32, strided<[1], offset: ?>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @states_strides(%a: memref<4x8xf32, strided<[8, 1]>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses 'memref<4x8xf32, strided<[8, 1]>>', which states strides though it is contiguous; cast it to a type without}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<4x8xf32, strided<[8, 1]>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @wide_index(%a: memref<8xindex>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses 'memref<8xindex>', whose elements are stored differently on the device; use numbers of 8, 16, 32 or 64 bits, or vectors of 2 or 4 of them}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xindex>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @bits(%a: memref<8xi1>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses 'memref<8xi1>', whose elements are stored differently on the device; use numbers of 8, 16, 32 or 64 bits, or vectors of 2 or 4 of them}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xi1>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @batch_of_layers(%a: memref<2x8x8x8xf32, #layout.texture<read>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses the texture 'memref<2x8x8x8xf32, #layout.texture<read>>'; an image has rows and columns, or layers, rows and columns, not 4 extents}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<2x8x8x8xf32, #layout.texture<read>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @two_names(%a: memref<8x8xf32>) {
    %c1 = arith.constant 1 : index
    %b = memref.expand_shape %a [[0], [1, 2]] output_shape [8, 2, 4] : memref<8x8xf32> into memref<8x2x4xf32>
    // expected-error @+1 {{uses one buffer as 'memref<8x8xf32>' and as 'memref<8x2x4xf32>' and may write it; the device would get two copies: pass it once, or a copy}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8x8xf32>, %b : memref<8x2x4xf32>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @texture_twice(%a: memref<8x8xf32, #layout.texture<readwrite>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses the texture 'memref<8x8xf32, #layout.texture<readwrite>>' twice and may write it; a kernel sees one image by one name: pass it once, or a copy}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8x8xf32, #layout.texture<readwrite>>, %a : memref<8x8xf32, #layout.texture<readwrite>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @asynchronous(%a: memref<8x8xf32>) {
    %c1 = arith.constant 1 : index
    %t = gpu.wait async
    // expected-error @+1 {{is asynchronous, but uses 'memref<8x8xf32>' of the host, which is copied before it starts; launch it without tokens}}
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8x8xf32>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @texture_by_gpu_alloc() {
    %c1 = arith.constant 1 : index
    %a, %t = gpu.alloc async [] () : memref<8x8xf32, #layout.texture<read>>
    // expected-error @+1 {{that gpu.alloc made, which makes no images; use memref.alloc}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8x8xf32, #layout.texture<read>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  memref.global @g : memref<8x8xf32>
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @global_twice() {
    %c1 = arith.constant 1 : index
    %a = memref.get_global @g : memref<8x8xf32>
    %b = memref.get_global @g : memref<8x8xf32>
    // expected-error @+1 {{uses one buffer as 'memref<8x8xf32>' and as 'memref<8x8xf32>' and may write it}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8x8xf32>, %b : memref<8x8xf32>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func private @layoutRequireDistinct()
  func.func @name_taken(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{needs the runtime function layoutRequireDistinct, a reserved symbol that is something else in this module; rename that}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8x8xf32>, %b : memref<8x8xf32>)
    return
  }
}

// -----

func.func @in_place(%a: memref<8xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'gpu.launch' op expects its kernel as a function, found it in the body; run gpu-kernel-outlining first}}
  gpu.launch blocks(%i, %y, %z) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    memref.store %x, %a[%i] : memref<8xf32>
    gpu.terminator
  }
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @far_index() {
    %c1 = arith.constant 1 : index
    %far = arith.constant -2147483649 : index
    // expected-error @+1 {{passes -2147483649 as argument 1, an index that exceeds 32 bits, which is all that an index has on the device; use i64}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c1 : index, %far : index)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func private @layoutRequireIndex()
  func.func @name_of_index_check_taken(%n: index) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{needs the runtime function layoutRequireIndex, a reserved symbol that is something else in this module; rename that}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%n : index)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @unranked(%a: memref<*xf32>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{uses 'memref<*xf32>', which has no rank; cast it to a type that has one}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<*xf32>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @laid_out(%a: memref<8xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{which has a layout that is not applied; run layout-apply}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @plain_map(%a: memref<8xf32, affine_map<(i) -> (i floordiv 4, i mod 4)>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{which has a layout that is not applied; run layout-apply}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<8xf32, affine_map<(i) -> (i floordiv 4, i mod 4)>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @separated(%a: memref<2x8xf32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>>) {
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{which states axis separators; run layout-flatten}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<2x8xf32, #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[1]>>>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @extents_not_told(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %t = layout.as_texture %a : memref<?xf32> to memref<?x8xf32, #layout.texture<read>>
    // expected-error @+1 {{uses the texture 'memref<?x8xf32, #layout.texture<read>>', whose extents 'memref<?xf32>' does not have; give as_texture a buffer of these rows and columns}}
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%t : memref<?x8xf32, #layout.texture<read>>)
    return
  }
}
