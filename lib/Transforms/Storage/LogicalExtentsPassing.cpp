//===- LogicalExtentsPassing.cpp - Passing logical extents ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedExtents.h"
#include "ChangeCall.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/SizedAllocation.h"
#include "LogicalExtents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class ExtentPasser {
public:
  ExtentPasser(RewriterBase &rewriter, const AppliedTypes &types)
      : rewriter(rewriter), types(types) {}

  void run(ModuleOp module) {
    SmallVector<Operation *> calls, returns, carriers, dims;
    SmallVector<Block *> joins;
    module.walk([&](Operation *op) {
      if (auto function = dyn_cast<TracedFunction>(op))
        growFunction(function);
      else if (isa<TracedCall>(op))
        calls.push_back(op);
      else if (isa<func::ReturnOp>(op))
        returns.push_back(op);
      else if (canCarryMore(op))
        carriers.push_back(op);
      else if (auto dim = dyn_cast<memref::DimOp>(op))
        if (isDynamic(dim.getSource().getType()))
          dims.push_back(op);
      for (Region &region : op->getRegions())
        for (Block &block : llvm::drop_begin(region, region.empty() ? 0 : 1))
          joins.push_back(&block);
    });
    for (Operation *carrier : carriers)
      growCarrier(carrier, returns);
    for (Block *join : joins)
      growBlock(join);
    for (Operation *&call : calls)
      call = growCall(cast<TracedCall>(call));
    // Extents of all values are known now, in any order of the queries.
    for (Operation *op : llvm::concat<Operation *>(calls, returns))
      passExtents(op);
    for (Block *join : joins)
      for (Block *from : join->getPredecessors())
        if (seenBranches.insert(from->getTerminator()).second)
          branches.push_back(from->getTerminator());
    // An op that does not state what it forwards forwards no buffer of these.
    for (Operation *branch : branches)
      if (auto handing = dyn_cast<BranchOpInterface>(branch))
        passToSuccessors(handing);
    for (Operation *dim : dims)
      resolve(cast<memref::DimOp>(dim));
  }

private:
  bool isDynamic(Type type) const {
    return types.contains(type) && !cast<MemRefType>(type).hasStaticShape();
  }

  //===--------------------------------------------------------------------===//
  // Signatures
  //===--------------------------------------------------------------------===//

  unsigned countUntold(TypeRange list) {
    unsigned count = 0;
    for (Type type : list)
      count += getUndeterminedDims(type, types).size();
    return count;
  }

  SmallVector<Type> grow(TypeRange list) {
    SmallVector<Type> grown(list);
    grown.append(countUntold(list), rewriter.getIndexType());
    return grown;
  }

  /// The values after `buffers` are their undetermined extents, in order.
  void bind(ValueRange buffers, ValueRange appended) {
    for (Value buffer : buffers)
      for (unsigned dim : getUndeterminedDims(buffer.getType(), types)) {
        extents[{buffer, dim}] = appended.front();
        appended = appended.drop_front();
      }
  }

  void growFunction(TracedFunction function) {
    FunctionType type = function.getFunctionType();
    SmallVector<Type> inputs = grow(type.getInputs());
    SmallVector<Type> results = grow(type.getResults());
    unsigned numInputs = type.getNumInputs();
    unsigned numNew = inputs.size() - numInputs;
    if (!numNew && results.size() == type.getNumResults())
      return;
    SmallVector<DictionaryAttr> arguments, resultAttrs;
    function.getAllArgAttrs(arguments);
    function.getAllResultAttrs(resultAttrs);
    arguments.resize(inputs.size(), rewriter.getDictionaryAttr({}));
    resultAttrs.resize(results.size(), rewriter.getDictionaryAttr({}));
    function.setType(FunctionType::get(rewriter.getContext(), inputs, results));
    function.setAllArgAttrs(arguments);
    function.setAllResultAttrs(resultAttrs);
    if (function.isExternal())
      return;
    Block &entry = function.getFunctionBody().front();
    for (unsigned i = numInputs; i < inputs.size(); ++i) // before attributions
      entry.insertArgument(i, inputs[i], function.getLoc());
    ValueRange all = function.getArguments();
    bind(all.take_front(numInputs), all.drop_front(numInputs));
  }

  /// The call itself, or one that also yields the untold extents.
  Operation *growCall(TracedCall traced) {
    unsigned numResults = traced.getReturned().size();
    SmallVector<Type> types = grow(traced.getReturned().getTypes());
    if (types.size() == numResults)
      return traced;
    auto call = cast<func::CallOp>(traced.getOperation());
    rewriter.setInsertionPoint(call);
    auto grown = func::CallOp::create(rewriter, call.getLoc(), call.getCallee(),
                                      types, call.getOperands());
    grown->setAttrs(call->getAttrs());
    ValueRange all = grown.getResults();
    bind(all.take_front(numResults), all.drop_front(numResults));
    rewriter.replaceOp(call, all.take_front(numResults));
    return grown;
  }

  /// Appends undetermined extents of the operands of a call or return.
  void passExtents(Operation *op) {
    SmallVector<Value> appended;
    for (Value operand : op->getOperands())
      for (unsigned dim : getUndeterminedDims(operand.getType(), types))
        appended.push_back(getExtent(operand, dim));
    if (appended.empty())
      return;
    if (auto call = dyn_cast<TracedCall>(op))
      addArguments(call, appended);
    else
      appendCarried(op, appended);
  }

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// Forwarded buffers get their undetermined extents beside them. The
  /// forwarding ops are collected in `hanging`.
  void growCarrier(Operation *op, SmallVectorImpl<Operation *> &hanging) {
    unsigned numResults = op->getNumResults();
    if (unsigned numNew = countUntold(op->getResultTypes())) {
      SmallVector<Type> further(numNew, rewriter.getIndexType());
      op = addResults(rewriter, op, further);
      ValueRange all = op->getResults();
      bind(all.take_front(numResults), all.drop_front(numResults));
    }
    for (Region &region : op->getRegions()) {
      if (!region.empty())
        growBlock(&region.front());
      for (Block &block : region)
        if (block.getTerminator()->getNumSuccessors() == 0)
          hanging.push_back(block.getTerminator());
    }
    hanging.push_back(op);
  }

  void growBlock(Block *block) {
    unsigned number = block->getNumArguments();
    unsigned numNew = countUntold(block->getArgumentTypes());
    for (unsigned i = 0; i < numNew; ++i)
      block->addArgument(rewriter.getIndexType(),
                         block->getParentOp()->getLoc());
    ValueRange all = block->getArguments();
    bind(all.take_front(number), all.drop_front(number));
  }

  void passToSuccessors(BranchOpInterface branch) {
    for (auto [i, block] : llvm::enumerate(branch->getSuccessors())) {
      SuccessorOperands operands = branch.getSuccessorOperands(i);
      SmallVector<Value> appended;
      for (unsigned j = 0, e = operands.size(); j < e; ++j)
        for (unsigned dim :
             getUndeterminedDims(block->getArgument(j).getType(), types))
          appended.push_back(getExtent(operands[j], dim));
      operands.append(appended);
    }
  }

  //===--------------------------------------------------------------------===//
  // Extents
  //===--------------------------------------------------------------------===//

  /// The value of a dynamic extent, if there is one in the program.
  Value getExtent(Value buffer, unsigned dim) {
    if (Value known = extents.lookup({buffer, dim}))
      return known;
    Operation *op = buffer.getDefiningOp();
    if (auto allocation = dyn_cast_or_null<SizedAllocation>(op))
      return allocation.getDynamicSize(dim);
    if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
      return buildSelectedExtent(select, dim);
    if (Value source = getRenamed(buffer))
      return getSourceExtent(source, dim, op);
    if (auto view = dyn_cast_or_null<AsLogicalOp>(op))
      return view.getSizes()[cast<MemRefType>(buffer.getType())
                                 .getDynamicDimIndex(dim)];
    return {};
  }

  Value buildSelectedExtent(arith::SelectOp select, unsigned dim) {
    Value ifTrue = getSourceExtent(select.getTrueValue(), dim, select);
    Value ifFalse = getSourceExtent(select.getFalseValue(), dim, select);
    if (!ifTrue || !ifFalse)
      return {};
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(select);
    Value extent =
        ifTrue == ifFalse
            ? ifTrue
            : arith::SelectOp::create(rewriter, select.getLoc(),
                                      select.getCondition(), ifTrue, ifFalse)
                  .getResult();
    return extents[{select.getResult(), dim}] = extent;
  }

  /// The extent of what `user` is given, whose type may know it.
  Value getSourceExtent(Value source, unsigned dim, Operation *user) {
    auto type = cast<MemRefType>(source.getType());
    if (type.isDynamicDim(dim))
      return getExtent(source, dim);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(user);
    return arith::ConstantIndexOp::create(rewriter, user->getLoc(),
                                          type.getDimSize(dim));
  }

  void resolve(memref::DimOp dim) {
    auto type = cast<MemRefType>(dim.getSource().getType());
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!index)
      return resolveVariable(dim, type);
    if (*index < 0 || *index >= type.getRank() || !type.isDynamicDim(*index))
      return;
    Value extent = getExtent(dim.getSource(), *index);
    if (!extent)
      return;
    Operation *position = dim.getIndex().getDefiningOp();
    rewriter.replaceOp(dim, extent);
    if (position && isOpTriviallyDead(position))
      rewriter.eraseOp(position);
  }

  /// An index that is not a constant picks among all sizes.
  void resolveVariable(memref::DimOp dim, MemRefType type) {
    Location loc = dim.getLoc();
    rewriter.setInsertionPoint(dim);
    SmallVector<memref::DimOp> sizes;
    Value size;
    // The extents that the shape does not determine are values of their own, of
    // which memref.dim with a variable index could not be one.
    for (int64_t i = 0; i < type.getRank(); ++i) {
      sizes.push_back(memref::DimOp::create(rewriter, loc, dim.getSource(), i));
      if (!size) {
        size = sizes.back();
        continue;
      }
      Value at = arith::ConstantIndexOp::create(rewriter, loc, i);
      Value isAt = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::eq, dim.getIndex(), at);
      size = arith::SelectOp::create(rewriter, loc, isAt, sizes.back(), size);
    }
    rewriter.replaceOp(dim, size);
    for (memref::DimOp each : sizes)
      resolve(each);
  }

  RewriterBase &rewriter;
  const AppliedTypes &types;
  DenseMap<std::pair<Value, unsigned>, Value> extents;
  SmallVector<Operation *> branches;
  llvm::SmallPtrSet<Operation *, 8> seenBranches;
};

} // namespace

void layout::passLogicalExtents(RewriterBase &rewriter, ModuleOp module,
                                const AppliedTypes &types) {
  ExtentPasser(rewriter, types).run(module);
}
