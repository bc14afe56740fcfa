//===- RandomPrograms.cpp - Functions that write a buffer -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::layout::test;
using std::string;

static string str(int64_t value) { return std::to_string(value); }

int64_t ProgramWriter::draw(int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

bool ProgramWriter::chance(double probability) {
  return std::bernoulli_distribution(probability)(rng);
}

string ProgramWriter::name() { return "%x" + str(numNames++); }

void ProgramWriter::line(const string &content) {
  text += string(2 * depth, ' ') + content + "\n";
}

void ProgramWriter::open(const string &content) {
  line(content + " {");
  ++depth;
}

void ProgramWriter::close() {
  --depth;
  line("}");
}

string ProgramWriter::apply(const string &map, const string &operands) {
  string result = name();
  line(result + " = affine.apply affine_map<" + map + ">(" + operands + ")");
  return result;
}

string ProgramWriter::write() {
  shape.clear();
  for (int64_t rank = draw(1, 2); rank > 0; --rank)
    shape.push_back(draw(1, 7));
  type = "memref<";
  for (int64_t extent : shape)
    type += str(extent) + "x";
  type += "f32>";
  text.clear();
  depth = numNames = 0;
  for (bool isWrite : {true, false}) {
    open(string("func.func private @") + (isWrite ? "writer" : "reader") +
         "(%a: " + type + ", %s: memref<f32>, %v: f32)");
    walk(0, {},
         [&](const string &index) { isWrite ? store(index) : load(index); });
    line("return");
    close();
  }
  open("func.func @f(%a: " + type + ", %o: " + type +
       ", %s: memref<f32>, %v: f32, %c0: i1, %c1: i1)");
  for (int64_t count = draw(1, 3); count > 0; --count)
    statement();
  line("return");
  close();
  return text;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void ProgramWriter::statement() {
  switch (draw(0, 9)) {
  case 0:
    return wholeStatement(/*isWrite=*/true);
  case 1:
    return wholeStatement(/*isWrite=*/chance(0.5));
  case 2:
    return slices();
  case 3:
    return vectors();
  case 4: {
    open("scf.if %c0");
    walk(0, {}, [&](const string &index) { store(index); });
    close();
    if (chance(0.7)) {
      text.pop_back();
      text += " else {\n";
      ++depth;
      walk(0, {}, [&](const string &index) { store(index); });
      close();
    }
    return;
  }
  case 5:
    return walk(0, {}, [&](const string &index) { load(index); });
  default:
    return walk(0, {}, [&](const string &index) { access(index); });
  }
}

void ProgramWriter::wholeStatement(bool isWrite) {
  string call = "(%a, %s, %v) : (" + type + ", memref<f32>, f32) -> ()";
  switch (draw(0, 2)) {
  case 0:
    return line(isWrite ? "linalg.fill ins(%v : f32) outs(%a : " + type + ")"
                        : "linalg.copy ins(%a : " + type +
                              ") outs(%o : " + type + ")");
  case 1:
    return line(isWrite ? "memref.copy %o, %a : " + type + " to " + type
                        : "memref.copy %a, %o : " + type + " to " + type);
  default:
    return line((isWrite ? "func.call @writer" : "func.call @reader") + call);
  }
}

/// Fills the first dimension in slices, the last one being shorter.
void ProgramWriter::slices() {
  int64_t tile = draw(1, 4), extent = shape[0] - chance(0.2);
  string i = name(), size = name(), slice = name();
  open("affine.for " + i + " = 0 to " + str(extent) + " step " + str(tile));
  line(size + " = affine.min affine_map<(i) -> (" + str(tile) + ", " +
       str(extent) + " - i)>(" + i + ")");
  bool isMatrix = shape.size() == 2;
  string rest = isMatrix ? ", " + str(shape[1]) : "";
  string result = isMatrix ? "memref<?x" + str(shape[1]) + "xf32, strided<[" +
                                 str(shape[1]) + ", 1], offset: ?>>"
                           : "memref<?xf32, strided<[1], offset: ?>>";
  line(slice + " = memref.subview %a[" + i + (isMatrix ? ", 0" : "") + "] [" +
       size + rest + "] [1" + (isMatrix ? ", 1" : "") + "] : " + type + " to " +
       result);
  line("linalg.fill ins(%v : f32) outs(" + slice + " : " + result + ")");
  close();
}

/// Writes rows as vectors, the last of which may stick out.
void ProgramWriter::vectors() {
  int64_t width = draw(1, 4), extent = shape.back();
  string vector = "vector<" + str(width) + "xf32>", value = name(), j = name();
  line(value + " = vector.broadcast %v : f32 to " + vector);
  auto row = [&](const string &i) {
    open("affine.for " + j + " = 0 to " + str(extent - chance(0.2)) + " step " +
         str(width));
    line("vector.transfer_write " + value + ", %a[" + i + j + "] : " + vector +
         ", " + type);
    close();
  };
  if (shape.size() == 1)
    row("");
  else
    walkPlain(shape[0], [&](const string &i) { row(i + ", "); });
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

void ProgramWriter::walk(unsigned dim, std::vector<string> index,
                         const Body &body) {
  if (dim == shape.size())
    return body(llvm::join(index, ", "));
  walkDim(shape[dim], [&](const string &coordinate) {
    std::vector<string> longer = index;
    longer.push_back(coordinate);
    walk(dim + 1, longer, body);
  });
}

void ProgramWriter::walkDim(int64_t extent, const Body &body) {
  // Few of these are meant to be right for the extent that they get then.
  if (chance(0.08))
    extent = std::max<int64_t>(0, extent - 1);
  switch (draw(0, 6)) {
  case 0:
  case 1:
    return walkPlain(extent, body);
  case 2:
    return walkTiles(extent, body);
  case 3:
  case 4:
    return walkOddly(extent, body);
  case 5:
    return walkParallel(extent, body);
  default:
    return walkWithArithmetic(extent, body);
  }
}

void ProgramWriter::walkPlain(int64_t extent, const Body &body) {
  string i = name();
  open("affine.for " + i + " = 0 to " + str(extent));
  body(i);
  close();
}

void ProgramWriter::walkTiles(int64_t extent, const Body &body) {
  int64_t tile = draw(1, 4);
  string io = name(), ii = name();
  if (chance(0.5)) { // tiles, the last one guarded
    open("affine.for " + io + " = 0 to " + str((extent + tile - 1) / tile));
    open("affine.for " + ii + " = 0 to " + str(tile));
    open("affine.if affine_set<(o, i) : (" + str(extent - 1) + " - o * " +
         str(tile) + " - i >= 0)>(" + io + ", " + ii + ")");
    body(apply("(o, i) -> (o * " + str(tile) + " + i)", io + ", " + ii));
    close();
  } else { // tiles, the last one shorter
    open("affine.for " + io + " = 0 to " + str(extent) + " step " + str(tile));
    open("affine.for " + ii + " = affine_map<(o) -> (o)>(" + io +
         ") to min affine_map<(o) -> (o + " + str(tile) + ", " + str(extent) +
         ")>(" + io + ")");
    body(ii);
  }
  close();
  close();
}

void ProgramWriter::walkOddly(int64_t extent, const Body &body) {
  string i = name(), k = name();
  switch (draw(0, 6)) {
  case 0: { // in two pieces
    int64_t middle = draw(0, extent);
    for (auto [low, high] : {std::pair<int64_t, int64_t>(0, middle),
                             std::pair<int64_t, int64_t>(middle, extent)}) {
      string j = name();
      open("affine.for " + j + " = " + str(low) + " to " + str(high));
      body(j);
      close();
    }
    return;
  }
  case 1: // backwards
    open("affine.for " + i + " = 0 to " + str(extent));
    body(apply("(i) -> (" + str(extent - 1) + " - i)", i));
    return close();
  case 2: // two at a time
    open("affine.for " + i + " = 0 to " + str(extent) + " step 2");
    body(i);
    open("affine.if affine_set<(i) : (" + str(extent - 2) + " - i >= 0)>(" + i +
         ")");
    body(apply("(i) -> (i + 1)", i));
    close();
    return close();
  case 3: { // windows
    int64_t window = std::min<int64_t>(extent, draw(1, 3));
    open("affine.for " + i + " = 0 to " + str(extent - window + 1));
    open("affine.for " + k + " = 0 to " + str(window));
    body(apply("(i, k) -> (i + k)", i + ", " + k));
    close();
    return close();
  }
  case 4: // a triangle
    open("affine.for " + i + " = 0 to " + str(extent));
    open("affine.for " + k + " = 0 to affine_map<(i) -> (i + 1)>(" + i + ")");
    body(k);
    close();
    return close();
  case 5: // a range cut out of a larger one
    open("affine.for " + i + " = 0 to " + str(extent + 2));
    open("affine.if affine_set<(i) : (i - 1 >= 0, " + str(extent) +
         " - i >= 0)>(" + i + ")");
    body(apply("(i) -> (i - 1)", i));
    close();
    return close();
  default: // one element on its own
    open("affine.for " + i + " = 0 to " + str(extent));
    open("affine.if affine_set<(i) : (i - " + str(draw(0, 3)) + " == 0)>(" + i +
         ")");
    body(i);
    close();
    text.pop_back();
    text += " else {\n";
    ++depth;
    body(i);
    close();
    return close();
  }
}

void ProgramWriter::walkParallel(int64_t extent, const Body &body) {
  string i = name();
  if (chance(0.5)) {
    open("affine.parallel (" + i + ") = (0) to (" + str(extent) + ")");
  } else if (chance(0.5)) {
    open("scf.forall (" + i + ") in (" + str(extent) + ")");
  } else {
    string zero = name(), end = name(), one = name();
    line(zero + " = arith.constant 0 : index");
    line(one + " = arith.constant 1 : index");
    line(end + " = arith.constant " + str(extent) + " : index");
    open("scf.parallel (" + i + ") = (" + zero + ") to (" + end + ") step (" +
         one + ")");
  }
  body(i);
  close();
}

/// Loops of scf, with indices and conditions made of arith.
void ProgramWriter::walkWithArithmetic(int64_t extent, const Body &body) {
  auto constant = [&](int64_t value) {
    string result = name();
    line(result + " = arith.constant " + str(value) + " : index");
    return result;
  };
  auto compute = [&](const string &op, const string &a, const string &b) {
    string result = name();
    line(result + " = " + op + " " + a + ", " + b + " : index");
    return result;
  };
  string one = constant(1), two = constant(2), i = name();
  switch (draw(0, 2)) {
  case 0: { // shifted
    string low = constant(3), high = constant(extent + 3);
    open("scf.for " + i + " = " + low + " to " + high + " step " + one);
    body(compute("arith.subi", i, low));
    return close();
  }
  case 1: { // fused with a loop of two iterations
    string zero = constant(0), high = constant(2 * extent);
    open("scf.for " + i + " = " + zero + " to " + high + " step " + one);
    string half =
        compute(chance(0.5) ? "arith.divsi" : "arith.floordivsi", i, two);
    body(half);
    return close();
  }
  default: { // guarded from below and above
    string zero = constant(0), high = constant(extent + 1), c = name(),
           d = name(), both = name(), end = constant(extent);
    open("scf.for " + i + " = " + zero + " to " + high + " step " + one);
    line(c + " = arith.cmpi slt, " + i + ", " + end + " : index");
    line(d + " = arith.cmpi sge, " + i + ", " + zero + " : index");
    line(both + " = arith.andi " + c + ", " + d + " : i1");
    open("scf.if " + both);
    body(i);
    close();
    return close();
  }
  }
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

void ProgramWriter::store(const string &index) {
  line("memref.store %v, %a[" + index + "] : " + type);
}

void ProgramWriter::load(const string &index) {
  string value = name();
  line(value + " = memref.load %a[" + index + "] : " + type);
  line("memref.store " + value + ", %s[] : memref<f32>");
}

void ProgramWriter::access(const string &index) {
  switch (draw(0, 9)) {
  case 0:
    return accumulate(index);
  case 1: // unknown, but both ways write
    open("scf.if %c1");
    store(index);
    close();
    text.pop_back();
    text += " else {\n";
    ++depth;
    store(index);
    return close();
  case 2:
    if (chance(0.7))
      return store(index);
    open("scf.if %c1");
    store(index);
    return close();
  case 3:
    if (chance(0.7))
      return store(index);
    load(index);
    return store(index);
  case 4:
    store(index);
    return loadBefore(index);
  case 5:
    loadBefore(index);
    return store(index);
  default:
    return store(index);
  }
}

/// A reduction, mostly started with a store.
void ProgramWriter::accumulate(const string &index) {
  if (chance(0.8))
    store(index);
  string k = name();
  open("affine.for " + k + " = 0 to 2");
  load(index);
  store(index);
  close();
}

/// Reads what the iteration before this one wrote, perhaps.
void ProgramWriter::loadBefore(const string &index) {
  if (shape.size() != 1)
    return load(index);
  string zero = name(), one = name(), condition = name(), before = name();
  line(zero + " = arith.constant 0 : index");
  line(one + " = arith.constant 1 : index");
  line(condition + " = arith.cmpi sgt, " + index + ", " + zero + " : index");
  open("scf.if " + condition);
  line(before + " = arith.subi " + index + ", " + one + " : index");
  load(before);
  close();
}
