//===- SpeculatedRaces.cpp - Accesses in parallel loops -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpeculatedRaces.h"

#include "Analysis/Contents/LeafValues.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/Map/ConstraintSystem.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class RaceQuery {
public:
  RaceQuery(Operation *loop, const Elements &elements, bool writes,
            KnownContents &contents)
      : loop(loop), root(elements.buffer),
        common(elements.index.begin(), elements.index.end()), hasWrite(writes),
        contents(contents), facts(contents.getFacts()) {}

  bool isExcluded() {
    // A buffer of its own for each iteration; what a kernel is given, or shares
    // in a workgroup, is not.
    bool isGiven = isa<BlockArgument>(root) &&
                   root.getParentRegion()->getParentOp() == loop;
    if (!isGiven && loop->isAncestor(root.getParentRegion()->getParentOp()))
      return true;
    if (!collectAccesses())
      return false;
    return !hasWrite || isInjective();
  }

private:
  /// Keeps those of `common` that all accesses have.
  bool collectAccesses() {
    const BufferFlow &flow = contents.getFlow();
    return !loop->walk([&](Operation *op) {
                  if (op == loop) // its bounds are no memory; a kernel has none
                    return WalkResult::advance();
                  if (isa<CallOpInterface>(op) || hasUnknownEffects(op))
                    return WalkResult::interrupt();
                  for (OpOperand &operand : op->getOpOperands())
                    if (isa<BaseMemRefType>(operand.get().getType()) &&
                        !addOperand(operand, flow))
                      return WalkResult::interrupt();
                  return WalkResult::advance();
                })
                .wasInterrupted();
  }

  bool addOperand(OpOperand &operand, const BufferFlow &flow) {
    OperandEffect effect = getOperandEffect(operand);
    if (!effect.touches())
      return true;
    if (!contents.getAliases().mayBeOneMemory(operand.get(), root))
      return true;
    Value other = flow.getRoot(operand.get());
    hasWrite |= effect.mayWrite;
    Operation *op = operand.getOwner();
    std::optional<Elements> elements;
    if (other == root && (isElementLoad(op) || isElementStore(op)))
      elements = contents.getElements(op);
    for (auto [d, index] : llvm::enumerate(common))
      if (!elements || elements->index[d] != index || !isSingle(*elements, d))
        index = AffineExpr();
    return true;
  }

  static bool isSingle(const Elements &elements, unsigned d) {
    if (elements.extents.empty())
      return true;
    auto extent = dyn_cast_or_null<AffineConstantExpr>(elements.extents[d]);
    return extent && extent.getValue() == 1;
  }

  /// Two iterations p and q, of which p comes first in one variable, with equal
  /// common indices: there are none.
  bool isInjective() {
    SmallVector<unsigned> counters;
    for (Value variable : getLoopVariables(loop))
      if (auto dim = dyn_cast_or_null<AffineDimExpr>(facts.express(variable)))
        counters.push_back(dim.getPosition());
      else
        return false;
    if (counters.empty())
      return false;
    llvm::erase_if(common, [&](AffineExpr index) {
      return !index || !isOfIteration(index, counters);
    });
    return llvm::all_of(llvm::seq(counters.size()), [&](size_t first) {
      return areEqualNowhere(counters, first);
    });
  }

  /// Is it computed from the variables of the loop and what is outside of it?
  bool isOfIteration(AffineExpr index, ArrayRef<unsigned> counters) {
    bool isOk = true;
    index.walk([&](AffineExpr part) {
      auto dim = dyn_cast<AffineDimExpr>(part);
      if (!dim || llvm::is_contained(counters, dim.getPosition()))
        return;
      Value value = facts.getVariable(dim.getPosition());
      isOk &=
          value && !loop->isAncestor(value.getParentRegion()->getParentOp());
    });
    return isOk;
  }

  bool areEqualNowhere(ArrayRef<unsigned> counters, size_t first) {
    llvm::SmallSetVector<unsigned, 8> columns(counters.begin(), counters.end());
    for (AffineExpr index : common)
      index.walk([&](AffineExpr part) {
        if (auto dim = dyn_cast<AffineDimExpr>(part))
          columns.insert(dim.getPosition());
      });
    unsigned numOwn = counters.size();
    ConstraintSystem system(columns.size() + numOwn, 0);
    SmallVector<LinearForm> dims = system.getDims();
    MLIRContext *context = loop->getContext();
    DenseMap<AffineExpr, AffineExpr> here, there;
    for (auto [column, variable] : llvm::enumerate(columns)) {
      AffineExpr dim = getAffineDimExpr(variable, context);
      here[dim] = getAffineDimExpr(column, context);
      there[dim] = getAffineDimExpr(
          column < numOwn ? columns.size() + column : column, context);
      Interval range = facts.getRange(dim);
      for (unsigned own : {unsigned(column), unsigned(columns.size() + column)})
        if (own == column || column < numOwn) {
          if (range.low)
            system.addNonNegative(dims[own] + -*range.low);
          if (range.high)
            system.addNonNegative(-dims[own] + *range.high);
        }
    }
    for (AffineExpr index : common)
      system.addZero(system.express(index.replace(here), dims, {}) -
                     system.express(index.replace(there), dims, {}));
    system.addNonNegative(dims[columns.size() + first] - dims[first] + -1);
    return system.isEmpty() == Truth::Yes;
  }

  Operation *loop;
  Value root;
  SmallVector<AffineExpr> common;
  bool hasWrite;
  KnownContents &contents;
  IntegerFacts &facts;
};

} // namespace

bool layout::cannotRace(Operation *loop, const Elements &elements, bool writes,
                        KnownContents &contents) {
  return RaceQuery(loop, elements, writes, contents).isExcluded();
}
