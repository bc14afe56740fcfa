//===- ProgramBuilderTiles.cpp - Guarded accesses in tiles ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Guarded accesses in loops over tiles that begin before the data or end after
// it.
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

std::string Walk::getIndex(ArrayRef<std::string> names, int64_t shift) const {
  if (tile == 0)
    return withConstant(names[0], shift);
  return withConstant(names[0] + " * " + std::to_string(tile) + " + " +
                          names[1],
                      shift - offset);
}

//===----------------------------------------------------------------------===//
// Loops over tiles
//===----------------------------------------------------------------------===//

/// Tiles may begin before the data, end after it, or be too many; if `tile` is
/// not 0, they often have that size.
Walk ProgramBuilder::makeWalk(int64_t size, int64_t tile) {
  Walk walk;
  bool isAlike = tile > 1 && random.percent(60);
  if (isAlike || random.percent(65)) {
    static constexpr int64_t kTiles[] = {2, 3, 4, 4, 6, 8};
    walk.tile = isAlike ? tile : random.any(kTiles);
    walk.offset = !isAlike && random.percent(30) ? random.pick(1, 2) : 0;
    int64_t spare = random.percent(isAlike ? 5 : 20);
    int64_t numTiles = llvm::divideCeil(size + walk.offset, walk.tile);
    walk.trips = {numTiles + spare, walk.tile};
    walk.low = -walk.offset;
    walk.high = walk.trips[0] * walk.tile - walk.offset;
  } else {
    walk.high = size + (random.percent(40) ? random.pick(1, 3) : 0);
    walk.trips = {walk.high};
  }
  for (size_t i = 0; i < walk.trips.size(); ++i)
    walk.names.push_back(fresh());
  return walk;
}

/// The size of the tiles in which the layout of a buffer has a dimension; 0 if
/// it has none or is not known.
int64_t ProgramBuilder::getTile(const Buffer &buffer, unsigned dim) const {
  auto found = layouts.find(buffer.roots.front());
  if (found == layouts.end() || found->second.getIndexMaps().empty())
    return 0;
  AffineMap map = found->second.getIndexMaps().front().getMap();
  if (dim >= map.getNumDims())
    return 0;
  int64_t tile = 0;
  for (AffineExpr result : map.getResults())
    result.walk([&](AffineExpr expr) {
      auto quotient = dyn_cast<AffineBinaryOpExpr>(expr);
      if (tile != 0 || !quotient ||
          quotient.getKind() != AffineExprKind::FloorDiv ||
          !quotient.getLHS().isFunctionOfDim(dim))
        return;
      if (auto size = dyn_cast<AffineConstantExpr>(quotient.getRHS()))
        tile = size.getValue();
    });
  return tile;
}

void ProgramBuilder::openWalks(ArrayRef<Walk> walks, bool isParallel) {
  SmallVector<std::string> names, zeros, trips;
  SmallVector<IndexValue> ivs;
  for (const Walk &walk : walks)
    for (auto [name, count] : llvm::zip(walk.names, walk.trips)) {
      names.push_back(name);
      zeros.push_back("0");
      trips.push_back(std::to_string(count));
      ivs.push_back({name, 0, count, true});
    }
  if (isParallel)
    open("affine.parallel (" + llvm::join(names, ", ") + ") = (" +
         llvm::join(zeros, ", ") + ") to (" + llvm::join(trips, ", ") + ") {");
  else
    for (auto [name, count] : llvm::zip(names, trips))
      open("affine.for " + name + " = 0 to " + count + " {");
  indexValues.insert(indexValues.end(), ivs.begin(), ivs.end());
}

/// The same number by one name.
void ProgramBuilder::nameIndex(Walk &walk) {
  std::string name = fresh();
  emit(name + " = " + getApply(walk, 0));
  walk.names = {name};
  walk.tile = walk.offset = 0;
}

std::string ProgramBuilder::getApply(const Walk &walk, int64_t shift) const {
  bool isTiled = walk.tile != 0;
  return std::string("affine.apply affine_map<(d0") + (isTiled ? ", d1" : "") +
         ") -> (" + walk.getIndex({"d0", "d1"}, shift) + ")>(" +
         llvm::join(walk.names, ", ") + ")";
}

/// Inside, `bounds` are at least 0: in one condition, or two in each other.
void ProgramBuilder::openBounds(ArrayRef<Walk> walks, ArrayRef<Bound> bounds) {
  if (bounds.empty())
    return;
  use(F::Guards);
  size_t half = random.percent(20) ? bounds.size() / 2 : 0;
  for (ArrayRef<Bound> part :
       {bounds.take_front(half), bounds.drop_front(half)}) {
    if (part.empty())
      continue;
    if (draw(F::ArithBounds))
      openArithBounds(walks, part);
    else
      openAffineBounds(walks, part);
  }
}

void ProgramBuilder::openAffineBounds(ArrayRef<Walk> walks,
                                      ArrayRef<Bound> bounds) {
  SmallVector<std::string> dims, operands, constraints;
  SmallVector<SmallVector<std::string>> dimsOf;
  for (const Walk &walk : walks) {
    dimsOf.emplace_back();
    for (const std::string &name : walk.names) {
      dims.push_back("d" + std::to_string(dims.size()));
      dimsOf.back().push_back(dims.back());
      operands.push_back(name);
    }
  }
  for (const Bound &bound : bounds) {
    std::string index = walks[bound.walk].getIndex(dimsOf[bound.walk], 0);
    constraints.push_back((bound.isLower
                               ? withConstant(index, -bound.value)
                               : Twine(bound.value) + " - (" + index + ")")
                              .str() +
                          " >= 0");
  }
  open("affine.if affine_set<(" + llvm::join(dims, ", ") + ") : (" +
       llvm::join(constraints, ", ") + ")>(" + llvm::join(operands, ", ") +
       ") {");
}

void ProgramBuilder::openArithBounds(ArrayRef<Walk> walks,
                                     ArrayRef<Bound> bounds) {
  std::string all;
  for (const Bound &bound : bounds) {
    std::string index = fresh(), test;
    emit(index + " = " + getApply(walks[bound.walk], 0));
    if (drawWideTest()) {
      test = wideBound(index, bound.isLower, bound.value);
    } else {
      std::string limit = constant(bound.value);
      test = fresh();
      emit(test + " = arith.cmpi " + (bound.isLower ? "sge, " : "sle, ") +
           index + ", " + limit + " : index");
    }
    if (!all.empty()) {
      std::string both = fresh();
      emit(both + " = arith.andi " + all + ", " + test + " : i1");
      test = both;
    }
    all = test;
  }
  open("scf.if " + all + " {");
}

//===----------------------------------------------------------------------===//
// Guarded nests
//===----------------------------------------------------------------------===//

/// `main` and others of its shape, some of them at a distance.
std::vector<Placed> ProgramBuilder::placeAround(const Buffer &main,
                                                bool isParallel) {
  std::vector<Placed> placed = {
      {main, SmallVector<int64_t>(main.shape.getRank())}};
  for (const Buffer &buffer : buffers) {
    bool isFree = !isParallel || !buffer.mayAlias(main);
    if (!(buffer.shape == main.shape) || !isFree || random.percent(50))
      continue;
    placed.push_back({buffer, placed.front().shifts});
    if (random.percent(30))
      random.any(placed.back().shifts) = random.pick(-2, 2);
  }
  return placed;
}

/// What keeps all accesses in bounds, and now and then what always holds.
SmallVector<Bound> ProgramBuilder::findBounds(ArrayRef<Walk> walks,
                                              ArrayRef<Placed> placed) {
  SmallVector<Bound> bounds;
  for (auto [d, walk] : llvm::enumerate(walks))
    for (const Placed &each : placed) {
      int64_t shift = each.shifts[d], size = each.buffer.shape.sizes[d];
      if (walk.low + shift < 0 || random.percent(10))
        bounds.push_back({unsigned(d), true, -shift});
      if (walk.high + shift > size || random.percent(10))
        bounds.push_back({unsigned(d), false, size - 1 - shift});
    }
  return bounds;
}

/// Buffers of one shape in tiles, each accessed at its distance from the place
/// where the loops are, under the guards that this takes.
void ProgramBuilder::guardedTiles() {
  const Buffer *found = anyWritable();
  if (!found || found->shape.isEmpty())
    return;
  const Buffer main = *found;
  bool isParallel = random.percent(12);
  llvm::SaveAndRestore sequence(isSequential, isSequential && !isParallel);
  std::vector<Placed> placed = placeAround(main, isParallel);
  SmallVector<Walk> walks;
  for (auto [d, size] : llvm::enumerate(main.shape.sizes))
    walks.push_back(makeWalk(size, getTile(main, d)));
  size_t numOpen = regions.size();
  openWalks(walks, isParallel);
  for (Walk &walk : walks)
    if (random.percent(35))
      nameIndex(walk);
  size_t numLoops = regions.size();
  openBounds(walks, findBounds(walks, placed));
  for (int64_t n = random.pick(1, 2); n > 0; --n)
    guardedStatement(walks, placed, isParallel);
  if (!isParallel && regions.size() > numLoops && random.percent(15)) {
    openElse();
    std::string at = indices(main.shape, /*affine=*/true);
    store("%c", main, at, /*affine=*/true);
  }
  while (regions.size() > numOpen)
    close();
}

std::string fuzz::getPlace(ArrayRef<Walk> walks, const Placed &placed) {
  SmallVector<std::string> at;
  for (auto [walk, shift] : llvm::zip(walks, placed.shifts))
    at.push_back(walk.getIndex(walk.names, shift));
  return llvm::join(at, ", ");
}

void ProgramBuilder::guardedStatement(ArrayRef<Walk> walks,
                                      ArrayRef<Placed> placed,
                                      bool isParallel) {
  auto read = [&](const Placed &from) {
    return load(from.buffer, getPlace(walks, from), /*affine=*/true);
  };
  std::string result = random.percent(20) ? "%c" : read(random.any(placed));
  if (random.percent(50))
    result =
        combine(result, random.percent(70) ? read(random.any(placed)) : "%c");
  if (!isParallel && random.percent(25)) { // a sum in one element
    const Buffer &sum = placed.front().buffer;
    SmallVector<std::string> at;
    for (int64_t size : sum.shape.sizes)
      at.push_back(std::to_string(random.pick(0, size - 1)));
    std::string where = llvm::join(at, ", ");
    std::string before = load(sum, where, /*affine=*/true);
    store(combine(before, result), sum, where, /*affine=*/true);
    return;
  }
  const Placed *to = &placed.front();
  if (!isParallel && random.percent(40))
    to = &random.any(placed);
  if (!to->buffer.isWritable)
    to = &placed.front();
  if (random.percent(30))
    result = combine(read(*to), result);
  result = chosen(result, read(*to));
  store(result, to->buffer, getPlace(walks, *to), /*affine=*/true);
}
