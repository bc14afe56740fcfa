//===- LongConstants.cpp - Taking long constants out of MLIR text ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights in a text are hexadecimal digits, two for each byte, and MLIR's
// parser keeps the whole text in memory beside the bytes. Here digits become
// bytes while the file is scanned, and the pages that were scanned are
// released.
//
//===----------------------------------------------------------------------===//

#include "LongConstants.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include <array>
#include <sys/mman.h>

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kDense("dense<");
static constexpr StringLiteral kHex("\"0x");
static constexpr StringLiteral kKeyPrefix("layout_text_");

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

/// Characters that are read before the pages that hold them are released.
static constexpr size_t kCharactersAtOnce = 1 << 24;

/// Releases the pages of a part of a mapped file; a later access reads them
/// from the file again. LLVM's `dontNeedIfMmap` has no effect under glibc,
/// whose `posix_madvise` ignores POSIX_MADV_DONTNEED.
static void releasePages(const llvm::MemoryBuffer &file, StringRef part) {
  if (file.getBufferKind() != llvm::MemoryBuffer::MemoryBuffer_MMap)
    return;
  // Only whole pages: others hold text that is not read yet.
  uint64_t page = llvm::sys::Process::getPageSizeEstimate();
  uint64_t begin = llvm::alignTo(uint64_t(part.begin() - file.getBufferStart()),
                                 page);
  uint64_t end = llvm::alignDown(uint64_t(part.end() - file.getBufferStart()),
                                 page);
  if (begin < end)
    (void)madvise(const_cast<char *>(file.getBufferStart()) + begin,
                  end - begin, MADV_DONTNEED);
}

static std::array<uint8_t, 256> makeDigitValues() {
  std::array<uint8_t, 256> values;
  for (unsigned c = 0; c < values.size(); ++c)
    values[c] = llvm::hexDigitValue(char(c)); // of all that is none, 255
  return values;
}

/// Writes the bytes that `digits`, an even number of them, stand for. Returns
/// false if there is another character.
static bool decodeInto(StringRef digits, char *bytes) {
  static const std::array<uint8_t, 256> values = makeDigitValues();
  // Checked once at the end, without a branch for each digit: what is no digit
  // is 255, which sets a bit above 15.
  unsigned all = 0;
  for (size_t i = 0; i < digits.size(); i += 2) {
    unsigned high = values[uint8_t(digits[i])];
    unsigned low = values[uint8_t(digits[i + 1])];
    all |= high | low;
    *bytes++ = char(high << 4 | low);
  }
  return all < 16;
}

/// Returns the bytes of `digits`; nullopt if they are not hexadecimal, or an
/// odd number.
static std::optional<AsmResourceBlob>
decode(const llvm::MemoryBuffer &file, StringRef digits, size_t alignment) {
  if (digits.size() % 2 != 0)
    return std::nullopt;
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(
      digits.size() / 2, alignment, /*dataIsMutable=*/true);
  char *bytes = blob.getMutableData().data();
  while (!digits.empty()) {
    StringRef part = digits.take_front(kCharactersAtOnce);
    if (!decodeInto(part, bytes))
      return std::nullopt;
    bytes += part.size() / 2;
    digits = digits.drop_front(part.size());
    releasePages(file, part);
  }
  return blob;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Returns how many bytes `dense<"0x..">` has for an element of this type; 0 if
/// that is not known here, as for an i1.
static uint64_t getElementBytes(StringRef element) {
  if (element.consume_front("complex<") && element.consume_back(">"))
    return 2 * getElementBytes(element);
  if (element == "index")
    return 8;
  for (StringRef kind : {"bf", "f", "si", "ui", "i"})
    if (element.consume_front(kind))
      break;
  unsigned bits = 0;
  bool isKnown = !element.getAsInteger(10, bits) &&
                 llvm::is_contained({8u, 16u, 32u, 64u}, bits);
  return isKnown ? bits / 8 : 0; // "f8" and the like are no types
}

/// Returns the size in bytes of the type that `text` begins with. It begins
/// with ` : tensor<4x4xf32>`, which has 64, or else the answer is nullopt: a
/// type with an encoding, for instance, would have to be parsed.
static std::optional<uint64_t> readTypeBytes(StringRef text) {
  text = text.ltrim(' ');
  if (!text.consume_front(":"))
    return std::nullopt;
  text = text.ltrim(' ');
  if (!text.consume_front("tensor<") && !text.consume_front("vector<"))
    return std::nullopt;
  uint64_t count = 1, extent;
  bool overflows = false;
  while (!text.consumeInteger(10, extent)) {
    count = llvm::SaturatingMultiply(count, extent, &overflows);
    if (overflows || !text.consume_front("x"))
      return std::nullopt;
  }
  StringRef element = text.take_front(text.find_first_of(",>"));
  if (element.starts_with("complex<"))
    element = text.take_front(element.size() + 1);
  if (!text.drop_front(element.size()).starts_with(">"))
    return std::nullopt;
  count = llvm::SaturatingMultiply(count, getElementBytes(element), &overflows);
  return overflows ? std::nullopt : std::optional(count);
}

//===----------------------------------------------------------------------===//
// Texts
//===----------------------------------------------------------------------===//

namespace {

/// Scans a text for constants without parsing it: a constant is recognized by
/// what is directly before and after its string. Strings and comments are
/// skipped as a whole, so that nothing inside of them is taken for a constant;
/// in MLIR both end with their line.
class ConstantTaker {
public:
  ConstantTaker(const llvm::MemoryBuffer &file, size_t minDigits)
      : file(file), text(file.getBuffer()), minDigits(minDigits) {}

  std::optional<ShortText> run();

private:
  bool step();
  size_t findQuote(size_t begin);
  size_t findEndOfString();
  bool skipString();
  bool takeDense(size_t digits, size_t end);
  bool takeResource(size_t digits, size_t end);
  bool take(StringRef key, StringRef digits, size_t alignment);
  void copyUntil(size_t end);
  StringRef findKey(size_t value) const;

  const llvm::MemoryBuffer &file;
  StringRef text;
  size_t minDigits;
  size_t at = 0, copied = 0;
  bool isInResources = false;
  SmallVector<StringRef> groups; ///< by their keys, the outermost first
  ShortText result;
  size_t numNewKeys = 0;
};

} // namespace

void ConstantTaker::copyUntil(size_t end) {
  result.text += text.slice(copied, end);
  copied = end;
}

/// Returns the key before the value, or the group, that begins at `value`: `w`
/// of `w: "0x.."` and of `"w": {`. Empty if there is none, or one with escapes.
StringRef ConstantTaker::findKey(size_t value) const {
  StringRef before = text.take_front(value).rtrim();
  if (!before.consume_back(":"))
    return "";
  before = before.rtrim();
  if (before.consume_back("\"")) {
    size_t begin = before.find_last_of("\"\\\n");
    return begin == StringRef::npos || before[begin] != '"'
               ? ""
               : before.drop_front(begin + 1);
  }
  return before.take_back(before.size() -
                          before.rtrim("abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_$.-")
                              .size());
}

bool ConstantTaker::take(StringRef key, StringRef digits, size_t alignment) {
  std::optional<AsmResourceBlob> bytes = decode(file, digits, alignment);
  if (!bytes)
    return false;
  result.constants.push_back({key.str(), std::move(*bytes)});
  return true;
}

/// Takes the constant of a `dense<"0x..">`, whose digits are `text[digits,
/// end)`, and writes a `dense_resource` in its place. Returns false if the
/// parser would refuse the digits.
bool ConstantTaker::takeDense(size_t digits, size_t end) {
  size_t begin = digits - kHex.size() - kDense.size();
  size_t behind = end + 1;
  std::optional<uint64_t> bytes =
      text.drop_front(behind).starts_with(">")
          ? readTypeBytes(text.drop_front(behind + 1))
          : std::nullopt;
  // Only the type after the constant shows that the bytes are those of all
  // elements: they may also be one element, a splat, or the wrong number.
  if (!bytes || *bytes != (end - digits) / 2)
    return true;
  copyUntil(begin);
  std::string key = kKeyPrefix.str() + std::to_string(numNewKeys++);
  result.text += "dense_resource<" + key;
  copied = behind;
  constexpr size_t alignment = 64;
  return take(key, text.slice(digits, end), alignment);
}

/// Takes the data of a resource, `key: "0x40000000.."`, after the first four
/// bytes, which are its alignment and stay in the text.
bool ConstantTaker::takeResource(size_t digits, size_t end) {
  StringRef key = findKey(digits - kHex.size());
  constexpr size_t ofAlignment = 2 * sizeof(uint32_t);
  char number[sizeof(uint32_t)];
  if (key.empty() || !decodeInto(text.substr(digits, ofAlignment), number))
    return true;
  uint32_t alignment = llvm::support::endian::read32le(number);
  if (!llvm::isPowerOf2_32(alignment))
    return true;
  copyUntil(digits + ofAlignment);
  copied = end;
  return take(key, text.slice(digits + ofAlignment, end), alignment);
}

/// Returns the position of the next quotation mark. Pages that were searched
/// are released, or all digits of a long constant would be in memory.
size_t ConstantTaker::findQuote(size_t begin) {
  for (; begin < text.size(); begin += kCharactersAtOnce) {
    StringRef part = text.substr(begin, kCharactersAtOnce);
    size_t end = part.find('"');
    if (end != StringRef::npos)
      return begin + end;
    releasePages(file, part);
  }
  return StringRef::npos;
}

/// Returns the position of the quotation mark that ends the string at `at`;
/// npos if its line has none.
size_t ConstantTaker::findEndOfString() {
  size_t end = at + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return end < text.size() && text[end] == '"' ? end : StringRef::npos;
}

/// Advances past the string that begins here, and takes it if it is a constant.
bool ConstantTaker::skipString() {
  size_t begin = at;
  size_t end = text.drop_front(at).starts_with(kHex) ? findQuote(at + 1)
                                                     : StringRef::npos;
  if (end == StringRef::npos || end - begin < minDigits) {
    end = findEndOfString();
    if (end == StringRef::npos)
      return false;
    at = end + 1;
    return true;
  }
  at = end + 1;
  size_t digits = begin + kHex.size();
  if (isInResources)
    return ArrayRef(groups) !=
               ArrayRef<StringRef>{"dialect_resources", "builtin"} ||
           takeResource(digits, end);
  return !text.take_front(begin).ends_with(kDense) || takeDense(digits, end);
}

/// Advances to the next character with a meaning here, and past what begins
/// there. Returns false at the end of the text, with `at` npos, or where the
/// parser would fail.
bool ConstantTaker::step() {
  at = text.find_first_of(isInResources ? "\"/{}#" : "\"/{", at);
  if (at == StringRef::npos)
    return false;
  StringRef rest = text.drop_front(at);
  if (rest.front() == '"')
    return skipString();
  if (rest.starts_with("//")) {
    at = text.find('\n', at);
    return at != StringRef::npos;
  }
  if (rest.starts_with("{-#")) {
    isInResources = true;
    at += 3;
    return true;
  }
  if (isInResources && rest.starts_with("#-}")) {
    isInResources = false;
    groups.clear();
    at += 3;
    return true;
  }
  if (isInResources && rest.front() == '{')
    groups.push_back(findKey(at));
  if (isInResources && rest.front() == '}' && !groups.empty())
    groups.pop_back();
  ++at;
  return true;
}

std::optional<ShortText> ConstantTaker::run() {
  while (step())
    continue;
  // Where a string has no end or digits are wrong, MLIR's parser reads the
  // original text, so that its error names the right position.
  if (at != StringRef::npos || result.constants.empty())
    return std::nullopt;
  copyUntil(text.size());
  // The keys must be new. If the text has such keys of its own, or mentions one
  // in a string, it is read unchanged.
  if (StringRef(result.text).count(kKeyPrefix) != numNewKeys)
    return std::nullopt;
  return std::move(result);
}

std::optional<ShortText> layout::takeLongConstants(const llvm::MemoryBuffer &file,
                                                   size_t minDigits) {
  return ConstantTaker(file, minDigits).run();
}
