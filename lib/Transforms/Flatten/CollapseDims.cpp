//===- CollapseDims.cpp - Collapsing tiled dimensions ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     affine.load %v[%i floordiv 32, %i mod 32] : memref<2x32xf32>
// ->  %row = memref.collapse_shape %v [[0, 1]] : memref<2x32xf32> into ..
//     affine.load %row[%i] : memref<64xf32>
//
// Law: the subscripts are all digits of one number, in row-major order. Not of
// `%v[%k, %i mod 32]`: %k is an index of its own.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LayoutAccess.h"
#include "Layout/Map/Simplify.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/HostFunctions.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCOLLAPSEDIMS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Adjacent dimensions of a buffer, and for each, the distance of successive
/// indices in the dimension that they become.
struct DimGroup {
  unsigned first;
  SmallVector<int64_t> strides;

  unsigned size() const { return strides.size(); }
  ArrayRef<AffineExpr> getResults(AffineMap map) const {
    return map.getResults().slice(first, size());
  }
};

/// A row-major buffer, and the groups of its dimensions that are collapsed.
struct CollapsedBuffer {
  TypedValue<MemRefType> buffer;
  SmallVector<DimGroup> groups;
};

} // namespace

/// Returns the value as a buffer whose dimensions may be collapsed, or null.
static TypedValue<MemRefType> getCollapsible(Value value) {
  auto buffer = dyn_cast<TypedValue<MemRefType>>(value);
  return buffer && buffer.getType().getRank() > 1 &&
                 buffer.getType().getLayout().isIdentity()
             ? buffer
             : TypedValue<MemRefType>();
}

/// Makes a group of the dimensions from `first` on; nullopt if sizes are
/// dynamic, or too large.
static std::optional<DimGroup> makeGroup(MemRefType type, unsigned first,
                                         unsigned rank) {
  SmallVector<int64_t> strides{1};
  for (int64_t size :
       llvm::reverse(type.getShape().slice(first, rank).drop_front())) {
    int64_t stride;
    if (size <= 0 || llvm::MulOverflow(strides.back(), size, stride))
      return std::nullopt;
    strides.push_back(stride);
  }
  int64_t size = type.getDimSize(first), numElements;
  if (!ShapedType::isDynamic(size) &&
      llvm::MulOverflow(strides.back(), size, numElements))
    return std::nullopt;
  return DimGroup{first, SmallVector<int64_t>(llvm::reverse(strides))};
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

static AffineExpr simplify(AffineExpr expr, AffineMap map) {
  return simplifyAffineExpr(expr, map.getNumDims(), map.getNumSymbols());
}

/// Returns the subscripts of the op on `memref`, if it accesses one element and
/// can get other subscripts.
static std::optional<affine::AffineValueMap> getIndex(OpOperand &memref) {
  OperandAccess access = getAccess(memref);
  if (access.reach != OperandAccess::Reach::Elements || !access.lanes.empty() ||
      access.mayLeaveOperand ||
      getLayoutRewrite(memref) != LayoutRewrite::Indices)
    return std::nullopt;
  return composeMap(access.map, access.operands);
}

/// Returns true if the results are the digits of `distance`, and not
/// independent indices that happen to be in one row.
static bool areDigits(AffineMap map, AffineExpr distance, MemRefType type,
                      const DimGroup &group) {
  for (auto [i, result] : llvm::enumerate(group.getResults(map))) {
    AffineExpr digit = distance.floorDiv(group.strides[i]);
    if (i > 0)
      digit = digit % type.getDimSize(group.first + i);
    if (simplify(digit, map) != simplify(result, map))
      return false;
  }
  return true;
}

/// The distance of the element from the first one of the group. The digits are
/// those of the number that the last of them takes; upstream does not recognize
/// sums of three and more digits.
static AffineExpr getDistance(AffineMap map, MemRefType type,
                              const DimGroup &group) {
  ArrayRef<AffineExpr> results = group.getResults(map);
  auto last = dyn_cast<AffineBinaryOpExpr>(results.back());
  if (last && last.getKind() == AffineExprKind::Mod &&
      areDigits(map, last.getLHS(), type, group))
    return last.getLHS();
  AffineExpr sum = getAffineConstantExpr(0, map.getContext());
  for (auto [result, stride] : llvm::zip_equal(results, group.strides))
    sum = sum + result * stride;
  return simplify(sum, map);
}

/// Returns true if the op does not access elements, accesses all of them, or
/// forwards the buffer under its new name. False for views: their users access
/// single elements.
static bool keepsBuffer(OpOperand &use) {
  OperandAccess::Reach reach = getAccess(use).reach;
  return reach == OperandAccess::Reach::Nothing ||
         reach == OperandAccess::Reach::Whole ||
         isa<CallOpInterface, BranchOpInterface, RegionBranchOpInterface,
             RegionBranchTerminatorOpInterface>(use.getOwner()) ||
         use.getOwner()->hasTrait<OpTrait::ReturnLike>();
}

namespace {

/// The subscripts of all accesses, and an access that cannot get other
/// subscripts, if any.
struct AccessPlaces {
  SmallVector<AffineMap> places;
  Operation *fixed = nullptr;
};

} // namespace

static AccessPlaces collectPlaces(TypedValue<MemRefType> buffer) {
  AccessPlaces accesses;
  for (OpOperand &use : buffer.getUses()) {
    if (keepsBuffer(use))
      continue;
    if (std::optional<affine::AffineValueMap> index = getIndex(use))
      accesses.places.push_back(index->getAffineMap());
    else
      accesses.fixed = use.getOwner();
  }
  return accesses;
}

/// Returns true if each access names its element by digits of an index that
/// does not divide, or by no digits at all, and one does by digits.
static bool isOfOneIndex(ArrayRef<AffineMap> places, MemRefType type,
                         const DimGroup &group) {
  bool divides = false;
  for (AffineMap map : places) {
    if (!llvm::any_of(group.getResults(map), hasDivision))
      continue;
    AffineExpr distance = getDistance(map, type, group);
    divides = true;
    if (hasDivision(distance) || !areDigits(map, distance, type, group))
      return false;
  }
  return divides;
}

/// Returns true if the last digit is no multiple of a vector of 128 bits, so
/// that it is of less use as lanes than the whole row.
static bool fillsNoVector(MemRefType type, const DimGroup &group) {
  uint64_t extent = type.getDimSize(group.first + group.size() - 1);
  Type element = type.getElementType();
  return element.isIntOrFloat() &&
         (extent & -extent) * element.getIntOrFloatBitWidth() < 128;
}

/// Groups all dimensions, or those whose last digit fills no vector.
static SmallVector<DimGroup> findGroups(ArrayRef<AffineMap> places,
                                        MemRefType type) {
  SmallVector<DimGroup> groups;
  auto add = [&](unsigned first, unsigned size) {
    std::optional<DimGroup> group = makeGroup(type, first, size);
    bool isAll = size == type.getRank();
    if (!group || (!isAll && !fillsNoVector(type, *group)) ||
        !isOfOneIndex(places, type, *group))
      return false;
    groups.push_back(std::move(*group));
    return true;
  };
  unsigned rank = type.getRank();
  for (unsigned first = 0; first < rank; ++first)
    for (unsigned size = rank - first; size > 1; --size)
      if (add(first, size)) {
        first += size - 1;
        break;
      }
  return groups;
}

/// Returns true if an access divides an index that it does not merely pass on.
/// Then fewer dimensions may be fewer divisions.
static bool dividesIndex(AffineMap place) {
  return llvm::any_of(place.getResults(), hasDivision);
}

/// Returns why no dimensions of the buffer become one.
static StringRef explainKept(ArrayRef<AffineMap> places, MemRefType type) {
  unsigned rank = type.getRank();
  for (unsigned first = 0; first < rank; ++first)
    for (unsigned size = 2; size <= rank - first; ++size)
      if (std::optional<DimGroup> group = makeGroup(type, first, size);
          group && isOfOneIndex(places, type, *group))
        return "its last dimension fills whole vectors, which one dimension "
               "for several would not improve";
  return makeGroup(type, 0, rank)
             ? "the indices are not quotients and remainders of one index"
             : "the extent of a dimension other than the first is no constant";
}

static void remarkKept(Location loc, const Twine &why) {
  remarkMissed(loc, "layout-collapse-dims/kept")
      << ("indices are divided, and the buffer keeps its dimensions: " + why)
             .str();
}

/// Returns nullopt if the dimensions stay; a remark says why, if subscripts
/// divide.
static std::optional<CollapsedBuffer>
planBuffer(TypedValue<MemRefType> buffer) {
  AccessPlaces accesses = collectPlaces(buffer);
  if (accesses.fixed) {
    if (llvm::any_of(accesses.places, dividesIndex))
      remarkKept(accesses.fixed->getLoc(),
                 "'" + accesses.fixed->getName().getStringRef() +
                     "' cannot be given another index");
    return std::nullopt;
  }
  SmallVector<DimGroup> groups = findGroups(accesses.places, buffer.getType());
  if (!groups.empty())
    return CollapsedBuffer{buffer, std::move(groups)};
  if (llvm::any_of(accesses.places, dividesIndex))
    remarkKept(buffer.getLoc(), explainKept(accesses.places, buffer.getType()));
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

/// Calls `visit` with each dimension that stays, as a group of one, and with
/// each group.
static void forEachDim(const CollapsedBuffer &plan,
                       function_ref<void(const DimGroup &)> visit) {
  unsigned next = 0, rank = plan.buffer.getType().getRank();
  auto visitUpTo = [&](unsigned end) {
    for (; next < end; ++next)
      visit({next, {1}});
  };
  for (const DimGroup &group : plan.groups) {
    visitUpTo(group.first);
    visit(group);
    next = group.first + group.size();
  }
  visitUpTo(rank);
}

static Value collapse(OpBuilder &builder, const CollapsedBuffer &plan) {
  SmallVector<ReassociationIndices> dims;
  forEachDim(plan, [&](const DimGroup &group) {
    dims.push_back(llvm::to_vector(
        llvm::seq<int64_t>(group.first, group.first + group.size())));
  });
  builder.setInsertionPointAfterValue(plan.buffer);
  return memref::CollapseShapeOp::create(builder, plan.buffer.getLoc(),
                                         plan.buffer, dims);
}

static void redirect(RewriterBase &rewriter, LayoutAccessOpInterface op,
                     const CollapsedBuffer &plan, Value collapsed) {
  forEachRedirected(op, [&](OpOperand &memref) {
    if (memref.get() != plan.buffer)
      return;
    affine::AffineValueMap index = *getIndex(memref);
    AffineMap map = index.getAffineMap();
    SmallVector<AffineExpr> results;
    forEachDim(plan, [&](const DimGroup &group) {
      results.push_back(getDistance(map, plan.buffer.getType(), group));
    });
    map = AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                         map.getContext());
    op.redirect(rewriter, memref,
                {collapsed, map, llvm::to_vector(index.getOperands())});
  });
}

static void collapseAccesses(RewriterBase &rewriter,
                             const CollapsedBuffer &plan) {
  SetVector<Operation *> accesses;
  for (OpOperand &use : plan.buffer.getUses())
    if (!keepsBuffer(use))
      accesses.insert(use.getOwner());
  for (const DimGroup &group : plan.groups)
    remarkDone(plan.buffer.getLoc(), "layout-collapse-dims/collapsed")
        << ("one dimension for " + std::to_string(group.size()) +
            ": accesses divide one index by the sizes of the buffer");
  Value collapsed = collapse(rewriter, plan);
  for (Operation *access : accesses)
    redirect(rewriter, cast<LayoutAccessOpInterface>(access), plan, collapsed);
}

namespace {

class LayoutCollapseDimsPass
    : public layout::impl::LayoutCollapseDimsBase<LayoutCollapseDimsPass> {
public:
  using LayoutCollapseDimsBase::LayoutCollapseDimsBase;

  void runOnOperation() override {
    SmallVector<CollapsedBuffer> found;
    auto collect = [&](Value value) {
      if (TypedValue<MemRefType> buffer = getCollapsible(value))
        if (auto plan = planBuffer(buffer))
          found.push_back(std::move(*plan));
    };
    for (Operation *function : collectHostFunctions(getOperation()))
      function->walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isOnDevice(op))
          return WalkResult::skip();
        llvm::for_each(op->getResults(), collect);
        for (Region &region : op->getRegions())
          for (Block &block : region)
            llvm::for_each(block.getArguments(), collect);
        return WalkResult::advance();
      });
    IRRewriter rewriter(&getContext());
    for (const CollapsedBuffer &plan : found)
      collapseAccesses(rewriter, plan);
  }
};

} // namespace
