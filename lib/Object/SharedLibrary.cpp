//===- SharedLibrary.cpp - The system's linker ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedLibrary.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::layout;

static llvm::Expected<std::string> findLinker(const LinkOptions &options) {
  StringRef name = options.linker.empty() ? "cc" : StringRef(options.linker);
  auto path = llvm::sys::findProgramByName(name);
  if (path)
    return *path;
  return llvm::createStringError(
      "cannot link: there is no program '" + name +
      "'; name a C compiler by --linker, or write an object file (.o) and link "
      "that");
}

static std::vector<std::string> getArguments(StringRef linker, StringRef object,
                                             StringRef library,
                                             const LinkOptions &options) {
  std::vector<std::string> arguments{linker.str(), "-shared", "-o",
                                     library.str(), object.str()};
  if (options.hasThreads)
    arguments.insert(arguments.end(),
                     {"-L" LAYOUT_LLVM_LIBRARY_DIR, "-lomp"});
  arguments.insert(arguments.end(), options.others.begin(),
                   options.others.end());
  // A name that no library has is an error now, and not where it is loaded.
  arguments.insert(arguments.end(), {"-lm", "-Wl,-z,defs"});
  return arguments;
}

llvm::Error layout::linkSharedLibrary(StringRef object, StringRef library,
                                      const llvm::Triple &triple,
                                      const LinkOptions &options) {
  llvm::Triple here(llvm::sys::getProcessTriple());
  if (options.linker.empty() && triple.getArch() != here.getArch())
    return llvm::createStringError(
        "cannot link for target '" + triple.str() +
        "' here; name its linker by --linker, or write an object file (.o)");
  auto linker = findLinker(options);
  if (!linker)
    return linker.takeError();
  std::vector<std::string> arguments =
      getArguments(*linker, object, library, options);
  if (options.isVerbose)
    llvm::errs() << "layout-cc: " << llvm::join(arguments, " ") << "\n";
  std::vector<StringRef> words(arguments.begin(), arguments.end());
  std::string why;
  int status = llvm::sys::ExecuteAndWait(*linker, words, std::nullopt, {}, 0, 0,
                                         &why);
  uint64_t size = 0;
  if (status == 0 && !llvm::sys::fs::file_size(library, size) && size > 0)
    return llvm::Error::success();
  if (status == 0)
    return llvm::createStringError("linking failed: '" + *linker +
                                   "' wrote no library");
  return llvm::createStringError(
      "linking failed: " + (why.empty() ? "see above" : why));
}
