//===- GpuToLoops.cpp - Kernels on the host -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/GpuToLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Where in the grid a thread is: its block, itself, and the sizes of both, x,
/// y and z of each.
struct GridPlace {
  SmallVector<Value> block, thread, gridSize, blockSize;

  static constexpr unsigned numValues = 12;
  static GridPlace of(ValueRange values) {
    GridPlace place;
    place.block = values.slice(0, 3);
    place.thread = values.slice(3, 3);
    place.gridSize = values.slice(6, 3);
    place.blockSize = values.slice(9, 3);
    return place;
  }
  SmallVector<Value> getValues() const {
    SmallVector<Value> values(block);
    llvm::append_range(values, thread);
    llvm::append_range(values, gridSize);
    llvm::append_range(values, blockSize);
    return values;
  }
};

class KernelLowering {
public:
  explicit KernelLowering(ModuleOp module)
      : module(module), rewriter(module.getContext()) {}

  LogicalResult run() {
    forgetTokens();
    for (gpu::GPUModuleOp device :
         llvm::to_vector(module.getOps<gpu::GPUModuleOp>()))
      if (failed(moveToHost(device)))
        return failure();
    SmallVector<Operation *> ops;
    // Kernels before the ops in them.
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()) &&
          !isa<gpu::TerminatorOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      if (failed(lower(op)))
        return failure();
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
    return success();
  }

private:
  /// What waits for something that has happened already need not wait.
  void forgetTokens() {
    module.walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<gpu::LaunchFuncOp, gpu::LaunchOp, gpu::AllocOp, gpu::DeallocOp,
                gpu::MemcpyOp, gpu::MemsetOp, gpu::WaitOp>(
              [](auto async) { async.getAsyncDependenciesMutable().clear(); });
    });
  }

  //===--------------------------------------------------------------------===//
  // Functions of a device
  //===--------------------------------------------------------------------===//

  /// An op that is not registered may have symbols of its own, so names in it
  /// may be those of kernels.
  static LogicalResult checkNames(gpu::GPUModuleOp device) {
    WalkResult result = device.walk([](Operation *op) {
      if (op->getDialect() || op->getNumRegions() == 0)
        return WalkResult::advance();
      op->emitError("has regions and is of no dialect, so that kernels around "
                    "it cannot be renamed; register its dialect");
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult moveToHost(gpu::GPUModuleOp device) {
    if (failed(checkNames(device)))
      return failure();
    SymbolTable table(module);
    SmallVector<Operation *> symbols;
    for (Operation &op : *device.getBody())
      symbols.push_back(&op);
    // Names must stay apart from those of the host.
    for (Operation *op : symbols) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (!symbol)
        return op->emitError("has no meaning on the host");
      auto name = rewriter.getStringAttr(device.getName() + "_" +
                                         symbol.getName() + "_on_host");
      names[{device.getNameAttr(), symbol.getNameAttr()}] = name;
      LogicalResult isRenamed =
          SymbolTable::replaceAllSymbolUses(symbol, name, device);
      assert(succeeded(isRenamed) && "the names have been checked");
      (void)isRenamed;
      symbol.setName(name);
    }
    for (Operation *op : symbols) {
      op->remove();
      table.insert(op);
      if (auto kernel = dyn_cast<gpu::GPUFuncOp>(op))
        op = turnIntoFunction(kernel);
      if (auto function = dyn_cast<func::FuncOp>(op))
        tellPlace(function);
    }
    device.erase();
    return success();
  }

  func::FuncOp turnIntoFunction(gpu::GPUFuncOp kernel) {
    rewriter.setInsertionPoint(kernel);
    auto function = func::FuncOp::create(
        rewriter, kernel.getLoc(), kernel.getName(), kernel.getFunctionType());
    function.setPrivate();
    function.getBody().takeBody(kernel.getBody());
    Block &entry = function.front();
    replaceAttributions(entry, kernel.getFunctionType().getNumInputs());
    kernel.erase();
    function.walk([&](gpu::ReturnOp op) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<func::ReturnOp>(op, op.getOperands());
    });
    return function;
  }

  /// As threads do not meet, each may have what its block shares for itself.
  void replaceAttributions(Block &entry, unsigned first) {
    rewriter.setInsertionPointToStart(&entry);
    for (BlockArgument attribution : entry.getArguments().drop_front(first))
      attribution.replaceAllUsesWith(
          memref::AllocaOp::create(rewriter, attribution.getLoc(),
                                   cast<MemRefType>(attribution.getType())));
    entry.eraseArguments(first, entry.getNumArguments() - first);
  }

  void tellPlace(func::FuncOp function) {
    SmallVector<Type> inputs(function.getFunctionType().getInputs());
    unsigned number = inputs.size();
    inputs.append(GridPlace::numValues, rewriter.getIndexType());
    auto type = rewriter.getFunctionType(inputs, function.getResultTypes());
    function.removeArgAttrsAttr();
    function.setFunctionType(type);
    if (function.isExternal())
      return;
    SmallVector<Location> locs(GridPlace::numValues, function.getLoc());
    function.front().addArguments(
        ArrayRef(inputs).take_back(GridPlace::numValues), locs);
    ValueRange after = function.front().getArguments().drop_front(number);
    for (Block &block : function.getBody())
      for (Operation &op : block)
        op.walk([&](func::CallOp call) {
          call->insertOperands(call->getNumOperands(), after);
        });
    places[function] = GridPlace::of(after);
  }

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  LogicalResult lower(Operation *op) {
    rewriter.setInsertionPoint(op);
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case([&](gpu::LaunchFuncOp launch) { return lowerCall(launch); })
        .Case([&](gpu::LaunchOp launch) { return lowerBody(launch); })
        .Case([&](gpu::WaitOp wait) { return erase(wait); })
        // An error at the launch of a kernel of it says so.
        .Case([&](gpu::BinaryOp binary) { return erase(binary); })
        .Case([&](gpu::AllocOp alloc) {
          Value memory = memref::AllocOp::create(
              rewriter, alloc.getLoc(), cast<MemRefType>(alloc.getType()),
              alloc.getDynamicSizes(), alloc.getSymbolOperands());
          alloc.getMemref().replaceAllUsesWith(memory);
          return erase(alloc);
        })
        .Case([&](gpu::DeallocOp dealloc) {
          memref::DeallocOp::create(rewriter, dealloc.getLoc(),
                                    dealloc.getMemref());
          return erase(dealloc);
        })
        .Case([&](gpu::MemcpyOp copy) {
          memref::CopyOp::create(rewriter, copy.getLoc(), copy.getSrc(),
                                 copy.getDst());
          return erase(copy);
        })
        .Case([&](gpu::MemsetOp set) {
          linalg::FillOp::create(rewriter, set.getLoc(), set.getValue(),
                                 set.getDst());
          return erase(set);
        })
        .Case<gpu::BlockIdOp>([&](auto id) {
          return replace(id, &GridPlace::block, id.getDimension());
        })
        .Case<gpu::ThreadIdOp>([&](auto id) {
          return replace(id, &GridPlace::thread, id.getDimension());
        })
        .Case<gpu::GridDimOp>([&](auto id) {
          return replace(id, &GridPlace::gridSize, id.getDimension());
        })
        .Case<gpu::BlockDimOp>([&](auto id) {
          return replace(id, &GridPlace::blockSize, id.getDimension());
        })
        .Case([&](gpu::GlobalIdOp id) { return replaceGlobalId(id); })
        .Default([](Operation *other) {
          return other->emitError("has no meaning where threads run one after "
                                  "the other");
        });
  }

  /// A token that is left is one that travels.
  LogicalResult erase(Operation *op) {
    if (!op->use_empty())
      return op->emitError("has a token that is handed on");
    rewriter.eraseOp(op);
    return success();
  }

  const GridPlace *findPlace(Operation *op) {
    for (Operation *around = op; around; around = around->getParentOp()) {
      auto it = places.find(around);
      if (it != places.end())
        return &it->second;
    }
    return nullptr;
  }

  LogicalResult replace(Operation *op, SmallVector<Value> GridPlace::*part,
                        gpu::Dimension dimension) {
    const GridPlace *place = findPlace(op);
    if (!place)
      return op->emitError("is outside of any kernel");
    rewriter.replaceOp(op, (place->*part)[unsigned(dimension)]);
    return success();
  }

  LogicalResult replaceGlobalId(gpu::GlobalIdOp id) {
    const GridPlace *place = findPlace(id);
    if (!place)
      return id->emitError("is outside of any kernel");
    unsigned dimension = unsigned(id.getDimension());
    Location loc = id.getLoc();
    Value start = arith::MulIOp::create(rewriter, loc, place->block[dimension],
                                        place->blockSize[dimension]);
    rewriter.replaceOpWithNewOp<arith::AddIOp>(id, start,
                                               place->thread[dimension]);
    return success();
  }

  //===--------------------------------------------------------------------===//
  // Launches
  //===--------------------------------------------------------------------===//

  /// Six loops, z outermost; leaves the rewriter inside the last.
  GridPlace buildLoops(Location loc, gpu::KernelDim3 grid,
                       gpu::KernelDim3 block) {
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    GridPlace place;
    place.gridSize = {grid.x, grid.y, grid.z};
    place.blockSize = {block.x, block.y, block.z};
    auto buildNest = [&](ArrayRef<Value> sizes, SmallVector<Value> &counters) {
      for (Value size : llvm::reverse(sizes)) {
        Value bound = toIndex(loc, size);
        auto loop = scf::ForOp::create(rewriter, loc, zero, bound, one);
        counters.insert(counters.begin(), loop.getInductionVar());
        rewriter.setInsertionPointToStart(loop.getBody());
      }
    };
    buildNest(place.gridSize, place.block);
    buildNest(place.blockSize, place.thread);
    for (Value &size : place.gridSize)
      size = toIndex(loc, size);
    for (Value &size : place.blockSize)
      size = toIndex(loc, size);
    return place;
  }

  Value toIndex(Location loc, Value size) {
    if (size.getType().isIndex())
      return size;
    return arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(),
                                      size);
  }

  LogicalResult lowerCall(gpu::LaunchFuncOp launch) {
    StringAttr name =
        names.lookup({launch.getKernelModuleName(), launch.getKernelName()});
    if (!name)
      return launch->emitError("launches a kernel that is not here; it is run "
                               "where it is a gpu.func in a gpu.module beside "
                               "the function that launches it");
    SmallVector<Value> operands(launch.getKernelOperands());
    GridPlace place =
        buildLoops(launch.getLoc(), launch.getGridSizeOperandValues(),
                   launch.getBlockSizeOperandValues());
    llvm::append_range(operands, place.getValues());
    func::CallOp::create(rewriter, launch.getLoc(), name, TypeRange(),
                         operands);
    return erase(launch);
  }

  LogicalResult lowerBody(gpu::LaunchOp launch) {
    Location loc = launch.getLoc();
    if (launch.hasClusterSize())
      return launch->emitError("has clusters, which have no meaning on the "
                               "host");
    Region &body = launch.getBody();
    Block &entry = body.front();
    constexpr unsigned numIds = gpu::LaunchOp::kNumConfigRegionAttributes;
    replaceAttributions(entry, numIds);
    rewriter.setInsertionPoint(launch);
    GridPlace place = buildLoops(loc, launch.getGridSizeOperandValues(),
                                 launch.getBlockSizeOperandValues());
    auto inside = scf::ExecuteRegionOp::create(rewriter, loc, TypeRange());
    for (auto [argument, value] :
         llvm::zip_equal(entry.getArguments(), place.getValues()))
      argument.replaceAllUsesWith(value);
    entry.eraseArguments(0, numIds);
    inside.getRegion().takeBody(body);
    for (Block &block : inside.getRegion())
      if (auto end = dyn_cast<gpu::TerminatorOp>(block.getTerminator())) {
        rewriter.setInsertionPoint(end);
        rewriter.replaceOpWithNewOp<scf::YieldOp>(end);
      }
    places[inside] = place;
    rewriter.setInsertionPoint(launch);
    return erase(launch);
  }

  ModuleOp module;
  IRRewriter rewriter;
  /// Kernel by module and name, to function.
  DenseMap<std::pair<StringAttr, StringAttr>, StringAttr> names;
  DenseMap<Operation *, GridPlace> places;
};

} // namespace

LogicalResult layout::lowerKernelsToLoops(ModuleOp module) {
  if (!module.getContext()->getLoadedDialect<gpu::GPUDialect>())
    return success();
  module.getContext()
      ->loadDialect<arith::ArithDialect, func::FuncDialect,
                    linalg::LinalgDialect, memref::MemRefDialect,
                    scf::SCFDialect>();
  return KernelLowering(module).run();
}
