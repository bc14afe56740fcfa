//===- ReflowRemarks.cpp - Remarks of layout-reflow -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReflowRemarks.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::layout;

/// What padding of this pad is: "0.000000e+00 : f32", "undefined".
static std::string describe(PadAttr pad) {
  if (!pad)
    return "not known";
  switch (pad.getKind()) {
  case PadKind::None:
    return "not accessed";
  case PadKind::Undef:
    return "undefined";
  case PadKind::Constant:
    return debugString(pad.getValue());
  default:
    return debugString(pad);
  }
}

/// The padding that a user of a tensor relies on: "reads padding (0, 3), which
/// must be undefined" would be no reason for a conversion.
static std::string describeNeed(const std::string &place, PadAttr pad) {
  switch (pad.getKind()) {
  case PadKind::None:
    return "takes " + place + ", which no op may access";
  case PadKind::Undef:
    return "takes " + place + ", which may be overwritten with anything";
  default:
    return "reads " + place + ", which must be " + describe(pad);
  }
}

/// "padding (0, 3)", or "padding" where no place is known.
static std::string describePlace(RankedTensorType type, unsigned step) {
  if (!isLaidOut(type) || !layout::getPhysicalLayout(type).getUnknown().empty())
    return "padding";
  auto place = layout::getPhysicalLayout(type).getFirstPadding(step);
  if (!place)
    return "padding";
  std::string text = "padding (";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(*place, stream);
  return text + ")";
}

static std::string getName(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

static std::string describeSource(Value value) {
  if (Operation *op = value.getDefiningOp())
    return getName(op);
  auto argument = cast<BlockArgument>(value);
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         getName(argument.getOwner()->getParentOp());
}

/// "needs the plain layout, and argument 0 of 'func.func' has
/// #layout.buffer..". Pads are left out, which are not why.
static std::string describeOrders(RankedTensorType needed,
                                  RankedTensorType given,
                                  const std::string &source) {
  BufferAttr to = getOrder(needed), from = getOrder(given);
  if (to == from)
    return "needs another layout than " + source + " has";
  auto describeOrder = [](BufferAttr order) {
    return order ? debugString(order) : "the plain layout";
  };
  return "needs " + describeOrder(to) + ", and " + source + " has " +
         describeOrder(from);
}

/// The first step whose pads differ, from 1; 0 if the layouts differ otherwise.
static unsigned getOtherPad(RankedTensorType a, RankedTensorType b) {
  BufferAttr from = *getTensorLayout(a), to = *getTensorLayout(b);
  if (!from || getOrder(from) != getOrder(to))
    return 0;
  for (auto [i, one, other] : llvm::enumerate(from.getPads(), to.getPads()))
    if (one != other)
      return i + 1;
  return 0;
}

/// The dimensions of a tensor of a group; none if it is of another one.
static MatchedDims findDims(const TensorLinks &links, Value tensor) {
  for (const LinkedOperand &linked : links.operands)
    if (linked.operand->get() == tensor)
      return linked.dims;
  for (const LinkedValue &linked : links.values)
    if (linked.value == tensor)
      return linked.dims;
  return {};
}

/// Why a tensor of an op cannot lie in `order`: ", as dimension 1 of
/// 'tensor.concat' must be an axis of its own". Empty if that is not why.
static std::string describeWhole(Operation *op, Value tensor,
                                 BufferAttr order) {
  auto propagation = dyn_cast<LayoutPropagationOpInterface>(op);
  if (!order || !propagation)
    return {};
  for (const TensorLinks &links : propagation.getTensorLinks())
    for (auto [d, numbers] : llvm::enumerate(findDims(links, tensor))) {
      if (numbers.size() != 1 || links.admits(order, d, numbers.front()))
        continue;
      int64_t alignment = links.getAlignment(numbers.front());
      std::string text = ", as dimension " + std::to_string(d) + " of " +
                         getName(op) + " must be an axis of its own";
      if (alignment > 1)
        text +=
            ", or in blocks whose length divides " + std::to_string(alignment);
      return text;
    }
  return {};
}

/// All callers of a function take and hand over what it says.
static std::string getRemedy(Value value, Operation *user) {
  bool isOfCall = isa<CallOpInterface>(user) ||
                  isa_and_nonnull<CallOpInterface>(value.getDefiningOp());
  return isOfCall ? "; run layout-specialize first, for a function of each "
                    "caller's own, or state one pad for both"
                  : "; state one pad for both";
}

void layout::remarkReordered(Operation *op) {
  remarkDone(op->getLoc(), "layout-reflow/reordered")
      << getName(op) + " takes and yields tensors of another layout now";
}

void layout::remarkAbsorbed(Operation *op) {
  remarkDone(op->getLoc(), "layout-reflow/absorbed")
      << getName(op) + " reads a tensor of one layout and writes one of "
                       "another, which replaces a conversion";
}

void layout::remarkPadding(const ReflowPlan &plan, Value result) {
  Operation *op = result.getDefiningOp();
  if (!op || !areRemarksEnabled(op->getContext()))
    return;
  for (const PadObligation &obligation : plan.getObligations(result)) {
    std::string must = describePlace(plan.getType(result), obligation.step) +
                       " must be " + describe(obligation.needed);
    if (obligation.isMet())
      remarkDone(op->getLoc(), "layout-reflow/padding-computed")
          << must + ", which " + getName(op) +
                 " computes there from the padding of its operands";
    else
      remarkDone(op->getLoc(), "layout-reflow/padding-written")
          << must + ", and what " + getName(op) + " computes there is " +
                 describe(obligation.computed) +
                 ": layout-apply writes the padding after it";
  }
}

void layout::remarkConstant(arith::ConstantOp constant) {
  remarkDone(constant.getLoc(), "layout-reflow/constant")
      << "the constant is converted at compile time, to the layout in which it "
         "is "
         "used";
}

void layout::remarkCancelled(ConvertOp convert) {
  remarkDone(convert.getLoc(), "layout-reflow/removed")
      << "the conversion is removed: what it yields is used in the layout that "
         "its "
         "operand has";
}

void layout::remarkMoved(ConvertOp convert) {
  remarkDone(convert.getLoc(), "layout-reflow/moved")
      << "this conversion replaces one or more at other places";
}

void layout::remarkKept(const TensorValue &value, ConvertOp convert,
                        Operation *user) {
  if (!areRemarksEnabled(convert.getContext()))
    return;
  auto from = cast<RankedTensorType>(convert.getSource().getType());
  auto to = cast<RankedTensorType>(convert.getResult().getType());
  std::string text = getName(user) + " ";
  if (unsigned step = getOtherPad(from, to)) {
    BufferAttr given = *getTensorLayout(from), needed = *getTensorLayout(to);
    text += describeNeed(describePlace(to, step), needed.getPads()[step - 1]) +
            ", and is " + describe(given.getPads()[step - 1]) + " in what " +
            describeSource(value.value) + " yields" +
            getRemedy(value.value, user);
  } else {
    text += describeOrders(to, from, describeSource(value.value));
    text += describeWhole(user, convert.getResult(), getOrder(from));
    if (Operation *maker = value.value.getDefiningOp())
      text += describeWhole(maker, value.value, getOrder(to));
    text += "; state one layout for both, or leave the conversion";
  }
  remarkMissed(convert.getLoc(), "layout-reflow/kept") << text;
}
