//===- ElementProducts.cpp - Products of floats by one number -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %e = vector.extract %row[2] : f32 from vector<4xf32>
//   %f = vector.broadcast %e : f32 to vector<8xf32>
//   %p = arith.mulf %f, %column fastmath<contract> : vector<8xf32>
//   %r = arith.addf %sums, %p fastmath<contract> : vector<8xf32>
// becomes, with registers of SVE of 256 bits,
//   %r = llvm.call_intrinsic
//       "llvm.aarch64.sve.fmla.lane.nxv4f32"(%sums, %column, %row, 2)
//
//===----------------------------------------------------------------------===//

#include "ElementProducts.h"

#include "Layout/Analysis/Target/Target.h"
#include "RegisterIntrinsics.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The lanes of one vector times a number that is the same for all of them, and
/// perhaps added to sums.
struct ElementProduct {
  Value factor;              ///< of the lanes
  Value number;              ///< of all of them
  Value sums = {};           ///< that it is added to; null if there are none
  bool isSubtracted = false; ///< from them
  Operation *product = {};   ///< if that is not the op itself
};

} // namespace

static bool mayContract(Operation *op) {
  auto fast = dyn_cast<arith::ArithFastMathInterface>(op);
  return fast &&
         arith::bitEnumContainsAll(fast.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::contract);
}

/// Returns the number that `value` has in all lanes; null where none is seen.
static Value findRepeated(Value value) {
  auto all = value.getDefiningOp<vector::BroadcastOp>();
  return all && all.getSourceType().isFloat() ? all.getSource() : Value();
}

static std::optional<ElementProduct> readFactors(Value left, Value right) {
  Value ofLeft = findRepeated(left), ofRight = findRepeated(right);
  // LLVM multiplies two numbers before it repeats their product.
  if (bool(ofLeft) == bool(ofRight))
    return std::nullopt;
  return ofLeft ? ElementProduct{right, ofLeft} : ElementProduct{left, ofRight};
}

/// Reads a term of a sum that may be fused with it.
static std::optional<ElementProduct> readTerm(Value term, Value sums) {
  auto product = term.getDefiningOp<arith::MulFOp>();
  // With other uses it would be computed twice.
  if (!product || !mayContract(product) || !product->hasOneUse())
    return std::nullopt;
  auto its = readFactors(product.getLhs(), product.getRhs());
  if (its) {
    its->sums = sums;
    its->product = product;
  }
  return its;
}

/// Reads `factor * number + sums`.
static std::optional<ElementProduct> readFused(Value left, Value right,
                                               Value sums) {
  auto its = readFactors(left, right);
  if (its)
    its->sums = sums;
  return its;
}

/// Reads an op that adds a product, or subtracts it.
static std::optional<ElementProduct> readSum(Operation *op) {
  if (auto fused = dyn_cast<vector::FMAOp>(op))
    return readFused(fused.getLhs(), fused.getRhs(), fused.getAcc());
  if (auto fused = dyn_cast<math::FmaOp>(op))
    return readFused(fused.getA(), fused.getB(), fused.getC());
  if (!isa<arith::AddFOp, arith::SubFOp>(op) || !mayContract(op))
    return std::nullopt;
  Value left = op->getOperand(0), right = op->getOperand(1);
  auto its = readTerm(right, left);
  if (isa<arith::SubFOp>(op)) {
    if (its)
      its->isSubtracted = true;
    return its;
  }
  return its ? its : readTerm(left, right);
}

static std::optional<ElementProduct> readProduct(Operation *op) {
  auto product = dyn_cast<arith::MulFOp>(op);
  return product ? readFactors(product.getLhs(), product.getRhs())
                 : std::nullopt;
}

namespace {

/// Builds the instructions of one target.
class ElementProductBuilder {
public:
  ElementProductBuilder(RewriterBase &rewriter, const Target &target)
      : rewriter(rewriter), target(target) {}

  /// Replaces `op`, which computes `its`, if there is an instruction.
  void apply(Operation *op, const ElementProduct &its);

private:
  Value buildOfSVE(Operation *op, const ElementProduct &its);
  Value buildOfRISCV(Operation *op, const ElementProduct &its);

  RewriterBase &rewriter;
  const Target &target;
};

} // namespace

/// Returns true if `type` is lanes of registers of SVE, more than LLVM's own
/// instructions by element of 128 bits take.
static bool isOfRegisters(VectorType type) {
  Type element = type.getElementType();
  int64_t bits = type.getNumElements() * element.getIntOrFloatBitWidth();
  return isa<Float16Type, Float32Type, Float64Type>(element) &&
         bits > kUnitBitsOfSVE && bits % kUnitBitsOfSVE == 0;
}

Value ElementProductBuilder::buildOfSVE(Operation *op,
                                        const ElementProduct &its) {
  auto type = cast<VectorType>(op->getResult(0).getType());
  auto element = findRegisterElement(its.number);
  if (!element || !isOfRegisters(type))
    return {};
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  int64_t bits = type.getElementTypeBitWidth();
  StringRef which = !its.sums ? "fmul" : its.isSubtracted ? "fmls" : "fmla";
  std::string name = ("llvm.aarch64.sve." + which + ".lane.nxv" +
                      Twine(kUnitBitsOfSVE / bits) + "f" + Twine(bits))
                         .str();
  // Of a product alone, its factor has the lanes.
  return buildParts(
      builder, its.sums ? its.sums : its.factor, target.vectorBits / bits,
      [&](Value part, int64_t first, int64_t number) {
        SmallVector<Value> operands{part};
        if (its.sums)
          operands.push_back(sliceLanes(builder, its.factor, first, number));
        return buildByElement(builder, name, operands, *element);
      });
}

/// Returns what `value` extends from bf16; null if it is something else.
static Value findNarrow(Value value) {
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  return extension && getElementTypeOrSelf(extension.getIn()).isBF16()
             ? extension.getIn()
             : Value();
}

/// LLVM has such an instruction, but does not see the bf16 that is repeated: a
/// number by itself is extended by its bits (ExpandMaskedAccesses.cpp).
Value ElementProductBuilder::buildOfRISCV(Operation *op,
                                          const ElementProduct &its) {
  constexpr int64_t dynamicRounding = 7;
  auto type = cast<VectorType>(op->getResult(0).getType());
  Value factor = findNarrow(its.factor), number = findNarrow(its.number);
  // Of bf16, which are half as wide, whole units, too.
  bool isWhole = type.getNumElements() * 16 % kUnitBitsOfRISCV == 0;
  if (!its.sums || its.isSubtracted || !factor || !number || !isWhole ||
      !type.getElementType().isF32())
    return {};
  ImplicitLocOpBuilder builder(op->getLoc(), rewriter);
  return buildParts(
      builder, its.sums, kMaxRegistersOfOperand * target.vectorBits / 32,
      [&](Value part, int64_t first, int64_t lanes) {
        int64_t bits = kUnitBitsOfRISCV * countUnits(lanes, target.vectorBits);
        Value narrow = sliceLanes(builder, factor, first, lanes);
        SmallVector<Value> operands{buildWhole(builder, part, bits),
                                    number,
                                    buildWhole(builder, narrow, bits / 2),
                                    buildNumber(builder, dynamicRounding),
                                    buildNumber(builder, lanes),
                                    buildNumber(builder, kLeaveOthers)};
        std::string suffix = ("nxv" + Twine(bits / 32) + "f32.bf16.nxv" +
                              Twine(bits / 32) + "bf16.i64")
                                 .str();
        Value result =
            buildIntrinsic(builder, operands[0].getType(),
                           "llvm.riscv.vfwmaccbf16." + suffix, operands);
        return vector::ScalableExtractOp::create(builder, part.getType(),
                                                 result, 0);
      });
}

void ElementProductBuilder::apply(Operation *op, const ElementProduct &its) {
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  auto function = op->getParentOfType<func::FuncOp>();
  if (!type || type.getRank() != 1 || type.isScalable() || !function)
    return;
  rewriter.setInsertionPoint(op);
  Value result =
      target.hasLongElementProducts() ? buildOfSVE(op, its) : Value();
  StringRef features = "+sve";
  if (!result && target.multipliesBF16) {
    result = buildOfRISCV(op, its);
    features = "+zvfbfwma";
  }
  if (!result)
    return;
  addFeatures(function, features);
  rewriter.replaceOp(op, result);
  if (its.product)
    rewriter.eraseOp(its.product);
}

void layout::expandElementProducts(RewriterBase &rewriter, Operation *root) {
  auto rewrite = [&](auto read) {
    SmallVector<Operation *> ops;
    root->walk([&](Operation *op) {
      if (read(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      auto target = getTarget(op);
      if (succeeded(target))
        ElementProductBuilder(rewriter, *target).apply(op, *read(op));
    }
  };
  rewrite(readSum);
  // What is left is added to nothing, or must be rounded before that.
  rewrite(readProduct);
}
