//===- Bufferize.cpp - Bufferization that keeps layouts -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The encoding of a tensor becomes the layout of its buffer:
//
//     %0 = layout.convert %t : tensor<14xf32> to tensor<14xf32, #L>
// ->  %0 = memref.alloc() : memref<14xf32, #L>
//     layout.convert ins(%t : memref<14xf32>) outs(%0 : memref<14xf32, #L>)
//
// Upstream's one-shot bufferization does the work. The plan comes first, since
// upstream drops an encoding silently if an op builds its own buffer type.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/Bufferize.h"

#include "ConstantOrder.h"
#include "CutNests.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Bufferize/CutAliases.h"
#include "Layout/Transforms/Bufferize/InsertChains.h"
#include "Layout/Transforms/Bufferize/LowerPacks.h"
#include "Layout/Transforms/Bufferize/MissedAliases.h"
#include "Layout/Transforms/Bufferize/NestedBranches.h"
#include "Layout/Transforms/Bufferize/SharedDestinations.h"
#include "Layout/Transforms/Bufferize/SimplifySlices.h"
#include "Layout/Transforms/Bufferize/SwitchDestinations.h"
#include "Layout/Transforms/Bufferize/TensorGathers.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "PadRewrites.h"
#include "ReturnedArguments.h"
#include "ReturnedCopies.h"
#include "TensorPlacements.h"
#include "TensorRoundTrips.h"
#include "Transforms/Lowering/LayoutAsMemorySpace.h"
#include "Transforms/Support/DecomposeAggregates.h"
#include "Transforms/Support/LayoutBarriers.h"
#include "Transforms/Weights/PackWeights.h"
#include "WrittenArguments.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTBUFFERIZE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Between two layouts a copy is a conversion.
static LogicalResult buildCopy(OpBuilder &builder, Location loc, Value from,
                               Value to) {
  auto getLayout = [](Value buffer) {
    Attribute space = cast<BaseMemRefType>(buffer.getType()).getMemorySpace();
    return splitMemorySpace(space).first;
  };
  if (getLayout(from) == getLayout(to))
    memref::CopyOp::create(builder, loc, from, to);
  else
    ConvertOp::create(builder, loc, from, to);
  return success();
}

static bufferization::OneShotBufferizationOptions getOptions() {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  // The buffer that a loop yields may depend on the iteration.
  options.allowReturnAllocsFromLoops = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.unknownTypeConverterFn =
      [](TensorType type, Attribute space,
         const bufferization::BufferizationOptions &) {
        return bufferization::getMemRefTypeWithStaticIdentityLayout(type,
                                                                    space);
      };
  options.defaultMemorySpaceFn =
      [](TensorType type) -> std::optional<Attribute> {
    return joinMemorySpace(getTensorEncoding(type), Attribute());
  };
  options.memCpyFn = buildCopy;
  return options;
}

/// A conversion that changes nothing is no copy; and an allocation that states
/// a memory space has a layout beside it.
static void prepare(ModuleOp module) {
  module.walk([](Operation *op) {
    if (auto convert = dyn_cast<ConvertOp>(op)) {
      if (!convert.isOnBuffers() &&
          convert.getSource().getType() == convert.getResult().getType()) {
        convert.getResult().replaceAllUsesWith(convert.getSource());
        convert.erase();
      }
    } else if (auto alloc = dyn_cast<bufferization::AllocTensorOp>(op)) {
      if (std::optional<Attribute> space = alloc.getMemorySpace())
        alloc.setMemorySpaceAttr(
            joinMemorySpace(getTensorEncoding(alloc.getType()), *space));
    }
  });
}

/// Upstream has no buffer form of a concatenation.
static void decomposeConcats(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](tensor::ConcatOp concat) {
    rewriter.setInsertionPoint(concat);
    FailureOr<SmallVector<Value>> parts = concat.decomposeOperation(rewriter);
    if (succeeded(parts))
      rewriter.replaceOp(concat, *parts);
  });
}

/// Globals that were constant tensors have the encoding in their initial value,
/// which speaks of logical elements. The elements of a resource stay where they
/// are.
static void dropEncodingsOfInitialValues(ModuleOp module) {
  module.walk([](memref::GlobalOp global) {
    auto value = dyn_cast_or_null<ElementsAttr>(
        global.getInitialValue().value_or(Attribute()));
    if (!value || !getTensorEncoding(value.getType()))
      return;
    // A resource keeps its handle: its bytes are not copied, and no attribute
    // is made per element.
    auto plain = RankedTensorType::get(value.getShapedType().getShape(),
                                       value.getElementType());
    if (auto dense = dyn_cast<DenseElementsAttr>(value))
      global.setInitialValueAttr(dense.reshape(plain));
    else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
      global.setInitialValueAttr(
          DenseResourceElementsAttr::get(plain, resource.getRawHandle()));
  });
}

/// A loop that always forwards the same buffer need not carry it.
static void simplifyLoops(ModuleOp module) {
  SmallVector<Operation *> loops;
  module.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  RewritePatternSet patterns(module.getContext());
  scf::ForOp::getCanonicalizationPatterns(patterns, module.getContext());
  (void)applyOpPatternsGreedily(loops, std::move(patterns),
                                GreedyRewriteConfig().setStrictness(
                                    GreedyRewriteStrictness::ExistingOps));
}

/// A private function need not return what its caller passes. Function values
/// would be left with the old type.
static LogicalResult dropReturnedArguments(ModuleOp module) {
  WalkResult result =
      module.walk([](func::ConstantOp) { return WalkResult::interrupt(); });
  if (result.wasInterrupted())
    return success();
  return bufferization::dropEquivalentBufferResults(module);
}

static LogicalResult bufferize(ModuleOp module, bool keepsArguments,
                               bool returnsCopies) {
  FailureOr<BufferizePlan> plan = planBufferize(module);
  if (failed(plan))
    return failure();
  TensorArguments arguments;
  if (!keepsArguments)
    arguments = collectTensorArguments(module);
  if (failed(lowerPacks(module)))
    return failure();
  lowerTensorGathers(module);
  mergePadRewrites(module);
  dropLayoutBarriers(module);
  buildRoundTrips(module, plan->roundTrips);
  decomposeConcats(module);
  simplifySlices(module);
  decomposeAggregates(module);
  prepare(module);
  // By default f(x) = abs(x) overwrites x and returns it: bufferization is free
  // to write arguments.
  if (keepsArguments && failed(keepArguments(module)))
    return failure();
  // Deallocation would ask at run time whether it is a global, and a caller
  // would not know that the result is always new.
  if (keepsArguments || returnsCopies)
    copyReturnedGlobals(module);
  buildInsertChains(module);
  buildSwitchDestinations(module);
  separateDestinations(module);
  buildNestedBranches(module);
  copyMissedAliases(module);
  cutAliases(module);
  moveLayoutsToMemorySpaces(module);
  for (ModuleOp inner : plan->modules) {
    bufferization::BufferizationState state;
    bufferization::OneShotBufferizationOptions options = getOptions();
    if (failed(bufferization::insertTensorCopies(inner, options, state)))
      return failure();
    stateMemoryOfCopies(inner);
    if (failed(bufferization::bufferizeModuleOp(inner, options, state)))
      return failure();
    orderConstants(inner);
  }
  simplifyLoops(module);
  dropSelfCopies(module);
  for (ModuleOp inner : plan->modules)
    if (failed(dropReturnedArguments(inner)))
      return failure();
  if (failed(moveLayoutsBack(module)))
    return failure();
  dropEncodingsOfInitialValues(module);
  mergeDestinations(module);
  if (!keepsArguments)
    markWrittenArguments(arguments);
  return verify(module);
}

namespace {

class LayoutBufferizePass
    : public layout::impl::LayoutBufferizeBase<LayoutBufferizePass> {
public:
  using LayoutBufferizeBase::LayoutBufferizeBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (returnsCopies && failed(checkReturnedCopies(module)))
      return signalPassFailure();
    FailureOr<BufferizePlan> plan = planBufferize(module);
    if (failed(plan))
      return signalPassFailure();
    if (plan->isEmpty) {
      bool hasChanged = decomposeAggregates(module);
      hasChanged |= dropLayoutBarriers(module);
      if (!hasChanged)
        markAllAnalysesPreserved();
      return;
    }
    for (Operation *op : plan->roundTrips)
      if (!isPlacement(op))
        remarkMissed(op->getLoc(), "layout-bufferize/detour")
            << ("'" + op->getName().getStringRef() +
                "' has no form on laid-out buffers, so elements are copied to "
                "plain ones and back; use a linalg op, or layout.convert where "
                "the copies should be")
                   .str();
    if (failed(bufferizeKeepingLayouts(module, keepArguments, returnsCopies)))
      return signalPassFailure();
    remarkDone(module.getLoc(), "layout-bufferize/bufferized")
        << "tensors are now buffers, with the layouts that they had";
  }
};

} // namespace

LogicalResult layout::bufferizeKeepingLayouts(ModuleOp module,
                                              bool keepsArguments,
                                              bool returnsCopies) {
  // Upstream may fail in the middle of a module. The copy is dropped then, and
  // the original is what it was.
  OwningOpRef<ModuleOp> copy = module.clone();
  if (failed(packWeights(*copy)))
    return failure();
  // What is returned or forwarded is known when upstream has decided.
  OwningOpRef<ModuleOp> again;
  if (!findRequestedArguments(*copy).empty())
    again = copy->clone();
  if (failed(bufferize(*copy, keepsArguments, returnsCopies)))
    return failure();
  if (again && keepReturnedArguments(*copy, *again)) {
    // Where that cannot be, layout-assign says what to do about the first.
    ScopedDiagnosticHandler silence(module.getContext(),
                                    [](Diagnostic &) { return success(); });
    if (succeeded(bufferize(*again, keepsArguments, returnsCopies)))
      copy = std::move(again);
  }
  module->setAttrs((*copy)->getAttrDictionary());
  module.getBodyRegion().takeBody(copy->getBodyRegion());
  return success();
}
