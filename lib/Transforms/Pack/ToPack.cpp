//===- ToPack.cpp - Conversions become linalg.pack and unpack -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     layout.convert %a : tensor<14xf32> to tensor<14xf32, #rows_of_4>
// ->  linalg.pack %a padding_value(0.0) inner_dims_pos = [0] inner_tiles = [4]
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Pack/ToPack.h"

#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "PlainRoundTrips.h"
#include "ToPackPlan.h"
#include "Transforms/Support/LayoutBarriers.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTTOPACK
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static void remarkPacked(Location loc, bool unpacks, bool packs) {
  if (!unpacks && !packs)
    return;
  remarkDone(loc, "layout-to-pack/packed")
      << (unpacks && packs ? "is now linalg.unpack and linalg.pack"
          : unpacks        ? "is now linalg.unpack"
                           : "is now linalg.pack");
}

/// As the ops take it, which say nothing of an order that is kept.
static ArrayRef<int64_t> getOuterDims(const PackedType &packed) {
  ArrayRef<int64_t> dims = packed.packing.outerDims;
  return isIdentityPermutation(dims) ? ArrayRef<int64_t>() : dims;
}

static void remarkPlain(Operation *op, StringRef why) {
  remarkMissed(op->getLoc(), "layout-to-pack/detour")
      << ("'" + op->getName().getStringRef() +
          "' works on plain tensors, unpacked before it and packed after it: " +
          why)
             .str();
}

namespace {

class ToPackBuilder {
public:
  ToPackBuilder(ModuleOp module, ToPackPlan &plan)
      : module(module), plan(plan), rewriter(module.getContext()) {}

  void build() {
    for (const ToPackPlan::PlainType &plainType : plan.plainTypes)
      if (auto remark = remarkMissed(plainType.loc, "layout-to-pack/plain"))
        remark << "tensors of type " + debugString(plainType.type) +
                      " are plain, as linalg.pack cannot make them: " +
                      plainType.why;
    makeRoundTrips();
    for (arith::ConstantOp constant : plan.constants)
      makePlain(constant);
    replaceTypes();
    for (const PackedLinalg &packed : plan.linalgOps)
      build(packed);
    for (const ToPackPlan::Empty &empty : plan.empties)
      build(empty);
    for (const ToPackPlan::PaddedResult &padded : plan.paddedResults)
      writePadding(padded);
    for (const ToPackPlan::Conversion &conversion : plan.conversions)
      build(conversion);
    for (const ToPackPlan::Extent &extent : plan.extents)
      build(extent);
    for (Operation *view : plan.views)
      replace(view->getResult(0), view->getOperand(0));
    for (Operation *op : llvm::reverse(replaced))
      rewriter.eraseOp(op);
  }

private:
  /// Others may still look for the op in the plan: it is erased at the end.
  void replace(Value old, Value value) {
    renamed[old] = value;
    rewriter.replaceAllUsesWith(old, value);
    if (replaced.empty() || replaced.back() != old.getDefiningOp())
      replaced.push_back(old.getDefiningOp());
  }

  void makeRoundTrips() {
    PlainRoundTrips roundTrips(rewriter);
    for (const auto &[op, why] : plan.plainOps) {
      remarkPlain(op, why);
      roundTrips.build(op);
    }
    for (ConvertOp convert : roundTrips.takeConversions())
      plan.conversions.push_back(describe(convert));
  }

  ToPackPlan::Conversion describe(ConvertOp convert) {
    auto from = cast<RankedTensorType>(convert.getSource().getType());
    auto to = cast<RankedTensorType>(convert.getResult().getType());
    ToPackPlan::Conversion conversion{convert, from, to, {}};
    std::string why;
    if (getTensorEncoding(from))
      conversion.extents = std::move(
          *findExtents(convert.getSource(), plan.types, plan.plainOps, why));
    return conversion;
  }

  /// A constant tensor is packed where it is defined; upstream folds that.
  void makePlain(arith::ConstantOp constant) {
    auto type = cast<RankedTensorType>(constant.getType());
    RankedTensorType plain = getPlainTensorType(type);
    TypedAttr value;
    if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
      value = cast<TypedAttr>(dense.reshape(plain));
    else
      value = DenseResourceElementsAttr::get(
          plain,
          cast<DenseResourceElementsAttr>(constant.getValue()).getRawHandle());
    rewriter.setInsertionPoint(constant);
    Value elements =
        arith::ConstantOp::create(rewriter, constant.getLoc(), value);
    auto convert =
        ConvertOp::create(rewriter, constant.getLoc(), type, elements);
    rewriter.replaceOp(constant, convert.getResult());
    plan.conversions.push_back({convert, plain, type, {}});
  }

  void replaceTypes() {
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](RankedTensorType type) -> std::optional<Type> {
      if (!getTensorEncoding(type))
        return std::nullopt;
      std::string why;
      const PackedType *packed = plan.types.find(type, why);
      return packed ? std::optional<Type>(packed->storage) : std::nullopt;
    });
    replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                          /*replaceLocs=*/false,
                                          /*replaceTypes=*/true);
  }

  void build(const PackedLinalg &packed) {
    linalg::GenericOp generic = packed.build(rewriter);
    for (auto [old, value] :
         llvm::zip_equal(packed.op->getResults(), generic.getResults()))
      replace(old, value);
  }

  void build(const ToPackPlan::Extent &extent) {
    Operation *op = extent.op;
    rewriter.setInsertionPoint(op);
    replace(op->getResult(0), getValueOrCreateConstantIndexOp(
                                  rewriter, op->getLoc(),
                                  getExtent(op->getLoc(), extent.origin)));
  }

  void build(const ToPackPlan::Empty &planned) {
    const PackedType &packed = plan.types.get(planned.type);
    tensor::EmptyOp empty = planned.op;
    Location loc = empty.getLoc();
    rewriter.setInsertionPoint(empty);
    SmallVector<OpFoldResult> sizes = getMixedValues(
        planned.type.getShape(), empty.getDynamicSizes(), rewriter);
    SmallVector<OpFoldResult> shape = linalg::PackOp::getResultShape(
        rewriter, loc, sizes, getTiles(packed), packed.packing.innerDims,
        getOuterDims(packed));
    Value made = tensor::EmptyOp::create(rewriter, loc, shape,
                                         planned.type.getElementType());
    replace(empty.getResult(), castTo(loc, packed.storage, made));
  }

  void build(const ToPackPlan::Conversion &conversion) {
    ConvertOp convert = conversion.op;
    rewriter.setInsertionPoint(convert);
    Value tensor = convert.getSource();
    bool isPacked = this->isPacked(conversion.from),
         isToBePacked = this->isPacked(conversion.to);
    if (!isPacked || !isToBePacked || !isSameStorage(conversion)) {
      Location loc = convert.getLoc();
      if (isPacked)
        tensor = unpack(loc, tensor, conversion.from, conversion.extents);
      if (isToBePacked)
        tensor = pack(loc, tensor, conversion.to);
      remarkPacked(loc, isPacked, isToBePacked);
    }
    replace(convert.getResult(), tensor);
  }

  bool isPacked(RankedTensorType type) const {
    return getTensorEncoding(type) && !plan.types.get(type).isPlain;
  }

  /// Returns true if nothing has to be copied or written, padding included.
  bool isSameStorage(const ToPackPlan::Conversion &conversion) const {
    const PackedType &from = plan.types.get(conversion.from),
                     &to = plan.types.get(conversion.to);
    MLIRContext *context = from.storage.getContext();
    return from.storage == to.storage &&
           from.packing.getMap(context) == to.packing.getMap(context) &&
           from.packing.tiles == to.packing.tiles &&
           (!to.holdsSomething ||
            (from.holdsSomething && from.padding == to.padding));
  }

  void writePadding(const ToPackPlan::PaddedResult &padded) {
    Value result = renamed.lookup(padded.result);
    Location loc = result.getLoc();
    rewriter.setInsertionPointAfterValue(result);
    Operation *last = result.getDefiningOp();
    Value plain = unpack(loc, result, padded.type, padded.extents);
    Value packed = pack(loc, plain, padded.type);
    remarkDone(loc, "layout-to-pack/padding-written")
        << "padding of the result is written by packing it again";
    rewriter.replaceUsesWithIf(result, packed, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      return user->getBlock() != last->getBlock() ||
             packed.getDefiningOp()->isBeforeInBlock(user);
    });
    renamed[padded.result] = packed;
  }

  OpFoldResult getExtent(Location loc, const ExtentOrigin &origin) {
    if (origin.number)
      return rewriter.getIndexAttr(*origin.number);
    Value value = origin.value;
    while (Value now = renamed.lookup(value))
      value = now;
    if (!origin.dim)
      return value;
    return tensor::getMixedSize(rewriter, loc, value, *origin.dim);
  }

  SmallVector<OpFoldResult> getTiles(const PackedType &packed) {
    return getAsIndexOpFoldResult(module.getContext(), packed.packing.tiles);
  }

  Value castTo(Location loc, Type type, Value value) {
    return value.getType() == type
               ? value
               : tensor::CastOp::create(rewriter, loc, type, value).getResult();
  }

  Value unpack(Location loc, Value tensor, RankedTensorType type,
               ArrayRef<ExtentOrigin> extents) {
    const PackedType &packed = plan.types.get(type);
    if (packed.isPlain)
      return tensor;
    SmallVector<OpFoldResult> sizes;
    for (const ExtentOrigin &extent : extents)
      sizes.push_back(getExtent(loc, extent));
    Value dest =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    auto unpacked = linalg::UnPackOp::create(
        rewriter, loc, tensor, dest, packed.packing.innerDims, getTiles(packed),
        getOuterDims(packed));
    return castTo(loc, getPlainTensorType(type), unpacked.getResult());
  }

  Value pack(Location loc, Value tensor, RankedTensorType type) {
    const PackedType &packed = plan.types.get(type);
    if (packed.isPlain)
      return tensor;
    SmallVector<OpFoldResult> tiles = getTiles(packed);
    Value dest = linalg::PackOp::createDestinationTensor(
        rewriter, loc, tensor, tiles, packed.packing.innerDims,
        getOuterDims(packed));
    std::optional<Value> padding;
    if (packed.padding)
      padding = arith::ConstantOp::create(rewriter, loc, packed.padding);
    auto made = linalg::PackOp::create(rewriter, loc, tensor, dest,
                                       packed.packing.innerDims, tiles, padding,
                                       getOuterDims(packed));
    return castTo(loc, packed.storage, made.getResult());
  }

  ModuleOp module;
  ToPackPlan &plan;
  IRRewriter rewriter;
  DenseMap<Value, Value> renamed;
  SmallVector<Operation *> replaced;
};

class LayoutToPackPass
    : public layout::impl::LayoutToPackBase<LayoutToPackPass> {
public:
  using LayoutToPackBase::LayoutToPackBase;

  void runOnOperation() override {
    bool hasChanged = false;
    if (failed(convertToPack(getOperation(), hasChanged)))
      return signalPassFailure();
    if (!hasChanged)
      markAllAnalysesPreserved();
  }
};

} // namespace

LogicalResult layout::convertToPack(ModuleOp module, bool &hasChanged) {
  FailureOr<ToPackPlan> plan = planToPack(module);
  if (failed(plan))
    return failure();
  hasChanged = !(*plan).isEmpty;
  if (hasChanged)
    ToPackBuilder(module, *plan).build();
  hasChanged |= dropLayoutBarriers(module);
  return success();
}
