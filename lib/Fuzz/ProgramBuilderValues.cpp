//===- ProgramBuilderValues.cpp - Indices in bounds, and values -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Integers.h"
#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

std::string fuzz::withConstant(const std::string &name, int64_t c) {
  if (c == 0)
    return name;
  return name + (c < 0 ? " - " : " + ") + std::to_string(std::abs(c));
}

std::string ProgramBuilder::affineIndex(int64_t size) {
  SmallVector<IndexValue> candidates = affineValues();
  if (candidates.empty() || random.percent(10))
    return std::to_string(random.pick(0, size - 1));
  const IndexValue &i = random.any(candidates), &j = random.any(candidates);
  switch (random.pick(0, 6)) {
  case 0:
    if (i.high - i.low <= size)
      return withConstant(i.name, random.pick(-i.low, size - i.high));
    break;
  case 1: { // c - i
    int64_t c = random.pick(i.high - 1, i.high + 1);
    if (c - i.low < size)
      return std::to_string(c) + " - " + i.name;
    break;
  }
  case 2: {
    int64_t divisor = random.pick(2, 3);
    if (i.low >= 0 && (i.high - 1) / divisor < size)
      return i.name + " floordiv " + std::to_string(divisor);
    break;
  }
  case 3:
    if (i.low + j.low >= 0 && i.high + j.high - 2 < size)
      return i.name + " + " + j.name;
    break;
  case 4:
    return "(" + i.name + " * " + std::to_string(random.pick(1, 3)) + " + " +
           withConstant(j.name, random.pick(-2, 3)) + ") mod " +
           std::to_string(size);
  case 5: { // every second element, or third or fourth one
    int64_t stride = random.pick(2, 4);
    int64_t least = -i.low * stride, most = size - 1 - (i.high - 1) * stride;
    if (least <= most)
      return withConstant(i.name + " * " + std::to_string(stride),
                          random.pick(least, most));
    break;
  }
  }
  if (i.low >= 0 && i.high <= size)
    return i.name;
  return withConstant("(" + i.name, random.pick(0, 2)) + ") mod " +
         std::to_string(size);
}

std::string ProgramBuilder::valueIndex(int64_t size) {
  if (indexValues.empty() || random.percent(10))
    return constant(random.pick(0, size - 1));
  if (!isFloat && draw(F::Indirect))
    return indirectIndex(size);
  const IndexValue i = random.any(indexValues), j = random.any(indexValues);
  std::string name = fresh();
  switch (random.pick(0, 4)) {
  case 0: {
    if (i.high - i.low > size)
      break;
    std::string c = constant(random.pick(-i.low, size - i.high));
    emit(name + " = arith.addi " + i.name + ", " + c + " : index");
    return name;
  }
  case 1: {
    if (i.high - 1 - i.low >= size)
      break;
    std::string c = constant(i.high - 1);
    emit(name + " = arith.subi " + c + ", " + i.name + " : index");
    return name;
  }
  case 2: {
    if (i.low < 0)
      break;
    std::string last = constant(size - 1);
    emit(name + " = arith.minsi " + i.name + ", " + last + " : index");
    return name;
  }
  case 3: {
    if (i.low < 0 || j.low < 0)
      break;
    std::string sum = fresh(), modulus = constant(size);
    emit(sum + " = arith.addi " + i.name + ", " + j.name + " : index");
    emit(name + " = arith.remui " + sum + ", " + modulus + " : index");
    return name;
  }
  }
  if (i.low >= 0 && i.high <= size)
    return i.name;
  std::string modulus = constant(size);
  emit(name + " = arith.remui " + i.name + ", " + modulus + " : index");
  return name;
}

/// An element, unsigned, modulo the extent.
std::string ProgramBuilder::indirectIndex(int64_t size) {
  const Buffer &buffer = anyBuffer();
  if (llvm::is_contained(buffer.shape.sizes, 0))
    return constant(random.pick(0, size - 1));
  SmallVector<std::string> at;
  for (int64_t extent : buffer.shape.sizes)
    at.push_back(constant(random.pick(0, extent - 1)));
  std::string found = load(buffer, llvm::join(at, ", "), /*affine=*/false);
  if (!isIndex) {
    std::string cast = fresh();
    emit(cast + " = arith.index_castui " + found + " : " + elementText +
         " to index");
    found = cast;
  }
  std::string name = fresh(), modulus = constant(size);
  emit(name + " = arith.remui " + found + ", " + modulus + " : index");
  return name;
}

std::string ProgramBuilder::indices(const Shape &shape, bool affine) {
  SmallVector<std::string> result;
  for (int64_t size : shape.sizes)
    result.push_back(index(size, affine));
  return llvm::join(result, ", ");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string ProgramBuilder::load(const Buffer &buffer, const std::string &at,
                                 bool affine) {
  std::string name = fresh();
  emit(name + " = " + (affine ? "affine" : "memref") + ".load " + buffer.name +
       "[" + at + "]" + makeMark() + " : " + buffer.type);
  return name;
}

/// Of an access in whose order its loops are to run.
std::string ProgramBuilder::makeMark() {
  bool isMarked = usesWalks && random.percent(8) && draw(F::Sequential);
  return isMarked ? " {layout.sequential}" : "";
}

void ProgramBuilder::store(const std::string &value, const Buffer &buffer,
                           const std::string &at, bool affine) {
  auto write = [&](const Buffer &to, const std::string &place) {
    emit((affine ? "affine" : "memref") + Twine(".store ") + value + ", " +
         to.name + "[" + place + "]" + makeMark() + " : " + to.type);
  };
  auto maybeScalar = [&] {
    if (isSequential && !scalars.empty() && random.percent(8))
      write(random.any(scalars), "");
  };
  maybeScalar();
  write(buffer, at);
  maybeScalar();
}

/// Of a buffer of rank 0.
std::string ProgramBuilder::loadScalar(bool affine) {
  const Buffer &scalar = random.any(scalars);
  return load(scalar, "", affine);
}

std::string ProgramBuilder::literal() {
  if (isOdd)
    return printInteger(pickInteger(elementBits, random));
  int64_t number = random.pick(-3, 5);
  return std::to_string(number) + (isFloat ? ".0" : "");
}

std::string ProgramBuilder::combine(const std::string &a,
                                    const std::string &b) {
  static constexpr StringRef kFloatOps[] = {"addf", "subf", "mulf", "maximumf"};
  static constexpr StringRef kIntOps[] = {"addi", "subi",  "muli",
                                          "xori", "maxsi", "minui"};
  if (!isArithmetic && draw(F::FloatConversions)) {
    Type wide = Float32Type::get(context);
    std::string x = convertFloat(a, element, wide),
                y = convertFloat(b, element, wide), sum = fresh();
    emit(sum + " = arith.addf " + x + ", " + y + " : f32");
    return convertFloat(sum, wide, element);
  }
  if (!isArithmetic)
    return random.percent(50) ? a : b;
  StringRef op = isFloat ? random.any(kFloatOps) : random.any(kIntOps);
  std::string name = fresh();
  emit(name + " = arith." + op + " " + a + ", " + b + " : " + elementText);
  return name;
}

/// A float, or an element of which a test says whether it is taken.
std::string ProgramBuilder::applyFunction(const std::string &value) {
  static constexpr StringRef kFunctions[] = {"absf",  "ceil", "exp",  "floor",
                                             "round", "sqrt", "tanh", "trunc"};
  static constexpr StringRef kTests[] = {"isfinite", "isinf", "isnan",
                                         "isnormal"};
  std::string result = fresh();
  if (random.percent(50)) {
    emit(result + " = math." + random.any(kFunctions) + " " + value + " : " +
         elementText);
    return result;
  }
  std::string test = fresh();
  emit(test + " = math." + random.any(kTests) + " " + value + " : " +
       elementText);
  emit(result + " = arith.select " + test + ", %c, " + value + " : " +
       elementText);
  return result;
}

std::string ProgramBuilder::convertFloat(const std::string &value, Type from,
                                         Type to) {
  std::string text, name = fresh();
  bool isWider = from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  llvm::raw_string_ostream(text) << (isWider ? "extf " : "truncf ") << value
                                 << " : " << from << " to " << to;
  emit(name + " = arith." + text);
  return name;
}

/// The nearest float of few bits.
std::string ProgramBuilder::roundTrip(const std::string &value) {
  Type small = makeSmallFloat(context, random);
  return convertFloat(convertFloat(value, element, small), small, element);
}

/// Buffers that may be `except` are left alone, too.
std::string ProgramBuilder::value(bool affine, const Buffer *except) {
  std::string result = "%c";
  if (!scalars.empty() && random.percent(15))
    result = loadScalar(affine);
  int64_t numLoads = random.pick(1, 2);
  for (int64_t i = 0; i < numLoads; ++i) {
    const Buffer buffer = anyBuffer();
    if (llvm::is_contained(buffer.shape.sizes, 0) ||
        (except && buffer.mayAlias(*except)))
      continue;
    // The text of indices may come with operations in front.
    std::string at = indices(buffer.shape, affine);
    std::string loaded = load(buffer, at, affine);
    result = i == 0 && random.percent(60) ? loaded : combine(result, loaded);
  }
  if (isFloat && isArithmetic && draw(F::Functions))
    result = applyFunction(result);
  if (isFloat && isArithmetic && draw(F::FloatConversions))
    result = roundTrip(result);
  return result;
}

const Buffer *ProgramBuilder::anyWritable() {
  SmallVector<const Buffer *> found;
  for (const Buffer &buffer : buffers)
    if (buffer.isWritable)
      found.push_back(&buffer);
  return found.empty() ? nullptr : random.any(found);
}

const Buffer *ProgramBuilder::anyPartner(const Buffer &buffer) {
  SmallVector<const Buffer *> found;
  for (const Buffer &other : buffers)
    if (other.shape == buffer.shape && !other.mayAlias(buffer))
      found.push_back(&other);
  return found.empty() ? nullptr : random.any(found);
}
