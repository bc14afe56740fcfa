//===- PadStage.cpp - Loops that write padding ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Storage/PadStage.h"

#include "Layout/IR/LaidOut.h"
#include "SmallFloat.h"
#include "Transforms/Support/BoxLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

static bool isInGroup(PadAttr pad, PadGroup group) {
  if (!pad.holdsSomething())
    return false;
  return pad.isCopy() == (group == PadGroup::Copy);
}

namespace {

using BuildData = function_ref<void(OpBuilder &, ValueRange place)>;

/// Builds one stage. Steps are numbered 1..n; a slot is tested for padding of
/// the steps from the last to the first, since a slot that comes from an
/// earlier box comes from all later ones. With `buildData`, places that hold
/// data are filled too.
class PadStageBuilder {
public:
  PadStageBuilder(Location loc, Value physical, MemRefType type,
                  ValueRange extents, PadGroup group, BuildData buildData = {})
      : loc(loc), physical(physical), type(type), extents(extents),
        layout(getLayoutToApply(type)), facts(getPhysicalLayout(type)),
        group(group), buildData(buildData) {}

  void build(OpBuilder &builder) {
    unsigned first = 0;
    for (unsigned step = facts.getNumSteps(); step > 0; --step)
      if (buildData || isWritten(step))
        first = step;
    if (first == 0)
      return;
    firstStep = first;
    buildConstants(builder);

    buildBoxLoops(builder, loc, facts.getPhysicalBox(), extents,
                  [&](OpBuilder &nested, ValueRange place) {
                    buildStep(nested, facts.getNumSteps(), place);
                  });
  }

private:
  bool isWritten(unsigned step) const {
    return isInGroup(layout.getPads()[step - 1], group) &&
           facts.hasPadding(step) != Truth::No;
  }

  /// Constants are before the loops, one per step.
  void buildConstants(OpBuilder &builder) {
    constants.resize(facts.getNumSteps() + 1);
    for (unsigned step = firstStep; step <= facts.getNumSteps(); ++step)
      if (TypedAttr value = layout.getPads()[step - 1].getValue())
        if (isWritten(step))
          constants[step] = arith::ConstantOp::create(builder, loc, value);
  }

  /// Tests whether a slot comes from before `step`: if so an earlier step
  /// decides, else it is padding of this one.
  void buildStep(OpBuilder &builder, unsigned step, ValueRange place) {
    if (step < firstStep) {
      if (buildData)
        buildData(builder, place);
      return;
    }
    if (facts.hasPadding(step) == Truth::No)
      return buildStep(builder, step - 1, place);
    IntegerSet fromBefore = facts.getDataCondition(step);

    bool hasEarlier = buildData || step > firstStep;
    if (!hasEarlier && fromBefore.getNumConstraints() == 1 &&
        !fromBefore.isEq(0)) {
      // not (e >= 0) is -e - 1 >= 0.
      IntegerSet isPadding =
          IntegerSet::get(fromBefore.getNumDims(), fromBefore.getNumSymbols(),
                          simplifyAffineExpr(-fromBefore.getConstraint(0) - 1,
                                             fromBefore.getNumDims(),
                                             fromBefore.getNumSymbols()),
                          /*eqFlags=*/false);
      return buildBranch(
          builder, loc, isPadding, place, extents,
          [&](OpBuilder &inside) { buildStore(inside, step, place); },
          /*otherwise=*/{});
    }
    auto buildPadding = [&](OpBuilder &inside) {
      buildStore(inside, step, place);
    };
    buildBranch(
        builder, loc, fromBefore, place, extents,
        [&](OpBuilder &inside) { buildStep(inside, step - 1, place); },
        isWritten(step) ? function_ref<void(OpBuilder &)>(buildPadding)
                        : nullptr);
  }

  void buildStore(OpBuilder &builder, unsigned step, ValueRange place) {
    Value value = constants[step];
    PadAttr pad = layout.getPads()[step - 1];
    AffineMap map = builder.getMultiDimIdentityMap(place.size());
    SmallVector<Value> dims(place);
    // As one map, which later passes read, where that is short.
    auto apply = [&](AffineMap next) {
      AffineMap composed = composeShort(next, map);
      if (!composed)
        dims = *buildArithmetic(builder, loc, map, dims);
      map = composed ? composed : next;
    };
    if (pad.getMap()) {
      apply(facts.getMapToStep(step));
      apply(pad.getMap());
    }
    if (pad.getKind() == PadKind::Value)
      value = buildNumber(builder, map, dims);
    if (pad.isCopy()) {
      apply(facts.getMapFromStep(step));
      value = buildLoad(builder, loc, physical, map, dims);
    }
    layout::buildStore(builder, loc, value, physical,
                       builder.getMultiDimIdentityMap(place.size()), place);
  }

  /// The value of a one-result map, in the element type.
  Value buildNumber(OpBuilder &builder, AffineMap number, ValueRange place) {
    Value index = buildIndex(builder, loc, number, place);
    Type element = type.getElementType();
    if (element.isIndex())
      return index;
    if (isa<IntegerType>(element))
      return arith::IndexCastOp::create(builder, loc, element, index);
    Value integer =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
    // sitofp to a float of a byte or less has no lowering to LLVM, and truncf
    // to most of them neither: their bits are made of those of an f32.
    if (!isSmallFloat(element))
      return arith::SIToFPOp::create(builder, loc, element, integer);
    ImplicitLocOpBuilder inside(loc, builder);
    return buildSmallFloat(inside, integer, cast<FloatType>(element));
  }

  Location loc;
  Value physical;
  MemRefType type;
  ValueRange extents; ///< values of the parameters
  BufferAttr layout;
  const PhysicalLayout &facts;
  PadGroup group;
  BuildData buildData;
  unsigned firstStep = 0;
  SmallVector<Value> constants;
};

} // namespace

bool layout::hasPadOfGroup(MemRefType type, PadGroup group) {
  BufferAttr layout = getLayoutToApply(type);
  if (!layout || !layout.holdsSomething())
    return false;
  const PhysicalLayout &facts = getPhysicalLayout(type);
  for (unsigned step = 1; step <= facts.getNumSteps(); ++step)
    if (isInGroup(layout.getPads()[step - 1], group) &&
        facts.hasPadding(step) != Truth::No)
      return true;
  return false;
}

bool layout::holdsSomething(MemRefType type) {
  return hasPadOfGroup(type, PadGroup::ConstantAndValue) ||
         hasPadOfGroup(type, PadGroup::Copy);
}

LogicalResult
layout::planPadStage(MemRefType type,
                     function_ref<InFlightDiagnostic()> emitError) {
  if (!holdsSomething(type))
    return success();
  const PhysicalLayout &facts = getPhysicalLayout(type);
  if (!facts.getInverse())
    return emitError() << "cannot write the padding of " << type
                       << " without an inverse of its map; state one in the "
                          "index_map, or pad<none> or pad<undef>: "
                       << facts.getWhyNoInverse();
  for (unsigned step = 1; step <= facts.getNumSteps(); ++step)
    if (!facts.getDataCondition(step))
      return emitError()
             << "cannot write the padding of " << type
             << ": cannot determine which elements are padding of step " << step
             << "; state pad<none> or pad<undef>";
  return success();
}

void layout::buildPadStage(OpBuilder &builder, Location loc, Value physical,
                           MemRefType type, ValueRange extents,
                           PadGroup group) {
  PadStageBuilder(loc, physical, type, extents, group).build(builder);
}

void layout::buildFillNest(OpBuilder &builder, Location loc, Value physical,
                           MemRefType type, ValueRange extents,
                           BuildData buildData) {
  PadStageBuilder(loc, physical, type, extents, PadGroup::ConstantAndValue,
                  buildData)
      .build(builder);
}
