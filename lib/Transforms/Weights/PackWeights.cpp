//===- PackWeights.cpp - Weights that callers lay out ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   func.func @f(%w: tensor<64x96xf32> {layout.weight}) {
//     %0 = layout.convert %w : tensor<64x96xf32> to tensor<64x96xf32, #panels>
//     use(%0)
// After:
//   func.func @f(%w: tensor<64x96xf32, #panels>) {
//     use(%w)
//   func.func @f_pack_arg0(%plain: memref<64x96xf32>,
//                          %packed: memref<64x96xf32, #panels>)
//
//===----------------------------------------------------------------------===//

#include "PackWeights.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Weights.h"
#include "Transforms/Propagate/MovedConstants.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// An argument, and the one form in which the function uses it.
struct PackedWeight {
  BlockArgument argument;
  std::string packer;                ///< name of the function that makes it
  SmallVector<MovedForm, 1> forms;   ///< all with the same elements
};

} // namespace

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

static Attribute getWeight(FunctionOpInterface function, unsigned argument) {
  return function.getArgAttr(argument, kWeightAttrName);
}

static bool hasWeights(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (getWeight(function, i))
      return true;
  return false;
}

/// Only a caller outside of the module can lay out what it passes.
static LogicalResult checkFunction(FunctionOpInterface function,
                                   const llvm::StringSet<> &called) {
  auto fail = [&](const Twine &why) {
    return function.emitError("'layout.weight' is laid out by callers outside "
                              "of the module, but @")
           << function.getName() << " " << why;
  };
  if (!isa<func::FuncOp>(function) ||
      !isa<ModuleOp>(function->getParentOp()))
    return fail("is no func.func of a module");
  if (function.isExternal())
    return fail("has no body");
  if (!function.isPublic())
    return fail("is private");
  if (called.contains(function.getName()))
    return fail("is also used within it");
  return success();
}

/// Uses that would let the caller's memory change, or leave the function.
static LogicalResult checkUses(BlockArgument argument,
                               ArrayRef<MovedForm> forms) {
  for (const MovedForm &form : forms)
    for (OpOperand *use : form.uses) {
      auto destination = dyn_cast<DestinationStyleOpInterface>(use->getOwner());
      const char *how = use->getOwner()->hasTrait<OpTrait::ReturnLike>()
                            ? "returned or yielded"
                        : destination && destination.isDpsInit(use)
                            ? "written"
                            : nullptr;
      if (how)
        return use->getOwner()->emitOpError(
                   "may only read a weight ('layout.weight'), but argument ")
               << argument.getArgNumber() << " is " << how << " here";
    }
  return success();
}

static LogicalResult checkForms(BlockArgument argument,
                                ArrayRef<MovedForm> forms) {
  for (const MovedForm &form : forms) {
    if (form.hasSameElements(forms.front()))
      continue;
    InFlightDiagnostic error =
        forms.front().uses.front()->getOwner()->emitOpError(
            "uses a weight ('layout.weight') in one form, and another op in "
            "another: argument ");
    error << argument.getArgNumber() << " is " << forms.front().value.getType()
          << " here; one memory cannot be both; pass it twice, or leave out the "
             "attribute";
    error.attachNote(form.uses.front()->getOwner()->getLoc())
        << "here it is used as " << form.value.getType();
    return error;
  }
  return success();
}

static std::string getPackerName(FunctionOpInterface function, unsigned i) {
  auto name = dyn_cast<StringAttr>(getWeight(function, i));
  std::string weight = name ? name.str() : "arg" + std::to_string(i);
  return (function.getName() + "_pack_" + weight).str();
}

static LogicalResult planFunction(ModuleOp module, FunctionOpInterface function,
                                  llvm::StringSet<> &names,
                                  std::vector<PackedWeight> &plan) {
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    if (!getWeight(function, i))
      continue;
    PackedWeight weight{argument, getPackerName(function, i), {}};
    if (module.lookupSymbol(weight.packer) ||
        !names.insert(weight.packer).second)
      return function.emitError("there is a @")
             << weight.packer << " already, which 'layout.weight' of argument "
             << i << " makes; give one of them another name";
    if (cast<ShapedType>(argument.getType()).getNumElements() > 0)
      weight.forms = findMovedForms(argument);
    if (failed(checkUses(argument, weight.forms)) ||
        failed(checkForms(argument, weight.forms)))
      return failure();
    plan.push_back(std::move(weight));
  }
  return success();
}

static Type getPackedType(const PackedWeight &weight) {
  return weight.forms.empty() ? weight.argument.getType()
                              : weight.forms.front().value.getType();
}

/// One name is one memory, which has one form.
static LogicalResult checkSharedNames(ArrayRef<PackedWeight> plan) {
  llvm::StringMap<const PackedWeight *> known;
  for (const PackedWeight &weight : plan) {
    auto function =
        cast<FunctionOpInterface>(weight.argument.getOwner()->getParentOp());
    auto name = dyn_cast<StringAttr>(
        getWeight(function, weight.argument.getArgNumber()));
    if (!name)
      continue;
    auto [found, isNew] = known.try_emplace(name.getValue(), &weight);
    const PackedWeight &other = *found->second;
    bool isSame = getPackedType(weight) == getPackedType(other) &&
                  weight.argument.getType() == other.argument.getType() &&
                  weight.forms.empty() == other.forms.empty() &&
                  (weight.forms.empty() ||
                   weight.forms.front().hasSameElements(other.forms.front()));
    if (isNew || isSame)
      continue;
    InFlightDiagnostic error =
        function.emitError("a weight ('layout.weight') has one form here and "
                           "another one in another function: \"");
    error << name.getValue() << "\" is " << getPackedType(weight)
          << " here; one memory cannot be both; give it two names";
    error.attachNote(other.argument.getLoc())
        << "here it is used as " << getPackedType(other);
    return error;
  }
  return success();
}

/// Names that ops of the module refer to.
static llvm::StringSet<> collectUsedNames(ModuleOp module) {
  llvm::StringSet<> names;
  if (auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion()))
    for (const SymbolTable::SymbolUse &use : *uses)
      names.insert(use.getSymbolRef().getRootReference().getValue());
  return names;
}

static FailureOr<std::vector<PackedWeight>> planPackWeights(ModuleOp module) {
  std::vector<PackedWeight> plan;
  llvm::StringSet<> packers;
  std::optional<llvm::StringSet<>> used;
  auto result = module.walk([&](FunctionOpInterface function) {
    if (!hasWeights(function))
      return WalkResult::advance();
    if (!used)
      used = collectUsedNames(module);
    if (failed(checkFunction(function, *used)) ||
        failed(planFunction(module, function, packers, plan)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || failed(checkSharedNames(plan)))
    return failure();
  return plan;
}

//===----------------------------------------------------------------------===//
// Packers
//===----------------------------------------------------------------------===//

/// Returns true if the elements have other indices than in the program.
static bool isMoved(const PackedWeight &weight) {
  return !weight.forms.empty() && !weight.forms.front().order.isIdentity();
}

static MemRefType getBufferType(Type tensor) {
  auto type = cast<RankedTensorType>(tensor);
  MemRefLayoutAttrInterface layout;
  if (BufferAttr laidOut = getTensorEncoding(type))
    layout = laidOut;
  return MemRefType::get(type.getShape(), type.getElementType(), layout);
}

/// The ops between the argument and what is used of it, the first one first.
static SmallVector<Operation *> getMoves(const PackedWeight &weight) {
  SmallVector<Operation *> moves;
  if (weight.forms.empty())
    return moves;
  for (Value value = weight.forms.front().value; value != weight.argument;
       value = value.getDefiningOp()->getOperand(0))
    moves.push_back(value.getDefiningOp());
  std::reverse(moves.begin(), moves.end());
  return moves;
}

/// Copies an op that moves the elements of its first operand. Others are
/// destinations.
static void cloneMove(OpBuilder &builder, Operation *move, IRMapping &map) {
  for (Value operand : move->getOperands())
    if (!map.contains(operand))
      map.map(operand, tensor::EmptyOp::create(
                           builder, move->getLoc(),
                           cast<RankedTensorType>(operand.getType()),
                           ValueRange()));
  builder.clone(*move, map);
}

/// On tensors, which become buffers with the rest of the module.
static void buildMoves(OpBuilder &builder, const PackedWeight &weight,
                       ArrayRef<Operation *> moves, Block *body) {
  Location loc = weight.argument.getLoc();
  Value source = bufferization::ToTensorOp::create(
      builder, loc, weight.argument.getType(), body->getArgument(0),
      /*restrict=*/true, /*writable=*/false);
  IRMapping map;
  map.map(weight.argument, source);
  for (Operation *move : moves)
    cloneMove(builder, move, map);
  Value result = moves.empty() ? source
                               : map.lookup(weight.forms.front().value);
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, /*result=*/Type(), result, body->getArgument(1),
      /*restrict=*/true, /*writable=*/true);
}

static void buildPacker(OpBuilder &builder, const PackedWeight &weight) {
  Location loc = weight.argument.getLoc();
  Type plain = weight.argument.getType();
  Type packed = getPackedType(weight);
  auto type = builder.getFunctionType(
      {getBufferType(plain), getBufferType(packed)}, {});
  auto packer = func::FuncOp::create(builder, loc, weight.packer, type);
  packer->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                  builder.getUnitAttr());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = packer.addEntryBlock();
  builder.setInsertionPointToStart(body);
  SmallVector<Operation *> moves = getMoves(weight);
  if (moves.size() == 1 && isa<ConvertOp>(moves.front()))
    ConvertOp::create(builder, loc, body->getArgument(0), body->getArgument(1));
  else
    buildMoves(builder, weight, moves, body);
  func::ReturnOp::create(builder, loc);
}

/// Erases an op with what uses it.
static void eraseWithUsers(Operation *op) {
  while (!op->use_empty())
    eraseWithUsers(*op->user_begin());
  op->erase();
}

/// Gives the argument the type in which it is used. What else uses it then are
/// the ops that made that form.
static void changeType(OpBuilder &builder, func::FuncOp function,
                       const PackedWeight &weight) {
  BlockArgument old = weight.argument;
  unsigned i = old.getArgNumber();
  Block *body = old.getOwner();
  BlockArgument packed =
      body->insertArgument(i + 1, getPackedType(weight), old.getLoc());
  for (const MovedForm &form : weight.forms)
    for (OpOperand *use : form.uses)
      use->set(packed);
  while (!old.use_empty())
    eraseWithUsers(*old.user_begin());
  body->eraseArgument(i);
  SmallVector<Type> inputs(function.getArgumentTypes());
  inputs[i] = packed.getType();
  function.setFunctionType(
      builder.getFunctionType(inputs, function.getResultTypes()));
}

static void applyPackWeight(OpBuilder &builder, const PackedWeight &weight) {
  BlockArgument argument = weight.argument;
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  builder.setInsertionPointAfter(function);
  buildPacker(builder, weight);
  unsigned i = argument.getArgNumber();
  function.removeArgAttr(i, kWeightAttrName);
  // Memory of the caller, who keeps it for the next call.
  function.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                      builder.getBoolAttr(false));
  if (getPackedType(weight) == argument.getType() && !isMoved(weight))
    return;
  changeType(builder, function, weight);
}

LogicalResult layout::packWeights(ModuleOp module) {
  FailureOr<std::vector<PackedWeight>> plan = planPackWeights(module);
  if (failed(plan))
    return failure();
  OpBuilder builder(module.getContext());
  // Each is put right after its function.
  for (const PackedWeight &weight : llvm::reverse(*plan))
    applyPackWeight(builder, weight);
  return success();
}
