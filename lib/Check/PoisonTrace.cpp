//===- PoisonTrace.cpp - Tracing poison at run time -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/PoisonTrace.h"

#include "Layout/Check/Program.h"
#include "Layout/Check/RunHooks.h"
#include "PoisonPropagation.h"
#include "PoisonShadow.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace mlir::layout;
using llvm::CallInst;
using llvm::cast;
using llvm::dyn_cast;
using llvm::Function;
using llvm::Instruction;
using llvm::IRBuilder;
using llvm::isa;
using llvm::StringRef;

namespace {

/// Functions pass shadows in globals: a caller writes those of the arguments
/// right before the call, the callee reads them first, and so with the result.
class PoisonTracer {
public:
  explicit PoisonTracer(llvm::Module &module) : module(module) {}

  void run();

private:
  // What a mark may reach.
  void reach(llvm::Value *value);
  void reachUser(llvm::Value *value, Instruction &user);
  void reachResults(Function &function);

  // Shadows.
  llvm::Value *getShadow(llvm::Value *value) const;
  llvm::GlobalVariable *makeSlot(llvm::Type *type);
  void readArguments(Function &function);
  void visit(Instruction &inst);
  void buildShadow(Instruction &inst);
  void passArguments(CallInst &call, Function &callee);
  void replaceMark(CallInst &mark);
  void fillPhis();

  // Where poison does harm.
  void checkUses(Instruction &inst);
  void checkCall(CallInst &call);
  void checkMasked(llvm::IntrinsicInst &access);
  void report(llvm::Value *shadow, PoisonUse use, Instruction &before);
  Function *getTest();

  llvm::Module &module;
  llvm::SetVector<llvm::Value *> reached;
  llvm::SmallVector<llvm::Value *> open;
  /// Of the arguments that are reached, and of results by their function.
  llvm::DenseMap<llvm::Value *, llvm::GlobalVariable *> slots;
  llvm::DenseMap<llvm::Value *, llvm::Value *> shadows;
  llvm::SmallVector<CallInst *> marks;
};

} // namespace

/// A function with a body that is called by name. Checks of bounds are looked
/// at as a whole.
static Function *getFollowedCallee(CallInst &call) {
  Function *callee = call.getCalledFunction();
  bool isFollowed = callee && !callee->isDeclaration() && !callee->isVarArg() &&
                    !callee->getName().starts_with(RuntimeNames::kBoundsCheck);
  return isFollowed ? callee : nullptr;
}

//===----------------------------------------------------------------------===//
// What a mark may reach
//===----------------------------------------------------------------------===//

void PoisonTracer::reach(llvm::Value *value) {
  if (getShadowType(value->getType()) && reached.insert(value))
    open.push_back(value);
}

void PoisonTracer::reachResults(Function &function) {
  if (slots.contains(&function))
    return;
  slots[&function] = makeSlot(function.getReturnType());
  for (llvm::User *user : function.users())
    if (auto *call = dyn_cast<CallInst>(user))
      if (call->getCalledFunction() == &function)
        reach(call);
}

void PoisonTracer::reachUser(llvm::Value *value, Instruction &user) {
  if (isa<llvm::ReturnInst>(user))
    return reachResults(*user.getFunction());
  auto *call = dyn_cast<CallInst>(&user);
  if (Function *callee = call ? getFollowedCallee(*call) : nullptr) {
    for (auto [i, argument] : llvm::enumerate(call->args()))
      if (argument == value)
        reach(callee->getArg(i));
    return;
  }
  if (passesPoisonOn(user))
    reach(&user);
}

//===----------------------------------------------------------------------===//
// Shadows
//===----------------------------------------------------------------------===//

llvm::Value *PoisonTracer::getShadow(llvm::Value *value) const {
  auto found = shadows.find(value);
  return found == shadows.end() ? getNoShadow(value->getType()) : found->second;
}

llvm::GlobalVariable *PoisonTracer::makeSlot(llvm::Type *type) {
  llvm::Constant *none = getNoShadow(type);
  return new llvm::GlobalVariable(module, none->getType(), /*isConstant=*/false,
                                  llvm::GlobalValue::InternalLinkage, none,
                                  "layout_check_shadow");
}

/// An indirect call writes none: what it finds must not be left from another.
void PoisonTracer::readArguments(Function &function) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  for (llvm::Argument &argument : function.args()) {
    if (!reached.contains(&argument))
      continue;
    llvm::GlobalVariable *slot = slots[&argument];
    shadows[&argument] = builder.CreateLoad(slot->getValueType(), slot);
    builder.CreateStore(slot->getInitializer(), slot);
  }
}

void PoisonTracer::passArguments(CallInst &call, Function &callee) {
  IRBuilder<> builder(&call);
  for (auto [i, argument] : llvm::enumerate(call.args()))
    if (auto *slot = slots.lookup(callee.getArg(i)))
      builder.CreateStore(getShadow(argument), slot);
}

void PoisonTracer::buildShadow(Instruction &inst) {
  if (auto *phi = dyn_cast<llvm::PHINode>(&inst)) {
    IRBuilder<> builder(phi);
    shadows[phi] = builder.CreatePHI(getShadowType(phi->getType()),
                                     phi->getNumIncomingValues());
    return;
  }
  IRBuilder<> builder(inst.getNextNode());
  auto *call = dyn_cast<CallInst>(&inst);
  if (Function *callee = call ? getFollowedCallee(*call) : nullptr) {
    llvm::GlobalVariable *slot = slots[callee];
    shadows[call] = builder.CreateLoad(slot->getValueType(), slot);
    return;
  }
  shadows[&inst] = buildPoisonPropagation(
      builder, inst, [&](llvm::Value *value) { return getShadow(value); });
}

void PoisonTracer::visit(Instruction &inst) {
  checkUses(inst);
  if (auto *call = dyn_cast<CallInst>(&inst))
    if (Function *callee = getFollowedCallee(*call))
      passArguments(*call, *callee);
  if (auto *leave = dyn_cast<llvm::ReturnInst>(&inst))
    if (auto *slot = slots.lookup(leave->getFunction()))
      IRBuilder<>(leave).CreateStore(getShadow(leave->getReturnValue()), slot);
  if (reached.contains(&inst))
    buildShadow(inst);
}

void PoisonTracer::fillPhis() {
  for (auto [value, shadow] : shadows)
    if (auto *phi = dyn_cast<llvm::PHINode>(value))
      for (unsigned i = 0, e = phi->getNumIncomingValues(); i < e; ++i)
        cast<llvm::PHINode>(shadow)->addIncoming(
            getShadow(phi->getIncomingValue(i)), phi->getIncomingBlock(i));
}

/// Each execution of a mark gets bits of its own.
void PoisonTracer::replaceMark(CallInst &mark) {
  IRBuilder<> builder(&mark);
  llvm::FunctionCallee source = module.getOrInsertFunction(
      RuntimeNames::kPoisonBits, builder.getInt64Ty());
  llvm::Value *value = mark.getArgOperand(0);
  llvm::Value *changed =
      changeWherePoison(builder, value, buildMarkShadow(builder, mark),
                        builder.CreateCall(source));
  mark.replaceAllUsesWith(changed);
  mark.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Where poison does harm
//===----------------------------------------------------------------------===//

/// A call that branches by itself: with a branch in each place, compilers took
/// longer.
Function *PoisonTracer::getTest() {
  constexpr StringRef name = "layout_check_poison_test";
  if (Function *known = module.getFunction(name))
    return known;
  IRBuilder<> builder(module.getContext());
  llvm::Type *number = builder.getInt32Ty();
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), {number, number},
                                       /*isVarArg=*/false);
  llvm::FunctionCallee hook =
      module.getOrInsertFunction(RuntimeNames::kPoisonReaches, type);
  Function *test =
      Function::Create(type, llvm::GlobalValue::InternalLinkage, name, module);
  test->addFnAttr(llvm::Attribute::NoInline);
  auto addBlock = [&] {
    return llvm::BasicBlock::Create(module.getContext(), "", test);
  };
  llvm::BasicBlock *entry = addBlock(), *found = addBlock(), *end = addBlock();
  builder.SetInsertPoint(entry);
  builder.CreateCondBr(builder.CreateIsNotNull(test->getArg(0)), found, end);
  builder.SetInsertPoint(found);
  builder.CreateCall(hook, {test->getArg(0), test->getArg(1)});
  builder.CreateBr(end);
  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
  return test;
}

void PoisonTracer::report(llvm::Value *shadow, PoisonUse use,
                          Instruction &before) {
  IRBuilder<> builder(&before);
  if (auto *constant = dyn_cast<llvm::Constant>(shadow))
    if (constant->isNullValue())
      return;
  builder.CreateCall(getTest(),
                     {anyShadow(builder, shadow), builder.getInt32(int(use))});
}

/// Upstream's lowerings put there what they take apart.
static bool isOnStack(llvm::Value *pointer) {
  while (true) {
    llvm::Value *base = pointer->stripInBoundsOffsets();
    if (auto *part = dyn_cast<llvm::ExtractValueInst>(base))
      if (llvm::Value *inserted = llvm::FindInsertedValue(
              part->getAggregateOperand(), part->getIndices()))
        base = inserted;
    if (base == pointer)
      return isa<llvm::AllocaInst>(base);
    pointer = base;
  }
}

/// What calls an entry with the C interface, and stores what it returns.
static bool isWrapper(Function &function) {
  return function.getName().starts_with("_mlir_");
}

void PoisonTracer::checkUses(Instruction &inst) {
  auto check = [&](llvm::Value *value, PoisonUse use) {
    if (reached.contains(value))
      report(getShadow(value), use, inst);
  };
  if (auto *load = dyn_cast<llvm::LoadInst>(&inst)) {
    check(load->getPointerOperand(), PoisonUse::Address);
  } else if (auto *store = dyn_cast<llvm::StoreInst>(&inst)) {
    check(store->getPointerOperand(), PoisonUse::Address);
    if (isWrapper(*inst.getFunction()))
      check(store->getValueOperand(), PoisonUse::Result);
    else if (!isOnStack(store->getPointerOperand()))
      check(store->getValueOperand(), PoisonUse::Store);
  } else if (isa<llvm::BranchInst>(inst) || isa<llvm::SwitchInst>(inst)) {
    if (inst.getNumSuccessors() > 1)
      check(inst.getOperand(0), PoisonUse::Branch);
  } else if (inst.isIntDivRem()) {
    check(inst.getOperand(1), PoisonUse::Divisor);
  } else if (isa<llvm::AtomicRMWInst>(inst) ||
             isa<llvm::AtomicCmpXchgInst>(inst)) {
    check(inst.getOperand(0), PoisonUse::Address);
    for (llvm::Value *operand : llvm::drop_begin(inst.operands()))
      check(operand, PoisonUse::Store);
  } else if (auto *call = dyn_cast<CallInst>(&inst)) {
    checkCall(*call);
  }
}

/// Only lanes that are accessed count.
void PoisonTracer::checkMasked(llvm::IntrinsicInst &access) {
  bool isStore = access.getType()->isVoidTy();
  llvm::Value *pointers = access.getArgOperand(isStore ? 1 : 0);
  llvm::Value *mask = access.getArgOperand(isStore ? 2 : 1);
  auto check = [&](llvm::Value *value, PoisonUse use) {
    if (!reached.contains(value))
      return;
    IRBuilder<> builder(&access);
    llvm::Value *shadow = getShadow(value);
    if (isa<llvm::VectorType>(shadow->getType()))
      shadow = maskShadow(builder, mask, shadow);
    report(shadow, use, access);
  };
  if (reached.contains(mask))
    report(getShadow(mask), PoisonUse::Branch, access);
  check(pointers, PoisonUse::Address);
  if (isStore)
    check(access.getArgOperand(0), PoisonUse::Store);
}

void PoisonTracer::checkCall(CallInst &call) {
  auto checkAll = [&](PoisonUse use) {
    for (llvm::Value *argument : call.args())
      if (reached.contains(argument))
        report(getShadow(argument), use, call);
  };
  if (auto *intrinsic = dyn_cast<llvm::IntrinsicInst>(&call)) {
    switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter:
      return checkMasked(*intrinsic);
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove:
    case llvm::Intrinsic::memset:
      return checkAll(PoisonUse::Address);
    case llvm::Intrinsic::assume:
      return checkAll(PoisonUse::Branch);
    default:
      return;
    }
  }
  Function *callee = call.getCalledFunction();
  if (!callee || getFollowedCallee(call) || isPoisonMark(call))
    return;
  if (callee->getName().starts_with(RuntimeNames::kBoundsCheck))
    return checkAll(PoisonUse::Address);
  if (!callee->doesNotAccessMemory())
    checkAll(PoisonUse::Call);
}

//===----------------------------------------------------------------------===//
// The whole pass
//===----------------------------------------------------------------------===//

void PoisonTracer::run() {
  for (Function &function : module)
    for (Instruction &inst : llvm::instructions(function))
      if (auto *call = dyn_cast<CallInst>(&inst))
        if (isPoisonMark(*call)) {
          marks.push_back(call);
          reach(call);
        }
  while (!open.empty()) {
    llvm::Value *value = open.pop_back_val();
    if (isa<llvm::Argument>(value))
      slots[value] = makeSlot(value->getType());
    for (llvm::User *user : value->users())
      if (auto *inst = dyn_cast<Instruction>(user))
        reachUser(value, *inst);
  }
  if (marks.empty())
    return;
  llvm::SmallVector<Function *> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (Function *function : functions) {
    readArguments(*function);
    llvm::SmallVector<Instruction *> insts;
    for (llvm::BasicBlock *block :
         llvm::ReversePostOrderTraversal<Function *>(function))
      for (Instruction &inst : *block)
        insts.push_back(&inst);
    for (Instruction *inst : insts)
      visit(*inst);
  }
  fillPhis();
  for (CallInst *mark : marks)
    replaceMark(*mark);
}

void mlir::layout::tracePoison(llvm::Module &module) {
  PoisonTracer(module).run();
}
