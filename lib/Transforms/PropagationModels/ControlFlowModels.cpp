//===- ControlFlowModels.cpp - Models of forwarding control flow ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LayoutPropagation.h"
#include "Models.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::layout;

static bool isTensor(Type type) { return isa<RankedTensorType>(type); }

namespace {

struct ForModel
    : public LayoutPropagationOpInterface::ExternalModel<ForModel, scf::ForOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto loop = cast<scf::ForOp>(op);
    MutableArrayRef<OpOperand> inits = loop.getInitsMutable();
    MutableArrayRef<OpOperand> yielded = *loop.getYieldedValuesMutable();
    SmallVector<TensorLinks> groups;
    for (auto [i, result] : llvm::enumerate(loop.getResults()))
      if (isTensor(result.getType()))
        groups.push_back(linkOneType({&inits[i], &yielded[i]},
                                     {loop.getRegionIterArg(i), result}));
    return groups;
  }
};

struct WhileModel
    : public LayoutPropagationOpInterface::ExternalModel<WhileModel,
                                                         scf::WhileOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto loop = cast<scf::WhileOp>(op);
    MutableArrayRef<OpOperand> inits = loop.getInitsMutable();
    MutableArrayRef<OpOperand> yielded = loop.getYieldOp().getResultsMutable();
    MutableArrayRef<OpOperand> passed = loop.getConditionOp().getArgsMutable();
    SmallVector<TensorLinks> groups;
    for (auto [i, argument] : llvm::enumerate(loop.getBeforeArguments()))
      if (isTensor(argument.getType()))
        groups.push_back(linkOneType({&inits[i], &yielded[i]}, {argument}));
    for (auto [i, argument] : llvm::enumerate(loop.getAfterArguments()))
      if (isTensor(argument.getType()))
        groups.push_back(
            linkOneType({&passed[i]}, {argument, loop.getResult(i)}));
    return groups;
  }
};

struct IfModel
    : public LayoutPropagationOpInterface::ExternalModel<IfModel, scf::IfOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto branch = cast<scf::IfOp>(op);
    SmallVector<TensorLinks> groups;
    for (auto [i, result] : llvm::enumerate(branch.getResults()))
      if (isTensor(result.getType())) {
        MutableArrayRef<OpOperand> yes = branch.thenYield().getResultsMutable();
        MutableArrayRef<OpOperand> no = branch.elseYield().getResultsMutable();
        groups.push_back(linkOneType({&yes[i], &no[i]}, {result}));
      }
    return groups;
  }
};

/// One tensor or another, as a whole.
struct SelectModel
    : public LayoutPropagationOpInterface::ExternalModel<SelectModel,
                                                         arith::SelectOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto select = cast<arith::SelectOp>(op);
    if (!isTensor(select.getType()) ||
        !select.getCondition().getType().isInteger(1))
      return {};
    return {linkOneType(
        {&select.getTrueValueMutable(), &select.getFalseValueMutable()},
        {select.getResult()})};
  }
};

/// The interface of a function that only calls in its own module know.
struct FuncModel
    : public LayoutPropagationOpInterface::ExternalModel<FuncModel,
                                                         func::FuncOp> {
  SmallVector<TensorLinks> getTensorLinks(Operation *op) const {
    auto function = cast<func::FuncOp>(op);
    SmallVector<func::CallOp> calls;
    if (!findCalls(function, calls) || calls.empty())
      return {};
    SmallVector<TensorLinks> groups;
    for (BlockArgument argument : function.getArguments()) {
      if (!isTensor(argument.getType()))
        continue;
      SmallVector<OpOperand *> passed;
      for (func::CallOp call : calls)
        passed.push_back(&call->getOpOperand(argument.getArgNumber()));
      groups.push_back(linkOneType(passed, {argument}));
    }
    for (auto [i, type] : llvm::enumerate(function.getResultTypes())) {
      if (!isTensor(type))
        continue;
      SmallVector<OpOperand *> returned;
      for (Block &block : function.getBody())
        if (auto back = dyn_cast<func::ReturnOp>(block.getTerminator()))
          returned.push_back(&back->getOpOperand(i));
      SmallVector<Value> results;
      for (func::CallOp call : calls)
        results.push_back(call.getResult(i));
      groups.push_back(linkOneType(returned, results));
    }
    return groups;
  }

  void updateTypes(Operation *op) const {
    auto function = cast<func::FuncOp>(op);
    SmallVector<Type> results(function.getResultTypes());
    for (Block &block : function.getBody())
      if (auto back = dyn_cast<func::ReturnOp>(block.getTerminator()))
        results.assign(back.getOperandTypes().begin(),
                       back.getOperandTypes().end());
    function.setFunctionType(FunctionType::get(
        op->getContext(), function.getBody().getArgumentTypes(), results));
  }

private:
  /// False if the function may have other uses, or is used in another way.
  static bool findCalls(func::FuncOp function,
                        SmallVectorImpl<func::CallOp> &calls) {
    if (!function.isPrivate() || function.isExternal())
      return false;
    Operation *table =
        SymbolTable::getNearestSymbolTable(function->getParentOp());
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(function, table);
    if (!uses)
      return false;
    for (SymbolTable::SymbolUse use : *uses) {
      auto call = dyn_cast<func::CallOp>(use.getUser());
      if (!call || function->isAncestor(call))
        return false;
      calls.push_back(call);
    }
    return true;
  }
};

} // namespace

void layout::registerControlFlowModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    scf::ForOp::attachInterface<ForModel>(*context);
    scf::WhileOp::attachInterface<WhileModel>(*context);
    scf::IfOp::attachInterface<IfModel>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    arith::SelectOp::attachInterface<SelectModel>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    func::FuncOp::attachInterface<FuncModel>(*context);
  });
}
