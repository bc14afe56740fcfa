//===- UnsupportedOps.cpp - Ops that become invalid SPIR-V ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnsupportedOps.h"

#include "BufferArguments.h"
#include "Layout/IR/Texture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

static bool hasOddWidth(Type type) {
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() != 32;
}

/// Returns true if one of these numbers is an index beyond 32 bits.
static bool hasWideIndex(Attribute value) {
  auto isWide = [](const APInt &number) { return !number.isSignedIntN(32); };
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getType().isIndex() && isWide(number.getValue());
  auto numbers = dyn_cast<DenseIntElementsAttr>(value);
  if (!numbers || !numbers.getElementType().isIndex())
    return false;
  return numbers.isSplat() ? isWide(numbers.getSplatValue<APInt>())
                           : llvm::any_of(numbers.getValues<APInt>(), isWide);
}

static std::string describeConstant(Operation *op) {
  Attribute value;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    value = constant.getValue();
  else if (auto constant = dyn_cast<index::ConstantOp>(op))
    value = constant.getValueAttr();
  if (!value || !hasWideIndex(value))
    return "";
  return "is an index that exceeds 32 bits, which is all that an index has on "
         "the device; use i64";
}

/// A switch becomes a chain of comparisons with constants.
static std::string describeSwitch(scf::IndexSwitchOp choice) {
  constexpr unsigned maxCases = 256;
  if (choice.getNumCases() > maxCases)
    return ("has " + Twine(choice.getNumCases()) +
            " cases, which are tested one after the other; " + Twine(maxCases) +
            " are the most")
        .str();
  if (llvm::any_of(choice.getCases(),
                   [](int64_t value) { return !llvm::isInt<32>(value); }))
    return "has a case that exceeds 32 bits, which is all that an index has on "
           "the device; use an i64 and scf.if";
  return "";
}

/// A boolean is no number there: it has no order, sum or shift.
static bool computesWithBooleans(Operation *op) {
  if (!isa_and_nonnull<arith::ArithDialect>(op->getDialect()) ||
      op->getNumOperands() != 2 ||
      !getElementTypeOrSelf(op->getOperand(0)).isInteger(1))
    return false;
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compare.getPredicate() != arith::CmpIPredicate::eq &&
           compare.getPredicate() != arith::CmpIPredicate::ne;
  return !isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
}

/// Returns true if the op gives a new name to one of several buffers, which is
/// chosen at run time.
static bool choosesBuffer(Operation *op) {
  if (!isa<arith::SelectOp, scf::IfOp, scf::ForOp, scf::WhileOp,
           scf::IndexSwitchOp>(op))
    return false;
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    return isa<BaseMemRefType>(type) && !isInTextureMemory(type);
  });
}

static bool hasUnsupportedAttribution(gpu::GPUFuncOp kernel) {
  return kernel.getNumPrivateAttributions() > 0 ||
         llvm::any_of(kernel.getWorkgroupAttributions(), [](Value buffer) {
           auto type = cast<MemRefType>(buffer.getType());
           return getStorageClass(type.getMemorySpace()) !=
                  spirv::StorageClass::Workgroup;
         });
}

static bool hasAttributionOfIndices(gpu::GPUFuncOp kernel) {
  return llvm::any_of(kernel.getWorkgroupAttributions(), [](Value buffer) {
    return cast<MemRefType>(buffer.getType()).getElementType().isIndex();
  });
}

static std::string describeGpuOp(Operation *op) {
  if (isa<gpu::SubgroupIdOp, gpu::NumSubgroupsOp, gpu::SubgroupSizeOp,
          gpu::LaneIdOp, gpu::AllReduceOp, gpu::SubgroupReduceOp>(op))
    return "uses subgroups, which are not supported here";
  auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
  if (kernel && hasUnsupportedAttribution(kernel))
    return "has a memory attribution that is private, or not in the "
           "workgroup's memory, which is not converted; state "
           "#gpu.address_space<workgroup>, or use memref.alloca";
  if (kernel && hasAttributionOfIndices(kernel))
    return "has a memory attribution with elements of type index, which is not "
           "converted; use integers of a fixed width";
  if (kernel && !kernel.isKernel())
    return "is not a kernel; make a function that kernels call a func.func, or "
           "inline it";
  return "";
}

std::string layout::describeUnsupported(Operation *op) {
  if (std::string fault = describeGpuOp(op); !fault.empty())
    return fault;
  if (std::string fault = describeConstant(op); !fault.empty())
    return fault;
  if (auto choice = dyn_cast<scf::IndexSwitchOp>(op))
    if (std::string fault = describeSwitch(choice); !fault.empty())
      return fault;
  if (auto loop = dyn_cast<scf::ForOp>(op); loop && loop.getUnsignedCmp())
    return "is a loop with unsigned comparison, which MLIR's conversion treats "
           "as signed; use a signed loop or scf.while";
  if (computesWithBooleans(op))
    return "computes with booleans, for which SPIR-V has no arithmetic; extend "
           "them to 8 bits or more";
  if (choosesBuffer(op))
    return "chooses between buffers, which needs pointers that SPIR-V for "
           "Vulkan does not have; choose between what is loaded";
  if (isa<func::CallOp>(op) &&
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
    return "passes a buffer to a function, which needs pointers that SPIR-V "
           "for Vulkan does not have; inline it";
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op);
      atomic && hasOddWidth(atomic.getValue().getType()))
    return "is atomic on another width than 32 bits; use i32";
  return "";
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::string describeNumber(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "'" << type << "', ";
  // In part they would be held in 32 bits, where sums do not wrap as they
  // should.
  auto integer = dyn_cast<IntegerType>(type);
  bool isNumber =
      type.isIndex() || type.isF16() || type.isF32() || type.isF64() ||
      (integer && llvm::is_contained({1, 8, 16, 32, 64}, integer.getWidth()));
  if (isNumber)
    stream << "for which this target states no capability";
  else if (isa<ComplexType>(type))
    stream << "of which SPIR-V has none; run convert-complex-to-standard";
  else if (isa<TensorType>(type))
    stream << "of which SPIR-V has none; bufferize the kernel";
  else
    stream << "which SPIR-V does not have: integers have 8, 16, 32 or "
              "64 bits, floats are f16, f32 or f64";
  return text;
}

std::string layout::describeTypeFault(Type type,
                                      const SPIRVTypeConverter &converter) {
  Type number = isa<TensorType>(type) ? type : getElementTypeOrSelf(type);
  if (!isa<VectorType, TensorType, ComplexType, IntegerType, FloatType,
           IndexType>(type))
    return "";
  auto integer = dyn_cast<IntegerType>(number);
  bool isNarrow = integer && integer.getWidth() != 1 && integer.getWidth() < 8;
  if (isNarrow || isa<ComplexType, TensorType>(number) ||
      !converter.convertType(number))
    return describeNumber(number);
  // Those of 8 or 16 are of OpenCL.
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || (!vector.isScalable() && vector.getRank() <= 1 &&
                  vector.getNumElements() <= 4 && converter.convertType(type)))
    return "";
  std::string text;
  llvm::raw_string_ostream(text)
      << "'" << type
      << "'; vectors of SPIR-V have one axis of 2, 3 or 4 numbers: unroll it";
  return text;
}
