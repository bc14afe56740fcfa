//===- FunctionCompiler.cpp - From a function to machine code -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionCompiler.h"

#include "Layout/Analysis/Buffers/ReturnedBuffers.h"
#include "Layout/Analysis/Calls/ArgumentUses.h"
#include "Layout/Conversion/Legalize.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Jit/Jit.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
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

LogicalResult FunctionCompiler::prepare() {
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  if (function.isExternal())
    return fail("@" + entry + " has no body");
  function.setPublic();
  function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    UnitAttr::get(module.getContext()));
  StringRef writable = bufferization::BufferizationDialect::kWritableAttrName;
  // A tensor is a value: what it becomes stays as the caller has it.
  for (auto [i, argument] : llvm::enumerate(function.getArgumentTypes()))
    if (isa<TensorType>(argument) && !function.getArgAttr(i, writable))
      function.setArgAttr(i, writable,
                          BoolAttr::get(module.getContext(), false));
  ArgumentUses uses(module);
  isWritten = uses.getWritten(function);
  isAlone.assign(isWritten.size(), uses.areAlone());
  isValue = llvm::map_to_vector(function.getResultTypes(), [](Type result) {
    return isa<TensorType>(result);
  });
  recordInterface();
  return success();
}

/// Why the caller of the function could not know whom a returned buffer belongs
/// to; empty if it is that of an argument, or the caller's. Answers from before
/// a lowering that has begun remain.
static std::string findStrayResult(func::FuncOp function,
                                   std::string otherwise) {
  if (llvm::none_of(function.getResultTypes(), llvm::IsaPred<BaseMemRefType>))
    return "";
  ReturnedBuffers buffers(function->getParentOfType<ModuleOp>());
  bool isHidden = false;
  std::string why;
  for (auto [i, buffer] : llvm::enumerate(buffers.find(function))) {
    isHidden |= buffer.isHidden;
    if (buffer.isStray)
      why = "result " + std::to_string(i) + " of @" +
            function.getName().str() +
            " is neither an argument nor a buffer that it allocates: "
            "expects a copy of it";
  }
  return why.empty() && isHidden ? otherwise : why;
}

/// Returns the function of this name, which has another one from where
/// `layout-legalize` found that it is one of the C library, and may have
/// declared that; null if there is none.
template <typename Function>
static Function findFunction(ModuleOp module, StringRef name) {
  auto function = module.lookupSymbol<Function>(name);
  return function && !function.isExternal()
             ? function
             : module.lookupSymbol<Function>((name + kRenamedSuffix).str());
}

void FunctionCompiler::recordInterface() {
  auto function = findFunction<func::FuncOp>(module, entry);
  if (!function)
    return;
  bool wasAppended = type && type.getNumInputs() > isWritten.size();
  type = function.getFunctionType();
  whyNotReturned = findStrayResult(function, std::move(whyNotReturned));
  if (!wasAppended && type.getNumInputs() > isWritten.size())
    function.emitError(
        "has laid-out buffers of dynamic shape whose extents the "
        "physical shape does not tell: expects static shapes "
        "where it is called from outside, or plain buffers for which "
        "layout.transform requests the layout within the function "
        "(change-interface=false)");
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

/// Returns true if Python has an array with such elements, or a number of this
/// type. Elements of type bf16 are passed as integers of 16 bits, floats of 8
/// bits as those of 8.
static bool canBePassed(Type type, bool isElement, bool takesBits) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return isElement && (complex.getElementType().isF32() ||
                         complex.getElementType().isF64());
  constexpr unsigned byte = 8;
  bool isFloatOfByte =
      isa<FloatType>(type) && type.getIntOrFloatBitWidth() == byte;
  if (type.isF16() || type.isBF16())
    return true;
  if (isFloatOfByte)
    return isElement;
  if (type.isSignlessInteger(128))
    return isElement && takesBits;
  if (type.isSignlessInteger())
    return llvm::is_contained({1, 8, 16, 32, 64}, type.getIntOrFloatBitWidth());
  return type.isIndex() || type.isF32() || type.isF64();
}

FailureOr<CompiledType> CompiledTypeReader::read(Type type,
                                                 const Twine &name) const {
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
  if (!canBePassed(passed, result.isBuffer, takesBits)) {
    why = (name + " of @" + entry + " is of type " + llvm::to_string(type) +
           ", which cannot be passed: expects index, i1, i8, i16, i32, "
           "i64, f32, f64, f16 or bf16, or a row-major buffer, in the default "
           "memory space, of one of these, a float of 8 bits, complex<f32> "
           "or complex<f64>")
              .str();
    return failure();
  }
  result.element = llvm::to_string(passed);
  return result;
}

LogicalResult FunctionCompiler::readInterface(CompiledFunction &function) {
  if (type.getNumInputs() != isWritten.size())
    return fail("the pipeline changes the arguments of @" + entry);
  CompiledTypeReader reader{entry, takesBits, why};
  for (auto [i, input] : llvm::enumerate(type.getInputs())) {
    FailureOr<CompiledType> argument =
        reader.read(input, "argument " + Twine(i));
    if (failed(argument))
      return failure();
    argument->isWritten = isWritten[i];
    argument->isAlone = isAlone[i];
    function.arguments.push_back(std::move(*argument));
  }
  for (auto [i, output] : llvm::enumerate(type.getResults())) {
    FailureOr<CompiledType> result = reader.read(output, "result " + Twine(i));
    if (failed(result))
      return failure();
    result->isValue = i < isValue.size() && isValue[i];
    function.results.push_back(std::move(*result));
  }
  return whyNotReturned.empty() ? success() : fail(whyNotReturned);
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

/// A buffer as one value: two pointers, an offset, sizes and strides.
static Type getLoweredValue(const CompiledType &type, MLIRContext *context) {
  SmallVector<Type> parts;
  appendLowered(type, context, parts);
  if (!type.isBuffer)
    return parts.front();
  parts.truncate(3);
  if (!type.shape.empty())
    parts.append(2, LLVM::LLVMArrayType::get(parts[2], type.shape.size()));
  return LLVM::LLVMStructType::getLiteral(context, parts);
}

static Type getLoweredResult(const CompiledFunction &function,
                             MLIRContext *context) {
  SmallVector<Type> results =
      llvm::map_to_vector(function.getResults(), [&](const CompiledType &type) {
        return getLoweredValue(type, context);
      });
  if (results.empty())
    return LLVM::LLVMVoidType::get(context);
  return results.size() == 1
             ? results.front()
             : LLVM::LLVMStructType::getLiteral(context, results);
}

LogicalResult FunctionCompiler::checkLowered(const CompiledFunction &function) {
  auto lowered = findFunction<LLVM::LLVMFuncOp>(module, entry);
  SmallVector<Type> expected;
  for (const CompiledType &argument : function.getArguments())
    appendLowered(argument, module.getContext(), expected);
  if (!lowered || lowered.getArgumentTypes() != ArrayRef<Type>(expected) ||
      lowered.getFunctionType().getReturnType() !=
          getLoweredResult(function, module.getContext()))
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
