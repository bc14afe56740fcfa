//===- MovedConstants.cpp - Constants under data movement ops -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovedConstants.h"

#include "ContractionDims.h"
#include "Layout/IR/Weights.h"
#include "TensorNode.h"
#include "Transforms/Storage/PackElements.h"
#include "Transforms/Storage/PackGlobal.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

using Permutation = SmallVector<int64_t>;

/// What is used of the elements of one constant.
struct UsedForms {
  struct Form {
    MovedConstant moved;
    bool isOfContraction;
  };

  bool isUsedAsItIs = false;
  SmallVector<Form> forms;

  /// There is then one constant again, and of the same size.
  bool isReplaced() const {
    return !isUsedAsItIs && llvm::all_of(forms, [&](const Form &form) {
      const MovedConstant &first = forms.front().moved;
      return form.moved.value.getType() == first.value.getType() &&
             form.moved.order.getDigits() == first.order.getDigits();
    });
  }
};

} // namespace

/// Which dimension of the input each dimension of the result is, if the op only
/// permutes dimensions. Either map may be another one than the identity.
static std::optional<Permutation> readPermutation(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1)
    return std::nullopt;
  Block *body = op.getBody();
  if (body->getTerminator() != &body->front() ||
      body->getTerminator()->getOperand(0) != body->getArgument(0))
    return std::nullopt;
  AffineMap input = op.getIndexingMapsArray().front();
  AffineMap result = op.getIndexingMapsArray().back();
  if (!input.isPermutation() || !result.isPermutation())
    return std::nullopt;
  return llvm::map_to_vector(result.getResults(), [&](AffineExpr loop) {
    return int64_t(*input.getResultPosition(loop));
  });
}

static RankedTensorType getStaticType(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type && type.hasStaticShape() && getTensorLayout(type)
             ? type
             : RankedTensorType();
}

/// What the user of a tensor yields if it has the same elements in `order`, of
/// which this gives the new one; null if it does anything else.
static Value followUse(OpOperand &use, ElementOrder &order) {
  Operation *op = use.getOwner();
  if (use.getOperandNumber() != 0 || op->getNumResults() != 1 ||
      !getStaticType(op->getResult(0)))
    return {};
  Value result = op->getResult(0);
  // A layout and a shape that is another one leave elements where they are in
  // the order of the logical indices.
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp,
          ConvertOp>(op))
    return result;
  std::optional<Permutation> permutation;
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    permutation = Permutation(transpose.getPermutation());
  else if (auto generic = dyn_cast<linalg::GenericOp>(op))
    permutation = readPermutation(generic);
  auto type = getStaticType(use.get());
  return permutation && order.transpose(type.getShape(), *permutation)
             ? result
             : Value();
}

/// Returns true if the elements can be moved at compile time.
static bool isReadable(arith::ConstantOp constant) {
  auto data = dyn_cast<ElementsAttr>(constant.getValue());
  if (!data || !getStaticType(constant) || data.empty() ||
      !data.getElementType().isIntOrIndexOrFloat())
    return false;
  return describeUnreadable(data).empty() &&
         (data.isSplat() || data.getNumElements() <= kMaxPackedElements);
}

/// Returns true if it has other elements at its indices than the constant, or
/// another shape. Layouts alone are those of a constant that has them.
static bool isMoved(const MovedConstant &form) {
  return !form.order.isIdentity() ||
         cast<ShapedType>(form.value.getType()).getShape() !=
             form.data.getShapedType().getShape();
}

SmallVector<MovedForm> layout::findMovedForms(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<MovedForm> forms;
  SmallVector<MovedForm> worklist{
      {tensor, ElementOrder(type.getNumElements()), {}}};
  while (!worklist.empty()) {
    MovedForm form = worklist.pop_back_val();
    for (OpOperand &use : form.value.getUses()) {
      ElementOrder order = form.order;
      if (Value next = followUse(use, order))
        worklist.push_back({next, std::move(order), {}});
      else
        form.uses.push_back(&use);
    }
    if (!form.uses.empty())
      forms.push_back(std::move(form));
  }
  return forms;
}

static void followConstant(arith::ConstantOp constant, UsedForms &used) {
  auto data = cast<ElementsAttr>(constant.getValue());
  for (MovedForm &form : findMovedForms(constant)) {
    bool isOfContraction = llvm::any_of(form.uses, [](OpOperand *use) {
      return isContraction(use->getOwner());
    });
    MovedConstant moved{form.value, data, std::move(form.order)};
    bool isOfItsOwn = isMoved(moved) && isPackable(moved.value.getType());
    used.isUsedAsItIs |= !isOfItsOwn;
    if (isOfItsOwn)
      used.forms.push_back({std::move(moved), isOfContraction});
  }
}

MovedConstants::MovedConstants(ModuleOp module) {
  llvm::MapVector<Attribute, UsedForms> uses;
  module.walk([&](arith::ConstantOp constant) {
    if (isReadable(constant))
      followConstant(constant, uses[constant.getValue()]);
  });
  for (auto &[data, used] : uses) {
    bool isReplaced = used.isReplaced();
    for (UsedForms::Form &form : used.forms)
      if (form.isOfContraction || isReplaced)
        add(std::move(form.moved));
  }
  module.walk([&](FunctionOpInterface function) { addWeights(function); });
}

void MovedConstants::addWeights(FunctionOpInterface function) {
  if (function.isExternal())
    return;
  // A `gpu.func` has attributions after its arguments.
  for (BlockArgument argument :
       function.getArguments().take_front(function.getNumArguments()))
    if (function.getArgAttr(argument.getArgNumber(), kWeightAttrName) &&
        getStaticType(argument))
      for (const MovedForm &form : findMovedForms(argument))
        values.insert(form.value);
}

void MovedConstants::add(MovedConstant moved) {
  values.insert(moved.value);
  wanted.push_back(std::move(moved));
}
