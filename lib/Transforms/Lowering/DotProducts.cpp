//===- DotProducts.cpp - Dot products of bytes as instructions ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = layout.dot %sums, %a, signed %b : vector<16xi32>, vector<64xi8>
// becomes, on a processor with AVX512-VNNI,
//   %r = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%sums, %a, %b)
//
//===----------------------------------------------------------------------===//

#include "DotProducts.h"

#include "Layout/Analysis/Target/Target.h"
#include "RegisterIntrinsics.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Sums in the shortest register with such an instruction.
static constexpr int64_t kLeastLanes = 128 / 32;

namespace {

/// How LLVM names an instruction on short registers, and on long ones.
struct Intrinsics {
  DotInstruction dot;
  StringLiteral ofShort, ofLong;
};

} // namespace

/// In the order of `DotInstruction`.
static const Intrinsics kIntrinsics[] = {
    {DotInstruction::vpdpbusd, "llvm.x86.avx512.vpdpbusd.",
     "llvm.x86.avx512.vpdpbusd."},
    {DotInstruction::vpdpbssd, "llvm.x86.avx2.vpdpbssd.",
     "llvm.x86.avx10.vpdpbssd."},
    {DotInstruction::vpdpbuud, "llvm.x86.avx2.vpdpbuud.",
     "llvm.x86.avx10.vpdpbuud."},
    {DotInstruction::vdpbf16ps, "llvm.x86.avx512bf16.dpbf16ps.",
     "llvm.x86.avx512bf16.dpbf16ps."},
    {DotInstruction::usdot, "llvm.aarch64.neon.usdot.",
     "llvm.aarch64.sve.usdot."},
    {DotInstruction::sdot, "llvm.aarch64.neon.sdot.", "llvm.aarch64.sve.sdot."},
    {DotInstruction::udot, "llvm.aarch64.neon.udot.", "llvm.aarch64.sve.udot."},
    {DotInstruction::bfdot, "llvm.aarch64.neon.bfdot.",
     "llvm.aarch64.sve.bfdot"},
    {DotInstruction::vqdotsu, "", "llvm.riscv.vqdotsu."},
    {DotInstruction::vqdot, "", "llvm.riscv.vqdot."},
    {DotInstruction::vqdotu, "", "llvm.riscv.vqdotu."},
};

namespace {

/// Builds one op by an instruction, on registers of the target's length.
class InstructionBuilder {
public:
  InstructionBuilder(ImplicitLocOpBuilder &builder, DotOp op,
                     DotInstruction dot, unsigned vectorBits)
      : builder(builder), op(op), traits(getTraits(dot)),
        intrinsics(kIntrinsics[size_t(dot)]), vectorBits(vectorBits) {}

  StringRef getFeatures() const { return traits.getFeatures(vectorBits); }

  /// By whole registers, and by shorter ones at the end.
  Value build();

private:
  bool isLong() const { return hasLongRegisters(traits.family, vectorBits); }
  bool isScalable() const {
    return traits.family != DotFamily::X86 && isLong();
  }
  /// In the order of the instruction. Where that may be any, a group that all
  /// lanes share is the second one: LLVM finds the forms by element and by
  /// scalar only so.
  std::pair<Value, Value> getFactors();
  Value buildCall(const Twine &suffix, ValueRange operands);
  Value buildScalable(ValueRange operands);
  /// On RISC-V, of as many registers as the sums take. `second` is a vector, or
  /// a number whose lowest group is the factor of all lanes.
  Value buildOfVector(StringRef name, Value sums, Value first, Value second);
  /// Of SVE. Only the second factor of an instruction may be an element, so
  /// that there is another instruction where signs differ.
  Value buildBySVEElement(Value sums, Value factor,
                          const RegisterElement &element, bool isSecond);
  Value buildOne(ValueRange operands);
  Value buildOnVectors(Value left, Value right);
  /// The op by parts of at most so many bits, each of which `build` makes of
  /// its sums and what finds the part of a factor.
  Value
  buildParts(unsigned longest,
             function_ref<Value(Value, function_ref<Value(Value)>)> build);

  ImplicitLocOpBuilder &builder;
  DotOp op;
  const DotTraits &traits;
  const Intrinsics &intrinsics;
  unsigned vectorBits;
};

} // namespace

Value InstructionBuilder::buildCall(const Twine &suffix, ValueRange operands) {
  // The last registers of x86 may be shorter than the target's.
  constexpr int64_t longLanes = 512 / 32;
  auto sums = cast<VectorType>(operands[0].getType());
  bool isOfLong = isLong() && (traits.family != DotFamily::X86 ||
                               sums.getNumElements() >= longLanes);
  StringRef intrinsic = isOfLong ? intrinsics.ofLong : intrinsics.ofShort;
  return buildIntrinsic(builder, operands[0].getType(), intrinsic + suffix,
                        operands);
}

/// The intrinsics are of registers whose length is a multiple of a unit. Lanes
/// after those of the operands are not used.
Value InstructionBuilder::buildScalable(ValueRange operands) {
  SmallVector<Value> whole;
  for (Value operand : operands)
    whole.push_back(buildWholeOfSVE(builder, operand));
  // That of floats is of one type only.
  Value result = buildCall(traits.ofFloats ? "" : "nxv4i32", whole);
  return vector::ScalableExtractOp::create(builder, operands[0].getType(),
                                           result, 0);
}

Value InstructionBuilder::buildOfVector(StringRef name, Value sums, Value first,
                                        Value second) {
  auto type = cast<VectorType>(sums.getType());
  int64_t number = type.getNumElements(),
          bits = kUnitBitsOfRISCV * countUnits(number, vectorBits);
  bool isNumber = second.getType().isInteger();
  SmallVector<Value> operands{
      buildWhole(builder, sums, bits), buildWhole(builder, first, bits),
      isNumber ? second : buildWhole(builder, second, bits),
      buildNumber(builder, number), buildNumber(builder, kLeaveOthers)};
  auto suffix = ("nxv" + Twine(bits / 32) + "i32.nxv" + Twine(bits / 8) + "i8" +
                 (isNumber ? ".i64" : "") + ".i64")
                    .str();
  Value result =
      buildIntrinsic(builder, operands[0].getType(), name + suffix, operands);
  return vector::ScalableExtractOp::create(builder, type, result, 0);
}

Value InstructionBuilder::buildOne(ValueRange operands) {
  if (traits.family == DotFamily::RISCV)
    return buildOfVector(intrinsics.ofLong, operands[0], operands[1],
                         operands[2]);
  if (isScalable())
    return buildScalable(operands);
  if (traits.family == DotFamily::AArch64)
    return buildCall(traits.ofFloats ? "v4f32.v8bf16" : "v4i32.v16i8",
                     operands);
  auto sums = cast<VectorType>(operands[0].getType());
  return buildCall(Twine(32 * sums.getNumElements()), operands);
}

Value InstructionBuilder::buildBySVEElement(Value sums, Value factor,
                                            const RegisterElement &element,
                                            bool isSecond) {
  bool isMixed = traits.isFirstSigned != traits.isSecondSigned;
  StringRef name =
      isMixed && !isSecond ? "llvm.aarch64.sve.sudot." : intrinsics.ofLong;
  StringRef suffix = traits.ofFloats ? ".lane.v2" : "lane.nxv4i32";
  return buildByElement(builder, name + suffix, {sums, factor}, element);
}

/// Returns the group that `factor` has for all lanes; null where none is seen.
static Value findRepeatedGroup(Value factor) {
  auto cast = factor.getDefiningOp<vector::BitCastOp>();
  auto all = cast ? cast.getSource().getDefiningOp<vector::BroadcastOp>()
                  : vector::BroadcastOp();
  return all && all.getSourceType().isInteger(32) ? all.getSource() : Value();
}

static std::optional<RegisterElement> findElement(Value factor) {
  Value group = findRepeatedGroup(factor);
  return group ? findRegisterElement(group) : std::nullopt;
}

/// Returns an element of a register of RISC-V that begins with `groups`, as an
/// integer of `type`. LLVM makes loads of single bytes of what it extracts from
/// a vector in memory; not so of a register.
static Value buildRegisterElement(ImplicitLocOpBuilder &builder, Value groups,
                                  IntegerType type, int64_t position) {
  unsigned bits = type.getWidth(), lanes = kUnitBitsOfRISCV / bits;
  auto ofGroups = cast<VectorType>(groups.getType());
  assert((position + 1) * bits <=
             ofGroups.getNumElements() * ofGroups.getElementTypeBitWidth() &&
         "the element is after the groups, where the register has anything");
  auto ofWhole = VectorType::get({lanes}, type, ArrayRef{true});
  Value whole = buildWhole(builder, groups, kUnitBitsOfRISCV);
  if (whole.getType() != ofWhole)
    whole = vector::BitCastOp::create(builder, ofWhole, whole);
  std::string suffix = ("nxv" + Twine(lanes) + "i" + Twine(bits)).str();
  if (position != 0)
    whole = buildIntrinsic(
        builder, ofWhole, "llvm.riscv.vslidedown." + suffix + ".i64",
        {LLVM::PoisonOp::create(builder, ofWhole), whole,
         buildNumber(builder, position), buildNumber(builder, 1),
         buildNumber(builder, kLeaveOthers)});
  return buildIntrinsic(builder, type, "llvm.riscv.vmv.x.s." + suffix, whole);
}

/// Returns the group that `factor` has for all lanes as the lowest bits of a
/// number; null where none is seen.
static Value findNumber(ImplicitLocOpBuilder &builder, Value factor) {
  constexpr int64_t bitsOfGroup = 32;
  Value group = findRepeatedGroup(factor);
  if (!group)
    return {};
  Type number = builder.getI64Type();
  auto extract = group.getDefiningOp<vector::ExtractOp>();
  if (!extract || extract.hasDynamicPosition() ||
      extract.getSourceVectorType().getRank() != 1)
    return arith::ExtSIOp::create(builder, number, group);
  int64_t position = extract.getStaticPosition().front();
  // One instruction gets two groups, where both are there.
  bool arePairs = extract.getSourceVectorType().getNumElements() % 2 == 0;
  if (!arePairs)
    return arith::ExtSIOp::create(
        builder, number,
        buildRegisterElement(builder, extract.getSource(), builder.getI32Type(),
                             position));
  Value pair = buildRegisterElement(builder, extract.getSource(),
                                    builder.getI64Type(), position / 2);
  return position % 2 == 0
             ? pair
             : arith::ShRUIOp::create(builder, pair,
                                      buildNumber(builder, bitsOfGroup));
}

/// Makes LLVM 22 find `bfdot` by element. It does so only where the register of
/// the element is one of bf16, as a loaded one is not: loads take the type that
/// they are cast to. This intrinsic is no instruction.
static Value fenceElement(ImplicitLocOpBuilder &builder, Value group,
                          Type element) {
  std::optional<RegisterElement> found = findRegisterElement(group);
  if (!found)
    return group;
  auto groups = cast<VectorType>(found->elements.getType());
  int64_t lanes = kUnitBitsOfSVE / element.getIntOrFloatBitWidth();
  auto type = VectorType::get({lanes}, element);
  Value fenced = buildIntrinsic(
      builder, type, "llvm.arithmetic.fence.v" + Twine(lanes) + "bf16",
      vector::BitCastOp::create(builder, type, found->elements).getResult());
  return vector::ExtractOp::create(
      builder, vector::BitCastOp::create(builder, groups, fenced),
      found->position);
}

/// Returns `number` groups of a factor. LLVM does not see that the parts of a
/// vector of bf16 are the same.
static Value sliceFactor(ImplicitLocOpBuilder &builder, Value factor,
                         int64_t first, int64_t number, int64_t groupSize,
                         bool isFenced) {
  Value group = findRepeatedGroup(factor);
  if (!group)
    return sliceLanes(builder, factor, first * groupSize, number * groupSize);
  Type element = cast<VectorType>(factor.getType()).getElementType();
  if (isFenced)
    group = fenceElement(builder, group, element);
  Value all = vector::BroadcastOp::create(
      builder, VectorType::get({number}, group.getType()), group);
  return vector::BitCastOp::create(
      builder, VectorType::get({number * groupSize}, element), all);
}

std::pair<Value, Value> InstructionBuilder::getFactors() {
  Value left = op.getLeft(), right = op.getRight();
  bool isEitherFirst =
      traits.ofFloats || traits.isFirstSigned == traits.isSecondSigned;
  bool swaps = isEitherFirst ? bool(findRepeatedGroup(left))
                             : op.getLeftSigned() != traits.isFirstSigned;
  return swaps ? std::pair(right, left) : std::pair(left, right);
}

Value InstructionBuilder::build() {
  std::pair<Value, Value> factors = getFactors();
  Value left = factors.first, right = factors.second;
  if (traits.family == DotFamily::RISCV)
    return buildOnVectors(left, right);
  std::optional<RegisterElement> leftElement, rightElement;
  if (isScalable() && traits.family == DotFamily::AArch64) {
    leftElement = findElement(left);
    rightElement = findElement(right);
  }
  unsigned longest = traits.family == DotFamily::X86
                         ? std::min(vectorBits, 512u)
                     : isScalable() ? vectorBits
                                    : 128;
  return buildParts(
      longest, [&](Value part, function_ref<Value(Value)> getPart) {
        if (rightElement)
          return buildBySVEElement(part, getPart(left), *rightElement,
                                   /*isSecond=*/true);
        if (leftElement)
          return buildBySVEElement(part, getPart(right), *leftElement,
                                   /*isSecond=*/false);
        return buildOne({part, getPart(left), getPart(right)});
      });
}

/// Only the second factor of an instruction may be a number, so that there is
/// another instruction where signs differ.
Value InstructionBuilder::buildOnVectors(Value left, Value right) {
  Value second = findNumber(builder, right),
        first = second ? Value() : findNumber(builder, left);
  return buildParts(kMaxRegistersOfOperand * vectorBits,
                    [&](Value part, function_ref<Value(Value)> getPart) {
                      if (second)
                        return buildOfVector(intrinsics.ofLong, part,
                                             getPart(left), second);
                      if (first)
                        return buildOfVector("llvm.riscv.vqdotus.", part,
                                             getPart(right), first);
                      return buildOne({part, getPart(left), getPart(right)});
                    });
}

Value InstructionBuilder::buildParts(
    unsigned longest,
    function_ref<Value(Value, function_ref<Value(Value)>)> build) {
  int64_t lanes = std::max(longest, 128u) / 32;
  bool isFenced = traits.dot == DotInstruction::bfdot && !isLong();
  return layout::buildParts(builder, op.getSums(), lanes,
                            [&](Value sums, int64_t first, int64_t number) {
                              return build(sums, [&](Value factor) {
                                return sliceFactor(builder, factor, first,
                                                   number, op.getGroupSize(),
                                                   isFenced);
                              });
                            });
}

static Value buildExtended(ImplicitLocOpBuilder &builder, VectorType type,
                           Value factor, bool isSigned) {
  if (isa<FloatType>(type.getElementType()))
    return arith::ExtFOp::create(builder, type, factor);
  return isSigned ? Value(arith::ExtSIOp::create(builder, type, factor))
                  : Value(arith::ExtUIOp::create(builder, type, factor));
}

static Value buildArithmetic(ImplicitLocOpBuilder &builder, DotOp op) {
  VectorType sums = op.getSums().getType(),
             products = op.getLeft().getType().clone(sums.getElementType());
  Value left =
            buildExtended(builder, products, op.getLeft(), op.getLeftSigned()),
        right = buildExtended(builder, products, op.getRight(),
                              op.getRightSigned()),
        result = op.getSums();
  auto fast = arith::FastMathFlags::contract;
  Value product = op.isOfFloats()
                      ? Value(arith::MulFOp::create(builder, left, right, fast))
                      : Value(arith::MulIOp::create(builder, left, right));
  for (int64_t step = 0; step < op.getGroupSize(); ++step) {
    SmallVector<int64_t> places;
    for (int64_t i = 0; i < sums.getNumElements(); ++i)
      places.push_back(i * op.getGroupSize() + step);
    Value part = vector::ShuffleOp::create(builder, product, product, places);
    result = op.isOfFloats()
                 ? Value(arith::AddFOp::create(builder, result, part, fast))
                 : Value(arith::AddIOp::create(builder, result, part));
  }
  return result;
}

void layout::expandDot(RewriterBase &rewriter, DotOp op,
                       bool mayBeInstruction) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  auto target = getTarget(op);
  auto function = op->getParentOfType<func::FuncOp>();
  bool fillsRegister =
      op.getSums().getType().getNumElements() % kLeastLanes == 0;
  std::optional<DotInstruction> dot;
  if (mayBeInstruction && succeeded(target) && function && fillsRegister)
    dot = op.isOfFloats()
              ? target->findFloatDot()
              : target->findDot(op.getLeftSigned(), op.getRightSigned());
  if (!dot) {
    rewriter.replaceOp(op, buildArithmetic(builder, op));
    return;
  }
  InstructionBuilder instruction(builder, op, *dot, target->vectorBits);
  addFeatures(function, instruction.getFeatures());
  rewriter.replaceOp(op, instruction.build());
}
