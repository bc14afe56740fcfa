//===- ProgramBuilderNarrow.cpp - Narrowing stores ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer of wider integers is filled from one of the program's; its elements
// are narrowed again, perhaps after a clamp, as a quantized network does it.
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/RandomLayout.h"
#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

/// Opens one loop per dimension, over all of it.
SmallVector<std::string> ProgramBuilder::openLoops(const Shape &shape) {
  SmallVector<std::string> names;
  for (int64_t size : shape.sizes) {
    names.push_back(fresh());
    open("affine.for " + names.back() + " = 0 to " + Twine(size) + " {");
  }
  return names;
}

/// An integer of `bits` bits that depends on the element, in the upper bits,
/// too.
std::string ProgramBuilder::widen(const std::string &value, unsigned bits) {
  std::string type = "i" + std::to_string(bits), factor = fresh(),
              result = fresh();
  std::string wide = resize(value, elementBits, bits);
  emit(factor + " = arith.constant " + Twine(random.pick(-300, 300)) + " : " +
       type);
  emit(result + " = arith." + (random.percent(50) ? "muli " : "subi ") + wide +
       ", " + factor + " : " + type);
  return result;
}

/// The element that becomes of an integer of `bits` bits: what fits into it, or
/// the nearest number that it can be.
std::string ProgramBuilder::narrowed(const std::string &value, unsigned bits) {
  std::string type = " : i" + std::to_string(bits), wide = value;
  if (random.percent(40)) {
    bool isSigned = random.percent(50);
    std::string low = fresh(), high = fresh(), above = fresh(),
                clamped = fresh();
    int64_t half = int64_t(1) << (elementBits - 1);
    emit(low + " = arith.constant " + Twine(isSigned ? -half : 0) + type);
    emit(high + " = arith.constant " +
         Twine(isSigned ? half - 1 : 2 * half - 1) + type);
    emit(above + " = arith.maxsi " + value + ", " + low + type);
    emit(clamped + " = arith.minsi " + above + ", " + high + type);
    wide = clamped;
  }
  return resize(wide, bits, elementBits);
}

/// The type of a buffer of that shape, most often with a layout of its own.
std::string ProgramBuilder::wideType(const Shape &shape, unsigned bits) {
  std::string type;
  llvm::raw_string_ostream stream(type);
  stream << "memref<" << shape.getText() << "i" << bits;
  if (!draw(F::Plain)) {
    BufferAttr layout = makeRandomLayout(shape.sizes, shape.isDynamic,
                                         IntegerType::get(context, bits), {},
                                         weights, random, program.used);
    program.hasCopyPads |= layout.hasCopyPad();
    stream << ", " << layout;
  }
  stream << ">";
  return type;
}

void ProgramBuilder::narrow() {
  const Buffer *found = anyWritable();
  if (!found || found->shape.isEmpty() || elementBits < 8 || elementBits > 32 ||
      llvm::is_contained(found->shape.isDynamic, true))
    return;
  const Buffer buffer = *found;
  unsigned bits = 2 * elementBits;
  if (bits < 64 && random.percent(50))
    bits = std::min(2 * bits, 64u);
  std::string wide = fresh(), type = wideType(buffer.shape, bits);
  emit(wide + " = memref.alloc() : " + type);
  size_t numOpen = regions.size();
  std::string at = llvm::join(openLoops(buffer.shape), ", ");
  std::string value = widen(load(buffer, at, /*affine=*/true), bits);
  emit("affine.store " + value + ", " + wide + "[" + at + "] : " + type);
  while (regions.size() > numOpen)
    close();
  at = llvm::join(openLoops(buffer.shape), ", ");
  std::string loaded = fresh();
  emit(loaded + " = affine.load " + wide + "[" + at + "] : " + type);
  store(narrowed(loaded, bits), buffer, at, /*affine=*/true);
  while (regions.size() > numOpen)
    close();
}
