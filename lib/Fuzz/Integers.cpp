//===- Integers.cpp - Integers of any width -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Integers.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

unsigned fuzz::pickWidth(Random &random) {
  static constexpr unsigned kWidths[] = {1,  2,  5,  8,  16,  31,  32,  33,
                                         63, 64, 65, 65, 100, 128, 128, 129};
  return random.any(kWidths);
}

/// Picks a small number, or one near to a power of two, where ranges end.
APInt fuzz::pickInteger(unsigned width, Random &random) {
  static constexpr unsigned kEnds[] = {7,  8,  15, 16,  31,  32, 63,
                                       64, 64, 65, 100, 127, 128};
  APInt small(64, random.pick(-3, 6), /*isSigned=*/true);
  APInt number = small.sextOrTrunc(width);
  unsigned end = random.any(kEnds);
  if (random.percent(10))
    number += APInt::getSignedMinValue(width);
  else if (end < width && random.percent(60))
    number += APInt::getOneBitSet(width, end);
  return random.percent(10) ? -number : number;
}

std::string fuzz::printInteger(const APInt &value) {
  return llvm::toString(value, 10, /*Signed=*/true);
}

/// The alignment comes first, in four bytes.
std::string fuzz::printBlob(ArrayRef<APInt> elements) {
  std::string bytes("\x10\0\0\0", 4);
  for (const APInt &element : elements) {
    APInt whole = element.zext(llvm::alignTo<8>(element.getBitWidth()));
    for (unsigned bit = 0; bit < whole.getBitWidth(); bit += 8)
      bytes += char(whole.extractBitsAsZExtValue(8, bit));
  }
  return "0x" + llvm::toHex(bytes);
}

std::string fuzz::printResources(ArrayRef<std::string> entries) {
  return entries.empty() ? ""
                         : "{-#\n  dialect_resources: { builtin: {\n    " +
                               llvm::join(entries, ",\n    ") +
                               "\n  } }\n#-}\n";
}
