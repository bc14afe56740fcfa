//===- VectorizeElementsPlan.cpp - Plan of layout-vectorize-elements ------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Requests.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/IR/SizedAllocation.h"
#include "Layout/IR/Texture.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Layout/Transforms/Textures/VectorizeElements.h"
#include "Transforms/Flatten/WholeAccess.h"
#include "Transforms/Support/SymbolUses.h"
#include "VectorRows.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The reason why a buffer cannot become one of vectors.
struct Obstacle {
  Operation *op = nullptr; ///< none if it can
  std::string why;
  Operation *between = nullptr; ///< what keeps stores apart, if something does
};

/// Values that are one buffer, and its accesses.
struct Buffer {
  SmallVector<Value> values;
  SmallVector<Operation *> accesses; ///< in program order
  bool hasWholeAccess = false;
  bool isAligned = true;
  Obstacle obstacle;
};

class VectorizeElementsPlanner {
public:
  VectorizeElementsPlanner(ModuleOp module,
                           const VectorizeElementsOptions &options)
      : module(module), options(options), uses(module, symbols) {}

  FailureOr<VectorizeElementsPlan> run() {
    if (failed(verifyNothingRequested(module, "layout-vectorize-elements")))
      return failure();
    if (options.vectorSize != 0 && !isVectorSize(options.vectorSize)) {
      emitError(module.getLoc())
          << "vector-size=" << options.vectorSize
          << " is not supported; expects 2, 4, 8 or 16, or 0 for all of these";
      return failure();
    }
    if (failed(reportUnreadyBuffers(module, options)))
      return failure();
    collectValues();
    collectDeclarations();
    classes.grow(values.size());
    for (Value value : values.getArrayRef())
      linkDefinition(value);
    // In program order: the first obstacle is the one to name, and the first
    // store of a row the one to start from.
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (OpOperand &use : op->getOpOperands())
        if (numbers.contains(use.get()))
          linkUse(use);
    });
    classes.compress();
    buffers.resize(classes.getNumClasses());
    gather();
    for (const Buffer &buffer : buffers)
      if (failed(decide(buffer)))
        return failure();
    plan.functions = llvm::to_vector(functions.getArrayRef());
    // Remarks only after the whole plan has succeeded.
    for (Location loc : adopted)
      remarkDone(loc, "layout-vectorize-elements/vectorized")
          << "the innermost axis is one vector now";
    return std::move(plan);
  }

private:
  //===--------------------------------------------------------------------===//
  // Values that are one buffer
  //===--------------------------------------------------------------------===//

  bool isCandidate(Type type) const {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || memref.getRank() == 0 || !memref.getLayout().isIdentity())
      return false;
    if (isInTextureMemory(memref))
      return hasChannelAxis(memref);
    return hasVectorRows(memref, options);
  }

  void collectValues() {
    auto add = [&](ValueRange range) {
      for (Value value : range)
        if (isCandidate(value.getType()))
          values.insert(value);
    };
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      add(op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          add(block.getArguments());
    });
    for (auto [number, value] : llvm::enumerate(values.getArrayRef()))
      numbers[value] = number;
  }

  /// Returns true if the type of this function may change. All callers must be
  /// known.
  bool isOpen(TracedFunction function) const {
    if (!function || function.isExternal() || uses.isNamedOtherwise(function))
      return false;
    return function.isOnDevice() ? !uses.getCalls(function).empty()
                                 : function.isPrivate();
  }

  void stop(Value value, Operation *op, StringRef why) {
    obstacles.try_emplace(value, Obstacle{op, why.str()});
  }

  /// A texture has texels wherever it is named: its type alone decides.
  void linkTexture(Value value) {
    if (Operation *op = value.getDefiningOp()) {
      if (!isa<SizedAllocation, AsTextureOp, TracedCall>(op))
        stop(value, op,
             "yields another name of a texture; use the texture itself");
      return;
    }
    Block *block = cast<BlockArgument>(value).getOwner();
    Operation *parent = block->getParentOp();
    if (!isa<TracedFunction>(parent) || !block->isEntryBlock())
      stop(value, parent,
           "passes a texture to its region; use the texture itself");
  }

  /// Collects declarations whose type changes.
  void collectDeclarations() {
    auto isTexture = [&](Type type) {
      return isInTextureMemory(type) && isCandidate(type);
    };
    module.walk([&](FunctionOpInterface op) {
      auto function = dyn_cast<TracedFunction>(op.getOperation());
      if (function && function.isExternal() &&
          (llvm::any_of(function.getArgumentTypes(), isTexture) ||
           llvm::any_of(function.getResultTypes(), isTexture)))
        functions.insert(function);
    });
  }

  void linkDefinition(Value value) {
    if (isInTextureMemory(value.getType()))
      return linkTexture(value);
    Operation *op = value.getDefiningOp();
    if (isa_and_nonnull<SizedAllocation>(op))
      return;
    if (isa_and_nonnull<memref::GetGlobalOp>(op))
      return keepBorder(value, op);
    if (auto call = dyn_cast_or_null<TracedCall>(op))
      return linkCallResult(call, cast<OpResult>(value));
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      auto function = dyn_cast_or_null<TracedFunction>(parent);
      if (function && argument.getOwner()->isEntryBlock() &&
          argument.getArgNumber() < function.getNumArguments()) {
        if (!isOpen(function))
          keepBorder(value, function);
        return;
      }
      return stop(value, parent, "passes the buffer to its region");
    }
    stop(value, op,
         "yields another name of the buffer; access the buffer itself");
  }

  /// Keeps the type of a buffer that code outside uses; accesses here go
  /// through a view.
  void keepBorder(Value value, Operation *op) {
    if (!cast<MemRefType>(value.getType()).hasStaticShape())
      return stop(value, op,
                  "keeps its interface, and for a dynamic shape there is no "
                  "view of vectors");
    borders.insert(value);
  }

  void linkCallResult(TracedCall call, OpResult result) {
    TracedFunction callee = uses.getCallee(call);
    if (!isOpen(callee))
      return keepBorder(result, call);
    bool returns = false;
    for (Block &block : callee.getFunctionBody())
      if (auto ret = dyn_cast<func::ReturnOp>(block.getTerminator())) {
        join(result, ret.getOperand(result.getResultNumber()));
        returns = true;
      }
    if (!returns)
      stop(result, call,
           "calls a function that never returns; remove what uses "
           "its result");
  }

  void join(Value a, Value b) { classes.join(numbers[a], numbers[b]); }

  void linkUse(OpOperand &use) {
    Operation *op = use.getOwner();
    Value value = use.get();
    auto type = cast<MemRefType>(value.getType());
    if (isWholeAccess(op, type) || isScalarLoad(op) ||
        isa<memref::DeallocOp, gpu::DeallocOp, PaddingOp, AssumePaddingOp,
            linalg::FillOp>(op))
      return;
    if (auto view = dyn_cast<vector::TypeCastOp>(op))
      if (view.getType() == getVectorizedType(type))
        return;
    if (isScalarStore(op) && use.getOperandNumber() == 1)
      return linkStore(op, value);
    if (auto dim = dyn_cast<memref::DimOp>(op))
      if (dim.getConstantIndex() || borders.contains(value))
        return;
    if (isInTextureMemory(type)) {
      if (!isa<TracedCall>(op) && !isReturn(op))
        stop(value, op, "does not access whole texels");
      return;
    }
    if (auto call = dyn_cast<TracedCall>(op)) {
      TracedFunction callee = uses.getCallee(call);
      std::optional<unsigned> index = call.getArgumentNumber(use);
      if (!isOpen(callee) || !index)
        return stop(value, op,
                    "passes the buffer to a function whose type cannot "
                    "change; make the function private, or pass a copy");
      return join(value, callee.getArgument(*index));
    }
    if (isa<func::ReturnOp>(op))
      return linkReturn(use);
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      if (isCandidate(copy.getSource().getType()) &&
          isCandidate(copy.getTarget().getType()))
        return join(copy.getSource(), copy.getTarget());
    stop(value, op, "does not access whole vectors");
  }

  /// All returns of a function yield one type, so that their operands are one
  /// buffer.
  void linkReturn(OpOperand &use) {
    auto function = getFunctionAround(use.getOwner());
    if (!isOpen(function))
      return stop(
          use.get(), use.getOwner(),
          "returns the buffer from a function whose type cannot change; make "
          "the function private, or return a copy");
    for (Block &block : function.getFunctionBody())
      if (auto ret = dyn_cast<func::ReturnOp>(block.getTerminator()))
        join(use.get(), ret.getOperand(use.getOperandNumber()));
  }

  void linkStore(Operation *op, Value value) {
    if (groupedStores.contains(op))
      return;
    StoresOfRow row = findStoresOfRow(op, cast<MemRefType>(value.getType()));
    if (!row.areTogether()) {
      obstacles.try_emplace(value, Obstacle{op, row.describe(), row.between});
      return;
    }
    ArrayRef<Operation *> stores = row.stores;
    Operation *last = stores.front();
    for (Operation *store : stores) {
      groupedStores.insert(store);
      if (last->isBeforeInBlock(store))
        last = store;
    }
    rows[last] = row.stores;
  }

  //===--------------------------------------------------------------------===//
  // Accesses of each buffer
  //===--------------------------------------------------------------------===//

  Buffer &getBuffer(Value value) { return buffers[classes[numbers[value]]]; }

  void gather() {
    for (Value value : values.getArrayRef()) {
      Buffer &buffer = getBuffer(value);
      buffer.values.push_back(value);
      buffer.isAligned &= !borders.contains(value);
      auto obstacle = obstacles.find(value);
      if (!buffer.obstacle.op && obstacle != obstacles.end())
        buffer.obstacle = obstacle->second;
      llvm::SmallPtrSet<Operation *, 4> seen;
      for (OpOperand &use : value.getUses())
        if (seen.insert(use.getOwner()).second)
          gatherUse(buffer, use);
    }
  }

  void gatherUse(Buffer &buffer, OpOperand &use) {
    Operation *op = use.getOwner();
    bool isRow = rows.contains(op);
    bool isWhole =
        isRow || isWholeAccess(op, cast<MemRefType>(use.get().getType()));
    buffer.hasWholeAccess |= isWhole;
    // A copy is a user of its source and of its target; it is recorded once.
    auto copy = dyn_cast<memref::CopyOp>(op);
    bool isSource = copy && copy.getSource() == use.get();
    if (isWhole || isScalarLoad(op) || isSource || isa<linalg::FillOp>(op))
      buffer.accesses.push_back(op);
  }

  LogicalResult decide(const Buffer &buffer) {
    // A texture must become an image of texels.
    bool require =
        options.require || isInTextureMemory(buffer.values.front().getType());
    if (!buffer.obstacle.op && buffer.accesses.empty() &&
        llvm::all_of(buffer.values,
                     [&](Value v) { return borders.contains(v); }))
      return success();
    if (buffer.obstacle.op)
      return refuse(buffer, require);
    if (!buffer.hasWholeAccess && !require) {
      remarkMissed(buffer.values.front().getLoc(),
                   "layout-vectorize-elements/no-whole-access")
          << "nothing reads or writes whole vectors of this buffer";
      return success();
    }
    adopt(buffer);
    return success();
  }

  static LogicalResult refuse(const Buffer &buffer, bool isError) {
    const auto &[op, why, between] = buffer.obstacle;
    if (!isError) {
      remarkMissed(op->getLoc(), "layout-vectorize-elements/not-whole")
          << ("'" + op->getName().getStringRef() + "' " + why).str();
      return success();
    }
    InFlightDiagnostic error = op->emitError("the elements of ")
                               << buffer.values.front().getType()
                               << " cannot become vectors: '" << op->getName()
                               << "' " << why;
    if (between)
      error.attachNote(between->getLoc())
          << "this op may read memory, so stores cannot be moved past it";
    return error;
  }

  void adopt(const Buffer &buffer) {
    for (Value value : buffer.values) {
      bool isBorder = borders.contains(value);
      (isBorder ? plan.viewed : plan.changed).push_back(value);
      for (Operation *user : value.getUsers()) {
        if (isa<memref::DimOp>(user) && !isBorder)
          plan.dims.push_back(user);
        if (isa<PaddingOp, AssumePaddingOp>(user))
          plan.facts.push_back(user);
        if (isa<func::ReturnOp>(user))
          functions.insert(getFunctionAround(user));
      }
      if (auto argument = dyn_cast<BlockArgument>(value); argument && !isBorder)
        functions.insert(
            cast<TracedFunction>(argument.getOwner()->getParentOp()));
    }
    for (Operation *op : buffer.accesses)
      plan.accesses.push_back({op, rows.lookup(op), buffer.isAligned});
    adopted.push_back(buffer.values.front().getLoc());
  }

  ModuleOp module;
  const VectorizeElementsOptions &options;
  SymbolTableCollection symbols;
  SymbolUses uses;
  llvm::SetVector<Value> values;
  DenseMap<Value, unsigned> numbers;
  llvm::IntEqClasses classes;
  llvm::DenseSet<Value> borders; ///< keep their type
  SmallVector<Location> adopted; ///< buffers that get vectors
  DenseMap<Value, Obstacle> obstacles;
  DenseMap<Operation *, SmallVector<Operation *>> rows; ///< by the last store
  llvm::DenseSet<Operation *> groupedStores;
  SmallVector<Buffer> buffers;
  llvm::SetVector<TracedFunction> functions;
  VectorizeElementsPlan plan;
};

} // namespace

FailureOr<VectorizeElementsPlan>
layout::planVectorizeElements(ModuleOp module,
                              const VectorizeElementsOptions &options) {
  return VectorizeElementsPlanner(module, options).run();
}
