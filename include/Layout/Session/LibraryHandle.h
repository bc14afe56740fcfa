//===- LibraryHandle.h - Compiled libraries -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SESSION_LIBRARYHANDLE_H
#define LAYOUT_SESSION_LIBRARYHANDLE_H

#include "Layout/Session/ModuleHandle.h"

namespace mlir::layout {

/// A shared library that this project has written, loaded into this process. It
/// stays there for as long as one of its functions lives.
class LibraryHandle {
public:
  struct Entry {
    std::string name;
    std::shared_ptr<CompiledFunction> function; ///< null if `why` says why
    std::string why;
  };

  /// Failure: the file cannot be loaded; it is no such library, or of another
  /// version; it is made for a processor that this machine cannot stand for.
  /// Code of the library runs only when it is called, but for what any library
  /// does when it is loaded.
  static Result<std::shared_ptr<LibraryHandle>> load(const std::string &path);

  const std::vector<Entry> &getFunctions() const { return functions; }
  /// Returns true if weights are in a file, which is loaded before a function is
  /// called.
  bool hasWeights() const { return loadsWeights != nullptr; }
  bool areWeightsLoaded() const { return isLoaded; }
  /// Fails with what is wrong with the file.
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
