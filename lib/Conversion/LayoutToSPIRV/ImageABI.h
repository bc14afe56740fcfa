//===- ImageABI.h - Images as variables of the module -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LAYOUTTOSPIRV_IMAGEABI_H
#define LIB_CONVERSION_LAYOUTTOSPIRV_IMAGEABI_H

#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

namespace mlir::layout {

/// Makes every argument of a kernel that is an image a variable of the module,
/// bound to the descriptor set and binding that the argument states, and says
/// of storage images whether they are not written or not read. To run before
/// `spirv-lower-abi-attrs`, which crashes on such an argument.
void lowerImageArguments(spirv::ModuleOp module);

} // namespace mlir::layout

#endif // LIB_CONVERSION_LAYOUTTOSPIRV_IMAGEABI_H
