//===- Signature.h - Signatures of checked programs -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_SIGNATURE_H
#define LAYOUT_CHECK_SIGNATURE_H

#include "Layout/Check/Check.h"
#include "Layout/Check/Image.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout {

/// How one of the two programs sees a buffer.
struct BufferView {
  MemRefType type;   ///< as the program declares it, erased
  BufferAttr layout; ///< by which it is packed; null: plain
  /// By that layout, if the logical shape is static.
  std::shared_ptr<const Packing> packing;
  bool padIsAssumed = true; ///< when the program starts
};

/// An argument, a result or a mutable public global. Private globals are not
/// part of the interface: passes may remove them or change their layout.
struct Parameter {
  Parameter(std::string name, Type type, ElementFormat format)
      : name(std::move(name)), type(type), format(format) {}

  bool isBuffer() const { return isa<MemRefType, RankedTensorType>(type); }
  /// The storage of a tensor argument may be used for anything.
  bool isTensor() const { return isa<TensorType>(type); }
  /// Erased or not, the layout that the input states for it or requests.
  BufferAttr getLayout() const;
  /// Of a global: its name as a symbol.
  StringRef getSymbol() const { return StringRef(name).drop_front(); }

  std::string name;                 ///< "arg0", "result1", "@g"
  Type type;                        ///< in the input
  ElementFormat format;             ///< of the scalar, or of the elements
  BufferAttr request;               ///< `layout.transform`, if any
  SmallVector<int64_t> shape;       ///< of a buffer; may be dynamic in results
  std::optional<llvm::APInt> value; ///< of a scalar argument
  BufferView reference, candidate;

  bool isGlobal = false;
  bool isInitialized = false; ///< the program itself gives the global a value
};

/// Everything that passes between the two programs and the outside.
struct Signature {
  std::vector<Parameter> arguments, results, globals;

  /// What every program with this signature must have: the entry, and the
  /// globals that are seen from outside.
  SmallVector<StringRef> getPublicSymbols(StringRef entry) const;

  /// Extents that the candidate takes as further arguments, since its physical
  /// shapes do not tell them.
  SmallVector<int64_t> appended;
  /// Extents that it returns after its results, for the same reason.
  struct ReturnedExtent {
    unsigned result, dim;
  };
  SmallVector<ReturnedExtent> returned;
};

/// Reads the interface of the entry in the input. Fails, with the reason in
/// `why`, where a value is missing or a type cannot be checked.
FailureOr<Signature> readSignature(func::FuncOp entry,
                                   const CheckOptions &options,
                                   std::string &why);

/// Reads how the reference sees it all.
LogicalResult readReferenceViews(Signature &signature, func::FuncOp entry,
                                 std::string &why);

/// Reads how the candidate sees it all: which buffers became physical, and
/// what their padding holds at entry.
LogicalResult readCandidateViews(Signature &signature, func::FuncOp entry,
                                 std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_SIGNATURE_H
