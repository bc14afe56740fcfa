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
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kSectionNames[] = {".rodata.layout",
                                                  ".data.layout"};

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

/// Returns true if the linkage is external, internal or private, that is,
/// states the visibility of the name only.
static bool hasSimpleLinkage(LLVM::GlobalOp global) {
  return llvm::is_contained({LLVM::Linkage::Private, LLVM::Linkage::Internal,
                             LLVM::Linkage::External},
                            global.getLinkage());
}

bool layout::isSimpleGlobal(LLVM::GlobalOp global) {
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
    if (auto error = writeOverZeros(file, entry.data, offset))
      return error;
  }
  return llvm::Error::success();
}
