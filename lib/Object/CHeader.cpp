//===- CHeader.cpp - Declarations for C -----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CHeader.h"

#include "Layout/Conversion/Legalize.h"
#include "Names.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ScopedPrinter.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The C type of a number; empty if C has none that is passed alike. Bytes of
/// memory may have another name than values: C passes no bf16.
static std::string getNumberType(Type type, bool isElement) {
  if (type.isIndex())
    return "int64_t";
  if (type.isInteger(1))
    return "bool";
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned width = integer.getWidth();
    if (llvm::is_contained({8, 16, 32, 64}, width))
      return (integer.isUnsigned() ? "uint" : "int") + std::to_string(width) +
             "_t";
    return "";
  }
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (isElement && (type.isF16() || type.isBF16()))
    return "uint16_t"; // its bits
  if (isElement && isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8)
    return "uint8_t";
  return "";
}

/// The product of the inner extents that are known; nothing if it has more than
/// 64 bits.
static std::optional<int64_t> getKnownStride(MemRefType buffer, unsigned d) {
  int64_t stride = 1;
  for (unsigned inner = d + 1; inner < buffer.getRank(); ++inner)
    if (!buffer.isDynamicDim(inner) &&
        llvm::MulOverflow(stride, buffer.getDimSize(inner), stride))
      return std::nullopt;
  return stride;
}

/// A buffer whose elements lie in row-major order, from a pointer on.
static MemRefType getPlainBuffer(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  return buffer && buffer.getLayout().isIdentity() &&
                 !buffer.getMemorySpace() &&
                 (buffer.getRank() == 0 || getKnownStride(buffer, 0)) &&
                 !getNumberType(buffer.getElementType(), true).empty()
             ? buffer
             : MemRefType();
}

/// The name of the struct of a descriptor; empty if C cannot have one. Strides
/// are in it, so it is the same for each layout.
static std::string getDescriptorType(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  if (!buffer || getNumberType(buffer.getElementType(), true).empty())
    return "";
  return ("layout_" + llvm::to_string(buffer.getElementType()) + "_" +
          Twine(buffer.getRank()))
      .str();
}

static std::string getCType(Type type) {
  std::string number = getNumberType(type, /*isElement=*/false);
  return number.empty() ? getDescriptorType(type) : number;
}

/// Words of C and C++, and what compilers and their most common headers define.
/// Whether a word is one depends on the compiler: each is one here.
static bool isWord(StringRef name) {
  static const std::set<StringRef> words{
      "alignas",      "alignof",      "and",
      "and_eq",       "asm",          "assert",
      "auto",         "bitand",       "bitor",
      "bool",         "break",        "case",
      "catch",        "char",         "class",
      "co_await",     "co_return",    "co_yield",
      "compl",        "concept",      "const",
      "const_cast",   "consteval",    "constexpr",
      "constinit",    "continue",     "contract_assert",
      "decltype",     "default",      "delete",
      "do",           "double",       "dynamic_cast",
      "else",         "enum",         "errno",
      "explicit",     "export",       "extern",
      "false",        "float",        "for",
      "friend",       "goto",         "i386",
      "if",           "inline",       "int",
      "linux",        "long",         "main",
      "mutable",      "namespace",    "new",
      "noexcept",     "not",          "not_eq",
      "nullptr",      "offsetof",     "operator",
      "or",           "or_eq",        "private",
      "protected",    "public",       "register",
      "reinterpret_cast", "requires", "restrict",
      "return",       "short",        "signed",
      "sizeof",       "static",       "static_assert",
      "static_cast",  "stderr",       "stdin",
      "stdout",       "struct",       "switch",
      "template",     "this",         "thread_local",
      "throw",        "true",         "try",
      "typedef",      "typeid",       "typename",
      "typeof",       "typeof_unqual", "union",
      "unix",         "unsigned",     "using",
      "virtual",      "void",         "volatile",
      "while",        "xor",          "xor_eq",
      "EOF",          "NULL"};
  return words.count(name);
}

/// Types and macros of stdint.h, and what later versions of it may have.
static bool isOfStdint(StringRef name) {
  if (name.ends_with("_t"))
    return true;
  bool hasPrefix = llvm::any_of(
      ArrayRef<StringRef>{"INT", "UINT", "SIZE", "PTRDIFF", "SIG_ATOMIC",
                          "WCHAR", "WINT"},
      [&](StringRef prefix) { return name.starts_with(prefix); });
  return hasPrefix &&
         llvm::any_of(ArrayRef<StringRef>{"_MAX", "_MIN", "_WIDTH", "_C"},
                      [&](StringRef suffix) { return name.ends_with(suffix); });
}

/// Returns true if a function of a header may have the name. Names with a
/// leading underscore are reserved for compilers, and `LAYOUT_` is for macros
/// of this header.
static bool isUsableName(StringRef name) {
  return !isWord(name) && !isOfStdint(name) && !isOfCLibrary(name) &&
         !name.starts_with("_") && !name.starts_with("LAYOUT_");
}

/// Text for within a comment, which it neither ends nor begins.
static std::string escapeComment(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  llvm::printEscapedString(text, os);
  std::string result;
  for (char c : escaped) {
    bool isMark = !result.empty() && ((result.back() == '*' && c == '/') ||
                                      (result.back() == '/' && c == '*'));
    if (isMark)
      result += ' ';
    result += c;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The name of the struct of several results.
static std::string getResultsName(StringRef function) {
  return (function + "_results").str();
}

/// Returns why C cannot declare `function`; empty if it can.
static std::string findObstacle(const PublicFunction &function) {
  if (!isIdentifier(function.name))
    return "its name is none of C";
  for (TypeRange types :
       {function.type.getInputs(), function.type.getResults()})
    for (Type each : types)
      if (getCType(each).empty())
        return "C has no type for " + llvm::to_string(each);
  return "";
}

namespace {

/// Names of types and functions of a header.
using HeaderNames = std::set<std::string>;

/// Declares one function.
class FunctionWriter {
public:
  /// `taken` are the names that the header has for other things.
  FunctionWriter(const PublicFunction &function, const HeaderNames &taken,
                 llvm::raw_ostream &os)
      : function(function), name(function.name), type(function.type),
        taken(taken), os(os) {}

  void write() {
    os << "\n/* @" << escapeComment(name + " : " + llvm::to_string(type));
    if (function.mayWriteTensors)
      os << "\n   May write to its arguments; with -fkeep-arguments it does not.";
    for (auto [i, result] : llvm::enumerate(type.getResults()))
      if (isa<MemRefType>(result))
        os << "\n   " << describeOwner(i);
    os << " */\n";
    if (std::string why = findObstacle(function); !why.empty()) {
      os << "/* not declared: " << escapeComment(why) << " */\n";
      return;
    }
    if (hasResultStruct() && type.getNumResults() > 1)
      writeResultStruct();
    writeDeclaration();
    if (canBeCalledByPointers())
      writeCallByPointers();
  }

private:
  /// A buffer, and several results, are written to where a pointer says.
  bool hasResultStruct() const {
    return type.getNumResults() > 1 ||
           (type.getNumResults() == 1 && isa<MemRefType>(type.getResult(0)));
  }

  /// Who frees a result that is a buffer.
  std::string describeOwner(unsigned number) const {
    std::string result = "result";
    if (type.getNumResults() > 1)
      result += std::to_string(number);
    ReturnedBuffer buffer;
    buffer.isStray = true;
    if (number < function.results.size())
      buffer = function.results[number];
    std::string block = result + ".allocated";
    if (buffer.isOwn())
      return result + ": to be freed, by free(" + block + ").";
    if (buffer.isStray || buffer.isHidden)
      return result + ": may be memory of the program or of an argument.";
    std::string text = result + (buffer.isArgument ? ": memory of an argument"
                                                   : ": to be freed");
    if (buffer.isArgument && buffer.isAllocated)
      text += ", or else to be freed, as " + block + " tells";
    if (buffer.shared)
      text += "; may be that of result" + std::to_string(*buffer.shared) +
              ", and is freed once";
    return text + ".";
  }

  std::string getResultType() const {
    if (type.getNumResults() == 0)
      return "void";
    return type.getNumResults() == 1 ? getCType(type.getResult(0))
                                     : getResultsName(name);
  }

  void writeResultStruct() {
    os << "typedef struct {\n";
    for (auto [i, result] : llvm::enumerate(type.getResults()))
      os << "  " << getCType(result) << " result" << i << ";\n";
    os << "} " << getResultType() << ";\n";
  }

  void writeDeclaration() {
    os << (hasResultStruct() ? "void" : getResultType()) << " _mlir_ciface_"
       << name << "(";
    llvm::ListSeparator comma;
    if (hasResultStruct())
      os << comma << getResultType() << " *result";
    for (auto [i, input] : llvm::enumerate(type.getInputs()))
      os << comma << getCType(input) << (isa<MemRefType>(input) ? " *" : " ")
         << "arg" << i;
    os << (type.getNumInputs() == 0 && !hasResultStruct() ? "void" : "")
       << ");\n";
  }

  bool canBeCalledByPointers() const {
    return isUsableName(name) && !taken.count(name) &&
           llvm::all_of(type.getInputs(), [](Type input) {
             return !isa<MemRefType>(input) || getPlainBuffer(input);
           });
  }

  void writeParameters() {
    llvm::ListSeparator comma;
    for (auto [i, input] : llvm::enumerate(type.getInputs())) {
      MemRefType buffer = getPlainBuffer(input);
      os << comma
         << getNumberType(buffer ? buffer.getElementType() : input, !!buffer)
         << (buffer ? " *" : " ") << "arg" << i;
      if (buffer)
        for (unsigned d = 0; d < buffer.getRank(); ++d)
          if (buffer.isDynamicDim(d))
            os << comma << "int64_t arg" << i << "_extent" << d;
    }
    os << (type.getNumInputs() == 0 ? "void" : "");
  }

  std::string getExtent(MemRefType buffer, unsigned argument, unsigned d) {
    if (!buffer.isDynamicDim(d))
      return std::to_string(buffer.getDimSize(d));
    return "arg" + std::to_string(argument) + "_extent" + std::to_string(d);
  }

  /// The product of the inner extents. Those that are known are one number,
  /// which C gives a type that holds it: their product in C would be an int.
  std::string getStride(MemRefType buffer, unsigned argument, unsigned d) {
    int64_t known = getKnownStride(buffer, d).value_or(0);
    std::string text = std::to_string(known);
    bool isLeftOut = known == 1;
    for (unsigned inner = d + 1; inner < buffer.getRank(); ++inner) {
      if (!buffer.isDynamicDim(inner))
        continue;
      text = (isLeftOut ? "" : text + " * ") +
             getExtent(buffer, argument, inner);
      isLeftOut = false;
    }
    return text;
  }

  void writeDescriptor(MemRefType buffer, unsigned argument) {
    os << "  " << getDescriptorType(buffer) << " buffer" << argument
       << " = {arg" << argument << ", arg" << argument << ", 0";
    unsigned rank = buffer.getRank();
    if (rank > 0) {
      os << ", {";
      for (unsigned d = 0; d < rank; ++d)
        os << (d ? ", " : "") << getExtent(buffer, argument, d);
      os << "}, {";
      for (unsigned d = 0; d < rank; ++d)
        os << (d ? ", " : "") << getStride(buffer, argument, d);
      os << "}";
    }
    os << "};\n";
  }

  void writeCallByPointers() {
    os << "static inline " << getResultType() << " " << name << "(";
    writeParameters();
    os << ") {\n";
    for (auto [i, input] : llvm::enumerate(type.getInputs()))
      if (MemRefType buffer = getPlainBuffer(input))
        writeDescriptor(buffer, i);
    if (hasResultStruct())
      os << "  " << getResultType() << " result;\n";
    bool isReturned = type.getNumResults() == 1 && !hasResultStruct();
    os << "  " << (isReturned ? "return " : "") << "_mlir_ciface_" << name
       << "(";
    llvm::ListSeparator comma;
    if (hasResultStruct())
      os << comma << "&result";
    for (auto [i, input] : llvm::enumerate(type.getInputs()))
      os << comma << (isa<MemRefType>(input) ? "&buffer" : "arg") << i;
    os << ");\n" << (hasResultStruct() ? "  return result;\n" : "") << "}\n";
  }

  const PublicFunction &function;
  const std::string &name;
  FunctionType type;
  const HeaderNames &taken;
  llvm::raw_ostream &os;
};

} // namespace

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// Those of the functions that are declared.
static std::map<std::string, MemRefType>
getDescriptorTypes(ArrayRef<PublicFunction> functions) {
  std::map<std::string, MemRefType> types;
  for (const PublicFunction &function : functions) {
    if (!findObstacle(function).empty())
      continue;
    for (TypeRange all :
         {function.type.getInputs(), function.type.getResults()})
      for (Type type : all)
        if (std::string name = getDescriptorType(type); !name.empty())
          types[name] = cast<MemRefType>(type);
  }
  return types;
}

static HeaderNames getNames(ArrayRef<PublicFunction> functions) {
  HeaderNames names;
  for (auto &[name, type] : getDescriptorTypes(functions))
    names.insert(name);
  for (const PublicFunction &function : functions)
    if (function.type.getNumResults() > 1 && findObstacle(function).empty())
      names.insert(getResultsName(function.name));
  return names;
}

/// Once for each program, whatever headers it includes.
static void writeDescriptorStructs(ArrayRef<PublicFunction> functions,
                                   llvm::raw_ostream &os) {
  for (auto &[name, type] : getDescriptorTypes(functions)) {
    std::string element = getNumberType(type.getElementType(), true);
    std::string macro = StringRef(name).upper();
    os << "\n#ifndef " << macro << "\n#define " << macro
       << "\ntypedef struct {\n  " << element
       << " *allocated; /* the block of memory, as malloc gave it */\n  " << element
       << " *aligned; /* elements begin at aligned[offset] */\n"
       << "  int64_t offset;\n";
    if (type.getRank() > 0)
      os << "  int64_t sizes[" << type.getRank() << "];\n  int64_t strides["
         << type.getRank() << "]; /* in elements */\n";
    os << "} " << name << ";\n#endif\n";
  }
}

static void writeWeightsFunctions(StringRef name, llvm::raw_ostream &os) {
  os << "\n/* Before any other call. Does nothing if they are loaded. Returns 0, "
        "or\n"
        "   1: cannot be opened, 2: no file of weights, 3: of another model,\n"
        "   4: of another target, 5: truncated, 6: no memory. */\n"
     << "int32_t " << name << "_load_weights(const char *path);\n"
     << "/* While no other function runs. */\n"
     << "void " << name << "_unload_weights(void);\n";
}

static std::string getGuard(StringRef fileName) {
  std::string guard = "LAYOUT_CC_";
  for (char c : fileName)
    guard += llvm::isAlnum(c) ? llvm::toUpper(c) : '_';
  return guard;
}

void layout::writeCHeader(ArrayRef<PublicFunction> functions,
                          StringRef fileName, StringRef weights,
                          llvm::raw_ostream &os) {
  std::string guard = getGuard(llvm::sys::path::filename(fileName));
  os << "/* Written by layout-cc. */\n#ifndef " << guard << "\n#define "
     << guard << "\n\n#include <stdbool.h>\n#include <stdint.h>\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  writeDescriptorStructs(functions, os);
  if (!weights.empty())
    writeWeightsFunctions(weights, os);
  HeaderNames names = getNames(functions);
  for (const PublicFunction &function : functions)
    FunctionWriter(function, names, os).write();
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << guard << " */\n";
}
