//===- EmulatedProgram.cpp - A program as an executable file --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmulatedProgram.h"

#include "Layout/Check/Isolate.h"
#include "Layout/Check/PoisonTrace.h"
#include "Layout/Check/RunHooks.h"
#include "Layout/Jit/Object.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;

/// What the compiler, and then the emulator, writes to its error output.
static constexpr StringLiteral kMessages("messages");

/// The sources that each program is linked with.
static constexpr char kJobHeader[] =
#include "EmulatedJob.inc"
    ;
static constexpr char kMain[] =
#include "EmulatedMain.inc"
    ;
static constexpr char kHalf[] =
#include "EmulatedHalf.inc"
    ;

//===----------------------------------------------------------------------===//
// What the sources expect of the program
//===----------------------------------------------------------------------===//

/// `layout_check_run` takes the address of each argument, and of the result
/// last, and calls the C interface of the entry.
static void addRun(llvm::Module &module, StringRef entry) {
  llvm::Function *callee = module.getFunction(("_mlir_ciface_" + entry).str());
  assert(callee && "programs are lowered with their C interface");
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> builder(context);
  llvm::Type *pointer = builder.getPtrTy();
  auto *run = llvm::Function::Create(
      llvm::FunctionType::get(builder.getVoidTy(), {pointer}, false),
      llvm::GlobalValue::ExternalLinkage, "layout_check_run", module);
  run->setAttributes(run->getAttributes().addFnAttributes(
      context,
      llvm::AttrBuilder(context, callee->getAttributes().getFnAttrs())));
  builder.SetInsertPoint(llvm::BasicBlock::Create(context, "", run));
  auto getAddress = [&](unsigned number) {
    return builder.CreateLoad(
        pointer, builder.CreateConstGEP1_64(pointer, run->getArg(0), number));
  };
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : callee->args())
    arguments.push_back(builder.CreateLoad(argument.getType(),
                                           getAddress(argument.getArgNo())));
  llvm::Value *result = builder.CreateCall(callee, arguments);
  if (!result->getType()->isVoidTy())
    builder.CreateStore(result, getAddress(callee->arg_size()));
  builder.CreateRetVoid();
}

/// `layout_check_globals` lists the public globals, by name.
static void addGlobals(llvm::Module &module) {
  llvm::IRBuilder<> builder(module.getContext());
  llvm::Type *pointer = builder.getPtrTy();
  auto *type = llvm::StructType::get(pointer, pointer);
  SmallVector<llvm::Constant *> list;
  SmallVector<llvm::GlobalVariable *> globals;
  for (llvm::GlobalVariable &global : module.globals())
    if (!global.isDeclaration() && global.hasExternalLinkage())
      globals.push_back(&global);
  for (llvm::GlobalVariable *global : globals)
    list.push_back(llvm::ConstantStruct::get(
        type, {builder.CreateGlobalString(global->getName(), "", 0, &module),
               global}));
  list.push_back(llvm::ConstantAggregateZero::get(type));
  auto *array = llvm::ArrayType::get(type, list.size());
  new llvm::GlobalVariable(
      module, array, /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage,
      llvm::ConstantArray::get(array, list), "layout_check_globals");
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

EmulatedProgram::~EmulatedProgram() {
  if (!folder.empty())
    llvm::sys::fs::remove_directories(folder);
}

std::string EmulatedProgram::getPath(StringRef name) const {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

bool EmulatedProgram::writeFile(StringRef name, StringRef text,
                                std::string &why) const {
  std::error_code error;
  llvm::raw_fd_ostream os(getPath(name), error);
  if (!error) {
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
  }
  why = error ? getPath(name) + ": " + error.message() : "";
  return !error;
}

/// The line that says most of what a compiler or linker writes.
static std::string findErrorLine(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef word : {"undefined reference", "error", ""})
    for (StringRef line : lines)
      if (!line.empty() && line.contains(word))
        return line.str();
  return "";
}

bool EmulatedProgram::link(std::string &why) const {
  std::string messages = getPath(kMessages), program = getPath("program"),
              main = getPath("EmulatedMain.c"),
              half = getPath("EmulatedHalf.c"), object = getPath("program.o");
  SmallVector<StringRef> arguments{emulator.compiler,
                                   "-O1",
                                   "-static",
                                   "-o",
                                   program,
                                   main,
                                   half,
                                   object,
                                   "-lm"};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(messages),
                                          StringRef(messages)};
  std::string error;
  if (llvm::sys::ExecuteAndWait(emulator.compiler, arguments, std::nullopt,
                                redirects, 0, 0, &error) == 0)
    return true;
  auto said = llvm::MemoryBuffer::getFile(messages);
  why = "it cannot be linked: " +
        (said ? findErrorLine((*said)->getBuffer()) : error);
  return false;
}

std::unique_ptr<EmulatedProgram>
EmulatedProgram::compile(ModuleOp lowered, StringRef entry,
                         const RunTarget &target, std::string &why) {
  std::unique_ptr<EmulatedProgram> program(
      new EmulatedProgram(*target.emulator));
  ObjectOptions options;
  options.optLevel = 2;
  options.prepare = [&](llvm::Module &module) {
    tracePoison(module);
    addGlobals(module);
    addRun(module, entry);
  };
  ObjectCode code;
  if (failed(compileToObject(lowered, target.processor, options, code, why)))
    return nullptr;
  if (llvm::sys::fs::createUniqueDirectory("layout-check", program->folder)) {
    why = "no folder for temporary files can be made";
    return nullptr;
  }
  bool isDone = program->writeFile("program.o",
                                   StringRef(code.data(), code.size()), why) &&
                program->writeFile("EmulatedJob.h", kJobHeader, why) &&
                program->writeFile("EmulatedMain.c", kMain, why) &&
                program->writeFile("EmulatedHalf.c", kHalf, why) &&
                program->link(why);
  return isDone ? std::move(program) : nullptr;
}

void EmulatedProgram::execute(ArrayRef<std::string> arguments) const {
  std::string path = getPath("program");
  std::vector<const char *> words{emulator.program.c_str()};
  for (const std::string &option : emulator.options)
    words.push_back(option.c_str());
  words.push_back(path.c_str());
  for (const std::string &argument : arguments)
    words.push_back(argument.c_str());
  words.push_back(nullptr);
  if (int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0)
    dup2(nowhere, STDOUT_FILENO);
  int messages = open(getPath(kMessages).c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                      S_IRUSR | S_IWUSR);
  if (messages >= 0)
    dup2(messages, STDERR_FILENO);
  execv(words.front(), const_cast<char *const *>(words.data()));
  exitIsolated(kExitNoEmulator);
}

void EmulatedProgram::explain(ChildEnd &end) const {
  constexpr uint64_t most = 400;
  auto file = llvm::MemoryBuffer::getFile(getPath(kMessages), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return;
  StringRef text = (*file)->getBuffer();
  end.message = text.take_front(most).trim().str();
  for (char &letter : end.message)
    if (!llvm::isPrint(letter))
      letter = ' ';
  // QEMU writes this of each signal that its program ends by.
  end.isOfEmulator =
      end.kind == ChildEnd::Killed && !text.contains("uncaught target signal");
}
