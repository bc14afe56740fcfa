//===- VectorizeElements.cpp - Buffers of vectors -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     vector.load %a[%i, 0] : memref<8x4xf32>, vector<4xf32>
// ->  memref.load %a[%i] : memref<8xvector<4xf32>>
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Textures/VectorizeElements.h"

#include "Layout/IR/Texture.h"
#include "Layout/Transforms/Passes.h"
#include "Transforms/Flatten/WholeAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTVECTORIZEELEMENTS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Bytes of one element, or fewer where the target decides.
static int64_t getElementBytes(Type element) {
  return element.isIndex() ? 4 : element.getIntOrFloatBitWidth() / 8;
}

namespace {

/// An address in a buffer of vectors, and the requested alignment.
struct Row {
  Value memref;
  SmallVector<Value> indices; ///< without the innermost one
  OpFoldResult element;       ///< the innermost one
};

class ElementVectorizer {
public:
  explicit ElementVectorizer(MLIRContext *context) : rewriter(context) {}

  void run(const VectorizeElementsPlan &plan) {
    for (Operation *fact : plan.facts)
      rewriter.eraseOp(fact);
    for (Operation *dim : plan.dims)
      rewriteDim(cast<memref::DimOp>(dim));
    for (Value value : plan.changed)
      change(value);
    for (Value value : plan.viewed)
      view(value);
    for (TracedFunction function : plan.functions)
      changeFunction(function);
    for (const VectorizeElementsPlan::Access &access : plan.accesses)
      rewriteAccess(access);
  }

private:
  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  void change(Value value) {
    auto type = cast<MemRefType>(value.getType());
    value.setType(getVectorizedType(type));
    int64_t bytes =
        type.getShape().back() * (type.getElementType().isIndex()
                                      ? 8
                                      : getElementBytes(type.getElementType()));
    auto align = [&](auto allocation) {
      int64_t stated = allocation.getAlignment().value_or(1);
      allocation.setAlignment(std::max(stated, bytes));
    };
    Operation *op = value.getDefiningOp();
    if (auto alloc = dyn_cast_or_null<memref::AllocOp>(op))
      align(alloc);
    else if (auto alloca = dyn_cast_or_null<memref::AllocaOp>(op))
      align(alloca);
  }

  void view(Value value) {
    auto type = cast<MemRefType>(value.getType());
    rewriter.setInsertionPointAfterValue(value);
    auto view = vector::TypeCastOp::create(rewriter, value.getLoc(),
                                           getVectorizedType(type), value);
    rewriter.replaceUsesWithIf(value, view.getResult(), [&](OpOperand &use) {
      return !isa<vector::TypeCastOp, memref::DimOp, memref::DeallocOp>(
          use.getOwner());
    });
  }

  void changeFunction(TracedFunction function) {
    if (function.isExternal())
      return changeDeclaration(function);
    SmallVector<Type> results(function.getResultTypes());
    for (Block &block : function.getFunctionBody())
      if (auto ret = dyn_cast<func::ReturnOp>(block.getTerminator()))
        results.assign(ret->operand_type_begin(), ret->operand_type_end());
    function.setType(FunctionType::get(
        rewriter.getContext(),
        llvm::map_to_vector(function.getArguments(),
                            [](Value value) { return value.getType(); }),
        results));
  }

  /// Only textures change where there is no body.
  void changeDeclaration(TracedFunction function) {
    auto change = [](Type type) -> Type {
      return hasChannelAxis(type) ? getVectorizedType(cast<MemRefType>(type))
                                  : type;
    };
    function.setType(FunctionType::get(
        rewriter.getContext(),
        llvm::map_to_vector(function.getArgumentTypes(), change),
        llvm::map_to_vector(function.getResultTypes(), change)));
  }

  /// Outer extents stay what they are.
  void rewriteDim(memref::DimOp dim) {
    auto type = cast<MemRefType>(dim.getSource().getType());
    int64_t axis = *dim.getConstantIndex();
    if (axis >= 0 && axis + 1 < type.getRank())
      return;
    // Out of range, the result is undefined: any size will do.
    rewriter.setInsertionPoint(dim);
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(dim,
                                                        type.getShape().back());
  }

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  void rewriteAccess(const VectorizeElementsPlan::Access &access) {
    Operation *op = access.op;
    rewriter.setInsertionPoint(op);
    isAligned = access.isAligned;
    if (!access.elements.empty())
      return mergeStores(op, access.elements);
    TypeSwitch<Operation *>(op)
        .Case<memref::LoadOp, affine::AffineLoadOp>([&](auto load) {
          Row row = getRow(load);
          row.element = getElement(load, row.element);
          Value vector = buildLoad(op->getLoc(), row);
          rewriter.replaceOpWithNewOp<vector::ExtractOp>(op, vector,
                                                         row.element);
        })
        .Case<vector::LoadOp, affine::AffineVectorLoadOp,
              vector::TransferReadOp>([&](auto load) {
          rewriter.replaceOp(op, buildLoad(op->getLoc(), getRow(load)));
        })
        .Case<vector::StoreOp, affine::AffineVectorStoreOp>([&](auto store) {
          buildStore(op->getLoc(), store.getValueToStore(), getRow(store));
          rewriter.eraseOp(op);
        })
        .Case([&](vector::TransferWriteOp write) {
          buildStore(op->getLoc(), write.getVector(), getRow(write));
          rewriter.eraseOp(op);
        })
        .Case([&](linalg::FillOp fill) { rewriteFill(fill); })
        .Case([&](memref::CopyOp copy) { rewriteCopy(copy); });
  }

  /// The element of its vector that `load` reads, as a constant if it is one.
  /// What is outside is never read: any element will do.
  OpFoldResult getElement(Operation *load, OpFoldResult otherwise) {
    std::optional<int64_t> element = getElementOfRow(load);
    if (!element)
      return otherwise;
    auto memref = cast<MemRefType>(load->getOperand(0).getType());
    int64_t size = cast<VectorType>(memref.getElementType()).getNumElements();
    bool isInside = *element >= 0 && *element < size;
    return rewriter.getIndexAttr(isInside ? *element : 0);
  }

  /// All stores happen at the last of them.
  void mergeStores(Operation *last, ArrayRef<Operation *> stores) {
    SmallVector<Value> elements = llvm::map_to_vector(
        stores, [](Operation *store) { return store->getOperand(0); });
    Row row = isa<memref::StoreOp>(last)
                  ? getRow(cast<memref::StoreOp>(last))
                  : getRow(cast<affine::AffineStoreOp>(last));
    auto type = cast<MemRefType>(row.memref.getType()).getElementType();
    Value vector = vector::FromElementsOp::create(
        rewriter, last->getLoc(), cast<VectorType>(type), elements);
    buildStore(last->getLoc(), vector, row);
    for (Operation *store : stores)
      rewriter.eraseOp(store);
  }

  template <typename Access>
  static Value getMemRef(Access access) {
    if constexpr (llvm::is_one_of<Access, vector::LoadOp, vector::StoreOp,
                                  vector::TransferReadOp,
                                  vector::TransferWriteOp>::value)
      return access.getBase();
    else
      return access.getMemRef();
  }

  template <typename Access>
  Row getRow(Access access) {
    Row row;
    row.memref = getMemRef(access);
    SmallVector<OpFoldResult> indices;
    if constexpr (llvm::is_one_of<Access, affine::AffineLoadOp,
                                  affine::AffineStoreOp,
                                  affine::AffineVectorLoadOp,
                                  affine::AffineVectorStoreOp>::value)
      indices = affine::makeComposedFoldedMultiResultAffineApply(
          rewriter, access.getLoc(), access.getAffineMap(),
          getAsOpFoldResult(SmallVector<Value>(access.getMapOperands())));
    else
      indices = getAsOpFoldResult(SmallVector<Value>(access.getIndices()));
    row.element = indices.pop_back_val();
    row.indices =
        getValueOrCreateConstantIndexOp(rewriter, access.getLoc(), indices);
    return row;
  }

  /// What a load of a vector may take for granted: by default, the alignment of
  /// the element type of the buffer.
  llvm::MaybeAlign getAlignment(Value memref) const {
    if (isAligned)
      return {};
    auto vector =
        cast<VectorType>(cast<MemRefType>(memref.getType()).getElementType());
    return llvm::Align(getElementBytes(vector.getElementType()));
  }

  Value buildLoad(Location loc, const Row &row) {
    return memref::LoadOp::create(rewriter, loc, row.memref, row.indices,
                                  /*nontemporal=*/false,
                                  getAlignment(row.memref));
  }

  void buildStore(Location loc, Value vector, const Row &row) {
    memref::StoreOp::create(rewriter, loc, vector, row.memref, row.indices,
                            /*nontemporal=*/false, getAlignment(row.memref));
  }

  /// A loop nest over all vectors of a buffer.
  void buildLoops(Location loc, Value memref,
                  function_ref<void(ValueRange)> body) {
    SmallVector<Value> sizes = getValueOrCreateConstantIndexOp(
        rewriter, loc, memref::getMixedSizes(rewriter, loc, memref));
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    SmallVector<Value> zeros(sizes.size(), zero), ones(sizes.size(), one);
    OpBuilder::InsertionGuard guard(rewriter);
    scf::buildLoopNest(rewriter, loc, zeros, sizes, ones,
                       [&](OpBuilder &builder, Location, ValueRange index) {
                         rewriter.setInsertionPoint(
                             builder.getInsertionBlock(),
                             builder.getInsertionPoint());
                         body(index);
                       });
  }

  /// Ops on whole buffers rely on the alignment of the type.
  void rewriteFill(linalg::FillOp fill) {
    Location loc = fill.getLoc();
    Value memref = fill.getDpsInits().front();
    Value vector = vector::BroadcastOp::create(
        rewriter, loc, cast<MemRefType>(memref.getType()).getElementType(),
        fill.value());
    if (isAligned)
      linalg::FillOp::create(rewriter, loc, vector, memref);
    else
      buildLoops(loc, memref, [&](ValueRange index) {
        buildStore(loc, vector, {memref, SmallVector<Value>(index), {}});
      });
    rewriter.eraseOp(fill);
  }

  void rewriteCopy(memref::CopyOp copy) {
    if (isAligned)
      return;
    Location loc = copy.getLoc();
    buildLoops(loc, copy.getSource(), [&](ValueRange index) {
      SmallVector<Value> indices(index);
      Value vector = buildLoad(loc, {copy.getSource(), indices, {}});
      buildStore(loc, vector, {copy.getTarget(), indices, {}});
    });
    rewriter.eraseOp(copy);
  }

  IRRewriter rewriter;
  bool isAligned = false; ///< of the access at hand
};

class LayoutVectorizeElementsPass
    : public layout::impl::LayoutVectorizeElementsBase<
          LayoutVectorizeElementsPass> {
public:
  using LayoutVectorizeElementsBase::LayoutVectorizeElementsBase;

  void runOnOperation() override {
    VectorizeElementsOptions options;
    options.vectorSize = vectorSize;
    options.require = require;
    FailureOr<VectorizeElementsPlan> plan =
        planVectorizeElements(getOperation(), options);
    if (failed(plan))
      return signalPassFailure();
    if (plan->changed.empty() && plan->viewed.empty() &&
        plan->functions.empty())
      return markAllAnalysesPreserved();
    applyVectorizeElements(getOperation(), *plan);
  }
};

} // namespace

MemRefType layout::getVectorizedType(MemRefType type) {
  auto vector = VectorType::get(type.getShape().back(), type.getElementType());
  return MemRefType::get(type.getShape().drop_back(), vector,
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

void layout::applyVectorizeElements(ModuleOp module,
                                    const VectorizeElementsPlan &plan) {
  ElementVectorizer(module.getContext()).run(plan);
}
