//===- CompileFile.cpp - Programs as object files -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Object/CompileFile.h"

#include "CHeader.h"
#include "DataSection.h"
#include "EmitCode.h"
#include "Interface.h"
#include "Jit/Optimize.h"
#include "Layout/Conversion/AttachTarget.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/Pipelines/Pipelines.h"
#include "Names.h"
#include "ObjectError.h"
#include "ObjectTarget.h"
#include "OutputFile.h"
#include "Progress.h"
#include "PublicFunctions.h"
#include "ReadProgram.h"
#include "SharedLibrary.h"
#include "WeightsFile.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::layout;

void layout::registerObjectDependencies(DialectRegistry &registry) {
  registerAllToLLVMIRTranslations(registry);
}

//===----------------------------------------------------------------------===//
// Options of layout-compile
//===----------------------------------------------------------------------===//

namespace {

/// With the names of its options.
struct NamedCompileOptions : CompileOptions {
  SmallVector<StringRef> getNames() const {
    return llvm::to_vector(llvm::make_first_range(OptionsMap));
  }
};

} // namespace

/// The options by themselves: LLVM says of a wrong value only that it is wrong.
static llvm::Error checkCompileOption(StringRef word) {
  NamedCompileOptions options;
  SmallVector<StringRef> names = options.getNames();
  auto [name, value] = word.split('=');
  if (name == "target")
    return makeError("-ftarget: give -mcpu instead");
  if (!llvm::is_contained(names, name)) {
    std::string nearest = suggestName(name, names, "-f");
    return makeError("unknown option '-f" + name + "'" + nearest);
  }
  SmallVector<StringRef> choices = options.layouts.getParser().getNames();
  if (name == options.layouts.getArgStr() &&
      !llvm::is_contained(choices, value))
    return makeError("-f" + word + ": expects one of " +
                     llvm::join(choices, ", ") +
                     suggestName(value, choices, ""));
  std::string why;
  llvm::raw_string_ostream os(why);
  if (failed(options.parseFromString(word, os)))
    return makeError("-f" + word + ": expects another value");
  return llvm::Error::success();
}

llvm::Error layout::checkCompileOptions(ArrayRef<std::string> words) {
  for (const std::string &word : words)
    if (auto error = checkCompileOption(word))
      return error;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static LogicalResult readCompileOptions(const CompileFileOptions &options,
                                        CompileOptions &compile) {
  return compile.parseFromString(llvm::join(options.compileOptions, " "));
}

/// What a stated pipeline does is not known.
static PublicFunctions::Options
getInterfaceOptions(const CompileFileOptions &options) {
  CompileOptions compile;
  bool isKnown = options.pipeline.empty() &&
                 succeeded(readCompileOptions(options, compile));
  return {isKnown && compile.keepArguments, isKnown && freesBuffers(compile),
          options.kind == FileKind::SharedLibrary};
}

static LogicalResult buildPasses(OpPassManager &manager,
                                 const CompileFileOptions &options,
                                 const ObjectTarget &target,
                                 llvm::raw_ostream &why) {
  if (!options.pipeline.empty())
    return parsePassPipeline(options.pipeline, manager, why);
  CompileOptions compile;
  if (failed(readCompileOptions(options, compile)))
    return failure();
  if (!target.processor.empty())
    compile.target = target.processor;
  return buildCompilePipeline(manager, compile, [&](const Twine &message) {
    why << message;
    return failure();
  });
}

/// A stated pipeline may be for the module by itself, as after
/// `--pass-pipeline=`.
static llvm::Expected<std::unique_ptr<PassManager>>
createPasses(MLIRContext &context, const CompileFileOptions &options,
             const ObjectTarget &target) {
  auto manager = std::make_unique<PassManager>(&context);
  std::string why;
  llvm::raw_string_ostream os(why);
  CompileFileOptions stated = options;
  StringRef text = StringRef(stated.pipeline).trim();
  if (text.consume_front("builtin.module(") && text.consume_back(")"))
    stated.pipeline = text.str();
  bool isEmpty = !options.pipeline.empty() && stated.pipeline.empty();
  if (!isEmpty && failed(buildPasses(*manager, stated, target, os)))
    return makeError(StringRef(why).trim());
  bool isNamed = !target.cpu.empty() && target.assumed.empty();
  LayoutAttachTargetOptions attach;
  attach.target = isNamed ? target.processor : "stated";
  manager->addPass(createLayoutAttachTarget(attach));
  manager->addPass(createLayoutRequireLLVM());
  return manager;
}

static bool hasThreads(ModuleOp module) {
  return module.walk([](omp::ParallelOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Code reaches its data by numbers of 32 bits with a sign.
static constexpr uint64_t kMostData = (uint64_t(1) << 31) - (1 << 26);

static llvm::Error checkSize(const DataSection &data) {
  if (data.getSize() <= kMostData)
    return llvm::Error::success();
  return makeError("the constants have " + Twine(data.getSize()) +
                   " bytes, and code reaches " + Twine(kMostData) +
                   " at most; keep them in a file, by --weights");
}

namespace {

/// One run.
class FileCompiler {
public:
  FileCompiler(const CompileFileOptions &options, MLIRContext &context)
      : options(options), context(context), progress(options.isVerbose) {}

  /// Reads the input.
  llvm::Error run();
  llvm::Error run(OwningOpRef<ModuleOp> program);

private:
  llvm::Error prepare();
  llvm::Error findMachine(StringRef stated);
  llvm::Error openFiles();
  llvm::Error read();
  llvm::Error takeStatedProcessor();
  llvm::Error compile();
  llvm::Error lower();
  llvm::Error takeWeights();
  llvm::Error emitInto(OutputFile &file);
  llvm::Error link();
  std::string getLoadedWeights() const;
  llvm::Error writeHeader();
  llvm::Error keepFiles();

  const CompileFileOptions &options;
  MLIRContext &context;
  Progress progress;
  ObjectTarget target;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::optional<OutputFile> output, header, weightsFile;
  OwningOpRef<ModuleOp> module;
  std::optional<PublicFunctions> functions;
  std::optional<WeightsFile> weights;
};

} // namespace

/// No file is written over by another one, whatever their paths are.
static llvm::Error checkPaths(const CompileFileOptions &options) {
  if (isSameFile(options.input, options.output))
    return makeError("the output is the input, '" + options.input + "'");
  for (StringRef other : {options.input, options.output}) {
    if (isSameFile(options.header, other))
      return makeError("--header: expects a file of its own, and '" +
                       options.header + "' is '" + other + "'");
    if (isSameFile(options.weights, other))
      return makeError("--weights: expects a file of its own, and '" +
                       options.weights + "' is '" + other + "'");
  }
  if (isSameFile(options.weights, options.header))
    return makeError("--weights: expects a file of its own, and '" +
                     options.weights + "' is the header");
  return llvm::Error::success();
}

/// What cannot be written is said before the work.
llvm::Error FileCompiler::openFiles() {
  auto open = [](std::optional<OutputFile> &file,
                 StringRef path) -> llvm::Error {
    auto opened = OutputFile::open(path);
    if (!opened)
      return opened.takeError();
    file.emplace(std::move(*opened));
    return llvm::Error::success();
  };
  if (auto error = open(output, options.output))
    return error;
  if (!options.weights.empty())
    if (auto error = open(weightsFile, options.weights))
      return error;
  if (!options.header.empty())
    return open(header, options.header);
  return llvm::Error::success();
}

/// What the names of the functions that load weights begin with.
static std::string getWeightsName(StringRef path) {
  return llvm::sys::path::stem(path).str();
}

static llvm::Error checkWeights(const CompileFileOptions &options,
                                const llvm::Triple &triple) {
  if (options.weights.empty())
    return llvm::Error::success();
  std::string name = getWeightsName(options.weights);
  if (!isIdentifier(name))
    return makeError("--weights=" + options.weights +
                     ": functions get the "
                     "name '" +
                     name + "' of the file, which is none of C");
  if (!triple.isOSLinux() || !triple.isArch64Bit() || !triple.isLittleEndian())
    return makeError("--weights: for 64-bit Linux only, not for '" +
                     triple.str() + "'");
  return llvm::Error::success();
}

/// Once the program is read: what it is made for decides what options leave
/// open.
llvm::Error FileCompiler::takeStatedProcessor() {
  std::string why;
  std::optional<Processor> stated = getStatedProcessor(*module, why);
  if (!why.empty())
    return makeError("'" + Twine(options.input) + "': " + why);
  if (!stated) {
    // Functions that are compiled already may have more.
    if (!target.assumed.empty() && !getCompiledCode(*module).empty())
      target.processor = "";
    return llvm::Error::success();
  }
  auto error = findMachine(stated->spelling);
  return error ? makeError("'" + Twine(options.input) +
                           "' is made for processor '" + stated->spelling +
                           "': " + llvm::toString(std::move(error)))
               : llvm::Error::success();
}

/// Before anything else is done with constants.
llvm::Error FileCompiler::takeWeights() {
  if (options.weights.empty())
    return llvm::Error::success();
  if (auto error = WeightsFile::checkNames(*module))
    return error;
  std::string name =
      (target.triple.str() + " " + target.cpu + " " + target.features);
  weights.emplace(*module, options.dataBytes, getWeightsName(options.weights),
                  functions->getLayouts(), std::move(name));
  return llvm::Error::success();
}

llvm::Error FileCompiler::read() {
  progress.start("reading");
  auto program = readProgram(options.input, context);
  if (!program)
    return program.takeError();
  module = std::move(*program);
  return llvm::Error::success();
}

/// LLVM's translation leaves out what is in modules within a module, as two of
/// them in one file are.
static llvm::Error checkModules(ModuleOp module, StringRef input) {
  auto inner = module.getOps<ModuleOp>();
  if (inner.empty())
    return llvm::Error::success();
  return makeError("'" + input +
                   "' has a module within a module, or several; "
                   "write one file for each, or move their functions into one");
}

llvm::Error FileCompiler::lower() {
  if (auto error = checkModules(*module, options.input))
    return error;
  functions.emplace(*module, getInterfaceOptions(options));
  progress.start("passes");
  auto passes = createPasses(context, options, target);
  if (!passes)
    return passes.takeError();
  (*passes)->addInstrumentation(functions->record());
  if (failed((*passes)->run(*module)))
    return makeError("'" + Twine(options.input) + "' cannot be compiled");
  Processor family;
  family.triple = family.spelling = target.triple.str();
  std::string why = whyNotOfFamily(*module, family);
  if (!why.empty())
    return makeError("'" + Twine(options.input) +
                     "' cannot be compiled: " + why);
  if (std::optional<Processor> assumed = getNamedProcessor(target.assumed))
    writeTarget(*module, *assumed);
  functions->finish();
  return llvm::Error::success();
}

static llvm::Error finishWriting(llvm::raw_fd_ostream &os, StringRef path) {
  os.flush();
  std::error_code why = os.error();
  os.clear_error();
  return why ? makeError("cannot write '" + path + "': " + why.message())
             : llvm::Error::success();
}

llvm::Error FileCompiler::emitInto(OutputFile &file) {
  bool isText =
      options.kind == FileKind::Assembly || options.kind == FileKind::LLVMIR;
  std::optional<DataSection> data;
  if (!isText && DataSection::isSupported(target.triple)) {
    data.emplace(*module, options.dataBytes);
    if (auto error = checkSize(*data))
      return error;
  }
  progress.start("LLVM");
  llvm::LLVMContext llvmContext;
  auto translated = translateProgram(*module, *machine, llvmContext);
  if (!translated)
    return translated.takeError();
  std::unique_ptr<llvm::Module> program = std::move(*translated);
  if (weights && !weights->empty())
    if (auto error = weights->addLoader(*program))
      return error;
  if (options.kind == FileKind::SharedLibrary)
    if (auto error = addInterface(*program, functions->get(), target,
                                  getCompiledCode(*module), getLoadedWeights()))
      return error;
  optimize(*program, machine.get(), options.optLevel);
  if (data)
    program->appendModuleInlineAsm(data->getAssembly(target.triple));
  progress.start("code");
  llvm::raw_fd_ostream os(file.getDescriptor(), /*shouldClose=*/false);
  if (auto error = emitCode(*program, *machine, options.kind, os))
    return error;
  if (auto error = finishWriting(os, options.output))
    return error;
  progress.start("constants");
  if (weights)
    if (auto error = weights->write(weightsFile->getDescriptor()))
      return makeError("cannot write '" + Twine(options.weights) +
                       "': " + llvm::toString(std::move(error)));
  if (data)
    if (auto error = data->write(file.getDescriptor(), file.getTemporaryPath()))
      return makeError("cannot write '" + Twine(options.output) +
                       "': " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Error FileCompiler::link() {
  llvm::SmallString<128> path;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, path);
  llvm::sys::path::append(path, "layout-cc.o");
  auto object = OutputFile::open(path); // never kept
  if (!object)
    return object.takeError();
  LinkOptions link;
  link.linker = options.linker;
  link.others = options.linkOptions;
  link.isVerbose = options.isVerbose;
  link.hasThreads = hasThreads(*module);
  if (auto error = emitInto(*object))
    return error;
  progress.start("linking");
  return linkSharedLibrary(object->getTemporaryPath(),
                           output->getTemporaryPath(), target.triple, link);
}

/// The name of what loads weights; empty if there is nothing to load.
std::string FileCompiler::getLoadedWeights() const {
  return weights && !weights->empty() ? getWeightsName(options.weights) : "";
}

llvm::Error FileCompiler::writeHeader() {
  if (!header)
    return llvm::Error::success();
  llvm::raw_fd_ostream os(header->getDescriptor(), /*shouldClose=*/false);
  writeCHeader(functions->get(), options.header, getLoadedWeights(), os);
  return finishWriting(os, options.header);
}

/// Either all or none, as far as the system lets.
llvm::Error FileCompiler::keepFiles() {
  progress.finish();
  for (auto step : {&OutputFile::writeDevice, &OutputFile::keep})
    for (std::optional<OutputFile> *file : {&weightsFile, &header, &output})
      if (*file)
        if (auto error = ((**file).*step)())
          return error;
  return llvm::Error::success();
}

/// `stated`: the processor that the program is made for; empty if it names
/// none.
llvm::Error FileCompiler::findMachine(StringRef stated) {
  auto found = findTarget(options.target, options.processor, stated);
  if (!found)
    return found.takeError();
  target = std::move(*found);
  auto created = createMachine(target, options.optLevel);
  if (!created)
    return created.takeError();
  machine = std::move(*created);
  return llvm::Error::success();
}

llvm::Error FileCompiler::prepare() {
  if (auto error = findMachine(/*stated=*/""))
    return error;
  if (auto error = checkWeights(options, target.triple))
    return error;
  if (auto error = checkPaths(options))
    return error;
  return openFiles();
}

llvm::Error FileCompiler::compile() {
  if (auto error = takeStatedProcessor())
    return error;
  if (auto error = lower())
    return error;
  if (auto error = takeWeights())
    return error;
  if (auto error =
          options.kind == FileKind::SharedLibrary ? link() : emitInto(*output))
    return error;
  if (auto error = writeHeader())
    return error;
  return keepFiles();
}

llvm::Error FileCompiler::run() {
  if (auto error = prepare())
    return error;
  if (auto error = read())
    return error;
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  return compile();
}

llvm::Error FileCompiler::run(OwningOpRef<ModuleOp> program) {
  module = std::move(program);
  if (auto error = prepare())
    return error;
  return compile();
}

llvm::Error layout::compileFile(const CompileFileOptions &options,
                                MLIRContext &context) {
  return FileCompiler(options, context).run();
}

llvm::Error layout::compileModule(OwningOpRef<ModuleOp> module,
                                  const CompileFileOptions &options) {
  MLIRContext &context = *module->getContext();
  return FileCompiler(options, context).run(std::move(module));
}
