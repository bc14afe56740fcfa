//===- ConversionErrors.cpp - Conversion errors at the op of the kernel ---===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's errors are about ops that the conversion has made or half
// converted, which users do not know. They become errors at the op of the input
// with the same location, with what to do about it (UnsupportedOps.h).
//
//===----------------------------------------------------------------------===//

#include "ConversionErrors.h"

#include "UnsupportedOps.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the name of the op that upstream's conversion failed to legalize;
/// empty if the error is another one. MLIR offers it in the text of the error
/// only.
static StringRef getFailedOp(StringRef text) {
  if (!text.consume_front("failed to legalize operation '"))
    return "";
  return text.take_until([](char c) { return c == '\''; });
}

/// Returns the first op at `location` with this name; if there is none, the
/// first one at `location`, as the named op may be a result of the conversion.
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
          return success(); // reported below, at the op that is found
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
