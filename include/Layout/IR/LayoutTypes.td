//===- LayoutTypes.td - Types of the layout dialect -*- tablegen -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAYOUTTYPES_TD
#define LAYOUT_IR_LAYOUTTYPES_TD

include "Layout/IR/LayoutDialect.td"
include "mlir/IR/AttrTypeBase.td"

def Layout_ImageType : TypeDef<Layout_Dialect, "Image"> {
  let mnemonic = "image";
  let summary = "a handle to an image on the device";
  let description = [{
    Rows and columns of texels, or layers of them: what a buffer in texture
    memory is on the device. A host holds it by this handle and moves texels with
    `layout.image_upload` and `layout.image_download`.

    `outside = zero` requires that the device keeps that guarantee of the memory space
    (`#layout.texture`): making such an image fails where it cannot.

    * (C1) There are two extents, rows and columns, or three, layers before them.
    * (C2) A texel is a number, or a vector of four: of f32, f16, or an integer
      of 32, 16 or 8 bits. Signless integers are in images without sign.
    * (C3) No extent is 0: there is no empty image.

    ```mlir
    !layout.image<64x32xvector<4xf16>>    // 64 rows, 32 columns
    !layout.image<3x64x?xf32>             // three layers; one channel
    !layout.image<64x32xf32, outside = zero>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$texel,
                        DefaultValuedParameter<"bool", "false">:$isZeroOutside);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    bool isArrayed() const { return getRank() == 3; }
    /// How many of the extents are dynamic.
    int64_t getNumDynamicExtents() const {
      return ::llvm::count_if(getShape(), ::mlir::ShapedType::isDynamic);
    }
    /// 4, or 1 where a texel is a number.
    int64_t getNumChannels() const;
    /// The type of the numbers in a texel.
    ::mlir::Type getChannelType() const;

    /// The image of a buffer in texture memory, with what its memory space
    /// guarantees for reads outside, if the device has to keep that. Nothing, with the reason in
    /// `why`, if there is none.
    static ::mlir::FailureOr<ImageType> getOf(::mlir::MemRefType buffer, std::string &why);
  }];
}

#endif // LAYOUT_IR_LAYOUTTYPES_TD
