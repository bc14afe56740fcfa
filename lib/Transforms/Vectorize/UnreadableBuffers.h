//===- UnreadableBuffers.h - Buffers with unreadable padding ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_UNREADABLEBUFFERS_H
#define LIB_TRANSFORMS_VECTORIZE_UNREADABLEBUFFERS_H

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Transforms/Nests/AffineNest.h"

namespace mlir::layout {

/// Buffers of which some elements must not even be read: padding of kind
/// `none`.
class UnreadableBuffers {
public:
  UnreadableBuffers(Operation *function, const BufferFlow &flow);
  bool contains(Value buffer) const;
  /// Those that the nest accesses.
  llvm::SmallDenseSet<Value> findIn(const AffineNest &nest) const;

private:
  void insert(Value buffer);

  const BufferFlow &flow;
  DenseSet<Value> origins;
  bool isAny = false; ///< too many to be told apart
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_UNREADABLEBUFFERS_H
