//===- SharedLibrary.h - The system's linker --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_SHAREDLIBRARY_H
#define LAYOUT_LIB_OBJECT_SHAREDLIBRARY_H

#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"
#include <string>
#include <vector>

namespace mlir::layout {

struct LinkOptions {
  std::string linker; ///< path or name of a C compiler; `cc` if empty
  std::vector<std::string> others; ///< after the object
  bool hasThreads = false;         ///< LLVM's OpenMP runtime is called
  bool isVerbose = false;          ///< says the command
};

/// Links `object` as the shared library `library`, with the libraries of
/// mathematics and of C. Error: there is no linker, or what it says.
llvm::Error linkSharedLibrary(llvm::StringRef object, llvm::StringRef library,
                              const llvm::Triple &triple,
                              const LinkOptions &options);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_SHAREDLIBRARY_H
