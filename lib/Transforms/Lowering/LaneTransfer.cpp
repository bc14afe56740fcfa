//===- LaneTransfer.cpp - Vectors to and from laid-out buffers ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneTransfer.h"

#include "ContiguousAccess.h"
#include "LaneLoop.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/Map/LaneCases.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::layout;

int64_t LaneTransfer::getNumLanes() const {
  return ShapedType::getNumElements(shape);
}

Value layout::castShape(OpBuilder &builder, Location loc, Value vector,
                        ArrayRef<int64_t> shape) {
  auto type = cast<VectorType>(vector.getType());
  if (type.getShape() == shape)
    return vector;
  return vector::ShapeCastOp::create(
      builder, loc, VectorType::get(shape, type.getElementType()), vector);
}

Value layout::castToFlat(OpBuilder &builder, Location loc, Value vector) {
  return castShape(builder, loc, vector,
                   cast<VectorType>(vector.getType()).getNumElements());
}

/// `op`: of which `value` is a result, or an argument of a region.
static bool isThreadId(Value value, Operation *op) {
  auto launch = dyn_cast<gpu::LaunchOp>(op);
  if (!launch)
    return isa<gpu::ThreadIdOp, gpu::LaneIdOp, gpu::GlobalIdOp,
               gpu::SubgroupIdOp>(op);
  gpu::KernelDim3 ids = launch.getThreadIds();
  return value == ids.x || value == ids.y || value == ids.z;
}

/// Returns true if a value may be another one in each thread of a kernel: if it
/// is computed from the number of the thread, or the trips of a loop are.
static bool dependOnThread(ValueRange values) {
  constexpr unsigned most = 256;
  llvm::SmallSetVector<Value, 8> seen(values.begin(), values.end());
  for (unsigned i = 0; i < seen.size(); ++i) {
    auto argument = dyn_cast<BlockArgument>(seen[i]);
    Operation *op =
        argument ? argument.getOwner()->getParentOp() : seen[i].getDefiningOp();
    if (isThreadId(seen[i], op) || seen.size() > most)
      return true;
    if (!isa<FunctionOpInterface, gpu::LaunchOp>(op))
      seen.insert_range(op->getOperands());
  }
  return false;
}

namespace {

class TransferBuilder {
public:
  TransferBuilder(RewriterBase &rewriter, Location loc,
                  const LaneTransfer &transfer)
      : rewriter(rewriter), loc(loc), transfer(transfer),
        known(KnownBase::of(transfer)) {
    proveInBounds();
    addBoundsToMask();
    if (!this->transfer.mask && !transfer.rows)
      known.assumeInside(this->transfer);
    findRuns();
  }

  Value read(Value init) {
    if (cases)
      return buildCases(init.getType(), [&](const LaneRuns &runs) {
        return access().read(runs, init);
      });
    if (runs)
      return access().read(*runs, init);
    return buildLaneReadLoop(rewriter, loc, transfer.base, init,
                             describeLane());
  }

  void write(Value flat) {
    if (cases) {
      buildCases({}, [&](const LaneRuns &runs) {
        access().write(runs, flat);
        return Value();
      });
      return;
    }
    if (runs)
      return access().write(*runs, flat);
    buildLaneWriteLoop(rewriter, loc, transfer.base, flat, describeLane());
  }

private:
  //===--------------------------------------------------------------------===//
  // Bounds
  //===--------------------------------------------------------------------===//

  MemRefType getBaseType() const {
    return cast<MemRefType>(transfer.base.getType());
  }

  void proveInBounds() {
    for (auto [dim, size, inBounds] :
         llvm::zip_equal(transfer.along, transfer.shape, transfer.inBounds)) {
      layout::Interval range =
          rangeOf(known.composed.map.getResult(dim), known.ranges, {});
      int64_t extent = getBaseType().getDimSize(dim);
      inBounds |= !ShapedType::isDynamic(extent) && range.high &&
                  *range.high <= extent - size;
    }
  }

  Value getExtent(unsigned dim) {
    OpFoldResult extent =
        memref::getMixedSize(rewriter, loc, transfer.base, dim);
    return getValueOrCreateConstantIndexOp(rewriter, loc, extent);
  }

  /// Lanes that may be outside are a matter of the mask.
  void addBoundsToMask() {
    if (llvm::all_of(transfer.inBounds, [](bool inside) { return inside; }))
      return;
    SmallVector<Value> numInside;
    for (auto [dim, size, inBounds] :
         llvm::zip_equal(transfer.along, transfer.shape, transfer.inBounds))
      numInside.push_back(
          inBounds
              ? arith::ConstantIndexOp::create(rewriter, loc, size).getResult()
              : arith::SubIOp::create(rewriter, loc, getExtent(dim),
                                      transfer.indices[dim]));
    Value inside = vector::CreateMaskOp::create(
        rewriter, loc, VectorType::get(transfer.shape, rewriter.getI1Type()),
        numInside);
    inside = castToFlat(rewriter, loc, inside);
    transfer.mask = transfer.mask ? arith::AndIOp::create(rewriter, loc,
                                                          transfer.mask, inside)
                                        .getResult()
                                  : inside;
  }

  //===--------------------------------------------------------------------===//
  // Runs
  //===--------------------------------------------------------------------===//

  /// Null if contiguous lanes are not known.
  AffineMap getMapToNeighbours() const {
    if (transfer.rows || !isLaidOut(getBaseType()) ||
        isa<VectorType>(getBaseType().getElementType()))
      return transfer.rows;
    AffineMap map = getPhysicalLayout(getBaseType()).getMap();
    return map.getNumSymbols() == 0 ? map : AffineMap();
  }

  StringRef getName(StringRef ofApply, StringRef ofFlatten) const {
    return transfer.rows ? ofFlatten : ofApply;
  }
  StringRef getSplitName() const {
    return getName("layout-apply/split-access", "layout-flatten/split-access");
  }
  StringRef getScatteredName() const {
    return getName("layout-apply/scattered-access",
                   "layout-flatten/scattered-access");
  }

  /// Leaves `runs` and `cases` empty where there is nothing but single lanes.
  void findRuns() {
    layout = getMapToNeighbours();
    if (!layout)
      return;
    LaneAccess access = known.describeBySteps(transfer, layout);
    runs = findLaneRuns(access);
    if (!runs) {
      remarkUnknown(loc, getScatteredName())
          << "too many lanes, or too large an index, to find out which "
             "lanes are adjacent";
      return;
    }
    // Threads of a warp that take different cases would wait for each other.
    if (!runs->isRigid && !dependOnThread(known.composed.operands))
      cases = findLaneCases(access, runs->runs.size());
    if (cases)
      remarkDone(loc, getSplitName()) << describe(*cases);
    else if (runs->isScattered() && transfer.getNumLanes() > 1)
      giveUpRuns();
    else if (runs->runs.size() > 1)
      remarkDone(loc, getSplitName())
          << llvm::formatv("an access to {0} lanes became {1} accesses",
                           transfer.getNumLanes(), runs->runs.size())
                 .str();
  }

  void giveUpRuns() {
    remarkMissed(loc, getScatteredName())
        << (runs->isRigid
                ? "no two lanes are adjacent in the innermost physical "
                  "dimension, so each is accessed alone; vectorize along that "
                  "dimension"
                : "which lanes are adjacent in the innermost physical "
                  "dimension depends on the index; each is accessed alone");
    runs.reset();
  }

  std::string describe(const LaneCases &cases) const {
    std::string text;
    llvm::raw_string_ostream(text)
        << "the access to " << transfer.getNumLanes()
        << " lanes became at most " << cases.getMaxNumRuns()
        << " accesses to contiguous lanes; which lanes each has depends on ("
        << cases.dividend << ") mod " << cases.modulus
        << " of the logical index (d0, d1, ...)";
    return text;
  }

  //===--------------------------------------------------------------------===//
  // Cases
  //===--------------------------------------------------------------------===//

  /// A switch over the remainder that calls `build` in each region. `type`
  /// null: no result.
  Value buildCases(Type type,
                   llvm::function_ref<Value(const LaneRuns &)> build) {
    AffineExpr remainder =
        cases->dividend.replaceDims(known.composed.map.getResults()) %
        cases->modulus;
    unsigned numDims = known.composed.map.getNumDims();
    Value number =
        buildIndex(rewriter, loc, known, AffineMap::get(numDims, 0, remainder))
            .front();
    int64_t last = cases->modulus - 1; // the default
    auto choice = scf::IndexSwitchOp::create(
        rewriter, loc, type ? TypeRange(type) : TypeRange(), number,
        llvm::to_vector(llvm::seq<int64_t>(last)), last);
    for (int64_t i = 0; i <= last; ++i) {
      Region &region =
          i == last ? choice.getDefaultRegion() : choice.getCaseRegions()[i];
      buildCase(region, i, build);
    }
    return type ? choice.getResult(0) : Value();
  }

  void buildCase(Region &region, int64_t number,
                 llvm::function_ref<Value(const LaneRuns &)> build) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.createBlock(&region);
    llvm::SaveAndRestore saveMap(known.composed.map);
    llvm::SaveAndRestore saveIndex(transfer.indices[cases->dim]);
    known.composed.map = cases->specialize(known.composed.map, number);
    Value index = buildIndex(rewriter, loc, known,
                             known.composed.map.getSubMap(cases->dim))
                      .front();
    transfer.indices[cases->dim] = index; // of lanes that are alone
    Value result = build(cases->cases[number]);
    if (index.use_empty() && index.getDefiningOp())
      rewriter.eraseOp(index.getDefiningOp());
    scf::YieldOp::create(rewriter, loc,
                         result ? ValueRange(result) : ValueRange());
  }

  LaneElement describeLane(OpBuilder &builder, Value lane) const {
    LaneElement element;
    element.index = transfer.indices;
    AffineExpr base = builder.getAffineDimExpr(0);
    AffineExpr rest = builder.getAffineDimExpr(1);
    for (int64_t i = transfer.shape.size() - 1; i >= 0; --i) {
      int64_t size = transfer.shape[i];
      Value &position = element.index[transfer.along[i]];
      position = affine::makeComposedAffineApply(
          builder, loc,
          AffineMap::get(2, 0, i == 0 ? base + rest : base + rest % size),
          {position, lane});
      rest = rest.floorDiv(size);
    }
    if (transfer.mask)
      element.guard = vector::ExtractOp::create(builder, loc, transfer.mask,
                                                OpFoldResult(lane));
    return element;
  }

  ContiguousAccess access() const {
    return {rewriter, loc, transfer, known, layout};
  }

  RewriterBase &rewriter;
  Location loc;
  LaneTransfer transfer;
  KnownBase known;
  /// One at most is there; without either, lanes are accessed one by one.
  std::optional<LaneRuns> runs;
  std::optional<LaneCases> cases;
  AffineMap layout; ///< of the base; null if it has none

  std::function<LaneElement(OpBuilder &, Value)> describeLane() const {
    return [this](OpBuilder &builder, Value lane) {
      return describeLane(builder, lane);
    };
  }
};

} // namespace

Value layout::buildLaneReads(RewriterBase &rewriter, Location loc,
                             const LaneTransfer &transfer, Value init) {
  return TransferBuilder(rewriter, loc, transfer).read(init);
}

void layout::buildLaneWrites(RewriterBase &rewriter, Location loc,
                             const LaneTransfer &transfer, Value flat) {
  TransferBuilder(rewriter, loc, transfer).write(flat);
}
