//===- BufferArguments.h - Buffer and scalar arguments of kernels ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments that are no textures are converted by upstream's patterns. These do
// not check what they support: some crash on other types, some yield invalid
// code, some yield valid code in which the device sees other numbers than the
// host.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LAYOUTTOSPIRV_BUFFERARGUMENTS_H
#define LIB_CONVERSION_LAYOUTTOSPIRV_BUFFERARGUMENTS_H

#include "mlir/Dialect/SPIRV/IR/SPIRVEnums.h"
#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"
#include "mlir/IR/Types.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// How types are converted: each to what it is, or not at all.
SPIRVConversionOptions getConversionOptions();

/// The storage class of a memory space; none for texture memory, for one that
/// says its storage class itself, and for one that is not known.
std::optional<spirv::StorageClass> getStorageClass(Attribute memorySpace);

/// Why an argument of this type, which is no texture, cannot be bound to a
/// kernel so that the device sees what the host has put there; empty if it can.
std::string describeArgumentFault(Type type);

} // namespace mlir::layout

#endif // LIB_CONVERSION_LAYOUTTOSPIRV_BUFFERARGUMENTS_H
