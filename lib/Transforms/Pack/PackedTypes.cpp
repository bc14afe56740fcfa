//===- PackedTypes.cpp - Tensors with layouts as packed ones --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedTypes.h"

#include "PlainRoundTrips.h"

using namespace mlir;
using namespace mlir::layout;

/// The one pad of all steps that may add padding; null if there are several.
static PadAttr getOnlyPad(BufferAttr layout, const PhysicalLayout &facts) {
  PadAttr only;
  for (auto [step, pad] : llvm::enumerate(layout.getPads())) {
    if (facts.hasPadding(step + 1) == Truth::No)
      continue;
    if (only && only != pad)
      return {};
    only = pad;
  }
  return only;
}

/// What is to be written into padding. False, and why, if no number says it.
static bool findPadding(BufferAttr layout, const PhysicalLayout &facts,
                        Type element, PackedType &packed, std::string &why) {
  packed.hasPadding = facts.hasPadding();
  packed.holdsSomething = false;
  if (!packed.mayHavePadding())
    return true;
  PadAttr pad = getOnlyPad(layout, facts);
  if (!pad) {
    why = "its steps have different pads, and linalg.pack has one";
    return false;
  }
  switch (pad.getKind()) {
  case PadKind::None:
    return true;
  case PadKind::Undef:
    packed.padding = Builder(layout.getContext()).getZeroAttr(element);
    why = "there is no 0 of its element type for padding that is undefined";
    return bool(packed.padding);
  case PadKind::Constant:
    packed.padding = pad.getValue();
    packed.holdsSomething = true;
    return true;
  default:
    why = pad.isCopy() ? "its padding holds copies of elements"
                       : "what its padding holds depends on the place";
    why += ", and linalg.pack writes one number";
    return false;
  }
}

std::optional<PackedType> PackedTypes::prove(RankedTensorType type,
                                             std::string &why) {
  BufferAttr layout = getTensorEncoding(type);
  if (layout.getSeparators()) {
    why = "it has axis separators";
    return std::nullopt;
  }
  const PhysicalLayout &facts = layout::getPhysicalLayout(type);
  why = facts.getFault() + facts.getUnknown();
  if (!why.empty())
    return std::nullopt;
  std::optional<PackParameters> packing = PackParameters::read(layout, why);
  if (!packing)
    return std::nullopt;
  Decision isSame = packing->describes(facts);
  why = isSame.witness;
  PackedType packed;
  if (!isSame.isYes() ||
      !findPadding(layout, facts, type.getElementType(), packed, why))
    return std::nullopt;
  // Upstream's op wants a value where tiles do not divide an extent, though
  // there be no place to hold it.
  if (!packed.padding && llvm::is_contained(type.getShape(), 0))
    packed.padding =
        Builder(type.getContext()).getZeroAttr(type.getElementType());
  packed.packing = std::move(*packing);
  packed.storage = cast<RankedTensorType>(getPhysicalType(ShapedType(type)));
  return packed;
}

const PackedType *PackedTypes::find(RankedTensorType type, std::string &why) {
  auto [it, isNew] = known.try_emplace(type);
  auto &[packed, reason] = it->second;
  if (isNew)
    packed = prove(type, reason);
  why = packed ? "" : reason;
  return packed ? &*packed : nullptr;
}

void PackedTypes::takeAsPlain(RankedTensorType type) {
  PackedType plain;
  llvm::append_range(plain.packing.outerDims,
                     llvm::seq<int64_t>(0, type.getRank()));
  plain.storage = getPlainTensorType(type);
  plain.hasPadding = Truth::No;
  plain.holdsSomething = false;
  plain.isPlain = true;
  known[type] = {std::move(plain), ""};
}
