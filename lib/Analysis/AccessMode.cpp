//===- AccessMode.cpp - How functions use their buffers -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/AccessMode.h"

#include "Layout/Analysis/Coverage.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::layout;

StringRef layout::stringifyAccessMode(AccessMode mode) {
  switch (mode) {
  case AccessMode::Read:
    return "read";
  case AccessMode::Write:
    return "write";
  case AccessMode::ReadWrite:
    return "readwrite";
  }
  llvm_unreachable("all modes are named");
}

std::optional<AccessMode> layout::symbolizeAccessMode(StringRef text) {
  for (AccessMode mode :
       {AccessMode::Read, AccessMode::Write, AccessMode::ReadWrite})
    if (stringifyAccessMode(mode) == text)
      return mode;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Who calls whom
//===----------------------------------------------------------------------===//

namespace {
struct CallNode {
  func::FuncOp function; ///< null for the node that reaches all others
  SmallVector<CallNode *> callees;
};

struct FunctionGraph {
  std::vector<CallNode> nodes; ///< the first reaches all others
};
} // namespace

template <>
struct llvm::GraphTraits<FunctionGraph *> {
  using NodeRef = CallNode *;
  using ChildIteratorType = SmallVector<CallNode *>::iterator;
  static NodeRef getEntryNode(FunctionGraph *graph) { return &graph->nodes[0]; }
  static ChildIteratorType child_begin(NodeRef node) {
    return node->callees.begin();
  }
  static ChildIteratorType child_end(NodeRef node) {
    return node->callees.end();
  }
};

//===----------------------------------------------------------------------===//
// One argument
//===----------------------------------------------------------------------===//

namespace {
/// What an op does to a buffer that it is given.
struct Touch {
  bool reads = true, writes = true;
  bool isSure = false;  ///< what it writes, it writes whenever it is executed
  bool isWhole = false; ///< touches every element
};
} // namespace

/// Does a linalg op write each element of this output?
static bool writesWholeOutput(linalg::LinalgOp op, OpOperand &output) {
  if (!op.hasPureBufferSemantics())
    return false;
  AffineMap map = op.getMatchingIndexingMap(&output);
  if (!map.isProjectedPermutation())
    return false;
  return llvm::all_of(op.getStaticLoopRanges(), [](int64_t range) {
    return range > 0; // dynamic ones are negative
  });
}

namespace mlir::layout {

class AccessModeInference {
public:
  AccessModeInference(ModuleOp module, AccessModes &modes,
                      SymbolTableCollection &symbols)
      : module(module), modes(modes), symbols(symbols) {}

  void run() {
    findAddressTaken();
    buildGraph();
    for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
      if (it->size() == 1 && !it.hasCycle() && it->front()->function)
        inferFunction(it->front()->function);
  }

private:
  void findAddressTaken() {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(&module.getBodyRegion());
    if (!uses) { // an op that hides its symbols: anything may be taken
      everythingTaken = true;
      return;
    }
    for (const SymbolTable::SymbolUse &use : *uses)
      if (!isa<func::CallOp>(use.getUser()))
        addressTaken.insert(use.getSymbolRef().getLeafReference());
  }

  void buildGraph() {
    SmallVector<func::FuncOp> functions;
    module.walk([&](func::FuncOp function) { functions.push_back(function); });
    graph.nodes.resize(functions.size() + 1);
    DenseMap<Operation *, CallNode *> nodeOf;
    for (auto [i, function] : llvm::enumerate(functions)) {
      CallNode *node = &graph.nodes[i + 1];
      node->function = function;
      nodeOf[function] = node;
      graph.nodes[0].callees.push_back(node);
    }
    for (CallNode &node : llvm::drop_begin(graph.nodes))
      node.function.walk([&](func::CallOp call) {
        if (func::FuncOp callee = resolve(call))
          node.callees.push_back(nodeOf.lookup(callee));
      });
  }

  func::FuncOp resolve(func::CallOp call) {
    return symbols.lookupNearestSymbolFrom<func::FuncOp>(call,
                                                         call.getCalleeAttr());
  }

  void inferFunction(func::FuncOp function) {
    if (function.isExternal() || everythingTaken ||
        addressTaken.contains(function.getSymNameAttr()))
      return;
    order.clear();
    for (BlockArgument argument : function.getArguments())
      if (isa<MemRefType>(argument.getType()))
        modes.uses[{function, argument.getArgNumber()}] =
            inferArgument(function, argument);
  }

  AccessModes::ArgumentUse inferArgument(func::FuncOp function,
                                         BlockArgument argument) {
    SmallVector<std::pair<OpOperand *, Touch>> touches;
    AccessModes::ArgumentUse use;
    bool isWritten = false;
    forEachUser(argument, [&](OpOperand &operand) {
      Touch touch = getTouch(operand, argument);
      if (!touch.reads && !touch.writes)
        return;
      isWritten |= touch.writes;
      touches.push_back({&operand, touch});
    });
    if (!isWritten) {
      use.mode = AccessMode::Read;
      return use;
    }
    numberOps(function);
    // In program order; an op reads all its operands before it writes one.
    auto getKey = [&](const std::pair<OpOperand *, Touch> &touch) {
      return std::tuple(order.lookup(touch.first->getOwner()),
                        touch.second.writes, touch.first->getOperandNumber());
    };
    llvm::sort(touches, [&](const auto &a, const auto &b) {
      return getKey(a) < getKey(b);
    });
    for (auto &[operand, touch] : touches)
      if (touch.writes) {
        use.firstWrite = operand->getOwner();
        break;
      }
    if (isWrittenBeforeRead(argument, touches))
      use.mode = AccessMode::Write;
    return use;
  }

  /// Goes through the accesses in program order. An op reads before it writes.
  bool isWrittenBeforeRead(BlockArgument argument,
                           ArrayRef<std::pair<OpOperand *, Touch>> touches) {
    constexpr size_t maxWrites = 32; // bounds the queries per read
    Coverage coverage(cast<MemRefType>(argument.getType()).getShape(),
                      argument.getContext());
    auto isDone = [&] { return coverage.coversAll(); };
    for (auto [operand, touch] : touches) {
      BufferAccess access =
          BufferAccess::describe(*operand, argument, touch.isWhole);
      if (touch.reads && !coverage.covers(access))
        return false;
      if (!touch.writes || !touch.isSure)
        continue;
      coverage.addWrite(access);
      if (access.touchesAll && access.around.empty() && !access.onUnknownPath)
        return true; // covers whatever comes later
      if (coverage.getNumWrites() > maxWrites)
        return isDone();
    }
    return isDone();
  }

  void numberOps(func::FuncOp function) {
    if (!order.empty())
      return;
    function.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { order[op] = order.size(); });
  }

  Touch getTouch(OpOperand &operand, Value root) {
    Operation *op = operand.getOwner();
    OperandEffect effect = getOperandEffect(operand);
    Touch touch{effect.mayRead, effect.mayWrite, false, false};
    if (auto call = dyn_cast<func::CallOp>(op))
      touch = getCallTouch(call, operand.getOperandNumber());
    else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      touch = getLinalgTouch(linalgOp, operand);
    else if (isa<memref::CopyOp, ConvertOp>(op))
      touch.isSure = touch.isWhole = true;
    else if (isa<affine::AffineWriteOpInterface, memref::StoreOp,
                 vector::StoreOp, vector::TransferWriteOp>(op))
      touch.isSure = true;
    if (operand.get() != root) // through a view: which elements is not known
      touch.isSure = touch.isWhole = false;
    return touch;
  }

  Touch getCallTouch(func::CallOp call, unsigned operand) {
    func::FuncOp callee = resolve(call);
    AccessMode mode =
        callee ? modes.getMode(callee, operand) : AccessMode::ReadWrite;
    bool isWrite = mode == AccessMode::Write;
    return {!isWrite, mode != AccessMode::Read, isWrite, isWrite};
  }

  Touch getLinalgTouch(linalg::LinalgOp op, OpOperand &operand) {
    bool isOutput = op.isDpsInit(&operand);
    bool isWhole = isOutput && writesWholeOutput(op, operand);
    return {op.payloadUsesValueFromOperand(&operand), isOutput, isWhole,
            isWhole};
  }

  ModuleOp module;
  AccessModes &modes;
  SymbolTableCollection &symbols;
  FunctionGraph graph;
  DenseSet<StringAttr> addressTaken;
  bool everythingTaken = false;
  DenseMap<Operation *, unsigned> order; ///< of the function at hand
};

AccessModes::AccessModes(ModuleOp module, SymbolTableCollection &symbols) {
  AccessModeInference(module, *this, symbols).run();
}

AccessMode AccessModes::getMode(func::FuncOp function, unsigned argument) const {
  auto it = uses.find({function, argument});
  return it == uses.end() ? AccessMode::ReadWrite : it->second.mode;
}

Operation *AccessModes::getFirstWrite(func::FuncOp function,
                                      unsigned argument) const {
  auto it = uses.find({function, argument});
  return it == uses.end() ? nullptr : it->second.firstWrite;
}

} // namespace mlir::layout
