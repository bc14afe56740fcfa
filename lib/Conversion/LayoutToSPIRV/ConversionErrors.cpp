//===- ConversionErrors.cpp - Conversion errors by op ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionErrors.h"

#include "UnsupportedOps.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::layout;

/// The op that upstream's conversion has failed to legalise; empty if the error
/// says something else.
static StringRef getFailedOp(StringRef text) {
  if (!text.consume_front("failed to legalize operation '"))
    return "";
  return text.take_until([](char c) { return c == '\''; });
}

/// The first op at `location`, of this name if one has it.
static Operation *findOp(Operation *module, Location location, StringRef name) {
  Operation *named = nullptr, *any = nullptr;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getLoc() != location)
      return;
    any = any ? any : op;
    if (!named && op->getName().getStringRef() == name)
      named = op;
  });
  return named ? named : any;
}

LogicalResult layout::reportAt(Operation *module,
                               function_ref<LogicalResult()> conversion) {
  std::optional<Location> location;
  std::string text;
  LogicalResult result = success();
  {
    ScopedDiagnosticHandler handler(
        module->getContext(), [&](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              !location) {
            location = diagnostic.getLocation();
            text = diagnostic.str();
          }
          return success(); // said below
        });
    result = conversion();
  }
  if (succeeded(result))
    return success();
  if (!location)
    return module->emitOpError("cannot be converted to SPIR-V, and upstream's "
                               "conversion does not say which op it refuses; "
                               "lower the kernel one dialect at a time");
  StringRef name = getFailedOp(text);
  Operation *culprit = findOp(module, *location, name);
  if (!culprit)
    return emitError(*location) << text;
  if (!name.empty() && culprit->getName().getStringRef() == name)
    return culprit->emitOpError(describeNoConversion(culprit));
  return culprit->emitOpError("has no valid form in SPIR-V: ") << text;
}
