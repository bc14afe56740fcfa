//===- Png.cpp - Pictures as files ----------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Png.h"

#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

using Bytes = std::vector<uint8_t>;

static void appendBigEndian(Bytes &bytes, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8)
    bytes.push_back(value >> shift);
}

/// Length, type, data, and a checksum of type and data.
static void appendChunk(Bytes &file, StringRef type, const Bytes &data) {
  appendBigEndian(file, data.size());
  Bytes checked(type.begin(), type.end());
  checked.insert(checked.end(), data.begin(), data.end());
  file.insert(file.end(), checked.begin(), checked.end());
  appendBigEndian(file, llvm::crc32(checked));
}

/// A zlib stream that stores its data as they are: every build of LLVM can.
static Bytes store(const Bytes &data) {
  constexpr size_t kMaxBlock = 0xffff;
  Bytes stream = {0x78, 0x01};
  uint32_t a = 1, b = 0; // Adler-32
  for (size_t begin = 0; begin < data.size(); begin += kMaxBlock) {
    size_t length = std::min(kMaxBlock, data.size() - begin);
    stream.push_back(begin + length == data.size()); // true: the last block
    for (size_t field : {length, ~length}) {
      stream.push_back(field & 0xff);
      stream.push_back(field >> 8 & 0xff);
    }
    for (size_t i = begin; i < begin + length; ++i) {
      stream.push_back(data[i]);
      a = (a + data[i]) % 65521;
      b = (b + a) % 65521;
    }
  }
  appendBigEndian(stream, b << 16 | a);
  return stream;
}

LogicalResult layout::writePng(const Picture &picture, StringRef path,
                               std::string &why) {
  Bytes rows;
  for (int64_t y = 0; y < picture.height; ++y) {
    rows.push_back(0); // no filter
    for (int64_t x = 0; x < picture.width; ++x)
      for (uint8_t component : picture.at(x, y))
        rows.push_back(component);
  }
  Bytes header;
  appendBigEndian(header, picture.width);
  appendBigEndian(header, picture.height);
  // Eight bits, red green blue, and the only ways to compress, filter, order.
  for (uint8_t field : {8, 2, 0, 0, 0})
    header.push_back(field);

  Bytes file = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  appendChunk(file, "IHDR", header);
  appendChunk(file, "IDAT", store(rows));
  appendChunk(file, "IEND", {});

  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (!error) {
    os.write(reinterpret_cast<const char *>(file.data()), file.size());
    os.close();
    error = os.error();
    os.clear_error();
  }
  if (!error)
    return success();
  why = (Twine("cannot write ") + path + ": " + error.message()).str();
  return failure();
}
