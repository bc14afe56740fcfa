//===- PayloadCopy.cpp - Trial copies of payload modules ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PayloadCopy.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::layout::schedule;

/// Schedules, and modules of nothing else, are no payload.
static bool isSchedule(Operation &op) {
  return isa_and_nonnull<transform::TransformDialect>(op.getDialect()) ||
         (isa<ModuleOp>(op) &&
          op.hasAttr(transform::TransformDialect::kWithNamedSequenceAttrName));
}

/// What passes look for at the modules around.
static void inheritTarget(ModuleOp module, ModuleOp copy) {
  for (StringRef name : {DLTIDialect::kTargetSystemDescAttrName,
                         DLTIDialect::kDataLayoutAttrName})
    for (Operation *around = module; around && !copy->hasAttr(name);
         around = around->getParentOp())
      if (Attribute value = around->getAttr(name))
        copy->setAttr(name, value);
}

PayloadCopy::PayloadCopy(ModuleOp original)
    : original(original),
      copy(cast<ModuleOp>(original->cloneWithoutRegions(mapping))) {
  copy->getBodyRegion().emplaceBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(copy->getBody());
  for (Operation &op : *original.getBody())
    if (!isSchedule(op))
      builder.clone(op, mapping);
  inheritTarget(original, *copy);
  attributes = (*copy)->getAttrDictionary();
}

static bool areEqual(Operation *a, Operation *b) {
  return OperationEquivalence::isEquivalentTo(
      a, b, OperationEquivalence::IgnoreLocations);
}

FailureOr<SmallVector<PayloadCopy::Change>> PayloadCopy::findChanges() {
  // Those without a symbol come in the same order.
  DenseMap<StringAttr, Operation *> symbols;
  SmallVector<Operation *> unnamed;
  for (Operation &op : *copy->getBody())
    if (StringAttr name = SymbolTable::getSymbolName(&op))
      symbols[name] = &op;
    else
      unnamed.push_back(&op);
  SmallVector<Change> changes;
  auto *nextUnnamed = unnamed.begin();
  for (Operation &op : *original.getBody()) {
    if (isSchedule(op))
      continue;
    Operation *made = nullptr;
    if (StringAttr name = SymbolTable::getSymbolName(&op)) {
      made = symbols.lookup(name);
      symbols.erase(name);
    } else if (nextUnnamed != unnamed.end()) {
      made = *nextUnnamed++;
    } else {
      return failure();
    }
    if (made && made->getName() != op.getName())
      return failure();
    if (!made || !areEqual(&op, made))
      changes.push_back({&op, made});
  }
  if (nextUnnamed != unnamed.end())
    return failure();
  for (Operation &op : *copy->getBody())
    if (StringAttr name = SymbolTable::getSymbolName(&op);
        name && symbols.contains(name))
      changes.push_back({nullptr, &op});
  return changes;
}

void PayloadCopy::takeOverAttributes() {
  for (NamedAttribute attribute : (*copy)->getAttrDictionary())
    if (attributes.get(attribute.getName()) != attribute.getValue())
      original->setAttr(attribute.getName(), attribute.getValue());
  for (NamedAttribute attribute : attributes)
    if (!(*copy)->hasAttr(attribute.getName()))
      original->removeAttr(attribute.getName());
}

void PayloadCopy::takeOver(ArrayRef<Change> changes,
                           function_ref<void(Operation *)> erased) {
  // Where new ones go: after the op that they follow in the copy.
  SmallVector<std::pair<Operation *, StringAttr>> added;
  for (Change change : changes)
    if (!change.original) {
      Operation *before = change.made->getPrevNode();
      added.push_back({change.made, before ? SymbolTable::getSymbolName(before)
                                           : StringAttr()});
    }
  for (auto [made, before] : added) {
    Operation *place =
        before ? SymbolTable::lookupSymbolIn(original, before) : nullptr;
    made->remove();
    if (place)
      original.getBody()->getOperations().insertAfter(place->getIterator(),
                                                      made);
    else
      original.getBody()->push_front(made);
  }
  for (auto [op, made] : changes) {
    if (!op)
      continue;
    op->walk([&, op = op, made = made](Operation *nested) {
      if (nested != op || !made)
        erased(nested);
    });
    if (!made) {
      op->erase();
      continue;
    }
    // `setAttrs` would leave what is not in the dictionary.
    op->setDiscardableAttrs(made->getDiscardableAttrDictionary());
    op->copyProperties(made->getPropertiesStorage());
    for (auto [to, from] :
         llvm::zip_equal(op->getRegions(), made->getRegions()))
      to.takeBody(from);
  }
  takeOverAttributes();
}
