// Textures of the host that do not become memory; the module stays as it is.
// RUN: layout-opt %s --layout-host-textures --split-input-file --verify-diagnostics

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3]>>
// expected-error @+1 {{which is not physical; run layout-apply}}
func.func @logical(%a: memref<1x4x4x4xf32, #nchw4c, #layout.texture<read>>) {
  return
}

// -----

func.func @in_place(%a: memref<4x4xvector<4xf32>, #layout.texture<read>>) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expects its kernel as a function, as it uses textures; run gpu-kernel-outlining first}}
  gpu.launch blocks(%x, %y, %z) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%bx = %c1, %by = %c1, %bz = %c1) {
    %t = memref.load %a[%c1, %c1] : memref<4x4xvector<4xf32>, #layout.texture<read>>
    gpu.terminator
  }
  return
}

// -----

func.func @cast(%a: memref<4x4xf32, 3>) {
  // expected-error @+1 {{cannot cast between texture memory and 'memref<4x4xf32, 3>': expects a contiguous buffer in the default memory space; copy to one first}}
  %t = memref.memory_space_cast %a : memref<4x4xf32, 3> to memref<4x4xf32, #layout.texture<read>>
  return
}

// -----

func.func @no_launch(%m: memref<4x4xf32>) -> memref<4x4xf32, #layout.texture<read>> {
  %t = layout.as_texture %m : memref<4x4xf32> to memref<4x4xf32, #layout.texture<read>>
  // expected-error @+1 {{uses a texture on the host, where only gpu.launch_func can}}
  return %t : memref<4x4xf32, #layout.texture<read>>
}

// -----

// Where nothing uses it, too.
#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3]>>
// expected-error @+1 {{which is not physical; run layout-apply}}
func.func private @logical_result() -> memref<1x4x4x4xf32, #nchw4c, #layout.texture<read>>

// -----

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3]>>
// expected-error @+1 {{which is not physical; run layout-apply}}
memref.global @logical_global : memref<1x4x4x4xf32, #nchw4c, #layout.texture<read>>
