//===- LongConstants.h - Long constants of a text ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_LONGCONSTANTS_H
#define LAYOUT_LIB_OBJECT_LONGCONSTANTS_H

#include "mlir/IR/AsmState.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::layout {

/// A text of MLIR without the digits of its long constants. Line numbers are
/// those of the original text; columns after a constant are not.
///
///   %w = arith.constant dense<"0x0000803F.."> : tensor<65536xf32>
/// becomes, with the bytes beside it,
///   %w = arith.constant dense_resource<layout_text_0> : tensor<65536xf32>
/// and of a resource, `w: "0x040000000000803F.."` becomes `w: "0x04000000"`.
struct ShortText {
  struct Constant {
    std::string key; ///< of the resource
    AsmResourceBlob bytes;
  };
  std::string text;
  std::vector<Constant> constants;
};

/// Takes the constants of `minDigits` digits or more out of a text. Nothing if
/// it has none, or one that a parser would refuse. What is ambiguous without
/// parsing stays: a constant whose type is not after it, or has another
/// number of bytes. Memory of a file that is mapped is given back on the way.
std::optional<ShortText> takeLongConstants(const llvm::MemoryBuffer &file,
                                           size_t minDigits);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_LONGCONSTANTS_H
