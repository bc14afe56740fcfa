//===- RequirePhysical.cpp - Checks that no layout is left ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes nothing. Upstream's lowering leaves ops on laid-out buffers and
// succeeds:
//
//     memref.load %a[%i, %j] : memref<8x8xf32, #layout.buffer<...>>
//     // is an error here: the layout is not applied; run layout-apply
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/Passes.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/NamedTypes.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/Texture.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/VectorInterfaces.h"
#include "llvm/Support/ScopedPrinter.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREQUIREPHYSICAL
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// What is not applied in `type`, in words; empty if nothing is.
static StringRef describeNotApplied(Type type) {
  if (!isLaidOut(type))
    return "";
  return isa<TensorType>(type)
             ? "is a tensor with a layout; run layout-bufferize and "
               "layout-apply"
             : "has a layout that is not applied; run layout-apply";
}

/// What is left in `type`, in words; empty if nothing is.
static StringRef describeLeft(Type type) {
  if (StringRef left = describeNotApplied(type); !left.empty())
    return left;
  if (isa<TensorType>(type))
    return "is a tensor; run layout-bufferize";
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return "";
  if (isa<BufferAttr>(memref.getLayout()))
    return "still states axis separators, which memory of this target does "
           "not have";
  if (isInTextureMemory(memref))
    return "is in texture memory, which this target does not have; kernels go "
           "by layout-to-spirv";
  return "";
}

/// Describes what `describe` finds anywhere inside of `type`.
static StringRef describeInside(Type type, StringRef (*describe)(Type)) {
  StringRef left;
  type.walk<WalkOrder::PreOrder>([&](Type inner) {
    left = describe(inner);
    return left.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return left;
}

/// Loops and branches become blocks. In a region without a terminator, which
/// only ops that are not registered may have, the last of them would have no
/// end, and upstream's later passes crash.
static bool wouldLoseEnd(Operation *op) {
  if (op->isRegistered())
    return false;
  auto hasEnd = [](Block &block) {
    return block.empty() || !block.back().isRegistered() ||
           block.back().hasTrait<OpTrait::IsTerminator>();
  };
  auto becomesBlocks = [](Operation *inner) {
    return inner->isRegistered() && (inner->getNumRegions() != 0 ||
                                     isa<VectorTransferOpInterface>(inner));
  };
  return llvm::any_of(op->getRegions(), [&](Region &region) {
    return llvm::any_of(region, [&](Block &block) {
      return !hasEnd(block) && llvm::any_of(block, [&](Operation &inner) {
        return becomesBlocks(&inner);
      });
    });
  });
}

/// Returns true if the target decides how many bytes an element takes in
/// memory. For integers of more than 64 bits their alignment does, which is 4
/// to 16.
static bool hasSizeOfTarget(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  auto integer = dyn_cast<IntegerType>(element);
  return integer && integer.getWidth() > 64 &&
         llvm::divideCeil(integer.getWidth(), 8) % 16 != 0;
}

/// Upstream's lowering writes down in bytes how much is allocated and copied,
/// and assumes the least alignments if none are stated.
static bool needsDataLayout(Operation *op) {
  return isa<memref::AllocOp, memref::ReallocOp, memref::CopyOp,
             bufferization::CloneOp>(op) &&
         llvm::any_of(getNamedTypes(op), [](Type type) {
           auto buffer = dyn_cast<BaseMemRefType>(type);
           return buffer && hasSizeOfTarget(buffer.getElementType());
         });
}

/// By LLVM's own attribute, or by an entry of MLIR's, which becomes that.
static bool statesWideIntegers(ModuleOp module) {
  if (module->hasAttr(LLVM::LLVMDialect::getDataLayoutAttrName()))
    return true;
  DataLayoutSpecInterface spec = module.getDataLayoutSpec();
  return spec && llvm::any_of(spec.getEntries(), [](auto entry) {
           auto integer = dyn_cast_if_present<IntegerType>(
               dyn_cast_if_present<Type>(entry.getKey()));
           return integer && integer.getWidth() > 64;
         });
}

namespace {

class RequirePhysicalPass
    : public layout::impl::LayoutRequirePhysicalBase<RequirePhysicalPass> {
public:
  using LayoutRequirePhysicalBase::LayoutRequirePhysicalBase;

private:
  void runOnOperation() override {
    StringRef next = requestsOnly ? "layout-optimize" : "lowering";
    if (failed(verifyNothingRequested(getOperation(), next)))
      return signalPassFailure();
    DenseSet<Type> seen; // types repeat: each is looked into once
    bool hasDataLayout = statesWideIntegers(getOperation());
    WalkResult result = getOperation().walk([&](Operation *op) {
      explainMark(op);
      if (!requestsOnly && !hasDataLayout && needsDataLayout(op)) {
        op->emitOpError("has elements whose size depends on the target; state "
                        "its data layout on the module, by 'llvm.data_layout'");
        return WalkResult::interrupt();
      }
      if (!requestsOnly && wouldLoseEnd(op)) {
        op->emitOpError(
            "is not registered and has a region without a terminator, in which "
            "loops cannot become blocks; lower it first");
        return WalkResult::interrupt();
      }
      return llvm::any_of(getNamedTypes(op),
                          [&](Type type) {
                            return seen.insert(type).second && refuse(op, type);
                          })
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

  /// Nothing is walked in another order any more.
  void explainMark(Operation *op) {
    if (!requestsOnly && makesRequest(op, LayoutDialect::kSequentialAttrName))
      remarkMissed(op->getLoc(), "layout-require-physical/mark-dropped")
          << "'layout.sequential' is ignored from here on; run "
             "layout-sequential-access first";
  }

  /// True, with an error, if `type` must not be left.
  bool refuse(Operation *op, Type type) {
    StringRef left =
        describeInside(type, requestsOnly ? describeNotApplied : describeLeft);
    if (left.empty())
      return false;
    if (!requestsOnly)
      op->emitOpError() << "has a value of type " << type << ", which " << left;
    else
      remarkMissed(op->getLoc(), "layout-require-physical/not-applied")
          << "not optimized: " + llvm::to_string(type) + " " + left.str();
    return !requestsOnly;
  }
};

} // namespace
