//===- PhysicalLayout.cpp - C interface to physical layouts ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout-c/PhysicalLayout.h"

#include "Arrays.h"
#include "Layout/IR/DrawBuffer.h"
#include "Layout/IR/Layout.h"
#include "Layout/Map/Banks.h"
#include "Layout/Map/Evaluate.h"
#include "mlir/CAPI/AffineMap.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Utils.h"

using namespace mlir;
using namespace mlir::layout;

static const PhysicalLayout &unwrap(MlirLayoutPhysicalLayout layout) {
  return *static_cast<const PhysicalLayout *>(layout.ptr);
}

/// Returns why no buffer with this layout can have this shape; empty if one
/// can. In C++ the verifier of the memref type has checked that.
static std::string whyNoShape(BufferAttr buffer, ArrayRef<int64_t> shape) {
  if (shape.size() != buffer.getLogicalRank())
    return "the layout takes " + std::to_string(buffer.getLogicalRank()) +
           " indices, found a shape of " + std::to_string(shape.size()) +
           " dimensions";
  for (int64_t extent : shape)
    if (extent < 0 && !ShapedType::isDynamic(extent))
      return "expects extents of at least 0, found " + std::to_string(extent);
  return "";
}

MlirLayoutPhysicalLayout mlirLayoutPhysicalLayoutGet(MlirLocation loc,
                                                     MlirAttribute buffer,
                                                     intptr_t rank,
                                                     const int64_t *extents) {
  auto layout = dyn_cast_if_present<BufferAttr>(unwrap(buffer));
  if (!layout) {
    emitError(unwrap(loc)) << "expects a layout";
    return {nullptr};
  }
  auto shape = getArray(loc, "dimensions", rank, extents);
  if (!shape)
    return {nullptr};
  std::string why = whyNoShape(layout, *shape);
  const PhysicalLayout *facts = nullptr;
  if (why.empty()) {
    // Owned by the context, so a pointer to it is a handle that is never freed.
    facts = &layout.getPhysicalLayout(*shape);
    why = facts->getFault().empty() ? facts->getUnknown() : facts->getFault();
  }
  if (why.empty())
    return {facts};
  emitError(unwrap(loc)) << why;
  return {nullptr};
}

intptr_t mlirLayoutPhysicalLayoutGetRank(MlirLayoutPhysicalLayout layout) {
  return unwrap(layout).getPhysicalBox().getRank();
}

int64_t mlirLayoutPhysicalLayoutGetExtent(MlirLayoutPhysicalLayout layout,
                                          intptr_t axis) {
  return unwrap(layout).getPhysicalShape()[axis];
}

intptr_t
mlirLayoutPhysicalLayoutGetFlattenedRank(MlirLayoutPhysicalLayout layout) {
  return unwrap(layout).getFlattenedShape().size();
}

int64_t
mlirLayoutPhysicalLayoutGetFlattenedExtent(MlirLayoutPhysicalLayout layout,
                                           intptr_t axis) {
  return unwrap(layout).getFlattenedShape()[axis];
}

MlirAffineMap mlirLayoutPhysicalLayoutGetMap(MlirLayoutPhysicalLayout layout) {
  return wrap(unwrap(layout).getMap());
}

MlirAffineMap
mlirLayoutPhysicalLayoutGetInverse(MlirLayoutPhysicalLayout layout) {
  return wrap(unwrap(layout).getInverse());
}

MlirLogicalResult
mlirLayoutPhysicalLayoutMapIndex(MlirLayoutPhysicalLayout layout,
                                 const int64_t *index, int64_t *place) {
  AffineMap map = unwrap(layout).getMap();
  // Nullopt if a number on the way exceeds 64 bits.
  std::optional<SmallVector<int64_t>> values =
      evaluate(map, ArrayRef(index, map.getNumDims()));
  if (!values)
    return mlirLogicalResultFailure();
  llvm::copy(*values, place);
  return mlirLogicalResultSuccess();
}

// The enum in C is a copy of the one in C++, whose values are cast to it.
static_assert(int(MlirLayoutTruthNo) == int(Truth::No) &&
              int(MlirLayoutTruthYes) == int(Truth::Yes) &&
              int(MlirLayoutTruthUnknown) == int(Truth::Unknown));

MlirLayoutTruth
mlirLayoutPhysicalLayoutHasPadding(MlirLayoutPhysicalLayout layout) {
  return static_cast<MlirLayoutTruth>(unwrap(layout).hasPadding());
}

int64_t mlirLayoutPhysicalLayoutGetNumPadding(MlirLayoutPhysicalLayout layout) {
  return unwrap(layout).getNumPadding().value_or(-1);
}

int64_t
mlirLayoutPhysicalLayoutGetNumPaddingOfStep(MlirLayoutPhysicalLayout layout,
                                            intptr_t step) {
  // Steps count from 0 in C, as in the attribute, and from 1 in C++, where 0 is
  // the logical index before all steps.
  return unwrap(layout).getNumPadding(step + 1).value_or(-1);
}

intptr_t mlirLayoutPhysicalLayoutGetStepOfPlace(MlirLayoutPhysicalLayout layout,
                                                const int64_t *place) {
  const PhysicalLayout &facts = unwrap(layout);
  // The conditions of a dynamic shape need its extents, which are not passed.
  if (llvm::any_of(facts.getLogicalShape(), ShapedType::isDynamic))
    return -2;
  std::optional<unsigned> step =
      facts.getStepOfPlace(ArrayRef(place, facts.getPhysicalBox().getRank()));
  // 0, "data", becomes -1.
  return step ? static_cast<intptr_t>(*step) - 1 : -2;
}

MlirLogicalResult mlirLayoutBufferAttrDraw(MlirLocation loc,
                                           MlirAttribute buffer, intptr_t rank,
                                           const int64_t *shape,
                                           MlirStringCallback callback,
                                           void *userData) {
  // Emits the errors of an invalid layout or shape.
  if (mlirLayoutPhysicalLayoutIsNull(
          mlirLayoutPhysicalLayoutGet(loc, buffer, rank, shape)))
    return mlirLogicalResultFailure();
  mlir::detail::CallbackOstream os(callback, userData);
  std::string why;
  if (succeeded(drawBuffer(cast<BufferAttr>(unwrap(buffer)),
                           ArrayRef(shape, rank), os, why)))
    return mlirLogicalResultSuccess();
  emitError(unwrap(loc)) << why;
  return mlirLogicalResultFailure();
}

MlirLogicalResult mlirLayoutPhysicalLayoutCountBankConflicts(
    MlirLocation loc, MlirLayoutPhysicalLayout layout,
    MlirLayoutBankAccess access, MlirLayoutBankCount *result) {
  if (mlirLayoutPhysicalLayoutIsNull(layout) ||
      mlirAffineMapIsNull(access.index)) {
    emitError(unwrap(loc)) << "expects "
                           << (layout.ptr ? "an index" : "a layout")
                           << ", found null";
    return wrap(failure());
  }
  if (std::string fault = IndexMapAttr::describeFault(unwrap(access.index));
      !fault.empty()) {
    emitError(unwrap(loc)) << fault;
    return wrap(failure());
  }
  std::optional<BankRules> rules = BankRules::get(unwrap(access.rules));
  if (!rules) {
    emitError(unwrap(loc)) << "there are no rules of banks for '"
                           << unwrap(access.rules)
                           << "'; expects nvidia, amd or amd-cdna4";
    return wrap(failure());
  }
  auto counts = getArray(loc, "counts", access.numCounts, access.counts);
  if (!counts)
    return wrap(failure());
  BankQuery query;
  for (int64_t count : *counts)
    query.counts.push_back(count);
  query.numThreads = access.numThreads;
  query.bytesPerElement = access.bytesPerElement;
  query.isStore = access.isStore;
  BankCount count = countBankConflicts(unwrap(layout), unwrap(access.index),
                                       access.width, query, *rules);
  if (!count.isKnown()) {
    emitError(unwrap(loc)) << "bank conflicts are not counted: "
                           << count.unknown;
    return wrap(failure());
  }
  // -1 for both threads and the bank: no two threads conflict.
  *result = {count.cycles, count.least, -1, -1, -1};
  if (count.witness) {
    result->thread = count.witness->thread;
    result->otherThread = count.witness->other;
    result->bank = count.witness->bank;
  }
  return wrap(success());
}
