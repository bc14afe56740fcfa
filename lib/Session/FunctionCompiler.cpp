//===- FunctionCompiler.cpp - From a function to machine code -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionCompiler.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Jit/Jit.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The last interface of the function before it is LLVM's is that of the
/// compiled one.
struct InterfaceRecorder : PassInstrumentation {
  explicit InterfaceRecorder(FunctionCompiler &compiler) : compiler(compiler) {}
  void runAfterPass(Pass *, Operation *op) override {
    if (isa<ModuleOp>(op) && !op->getParentOp())
      compiler.recordInterface();
  }
  FunctionCompiler &compiler;
};

} // namespace

LogicalResult FunctionCompiler::fail(const Twine &reason) {
  why = reason.str();
  return failure();
}

/// Does the module state or request a layout? Whoever calls a function of such
/// a module may be the one to promise that buffers are apart: its own argument
/// may be plain, and be passed on.
static bool statesLayouts(ModuleOp module) {
  AttrTypeWalker walker;
  walker.addWalk([](BufferAttr) { return WalkResult::interrupt(); });
  walker.addWalk([](Type type) {
    return isLaidOut(type) ? WalkResult::interrupt() : WalkResult::advance();
  });
  auto states = [&](Operation *op) {
    bool found = walker.walk(op->getAttrDictionary()).wasInterrupted();
    for (Type type : op->getResultTypes())
      found = found || walker.walk(type).wasInterrupted();
    return found ? WalkResult::interrupt() : WalkResult::advance();
  };
  return module.walk(states).wasInterrupted();
}

LogicalResult FunctionCompiler::prepare() {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (function.isExternal())
    return fail("@" + entry + " has no body");
  function.setPublic();
  function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    UnitAttr::get(module.getContext()));
  SymbolTableCollection symbols;
  BufferFlow flow(module);
  AccessModes modes(module, symbols, flow);
  for (auto [i, argument] : llvm::enumerate(function.getArgumentTypes()))
    isWritten.push_back(!isa<BaseMemRefType>(argument) ||
                        modes.getMode(function, i) != AccessMode::Read);
  isAlone.assign(isWritten.size(), statesLayouts(module));
  recordInterface();
  return success();
}

void FunctionCompiler::recordInterface() {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (!function)
    return;
  bool wasAppended = type && type.getNumInputs() > isWritten.size();
  type = function.getFunctionType();
  if (!wasAppended && type.getNumInputs() > isWritten.size())
    function.emitError(
        "has laid-out buffers of dynamic shape whose extents the "
        "physical shape does not tell: expects static shapes "
        "where it is called from outside");
  StringRef name = LLVM::LLVMDialect::getNoAliasAttrName();
  for (unsigned i = 0; i < type.getNumInputs() && i < isAlone.size(); ++i)
    isAlone[i] = isAlone[i] || function.getArgAttr(i, name);
}

LogicalResult FunctionCompiler::runPasses(StringRef pipeline) {
  Result<OpPassManager> passes = parsePipeline(pipeline);
  if (auto *failure = std::get_if<Failure>(&passes))
    return fail(failure->message);
  PassManager manager(module.getContext());
  static_cast<OpPassManager &>(manager) =
      std::move(std::get<OpPassManager>(passes));
  manager.addInstrumentation(std::make_unique<InterfaceRecorder>(*this));
  if (failed(manager.run(module)))
    return fail("the pipeline fails");
  if (!module.lookupSymbol<LLVM::LLVMFuncOp>(("_mlir_ciface_" + entry)))
    return fail("the pipeline leaves no function @" + entry +
                " in the LLVM dialect");
  return success();
}

/// Is there an array with such elements, or a number of this type, in Python?
/// Elements of type bf16 are passed as integers of 16 bits.
static bool canBePassed(Type type, bool isElement, bool takesBits) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isElement && (complex.getElementType().isF32() ||
                         complex.getElementType().isF64());
  if (type.isF16() || type.isBF16())
    return isElement;
  if (type.isSignlessInteger(128))
    return isElement && takesBits;
  if (type.isSignlessInteger())
    return llvm::is_contained({1, 8, 16, 32, 64}, type.getIntOrFloatBitWidth());
  return type.isIndex() || type.isF32() || type.isF64();
}

FailureOr<CompiledType> FunctionCompiler::readType(Type type,
                                                   const Twine &name) {
  CompiledType result;
  Type passed = type;
  auto buffer = dyn_cast<MemRefType>(type);
  if (buffer && !isLaidOut(type) && buffer.getLayout().isIdentity() &&
      !buffer.getMemorySpace()) {
    result.isBuffer = true;
    for (int64_t extent : buffer.getShape())
      result.shape.push_back(ShapedType::isDynamic(extent) ? -1 : extent);
    passed = buffer.getElementType();
  }
  if (!canBePassed(passed, result.isBuffer, takesBits))
    return fail(name + " of @" + entry + " is of type " +
                llvm::to_string(type) +
                ", which cannot be passed: expects index, i1, i8, i16, i32, "
                "i64, f32 or f64, or a row-major buffer, in the default memory "
                "space, of one of these, f16, bf16, complex<f32> or "
                "complex<f64>");
  result.element = llvm::to_string(passed);
  return result;
}

LogicalResult FunctionCompiler::readInterface(CompiledFunction &function) {
  if (type.getNumInputs() != isWritten.size())
    return fail("the pipeline changes the arguments of @" + entry);
  for (auto [i, input] : llvm::enumerate(type.getInputs())) {
    FailureOr<CompiledType> argument = readType(input, "argument " + Twine(i));
    if (failed(argument))
      return failure();
    argument->isWritten = isWritten[i];
    argument->isAlone = isAlone[i];
    function.arguments.push_back(std::move(*argument));
  }
  if (type.getNumResults() == 0)
    return success();
  FailureOr<CompiledType> result = readType(type.getResult(0), "the result");
  if (failed(result))
    return failure();
  if (type.getNumResults() > 1 || result->isBuffer)
    return fail("@" + entry +
                " returns buffers or more than one value: expects buffers "
                "that are arguments, into which it writes");
  function.result = std::move(*result);
  return success();
}

/// How a type comes into a function of the LLVM dialect.
static void appendLowered(const CompiledType &type, MLIRContext *context,
                          SmallVectorImpl<Type> &types) {
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type index = IntegerType::get(context, 64);
  if (type.isBuffer) {
    types.append({pointer, pointer});
    types.append(1 + 2 * type.shape.size(), index);
    return;
  }
  types.push_back(type.element == "index" ? index
                                          : parseType(type.element, context));
}

LogicalResult FunctionCompiler::checkLowered(const CompiledFunction &function) {
  auto lowered = module.lookupSymbol<LLVM::LLVMFuncOp>(entry);
  SmallVector<Type> expected, result;
  for (const CompiledType &argument : function.getArguments())
    appendLowered(argument, module.getContext(), expected);
  if (function.getResult())
    appendLowered(*function.getResult(), module.getContext(), result);
  else
    result.push_back(LLVM::LLVMVoidType::get(module.getContext()));
  if (!lowered || lowered.getArgumentTypes() != ArrayRef<Type>(expected) ||
      lowered.getFunctionType().getReturnType() != result.front())
    return fail("the pipeline lowers @" + entry +
                " to another interface than that of memref descriptors with "
                "indices of 64 bits");
  return success();
}

std::shared_ptr<CompiledFunction>
FunctionCompiler::compile(StringRef pipeline) {
  std::shared_ptr<CompiledFunction> function(new CompiledFunction);
  function->ofBits = takesBits;
  if (failed(prepare()) || failed(runPasses(pipeline)) ||
      failed(readInterface(*function)) || failed(checkLowered(*function)))
    return nullptr;
  std::string reason;
  std::unique_ptr<ExecutionEngine> engine =
      compileInProcess(module, entry, JitOptions(), function->entry, reason);
  if (!engine) {
    (void)fail("cannot be compiled: " + reason);
    return nullptr;
  }
  function->engine = std::shared_ptr<ExecutionEngine>(std::move(engine));
  return function;
}
