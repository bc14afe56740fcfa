//===- ImageOps.td - Image ops of host code ----------------*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_IMAGEOPS_TD
#define LAYOUT_IR_IMAGEOPS_TD

include "Layout/IR/LayoutTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

/// Where texels live: nothing that the host reads or writes is there.
def Layout_ImageResource : Resource<"::mlir::layout::ImageResource">;

class Layout_ImageOp<string mnemonic, list<Trait> traits = []>
    : Op<Layout_Dialect, mnemonic, traits>;

def Layout_ImageCreateOp : Layout_ImageOp<"image_create"> {
  let summary = "makes an image on the device";
  let description = [{
    Its texels hold nothing defined. Where the device cannot have such an image,
    the program ends with an error that says why.

    * (C1) There is one size per dynamic extent, in order.

    ```mlir
    %a = layout.image_create : !layout.image<64x32xvector<4xf32>>
    %b = layout.image_create(%rows) : !layout.image<?x32xvector<4xf32>>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs Res<Layout_ImageType, "", [MemAlloc<Layout_ImageResource>]>:$image);
  let assemblyFormat = "(`(` $sizes^ `)`)? attr-dict `:` qualified(type($image))";
  let hasVerifier = 1;
}

class Layout_ImageTransferOp<string mnemonic> : Layout_ImageOp<mnemonic> {
  let hasVerifier = 1;
}

def Layout_ImageUploadOp : Layout_ImageTransferOp<"image_upload"> {
  let summary = "copies a buffer into an image";
  let description = [{
    Number by number in row-major order: the buffer holds what the image will,
    packed already, by the layout that it is the storage of.

    * (C1) The buffer is contiguous: it has no layout.
    * (C2) Its elements are of the type of the channels, or vectors of them.
    * (C3) It has as many numbers as the image, where both are static.

    ```mlir
    layout.image_upload %m to %a : memref<8x8x32x4xf32> to !layout.image<64x32xvector<4xf32>>
    ```
  }];
  let arguments = (ins
    Arg<AnyMemRef, "", [MemRead]>:$buffer,
    Arg<Layout_ImageType, "", [MemWrite<Layout_ImageResource>]>:$image);
  let assemblyFormat = "$buffer `to` $image attr-dict `:` type($buffer) `to` qualified(type($image))";
}

def Layout_ImageDownloadOp : Layout_ImageTransferOp<"image_download"> {
  let summary = "copies an image into a buffer";
  let description = [{
    Waits for the kernels that write the image.

    * (C1) The buffer is contiguous: it has no layout.
    * (C2) Its elements are of the type of the channels, or vectors of them.
    * (C3) It has as many numbers as the image, where both are static.

    ```mlir
    layout.image_download %a to %m : !layout.image<64x32xvector<4xf32>> to memref<64x32xvector<4xf32>>
    ```
  }];
  let arguments = (ins
    Arg<Layout_ImageType, "", [MemRead<Layout_ImageResource>]>:$image,
    Arg<AnyMemRef, "", [MemWrite]>:$buffer);
  let assemblyFormat = "$image `to` $buffer attr-dict `:` qualified(type($image)) `to` type($buffer)";
}

def Layout_ImageDestroyOp : Layout_ImageOp<"image_destroy"> {
  let summary = "ends the life of an image";
  let description = [{
    ```mlir
    layout.image_destroy %a : !layout.image<64x32xvector<4xf32>>
    ```
  }];
  let arguments = (ins Arg<Layout_ImageType, "", [MemFree<Layout_ImageResource>]>:$image);
  let assemblyFormat = "$image attr-dict `:` qualified(type($image))";
}

def Layout_AsTextureOp : Layout_ImageOp<"as_texture",
    [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "memory of the host, of which a launch gets an image";
  let description = [{
    Kernels see a texture; the host has the same numbers in the same order in a
    buffer. Only `gpu.launch_func` can use the result. `layout-host-textures`
    makes these, `layout-stage-launches` makes copies of them.

    * (C1) The source is contiguous and in memory of the host: it has neither
      layout nor memory space.
    * (C2) The result is in texture memory and has no layout but axis separators.
    * (C3) Both have numbers of one type, and as many, where both are static.

    ```mlir
    %t = layout.as_texture %m : memref<8x8x32x4xf32> to memref<64x32xvector<4xf32>, #layout.texture<read>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
}

def Layout_FetchOp : Layout_ImageOp<"fetch", [
    TypesMatchWith<"the result is a texel", "texture", "texel",
                   "::llvm::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "reads a texel that may lie outside of the image";
  let description = [{
    What `memref.load` reads, inside. A load outside of a buffer is undefined
    behaviour; this yields what the memory space guarantees: with `outside = zero`
    zeros, with `outside = clamp` the texel at `max(0, min(i, extent - 1))` in each
    coordinate. Coordinates of images are signed numbers of 32 bits; beyond these
    nothing is guaranteed.

    * (C1) The memory space says what is read outside.
    * (C2) The buffer is an image: two or three axes of texels, without a layout,
      the channels no axis any more.
    * (C3) There is one index per axis.

    ```mlir
    %x = layout.fetch %t[%i, %j] : memref<64x64xvector<4xf32>, #layout.texture<read, outside = zero>>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$texture, Variadic<Index>:$indices);
  let results = (outs AnyType:$texel);
  let assemblyFormat = "$texture `[` $indices `]` attr-dict `:` type($texture)";
  let hasVerifier = 1;
}

#endif // LAYOUT_IR_IMAGEOPS_TD
