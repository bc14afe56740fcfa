//===- BlockOrder.h - Reordering ops of a block -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_BLOCKORDER_H
#define LIB_TRANSFORMS_NESTS_BLOCKORDER_H

#include "Layout/Map/Decision.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include <functional>
#include <optional>
#include <vector>

namespace mlir::layout {

/// The ops of one block, but its terminator, in the order that they shall have.
/// Ops that shall become one, such as loops that are fused, are one *item*.
///
/// Two items are joined in two steps, so that the caller may check more of the
/// ops between them than this class does: `planJoin` only reads, and `join`
/// changes the order planned. The block changes in `apply`.
class BlockOrder {
public:
  using Item = SmallVector<Operation *, 1>;

  /// Decides whether the two ops may touch the same memory while one of them
  /// writes. No is a proof.
  using MayInterfere = std::function<Decision(Operation *, Operation *)>;

  /// Where an op goes that may be on either side of the joined ones. Pure ops
  /// go before them, where others may use their results.
  enum class Side { front, behind };

  /// Planning to join two items looks at all items between them: callers look
  /// for partners no farther away.
  static constexpr size_t maxDistance = 64;

  BlockOrder(Block *block, MayInterfere mayInterfere, Side preferred);

  size_t size() const { return items.size(); }
  const Item &operator[](size_t index) const { return items[index]; }

  /// How the item at `second` moves directly after the one at `first`: of those
  /// between them some go before both, some after.
  struct Joint {
    size_t first, second;
    SmallVector<size_t> early, late;
  };

  /// What can go to neither side.
  struct Obstacle {
    Operation *op = nullptr;
    /// With what it may interfere; an empty witness where it uses values, or
    /// its own are used.
    Decision why = Decision::no({});
  };

  /// Nullopt where an item between the two can go to neither side.
  std::optional<Joint> planJoin(size_t first, size_t second,
                                Obstacle &obstacle) const;

  /// Makes one item of the two. Returns its index; those after the second keep
  /// theirs, less one.
  size_t join(const Joint &joint);

  /// Moves the ops of the block into the order. Does nothing if it is theirs.
  void apply();

private:
  bool place(Joint &joint, size_t between, Decision &why) const;
  bool canGoFirst(const Joint &joint, size_t between, Decision &why) const;
  bool canGoLast(const Joint &joint, size_t between, Decision &why) const;
  bool interfere(const Item &a, const Item &b, Decision &why) const;

  Block *block;
  MayInterfere mayInterfere;
  Side preferred;
  std::vector<Item> items;
  bool isChanged = false;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_BLOCKORDER_H
