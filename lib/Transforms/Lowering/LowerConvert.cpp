//===- LowerConvert.cpp - Lowering of layout.convert to loops -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion becomes loops over the physical indices of its destination:
//
//     layout.convert ins(%a : memref<14xf32>) outs(%b : memref<14xf32, #L>)
// ->  for %io = 0 to 4
//       for %ii = 0 to 4
//         if 4 * %io + %ii < 14 { b[%io, %ii] = a[4 * %io + %ii] }
//         else { b[%io, %ii] = the pad }
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Lowering/LowerConvert.h"

#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Storage/PadStage.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Storage/LogicalExtents.h"
#include "Transforms/Support/BoxLoops.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTLOWERCONVERT
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the loops can traverse the destination in physical order,
/// which writes contiguous memory, and its padding in the same pass. Each slot
/// must tell its element (the inverse), and whether it holds one (conditions).
static bool isTraversedPhysically(MemRefType dest) {
  if (!isLaidOut(dest) || !getPhysicalLayout(dest).getInverse())
    return false;
  const PhysicalLayout &facts = getPhysicalLayout(dest);
  // A step that adds no padding has one, too.
  for (unsigned step = 1; step <= facts.getNumSteps(); ++step)
    if (!facts.getDataCondition(step))
      return false;
  return true;
}

/// Builds loops over the physical indices of the destination: a slot that holds
/// data gets the element that the inverse map says, a slot of padding its pad.
static void fillPhysically(OpBuilder &builder, ConvertOp convert,
                           MemRefType dest) {
  Location loc = convert.getLoc();
  AffineMap inverse = getPhysicalLayout(dest).getInverse();
  Value physical = AsPhysicalOp::create(builder, loc, getPhysicalType(dest),
                                        convert.getDest());
  SmallVector<Value> extents = buildExtents(builder, loc, convert.getDest());
  AffineMap same = builder.getMultiDimIdentityMap(inverse.getNumDims());
  buildFillNest(builder, loc, physical, dest, extents,
                [&](OpBuilder &nested, ValueRange place) {
                  Value element = buildLoad(nested, loc, convert.getSource(),
                                            inverse, place);
                  buildStore(nested, loc, element, physical, same, place);
                });
  // Copying pads after the loops: the slots that they copy from are written
  // then.
  buildPadStage(builder, loc, physical, dest, extents, PadGroup::Copy);
}

/// Returns true if both sides have one layout, so that the storage can be
/// copied as it is. Its padding is copied with it, and holds what both types
/// state; so that of pad<none>, which must not be read, excludes it. Where
/// padding holds nothing and is more than half of the storage, copying elements
/// is less work.
static bool isStorageCopy(MemRefType source, MemRefType dest) {
  if (!isLaidOut(dest) || getLayoutToApply(source) != getLayoutToApply(dest) ||
      source.getShape() != dest.getShape() || findStepWithoutPad(dest))
    return false;
  MemRefType physical = getPhysicalType(dest);
  constexpr int64_t most = 2;
  return holdsSomething(dest) || !dest.hasStaticShape() ||
         physical.getNumElements() <= most * dest.getNumElements();
}

/// Builds loops that copy all slots, padding included.
static void copyStorage(OpBuilder &builder, ConvertOp convert,
                        MemRefType dest) {
  Location loc = convert.getLoc();
  MemRefType type = getPhysicalType(dest);
  Value from = AsPhysicalOp::create(builder, loc, type, convert.getSource()),
        to = AsPhysicalOp::create(builder, loc, type, convert.getDest());
  SmallVector<Value> extents = buildPhysicalExtents(
      builder, loc, dest, buildExtents(builder, loc, convert.getDest()));
  AffineMap same = builder.getMultiDimIdentityMap(type.getRank());
  buildBoxLoops(builder, loc,
                Box::ofShape(type.getShape(), builder.getContext()), extents,
                [&](OpBuilder &nested, ValueRange place) {
                  Value element = buildLoad(nested, loc, from, same, place);
                  buildStore(nested, loc, element, to, same, place);
                });
}

/// Builds loops over the logical index. For a plain destination this is its
/// physical order, and a layout without an inverse leaves no other way: it has
/// no padding to write, as `planPadStage` refuses a pad without an inverse.
static void copyLogically(OpBuilder &builder, ConvertOp convert,
                          MemRefType dest) {
  Location loc = convert.getLoc();
  Box box = Box::ofShape(dest.getShape(), dest.getContext());
  AffineMap same = builder.getMultiDimIdentityMap(dest.getRank());
  SmallVector<Value> extents = buildExtents(builder, loc, convert.getDest());
  buildBoxLoops(
      builder, loc, box, extents, [&](OpBuilder &nested, ValueRange index) {
        Value element =
            buildLoad(nested, loc, convert.getSource(), same, index);
        buildStore(nested, loc, element, convert.getDest(), same, index);
      });
}

/// States after the loops that the padding of `dest` holds its pad: the loops
/// store to physical slots, from which analyses cannot see it.
static void statePadding(OpBuilder &builder, Location loc, Value dest) {
  auto type = cast<MemRefType>(dest.getType());
  if (!holdsSomething(type))
    return;
  Value physical =
      AsPhysicalOp::create(builder, loc, getPhysicalType(type), dest);
  AssumePaddingOp::create(builder, loc, physical,
                          buildExtents(builder, loc, dest),
                          TypeAttr::get(type));
}

namespace {

class LayoutLowerConvertPass
    : public layout::impl::LayoutLowerConvertBase<LayoutLowerConvertPass> {
public:
  using LayoutLowerConvertBase::LayoutLowerConvertBase;

  void runOnOperation() override {
    SmallVector<ConvertOp> converts;
    bool hasErrors = false;
    StorageAliases storage(getOperation());
    getOperation().walk([&](ConvertOp convert) {
      converts.push_back(convert);
      hasErrors |= failed(planLowerConvert(
          convert, storage, [&] { return convert.emitOpError(); }));
    });
    if (hasErrors)
      return signalPassFailure();
    if (converts.empty())
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (ConvertOp convert : converts) {
      Location loc = convert.getLoc();
      Value dest = convert.getDest();
      // The facts go after the loops, before the next op: a block of an unknown
      // op may end with the conversion.
      Block *block = convert->getBlock();
      Operation *next = convert->getNextNode();
      applyLowerConvert(rewriter, convert);
      rewriter.setInsertionPoint(block,
                                 next ? next->getIterator() : block->end());
      statePadding(rewriter, loc, dest);
      remarkDone(loc, "layout-lower-convert/lowered")
          << "the conversion is now a loop nest";
    }
  }
};

} // namespace

LogicalResult
layout::planLowerConvert(ConvertOp convert, StorageQuery mayBeOneStorage,
                         function_ref<InFlightDiagnostic()> emitError) {
  if (!convert.isOnBuffers())
    return emitError() << "converts tensors, which cannot become loops; "
                          "run layout-bufferize first";
  auto source = cast<MemRefType>(convert.getSource().getType());
  auto dest = cast<MemRefType>(convert.getDest().getType());
  if (failed(verifyLaidOutType(source, emitError)) ||
      failed(verifyLaidOutType(dest, emitError)))
    return failure();
  // In place, an element would be overwritten before it is read.
  if (getLayoutToApply(source) != getLayoutToApply(dest) &&
      mayBeOneStorage(convert.getSource(), convert.getDest()))
    return emitError() << "may convert a buffer in place, from " << source
                       << " to " << dest << "; convert into another buffer";
  return planPadStage(dest, emitError);
}

void layout::applyLowerConvert(RewriterBase &rewriter, ConvertOp convert) {
  rewriter.setInsertionPoint(convert);
  auto dest = cast<MemRefType>(convert.getDest().getType());
  if (convert.getSource() == convert.getDest()) {
    // A conversion of a buffer to itself moves nothing, but still guarantees
    // the padding of its destination.
    if (isTraversedPhysically(dest)) {
      Value physical = AsPhysicalOp::create(
          rewriter, convert.getLoc(), getPhysicalType(dest), convert.getDest());
      SmallVector<Value> extents =
          buildExtents(rewriter, convert.getLoc(), convert.getDest());
      for (PadGroup group : {PadGroup::ConstantAndValue, PadGroup::Copy})
        buildPadStage(rewriter, convert.getLoc(), physical, dest, extents,
                      group);
    }
  } else if (isStorageCopy(cast<MemRefType>(convert.getSource().getType()),
                           dest)) {
    copyStorage(rewriter, convert, dest);
  } else if (isTraversedPhysically(dest)) {
    fillPhysically(rewriter, convert, dest);
  } else {
    copyLogically(rewriter, convert, dest);
  }
  rewriter.eraseOp(convert);
}
