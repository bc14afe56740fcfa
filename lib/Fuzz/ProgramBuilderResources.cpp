//===- ProgramBuilderResources.cpp - Constants in resources ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants whose elements are at the end of the program, as bytes:
//
//     %v0 = arith.constant dense_resource<r0> : tensor<i1>
//     %v1 = tensor.extract %v0[] : tensor<i1>
//
//===----------------------------------------------------------------------===//

#include "Integers.h"
#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

void ProgramBuilder::appendElements(Type type,
                                    SmallVectorImpl<APInt> &elements) {
  if (auto parts = dyn_cast<ComplexType>(type)) {
    appendElements(parts.getElementType(), elements);
    appendElements(parts.getElementType(), elements);
  } else if (auto real = dyn_cast<FloatType>(type)) {
    APFloat number(double(random.pick(-3, 5)));
    bool losesInfo;
    number.convert(real.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    elements.push_back(number.bitcastToAPInt());
  } else {
    elements.push_back(pickInteger(
        type.isIndex() ? 64 : type.getIntOrFloatBitWidth(), random));
  }
}

/// "dense_resource<r0>".
std::string ProgramBuilder::makeResource(Type type, int64_t count) {
  SmallVector<APInt> elements;
  for (int64_t i = 0; i < count; ++i)
    appendElements(type, elements);
  std::string name = "r" + std::to_string(resources.size());
  resources.push_back(name + ": \"" + printBlob(elements) + "\"");
  return "dense_resource<" + name + ">";
}

/// An element of an integer or of a small float.
std::string ProgramBuilder::toElement(std::string value, Type type) {
  auto cast = [&](StringRef op, const std::string &from,
                  const std::string &to) {
    std::string name = fresh();
    emit(name + " = arith." + op + " " + value + " : " + from + " to " + to);
    value = name;
  };
  if (type == element)
    return value;
  unsigned bits = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    cast("fptosi", "f32", "i32");
  if (elementBits != 0)
    return resize(value, bits, elementBits);
  value = resize(value, bits, 32);
  cast(isIndex ? "index_castui" : "uitofp", "i32", elementText);
  return value;
}

/// An element of a constant is stored.
void ProgramBuilder::resource() {
  const Buffer *found = anyWritable();
  if (!found || found->shape.isEmpty() || !isArithmetic)
    return;
  Buffer to = *found;
  Builder builder(context);
  const Type types[] = {builder.getI1Type(), element,
                        builder.getIntegerType(pickWidth(random)),
                        ComplexType::get(builder.getF32Type())};
  static constexpr int64_t kExtents[] = {0, 1, 1, 2, 7, 17};
  Type type = random.any(types);
  Shape shape;
  for (int64_t rank = random.pick(0, 2); rank > 0; --rank) {
    shape.sizes.push_back(random.any(kExtents));
    shape.isDynamic.push_back(false);
  }
  int64_t count = ShapedType::getNumElements(shape.sizes);
  std::string text;
  llvm::raw_string_ostream(text) << type;
  bool isComplex = isa<ComplexType>(type);
  bool isVector = count > 0 && !isComplex && random.percent(25);
  std::string whole = (isVector ? "vector<" : "tensor<") + shape.getText();
  std::string all = fresh(), value = fresh();
  emit(all + " = arith.constant " + makeResource(type, count) + " : " + whole +
       text + ">");
  // An extension of all of it is folded by some passes.
  if (type.isInteger() && random.percent(50)) {
    Type wide = builder.getIntegerType(type.getIntOrFloatBitWidth() + 7);
    std::string extended = fresh(), wideText;
    llvm::raw_string_ostream(wideText) << wide;
    emit(extended + " = arith.extui " + all + " : " + whole + text + "> to " +
         whole + wideText + ">");
    all = extended, type = wide, text = wideText;
  }
  if (count == 0)
    return;
  SmallVector<std::string> places;
  for (int64_t size : shape.sizes)
    places.push_back(constant(random.pick(0, size - 1)));
  std::string place = all + "[" + llvm::join(places, ", ") + "] : ";
  if (isVector)
    emit(value + " = vector.extract " + place + text + " from " + whole + text +
         ">");
  else
    emit(value + " = tensor.extract " + place + whole + text + ">");
  if (isComplex) {
    std::string part = fresh();
    emit(part + " = complex." + (random.percent(50) ? "re " : "im ") + value +
         " : complex<f32>");
    value = part;
    type = builder.getF32Type();
  }
  value = toElement(value, type);
  std::string at = indices(to.shape, /*affine=*/false);
  store(value, to, at, /*affine=*/false);
}
