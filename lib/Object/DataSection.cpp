//===- DataSection.cpp - Large constants beside the code ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Before:
//   llvm.mlir.global private constant @c(dense_resource<w> : tensor<4096xf32>)
// After:
//   llvm.mlir.global external constant @c() {dso_local}
// and in the object file, in a section of its own, the symbol and its bytes.
//
//===----------------------------------------------------------------------===//

#include "DataSection.h"

#include "Names.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include <unistd.h>

using namespace mlir;
using namespace mlir::layout;

/// Of a line of a cache, and of the longest vectors.
static constexpr uint64_t kDataAlignment = 64;
static constexpr StringLiteral kSectionNames[] = {".rodata.layout",
                                                  ".data.layout"};

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Bytes of an element that are alike in an attribute and in memory; 0 if they
/// are not. Attributes hold an i1 as a bit and an i24 as 3 bytes, memory as 1
/// and 4.
static uint64_t getElementBytes(Type element) {
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  return llvm::is_contained({8, 16, 32, 64}, bits) ? bits / 8 : 0;
}

std::optional<DataBytes> layout::getDataBytes(Attribute data, Type type) {
  uint64_t count = 1;
  while (auto array = dyn_cast<LLVM::LLVMArrayType>(type)) {
    count *= array.getNumElements();
    type = array.getElementType();
  }
  uint64_t element = getElementBytes(type);
  DataBytes result{{}, count * element};
  if (element == 0 || count == 0)
    return std::nullopt;
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(data)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob || blob->getData().size() != result.size)
      return std::nullopt;
    result.bytes = blob->getData();
    return result;
  }
  auto dense = dyn_cast_or_null<DenseElementsAttr>(data);
  if (!dense || isa<DenseStringElementsAttr>(dense) ||
      dense.getElementType().isInteger(1) ||
      uint64_t(dense.getNumElements()) != count)
    return std::nullopt;
  result.bytes = dense.getRawData();
  if (result.bytes.size() != (dense.isSplat() ? element : result.size))
    return std::nullopt;
  return result;
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

/// Does the linkage say no more than whether others see the name?
static bool hasSimpleLinkage(LLVM::GlobalOp global) {
  return llvm::is_contained({LLVM::Linkage::Private, LLVM::Linkage::Internal,
                             LLVM::Linkage::External},
                            global.getLinkage());
}

static bool isSimpleGlobal(LLVM::GlobalOp global) {
  return hasSimpleLinkage(global) && isIdentifier(global.getSymName()) &&
         !global.getThreadLocal_() && !global.getExternallyInitialized() &&
         !global.getSection() && !global.getComdat() &&
         global.getAddrSpace() == 0 &&
         global.getVisibility_() == LLVM::Visibility::Default &&
         global.getAlignment().value_or(1) <= kDataAlignment;
}

/// What others see may be theirs in a shared library.
static void makeDeclaration(LLVM::GlobalOp global) {
  global.removeValueAttr();
  if (global.getLinkage() != LLVM::Linkage::External)
    global.setDsoLocal(true);
  global.setLinkage(LLVM::Linkage::External);
  global.setAlignment(kDataAlignment);
}

DataSection::DataSection(ModuleOp module, uint64_t threshold) {
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (!isSimpleGlobal(global))
      continue;
    auto data = getDataBytes(global.getValueOrNull(), global.getGlobalType());
    if (!data || data->size < threshold)
      continue;
    Entry entry{global.getSymName().str(), *data, 0, !global.getConstant(),
                global.getLinkage() == LLVM::Linkage::External};
    uint64_t &end = sizes[entry.isWritable];
    entry.offset = llvm::alignTo(end, kDataAlignment);
    end = entry.offset + data->size;
    entries.push_back(std::move(entry));
    makeDeclaration(global);
  }
}

//===----------------------------------------------------------------------===//
// Object files
//===----------------------------------------------------------------------===//

bool DataSection::isSupported(const llvm::Triple &triple) {
  return triple.isOSBinFormatELF() && triple.isLittleEndian();
}

std::string DataSection::getAssembly(const llvm::Triple &triple) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  // Comments begin with '@' in assembly of 32-bit ARM.
  char mark = triple.isARM() || triple.isThumb() ? '%' : '@';
  for (bool isWritable : {false, true}) {
    if (sizes[isWritable] == 0)
      continue;
    os << ".section " << kSectionNames[isWritable] << ",\"a"
       << (isWritable ? "w" : "") << "\"," << mark << "progbits\n";
    for (const Entry &entry : entries) {
      if (entry.isWritable != isWritable)
        continue;
      if (entry.isPublic)
        os << ".globl " << entry.name << "\n";
      os << ".balign " << kDataAlignment << "\n.type " << entry.name << ","
         << mark << "object\n.size " << entry.name << ", " << entry.data.size
         << "\n"
         << entry.name << ":\n.zero " << entry.data.size << "\n";
    }
  }
  return text;
}

/// Writes all of `bytes`, `offset` bytes from the beginning.
static llvm::Error writeAt(int file, ArrayRef<char> bytes, uint64_t offset) {
  constexpr size_t most = size_t(1) << 30; // in one call of some systems
  while (!bytes.empty()) {
    ssize_t written =
        pwrite(file, bytes.data(), std::min(bytes.size(), most), offset);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return llvm::errorCodeToError(
          std::error_code(errno, std::generic_category()));
    bytes = bytes.drop_front(written);
    offset += written;
  }
  return llvm::Error::success();
}

/// One element again and again, some at a time.
static llvm::Error writeRepeated(int file, const DataBytes &data,
                                 uint64_t offset) {
  if (llvm::all_of(data.bytes, [](char byte) { return byte == 0; }))
    return llvm::Error::success(); // as it is there
  constexpr uint64_t chunk = 1 << 16; // a multiple of all elements
  std::vector<char> block;
  while (block.size() < std::min(chunk, data.size))
    block.insert(block.end(), data.bytes.begin(), data.bytes.end());
  for (uint64_t done = 0; done < data.size; done += block.size()) {
    uint64_t size = std::min<uint64_t>(block.size(), data.size - done);
    if (auto error =
            writeAt(file, ArrayRef(block).take_front(size), offset + done))
      return error;
  }
  return llvm::Error::success();
}

/// Where the section begins in the file; nothing if there is none of its size.
static std::optional<uint64_t> findSection(const llvm::object::ObjectFile &file,
                                           StringRef name, uint64_t size) {
  for (const llvm::object::SectionRef &section : file.sections()) {
    auto found = section.getName();
    if (!found) {
      llvm::consumeError(found.takeError());
      continue;
    }
    if (*found != name || section.getSize() != size)
      continue;
    auto contents = section.getContents();
    if (contents)
      return contents->data() - file.getData().data();
    llvm::consumeError(contents.takeError());
  }
  return std::nullopt;
}

llvm::Error DataSection::write(int file, StringRef path) const {
  if (entries.empty())
    return llvm::Error::success();
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  auto object = llvm::object::ObjectFile::createObjectFile(**buffer);
  if (!object)
    return object.takeError();
  std::optional<uint64_t> starts[2];
  for (bool isWritable : {false, true}) {
    starts[isWritable] = findSection(**object, kSectionNames[isWritable],
                                     sizes[isWritable]);
    if (sizes[isWritable] && !starts[isWritable])
      return llvm::createStringError("the object file has no section of "
                                     "constants");
  }
  for (const Entry &entry : entries) {
    uint64_t offset = *starts[entry.isWritable] + entry.offset;
    bool isRepeated = entry.data.bytes.size() < entry.data.size;
    if (auto error = isRepeated ? writeRepeated(file, entry.data, offset)
                                : writeAt(file, entry.data.bytes, offset))
      return error;
  }
  return llvm::Error::success();
}
