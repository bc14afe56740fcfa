//===- TamperPass.cpp - Makes physical programs wrong ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checker that has never failed has shown nothing. After `layout-apply`, this
// pass makes one of the mistakes that such a pass could make.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

struct TamperPass : public PassWrapper<TamperPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TamperPass)

  TamperPass() = default;
  TamperPass(const TamperPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-layout-tamper"; }
  StringRef getDescription() const final {
    return "make one mistake in a function";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    memref::MemRefDialect, scf::SCFDialect>();
  }

  void runOnOperation() final {
    auto function = getOperation().lookupSymbol<func::FuncOp>(name);
    if (!function || failed(tamper(function)))
      signalPassFailure();
  }

private:
  LogicalResult tamper(func::FuncOp function) {
    if (kind == "swap")
      return swapIndices(function);
    if (kind == "drop-constants")
      return dropConstantStores(function);
    if (kind == "write")
      return addWrite(function);
    if (kind == "read")
      return addRead(function);
    if (kind == "free")
      return addFree(function);
    if (kind == "hang")
      return addEndlessLoop(function);
    return function.emitError("no such kind of mistake: ") << kind;
  }

  /// Swaps the last two indices of each affine store.
  static LogicalResult swapIndices(func::FuncOp function) {
    function.walk([](affine::AffineStoreOp store) {
      SmallVector<AffineExpr> results(store.getMap().getResults());
      if (results.size() < 2)
        return;
      std::swap(results[results.size() - 2], results.back());
      AffineMap map = store.getMap();
      store.setMap(AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                  results, map.getContext()));
    });
    return success();
  }

  /// Leaves the pads of constants unwritten.
  static LogicalResult dropConstantStores(func::FuncOp function) {
    function.walk([](affine::AffineStoreOp store) {
      if (matchPattern(store.getValue(), m_Constant()))
        store.erase();
    });
    return success();
  }

  Value buildIndices(ImplicitLocOpBuilder &builder, func::FuncOp function,
                     SmallVectorImpl<Value> &indices) {
    for (int64_t i : place)
      indices.push_back(arith::ConstantIndexOp::create(builder, i));
    return function.getArgument(buffer);
  }

  /// Writes 99 to one place at the very end.
  LogicalResult addWrite(func::FuncOp function) {
    Operation *last = function.getBody().back().getTerminator();
    ImplicitLocOpBuilder builder(function.getLoc(), last);
    SmallVector<Value> indices;
    Value memref = buildIndices(builder, function, indices);
    Type element = cast<MemRefType>(memref.getType()).getElementType();
    Value value = arith::ConstantOp::create(
        builder, isa<FloatType>(element)
                     ? TypedAttr(builder.getFloatAttr(element, 99))
                     : TypedAttr(builder.getIntegerAttr(element, 99)));
    memref::StoreOp::create(builder, value, memref, indices);
    return success();
  }

  /// Adds the content of one place to every value that is stored.
  LogicalResult addRead(func::FuncOp function) {
    function.walk([&](affine::AffineStoreOp store) {
      ImplicitLocOpBuilder builder(store.getLoc(), store);
      SmallVector<Value> indices;
      Value memref = buildIndices(builder, function, indices);
      Value found = memref::LoadOp::create(builder, memref, indices);
      Value stored = store.getValue();
      if (found.getType() != stored.getType())
        return;
      Value sum = isa<FloatType>(found.getType())
                      ? Value(arith::AddFOp::create(builder, found, stored))
                      : Value(arith::AddIOp::create(builder, found, stored));
      store.setOperand(0, sum);
    });
    return success();
  }

  /// Frees an argument.
  LogicalResult addFree(func::FuncOp function) {
    Operation *last = function.getBody().back().getTerminator();
    OpBuilder builder(last);
    memref::DeallocOp::create(builder, function.getLoc(),
                              function.getArgument(buffer));
    return success();
  }

  /// Never returns: writes one place over and over.
  LogicalResult addEndlessLoop(func::FuncOp function) {
    Operation *last = function.getBody().back().getTerminator();
    ImplicitLocOpBuilder builder(function.getLoc(), last);
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    Value one = arith::ConstantIndexOp::create(builder, 1);
    Value end = arith::ConstantIndexOp::create(
        builder, std::numeric_limits<int64_t>::max());
    auto loop = scf::ForOp::create(builder, zero, end, one);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> indices;
    Value memref = buildIndices(builder, function, indices);
    // An atomic access cannot be moved out of the loop.
    memref::AtomicRMWOp::create(
        builder, arith::AtomicRMWKind::addi,
        memref::LoadOp::create(builder, memref, indices), memref, indices);
    return success();
  }

  Option<std::string> name{*this, "function",
                           llvm::cl::desc("The function to make wrong")};
  Option<std::string> kind{*this, "kind",
                           llvm::cl::desc("The mistake to make")};
  Option<unsigned> buffer{*this, "buffer",
                          llvm::cl::desc("Number of the argument to touch"),
                          llvm::cl::init(0)};
  ListOption<int64_t> place{*this, "place",
                            llvm::cl::desc("Physical index to touch")};
};

} // namespace

void layout::test::registerTamperPass() { PassRegistration<TamperPass>(); }
