//===- WeightsFile.cpp - Weights in a file of their own -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before:
//   llvm.mlir.global private constant @c(dense_resource<w> : tensor<4096xf32>)
//   llvm.func @f() {
//     %0 = llvm.mlir.addressof @c : !llvm.ptr
// After:
//   llvm.mlir.global external @layout_weights_addresses()
//     : !llvm.array<1 x ptr>
//   llvm.func @f() {
//     llvm.call @layout_weights_require() : () -> ()
//     %1 = llvm.mlir.addressof @layout_weights_addresses : !llvm.ptr
//     %0 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
//
//===----------------------------------------------------------------------===//

#include "WeightsFile.h"

#include "DataSection.h"
#include "ObjectError.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/xxhash.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;

/// WeightsLoader.c, as text of LLVM IR.
static const char kLoader[] =
#include "WeightsLoader.inc"
    ;

static constexpr StringLiteral kAddresses("layout_weights_addresses");
static constexpr StringLiteral kRequire("layout_weights_require");

/// What the names of all that loads weights begin with.
static constexpr StringLiteral kPrefix("layout_weights_");
/// A key of the format, which is no name of a tensor.
static constexpr StringLiteral kMetadata("__metadata__");

//===----------------------------------------------------------------------===//
// Which constants
//===----------------------------------------------------------------------===//

/// In words of the format; bytes, `U8`, for what it has no word for.
static std::string getTypeName(Type element) {
  if (element.isIndex())
    return "I64";
  if (isa<Float8E4M3FNType>(element))
    return "F8_E4M3";
  if (isa<Float8E5M2Type>(element))
    return "F8_E5M2";
  if (element.isBF16())
    return "BF16";
  if (element.isInteger(1))
    return "BOOL";
  unsigned bits = element.getIntOrFloatBitWidth();
  bool isFloat = isa<FloatType>(element);
  if (!llvm::is_contained({8, 16, 32, 64}, bits) || (isFloat && bits == 8))
    return "U8";
  const char *kind = isFloat ? "F" : element.isUnsignedInteger() ? "U" : "I";
  return kind + std::to_string(bits);
}

/// Bytes of an element of the type that is called so: `F8_E4M3`, `I16`.
static uint64_t getBytesOfName(StringRef name) {
  unsigned bits = 8;
  name.drop_while([](char c) { return !llvm::isDigit(c); })
      .consumeInteger(10, bits);
  return bits / 8;
}

/// The type and the shape of a tensor. Parts of a complex number, and bytes of
/// what the format has no name for, are a dimension of their own.
static std::pair<std::string, std::string> describeTensor(ShapedType type,
                                                          uint64_t size) {
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  std::string name = getTypeName(complex ? complex.getElementType() : element);
  uint64_t inner = size / type.getNumElements() / getBytesOfName(name);
  std::string shape;
  llvm::raw_string_ostream os(shape);
  llvm::interleave(type.getShape(), os, ",");
  if (inner > 1)
    os << (type.getRank() ? "," : "") << inner;
  return {std::move(name), std::move(shape)};
}

/// Has functions alone as users, whose code can find the address.
static bool isUsedByFunctions(LLVM::GlobalOp global, ModuleOp module) {
  bool result = true;
  for (Operation &op : module.getBody()->getOperations()) {
    if (isa<LLVM::LLVMFuncOp>(op))
      continue;
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(global, &op);
    result = result && uses && uses->empty();
  }
  return result;
}

static bool isWeight(LLVM::GlobalOp global, ModuleOp module) {
  return isSimpleGlobal(global) && global.getConstant() &&
         global.getLinkage() != LLVM::Linkage::External &&
         global.getSymName() != kMetadata &&
         isUsedByFunctions(global, module);
}

void WeightsFile::take(ModuleOp module, uint64_t threshold,
                       const llvm::StringMap<std::string> &layouts) {
  for (auto global :
       llvm::make_early_inc_range(module.getOps<LLVM::GlobalOp>())) {
    auto data = getDataBytes(global.getValueOrNull(), global.getGlobalType());
    if (!data || data->size < threshold || !isWeight(global, module))
      continue;
    Tensor tensor;
    tensor.name = global.getSymName().str();
    tensor.data = *data;
    tensor.layout = layouts.lookup(tensor.name);
    std::tie(tensor.type, tensor.shape) = describeTensor(
        cast<ElementsAttr>(global.getValueOrNull()).getShapedType(),
        data->size);
    tensors.push_back(std::move(tensor));
  }
}

/// Those first after which the next one is aligned. The format has no holes.
void WeightsFile::sort() {
  llvm::sort(tensors, [](const Tensor &a, const Tensor &b) {
    bool aIsOdd = a.data.size % kDataAlignment != 0;
    bool bIsOdd = b.data.size % kDataAlignment != 0;
    return std::tie(aIsOdd, b.data.size, a.name) <
           std::tie(bIsOdd, a.data.size, b.name);
  });
  uint64_t end = 0;
  for (Tensor &tensor : tensors) {
    tensor.offset = end;
    end += tensor.data.size;
  }
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static Value loadAddress(OpBuilder &builder, Location loc, uint64_t index) {
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value table =
      LLVM::AddressOfOp::create(builder, loc, pointer, kAddresses);
  Value place = LLVM::GEPOp::create(builder, loc, pointer, pointer, table,
                                    LLVM::GEPArg(int32_t(index)));
  return LLVM::LoadOp::create(builder, loc, pointer, place);
}

/// Returns true if there was something to find.
static bool rewriteFunction(LLVM::LLVMFuncOp function,
                            const llvm::StringMap<uint64_t> &indices) {
  bool isChanged = false;
  function.walk([&](LLVM::AddressOfOp op) {
    auto found = indices.find(op.getGlobalName());
    if (found == indices.end())
      return;
    OpBuilder builder(op);
    op.replaceAllUsesWith(
        loadAddress(builder, op.getLoc(), found->getValue()));
    op.erase();
    isChanged = true;
  });
  return isChanged;
}

void WeightsFile::rewriteUses(ModuleOp module) const {
  llvm::StringMap<uint64_t> indices;
  for (auto [i, tensor] : llvm::enumerate(tensors))
    indices[tensor.name] = i;
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToStart(module.getBody());
  auto nothing = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(module.getContext()), {});
  auto require = LLVM::LLVMFuncOp::create(builder, module.getLoc(), kRequire,
                                          nothing);
  auto table = LLVM::LLVMArrayType::get(
      LLVM::LLVMPointerType::get(module.getContext()), tensors.size());
  LLVM::GlobalOp::create(builder, module.getLoc(), table, /*isConstant=*/false,
                         LLVM::Linkage::External, kAddresses, Attribute());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (rewriteFunction(function, indices)) {
      OpBuilder first = OpBuilder::atBlockBegin(&function.getBody().front());
      LLVM::CallOp::create(first, function.getLoc(), require, ValueRange());
    }
  for (auto global :
       llvm::make_early_inc_range(module.getOps<LLVM::GlobalOp>()))
    if (indices.contains(global.getSymName()))
      global.erase();
}

/// Of the program that is left, and of all bytes.
void WeightsFile::setModel(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << *module;
  for (const Tensor &tensor : tensors)
    os << tensor.name << tensor.type << tensor.shape << ' '
       << llvm::xxh3_64bits(ArrayRef(
              reinterpret_cast<const uint8_t *>(tensor.data.bytes.data()),
              tensor.data.bytes.size()));
  model = llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true, 16);
}

llvm::Error WeightsFile::checkNames(ModuleOp module) {
  for (auto symbol : module.getOps<SymbolOpInterface>())
    if (symbol.getName().starts_with(kPrefix))
      return makeError("the program has the name @" + symbol.getName() +
                       ", and what loads --weights has names that begin with '" +
                       kPrefix + "'; rename it");
  return llvm::Error::success();
}

WeightsFile::WeightsFile(ModuleOp module, uint64_t threshold, StringRef name,
                         const llvm::StringMap<std::string> &layouts,
                         std::string target)
    : name(name), target(std::move(target)) {
  take(module, threshold, layouts);
  if (tensors.empty())
    return;
  sort();
  rewriteUses(module);
  setModel(module);
}

//===----------------------------------------------------------------------===//
// The loader
//===----------------------------------------------------------------------===//

/// Null if it cannot be read, which a build of this project would be.
static std::unique_ptr<llvm::Module> parseLoader(const llvm::Module &program) {
  llvm::SMDiagnostic error;
  auto loader = llvm::parseIR(llvm::MemoryBufferRef(kLoader, "loader"), error,
                              program.getContext());
  if (!loader)
    return nullptr;
  loader->setDataLayout(program.getDataLayout());
  loader->setTargetTriple(program.getTargetTriple());
  for (llvm::Function &function : *loader)
    for (const char *name : {"target-cpu", "target-features", "tune-cpu"})
      function.removeFnAttr(name);
  if (llvm::NamedMDNode *flags = loader->getModuleFlagsMetadata())
    flags->eraseFromParent();
  return loader;
}

static llvm::GlobalVariable *defineText(llvm::Module &module, StringRef name,
                                        StringRef text) {
  auto *value = llvm::ConstantDataArray::getString(module.getContext(), text);
  return new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, value,
                                  name);
}

static void define(llvm::Module &module, StringRef name,
                   llvm::Constant *value) {
  new llvm::GlobalVariable(module, value->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage, value, name);
}

/// In the order of the addresses, as the loader's `struct Tensor` has them.
void WeightsFile::defineTensors(llvm::Module &program) const {
  llvm::LLVMContext &context = program.getContext();
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *number = llvm::Type::getInt64Ty(context);
  auto *entry =
      llvm::StructType::get(context, {pointer, number, pointer, pointer});
  SmallVector<llvm::Constant *> entries;
  for (const Tensor &tensor : tensors)
    entries.push_back(llvm::ConstantStruct::get(
        entry, {defineText(program, "layout_weights_name", tensor.name),
                llvm::ConstantInt::get(number, tensor.data.size),
                defineText(program, "layout_weights_type", tensor.type),
                defineText(program, "layout_weights_shape", tensor.shape)}));
  define(program, "layout_weights_tensors",
         llvm::ConstantArray::get(llvm::ArrayType::get(entry, entries.size()),
                                  entries));
  define(program, "layout_weights_count",
         llvm::ConstantInt::get(number, entries.size()));
}

static void makeLoaderLocal(llvm::Module &program) {
  for (llvm::GlobalValue &value : program.global_values())
    if (value.getName().starts_with(kPrefix) && !value.isDeclaration() &&
        !value.hasLocalLinkage())
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Names that the program gives to functions of its own, and the loader does
/// not mean.
static llvm::Error checkLoader(const llvm::Module &program,
                               const llvm::Module &loader) {
  for (const llvm::Function &called : loader) {
    if (!called.isDeclaration() || called.isIntrinsic())
      continue;
    const llvm::GlobalValue *own = program.getNamedValue(called.getName());
    if (own && !own->isDeclaration() && !own->hasLocalLinkage())
      return makeError("the program has the name @" + called.getName() +
                       ", and what loads --weights calls the function of the "
                       "C library; rename it");
  }
  return llvm::Error::success();
}

llvm::Error WeightsFile::addLoader(llvm::Module &program) const {
  std::string load = name + "_load_weights", unload = name + "_unload_weights";
  for (const std::string &each : {load, unload})
    if (program.getNamedValue(each))
      return makeError("the program has a function @" + each +
                       ", which --weights makes");
  std::unique_ptr<llvm::Module> loader = parseLoader(program);
  if (loader)
    if (auto error = checkLoader(program, *loader))
      return error;
  llvm::LLVMContext &context = program.getContext();
  defineTensors(program);
  for (auto [name, text] :
       {std::pair("layout_weights_model", model),
        std::pair("layout_weights_target", target),
        std::pair("layout_weights_missing",
                  "a function was called whose weights are not loaded: call " +
                      load + " first\n")})
    define(program, name, llvm::ConstantDataArray::getString(context, text));
  llvm::GlobalVariable *addresses = program.getNamedGlobal(kAddresses);
  addresses->setInitializer(
      llvm::Constant::getNullValue(addresses->getValueType()));
  if (!loader || llvm::Linker::linkModules(program, std::move(loader)))
    return makeError("what loads weights cannot be linked into the program");
  makeLoaderLocal(program);
  for (auto [from, to] : {std::pair("layout_weights_load", load),
                          std::pair("layout_weights_unload", unload)}) {
    llvm::Function *function = program.getFunction(from);
    function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    function->setName(to);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// With its length before it, and spaces after it, for the data to be aligned.
std::string WeightsFile::getHeader() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{\"" << kMetadata << "\":{\"layout_model\":\"" << model
     << "\",\"layout_target\":" << llvm::json::Value(target);
  for (const Tensor &tensor : tensors)
    if (!tensor.layout.empty())
      os << ",\"layout_of_" << tensor.name
         << "\":" << llvm::json::Value(tensor.layout);
  os << "}";
  for (const Tensor &tensor : tensors)
    os << ",\"" << tensor.name << "\":{\"dtype\":\"" << tensor.type
       << "\",\"shape\":[" << tensor.shape << "],\"data_offsets\":["
       << tensor.offset << "," << tensor.offset + tensor.data.size << "]}";
  os << "}";
  text.append(llvm::offsetToAlignment(sizeof(uint64_t) + text.size(),
                                      llvm::Align(kDataAlignment)),
              ' ');
  std::string length(sizeof(uint64_t), 0);
  llvm::support::endian::write64le(length.data(), text.size());
  return length + text;
}

llvm::Error WeightsFile::write(int file) const {
  std::string header = getHeader();
  uint64_t end = tensors.empty()
                     ? 0
                     : tensors.back().offset + tensors.back().data.size;
  if (ftruncate(file, header.size() + end) != 0)
    return llvm::errorCodeToError(
        std::error_code(errno, std::generic_category()));
  if (auto error =
          writeOverZeros(file, {ArrayRef<char>(header), header.size()}, 0))
    return error;
  for (const Tensor &tensor : tensors)
    if (auto error = writeOverZeros(file, tensor.data,
                                    header.size() + tensor.offset))
      return error;
  return llvm::Error::success();
}
