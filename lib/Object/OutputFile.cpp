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

llvm::Error OutputFile::writeDevice() {
  if (!isDevice)
    return llvm::Error::success();
  if (std::error_code copied = copyTo(file->TmpName, path))
    return cannotWrite(path, copied.message());
  return llvm::Error::success();
}

llvm::Error OutputFile::keep() {
  if (isDevice)
    return llvm::Error::success();
  fs::TempFile kept = std::move(*file);
  file.reset();
  if (auto error = kept.keep(path))
    return cannotWrite(path, llvm::toString(std::move(error)));
  return llvm::Error::success();
}

/// Of a file that is not there yet: its name, in what its folder really is.
/// Empty if there is no such folder.
static std::string getPlace(llvm::StringRef path) {
  llvm::StringRef folder = llvm::sys::path::parent_path(path);
  llvm::SmallString<128> place;
  if (fs::real_path(folder.empty() ? "." : folder, place))
    return "";
  llvm::sys::path::append(place, llvm::sys::path::filename(path));
  return std::string(place);
}

bool layout::isSameFile(llvm::StringRef a, llvm::StringRef b) {
  if (a.empty() || b.empty() || a == "-" || b == "-")
    return false;
  fs::file_status ofA, ofB;
  bool isThereA = !fs::status(a, ofA), isThereB = !fs::status(b, ofB);
  if (isThereA != isThereB)
    return false;
  if (isThereA)
    return fs::is_regular_file(ofA) && fs::equivalent(ofA, ofB);
  std::string place = getPlace(a);
  return !place.empty() && place == getPlace(b);
}
