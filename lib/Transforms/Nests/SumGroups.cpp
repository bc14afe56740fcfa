//===- SumGroups.cpp - Blocks of sums between lanes -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumGroups.h"

#include "AccessRuns.h"
#include "BufferRows.h"
#include "Layout/IR/Layout.h"
#include "Transforms/Support/FastMath.h"
#include "Transforms/Support/IntegerExtensions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// By how much `expr` moves with one step of `dim`; nullopt under a division.
static std::optional<int64_t> getStep(AffineExpr expr, unsigned dim,
                                      unsigned numDims) {
  if (!expr.isFunctionOfDim(dim))
    return 0;
  if (isDivided(expr, dim))
    return std::nullopt;
  AffineExpr variable = getAffineDimExpr(dim, expr.getContext());
  auto step = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      expr.replace(variable, variable + 1) - expr, numDims, 0));
  return step ? std::optional(step.getValue()) : std::nullopt;
}

std::optional<GroupAccess> layout::findGroupAccess(AffineMap map,
                                                   MemRefType type,
                                                   unsigned lanes,
                                                   unsigned group) {
  std::optional<int64_t> stride = 1; // of the dimension, in elements
  int64_t laneStride = 0, groupStride = 0;
  unsigned firstDim = map.getNumResults();
  auto add = [&](int64_t &sum, AffineExpr expr, unsigned dim) {
    std::optional<int64_t> step = getStep(expr, dim, map.getNumDims());
    int64_t distance;
    return step && !llvm::MulOverflow(*step, *stride, distance) &&
           !llvm::AddOverflow(sum, distance, sum);
  };
  for (unsigned i = map.getNumResults(); i-- > 0;) {
    AffineExpr result = map.getResult(i);
    if (result.isFunctionOfDim(lanes) || result.isFunctionOfDim(group)) {
      if (!stride || !add(laneStride, result, lanes) ||
          !add(groupStride, result, group))
        return std::nullopt;
      firstDim = i;
    }
    int64_t next;
    if (!stride || type.isDynamicDim(i) || !isRowMajor(type) ||
        llvm::MulOverflow(*stride, type.getDimSize(i), next))
      stride = std::nullopt;
    else
      stride = next;
  }
  if (groupStride != 1)
    return std::nullopt;
  return GroupAccess{firstDim, laneStride};
}

AffineMap layout::collapseFrom(AffineMap map, MemRefType type,
                               unsigned firstDim) {
  SmallVector<AffineExpr> results(map.getResults().take_front(firstDim));
  AffineExpr place = map.getResult(firstDim);
  for (unsigned i = firstDim + 1; i < map.getNumResults(); ++i)
    place = place * type.getDimSize(i) + map.getResult(i);
  results.push_back(place);
  return simplifyAffineMap(
      AffineMap::get(map.getNumDims(), 0, results, map.getContext()));
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

Value DotProduct::Factor::getZeroSource() const {
  Operation *op = unknownZero ? unknownZero.getDefiningOp() : nullptr;
  return isIntegerExtension(op) ? op->getOperand(0) : unknownZero;
}

Operation *DotProduct::Factor::getZeroLoad() const {
  Value source = getZeroSource();
  Operation *op = source ? source.getDefiningOp() : nullptr;
  bool isInNest = op && op->getBlock() == load->getBlock();
  return isInNest && isa<affine::AffineLoadOp>(op) ? op : nullptr;
}

/// Returns true if the zero point of `factor` is loaded in the nest, or comes
/// from outside of it.
static bool mayBeZeroPoint(const DotProduct::Factor &factor,
                           affine::AffineForOp root) {
  Value source = factor.getZeroSource();
  bool isInside = root->isAncestor(source.getParentRegion()->getParentOp());
  return source.getType().isSignlessInteger() &&
         (factor.getZeroLoad() || !isInside);
}

/// Takes what is subtracted from an extended element in `value`, which becomes
/// that element.
static void takeZeroPoint(Value &value, DotProduct::Factor &factor) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op))
    return;
  // Canonicalization leaves constants on the right, and adds their negatives.
  Value zero = op->getOperand(1);
  APInt constant;
  if (matchPattern(zero, m_ConstantInt(&constant))) {
    int64_t number = constant.getSExtValue();
    factor.zeroPoint = isa<arith::SubIOp>(op) ? number : -number;
  } else if (isa<arith::SubIOp>(op)) {
    factor.unknownZero = zero;
  } else {
    return;
  }
  value = op->getOperand(0);
}

/// A load of 8 or 16 bits that is extended to 32, with or without a zero point.
static std::optional<DotProduct::Factor> getFactor(Value value,
                                                   affine::AffineForOp root) {
  DotProduct::Factor factor{nullptr, false, 0};
  takeZeroPoint(value, factor);
  Operation *extension = value.getDefiningOp();
  if (!fitsShort(extension, /*zeroPoint=*/0) &&
      !fitsShort(extension, factor.zeroPoint))
    return std::nullopt;
  factor.isShort =
      !factor.unknownZero && fitsShort(extension, factor.zeroPoint);
  auto load = extension->getOperand(0).getDefiningOp<affine::AffineLoadOp>();
  if (!load || load->getBlock() != extension->getBlock())
    return std::nullopt;
  factor.load = load;
  factor.isSigned = isa<arith::ExtSIOp>(extension);
  if (factor.unknownZero && !mayBeZeroPoint(factor, root))
    return std::nullopt;
  return factor;
}

/// A load of bf16 that is extended to f32. Only bytes are said to have a sign.
static std::optional<DotProduct::Factor>
getFloatFactor(Value value, affine::AffineForOp root) {
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  auto load = extension
                  ? extension.getIn().getDefiningOp<affine::AffineLoadOp>()
                  : affine::AffineLoadOp();
  if (!load || load->getBlock() != extension->getBlock() ||
      !load.getType().isBF16() || !extension.getType().isF32())
    return std::nullopt;
  return DotProduct::Factor{load, /*isSigned=*/false, /*zeroPoint=*/0};
}

/// Returns true if `op` adds numbers, or multiplies them, in 32 bits, however
/// an instruction for several of them rounds.
template <typename IntOp, typename FloatOp>
static bool isFreeArithmetic(Operation *op) {
  constexpr auto free =
      arith::FastMathFlags::contract | arith::FastMathFlags::reassoc;
  return (isa_and_nonnull<IntOp>(op) &&
          op->getResult(0).getType().isInteger(32)) ||
         (isa_and_nonnull<FloatOp>(op) && op->getResult(0).getType().isF32() &&
          hasFastMathFlags(op, free));
}

static std::optional<DotProduct> getDotProduct(const AffineNest &nest,
                                               unsigned number) {
  const AffineNest::Access &store = nest.accesses[number];
  Operation *sum =
      cast<affine::AffineStoreOp>(store.op).getValueToStore().getDefiningOp();
  if (!isFreeArithmetic<arith::AddIOp, arith::AddFOp>(sum))
    return std::nullopt;
  bool isOfFloats = isa<arith::AddFOp>(sum);
  for (auto [one, other] :
       {std::pair(sum->getOperand(0), sum->getOperand(1)),
        std::pair(sum->getOperand(1), sum->getOperand(0))}) {
    Operation *load = one.getDefiningOp();
    bool isSoFar = llvm::any_of(nest.accesses, [&](const auto &access) {
      return !access.isStore && access.op == load &&
             access.buffer == store.buffer && access.map == store.map;
    });
    Operation *product = other.getDefiningOp();
    if (!isSoFar || !isFreeArithmetic<arith::MulIOp, arith::MulFOp>(product))
      continue;
    auto read = isOfFloats ? getFloatFactor : getFactor;
    affine::AffineForOp root = nest.loops.front();
    auto left = read(product->getOperand(0), root),
         right = read(product->getOperand(1), root);
    if (left && right)
      return DotProduct{number, *left, *right, isOfFloats};
  }
  return std::nullopt;
}

bool layout::mayAddPairs(ArrayRef<DotProduct> products, const Target &target) {
  return target.multipliesPairs &&
         llvm::none_of(products, [](const DotProduct &product) {
           return product.isOfFloats || !product.isOfShorts();
         });
}

SmallVector<DotProduct> layout::findDotProducts(const AffineNest &nest,
                                                const Target &target) {
  SmallVector<DotProduct> found;
  bool hasIntegers = target.multipliesPairs || target.hasDotProducts(),
       hasFloats = target.hasFastFloatDots();
  if (!hasIntegers && !hasFloats)
    return found;
  for (auto [number, access] : llvm::enumerate(nest.accesses)) {
    if (!access.isStore)
      continue;
    std::optional<DotProduct> product = getDotProduct(nest, number);
    if (!product || !(product->isOfFloats ? hasFloats : hasIntegers) ||
        (!found.empty() && found.front().isOfFloats != product->isOfFloats))
      return {};
    found.push_back(*product);
  }
  return found;
}

bool layout::isOfBytes(const DotProduct::Factor &factor) {
  return cast<affine::AffineLoadOp>(factor.load).getType().isInteger(8);
}

/// All forms of a product for which the target has an instruction, those with
/// less and easier flips first.
static SmallVector<DotForm, 4> getDotForms(const DotProduct &product,
                                           bool isLeftRepeated,
                                           bool isRightRepeated,
                                           const Target &target) {
  SmallVector<DotForm, 4> forms;
  DotForm form{{product.left}, {product.right}};
  if (product.isOfFloats) {
    form.dot = *target.findFloatDot();
    forms.push_back(form);
    return forms;
  }
  DotForm::Factor &lanes = isLeftRepeated ? form.right : form.left,
                  &other = isLeftRepeated ? form.left : form.right;
  for (bool flipsOther : {false, true})
    for (bool flipsLanes : {false, true}) {
      lanes.isFlipped = flipsLanes;
      other.isFlipped = flipsOther;
      // The offset of an unknown zero point remains, and where a group lacks
      // bytes of a repeated factor, they are 0.
      if (flipsOther && other.bytes.unknownZero)
        continue;
      std::optional<DotInstruction> dot =
          target.findDot(form.left.isSigned(), form.right.isSigned());
      // How many products there are is counted with the sums of a repeated one.
      bool isCounted = isLeftRepeated || isRightRepeated ||
                       !form.needsSum(true) || !form.needsSum(false);
      if (!dot || !isCounted)
        continue;
      form.dot = *dot;
      forms.push_back(form);
    }
  return forms;
}

SmallVector<DotForm>
layout::findDotForms(ArrayRef<DotProduct> products, int64_t size,
                     const Target &target,
                     function_ref<bool(Operation *)> isRepeated,
                     function_ref<double(const DotForm &)> getCost) {
  SmallVector<DotForm> found;
  for (const DotProduct &product : products) {
    bool isLeftRepeated = isRepeated(product.left.load),
         isRightRepeated = isRepeated(product.right.load);
    bool isGroup = product.isOfFloats
                       ? size == 2 && target.findFloatDot()
                       : size == DotOp::kGroupSize && isOfBytes(product.left) &&
                             isOfBytes(product.right);
    if (!isGroup || (isLeftRepeated && isRightRepeated))
      return {};
    SmallVector<DotForm, 4> forms =
        getDotForms(product, isLeftRepeated, isRightRepeated, target);
    if (forms.empty())
      return {};
    found.push_back(*llvm::min_element(
        forms, [&](const DotForm &one, const DotForm &other) {
          return getCost(one) < getCost(other);
        }));
  }
  return found;
}
