//===- ValueNames.cpp - How counterexamples name values -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValueNames.h"

#include "Layout/IR/LoopCounters.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

std::string ValueNames::get(Value value) {
  if (!state)
    state = std::make_unique<AsmState>(root);
  std::string name;
  llvm::raw_string_ostream os(name);
  value.printAsOperand(os, *state);
  return name;
}

std::string ValueNames::getExtent(Value buffer, unsigned dim) {
  return "dim(" + get(buffer) + ", " + std::to_string(dim) + ")";
}

/// Where its text is; null if it has none.
static FileLineColLoc getPlace(Operation *op) {
  return op->getLoc()->findInstanceOf<FileLineColLoc>();
}

/// From 1 on, among loops in each other that were written at one place; 0 if
/// there is no other.
static unsigned getLevel(Operation *loop) {
  FileLineColLoc place = getPlace(loop);
  auto isAlike = [&](Operation *other) {
    return isa<LoopLikeOpInterface>(other) && getPlace(other) == place;
  };
  unsigned level = 1;
  for (Operation *around = loop->getParentOp(); around;
       around = around->getParentOp())
    level += isAlike(around);
  bool isInnermost = !loop->walk([&](Operation *inner) {
                            return inner != loop && isAlike(inner)
                                       ? WalkResult::interrupt()
                                       : WalkResult::advance();
                          })
                          .wasInterrupted();
  return level == 1 && isInnermost ? 0 : level;
}

/// "'op' at line:column".
static void printPlace(llvm::raw_ostream &os, Operation *op) {
  FileLineColLoc place = getPlace(op);
  os << "'" << op->getName() << "' at " << place.getLine() << ":"
     << place.getColumn();
}

std::string ValueNames::getNumber(Value value) {
  std::string name;
  llvm::raw_string_ostream os(name);
  if (Operation *op = value.getDefiningOp()) {
    os << get(value);
    if (getPlace(op))
      printPlace(os << " of ", op);
    return name;
  }
  Operation *loop = value.getParentBlock()->getParentOp();
  if (!isa_and_nonnull<LoopLikeOpInterface>(loop) || !getPlace(loop))
    return get(value);
  SmallVector<Value> variables = getLoopVariables(loop);
  auto *own = llvm::find(variables, value);
  if (own == variables.end())
    return get(value);
  if (variables.size() > 1)
    os << "dim " << own - variables.begin() << " of ";
  if (unsigned level = getLevel(loop))
    os << "level " << level << " of ";
  printPlace(os, loop);
  return name;
}
