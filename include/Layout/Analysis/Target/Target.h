//===- Target.h - Target description ----------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rewrites for speed need to know of a machine: how long its vectors are,
// how many of them its registers hold, and what its caches hold. It licenses
// nothing and changes no result; it only decides which of several right
// programs is made. A module states it as upstream does, docs/Target.md:
//
//     module attributes {dlti.target_system_spec = #dlti.target_system_spec<
//       "CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64>>}
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_TARGET_TARGET_H
#define LAYOUT_ANALYSIS_TARGET_TARGET_H

#include "Layout/Analysis/Target/DotInstruction.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include <array>
#include <optional>
#include <string>

namespace mlir::layout {

/// The device that code outside of kernels runs on. Others are ignored.
inline constexpr StringLiteral kTargetDevice("CPU");

/// Of a line of a cache. It decides how much is prefetched or aligned at once.
inline constexpr int64_t kLineBytes = 64;

/// Of the register, or the part of a longer one, that has the factors of
/// instructions that multiply by element.
inline constexpr unsigned kBitsOfElements = 128;

/// What the machine offers that a program will run on.
struct Target {
  unsigned vectorBits = 256;        ///< of one vector register
  unsigned numVectorRegisters = 16; ///< of one core
  unsigned shufflesPerCycle = 1;    ///< of whole registers, across their parts
  unsigned loadsPerCycle = 2;       ///< of whole registers, each from one line
  unsigned instructionsPerCycle = 2; ///< on registers, of any kind
  unsigned multiplyAddsPerCycle = 2; ///< fused, of whole registers
  /// Cycles after which the sum of a multiply-add, or of an addition of floats,
  /// is there for the next one; and of a dot product.
  unsigned multiplyAddLatency = 4, dotLatency = 5;
  /// Of a load of one element for all lanes; 0 if it is an operand of the
  /// instruction that uses it.
  unsigned broadcastInstructions = 1;
  /// What is stored past the caches at once: less is read and written back.
  unsigned streamingStoreBytes = kLineBytes;
  /// Bitwise operations on a register in the time of a fused multiply-add.
  unsigned bitwisePerMultiplyAdd = 1;
  /// Which registers may have one float of 128 bits as the factor of all lanes:
  /// 1, those of 128 bits (`fmla` by element of NEON); 2, longer ones, too (of
  /// SVE); 0, none.
  unsigned multipliesByElement = 0;
  /// True if LLVM unrolls loops with vectors, as for all but RISC-V.
  bool unrollsVectorLoops = true;
  /// True if an instruction multiplies bf16 and adds the products to f32, one
  /// to each (`vfwmaccbf16` of RISC-V).
  bool multipliesBF16 = false;
  /// The same of f16 (`vfwmacc` of RISC-V).
  bool multipliesF16 = false;
  /// Of each `DotInstruction`, as how many fused multiply-adds of a register it
  /// takes; 0 where the processor does not have it.
  std::array<unsigned, kNumDotInstructions> dotCosts{};
  /// The shortest elements of masked stores, in bits; 0 if there are none. If
  /// it is not stated, as of x86 (`getMaskedStoreBits`).
  std::optional<unsigned> maskedStoreBits;
  /// True if there is an instruction that multiplies pairs of 16-bit integers
  /// and adds the two products, as x86 has.
  bool multipliesPairs = true;
  int64_t l1Bytes = 32 << 10; ///< of one core, for data
  int64_t l2Bytes = 1 << 20;  ///< of one core; no less than l1Bytes
  int64_t l3Bytes = 32 << 20; ///< of the last level; no less than l2Bytes
  /// The processor that the program is made for, as `getNamedProcessor` takes
  /// it; empty if none is named. Numbers above may differ from its own.
  std::string processor;

  /// Returns true if floats of 128 bits are factors of registers that are
  /// longer.
  bool hasLongElementProducts() const {
    return multipliesByElement > 1 && vectorBits > kBitsOfElements;
  }

  unsigned getCost(DotInstruction dot) const { return dotCosts[size_t(dot)]; }
  /// Returns the instruction that multiplies bytes with or without a sign each;
  /// nullopt if the processor has none.
  std::optional<DotInstruction> findDot(bool isLeftSigned,
                                        bool isRightSigned) const;
  /// Returns the instruction that multiplies bf16; nullopt if there is none.
  std::optional<DotInstruction> findFloatDot() const;
  /// Returns true if two multiply-adds of extended numbers take longer than it.
  bool hasFastFloatDots() const;
  /// Returns true if there is one for bytes of some signs.
  bool hasDotProducts() const;
  /// Returns true if the last product of a sum costs more alone than in a pair
  /// with one that is 0. In registers of 128 bits, windows over 2 to 7 channels
  /// took 0.4 to 1.3 times as long in whole pairs.
  bool gainsByWholePairs() const { return multipliesPairs && vectorBits > 128; }

  /// How many elements of the type one register holds, each with as many bits
  /// as in memory: a power of two, whole bytes. At least 1, also where an
  /// element is longer than a register, or has no size that is known.
  unsigned getNumLanes(Type element) const;

  /// What `maskedStoreBits` says. Of x86, registers of 256 bits have masked
  /// stores of elements of 32 and 64 bits, and those of 512 bits of all.
  unsigned getMaskedStoreBits() const;

  /// Returns true if one instruction can store some lanes of a register.
  /// Otherwise LLVM makes a branch for each lane.
  bool hasMaskedStores(Type element) const;
};

/// What the closest spec around `op` states of the device "CPU"; for entries
/// that it does not have, `absent`. Cache sizes that are not stated are
/// adjusted so that no level exceeds the next. Error, at the op with the spec:
/// an entry that is no integer or out of range, a vector width that is no power
/// of two, a cache that exceeds the next, a processor that is no text, a key
/// with our prefix that there is not. Keys of others are left alone; whether
/// LLVM knows the processor is not verified. Cost: linear in the entries and in
/// the ops around `op`.
FailureOr<Target> getTarget(Operation *op, const Target &absent);
FailureOr<Target> getTarget(Operation *op);

/// Returns true if the closest spec around `op` states the width of vectors.
/// Else they are those of `Target()`, whichever processor the code is for.
bool statesVectors(Operation *op);

/// `spec` (which may be null) with an entry of the device "CPU" for everything
/// that `target` says and `spec` does not. What `spec` states stays.
TargetSystemSpecInterface addMissingEntries(MLIRContext *context,
                                            TargetSystemSpecInterface spec,
                                            const Target &target);

/// `spec` without the entries of the device "CPU" that `getTarget` reads; null
/// if nothing else is in it.
TargetSystemSpecInterface removeEntries(TargetSystemSpecInterface spec);

/// Replaces the spec of a module, in the attribute that has it; null removes
/// it.
void setSpec(ModuleOp module, TargetSystemSpecInterface spec);

/// Replaces the processors that specs of `root` and of modules in it state by
/// one; removes them if the name is empty.
void replaceProcessor(ModuleOp root, StringRef name);

/// Fails, as `emitError` does, if there are no machines with so many threads:
/// the option of `asking`, a pass or a pipeline, is a mistake then.
LogicalResult
verifyThreads(unsigned threads, StringRef asking,
              function_ref<LogicalResult(const Twine &)> emitError);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_TARGET_TARGET_H
