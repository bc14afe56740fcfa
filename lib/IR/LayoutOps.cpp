//===- LayoutOps.cpp - Operations of the layout dialect -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::layout;

#define GET_OP_CLASSES
#include "Layout/IR/LayoutOps.cpp.inc"

void LayoutDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "Layout/IR/LayoutOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// A laid-out type and its storage
//===----------------------------------------------------------------------===//

/// Checks that `logical` is laid out (C1) and `physical` is its storage (C2).
static LogicalResult verifyStorage(Operation *op, Type logical, Type physical) {
  if (failed(verifyStatedLayout(logical, [&] { return op->emitOpError(); })))
    return failure();
  if (!isLaidOut(logical))
    return op->emitOpError() << "expects a laid-out type, but " << logical
                             << " states no layout to apply";
  // Nothing to compare with, perhaps not even extents: the pass that applies
  // the layout refuses it.
  auto shaped = cast<ShapedType>(logical);
  if (!layout::getPhysicalLayout(shaped).getUnknown().empty())
    return success();
  ShapedType expected = getPhysicalType(shaped);
  if (physical != expected)
    return op->emitOpError() << "expects the physical type " << expected
                             << " of " << logical << ", not " << physical;
  return success();
}

/// Checks that there is one of `sizes` per dynamic extent of `logical`.
static LogicalResult verifySizes(Operation *op, Type logical,
                                 OperandRange sizes) {
  int64_t expected = cast<ShapedType>(logical).getNumDynamicDims();
  if (static_cast<int64_t>(sizes.size()) == expected)
    return success();
  return op->emitOpError() << "expects " << expected
                           << " sizes, one per dynamic extent of " << logical
                           << ", not " << sizes.size();
}

// dot_c1, dot_c2
LogicalResult DotOp::verify() {
  bool hasFloatSums = isa<FloatType>(getSums().getType().getElementType());
  if (isOfFloats() != hasFloatSums)
    return emitOpError()
           << "expects sums of i32 and factors of bytes, or sums of f32 and "
              "factors of bf16, found sums of "
           << getSums().getType().getElementType() << " and factors of "
           << getLeft().getType().getElementType();
  if (isOfFloats() && (getLeftSigned() || getRightSigned()))
    return emitOpError() << "expects 'signed' of bytes only";
  int64_t numSums = getSums().getType().getNumElements(),
          number = getLeft().getType().getNumElements();
  if (number == getGroupSize() * numSums)
    return success();
  return emitOpError() << "expects " << getGroupSize()
                       << " numbers for each sum, but there are " << numSums
                       << " sums and " << number << " numbers";
}

// padding_c1, padding_c2, padding_c3
LogicalResult PaddingOp::verify() {
  if (failed(verifyStorage(*this, getLaidOutType(), getPhysical().getType())))
    return failure();
  return verifySizes(*this, getLaidOutType(), getSizes());
}

// assume_padding_c1, assume_padding_c2, assume_padding_c3
LogicalResult AssumePaddingOp::verify() {
  if (failed(verifyStorage(*this, getLaidOutType(), getPhysical().getType())))
    return failure();
  return verifySizes(*this, getLaidOutType(), getSizes());
}

//===----------------------------------------------------------------------===//
// as_physical and as_logical
//===----------------------------------------------------------------------===//

// as_physical_c1, as_physical_c2
LogicalResult AsPhysicalOp::verify() {
  return verifyStorage(*this, getSource().getType(), getResult().getType());
}

Value AsPhysicalOp::getViewSource() { return getSource(); }

OpFoldResult AsPhysicalOp::fold(FoldAdaptor) {
  auto view = getSource().getDefiningOp<AsLogicalOp>();
  if (view && view.getSource().getType() == getType())
    return view.getSource();
  return {};
}

LogicalResult AsLogicalOp::verify() {
  // as_logical_c1, as_logical_c2
  if (failed(
          verifyStorage(*this, getResult().getType(), getSource().getType())))
    return failure();
  // as_logical_c3
  return verifySizes(*this, getResult().getType(), getSizes());
}

Value AsLogicalOp::getViewSource() { return getSource(); }

/// With dynamic extents the sizes may differ: 5 and 6 elements both lie in 2x4.
OpFoldResult AsLogicalOp::fold(FoldAdaptor) {
  auto storage = getSource().getDefiningOp<AsPhysicalOp>();
  if (storage && getSizes().empty() &&
      storage.getSource().getType() == getType())
    return storage.getSource();
  return {};
}

//===----------------------------------------------------------------------===//
// convert
//===----------------------------------------------------------------------===//

void ConvertOp::build(OpBuilder &builder, OperationState &state, Value source,
                      Value dest) {
  build(builder, state, /*result=*/Type(), source, dest);
}

void ConvertOp::build(OpBuilder &builder, OperationState &state,
                      RankedTensorType type, Value source) {
  build(builder, state, type, source, /*dest=*/Value());
}

/// `(%m0 : memref<..>)`
static ParseResult parseTypedOperand(OpAsmParser &parser,
                                     OpAsmParser::UnresolvedOperand &operand,
                                     Type &type) {
  return failure(parser.parseLParen() || parser.parseOperand(operand) ||
                 parser.parseColonType(type) || parser.parseRParen());
}

ParseResult ConvertOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand source, dest;
  Type sourceType, destType;
  if (failed(parser.parseOptionalKeyword("ins"))) {
    if (parser.parseOperand(source) ||
        parser.parseOptionalAttrDict(result.attributes) ||
        parser.parseColonType(sourceType) || parser.parseKeyword("to"))
      return failure();
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseType(destType))
      return failure();
    if (isa<BaseMemRefType>(destType))
      return parser.emitError(
          loc, "layout.convert of memrefs has no result; allocate a memref of "
               "this type, and write layout.convert ins(%a : ...) outs(%b : "
               "...)");
    result.addTypes(destType);
    return parser.resolveOperand(source, sourceType, result.operands);
  }
  return failure(parseTypedOperand(parser, source, sourceType) ||
                 parser.parseKeyword("outs") ||
                 parseTypedOperand(parser, dest, destType) ||
                 parser.parseOptionalAttrDict(result.attributes) ||
                 parser.resolveOperand(source, sourceType, result.operands) ||
                 parser.resolveOperand(dest, destType, result.operands));
}

void ConvertOp::print(OpAsmPrinter &printer) {
  if (isOnBuffers()) {
    printer << " ins(" << getSource() << " : " << getSource().getType()
            << ") outs(" << getDest() << " : " << getDest().getType() << ')';
    printer.printOptionalAttrDict((*this)->getAttrs());
    return;
  }
  printer << ' ' << getSource();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getSource().getType() << " to " << getResult().getType();
}

/// Returns true if the type has a layout of this dialect or none.
static bool hasKnownEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || !tensor.getEncoding() ||
         isa<BufferAttr>(tensor.getEncoding());
}

LogicalResult ConvertOp::verify() {
  // convert_c1
  Type source = getSource().getType();
  bool onBuffers = isa<MemRefType>(source) && getDest() && !getResult();
  bool onTensors = isa<RankedTensorType>(source) && !getDest() && getResult() &&
                   isa<RankedTensorType>(getResult().getType());
  if (!onBuffers && !onTensors)
    return emitOpError("expects a ranked tensor and a ranked tensor as result, "
                       "or two memrefs and no result");
  ShapedType dest = getDestType();
  // convert_c2
  if (getSourceType().getShape() != dest.getShape())
    return emitOpError() << "expects source and destination of one logical "
                            "shape, found "
                         << source << " and " << dest;
  // convert_c3
  if (getSourceType().getElementType() != dest.getElementType())
    return emitOpError() << "expects source and destination of one element "
                            "type, found "
                         << source << " and " << dest;
  for (Type type : {source, Type(dest)}) {
    // convert_c4
    if (!hasKnownEncoding(type))
      return emitOpError() << "expects a layout as encoding, or none, found "
                           << type;
    if (failed(verifyStatedLayout(type, [&] { return emitOpError(); })))
      return failure();
  }
  return success();
}

/// A way back to the logical layout that some tensor came from is that tensor.
/// The way back to a *physical* layout is not: the padding that it writes may
/// have held something else.
LogicalResult ConvertOp::fold(FoldAdaptor,
                              SmallVectorImpl<OpFoldResult> &results) {
  if (isOnBuffers())
    return failure();
  Value source = getSource();
  auto type = cast<RankedTensorType>(getResult().getType());
  if (source.getType() != type) {
    auto inner = source.getDefiningOp<ConvertOp>();
    if (!inner || type.getEncoding() || inner.getSource().getType() != type)
      return failure();
    source = inner.getSource();
  }
  results.push_back(source);
  return success();
}

void ConvertOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!isOnBuffers())
    return;
  effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable(),
                       SideEffects::DefaultResource::get());
  effects.emplace_back(MemoryEffects::Write::get(), &*getDestMutable().begin(),
                       SideEffects::DefaultResource::get());
}
