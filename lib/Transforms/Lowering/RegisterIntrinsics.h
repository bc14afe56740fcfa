//===- RegisterIntrinsics.h - LLVM's intrinsics on registers ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions of a processor are intrinsics of LLVM. Those of SVE and of
// RISC-V are of registers whose length is a multiple of a unit, so that vectors
// of a known length are inserted into these:
//
//     %w = vector.scalable.insert %v, %any[0] : vector<8xf32> into
//          vector<[4]xf32>
//     %r = llvm.call_intrinsic "llvm.aarch64.sve.fmla.lane.nxv4f32"(.., %w, ..)
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_LOWERING_REGISTERINTRINSICS_H
#define LIB_TRANSFORMS_LOWERING_REGISTERINTRINSICS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <optional>

namespace mlir::layout {

/// Units of which registers of SVE and of RISC-V are multiples, and elements
/// that an instruction of SVE multiplies by.
inline constexpr int64_t kUnitBitsOfSVE = 128;
inline constexpr int64_t kUnitBitsOfRISCV = 64;

/// Registers of RISC-V that may be one operand (LMUL).
inline constexpr unsigned kMaxRegistersOfOperand = 8;
/// What its intrinsics leave in elements after the last one: anything.
inline constexpr int64_t kLeaveOthers = 3;

/// One of the elements of a vector of 128 bits.
struct RegisterElement {
  Value elements;
  int64_t position;
};

/// Returns where `scalar` is in a vector of 128 bits that it is extracted from,
/// if it is.
std::optional<RegisterElement> findRegisterElement(Value scalar);

/// LLVM has no such instruction for a function that does not name them, unless
/// it is told so otherwise.
void addFeatures(func::FuncOp function, StringRef needed);

Value buildIntrinsic(ImplicitLocOpBuilder &builder, Type type,
                     const Twine &name, ValueRange operands);

/// Builds an operand of 64 bits.
Value buildNumber(ImplicitLocOpBuilder &builder, int64_t number);

/// Returns `number` lanes of `vector` from `first` on.
Value sliceLanes(ImplicitLocOpBuilder &builder, Value vector, int64_t first,
                 int64_t number);

/// Inserts `operand` into a register whose length is a multiple of `unitBits`.
Value buildWhole(ImplicitLocOpBuilder &builder, Value operand,
                 int64_t unitBits);
Value buildWholeOfSVE(ImplicitLocOpBuilder &builder, Value operand);

/// Returns how many units the registers of RISC-V that hold `numLanes` lanes of
/// 32 bits have, if each register has one: a power of two.
int64_t countUnits(int64_t numLanes, unsigned vectorBits);

/// Builds an intrinsic of SVE whose last factor is the same element of each 128
/// bits of a register. `operands` are the ones before it, of which the first
/// has the type of the result, and the last that of the register of elements.
/// LLVM does not find these instructions by itself.
Value buildByElement(ImplicitLocOpBuilder &builder, const Twine &name,
                     ValueRange operands, const RegisterElement &element);

/// Builds `sums` anew by parts of at most `longest` lanes; `build` makes one
/// from its lanes, the first of them and their number.
Value buildParts(ImplicitLocOpBuilder &builder, Value sums, int64_t longest,
                 function_ref<Value(Value, int64_t, int64_t)> build);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_LOWERING_REGISTERINTRINSICS_H
