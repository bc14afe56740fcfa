//===- layout-lsp-server.cpp - MLIR's language server, with layouts -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HoverProxy.h"
#include "LayoutHover.h"

#include "Layout/IR/Layout.h"
#include "Layout/Registration/Registration.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;

/// Returns true if an argument requests text, so that no protocol is spoken.
static bool asksForText(StringRef argument) {
  argument = argument.ltrim('-');
  return argument.starts_with("help") || argument == "h" ||
         argument == "version";
}

static bool asksForDelimiters(StringRef argument) {
  argument = argument.ltrim('-');
  return argument == "lit-test" || argument == "input-style=delimited";
}

int main(int argc, char **argv) {
  // Hides the options of LLVM's code generators; those of the server are
  // registered later.
  llvm::cl::HideUnrelatedOptions(ArrayRef<llvm::cl::OptionCategory *>());
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  layout::registerAll(registry);

  // A context of its own: it is used in another thread than the server's.
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadDialect<LayoutDialect>();
  context.allowUnregisteredDialects();
  LayoutHover layouts(context);
  HoverProxy proxy([&](StringRef text, llvm::lsp::Position position) {
    return layouts.find(text, position);
  });

  ArrayRef<char *> arguments(argv + 1, argv + argc);
  bool isProxied =
      llvm::none_of(arguments, asksForText) &&
      succeeded(proxy.start(llvm::any_of(arguments, asksForDelimiters)
                                ? llvm::lsp::Delimited
                                : llvm::lsp::Standard));
  LogicalResult result = MlirLspServerMain(argc, argv, registry);
  if (isProxied)
    proxy.finish();
  // Without destructors: a thread still waits for the editor.
  llvm::outs().flush();
  _exit(failed(result));
}
