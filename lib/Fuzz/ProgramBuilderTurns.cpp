//===- ProgramBuilderTurns.cpp - Buffers that live in turns ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each buffer is read for the last time where the next one is written, and is
// freed then. Elements change their order, so that the two must not share
// memory: an element would be overwritten before it is read.
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

void ProgramBuilder::moveReversed(const Buffer &from, const Buffer &to) {
  size_t numOpen = regions.size();
  SmallVector<std::string> at = openLoops(to.shape), reversed;
  for (auto [name, size] : llvm::zip_equal(at, to.shape.sizes))
    reversed.push_back(std::to_string(size - 1) + " - " + name);
  std::string value = load(from, llvm::join(reversed, ", "), /*affine=*/true);
  emit("affine.store " + value + ", " + to.name + "[" + llvm::join(at, ", ") +
       "] : " + to.type);
  while (regions.size() > numOpen)
    close();
}

void ProgramBuilder::takeTurns() {
  const Buffer *found = anyWritable();
  if (!found || found->shape.isEmpty() ||
      llvm::is_contained(found->shape.isDynamic, true))
    return;
  const Buffer buffer = *found;
  std::string type = "memref<" + buffer.shape.getText() + elementText + ">";
  auto free = [&](const Buffer &local) {
    if (local.name != buffer.name)
      emit("memref.dealloc " + local.name + " : " + type);
  };
  Buffer last = buffer;
  for (int64_t n = random.pick(2, 3); n > 0; --n) {
    Buffer next{fresh(), type, buffer.shape, {numRoots++}};
    emit(next.name + " = memref.alloc() : " + type);
    moveReversed(last, next);
    free(last);
    last = next;
  }
  moveReversed(last, buffer);
  free(last);
}
