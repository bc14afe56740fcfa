//===- LayoutTypes.cpp - Types of the layout dialect ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/Texture.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

#define GET_TYPEDEF_CLASSES
#include "Layout/IR/LayoutTypes.cpp.inc"

void LayoutDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Layout/IR/LayoutTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// ImageType
//===----------------------------------------------------------------------===//

Type ImageType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type texel;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(texel))
    return {};
  bool isZeroOutside = succeeded(parser.parseOptionalComma());
  if ((isZeroOutside && (parser.parseKeyword("outside") ||
                         parser.parseEqual() || parser.parseKeyword("zero"))) ||
      parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    shape, texel, isZeroOutside);
}

void ImageType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << 'x' << getTexel()
          << (getIsZeroOutside() ? ", outside = zero>" : ">");
}

/// Returns true if images hold numbers of this type exactly.
static bool isChannel(Type type) {
  return type.isF32() || type.isF16() || type.isInteger(32) ||
         type.isInteger(16) || type.isInteger(8);
}

/// Why there is no such image; empty if there is.
static std::string describeFault(ArrayRef<int64_t> shape, Type texel) {
  // image_c1
  if (shape.size() != 2 && shape.size() != 3)
    return "rows and columns, or layers, rows and columns, not " +
           std::to_string(shape.size()) + " extents";
  // image_c2
  auto vector = dyn_cast<VectorType>(texel);
  bool isFour = vector && vector.getRank() == 1 && !vector.isScalable() &&
                vector.getNumElements() == 4;
  if (!isChannel(isFour ? vector.getElementType() : texel)) {
    std::string fault = "as texel f32, f16, an integer of 32, 16 or 8 bits, or "
                        "a vector of four of them, not ";
    llvm::raw_string_ostream(fault) << texel;
    return fault;
  }
  // image_c3
  if (llvm::is_contained(shape, 0))
    return "texels: there is no empty image";
  return "";
}

LogicalResult ImageType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int64_t> shape, Type texel,
                                bool /*isZeroOutside*/) {
  std::string fault = describeFault(shape, texel);
  return fault.empty() ? success() : emitError() << "expects " << fault;
}

int64_t ImageType::getNumChannels() const {
  return isa<VectorType>(getTexel()) ? 4 : 1;
}

Type ImageType::getChannelType() const {
  return getElementTypeOrSelf(getTexel());
}

FailureOr<ImageType> ImageType::getOf(MemRefType buffer, std::string &why) {
  why = describeFault(buffer.getShape(), buffer.getElementType());
  if (!why.empty())
    return failure();
  return get(buffer.getContext(), buffer.getShape(), buffer.getElementType(),
             getTextureOutside(buffer) == TextureOutside::Zero);
}
