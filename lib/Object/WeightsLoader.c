//===- WeightsLoader.c - Weights from a file ----------------------*- C -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Becomes LLVM IR when this project is built, and is linked into programs whose
// weights are in a file. Such a program defines the names that are declared
// here; all but load and unload are then its own. Each tensor is found by its
// name, so that a file may have been written again by another program.
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// In the order of the addresses.
struct Tensor {
  const char *name;
  uint64_t size;     ///< in bytes
  const char *type;  ///< in words of the format
  const char *shape; ///< numbers with commas between them
};

extern const struct Tensor layout_weights_tensors[];
extern const uint64_t layout_weights_count;
extern const char layout_weights_model[], layout_weights_target[];
extern const char layout_weights_missing[]; ///< what to say

/// Where each tensor is; the first is null while nothing is loaded.
extern const void *layout_weights_addresses[];

/// The values are documented, docs/Networks.md.
enum Status {
  Loaded,
  CannotOpen,
  NoSafetensors,
  OtherModel,
  OtherTarget,
  Truncated,
  NoMemory
};

static const uint64_t kAlignment = 64;
static const uint64_t kLongestHeader = 100000000; // as the format says

static int lock;
static char *mapping;
static uint64_t mappedBytes;
static char *copies; ///< of what does not lie as code expects it

static void acquire(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void release(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

static const char *skipSpaces(const char *text) {
  while (*text == ' ' || *text == '\t' || *text == '\n' || *text == '\r')
    ++text;
  return text;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//
//
// A name is a key only at its place: tensors may have names as the format has
// keys, and values may be names. The text ends with a zero, which is no part of
// any value. What is malformed is null.
//

enum { NoCharacter = -1, OtherCharacter = 256 }; // none of ASCII

/// Reads the four digits of `\u0041`.
static int readHex(const char **text) {
  int value = 0;
  for (int i = 0; i < 4; ++i, ++*text) {
    char c = **text;
    int digit = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
    if (digit < 0)
      return NoCharacter;
    value = value * 16 + digit;
  }
  return value > 0 && value < 128 ? value : OtherCharacter;
}

static int readCharacter(const char **text) {
  unsigned char c = **text;
  if (c < ' ')
    return NoCharacter;
  ++*text;
  if (c != '\\')
    return c;
  c = **text;
  if (c == 0)
    return NoCharacter;
  ++*text;
  if (c == 'u')
    return readHex(text);
  if (c == '"' || c == '\\' || c == '/')
    return c;
  return strchr("bfnrt", c) ? OtherCharacter : NoCharacter;
}

/// What follows a string, which begins at `text`.
static const char *readString(const char *text, const char *expected,
                              int *isExpected) {
  *isExpected = 1;
  for (++text; *text != '"';) {
    int c = readCharacter(&text);
    if (c == NoCharacter)
      return NULL;
    if (*isExpected && *expected && c == (unsigned char)*expected)
      ++expected;
    else
      *isExpected = 0;
  }
  *isExpected = *isExpected && !*expected;
  return text + 1;
}

/// A string, a number, a bracket or what is between values.
static const char *skipToken(const char *text, uint64_t *depth) {
  int ignored;
  if (*text == '"')
    return readString(text, "", &ignored);
  if (*text == '{' || *text == '[') {
    ++*depth;
    return text + 1;
  }
  size_t length = strcspn(text, " \t\n\r,:{}[]\"");
  if (length > 0)
    return text + length;
  if (*text == 0 || *depth == 0)
    return NULL;
  *depth -= *text == '}' || *text == ']';
  return text + 1;
}

static const char *skipValue(const char *text) {
  uint64_t depth = 0;
  do
    text = skipToken(skipSpaces(text), &depth);
  while (text && depth > 0);
  return text;
}

/// The value of a key of the object that begins at `text`; null if it has no
/// such key, or has it twice.
static const char *findKey(const char *text, const char *key) {
  const char *found = NULL;
  if (!text || *text != '{')
    return NULL;
  do {
    text = skipSpaces(text + 1);
    int isKey;
    text = *text == '"' ? readString(text, key, &isKey) : NULL;
    text = text ? skipSpaces(text) : NULL;
    if (!text || *text != ':' || (isKey && found))
      return NULL;
    text = skipSpaces(text + 1);
    found = isKey ? text : found;
    text = skipValue(text);
    text = text ? skipSpaces(text) : NULL;
  } while (text && *text == ',');
  return text && *text == '}' ? found : NULL;
}

static int hasText(const char *object, const char *key, const char *expected) {
  const char *value = findKey(object, key);
  int isExpected;
  return value && *value == '"' && readString(value, expected, &isExpected) &&
         isExpected;
}

/// Reads a number, and what is between it and the next one.
static int readNumber(const char **text, char expected, uint64_t *number) {
  if (**text != expected)
    return 0;
  const char *digits = skipSpaces(*text + 1);
  char *end;
  if (*digits < '0' || *digits > '9')
    return 0;
  *number = strtoull(digits, &end, 10);
  *text = skipSpaces(end);
  return 1;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Is it the list of numbers that `shape` is?
static int hasShape(const char *value, const char *shape) {
  if (!value || *value != '[')
    return 0;
  if (!*shape)
    return *skipSpaces(value + 1) == ']';
  for (char before = '[';; before = ',') {
    uint64_t extent;
    char *end;
    if (!readNumber(&value, before, &extent) ||
        extent != strtoull(shape, &end, 10))
      return 0;
    if (!*end)
      return *value == ']';
    shape = end + 1;
  }
}

/// Where a tensor begins after the header; `Status` if it is not there.
static int findTensor(const char *header, const struct Tensor *tensor,
                      uint64_t bytes, uint64_t *begin) {
  const char *value = findKey(header, tensor->name);
  if (!hasText(value, "dtype", tensor->type) ||
      !hasShape(findKey(value, "shape"), tensor->shape))
    return OtherModel;
  const char *offsets = findKey(value, "data_offsets");
  uint64_t end;
  if (!offsets || !readNumber(&offsets, '[', begin) ||
      !readNumber(&offsets, ',', &end) || *offsets != ']')
    return OtherModel;
  if (end < *begin || end - *begin != tensor->size)
    return OtherModel;
  return end > bytes ? Truncated : Loaded;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// The header as text, which the caller frees.
static int readHeader(const char *file, uint64_t size, char **header,
                      uint64_t *length) {
  *length = 0;
  if (size < 8)
    return NoSafetensors;
  for (int i = 7; i >= 0; --i)
    *length = *length << 8 | (unsigned char)file[i];
  if (*length > kLongestHeader || size < 9 || file[8] != '{')
    return NoSafetensors;
  if (*length > size - 8)
    return Truncated;
  *header = malloc(*length + 1);
  if (!*header)
    return NoMemory;
  memcpy(*header, file + 8, *length);
  (*header)[*length] = 0;
  return Loaded;
}

static int isAligned(const char *address) {
  return (uintptr_t)address % kAlignment == 0;
}

static uint64_t roundUp(uint64_t size) {
  return (size + kAlignment - 1) / kAlignment * kAlignment;
}

/// Sees to it that all is there, and counts what is to be copied.
static int checkTensors(const char *header, const char *data, uint64_t bytes,
                        uint64_t *copied) {
  *copied = 0;
  const char *metadata = findKey(header, "__metadata__");
  if (!hasText(metadata, "layout_target", layout_weights_target))
    return findKey(metadata, "layout_target") ? OtherTarget : OtherModel;
  if (!hasText(metadata, "layout_model", layout_weights_model))
    return OtherModel;
  for (uint64_t i = 0; i < layout_weights_count; ++i) {
    uint64_t begin;
    int status = findTensor(header, &layout_weights_tensors[i], bytes, &begin);
    if (status)
      return status;
    if (!isAligned(data + begin))
      *copied += roundUp(layout_weights_tensors[i].size);
  }
  return Loaded;
}

/// The first address last: with it everything is there.
static void setAddresses(const char *header, const char *data) {
  char *copy = copies ? copies + (kAlignment - (uintptr_t)copies % kAlignment)
                      : NULL;
  for (uint64_t i = layout_weights_count; i-- > 0;) {
    const struct Tensor *tensor = &layout_weights_tensors[i];
    uint64_t begin = 0;
    findTensor(header, tensor, UINT64_MAX, &begin);
    const char *address = data + begin;
    if (!isAligned(address)) {
      address = memcpy(copy, address, tensor->size);
      copy += roundUp(tensor->size);
    }
    __atomic_store_n(&layout_weights_addresses[i], address, __ATOMIC_RELEASE);
  }
}

static int loadMapping(void) {
  char *header = NULL;
  uint64_t length, copied;
  int status = readHeader(mapping, mappedBytes, &header, &length);
  if (status)
    return status;
  const char *data = mapping + 8 + length;
  status = checkTensors(header, data, mappedBytes - 8 - length, &copied);
  if (!status && copied) {
    copies = malloc(copied + kAlignment);
    status = copies ? Loaded : NoMemory;
  }
  if (!status)
    setAddresses(header, data);
  free(header);
  return status;
}

static void unmap(void) {
  if (mapping)
    munmap(mapping, mappedBytes);
  free(copies);
  mapping = copies = NULL;
}

static int mapFile(const char *path) {
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0)
    return CannotOpen;
  char first;
  ssize_t count = read(file, &first, 1); // which a folder does not let
  off_t size = lseek(file, 0, SEEK_END);
  int status = count < 0 || size < 0 ? CannotOpen
               : size < 8            ? NoSafetensors
                                     : Loaded;
  if (!status) {
    void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (memory == MAP_FAILED)
      status = errno == ENOMEM ? NoMemory : CannotOpen;
    mapping = status ? NULL : memory;
    mappedBytes = size;
  }
  close(file);
  return status;
}

int32_t layout_weights_load(const char *path) {
  acquire();
  int status = Loaded;
  if (!layout_weights_addresses[0]) {
    status = mapFile(path);
    if (!status)
      status = loadMapping();
    if (status)
      unmap();
  }
  release();
  return status;
}

void layout_weights_unload(void) {
  acquire();
  for (uint64_t i = 0; i < layout_weights_count; ++i)
    __atomic_store_n(&layout_weights_addresses[i], NULL, __ATOMIC_RELEASE);
  unmap();
  release();
}

__attribute__((cold, noinline, noreturn)) static void refuse(void) {
  ssize_t written =
      write(2, layout_weights_missing, strlen(layout_weights_missing));
  (void)written;
  abort();
}

/// Where a function begins that has weights.
void layout_weights_require(void) {
  if (!__atomic_load_n(&layout_weights_addresses[0], __ATOMIC_ACQUIRE))
    refuse();
}
