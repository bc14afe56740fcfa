//===- StructuredModels.cpp - Propagation models of linalg ops ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LayoutPropagation.h"
#include "Layout/IR/UnitLoops.h"
#include "Models.h"
#include "PadFolding.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Matches the dimensions of the tensors of a structured op by its loops.
class LoopMatcher {
public:
  explicit LoopMatcher(linalg::LinalgOp op)
      : op(op), iterators(op.getIteratorTypesArray()) {}

  /// Nullopt if an op computes with more than one tensor what it sums up: such
  /// ops are fast in few layouts, and `layout-choose` says in which.
  std::optional<TensorLinks> match() {
    if (!op.hasPureTensorSemantics() || op->getNumResults() == 0)
      return std::nullopt;
    links.wholeDims.resize(op.getNumLoops());
    if (!matchInputs())
      return std::nullopt;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      std::optional<MatchedDims> dims = matchDims(init);
      // What `matchDims` takes for a constant is the only index.
      if (!dims || !op.getMatchingIndexingMap(&init).isProjectedPermutation(
                       /*allowZeroInResults=*/true))
        return std::nullopt;
      OpResult result = op.getTiedOpResult(&init);
      links.operands.push_back(
          {&init, *dims, result, op.payloadUsesValueFromOperand(&init)});
      links.values.push_back({result, *dims});
    }
    links.isDataMovement = isDataMovement();
    return links;
  }

private:
  bool matchInputs() {
    unsigned numSummed = 0;
    for (OpOperand *input : op.getDpsInputOperands()) {
      bool isUsed = op.payloadUsesValueFromOperand(input);
      // Of a window only the shape counts.
      if (!isa<RankedTensorType>(input->get().getType()) ||
          (!isUsed && op.getNumReductionLoops() > 0))
        continue;
      AffineMap map = op.getMatchingIndexingMap(input);
      for (auto [loop, iterator] : llvm::enumerate(iterators))
        if (iterator != utils::IteratorType::parallel &&
            map.isFunctionOfDim(loop)) {
          ++numSummed;
          break;
        }
      if (std::optional<MatchedDims> dims = matchDims(*input))
        links.operands.push_back({input, *dims});
    }
    return numSummed == (op.getNumReductionLoops() > 0 ? 1 : 0);
  }

  /// Returns true if each element of the result is one of the only input, and
  /// the other way round, at another index. Upstream folds a copy that changes
  /// nothing to its operand, whatever layouts it has.
  bool isDataMovement() {
    auto yielded =
        dyn_cast<BlockArgument>(op.getBlock()->getTerminator()->getOperand(0));
    if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 || !yielded ||
        yielded != op.getMatchingBlockArgument(op.getDpsInputOperand(0)))
      return false;
    AffineMap input = getMapWithUnitLoops(op, *op.getDpsInputOperand(0));
    AffineMap result = getMapWithUnitLoops(op, *op.getDpsInitOperand(0));
    return input != result && input.isPermutation() && result.isPermutation();
  }

  std::optional<MatchedDims> matchDims(OpOperand &operand) {
    MatchedDims dims;
    llvm::SmallBitVector whole = links.wholeDims, seen(op.getNumLoops());
    AffineMap map = getMapWithUnitLoops(op, operand);
    for (auto [d, expr] : llvm::enumerate(map.getResults())) {
      if (isUnitIndex(operand, map, d)) {
        dims.emplace_back();
        continue;
      }
      std::optional<unsigned> loop = findLoop(expr);
      if (!loop || seen.test(*loop))
        return std::nullopt;
      seen.set(*loop);
      dims.push_back({int64_t(*loop)});
      if (!isa<AffineDimExpr>(expr))
        whole.set(*loop);
    }
    links.wholeDims = whole;
    return dims;
  }

  /// The loop by which a dimension is indexed; in a window, the one over
  /// windows.
  std::optional<unsigned> findLoop(AffineExpr expr) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return dim.getPosition();
    std::optional<unsigned> found;
    for (auto [loop, iterator] : llvm::enumerate(iterators)) {
      if (iterator != utils::IteratorType::parallel ||
          !expr.isFunctionOfDim(loop))
        continue;
      if (found)
        return std::nullopt;
      found = loop;
    }
    return found;
  }

  linalg::LinalgOp op;
  SmallVector<utils::IteratorType> iterators;
  TensorLinks links;
};

struct StructuredModel
    : public LayoutPropagationOpInterface::ExternalModel<StructuredModel,
                                                         linalg::LinalgOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    std::optional<TensorLinks> links =
        LoopMatcher(cast<linalg::LinalgOp>(op)).match();
    return links ? SmallVector<TensorLinks>{*links}
                 : SmallVector<TensorLinks>();
  }
  SmallVector<PadAttr> foldPads(Operation *op, const TensorLinks &links,
                                ArrayRef<PadAttr> pads) const {
    return foldBody(cast<linalg::LinalgOp>(op), links, pads);
  }
  PadAttr getWantedPad(Operation *op, OpOperand &operand) const {
    return getNeutralPad(cast<linalg::LinalgOp>(op), operand);
  }
};

/// Every op that is a `linalg::LinalgOp`. Applied to each dialect when it is
/// loaded, after the models of single ops.
class StructuredModels : public DialectExtensionBase {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StructuredModels)

  StructuredModels() : DialectExtensionBase(ArrayRef<StringRef>()) {}

  void apply(MLIRContext *context,
             MutableArrayRef<Dialect *> dialects) const final {
    for (Dialect *dialect : dialects)
      for (RegisteredOperationName name : context->getRegisteredOperations())
        if (&name.getDialect() == dialect &&
            name.hasInterface<linalg::LinalgOp>() &&
            !name.hasInterface<LayoutPropagationOpInterface>())
          name.attachInterface<StructuredModel>();
  }
  std::unique_ptr<DialectExtensionBase> clone() const final {
    return std::make_unique<StructuredModels>();
  }
};

} // namespace

void layout::registerStructuredModels(DialectRegistry &registry) {
  registry.addExtensions<StructuredModels>();
}
