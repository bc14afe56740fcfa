//===- AccessModels.cpp - Access models of upstream's ops -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/AccessModels/AccessModels.h"

#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/UnitLoops.h"
#include "Models.h"
#include "Transforms/Lowering/LowerLinalg.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if it is proven that the op touches each element of an operand,
/// for every shape. Its iterations are those that its operands have room for.
static bool coversOperand(OpOperand &operand, AffineMap map,
                          ArrayRef<int64_t> loopRanges) {
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return false;
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
    if (isa<AffineConstantExpr>(map.getResult(dim)) &&
        !isUnitIndex(operand, map, dim))
      return false;
  for (auto [loop, range] : llvm::enumerate(loopRanges))
    if (!map.isFunctionOfDim(loop) && range <= 0) // dynamic ones are negative
      return false;
  return true;
}

namespace {

/// A structured op: its indexing maps say what it touches.
struct StructuredModel
    : public LayoutAccessOpInterface::ExternalModel<StructuredModel,
                                                    linalg::LinalgOp> {
  OperandAccess getAccess(Operation *op, OpOperand &operand) const {
    auto structured = cast<linalg::LinalgOp>(op);
    // Of a window, for one, only the shape counts.
    bool reads = structured.payloadUsesValueFromOperand(&operand);
    bool writes = structured.isDpsInit(&operand);
    AffineMap map = structured.getMatchingIndexingMap(&operand);
    SmallVector<int64_t> ranges = structured.getStaticLoopRanges();
    if (coversOperand(operand, map, ranges))
      return OperandAccess::whole(reads, writes);
    OperandAccess access = OperandAccess::element(map, {}, reads, writes);
    access.lanes = std::move(ranges);
    return access;
  }
  LayoutRewrite getLayoutRewrite(Operation *, OpOperand &) const {
    return LayoutRewrite::Accesses;
  }
  LogicalResult verifyLayoutRewrite(Operation *op, StorageQuery) const {
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

} // namespace

/// Ops of `dialect` that have no model yet.
static void
forEachUndescribed(MLIRContext *context, Dialect &dialect,
                   function_ref<void(RegisteredOperationName)> visit) {
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (&name.getDialect() == &dialect &&
        !name.hasInterface<LayoutAccessOpInterface>())
      visit(name);
}

namespace {

/// Models of ops by another interface or trait that they have. Applied to each
/// dialect when it is loaded, after the models of single ops.
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

} // namespace

/// Ops that have the trait and no other model.
template <typename DialectT>
static void refuseByTrait(MLIRContext *context, DialectT *dialect) {
  forEachUndescribed(context, *dialect, [](RegisteredOperationName name) {
    if (name.hasTrait<OpTrait::MemRefsNormalizable>())
      name.attachInterface<RefusedModel>();
  });
}

void layout::registerLayoutAccessExternalModels(DialectRegistry &registry) {
  registerElementModels(registry);
  registerGpuModels(registry);
  registerVectorModels(registry);
  registerWholeModels(registry);
  registry.addExtensions<GenericModels>();
  // Extensions are applied in this order.
  registry.addExtension(&refuseByTrait<affine::AffineDialect>);
  registry.addExtension(&refuseByTrait<func::FuncDialect>);
  registry.addExtension(&refuseByTrait<memref::MemRefDialect>);
}
