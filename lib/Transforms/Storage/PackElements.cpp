//===- PackElements.cpp - Constants in physical order ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackElements.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Map/Tabulate.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MemAlloc.h"
#include <sys/mman.h>

using namespace mlir;
using namespace mlir::layout;

namespace {

using Bytes = SmallVector<char, 16>;

} // namespace

/// Bytes of an element in a `DenseElementsAttr` and in a resource, but for the
/// bits of a dense `i1`, of which there are eight in a byte.
static unsigned getByteWidth(Type element) {
  // Two numbers side by side, in dense values and in resources alike.
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * getByteWidth(complex.getElementType());
  return element.isIndex()
             ? sizeof(int64_t)
             : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

static Bytes getBytes(TypedAttr number) {
  APInt bits = isa<FloatAttr>(number)
                   ? cast<FloatAttr>(number).getValue().bitcastToAPInt()
                   : cast<IntegerAttr>(number).getValue();
  Bytes bytes(getByteWidth(number.getType()));
  llvm::StoreIntToMemory(bits, reinterpret_cast<uint8_t *>(bytes.data()),
                         bytes.size());
  return bytes;
}

/// The number of a value map, in the element type. A float is rounded once.
static TypedAttr getNumber(Type element, int64_t number) {
  auto floatType = dyn_cast<FloatType>(element);
  if (!floatType)
    return getNumberAttr(element, number);
  APFloat value(floatType.getFloatSemantics());
  value.convertFromAPInt(APInt(64, number, /*isSigned=*/true),
                         /*IsSigned=*/true, APFloat::rmNearestTiesToEven);
  return FloatAttr::get(element, value);
}

/// The row-major offset of a place.
static AffineExpr getOffset(AffineMap place, ArrayRef<int64_t> shape) {
  AffineExpr offset = getAffineConstantExpr(0, place.getContext());
  for (auto [index, extent] : llvm::zip_equal(place.getResults(), shape))
    offset = offset * extent + index;
  return offset;
}

/// Calls `copy` with a width that the compiler knows, if it is a common one.
template <typename Copy>
static void forWidth(unsigned width, Copy copy) {
  switch (width) {
  case 1:
    return copy(std::integral_constant<size_t, 1>());
  case 2:
    return copy(std::integral_constant<size_t, 2>());
  case 4:
    return copy(std::integral_constant<size_t, 4>());
  case 8:
    return copy(std::integral_constant<size_t, 8>());
  default:
    return copy(size_t(width));
  }
}

/// Of most machines, in bytes.
static constexpr size_t kHugePage = size_t(1) << 21;

/// A page that is touched for the first time can cost more than to move what
/// is on it: there are to be few.
static AsmResourceBlob allocateZeros(size_t size, size_t alignment) {
  size_t allocated = std::max(alignment, size < kHugePage ? 1 : kHugePage);
  void *memory = llvm::allocate_buffer(size, allocated);
#ifdef MADV_HUGEPAGE
  if (size >= kHugePage)
    madvise(memory, size, MADV_HUGEPAGE);
#endif
  std::memset(memory, 0, size);
  return AsmResourceBlob(
      ArrayRef(static_cast<char *>(memory), size), alignment,
      [allocated](void *data, size_t size, size_t) {
        llvm::deallocate_buffer(data, size, allocated);
      },
      /*dataIsMutable=*/true);
}

/// Puts the elements at `from`, `fromStep` bytes apart, to their offsets.
static void scatter(unsigned width, const char *from, size_t fromStep,
                    ArrayRef<int64_t> offsets, char *to) {
  forWidth(width, [&](auto bytes) {
    for (size_t i = 0, e = offsets.size(); i < e; ++i)
      std::memcpy(to + offsets[i] * bytes, from + i * fromStep, bytes);
  });
}

/// Puts elements from the offsets in one row to those in the other.
static void move(unsigned width, const char *from, ArrayRef<int64_t> sources,
                 ArrayRef<int64_t> offsets, char *to) {
  forWidth(width, [&](auto bytes) {
    for (auto [source, offset] : llvm::zip_equal(sources, offsets))
      std::memcpy(to + offset * bytes, from + source * bytes, bytes);
  });
}

/// The greatest divisor of `extent` that is no more than `limit`.
static int64_t getTile(int64_t extent, int64_t limit) {
  for (int64_t tile = std::min(extent, limit); tile > 1; --tile)
    if (extent % tile == 0)
      return tile;
  return 1;
}

/// Part of a line of a cache: where lines are a power of two apart, a cache has
/// room for few.
static constexpr int64_t kMostOfTile = 8;

namespace {

class Packer {
public:
  Packer(MemRefType type, ElementsAttr data)
      : type(type), element(type.getElementType()),
        layout(getLayoutToApply(type)), facts(getPhysicalLayout(type)),
        data(data), shape(facts.getPhysicalShape()),
        width(getByteWidth(element)), splat(readSplat()) {}

  /// The one value of all places, if there is one.
  std::optional<Bytes> getUniform() const {
    if (!splat)
      return std::nullopt;
    for (unsigned step = 1; step <= facts.getNumSteps(); ++step)
      // Not unknown: constants have static shapes.
      if (facts.hasPadding(step) != Truth::No && getPad(step) != *splat)
        return std::nullopt;
    return splat;
  }

  ElementsAttr pack(RankedTensorType packed) {
    RankedTensorType tensor =
        packed ? packed : RankedTensorType::get(shape, element);
    // One value in all slots: a splat, whatever the size.
    if (std::optional<Bytes> uniform = getUniform())
      return makeDense(tensor, *uniform);
    size_t size = ShapedType::getNumElements(shape) * width;
    auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(data);
    AsmResourceBlob *from =
        resource ? resource.getRawHandle().getBlob() : nullptr;
    AsmResourceBlob blob =
        allocateZeros(size, from ? from->getDataAlignment() : alignof(int64_t));
    places = blob.getMutableData();
    fill();
    return resource
               ? DenseResourceElementsAttr::get(
                     tensor, resource.getRawHandle().getKey(), std::move(blob))
               : makeDense(tensor, places);
  }

private:
  std::optional<Bytes> readSplat() const {
    if (!data)
      return Bytes(width, 0);
    auto dense = dyn_cast<DenseElementsAttr>(data);
    if (!dense || !dense.isSplat())
      return std::nullopt;
    if (isa<ComplexType>(element))
      return Bytes(dense.getRawData());
    return getBytes(cast<TypedAttr>(dense.getSplatValue<Attribute>()));
  }

  /// The one value of the padding of a step; nullopt if it has several. A copy
  /// of a splat is one.
  std::optional<Bytes> getPad(unsigned step) const {
    PadAttr pad = layout.getPads()[step - 1];
    if (pad.getKind() == PadKind::Constant)
      return getBytes(pad.getValue());
    if (pad.getKind() == PadKind::Value || (pad.isCopy() && !splat))
      return std::nullopt;
    return splat.value_or(Bytes(width, 0));
  }

  void fill() {
    fillPads();
    fillData();
    for (unsigned step = 1; step <= facts.getNumSteps(); ++step)
      // Not unknown: constants have static shapes.
      if (facts.hasPadding(step) != Truth::No && !getPad(step))
        fillComputedPad(step);
  }

  AffineExpr getOffsetFromStep(unsigned step) const {
    return getOffset(facts.getMapFromStep(step), shape);
  }

  /// Padding of step k is the image, under the later maps, of the places of
  /// Box_k that data and padding of earlier steps do not overwrite: so fill
  /// all of Box_k, the last step first.
  void fillPads() {
    Bytes zero(width, 0);
    for (unsigned step = facts.getNumSteps(); step > 0; --step) {
      // Not unknown: constants have static shapes.
      if (facts.hasPadding(step) == Truth::No)
        continue;
      Bytes value = getPad(step).value_or(zero);
      // Memory is zero, and a later step that was filled otherwise is not.
      bool isLast = step == facts.getNumSteps();
      if (isLast && value == zero)
        continue;
      tabulate(getOffsetFromStep(step), facts.getBox(step).getShape(),
               [&](TabulatedRows rows) {
                 scatter(width, value.data(), 0, rows[0], places.data());
               });
    }
  }

  void fillData() {
    const char *from = splat ? splat->data() : nullptr;
    size_t step = splat ? 0 : width;
    std::vector<char> bits;
    if (!splat) {
      auto dense = dyn_cast<DenseElementsAttr>(data);
      if (dense && element.isInteger(1)) {
        for (bool bit : dense.getValues<bool>())
          bits.push_back(bit);
        from = bits.data();
      } else {
        from = dense ? dense.getRawData().data()
                     : cast<DenseResourceElementsAttr>(data).getData().data();
      }
    }
    // Element by element, each would go to a line of the cache, and a page, of
    // its own: 2048 x 2048 f32 took twice as long.
    if (!splat && isTransposition())
      return moveInTiles(from);
    AffineExpr offset = getOffset(facts.getMap(), shape);
    tabulate(offset, type.getShape(), [&](TabulatedRows rows) {
      scatter(width, from, step, rows[0], places.data());
      from += rows[0].size() * step;
    });
  }

  /// Returns true if contiguous elements become far apart, and others
  /// contiguous.
  bool isTransposition() const {
    AffineMap map = facts.getMap();
    return map.isPermutation() && map.getNumDims() > 1 &&
           map.getResults().back() !=
               getAffineDimExpr(map.getNumDims() - 1, map.getContext());
  }

  /// Takes blocks of both dimensions along which elements are contiguous, in
  /// source and destination: else each element would be written to a line of
  /// the cache, and a page, of its own.
  void moveInTiles(const char *from) {
    AffineMap map = facts.getMap();
    MLIRContext *context = map.getContext();
    unsigned rank = map.getNumDims();
    auto extents = llvm::to_vector(type.getShape());
    SmallVector<AffineExpr> indices;
    for (unsigned d = 0; d < rank; ++d)
      indices.push_back(getAffineDimExpr(d, context));
    for (unsigned d : {map.getDimPosition(rank - 1), rank - 1}) {
      int64_t tile = getTile(extents[d], kMostOfTile);
      extents[d] /= tile;
      indices[d] =
          indices[d] * tile + getAffineDimExpr(extents.size(), context);
      extents.push_back(tile);
    }
    auto inTiles = AffineMap::get(extents.size(), 0, indices, context);
    tabulate({getOffset(inTiles, type.getShape()),
              getOffset(map.compose(inTiles), shape)},
             extents, [&](TabulatedRows rows) {
               move(width, from, rows[0], rows[1], places.data());
             });
  }

  /// Numbers and copies, which differ from place to place, so that they must
  /// go to padding alone. Copies speak of data, which is there now.
  void fillComputedPad(unsigned step) {
    llvm::BitVector isPadding = findPadding(step);
    PadAttr pad = layout.getPads()[step - 1];
    SmallVector<AffineExpr, 2> exprs{getOffsetFromStep(step)};
    exprs.push_back(
        pad.isCopy()
            ? getOffset(facts.getMapFromStep(step).compose(pad.getMap()), shape)
            : pad.getMap().getResult(0));
    tabulate(exprs, facts.getBox(step).getShape(), [&](TabulatedRows rows) {
      for (auto [offset, value] : llvm::zip_equal(rows[0], rows[1])) {
        if (!isPadding.test(offset))
          continue;
        char *to = places.data() + offset * width;
        if (pad.isCopy())
          std::memcpy(to, places.data() + value * width, width);
        else
          llvm::copy(getBytes(getNumber(element, value)), to);
      }
    });
  }

  /// What comes from Box_k, but not from the box before it.
  llvm::BitVector findPadding(unsigned step) const {
    llvm::BitVector result(ShapedType::getNumElements(shape));
    for (unsigned box : {step, step - 1}) {
      AffineExpr offset =
          box ? getOffsetFromStep(box) : getOffset(facts.getMap(), shape);
      tabulate(offset, facts.getBox(box).getShape(), [&](TabulatedRows rows) {
        for (int64_t place : rows[0])
          result[place] = box == step;
      });
    }
    return result;
  }

  ElementsAttr makeDense(RankedTensorType tensor, ArrayRef<char> bytes) const {
    if (!element.isInteger(1))
      return DenseElementsAttr::getFromRawBuffer(tensor, bytes);
    return DenseElementsAttr::get(
        tensor,
        ArrayRef(reinterpret_cast<const bool *>(bytes.data()), bytes.size()));
  }

  MemRefType type;
  Type element;
  BufferAttr layout;
  const PhysicalLayout &facts;
  ElementsAttr data;
  SmallVector<int64_t> shape;
  unsigned width;
  std::optional<Bytes> splat; ///< of the data
  MutableArrayRef<char> places;
};

} // namespace

bool layout::hasPackableElements(ShapedType type) {
  Type element = type.getElementType();
  return element.isIntOrIndexOrFloat() || isa<ComplexType>(element);
}

std::string layout::describeUnreadable(ElementsAttr data) {
  if (!data || isa<DenseElementsAttr>(data))
    return {};
  auto resource = dyn_cast<DenseResourceElementsAttr>(data);
  if (!resource)
    return "it is neither dense nor a resource";
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return "there is no such resource";
  Type element = data.getElementType();
  if (!hasPackableElements(data.getShapedType()))
    return "its elements are no numbers";
  size_t size = data.getNumElements() * getByteWidth(element);
  // The text of a program may state any number of bytes.
  if (blob->getData().size() != size)
    return "the resource has " + std::to_string(blob->getData().size()) +
           " bytes, not " + std::to_string(size);
  return {};
}

bool layout::isPackedSplat(MemRefType type, ElementsAttr data) {
  return Packer(type, data).getUniform().has_value();
}

ElementsAttr layout::packElements(MemRefType type, ElementsAttr data,
                                  RankedTensorType packed) {
  return Packer(type, data).pack(packed);
}

ElementsAttr layout::withType(ElementsAttr data, RankedTensorType type) {
  if (auto dense = dyn_cast<DenseElementsAttr>(data))
    return dense.reshape(type);
  return DenseResourceElementsAttr::get(
      type, cast<DenseResourceElementsAttr>(data).getRawHandle());
}
