// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The conversion as plain loops over the logical index, for the processor that
// the vector code is compiled for: what a conversion must never be slower than.

#include <algorithm>
#include <cstdint>

using Element = ELEMENT;

void convertByCompiledLoops(const Element *__restrict source,
                            Element *__restrict dest) {
  // Padding is written by the conversions, too.
  if (NUM_PLACES != NUM_ELEMENTS)
    std::fill_n(dest, NUM_PLACES, Element(PAD));
  auto visit = [&](int64_t from, int64_t to) { dest[to] = source[from]; };
#include "reference.inc"
}
