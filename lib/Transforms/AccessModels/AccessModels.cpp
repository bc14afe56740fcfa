//===- AccessModels.cpp - What upstream's ops do to buffers ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/AccessModels/AccessModels.h"

#include "Layout/IR/LayoutAccess.h"
#include "Models.h"
#include "Transforms/Lowering/LowerLinalg.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A structured op: its indexing maps say what it touches.
struct StructuredModel
    : public LayoutAccessOpInterface::ExternalModel<StructuredModel,
                                                    linalg::LinalgOp> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    auto structured = cast<linalg::LinalgOp>(op);
    OperandAccess access;
    access.reach = OperandAccess::Reach::Elements;
    access.reads = structured.isDpsInput(&operand) ||
                   structured.payloadUsesValueFromOperand(&operand);
    access.writes = structured.isDpsInit(&operand);
    access.map = structured.getMatchingIndexingMap(&operand);
    access.lanes = structured.getStaticLoopRanges();
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op) const {
    assert(cast<linalg::LinalgOp>(op).hasPureBufferSemantics() &&
           "linalg ops do not mix tensors and buffers");
    return success();
  }
  void decompose(Operation *op, RewriterBase &rewriter) const {
    lowerLinalg(rewriter, cast<linalg::LinalgOp>(op));
  }
};

/// An op of upstream's that has `MemRefsNormalizable` and does look at the
/// layout, as a DMA, or that is no access but hands the buffer on.
struct RefusedModel
    : public LayoutAccessOpInterface::ExternalModel<RefusedModel,
                                                    memref::CastOp> {
  OperandAccess getAccess(Operation *, OpOperand &) const { return {}; }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Refused;
  }
};

/// Ops of `dialect` of which nothing is told yet.
void forEachUndescribed(MLIRContext *context, Dialect &dialect,
                        function_ref<void(RegisteredOperationName)> visit) {
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (&name.getDialect() == &dialect &&
        !name.hasInterface<LayoutAccessOpInterface>())
      visit(name);
}

/// What is told of ops by another interface or trait of theirs. Applied to each
/// dialect when it is loaded, behind what is told of single ops.
class GenericModels : public DialectExtensionBase {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GenericModels)

  GenericModels() : DialectExtensionBase(ArrayRef<StringRef>()) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const final {
    for (Dialect *dialect : dialects)
      forEachUndescribed(context, *dialect, [](RegisteredOperationName name) {
        if (name.hasInterface<linalg::LinalgOp>())
          name.attachInterface<StructuredModel>();
      });
  }
  std::unique_ptr<DialectExtensionBase> clone() const final {
    return std::make_unique<GenericModels>();
  }
};

/// Ops that have the trait and of which nothing else was told.
template <typename DialectT>
void refuseByTrait(MLIRContext *context, DialectT *dialect) {
  forEachUndescribed(context, *dialect, [](RegisteredOperationName name) {
    if (name.hasTrait<OpTrait::MemRefsNormalizable>())
      name.attachInterface<RefusedModel>();
  });
}

} // namespace

void layout::registerLayoutAccessExternalModels(DialectRegistry &registry) {
  registerElementModels(registry);
  registerVectorModels(registry);
  registerWholeModels(registry);
  registry.addExtensions<GenericModels>();
  // Extensions are applied in this order.
  registry.addExtension(&refuseByTrait<affine::AffineDialect>);
  registry.addExtension(&refuseByTrait<func::FuncDialect>);
  registry.addExtension(&refuseByTrait<memref::MemRefDialect>);
}
