//===- LeafValues.h - Known leaves of expressions ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_LEAFVALUES_H
#define LAYOUT_LIB_ANALYSIS_LEAFVALUES_H

#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/Analysis/Values/ValueReducer.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/ScalarAccess.h"
#include "llvm/ADT/SetVector.h"

#include <functional>

namespace mlir::layout {

/// What is known of loaded values and of integers wherever a condition holds at
/// `point`. Loads in `arm` are executed there too, after no op that would
/// change what they read. After `maxQuestions` queries about integers, further
/// ones are unknown.
class LeafValues {
public:
  static constexpr unsigned maxQuestions = 32;

  LeafValues(KnownContents &contents, Operation *point, Condition where)
      : contents(contents), facts(contents.getFacts()), point(point),
        where(std::move(where)) {}

  /// Loads in it count as executed at the point.
  void setArm(Operation *branch) { arm = branch; }
  /// The buffer that the value in question goes to: only of what is loaded from
  /// it, sums are followed through the program.
  void setDestination(Value root) { destination = root; }
  /// Loads that read zeros outside of their images, as `layout.fetch` does.
  void setFetched(const llvm::SmallSetVector<Operation *, 4> &loads) {
    fetched = &loads;
  }
  /// Puts what a load in the arm reads where it will read when its index is
  /// wrapped.
  void setWrapped(std::function<void(Operation *, Elements &)> adjust) {
    this->adjust = std::move(adjust);
  }

  std::optional<KnownValue> get(Value value);
  ValueReducer::Leaf getLeaf() {
    return [this](Value value) { return get(value); };
  }

  /// Buffers for whose contents the answers are.
  const llvm::SmallSetVector<Value, 4> &getRelied() const { return relied; }

private:
  std::optional<KnownValue> find(Value value);
  std::optional<KnownValue> getInteger(Value value);
  KnownValue getLoaded(Operation *load);
  KnownValue getFetched(Value texel, Elements place);
  std::optional<Elements> getPlace(FetchOp fetch);
  TypedAttr getNumber(AffineExpr number, Type type);
  bool isImplied(const Condition &goal);
  bool isNeverNegativeZero(const Elements &elements, Operation *when);
  bool holdsNoNegativeZero(const Elements &elements, Operation *before);
  bool storesNoNegativeZero(Value root, Operation *scope);

  KnownContents &contents;
  IntegerFacts &facts;
  Operation *point, *arm = nullptr;
  Condition where;
  unsigned numQuestions = 0;
  Value destination;
  const llvm::SmallSetVector<Operation *, 4> *fetched = nullptr;
  std::function<void(Operation *, Elements &)> adjust;
  llvm::SmallSetVector<Value, 4> relied;
  DenseMap<Value, std::optional<KnownValue>> known;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_LEAFVALUES_H
