//===- SumEmitter.cpp - Loops of sums around a body -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumEmitter.h"

#include "ElementSteps.h"
#include "GroupOps.h"
#include "Layout/IR/LoopsAttr.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

void SumEmitter::emit() {
  SmallVector<Value> masks;
  if (builder.mode.masksStores && !builder.isMaskedInside())
    masks = conditions.buildMasks();
  if (builder.mode.masksLoads || band.storesInGroup())
    bodyMasks = masks;
  else
    bodyMasks.clear();
  SmallVector<Value> initial = splitAll(buildInitial());
  // Parts of products that depend on rows or lanes alone, from zero points and
  // signs, are added before and after the loops instead of in each step.
  if (dots.isUsed()) {
    dots.addRowSums(MutableArrayRef(initial).take_front(getNumSums()));
    llvm::append_range(initial, dots.buildLaneSums());
  }
  SmallVector<Value> results = joinAll(emitLoops(0, initial));
  if (dots.isUsed())
    dots.addLaneSums(
        MutableArrayRef(results).take_front(getNumSums()),
        ArrayRef(results).drop_front(getNumSums() + getNumMasks()));
  storeSums(results, masks);
}

SmallVector<Value> SumEmitter::buildInitial() {
  SmallVector<Value> initial;
  for (int64_t row = 0; row < builder.getNumRows(); ++row)
    for (const Accumulator &kept : band.kept)
      initial.push_back(builder.toVector(accesses.buildLoad(
          builder.nest.accesses[kept.load], row,
          builder.mode.masksLoads ? bodyMasks[row] : Value())));
  // Which lanes were computed in some iteration: only these are stored.
  if (collectsMasks()) {
    VectorType type = builder.getVectorType(builder.getI1Type());
    Value never =
        arith::ConstantOp::create(builder, DenseElementsAttr::get(type, false));
    initial.append(builder.getNumRows(), never);
  }
  return initial;
}

void SumEmitter::storeSums(ArrayRef<Value> results, ArrayRef<Value> masks) {
  int64_t numRows = builder.getNumRows();
  unsigned next = 0;
  for (int64_t row = 0; row < numRows; ++row)
    for (const Accumulator &kept : band.kept) {
      Value mask = masks.empty() ? Value() : masks[row];
      if (collectsMasks()) {
        Value happened = results[numRows * band.kept.size() + row];
        mask = mask ? arith::AndIOp::create(builder, mask, happened) : happened;
      }
      accesses.buildStore(builder.nest.accesses[kept.store], row,
                          results[next++], mask);
    }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Executes up to four steps of floats in each iteration, if none is left over,
/// where LLVM does not unroll: a step of twelve rows has 25 instructions on
/// RISC-V, and six more for counters, addresses and the branch. Integers that
/// all lanes share are in registers with addresses, of which LLVM spilled some:
/// four steps of bytes took 138 instructions, and one takes 30.
static void unrollSteps(affine::AffineForOp loop) {
  if (!llvm::all_of(loop.getResultTypes(), [](Type type) {
        return isa<FloatType>(getElementTypeOrSelf(type));
      }))
    return;
  std::optional<uint64_t> count = affine::getConstantTripCount(loop);
  for (uint64_t factor : {4, 2})
    if (count && *count > factor && *count % factor == 0) {
      (void)affine::loopUnrollByFactor(loop, factor);
      return;
    }
}

SmallVector<Value> SumEmitter::emitLoops(unsigned number, ValueRange carried) {
  if (number == band.numSums)
    return emitIteration(carried);
  if (extended.isLoop(number))
    return emitExtended(number, carried);
  if (number + 1 == band.numSums && builder.mode.usesGroups)
    return emitGroup(carried);
  if (number + 1 == band.numSums && builder.isMaskedInside())
    return emitTriangle(carried);
  if (number + 2 == band.numSums && dots.isUsed() &&
      countElementSteps(band) != 0)
    return emitChunks(carried);
  return emitLoop(number, carried);
}

SmallVector<Value> SumEmitter::emitLoop(unsigned number, ValueRange carried) {
  affine::AffineForOp loop = builder.buildLoop(band.numOuter + number, carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  prefetch.emit(number);
  SmallVector<Value> results = emitLoops(number + 1, loop.getRegionIterArgs());
  if (!results.empty())
    affine::AffineYieldOp::create(builder, results);
  if (number + 1 == band.numSums && !band.target.unrollsVectorLoops)
    unrollSteps(loop);
  return llvm::to_vector_of<Value>(loop.getResults());
}

SmallVector<Value> SumEmitter::emitChunks(ValueRange carried) {
  unsigned position = band.getGroup() - 1;
  affine::AffineForOp old = builder.nest.loops[position];
  int64_t begin = old.getConstantLowerBound(),
          middle = begin + countElementSteps(band);
  // Whole chunks, then the groups that are left, one by one.
  SmallVector<Value> results =
      emitPart(position, {begin, middle, kGroupsOfChunk}, carried,
               [&](ValueRange each) { return emitChunk(each); });
  return emitPart(position, {middle, old.getConstantUpperBound(), 1}, results,
                  [&](ValueRange each) { return emitOneGroup(each); });
}

SmallVector<Value>
SumEmitter::emitPart(unsigned position, ConstantRange range, ValueRange carried,
                     function_ref<SmallVector<Value>(ValueRange)> emit) {
  if (range.begin == range.end)
    return llvm::to_vector(carried);
  affine::AffineForOp old = builder.nest.loops[position];
  auto loop = affine::AffineForOp::create(builder, old.getLoc(), range.begin,
                                          range.end, range.step, carried);
  if (LoopsAttr plan = getPlan(old))
    setPlan(loop, plan); // to unroll it
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  builder.variables[position] = loop.getInductionVar();
  affine::AffineYieldOp::create(builder, emit(loop.getRegionIterArgs()));
  return llvm::to_vector_of<Value>(loop.getResults());
}

SmallVector<Value> SumEmitter::emitExtended(unsigned number,
                                            ValueRange carried) {
  unsigned position = band.numOuter + number;
  ConstantRange whole = extended.getWholeChunks(), last = extended.getLast();
  SmallVector<Value> results =
      emitPart(position, whole, carried, [&](ValueRange each) {
        return emitExtendedChunk(number, each);
      });
  // All groups of the last chunk are full, too.
  if (last.begin < last.end)
    extended.enter(arith::ConstantIndexOp::create(builder, last.begin),
                   last.end - last.begin);
  results = emitPart(position, last, results, [&](ValueRange each) {
    return emitInChunk(number, each);
  });
  extended.leave();
  affine::AffineForOp old = builder.nest.loops[position];
  return emitPart(position, {last.end, old.getConstantUpperBound(), 1}, results,
                  [&](ValueRange each) {
                    prefetch.emit(number);
                    return emitLoops(number + 1, each);
                  });
}

SmallVector<Value> SumEmitter::emitExtendedChunk(unsigned number,
                                                 ValueRange carried) {
  Value &variable = builder.variables[band.numOuter + number], first = variable;
  int64_t size = extended.getWholeChunks().step;
  extended.enter(first, size);
  AffineMap end = AffineMap::get(1, 0, builder.getAffineDimExpr(0) + size);
  auto loop = affine::AffineForOp::create(
      builder, first, builder.getDimIdentityMap(), first, end, 1, carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  variable = loop.getInductionVar();
  affine::AffineYieldOp::create(builder,
                                emitInChunk(number, loop.getRegionIterArgs()));
  extended.leave();
  return llvm::to_vector_of<Value>(loop.getResults());
}

SmallVector<Value> SumEmitter::emitInChunk(unsigned number,
                                           ValueRange carried) {
  prefetch.emit(number);
  return builder.mode.usesGroups ? emitFullGroup(carried)
                                 : emitIteration(carried);
}

SmallVector<Value> SumEmitter::emitChunk(ValueRange carried) {
  Value &variable = builder.variables[band.getGroup() - 1], first = variable;
  SmallVector<Value> places{first};
  for (int64_t group = 1; group < kGroupsOfChunk; ++group)
    places.push_back(affine::AffineApplyOp::create(
        builder, AffineMap::get(1, 0, builder.getAffineDimExpr(0) + group),
        first));
  auto enter = [&](int64_t group) {
    builder.mode.groupOfChunk = group;
    variable = places[group];
  };
  std::vector<SmallVector<Value>> sums = unpackSums(carried);
  wideLoads.forget();
  auto emitRows = [&](int64_t begin, int64_t end) {
    for (int64_t group = 0; group < kGroupsOfChunk; ++group) {
      enter(group);
      if (begin == 0)
        prefetch.emit(band.numSums - 2);
      for (int64_t row = begin; row < end; ++row)
        emitProducts(row, sums[row]);
    }
  };
  int64_t numRows = builder.getNumRows(), together = countRowsOfSteps();
  for (int64_t row = 0; row < numRows; row += together)
    emitRows(row, row + together);
  SmallVector<Value> results = packSums(sums, collectMasks(carried, {})),
                     laneSums(carried.drop_front(results.size()));
  for (int64_t group = 0; group < kGroupsOfChunk; ++group) {
    enter(group);
    laneSums = dots.emitLaneSums(laneSums);
  }
  llvm::append_range(results, laneSums);
  builder.mode.groupOfChunk.reset();
  wideLoads.forget();
  wideLoads.forgetChunks();
  return results;
}

SmallVector<Value> SumEmitter::emitOneGroup(ValueRange carried) {
  prefetch.emit(band.numSums - 2);
  return emitGroup(carried);
}

SmallVector<Value> SumEmitter::emitIteration(ValueRange carried) {
  std::vector<SmallVector<Value>> sums = unpackSums(carried);
  SmallVector<Value> masks(bodyMasks);
  if (builder.isMaskedInside())
    masks = conditions.buildMasks();
  SmallVector<Value> collected = collectMasks(carried, masks);
  body.emit(sums, masks);
  return packSums(sums, collected);
}

//===----------------------------------------------------------------------===//
// Triangles
//===----------------------------------------------------------------------===//

SmallVector<Value> SumEmitter::emitTriangle(ValueRange carried) {
  unsigned position = band.numOuter + band.numSums - 1;
  Value first = conditions.buildLower(position, 0),
        end = conditions.buildUpper(position, 0);
  // If the same lanes exist in all iterations of the reduction, as in most
  // tiles of a triangle, no masks are needed inside of it.
  auto branch = scf::IfOp::create(builder, carried.getTypes(),
                                  conditions.buildIsSameInSums(first, end),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, emitUnmasked(carried, first));
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, emitLoop(band.numSums - 1, carried));
  return llvm::to_vector_of<Value>(branch.getResults());
}

SmallVector<Value> SumEmitter::emitUnmasked(ValueRange carried, Value first) {
  unsigned position = band.numOuter + band.numSums - 1;
  int64_t numRows = builder.getNumRows();
  affine::AffineForOp loop =
      builder.buildLoop(position, carried.drop_back(numRows));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    std::vector<SmallVector<Value>> sums = unpackSums(loop.getRegionIterArgs());
    body.emit(sums, {});
    affine::AffineYieldOp::create(builder, packSums(sums, {}));
  }
  SmallVector<Value> results = llvm::to_vector_of<Value>(loop.getResults());
  // The masks of each iteration are those of the first.
  builder.variables[position] = first;
  llvm::append_range(results, collectMasks(carried, conditions.buildMasks()));
  return results;
}

//===----------------------------------------------------------------------===//
// What is carried around them
//===----------------------------------------------------------------------===//

std::vector<SmallVector<Value>>
SumEmitter::unpackSums(ValueRange carried) const {
  std::vector<SmallVector<Value>> sums(builder.getNumRows());
  unsigned next = 0;
  for (SmallVector<Value> &row : sums)
    for (size_t i = 0; i < band.kept.size(); ++i)
      row.push_back(carried[next++]);
  return sums;
}

SmallVector<Value> SumEmitter::packSums(ArrayRef<SmallVector<Value>> sums,
                                        ValueRange collected) {
  SmallVector<Value> carried;
  for (ArrayRef<Value> row : sums)
    llvm::append_range(carried, row);
  llvm::append_range(carried, collected);
  return carried;
}

/// Returns true if the lanes that were computed must be recorded while the
/// reductions run: they may have no iteration at all, or other lanes in each.
/// If not, the masks of the tile say what to store.
bool SumEmitter::collectsMasks() const {
  return band.entry == RegisterTile::Entry::Unknown || builder.isMaskedInside();
}

SmallVector<Value> SumEmitter::collectMasks(ValueRange carried,
                                            ArrayRef<Value> masks) {
  SmallVector<Value> collected;
  if (!collectsMasks())
    return collected;
  for (auto [row, soFar] :
       llvm::enumerate(carried.slice(getNumSums(), getNumMasks()))) {
    auto type = cast<VectorType>(soFar.getType());
    if (builder.isMaskedInside())
      collected.push_back(arith::OrIOp::create(builder, soFar, masks[row]));
    else
      collected.push_back(arith::ConstantOp::create(
          builder, DenseElementsAttr::get(type, true)));
  }
  return collected;
}

SmallVector<Value> SumEmitter::splitAll(ValueRange carried) {
  return mapSums(carried, splitSums);
}

SmallVector<Value> SumEmitter::joinAll(ValueRange carried) {
  return mapSums(carried, joinSums);
}

SmallVector<Value> SumEmitter::mapSums(
    ValueRange carried,
    function_ref<Value(OpBuilder &, Location, Value, int64_t)> change) {
  SmallVector<Value> changed(carried);
  if (builder.mode.usesGroups)
    for (Value &sum : MutableArrayRef(changed).take_front(getNumSums()))
      sum = change(builder, builder.getLoc(), sum, band.getNumPairs());
  return changed;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

SmallVector<Value> SumEmitter::emitGroup(ValueRange carried) {
  if (!band.tails.lacksSteps)
    return emitFullGroup(carried);
  auto branch = scf::IfOp::create(builder, carried.getTypes(),
                                  conditions.buildIsGroupFull(),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  yield(emitFullGroup(carried));
  builder.setInsertionPointToStart(branch.elseBlock());
  // Interleaved stores are of whole groups only, so that the scalar loops
  // execute a partial one.
  if (band.interleavesStores()) {
    builder.insert(band.getRoot()->clone());
    return {};
  }
  yield(emitPartialGroup(carried));
  return llvm::to_vector_of<Value>(branch.getResults());
}

/// Executes a group that lacks steps: filled up where a number is known that
/// adds nothing, or else one step after the other. Single products are exact,
/// so that the parts that depend on lanes alone stay what they are.
SmallVector<Value> SumEmitter::emitPartialGroup(ValueRange carried) {
  if (dots.isUsed() && dots.mayFill())
    return dots.emitFilled(
        carried, [&](ValueRange each) { return emitFullGroup(each); });
  size_t numCarried = getNumSums() + getNumMasks();
  SmallVector<Value> single = joinAll(carried.take_front(numCarried));
  BandMode whole = builder.mode;
  builder.mode.usesGroups = false;
  SmallVector<Value> results = emitLoops(band.numSums - 1, single);
  builder.mode = whole;
  results = splitAll(results);
  llvm::append_range(results, carried.drop_front(numCarried));
  return results;
}

/// A branch without results has its terminators.
void SumEmitter::yield(ValueRange results) {
  if (!results.empty())
    scf::YieldOp::create(builder, results);
}

SmallVector<Value> SumEmitter::emitFullGroup(ValueRange carried) {
  std::vector<SmallVector<Value>> sums = unpackSums(carried);
  wideLoads.forget();
  if (band.products.empty()) {
    emitSteps(sums);
  } else {
    for (int64_t row = 0; row < builder.getNumRows(); ++row)
      emitProducts(row, sums[row]);
  }
  SmallVector<Value> results = packSums(sums, collectMasks(carried, {}));
  if (dots.isUsed())
    llvm::append_range(results,
                       dots.emitLaneSums(carried.drop_front(results.size())));
  wideLoads.forget();
  return results;
}

void SumEmitter::emitSteps(MutableArrayRef<SmallVector<Value>> sums) {
  SmallVector<IRMapping> shared(band.groupSize);
  int64_t numRows = builder.getNumRows(), together = countRowsOfSteps();
  for (int64_t first = 0; first < numRows; first += together)
    for (int64_t step = 0; step < band.groupSize; ++step) {
      builder.mode.step = step;
      for (int64_t row = first; row < first + together; ++row)
        body.emitRow(row, shared[step], sums, bodyMasks);
    }
  builder.mode.step.reset();
}

int64_t SumEmitter::countRowsOfSteps() const {
  return areChunksOfRows(band) ? 1 : builder.getNumRows();
}

void SumEmitter::emitProducts(int64_t row, MutableArrayRef<Value> sums) {
  for (auto [number, product] : llvm::enumerate(band.products)) {
    Value &sum = sums[*band.getKept(builder.nest.accesses[product.store].op)];
    sum = dots.isUsed() ? dots.emit(number, row, sum)
                        : emitPairs(product, row, sum);
  }
}

Value SumEmitter::emitPairs(const DotProduct &product, int64_t row, Value sum) {
  auto load = [&](const DotProduct::Factor &factor) {
    return WideFactor{wideLoads.get(band.getAccess(factor.load), row),
                      factor.isSigned, factor.zeroPoint};
  };
  WideFactor left = load(product.left), right = load(product.right);
  return buildPairProducts(builder, builder.getLoc(), sum, left, right);
}
