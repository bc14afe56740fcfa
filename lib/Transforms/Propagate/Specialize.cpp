//===- Specialize.cpp - Specializations for laid-out callers --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call between conversions gets a clone of its callee for their layouts:
//
//     %0 = layout.convert %a : #L to plain      %1 = call @relu_0(%a)
//     %1 = call @relu(%0)                 ->
//     %2 = layout.convert %1 : plain to #L      func.func private @relu_0(#L)
//
// The conversions move into @relu_0, where layout-reflow, run again, cancels
// them.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Propagate/Specialize.h"

#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSPECIALIZE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static bool isConversionOf(ConvertOp convert, Type from, Type to) {
  return convert && convert.getSource().getType() == from &&
         convert.getResult().getType() == to;
}

/// The layout in which the caller has an argument, if it is converted for this
/// call alone, each time.
static Type getGivenType(OpOperand &argument) {
  Type type = argument.get().getType();
  auto convert = argument.get().getDefiningOp<ConvertOp>();
  if (!convert || convert.isOnBuffers() || !argument.get().hasOneUse() ||
      convert->getBlock() != argument.getOwner()->getBlock())
    return type;
  return convert.getSource().getType();
}

/// The layout in which the caller wants a result, if it only converts it to
/// that, each time.
static Type getWantedType(OpResult result) {
  Type wanted;
  for (Operation *user : result.getUsers()) {
    auto convert = dyn_cast<ConvertOp>(user);
    if (!convert || convert.isOnBuffers() ||
        convert->getBlock() != result.getOwner()->getBlock() ||
        (wanted && wanted != convert.getResult().getType()))
      return result.getType();
    wanted = convert.getResult().getType();
  }
  return wanted ? wanted : result.getType();
}

/// Why a conversion at a call is one for others, too; empty if there is none.
static std::string explainKeptConversion(func::CallOp call) {
  for (OpOperand &argument : call->getOpOperands())
    if (argument.get().getDefiningOp<ConvertOp>() &&
        getGivenType(argument) == argument.get().getType())
      return "argument " + std::to_string(argument.getOperandNumber()) +
             " is converted, but in another block, or for other ops, too";
  for (OpResult result : call->getResults())
    if (llvm::any_of(result.getUsers(), llvm::IsaPred<ConvertOp>) &&
        getWantedType(result) == result.getType())
      return "result " + std::to_string(result.getResultNumber()) +
             " is converted, but in another block, to several types, or used "
             "as it is, too";
  return "";
}

static FunctionType getTwinType(func::CallOp call) {
  SmallVector<Type> inputs, results;
  for (OpOperand &argument : call->getOpOperands())
    inputs.push_back(getGivenType(argument));
  for (OpResult result : call->getResults())
    results.push_back(getWantedType(result));
  return FunctionType::get(call.getContext(), inputs, results);
}

namespace {

class Specializer {
public:
  explicit Specializer(ModuleOp module)
      : module(module), symbols(module), rewriter(module.getContext()) {}

  bool run() {
    SmallVector<func::CallOp> calls;
    module.walk([&](func::CallOp call) {
      // A name of a nested module is another function.
      if (SymbolTable::getNearestSymbolTable(call) == module)
        calls.push_back(call);
    });
    for (func::CallOp call : calls) {
      auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
      if (!callee || isThunk(call->getParentOfType<func::FuncOp>()))
        continue;
      if (StringRef why = explainNoTwin(call, callee); !why.empty())
        remarkKept(call, why.str());
      else
        specialize(call, callee);
    }
    for (auto &[function, ofFunction] : specializations) {
      makeThunk(function, ofFunction);
      if (function.isPrivate() &&
          SymbolTable::symbolKnownUseEmpty(function.getNameAttr(), module))
        symbols.erase(function);
    }
    return !specializations.empty();
  }

private:
  using Specializations = llvm::MapVector<FunctionType, func::FuncOp>;

  static void remarkKept(func::CallOp call, const std::string &why) {
    remarkMissed(call.getLoc(), "layout-specialize/kept")
        << "conversions at the call of '" + call.getCallee().str() +
               "' stay: " + why;
  }

  /// Why a call that other types would suit keeps its function; empty if it
  /// need not.
  static StringRef explainNoTwin(func::CallOp call, func::FuncOp callee) {
    if (getTwinType(call) == callee.getFunctionType())
      return "";
    if (callee.isExternal())
      return "the function has no body here";
    // It would get specializations without end.
    return callee->isProperAncestor(call) ? "the function calls itself" : "";
  }

  /// Returns true if a public function on plain tensors only converts, and
  /// calls another one. It is the interface of that one, which need not convert
  /// for it.
  static bool isThunk(func::FuncOp function) {
    auto isPlain = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return !tensor || !tensor.getEncoding();
    };
    return function && function.isPublic() &&
           function.getBody().hasOneBlock() &&
           llvm::all_of(function.getArgumentTypes(), isPlain) &&
           llvm::all_of(function.getResultTypes(), isPlain) &&
           llvm::all_of(
               function.front(),
               llvm::IsaPred<ConvertOp, func::CallOp, func::ReturnOp>) &&
           llvm::hasSingleElement(function.front().getOps<func::CallOp>());
  }

  void specialize(func::CallOp call, func::FuncOp callee) {
    if (std::string why = explainKeptConversion(call); !why.empty())
      remarkKept(call, why);
    FunctionType type = getTwinType(call);
    if (type == callee.getFunctionType())
      return;
    func::FuncOp &specialized = specializations[callee][type];
    if (!specialized)
      specialized = makeSpecialization(callee, type);
    call.setCallee(specialized.getName());
    for (OpOperand &argument : call->getOpOperands())
      passOn(argument, type.getInput(argument.getOperandNumber()));
    for (OpResult result : call->getResults())
      take(result, type.getResult(result.getResultNumber()));
    remarkDone(call.getLoc(), "layout-specialize/twin")
        << ("calls '" + specialized.getName() + "', which is '" +
            callee.getName() + "' for the layouts that tensors have here")
               .str();
  }

  void passOn(OpOperand &argument, Type type) {
    if (argument.get().getType() == type)
      return;
    auto convert = argument.get().getDefiningOp<ConvertOp>();
    argument.set(convert.getSource());
    rewriter.eraseOp(convert);
  }

  void take(OpResult result, Type type) {
    if (result.getType() == type)
      return;
    result.setType(type);
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      rewriter.replaceOp(user, result);
  }

  func::FuncOp makeSpecialization(func::FuncOp function, FunctionType type) {
    func::FuncOp specialized = function.clone();
    specialized.setPrivate();
    // Who calls it knows it.
    specialized->removeAttr("llvm.emit_c_interface");
    symbols.insert(specialized, std::next(function->getIterator()));
    convertAtBorders(specialized, type);
    specialized.setFunctionType(type);
    return specialized;
  }

  /// The function itself works on the types that it knows.
  void convertAtBorders(func::FuncOp specialized, FunctionType type) {
    Block &entry = specialized.front();
    rewriter.setInsertionPointToStart(&entry);
    for (auto [argument, given] :
         llvm::zip_equal(entry.getArguments(), type.getInputs())) {
      if (argument.getType() == given)
        continue;
      auto known = cast<RankedTensorType>(argument.getType());
      argument.setType(given);
      auto convert =
          ConvertOp::create(rewriter, argument.getLoc(), known, argument);
      rewriter.replaceAllUsesExcept(argument, convert.getResult(), convert);
    }
    specialized.walk([&](func::ReturnOp back) {
      rewriter.setInsertionPoint(back);
      for (OpOperand &result : back->getOpOperands())
        result.set(
            convertTo(result.get(), type.getResult(result.getOperandNumber())));
    });
  }

  Value convertTo(Value tensor, Type type) {
    if (tensor.getType() == type)
      return tensor;
    return ConvertOp::create(rewriter, tensor.getLoc(),
                             cast<RankedTensorType>(type), tensor)
        .getResult();
  }

  //===--------------------------------------------------------------------===//
  // The public function
  //===--------------------------------------------------------------------===//

  /// If a function converts all arguments and results of a specialization to
  /// the types of the latter, one body suffices: the function converts, and
  /// calls the specialization.
  void makeThunk(func::FuncOp function, const Specializations &ofFunction) {
    if (!function.isPublic())
      return;
    const auto *found = llvm::find_if(ofFunction, [&](auto &specialized) {
      return convertsAlready(function, specialized.first);
    });
    if (found == ofFunction.end())
      return;
    func::FuncOp specialized = found->second;
    Location loc = function.getLoc();
    Block &old = function.front();
    Block *body = rewriter.createBlock(
        &old, function.getArgumentTypes(),
        SmallVector<Location>(function.getNumArguments(), loc));
    SmallVector<Value> arguments, results;
    for (auto [argument, type] :
         llvm::zip_equal(body->getArguments(), specialized.getArgumentTypes()))
      arguments.push_back(convertTo(argument, type));
    auto call = func::CallOp::create(rewriter, loc, specialized, arguments);
    for (auto [result, type] :
         llvm::zip_equal(call.getResults(), function.getResultTypes()))
      results.push_back(convertTo(result, type));
    func::ReturnOp::create(rewriter, loc, results);
    old.dropAllReferences();
    old.erase();
    remarkDone(loc, "layout-specialize/thunk")
        << ("converts, and calls '" + specialized.getName() + "'").str();
  }

  /// Returns true if the argument is converted to `type` in each call, and has
  /// no other use.
  static bool isOnlyConverted(BlockArgument argument, Type type) {
    return !argument.use_empty() &&
           llvm::all_of(argument.getUsers(), [&](Operation *user) {
             return user->getBlock() == argument.getOwner() &&
                    isConversionOf(dyn_cast<ConvertOp>(user),
                                   argument.getType(), type);
           });
  }

  static bool convertsAlready(func::FuncOp function, FunctionType specialized) {
    if (!function.getBody().hasOneBlock())
      return false;
    for (auto [argument, type] :
         llvm::zip_equal(function.getArguments(), specialized.getInputs()))
      if (argument.getType() != type && !isOnlyConverted(argument, type))
        return false;
    Operation *back = function.front().getTerminator();
    for (auto [result, type] :
         llvm::zip_equal(back->getOperands(), specialized.getResults()))
      if (result.getType() != type &&
          !isConversionOf(result.getDefiningOp<ConvertOp>(), type,
                          result.getType()))
        return false;
    return true;
  }

  ModuleOp module;
  SymbolTable symbols;
  IRRewriter rewriter;
  llvm::MapVector<func::FuncOp, Specializations> specializations;
};

class LayoutSpecializePass
    : public layout::impl::LayoutSpecializeBase<LayoutSpecializePass> {
public:
  using LayoutSpecializeBase::LayoutSpecializeBase;

  void runOnOperation() override {
    if (!specializeFunctions(getOperation()))
      markAllAnalysesPreserved();
  }
};

} // namespace

bool layout::specializeFunctions(ModuleOp module) {
  bool hasChanged = false;
  module.walk([&](ModuleOp each) { hasChanged |= Specializer(each).run(); });
  return hasChanged;
}
