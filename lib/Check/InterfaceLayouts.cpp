//===- InterfaceLayouts.cpp - Layouts of candidate interfaces -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterfaceLayouts.h"

#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Action.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::layout;

static std::string getPlace(StringRef symbol, StringRef kind,
                            size_t number = 0) {
  return (symbol + " " + kind + " " + Twine(number)).str();
}

void InterfaceLayouts::start(MLIRContext *context) {
  if (context->hasActionHandler())
    return;
  watched = context;
  context->registerActionHandler(
      [this](function_ref<void()> act, const tracing::Action &action) {
        if (isa<PassExecutionAction>(action))
          for (const IRUnit &unit : action.getContextIRUnits())
            if (auto *op = llvm::dyn_cast_if_present<Operation *>(unit))
              // Passes on functions may run at the same time.
              if (auto module = dyn_cast<ModuleOp>(op);
                  module && !module->getParentOp())
                record(module);
        act();
      });
}

void InterfaceLayouts::stop() {
  if (watched)
    watched->registerActionHandler(nullptr);
  watched = nullptr;
}

void InterfaceLayouts::record(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    StringRef name = function.getName();
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      record(getPlace(name, "argument", i), type);
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      record(getPlace(name, "result", i), type);
  }
  for (auto global : module.getOps<memref::GlobalOp>())
    record(getPlace(global.getName(), "global"), global.getType());
}

void InterfaceLayouts::record(const std::string &name, Type type) {
  bool isLaidOutNow = isLaidOut(type);
  auto known = places.find(name);
  if (known == places.end()) {
    if (isLaidOutNow)
      places[name].laidOut = type;
    return;
  }
  Place &place = known->second;
  place.isAppliedTwice |= place.isApplied && isLaidOutNow;
  place.isApplied |= !isLaidOutNow;
  if (isLaidOutNow)
    place.laidOut = type;
}

void InterfaceLayouts::addRequest(Parameter &parameter,
                                  const std::string &name) const {
  auto known = places.find(name);
  if (!parameter.isBuffer() || parameter.getLayout() || known == places.end() ||
      known->second.isAppliedTwice)
    return;
  auto recorded = cast<ShapedType>(known->second.laidOut);
  auto stated = cast<ShapedType>(parameter.type);
  if (recorded.getShape() == stated.getShape() &&
      recorded.getElementType() == stated.getElementType())
    parameter.request = getLayoutToApply(recorded);
}

void InterfaceLayouts::addRequests(Signature &signature,
                                   StringRef entry) const {
  for (auto [i, argument] : llvm::enumerate(signature.arguments))
    addRequest(argument, getPlace(entry, "argument", i));
  for (auto [i, result] : llvm::enumerate(signature.results))
    addRequest(result, getPlace(entry, "result", i));
  for (Parameter &global : signature.globals)
    addRequest(global, getPlace(global.getSymbol(), "global"));
}
