//===- OutlineNests.cpp - Loop nests as functions -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before:
//   func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
//     affine.for %i = 0 to 64 { .. %a .. %b .. }
//     affine.for %i = 0 to 64 { .. %b .. %a .. } }
// After:
//   func.func @f(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
//     call @f_nest(%a, %b)
//     call @f_nest(%b, %a) }
//   func.func private @f_nest(..) attributes {no_inline} {
//     affine.for %i = 0 to 64 { .. } }
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTOUTLINENESTS
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A loop that becomes the body of a function, with the values that it uses.
struct Nest {
  Operation *loop;
  double work; ///< ops that it executes, estimated
  SmallVector<Value> arguments = {};
  SmallVector<Operation *> constants = {}; ///< cloned into the function
  SmallVector<bool> isNoAlias = {};        ///< of each argument
};

} // namespace

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

namespace {

/// How many ops an execution of each op executes, those in it included,
/// estimated.
class WorkEstimates {
public:
  explicit WorkEstimates(Operation *function) { estimate(function); }
  double get(Operation *op) const { return work.lookup(op); }

private:
  double estimate(Operation *op);
  llvm::DenseMap<Operation *, double> work; ///< of loops
};

} // namespace

static double estimateTripCount(LoopLikeOpInterface loop) {
  constexpr double dynamicTripCount = 16;
  // Upstream's interface does not know that of affine loops.
  if (auto affineLoop = dyn_cast<affine::AffineForOp>(loop.getOperation())) {
    std::optional<uint64_t> tripCount =
        affine::getConstantTripCount(affineLoop);
    return tripCount ? *tripCount : dynamicTripCount;
  }
  std::optional<APInt> tripCount = loop.getStaticTripCount();
  return tripCount ? tripCount->roundToDouble() : dynamicTripCount;
}

double WorkEstimates::estimate(Operation *op) {
  double ops = 1;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        ops += estimate(&inner);
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return ops;
  return work[op] = ops * estimateTripCount(loop);
}

/// Returns true if a function may have a value of the type as an argument
/// without a convention for it. Vectors are left out: how they are passed
/// depends on the features of caller and callee.
static bool mayBeArgument(Type type) {
  return isa<MemRefType, IndexType, IntegerType, FloatType>(type);
}

/// A loop of as many ops takes about a microsecond or more. A call takes some
/// five nanoseconds, most of it for the fields of memrefs.
static constexpr double kLargeWork = 8192;

/// Nullopt where the loop has to stay in its function.
static std::optional<Nest> readNest(Operation *loop,
                                    const WorkEstimates &work) {
  // Next to large loops the calls of small ones do not count, but LLVM's time
  // for them does.
  constexpr double leastWork = 512;
  if (!isa<LoopLikeOpInterface>(loop) || loop->getNumResults() != 0 ||
      work.get(loop) < leastWork)
    return std::nullopt;
  llvm::SetVector<Value> used(loop->operand_begin(), loop->operand_end());
  getUsedValuesDefinedAbove(loop->getRegions(), used);
  Nest nest{loop, work.get(loop)};
  for (Value value : used)
    if (Operation *op = value.getDefiningOp(); op && matchPattern(op, m_Constant()))
      nest.constants.push_back(op);
    else if (mayBeArgument(value.getType()))
      nest.arguments.push_back(value);
    else
      return std::nullopt;
  return nest;
}

/// Collects the outermost loops in the region that may become functions.
static void collectNests(Region &region, const WorkEstimates &work,
                         SmallVectorImpl<Nest> &nests) {
  for (Block &block : region)
    for (Operation &op : block) {
      if (isa<gpu::LaunchOp>(op) ||
          op.hasTrait<OpTrait::IsIsolatedFromAbove>())
        continue;
      if (std::optional<Nest> nest = readNest(&op, work)) {
        nests.push_back(std::move(*nest));
        continue;
      }
      for (Region &inner : op.getRegions())
        collectNests(inner, work, nests);
    }
}

//===----------------------------------------------------------------------===//
// Aliasing
//===----------------------------------------------------------------------===//

namespace {

/// The bytes of an allocation that a `memref.view` names.
struct ByteRange {
  Value memory;
  int64_t begin, end;

  bool isApartFrom(const ByteRange &other) const {
    return memory == other.memory &&
           (end <= other.begin || other.end <= begin);
  }
};

/// Which buffers of a nest share no memory. LLVM sees that of allocations in one
/// function; of arguments an attribute has to say it.
class NestAliases {
public:
  explicit NestAliases(Operation *function) : flow(function), aliases(flow) {}

  void decide(Nest &nest);

private:
  std::optional<ByteRange> findRange(Value buffer);
  bool areApart(Value a, Value b);

  BufferFlow flow;
  BufferAliases aliases;
};

} // namespace

/// Follows views up to the first `memref.view`. None of them can leave its
/// bytes, but a `memref.reinterpret_cast` could.
std::optional<ByteRange> NestAliases::findRange(Value buffer) {
  while (Value source = getViewSource(buffer)) {
    Operation *op = buffer.getDefiningOp();
    if (auto view = dyn_cast_or_null<memref::ViewOp>(op)) {
      auto begin = view.getByteShift().getDefiningOp<arith::ConstantIndexOp>();
      MemRefType type = view.getType();
      if (!begin || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
          !type.getElementType().isIntOrIndexOrFloat())
        return std::nullopt;
      // As `layout-plan-memory` counts them: elements are aligned in memory.
      int64_t size = llvm::PowerOf2Ceil(
          DataLayout::closest(op).getTypeSize(type.getElementType()));
      return ByteRange{view.getSource(), begin.value(),
                       begin.value() + type.getNumElements() * size};
    }
    if (isa_and_nonnull<memref::ReinterpretCastOp>(op))
      return std::nullopt;
    buffer = source;
  }
  return std::nullopt;
}

bool NestAliases::areApart(Value a, Value b) {
  if (!aliases.mayBeOneMemory(a, b))
    return true;
  std::optional<ByteRange> one = findRange(a), other = findRange(b);
  return one && other && one->isApartFrom(*other);
}

/// Returns true if `op` may reach memory in another way than through a memref
/// that it has as an operand, or makes a memref of which nothing is known.
static bool mayReachOtherMemory(Operation *op) {
  // Upstream's prefetch says nothing of effects. It has none.
  if (isa<affine::AffinePrefetchOp>(op))
    return false;
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return !isConstantGlobal(global);
  auto isOther = [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return isa<LLVM::LLVMPointerType, UnrankedMemRefType>(type) ||
           (memref && isa<BaseMemRefType>(memref.getElementType()));
  };
  return isa<CallOpInterface>(op) || mayReadUnnamed(op) ||
         mayWriteUnnamed(op) || llvm::any_of(op->getResultTypes(), isOther);
}

static bool mayReachOtherMemoryWithin(Operation *loop) {
  return loop
      ->walk([](Operation *op) {
        return mayReachOtherMemory(op) ? WalkResult::interrupt()
                                       : WalkResult::advance();
      })
      .wasInterrupted();
}

void NestAliases::decide(Nest &nest) {
  nest.isNoAlias.assign(nest.arguments.size(), false);
  SmallVector<unsigned> buffers;
  for (auto [number, value] : llvm::enumerate(nest.arguments))
    if (auto type = dyn_cast<MemRefType>(value.getType())) {
      // Elements that are buffers lead to other memory.
      if (isa<BaseMemRefType>(type.getElementType()))
        return;
      buffers.push_back(number);
    }
  // All pairs are compared.
  constexpr size_t mostBuffers = 32;
  if (buffers.size() > mostBuffers || mayReachOtherMemoryWithin(nest.loop))
    return;
  for (unsigned one : buffers)
    nest.isNoAlias[one] = llvm::all_of(buffers, [&](unsigned other) {
      return one == other ||
             areApart(nest.arguments[one], nest.arguments[other]);
    });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The attributes of a function that say for which processor, and with which
/// floating-point rules, its code is made: those of a part of it, too.
static SmallVector<NamedAttribute> getCodeAttributes(func::FuncOp function) {
  SmallVector<NamedAttribute> attributes;
  for (StringRef name :
       {"target_cpu", "tune_cpu", "target_features", "vscale_range",
        "frame_pointer", "prefer_vector_width", "fp_contract",
        "denormal_fp_math", "denormal_fp_math_f32", "no_infs_fp_math",
        "no_nans_fp_math", "no_signed_zeros_fp_math", "unsafe_fp_math",
        "approx_func_fp_math", "uwtable_kind"})
    if (Attribute value = function->getDiscardableAttr(name))
      attributes.emplace_back(
          StringAttr::get(function.getContext(), name), value);
  // Only pairs of a name and a value: words alone, as `readnone`, say what the
  // function does.
  SmallVector<Attribute> pairs;
  if (auto all = function->getAttrOfType<ArrayAttr>("passthrough"))
    llvm::copy_if(all, std::back_inserter(pairs), llvm::IsaPred<ArrayAttr>);
  if (!pairs.empty())
    attributes.emplace_back(
        StringAttr::get(function.getContext(), "passthrough"),
        ArrayAttr::get(function.getContext(), pairs));
  return attributes;
}

/// Builds the function without a place in a module; the loop stays where it is.
static func::FuncOp buildFunction(const Nest &nest) {
  auto caller = nest.loop->getParentOfType<func::FuncOp>();
  OpBuilder builder(caller.getContext());
  Location loc = nest.loop->getLoc();
  auto type = builder.getFunctionType(
      ValueRange(nest.arguments).getTypes(), TypeRange());
  auto function = func::FuncOp::create(
      builder, loc, (caller.getName() + "_nest").str(), type);
  function.setPrivate();
  function.setNoInline(true);
  for (NamedAttribute attribute : getCodeAttributes(caller))
    function->setAttr(attribute.getName(), attribute.getValue());
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(caller.getContext(),
                                           LLVM::linkage::Linkage::Internal));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  mapping.map(nest.arguments, body->getArguments());
  for (Operation *constant : nest.constants)
    builder.clone(*constant, mapping);
  builder.clone(*nest.loop, mapping);
  func::ReturnOp::create(builder, loc);
  for (auto [number, isNoAlias] : llvm::enumerate(nest.isNoAlias))
    if (isNoAlias)
      function.setArgAttr(number, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
  return function;
}

namespace {

/// The functions of a module that nests have become; equal nests share one.
class NestFunctions {
public:
  explicit NestFunctions(ModuleOp module) : symbols(module) {}

  /// Replaces the nest by a call.
  void outline(const Nest &nest);
  size_t size() const { return number; }

private:
  func::FuncOp getFunction(const Nest &nest);

  SymbolTable symbols;
  llvm::DenseMap<unsigned, SmallVector<func::FuncOp, 1>> byHash;
  size_t number = 0;
};

} // namespace

static unsigned computeHash(func::FuncOp function) {
  llvm::hash_code hash = hash_value(function.getFunctionType());
  function.getBody().walk([&](Operation *op) {
    hash = llvm::hash_combine(hash, op->getName(),
                              op->getRawDictionaryAttrs(),
                              op->hashProperties(), op->getNumOperands());
    for (Type type : op->getResultTypes())
      hash = llvm::hash_combine(hash, type);
  });
  return size_t(hash);
}

/// Returns true if the two do the same, and are made for the same processor.
static bool areEqual(func::FuncOp a, func::FuncOp b) {
  return a.getFunctionType() == b.getFunctionType() &&
         a.getArgAttrsAttr() == b.getArgAttrsAttr() &&
         a->getDiscardableAttrDictionary() ==
             b->getDiscardableAttrDictionary() &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(),
             OperationEquivalence::IgnoreLocations);
}

func::FuncOp NestFunctions::getFunction(const Nest &nest) {
  func::FuncOp function = buildFunction(nest);
  SmallVector<func::FuncOp, 1> &alike = byHash[computeHash(function)];
  for (func::FuncOp other : alike)
    if (areEqual(function, other)) {
      function.erase();
      return other;
    }
  auto caller = nest.loop->getParentOfType<func::FuncOp>();
  symbols.insert(function, std::next(caller->getIterator()));
  alike.push_back(function);
  ++number;
  return function;
}

void NestFunctions::outline(const Nest &nest) {
  func::FuncOp function = getFunction(nest);
  OpBuilder builder(nest.loop);
  func::CallOp::create(builder, nest.loop->getLoc(), function, nest.arguments);
  nest.loop->erase();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

class OutlineNestsPass
    : public layout::impl::LayoutOutlineNestsBase<OutlineNestsPass> {
public:
  using LayoutOutlineNestsBase::LayoutOutlineNestsBase;

  void runOnOperation() override {
    llvm::MapVector<func::FuncOp, SmallVector<Nest>> nests;
    size_t large = 0;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<Nest> found;
      collectNests(function.getBody(), WorkEstimates(function), found);
      large += llvm::count_if(
          found, [](const Nest &nest) { return nest.work >= kLargeWork; });
      if (!found.empty())
        nests.insert({function, std::move(found)});
    }
    if (int64_t(large) < leastNests)
      return markAllAnalysesPreserved();
    // Before any nest becomes a call: a call may reach all memory.
    size_t number = 0;
    for (auto &[function, found] : nests) {
      NestAliases aliases(function);
      for (Nest &nest : found)
        aliases.decide(nest);
      number += found.size();
    }
    NestFunctions functions(getOperation());
    for (const auto &[function, found] : nests)
      for (const Nest &nest : found)
        functions.outline(nest);
    remarkDone(getOperation().getLoc(), "layout-outline-nests/outlined")
        << std::to_string(number) + " loop nests are calls of " +
               std::to_string(functions.size()) + " functions";
  }
};

} // namespace
