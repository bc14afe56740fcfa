//===- layout-cc.cpp - From MLIR to an object file ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Object/CompileFile.h"
#include "Layout/Registration/Registration.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::layout;
namespace cl = llvm::cl;

namespace {

cl::OptionCategory category{"layout-cc options"};

struct CommandLine {
  cl::opt<std::string> input{cl::Positional, cl::cat(category),
                             cl::desc("<input.mlir>"), cl::Required};
  cl::opt<std::string> output{
      "o", cl::cat(category),
      cl::desc("Where to write; .so, .s and .ll say what, unless an option "
               "does. Without: the name of the input, with .o"),
      cl::value_desc("file")};
  cl::opt<std::string> level{
      "O",           cl::cat(category),
      cl::Prefix,    cl::desc("Effort of LLVM, 0 to 3 (default)"),
      cl::init("3"), cl::value_desc("level")};
  cl::opt<bool> isObject{"c", cl::cat(category),
                         cl::desc("Write an object file")};
  cl::opt<bool> isAssembly{"S", cl::cat(category), cl::desc("Write assembly")};
  cl::opt<bool> isShared{"shared", cl::cat(category),
                         cl::desc("Write a shared library")};
  cl::opt<std::string> emit{"emit", cl::cat(category),
                            cl::desc("What to write: obj, asm, llvm or shared"),
                            cl::value_desc("kind")};
  cl::opt<std::string> header{
      "header", cl::cat(category),
      cl::desc("Write a header with which C calls the public functions"),
      cl::value_desc("file")};
  cl::opt<std::string> weights{
      "weights", cl::cat(category),
      cl::desc("Write constants of 4096 bytes or more to a file of the format "
               "safetensors, which the program loads when it runs"),
      cl::value_desc("file")};
  cl::opt<std::string> target{
      "target", cl::cat(category),
      cl::desc("What the code is for: a triple (x86_64-linux-gnu), or a "
               "processor as for -mcpu. Default: this machine's system"),
      cl::value_desc("name")};
  cl::opt<std::string> processor{
      "mcpu", cl::cat(category),
      cl::desc("The processor: native, default, or its name as "
               "layout-set-target takes it"),
      cl::value_desc("name")};
  cl::alias march{"march", cl::cat(category), cl::desc("As -mcpu"),
                  cl::aliasopt(processor)};
  cl::list<std::string> compileOptions{
      "f", cl::cat(category), cl::Prefix,
      cl::desc("An option of layout-compile: -fcontract, -freassociate, "
               "-fapproximate, -fdeallocate, -fthreads=2"),
      cl::value_desc("option")};
  cl::opt<std::string> pipeline{
      "pipeline", cl::cat(category),
      cl::desc("Passes that lower the program to the LLVM dialect, instead of "
               "layout-compile"),
      cl::value_desc("text")};
  cl::list<std::string> libraries{"l", cl::cat(category), cl::Prefix,
                                  cl::desc("Link a library"),
                                  cl::value_desc("name")};
  cl::list<std::string> folders{"L", cl::cat(category), cl::Prefix,
                                cl::desc("Look for libraries there"),
                                cl::value_desc("folder")};
  cl::opt<std::string> linker{
      "linker", cl::cat(category),
      cl::desc("The compiler of C that links shared libraries; default: cc"),
      cl::value_desc("program")};
  cl::opt<bool> isVerbose{"v", cl::cat(category),
                          cl::desc("Say what takes how long")};
};

} // namespace

static llvm::Error fail(const Twine &message) {
  return llvm::createStringError(message.str());
}

static llvm::Expected<FileKind> readKind(StringRef name) {
  if (name == "obj")
    return FileKind::Object;
  if (name == "asm")
    return FileKind::Assembly;
  if (name == "llvm")
    return FileKind::LLVMIR;
  if (name == "shared")
    return FileKind::SharedLibrary;
  return fail("--emit=" + name + ": expects obj, asm, llvm or shared");
}

static FileKind getKindOfSuffix(StringRef path) {
  StringRef suffix = llvm::sys::path::extension(path);
  if (suffix == ".so")
    return FileKind::SharedLibrary;
  if (suffix == ".s")
    return FileKind::Assembly;
  return suffix == ".ll" ? FileKind::LLVMIR : FileKind::Object;
}

/// What options say, or else the name of the output.
static llvm::Expected<FileKind> getKind(const CommandLine &line) {
  SmallVector<FileKind> stated;
  if (line.isObject)
    stated.push_back(FileKind::Object);
  if (line.isAssembly)
    stated.push_back(FileKind::Assembly);
  if (line.isShared)
    stated.push_back(FileKind::SharedLibrary);
  if (!line.emit.empty()) {
    auto kind = readKind(line.emit);
    if (!kind)
      return kind.takeError();
    stated.push_back(*kind);
  }
  if (stated.empty())
    return getKindOfSuffix(line.output);
  if (!llvm::all_equal(stated))
    return fail("-c, -S, -shared and --emit contradict each other; give one");
  return stated.front();
}

static StringRef getSuffix(FileKind kind) {
  switch (kind) {
  case FileKind::Object:
    return "o";
  case FileKind::SharedLibrary:
    return "so";
  case FileKind::Assembly:
    return "s";
  case FileKind::LLVMIR:
    return "ll";
  }
  llvm_unreachable("a kind of file");
}

/// As compilers of C name it: in this folder, by the name of the input.
static std::string getOutputName(StringRef input, FileKind kind) {
  SmallString<128> name(input == "-" ? "out"
                                     : llvm::sys::path::filename(input));
  llvm::sys::path::replace_extension(name, getSuffix(kind));
  return std::string(name);
}

static llvm::Error readLevel(const CommandLine &line,
                             CompileFileOptions &options) {
  StringRef level = line.level;
  if (level.size() != 1 || level < "0" || level > "3")
    return fail("-O" + level + ": expects -O0, -O1, -O2 or -O3");
  options.optLevel = level.front() - '0';
  return llvm::Error::success();
}

static llvm::Error readOutput(const CommandLine &line,
                              CompileFileOptions &options) {
  auto kind = getKind(line);
  if (!kind)
    return kind.takeError();
  options.kind = *kind;
  options.output = line.output.empty() ? getOutputName(line.input, *kind)
                                       : line.output.getValue();
  bool isText = *kind == FileKind::Assembly || *kind == FileKind::LLVMIR;
  if (options.output == "-" && !isText)
    return fail("-o -: only text is written to the standard output; name a "
                "file, or give -S or --emit=llvm");
  if (options.header == "-")
    return fail("--header: expects a file of its own");
  if (options.weights == "-")
    return fail("--weights: expects a file of its own");
  return llvm::Error::success();
}

static llvm::Error readPasses(const CommandLine &line,
                              CompileFileOptions &options) {
  options.pipeline = line.pipeline;
  options.compileOptions.assign(line.compileOptions.begin(),
                                line.compileOptions.end());
  if (line.pipeline.getNumOccurrences() && options.pipeline.empty())
    options.pipeline = "builtin.module()";
  if (!options.pipeline.empty() && !line.compileOptions.empty())
    return fail("-f" + line.compileOptions.front() +
                " is an option of layout-compile, which --pipeline replaces");
  return checkCompileOptions(options.compileOptions);
}

static llvm::Error readOptions(const CommandLine &line,
                               CompileFileOptions &options) {
  options.input = line.input;
  options.header = line.header;
  options.weights = line.weights;
  for (const auto *name : {&line.target, &line.processor})
    if (name->getNumOccurrences() && name->empty())
      return fail("--" + name->ArgStr +
                  "= names nothing: expects a processor, "
                  "or leave it out");
  options.target = line.target;
  options.processor = line.processor;
  options.isVerbose = line.isVerbose;
  options.linker = line.linker;
  for (const std::string &folder : line.folders)
    options.linkOptions.push_back("-L" + folder);
  for (const std::string &library : line.libraries)
    options.linkOptions.push_back("-l" + library);
  if (auto error = readLevel(line, options))
    return error;
  if (auto error = readOutput(line, options))
    return error;
  return readPasses(line, options);
}

static int report(llvm::Error error) {
  if (!error)
    return EXIT_SUCCESS;
  llvm::errs() << "layout-cc: error: " << llvm::toString(std::move(error))
               << "\n";
  return EXIT_FAILURE;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  CommandLine line;
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv, "Compiles MLIR to object files and shared libraries\n");
  CompileFileOptions options;
  if (auto error = readOptions(line, options))
    return report(std::move(error));
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAll(registry);
  registerObjectDependencies(registry);
  mlir::registerAllPasses();
  layout::registerAllPasses();
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  return report(compileFile(options, context));
}
