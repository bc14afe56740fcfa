//===- RewriteAccesses.cpp - Logical accesses become physical -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteAccesses.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/SizedAllocation.h"
#include "Layout/Map/Simplify.h"
#include "Transforms/Storage/LogicalExtents.h"
#include "Transforms/Storage/PackGlobal.h"
#include "Transforms/Support/Advice.h"
#include "Transforms/Support/IndexValues.h"
#include "Transforms/Support/KernelIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

static bool isMemRef(Type type) { return isa<BaseMemRefType>(type); }

/// Returns true if `access` moves several elements, by the index of the first,
/// in each of its buffers of which `isMeant` holds. `verifyLayoutRewrite` says
/// whether a layout keeps them together.
static bool movesRuns(LayoutAccessOpInterface access,
                      function_ref<bool(Type)> isMeant) {
  bool found = false;
  for (OpOperand &operand : access->getOpOperands()) {
    if (!isMemRef(operand.get().getType()) || !isMeant(operand.get().getType()))
      continue;
    if (access.getLayoutRewrite(operand) != LayoutRewrite::Indices ||
        access.getAccess(operand).lanes.empty())
      return false;
    found = true;
  }
  return found;
}

/// The element of lane 0.
static OperandAccess getFirstElement(OperandAccess access) {
  MLIRContext *context = access.map.getContext();
  unsigned numDims = access.map.getNumDims() - access.lanes.size();
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < access.map.getNumDims(); ++dim)
    dims.push_back(dim < numDims ? getAffineDimExpr(dim, context)
                                 : getAffineConstantExpr(0, context));
  // Symbols stay what they are.
  access.map = access.map.replaceDimsAndSymbols(dims, {}, numDims,
                                                access.map.getNumSymbols());
  access.lanes.clear();
  return access;
}

namespace {

/// What a laid-out type becomes.
struct PhysicalForm {
  MemRefType type; ///< null if the type is not laid out
  AffineMap map;   ///< logical to physical index, for indices inside the shape
};

class AccessRewriter {
public:
  AccessRewriter(RewriterBase &rewriter, const AppliedTypes &types)
      : rewriter(rewriter), types(types) {}

  void rewrite(ModuleOp module) {
    // The ops are gathered first: rewriting replaces them.
    SmallVector<Operation *> ops;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      rewriteOp(op);
    // Views fall away last, when both of their ends have the physical type.
    for (Operation *view : views)
      rewriter.replaceOp(view, view->getOperand(0));
    for (Operation *apply : composedApplies)
      if (apply->use_empty())
        rewriter.eraseOp(apply);
  }

private:
  const PhysicalForm &getForm(Type type) {
    auto [it, isNew] = forms.try_emplace(type);
    PhysicalForm &form = it->second;
    if (isNew && types.contains(type)) {
      const PhysicalLayout &facts = getPhysicalLayout(cast<MemRefType>(type));
      form.type = getPhysicalType(cast<MemRefType>(type));
      // An index outside the logical shape is undefined behaviour, so the map
      // may be simplified for those inside.
      SmallVector<layout::Interval> inside;
      for (int64_t extent : facts.getLogicalShape())
        inside.push_back({0, ShapedType::isDynamic(extent)
                                 ? std::nullopt
                                 : std::optional<int64_t>(extent - 1)});
      form.map = simplifyUnderRanges(facts.getMap(), inside, {});
    }
    return form;
  }

  /// The type that `type` becomes; itself if it is not laid out.
  Type convert(Type type) {
    MemRefType physical = getForm(type).type;
    return physical ? physical : type;
  }

  /// The laid-out type that `memref` had: values change their types before
  /// their users are reached, so the first look is kept.
  const PhysicalForm &getFormOf(Value memref) {
    auto it = formerTypes.find(memref);
    return getForm(it == formerTypes.end() ? memref.getType() : it->second);
  }

  void rememberAndSetTypes(ValueRange values) {
    for (Value value : values) {
      if (!getForm(value.getType()).type)
        continue;
      formerTypes[value] = value.getType();
      value.setType(convert(value.getType()));
    }
  }

  void rewriteOp(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        rememberAndSetTypes(block.getArguments());
    rememberAndSetTypes(op->getResults());
    if (auto access = dyn_cast<LayoutAccessOpInterface>(op)) {
      if (movesRuns(access, isMemRef))
        return rewriteRuns(access);
      if (hasLayoutRewrite(op, LayoutRewrite::Indices))
        return rewriteAccess(access);
    }
    TypeSwitch<Operation *>(op)
        .Case([&](memref::DimOp dim) { rewriteDim(dim); })
        .Case(
            [&](SizedAllocation allocation) { rewriteAllocation(allocation); })
        .Case([&](memref::RankOp rank) { rewriteRank(rank); })
        .Case([&](memref::GlobalOp global) { rewriteGlobal(global); })
        .Case<func::FuncOp, gpu::GPUFuncOp>(
            [&](auto function) { rewriteFunction(function); })
        .Case<AsPhysicalOp, AsLogicalOp>([&](Operation *view) {
          if (view->getOperand(0).getType() == view->getResult(0).getType())
            views.push_back(view);
        });
  }

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  /// Composes an access with the index map, and decides what divisions the
  /// ranges of the operands decide. Ranges repeat, so results are cached.
  AffineMap composeAccess(AffineMap access, AffineMap layout,
                          ValueRange operands) {
    SmallVector<layout::Interval> ranges = getRangesOfProgressions(operands);
    SmallVector<int64_t> key;
    for (const layout::Interval &range : ranges) {
      key.push_back(range.low.value_or(std::numeric_limits<int64_t>::min()));
      key.push_back(range.high.value_or(std::numeric_limits<int64_t>::max()));
    }
    auto &known = composed[{access, layout}];
    for (const auto &[knownKey, result] : known)
      if (knownKey == key)
        return result;
    AffineMap result = simplifyUnderRanges(layout.compose(access), ranges);
    constexpr size_t bound = 8; // keeps a look-up cheap
    if (known.size() < bound)
      known.push_back({key, result});
    return result;
  }

  std::pair<AffineMap, SmallVector<Value>>
  composeAffine(AffineMap access, ValueRange operands, AffineMap layout) {
    SmallVector<Value> values(operands);
    SmallVector<affine::AffineApplyOp> applies;
    for (Value value : values)
      if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
        applies.push_back(apply);
    // `layout-lower-indices` takes the bits of such an index from it.
    if (!applies.empty() && llvm::none_of(applies, hasBitsOfItsOwn) &&
        !composesToLarge(access, values)) {
      composedApplies.insert_range(applies);
      affine::fullyComposeAffineMapAndOperands(&access, &values);
    }
    return {composeAccess(access, layout, values), values};
  }

  void rewriteAccess(LayoutAccessOpInterface access) {
    forEachRedirected(access, [&](OpOperand &operand) {
      redirect(access, operand);
    });
  }

  /// Ops that move several elements by one index, that of the first.
  void rewriteRuns(LayoutAccessOpInterface access) {
    // The indices of a memref are after it, and may become more or fewer.
    for (unsigned i = 0; i < access->getNumOperands(); ++i)
      if (isMemRef(access->getOperand(i).getType()))
        redirect(access, access->getOpOperand(i));
  }

  void redirect(LayoutAccessOpInterface access, OpOperand &operand) {
    const PhysicalForm &form = getFormOf(operand.get());
    if (!form.type)
      return;
    OperandAccess element = getFirstElement(access.getAccess(operand));
    auto [map, operands] =
        composeAffine(element.map, element.operands, form.map);
    NewPlace place{operand.get(), map, operands, /*isSameAddress=*/false};
    access.redirect(rewriter, operand, place);
  }

  //===--------------------------------------------------------------------===//
  // Everything that is no access
  //===--------------------------------------------------------------------===//

  /// Sizes are physical from here on.
  template <typename Allocation>
  void rewriteAllocation(Allocation op) {
    auto former = formerTypes.find(op.getMemref());
    if (former == formerTypes.end() || op.getDynamicSizes().empty())
      return;
    rewriter.setInsertionPoint(op);
    SmallVector<Value> sizes = buildPhysicalExtents(
        rewriter, op.getLoc(), cast<MemRefType>(former->second),
        op.getDynamicSizes());
    rewriter.modifyOpInPlace(
        op, [&] { op.getDynamicSizesMutable().assign(sizes); });
  }

  /// `memref.dim` is the logical size. An index that is not a constant picks
  /// among all sizes, which are static then.
  void rewriteDim(memref::DimOp dim) {
    // The source may be in a block that is reached later.
    auto former = formerTypes.find(dim.getSource());
    Type logical = former == formerTypes.end() ? dim.getSource().getType()
                                               : former->second;
    if (!getForm(logical).type)
      return;
    auto type = cast<MemRefType>(logical);
    ArrayRef<int64_t> shape = type.getShape();
    Location loc = dim.getLoc();
    rewriter.setInsertionPoint(dim);
    auto sizeOf = [&](int64_t i) -> Value {
      if (type.isDynamicDim(i))
        return buildToldExtent(rewriter, loc, type, i, dim.getSource());
      return arith::ConstantIndexOp::create(rewriter, loc, shape[i]);
    };
    if (std::optional<int64_t> index = dim.getConstantIndex()) {
      // Out of range, the result is undefined: any size will do.
      bool inside = *index >= 0 && *index < int64_t(shape.size());
      rewriter.replaceOp(
          dim,
          inside
              ? sizeOf(*index)
              : arith::ConstantIndexOp::create(rewriter, loc, 0).getResult());
      return;
    }
    Value size = shape.empty()
                     ? Value(arith::ConstantIndexOp::create(rewriter, loc, 0))
                     : sizeOf(0);
    for (int64_t i = 1; i < int64_t(shape.size()); ++i) {
      Value at = arith::ConstantIndexOp::create(rewriter, loc, i);
      Value isAt = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::eq, dim.getIndex(), at);
      size = arith::SelectOp::create(rewriter, loc, isAt, sizeOf(i), size);
    }
    rewriter.replaceOp(dim, size);
  }

  void rewriteRank(memref::RankOp rank) {
    auto former = formerTypes.find(rank.getMemref());
    if (former == formerTypes.end())
      return;
    rewriter.setInsertionPoint(rank);
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(
        rank, cast<MemRefType>(former->second).getRank());
  }

  void rewriteGlobal(memref::GlobalOp global) {
    MemRefType type = global.getType();
    if (!getForm(type).type)
      return;
    if (std::optional<Attribute> packed = packInitialValue(global))
      global.setInitialValueAttr(*packed);
    global.setType(cast<MemRefType>(convert(type)));
  }

  void rewriteFunction(TracedFunction function) {
    FunctionType type = function.getFunctionType();
    auto convertAll = [&](TypeRange types) {
      return llvm::map_to_vector(types, [&](Type t) { return convert(t); });
    };
    auto isApplied = [&](Type t) { return types.contains(t); };
    if (llvm::none_of(type.getInputs(), isApplied) &&
        llvm::none_of(type.getResults(), isApplied))
      return;
    function.setType(FunctionType::get(rewriter.getContext(),
                                       convertAll(type.getInputs()),
                                       convertAll(type.getResults())));
  }

  RewriterBase &rewriter;
  const AppliedTypes &types;
  DenseMap<Type, PhysicalForm> forms;
  DenseMap<Value, Type> formerTypes;
  DenseMap<std::pair<AffineMap, AffineMap>,
           SmallVector<std::pair<SmallVector<int64_t>, AffineMap>>>
      composed;
  SmallVector<Operation *> views;
  llvm::SetVector<Operation *> composedApplies; ///< perhaps without use now
};

} // namespace

/// The physical extents of a laid-out type, over one symbol for each dimension
/// that `other`, of the same layout, does not know either.
static SmallVector<AffineExpr> getExtentsKnowing(MemRefType type,
                                                 MemRefType other) {
  SmallVector<AffineExpr> parameters;
  MLIRContext *context = type.getContext();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      parameters.push_back(
          other.isDynamicDim(dim)
              ? getAffineSymbolExpr(dim, context)
              : getAffineConstantExpr(other.getDimSize(dim), context));
  SmallVector<AffineExpr> extents;
  for (AffineExpr extent :
       getPhysicalLayout(type).getPhysicalBox().getExtents())
    extents.push_back(simplifyAffineExpr(extent.replaceSymbols(parameters), 0,
                                         type.getRank()));
  return extents;
}

/// Returns true if both types name the same storage, where one has more static
/// extents.
static bool areFormsOfOneBuffer(MemRefType a, MemRefType b) {
  return getLayoutToApply(a) == getLayoutToApply(b) &&
         getExtentsKnowing(a, b) == getExtentsKnowing(b, a);
}

/// Returns true if `op` yields the very buffer that it takes, under any type.
static bool forwardsBuffer(Operation *op) {
  if (auto cast = dyn_cast<memref::CastOp>(op)) {
    auto source = dyn_cast<MemRefType>(cast.getSource().getType());
    auto result = dyn_cast<MemRefType>(cast.getType());
    return source && result && isLaidOut(source) && isLaidOut(result) &&
           areFormsOfOneBuffer(source, result);
  }
  return op->getNumResults() > 0 &&
         llvm::all_of(op->getResults(), [](Value result) {
           Value source = getRenamed(result);
           return source && isa<MemRefType>(source.getType());
         });
}

/// Returns true if `op` allocates a buffer, or forwards one, without touching
/// an element.
static bool makesOrForwardsBuffer(Operation *op) {
  return isa<SizedAllocation, memref::GetGlobalOp, TracedFunction, TracedCall,
             func::ReturnOp, AsPhysicalOp, AsLogicalOp>(op) ||
         forwardsBuffer(op);
}

LogicalResult layout::planRewriteAccess(Operation *op,
                                        function_ref<bool(Type)> isLaidOut,
                                        StorageQuery mayBeOneStorage) {
  if (makesOrForwardsBuffer(op))
    return success();
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return planPackInitialValue(global);
  auto access = dyn_cast<LayoutAccessOpInterface>(op);
  if (access &&
      (movesRuns(access, isLaidOut) ||
       areRewritten(op, isLaidOut,
                    {LayoutRewrite::Indices, LayoutRewrite::PhysicalType,
                     LayoutRewrite::LogicalShape})))
    return access.verifyLayoutRewrite(mayBeOneStorage);
  return op->emitOpError("cannot be rewritten for a laid-out buffer; ")
         << getAdvice(op);
}

void layout::rewriteAccesses(RewriterBase &rewriter, ModuleOp module,
                             const AppliedTypes &types) {
  AccessRewriter(rewriter, types).rewrite(module);
}
