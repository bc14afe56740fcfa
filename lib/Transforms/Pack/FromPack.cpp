//===- FromPack.cpp - linalg.pack and unpack become conversions -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %e
//     %u = linalg.unpack (f(%p)) ..
// ->  %p = layout.convert %a : tensor<14xf32> to tensor<14xf32, #rows_of_4>
//     %u = layout.convert (f(%p)) : tensor<14xf32, #rows_of_4> to ..
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Pack/FromPack.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "PackParameters.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/ScopedPrinter.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFROMPACK
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The laid-out tensor that replaces a packed one, and the type of its storage.
struct PlannedPack {
  Operation *op; ///< linalg.pack or linalg.unpack
  RankedTensorType laidOut, storage;
};

} // namespace

/// Returns the tensor type of `shape` with the layout that `packing` describes;
/// null, and the reason in `why`, if they are not proven to be equivalent.
static RankedTensorType getLaidOut(const PackParameters &packing,
                                   ArrayRef<int64_t> shape, Type element,
                                   PadAttr pad, std::string &why) {
  auto layout = BufferAttr::get(packing.getMap(element.getContext()), pad);
  auto type = RankedTensorType::get(shape, element, layout);
  const PhysicalLayout &facts = layout::getPhysicalLayout(type);
  why = facts.getFault() + facts.getUnknown();
  if (!why.empty())
    return {};
  Decision isSame = packing.describes(facts);
  why = isSame.witness;
  return isSame.isYes() ? type : RankedTensorType();
}

/// Returns the pad of the packed tensor; nullopt if the padding value is no
/// constant. Without a padding value the tiles are full, or the op is
/// undefined.
static std::optional<PadAttr> getPad(linalg::PackOp pack) {
  MLIRContext *context = pack.getContext();
  if (!pack.getPaddingValue())
    return PadAttr::get(context, PadKind::Undef);
  Attribute value;
  if (!matchPattern(pack.getPaddingValue(), m_Constant(&value)))
    return std::nullopt;
  auto typed = dyn_cast<TypedAttr>(value);
  return typed ? std::optional(PadAttr::get(typed)) : std::nullopt;
}

/// Explains why no pad is equivalent to the padding value of `pack`.
static std::string explainPad(linalg::PackOp pack) {
  Type type = pack.getPaddingValue().getType();
  if (type.isIntOrIndexOrFloat())
    return "its padding value is not a constant; make it an arith.constant";
  return "its padding value has type " + llvm::to_string(type) +
         ", but a layout states integers and floats only; pad the source to "
         "whole tiles by tensor.pad, and pack it without a padding value";
}

/// Names the inner tile that is no constant.
static std::string explainTiles(ArrayRef<OpFoldResult> tiles) {
  for (auto [i, tile] : llvm::enumerate(tiles))
    if (!getConstantNumber(tile))
      return "inner tile " + std::to_string(i) +
             " is no constant; use a constant tile";
  return "its tiles are not known";
}

static std::optional<PlannedPack> plan(linalg::PackOp pack, std::string &why) {
  std::optional<PackParameters> packing = PackParameters::of(pack);
  std::optional<PadAttr> pad = getPad(pack);
  if (!packing || !pad) {
    why = packing ? explainPad(pack) : explainTiles(pack.getMixedTiles());
    return std::nullopt;
  }
  auto source = cast<RankedTensorType>(pack.getSource().getType());
  RankedTensorType type = getLaidOut(*packing, source.getShape(),
                                     source.getElementType(), *pad, why);
  if (!type)
    return std::nullopt;
  return PlannedPack{pack, type,
                     cast<RankedTensorType>(getPhysicalType(ShapedType(type)))};
}

/// Returns the shape of `dest`, with the dimensions dynamic whose number of
/// tiles is: such a tensor may have more tiles than `dest` needs.
static SmallVector<int64_t> getLogicalShape(linalg::UnPackOp unpack,
                                            const PackParameters &packing) {
  auto source = cast<RankedTensorType>(unpack.getSource().getType());
  auto dest = cast<RankedTensorType>(unpack.getDest().getType());
  SmallVector<int64_t> shape(dest.getShape());
  for (auto [axis, dim] : llvm::enumerate(packing.outerDims))
    if (source.isDynamicDim(axis))
      shape[dim] = ShapedType::kDynamic;
  return shape;
}

/// Returns true if `source` is an argument for which a layout is requested: its
/// storage will not be what `layout.as_logical` would read.
static bool isRequested(Value source) {
  while (auto cast = source.getDefiningOp<tensor::CastOp>())
    source = cast.getSource();
  auto argument = dyn_cast<BlockArgument>(source);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return false;
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function && function.getArgAttr(argument.getArgNumber(),
                                         LayoutDialect::kTransformAttrName);
}

static std::optional<PlannedPack> plan(linalg::UnPackOp unpack,
                                       std::string &why) {
  if (isRequested(unpack.getSource())) {
    why = "a layout is requested for its source, whose storage is another one "
          "then; state in the type of an argument what it was packed by, in "
          "place of the request";
    return std::nullopt;
  }
  std::optional<PackParameters> packing = PackParameters::of(unpack);
  if (!packing) {
    why = explainTiles(unpack.getMixedTiles());
    return std::nullopt;
  }
  // Padding need not hold anything, and must not be written.
  auto none = PadAttr::get(unpack.getContext(), PadKind::None);
  Type element = getElementTypeOrSelf(unpack.getDest().getType());
  RankedTensorType type = getLaidOut(
      *packing, getLogicalShape(unpack, *packing), element, none, why);
  if (!type)
    return std::nullopt;
  auto storage = cast<RankedTensorType>(getPhysicalType(ShapedType(type)));
  if (!tensor::CastOp::areCastCompatible(unpack.getSource().getType(),
                                         storage)) {
    why = "its source has more tiles than its result needs";
    return std::nullopt;
  }
  return PlannedPack{unpack, type, storage};
}

static SmallVector<PlannedPack> planAll(ModuleOp module) {
  SmallVector<PlannedPack> plans;
  module.walk([&](Operation *op) {
    if (!isa<linalg::PackOp, linalg::UnPackOp>(op))
      return;
    std::string why = "a tensor of it has an encoding";
    std::optional<PlannedPack> planned;
    if (auto pack = dyn_cast<linalg::PackOp>(op);
        pack && !hasEncodedOperand(op))
      planned = plan(pack, why);
    else if (auto unpack = dyn_cast<linalg::UnPackOp>(op);
             unpack && !hasEncodedOperand(op))
      planned = plan(unpack, why);
    if (planned)
      plans.push_back(*planned);
    else
      remarkMissed(op->getLoc(), "layout-from-pack/left")
          << "not converted: " + why;
  });
  return plans;
}

static Value castTo(OpBuilder &builder, Location loc, Type type, Value value) {
  return value.getType() == type
             ? value
             : tensor::CastOp::create(builder, loc, type, value).getResult();
}

/// Converts `source`; if it is a conversion from `type` itself, returns the
/// operand of that conversion.
static Value convertOrFold(OpBuilder &builder, Location loc,
                           RankedTensorType type, Value source) {
  auto convert = ConvertOp::create(builder, loc, type, source);
  SmallVector<Value> folded;
  if (failed(builder.tryFold(convert, folded)))
    return convert.getResult();
  convert.erase();
  return folded.front();
}

static Value buildPack(OpBuilder &builder, const PlannedPack &planned) {
  auto pack = cast<linalg::PackOp>(planned.op);
  Location loc = pack.getLoc();
  Value laidOut =
      convertOrFold(builder, loc, planned.laidOut, pack.getSource());
  Value storage =
      builder.createOrFold<AsPhysicalOp>(loc, planned.storage, laidOut);
  return castTo(builder, loc, pack.getResult().getType(), storage);
}

/// Returns the laid-out tensor whose storage is `source`, if there is one in
/// the program and its index map is that of `type`.
static Value findLaidOut(Value source, RankedTensorType type) {
  auto view = source.getDefiningOp<AsPhysicalOp>();
  if (!view || !type.hasStaticShape())
    return {};
  auto known = cast<RankedTensorType>(view.getSource().getType());
  auto layout = cast<BufferAttr>(known.getEncoding());
  bool isSame = known.getShape() == type.getShape() &&
                layout.getNumSteps() == 1 && !layout.getExtents().front() &&
                layout.getIndexMaps() ==
                    cast<BufferAttr>(type.getEncoding()).getIndexMaps();
  return isSame ? view.getSource() : Value();
}

static Value buildUnpack(OpBuilder &builder, const PlannedPack &planned) {
  auto unpack = cast<linalg::UnPackOp>(planned.op);
  Location loc = unpack.getLoc();
  Value laidOut = findLaidOut(unpack.getSource(), planned.laidOut);
  if (!laidOut) {
    SmallVector<Value> sizes;
    for (int64_t d = 0, e = planned.laidOut.getRank(); d < e; ++d)
      if (planned.laidOut.isDynamicDim(d))
        sizes.push_back(
            builder.createOrFold<tensor::DimOp>(loc, unpack.getDest(), d));
    laidOut = AsLogicalOp::create(
        builder, loc, planned.laidOut,
        castTo(builder, loc, planned.storage, unpack.getSource()), sizes);
  }
  auto plain = RankedTensorType::get(planned.laidOut.getShape(),
                                     planned.laidOut.getElementType());
  return castTo(builder, loc, unpack.getResult().getType(),
                convertOrFold(builder, loc, plain, laidOut));
}

/// Erases conversions, views and destinations that have lost their uses.
static void eraseUnused(ModuleOp module) {
  module.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isa<AsPhysicalOp, AsLogicalOp, ConvertOp, tensor::CastOp,
            tensor::EmptyOp>(op) &&
        isOpTriviallyDead(op))
      op->erase();
  });
}

AffineMap layout::getMapOfPack(linalg::PackOp pack) {
  std::optional<PackParameters> packing = PackParameters::of(pack);
  return packing ? packing->getMap(pack.getContext()) : AffineMap();
}

bool layout::convertFromPack(ModuleOp module) {
  SmallVector<PlannedPack> plans = planAll(module);
  IRRewriter rewriter(module.getContext());
  for (const PlannedPack &planned : plans) {
    rewriter.setInsertionPoint(planned.op);
    remarkDone(planned.op->getLoc(), "layout-from-pack/converted")
        << ("'" + planned.op->getName().getStringRef() +
            "' became layout.convert, to or from a layout that says the same")
               .str();
    rewriter.replaceOp(planned.op, isa<linalg::PackOp>(planned.op)
                                       ? buildPack(rewriter, planned)
                                       : buildUnpack(rewriter, planned));
  }
  if (!plans.empty())
    eraseUnused(module);
  return !plans.empty();
}

namespace {

class LayoutFromPackPass
    : public layout::impl::LayoutFromPackBase<LayoutFromPackPass> {
public:
  using LayoutFromPackBase::LayoutFromPackBase;

  void runOnOperation() override {
    if (!convertFromPack(getOperation()))
      markAllAnalysesPreserved();
  }
};

} // namespace
