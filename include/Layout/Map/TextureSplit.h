//===- TextureSplit.h - Rows and columns of a texture -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the physical axes of a buffer part into the rows and the columns of a
// two-dimensional image. The innermost axis is the channels of a texel. The
// three ways, and how to choose among them, are those of TVM for Adreno.
//
//   [a, b, c, d, 4]   weight   a             rows   b * c * d  columns
//                     nhwc     a * b         rows   c * d      columns
//                     plain    a * b * c     rows   d          columns
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_TEXTURESPLIT_H
#define LAYOUT_MAP_TEXTURESPLIT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace mlir::layout {

enum class TextureSplit { Weight, NHWC, Plain };

/// The split that a user requests; `Auto`: the most square one.
enum class TextureSplitChoice { Auto, Weight, NHWC, Plain };

/// The image that a buffer is under a split.
struct TextureShape {
  TextureSplit split;
  int64_t separator; ///< the first axis of the columns
  int64_t height;
  int64_t width;
  int64_t channels; ///< 1 or 4
};

/// The image of a buffer of this physical shape; of rank 3, `nhwc` has one axis
/// of rows. Fails, with the reason in `why`, if the innermost extent is neither
/// 1 nor 4, the rank is less than 3, or an extent is dynamic.
FailureOr<TextureShape> getTextureShape(ArrayRef<int64_t> shape,
                                        TextureSplit split, std::string &why);

/// Among the splits whose height and width are both less than `limit`, the one
/// with the smallest difference of the two; of equal ones weight before nhwc
/// before plain. Fails, with the reason in `why`, if there is none.
FailureOr<TextureShape> chooseTextureShape(ArrayRef<int64_t> shape,
                                           int64_t limit, std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_MAP_TEXTURESPLIT_H
