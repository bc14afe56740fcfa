//===- PackGlobal.cpp - Initial values in physical order ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackGlobal.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Physical elements that are packed one by one at most.
constexpr int64_t kMaxElements = int64_t(1) << 26;

/// The number of a value map, in the element type. A float is rounded once.
TypedAttr getNumber(Type element, int64_t number) {
  auto floatType = dyn_cast<FloatType>(element);
  if (!floatType)
    return getNumberAttr(element, number);
  APFloat value(floatType.getFloatSemantics());
  value.convertFromAPInt(APInt(64, number, /*isSigned=*/true),
                         /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
  return FloatAttr::get(element, value);
}

class Packer {
public:
  Packer(memref::GlobalOp global, ElementsAttr data)
      : type(global.getType()), layout(getLayoutToApply(type)),
        facts(getPhysicalLayout(type)), data(data),
        zero(Builder(type.getContext()).getZeroAttr(type.getElementType())),
        shape(facts.getPhysicalShape()) {}

  Attribute pack() {
    places.assign(ShapedType::getNumElements(shape), Attribute(zero));
    fillPads();
    fillData();
    copyPads();
    auto tensor = RankedTensorType::get(shape, type.getElementType());
    return DenseElementsAttr::get(tensor, places);
  }

private:
  Attribute &at(ArrayRef<int64_t> place) {
    int64_t offset = 0;
    for (auto [index, extent] : llvm::zip_equal(place, shape))
      offset = offset * extent + index;
    return places[offset];
  }

  void fillData() {
    IndexMap map(facts.getMap());
    std::optional<Attribute> splat;
    if (data && data.isSplat())
      splat = data.getSplatValue<Attribute>();
    auto values =
        data ? std::optional(data.getValues<Attribute>()) : std::nullopt;
    int64_t position = 0;
    forEachIndex(type.getShape(), [&](ArrayRef<int64_t> index) {
      Attribute value = splat    ? *splat
                        : values ? (*values)[position]
                                 : Attribute(zero);
      ++position;
      at(map.evaluate(index)) = value;
      return true;
    });
  }

  /// Padding of step k is the image, under the later maps, of the places of
  /// Box_k that data and padding of earlier steps do not overwrite: so fill
  /// all of Box_k, the last step first.
  void fillPads() {
    for (unsigned step = facts.getNumSteps(); step > 0; --step) {
      PadAttr pad = layout.getPads()[step - 1];
      IndexMap carry(facts.getMapFromStep(step));
      forEachIndex(facts.getBox(step).getShape(), [&](ArrayRef<int64_t> place) {
        Attribute value = zero;
        if (pad.getKind() == PadKind::Constant)
          value = pad.getValue();
        if (pad.getKind() == PadKind::Value)
          value = getNumber(type.getElementType(),
                            IndexMap(pad.getMap()).evaluate(place).front());
        at(carry.evaluate(place)) = value;
        return true;
      });
    }
  }

  /// Copies speak of data, which is there now.
  void copyPads() {
    for (unsigned step = 1; step <= facts.getNumSteps(); ++step) {
      PadAttr pad = layout.getPads()[step - 1];
      if (!pad.isCopy())
        continue;
      IndexMap carry(facts.getMapFromStep(step));
      forEachIndex(facts.getBox(step).getShape(), [&](ArrayRef<int64_t> place) {
        SmallVector<int64_t> destination = carry.evaluate(place);
        if (facts.getStepOfPlace(destination) == step)
          at(destination) =
              at(carry.evaluate(IndexMap(pad.getMap()).evaluate(place)));
        return true;
      });
    }
  }

  MemRefType type;
  BufferAttr layout;
  const PhysicalLayout &facts;
  ElementsAttr data;
  TypedAttr zero;
  SmallVector<int64_t> shape;
  SmallVector<Attribute> places;
};

bool holdsSomething(memref::GlobalOp global) {
  BufferAttr layout = getLayoutToApply(global.getType());
  return layout.holdsSomething() &&
         !getPhysicalLayout(global.getType()).isBijective();
}

} // namespace

LogicalResult layout::planPackInitialValue(memref::GlobalOp global) {
  if (global.isExternal() ||
      (global.isUninitialized() && !holdsSomething(global)))
    return success();
  Type element = global.getType().getElementType();
  if (!element.isIntOrIndexOrFloat())
    return global.emitOpError(
               "cannot apply the layout to an initial value of element type ")
           << element;
  if (!global.isUninitialized() &&
      !isa<DenseElementsAttr>(*global.getInitialValue()))
    return global.emitOpError("expects a dense<...> initial value, as the "
                              "layout is applied to it at compile time");
  int64_t count = ShapedType::getNumElements(
      getPhysicalLayout(global.getType()).getPhysicalShape());
  if (count > kMaxElements)
    return global.emitOpError("cannot apply the layout to an initial value of ")
           << count << " physical elements; at most " << kMaxElements
           << " are packed at compile time";
  return success();
}

std::optional<Attribute> layout::packInitialValue(memref::GlobalOp global) {
  if (global.isExternal() ||
      (global.isUninitialized() && !holdsSomething(global)))
    return std::nullopt;
  ElementsAttr data;
  if (!global.isUninitialized())
    data = cast<ElementsAttr>(*global.getInitialValue());
  return Packer(global, data).pack();
}
