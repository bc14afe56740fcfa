//===- OrderCache.h - Cache of propagated orders ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_ORDERCACHE_H
#define LIB_TRANSFORMS_PROPAGATE_ORDERCACHE_H

#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutPropagation.h"
#include <map>

namespace mlir::layout {

/// Answers of `carryOrder` and `isSameStorage`, which are proofs, and of which
/// the layers of a network want the same ones. Cost: of a known answer, that of
/// looking it up.
class OrderCache {
public:
  /// A tensor of an op; its layout does not matter.
  struct Tensor {
    RankedTensorType type;
    const MatchedDims &dims;
  };

  std::optional<BufferAttr> carry(BufferAttr order, Tensor from, Tensor to,
                                  const TensorLinks &links);
  bool isSameStorage(BufferAttr order, Tensor from, BufferAttr other,
                     Tensor to);

private:
  /// What an answer depends on, in numbers, one after the other.
  using Key = std::vector<int64_t>;

  std::map<Key, std::optional<BufferAttr>> carried;
  std::map<Key, bool> same;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_ORDERCACHE_H
