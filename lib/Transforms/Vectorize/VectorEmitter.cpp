//===- VectorEmitter.cpp - Writing a band as vector code ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupOps.h"
#include "Transforms/Support/AccessRuns.h"
#include "VectorBand.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class VectorEmitter {
public:
  explicit VectorEmitter(VectorBand &band)
      : band(band), nest(band.nest), builder(band.getRoot()),
        loc(band.getRoot().getLoc()) {
    for (affine::AffineForOp loop : nest.loops)
      variables.push_back(loop.getInductionVar());
    findRowInvariants();
    numLanes = band.numLanes;
  }

  void emit() {
    affine::AffineForOp root = band.getRoot();
    mode.unrollsRows = band.hasRows;
    mode.usesGroups = band.groupSize > 1;
    buildViews();
    mode.masksStores = band.isPartial && band.mayComputeAll;
    if (band.isPartial && !band.mayComputeAll) {
      auto branch = buildFullTileBranch();
      builder.setInsertionPointToStart(branch.thenBlock());
      mode.masksStores = band.mayComputeLanes;
      emitBand();
      builder.setInsertionPointToStart(branch.elseBlock());
      emitRest(root);
    } else {
      emitBand();
    }
    root->erase();
  }

private:
  /// How rows and lanes are treated that a tile does not have.
  struct Mode {
    bool unrollsRows = false; ///< else `variables` has the row
    bool masksStores = false, masksLoads = false;
    bool usesGroups = false; ///< else they are loops like others
    std::optional<int64_t> step = std::nullopt; ///< of the group
  };

  int64_t getNumRows() const { return mode.unrollsRows ? band.numRows : 1; }
  /// Are masks collected over the iterations of the sums?
  bool collectsMasks() const {
    return band.numSums && (!band.sumsRun || isMaskedInside());
  }
  bool isMaskedInside() const { return mode.masksStores && band.dependsOnSums; }

  void emitBand() {
    if (band.numSums)
      emitSums();
    else
      emitElementwise();
  }

  /// A tile that lacks rows or lanes: row by row, what lacks is masked. Where
  /// an op might end the program in such a lane, the loops stay.
  void emitRest(affine::AffineForOp root) {
    if (!band.mayBeSpeculated) {
      builder.insert(root->clone());
      return;
    }
    mode = {/*unrollsRows=*/false, /*masksStores=*/true,
            /*masksLoads=*/!band.mayComputeLanes,
            /*usesGroups=*/band.mayComputeLanes && band.groupSize > 1};
    if (band.hasRows) {
      affine::AffineForOp rows = buildLoop(band.getRows(), {});
      builder.setInsertionPointToStart(rows.getBody());
    }
    builder.setInsertionPointToStart(buildAnyLaneBranch().thenBlock());
    if (band.numSums || getPartSize() == band.numLanes)
      emitBand();
    else
      emitInParts();
  }

  /// How many lanes become a part: a register of the widest elements, or more
  /// where that would be too many parts.
  int64_t getPartSize() const {
    constexpr int64_t maxParts = 8;
    int64_t size = band.numLanes;
    for (const AffineNest::Access &access : nest.accesses)
      size = std::min<int64_t>(
          size,
          band.target.getNumLanes(
              cast<MemRefType>(access.buffer.getType()).getElementType()));
    while (llvm::divideCeil(band.numLanes, size) > maxParts)
      size *= 2;
    return size;
  }

  /// Most registers of such a row have no lane. One after the other, each is as
  /// the iterations were: these come by lanes, too.
  void emitInParts() {
    Value begin = buildLower(band.getLanes(), 0),
          end = buildUpper(band.getLanes(), 0);
    int64_t size = getPartSize();
    auto compare = [&](arith::CmpIPredicate predicate, Value value,
                       int64_t number) -> Value {
      Value limit = arith::ConstantIndexOp::create(builder, loc, number);
      return arith::CmpIOp::create(builder, loc, predicate, value, limit);
    };
    for (firstLane = 0; firstLane < band.numLanes; firstLane += size) {
      numLanes = std::min(size, band.numLanes - firstLane);
      Value isAny = compare(arith::CmpIPredicate::sgt, end, firstLane);
      if (!nest.loops.back().hasConstantLowerBound())
        isAny = arith::AndIOp::create(
            builder, loc, isAny,
            compare(arith::CmpIPredicate::slt, begin, firstLane + numLanes));
      auto branch =
          scf::IfOp::create(builder, loc, isAny, /*withElseRegion=*/false);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(branch.thenBlock());
      emitBand();
    }
  }

  //===--------------------------------------------------------------------===//
  // Maps
  //===--------------------------------------------------------------------===//

  /// `map` over the dimensions of the nest for one row; lanes are a dimension
  /// still.
  AffineMap atRow(AffineMap map, int64_t row) const {
    if (mode.step)
      map = map.replace(builder.getAffineDimExpr(band.getGroup()),
                        builder.getAffineConstantExpr(*mode.step),
                        map.getNumDims(), 0);
    return mode.unrollsRows
               ? map.replace(builder.getAffineDimExpr(band.getRows()),
                             builder.getAffineConstantExpr(row),
                             map.getNumDims(), 0)
               : map;
  }
  AffineMap atLane(AffineMap map, int64_t lane) const {
    return map.replace(builder.getAffineDimExpr(band.getLanes()),
                       builder.getAffineConstantExpr(lane), map.getNumDims(),
                       0);
  }
  /// The operands of a map over the dimensions of the nest.
  SmallVector<Value> bind(AffineMap &map) const {
    SmallVector<Value> operands(variables);
    llvm::append_range(operands, nest.fixed);
    operands.truncate(map.getNumDims());
    affine::canonicalizeMapAndOperands(&map, &operands);
    return operands;
  }
  /// For ops of the vector dialect: upstream's forwarding of stores takes an
  /// `affine.vector_store` for the first of its elements.
  SmallVector<Value> buildIndices(AffineMap map) {
    SmallVector<OpFoldResult> operands = getAsOpFoldResult(bind(map));
    return getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedMultiResultAffineApply(builder, loc, map,
                                                         operands));
  }

  //===--------------------------------------------------------------------===//
  // Tiles that are not full
  //===--------------------------------------------------------------------===//

  /// Goes into its first block if all rows of the tile exist, and all lanes
  /// unless others may be computed.
  /// Bounds are compared as they are: their differences might wrap around.
  scf::IfOp buildFullTileBranch() {
    Value isFull;
    auto require = [&](arith::CmpIPredicate predicate, Value bound,
                       int64_t number) {
      Value limit = arith::ConstantIndexOp::create(builder, loc, number);
      Value holds =
          arith::CmpIOp::create(builder, loc, predicate, bound, limit);
      isFull =
          isFull ? arith::AndIOp::create(builder, loc, isFull, holds) : holds;
    };
    auto requireAll = [&](unsigned loop, int64_t count, int64_t row) {
      require(arith::CmpIPredicate::sge, buildUpper(loop, row), count);
      if (!nest.loops[loop].hasConstantLowerBound())
        require(arith::CmpIPredicate::sle, buildLower(loop, row), 0);
    };
    // Bounds of lanes are linear in the row: its ends tell of all.
    if (!band.mayComputeLanes) {
      requireAll(band.getLanes(), band.numLanes, 0);
      if (band.hasRows)
        requireAll(band.getLanes(), band.numLanes, band.numRows - 1);
    }
    if (band.hasRows)
      requireAll(band.getRows(), band.numRows, 0);
    return scf::IfOp::create(builder, loc, isFull, /*withElseRegion=*/true);
  }

  /// Goes into its block if a row has a lane.
  scf::IfOp buildAnyLaneBranch() {
    Value hasLane = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, buildLower(band.getLanes(), 0),
        buildUpper(band.getLanes(), 0));
    return scf::IfOp::create(builder, loc, hasLane, /*withElseRegion=*/false);
  }

  Value buildLower(unsigned loop, int64_t row) {
    affine::AffineForOp its = nest.loops[loop];
    return buildExtremum(its.getLowerBoundMap(), its.getLowerBoundOperands(),
                         row, /*isMin=*/false);
  }
  Value buildUpper(unsigned loop, int64_t row) {
    affine::AffineForOp its = nest.loops[loop];
    return buildExtremum(its.getUpperBoundMap(), its.getUpperBoundOperands(),
                         row, /*isMin=*/true);
  }

  Value buildExtremum(AffineMap map, ValueRange operands, int64_t row,
                      bool isMin) {
    AffineMap there = atRow(nest.express(map, operands), row);
    SmallVector<Value> bound = bind(there);
    if (isMin)
      return affine::AffineMinOp::create(builder, loc, there, bound);
    return affine::AffineMaxOp::create(builder, loc, there, bound);
  }

  /// A number of lanes of the part: the mask would take but the last bits of
  /// others.
  Value clampToLanes(Value number) {
    Value none = arith::ConstantIndexOp::create(builder, loc, firstLane);
    Value all =
        arith::ConstantIndexOp::create(builder, loc, firstLane + numLanes);
    number = arith::MaxSIOp::create(builder, loc, number, none);
    number = arith::MinSIOp::create(builder, loc, number, all);
    return firstLane ? arith::SubIOp::create(builder, loc, number, none)
                     : number;
  }

  /// Which lanes of a row there are.
  Value buildMask(int64_t row) {
    auto type = VectorType::get({numLanes}, builder.getI1Type());
    Value end = clampToLanes(buildUpper(band.getLanes(), row));
    if (mode.unrollsRows) {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      end = arith::SelectOp::create(builder, loc, buildIsRow(row), end, zero);
    }
    Value mask = vector::CreateMaskOp::create(builder, loc, type, end);
    if (nest.loops.back().hasConstantLowerBound())
      return mask;
    Value begin = clampToLanes(buildLower(band.getLanes(), row));
    Value before = vector::CreateMaskOp::create(builder, loc, type, begin);
    Value all = arith::ConstantOp::create(builder, loc,
                                          DenseElementsAttr::get(type, true));
    Value behind = arith::XOrIOp::create(builder, loc, before, all);
    return arith::AndIOp::create(builder, loc, mask, behind);
  }

  Value buildIsRow(int64_t row) {
    Value number = arith::ConstantIndexOp::create(builder, loc, row);
    Value isRow = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                        number, buildUpper(band.getRows(), 0));
    if (nest.loops[band.getRows()].hasConstantLowerBound())
      return isRow;
    Value isBehind =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge, number,
                              buildLower(band.getRows(), 0));
    return arith::AndIOp::create(builder, loc, isRow, isBehind);
  }

  SmallVector<Value> buildMasks() {
    SmallVector<Value> made;
    for (int64_t row = 0; row < getNumRows(); ++row)
      made.push_back(buildMask(row));
    return made;
  }

  //===--------------------------------------------------------------------===//
  // Bodies
  //===--------------------------------------------------------------------===//

  VectorType getVectorType(Type element) const {
    return VectorType::get({numLanes}, element);
  }

  /// Values that are the same for all rows.
  void findRowInvariants() {
    for (Operation &op : nest.getBody()->without_terminator()) {
      bool isInvariant = !band.getKept(&op);
      for (const AffineNest::Access &access : nest.accesses)
        if (access.op == &op && band.hasRows)
          isInvariant &= !access.map.isFunctionOfDim(band.getRows());
      for (Value operand : op.getOperands())
        if (Operation *source = operand.getDefiningOp();
            source && source->getBlock() == nest.getBody())
          isInvariant &= rowInvariant.contains(source) || isIndex(operand);
      if (isInvariant)
        rowInvariant.insert(&op);
    }
  }
  static bool isIndex(Value value) { return value.getType().isIndex(); }

  const AffineNest::Access &getAccess(Operation *op) const {
    return *llvm::find_if(nest.accesses, [&](const AffineNest::Access &access) {
      return access.op == op;
    });
  }

  Value toVector(Value value) {
    if (isa<VectorType>(value.getType()))
      return value;
    return vector::BroadcastOp::create(builder, loc,
                                       getVectorType(value.getType()), value);
  }

  Value buildScalarLoad(Value buffer, AffineMap map) {
    SmallVector<Value> operands = bind(map);
    return affine::AffineLoadOp::create(builder, loc, buffer, map, operands);
  }

  /// Of the lanes of the part, the first of which is lane 0 then.
  std::vector<AccessRun> findPartRuns(AffineMap map) const {
    AffineExpr lane = builder.getAffineDimExpr(band.getLanes());
    map = map.replace(lane, lane + firstLane, map.getNumDims(), 0);
    return findRuns(map, band.getLanes(), numLanes, nest.ranges);
  }

  /// Scalar if all lanes read one element. With a mask, lanes that it leaves
  /// out read nothing and are 0.
  Value buildLoad(const AffineNest::Access &access, int64_t row, Value mask) {
    if (mode.step && isInterleaved(access))
      return buildStep(builder, loc, getWide(access, row), band.groupSize,
                       *mode.step);
    AffineMap map = atRow(access.map, row);
    std::vector<AccessRun> runs =
        cutIntoRegisters(findPartRuns(map), access.buffer);
    if (runs.empty())
      return buildScalarLoad(access.buffer, map);
    Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
    Value result;
    for (AccessRun &run : runs) {
      Value part = mask ? buildMaskedLoad(access.buffer, run, mask)
                   : run.numLanes == 1
                       ? buildScalarLoad(access.buffer, run.place)
                       : buildVectorLoad(access.buffer, run);
      if (run.numLanes == numLanes)
        return part;
      if (!result)
        result = arith::ConstantOp::create(
            builder, loc, builder.getZeroAttr(getVectorType(element)));
      result =
          isa<VectorType>(part.getType())
              ? Value(vector::InsertStridedSliceOp::create(
                    builder, loc, part, result,
                    ArrayRef<int64_t>(run.firstLane), ArrayRef<int64_t>(1)))
              : Value(vector::InsertOp::create(builder, loc, part, result,
                                               run.firstLane));
    }
    return result;
  }

  /// Several runs, none longer than a register and none in two of them.
  std::vector<AccessRun> cutIntoRegisters(std::vector<AccessRun> runs,
                                          Value buffer) const {
    if (runs.size() < 2)
      return runs;
    int64_t width = band.target.getNumLanes(
        cast<MemRefType>(buffer.getType()).getElementType());
    std::vector<AccessRun> cut;
    for (const AccessRun &run : runs)
      for (int64_t lane = run.firstLane, end = lane + run.numLanes;
           lane < end;) {
        int64_t next = std::min(end, (lane / width + 1) * width);
        cut.push_back(
            {lane, next - lane, advance(run.place, lane - run.firstLane)});
        lane = next;
      }
    return cut;
  }
  /// The element some places behind.
  static AffineMap advance(AffineMap place, int64_t distance) {
    SmallVector<AffineExpr> results(place.getResults());
    results.back() = results.back() + distance;
    return AffineMap::get(place.getNumDims(), 0, results, place.getContext());
  }

  static VectorType getRunType(Value buffer, const AccessRun &run) {
    return VectorType::get({run.numLanes},
                           cast<MemRefType>(buffer.getType()).getElementType());
  }

  Value buildVectorLoad(Value buffer, AccessRun &run) {
    return vector::LoadOp::create(builder, loc, getRunType(buffer, run), buffer,
                                  buildIndices(run.place));
  }

  Value buildMaskedLoad(Value buffer, const AccessRun &run, Value mask) {
    VectorType type = getRunType(buffer, run);
    if (run.numLanes != numLanes)
      mask = vector::ExtractStridedSliceOp::create(
          builder, loc, mask, ArrayRef<int64_t>(run.firstLane),
          ArrayRef<int64_t>(run.numLanes), ArrayRef<int64_t>(1));
    Value zero =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
    return vector::MaskedLoadOp::create(builder, loc, type, buffer,
                                        buildIndices(run.place), mask, zero);
  }

  void buildStore(const AffineNest::Access &access, int64_t row, Value value,
                  Value mask) {
    AffineMap map = atLane(atRow(access.map, row), firstLane);
    map = simplifyUnderRanges(simplifyAffineMap(map), nest.ranges, {});
    value = toVector(value);
    if (mask) {
      vector::MaskedStoreOp::create(builder, loc, access.buffer,
                                    buildIndices(map), mask, value);
      return;
    }
    vector::StoreOp::create(builder, loc, value, access.buffer,
                            buildIndices(map));
  }

  /// Executes the body for all rows. `sums`: by row, then by kept element.
  void emitBody(MutableArrayRef<SmallVector<Value>> sums,
                ArrayRef<Value> masks) {
    IRMapping shared;
    for (int64_t row = 0; row < getNumRows(); ++row) {
      IRMapping mapping = shared;
      Value mask = masks.empty() ? Value() : masks[row];
      for (Operation &op : nest.getBody()->without_terminator()) {
        bool isInvariant = rowInvariant.contains(&op);
        if (isInvariant && row > 0)
          continue;
        emitOp(&op, row, mapping, sums, mask);
        if (isInvariant)
          for (Value result : op.getResults())
            shared.map(result, mapping.lookup(result));
      }
    }
  }

  void emitOp(Operation *op, int64_t row, IRMapping &mapping,
              MutableArrayRef<SmallVector<Value>> sums, Value mask) {
    std::optional<unsigned> kept = band.getKept(op);
    if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
      Value loadMask = mode.masksLoads ? mask : Value();
      mapping.map(load.getResult(),
                  kept ? sums[row][*kept]
                       : buildLoad(getAccess(op), row, loadMask));
    } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      Value value = mapping.lookupOrDefault(store.getValueToStore());
      if (!kept)
        return buildStore(getAccess(op), row, value, mask);
      value = toVector(value);
      if (mask && isMaskedInside())
        value = arith::SelectOp::create(builder, loc, mask, value,
                                        sums[row][*kept]);
      sums[row][*kept] = value;
    } else {
      emitOperation(op, mapping);
    }
  }

  /// For all lanes if an operand differs between lanes.
  void emitOperation(Operation *op, IRMapping &mapping) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(mapping.lookupOrDefault(operand));
    auto isVector = [](Value value) {
      return isa<VectorType>(value.getType());
    };
    if (llvm::none_of(operands, isVector)) {
      builder.clone(*op, mapping);
      return;
    }
    for (Value &operand : operands)
      operand = toVector(operand);
    SmallVector<Type> types;
    for (Type type : op->getResultTypes())
      types.push_back(getVectorType(type));
    OperationState state(op->getLoc(), op->getName().getStringRef(), operands,
                         types, op->getAttrs());
    Operation *made = builder.create(state);
    mapping.map(op->getResults(), made->getResults());
  }

  //===--------------------------------------------------------------------===//
  // Bands
  //===--------------------------------------------------------------------===//

  void emitElementwise() {
    SmallVector<Value> masks;
    if (mode.masksStores)
      masks = buildMasks();
    emitBody({}, masks);
  }

  void emitSums() {
    SmallVector<Value> masks, initial;
    if (mode.masksStores && !isMaskedInside())
      masks = buildMasks();
    for (int64_t row = 0; row < getNumRows(); ++row)
      for (const VectorBand::Kept &kept : band.kept)
        initial.push_back(
            toVector(buildLoad(nest.accesses[kept.load], row,
                               mode.masksLoads ? masks[row] : Value())));
    if (collectsMasks()) {
      auto type = VectorType::get({band.numLanes}, builder.getI1Type());
      Value never = arith::ConstantOp::create(
          builder, loc, DenseElementsAttr::get(type, false));
      initial.append(getNumRows(), never);
    }
    outerMasks = mode.masksLoads ? masks : SmallVector<Value>();
    initial = splitAll(initial);
    SmallVector<Value> results = joinAll(emitSumLoops(0, initial));
    unsigned next = 0;
    for (int64_t row = 0; row < getNumRows(); ++row)
      for (const VectorBand::Kept &kept : band.kept) {
        Value mask = masks.empty() ? Value() : masks[row];
        if (collectsMasks()) {
          Value happened = results[getNumRows() * band.kept.size() + row];
          mask = mask ? arith::AndIOp::create(builder, loc, mask, happened)
                      : happened;
        }
        buildStore(nest.accesses[kept.store], row, results[next++], mask);
      }
  }

  /// The loop at `position` once more; `variables` has its variable then.
  affine::AffineForOp buildLoop(unsigned position, ValueRange initial) {
    affine::AffineForOp old = nest.loops[position];
    AffineMap lower = nest.express(old.getLowerBoundMap(),
                                   old.getLowerBoundOperands()),
              upper = nest.express(old.getUpperBoundMap(),
                                   old.getUpperBoundOperands());
    SmallVector<Value> lowers = bind(lower), uppers = bind(upper);
    auto loop = affine::AffineForOp::create(builder, old.getLoc(), lowers,
                                            lower, uppers, upper, 1, initial);
    variables[position] = loop.getInductionVar();
    return loop;
  }

  /// From the `number`th loop of sums on.
  SmallVector<Value> emitSumLoops(unsigned number, ValueRange initial) {
    if (number == band.numSums)
      return emitSumBody(initial);
    if (number + 1 == band.numSums && mode.usesGroups)
      return emitGroup(initial);
    unsigned position = band.numOuter + number;
    affine::AffineForOp loop = buildLoop(position, initial);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> results =
        emitSumLoops(number + 1, loop.getRegionIterArgs());
    affine::AffineYieldOp::create(builder, loc, results);
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  SmallVector<Value> emitSumBody(ValueRange carried) {
    std::vector<SmallVector<Value>> sums = unpackSums(carried);
    SmallVector<Value> masks(outerMasks);
    if (isMaskedInside())
      masks = buildMasks();
    SmallVector<Value> collected = collectAll(carried, masks);
    emitBody(sums, masks);
    return packSums(sums, collected);
  }

  /// By row, then by kept element; behind these are the collected masks.
  std::vector<SmallVector<Value>> unpackSums(ValueRange carried) const {
    std::vector<SmallVector<Value>> sums(getNumRows());
    unsigned next = 0;
    for (SmallVector<Value> &row : sums)
      for (size_t i = 0; i < band.kept.size(); ++i)
        row.push_back(carried[next++]);
    return sums;
  }
  static SmallVector<Value> packSums(ArrayRef<SmallVector<Value>> sums,
                                     ValueRange collected) {
    SmallVector<Value> results;
    for (ArrayRef<Value> row : sums)
      llvm::append_range(results, row);
    llvm::append_range(results, collected);
    return results;
  }

  SmallVector<Value> collectAll(ValueRange carried, ArrayRef<Value> masks) {
    SmallVector<Value> collected;
    if (!collectsMasks())
      return collected;
    for (auto [row, soFar] : llvm::enumerate(carried.take_back(getNumRows())))
      collected.push_back(
          collect(soFar, isMaskedInside() ? masks[row] : Value()));
    return collected;
  }

  /// The lanes of a row that were computed so far, and those that are now.
  Value collect(Value soFar, Value mask) {
    if (mask)
      return arith::OrIOp::create(builder, loc, soFar, mask);
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(cast<VectorType>(soFar.getType()), true));
  }

  //===--------------------------------------------------------------------===//
  // Groups
  //===--------------------------------------------------------------------===//

  bool isInterleaved(const AffineNest::Access &access) const {
    std::optional<GroupAccess> its = band.getGroupAccess(access);
    return its && its->isInterleaved(band.groupSize);
  }

  /// Is it a factor of a product, the same for all lanes?
  bool isRepeated(const AffineNest::Access &access) const {
    std::optional<GroupAccess> its = band.getGroupAccess(access);
    return its && its->isRepeated() &&
           llvm::any_of(band.products, [&](const DotProduct &product) {
             return access.op == product.left.load ||
                    access.op == product.right.load;
           });
  }

  /// The elements of an access for all lanes and the whole group.
  Value getWide(const AffineNest::Access &access, int64_t row) {
    bool dependsOnRow =
        band.hasRows && access.map.isFunctionOfDim(band.getRows());
    Value &wide = wides[{access.op, dependsOnRow ? row : 0}];
    if (!wide)
      wide = buildWide(access, row);
    return wide;
  }

  Value buildWide(const AffineNest::Access &access, int64_t row) {
    GroupAccess its = *band.getGroupAccess(access);
    auto type = cast<MemRefType>(access.buffer.getType());
    int64_t numLanes = its.isRepeated() ? 1 : band.numLanes;
    AffineMap map = access.map;
    for (unsigned dim : {band.getLanes(), band.getGroup()})
      map = map.replace(builder.getAffineDimExpr(dim),
                        builder.getAffineConstantExpr(0), map.getNumDims(), 0);
    map = collapseFrom(atRow(map, row), type, its.firstDim);
    Value loaded = vector::LoadOp::create(
        builder, loc,
        VectorType::get({numLanes * band.groupSize}, type.getElementType()),
        getView(access.buffer, its.firstDim), buildIndices(map));
    return its.isRepeated() ? buildRepeated(builder, loc, loaded, band.numLanes)
                            : loaded;
  }

  /// The buffers of wide accesses, in which these dimensions are one.
  void buildViews() {
    if (!mode.usesGroups)
      return;
    for (const AffineNest::Access &access : nest.accesses) {
      std::optional<GroupAccess> its = band.getGroupAccess(access);
      bool isWide =
          its && (its->isInterleaved(band.groupSize) || isRepeated(access));
      unsigned rank = cast<MemRefType>(access.buffer.getType()).getRank();
      Value &view = views[{access.buffer, isWide ? its->firstDim : rank - 1}];
      if (view)
        continue;
      view = isWide && its->firstDim + 1 < rank
                 ? collapse(access.buffer, its->firstDim)
                 : access.buffer;
    }
  }
  Value getView(Value buffer, unsigned firstDim) const {
    return views.lookup({buffer, firstDim});
  }
  Value collapse(Value buffer, unsigned first) {
    unsigned rank = cast<MemRefType>(buffer.getType()).getRank();
    SmallVector<ReassociationIndices> groups(first + 1);
    for (unsigned i = 0; i < rank; ++i)
      groups[std::min(i, first)].push_back(i);
    return memref::CollapseShapeOp::create(builder, loc, buffer, groups);
  }

  SmallVector<Value> emitGroup(ValueRange carried) {
    if (band.isGroupFull)
      return emitWholeGroup(carried);
    unsigned group = band.numSums - 1;
    Value size = arith::ConstantIndexOp::create(builder, loc, band.groupSize);
    Value isFull =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                              buildUpper(band.getGroup(), 0), size);
    auto branch = scf::IfOp::create(builder, loc, carried.getTypes(), isFull,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, loc, emitWholeGroup(carried));
    builder.setInsertionPointToStart(branch.elseBlock());
    SmallVector<Value> single = joinAll(carried);
    Mode whole = mode;
    mode.usesGroups = false;
    SmallVector<Value> results = emitSumLoops(group, single);
    mode = whole;
    scf::YieldOp::create(builder, loc, splitAll(results));
    return llvm::to_vector_of<Value>(branch.getResults());
  }

  SmallVector<Value> emitWholeGroup(ValueRange carried) {
    std::vector<SmallVector<Value>> sums = unpackSums(carried);
    wides.clear();
    if (band.products.empty()) {
      for (int64_t step = 0; step < band.groupSize; ++step) {
        mode.step = step;
        emitBody(sums, {});
      }
      mode.step.reset();
    } else {
      for (int64_t row = 0; row < getNumRows(); ++row)
        for (const DotProduct &product : band.products)
          emitProduct(product, row, sums[row]);
    }
    wides.clear();
    return packSums(sums, collectAll(carried, {}));
  }

  void emitProduct(const DotProduct &product, int64_t row,
                   MutableArrayRef<Value> sums) {
    auto getFactor = [&](const DotProduct::Factor &factor) {
      return getWide(getAccess(factor.load), row);
    };
    Value &sum = sums[*band.getKept(nest.accesses[product.store].op)];
    sum = buildPairProducts(builder, loc, sum, getFactor(product.left),
                            product.left.isSigned, getFactor(product.right),
                            product.right.isSigned);
  }

  /// What is carried around groups, and what is around single iterations.
  SmallVector<Value> splitAll(ValueRange carried) {
    return mapSums(carried, splitSums);
  }
  SmallVector<Value> joinAll(ValueRange carried) {
    return mapSums(carried, joinSums);
  }
  SmallVector<Value>
  mapSums(ValueRange carried,
          function_ref<Value(OpBuilder &, Location, Value, int64_t)> change) {
    SmallVector<Value> changed(carried);
    if (mode.usesGroups)
      for (Value &sum :
           MutableArrayRef(changed).take_front(getNumRows() * band.kept.size()))
        sum = change(builder, loc, sum, band.getNumPairs());
    return changed;
  }

  VectorBand &band;
  AffineNest &nest;
  mutable OpBuilder builder;
  Location loc;
  SmallVector<Value> variables; ///< of the loops, as they are now
  DenseSet<Operation *> rowInvariant;
  Mode mode;
  int64_t firstLane = 0, numLanes; ///< of the part that is emitted
  SmallVector<Value> outerMasks;   ///< of loads inside of the sums, by row
  /// Of the group that is being built, by load and row.
  llvm::DenseMap<std::pair<Operation *, int64_t>, Value> wides;
  llvm::DenseMap<std::pair<Value, unsigned>, Value> views;
};

} // namespace

void layout::applyVectorBand(VectorBand &band) { VectorEmitter(band).emit(); }
