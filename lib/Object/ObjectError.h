//===- ObjectError.h - What could not be done -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_OBJECTERROR_H
#define LAYOUT_LIB_OBJECT_OBJECTERROR_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::layout {

/// An error with a message for users.
inline llvm::Error makeError(const llvm::Twine &message) {
  return llvm::createStringError(message.str());
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_OBJECTERROR_H
