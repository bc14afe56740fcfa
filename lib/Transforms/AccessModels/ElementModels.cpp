//===- ElementModels.cpp - Models of element accesses ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/AffineIndices.h"
#include "Models.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What an access to one element does to it.
enum class ElementUse { Names, Reads, Writes, Updates };

} // namespace

static constexpr bool doesRead(ElementUse use) {
  return use == ElementUse::Reads || use == ElementUse::Updates;
}
static constexpr bool doesWrite(ElementUse use) {
  return use == ElementUse::Writes || use == ElementUse::Updates;
}

static Operation *buildIndexed(OpBuilder &builder, affine::AffineLoadOp load,
                               Value buffer, ValueRange indices) {
  return memref::LoadOp::create(builder, load.getLoc(), buffer, indices);
}
static Operation *buildIndexed(OpBuilder &builder, affine::AffineStoreOp store,
                               Value buffer, ValueRange indices) {
  return memref::StoreOp::create(builder, store.getLoc(),
                                 store.getValueToStore(), buffer, indices);
}
static Operation *buildIndexed(OpBuilder &builder,
                               affine::AffinePrefetchOp prefetch, Value buffer,
                               ValueRange indices) {
  return memref::PrefetchOp::create(
      builder, prefetch.getLoc(), buffer, indices, prefetch.getIsWrite(),
      prefetch.getLocalityHint(), prefetch.getIsDataCache());
}

static bool areAffineOperands(Operation *op, const NewPlace &place) {
  Region *scope = affine::getAffineScope(op);
  unsigned numDims = place.map.getNumDims();
  return llvm::all_of(place.operands.take_front(numDims),
                      [&](Value v) { return mayBeAffineDim(v, scope); }) &&
         llvm::all_of(place.operands.drop_front(numDims),
                      [&](Value v) { return mayBeAffineSymbol(v, scope); });
}

/// An access by index values.
template <typename Access>
static void redirectElement(Access access, RewriterBase &rewriter,
                            OpOperand &operand, const NewPlace &place) {
  redirectIndices(rewriter, operand, access.getIndicesMutable(), place);
  if constexpr (llvm::is_one_of<Access, memref::LoadOp, memref::StoreOp>::value)
    if (!place.isSameAddress)
      rewriter.modifyOpInPlace(access, [&] { access.removeAlignmentAttr(); });
}

/// An access by an affine map. It stays one where the new place is affine.
template <typename Access>
static void redirectAffine(Access access, RewriterBase &rewriter,
                           OpOperand &operand, const NewPlace &place) {
  if (areAffineOperands(access, place))
    return rewriter.modifyOpInPlace(access, [&] {
      operand.set(place.buffer);
      access.getIndicesMutable().assign(place.operands);
      access.setMap(place.map);
    });
  rewriter.setInsertionPoint(access);
  Operation *indexed = buildIndexed(
      rewriter, access, place.buffer,
      buildIndices(rewriter, access.getLoc(), place.map, place.operands));
  indexed->setDiscardableAttrs(access->getDiscardableAttrDictionary());
  rewriter.replaceOp(access, indexed);
}

namespace {

/// An access to one element, by index values or by an affine map.
template <typename Access, ElementUse use>
struct ElementModel
    : public LayoutAccessOpInterface::ExternalModel<ElementModel<Access, use>,
                                                    Access> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    auto access = cast<Access>(op);
    if (!isAccessed(access, operand))
      return {};
    if constexpr (isAffine)
      return OperandAccess::element(access.getAffineMap(),
                                    access.getMapOperands(), doesRead(use),
                                    doesWrite(use));
    else
      return OperandAccess::element(access.getIndices(), op->getContext(),
                                    doesRead(use), doesWrite(use));
  }
  LayoutRewrite getLayoutRewrite(Operation *op, OpOperand &operand) const {
    return isAccessed(cast<Access>(op), operand) ? LayoutRewrite::Indices
                                                 : LayoutRewrite::Refused;
  }
  void redirect(Operation *op, RewriterBase &rewriter, OpOperand &operand,
                const NewPlace &place) const {
    if constexpr (isAffine)
      redirectAffine(cast<Access>(op), rewriter, operand, place);
    else
      redirectElement(cast<Access>(op), rewriter, operand, place);
  }

private:
  static constexpr bool isAffine =
      llvm::is_one_of<Access, affine::AffineLoadOp, affine::AffineStoreOp,
                      affine::AffinePrefetchOp>::value;
  /// Another memref among the operands is the value that is stored.
  static bool isAccessed(Access access, OpOperand &operand) {
    return &operand == &access.getMemrefMutable();
  }
};

} // namespace

template <ElementUse use, typename... Ops>
static void attach(MLIRContext *context) {
  (Ops::template attachInterface<ElementModel<Ops, use>>(*context), ...);
}

void layout::registerElementModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    attach<ElementUse::Reads, memref::LoadOp>(context);
    attach<ElementUse::Writes, memref::StoreOp>(context);
    attach<ElementUse::Updates, memref::AtomicRMWOp,
           memref::GenericAtomicRMWOp>(context);
    attach<ElementUse::Names, memref::PrefetchOp>(context);
  });
  registry.addExtension(+[](MLIRContext *context, affine::AffineDialect *) {
    attach<ElementUse::Reads, affine::AffineLoadOp>(context);
    attach<ElementUse::Writes, affine::AffineStoreOp>(context);
    attach<ElementUse::Names, affine::AffinePrefetchOp>(context);
  });
}
