//===- WrittenElements.cpp - Elements that are definitely written ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenElements.h"

#include "Layout/Map/Decision.h"

using namespace mlir;
using namespace mlir::layout;

/// Bounds the pieces of one node.
static constexpr size_t maxPieces = 32;

/// Decides whether a constraint holds for every value within a range (Yes) or
/// for none (No).
static Truth decide(Interval range, bool isEq) {
  if ((range.high && *range.high < 0) || (isEq && range.low && *range.low > 0))
    return Truth::No;
  bool holds = range.low && *range.low >= 0 &&
               (!isEq || (range.high && *range.high <= 0));
  return holds ? Truth::Yes : Truth::Unknown;
}

std::optional<Conjunction>
layout::simplifyConstraints(ArrayRef<IndexConstraint> constraints,
                            ArrayRef<Interval> dims,
                            ArrayRef<Interval> symbols) {
  Conjunction rest;
  for (auto [expr, isEq] : constraints) {
    Truth truth = decide(rangeOf(expr, dims, symbols), isEq);
    AffineExpr simplified = expr;
    if (truth == Truth::Unknown) { // ranges alone are cheap, and often enough
      simplified = simplifyUnderRanges(expr, dims, symbols);
      truth = decide(rangeOf(simplified, dims, symbols), isEq);
    }
    if (truth == Truth::No)
      return std::nullopt;
    if (truth == Truth::Unknown)
      rest.push_back({simplified, isEq});
  }
  return rest;
}

/// What lies between the node in question and the one at hand.
struct WrittenElements::Surroundings {
  unsigned numFixed;
  Conjunction constraints;

  /// Adds constraints, runs `body`, and takes them away again.
  void with(ArrayRef<IndexConstraint> added, function_ref<void()> body) {
    size_t before = constraints.size();
    constraints.append(added.begin(), added.end());
    body();
    constraints.truncate(before);
  }
};

ArrayRef<WrittenPiece> WrittenElements::get(AccessNode &node) {
  if (!node.hasPieces && node.hasSureWrite) {
    tree.open(node);
    Surroundings around{node.depth, {}};
    collect(node, around, node.pieces);
  }
  node.hasPieces = true;
  return node.pieces;
}

void WrittenElements::collect(AccessNode &node, Surroundings &around,
                              Pieces &pieces) {
  // Conditions nested in each other multiply the pieces. Without the remaining
  // ones, the result is an under-approximation still.
  if (!node.hasSureWrite || pieces.size() >= maxPieces || isExhausted())
    return;
  tree.open(node);
  for (const BufferTouch &touch : node.touches)
    if (touch.writes && touch.isSure)
      collectTouch(node, touch, around, pieces);
  collectRegions(node, around, pieces);
}

void WrittenElements::collectRegions(AccessNode &node, Surroundings &around,
                                     Pieces &pieces) {
  switch (node.kind) {
  case AccessNode::Kind::Once:
    for (unsigned s = 0; s < node.sequences.size(); ++s)
      collectSequence(node, s, around, pieces);
    return;
  case AccessNode::Kind::Loop:
    // An iteration of an inexact domain may not be executed, and then writes
    // nothing.
    if (node.isExact)
      around.with(node.domain,
                  [&] { collectSequence(node, 0, around, pieces); });
    return;
  case AccessNode::Kind::Branch:
    // With an unknown condition, only what both arms write is certain.
    if (!node.hasKnownCondition())
      return collectBothArms(node, around, pieces);
    for (unsigned s = 0; s < node.sequences.size(); ++s)
      for (const Conjunction &condition : node.conditions[s])
        around.with(condition,
                    [&] { collectSequence(node, s, around, pieces); });
    return;
  case AccessNode::Kind::Opaque:
    return;
  }
}

void WrittenElements::collectSequence(AccessNode &node, unsigned sequence,
                                      Surroundings &around, Pieces &pieces) {
  for (AccessNode *writer : node.writers[sequence])
    collect(*writer, around, pieces);
}

/// What both arms of a branch write, in the same iteration of the loops around.
void WrittenElements::collectBothArms(AccessNode &node, Surroundings &around,
                                      Pieces &pieces) {
  Pieces arms[2];
  for (unsigned s = 0; s < 2; ++s)
    collectSequence(node, s, around, arms[s]);
  unsigned numCounters = node.depth - around.numFixed;
  for (const WrittenPiece &first : arms[0])
    for (const WrittenPiece &second : arms[1]) {
      if (pieces.size() >= maxPieces)
        return;
      WrittenPiece both = first;
      both.witness.truncate(numCounters);
      llvm::append_range(both.constraints, second.constraints);
      // Each arm has a witness of its own. Both write the element only where
      // the two iterations are one.
      for (unsigned i = 0; i < numCounters; ++i)
        if (first.witness[i] != second.witness[i])
          both.constraints.push_back(
              {first.witness[i] - second.witness[i], true});
      pieces.push_back(std::move(both));
    }
}

void WrittenElements::collectTouch(AccessNode &node, const BufferTouch &touch,
                                   Surroundings &around, Pieces &pieces) {
  IndexExpressions &expressions = tree.getExpressions();
  AccessedElements elements = describeElements(node, touch, tree);
  // An element that may be touched is not certainly written.
  if (!elements.isExact)
    return;
  LoopedWrite write;
  write.numFixed = around.numFixed;
  write.index = elements.index;
  write.counters.assign(node.counters.begin(),
                        node.counters.begin() + node.depth);
  write.counters.append(elements.lanes);
  write.constraints = around.constraints;
  write.constraints.append(elements.constraints);

  SmallVector<Interval> ranges(node.counters.begin(),
                               node.counters.begin() + around.numFixed);
  for (AffineExpr extent : expressions.getExtents()) {
    Interval range;
    range.low = 0;
    if (auto constant = dyn_cast<AffineConstantExpr>(extent))
      range.high = constant.getValue() - 1;
    ranges.push_back(range);
  }
  invert(write, ranges, pieces);
}

/// One piece per way to choose among iterations that write the same element.
void WrittenElements::invert(const LoopedWrite &write,
                             ArrayRef<Interval> ranges, Pieces &pieces) {
  MemoKey key;
  key.add(uint64_t(write.numFixed))
      .add(ArrayRef(write.index))
      .add(ArrayRef(write.counters))
      .add(ArrayRef(write.constraints))
      .add(ranges)
      .add(ArrayRef(tree.getExpressions().getSymbolRanges()));
  if (const AccessMemo::Inverted *known = memo.lookupInverted(key))
    // Bounds that end the attempts make it less.
    if (numSolves + known->numSolves <= maxSolves &&
        pieces.size() + known->pieces.size() < maxPieces) {
      numSolves += known->numSolves;
      llvm::append_range(pieces, known->pieces);
      return;
    }
  size_t before = pieces.size();
  unsigned solvesBefore = numSolves;
  invertAnew(write, ranges, pieces);
  if (!isExhausted() && pieces.size() < maxPieces)
    memo.rememberInverted(key, {Pieces(pieces.begin() + before, pieces.end()),
                                numSolves - solvesBefore});
}

void WrittenElements::invertAnew(const LoopedWrite &write,
                                 ArrayRef<Interval> ranges, Pieces &pieces) {
  constexpr unsigned maxChoices = 3;
  IndexExpressions &expressions = tree.getExpressions();
  for (unsigned lasts = 0, numWays = 1; lasts < numWays; ++lasts) {
    if (++numSolves > maxSolves || pieces.size() >= maxPieces)
      return;
    WriteInverter inverter(write, expressions.getContext(), lasts,
                           memo.inverses);
    std::optional<WrittenPiece> piece = inverter.run();
    // Each choice doubles the number of ways: eight attempts per write at most.
    numWays = 1u << std::min(inverter.getNumChoices(), maxChoices);
    std::optional<Conjunction> constraints;
    if (piece)
      constraints = simplifyConstraints(piece->constraints, ranges,
                                        expressions.getSymbolRanges());
    if (!constraints)
      continue;
    piece->constraints = std::move(*constraints);
    bool isWhole = piece->constraints.empty();
    pieces.push_back(std::move(*piece));
    if (isWhole) // other choices write nothing more
      return;
  }
}
