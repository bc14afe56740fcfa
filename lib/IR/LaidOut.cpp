//===- LaidOut.cpp - Layouts on types -------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"

#include "Layout/IR/UnusedSymbols.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

using EmitError = function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// BufferAttr: derived facts
//===----------------------------------------------------------------------===//

BufferAttr BufferAttr::getOfMap(AffineMap map) {
  if (!IndexMapAttr::describeFault(map).empty())
    return {};
  return get(map);
}

LayoutSpec BufferAttr::getSpec() const {
  LayoutSpec spec;
  for (auto [map, extent, pad] :
       llvm::zip_equal(getIndexMaps(), getExtents(), getPads())) {
    LayoutStep &step = spec.steps.emplace_back();
    step.map = map.getMap();
    step.givenInverse = map.getInverse();
    if (extent)
      step.extents.assign(extent.getExtents().begin(),
                          extent.getExtents().end());
    step.pad = pad.getKind();
    step.padMap = pad.getMap();
  }
  if (getSeparators())
    spec.separators.assign(getSeparators().getSeparators().begin(),
                           getSeparators().getSeparators().end());
  return spec;
}

const PhysicalLayout &
BufferAttr::getPhysicalLayout(ArrayRef<int64_t> shape) const {
  auto &dialect = static_cast<LayoutDialect &>(getDialect());
  return dialect.getPhysicalLayout(*this, shape);
}

bool BufferAttr::isPhysical() const {
  return getSeparators() && getNumSteps() == 1 &&
         getIndexMaps().front().getMap().isIdentity() &&
         !getExtents().front() && getPads().front().isNone();
}

BufferAttr BufferAttr::getPhysicalSeparators() const {
  if (!getSeparators())
    return {};
  return get(AffineMap::getMultiDimIdentityMap(getPhysicalRank(), getContext()),
             PadAttr(), getSeparators());
}

bool BufferAttr::holdsSomething() const {
  return llvm::any_of(getPads(),
                      [](PadAttr pad) { return pad.holdsSomething(); });
}

bool BufferAttr::hasCopyPad() const {
  return llvm::any_of(getPads(), [](PadAttr pad) { return pad.isCopy(); });
}

//===----------------------------------------------------------------------===//
// BufferAttr: the layout of a memref type, the encoding of a tensor type
//===----------------------------------------------------------------------===//

AffineMap BufferAttr::getAffineMap() const {
  AffineMap map = getIndexMaps().front().getMap();
  for (IndexMapAttr next : getIndexMaps().drop_front())
    map = next.getMap().compose(map);
  return map;
}

/// False even for an identity map: upstream would drop the attribute with its
/// separators, or take `pad<0>` and `pad<1>` for one type in `memref.cast`.
bool BufferAttr::isIdentity() const { return false; }

/// For the same reason a laid-out memref is not strided, whatever its map.
LogicalResult BufferAttr::getStridesAndOffset(ArrayRef<int64_t> shape,
                                              SmallVectorImpl<int64_t> &strides,
                                              int64_t &offset) const {
  return failure();
}

LogicalResult BufferAttr::verifyLayout(ArrayRef<int64_t> shape,
                                       EmitError emitError) const {
  return verifyLayoutOnShape(*this, shape, /*elementType=*/Type(), emitError);
}

LogicalResult BufferAttr::verifyEncoding(ArrayRef<int64_t> shape,
                                         Type elementType,
                                         EmitError emitError) const {
  return verifyLayoutOnShape(*this, shape, elementType, emitError);
}

LogicalResult layout::verifyLayoutOnShape(BufferAttr layout,
                                          ArrayRef<int64_t> shape,
                                          Type elementType,
                                          EmitError emitError) {
  // buffer_c7
  if (layout.getLogicalRank() != shape.size())
    return emitError() << "the layout takes " << layout.getLogicalRank()
                       << " indices, the type has rank " << shape.size();
  // buffer_c8 to buffer_c13
  const std::string &fault = layout.getPhysicalLayout(shape).getFault();
  if (!fault.empty())
    return emitError() << fault;
  if (!elementType)
    return success();
  for (PadAttr pad : layout.getPads()) {
    std::string why;
    if (!pad.isValidFor(elementType, why))
      return emitError() << why;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns the plain affine map that a memref type states, without symbols if
/// no result uses one; null otherwise, and for the identity map, which MLIR
/// uses if no layout is stated.
static AffineMap getPlainLayoutMap(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  auto layout =
      memref ? dyn_cast<AffineMapAttr>(memref.getLayout()) : AffineMapAttr();
  if (!layout)
    return {};
  AffineMap map = layout.getValue();
  if (map.getNumSymbols() == 0)
    return map.isIdentity() ? AffineMap() : map;
  return dropUnusedSymbols(map);
}

BufferAttr layout::getTensorEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_if_present<BufferAttr>(tensor.getEncoding())
                : BufferAttr();
}

bool layout::hasEncodedOperand(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getEncoding();
  });
}

/// Returns the `#layout.buffer` of a type, applied or not; null if it has none.
static BufferAttr getBufferAttr(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return dyn_cast<BufferAttr>(memref.getLayout());
  return getTensorEncoding(type);
}

BufferAttr layout::getLayoutToApply(Type type) {
  if (BufferAttr layout = getBufferAttr(type))
    return layout.isPhysical() ? BufferAttr() : layout;
  AffineMap map = getPlainLayoutMap(type);
  return map ? BufferAttr::getOfMap(map) : BufferAttr();
}

std::string layout::getSymbolicLayoutFault(Type type) {
  AffineMap map = getPlainLayoutMap(type);
  return map ? IndexMapAttr::describeFault(map) : std::string();
}

/// `type` with `strided<..>` for a plain map that only states strides and an
/// offset; null for every other type.
static MemRefType spellStrides(Type type) {
  if (!getPlainLayoutMap(type))
    return {};
  auto memref = cast<MemRefType>(type);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return {};
  auto layout = StridedLayoutAttr::get(type.getContext(), offset, strides);
  return MemRefType::get(memref.getShape(), memref.getElementType(), layout,
                         memref.getMemorySpace());
}

void layout::forEachStridedViewType(
    Operation *root,
    function_ref<void(MemRefType, MemRefType, Operation *)> visit) {
  DenseSet<Type> seen;
  root->walk([&](ViewLikeOpInterface view) {
    Operation *op = view;
    if (isa<AsPhysicalOp, AsLogicalOp>(op))
      return;
    auto look = [&](TypeRange types) {
      for (Type type : types)
        if (MemRefType strided = spellStrides(type);
            strided && seen.insert(type).second)
          visit(cast<MemRefType>(type), strided, op);
    };
    look(op->getOperandTypes());
    look(op->getResultTypes());
  });
}

void layout::spellStridedViews(Operation *root) {
  DenseMap<Type, Type> spelled;
  forEachStridedViewType(root, [&](MemRefType type, MemRefType strided,
                                   Operation *) { spelled[type] = strided; });
  if (spelled.empty())
    return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](Type type) -> std::optional<Type> {
    Type strided = spelled.lookup(type);
    return strided ? std::optional<Type>(strided) : std::nullopt;
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

MemRefType layout::getPhysicalType(MemRefType type) {
  BufferAttr layout = getLayoutToApply(type);
  const PhysicalLayout &physical = layout.getPhysicalLayout(type.getShape());
  MemRefLayoutAttrInterface rest;
  if (BufferAttr separators = layout.getPhysicalSeparators())
    rest = cast<MemRefLayoutAttrInterface>(Attribute(separators));
  return MemRefType::get(physical.getPhysicalShape(), type.getElementType(),
                         rest, type.getMemorySpace());
}

ShapedType layout::getPhysicalType(ShapedType type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return getPhysicalType(memref);
  return RankedTensorType::get(
      layout::getPhysicalLayout(type).getPhysicalShape(), type.getElementType(),
      getLayoutToApply(type).getPhysicalSeparators());
}

const PhysicalLayout &layout::getPhysicalLayout(ShapedType type) {
  return getLayoutToApply(type).getPhysicalLayout(type.getShape());
}

LogicalResult layout::verifyStatedLayout(Type type, EmitError emitError) {
  std::string fault = getSymbolicLayoutFault(type);
  if (!fault.empty())
    return emitError() << fault;
  BufferAttr layout = getLayoutToApply(type);
  if (!layout)
    return success();
  auto shaped = cast<ShapedType>(type);
  return verifyLayoutOnShape(layout, shaped.getShape(), shaped.getElementType(),
                             emitError);
}

LogicalResult layout::verifyMemorySpace(Type type, EmitError emitError) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  Attribute space = memref ? memref.getMemorySpace() : Attribute();
  if (!space || !isa<LayoutDialect>(space.getDialect()) ||
      isa<TextureAttr>(space))
    return success();
  return emitError() << "has the memory space " << space << " in " << type
                     << "; expects a layout of a memref to be stated as "
                        "#layout.buffer<...>";
}

unsigned layout::findStepWithoutPad(Type type) {
  BufferAttr layout = getLayoutToApply(type);
  if (!layout)
    return 0;
  const PhysicalLayout &facts = getPhysicalLayout(cast<ShapedType>(type));
  if (!facts.getFault().empty())
    return 0;
  for (unsigned step = 1; step <= facts.getNumSteps(); ++step)
    if (layout.getPads()[step - 1].isNone() &&
        facts.hasPadding(step) != Truth::No)
      return step;
  return 0;
}

LogicalResult layout::verifyLaidOutType(Type type, EmitError emitError) {
  auto explain = [&] {
    InFlightDiagnostic diagnostic = emitError();
    diagnostic << "layout of " << type << ": ";
    return diagnostic;
  };
  if (failed(verifyStatedLayout(type, explain)))
    return failure();
  if (!isLaidOut(type))
    return success();
  const std::string &unknown =
      getPhysicalLayout(cast<ShapedType>(type)).getUnknown();
  if (!unknown.empty())
    return explain() << unknown;
  return success();
}
