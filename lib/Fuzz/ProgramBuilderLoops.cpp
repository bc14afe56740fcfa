//===- ProgramBuilderLoops.cpp - Loop nests, guards and reductions --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

/// A number that is `least` or more, and that no folder knows where there is a
/// loop around.
std::string ProgramBuilder::atLeast(int64_t least) {
  if (indexValues.empty())
    return constant(least + random.pick(0, 3));
  const IndexValue &value = random.any(indexValues);
  std::string sum = fresh(), added = constant(least - value.low);
  emit(sum + " = arith.addi " + value.name + ", " + added + " : index");
  return sum;
}

/// The least of two numbers, by so many steps that the number of paths through
/// them is beyond all bounds.
std::string ProgramBuilder::boundChain(std::string low, std::string high) {
  for (int64_t level = random.pick(1, 40); level > 0; --level) {
    std::string least = fresh(), same = fresh();
    emit(least + " = arith.minsi " + low + ", " + high + " : index");
    emit(same + " = arith.minsi " + high + ", " + low + " : index");
    low = least;
    high = same;
  }
  return low;
}

SmallVector<IndexValue> ProgramBuilder::affineValues() const {
  return llvm::filter_to_vector(
      indexValues, [](const IndexValue &value) { return value.isAffine; });
}

/// ((a * i + b * j + c) mod m) floordiv d, of which indices are computed.
IndexValue ProgramBuilder::remainder() {
  SmallVector<IndexValue> values = affineValues();
  const IndexValue &i = random.any(values), &j = random.any(values);
  int64_t modulus = random.pick(2, 9);
  int64_t divisor = random.percent(50) ? random.pick(1, modulus) : 1;
  IndexValue result{fresh(), 0, (modulus - 1) / divisor + 1, /*isAffine=*/true};
  emit(result.name + " = affine.apply affine_map<(d0, d1) -> (((d0 * " +
       Twine(random.pick(-3, 3)) + " + d1 * " + Twine(random.pick(-3, 3)) +
       " + " + Twine(random.pick(0, 7)) + ") mod " + Twine(modulus) +
       ") floordiv " + Twine(divisor) + ")>(" + i.name + ", " + j.name + ")");
  indexValues.push_back(result);
  return result;
}

/// The bound of an affine loop that may end before `high`.
std::string ProgramBuilder::earlyBound(int64_t high) {
  if (affineValues().empty() || !draw(F::Moduli))
    return std::to_string(high);
  return "min affine_map<(d0) -> (d0, " + std::to_string(high) + ")>(" +
         remainder().name + ")";
}

IndexValue ProgramBuilder::openLoop(Feature kind, int64_t low, int64_t high,
                                    int64_t step, bool mayEndEarly) {
  IndexValue iv{fresh(), low, high, kind == F::AffineLoops};
  std::string steps = std::to_string(step);
  if (kind == F::AffineLoops) {
    std::string end = mayEndEarly ? earlyBound(high) : std::to_string(high);
    open("affine.for " + iv.name + " = " + Twine(low) + " to " + end +
         (step == 1 ? "" : " step " + steps) + " {");
  } else {
    std::string from = constant(low), to = constant(high), by = constant(step);
    if (kind == F::WhileLoops) {
      std::string test = fresh(), next = fresh(), before = fresh();
      emit("%unused" + Twine(numNames++) + " = scf.while (" + before + " = " +
           from + ") : (index) -> index {");
      emit("  " + test + " = arith.cmpi slt, " + before + ", " + to +
           " : index");
      emit("  scf.condition(" + test + ") " + before + " : index");
      open("} do {",
           {next + " = arith.addi " + iv.name + ", " + by + " : index",
            "scf.yield " + next + " : index", "}"});
      emit("^bb0(" + iv.name + ": index):");
    } else {
      if (draw(F::BoundChains))
        to = boundChain(to, atLeast(high));
      open("scf.for " + iv.name + " = " + from + " to " + to + " step " + by +
           " {");
    }
  }
  iv.high = std::max(iv.high, iv.low + 1);
  indexValues.push_back(iv);
  if (iv.isAffine && draw(F::Moduli))
    remainder();
  return iv;
}

/// One region with an induction variable for each range.
SmallVector<IndexValue>
ProgramBuilder::openParallel(ArrayRef<std::pair<int64_t, int64_t>> ranges) {
  bool affine = random.percent(50), isForall = !affine && draw(F::Regions);
  SmallVector<IndexValue> ivs;
  SmallVector<std::string> names, from, to, by;
  for (auto [low, high] : ranges) {
    ivs.push_back({fresh(), low, std::max(high, low + 1), affine});
    names.push_back(ivs.back().name);
    from.push_back(affine ? std::to_string(low) : constant(low));
    to.push_back(affine ? std::to_string(high) : constant(high));
    if (!affine)
      by.push_back(constant(1));
  }
  std::string header = "(" + llvm::join(names, ", ") + ") = (" +
                       llvm::join(from, ", ") + ") to (" +
                       llvm::join(to, ", ") + ")";
  std::string steps = " step (" + llvm::join(by, ", ") + ") {";
  open(affine     ? "affine.parallel " + header + " {"
       : isForall ? "scf.forall " + header + steps
                  : "scf.parallel " + header + steps);
  indexValues.insert(indexValues.end(), ivs.begin(), ivs.end());
  return ivs;
}

/// A loop over tiles and one in the tile, which may go beyond `size`.
IndexValue ProgramBuilder::openTiled(bool affine, int64_t size) {
  int64_t tile = random.pick(2, 4), numTiles = llvm::divideCeil(size, tile);
  Feature kind = affine ? F::AffineLoops : F::ScfLoops;
  IndexValue outer = openLoop(kind, 0, numTiles, 1);
  IndexValue inner = openLoop(kind, 0, tile, 1);
  IndexValue both{fresh(), 0, numTiles * tile, affine};
  if (affine) {
    emit(both.name + " = affine.apply affine_map<(d0, d1) -> (d0 * " +
         Twine(tile) + " + d1)>(" + outer.name + ", " + inner.name + ")");
  } else {
    std::string scaled = fresh(), size = constant(tile);
    emit(scaled + " = arith.muli " + outer.name + ", " + size + " : index");
    emit(both.name + " = arith.addi " + scaled + ", " + inner.name +
         " : index");
  }
  indexValues.push_back(both);
  return both;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Inside, `value` is less than `size`.
void ProgramBuilder::openGuard(IndexValue &value, int64_t size, bool affine) {
  use(F::Guards);
  if (affine && value.isAffine) {
    open("affine.if affine_set<(d0) : (" + Twine(size - 1) + " - d0 >= 0)>(" +
         value.name + ") {");
  } else if (drawWideTest()) {
    open("scf.if " + wideBound(value.name, /*isLower=*/false, size - 1) + " {");
  } else {
    std::string limit = constant(size), test = fresh();
    emit(test + " = arith.cmpi slt, " + value.name + ", " + limit + " : index");
    open("scf.if " + test + " {");
  }
  value.high = std::min(value.high, size);
  // What may be said of it ends with the region.
  indexValues.push_back(value);
}

/// A condition that says nothing about bounds.
void ProgramBuilder::openCondition(bool affine) {
  SmallVector<IndexValue> usable = affineValues();
  if (affine && !usable.empty() && random.percent(70)) {
    const IndexValue &i = random.any(usable), &j = random.any(usable);
    open(random.percent(50)
             ? "affine.if affine_set<(d0) : (d0 mod 2 == 0)>(" + i.name + ") {"
             : "affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(" + i.name +
                   ", " + j.name + ") {");
    return;
  }
  open("scf.if " + (drawWideTest() ? wideTest() : "%cond") + " {");
}

/// Bounds one number by multiples of another, which no loop needs to have as
/// its bound already.
void ProgramBuilder::openBounds() {
  SmallVector<IndexValue> usable = affineValues();
  std::string i = random.any(usable).name, j = random.any(usable).name;
  auto number = [&] { return std::to_string(random.pick(1, 20)); };
  open("affine.if affine_set<(d0, d1) : (d0 * " + number() + " - d1 * " +
       number() + " + " + number() + " >= 0, d1 * " + number() + " - d0 * " +
       number() + " + " + number() + " >= 0)>(" + i + ", " + j + ") {");
}

/// Many conditions inside of each other.
void ProgramBuilder::openDeepGuards(bool affine) {
  bool areBounds = affine && !affineValues().empty() && random.percent(50);
  for (int64_t n = random.pick(10, areBounds ? 60 : 30); n > 0; --n)
    areBounds ? openBounds() : openCondition(affine);
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

static SmallVector<unsigned> makeOrder(unsigned rank) {
  return llvm::to_vector(llvm::seq(rank));
}

SmallVector<IndexValue>
ProgramBuilder::openSequential(ArrayRef<std::pair<int64_t, int64_t>> ranges,
                               ArrayRef<int64_t> sizes, Feature kind,
                               bool isPartial) {
  bool affine = kind == F::AffineLoops;
  SmallVector<IndexValue> ivs(sizes.size());
  SmallVector<unsigned> order = makeOrder(sizes.size());
  if (random.percent(20))
    random.shuffle(order);
  for (unsigned d : order) {
    if (kind != F::WhileLoops && draw(F::Tiles)) {
      ivs[d] = openTiled(affine, sizes[d]);
      continue;
    }
    auto [low, high] = ranges[d];
    int64_t beyond = random.percent(15) ? random.pick(1, 3) : 0;
    int64_t step = isPartial && random.percent(30) ? 2 : 1;
    std::optional<IndexValue> wide;
    if (kind == F::ScfLoops && width != 0)
      wide = openWideLoop(low, high + beyond, step);
    ivs[d] = wide ? *wide : openLoop(kind, low, high + beyond, step, isPartial);
  }
  for (auto [iv, size] : llvm::zip_equal(ivs, sizes))
    if (iv.high > size)
      openGuard(iv, size, affine);
  return ivs;
}

void ProgramBuilder::nestOver(const Buffer &to, Feature kind) {
  bool affine = kind == F::AffineLoops;
  size_t numOpen = regions.size();
  bool partial = draw(F::Partial), isParallel = kind == F::ParallelLoops;
  auto getRange = [&](int64_t size) -> std::pair<int64_t, int64_t> {
    if (!partial)
      return {0, size};
    int64_t low = random.pick(0, size - 1);
    return {low, random.pick(low, size)};
  };
  llvm::SaveAndRestore sequence(isSequential, isSequential && !isParallel);
  SmallVector<std::pair<int64_t, int64_t>> ranges;
  for (int64_t size : to.shape.sizes)
    ranges.push_back(getRange(size));
  SmallVector<IndexValue> ivs =
      isParallel ? openParallel(ranges)
                 : openSequential(ranges, to.shape.sizes, kind, partial);
  if (isParallel)
    affine = ivs.empty() || ivs.front().isAffine;
  if (!ivs.empty() && draw(F::Assumes)) {
    const IndexValue &iv = random.any(ivs);
    std::string limit = constant(iv.high);
    assume("slt", iv.name, limit, "index");
  }
  bool affineAccess = affine || random.percent(10);
  affineAccess &=
      llvm::all_of(ivs, [](const IndexValue &iv) { return iv.isAffine; });
  SmallVector<std::string> own;
  for (const IndexValue &iv : ivs)
    own.push_back(iv.name);
  std::string at = llvm::join(own, ", ");
  if (!isParallel && draw(F::Scatter))
    at = indices(to.shape, affineAccess);
  if (draw(F::Guards))
    openCondition(affineAccess);
  if (draw(F::DeepGuards))
    openDeepGuards(affineAccess);
  // In a parallel loop nothing else is read of what is written.
  std::string result = value(affineAccess, isParallel ? &to : nullptr);
  if (isParallel && random.percent(30))
    result = combine(result, load(to, at, affineAccess));
  result = chosen(result, "%c");
  store(result, to, at, affineAccess);
  while (regions.size() > numOpen)
    close();
}

void ProgramBuilder::nest() {
  const Buffer *found = anyWritable();
  if (!found || llvm::is_contained(found->shape.sizes, 0))
    return;
  Buffer to = *found;
  nestOver(to, choose({F::AffineLoops, F::ScfLoops, F::ParallelLoops,
                       F::WhileLoops}));
}

/// Sums over a loop in a register, and stores the sum.
void ProgramBuilder::reduction() {
  const Buffer *found = anyWritable();
  if (!found || llvm::is_contained(found->shape.sizes, 0))
    return;
  Buffer to = *found;
  bool affine = random.percent(60);
  Feature kind = affine ? F::AffineLoops : F::ScfLoops;
  size_t numOpen = regions.size();
  SmallVector<std::string> own;
  for (int64_t size : to.shape.sizes)
    own.push_back(openLoop(kind, 0, size, 1).name);
  std::string at = llvm::join(own, ", ");
  std::string start = random.percent(50) ? load(to, at, affine) : "%c";
  std::string sum = fresh(), before = fresh(), after = fresh(), iv = fresh();
  int64_t trips = random.pick(1, 5);
  std::string yield = (affine ? "affine" : "scf") + std::string(".yield ") +
                      after + " : " + elementText;
  std::string carried =
      " iter_args(" + before + " = " + start + ") -> (" + elementText + ") {";
  if (affine) {
    open(sum + " = affine.for " + iv + " = 0 to " + Twine(trips) + carried,
         {yield, "}"});
  } else {
    std::string end = constant(trips), one = constant(1);
    open(sum + " = scf.for " + iv + " = %zero to " + end + " step " + one +
             carried,
         {yield, "}"});
  }
  indexValues.push_back({iv, 0, trips, affine});
  std::string next = value(affine);
  if (isArithmetic)
    emit(after + " = arith." + (isFloat ? "addf " : "addi ") + before + ", " +
         next + " : " + elementText);
  else
    emit(after + " = arith.select %cond, " + before + ", " + next + " : " +
         elementText);
  close();
  store(sum, to, at, affine);
  while (regions.size() > numOpen)
    close();
}
