//===- LayoutDialect.cpp - The layout dialect -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LoopsAttr.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/IR/Weights.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/InliningUtils.h"
#include <shared_mutex>
#include <unordered_map>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Cache of derived facts
//===----------------------------------------------------------------------===//

/// Passes over a module, and the verifiers of many functions at once, ask for
/// the same few layouts. A derivation runs outside the lock: it may take
/// milliseconds. Two threads may then derive the same; the first one stays.
class LayoutDialect::LayoutCache {
public:
  const PhysicalLayout &get(BufferAttr layout, ArrayRef<int64_t> shape) {
    Key key{layout, SmallVector<int64_t>(shape)};
    {
      std::shared_lock<std::shared_mutex> lock(mutex);
      if (auto found = facts.find(key); found != facts.end())
        return *found->second;
    }
    auto derived = std::make_unique<PhysicalLayout>(
        PhysicalLayout::derive(layout.getSpec(), shape, layout.getContext()));
    std::unique_lock<std::shared_mutex> lock(mutex);
    return *facts.try_emplace(std::move(key), std::move(derived)).first->second;
  }

private:
  struct Key {
    BufferAttr layout;
    SmallVector<int64_t> shape;
    bool operator==(const Key &other) const {
      return layout == other.layout && shape == other.shape;
    }
  };
  struct Hash {
    size_t operator()(const Key &key) const {
      return llvm::hash_combine(key.layout, ArrayRef<int64_t>(key.shape));
    }
  };

  std::shared_mutex mutex;
  std::unordered_map<Key, std::unique_ptr<PhysicalLayout>, Hash> facts;
};

const PhysicalLayout &
LayoutDialect::getPhysicalLayout(BufferAttr layout, ArrayRef<int64_t> shape) {
  return cache->get(layout, shape);
}

//===----------------------------------------------------------------------===//
// Dialect
//===----------------------------------------------------------------------===//

namespace {
/// A layout is long, and part of every type of its buffer: it prints as
/// `#layout`, `#layout1`, ... .
struct LayoutAsmInterface : public OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const final {
    if (!isa<BufferAttr>(attr))
      return AliasResult::NoAlias;
    os << "layout";
    return AliasResult::OverridableAlias;
  }
};

/// All operations mean the same everywhere.
struct LayoutInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *op, Region *dest, bool wouldBeCloned,
                       IRMapping &valueMapping) const final {
    return true;
  }
};
} // namespace

#include "Layout/IR/LayoutDialect.cpp.inc"

void LayoutDialect::initialize() {
  cache = std::make_unique<LayoutCache>();
  registerAttributes();
  registerTypes();
  registerOps();
  addInterfaces<LayoutAsmInterface, LayoutInlinerInterface>();
}

//===----------------------------------------------------------------------===//
// Discardable attributes
//===----------------------------------------------------------------------===//

static bool isTransform(NamedAttribute attribute) {
  return attribute.getName() == LayoutDialect::kTransformAttrName;
}
static bool isAccess(NamedAttribute attribute) {
  return attribute.getName() == LayoutDialect::kAccessAttrName;
}
static bool isSequential(NamedAttribute attribute) {
  return attribute.getName() == LayoutDialect::kSequentialAttrName;
}

static bool isCache(NamedAttribute attribute) {
  return attribute.getName() == LayoutDialect::kCacheAttrName;
}

static InFlightDiagnostic
emitNotAllowed(Operation *op, NamedAttribute attribute, const Twine &where) {
  return op->emitError() << "'" << attribute.getName().getValue()
                         << "' is not allowed on " << where;
}

static LogicalResult verifyTuned(Operation *op, NamedAttribute attribute) {
  if (!isa<ModuleOp, FunctionOpInterface>(op))
    return emitNotAllowed(op, attribute,
                          "'" + op->getName().getStringRef() + "'")
           << ", only on modules and functions";
  if (!isa<DictionaryAttr>(attribute.getValue()))
    return op->emitError("'layout.tuned' expects a dictionary");
  return success();
}

/// One layout, or `unit` for none, for each operand that is a tensor and can
/// have it; or `unit` by itself, for those that its tensors have.
static LogicalResult verifyPrefer(Operation *op, NamedAttribute attribute) {
  if (isa<UnitAttr>(attribute.getValue()))
    return success();
  auto layouts = dyn_cast<ArrayAttr>(attribute.getValue());
  if (!layouts || layouts.size() != op->getNumOperands())
    return op->emitError("'layout.prefer' must be an array with a layout or "
                         "unit for each operand, of which there are ")
           << op->getNumOperands();
  for (auto [i, layout, operand] :
       llvm::enumerate(layouts, op->getOperands())) {
    if (isa<UnitAttr>(layout))
      continue;
    auto emitAt = [&, i = i]() -> InFlightDiagnostic {
      return op->emitError("'layout.prefer' of operand #") << i << ": ";
    };
    auto buffer = dyn_cast<BufferAttr>(layout);
    auto tensor = dyn_cast<RankedTensorType>(operand.getType());
    if (!buffer || !tensor)
      return emitAt() << "expects unit, or a #layout.buffer for a ranked "
                         "tensor, found "
                      << layout << " for " << operand.getType();
    if (failed(verifyLayoutOnShape(buffer, tensor.getShape(),
                                   tensor.getElementType(), emitAt)))
      return failure();
  }
  return success();
}

static LogicalResult emitUnknown(Operation *op, NamedAttribute attribute) {
  return op->emitError() << "unknown attribute '"
                         << attribute.getName().getValue()
                         << "' of the layout dialect";
}

/// Returns true if `type` has a shape, and neither layout nor encoding.
static bool isPlain(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getLayout().isIdentity();
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.getEncoding();
}

using EmitError = function_ref<InFlightDiagnostic()>;

/// A request must be one that the buffer it sits on can meet.
static LogicalResult verifyTransform(EmitError emitError,
                                     NamedAttribute attribute, Type type) {
  auto layout = dyn_cast<BufferAttr>(attribute.getValue());
  if (!layout)
    return emitError() << "'layout.transform' expects a #layout.buffer, found "
                       << attribute.getValue();
  if (!isPlain(type))
    return emitError() << "'layout.transform' asks for a ranked memref or "
                          "tensor without a layout of its own, not "
                       << type;
  auto shaped = cast<ShapedType>(type);
  return verifyLayoutOnShape(
      layout, shaped.getShape(), shaped.getElementType(),
      [&] { return emitError() << "'layout.transform': "; });
}

/// Lowering to LLVM may keep attributes of an argument on the pointer that it
/// becomes; so only functions before that are verified.
static LogicalResult verifyOnBuffer(Operation *op, NamedAttribute attribute,
                                    Type type) {
  if (isa<func::FuncOp>(op) && !isa<BaseMemRefType, TensorType>(type))
    return emitNotAllowed(op, attribute, "an argument that is no buffer");
  return success();
}

static LogicalResult verifyAccess(Operation *op, NamedAttribute attribute,
                                  Type type) {
  auto mode = dyn_cast<StringAttr>(attribute.getValue());
  if (!mode ||
      !llvm::is_contained({"read", "write", "readwrite"}, mode.getValue()))
    return op->emitError("'layout.access' must be \"read\", \"write\" or "
                         "\"readwrite\"");
  return verifyOnBuffer(op, attribute, type);
}

/// A local copy must be possible.
static LogicalResult verifyCache(EmitError emitError, NamedAttribute attribute,
                                 Type type) {
  auto layout = dyn_cast<BufferAttr>(attribute.getValue());
  if (!layout)
    return emitError() << "'layout.cache' expects a #layout.buffer, found "
                       << attribute.getValue();
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return emitError() << "'layout.cache' asks for a copy of a ranked memref, "
                          "not "
                       << type;
  return verifyLayoutOnShape(layout, memref.getShape(), memref.getElementType(),
                             [&] { return emitError() << "'layout.cache': "; });
}

/// A weight is a tensor until it is laid out.
static LogicalResult verifyWeight(EmitError emitError, NamedAttribute attribute,
                                  Type type) {
  auto name = dyn_cast<StringAttr>(attribute.getValue());
  if (!isa<UnitAttr>(attribute.getValue()) && (!name || name.empty()))
    return emitError() << "'layout.weight' must be a unit attribute or a name, "
                          "found "
                       << attribute.getValue();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getEncoding() || !tensor.hasStaticShape())
    return emitError() << "'layout.weight' expects a tensor of static shape "
                          "without a layout, not "
                       << type;
  return success();
}

static LogicalResult verifyCacheOnLoop(Operation *op,
                                       NamedAttribute attribute) {
  if (!isa<LoopLikeOpInterface>(op))
    return emitNotAllowed(op, attribute,
                          "'" + op->getName().getStringRef() + "'")
           << ", only on function arguments, memref.alloc, memref.alloca and "
              "loops";
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitError("'layout.cache' must be a unit attribute on a loop");
  return success();
}

static LogicalResult verifySequential(Operation *op, NamedAttribute attribute) {
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitError("'layout.sequential' must be a unit attribute");
  return success();
}

/// Only where `layout-sequential-access` reads it. What other ops become, and
/// so what they lose, is not known: a tensor may become no buffer, or several.
/// An `scf.while` has it from an `scf.for`: upstream's lowering copies it.
static LogicalResult verifySequentialOnOp(Operation *op,
                                          NamedAttribute attribute) {
  if (getRequestedBuffer(op) || getScalarAccess(op) ||
      isa<affine::AffineForOp, scf::ForOp, scf::WhileOp>(op))
    return verifySequential(op, attribute);
  // Attributes are verified before the op and its regions, which must be valid
  // before its accesses can be queried.
  bool isAsked = op->getNumRegions() == 0 && isa<LayoutAccessOpInterface>(op);
  if (isAsked && failed(op->getRegisteredInfo()->verifyInvariants(op)))
    return failure();
  if (!isAsked || !getElementAccess(op))
    return emitNotAllowed(op, attribute,
                          "'" + op->getName().getStringRef() + "'")
           << ", only on function arguments, memref.alloc, memref.alloca, "
              "ops that access one element, affine.for and scf.for";
  return verifySequential(op, attribute);
}

/// A plan is of a nest, or of an op that becomes one.
static LogicalResult verifyLoops(Operation *op, NamedAttribute attribute) {
  if (!isa<affine::AffineForOp, scf::ForOp, linalg::LinalgOp>(op)) {
    InFlightDiagnostic diagnostic =
        emitNotAllowed(op, attribute, "'" + op->getName().getStringRef() + "'");
    diagnostic << ", only on affine.for, scf.for and linalg ops";
    // Upstream's lowering copies it from an `scf.for`.
    if (isa<scf::WhileOp>(op))
      diagnostic << "; run layout-raise-loops and layout-tile-loops before "
                    "scf-for-to-while, or remove the plan";
    return diagnostic;
  }
  if (!isa<LoopsAttr>(attribute.getValue()))
    return op->emitError() << "'layout.loops' expects a #layout.loops, found "
                           << attribute.getValue();
  return success();
}

static LogicalResult verifyNoAlias(Operation *op, NamedAttribute attribute) {
  if (!isa<FunctionOpInterface>(op) ||
      !isa<DenseI32ArrayAttr>(attribute.getValue()))
    return op->emitError("'layout.noalias' must be an array of i32 on a "
                         "function");
  return success();
}

/// The type of the buffer that an op makes; null if it makes none.
static Type getAllocatedType(Operation *op) {
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return global.getType();
  Value buffer = getRequestedBuffer(op);
  return buffer ? buffer.getType() : Type();
}

LogicalResult
LayoutDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  if (isSequential(attribute))
    return verifySequentialOnOp(op, attribute);
  if (attribute.getName() == LayoutDialect::kNoAliasAttrName)
    return verifyNoAlias(op, attribute);
  if (attribute.getName() == kLoopsAttrName)
    return verifyLoops(op, attribute);
  if (attribute.getName() == LayoutDialect::kPreferAttrName)
    return verifyPrefer(op, attribute);
  if (attribute.getName() == kTunedAttrName)
    return verifyTuned(op, attribute);
  Value buffer = getRequestedBuffer(op);
  if (isCache(attribute))
    return buffer ? verifyCache([&] { return op->emitError(); }, attribute,
                                buffer.getType())
                  : verifyCacheOnLoop(op, attribute);
  if (!isTransform(attribute) && !isAccess(attribute))
    return emitUnknown(op, attribute);
  Type type = getAllocatedType(op);
  if (isTransform(attribute) && type)
    return verifyTransform([&] { return op->emitError(); }, attribute, type);
  return emitNotAllowed(op, attribute, "'" + op->getName().getStringRef() + "'")
         << ", only on "
         << (isTransform(attribute) ? "function arguments, memref.alloc, "
                                      "memref.alloca and memref.global"
                                    : "function arguments");
}

LogicalResult
LayoutDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                        unsigned argIndex,
                                        NamedAttribute attribute) {
  // Nothing else states attributes of arguments.
  auto function = cast<FunctionOpInterface>(op);
  Type type = function.getArgumentTypes()[argIndex];
  // Of several arguments the location tells which.
  auto emitError = [&] {
    Region &body = function.getFunctionBody();
    return body.empty() || body.getNumArguments() <= argIndex
               ? op->emitError()
               : mlir::emitError(body.getArgument(argIndex).getLoc());
  };
  if (isTransform(attribute))
    return verifyTransform(emitError, attribute, type);
  if (isCache(attribute))
    return verifyCache(emitError, attribute, type);
  if (attribute.getName() == kWeightAttrName)
    return verifyWeight(emitError, attribute, type);
  if (isAccess(attribute))
    return verifyAccess(op, attribute, type);
  if (!isSequential(attribute))
    return emitUnknown(op, attribute);
  if (failed(verifyOnBuffer(op, attribute, type)))
    return failure();
  return verifySequential(op, attribute);
}

LogicalResult
LayoutDialect::verifyRegionResultAttribute(Operation *op, unsigned regionIndex,
                                           unsigned resultIndex,
                                           NamedAttribute attribute) {
  return emitNotAllowed(op, attribute, "results");
}
