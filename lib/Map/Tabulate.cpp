//===- Tabulate.cpp - Values of expressions at all indices ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Tabulate.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"
#include <vector>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Indices in one block at most: what it takes stays in the first caches.
constexpr int64_t kBlockSize = 2048;
/// A block of fewer indices is not worth its start.
constexpr int64_t kSmallBlock = 64;

/// A block is a piece of one dimension, `split`, times all of those after it.
/// What varies in a block has a value for each of its indices, all else one.
struct Instruction {
  AffineExprKind kind = AffineExprKind::Constant;
  size_t lhs = 0, rhs = 0; ///< operands, by their position
  int64_t constant = 0;    ///< of Constant; the dimension of DimId
  bool varies = false;     ///< within a block
  bool changes = false;    ///< from one block to the next
  std::vector<int64_t> values;
};

} // namespace

static int64_t apply(AffineExprKind kind, int64_t lhs, int64_t rhs) {
  switch (kind) {
  case AffineExprKind::Add:
    return int64_t(uint64_t(lhs) + uint64_t(rhs));
  case AffineExprKind::Mul:
    return int64_t(uint64_t(lhs) * uint64_t(rhs));
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    return llvm::mod(lhs, rhs);
  }
}

namespace {

class Tabulator {
public:
  Tabulator(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape)
      : shape(shape), index(shape.size(), 0) {
    chooseBlock();
    for (AffineExpr expr : exprs)
      roots.push_back(compile(expr));
    // Every row that is shown has the length of the block.
    for (size_t root : roots)
      instructions[root].varies = true;
  }

  void run(llvm::function_ref<void(TabulatedRows)> visit) {
    if (llvm::is_contained(shape, 0))
      return;
    bool isFirst = true;
    do {
      int64_t length = getLength();
      for (Instruction &instruction : instructions)
        if (isFirst || instruction.changes || length != lastLength)
          evaluate(instruction, length);
      isFirst = false;
      lastLength = length;
      auto rows = llvm::map_to_vector(roots, [&](size_t root) {
        return ArrayRef<int64_t>(instructions[root].values).take_front(length);
      });
      visit(rows);
    } while (advance());
  }

private:
  void chooseBlock() {
    split = shape.size();
    while (split > 0 && inner * shape[split - 1] <= kBlockSize)
      inner *= shape[--split];
    if (split == 0)
      return;
    --split;
    // What depends on `split` is then one value for each block.
    piece = inner < kSmallBlock ? kBlockSize / inner : 1;
    hasPieces = true;
  }

  bool isFixedInBlock(unsigned dim) const {
    return hasPieces && (dim < split || (dim == split && piece == 1));
  }

  int64_t getLength() const {
    if (!hasPieces)
      return inner;
    return std::min(piece, shape[split] - index[split]) * inner;
  }

  /// To the next block; false if there is none.
  bool advance() {
    if (!hasPieces)
      return false;
    index[split] += piece;
    if (index[split] < shape[split])
      return true;
    index[split] = 0;
    for (unsigned d = split; d > 0; --d) {
      if (++index[d - 1] < shape[d - 1])
        return true;
      index[d - 1] = 0;
    }
    return false;
  }

  /// Operands are before their users; equal expressions are one.
  size_t compile(AffineExpr expr) {
    auto known = positions.find(expr);
    if (known != positions.end())
      return known->second;
    Instruction result;
    result.kind = expr.getKind();
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      result.constant = constant.getValue();
    } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      result.constant = dim.getPosition();
      result.varies = !isFixedInBlock(dim.getPosition());
      result.changes = hasPieces && dim.getPosition() <= split;
    } else {
      auto binary = cast<AffineBinaryOpExpr>(expr);
      result.lhs = compile(binary.getLHS());
      result.rhs = compile(binary.getRHS());
      for (size_t operand : {result.lhs, result.rhs}) {
        result.varies |= instructions[operand].varies;
        result.changes |= instructions[operand].changes;
      }
    }
    instructions.push_back(std::move(result));
    return positions[expr] = instructions.size() - 1;
  }

  void evaluate(Instruction &instruction, int64_t length) {
    instruction.values.resize(instruction.varies ? length : 1);
    if (instruction.kind == AffineExprKind::Constant)
      llvm::fill(instruction.values, instruction.constant);
    else if (instruction.kind == AffineExprKind::DimId)
      evaluateDim(instruction);
    else
      evaluateBinary(instruction);
  }

  void evaluateDim(Instruction &instruction) {
    unsigned dim = instruction.constant;
    if (isFixedInBlock(dim))
      return llvm::fill(instruction.values, index[dim]);
    int64_t stride = 1;
    for (int64_t extent : shape.drop_front(dim + 1))
      stride *= extent;
    bool isSplit = hasPieces && dim == split;
    for (auto [i, value] : llvm::enumerate(instruction.values)) {
      int64_t step = int64_t(i) / stride;
      value = isSplit ? index[dim] + step : step % shape[dim];
    }
  }

  void evaluateBinary(Instruction &instruction) {
    const Instruction &lhs = instructions[instruction.lhs];
    const Instruction &rhs = instructions[instruction.rhs];
    const int64_t *from = lhs.values.data();
    auto setAll = [&](auto value) {
      for (size_t i = 0, e = instruction.values.size(); i < e; ++i)
        instruction.values[i] = value(i);
    };
    AffineExprKind kind = instruction.kind;
    bool isByPower = lhs.varies && !rhs.varies &&
                     llvm::isPowerOf2_64(uint64_t(rhs.values.front()));
    // These are done for every value, and can be vectorized.
    if (kind == AffineExprKind::Add && lhs.varies && rhs.varies)
      return setAll([from, to = rhs.values.data()](size_t i) {
        return int64_t(uint64_t(from[i]) + uint64_t(to[i]));
      });
    if (kind == AffineExprKind::FloorDiv && isByPower)
      return setAll([from, by = llvm::Log2_64(rhs.values.front())](size_t i) {
        return from[i] >> by;
      });
    if (kind == AffineExprKind::Mod && isByPower)
      return setAll([from, mask = rhs.values.front() - 1](size_t i) {
        return from[i] & mask;
      });
    setAll([&](size_t i) {
      return apply(kind, lhs.values[lhs.varies ? i : 0],
                   rhs.values[rhs.varies ? i : 0]);
    });
  }

  ArrayRef<int64_t> shape;
  SmallVector<int64_t> index; ///< where the block begins
  bool hasPieces = false;     ///< else one block is all
  unsigned split = 0;
  int64_t piece = 1, inner = 1, lastLength = 0;
  std::vector<Instruction> instructions;
  SmallVector<size_t> roots;
  llvm::DenseMap<AffineExpr, size_t> positions;
};

} // namespace

void layout::tabulate(ArrayRef<AffineExpr> exprs, ArrayRef<int64_t> shape,
                      llvm::function_ref<void(TabulatedRows)> visit) {
  Tabulator(exprs, shape).run(visit);
}
