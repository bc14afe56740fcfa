//===- ToPackPlan.cpp - Plan of layout-to-pack ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToPackPlan.h"

#include "PlainRoundTrips.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// The tensor of which `value` has the logical extents, if an op says so.
static Value getSameShape(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto convert = dyn_cast_or_null<ConvertOp>(op))
    return convert.getSource();
  if (auto structured = dyn_cast_or_null<linalg::LinalgOp>(op))
    return structured
        .getDpsInitOperand(cast<OpResult>(value).getResultNumber())
        ->get();
  return {};
}

/// A size that an op is given for dimension `dim`, which is dynamic.
static Value getStatedSize(Value value, RankedTensorType type, int64_t dim) {
  unsigned position = type.getDynamicDimIndex(dim);
  if (auto view = value.getDefiningOp<AsLogicalOp>())
    return view.getSizes()[position];
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return empty.getDynamicSizes()[position];
  return {};
}

static std::optional<ExtentOrigin> findExtent(Value value, int64_t dim,
                                              const PackedTypes &types,
                                              const PlainOps &plainOps) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.isDynamicDim(dim))
    return ExtentOrigin{type.getDimSize(dim), {}, {}};
  if (!getTensorEncoding(type) || plainOps.contains(value.getDefiningOp()))
    return ExtentOrigin{std::nullopt, value, dim};
  if (Value size = getStatedSize(value, type, dim))
    return ExtentOrigin{std::nullopt, size, std::nullopt};
  if (Value same = getSameShape(value))
    return findExtent(same, dim, types, plainOps);
  const PackParameters &packing = types.get(type).packing;
  if (packing.getTile(dim))
    return std::nullopt;
  int64_t axis = llvm::find(packing.outerDims, dim) - packing.outerDims.begin();
  return ExtentOrigin{std::nullopt, value, axis};
}

std::optional<SmallVector<ExtentOrigin>>
layout::findExtents(Value value, const PackedTypes &types,
                    const PlainOps &plainOps, std::string &why) {
  SmallVector<ExtentOrigin> extents;
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    std::optional<ExtentOrigin> extent =
        findExtent(value, dim, types, plainOps);
    if (!extent) {
      why = "the extent of dimension " + std::to_string(dim) +
            " is not known of the packed tensor alone";
      return std::nullopt;
    }
    extents.push_back(*extent);
  }
  return extents;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Returns true if `op` forwards tensors of any type unchanged.
static bool handsOn(Operation *op) {
  return isa<arith::SelectOp, cf::BranchOp, cf::CondBranchOp, cf::SwitchOp,
             func::CallOp, func::FuncOp, func::ReturnOp, linalg::YieldOp,
             scf::ConditionOp, scf::ExecuteRegionOp, scf::ForOp, scf::IfOp,
             scf::IndexSwitchOp, scf::WhileOp, scf::YieldOp>(op);
}

/// Ops on laid-out tensors, but linalg ops, with a form on packed ones.
static bool hasOwnForm(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<DenseElementsAttr, DenseResourceElementsAttr>(
        constant.getValue());
  return isa<AsLogicalOp, AsPhysicalOp, ConvertOp, tensor::DimOp,
             tensor::EmptyOp>(op);
}

namespace {

class ToPackPlanner {
public:
  FailureOr<ToPackPlan> run(ModuleOp module) {
    SmallVector<Operation *> ops;
    module.walk([&](Operation *op) {
      if (findTypes(op))
        ops.push_back(op);
    });
    settleUnpackable();
    // Extents are looked for through other ops, of which it is known then what
    // becomes of them.
    if (!hasErrors)
      for (Operation *op : ops)
        findForm(op);
    if (!hasErrors)
      for (Operation *op : ops)
        visit(op);
    if (hasErrors)
      return failure();
    plan.isEmpty = ops.empty();
    return std::move(plan);
  }

private:
  /// What `linalg.pack` cannot make: why, who has such a tensor first, and if
  /// others than conversions do.
  struct Unpackable {
    std::string why;
    Operation *first;
    bool isStated = false, isUsed = false;
  };

  /// Returns true if code outside this module's functions knows the types of
  /// `op`.
  static bool statesTypes(Operation *op) {
    auto function = dyn_cast<func::FuncOp>(op);
    return (function && !function.isPrivate()) ||
           (function && function.isExternal()) ||
           isa<AsPhysicalOp, AsLogicalOp>(op);
  }

  /// Proves each type of an op that has a layout; false if there is none.
  bool findTypes(Operation *op) {
    auto convert = dyn_cast<ConvertOp>(op);
    bool hasLayout = convert && !convert.isOnBuffers();
    auto look = [&](TypeRange types) {
      for (Type type : types) {
        if (!getTensorEncoding(type))
          continue;
        hasLayout = true;
        auto tensor = cast<RankedTensorType>(type);
        std::string why;
        if (plan.types.find(tensor, why))
          continue;
        Unpackable &entry =
            unpackable.insert({tensor, {why, op}}).first->second;
        entry.isStated |= statesTypes(op);
        entry.isUsed |= !isa<ConvertOp, func::ReturnOp>(op);
      }
    };
    look(op->getOperandTypes());
    look(op->getResultTypes());
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      look(function.getArgumentTypes());
      look(function.getResultTypes());
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        look(block.getArgumentTypes());
    return hasLayout;
  }

  /// Tensors inside of the module lose a layout that `linalg.pack` cannot say,
  /// such as one that came through a reshape. Layouts of interfaces, and of
  /// tensors without uses, were intended.
  void settleUnpackable() {
    for (auto &[type, entry] : unpackable) {
      if (entry.isStated || !entry.isUsed) {
        refuse(entry.first)
            << "has a tensor that linalg.pack cannot make, " << type << ": "
            << entry.why
            << "; choose a layout of tiles with inner indices last, as "
               "linalg.pack has them, and one number or undef as its pad, or "
               "leave the tensor plain";
        continue;
      }
      plan.types.takeAsPlain(type);
      plan.plainTypes.push_back({entry.first->getLoc(), type, entry.why});
    }
  }

  InFlightDiagnostic refuse(Operation *op) {
    hasErrors = true;
    return op->emitOpError();
  }

  /// Records whether `op` has a form on packed tensors, or works on plain ones.
  void findForm(Operation *op) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured && (handsOn(op) || hasOwnForm(op)))
      return;
    std::string why = "only linalg ops are packed";
    if (structured)
      if (auto packed = PackedLinalg::plan(structured, plan.types, why))
        return plan.linalgOps.push_back(std::move(*packed));
    if (canBePlain(op))
      plan.plainOps[op] = why;
    else
      refuse(op) << "has no form on packed tensors: " << why
                 << "; convert to plain tensors around it, by layout.convert";
  }

  void visit(Operation *op) {
    if (plan.plainOps.contains(op))
      return visitPlain(op);
    if (auto convert = dyn_cast<ConvertOp>(op))
      return visitConvert(convert);
    if (isa<AsPhysicalOp, AsLogicalOp>(op))
      plan.views.push_back(op);
    else if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      plan.empties.push_back({empty, empty.getType()});
    else if (auto constant = dyn_cast<arith::ConstantOp>(op))
      visitConstant(constant);
    else if (auto extent = dyn_cast<tensor::DimOp>(op))
      visitExtent(extent);
    else if (isa<linalg::LinalgOp>(op))
      visitLinalg(op);
  }

  /// Returns true if a tensor of this type can be written, padding included.
  bool canWrite(Operation *op, Type type) {
    if (!getTensorEncoding(type) || plan.types.get(type).canBeAccessed())
      return true;
    refuse(op) << "makes a tensor of padding that must not be accessed, "
               << type << "; state pad<undef>, or what it is to hold";
    return false;
  }

  void visitConvert(ConvertOp convert) {
    auto from = cast<RankedTensorType>(convert.getSource().getType());
    auto to = cast<RankedTensorType>(convert.getResult().getType());
    ToPackPlan::Conversion conversion{convert, from, to, {}};
    if (!canWrite(convert, to))
      return;
    if (getTensorEncoding(from)) {
      std::string why;
      auto extents =
          findExtents(convert.getSource(), plan.types, plan.plainOps, why);
      if (!extents) {
        refuse(convert) << "cannot be expressed as linalg.unpack: " << why
                        << "; unpack where the plain tensor or its size is at "
                           "hand";
        return;
      }
      conversion.extents = std::move(*extents);
    }
    plan.conversions.push_back(std::move(conversion));
  }

  void visitConstant(arith::ConstantOp constant) {
    if (canWrite(constant, constant.getType()))
      plan.constants.push_back(constant);
  }

  void visitExtent(tensor::DimOp op) {
    std::string why = "its number is not a constant";
    std::optional<SmallVector<ExtentOrigin>> extents;
    std::optional<int64_t> dim = op.getConstantIndex();
    auto type = cast<RankedTensorType>(op.getSource().getType());
    if (dim && *dim >= 0 && *dim < type.getRank())
      extents = findExtents(op.getSource(), plan.types, plan.plainOps, why);
    if (!extents) {
      refuse(op) << "cannot be expressed on a packed tensor: " << why
                 << "; take the extent of the plain tensor";
      return;
    }
    plan.extents.push_back({op, (*extents)[*dim]});
  }

  void visitLinalg(Operation *op) {
    for (OpResult result : op->getResults())
      if (!canWrite(op, result.getType()) || !visitResult(result))
        return;
  }

  void visitPlain(Operation *op) {
    for (Type type : op->getResultTypes())
      if (!canWrite(op, type))
        return;
    for (Value operand : op->getOperands()) {
      std::string why;
      if (!getTensorEncoding(operand.getType()) ||
          findExtents(operand, plan.types, plan.plainOps, why))
        continue;
      refuse(op) << "works on plain tensors, and its operand cannot be "
                    "unpacked: "
                 << why
                 << "; unpack where the plain tensor or its size is at hand";
      return;
    }
  }

  bool visitResult(OpResult result) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || !getTensorEncoding(type) ||
        !plan.types.get(type).holdsSomething)
      return true;
    std::string why;
    auto extents = findExtents(result, plan.types, plan.plainOps, why);
    if (extents)
      plan.paddedResults.push_back({result, type, std::move(*extents)});
    else
      refuse(result.getOwner())
          << "cannot write the padding of its result: " << why;
    return extents.has_value();
  }

  ToPackPlan plan;
  bool hasErrors = false;
  llvm::MapVector<RankedTensorType, Unpackable> unpackable;
};

} // namespace

FailureOr<ToPackPlan> layout::planToPack(ModuleOp module) {
  return ToPackPlanner().run(module);
}
