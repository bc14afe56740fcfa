//===- ProgramBuilderViews.cpp - Views of plain buffers -------------------===//
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

void ProgramBuilder::view() {
  std::vector<Buffer> candidates;
  for (const Buffer &buffer : buffers)
    if (buffer.isPlain && !buffer.isView &&
        !llvm::is_contained(buffer.shape.sizes, 0) &&
        !llvm::is_contained(buffer.shape.isDynamic, true))
      candidates.push_back(buffer);
  if (!candidates.empty())
    subview(random.any(candidates));
}

/// "[[0], [1, 2]]": groups of one dimension, but two from `at` on.
static std::string makeGroups(unsigned rank, unsigned at) {
  SmallVector<std::string> groups;
  for (unsigned d = 0; d < rank; ++d) {
    std::string group = "[" + std::to_string(d);
    if (d == at)
      group += ", " + std::to_string(++d);
    groups.push_back(group + "]");
  }
  return "[" + llvm::join(groups, ", ") + "]";
}

static std::string makeList(ArrayRef<int64_t> numbers) {
  SmallVector<std::string> texts;
  for (int64_t n : numbers)
    texts.push_back(std::to_string(n));
  return "[" + llvm::join(texts, ", ") + "]";
}

/// A view that is written through, and left for the statements to come.
void ProgramBuilder::addView(const Buffer &made) {
  buffers.push_back(made);
  if (made.isWritable && !made.shape.isEmpty() && random.percent(70))
    nestOver(made, random.percent(60) ? F::AffineLoops : F::ScfLoops);
}

/// Two dimensions become one.
Buffer ProgramBuilder::collapse(const Buffer &from, unsigned at) {
  Buffer made = from;
  made.name = fresh();
  made.isView = true;
  Shape &shape = made.shape;
  shape.sizes[at] *= shape.sizes[at + 1];
  shape.isDynamic[at] = shape.isDynamic[at] || shape.isDynamic[at + 1];
  shape.sizes.erase(shape.sizes.begin() + at + 1);
  shape.isDynamic.erase(shape.isDynamic.begin() + at + 1);
  made.type = "memref<" + shape.getText() + elementText + ">";
  emit(made.name + " = memref.collapse_shape " + from.name + " " +
       makeGroups(from.shape.getRank(), at) + " : " + from.type + " into " +
       made.type);
  return made;
}

/// One dimension becomes two. Those of an unknown one are unknown, one of them
/// or both.
Buffer ProgramBuilder::expand(const Buffer &from, unsigned at, int64_t inner) {
  Buffer made = from;
  made.name = fresh();
  made.isView = true;
  Shape &shape = made.shape;
  bool isKnown = !shape.isDynamic[at] || random.percent(30);
  shape.sizes[at] /= inner;
  shape.sizes.insert(shape.sizes.begin() + at + 1, inner);
  shape.isDynamic.insert(shape.isDynamic.begin() + at + 1, !isKnown);
  SmallVector<std::string> sizes;
  for (auto [size, dynamic] : llvm::zip_equal(shape.sizes, shape.isDynamic))
    sizes.push_back(dynamic ? constant(size) : std::to_string(size));
  made.type = "memref<" + shape.getText() + elementText + ">";
  emit(made.name + " = memref.expand_shape " + from.name + " " +
       makeGroups(shape.getRank(), at) + " output_shape [" +
       llvm::join(sizes, ", ") + "] : " + from.type + " into " + made.type);
  return made;
}

/// Dimensions that become one, several, or others.
void ProgramBuilder::reshape() {
  std::vector<Buffer> candidates;
  for (const Buffer &buffer : buffers)
    if (buffer.isPlain && !buffer.isView)
      candidates.push_back(buffer);
  if (candidates.empty())
    return;
  Buffer made = random.any(candidates);
  unsigned rank = made.shape.getRank();
  unsigned at = random.pick(0, std::max<int64_t>(rank, 2) - 2);
  bool isCollapsed = rank > 1 && random.percent(60);
  if (isCollapsed)
    made = collapse(made, at);
  if (!isCollapsed || random.percent(50)) {
    int64_t size = made.shape.sizes[at];
    SmallVector<int64_t> factors{1};
    for (int64_t n = 2; n <= size; ++n)
      if (size % n == 0)
        factors.push_back(n);
    made = expand(made, at, random.any(factors));
  }
  addView(made);
}

/// Leaves out some extents of 1, but not all dimensions.
static void dropUnits(Shape &shape, SmallVector<int64_t> &strides,
                      Random &random) {
  for (unsigned d = shape.getRank(); d-- > 0;) {
    if (shape.sizes[d] != 1 || shape.getRank() == 1 || random.percent(30))
      continue;
    shape.sizes.erase(shape.sizes.begin() + d);
    shape.isDynamic.erase(shape.isDynamic.begin() + d);
    strides.erase(strides.begin() + d);
  }
}

/// A part of a buffer, written through, and left for the statements to come.
bool ProgramBuilder::subview(const Buffer &from) {
  SmallVector<int64_t> offsets, sizes, strides, viewStrides;
  int64_t offset = 0, stride = 1;
  SmallVector<int64_t> rootStrides(from.shape.getRank());
  for (unsigned d = from.shape.getRank(); d > 0; --d) {
    rootStrides[d - 1] = stride;
    stride *= from.shape.sizes[d - 1];
  }
  bool isMoving = random.percent(30); // the offset is known only when it runs
  for (auto [size, rootStride] : llvm::zip(from.shape.sizes, rootStrides)) {
    int64_t step = random.percent(40) ? 2 : 1;
    int64_t first = random.pick(0, size - 1);
    int64_t numSteps = random.pick(1, (size - 1 - first) / step + 1);
    offsets.push_back(first);
    sizes.push_back(numSteps);
    strides.push_back(step);
    viewStrides.push_back(step * rootStride);
    offset += first * rootStride;
  }
  std::string offsetList = makeList(offsets);
  if (isMoving) {
    SmallVector<std::string> names;
    for (int64_t first : offsets) {
      std::string name = fresh(), least = constant(first);
      // Not to be folded: the offset hangs on an argument.
      emit(name + " = arith.minsi %n, " + least + " : index");
      names.push_back(name);
    }
    offsetList = "[" + llvm::join(names, ", ") + "]";
  }
  Buffer made{
      fresh(), "", {sizes, SmallVector<bool>(sizes.size())}, from.roots};
  made.isView = true;
  if (draw(F::DroppedDims))
    dropUnits(made.shape, viewStrides, random);
  made.hasUnitStride = viewStrides.back() == 1;
  made.isWritable = from.isWritable;
  std::string strided = makeList(viewStrides);
  made.type = "memref<" + made.shape.getText() + elementText + ", strided<" +
              strided +
              ", offset: " + (isMoving ? "?" : std::to_string(offset)) + ">>";
  emit(made.name + " = memref.subview " + from.name + offsetList + " " +
       makeList(sizes) + " " + makeList(strides) + " : " + from.type + " to " +
       made.type);
  addView(made);
  return true;
}

/// The extent of a dimension, left for the statements to come.
void ProgramBuilder::dim() {
  const Buffer buffer = anyBuffer();
  int64_t d = random.pick(0, buffer.shape.getRank() - 1);
  std::string name = fresh(), number = constant(d);
  emit(name + " = memref.dim " + buffer.name + ", " + number + " : " +
       buffer.type);
  int64_t size = buffer.shape.sizes[d];
  indexValues.push_back({name, size, size + 1, false});
  const Buffer *found = anyWritable();
  if (!found || llvm::is_contained(found->shape.sizes, 0))
    return;
  if (!isArithmetic)
    return;
  Buffer to = *found;
  std::string shown = isIndex ? name : fresh(), number64 = fresh();
  if (isFloat) {
    emit(number64 + " = arith.index_cast " + name + " : index to i64");
    emit(shown + " = arith.sitofp " + number64 + " : i64 to " + elementText);
  } else if (!isIndex) {
    emit(shown + " = arith.index_cast " + name + " : index to " + elementText);
  }
  std::string at = indices(to.shape, /*affine=*/false);
  store(shown, to, at, /*affine=*/false);
}
