//===- BufferArguments.cpp - Buffer and scalar arguments of kernels -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferArguments.h"

#include "Layout/IR/Layout.h"
#include "mlir/Conversion/MemRefToSPIRV/MemRefToSPIRV.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::layout;

SPIRVConversionOptions layout::getConversionOptions() {
  SPIRVConversionOptions options;
  // A narrow number as a wide one would not wrap or round where it should.
  options.emulateLT32BitScalarTypes = false;
  options.emulateUnsupportedFloatTypes = false;
  return options;
}

std::optional<spirv::StorageClass> layout::getStorageClass(Attribute space) {
  if (auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space))
    switch (gpuSpace.getValue()) {
    case gpu::AddressSpace::Workgroup:
      return spirv::StorageClass::Workgroup;
    case gpu::AddressSpace::Private:
      return spirv::StorageClass::Function;
    default:
      return spirv::StorageClass::StorageBuffer;
    }
  if (isa_and_nonnull<TextureAttr, spirv::StorageClassAttr>(space))
    return std::nullopt;
  return spirv::mapMemorySpaceToVulkanStorageClass(space);
}

/// Returns true if this is a number of as many bytes on the host as on the
/// device.
static bool isNumber(Type type) {
  if (type.isF16() || type.isF32() || type.isF64())
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth());
}

static std::string describeElementFault(Type element) {
  if (element.isIndex())
    return "an element of type index has 64 bits on the host and 32 on the "
           "device; use integers of a fixed width";
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  if (auto vector = dyn_cast<VectorType>(element)) {
    // Three are as far apart as four on the host, and the packing of booleans
    // on the host is not known.
    int64_t size = vector.getNumElements();
    if (vector.getRank() != 1 || vector.isScalable() ||
        (size != 2 && size != 4))
      return "vectors in a buffer have 2 or 4 elements";
    element = vector.getElementType();
    if (element.isInteger(1))
      return "vectors of booleans have no layout that host and device share";
  }
  if (!isNumber(element) && !element.isInteger(1))
    return "its elements are no numbers of 8, 16, 32 or 64 bits";
  return "";
}

/// Why the place of each element, a sum of multiples of strides, is not known
/// or too far away for an index of 32 bits; empty if neither.
static std::string describePlaceFault(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return "where its elements lie is not known; pass a buffer without layout "
           "or offset";
  if (llvm::is_contained(type.getShape(), 0))
    return "it has no element; a storage buffer has at least one";
  if (llvm::any_of(strides, ShapedType::isDynamic))
    return "kernels do not receive extents, so all but the first must be "
           "static; pass a buffer of one axis, and the extents as arguments of "
           "type index";
  uint64_t last = offset;
  for (auto [extent, stride] : llvm::zip(type.getShape(), strides)) {
    if (stride < 0)
      return "it has a negative stride; pass the buffer that it looks at";
    if (!ShapedType::isDynamic(extent))
      last = llvm::SaturatingMultiplyAdd<uint64_t>(extent - 1, stride, last);
  }
  return last <= uint64_t(std::numeric_limits<int32_t>::max())
             ? ""
             : "its elements exceed the 32-bit index of the device; split the "
               "buffer";
}

static std::string describeBufferFault(MemRefType type) {
  Attribute space = type.getMemorySpace();
  auto stated = dyn_cast_or_null<spirv::StorageClassAttr>(space);
  auto storage =
      stated ? std::optional(stated.getValue()) : getStorageClass(space);
  if (storage != spirv::StorageClass::StorageBuffer)
    return "its memory space is not one of buffers that the host binds; use "
           "the default one";
  if (std::string fault = describePlaceFault(type); !fault.empty())
    return fault;
  return describeElementFault(type.getElementType());
}

std::string layout::describeArgumentFault(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return describeBufferFault(memref);
  if (type.isInteger(1))
    return "a boolean has no size in a buffer; use an integer of 8 bits or "
           "more";
  if (type.isIndex() || isNumber(type))
    return "";
  return "expects a ranked buffer or a number";
}
