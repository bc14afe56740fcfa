//===- ContentsSearchInverse.cpp - The iteration that wrote an element ----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the iteration that wrote the element that is searched for.
//
//     for %i = 0 to 14
//       memref.store ..., %a[%i floordiv 4, %i mod 4]
//
//     the element (d0, d1) of %a: iteration %i = 4 * d0 + d1
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/WriteInverter.h"
#include "ContentsSearch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A write as `WriteInverter` expects it: its counters are numbered anew, first
/// the *fixed* variables, which the search knows already, then the *copies*,
/// whose values are to be found (the loop variables of the execution that
/// wrote), then the offsets within a slice that is written at once.
struct RenumberedWrite {
  LoopedWrite write;
  llvm::SetVector<unsigned> fixed, copies;
};

} // namespace

/// Numbers the variables of a write in `execution` anew: of its `index`, its
/// `extents` (none: it writes one element) and the conditions of its `path`.
/// Nullopt if an extent is not constant.
static std::optional<RenumberedWrite>
renumberWrite(ArrayRef<AffineExpr> index, ArrayRef<AffineExpr> extents,
              ArrayRef<Condition> path, const Execution &execution,
              IntegerFacts &facts) {
  MLIRContext *context = index.front().getContext();
  RenumberedWrite renumbered;
  llvm::SetVector<unsigned> mentioned;
  for (auto [original, copy] : execution.getNewCopies())
    renumbered.copies.insert(cast<AffineDimExpr>(copy).getPosition());
  for (AffineExpr expr : index)
    collectVariables(expr, mentioned);
  for (const Condition &condition : path)
    collectVariables(condition, mentioned);
  for (unsigned variable : mentioned)
    if (!renumbered.copies.contains(variable))
      renumbered.fixed.insert(variable);
  LoopedWrite &write = renumbered.write;
  write.numFixed = renumbered.fixed.size();
  DenseMap<unsigned, AffineExpr> numberOf;
  for (const auto &group : {renumbered.fixed, renumbered.copies})
    for (unsigned variable : group) {
      numberOf[variable] = getAffineDimExpr(numberOf.size(), context);
      write.counters.push_back(
          facts.getRange(getAffineDimExpr(variable, context)));
    }
  auto renumber = [&](AffineExpr expr) {
    return replaceVariables(expr,
                            [&](unsigned v) { return numberOf.lookup(v); });
  };
  for (auto [d, expr] : llvm::enumerate(index)) {
    AffineExpr at = renumber(expr);
    auto extent = extents.empty() ? AffineConstantExpr()
                                  : dyn_cast<AffineConstantExpr>(extents[d]);
    if (!extents.empty() && !extent)
      return std::nullopt;
    if (extent && extent.getValue() != 1) {
      at = at + getAffineDimExpr(write.counters.size(), context);
      write.counters.push_back({0, extent.getValue() - 1});
    }
    write.index.push_back(at);
  }
  // A condition with alternatives is no list of constraints. Without it the
  // inverse may name an iteration that does not write, so callers test that the
  // iteration that they get does.
  for (const Condition &condition : path)
    if (condition.getAlternatives().size() == 1)
      for (const IndexConstraint &constraint :
           condition.getAlternatives().front())
        write.constraints.push_back(
            {renumber(constraint.expr), constraint.isEq});
  return renumbered;
}

bool ContentsSearch::invert(Operation *loop, const BufferEvent &event,
                            const OpenElements &open, Execution &execution,
                            DenseMap<unsigned, AffineExpr> &values) {
  MLIRContext *context = loop->getContext();
  const Elements &elements = event.touched.elements;
  if (elements.index.size() != open.index.size() || open.index.empty())
    return false;
  SmallVector<AffineExpr> index;
  for (AffineExpr expr : elements.index)
    index.push_back(execution.rename(expr));
  SmallVector<Condition> path;
  collectPath(event.op, loop, facts, execution, path);
  // Bounds of loops and assumptions about the copied variables.
  for (auto [original, copy] : execution.getNewCopies())
    llvm::append_range(
        path, facts.getFactsOf(cast<AffineDimExpr>(copy).getPosition()));

  std::optional<RenumberedWrite> renumbered =
      renumberWrite(index, elements.extents, path, execution, facts);
  if (!renumbered)
    return false;
  std::optional<WrittenPiece> piece =
      WriteInverter(renumbered->write, context, /*lasts=*/0, scope.inverses)
          .run();
  if (!piece)
    return false;
  // The witness is in terms of the fixed variables, then of the coordinates of
  // the element: both are translated back to the variables of the search.
  const auto &fixed = renumbered->fixed;
  for (auto [i, copy] : llvm::enumerate(renumbered->copies))
    values[copy] = replaceVariables(piece->witness[i], [&](unsigned dim) {
      return dim < fixed.size() ? getAffineDimExpr(fixed[dim], context)
                                : open.index[dim - fixed.size()];
    });
  return true;
}

/// Returns the iteration of `loop` in which `event` accesses the open element,
/// as the value of each loop variable; nullopt if it is not known.
std::optional<ContentsSearch::Iteration>
ContentsSearch::findIteration(Operation *loop, const BufferEvent &event,
                              const OpenElements &open,
                              const Execution &execution) {
  Execution any = execution.enter(loop);
  DenseMap<unsigned, AffineExpr> values;
  if (!invert(loop, event, open, any, values))
    return std::nullopt;
  Iteration iteration;
  for (Value value : getLoopVariables(loop)) {
    auto dim = dyn_cast_or_null<AffineDimExpr>(facts.express(value));
    if (!dim)
      return std::nullopt;
    auto copy = cast<AffineDimExpr>(any.rename(dim));
    AffineExpr number = values.lookup(copy.getPosition());
    if (!number)
      return std::nullopt;
    iteration.push_back({dim.getPosition(), number});
  }
  return iteration;
}
