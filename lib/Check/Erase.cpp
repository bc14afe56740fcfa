//===- Erase.cpp - Erasing layouts of a program ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Erase.h"

#include "Layout/Check/Program.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Texture.h"
#include "Layout/IR/UnusedSymbols.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

void layout::keepReachable(ModuleOp module, ArrayRef<StringRef> roots) {
  llvm::StringSet<> reached;
  SmallVector<StringRef> open(roots);
  while (!open.empty()) {
    StringRef name = open.pop_back_val();
    Operation *symbol = module.lookupSymbol(name);
    if (!symbol || !reached.insert(name).second)
      continue;
    // Upstream's list of uses is none at all where a region might be a symbol
    // table of an unregistered operation.
    symbol->walk([&](Operation *op) {
      op->getAttrDictionary().walk([&](SymbolRefAttr name) {
        open.push_back(name.getRootReference().getValue());
      });
    });
  }
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      if (!reached.contains(symbol.getName()))
        op.erase();
}

static bool isExternal(Operation *op) {
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return global.isExternal();
  auto function = dyn_cast<FunctionOpInterface>(op);
  return function && function.isExternal();
}

Operation *layout::findWithoutReference(ModuleOp module) {
  Operation *found = nullptr;
  module.walk([&](Operation *op) {
    if (!isExternal(op) &&
        !isa<AsPhysicalOp, AsLogicalOp, PaddingOp, AssumePaddingOp>(op))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// The first type within `type` that has a layout to be applied.
static Type findLaidOut(Type type) {
  Type found;
  type.walk([&](Type part) {
    if (!isLaidOut(part))
      return WalkResult::advance();
    found = part;
    return WalkResult::interrupt();
  });
  return found;
}

static Type findLaidOut(Operation *op) {
  Type found;
  auto look = [&](Type type) {
    if (!found)
      found = findLaidOut(type);
  };
  llvm::for_each(op->getResultTypes(), look);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::for_each(block.getArgumentTypes(), look);
  op->getAttrDictionary().walk([&](TypeAttr attr) { look(attr.getValue()); });
  return found;
}

LogicalResult layout::verifyNoLayouts(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    bool isFact = isa<PaddingOp, AssumePaddingOp>(op);
    if (Type type = isFact ? Type() : findLaidOut(op)) {
      op->emitError("the pipeline leaves the layout of ") << type << " behind";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

Type layout::getErasedType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (isa_and_present<BufferAttr>(tensor.getEncoding()))
      return RankedTensorType::get(tensor.getShape(), tensor.getElementType());
    return type;
  }
  if (auto unranked = dyn_cast<UnrankedMemRefType>(type))
    return UnrankedMemRefType::get(unranked.getElementType(), Attribute());
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return type;
  MemRefLayoutAttrInterface layout = memref.getLayout();
  if (isa<BufferAttr>(layout) || isLaidOut(memref))
    layout = {};
  return MemRefType::get(memref.getShape(), memref.getElementType(), layout,
                         Attribute());
}

static void eraseTypes(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](Type type) -> std::optional<Type> {
    Type erased = getErasedType(type);
    return erased == type ? std::nullopt : std::optional<Type>(erased);
  });
  // Elements of a constant are logical: in the same order in every layout.
  replacer.addReplacement(
      [](DenseElementsAttr value) -> std::optional<Attribute> {
        Type erased = getErasedType(value.getType());
        if (erased == value.getType())
          return std::nullopt;
        return value.reshape(cast<ShapedType>(erased));
      });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

/// Drops the dialect's attributes, from ops and from function arguments.
static void eraseAttributes(ModuleOp module) {
  auto isOurs = [](NamedAttribute attr) {
    return isa_and_present<LayoutDialect>(attr.getNameDialect());
  };
  module.walk([&](Operation *op) {
    for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
      if (isOurs(attr))
        op->removeDiscardableAttr(attr.getName());
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      for (NamedAttribute attr : llvm::to_vector(function.getArgAttrs(i)))
        if (isOurs(attr))
          function.removeArgAttr(i, attr.getName());
  });
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static func::FuncOp declare(ModuleOp module, StringRef name,
                            ArrayRef<Type> arguments, ArrayRef<Type> results) {
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function =
      func::FuncOp::create(builder, module.getLoc(), name,
                           builder.getFunctionType(arguments, results));
  function.setPrivate();
  return function;
}

/// Arbitrary bits for a wider integer: the same ones over and over.
static Value repeatBits(ImplicitLocOpBuilder &builder, Value bits, Type wide) {
  constexpr unsigned numBits = 64;
  Value one = arith::ExtUIOp::create(builder, wide, bits), all = one;
  for (unsigned by = numBits; by < wide.getIntOrFloatBitWidth();
       by += numBits) {
    Value amount = arith::ConstantIntOp::create(builder, wide, by);
    Value shifted = arith::ShLIOp::create(builder, one, amount);
    all = arith::OrIOp::create(builder, all, shifted);
  }
  return all;
}

/// 64 arbitrary bits as a value of `type`; null if that cannot be.
static Value buildFromBits(ImplicitLocOpBuilder &builder, Value bits,
                           Type type) {
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, type, bits);
  if (!type.isIntOrFloat())
    return {};
  unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type) && width > 64)
    return arith::SIToFPOp::create(builder, type, bits);
  Type integer = builder.getIntegerType(width);
  if (width < 64)
    bits = arith::TruncIOp::create(builder, integer, bits);
  else if (width > 64)
    bits = repeatBits(builder, bits, integer);
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(builder, type, bits);
  return bits;
}

/// An arbitrary value: components differ from each other.
static Value buildUndef(ImplicitLocOpBuilder &builder, func::FuncOp source,
                        Type type) {
  auto scalar = [&](Type scalarType) {
    Value bits = func::CallOp::create(builder, source).getResult(0);
    return buildFromBits(builder, bits, scalarType);
  };
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Value re = scalar(complex.getElementType());
    Value im = scalar(complex.getElementType());
    return complex::CreateOp::create(builder, type, re, im);
  }
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return scalar(type);
  if (vector.isScalable())
    return {};
  SmallVector<Value> elements;
  for (int64_t i = 0; i < vector.getNumElements(); ++i)
    elements.push_back(scalar(vector.getElementType()));
  return vector::FromElementsOp::create(builder, vector, elements);
}

static LogicalResult eraseUndef(UndefOp op, ModuleOp module) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  func::FuncOp source =
      declare(module, RuntimeNames::kUndef, {}, builder.getI64Type());
  Value value = buildUndef(builder, source, op.getType());
  if (!value)
    return op.emitError("cannot be executed: no undefined value of this type "
                        "can be made");
  op.replaceAllUsesWith(value);
  op.erase();
  return success();
}

static void eraseAssume(AssumeOp op, ModuleOp module,
                        SmallVectorImpl<Location> &assumptions) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  func::FuncOp report =
      declare(module, RuntimeNames::kAssumeFailed, builder.getI64Type(), {});
  Value isTrue = arith::ConstantIntOp::create(builder, 1, 1);
  Value isFalse = arith::XOrIOp::create(builder, op.getCondition(), isTrue);
  auto branch = scf::IfOp::create(builder, isFalse, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value number = arith::ConstantIntOp::create(builder, assumptions.size(), 64);
  func::CallOp::create(builder, report, number);
  assumptions.push_back(op.getLoc());
  op.erase();
}

static void eraseConvert(ConvertOp op) {
  if (op.isOnBuffers()) {
    OpBuilder builder(op);
    memref::CopyOp::create(builder, op.getLoc(), op.getSource(), op.getDest());
  } else {
    op.getResult().replaceAllUsesWith(op.getSource());
  }
  op.erase();
}

/// A load where the texel is, the guaranteed zeros where it is not.
static void eraseFetch(FetchOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  bool isClamped =
      getTextureOutside(op.getTexture().getType()) == TextureOutside::Clamp;
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value isInside = arith::ConstantIntOp::create(builder, 1, 1);
  SmallVector<Value> nearest;
  for (auto [axis, index] : llvm::enumerate(op.getIndices())) {
    Value extent = memref::DimOp::create(builder, op.getTexture(), axis);
    Value last = arith::SubIOp::create(builder, extent, one);
    Value low = arith::MaxSIOp::create(builder, index, zero);
    nearest.push_back(arith::MinSIOp::create(builder, low, last));
    if (isClamped)
      continue;
    Value isHere = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                         nearest.back(), index);
    isInside = arith::AndIOp::create(builder, isInside, isHere);
  }
  Type texel = op.getType();
  auto branch = scf::IfOp::create(builder, texel, isInside,
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value inside = memref::LoadOp::create(builder, op.getTexture(), nearest);
  scf::YieldOp::create(builder, inside);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value outside =
      arith::ConstantOp::create(builder, texel, builder.getZeroAttr(texel));
  scf::YieldOp::create(builder, outside);
  op.replaceAllUsesWith(branch.getResult(0));
  op.erase();
}

/// Runs once what is in a region of one block: one of the things that the
/// operation may mean.
static LogicalResult runRegions(Operation *op) {
  if (op->getNumResults() != 0 || op->getNumSuccessors() != 0)
    return op->emitOpError(
        "cannot be executed: it is of no registered dialect, "
        "and something depends on it");
  for (Region &region : op->getRegions()) {
    if (!region.hasOneBlock() || region.getNumArguments() != 0)
      continue;
    Block &block = region.front();
    for (Operation &inner : llvm::make_early_inc_range(block)) {
      if (inner.hasTrait<OpTrait::IsTerminator>())
        return inner.emitOpError("cannot be executed: it ends a region of an "
                                 "operation of no registered dialect");
      inner.moveBefore(op);
    }
  }
  op->erase();
  return success();
}

LogicalResult layout::eraseUnregistered(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    return op->isRegistered() || succeeded(runRegions(op))
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult layout::eraseLayouts(ModuleOp module,
                                   SmallVectorImpl<Location> &assumptions) {
  module.getContext()
      ->loadDialect<arith::ArithDialect, complex::ComplexDialect,
                    func::FuncDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  if (failed(eraseUnregistered(module)))
    return failure();
  // While the memory spaces still say what is read outside.
  module.walk(eraseFetch);
  eraseAttributes(module);
  dropUnusedSymbolOperands(module);
  eraseTypes(module);
  WalkResult result = module.walk([&](Operation *op) {
    if (auto undef = dyn_cast<UndefOp>(op)) {
      if (failed(eraseUndef(undef, module)))
        return WalkResult::interrupt();
    } else if (auto assume = dyn_cast<AssumeOp>(op)) {
      eraseAssume(assume, module, assumptions);
    } else if (auto convert = dyn_cast<ConvertOp>(op)) {
      eraseConvert(convert);
    } else if (isa<PaddingOp, AssumePaddingOp>(op)) {
      op->erase();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
