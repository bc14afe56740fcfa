//===- Simplify.h - Simplification by facts ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_CONDITIONS_SIMPLIFY_H
#define LAYOUT_TRANSFORMS_CONDITIONS_SIMPLIFY_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"

namespace mlir::layout {

/// What `layout-simplify` found to be decided by loops, branches around, and
/// assumptions. The whole pass holds at once.
struct SimplifyPlan {
  /// An `affine.if` or `scf.if` that always takes one arm, or a select that
  /// always yields one operand.
  struct Decided {
    Operation *op;
    bool isTrue;
  };
  /// A use of a boolean that is a constant there.
  struct DecidedUse {
    OpOperand *use;
    bool isTrue;
  };
  /// An `affine.if` with fewer constraints.
  struct Weakened {
    Operation *op;
    IntegerSet set;
  };
  /// A comparison that is the same by a stricter predicate.
  struct Part {
    Value value;
    std::optional<arith::CmpIPredicate> stricter = std::nullopt;
  };
  /// A tree of `arith.andi` or of `arith.ori` with fewer operands.
  struct Shortened {
    Operation *root;
    SmallVector<Part> operands;
  };
  /// A use of a comparison where a branch makes it the same as a stricter one.
  struct Narrowed {
    OpOperand *use;
    arith::CmpIPredicate predicate;
  };
  /// A minimum or maximum that is always the value of one operand or result
  /// expression, given by its number.
  struct Chosen {
    Operation *op;
    unsigned part;
  };
  /// A load of known contents: a constant, a value, or a number.
  struct KnownLoad {
    Operation *load;
    TypedAttr constant;
    Value value;
    AffineMap number; ///< of `operands`
    SmallVector<Value> operands;
  };
  SmallVector<KnownLoad> loads;
  SmallVector<Decided> decided;
  SmallVector<DecidedUse> decidedUses;
  SmallVector<Weakened> weakened;
  SmallVector<Shortened> shortened;
  SmallVector<Narrowed> narrowed;
  SmallVector<Chosen> chosen;

  bool isEmpty() const {
    return loads.empty() && decided.empty() && decidedUses.empty() &&
           weakened.empty() && shortened.empty() && narrowed.empty() &&
           chosen.empty();
  }
};

/// What `planSimplify` says of what it finds.
enum class SimplifyRemarks {
  None,
  Done,  ///< what is decided
  Missed ///< what is not, with values for which it does not hold
};

/// The loads whose contents `planSimplify` looks up.
enum class SimplifyLoads {
  All,
  OfBranches ///< those that a branch or a select may depend on
};

struct SimplifyOptions {
  SimplifyRemarks remarks = SimplifyRemarks::None;
  SimplifyLoads loads = SimplifyLoads::All;
};

/// Looks at everything in `scope`. An assumption that is false whenever the
/// function around it is called is an error there. Exact as far as
/// `IntegerFacts` and `KnownContents` are; what they do not know stays as it
/// is. Cost: a few bounded queries per condition, and one pass over each
/// function in or around `scope` that has loads there.
///
/// Source: RFC 0077, Simplify.
FailureOr<SimplifyPlan> planSimplify(Operation *scope,
                                     SimplifyOptions options = {});

/// The same of several ops of one function, none of them in another.
FailureOr<SimplifyPlan> planSimplify(llvm::ArrayRef<Operation *> scopes,
                                     SimplifyOptions options = {});

/// Cannot fail. The program must be the one that was looked at.
void applySimplify(Operation *scope, const SimplifyPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_CONDITIONS_SIMPLIFY_H
