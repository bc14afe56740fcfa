//===- SpeculatedRaces.cpp - Accesses in parallel loops -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpeculatedRaces.h"

#include "Analysis/Contents/LeafValues.h"
#include "Analysis/Integers/Execution.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/LoopCounters.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Proves that an access that is added to a parallel loop races with none of
/// the loop: A[%i] of `scf.parallel (%i)` does not, a store to A[%j] of a loop
/// inside of it may.
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
    if (!isGiven && isDefinedIn(root, loop))
      return true;
    if (!collectAccesses())
      return false;
    return !hasWrite || isInjective();
  }

private:
  /// Removes from `common` the indices that some access does not have. Returns
  /// false if an op may access memory in a way that is not known.
  bool collectAccesses() {
    const BufferFlow &flow = contents.getFlow();
    return !loop->walk([&](Operation *op) {
                  if (op == loop) // reads no memory itself
                    return WalkResult::advance();
                  // A call may reach the buffer under a name that is no
                  // operand.
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
    // Accesses to other memory cannot race with those to `root`.
    if (!contents.getAliases().mayBeOneMemory(operand.get(), root))
      return true;
    Value other = flow.getRoot(operand.get());
    hasWrite |= effect.mayWrite;
    std::optional<Elements> elements;
    if (other == root)
      elements = contents.getElements(operand);
    // Only an index that all accesses have tells iterations apart.
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

  /// Of two iterations one comes first in some variable of the loop. With equal
  /// common indices there are no such two.
  bool isInjective() {
    llvm::erase_if(common, [](AffineExpr index) { return !index; });
    SmallVector<Value> variables = getLoopVariables(loop);
    return !variables.empty() && llvm::all_of(variables, [&](Value variable) {
      AffineExpr here = facts.express(variable);
      return here && areEqualNowhere(here);
    });
  }

  bool areEqualNowhere(AffineExpr here) {
    Execution other = Execution(facts).enter(loop);
    // By one at least, in one direction: the two executions are symmetric.
    Conjunction meeting{{other.rename(here) - here - 1}};
    for (AffineExpr index : common)
      meeting.push_back({index - other.rename(index), /*isEq=*/true});
    return facts.isSatisfiable(Condition(std::move(meeting))).isNo();
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
