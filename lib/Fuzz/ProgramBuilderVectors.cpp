//===- ProgramBuilderVectors.cpp - Vector accesses ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

std::string ProgramBuilder::constantVector(const std::string &type) {
  std::string name = fresh();
  emit(name + " = arith.constant dense<" + literal() + "> : " + type);
  return name;
}

namespace mlir::layout::fuzz {

/// What a transfer moves, in any direction.
struct TransferVector {
  SmallVector<int64_t> lanes;
  std::string type;
  std::string mask; ///< its name; empty: all lanes
  std::string maskType;
  bool isAround = false; ///< the mask is a `vector.mask`, not an operand

  unsigned getRank() const { return lanes.size(); }
  std::string getMaskOperand() const {
    return mask.empty() || isAround ? "" : ", " + mask;
  }
  /// Returns `op` as it is, or in a `vector.mask` of these result types.
  std::string wrap(const std::string &op, const std::string &results) const {
    if (!isAround)
      return op;
    return "vector.mask " + mask + " { " + op + " } : " + maskType + results;
  }
};

} // namespace mlir::layout::fuzz

/// The dimensions of the memref that those of the vector go along.
static SmallVector<unsigned>
chooseDims(unsigned rank, const TransferVector &vector, Random &random) {
  auto last = llvm::seq(rank - vector.getRank(), rank);
  // A mask has the shape of what is accessed, not of the vector.
  if (!vector.mask.empty() || !random.percent(25))
    return llvm::to_vector(last);
  SmallVector<unsigned> all = llvm::to_vector(llvm::seq(rank));
  random.shuffle(all);
  all.truncate(vector.getRank());
  return all;
}

/// `inBounds` are of the vector's dimensions, `results` those of the map.
static std::string formatTransferAttributes(unsigned rank,
                                            ArrayRef<std::string> inBounds,
                                            ArrayRef<std::string> results) {
  SmallVector<std::string> dims;
  for (unsigned d = 0; d < rank; ++d)
    dims.push_back("d" + std::to_string(d));
  return " {in_bounds = [" + llvm::join(inBounds, ", ") +
         "], permutation_map = affine_map<(" + llvm::join(dims, ", ") +
         ") -> (" + llvm::join(results, ", ") + ")>}";
}

/// The index at which a vector of `size` along the dimension begins. Sets
/// whether all of it is inside.
std::string ProgramBuilder::transferStart(int64_t extent, int64_t size,
                                          bool &fits) {
  int64_t last = extent - size; // start that is inside
  bool isConstant = random.percent(60);
  bool staysInside = last >= 0 && random.percent(70);
  int64_t start = random.percent(40) ? 0 : random.pick(0, extent - 1);
  fits = isConstant ? start <= last : staysInside;
  if (isConstant)
    return constant(start);
  return index(staysInside ? last + 1 : extent, /*affine=*/false);
}

/// The indices and the attributes of a transfer.
std::pair<std::string, std::string>
ProgramBuilder::placeTransfer(const Shape &shape, const TransferVector &vector,
                              bool isRead) {
  unsigned rank = shape.getRank();
  SmallVector<unsigned> dims = chooseDims(rank, vector, random);
  SmallVector<int64_t> size(rank, 1); // of the vector, along the memref
  for (auto [dim, n] : llvm::zip_equal(dims, vector.lanes))
    size[dim] = n;
  SmallVector<std::string> at, inBounds, results;
  SmallVector<bool> fits(rank);
  for (unsigned d = 0; d < rank; ++d)
    at.push_back(transferStart(shape.sizes[d], size[d], fits[d]));
  for (unsigned dim : dims) {
    bool isBroadcast = isRead && vector.mask.empty() && random.percent(8);
    bool isInside = fits[dim] && random.percent(60);
    inBounds.push_back(isBroadcast || isInside ? "true" : "false");
    results.push_back(isBroadcast ? "0" : "d" + std::to_string(dim));
  }
  return {llvm::join(at, ", "),
          formatTransferAttributes(rank, inBounds, results)};
}

TransferVector ProgramBuilder::makeTransferVector(unsigned rank) {
  TransferVector vector;
  SmallVector<std::string> lanes;
  for (unsigned i = 0; i < rank; ++i) {
    vector.lanes.push_back(random.pick(1, 6));
    lanes.push_back(std::to_string(vector.lanes.back()));
  }
  std::string shape = "vector<" + llvm::join(lanes, "x") + "x";
  vector.type = shape + elementText + ">";
  if (!draw(F::Masks))
    return vector;
  vector.mask = fresh();
  SmallVector<std::string> bounds;
  for (int64_t n : vector.lanes)
    bounds.push_back(constant(random.pick(0, n)));
  vector.maskType = shape + "i1>";
  emit(vector.mask + " = vector.create_mask " + llvm::join(bounds, ", ") +
       " : " + vector.maskType);
  vector.isAround = random.percent(40);
  program.hasMaskRegions |= vector.isAround;
  return vector;
}

/// Goes past the end of a dimension where it is not stated to be in bounds.
void ProgramBuilder::transfer() {
  const Buffer *to = anyWritable();
  if (!to || to->shape.isEmpty())
    return;
  const Buffer from = anyBuffer(), target = *to;
  if (from.shape.isEmpty())
    return;
  bool mayBePlane = from.shape.getRank() > 1 && target.shape.getRank() > 1;
  TransferVector vector =
      makeTransferVector(mayBePlane && random.percent(25) ? 2 : 1);
  std::string name = fresh();
  std::string mask = vector.getMaskOperand();
  if (draw(F::VectorConstants)) {
    name = constantVector(vector.type);
  } else {
    auto [at, attributes] = placeTransfer(from.shape, vector, /*isRead=*/true);
    emit(name + " = " +
         vector.wrap("vector.transfer_read " + from.name + "[" + at + "], %c" +
                         mask + attributes + " : " + from.type + ", " +
                         vector.type,
                     " -> " + vector.type));
  }
  auto [at, attributes] = placeTransfer(target.shape, vector, /*isRead=*/false);
  emit(vector.wrap("vector.transfer_write " + name + ", " + target.name + "[" +
                       at + "]" + mask + attributes + " : " + vector.type +
                       ", " + target.type,
                   /*results=*/""));
}

/// Only plain types allow these: with requests they become transfers.
void ProgramBuilder::vectorLoad() {
  std::vector<Buffer> plain, writable;
  for (const Buffer &buffer : buffers)
    if (buffer.isPlain && buffer.hasUnitStride && !buffer.shape.isEmpty()) {
      plain.push_back(buffer);
      if (buffer.isWritable)
        writable.push_back(buffer);
    }
  if (writable.empty())
    return;
  const Buffer &from = random.any(plain), &to = random.any(writable);
  int64_t limit = std::min(from.shape.sizes.back(), to.shape.sizes.back());
  int64_t lanes = random.pick(1, limit);
  std::string type =
      "vector<" + std::to_string(lanes) + "x" + elementText + ">";
  bool affine = random.percent(40);
  auto place = [&](const Shape &shape) {
    SmallVector<std::string> at;
    for (int64_t size : ArrayRef(shape.sizes).drop_back())
      at.push_back(index(size, affine));
    at.push_back(index(shape.sizes.back() - lanes + 1, affine));
    return llvm::join(at, ", ");
  };
  std::string name = fresh();
  std::string dialect = affine ? "affine.vector_" : "vector.";
  if (draw(F::VectorConstants)) {
    name = constantVector(type);
  } else {
    std::string readAt = place(from.shape);
    emit(name + " = " + dialect + "load " + from.name + "[" + readAt +
         "] : " + from.type + ", " + type);
  }
  std::string writeAt = place(to.shape);
  emit(dialect + "store " + name + ", " + to.name + "[" + writeAt +
       "] : " + to.type + ", " + type);
}

std::string ProgramBuilder::broadcast(const std::string &value,
                                      const std::string &type,
                                      const std::string &to) {
  std::string name = fresh();
  emit(name + " = vector.broadcast " + value + " : " + type + " to " + to);
  return name;
}

/// Sums, and what is like them, of rows that are read from a buffer, and of
/// those up to each lane.
void ProgramBuilder::vectorSum() {
  const Buffer *found = anyWritable();
  if (!found || found->shape.isEmpty() || isIndex || !isArithmetic)
    return;
  const Buffer from = anyBuffer(), to = *found;
  if (from.shape.isEmpty())
    return;
  static constexpr StringRef kFloats[] = {"add", "mul", "maximumf", "minnumf"};
  static constexpr StringRef kInts[] = {"add", "mul", "maxsi", "minui", "xor"};
  std::string kind = (isFloat ? random.any(kFloats) : random.any(kInts)).str();
  std::string count = std::to_string(random.pick(1, 4));
  TransferVector vector;
  vector.lanes.push_back(random.pick(1, 6));
  std::string lanes = std::to_string(vector.lanes.front());
  vector.type = "vector<" + lanes + "x" + elementText + ">";
  std::string rows = "vector<" + count + "x" + lanes + "x" + elementText + ">";
  auto [at, attributes] = placeTransfer(from.shape, vector, /*isRead=*/true);
  std::string row = fresh(), result = fresh(), unused = fresh();
  emit(row + " = vector.transfer_read " + from.name + "[" + at + "], %c" +
       attributes + " : " + from.type + ", " + vector.type);
  std::string all = broadcast(row, vector.type, rows);
  if (random.percent(50)) {
    bool isAlongRows = random.percent(50);
    std::string type = "vector<" + (isAlongRows ? count : lanes) + "x" +
                       elementText + ">";
    std::string start = broadcast("%c", elementText, type);
    emit(result + ", " + unused + " = vector.scan <" + kind + ">, " + all +
         ", " + start + " {inclusive = " +
         (random.percent(50) ? "true" : "false") +
         ", reduction_dim = " + Twine(isAlongRows) + "} : " + rows + ", " +
         type);
    std::string last = fresh();
    emit(last + " = vector.extract " + result + "[" +
         Twine(std::stoi(count) - 1) + "] : " + vector.type + " from " + rows);
    result = last;
  } else {
    std::string type = "vector<" + count + "x" + elementText + ">";
    std::string start = broadcast("%c", elementText, type);
    emit(result + " = vector.contract {indexing_maps = [affine_map<(i, k) -> "
                  "(i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> "
                  "(i)>], iterator_types = [\"parallel\", \"reduction\"], "
                  "kind = #vector.kind<" +
         kind + ">} " + all + ", " + row + ", " + start + " : " + rows + ", " +
         vector.type + " into " + type);
    vector.lanes.front() = std::stoi(count);
    vector.type = type;
  }
  auto [place, where] = placeTransfer(to.shape, vector, /*isRead=*/false);
  emit("vector.transfer_write " + result + ", " + to.name + "[" + place + "]" +
       where + " : " + vector.type + ", " + to.type);
}
