//===- OutputFile.h - Files that are complete or not there ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_OBJECT_OUTPUTFILE_H
#define LAYOUT_LIB_OBJECT_OUTPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// A file that is written under another name, beside its place, and gets its
/// own when it is complete. It is removed unless `keep` is called, also if the
/// process is interrupted. A path that exists and is no regular file, such as a
/// device, is written to at the end; `-` is the standard output.
class OutputFile {
public:
  /// Error: the folder is not there, or cannot be written to; the path is a
  /// folder.
  static llvm::Expected<OutputFile> open(llvm::StringRef path);

  OutputFile(OutputFile &&other) = default;
  ~OutputFile();

  llvm::StringRef getTemporaryPath() const { return file->TmpName; }
  int getDescriptor() const { return file->FD; }

  /// Writes to what is at the place and no file; does nothing otherwise. Comes
  /// before any file is kept: a device that is full leaves all as it was.
  llvm::Error writeDevice();

  /// Gives the file its own name, which hardly ever fails.
  llvm::Error keep();

private:
  OutputFile(llvm::StringRef path, llvm::sys::fs::TempFile file, bool isDevice)
      : path(path), file(std::move(file)), isDevice(isDevice) {}

  std::string path;
  std::optional<llvm::sys::fs::TempFile> file;
  bool isDevice;
};

/// Returns true if both paths lead to one file, or would once they are written.
/// False for `-`, and for devices, which can be written to for several reasons.
bool isSameFile(llvm::StringRef a, llvm::StringRef b);

} // namespace mlir::layout

#endif // LAYOUT_LIB_OBJECT_OUTPUTFILE_H
