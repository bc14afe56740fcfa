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

static bool isEmpty(const Shape &shape) {
  return llvm::is_contained(shape.sizes, 0);
}

std::string ProgramBuilder::constantVector(const std::string &type) {
  std::string name = fresh();
  emit(name + " = arith.constant dense<" + literal() + "> : " + type);
  return name;
}

/// Goes past the end of a dimension where that is not promised to be in bounds.
void ProgramBuilder::transfer() {
  const Buffer *to = anyWritable();
  if (!to || isEmpty(to->shape))
    return;
  const Buffer from = anyBuffer(), target = *to;
  if (isEmpty(from.shape))
    return;
  unsigned vectorRank = from.shape.getRank() > 1 &&
                                target.shape.getRank() > 1 && random.percent(25)
                            ? 2
                            : 1;
  SmallVector<int64_t> lanes;
  for (unsigned i = 0; i < vectorRank; ++i)
    lanes.push_back(random.pick(1, 6));
  SmallVector<std::string> lanesText;
  for (int64_t n : lanes)
    lanesText.push_back(std::to_string(n));
  std::string shapeText = "vector<" + llvm::join(lanesText, "x") + "x";
  std::string type = shapeText + elementText + ">";
  std::string mask;
  if (draw(F::Masks)) {
    mask = fresh();
    SmallVector<std::string> bounds;
    for (int64_t n : lanes)
      bounds.push_back(constant(random.pick(0, n)));
    emit(mask + " = vector.create_mask " + llvm::join(bounds, ", ") + " : " +
         shapeText + "i1>");
  }
  // Indices, and for each dimension of the vector whether it stays inside.
  auto place = [&](const Shape &shape, bool isRead) {
    SmallVector<std::string> at, inside;
    unsigned rank = shape.getRank();
    SmallVector<unsigned>
        dims; // of the memref, one per dimension of the vector
    for (unsigned i = 0; i < vectorRank; ++i)
      dims.push_back(rank - vectorRank + i);
    // A mask has the shape of what is accessed, not of the vector.
    if (mask.empty() && random.percent(25)) {
      dims.clear();
      SmallVector<unsigned> all = llvm::to_vector(llvm::seq(rank));
      random.shuffle(all);
      dims.assign(all.begin(), all.begin() + vectorRank);
    }
    SmallVector<int64_t> size(rank, 1); // of the vector, along the memref
    for (auto [dim, n] : llvm::zip_equal(dims, lanes))
      size[dim] = n;
    SmallVector<bool> fits;
    for (unsigned d = 0; d < rank; ++d) {
      int64_t last = shape.sizes[d] - size[d]; // start that is inside
      bool isConstant = random.percent(60);
      bool staysInside = last >= 0 && random.percent(70);
      int64_t start =
          random.percent(40) ? 0 : random.pick(0, shape.sizes[d] - 1);
      fits.push_back(isConstant ? start <= last : staysInside);
      at.push_back(isConstant    ? constant(start)
                   : staysInside ? index(last + 1, /*affine=*/false)
                                 : index(shape.sizes[d], /*affine=*/false));
    }
    SmallVector<std::string> results, names;
    for (unsigned i = 0; i < vectorRank; ++i) {
      bool isBroadcast = isRead && mask.empty() && random.percent(8);
      bool isInside = fits[dims[i]] && random.percent(60);
      inside.push_back(isBroadcast || isInside ? "true" : "false");
      results.push_back(isBroadcast ? "0" : "d" + std::to_string(dims[i]));
    }
    for (unsigned d = 0; d < rank; ++d)
      names.push_back("d" + std::to_string(d));
    std::string attributes = " {in_bounds = [" + llvm::join(inside, ", ") +
                             "], permutation_map = affine_map<(" +
                             llvm::join(names, ", ") + ") -> (" +
                             llvm::join(results, ", ") + ")>}";
    return std::make_pair(llvm::join(at, ", "), attributes);
  };
  std::string vector = fresh();
  std::string masked = mask.empty() ? "" : ", " + mask;
  if (draw(F::VectorConstants)) {
    vector = constantVector(type);
  } else {
    auto [readAt, readAttributes] = place(from.shape, /*isRead=*/true);
    emit(vector + " = vector.transfer_read " + from.name + "[" + readAt +
         "], %c" + masked + readAttributes + " : " + from.type + ", " + type);
  }
  auto [writeAt, writeAttributes] = place(target.shape, /*isRead=*/false);
  emit("vector.transfer_write " + vector + ", " + target.name + "[" + writeAt +
       "]" + masked + writeAttributes + " : " + type + ", " + target.type);
}

/// Only plain types allow these: with requests they become transfers.
void ProgramBuilder::vectorLoad() {
  std::vector<Buffer> plain, writable;
  for (const Buffer &buffer : buffers)
    if (buffer.isPlain && buffer.hasUnitStride && !isEmpty(buffer.shape)) {
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
