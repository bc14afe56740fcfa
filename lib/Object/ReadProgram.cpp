//===- ReadProgram.cpp - Programs and their long constants ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadProgram.h"

#include "LongConstants.h"
#include "ObjectError.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::layout;

/// Shorter ones are not worth another name, and may be folded as `dense`.
static constexpr size_t kMinDigits = 1 << 17;

/// Those that the program does not use are left out, as a parser does it.
static void giveBytes(MLIRContext &context, ShortText &text) {
  auto *builtin = context.getLoadedDialect<BuiltinDialect>();
  auto *resources =
      builtin->getRegisteredInterface<ResourceBlobManagerDialectInterface>();
  for (ShortText::Constant &constant : text.constants)
    if (resources->getBlobManager().lookup(constant.key))
      resources->getBlobManager().update(constant.key,
                                         std::move(constant.bytes));
}

/// Null if there is anything to say: then it is said of the text as it is.
static OwningOpRef<ModuleOp> parseShortText(ShortText text, StringRef name,
                                            MLIRContext &context) {
  bool isQuiet = true;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) {
    isQuiet = false;
    return success();
  });
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text.text, name), llvm::SMLoc());
  auto module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module || !isQuiet)
    return nullptr;
  giveBytes(context, text);
  return module;
}

/// The text goes once it is read: it can be twice as long as what it says.
/// What an error is about is read again.
llvm::Expected<OwningOpRef<ModuleOp>>
layout::readProgram(StringRef path, MLIRContext &context) {
  // A program of plain affine_map layouts does not name the dialect.
  context.getOrLoadDialect("layout");
  std::string why;
  auto file = openInputFile(path, &why);
  if (!file)
    return makeError(why);
  OwningOpRef<ModuleOp> module;
  if (!isBytecode(*file))
    if (auto text = takeLongConstants(*file, kMinDigits))
      module = parseShortText(std::move(*text), file->getBufferIdentifier(),
                              context);
  if (module)
    return module;
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(*sources, &context);
  // Blobs of bytecode stay where they are in the file, which they own.
  module = parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module)
    return makeError("'" + path + "' cannot be read");
  return module;
}
