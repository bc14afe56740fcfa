//===- OutputFile.cpp - Files that are complete or not there --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutputFile.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;
namespace fs = llvm::sys::fs;

static llvm::Error cannotWrite(llvm::StringRef path,
                               const std::string &message) {
  return llvm::createStringError("cannot write '" + path + "': " + message);
}

llvm::Expected<OutputFile> OutputFile::open(llvm::StringRef path) {
  fs::file_status status;
  bool isThere = path != "-" && !fs::status(path, status);
  if (isThere && fs::is_directory(status))
    return cannotWrite(path, "it is a folder");
  bool isDevice = path == "-" || (isThere && !fs::is_regular_file(status));
  llvm::SmallString<128> model(path);
  if (isDevice) {
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, model);
    llvm::sys::path::append(model, "layout-cc");
  }
  auto file = fs::TempFile::create(model + "-%%%%%%%%.tmp");
  if (!file)
    return cannotWrite(path, llvm::toString(file.takeError()));
  return OutputFile(path, std::move(*file), isDevice);
}

OutputFile::~OutputFile() {
  if (file)
    llvm::consumeError(file->discard());
}

static std::error_code copyTo(const std::string &from, llvm::StringRef path) {
  if (path != "-")
    return fs::copy_file(from, path);
  auto buffer = llvm::MemoryBuffer::getFile(from);
  if (!buffer)
    return buffer.getError();
  llvm::outs() << (*buffer)->getBuffer();
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  return error;
}

llvm::Error OutputFile::keep() {
  fs::TempFile kept = std::move(*file);
  file.reset();
  if (!isDevice) {
    if (auto error = kept.keep(path))
      return cannotWrite(path, llvm::toString(std::move(error)));
    return llvm::Error::success();
  }
  std::error_code copied = copyTo(kept.TmpName, path);
  llvm::consumeError(kept.discard());
  return copied ? cannotWrite(path, copied.message())
                : llvm::Error::success();
}
