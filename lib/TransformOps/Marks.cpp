//===- Marks.cpp - Attributes that steps pass on --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Marks.h"
#include "Layout/IR/Requests.h"
#include "Layout/TransformOps/TransformOps.h"
#include "Layout/Transforms/Reorder/Cache.h"
#include "Refusal.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::schedule;

namespace {

/// The op or argument that has the attributes of a buffer.
struct BufferPlace {
  Operation *op;
  std::optional<unsigned> argument;

  /// Null for a global and for ops that are no buffer.
  Value getValue() const {
    if (argument)
      return cast<FunctionOpInterface>(op).getArgument(*argument);
    return getRequestedBuffer(op);
  }
  MemRefType getType() const {
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      return global.getType();
    Value value = getValue();
    return value ? dyn_cast<MemRefType>(value.getType()) : MemRefType();
  }
};

/// Finds the buffer that a step names. `Why` is empty where it names none.
class BufferFinder {
public:
  BufferFinder(Operation *step, Operation *target)
      : step(step), target(target) {}

  std::optional<BufferPlace> find() {
    auto argument = step->getAttrOfType<IntegerAttr>("argument");
    auto result = step->getAttrOfType<IntegerAttr>("result");
    auto name = step->getAttrOfType<StringAttr>("name");
    if (!!argument + !!result + !!name > 1)
      return fail("expects one of 'argument', 'result' and 'name'");
    if (name)
      return findGlobal(name);
    auto function = dyn_cast<FunctionOpInterface>(target);
    if ((argument || result) && (!function || function.isExternal()))
      return fail((argument ? "'argument'" : "'result'") +
                  (" expects a function with a body as target, found " +
                   Twine(function ? "a declaration, '" : "'") +
                   target->getName().getStringRef() + "'; match func.func"));
    if (argument)
      return findArgument(function, argument.getInt());
    if (result)
      return findResult(function, result.getInt());
    if (function || isa<ModuleOp>(target))
      return std::nullopt;
    // What else may be marked for sequential accesses, its verifier knows.
    if (!isa<memref::GlobalOp>(target) && !getRequestedBuffer(target) &&
        !isa<SequentialAccessOp>(step))
      return fail("expects a function with 'argument' or 'result', an "
                  "allocation or a global as target, found '" +
                  target->getName().getStringRef() + "'" +
                  (isa<CacheReadOp, CacheWriteOp>(step) ? "; give loops by "
                                                          "'around'"
                                                        : ""));
    return BufferPlace{target, std::nullopt};
  }

  std::string why;

private:
  std::nullopt_t fail(const Twine &text) {
    why = text.str();
    return std::nullopt;
  }

  static std::string describeCount(FunctionOpInterface function,
                                   unsigned count) {
    return ("@" + function.getName() + " has " + Twine(count) +
            ", counted from 0")
        .str();
  }

  std::optional<BufferPlace> findGlobal(StringAttr name) {
    Operation *table = SymbolTable::getNearestSymbolTable(target);
    auto global = dyn_cast_or_null<memref::GlobalOp>(
        SymbolTable::lookupSymbolIn(table, name));
    if (!global)
      return fail("there is no memref.global @" + name.getValue());
    return BufferPlace{global, std::nullopt};
  }

  std::optional<BufferPlace> findArgument(FunctionOpInterface function,
                                          int64_t number) {
    if (number < 0 || number >= function.getNumArguments())
      return fail("has no argument " + Twine(number) + ": " +
                  describeCount(function, function.getNumArguments()));
    Type type = function.getArgument(number).getType();
    if (isa<TensorType>(type))
      return fail("argument " + Twine(number) +
                  " is a tensor, which gets its layout from the ops that use "
                  "it (layout.prefer and choose) or by layout.convert; expects "
                  "a ranked memref");
    if (!isa<MemRefType>(type))
      return fail("argument " + Twine(number) + " is not a ranked memref");
    return BufferPlace{function, unsigned(number)};
  }

  std::optional<BufferPlace> findResult(FunctionOpInterface function,
                                        int64_t number) {
    if (number < 0 || number >= function.getNumResults())
      return fail("has no result " + Twine(number) + ": " +
                  describeCount(function, function.getNumResults()));
    SetVector<Operation *> made;
    for (Block &block : function.getFunctionBody())
      if (block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
        made.insert(block.getTerminator()->getOperand(number).getDefiningOp());
    if (made.size() != 1 || !made.front() || !getRequestedBuffer(made.front()))
      return fail("result " + Twine(number) +
                  " is not one allocation of the function");
    return BufferPlace{made.front(), std::nullopt};
  }

  Operation *step, *target;
};

} // namespace

static bool isMarkedOp(Operation *op) {
  return op->hasAttr(LayoutDialect::kSequentialAttrName);
}

void Marks::set(Operation *op, std::optional<unsigned> argument, StringRef name,
                Attribute value) {
  bool isLeft = name == LayoutDialect::kSequentialAttrName;
  if (!argument) {
    auto module = op->getParentOfType<ModuleOp>();
    if (isLeft && !areAllOpsMarkedHere)
      areAllOpsMarkedHere = !module
                                 .walk([](Operation *other) {
                                   return isMarkedOp(other)
                                              ? WalkResult::interrupt()
                                              : WalkResult::advance();
                                 })
                                 .wasInterrupted();
    op->setAttr(name, value);
    return;
  }
  auto function = cast<FunctionOpInterface>(op);
  if (isLeft && !function.getArgAttr(*argument, name))
    arguments.push_back({function, *argument});
  function.setArgAttr(*argument, name, value);
}

void Marks::remove(Operation *root) {
  constexpr StringRef name = LayoutDialect::kSequentialAttrName;
  for (auto [function, argument] : arguments)
    function.removeArgAttr(argument, name);
  if (areAllOpsMarkedHere)
    root->walk([&](Operation *op) { op->removeDiscardableAttr(name); });
}

/// An identity map with separators.
static BufferAttr getSeparated(MemRefType type, ArrayRef<int64_t> separators,
                               function_ref<InFlightDiagnostic()> emitError) {
  MLIRContext *context = type.getContext();
  auto attr = AxisSeparatorAttr::getChecked(emitError, context, separators);
  if (!attr)
    return nullptr;
  auto map = IndexMapAttr::get(
      AffineMap::getMultiDimIdentityMap(type.getRank(), context));
  return BufferAttr::getChecked(
      emitError, context, ArrayRef(map), ArrayRef(ExtentAttr()),
      ArrayRef(PadAttr::get(context, PadKind::None)), attr);
}

/// What to do with a cached buffer follows from its uses.
static std::string describeWrongCache(Operation *step, Value buffer,
                                      ArrayRef<CachePlan> plans) {
  for (const CachePlan &plan : plans)
    if (plan.buffer == buffer) {
      if (isa<CacheReadOp>(step) && plan.isWritten)
        return "expects a buffer that is only read there, and it is written: "
               "take 'transform.layout.cache_write'";
      if (isa<CacheWriteOp>(step) && !plan.isWritten)
        return "expects a buffer that is written there, and it is only read: "
               "take 'transform.layout.cache_read'";
    }
  return "";
}

/// Returns true if ops say which elements of the buffer are padding. No op can
/// say that of a buffer with a layout, as one with separators is.
static bool hasPaddingNotes(Operation *op, std::optional<unsigned> argument) {
  Value buffer;
  if (argument)
    buffer = cast<FunctionOpInterface>(op).isExternal()
                 ? Value()
                 : Value(cast<FunctionOpInterface>(op).getArgument(*argument));
  else if (op->getNumResults() == 1)
    buffer = op->getResult(0);
  return buffer &&
         llvm::any_of(buffer.getUsers(),
                      llvm::IsaPred<PaddingOp, AssumePaddingOp>);
}

bool Marks::setAttributes(Operation *step, Operation *op,
                          std::optional<unsigned> argument, MemRefType type,
                          ArrayRef<Operation *> loops) {
  auto emitError = [&] { return mlir::emitError(step->getLoc()); };
  auto unit = UnitAttr::get(step->getContext());
  return TypeSwitch<Operation *, bool>(step)
      .Case([&](TransformLayoutOp step) {
        set(op, argument, LayoutDialect::kTransformAttrName, step.getLayout());
        return true;
      })
      .Case([&](SetAxisSeparatorsOp step) {
        if (!type || !type.getLayout().isIdentity()) {
          emitError() << "expects a ranked memref without a layout; a layout "
                         "states its own separators, as axis_separator<[1]>";
          return false;
        }
        BufferAttr layout = getSeparated(type, step.getSeparators(), emitError);
        if (layout)
          set(op, argument, LayoutDialect::kTransformAttrName, layout);
        return !!layout;
      })
      .Case<CacheReadOp, CacheWriteOp>([&](auto step) {
        set(op, argument, LayoutDialect::kCacheAttrName, step.getLayout());
        for (Operation *loop : loops)
          set(loop, std::nullopt, LayoutDialect::kCacheAttrName, unit);
        return true;
      })
      .Case([&](SequentialAccessOp) {
        set(op, argument, LayoutDialect::kSequentialAttrName, unit);
        return true;
      });
}

/// Passes rely on attributes that are verified, and on caches that fit the uses
/// of their buffers. `Wrong` is empty where an error says what is wrong.
static bool areMarksRight(Operation *step, ModuleOp module, Value buffer,
                          std::string &wrong) {
  if (failed(verify(module)))
    return false;
  if (!isa<CacheReadOp, CacheWriteOp>(step))
    return true;
  FailureOr<SmallVector<CachePlan>> plans = planCaches(module);
  if (failed(plans))
    return false;
  wrong = describeWrongCache(step, buffer, *plans);
  return wrong.empty();
}

static ModuleOp getModule(Operation *target) {
  while (!isa<ModuleOp>(target))
    target = target->getParentOp();
  return cast<ModuleOp>(target);
}

DiagnosedSilenceableFailure Marks::place(Operation *step, Operation *target,
                                         ArrayRef<Operation *> loops) {
  BufferFinder finder(step, target);
  std::optional<BufferPlace> place = finder.find();
  if (!finder.why.empty())
    return refuse(step, finder.why);
  if (!place) {
    if (isa<SequentialAccessOp>(step))
      return DiagnosedSilenceableFailure::success();
    return refuse(step,
                  "expects a buffer: 'argument', 'result', 'name', or a target "
                  "that is an allocation or a global");
  }
  if (isa<SetAxisSeparatorsOp>(step) &&
      hasPaddingNotes(place->op, place->argument))
    return refuse(step,
                  "expects a buffer without padding; state the separators "
                  "with its layout (axis_separator<[...]>) before that is "
                  "applied");
  Reports reports(step->getContext());
  std::string wrong;
  if (setAttributes(step, place->op, place->argument, place->getType(),
                    loops) &&
      areMarksRight(step, getModule(target), place->getValue(), wrong))
    return DiagnosedSilenceableFailure::success();
  DiagnosedSilenceableFailure failure = refuse(
      step, wrong.empty() ? "cannot be done for this buffer" : wrong.c_str());
  reports.attachTo(failure);
  return failure;
}
