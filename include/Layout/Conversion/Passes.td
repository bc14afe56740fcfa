//===- Passes.td - Towards LLVM ----------------------------*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CONVERSION_PASSES_TD
#define LAYOUT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def LayoutRequirePhysical : Pass<"layout-require-physical", "::mlir::ModuleOp"> {
  let summary = "fail by name where a layout is still to be applied";
  let description = [{
    Upstream lowering leaves ops on laid-out buffers unconverted and succeeds.
    This pass stands before it and makes such an op an error that says which
    pass would have removed the layout. Changes nothing.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutRecordNoAlias : Pass<"layout-record-noalias", "::mlir::ModuleOp"> {
  let summary = "remember which arguments do not alias, across func-to-llvm";
  let description = [{
    Upstream drops `llvm.noalias` on memref arguments when it expands them into
    descriptors. This pass stands before that and records, on the function as
    `layout.noalias`, which arguments of the expanded signature are the aligned
    pointers of such memrefs. `layout-restore-noalias` stands behind it.
  }];
  let dependentDialects = ["::mlir::layout::LayoutDialect"];
}

def LayoutRestoreNoAlias : Pass<"layout-restore-noalias", "::mlir::ModuleOp"> {
  let summary = "put recorded noalias facts on the pointers";
  let description = [{
    Consumes `layout.noalias` on `llvm.func` and puts `llvm.noalias` on the
    arguments that it names.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ConvertLayoutToSPIRV : Pass<"convert-layout-to-spirv", "::mlir::ModuleOp"> {
  let summary = "kernels, with buffers in texture memory as images, to SPIR-V";
  let description = [{
    Puts into each `gpu.module` the `spirv.module` that its kernels become. The
    kernels stay, for those who launch them; a module that has its `spirv.module`
    already, or that names targets of which none is SPIR-V, is left alone. Layouts
    must be applied and flattened, four channels be vectors, affine ops be lowered.
    The pipeline `layout-to-spirv` does all of it.

    A buffer in texture memory, `#layout.texture<..>` or
    `#spirv.storage_class<Image>`, is an `image2D`: of rank 2 one of rows and
    columns, of rank 3 an array of them. Its elements are the texels: vectors of 4,
    or scalars for images of one channel, of f32, f16, or integers of 32, 16 or 8
    bits (signless ones are unsigned formats, `si32` and the like are signed ones).
    What a kernel only reads is a sampled image, read by `spirv.ImageFetch`; what it
    writes is a storage image of explicit format, decorated with what the kernel does
    not do. All other buffers and scalars are storage buffers, as upstream has them.

    Argument *i* of a kernel has descriptor set 0 and binding *i*. The workgroup size
    is that of `spirv.entry_point_abi`, else `known_block_size`. The target is that of
    the `gpu.module` or the `spirv.target_env` around it, taken as version 1.3 where
    it is later; by default Vulkan 1.1. Behind this pass run `spirv-lower-abi-attrs`
    and `spirv-update-vce`.

    It is an error, and nothing is changed, if a texture cannot be an image (another
    rank, an element without a format, too many rows, columns or layers), is used
    against its memory space or otherwise than by whole texels, or is not an argument
    of a kernel; and if upstream has no way to convert an op.

    Before:
    ```mlir
    gpu.func @double(%a: memref<64x32xvector<4xf32>, #layout.texture<read>>,
                     %b: memref<64x32xvector<4xf32>, #layout.texture<write>>)
        kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
      %x = gpu.global_id x
      %y = gpu.global_id y
      %t = memref.load %a[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<read>>
      %u = arith.addf %t, %t : vector<4xf32>
      memref.store %u, %b[%y, %x] : memref<64x32xvector<4xf32>, #layout.texture<write>>
      gpu.return
    }
    ```
    After, the essence:
    ```mlir
    %c = spirv.CompositeConstruct %x, %y : (i32, i32) -> vector<2xi32>
    %t = spirv.ImageFetch %image, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, vector<2xi32> -> vector<4xf32>
    %u = spirv.FAdd %t, %t : vector<4xf32>
    spirv.ImageWrite %out, %c, %u : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, vector<2xi32>, vector<4xf32>
    ```
  }];
  let options = [
    Option<"maxExtent", "max-extent", "int64_t", "16384",
           "The most rows and columns that an image of the target has">,
    Option<"maxLayers", "max-layers", "int64_t", "2048",
           "The most layers that an array of images of the target has">
  ];
  let dependentDialects = ["::mlir::layout::LayoutDialect",
                           "::mlir::spirv::SPIRVDialect"];
}

#endif // LAYOUT_CONVERSION_PASSES_TD
