//===- Bounds.cpp - Bounds checks of accesses -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Bounds.h"

#include "Layout/Check/Program.h"
#include "Layout/IR/DroppedDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

/// Marks an access that has its check.
static constexpr llvm::StringLiteral kIsChecked = "layout_check.is_checked";

namespace {

/// What an operation touches in each dimension: from `start`, `count` elements
/// in steps of `stride`.
struct Touched {
  TypedValue<MemRefType> buffer;
  struct Range {
    Value start;
    int64_t count = 1;
    OpFoldResult stride;
  };
  SmallVector<Range> ranges;
};

class BoundsChecks {
public:
  BoundsChecks(ModuleOp module, SmallVectorImpl<Location> &locations)
      : module(module), locations(locations) {}

  void run();

private:
  void check(const Touched &touched, ImplicitLocOpBuilder &builder);
  func::FuncOp getCheck(const Touched &touched, TypeRange types);
  void buildCheck(func::FuncOp function, const Touched &touched);
  func::FuncOp getHook(StringRef name, unsigned numArguments);
  func::FuncOp declare(StringRef name, TypeRange types);

  ModuleOp module;
  SmallVectorImpl<Location> &locations;
};

} // namespace

/// One element, or as many as `type` has in its dimensions, which are the last
/// ones of the buffer.
static Touched touch(Value buffer, ValueRange indices, VectorType type) {
  Touched touched{cast<TypedValue<MemRefType>>(buffer), {}};
  Builder builder(buffer.getContext());
  OpFoldResult one = builder.getIndexAttr(1);
  for (Value index : indices)
    touched.ranges.push_back({index, 1, one});
  if (!type || isa<VectorType>(touched.buffer.getType().getElementType()))
    return touched;
  for (auto [range, size] :
       llvm::zip(llvm::reverse(touched.ranges), llvm::reverse(type.getShape())))
    range.count = size;
  return touched;
}

namespace {

/// Arithmetic on indices, some of which are constants.
struct IndexBuilder {
  ImplicitLocOpBuilder &builder;

  Value asValue(OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(builder, builder.getLoc(), value);
  }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, a, b); }
  Value multiply(Value a, Value b) {
    return arith::MulIOp::create(builder, a, b);
  }
};

} // namespace

static Touched touchSourceOfSlice(const Touched &touched,
                                  memref::SubViewOp view,
                                  ImplicitLocOpBuilder &builder) {
  IndexBuilder index{builder};
  Touched source{view.getSource(), {}};
  llvm::SmallBitVector dropped = getDroppedDims(view);
  OpFoldResult one = builder.getIndexAttr(1);
  unsigned next = 0;
  for (auto [d, offset, step] :
       llvm::enumerate(view.getMixedOffsets(), view.getMixedStrides())) {
    Touched::Range range{index.asValue(offset), 1, one};
    if (!dropped.test(d)) {
      const Touched::Range &inView = touched.ranges[next++];
      Value stride = index.asValue(step);
      range.start =
          index.add(range.start, index.multiply(inView.start, stride));
      range.count = inView.count;
      range.stride = index.multiply(index.asValue(inView.stride), stride);
    }
    source.ranges.push_back(range);
  }
  return source;
}

/// The sizes of an expanded shape are values that need not fit its source: the
/// first and the last element must be inside of it.
static Touched touchSourceOfExpanded(const Touched &touched,
                                     memref::ExpandShapeOp view,
                                     ImplicitLocOpBuilder &builder) {
  IndexBuilder index{builder};
  Touched source{cast<TypedValue<MemRefType>>(view.getSrc()), {}};
  SmallVector<OpFoldResult> sizes = view.getMixedOutputShape();
  for (const ReassociationIndices &group : view.getReassociationIndices()) {
    Value zero = index.asValue(builder.getIndexAttr(0));
    Value start = zero, distance = zero;
    bool isOne = true;
    for (int64_t d : group) {
      const Touched::Range &range = touched.ranges[d];
      Value size = index.asValue(sizes[d]);
      Value steps = index.asValue(builder.getIndexAttr(range.count - 1));
      start = index.add(index.multiply(start, size), range.start);
      distance = index.add(
          index.multiply(distance, size),
          index.multiply(steps, index.asValue(range.stride)));
      isOne &= range.count == 1;
    }
    source.ranges.push_back({start, isOne ? 1 : 2, distance});
  }
  return source;
}

/// What of the source of a view is touched; nullopt if the buffer is no view,
/// or not one that is followed.
static std::optional<Touched> touchSource(const Touched &touched,
                                          ImplicitLocOpBuilder &builder) {
  using Result = std::optional<Touched>;
  Operation *op = touched.buffer.getDefiningOp();
  if (!op)
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](memref::CastOp cast) -> Result {
        auto source = dyn_cast<TypedValue<MemRefType>>(cast.getSource());
        return source ? Result(Touched{source, touched.ranges}) : std::nullopt;
      })
      .Case([&](memref::SubViewOp slice) -> Result {
        return touchSourceOfSlice(touched, slice, builder);
      })
      .Case([&](memref::ExpandShapeOp expand) -> Result {
        return touchSourceOfExpanded(touched, expand, builder);
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// A transfer that is in bounds with all lanes.
static std::optional<Touched> touchTransfer(VectorTransferOpInterface op) {
  VectorType type = op.getVectorType();
  if (!isa<MemRefType>(op.getShapedType()) || op.getMask() ||
      isa<vector::MaskOp>(op->getParentOp()) || op.hasOutOfBoundsDim() ||
      !op.getPermutationMap().isMinorIdentity() || type.isScalable())
    return std::nullopt;
  return touch(op.getBase(), op.getIndices(), type);
}

static std::optional<Touched> getTouched(Operation *op) {
  using Result = std::optional<Touched>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp,
            memref::GenericAtomicRMWOp>([](auto access) -> Result {
        return touch(access.getMemref(), access.getIndices(), {});
      })
      .Case<vector::LoadOp, vector::StoreOp>([](auto access) -> Result {
        if (access.getVectorType().isScalable())
          return std::nullopt;
        return touch(access.getBase(), access.getIndices(),
                     access.getVectorType());
      })
      .Case([](VectorTransferOpInterface transfer) -> Result {
        return touchTransfer(transfer);
      })
      .Default([](Operation *) { return std::nullopt; });
}

void BoundsChecks::run() {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (op->hasAttr(kIsChecked))
      continue;
    ImplicitLocOpBuilder builder(op->getLoc(), op);
    std::optional<Touched> touched = getTouched(op);
    if (touched)
      op->setAttr(kIsChecked, builder.getUnitAttr());
    for (; touched; touched = touchSource(*touched, builder))
      check(*touched, builder);
  }
}

func::FuncOp BoundsChecks::declare(StringRef name, TypeRange types) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  return function;
}

func::FuncOp BoundsChecks::getHook(StringRef name, unsigned numArguments) {
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  Builder builder(module.getContext());
  SmallVector<Type> types(numArguments, builder.getI64Type());
  func::FuncOp hook = declare(name, types);
  // Nothing need be kept for what would come after.
  if (name == RuntimeNames::kOutOfBounds)
    hook->setAttr("passthrough", builder.getStrArrayAttr({"noreturn"}));
  return hook;
}

//===----------------------------------------------------------------------===//
// One function per kind of access
//===----------------------------------------------------------------------===//

/// What is known of an access before it runs, as the name of the function that
/// checks such ones: extents, or `n`, and where there are several elements.
static std::string getKind(const Touched &touched) {
  std::string kind = RuntimeNames::kBoundsCheck.str();
  for (auto [range, extent] :
       llvm::zip(touched.ranges, touched.buffer.getType().getShape()))
    kind += "_" + (ShapedType::isDynamic(extent) ? "n" : Twine(extent)).str() +
            (range.count == 1 ? "" : "v");
  return kind;
}

/// start + (count - 1) * stride.
static Value buildLast(ImplicitLocOpBuilder &builder,
                       const Touched::Range &range) {
  Value stride =
      getValueOrCreateConstantIndexOp(builder, builder.getLoc(), range.stride);
  Value steps = arith::ConstantIndexOp::create(builder, range.count - 1);
  Value distance = arith::MulIOp::create(builder, steps, stride);
  return arith::AddIOp::create(builder, range.start, distance);
}

/// What only the run knows, per dimension: the first index, the last one where
/// there are several, the extent where it is dynamic.
static SmallVector<Value> buildArguments(ImplicitLocOpBuilder &builder,
                                         const Touched &touched) {
  SmallVector<Value> arguments;
  for (auto [d, range] : llvm::enumerate(touched.ranges)) {
    arguments.push_back(range.start);
    if (range.count != 1)
      arguments.push_back(buildLast(builder, range));
    if (touched.buffer.getType().isDynamicDim(d))
      arguments.push_back(memref::DimOp::create(builder, touched.buffer, d));
  }
  return arguments;
}

namespace {
/// In the function: an access in one dimension.
struct CheckedRange {
  Value first, last, extent;
};
} // namespace

/// Reads what `buildArguments` has built.
static SmallVector<CheckedRange> readArguments(ImplicitLocOpBuilder &builder,
                                               const Touched &touched,
                                               ValueRange arguments) {
  SmallVector<CheckedRange> ranges;
  for (auto [range, extent] :
       llvm::zip(touched.ranges, touched.buffer.getType().getShape())) {
    auto take = [&] {
      Value next = arguments.front();
      arguments = arguments.drop_front();
      return next;
    };
    Value first = take();
    Value last = range.count == 1 ? first : take();
    Value size = ShapedType::isDynamic(extent)
                     ? take()
                     : arith::ConstantIndexOp::create(builder, extent);
    ranges.push_back({first, last, size});
  }
  return ranges;
}

static Value buildIsOutside(ImplicitLocOpBuilder &builder,
                            ArrayRef<CheckedRange> ranges) {
  Value isOutside = arith::ConstantIntOp::create(builder, 0, 1);
  // Unsigned: a negative index is a large one.
  auto require = [&](Value index, Value extent) {
    Value isBeyond = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                           index, extent);
    isOutside = arith::OrIOp::create(builder, isOutside, isBeyond);
  };
  for (const CheckedRange &range : ranges) {
    require(range.first, range.extent);
    if (range.last != range.first)
      require(range.last, range.extent);
  }
  return isOutside;
}

void BoundsChecks::buildCheck(func::FuncOp function, const Touched &touched) {
  Block *entry = function.addEntryBlock();
  ImplicitLocOpBuilder builder(module.getLoc(), module.getContext());
  builder.setInsertionPointToStart(entry);
  SmallVector<CheckedRange> ranges =
      readArguments(builder, touched, entry->getArguments().drop_back());
  auto branch = scf::IfOp::create(builder, buildIsOutside(builder, ranges),
                                  /*withElseRegion=*/false);
  func::ReturnOp::create(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Type word = builder.getI64Type();
  for (const CheckedRange &range : ranges) {
    SmallVector<Value> words;
    for (Value value : {range.first, range.last, range.extent})
      words.push_back(arith::IndexCastOp::create(builder, word, value));
    func::CallOp::create(builder, getHook(RuntimeNames::kRange, 3), words);
  }
  func::CallOp::create(builder, getHook(RuntimeNames::kOutOfBounds, 1),
                       entry->getArguments().back());
}

func::FuncOp BoundsChecks::getCheck(const Touched &touched, TypeRange types) {
  std::string name = getKind(touched);
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  func::FuncOp function = declare(name, types);
  Builder builder(module.getContext());
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  buildCheck(function, touched);
  return function;
}

void BoundsChecks::check(const Touched &touched,
                         ImplicitLocOpBuilder &builder) {
  if (touched.ranges.empty())
    return;
  SmallVector<Value> arguments = buildArguments(builder, touched);
  arguments.push_back(
      arith::ConstantIntOp::create(builder, locations.size(), 64));
  func::CallOp::create(builder, getCheck(touched, ValueRange(arguments)),
                       arguments);
  locations.push_back(builder.getLoc());
}

void layout::addBoundsChecks(ModuleOp module,
                             SmallVectorImpl<Location> &locations) {
  BoundsChecks(module, locations).run();
}
