//===- ScheduleHandle.cpp - A schedule of one module ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Session/ScheduleHandle.h"

#include "Diagnostics.h"
#include "ModuleState.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

std::map<std::string, std::vector<std::string>> layout::getScheduleOps() {
  const std::shared_ptr<Session> &session = Session::getShared();
  std::lock_guard<std::mutex> lock(session->getMutex());
  MLIRContext &context = session->getContext();
  context.loadDialect<transform::TransformDialect>();
  std::map<std::string, std::vector<std::string>> ops;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    StringRef name = op.getStringRef();
    if (!name.consume_front("transform.layout."))
      continue;
    std::vector<std::string> &attributes = ops[name.str()];
    for (StringAttr attribute : op.getAttributeNames())
      attributes.push_back(attribute.str());
  }
  return ops;
}

struct ScheduleHandle::Beginning {
  OwningOpRef<ModuleOp> module;
  /// The version of the module that the schedule made last.
  uint64_t version;
};

ScheduleHandle::ScheduleHandle(std::shared_ptr<ModuleHandle> handle)
    : module(std::move(handle)), beginning(new Beginning) {
  std::lock_guard<std::mutex> lock(module->state->session.getMutex());
  beginning->module = module->state->module->clone();
  beginning->version = module->state->version;
}

ScheduleHandle::~ScheduleHandle() {
  std::lock_guard<std::mutex> lock(module->state->session.getMutex());
  beginning.reset();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Runs the schedule on a clone of `module`. Null after an error.
static OwningOpRef<ModuleOp> runOn(ModuleOp module, StringRef text) {
  MLIRContext *context = module.getContext();
  OwningOpRef<ModuleOp> schedule = parseSourceString<ModuleOp>(
      text, ParserConfig(context), /*sourceName=*/"<schedule>");
  if (!schedule)
    return {};
  OwningOpRef<ModuleOp> changed = module.clone();
  transform::TransformOpInterface entry =
      transform::detail::findTransformEntryPoint(*schedule, {});
  if (!entry || failed(transform::applyTransformNamedSequence(
                    *changed, entry, {}, transform::TransformOptions())))
    return {};
  return changed;
}

Result<std::vector<Remark>>
ScheduleHandle::tryOut(const std::string &text) const {
  if (std::string why = whyNotParsed(text); !why.empty())
    return fail(why);
  std::lock_guard<std::mutex> lock(module->state->session.getMutex());
  DiagnosticCollector diagnostics(&module->state->session.getContext());
  if (!runOn(*beginning->module, text)) {
    Failure failure = diagnostics.getFailure("the schedule fails");
    // The message of a `check` step.
    if (std::string words = translateOption(failure.message); !words.empty())
      return failOfCaller(words);
    return failure;
  }
  return diagnostics.takeRemarks();
}

Result<std::vector<Remark>> ScheduleHandle::run(const std::string &text) {
  if (std::string why = whyNotParsed(text); !why.empty())
    return fail(why);
  ModuleHandle::State &state = *module->state;
  std::lock_guard<std::mutex> lock(state.session.getMutex());
  if (state.version != beginning->version)
    return fail("the module has been changed by something else since this "
                "schedule began; begin a new schedule");
  DiagnosticCollector diagnostics(&state.session.getContext());
  OwningOpRef<ModuleOp> changed = runOn(*beginning->module, text);
  if (!changed)
    return diagnostics.getFailure("the schedule fails");
  state.replace(std::move(changed));
  beginning->version = state.version;
  return diagnostics.takeRemarks();
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool ScheduleHandle::hasFunction(const std::string &name) const {
  std::lock_guard<std::mutex> lock(module->state->session.getMutex());
  return bool(beginning->module->lookupSymbol<func::FuncOp>(name));
}

/// Prints the type with this number, if there is one.
static std::string printElement(TypeRange types, unsigned number) {
  auto shaped = number < types.size() ? dyn_cast<ShapedType>(types[number])
                                      : ShapedType();
  return shaped ? llvm::to_string(shaped.getElementType()) : "";
}

std::string ScheduleHandle::getElementOfArgument(const std::string &function,
                                                 unsigned number) const {
  std::lock_guard<std::mutex> lock(module->state->session.getMutex());
  auto found = beginning->module->lookupSymbol<func::FuncOp>(function);
  return found ? printElement(found.getArgumentTypes(), number) : "";
}

std::string ScheduleHandle::getElementOfResult(const std::string &function,
                                               unsigned number) const {
  std::lock_guard<std::mutex> lock(module->state->session.getMutex());
  auto found = beginning->module->lookupSymbol<func::FuncOp>(function);
  return found ? printElement(found.getResultTypes(), number) : "";
}

std::string ScheduleHandle::getElementOfGlobal(const std::string &name) const {
  std::lock_guard<std::mutex> lock(module->state->session.getMutex());
  auto found = beginning->module->lookupSymbol<memref::GlobalOp>(name);
  return found ? printElement(found.getType(), 0) : "";
}
