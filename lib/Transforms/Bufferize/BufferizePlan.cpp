//===- BufferizePlan.cpp - Plan of layout-bufferize -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/NamedTypes.h"
#include "Layout/Transforms/Bufferize/Bufferize.h"
#include "Layout/Transforms/Bufferize/LowerPacks.h"
#include "TensorRoundTrips.h"
#include "Transforms/Lowering/LayoutAsMemorySpace.h"
#include "Transforms/Support/LayoutBarriers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Ops of which bufferisation passes the memory space of each tensor on, and
/// makes no view.
static bool keepsLayouts(Operation *op) {
  return isa<
      // clang-format off
      arith::ConstantOp, arith::SelectOp,
      AsLogicalOp, AsPhysicalOp,
      bufferization::AllocTensorOp, bufferization::DeallocTensorOp,
      bufferization::MaterializeInDestinationOp,
      bufferization::ToBufferOp, bufferization::ToTensorOp,
      cf::BranchOp, cf::CondBranchOp,
      func::CallOp, func::FuncOp, func::ReturnOp,
      ConvertOp,
      linalg::LinalgOp, linalg::YieldOp,
      scf::ConditionOp, scf::ExecuteRegionOp, scf::ForOp, scf::IfOp,
      scf::IndexSwitchOp, scf::WhileOp, scf::YieldOp,
      tensor::CastOp, tensor::DimOp, tensor::EmptyOp, tensor::ExtractOp,
      tensor::GatherOp, tensor::InsertOp, tensor::RankOp,
      vector::TransferReadOp, vector::TransferWriteOp>(op);
  // clang-format on
}

static Attribute getStatedLayout(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getEncoding();
  if (auto memref = dyn_cast<MemRefType>(type))
    return dyn_cast<BufferAttr>(memref.getLayout());
  return {};
}

/// Ops that only look at a tensor in another way.
static bool isCast(Operation *op) {
  return isa<bufferization::ToBufferOp, bufferization::ToTensorOp,
             tensor::CastOp>(op);
}

static bool hasTensorInside(Type type) {
  WalkResult result = type.walk<WalkOrder::PreOrder>([&](Type inner) {
    return inner != type && isa<TensorType>(inner) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// What to make of an op that upstream cannot bufferize.
static StringRef getRemedy(Operation *op) {
  if (op->hasTrait<OpTrait::Elementwise>())
    return llvm::all_of(op->getResultTypes(),
                        [](Type type) {
                          auto shaped = dyn_cast<ShapedType>(type);
                          return !shaped || shaped.hasStaticShape();
                        })
               ? "run convert-elementwise-to-linalg first"
               : "run layout-legalize{only=elementwise} first";
  if (isa<affine::AffineForOp, affine::AffineIfOp>(op))
    return "write it as scf.for or scf.if, as layout-legalize{only=carried} "
           "does";
  if (isa<tensor::ScatterOp>(op))
    return "write it as loops that write slices by tensor.insert_slice";
  if (isa<linalg::WinogradFilterTransformOp, linalg::WinogradInputTransformOp,
          linalg::WinogradOutputTransformOp>(op))
    return "decompose it by transform.structured.decompose_winograd_op first";
  if (op->getName().getDialectNamespace() == "ml_program")
    return "make the tensor an arith.constant or an argument";
  return "write it as linalg ops on tensors";
}

namespace {

class BufferizePlanner {
public:
  FailureOr<BufferizePlan> run(ModuleOp module) {
    WalkResult result = module.walk([&](Operation *op) -> WalkResult {
      if (auto inner = dyn_cast<ModuleOp>(op))
        plan.modules.push_back(inner);
      return visit(op);
    });
    if (result.wasInterrupted())
      return failure();
    return std::move(plan);
  }

private:
  LogicalResult visit(Operation *op) {
    // With a value, the op still waits for layout-choose; upstream would drop
    // the layouts that it prefers without a word.
    if (op->hasAttr(LayoutDialect::kPreferAttrName) && !isLayoutBarrier(op))
      return op->emitOpError(
          "still states 'layout.prefer'; run layout-choose first");
    bool hasTensor = false;
    Type laidOut;
    for (Type type : getNamedAndBlockTypes(op)) {
      if (failed(check(op, type)))
        return failure();
      hasTensor |= isa<TensorType>(type);
      if (isa<TensorType>(type) && getStatedLayout(type))
        laidOut = type;
    }
    if (!hasTensor)
      return success();
    plan.isEmpty = false;
    if (failed(checkConstant(op)) || failed(checkCast(op)) ||
        failed(checkPack(op)) || failed(checkPad(op)) ||
        failed(checkBranch(op)))
      return failure();
    // Whose functions upstream takes for what they are.
    Operation *table = op->getParentWithTrait<OpTrait::SymbolTable>();
    if (!isa<ModuleOp>(table))
      return op->emitOpError("has a tensor inside of '")
             << table->getName()
             << "', which is not bufferized; run layout-bufferize before "
                "functions are moved there";
    return laidOut ? visitLaidOut(op, laidOut) : checkForm(op);
  }

  LogicalResult check(Operation *op, Type type) {
    if (!known.insert(type).second)
      return success();
    if (auto memref = dyn_cast<BaseMemRefType>(type))
      if (splitMemorySpace(memref.getMemorySpace()).first)
        return op->emitOpError("expects no layout in a memory space, found ")
               << type;
    if (hasTensorInside(type))
      return op->emitOpError("has a tensor inside of ")
             << type
             << ", where it cannot become a buffer; expects tensors only as "
                "values";
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.getEncoding())
      return success();
    if (!isa<BufferAttr>(tensor.getEncoding()))
      return op->emitOpError("has a tensor of unknown encoding, ")
             << type << "; expects none, or a layout";
    return verifyLaidOutType(type, [&] { return op->emitOpError(); });
  }

  /// Upstream folds ops on tensors of unknown extents to such constants.
  LogicalResult checkConstant(Operation *op) {
    auto constant = dyn_cast<arith::ConstantOp>(op);
    if (!constant || !isa<TensorType>(constant.getType()) ||
        cast<TensorType>(constant.getType()).hasStaticShape())
      return success();
    return op->emitOpError("has unknown extents, which were lost when an op "
                           "was folded; run layout-legalize{only=elementwise} "
                           "before passes that fold");
  }

  LogicalResult checkCast(Operation *op) {
    if (!isCast(op))
      return success();
    Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
    if (getStatedLayout(from) == getStatedLayout(to))
      return success();
    bool isRanked = isa<RankedTensorType>(from) && isa<RankedTensorType>(to);
    return op->emitOpError("cannot turn ")
           << from << " into " << to << ", which lies differently in memory; "
           << (isRanked ? "use layout.convert"
                        : "use layout.convert between ranked tensors, one of "
                          "them without a layout for this op");
  }

  LogicalResult checkPack(Operation *op) {
    // A pack that pads with a value, of known extents, is no layout, but has a
    // meaning that upstream's patterns spell out.
    if (!isa<linalg::PackOp, linalg::UnPackOp>(op) || isLowerablePack(op))
      return success();
    return op->emitOpError("has no form on buffers where an extent is not "
                           "known; run layout-from-pack first, of which a "
                           "remark says why one stays");
  }

  /// Upstream's analysis would not end, and a tensor of unknown rank cannot be
  /// copied.
  LogicalResult checkBranch(Operation *op) {
    auto branch = dyn_cast<BranchOpInterface>(op);
    if (!branch)
      return success();
    for (auto [number, block] : llvm::enumerate(op->getSuccessors()))
      for (Value value :
           branch.getSuccessorOperands(number).getForwardedOperands())
        if (isa<UnrankedTensorType>(value.getType()) &&
            (block == op->getBlock() || block->isReachable(op->getBlock())))
          return op->emitOpError("forwards a tensor of unknown rank around a "
                                 "circle of blocks; expects a tensor.cast to "
                                 "a ranked one before");
    return success();
  }

  /// Upstream would copy to an address before the first element, or after the
  /// last one.
  LogicalResult checkPad(Operation *op) {
    auto pad = dyn_cast<tensor::PadOp>(op);
    auto isNegative = [](OpFoldResult width) {
      std::optional<int64_t> number = getConstantNumber(width);
      return number && *number < 0;
    };
    if (!pad || (llvm::none_of(pad.getMixedLowPad(), isNegative) &&
                 llvm::none_of(pad.getMixedHighPad(), isNegative)))
      return success();
    return op->emitOpError("takes elements away by negative padding, which has "
                           "no form on buffers; use tensor.extract_slice");
  }

  /// Upstream would refuse it, too, and not say what to do.
  LogicalResult checkForm(Operation *op) {
    auto isTensor = [](Type type) { return isa<TensorType>(type); };
    bool isUnused = op->use_empty() && isMemoryEffectFree(op);
    if (isUnused || isLowerablePack(op) ||
        isa<bufferization::BufferizableOpInterface,
            linalg::AggregatedOpInterface, tensor::GatherOp>(op) ||
        (llvm::none_of(op->getOperandTypes(), isTensor) &&
         llvm::none_of(op->getResultTypes(), isTensor)) ||
        hasRoundTrip(op))
      return success();
    return op->emitOpError("has no form on buffers; ") << getRemedy(op);
  }

  LogicalResult visitLaidOut(Operation *op, Type laidOut) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (!isa<DenseElementsAttr, DenseResourceElementsAttr>(
              constant.getValue()))
        return op->emitOpError("expects a dense<...> value or a resource, as a "
                               "laid-out global needs one");
    if (keepsLayouts(op))
      return success();
    if (failed(checkForm(op)))
      return failure();
    if (!hasRoundTrip(op))
      return op->emitOpError("has no form on buffers with layouts, such as "
                             "that of ")
             << laidOut
             << "; convert its operands to plain tensors before it, and its "
                "results back after it, by layout.convert";
    plan.roundTrips.push_back(op);
    return success();
  }

  BufferizePlan plan;
  DenseSet<Type> known;
};

} // namespace

FailureOr<BufferizePlan> layout::planBufferize(ModuleOp module) {
  return BufferizePlanner().run(module);
}
