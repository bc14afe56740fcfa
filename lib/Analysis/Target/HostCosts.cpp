//===- HostCosts.cpp - The file of measured costs -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCosts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <mutex>

using namespace mlir;
using namespace mlir::layout;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// What is larger is another file, and is not read.
static constexpr uint64_t kMostBytes = 1 << 16;

/// Empty where the user has no folder for caches.
static std::string getCachePath(StringRef key) {
  SmallString<128> file;
  // A folder that is not absolute is to be ignored, says XDG.
  if (!path::cache_directory(file) || !path::is_absolute(file))
    return "";
  StringRef processor = key.split(' ').first;
  path::append(file, "mlir-layout",
               "costs-" + processor + "-" +
                   llvm::utohexstr(llvm::xxh3_64bits(key), /*LowerCase=*/true) +
                   ".txt");
  return file.str().str();
}

/// Other processes see all of the file, or none: of several that measure, the
/// last one's remains.
static llvm::Error writeFile(StringRef file, StringRef text) {
  auto temporary = fs::TempFile::create(file + "-%%%%%%%%.tmp");
  if (!temporary)
    return temporary.takeError();
  llvm::raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
  os << text;
  os.flush();
  if (std::error_code error = os.error()) {
    os.clear_error();
    llvm::consumeError(temporary->discard());
    return llvm::errorCodeToError(error);
  }
  if (llvm::Error error = temporary->keep(file)) {
    llvm::consumeError(temporary->discard());
    return error;
  }
  return llvm::Error::success();
}

/// Nothing, without a reason, where there is no such file.
static std::optional<MeasuredCosts> readFile(StringRef file, StringRef key,
                                             std::string &why) {
  auto fail = [&](std::error_code error) -> std::optional<MeasuredCosts> {
    why = error == std::errc::no_such_file_or_directory
              ? ""
              : "it cannot be read: " + error.message();
    return std::nullopt;
  };
  fs::file_status status;
  if (std::error_code error = fs::status(file, status))
    return fail(error);
  // Others, such as devices, need not end.
  if (!fs::is_regular_file(status)) {
    why = "it is not a regular file";
    return std::nullopt;
  }
  if (status.getSize() > kMostBytes) {
    why = "it is larger than a file of costs";
    return std::nullopt;
  }
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (buffer)
    return MeasuredCosts::parse((*buffer)->getBuffer(), key, why);
  return fail(buffer.getError());
}

/// Measures once in a process, also if the result cannot be kept.
static MeasuredCosts measureOnce(const Processor &processor,
                                 unsigned vectorBits, const std::string &key) {
  static std::mutex mutex;
  static std::map<std::string, MeasuredCosts> known;
  std::lock_guard<std::mutex> lock(mutex);
  auto found = known.find(key);
  if (found == known.end())
    found =
        known.emplace(key, MeasuredCosts::measure(processor, vectorBits)).first;
  return found->second;
}

/// The file of a setting is the user's: what is wrong with it is an error, and
/// it is not overwritten.
static std::optional<HostCosts> refuse(StringRef file, const Twine &reason,
                                       std::string &why) {
  why = ("LAYOUT_COSTS names '" + file + "', and " + reason +
         "; remove that file to measure anew, name another one, or set "
         "LAYOUT_COSTS=off for the costs that LLVM's processor has")
            .str();
  return std::nullopt;
}

std::optional<HostCosts> layout::findHostCosts(StringRef setting,
                                               const Processor &processor,
                                               unsigned vectorBits,
                                               std::string &why) {
  if (setting == "off")
    return HostCosts{{}, "of the processor's name (LAYOUT_COSTS=off)"};
  if (getCostKernels().empty())
    return HostCosts{{}, "of the processor's name (x86-64 only is measured)"};
  std::string key = getCostKey(processor, vectorBits), reason;
  std::string file = setting.empty() ? getCachePath(key) : setting.str();
  if (file.empty())
    return HostCosts{measureOnce(processor, vectorBits, key),
                     "measured, and not kept: there is no folder for caches"};
  if (auto costs = readFile(file, key, reason))
    return HostCosts{*costs, "read from " + file};
  if (!setting.empty() && !reason.empty())
    return refuse(file, reason, why);
  MeasuredCosts costs = measureOnce(processor, vectorBits, key);
  // A folder that a user names, and that is not there, may be misspelled.
  if (setting.empty())
    (void)fs::create_directories(path::parent_path(file));
  llvm::Error error = writeFile(file, costs.print(key));
  if (!error)
    return HostCosts{costs, "measured, and kept in " + file};
  reason = llvm::toString(std::move(error));
  if (!setting.empty())
    return refuse(file, "it cannot be written: " + reason, why);
  return HostCosts{costs, "measured, and not kept in " + file + ": " + reason};
}
