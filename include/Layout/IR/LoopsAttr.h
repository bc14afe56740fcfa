//===- LoopsAttr.h - The plan of a nest -------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LOOPSATTR_H
#define LAYOUT_IR_LOOPSATTR_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AttributeSupport.h"
#include "llvm/ADT/Hashing.h"

namespace mlir::layout {

/// Name of the attribute with the plan of a nest.
inline constexpr StringLiteral kLoopsAttrName("layout.loops");

/// Name of the attribute by which a file of `layout-tune` states what was
/// measured, and where: a dictionary, of a module or a function.
inline constexpr StringLiteral kTunedAttrName("layout.tuned");

/// How the iterations of a tile loop are executed: in sequence; in sequence
/// without a loop; or together, as rows, lanes or steps of a register tile.
enum class LoopRole { Sequential, Unroll, Rows, Lanes, Steps };

/// How a tile that lacks rows, lanes or steps is executed: as the compiler
/// chooses; masked; by a loop of its own; from an earlier iteration on; whole;
/// or as a smaller tile.
enum class PartialTile { Any, Mask, Split, Shift, Whole, Edge };

/// Who has written a plan. An error of a user's is an error; one of the others
/// is a remark, and the program stays as it is.
enum class PlanAuthor { User, Planner, Tuned };

/// The keyword of the notation; empty for `Sequential` and `Any`.
StringRef stringify(LoopRole role);
StringRef stringify(PartialTile partial);
StringRef stringify(PlanAuthor author);

/// A loop over some iterations of a strip-mined variable:
///
///     (v floordiv step) mod size
///
/// The variable is a loop of the nest or, of several loops in a row, the number
/// of their common iteration, `merge(h, w)` being h * (extent of w) + w.
///
///     (c floordiv 8) mod 4    {loops: [c], step: 8, size: 4}
///     c floordiv 32           {loops: [c], step: 32, size: none}
struct TileLoop {
  LoopRole role = LoopRole::Sequential;
  PartialTile partial = PartialTile::Any;
  ArrayRef<unsigned> loops; ///< numbers of loops of the nest
  int64_t step = 1;
  std::optional<int64_t> size; ///< none: as many as the loop has

  bool isMerged() const { return loops.size() > 1; }
  /// Returns true if it is all of its loop.
  bool isWhole() const { return step == 1 && !size; }

  bool operator==(const TileLoop &other) const {
    return role == other.role && partial == other.partial &&
           loops == other.loops && step == other.step && size == other.size;
  }
  friend llvm::hash_code hash_value(const TileLoop &loop) {
    return llvm::hash_combine(loop.role, loop.partial, loop.loops, loop.step,
                              loop.size.value_or(0));
  }
  /// Of storage that lives as long as the attribute.
  TileLoop allocateInto(AttributeStorageAllocator &allocator) const {
    TileLoop copy = *this;
    copy.loops = allocator.copyInto(loops);
    return copy;
  }
};

/// `(d0 floordiv 8) mod 4`, without its role.
void printDigit(raw_ostream &os, const TileLoop &loop);

} // namespace mlir::layout

#define GET_ATTRDEF_CLASSES
#include "Layout/IR/LoopsAttr.h.inc"

namespace mlir::layout {

/// Returns the plan of the op; null if there is none.
LoopsAttr getPlan(Operation *op);
void setPlan(Operation *op, LoopsAttr plan);
void removePlan(Operation *op);

/// Returns true if the op has discardable attributes other than a plan. A pass
/// that does not read plans takes them, too, for attributes that a rewrite of
/// the op would lose, and leaves the nest alone.
bool hasOtherAttributes(Operation *op);

/// Returns true if `root`, or an op in it, has a plan.
bool containsPlan(Operation *root);

} // namespace mlir::layout

#endif // LAYOUT_IR_LOOPSATTR_H
