//===- ExpandCalledNames.cpp - Names of functions that ops need -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     memref.global "private" constant @cos : memref<8xf64> = dense<1.0>
//     %r = math.cos %x : f64      // becomes a call of the C library's `cos`
// ->  memref.global "private" constant @cos.mlir : memref<8xf64> = dense<1.0>
//
//===----------------------------------------------------------------------===//

#include "Expand.h"

#include "Layout/Conversion/Legalize.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Which declaration of a function a pass calls if the program has one. Of
/// others it makes a second one with another name, or a call that is not valid.
enum class Declared {
  AsFunc, ///< `func.func`, as upstream's conversion of math has it.
  AsLLVM, ///< `llvm.func`, as upstream's conversion of buffers has it.
  AsBoth,
  /// Any: no pass, but LLVM's code generator makes the call.
  AsAny,
};

/// A function that an op is lowered to a call of.
struct Callee {
  std::string name;
  Declared declared;
  /// Null for those that need no declaration.
  FunctionType type;
};

class CalleeFinder {
public:
  explicit CalleeFinder(Operation *op)
      : op(op), context(op->getContext()),
        pointer(LLVM::LLVMPointerType::get(context)) {}

  SmallVector<Callee> find() && {
    if (isa_and_present<math::MathDialect>(op->getDialect()))
      findMath();
    else if (isa<arith::RemFOp>(op))
      addGenerated("fmod");
    else if (isa<cf::AssertOp>(op))
      findAssert();
    else if (auto print = dyn_cast<vector::PrintOp>(op))
      findPrint(print);
    else
      findMemory();
    return std::move(callees);
  }

private:
  void add(StringRef name, Declared declared, TypeRange arguments,
           TypeRange results = {}) {
    callees.push_back(
        {name.str(), declared, FunctionType::get(context, arguments, results)});
  }

  /// The suffix of a function of C for numbers of the type; f16 and bf16 are
  /// computed in f32.
  static StringRef getSuffix(Type element) {
    if (element.isF64())
      return "";
    return element.getIntOrFloatBitWidth() > 64 ? "l" : "f";
  }

  /// The integer that an index becomes.
  Type getIndex() const {
    auto bits =
        DataLayout::closest(op).getTypeSizeInBits(IndexType::get(context));
    return IntegerType::get(context, bits);
  }

  Type getElement() const {
    return getElementTypeOrSelf(op->getResult(0).getType());
  }

  void addGenerated(StringRef name) {
    callees.push_back({(name + getSuffix(getElement())).str(), Declared::AsAny,
                       FunctionType()});
  }

  void findMath() {
    if (!isa<FloatType>(getElement()))
      return;
    StringRef name = op->getName().stripDialect();
    if (isa<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp,
            math::ErfOp, math::ErfcOp, math::ExpM1Op, math::Log1pOp>(op)) {
      Type type =
          getElement().isF64() ? getElement() : Float32Type::get(context);
      return add((name + getSuffix(type)).str(), Declared::AsFunc, type, type);
    }
    // Of others each processor has an instruction, or most, so that a function
    // of their name may well be the program's own.
    if (!isa<math::AcosOp, math::AsinOp, math::Atan2Op, math::AtanOp,
             math::CosOp, math::CoshOp, math::Exp2Op, math::ExpOp, math::LogOp,
             math::Log10Op, math::Log2Op, math::PowFOp, math::SinOp,
             math::SincosOp, math::SinhOp, math::TanOp, math::TanhOp>(op))
      return;
    addGenerated(isa<math::PowFOp>(op) ? "pow" : name);
    if (isa<math::SinOp, math::CosOp>(op)) // of one argument
      addGenerated("sincos");
    if (isa<math::SincosOp>(op))
      llvm::for_each(ArrayRef<StringRef>{"sin", "cos"},
                     [&](StringRef part) { addGenerated(part); });
    // Of a base that is a constant.
    if (isa<math::PowFOp, math::Exp2Op>(op))
      llvm::for_each(ArrayRef<StringRef>{"exp2", "exp10", "ldexp"},
                     [&](StringRef other) { addGenerated(other); });
  }

  void findAssert() {
    add("puts", Declared::AsBoth, pointer);
    add("abort", Declared::AsBoth, {});
  }

  void findPrint(vector::PrintOp print) {
    Builder builder(context);
    for (Type type : {builder.getF32Type(), builder.getF64Type()})
      add(type.isF32() ? "printF32" : "printF64", Declared::AsLLVM, type);
    for (StringRef name : {"printF16", "printBF16"})
      add(name, Declared::AsLLVM, builder.getI16Type());
    for (StringRef name : {"printI64", "printU64"})
      add(name, Declared::AsLLVM, builder.getI64Type());
    for (StringRef name :
         {"printOpen", "printClose", "printComma", "printNewline"})
      add(name, Declared::AsLLVM, {});
    add("printString", Declared::AsLLVM, pointer);
  }

  void findMemory() {
    bool passesUnranked =
        isa<func::CallOp, func::ReturnOp>(op) &&
        (llvm::any_of(op->getOperandTypes(),
                      llvm::IsaPred<UnrankedMemRefType>) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<UnrankedMemRefType>));
    if (isa<memref::AllocOp>(op) || passesUnranked)
      add("malloc", Declared::AsLLVM, getIndex(), pointer);
    if (isa<memref::DeallocOp>(op) || passesUnranked)
      add("free", Declared::AsLLVM, pointer);
    if (isa<memref::CopyOp>(op))
      add("memrefCopy", Declared::AsLLVM, {getIndex(), pointer, pointer});
    // A loop of them.
    if (isa<memref::CopyOp, memref::StoreOp, vector::StoreOp,
            vector::TransferWriteOp>(op))
      for (StringRef name : {"memcpy", "memmove", "memset"})
        callees.push_back({name.str(), Declared::AsAny, FunctionType()});
  }

  Operation *op;
  MLIRContext *context;
  Type pointer;
  SmallVector<Callee> callees;
};

} // namespace

static LLVM::LLVMFunctionType getLLVMType(FunctionType type) {
  Type result = type.getNumResults()
                    ? type.getResult(0)
                    : LLVM::LLVMVoidType::get(type.getContext());
  return LLVM::LLVMFunctionType::get(result, type.getInputs());
}

/// Returns true if a call of `symbol` is what the op becomes. A program of the
/// LLVM dialect may bring a library of its own along.
static bool isCallee(Operation *symbol, const Callee &callee) {
  if (auto function = dyn_cast<LLVM::LLVMFuncOp>(symbol))
    return callee.declared == Declared::AsAny ||
           (callee.declared != Declared::AsFunc &&
            function.getFunctionType() == getLLVMType(callee.type));
  auto function = dyn_cast<func::FuncOp>(symbol);
  if (!function || !function.isExternal())
    return false;
  return callee.declared == Declared::AsAny ||
         (callee.declared != Declared::AsLLVM &&
          function.getFunctionType() == callee.type);
}

/// Returns true if nothing outside of the module needs the name.
static bool hasFreeName(Operation *symbol) {
  if (auto function = dyn_cast<func::FuncOp>(symbol))
    return function.isPrivate() && !function.isExternal();
  auto global = dyn_cast<memref::GlobalOp>(symbol);
  return global && global.isPrivate() && !global.isExternal();
}

static LogicalResult refuse(Operation *op, Operation *symbol,
                            const Callee &callee) {
  InFlightDiagnostic error = op->emitOpError("needs the function '")
                             << callee.name << "' of a library, and the "
                             << "program has another symbol of that name; "
                             << "rename it";
  if (callee.declared == Declared::AsLLVM)
    error << ", or declare the function as " << getLLVMType(callee.type);
  else if (callee.type)
    error << ", or declare the function as " << callee.type;
  error.attachNote(symbol->getLoc()) << "the symbol";
  return error;
}

LogicalResult layout::clearCalledNames(Operation *root) {
  if (!root->hasTrait<OpTrait::SymbolTable>())
    return success();
  SymbolTable symbols(root);
  llvm::MapVector<Operation *, std::pair<Operation *, Callee>> conflicts;
  for (Operation *op : collectOps(root, [&](Operation *op) {
         return op != root && SymbolTable::getNearestSymbolTable(op) == root;
       }))
    for (Callee &callee : CalleeFinder(op).find())
      if (Operation *symbol = symbols.lookup(callee.name);
          symbol && !isCallee(symbol, callee))
        conflicts.try_emplace(symbol, op, std::move(callee));
  for (auto &[symbol, call] : conflicts)
    if (!hasFreeName(symbol))
      return refuse(call.first, symbol, call.second);
  for (auto &[symbol, call] : conflicts)
    if (failed(symbols.rename(symbol, call.second.name + kRenamedSuffix.str())))
      return refuse(call.first, symbol, call.second);
  return success();
}
