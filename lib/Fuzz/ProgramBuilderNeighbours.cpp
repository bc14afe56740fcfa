//===- ProgramBuilderNeighbours.cpp - Random adjacent loops ---------------===//
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

//===----------------------------------------------------------------------===//
// Loops beside loops
//===----------------------------------------------------------------------===//

/// Each element is initialised, then updated: in one nest or in two.
void ProgramBuilder::initAndReduce() {
  const Buffer *found = anyWritable();
  if (!found || found->shape.isEmpty())
    return;
  const Buffer to = *found;
  size_t numOpen = regions.size();
  int64_t trips = random.pick(1, 4);
  bool isApart = random.percent(50), isOuter = isApart && random.percent(40);
  SmallVector<std::string> own;
  auto openAll = [&] {
    own.clear();
    for (int64_t size : to.shape.sizes)
      own.push_back(openLoop(F::AffineLoops, 0, size, 1).name);
  };
  openAll();
  store("%c", to, llvm::join(own, ", "), /*affine=*/true);
  if (!isFloat && draw(F::Assumes)) {
    std::string loaded = load(to, llvm::join(own, ", "), /*affine=*/true);
    assume("eq", loaded, "%c", elementText);
  }
  if (isApart) {
    while (regions.size() > numOpen)
      close();
    if (isOuter)
      openLoop(F::AffineLoops, 0, trips, 1);
    openAll();
  }
  if (!isOuter)
    openLoop(F::AffineLoops, 0, trips, 1);
  std::string at = llvm::join(own, ", ");
  if (!isFloat && draw(F::ContentsTests))
    open("scf.if " + contentsTest(to, at, /*affine=*/true) + " {");
  else if (random.percent(30))
    openCondition(/*affine=*/true);
  std::string added = value(/*affine=*/true);
  std::string before = load(to, at, /*affine=*/true);
  store(combine(before, added), to, at, /*affine=*/true);
  while (regions.size() > numOpen)
    close();
}

/// Nests over equal ranges, each of which may need what the one before made.
void ProgramBuilder::neighbours() {
  const Shape shape = anyBuffer().shape;
  std::vector<Buffer> alike, writable;
  for (const Buffer &buffer : buffers)
    if (buffer.shape == shape) {
      alike.push_back(buffer);
      if (buffer.isWritable)
        writable.push_back(buffer);
    }
  if (shape.isEmpty() || writable.empty())
    return;
  Feature kind = choose({F::AffineLoops, F::ScfLoops});
  bool affine = kind == F::AffineLoops;
  SmallVector<std::pair<int64_t, int64_t>> ranges;
  for (int64_t size : shape.sizes) {
    int64_t low = size > 2 && random.percent(40);
    ranges.push_back({low, size - (size - low > 1 && random.percent(40))});
  }
  for (int64_t n = random.pick(2, 3); n > 0; --n) {
    size_t numOpen = regions.size();
    SmallVector<IndexValue> ivs;
    for (auto [low, high] : ranges)
      ivs.push_back(openLoop(kind, low, high, 1));
    auto getPlace = [&] {
      SmallVector<std::string> at;
      for (auto [iv, range, size] : llvm::zip(ivs, ranges, shape.sizes)) {
        int64_t shift = random.percent(50) || !affine
                            ? 0
                            : random.pick(-range.first, size - range.second);
        at.push_back(withConstant(iv.name, shift));
      }
      return llvm::join(at, ", ");
    };
    std::string result = load(random.any(alike), getPlace(), affine);
    if (random.percent(60))
      result = combine(result, random.percent(50)
                                   ? load(random.any(alike), getPlace(), affine)
                                   : "%c");
    store(result, random.any(writable), getPlace(), affine);
    while (regions.size() > numOpen)
      close();
  }
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

void ProgramBuilder::overwrite(const Buffer &to) {
  size_t numOpen = regions.size();
  SmallVector<std::string> own;
  for (int64_t size : to.shape.sizes)
    own.push_back(openLoop(F::AffineLoops, 0, size, 1).name);
  std::string at = llvm::join(own, ", ");
  if (random.percent(20)) // what is there already
    store(load(to, at, /*affine=*/true), to, at, /*affine=*/true);
  else
    store(random.percent(25) ? "%c" : value(/*affine=*/true), to, at,
          /*affine=*/true);
  while (regions.size() > numOpen)
    close();
}

/// Of two that overwrite a whole buffer the second may make the first useless.
void ProgramBuilder::deadStores() {
  const Buffer *found = anyWritable();
  if (!found || found->shape.isEmpty())
    return;
  const Buffer to = *found;
  overwrite(to);
  if (random.percent(30))
    statement();
  bool isTested = !isFloat && draw(F::ContentsTests);
  if (isTested) {
    std::string at = indices(to.shape, /*affine=*/true);
    open("scf.if " + contentsTest(to, at, /*affine=*/true) + " {");
  }
  overwrite(to);
  if (isTested)
    close();
}

/// One of two values, by where the loops are.
std::string ProgramBuilder::chosen(const std::string &a, const std::string &b) {
  if (indexValues.empty() || !draw(F::Selects))
    return a;
  const IndexValue i = random.any(indexValues);
  std::string test, name = fresh();
  if (drawWideTest()) {
    test = wideTest();
  } else {
    std::string limit = constant(random.pick(i.low, i.high));
    test = fresh();
    emit(test + " = arith.cmpi " + (random.percent(50) ? "slt, " : "sge, ") +
         i.name + ", " + limit + " : index");
  }
  emit(name + " = arith.select " + test + ", " + a + ", " + b + " : " +
       elementText);
  return name;
}

void ProgramBuilder::assume(const std::string &predicate, const std::string &a,
                            const std::string &b, const std::string &type) {
  std::string test = fresh();
  emit(test + " = arith.cmpi " + predicate + ", " + a + ", " + b + " : " +
       type);
  emit("layout.assume " + test + " : i1");
}
