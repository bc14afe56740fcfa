//===- LibraryHandle.h - Libraries that layout-cc wrote ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SESSION_LIBRARYHANDLE_H
#define LAYOUT_SESSION_LIBRARYHANDLE_H

#include "Layout/Session/ModuleHandle.h"

namespace mlir::layout {

/// A shared library written by `layout-cc` or `Module.save`, loaded into this
/// process. It stays loaded until the handle and all its functions are
/// destroyed.
class LibraryHandle {
public:
  /// A function of the library, by its name in MLIR.
  struct Entry {
    std::string name;
    /// Null if it cannot be called from here; `why` has the reason then.
    std::shared_ptr<CompiledFunction> function;
    std::string why;
  };

  /// Loads the library at `path`. Fails if the file is damaged, is no library
  /// that this project wrote, was written by another version, or was compiled
  /// for a processor with instructions that this machine lacks. Loading runs
  /// the static constructors of the file, and nothing else of it.
  static Result<std::shared_ptr<LibraryHandle>> load(const std::string &path);

  const std::vector<Entry> &getFunctions() const { return functions; }
  /// Returns true if the weights are in a file of their own, which the caller
  /// has to load (`loadWeights`) before it calls a function.
  bool hasWeights() const { return loadsWeights != nullptr; }
  bool areWeightsLoaded() const { return isLoaded; }
  /// Maps the file of weights at `path`. The error says what is wrong with it,
  /// such as that it belongs to another model.
  Result<bool> loadWeights(const std::string &path);

private:
  LibraryHandle() = default;
  std::shared_ptr<void> library;
  std::vector<Entry> functions;
  int32_t (*loadsWeights)(const char *) = nullptr;
  bool isLoaded = false;
};

} // namespace mlir::layout

#endif // LAYOUT_SESSION_LIBRARYHANDLE_H
