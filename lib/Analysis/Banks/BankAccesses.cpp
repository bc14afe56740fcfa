//===- BankAccesses.cpp - Accesses of a kernel to shared memory -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With blocks of 8 x 32 threads and a buffer [64, 64] of f16,
//
//     vector.transfer_read %a[%y, 8 * %x]    8 lanes
//
// has the offsets 64 * (d0 floordiv 8) + 8 * (d0 mod 8) + 0, ..., + 7.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Banks/BankAccesses.h"

#include "Layout/IR/ElementBytes.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/Map/Evaluate.h"
#include "Layout/Map/PhysicalLayout.h"
#include "ThreadReader.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

using namespace mlir;
using namespace mlir::layout;

/// More elements than that are no access of one thread.
static constexpr int64_t maxElements = 64;

/// Iterations of a loop of unknown bounds: what matters is that it is one.
static constexpr int64_t assumedTrips = 16;

bool layout::isWorkgroupMemory(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.getMemorySpace())
    return false;
  // Before and after memory spaces become numbers; 3 on all targets.
  if (auto number = dyn_cast<IntegerAttr>(memref.getMemorySpace()))
    return number.getInt() == 3;
  return gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(memref);
}

/// Returns true for an access; false for another name of the buffer, or a query
/// of its shape.
static bool isAccess(OpOperand &use) {
  Operation *op = use.getOwner();
  return llvm::none_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         getAccess(use).reach != OperandAccess::Reach::Nothing;
}

SmallVector<OpOperand *> layout::findWorkgroupUses(Operation *kernel) {
  SmallVector<OpOperand *> uses;
  kernel->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (op != kernel && isWorkgroupMemory(operand.get().getType()) &&
          isAccess(operand))
        uses.push_back(&operand);
  });
  return uses;
}

/// The rules of one target; nullopt, with the reason, if none are known.
static std::optional<BankRules> getRulesOf(Attribute target, std::string &why) {
  auto amd = dyn_cast<ROCDL::ROCDLTargetAttr>(target);
  if (!amd)
    return BankRules();
  std::optional<BankRules> rules = BankRules::ofAmdChip(amd.getChip());
  if (!rules)
    why = ("the banks of '" + amd.getChip() + "' are not known; state rules")
              .str();
  return rules;
}

std::optional<BankRules> layout::getBankRules(Operation *kernel,
                                              std::string &why) {
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  ArrayAttr targets = module ? module.getTargetsAttr() : ArrayAttr();
  if (!targets || targets.empty())
    return BankRules();
  std::optional<BankRules> rules = getRulesOf(targets[0], why);
  for (Attribute target : targets.getValue().drop_front()) {
    std::optional<BankRules> other = getRulesOf(target, why);
    if (!rules || !other)
      return std::nullopt;
    if (rules->maker != other->maker) {
      why = "the targets of the gpu.module have different banks; state rules";
      return std::nullopt;
    }
  }
  return rules;
}

//===----------------------------------------------------------------------===//
// What is accessed
//===----------------------------------------------------------------------===//

AffineExpr layout::getElementOffset(MemRefType type, std::string &why) {
  MLIRContext *context = type.getContext();
  if (isLaidOut(type)) {
    const PhysicalLayout &layout = getPhysicalLayout(type);
    AffineMap offset =
        layout.getFault().empty() ? layout.getLinearOffset() : AffineMap();
    if (offset && offset.getNumResults() == 1)
      return offset.getResult(0);
    why =
        "the physical buffer has axis separators, or a shape that is not known";
    return {};
  }
  SmallVector<int64_t> strides;
  int64_t start;
  if (failed(type.getStridesAndOffset(strides, start)) ||
      ShapedType::isDynamic(start) ||
      llvm::any_of(strides, ShapedType::isDynamic)) {
    why = "the strides of the buffer, or where it begins, are not known";
    return {};
  }
  AffineExpr offset = getAffineConstantExpr(start, context);
  for (auto [dim, stride] : llvm::enumerate(strides))
    offset = offset + getAffineDimExpr(dim, context) * stride;
  return offset;
}

/// The buffer of which `view` is a part by `memref.subview`, null if it is none
/// by that.
static Value getSourceOfPart(Value view) {
  auto part = view.getDefiningOp<memref::SubViewOp>();
  return part ? part.getSource() : Value();
}

Value layout::getBufferOfPart(Value view) {
  while (Value source = getSourceOfPart(view))
    view = source;
  return view;
}

static Type getElementType(OpOperand &buffer) {
  return cast<MemRefType>(buffer.get().getType()).getElementType();
}

/// The address that a lane of `ldmatrix` gives is that of a row; only the lanes
/// of as many tiles as are loaded give one.
static int64_t countActiveLanes(Operation *op, int64_t numLanes) {
  constexpr int64_t rowsPerTile = 8;
  if (auto load = dyn_cast<nvgpu::LdMatrixOp>(op))
    return std::min<int64_t>(numLanes, rowsPerTile * load.getNumTiles());
  return numLanes;
}

namespace {

/// The logical indices of the elements of one thread's access.
struct ThreadElements {
  std::vector<SmallVector<AffineExpr>> indices;
  std::string unknown;
};

} // namespace

static ThreadElements fail(std::string why) { return {{}, std::move(why)}; }

static ThreadElements readElements(const OperandAccess &access,
                                   ThreadReader &reader) {
  if (access.reach != OperandAccess::Reach::Elements)
    return fail("which elements each thread accesses is not known of this op");
  int64_t number = 1;
  for (int64_t lanes : access.lanes)
    if (ShapedType::isDynamic(lanes) || (number *= lanes) > maxElements)
      return fail("one thread accesses more than 64 elements");
  unsigned numDims = access.map.getNumDims() - access.lanes.size();
  SmallVector<AffineExpr> operands;
  for (Value operand : access.operands) {
    operands.push_back(reader.express(operand));
    if (!operands.back())
      return fail(reader.getReason(operand));
  }
  MLIRContext *context = access.map.getContext();
  ThreadElements elements;
  forEachIndex(access.lanes, [&](ArrayRef<int64_t> lane) {
    auto dims = llvm::to_vector(ArrayRef(operands).take_front(numDims));
    for (int64_t position : lane)
      dims.push_back(getAffineConstantExpr(position, context));
    SmallVector<AffineExpr> index;
    for (AffineExpr result : access.map.getResults())
      index.push_back(reader.expand(result.replaceDimsAndSymbols(
          dims, ArrayRef(operands).drop_front(numDims))));
    elements.indices.push_back(std::move(index));
    return true;
  });
  return elements;
}

/// Makes an index of a part one of its source. Returns false if an offset or a
/// stride is not known.
static bool toSource(memref::SubViewOp part, SmallVector<AffineExpr> &index,
                     ThreadReader &reader) {
  llvm::SmallBitVector dropped = part.getDroppedDims();
  SmallVector<AffineExpr> result;
  unsigned next = 0;
  for (auto [dim, parts] : llvm::enumerate(
           llvm::zip_equal(part.getMixedOffsets(), part.getMixedStrides()))) {
    AffineExpr offset = reader.express(std::get<0>(parts));
    auto stride = dyn_cast_or_null<AffineConstantExpr>(
        reader.express(std::get<1>(parts)));
    if (!offset || !stride)
      return false;
    result.push_back(dropped.test(dim) ? offset
                                       : offset + index[next++] * stride);
  }
  for (AffineExpr &expr : result)
    expr = reader.expand(expr);
  index = std::move(result);
  return true;
}

/// Makes indices of a part ones of the buffer that it is a part of.
static void toBufferOfPart(Value view, ThreadElements &elements,
                           ThreadReader &reader) {
  for (; Value source = getSourceOfPart(view); view = source) {
    auto part = view.getDefiningOp<memref::SubViewOp>();
    for (SmallVector<AffineExpr> &index : elements.indices)
      if (!toSource(part, index, reader)) {
        elements.unknown = "the offsets or strides of a 'memref.subview' are "
                           "not known";
        return;
      }
  }
}

/// Returns true if branches around `op` may be taken by some threads only.
static bool isUnderCondition(Operation *op, ThreadReader &reader) {
  for (; op && !isa<gpu::GPUFuncOp, gpu::LaunchOp>(op);
       op = op->getParentOp()) {
    if (!op->getBlock()->isEntryBlock())
      return true;
    Operation *parent = op->getParentOp();
    if (!isa<gpu::GPUFuncOp, gpu::LaunchOp>(parent) &&
        !reader.isUniform(parent))
      return true;
  }
  return false;
}

static int64_t countExecutions(Operation *op, ThreadReader &reader) {
  constexpr int64_t enough = int64_t(1) << 30;
  int64_t number = 1;
  for (Operation *parent = op->getParentOp();
       parent && !isa<gpu::GPUFuncOp, gpu::LaunchOp>(parent);
       parent = parent->getParentOp())
    if (!getLoopCounters(parent).empty())
      number = std::min(
          enough,
          number * std::min(enough, reader.getTripCount(parent).value_or(
                                        assumedTrips)));
  return number;
}

//===----------------------------------------------------------------------===//
// BankAccesses
//===----------------------------------------------------------------------===//

BankAccesses::BankAccesses(Operation *kernel, std::optional<BankRules> rules,
                           std::string whyNoRules)
    : rules(rules), whyNoRules(std::move(whyNoRules)),
      reader(std::make_unique<ThreadReader>(
          kernel, rules.value_or(BankRules()).getNumLanes())) {}
BankAccesses::~BankAccesses() = default;

/// Moves the thread, dimension 0 of a reader, after the variables.
static AffineExpr putThreadLast(AffineExpr expr, unsigned numDims) {
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < numDims; ++dim)
    dims.push_back(
        getAffineDimExpr(dim == 0 ? numDims - 1 : dim - 1, expr.getContext()));
  return expr.replaceDims(dims);
}

static std::vector<int64_t> getKey(const BankQuery &query) {
  std::vector<int64_t> key{query.numThreads, query.bytesPerElement,
                           query.isStore, query.numActiveLanes};
  for (std::optional<int64_t> count : query.counts)
    key.push_back(count.value_or(-1));
  return key;
}

/// The logical index that a thread accesses first, in an execution.
static SmallVector<int64_t> evaluateAt(ArrayRef<AffineExpr> index,
                                       const BankWitness &witness,
                                       int64_t thread) {
  SmallVector<int64_t> dims{thread}, result;
  llvm::append_range(dims, witness.variables);
  for (AffineExpr expr : index)
    result.push_back(evaluate(expr, dims).value_or(0));
  return result;
}

AccessBanks BankAccesses::count(OpOperand &operand) {
  AccessBanks result;
  AffineExpr offset = getElementOffset(
      cast<MemRefType>(getBufferOfPart(operand.get()).getType()),
      result.count.unknown);
  return offset ? count(operand, offset) : result;
}

AccessBanks BankAccesses::count(OpOperand &operand, AffineExpr offset) {
  Operation *op = operand.getOwner();
  OperandAccess access = getAccess(operand);
  AccessBanks result;
  auto unknown = [&](std::string why) {
    result.count.unknown = std::move(why);
    return result;
  };
  if (!rules)
    return unknown(whyNoRules);
  std::optional<int64_t> bytes =
      getElementBytes(getElementType(operand), result.count.unknown);
  if (!bytes)
    return result;
  if (!reader->getNumThreads())
    return unknown("the size of a block is not known; state known_block_size");
  ThreadElements elements = readElements(access, *reader);
  SmallVector<AffineExpr> first;
  if (!elements.indices.empty())
    first = elements.indices.front();
  toBufferOfPart(operand.get(), elements, *reader);
  if (!elements.unknown.empty())
    return unknown(elements.unknown);
  if (access.reads && access.writes)
    return unknown("the op reads and writes at once");
  result.numElements = elements.indices.size();
  result.executions = countExecutions(op, *reader);
  result.isConditional = access.isConditional || access.mayLeaveOperand ||
                         isUnderCondition(op, *reader);

  BankQuery query;
  unsigned numDims = reader->getNumDims();
  for (ArrayRef<AffineExpr> index : elements.indices)
    query.offsets.push_back(putThreadLast(offset.replaceDims(index), numDims));
  for (unsigned dim = 1; dim < numDims; ++dim)
    query.counts.push_back(reader->getCount(dim));
  query.numThreads = *reader->getNumThreads();
  query.bytesPerElement = *bytes;
  query.isStore = access.writes;
  query.numActiveLanes = countActiveLanes(op, rules->getNumLanes());
  AffineMap map = AffineMap::get(numDims, 0, query.offsets, op->getContext());
  auto [known, isNew] =
      counts.try_emplace({map.getAsOpaquePointer(), getKey(query)});
  if (isNew)
    known->second = countBankConflicts(query, *rules);
  result.count = known->second;
  if (const auto &witness = result.count.witness) {
    result.element = evaluateAt(first, *witness, witness->thread);
    result.other = evaluateAt(first, *witness, witness->other);
  }
  return result;
}
