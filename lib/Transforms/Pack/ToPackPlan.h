//===- ToPackPlan.h - Plan of layout-to-pack --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PACK_TOPACKPLAN_H
#define LIB_TRANSFORMS_PACK_TOPACKPLAN_H

#include "PackedLinalg.h"
#include "PackedTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"
#include <optional>
#include <vector>

namespace mlir::layout {

/// Where the extent of a logical dimension is to be had: a number, or dimension
/// `dim` of a tensor as it will be, or a value.
struct ExtentOrigin {
  std::optional<int64_t> number;
  Value value;
  std::optional<int64_t> dim; ///< of `value`, a tensor
};

/// Ops without a form on packed tensors, which are to work on plain ones, each
/// with what is in the way.
using PlainOps = llvm::MapVector<Operation *, std::string>;

/// The logical extents of `value`, dimension by dimension; nullopt, and why, if
/// a packed tensor is all that is known of one. An op of `plainOps` will yield
/// plain tensors.
std::optional<SmallVector<ExtentOrigin>> findExtents(Value value,
                                                     const PackedTypes &types,
                                                     const PlainOps &plainOps,
                                                     std::string &why);

/// Ops of a module that have tensors with layouts, by what becomes of them.
struct ToPackPlan {
  /// One tensor in another layout, and the extents if it is to be unpacked.
  struct Conversion {
    ConvertOp op;
    RankedTensorType from, to;
    SmallVector<ExtentOrigin> extents;
  };
  /// A result of a linalg op of which padding must hold something.
  struct PaddedResult {
    OpResult result;
    RankedTensorType type;
    SmallVector<ExtentOrigin> extents;
  };
  struct Extent {
    tensor::DimOp op;
    ExtentOrigin origin;
  };
  struct Empty {
    tensor::EmptyOp op;
    RankedTensorType type;
  };

  /// Tensors that stay plain, and where the first is.
  struct PlainType {
    Location loc;
    RankedTensorType type;
    std::string why;
  };

  PackedTypes types;
  std::vector<PlainType> plainTypes;
  SmallVector<Conversion> conversions;
  SmallVector<Operation *> views; ///< as_physical, as_logical
  SmallVector<arith::ConstantOp> constants;
  SmallVector<Empty> empties;
  SmallVector<Extent> extents;
  std::vector<PackedLinalg> linalgOps;
  SmallVector<PaddedResult> paddedResults;
  PlainOps plainOps;
  bool isEmpty = true;
};

/// Emits an error at each op that is in the way.
FailureOr<ToPackPlan> planToPack(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PACK_TOPACKPLAN_H
