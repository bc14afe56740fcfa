//===- OrderCache.cpp - Cache of propagated orders ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderCache.h"

using namespace mlir;
using namespace mlir::layout;

static void append(std::vector<int64_t> &key, BufferAttr order) {
  key.push_back(reinterpret_cast<intptr_t>(order.getAsOpaquePointer()));
}

static void append(std::vector<int64_t> &key, OrderCache::Tensor tensor) {
  key.push_back(tensor.type.getRank());
  llvm::append_range(key, tensor.type.getShape());
  for (const auto &numbers : tensor.dims) {
    key.push_back(numbers.size());
    llvm::append_range(key, numbers);
  }
}

std::optional<BufferAttr> OrderCache::carry(BufferAttr order, Tensor from,
                                            Tensor to,
                                            const TensorLinks &links) {
  Key key;
  append(key, order);
  append(key, from);
  append(key, to);
  for (unsigned number : links.wholeDims.set_bits()) {
    key.push_back(number);
    key.push_back(links.getAlignment(number));
  }
  auto [known, isNew] = carried.try_emplace(std::move(key));
  if (isNew)
    known->second =
        carryOrder(order, from.type, from.dims, to.type, to.dims, links);
  return known->second;
}

bool OrderCache::isSameStorage(BufferAttr order, Tensor from, BufferAttr other,
                               Tensor to) {
  Key key;
  append(key, order);
  append(key, other);
  append(key, from);
  append(key, to);
  auto [known, isNew] = same.try_emplace(std::move(key));
  if (isNew)
    known->second = layout::isSameStorage(order, from.type, from.dims, other,
                                          to.type, to.dims);
  return known->second;
}
