// A request that no pass has met is told wherever it would get lost, by a name to
// run. Nothing becomes plain code.
//
// DEFINE: %{pass} =
// DEFINE: %{refused} = not layout-opt %s --split-input-file --%{pass} 2>&1 | FileCheck %s --implicit-check-not=llvm.func
// REDEFINE: %{pass} = layout-apply
// RUN: %{refused}
// REDEFINE: %{pass} = layout-finalize
// RUN: %{refused}
// REDEFINE: %{pass} = layout-flatten
// RUN: %{refused}
// REDEFINE: %{pass} = layout-vectorize-elements
// RUN: %{refused}
// REDEFINE: %{pass} = layout-split-textures
// RUN: %{refused}
// REDEFINE: %{pass} = layout-place-textures
// RUN: %{refused}
// REDEFINE: %{pass} = layout-host-textures
// RUN: %{refused}
// REDEFINE: %{pass} = layout-stage-launches
// RUN: %{refused}
// REDEFINE: %{pass} = convert-layout-to-spirv
// RUN: %{refused}
// REDEFINE: %{pass} = layout-require-physical
// RUN: %{refused}
// REDEFINE: %{pass} = layout-optimize
// RUN: %{refused}
// REDEFINE: %{pass} = layout-optimize=padding=true
// RUN: %{refused}
// REDEFINE: %{pass} = layout-to-llvm
// RUN: %{refused}
// REDEFINE: %{pass} = layout-to-spirv
// RUN: %{refused}
// REDEFINE: %{pass} = layout-to-vulkan
// RUN: %{refused}
// RUN: layout-opt %s --split-input-file --layout-normalize-memrefs --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK: [[@LINE+2]]:1: error: 'func.func' op still requests a layout by 'layout.transform'; run layout-assign {{before layout-apply|and layout-apply }}
// REMARK: [[@LINE+1]]:1: remark: [Missed] layout-normalize-memrefs/requested {{.*}}"'layout.transform' is not applied here; run layout-assign"
func.func @argument(%a: memref<14xi32> {layout.transform = #tiles}, %x: i32) {
  affine.store %x, %a[3] : memref<14xi32>
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @allocation(%x: i32) -> i32 {
  // CHECK: [[@LINE+1]]:8: error: 'memref.alloc' op still requests a layout by 'layout.transform'; run layout-assign {{before layout-apply|and layout-apply }}
  %a = memref.alloc() {layout.transform = #tiles} : memref<14xi32>
  memref.dealloc %a : memref<14xi32>
  return %x : i32
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK: [[@LINE+1]]:1: error: 'memref.global' op still requests a layout
memref.global "private" @global : memref<14xi32> {layout.transform = #tiles}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK: [[@LINE+1]]:1: error: 'func.func' op still requests a layout
func.func private @declared(memref<14xi32> {layout.transform = #tiles})

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {gpu.container_module} {
  gpu.module @inner {
    // CHECK: [[@LINE+1]]:5: error: 'gpu.func' op still requests a layout
    gpu.func @kernel(%a: memref<14xi32> {layout.transform = #tiles}) kernel {
      gpu.return
    }
  }
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK: [[@LINE+2]]:1: error: 'func.func' op still requests a local copy by 'layout.cache'; run layout-cache{{ before layout-apply|, layout-assign and layout-apply }}
// REMARK: [[@LINE+1]]:1: remark: [Missed] layout-normalize-memrefs/requested {{.*}}"'layout.cache' is not applied here; run layout-cache"
func.func @cached(%a: memref<14xi32> {layout.cache = #tiles}, %x: i32) {
  affine.store %x, %a[3] : memref<14xi32>
  return
}

// -----

func.func @cached_loop(%a: memref<14xi32>, %x: i32) {
  // CHECK: [[@LINE+1]]:3: error: 'affine.for' op still requests a local copy by 'layout.cache'; run layout-cache{{ before layout-apply|, layout-assign and layout-apply }}
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32>
  } {layout.cache}
  return
}
