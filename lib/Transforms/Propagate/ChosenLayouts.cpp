//===- ChosenLayouts.cpp - Layouts for one op -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChosenLayouts.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "TensorNode.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::layout;

/// "operand 0 in (d0, d1) -> (..), operand 1 as it is": steps of a layout one
/// after the other.
static std::string describeLayouts(const ChosenLayouts &chosen) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto describe = [&](StringRef kind, const OperandLayouts &layouts) {
    for (auto [i, layout] : llvm::enumerate(layouts)) {
      os << (text.empty() ? "" : ", ") << kind << " " << i;
      if (!layout)
        os << " as it is";
      else
        llvm::interleave(
            layout.getIndexMaps(), os,
            [&](IndexMapAttr step) { os << " in " << step.getMap(); },
            ", then");
    }
  };
  describe("operand", chosen.layouts);
  describe("result", chosen.results);
  if (!chosen.loopOrder.empty())
    os << ", with sums over its window around those over channels";
  return text;
}

/// The op with its loops in another order: a generic one, as only those have
/// one of their own.
static Operation *interchange(RewriterBase &rewriter, Operation *op,
                              ArrayRef<unsigned> order) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    generic = *linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(op));
  return *linalg::interchangeGenericOp(rewriter, generic, order);
}

Operation *layout::applyChosen(RewriterBase &builder,
                               const ChosenLayouts &chosen) {
  Operation *op = chosen.op;
  Location loc = op->getLoc();
  StringRef name = op->getName().getStringRef();
  if (!chosen.loopOrder.empty()) {
    builder.setInsertionPoint(op);
    op = interchange(builder, op, chosen.loopOrder);
  }
  auto build = [&](Value tensor, RankedTensorType type) -> Value {
    return ConvertOp::create(builder, loc, type, tensor).getResult();
  };
  builder.setInsertionPoint(op);
  for (auto [operand, layout] :
       llvm::zip_equal(op->getOpOperands(), chosen.layouts))
    if (layout && getTensorEncoding(operand.get().getType()) != layout)
      operand.set(
          build(operand.get(), cast<RankedTensorType>(operand.get().getType())
                                   .cloneWithEncoding(layout)));
  builder.setInsertionPointAfter(op);
  for (auto [result, layout] :
       llvm::zip_equal(op->getResults(), chosen.results)) {
    if (!layout || getTensorEncoding(result.getType()) == layout)
      continue;
    auto before = cast<RankedTensorType>(result.getType());
    result.setType(before.cloneWithEncoding(layout));
    Value back = build(result, before);
    Value(result).replaceAllUsesExcept(back, back.getDefiningOp());
  }
  // The statement is for later passes, too, in a form that does not count
  // operands, since upstream drops those that are there twice.
  if (op->hasAttr(LayoutDialect::kPreferAttrName))
    op->setAttr(LayoutDialect::kPreferAttrName, builder.getUnitAttr());
  if (auto remark = remarkDone(loc, "layout-choose/chosen"))
    remark << "'" + name.str() + "' works on " + describeLayouts(chosen);
  return op;
}
