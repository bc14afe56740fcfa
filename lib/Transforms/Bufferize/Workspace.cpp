//===- Workspace.cpp - Buffers in memory of the caller --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     func.func @f(%x: memref<16xf32>) {
//       %a = alloc 16xf32
//       use(%x, %a)
//       dealloc %a
//       return
//     }
//
// becomes
//
//     func.func @f(%x: memref<16xf32>, %memory: memref<?xi8>) -> i32 {
//       cond_br (%memory has 64 bytes or more, at a multiple of 64), ^run, ^fail
//     ^run:
//       %a = view %memory[0]
//       use(%x, %a)
//       return 0
//     ^fail:
//       return (1 if there are fewer bytes, else 2)
//     }
//     func.func @f_workspace_bytes() -> index { return 64 }
//
// Memory is planned from the inside out: what the body of a loop needs, or a
// callee, is one buffer of the block around it, which lives while that op runs.
// So each offset is a constant. Buffers whose size depends on extents of
// arguments follow after those.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/Workspace.h"

#include "MemoryPlan.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// What the last result says. They are part of the interface.
enum class WorkspaceStatus { Done = 0, TooSmall = 1, NotAligned = 2 };

//===----------------------------------------------------------------------===//
// Sizes that the caller knows
//===----------------------------------------------------------------------===//

/// The op that reads an extent of an argument of `function`, if that is what
/// `value` is.
static memref::DimOp getExtentOfArgument(Value value, func::FuncOp function) {
  auto dim = value.getDefiningOp<memref::DimOp>();
  if (!dim)
    return {};
  auto argument = dyn_cast<BlockArgument>(dim.getSource());
  auto type = dyn_cast<MemRefType>(dim.getSource().getType());
  std::optional<int64_t> number = dim.getConstantIndex();
  bool isExtent = argument && argument.getOwner() == &function.front() &&
                  type && number && *number >= 0 && *number < type.getRank() &&
                  type.isDynamicDim(*number);
  return isExtent ? dim : memref::DimOp();
}

/// Returns true if an argument is one of `@NAME_workspace_bytes`, too. Of a
/// buffer its unknown extents are.
static bool isPassedToBytes(Type type) { return type.isIntOrIndex(); }

/// Calls `visit` for each argument of `@NAME_workspace_bytes`, in their order:
/// argument `number` of `@NAME` itself, or an extent of it.
static void forEachBytesArgument(
    TypeRange types,
    function_ref<void(unsigned number, std::optional<int64_t> dim)> visit) {
  for (auto [number, type] : llvm::enumerate(types)) {
    if (isPassedToBytes(type))
      visit(number, std::nullopt);
    if (auto buffer = dyn_cast<MemRefType>(type))
      for (int64_t d = 0; d < buffer.getRank(); ++d)
        if (buffer.isDynamicDim(d))
          visit(number, d);
  }
}

/// An index has 32 bits on some machines.
static int64_t getBits(Type type) {
  return type.isIndex() ? 32 : type.getIntOrFloatBitWidth();
}

/// Returns true if the second operand is a number more than 0 and less than
/// `end`.
static bool isConstantBelow(Operation *op, int64_t end) {
  APInt number;
  return matchPattern(op->getOperand(1), m_ConstantInt(&number)) &&
         number.isStrictlyPositive() && number.slt(end);
}

/// Returns true if all divisors of `map` are numbers more than 0.
static bool dividesByNumbers(AffineMap map) {
  bool isValid = true;
  map.walkExprs([&](AffineExpr expr) {
    AffineExprKind kind = expr.getKind();
    if (kind != AffineExprKind::FloorDiv && kind != AffineExprKind::CeilDiv &&
        kind != AffineExprKind::Mod)
      return;
    auto divisor =
        dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
    isValid &= divisor && divisor.getValue() > 0;
  });
  return isValid;
}

/// Returns true if `op` may be executed anywhere, and gives a number, not
/// poison, without the flags that `SizeEmitter` drops. Of divisions `isPure`
/// does not say it: upstream's remainders are pure whatever they divide by.
static bool isComputedAnywhere(Operation *op) {
  if (op->getNumRegions() != 0 || !isPure(op))
    return false;
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
    return isConstantBelow(op, getBits(op->getResult(0).getType()));
  if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::DivSIOp,
          arith::DivUIOp, arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp>(
          op))
    return isConstantBelow(op, std::numeric_limits<int64_t>::max());
  if (isa<affine::AffineApplyOp, affine::AffineMaxOp, affine::AffineMinOp>(op))
    return dividesByNumbers(op->getAttrOfType<AffineMapAttr>("map").getValue());
  return isa<arith::AddIOp, arith::AndIOp, arith::CmpIOp, arith::ConstantOp,
             arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
             arith::IndexCastUIOp, arith::MaxSIOp, arith::MaxUIOp,
             arith::MinSIOp, arith::MinUIOp, arith::MulIOp, arith::OrIOp,
             arith::SelectOp, arith::SubIOp, arith::TruncIOp, arith::XOrIOp>(
      op);
}

/// Removes what makes poison of a result: what holds where the op is need
/// not hold where it is cloned to.
static void dropFlags(Operation *op) {
  if (auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    op->setAttr(flagged.getIntegerOverflowAttrName(),
                arith::IntegerOverflowFlagsAttr::get(
                    op->getContext(), arith::IntegerOverflowFlags::none));
  op->removeAttr("isExact");
}

/// Returns true if `value` can be computed from the integers among the
/// arguments and from extents of the others, as a number in each call.
static bool isKnownToCaller(Value value, func::FuncOp function,
                            unsigned depth = 0) {
  // Sizes are sums and products of few extents. All paths are followed.
  constexpr unsigned maxDepth = 8;
  if (getExtentOfArgument(value, function))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return cast<BlockArgument>(value).getOwner() == &function.front() &&
           isPassedToBytes(value.getType());
  return depth < maxDepth && isComputedAnywhere(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isKnownToCaller(operand, function, depth + 1);
         });
}

namespace {

/// Computes sizes of one function elsewhere: at its entry, or in the function
/// that says how many bytes it needs.
class SizeEmitter {
public:
  /// `getExtent` gives the extent that an op of the function reads; `arguments`
  /// are those that are integers, and may be null for others.
  SizeEmitter(OpBuilder &builder, func::FuncOp function, ValueRange arguments,
              function_ref<Value(memref::DimOp)> getExtent)
      : builder(builder), function(function), getExtent(getExtent) {
    for (auto [from, to] : llvm::zip(function.getArguments(), arguments))
      if (to)
        known.map(from, to);
  }

  Value emit(Value value) {
    if (Value done = known.lookupOrNull(value))
      return done;
    if (memref::DimOp dim = getExtentOfArgument(value, function)) {
      known.map(value, getExtent(dim));
      return known.lookup(value);
    }
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      emit(operand);
    dropFlags(builder.clone(*op, known));
    return known.lookup(value);
  }

private:
  OpBuilder &builder;
  func::FuncOp function;
  function_ref<Value(memref::DimOp)> getExtent;
  IRMapping known;
};

/// Buffers of the same size that are not alive at the same time.
struct SizedSlot {
  SmallVector<PlannedBuffer> buffers;
  int64_t knownBytes; ///< the product of the extents that are constant

  memref::AllocOp getAlloc() const {
    return cast<memref::AllocOp>(buffers.front().op);
  }
};

/// The memory that one function takes from its caller.
struct FunctionMemory {
  mutable func::FuncOp function; ///< its methods are not const
  llvm::MapVector<Block *, BlockPlan> plans;
  int64_t bytes = 0; ///< of buffers of known size
  SmallVector<SizedSlot> slots;
  bool passesParts = false; ///< to callees, be they empty

  bool isNeeded() const { return bytes > 0 || !slots.empty(); }
};

} // namespace

/// Returns true if both have the same bytes in each call.
static bool haveSameSize(memref::AllocOp a, memref::AllocOp b) {
  return a.getDynamicSizes() == b.getDynamicSizes() &&
         a.getType().getShape() == b.getType().getShape() &&
         getElementBytes(a) == getElementBytes(b);
}

/// The most bytes of a slot, more than a machine has: products are no more, so
/// that neither they nor sums of them wrap around.
static constexpr int64_t kMostBytesOfSlot = int64_t(1) << 52;
static constexpr unsigned kMostSlots = 1024;

/// The product of two numbers that are not negative, or `kMostBytesOfSlot` if it
/// is larger.
static Value emitProduct(OpBuilder &builder, Location loc, Value a, Value b) {
  Value most = arith::ConstantIndexOp::create(builder, loc, kMostBytesOfSlot);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto product = arith::MulUIExtendedOp::create(builder, loc, a, b);
  Value isLarge = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        product.getHigh(), zero);
  Value bytes = arith::MinUIOp::create(builder, loc, product.getLow(), most);
  return arith::SelectOp::create(builder, loc, isLarge, most, bytes);
}

/// The bytes of the function's memory, at the place of `builder`, and the
/// offset of each slot.
static Value emitBytes(OpBuilder &builder, const FunctionMemory &memory,
                       SizeEmitter &sizes, SmallVectorImpl<Value> &offsets) {
  Location loc = memory.function.getLoc();
  auto makeIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value end = makeIndex(memory.bytes);
  for (const SizedSlot &slot : memory.slots) {
    offsets.push_back(end);
    Value bytes = makeIndex(slot.knownBytes);
    // Where the program ends before the allocation, its size may be anything.
    for (Value size : slot.getAlloc().getDynamicSizes())
      bytes = emitProduct(
          builder, loc, bytes,
          arith::MaxSIOp::create(builder, loc, sizes.emit(size), makeIndex(0)));
    bytes = arith::AddIOp::create(builder, loc, bytes,
                                  makeIndex(kMemoryAlignment - 1));
    bytes = arith::AndIOp::create(builder, loc, bytes,
                                  makeIndex(-kMemoryAlignment));
    end = arith::AddIOp::create(builder, loc, end, bytes);
  }
  return end;
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

/// Returns true if the blocks of an op are executed one after the other, in the
/// same thread.
static bool isSequential(Operation *op) {
  return isa<affine::AffineForOp, affine::AffineIfOp, scf::ExecuteRegionOp,
             scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp,
             memref::AllocaScopeOp>(op);
}

namespace {

/// The memory of all functions of a module; callees before their callers.
class WorkspacePlan {
public:
  /// `usedOtherwise`: the names that ops other than calls refer to.
  WorkspacePlan(ModuleOp module, const DenseSet<StringAttr> &usedOtherwise)
      : module(module), symbols(module), usedOtherwise(usedOtherwise) {}

  /// Checks that all public functions can have the interface.
  LogicalResult verify();
  /// Decides what moves where. Changes nothing.
  void make();
  void apply();

private:
  void visit(function_ref<void(func::FuncOp, bool isRecursive)> visitor);
  LogicalResult verify(func::FuncOp function, bool isRecursive);
  bool isUsedByCallsOnly(func::FuncOp function) const {
    return !usedOtherwise.contains(function.getSymNameAttr());
  }
  void plan(func::FuncOp function);
  int64_t planBlock(Block &block, FunctionMemory &memory);
  std::optional<int64_t> planWithin(Operation *op, FunctionMemory &memory);
  bool addToSlot(const PlannedBuffer &buffer, FunctionMemory &memory);
  SmallPtrSet<Operation *, 8> addSlots(Block &block, FunctionMemory &memory);

  const FunctionMemory *findCallee(func::CallOp call);
  void addInterface(FunctionMemory &memory);
  void rewriteBlock(Block *block, int64_t base, const FunctionMemory &memory);
  void takeFrom(Value workspace, Value offset, const PlannedBuffer &buffer);
  void passPart(func::CallOp call, int64_t offset, Value workspace);
  void passOwn(func::CallOp call, const FunctionMemory &callee);
  void checkWorkspace(FunctionMemory &memory);
  void addBytesFunction(const FunctionMemory &memory);

  ModuleOp module;
  SymbolTableCollection tables;
  SymbolTable symbols;
  const DenseSet<StringAttr> &usedOtherwise;
  llvm::MapVector<Operation *, FunctionMemory> memories;
};

} // namespace

/// Of a public function, whose interface the caller expects to change.
LogicalResult WorkspacePlan::verify(func::FuncOp function, bool isRecursive) {
  if (isRecursive)
    return function.emitOpError(
        "calls itself, so that its memory has no bound that workspace=argument "
        "could ask the caller for; make it private, or leave that option out");
  if (!isUsedByCallsOnly(function))
    return function.emitOpError(
        "is used by another op than a call, which cannot pass the memory of "
        "workspace=argument; call it, or leave that option out");
  std::string name = (function.getName() + kWorkspaceBytesSuffix).str();
  if (symbols.lookup(name))
    return function.emitOpError("gets a function '@" + name +
                                "' by workspace=argument, and there is another "
                                "of this name; rename it");
  return success();
}

/// Callees before their callers.
void WorkspacePlan::visit(
    function_ref<void(func::FuncOp, bool isRecursive)> visitor) {
  const CallGraph calls(module);
  for (auto it = llvm::scc_begin(&calls); !it.isAtEnd(); ++it)
    for (CallGraphNode *node : *it) {
      auto function = node->isExternal() ? func::FuncOp()
                                         : dyn_cast<func::FuncOp>(
                                               node->getCallableRegion()
                                                   ->getParentOp());
      if (function && function->getParentOp() == module)
        visitor(function, it.hasCycle());
    }
}

LogicalResult WorkspacePlan::verify() {
  bool isValid = true;
  visit([&](func::FuncOp function, bool isRecursive) {
    if (isValid && function.isPublic())
      isValid = succeeded(verify(function, isRecursive));
  });
  return success(isValid);
}

void WorkspacePlan::make() {
  visit([&](func::FuncOp function, bool isRecursive) {
    if (function.isPublic() || (!isRecursive && isUsedByCallsOnly(function)))
      plan(function);
  });
}

void WorkspacePlan::plan(func::FuncOp function) {
  FunctionMemory memory;
  memory.function = function;
  // A buffer is freed in the block that allocates it, so those of two blocks
  // are not alive at the same time.
  for (Block &block : function.getBody())
    memory.bytes = std::max(memory.bytes, planBlock(block, memory));
  if (function.isPublic() || memory.isNeeded() || memory.passesParts)
    memories.insert({function, std::move(memory)});
}

int64_t WorkspacePlan::planBlock(Block &block, FunctionMemory &memory) {
  // A block that is executed whenever the function is has sizes that the caller
  // can compute; private functions have no `@NAME_workspace_bytes`.
  SmallPtrSet<Operation *, 8> placed;
  if (memory.function.isPublic() && &block == &memory.function.front())
    placed = addSlots(block, memory);
  BlockPlan plan = findBuffers(
      block, [&](memref::AllocOp alloc) { return placed.contains(alloc); });
  for (auto [place, op] : llvm::enumerate(block))
    if (std::optional<int64_t> bytes = planWithin(&op, memory))
      plan.buffers.push_back({&op, memref::DeallocOp(), *bytes,
                              unsigned(place), unsigned(place) + 1});
  placeBuffers(plan);
  int64_t bytes = plan.bytes;
  memory.plans[&block] = std::move(plan);
  return bytes;
}

static void remarkWithin(Operation *op) {
  op->walk([](memref::AllocOp alloc) {
    remarkKept(alloc, "the op around it may execute its blocks at once");
  });
}

/// The bytes that an op needs while it is executed; none if it takes nothing
/// from the function's memory.
std::optional<int64_t> WorkspacePlan::planWithin(Operation *op,
                                                 FunctionMemory &memory) {
  if (auto call = dyn_cast<func::CallOp>(op)) {
    const FunctionMemory *callee = findCallee(call);
    if (!callee)
      return std::nullopt;
    if (!callee->slots.empty()) {
      remarkKept(call, "call",
                 "how many bytes the callee needs depends on extents");
      return std::nullopt;
    }
    memory.passesParts = true;
    return callee->bytes;
  }
  if (op->getNumRegions() == 0)
    return std::nullopt;
  if (!isSequential(op)) {
    remarkWithin(op);
    return std::nullopt;
  }
  int64_t bytes = 0;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      bytes = std::max(bytes, planBlock(block, memory));
  return bytes;
}

/// The buffers of `block` that have one.
SmallPtrSet<Operation *, 8> WorkspacePlan::addSlots(Block &block,
                                                    FunctionMemory &memory) {
  SmallPtrSet<Operation *, 8> placed;
  DenseMap<Operation *, unsigned> places = getPlaces(block);
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    memref::DeallocOp dealloc = findDealloc(alloc);
    auto isKnown = [&](Value size) {
      return isKnownToCaller(size, memory.function);
    };
    if (alloc.getType().hasStaticShape() || !dealloc ||
        !explainOwnAllocation(alloc).empty() ||
        !llvm::all_of(alloc.getDynamicSizes(), isKnown))
      continue;
    if (addToSlot({alloc, dealloc, 0, places[alloc], places[dealloc]}, memory))
      placed.insert(alloc);
  }
  return placed;
}

/// Returns false if the extents that are known are too many bytes, or there are
/// too many slots.
bool WorkspacePlan::addToSlot(const PlannedBuffer &buffer,
                              FunctionMemory &memory) {
  auto alloc = cast<memref::AllocOp>(buffer.op);
  for (SizedSlot &slot : memory.slots)
    if (haveSameSize(slot.getAlloc(), alloc) &&
        llvm::all_of(slot.buffers, [&](const PlannedBuffer &other) {
          return other.op->getBlock() == alloc->getBlock() &&
                 !other.meets(buffer);
        })) {
      slot.buffers.push_back(buffer);
      return true;
    }
  int64_t bytes = getElementBytes(alloc);
  for (int64_t extent : alloc.getType().getShape())
    if (!ShapedType::isDynamic(extent) &&
        (llvm::MulOverflow(bytes, extent, bytes) || bytes > kMostBytesOfSlot))
      return false;
  if (memory.slots.size() == kMostSlots)
    return false;
  memory.slots.push_back({{buffer}, bytes});
  return true;
}

const FunctionMemory *WorkspacePlan::findCallee(func::CallOp call) {
  auto *found = memories.find(
      tables.lookupNearestSymbolFrom(call, call.getCalleeAttr()));
  return found == memories.end() ? nullptr : &found->second;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static MemRefType getWorkspaceType(MLIRContext *context) {
  return MemRefType::get({ShapedType::kDynamic}, IntegerType::get(context, 8));
}

void WorkspacePlan::addInterface(FunctionMemory &memory) {
  func::FuncOp function = memory.function;
  MLIRContext *context = module.getContext();
  Builder builder(context);
  auto noAlias = builder.getDictionaryAttr(builder.getNamedAttr(
      LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr()));
  (void)function.insertArgument(function.getNumArguments(),
                                getWorkspaceType(context), noAlias,
                                function.getLoc());
  if (function.isPublic())
    (void)function.insertResult(function.getNumResults(), builder.getI32Type(),
                                {});
}

void WorkspacePlan::takeFrom(Value workspace, Value offset,
                             const PlannedBuffer &buffer) {
  auto alloc = cast<memref::AllocOp>(buffer.op);
  IRRewriter rewriter(alloc);
  rewriter.eraseOp(buffer.dealloc);
  rewriter.replaceOpWithNewOp<memref::ViewOp>(
      alloc, alloc.getType(), workspace, offset, alloc.getDynamicSizes());
}

/// `call` with the memory, and without the result that says how it went:
/// memory of the module's own is always enough.
static void replaceCall(func::CallOp call, Value memory, bool hasStatus) {
  OpBuilder builder(call);
  SmallVector<Value> operands(call.getOperands());
  operands.push_back(memory);
  SmallVector<Type> results(call.getResultTypes());
  if (hasStatus)
    results.push_back(builder.getI32Type());
  auto called = func::CallOp::create(builder, call.getLoc(), call.getCallee(),
                                     results, operands);
  called->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  called.setNoInlineAttr(call.getNoInlineAttr());
  auto extend = [&](ArrayAttr attributes, size_t size) {
    SmallVector<Attribute> all(attributes.getValue());
    all.resize(size, builder.getDictionaryAttr({}));
    return builder.getArrayAttr(all);
  };
  if (ArrayAttr attributes = call.getArgAttrsAttr())
    called.setArgAttrsAttr(extend(attributes, operands.size()));
  if (ArrayAttr attributes = call.getResAttrsAttr())
    called.setResAttrsAttr(extend(attributes, results.size()));
  call.replaceAllUsesWith(called.getResults().take_front(call.getNumResults()));
  call.erase();
}

/// Gives a callee the bytes from `offset` on.
void WorkspacePlan::passPart(func::CallOp call, int64_t offset,
                             Value workspace) {
  const FunctionMemory &callee = *findCallee(call);
  OpBuilder builder(call);
  Location loc = call.getLoc();
  Value begin = arith::ConstantIndexOp::create(builder, loc, offset);
  Value bytes = arith::ConstantIndexOp::create(builder, loc, callee.bytes);
  Value part = memref::ViewOp::create(
      builder, loc, getWorkspaceType(call.getContext()), workspace, begin,
      ValueRange(bytes));
  replaceCall(call, part, callee.function.isPublic());
}

/// What `@NAME_workspace_bytes` is called with where `@NAME` is called with
/// `arguments`.
static SmallVector<Value> emitBytesArguments(OpBuilder &builder, Location loc,
                                             ValueRange arguments) {
  SmallVector<Value> passed;
  forEachBytesArgument(
      arguments.getTypes(), [&](unsigned number, std::optional<int64_t> dim) {
        Value argument = arguments[number];
        passed.push_back(
            dim ? Value(memref::DimOp::create(builder, loc, argument, *dim))
                : argument);
      });
  return passed;
}

static memref::AllocOp allocateBytes(OpBuilder &builder, Location loc,
                                     Value bytes) {
  return memref::AllocOp::create(
      builder, loc, getWorkspaceType(builder.getContext()), ValueRange(bytes),
      builder.getI64IntegerAttr(kMemoryAlignment));
}

memref::AllocOp layout::allocateWorkspace(OpBuilder &builder, Location loc,
                                          StringRef name,
                                          ValueRange arguments) {
  SmallVector<Value> passed = emitBytesArguments(builder, loc, arguments);
  auto bytes = func::CallOp::create(
      builder, loc, (name + kWorkspaceBytesSuffix).str(),
      TypeRange(builder.getIndexType()), passed);
  return allocateBytes(builder, loc, bytes.getResult(0));
}

/// Gives a callee memory of its own, for the time of the call.
void WorkspacePlan::passOwn(func::CallOp call, const FunctionMemory &callee) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  memref::AllocOp memory;
  if (callee.slots.empty())
    memory = allocateBytes(
        builder, loc,
        arith::ConstantIndexOp::create(builder, loc, callee.bytes));
  else
    memory = allocateWorkspace(builder, loc, call.getCallee(),
                               call.getOperands());
  builder.setInsertionPointAfter(call);
  memref::DeallocOp::create(builder, loc, memory);
  replaceCall(call, memory, callee.function.isPublic());
}

void WorkspacePlan::rewriteBlock(Block *block, int64_t base,
                                 const FunctionMemory &memory) {
  Value workspace = memory.function.getArguments().back();
  for (const PlannedBuffer &buffer : memory.plans.find(block)->second.buffers) {
    int64_t offset = base + buffer.offset;
    if (buffer.dealloc) {
      OpBuilder builder(buffer.op);
      takeFrom(workspace,
               arith::ConstantIndexOp::create(builder, buffer.op->getLoc(),
                                              offset),
               buffer);
    } else if (auto call = dyn_cast<func::CallOp>(buffer.op)) {
      passPart(call, offset, workspace);
    } else {
      for (Region &region : buffer.op->getRegions())
        for (Block &inner : region)
          rewriteBlock(&inner, offset, memory);
    }
  }
}

/// Whether memory of `bytes` cannot be used, and what the function returns
/// then.
static std::pair<Value, Value> emitStatus(OpBuilder &builder, Location loc,
                                          Value workspace, Value bytes) {
  auto makeIndex = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto makeStatus = [&](WorkspaceStatus status) -> Value {
    return arith::ConstantIntOp::create(builder, loc, int64_t(status), 32);
  };
  Value size = memref::DimOp::create(builder, loc, workspace, 0);
  Value isSmall = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                        size, bytes);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, workspace);
  Value rest = arith::AndIOp::create(builder, loc, address,
                                     makeIndex(kMemoryAlignment - 1));
  Value isSkew = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                       rest, makeIndex(0));
  Value status = arith::SelectOp::create(
      builder, loc, isSmall, makeStatus(WorkspaceStatus::TooSmall),
      makeStatus(WorkspaceStatus::NotAligned));
  return {arith::OrIOp::create(builder, loc, isSmall, isSkew), status};
}

/// Gives the buffers of unknown size their memory, and puts a block before the
/// others that looks at all of it, and one after them for memory that cannot be
/// used.
void WorkspacePlan::checkWorkspace(FunctionMemory &memory) {
  func::FuncOp function = memory.function;
  Location loc = function.getLoc();
  Block *entry = &function.front();
  Block *body = entry->splitBlock(entry->begin());
  OpBuilder builder = OpBuilder::atBlockEnd(entry);
  auto getExtent = [&](memref::DimOp dim) -> Value {
    return memref::DimOp::create(builder, loc, dim.getSource(),
                                 *dim.getConstantIndex());
  };
  SizeEmitter sizes(builder, function, function.getArguments(), getExtent);
  SmallVector<Value> offsets;
  Value bytes = emitBytes(builder, memory, sizes, offsets);
  Value workspace = function.getArguments().back();
  for (auto [slot, offset] : llvm::zip(memory.slots, offsets))
    for (const PlannedBuffer &buffer : slot.buffers)
      takeFrom(workspace, offset, buffer);

  auto [isBad, status] = emitStatus(builder, loc, workspace, bytes);
  Block *fail = builder.createBlock(&function.getBody(),
                                    function.getBody().end());
  SmallVector<Value> results;
  for (Type type : function.getResultTypes().drop_back())
    results.push_back(ub::PoisonOp::create(builder, loc, type));
  results.push_back(status);
  func::ReturnOp::create(builder, loc, results);
  builder.setInsertionPointToEnd(entry);
  cf::CondBranchOp::create(builder, loc, isBad, fail, body);
}

void WorkspacePlan::addBytesFunction(const FunctionMemory &memory) {
  func::FuncOp function = memory.function;
  Location loc = function.getLoc();
  OpBuilder builder(function->getContext());
  builder.setInsertionPointAfter(function);
  TypeRange types = TypeRange(function.getArgumentTypes()).drop_back();
  SmallVector<Type> inputs;
  forEachBytesArgument(types, [&](unsigned number, std::optional<int64_t> dim) {
    inputs.push_back(dim ? builder.getIndexType() : types[number]);
  });
  auto says = func::FuncOp::create(
      builder, loc, (function.getName() + kWorkspaceBytesSuffix).str(),
      builder.getFunctionType(inputs, builder.getIndexType()));
  StringRef wrapper = LLVM::LLVMDialect::getEmitCWrapperAttrName();
  if (function->hasAttr(wrapper))
    says->setAttr(wrapper, builder.getUnitAttr());
  builder.setInsertionPointToStart(says.addEntryBlock());
  SmallVector<Value> arguments(types.size());
  DenseMap<std::pair<unsigned, int64_t>, Value> extents;
  unsigned next = 0;
  forEachBytesArgument(types, [&](unsigned number, std::optional<int64_t> dim) {
    Value argument = says.getArgument(next++);
    if (dim)
      extents[{number, *dim}] = argument;
    else
      arguments[number] = argument;
  });
  auto getExtent = [&](memref::DimOp dim) -> Value {
    unsigned number = cast<BlockArgument>(dim.getSource()).getArgNumber();
    return extents.at({number, *dim.getConstantIndex()});
  };
  SizeEmitter sizes(builder, function, arguments, getExtent);
  SmallVector<Value> offsets;
  Value bytes = emitBytes(builder, memory, sizes, offsets);
  func::ReturnOp::create(builder, loc, bytes);
}

static void returnDone(func::FuncOp function) {
  function.walk([](func::ReturnOp op) {
    OpBuilder builder(op);
    Value done = arith::ConstantIntOp::create(
        builder, op.getLoc(), int64_t(WorkspaceStatus::Done), 32);
    op.getOperandsMutable().append(done);
  });
}

void WorkspacePlan::apply() {
  for (auto &[op, memory] : memories) {
    addInterface(memory);
    if (memory.function.isPublic()) {
      addBytesFunction(memory);
      returnDone(memory.function);
    }
  }
  for (auto &[op, memory] : memories)
    for (Block &block : memory.function.getBody())
      rewriteBlock(&block, 0, memory);
  // What is left: calls from functions, loops or blocks without such memory,
  // and of those whose bytes are not known before.
  module.walk([&](func::CallOp call) {
    const FunctionMemory *callee = findCallee(call);
    if (callee && call.getNumOperands() < callee->function.getNumArguments())
      passOwn(call, *callee);
  });
  for (auto &[op, memory] : memories)
    if (memory.function.isPublic() && memory.isNeeded())
      checkWorkspace(memory);
}

/// The names that ops of all modules refer to, but for those that are called.
/// Upstream's map of users does not survive ops that are not registered.
static DenseSet<StringAttr> findOtherUses(ModuleOp root) {
  DenseSet<StringAttr> names;
  root.walk([&](Operation *op) {
    if (isa<func::CallOp>(op))
      return;
    op->getAttrDictionary().walk([&](SymbolRefAttr reference) {
      names.insert(reference.getRootReference());
      for (FlatSymbolRefAttr nested : reference.getNestedReferences())
        names.insert(nested.getAttr());
    });
  });
  return names;
}

LogicalResult layout::moveIntoWorkspaces(ModuleOp root,
                                         function_ref<void()> prepare) {
  DenseSet<StringAttr> otherUses = findOtherUses(root);
  SmallVector<ModuleOp> modules;
  root.walk([&](ModuleOp module) { modules.push_back(module); });
  for (ModuleOp module : modules)
    if (failed(WorkspacePlan(module, otherUses).verify()))
      return failure();
  prepare();
  for (ModuleOp module : modules) {
    WorkspacePlan plan(module, otherUses);
    plan.make();
    plan.apply();
  }
  return success();
}
