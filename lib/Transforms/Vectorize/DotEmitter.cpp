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
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

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

const AffineNest::Access &DotEmitter::getAccess(const FactorSum &sum) const {
  return band.getAccess(getFactor(sum).bytes.load);
}

SmallVector<DotEmitter::FactorSum>
DotEmitter::findSums(bool areRepeated) const {
  SmallVector<FactorSum> found;
  auto add = [&](unsigned product, bool isLeft, int64_t scale) {
    FactorSum sum{product, isLeft, 0, scale};
    const AffineNest::Access &access = getAccess(sum);
    if (scale == 0 || band.getForm(access).group->isRepeated() != areRepeated)
      return;
    int64_t end = wideLoads.dependsOnRow(access) ? builder.getNumRows() : 1;
    for (; sum.row < end; ++sum.row)
      found.push_back(sum);
  };
  for (auto [product, form] : llvm::enumerate(band.dotForms)) {
    add(product, /*isLeft=*/true, form.right.getOffset());
    add(product, /*isLeft=*/false, form.left.getOffset());
  }
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

/// Modulo 2^32.
Value DotEmitter::scaleBy(Value number, int64_t scale) {
  Type type = number.getType();
  APInt factor(32, scale, /*isSigned=*/true, /*implicitTrunc=*/true);
  TypedAttr attr = builder.getIntegerAttr(builder.getI32Type(), factor);
  if (auto vector = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vector, factor);
  return arith::MulIOp::create(builder, number,
                               arith::ConstantOp::create(builder, attr));
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

bool DotEmitter::mayFill() const {
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

Value DotEmitter::buildFactor(const DotForm::Factor &factor, int64_t row) {
  Value bytes = wideLoads.get(band.getAccess(factor.bytes.load), row);
  if (!factor.isFlipped)
    return bytes;
  Value highest = buildSplat(cast<VectorType>(bytes.getType()), 128);
  return arith::XOrIOp::create(builder, bytes, highest);
}

Value DotEmitter::emit(unsigned product, int64_t row, Value sum) {
  const DotForm &form = band.dotForms[product];
  return buildDot(form, sum, buildFactor(form.left, row),
                  buildFactor(form.right, row));
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
       llvm::zip_equal(findSums(/*areRepeated=*/false), laneSums))
    next.push_back(addBytes(sum, total, buildFactor(getFactor(sum), sum.row)));
  return next;
}

void DotEmitter::addLaneSums(MutableArrayRef<Value> sums, ValueRange laneSums) {
  for (auto [sum, total] :
       llvm::zip_equal(findSums(/*areRepeated=*/false), laneSums)) {
    Value scaled = scaleBy(total, sum.scale);
    for (int64_t row = 0; row < builder.getNumRows(); ++row)
      if (isOfRow(sum, row)) {
        Value &kept = getKept(sums, sum.product, row);
        kept = arith::AddIOp::create(builder, kept, scaled);
      }
  }
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
  for (auto [sum, number] : llvm::zip_equal(rowSums, numbers)) {
    Value all = builder.toVector(number);
    for (int64_t row = 0; row < builder.getNumRows(); ++row)
      if (isOfRow(sum, row)) {
        Value &kept = getKept(sums, sum.product, row);
        kept = arith::AddIOp::create(builder, kept, all);
      }
  }
}

SmallVector<Value> DotEmitter::buildRowSums() {
  SmallVector<Value> variables(builder.variables);
  auto type = VectorType::get({kGroupsOfChunk}, builder.getI32Type());
  SmallVector<Value> totals(rowSums.size(), buildSplat(type, 0));
  totals.push_back(
      arith::ConstantIntOp::create(builder, builder.getI32Type(), 0));
  totals = emitLoops(0, totals);
  builder.variables = variables;
  Value count = totals.pop_back_val();
  SmallVector<Value> numbers;
  for (auto [sum, total] : llvm::zip_equal(rowSums, totals)) {
    const DotForm &form = band.dotForms[sum.product];
    Value number = scaleBy(
        vector::ReductionOp::create(builder, vector::CombiningKind::ADD, total),
        sum.scale);
    // Added once: only one of the factors is repeated.
    int64_t scale = form.left.getOffset() * form.right.getOffset();
    if (scale != 0)
      number = arith::AddIOp::create(builder, number, scaleBy(count, scale));
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
  DotEmitter(builder, conditions, wideLoads).emitSharedSums();
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
  for (auto [sum, total] : llvm::zip(rowSums, next)) {
    Value bytes = wideLoads.buildGroups(getAccess(sum), sum.row, number);
    // It is 1 or a whole chunk.
    if (number < kGroupsOfChunk) {
      SmallVector<int64_t> places(kBytesOfChunk, DotOp::kGroupSize * number);
      std::iota(places.begin(), places.begin() + places.front(), 0);
      Value zeros = buildSplat(cast<VectorType>(bytes.getType()), 0);
      bytes = vector::ShuffleOp::create(builder, bytes, zeros, places);
    }
    total = addBytes(sum, total, bytes);
  }
  Value count = arith::ConstantIntOp::create(builder, builder.getI32Type(),
                                             DotOp::kGroupSize * number);
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
