//===- KnownLoads.h - Loads of known contents -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_KNOWNLOADS_H
#define LIB_TRANSFORMS_CONDITIONS_KNOWNLOADS_H

#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/Transforms/Conditions/Simplify.h"
#include "mlir/IR/Dominance.h"

namespace mlir::layout {

/// What loads can be replaced by, and what is true of all that they may read.
class KnownLoads {
public:
  KnownLoads(IntegerFacts &facts, CallEffects *calls)
      : facts(facts), calls(calls) {}

  /// Nullopt: `contents` says why it stays.
  std::optional<SimplifyPlan::KnownLoad> plan(Operation *load,
                                              Contents &contents);
  /// Decides a condition on the result of one load: always true, always false,
  /// or nullopt.
  std::optional<bool> decide(const Condition &condition);

private:
  KnownContents *getContents(Operation *load);
  bool planNumber(AffineExpr number, SimplifyPlan::KnownLoad &load);
  std::optional<unsigned> findLoaded(const Condition &condition);

  IntegerFacts &facts;
  CallEffects *calls;
  DominanceInfo dominance;
  Operation *function = nullptr; ///< that `contents` is of
  std::unique_ptr<KnownContents> contents;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_KNOWNLOADS_H
