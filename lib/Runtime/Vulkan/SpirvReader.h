//===- SpirvReader.h - Bindings of SPIR-V kernels ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_RUNTIME_VULKAN_SPIRVREADER_H
#define LAYOUT_RUNTIME_VULKAN_SPIRVREADER_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace layout::vulkan {

/// The numbers that an image component holds.
enum class Numeric { Float, Signed, Unsigned };

/// One descriptor of set 0, as the binary declares it.
struct Binding {
  enum Kind { Buffer, Scalar, SampledImage, StorageImage };

  uint32_t number = 0;
  Kind kind = Buffer;
  /// Buffer, Scalar: in the Uniform storage class rather than StorageBuffer.
  bool isUniform = false;
  /// Buffer: the least size it may have. Scalar: its size.
  uint64_t numBytes = 0;
  /// Images. The format is SPIR-V's number; 0, "Unknown", for sampled ones.
  uint32_t format = 0;
  Numeric numeric = Numeric::Float;
  bool isArrayed = false;
};

/// One kernel of a module.
struct EntryPoint {
  std::array<uint32_t, 3> localSize = {0, 0, 0};
  std::vector<Binding> bindings; ///< ascending
};

/// Reads what the compute entry point `name` of a SPIR-V binary uses, its
/// callees included. A struct whose first member is no array is a scalar, since
/// MLIR wraps scalar kernel arguments in such structs.
///
/// Nothing, with the reason in `why`, where the binary is none, has no such
/// entry point, or where the entry point uses what this runtime cannot bind.
std::optional<EntryPoint> readEntryPoint(const std::vector<uint32_t> &binary,
                                         const std::string &name,
                                         std::string &why);

} // namespace layout::vulkan

#endif // LAYOUT_RUNTIME_VULKAN_SPIRVREADER_H
