//===- MarkedAccesses.cpp - What layout.sequential marks ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MarkedAccesses.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isMarkedSequential(Operation *op) {
  return op->hasAttr(LayoutDialect::kSequentialAttrName);
}

bool layout::isMarkedSequential(Value buffer) {
  if (Operation *op = buffer.getDefiningOp())
    return isMarkedSequential(op) && isAllocation(buffer);
  FunctionOpInterface function = getFunctionOfArgument(buffer);
  return function &&
         function.getArgAttr(cast<BlockArgument>(buffer).getArgNumber(),
                             LayoutDialect::kSequentialAttrName);
}

Value layout::getAccessedBuffer(Operation *op) {
  OpOperand *accessed = getElementAccess(op);
  return accessed ? accessed->get() : Value();
}

MarkedAccesses::MarkedAccesses(Operation *function) {
  llvm::MapVector<Value, SmallVector<Operation *>> byBuffer;
  // Accesses of marked buffers come after those with marks of their own, as
  // these are what the user has chosen for their nests.
  auto addBuffer = [&](Value buffer) {
    if (!byBuffer.insert({buffer, {}}).second)
      return;
    marks.insert({buffer.getAsOpaquePointer(), {buffer.getLoc(), true}});
  };
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          if (isMarkedSequential(argument))
            addBuffer(argument);
    bool isMade =
        op->getNumResults() == 1 && isMarkedSequential(op->getResult(0));
    if (isMade)
      addBuffer(op->getResult(0));
    Value buffer = getAccessedBuffer(op);
    if (isMarkedSequential(op) && !isMade && op != function) {
      marks.insert({op, {op->getLoc(), false, op}});
      markOf[op] = op;
      if (buffer)
        accesses.push_back(op);
    } else if (buffer) {
      if (auto *it = byBuffer.find(buffer); it != byBuffer.end()) {
        it->second.push_back(op);
        markOf[op] = buffer.getAsOpaquePointer();
      }
    }
  });
  for (auto &[buffer, own] : byBuffer)
    accesses.append(own);
}

void MarkedAccesses::note(Operation *access, Outcome outcome) {
  // The last in the order of `Outcome` counts: an access with a remark of its
  // own leaves nothing to explain.
  auto *mark = marks.find(markOf.lookup(access));
  if (mark != marks.end())
    mark->second.outcome = std::max(mark->second.outcome, outcome);
}

void MarkedAccesses::addTold(llvm::DenseSet<const void *> &told) const {
  for (auto &[key, mark] : marks)
    if (mark.outcome == Outcome::Told)
      told.insert(key);
}

void MarkedAccesses::explainSilent(
    const llvm::DenseSet<const void *> &told) const {
  for (auto &[key, mark] : marks)
    if (!told.contains(key))
      explain(mark);
}

void MarkedAccesses::explain(const Mark &mark) {
  switch (mark.outcome) {
  case Outcome::Told:
    return;
  case Outcome::InOrder:
    remarkDone(mark.location, "layout-sequential-access/in-order")
        << "the nest visits the buffer in physical order as it is";
    return;
  case Outcome::AsMapped:
    remarkDone(mark.location, "layout-sequential-access/in-order")
        << "the nest has the loops of nest-map as it is";
    return;
  case Outcome::Taken:
    remarkMissed(mark.location, "layout-sequential-access/other-access")
        << "the loops around it were reordered for another access; mark one "
           "access of a nest";
    return;
  case Outcome::Fixed:
    remarkMissed(mark.location, "layout-sequential-access/no-loop")
        << "the indices of its accesses are the same in all iterations of the "
           "loops around them; mark an access whose index changes";
    return;
  case Outcome::None:
    break;
  }
  if (mark.isBuffer)
    remarkMissed(mark.location, "layout-sequential-access/no-access")
        << "expects loads or stores of single elements of the marked buffer "
           "itself in this function, found none";
  else
    remarkMissed(mark.location, "layout-sequential-access/no-access")
        << "a marked loop is reordered by the option nest-map only; without "
           "it, mark a buffer, a load or a store";
}

namespace {

/// Explains which uses of marked buffers are not reordered, since the accesses
/// are elsewhere: in a callee, in a linalg op, or through an alias.
class MarkTracer {
public:
  void visit(Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      visitFunction(function);
    else if (op->getNumResults() == 1 && isMarkedSequential(op->getResult(0)))
      explainUses(op->getResult(0));
  }

private:
  void visitFunction(FunctionOpInterface function) {
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
      if (!function.getArgAttr(i, LayoutDialect::kSequentialAttrName))
        continue;
      if (function.isExternal())
        remarkMissed(function.getLoc(), "layout-sequential-access/no-access")
            << "the marked argument is one of a function without a body; mark "
               "that of the definition";
      else
        explainUses(function.getArgument(i));
    }
  }

  void explainUses(Value buffer) {
    for (OpOperand &use : buffer.getUses())
      explainUse(use);
  }

  void explainUse(OpOperand &use) {
    Operation *op = use.getOwner();
    std::string why = describeUnreached(op, use);
    if (!why.empty())
      remarkMissed(op->getLoc(), "layout-sequential-access/other-name")
          << "'" + op->getName().getStringRef().str() + "' " + why;
  }

  /// Explains why accesses through the result of `use` are not collected; empty
  /// if there are none.
  std::string describeUnreached(Operation *op, OpOperand &use) {
    if (auto call = dyn_cast<TracedCall>(op))
      return isMarkedInCallee(call, use)
                 ? ""
                 : "passes a marked buffer to a function; mark the argument of "
                   "the callee, too";
    if (isa<linalg::LinalgOp>(op))
      return "accesses a marked buffer; run convert-linalg-to-affine-loops "
             "first";
    if (handsOn(op))
      return "gives a marked buffer another name, whose accesses are not "
             "reordered; mark those accesses";
    return "";
  }

  /// Returns true if `op` allocates a buffer or forwards one.
  static bool handsOn(Operation *op) {
    if (isa<CallOpInterface>(op))
      return true;
    if (op->hasTrait<OpTrait::IsTerminator>())
      return !op->hasTrait<OpTrait::ReturnLike>() ||
             !isa<FunctionOpInterface>(op->getParentOp());
    return llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>) ||
           llvm::any_of(op->getRegions(), [](Region &region) {
             return llvm::any_of(region.getArgumentTypes(),
                                 llvm::IsaPred<BaseMemRefType>);
           });
  }

  bool isMarkedInCallee(TracedCall call, OpOperand &use) {
    TracedFunction callee = call.lookUpCallee(symbols);
    std::optional<unsigned> number = call.getArgumentNumber(use);
    return callee && number &&
           callee.getArgAttr(*number, LayoutDialect::kSequentialAttrName);
  }

  SymbolTableCollection symbols;
};

} // namespace

void layout::explainUnreachedMarks(ModuleOp module) {
  if (!areRemarksEnabled(module.getContext()))
    return;
  MarkTracer tracer;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { tracer.visit(op); });
}
