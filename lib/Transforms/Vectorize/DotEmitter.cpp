//===- DotEmitter.cpp - Products by dot product instructions --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for %k { %s = sum + ext(%a[%i, %k])
//                       * ext(%b[%k floordiv 4, %j, %k mod 4]) }
// with signed bytes in both becomes
//   %n = -128 * (sum of %a[%i, ..])
//   for %k { %s = layout.dot sum, %b ^ 128, signed %a }   from %n on
// where the target has dot products of bytes with and without a sign only.
//
//===----------------------------------------------------------------------===//

#include "DotEmitter.h"

#include "ElementSteps.h"
#include "GroupOps.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kBytesOfChunk = kGroupsOfChunk * DotOp::kGroupSize;

//===----------------------------------------------------------------------===//
// Sums of factors
//===----------------------------------------------------------------------===//

const DotForm::Factor &DotEmitter::getFactor(const FactorSum &sum) const {
  const DotForm &form = band.dotForms[sum.product];
  return sum.isLeft ? form.left : form.right;
}

const DotForm::Factor &DotEmitter::getOther(const FactorSum &sum) const {
  const DotForm &form = band.dotForms[sum.product];
  return sum.isLeft ? form.right : form.left;
}

const AffineNest::Access &DotEmitter::getAccess(const FactorSum &sum) const {
  return band.getAccess(getFactor(sum).bytes.load);
}

SmallVector<DotEmitter::FactorSum>
DotEmitter::findSums(bool areRepeated) const {
  SmallVector<FactorSum> found;
  auto add = [&](unsigned product, bool isLeft) {
    FactorSum sum{product, isLeft, 0};
    const AffineNest::Access &access = getAccess(sum);
    if (!getOther(sum).hasOffset() ||
        band.getForm(access).group->isRepeated() != areRepeated)
      return;
    int64_t end = wideLoads.dependsOnRow(access) ? builder.getNumRows() : 1;
    for (; sum.row < end; ++sum.row)
      found.push_back(sum);
  };
  for (unsigned product = 0; product < band.dotForms.size(); ++product)
    for (bool isLeft : {true, false})
      add(product, isLeft);
  return found;
}

bool DotEmitter::isOfRow(const FactorSum &sum, int64_t row) const {
  return !wideLoads.dependsOnRow(getAccess(sum)) || sum.row == row;
}

Value &DotEmitter::getKept(MutableArrayRef<Value> sums, unsigned product,
                           int64_t row) {
  unsigned store = band.products[product].store;
  return sums[row * band.kept.size() +
              *band.getKept(builder.nest.accesses[store].op)];
}

Value DotEmitter::buildSplat(VectorType type, int64_t value) {
  APInt number(type.getElementTypeBitWidth(), value, /*isSigned=*/true,
               /*implicitTrunc=*/true);
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, number));
}

Value DotEmitter::buildDot(const DotForm &form, Value sums, Value left,
                           Value right) {
  return DotOp::create(builder, sums.getType(), sums, left, right,
                       form.left.isSigned(), form.right.isSigned());
}

Value DotEmitter::addBytes(const FactorSum &sum, Value total, Value bytes) {
  Value ones = buildSplat(cast<VectorType>(bytes.getType()), 1);
  return buildDot(band.dotForms[sum.product], total, sum.isLeft ? bytes : ones,
                  sum.isLeft ? ones : bytes);
}

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

Value DotEmitter::buildZeroPoint(const DotProduct::Factor &factor,
                                 int64_t row) {
  Value zero = factor.getZeroSource();
  if (Operation *load = factor.getZeroLoad())
    zero = accesses.buildLoad(band.getAccess(load), row, /*mask=*/Value());
  Type type = builder.getI32Type();
  if (getElementTypeOrSelf(zero.getType()) == type)
    return zero;
  if (auto vector = dyn_cast<VectorType>(zero.getType()))
    type = vector.clone(type);
  return isa<arith::ExtSIOp>(factor.unknownZero.getDefiningOp())
             ? Value(arith::ExtSIOp::create(builder, type, zero))
             : Value(arith::ExtUIOp::create(builder, type, zero));
}

Value DotEmitter::buildOffset(const DotForm::Factor &factor, int64_t row) {
  Value zero =
      factor.bytes.unknownZero ? buildZeroPoint(factor.bytes, row) : Value();
  APInt known(32, factor.getOffset(), /*isSigned=*/true,
              /*implicitTrunc=*/true);
  TypedAttr attr = builder.getIntegerAttr(builder.getI32Type(), known);
  if (auto vector = zero ? dyn_cast<VectorType>(zero.getType()) : VectorType())
    attr = DenseElementsAttr::get(vector, known);
  Value offset = arith::ConstantOp::create(builder, attr);
  return zero ? Value(arith::SubIOp::create(builder, offset, zero)) : offset;
}

/// Modulo 2^32.
Value DotEmitter::scaleBy(Value number, const DotForm::Factor &factor,
                          int64_t row) {
  Value offset = buildOffset(factor, row);
  if (isa<VectorType>(number.getType()) || isa<VectorType>(offset.getType())) {
    number = builder.toVector(number);
    offset = builder.toVector(offset);
  }
  return arith::MulIOp::create(builder, number, offset);
}

void DotEmitter::addScaled(MutableArrayRef<Value> sums, const FactorSum &sum,
                           Value number, bool isScaled) {
  const DotForm::Factor &other = getOther(sum);
  Operation *zero = other.bytes.getZeroLoad();
  bool differsByRow = zero && wideLoads.dependsOnRow(band.getAccess(zero));
  Value scaled;
  for (int64_t row = 0; row < builder.getNumRows(); ++row) {
    if (!isOfRow(sum, row))
      continue;
    if (!scaled || differsByRow)
      scaled =
          builder.toVector(isScaled ? number : scaleBy(number, other, row));
    Value &kept = getKept(sums, sum.product, row);
    kept = arith::AddIOp::create(builder, kept, scaled);
  }
}

//===----------------------------------------------------------------------===//
// Groups that lack iterations
//===----------------------------------------------------------------------===//

/// Returns true if a dimension of the buffer holds whole groups, and all of it
/// may be read.
bool DotEmitter::isReadByGroups(const AffineNest::Access &access) const {
  auto type = cast<MemRefType>(access.buffer.getType());
  AffineExpr last = access.map.getResults().back();
  return !band.unreadable.contains(access.buffer) &&
         type.getShape().back() == band.groupSize &&
         last == builder.getAffineDimExpr(band.getGroup());
}

bool DotEmitter::hasUnknownFill(const DotForm &form) const {
  return llvm::any_of(ArrayRef{&form.left, &form.right}, [&](auto *factor) {
    return factor->bytes.unknownZero &&
           band.findForm(factor->bytes.load)->group->isRepeated();
  });
}

bool DotEmitter::mayFill() const {
  bool counts = countsPartialGroups();
  return llvm::all_of(band.dotForms, [&](const DotForm &form) {
    // Zero times what padding holds may be no number.
    if (getTraits(form.dot).ofFloats)
      return false;
    bool hasRepeated = false;
    for (const DotForm::Factor &factor : {form.left, form.right}) {
      const AffineNest::Access &access = band.getAccess(factor.bytes.load);
      bool isRepeated = band.getForm(access).group->isRepeated();
      hasRepeated |= isRepeated;
      if (isRepeated ? !wideLoads.getFill(access) : !isReadByGroups(access))
        return false;
      // What fills a group is counted, or nothing that does.
      if (isRepeated && counts &&
          (factor.isFlipped || factor.bytes.zeroPoint != 0))
        return false;
    }
    return hasRepeated;
  });
}

SmallVector<Value>
DotEmitter::emitFilled(ValueRange carried,
                       function_ref<SmallVector<Value>(ValueRange)> emit) {
  // Without an iteration the places of other factors need not exist.
  auto branch = scf::IfOp::create(builder, carried.getTypes(),
                                  conditions.buildIsGroupBegun(),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  builder.mode.partialGroup = conditions.buildUpper(band.getGroup(), 0);
  scf::YieldOp::create(builder, emit(carried));
  builder.mode.partialGroup = {};
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, carried);
  return llvm::to_vector_of<Value>(branch.getResults());
}

//===----------------------------------------------------------------------===//
// In the loop
//===----------------------------------------------------------------------===//

Value DotEmitter::buildFactor(const DotForm &form, bool isLeft, int64_t row) {
  const DotForm::Factor &factor = isLeft ? form.left : form.right;
  const AffineNest::Access &access = band.getAccess(factor.bytes.load);
  Value bytes = wideLoads.get(access, row, factor.isFlipped);
  bool isCleared = builder.mode.partialGroup && hasUnknownFill(form) &&
                   !band.getForm(access).group->isRepeated();
  return isCleared ? clearMissing(bytes) : bytes;
}

Value DotEmitter::clearMissing(Value bytes) {
  constexpr int64_t bitsOfByte = 8;
  Type number = builder.getI32Type();
  auto type = cast<VectorType>(bytes.getType());
  auto groups =
      VectorType::get({type.getNumElements() / DotOp::kGroupSize}, number);
  Value one = arith::ConstantIntOp::create(builder, number, 1),
        bits = arith::MulIOp::create(
            builder, buildPartialCount(),
            arith::ConstantIntOp::create(builder, number, bitsOfByte)),
        mask = arith::SubIOp::create(
            builder, arith::ShLIOp::create(builder, one, bits), one);
  Value kept = arith::AndIOp::create(
      builder, vector::BitCastOp::create(builder, groups, bytes),
      vector::BroadcastOp::create(builder, groups, mask));
  return vector::BitCastOp::create(builder, type, kept);
}

Value DotEmitter::buildPartialCount() {
  return arith::IndexCastOp::create(builder, builder.getI32Type(),
                                    builder.mode.partialGroup);
}

Value DotEmitter::emit(unsigned product, int64_t row, Value sum) {
  const DotForm &form = band.dotForms[product];
  Value left = buildFactor(form, /*isLeft=*/true, row),
        right = buildFactor(form, /*isLeft=*/false, row);
  return buildDot(form, sum, left, right);
}

SmallVector<Value> DotEmitter::buildLaneSums() {
  size_t number = findSums(/*areRepeated=*/false).size();
  if (number == 0)
    return {};
  auto type = VectorType::get({band.numLanes}, builder.getI32Type());
  return SmallVector<Value>(number, buildSplat(type, 0));
}

SmallVector<Value> DotEmitter::emitLaneSums(ValueRange laneSums) {
  SmallVector<Value> next;
  for (auto [sum, total] :
       llvm::zip_equal(findSums(/*areRepeated=*/false), laneSums)) {
    const DotForm &form = band.dotForms[sum.product];
    Value bytes = buildFactor(form, sum.isLeft, sum.row);
    next.push_back(addBytes(sum, total, bytes));
  }
  return next;
}

void DotEmitter::addLaneSums(MutableArrayRef<Value> sums, ValueRange laneSums) {
  for (auto [sum, total] :
       llvm::zip_equal(findSums(/*areRepeated=*/false), laneSums))
    addScaled(sums, sum, total, /*isScaled=*/false);
}

//===----------------------------------------------------------------------===//
// Before the loop
//===----------------------------------------------------------------------===//

void DotEmitter::addRowSums(MutableArrayRef<Value> sums) {
  rowSums = findSums(/*areRepeated=*/true);
  if (rowSums.empty())
    return;
  SmallVector<Value> numbers =
      band.sharedSums ? loadSharedSums() : buildRowSums();
  for (auto [sum, number] : llvm::zip_equal(rowSums, numbers))
    addScaled(sums, sum, number,
              /*isScaled=*/!getOther(sum).bytes.unknownZero);
}

size_t DotEmitter::countParts() const {
  // A dot product may wait four to five cycles for the one before, and two
  // begin in each; several short chains overlap by themselves.
  constexpr int64_t mostParts = 4, leastGroups = 8 * kGroupsOfChunk,
                    enough = mostParts * leastGroups;
  int64_t groups = 1;
  for (unsigned loop = band.numOuter; loop < band.getGroup(); ++loop) {
    const Interval &range = builder.nest.ranges[loop];
    bool isKnown = range.low && range.high;
    int64_t trips = isKnown ? *range.high - *range.low + 1 : enough;
    groups = std::min(enough, groups * std::clamp<int64_t>(trips, 1, enough));
  }
  int64_t most = std::max<int64_t>(1, mostParts / int64_t(rowSums.size()));
  return std::clamp<int64_t>(groups / leastGroups, 1, most);
}

SmallVector<Value> DotEmitter::buildRowSums() {
  SmallVector<Value> variables(builder.variables);
  auto type = VectorType::get({kGroupsOfChunk}, builder.getI32Type());
  SmallVector<Value> totals(rowSums.size() * countParts(), buildSplat(type, 0));
  totals.push_back(
      arith::ConstantIntOp::create(builder, builder.getI32Type(), 0));
  totals = emitLoops(0, totals);
  builder.variables = variables;
  Value count = totals.pop_back_val();
  SmallVector<Value> numbers;
  for (auto [i, sum] : llvm::enumerate(rowSums)) {
    ArrayRef<Value> parts =
        ArrayRef(totals).slice(i * countParts(), countParts());
    Value total = parts.front();
    for (Value part : parts.drop_front())
      total = arith::AddIOp::create(builder, total, part);
    Value number =
        vector::ReductionOp::create(builder, vector::CombiningKind::ADD, total);
    // Added once: only one of the factors is repeated.
    if (getFactor(sum).hasOffset())
      number = arith::AddIOp::create(builder, number,
                                     scaleBy(count, getFactor(sum), sum.row));
    // Zero points of lanes multiply the sums of each tile.
    if (!getOther(sum).bytes.unknownZero)
      number = scaleBy(number, getOther(sum), sum.row);
    numbers.push_back(number);
  }
  return numbers;
}

//===----------------------------------------------------------------------===//
// Before all tiles
//===----------------------------------------------------------------------===//

SmallVector<Value> DotEmitter::buildPlace(const FactorSum &sum) {
  SmallVector<AffineExpr> results{
      builder.getAffineConstantExpr(2 * sum.product + sum.isLeft)};
  for (unsigned loop : band.sharedSums->loops)
    results.push_back(builder.getAffineDimExpr(loop));
  AffineMap place = AffineMap::get(builder.nest.getNumDims(), 0, results,
                                   builder.getContext());
  return builder.buildIndices(builder.atRow(place, sum.row));
}

SmallVector<Value> DotEmitter::loadSharedSums() {
  return llvm::map_to_vector(rowSums, [&](const FactorSum &sum) -> Value {
    return memref::LoadOp::create(builder, band.sharedSums->room,
                                  buildPlace(sum));
  });
}

void DotEmitter::emitSharedSums() {
  SharedSums &shared = *band.sharedSums;
  buildRoom(shared, 2 * band.dotForms.size(), builder, conditions);
  if (!shared.guards.empty())
    builder.setInsertionPointToStart(
        conditions.buildEnteredBranch(shared.guards).thenBlock());
  for (unsigned loop : shared.loops)
    builder.setInsertionPointToStart(builder.buildLoop(loop, {}).getBody());
  rowSums = findSums(/*areRepeated=*/true);
  for (auto [sum, number] : llvm::zip_equal(rowSums, buildRowSums()))
    memref::StoreOp::create(builder, number, shared.room, buildPlace(sum));
}

void layout::emitSharedSums(RegisterTile &band) {
  BandBuilder builder(band);
  builder.setInsertionPoint(band.nest.loops[band.sharedSums->depth]);
  TileConditions conditions(builder);
  WideLoads wideLoads(builder);
  wideLoads.buildViews();
  LaneAccesses accesses(builder, wideLoads);
  DotEmitter(builder, conditions, wideLoads, accesses).emitSharedSums();
}

//===----------------------------------------------------------------------===//
// Loops over groups
//===----------------------------------------------------------------------===//

SmallVector<Value> DotEmitter::emitLoops(unsigned number, ValueRange carried) {
  if (number + 1 == band.numSums)
    return emitGroup(carried);
  if (number + 2 == band.numSums && areChunks())
    return emitChunks(carried);
  affine::AffineForOp loop = builder.buildLoop(band.numOuter + number, carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  affine::AffineYieldOp::create(
      builder, emitLoops(number + 1, loop.getRegionIterArgs()));
  return llvm::to_vector_of<Value>(loop.getResults());
}

SmallVector<Value> DotEmitter::emitGroup(ValueRange carried) {
  if (!band.tails.lacksSteps)
    return addGroups(carried, 1);
  auto branch = scf::IfOp::create(builder, carried.getTypes(),
                                  conditions.buildIsGroupFull(),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, addGroups(carried, 1));
  builder.setInsertionPointToStart(branch.elseBlock());
  SmallVector<Value> rest(carried);
  if (mayFill())
    rest = emitFilled(carried,
                      [&](ValueRange each) { return addGroups(each, 1); });
  scf::YieldOp::create(builder, rest);
  return llvm::to_vector_of<Value>(branch.getResults());
}

SmallVector<Value> DotEmitter::addGroups(ValueRange carried, int64_t number) {
  SmallVector<Value> next(carried);
  for (auto [i, sum] : llvm::enumerate(rowSums)) {
    auto parts = MutableArrayRef(next).slice(i * countParts(), countParts());
    std::rotate(parts.begin(), parts.begin() + 1, parts.end());
    Value bytes = wideLoads.buildGroups(getAccess(sum), sum.row, number);
    if (getFactor(sum).isFlipped)
      bytes = buildFlipped(builder, builder.getLoc(), bytes);
    // It is 1 or a whole chunk.
    if (number < kGroupsOfChunk) {
      SmallVector<int64_t> places(kBytesOfChunk, DotOp::kGroupSize * number);
      std::iota(places.begin(), places.begin() + places.front(), 0);
      Value zeros = buildSplat(cast<VectorType>(bytes.getType()), 0);
      bytes = vector::ShuffleOp::create(builder, bytes, zeros, places);
    }
    parts.back() = addBytes(sum, parts.back(), bytes);
  }
  Value count =
      builder.mode.partialGroup && countsPartialGroups()
          ? buildPartialCount()
          : Value(arith::ConstantIntOp::create(builder, builder.getI32Type(),
                                               DotOp::kGroupSize * number));
  next.back() = arith::AddIOp::create(builder, next.back(), count);
  return next;
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// Returns true if the groups of all rows lie side by side along the loop
/// around them, whose bounds are constants, and full ones without a gap.
bool DotEmitter::areChunks() const {
  unsigned position = band.getGroup() - 1;
  affine::AffineForOp loop = builder.nest.loops[position];
  if (!loop.hasConstantBounds() || loop.getStep() != 1)
    return false;
  LoopCounter group = getLoopCounters(builder.nest.loops[band.getGroup()])[0];
  AffineMap end = builder.nest.express(group.upper);
  return llvm::none_of(
             end.getResults(),
             [&](AffineExpr bound) { return isDivided(bound, position); }) &&
         llvm::all_of(rowSums, [&](const FactorSum &sum) {
           const AffineNest::Access &access = getAccess(sum);
           AffineMap place = collapseFrom(
               access.map, cast<MemRefType>(access.buffer.getType()),
               band.getForm(access).group->firstDim);
           return getStride(place, position) == DotOp::kGroupSize;
         });
}

SmallVector<Value> DotEmitter::emitChunks(ValueRange carried) {
  unsigned position = band.getGroup() - 1;
  affine::AffineForOp old = builder.nest.loops[position];
  int64_t begin = old.getConstantLowerBound(),
          end = old.getConstantUpperBound();
  auto chunks =
      affine::AffineForOp::create(builder, begin, end, kGroupsOfChunk, carried);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(chunks.getBody());
  Value first = chunks.getInductionVar();
  AffineExpr variable = builder.getAffineDimExpr(0);
  auto last = affine::AffineApplyOp::create(
      // For the speed only: a later one leaves fewer chunks whole.
      builder, AffineMap::get(1, 0, variable + kGroupsOfChunk - 1), first);
  Value isWhole =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, last,
                            arith::ConstantIndexOp::create(builder, end));
  // The bound is linear: the ends tell of all.
  for (Value group : {first, Value(last)})
    if (band.tails.lacksSteps) {
      builder.variables[position] = group;
      isWhole = arith::AndIOp::create(builder, isWhole,
                                      conditions.buildIsGroupFull());
    }
  auto branch = scf::IfOp::create(builder, carried.getTypes(), isWhole,
                                  /*withElseRegion=*/true);
  affine::AffineYieldOp::create(builder, branch.getResults());
  builder.setInsertionPointToStart(branch.thenBlock());
  builder.variables[position] = first;
  scf::YieldOp::create(builder,
                       addGroups(chunks.getRegionIterArgs(), kGroupsOfChunk));
  builder.setInsertionPointToStart(branch.elseBlock());
  auto singles = affine::AffineForOp::create(
      builder, first, AffineMap::get(1, 0, variable), first,
      AffineMap::get(
          1, 0, {variable + kGroupsOfChunk, builder.getAffineConstantExpr(end)},
          builder.getContext()),
      1, chunks.getRegionIterArgs());
  scf::YieldOp::create(builder, singles.getResults());
  builder.setInsertionPointToStart(singles.getBody());
  builder.variables[position] = singles.getInductionVar();
  affine::AffineYieldOp::create(builder,
                                emitGroup(singles.getRegionIterArgs()));
  return llvm::to_vector_of<Value>(chunks.getResults());
}
