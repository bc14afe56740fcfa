//===- Choose.cpp - Layouts for contractions ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction that gains gets conversions around it:
//
//     %r = linalg.matmul ins(%a, %b) outs(%c)
// ->  %0 = layout.convert %b : tensor<64x64xf32> to tensor<64x64xf32, #panels>
//     %1 = layout.convert %c : tensor<64x64xf32> to tensor<64x64xf32, #panels>
//     %2 = linalg.matmul ins(%a, %0) outs(%1)
//     %r = layout.convert %2 : tensor<64x64xf32, #panels> to tensor<64x64xf32>
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Propagate/Choose.h"

#include "ChooseBranches.h"
#include "ContractionDims.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutPropagation.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "LayoutGains.h"
#include "Transforms/Support/DecomposeAggregates.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCHOOSE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kPrefer = LayoutDialect::kPreferAttrName;

/// Results of a structured op lie as their destinations.
static ChosenLayouts getStructured(linalg::LinalgOp op,
                                   OperandLayouts layouts) {
  ChosenLayouts chosen{op, std::move(layouts), {}, {}};
  for (OpResult result : op->getResults())
    chosen.results.push_back(
        chosen.layouts[op.getTiedOpOperand(result)->getOperandNumber()]);
  return chosen;
}

static LogicalResult verifyLayout(Operation *op, Type type, BufferAttr layout) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !layout)
    return success();
  return verifyLaidOutType(tensor.cloneWithEncoding(layout),
                           [&] { return op->emitOpError(); });
}

/// Returns true if one of the tensors has an encoding that is no layout.
static bool hasForeignOperand(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding() && !getTensorEncoding(tensor);
  });
}

/// What is stated on the op; an error if it cannot be had.
static FailureOr<ChosenLayouts> readPreference(Operation *op) {
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  if (!linalg || !linalg.hasPureTensorSemantics())
    return op->emitOpError("cannot meet 'layout.prefer'; expects a structured "
                           "linalg op on tensors, as linalg.generic is; "
                           "other ops take the layouts of their operands and "
                           "users, by layout-reflow");
  // An encoding of another dialect says where elements are in terms that a
  // conversion cannot read.
  if (hasForeignOperand(op))
    return op->emitOpError("cannot meet 'layout.prefer', as a tensor of it has "
                           "an encoding of another dialect");
  OperandLayouts layouts;
  for (auto [layout, operand] : llvm::zip_equal(
           op->getAttrOfType<ArrayAttr>(kPrefer), op->getOperands())) {
    layouts.push_back(dyn_cast<BufferAttr>(layout));
    if (failed(verifyLayout(op, operand.getType(), layouts.back())))
      return failure();
  }
  return getStructured(linalg, std::move(layouts));
}

/// What an op of any dialect says of itself; nothing if it says nothing, an
/// error if it cannot be had.
static FailureOr<std::optional<ChosenLayouts>>
askOp(LayoutPropagationOpInterface op, std::string &why) {
  // The types of such an op state its layouts already.
  if (hasEncodedOperand(op))
    return std::optional<ChosenLayouts>();
  std::optional<SmallVector<BufferAttr>> wanted = op.getPreferredLayouts(why);
  if (!wanted)
    return std::optional<ChosenLayouts>();
  size_t numOperands = op->getNumOperands();
  assert(wanted->size() == numOperands + op->getNumResults() &&
         "expects a layout, or null, for each operand and each result");
  for (auto [value, layout] : llvm::zip_equal(
           llvm::concat<Value>(op->getOperands(), op->getResults()), *wanted))
    if (failed(verifyLayout(op, value.getType(), layout)))
      return failure();
  ArrayRef<BufferAttr> all = *wanted;
  return std::optional(
      ChosenLayouts{op,
                    OperandLayouts(all.take_front(numOperands)),
                    OperandLayouts(all.drop_front(numOperands)),
                    {}});
}

static FailureOr<std::optional<ChosenLayouts>>
chooseForContraction(linalg::LinalgOp op, bool reassociate,
                     const MovedConstants &moved, std::string &why) {
  if (!op.hasPureTensorSemantics())
    return std::optional<ChosenLayouts>();
  FailureOr<Target> target = getTarget(op);
  if (failed(target))
    return failure();
  if (hasEncodedOperand(op)) {
    why = "a tensor of it has a layout already";
    return std::optional<ChosenLayouts>();
  }
  std::optional<ContractionLayouts> found =
      findContractionLayouts(op, *target, moved, reassociate, why);
  if (!found)
    return std::optional<ChosenLayouts>();
  ChosenLayouts chosen = getStructured(op, std::move(found->layouts));
  chosen.work = found->work;
  chosen.constants = std::move(found->constants);
  chosen.unknownRows = std::move(found->unknownRows);
  chosen.loopOrder = findWindowFirstOrder(op, reassociate);
  return std::optional(std::move(chosen));
}

// Layouts are chosen on tensors only: on a buffer, a conversion would be a copy
// that no later pass can move or cancel.
static bool isContractionOfBuffers(Operation *op) {
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  return linalg && linalg.hasPureBufferSemantics() &&
         (linalg::isaContractionOpInterface(linalg) ||
          linalg::isaConvolutionOpInterface(linalg));
}

/// Nothing if none are chosen; `why` then says why, unless none were to be
/// expected.
static FailureOr<std::optional<ChosenLayouts>>
chooseFor(Operation *op, const ChooseOptions &options,
          const MovedConstants &moved, std::string &why) {
  // Its tensors have what was stated.
  if (op->hasAttrOfType<UnitAttr>(kPrefer))
    return std::optional<ChosenLayouts>();
  if (op->hasAttr(kPrefer)) {
    FailureOr<ChosenLayouts> preferred = readPreference(op);
    if (failed(preferred))
      return failure();
    return std::optional(std::move(*preferred));
  }
  FailureOr<std::optional<ChosenLayouts>> chosen =
      std::optional<ChosenLayouts>();
  if (options.layouts == LayoutChoice::None)
    return chosen;
  if (auto asked = dyn_cast<LayoutPropagationOpInterface>(op))
    chosen = askOp(asked, why);
  if (succeeded(chosen) && !*chosen && why.empty() && isContraction(op))
    return chooseForContraction(cast<linalg::LinalgOp>(op), options.reassociate,
                                moved, why);
  if (isContractionOfBuffers(op))
    why = "its operands are buffers, and only tensors are converted; run the "
          "pass before bufferization";
  // With one tensor as both factors, rows and columns of the product are one
  // dimension, and there is nothing to become lanes.
  if (succeeded(chosen) && !*chosen && why.empty() && addsUpSquares(op))
    why =
        "both factors are one tensor, with the same indices, so that it takes "
        "the layout of the ops around it";
  return chosen;
}

static FailureOr<std::vector<ChosenLayouts>>
planChoose(ModuleOp module, const ChooseOptions &options) {
  std::vector<ChosenLayouts> plan;
  MovedConstants moved(module);
  bool hasErrors = false;
  module.walk([&](Operation *op) {
    std::string why;
    FailureOr<std::optional<ChosenLayouts>> chosen =
        chooseFor(op, options, moved, why);
    hasErrors |= failed(chosen);
    if (failed(chosen))
      return;
    if (*chosen)
      plan.push_back(std::move(**chosen));
    else if (!why.empty())
      remarkMissed(op->getLoc(), "layout-choose/left")
          << "no layouts are chosen: " + why +
                 "; layout.prefer states them for an op";
  });
  if (hasErrors)
    return failure();
  return plan;
}

namespace {

class LayoutChoosePass
    : public layout::impl::LayoutChooseBase<LayoutChoosePass> {
public:
  using LayoutChooseBase::LayoutChooseBase;

  LogicalResult initialize(MLIRContext *context) override {
    return verifyThreads(
        threads, "layout-choose", [&](const Twine &message) -> LogicalResult {
          return emitError(UnknownLoc::get(context)) << message;
        });
  }

  void runOnOperation() override {
    FailureOr<bool> changes =
        chooseLayouts(getOperation(), {reassociate, layouts, threads});
    if (failed(changes))
      return signalPassFailure();
    if (!*changes)
      markAllAnalysesPreserved();
  }
};

} // namespace

FailureOr<bool> layout::chooseLayouts(ModuleOp module,
                                      const ChooseOptions &options) {
  FailureOr<std::vector<ChosenLayouts>> plan = planChoose(module, options);
  if (failed(plan))
    return failure();
  if (options.layouts == LayoutChoice::Auto)
    keepGains(module, *plan, options.threads);
  IRRewriter builder(module.getContext());
  for (const ChosenLayouts &chosen : *plan)
    chosen.leastRows > 0 ? applyFromRowsOn(builder, chosen)
                         : (void)applyChosen(builder, chosen);
  // None of the parts is a contraction; layouts pass through all.
  return decomposeAggregates(module) || !plan->empty();
}
