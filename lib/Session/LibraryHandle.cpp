//===- LibraryHandle.cpp - Compiled libraries -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Session/LibraryHandle.h"

#include "FunctionCompiler.h"
#include "Layout/Analysis/Target/Processor.h"
#include "Object/Interface.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <atomic>
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::layout;
using llvm::object::ELF64LEObjectFile;
using llvm::object::ObjectFile;

/// Reads `count` flags of a function from the description in a library; what is
/// not there is true.
static std::vector<bool> readFlags(const llvm::json::Object &object,
                                   StringRef key, size_t count) {
  std::vector<bool> flags(count, true);
  if (const llvm::json::Array *array = object.getArray(key))
    for (auto [i, value] : llvm::enumerate(*array))
      if (i < count)
        flags[i] = value.getAsBoolean().value_or(true);
  return flags;
}

namespace mlir::layout {

/// Makes entries of the functions that the description of a library lists.
class LibraryReader {
public:
  LibraryReader(const std::shared_ptr<void> &library, MLIRContext *context)
      : library(library), context(context) {}

  LibraryHandle::Entry read(const llvm::json::Object &object) {
    LibraryHandle::Entry entry;
    entry.name = object.getString("name").value_or("").str();
    entry.function = readFunction(object, entry.name, entry.why);
    return entry;
  }

private:
  std::shared_ptr<CompiledFunction>
  readFunction(const llvm::json::Object &object, const std::string &name,
               std::string &why) {
    auto type = dyn_cast_or_null<FunctionType>(
        parseType(object.getString("type").value_or(""), context));
    auto *call = reinterpret_cast<void (*)(void **)>(
        dlsym(library.get(), (kCallPrefix + name).str().c_str()));
    if (!type || !call) {
      why = "the library does not say how @" + name + " is called";
      return nullptr;
    }
    if (object.getBoolean("stray").value_or(true)) {
      why = "a result of @" + name +
            " is neither an argument nor a buffer that it allocates: expects a "
            "copy of it";
      return nullptr;
    }
    std::shared_ptr<CompiledFunction> function(new CompiledFunction);
    function->engine = library;
    function->entry = call;
    CompiledTypeReader reader{name, /*takesBits=*/false, why};
    if (failed(readArguments(object, type, reader, *function)) ||
        failed(readResults(object, type, reader, *function)))
      return nullptr;
    return function;
  }

  static LogicalResult readArguments(const llvm::json::Object &object,
                                     FunctionType type,
                                     CompiledTypeReader &reader,
                                     CompiledFunction &function) {
    std::vector<bool> written =
        readFlags(object, "written", type.getNumInputs());
    std::vector<bool> alone = readFlags(object, "alone", type.getNumInputs());
    for (auto [i, input] : llvm::enumerate(type.getInputs())) {
      FailureOr<CompiledType> argument =
          reader.read(input, "argument " + Twine(i));
      if (failed(argument))
        return failure();
      argument->isWritten = written[i];
      argument->isAlone = alone[i];
      function.arguments.push_back(std::move(*argument));
    }
    return success();
  }

  static LogicalResult readResults(const llvm::json::Object &object,
                                   FunctionType type,
                                   CompiledTypeReader &reader,
                                   CompiledFunction &function) {
    std::vector<bool> values =
        readFlags(object, "values", type.getNumResults());
    for (auto [i, output] : llvm::enumerate(type.getResults())) {
      FailureOr<CompiledType> result =
          reader.read(output, "result " + Twine(i));
      if (failed(result))
        return failure();
      result->isValue = values[i];
      function.results.push_back(std::move(*result));
    }
    return success();
  }

  const std::shared_ptr<void> &library;
  MLIRContext *context;
};

} // namespace mlir::layout

/// Why this machine cannot run the code that an object describes; empty if it
/// can.
static std::string whyNotHere(const llvm::json::Object &text,
                              const Processor &here) {
  Processor processor;
  processor.name = text.getString("cpu").value_or("").str();
  processor.vectorScale = text.getInteger("scale").value_or(0);
  processor.maxVectorScale = text.getInteger("max_scale").value_or(0);
  SmallVector<StringRef> features;
  text.getString("features")
      .value_or("")
      .split(features, ',', -1,
             /*KeepEmpty=*/false);
  for (StringRef feature : features)
    processor.features.push_back(feature.str());
  return whyNotRun(processor, here,
                   text.getBoolean("intrinsics").value_or(false)
                       ? Instructions::All
                       : Instructions::Generated);
}

/// Of a library: what it is made for, and what its functions are, if they say
/// more.
static std::string whyNotHere(const llvm::json::Object &text) {
  Processor here = getHostProcessor();
  std::string why = whyNotHere(text, here);
  if (const llvm::json::Array *processors = text.getArray("processors"))
    for (const llvm::json::Value &each : *processors)
      if (const llvm::json::Object *code = each.getAsObject();
          code && why.empty())
        why = whyNotHere(*code, here);
  return why;
}

/// Fails unless the segments of the file, which loading maps, are all there.
static llvm::Error checkSegments(const ELF64LEObjectFile &object) {
  auto segments = object.getELFFile().program_headers();
  if (!segments)
    return segments.takeError();
  uint64_t size = object.getData().size();
  for (const auto &segment : *segments)
    if (segment.p_filesz > size || segment.p_offset > size - segment.p_filesz)
      return llvm::createStringError(
          "a segment of " + Twine(segment.p_filesz) + " bytes at byte " +
          Twine(segment.p_offset) + " goes beyond its end, at byte " +
          Twine(size));
  return llvm::Error::success();
}

/// Fails for what the system would not map, or would map and then read beyond
/// its end, which ends the process.
static llvm::Error checkFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  if (llvm::identify_magic((*buffer)->getBuffer()) !=
      llvm::file_magic::elf_shared_object)
    return llvm::createStringError("is no shared library");
  auto object = ObjectFile::createELFObjectFile(**buffer);
  if (!object)
    return object.takeError();
  llvm::Triple here(llvm::sys::getProcessTriple());
  StringRef arch = llvm::Triple::getArchTypeName((*object)->getArch());
  if ((*object)->getArch() != here.getArch())
    return llvm::createStringError(
        "is made for " + arch + ", and this machine is " + here.getArchName());
  if (auto *little = dyn_cast<ELF64LEObjectFile>(object->get()))
    return checkSegments(*little);
  return llvm::createStringError("is made for another kind of " + arch);
}

/// Returns a spelling of the path that no call before has returned. `dlopen`
/// returns a library that is already loaded under the same name, even if the
/// file is another one by now; "a//b" and "a/./b" are different names to it.
static std::string spellAnew(StringRef path) {
  static std::atomic<uint64_t> count = 0;
  SmallString<128> spelled(llvm::sys::path::parent_path(path));
  // `dlopen` looks for a name without a slash in the system's folders.
  if (spelled.empty())
    spelled = ".";
  for (uint64_t digits = ++count; digits != 0; digits /= 2)
    spelled += digits % 2 ? "/." : "/";
  spelled += "/";
  spelled += llvm::sys::path::filename(path);
  return std::string(spelled);
}

Result<std::shared_ptr<LibraryHandle>>
LibraryHandle::load(const std::string &path) {
  if (llvm::Error error = checkFile(path))
    return fail("'" + path + "': " + llvm::toString(std::move(error)));
  std::string file = spellAnew(path);
  void *opened = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!opened) {
    std::string why = dlerror();
    if (size_t at = why.find(file); at != std::string::npos)
      why.replace(at, file.size(), path);
    return fail(why);
  }
  std::shared_ptr<LibraryHandle> handle(new LibraryHandle);
  handle->library = std::shared_ptr<void>(opened, dlclose);
  const auto *text =
      static_cast<const char *>(dlsym(opened, kInterfaceName.str().c_str()));
  if (!text)
    return fail("'" + path +
                "' is no library that layout-cc or Module.save "
                "has written");
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  if (!parsed)
    return fail("'" + path + "': " + llvm::toString(parsed.takeError()));
  const llvm::json::Object *object = parsed->getAsObject();
  if (!object || object->getInteger("version") != 1 ||
      !object->getArray("functions"))
    return fail("'" + path + "' is written by another version");
  if (std::string why = whyNotHere(*object); !why.empty())
    return fail("'" + path + "' is not for this machine: " + why);
  const std::shared_ptr<Session> &session = Session::getShared();
  std::lock_guard<std::mutex> lock(session->getMutex());
  LibraryReader reader(handle->library, &session->getContext());
  for (const llvm::json::Value &each : *object->getArray("functions"))
    if (const llvm::json::Object *function = each.getAsObject())
      handle->functions.push_back(reader.read(*function));
  std::string weights = object->getString("weights").value_or("").str();
  if (!weights.empty())
    handle->loadsWeights = reinterpret_cast<int32_t (*)(const char *)>(
        dlsym(opened, (weights + "_load_weights").c_str()));
  return handle;
}

Result<bool> LibraryHandle::loadWeights(const std::string &path) {
  static constexpr const char *reasons[] = {"",
                                            "cannot be opened or mapped",
                                            "is no file of weights",
                                            "is of another model",
                                            "is written for another target",
                                            "ends before the weights do",
                                            "does not fit into memory"};
  if (!loadsWeights)
    return failOfCaller("the library has its weights within it");
  int32_t status = loadsWeights(path.c_str());
  isLoaded |= status == 0;
  if (status == 0)
    return true;
  bool isKnown = status > 0 && size_t(status) < std::size(reasons);
  return fail("'" + path + "' " + (isKnown ? reasons[status] : "is refused"));
}
