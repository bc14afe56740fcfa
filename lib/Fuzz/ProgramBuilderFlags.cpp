//===- ProgramBuilderFlags.cpp - Flags that do not hold in padding --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `exact`, `nsw`, `nnan` and their like say something of the executions that a
// program has. A pass that adds executions, on padding, can take nothing from
// them: what padding holds breaks them here.
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// An operation on integers of any width above 3, of which `pad` breaks the
/// flag; all of them do what they should with 6.
static FlaggedOp makeIntegerOp(Type element, unsigned width, Random &random) {
  APInt one(width, 1), least = APInt::getSignedMinValue(width),
                       greatest = APInt::getSignedMaxValue(width),
                       none = APInt::getZero(width);
  APInt minus = APInt::getAllOnes(width), five(width, 5);
  struct Template {
    StringRef name, right, flags;
    APInt pad, result;
  };
  StringRef exact = " exact", nsw = " overflow<nsw>", nuw = " overflow<nuw>";
  const Template templates[] = {
      {"divui", "3", exact, five, one},
      {"divsi", "3", exact, -five, minus},
      {"shrui", "1", exact, five, five.lshr(1)},
      {"shrsi", "1", exact, minus, minus},
      {"addi", "1", nsw, greatest, least},
      {"addi", "1", nuw, minus, none},
      {"subi", "1", nuw, none, minus},
      {"subi", "1", nsw, least, greatest},
      {"muli", "2", nuw, least, none},
      {"muli", "2", " overflow<nsw, nuw>", least, none},
      {"shli", "1", nsw, least, none},
      {"shli", "1", nuw, least, none},
      {"trunci", "", nuw, APInt::getOneBitSet(width, width / 2), none},
      {"trunci", "", nsw, APInt::getOneBitSet(width, width / 2), none},
  };
  // There is no type of half the width of index.
  size_t numUsed = std::size(templates) - (element.isIndex() ? 2 : 0);
  // Machine code shows of the first only what it makes of a broken flag.
  if (random.percent(30))
    numUsed = 2;
  const Template &chosen = templates[random.pick(0, numUsed - 1)];
  FlaggedOp op;
  op.data = "2";
  if (chosen.flags == exact)
    op.data = "6";
  op.pads = {IntegerAttr::get(element, chosen.pad),
             IntegerAttr::get(element, chosen.result)};
  op.name = chosen.name;
  op.right = chosen.right;
  op.flags = chosen.flags;
  if (chosen.right.empty())
    op.narrow = "i" + std::to_string(std::max(width / 2, 3u));
  return op;
}

static FlaggedOp makeFloatOp(FloatType element, Random &random) {
  const llvm::fltSemantics &semantics = element.getFloatSemantics();
  APFloat infinity = APFloat::getInf(semantics, random.percent(50)),
          nan = APFloat::getQNaN(semantics), zero = APFloat::getZero(semantics);
  struct Template {
    StringRef name, right, flags;
    APFloat pad, result;
  };
  StringRef finite = " fastmath<nnan,ninf,nsz>", nnan = " fastmath<nnan>",
            ninf = " fastmath<ninf>";
  const Template templates[] = {
      {"mulf", "%n", finite, random.percent(50) ? infinity : nan, zero},
      {"mulf", "%n", " fastmath<nnan,nsz>", nan, zero},
      {"mulf", "%n", " fastmath<ninf,nsz>", infinity, zero},
      {"addf", "1.0", nnan, nan, nan},
      {"addf", "1.0", ninf, infinity, infinity},
      {"maximumf", "1.0", nnan, nan, nan},
      {"divf", "2.0", ninf, infinity, infinity},
      {"negf", "", nnan, nan, nan},
  };
  const Template &chosen = random.any(templates);
  FlaggedOp op;
  op.data = "2.0";
  op.pads = {FloatAttr::get(element, chosen.pad),
             FloatAttr::get(element, chosen.result)};
  op.name = chosen.name;
  op.right = chosen.right;
  op.flags = chosen.flags;
  return op;
}

/// One for the whole program, so that its layouts can have such padding.
void ProgramBuilder::chooseFlags() {
  unsigned bits = isIndex ? 64 : elementBits;
  if (!isArithmetic || (!isFloat && (bits < 4 || bits > 64)) ||
      weights.get(F::Flags) == 0 || random.percent(40))
    return;
  flaggedOp = isFloat ? makeFloatOp(cast<FloatType>(element), random)
                      : makeIntegerOp(element, bits, random);
}

std::string ProgramBuilder::applyFlagged(const std::string &operand) {
  const FlaggedOp &op = *flaggedOp;
  std::string name = fresh(), right;
  if (op.right == "%n") { // some number that is finite
    std::string number = fresh();
    right = fresh();
    emit(number + " = arith.index_cast %n : index to i32");
    emit(right + " = arith.sitofp " + number + " : i32 to " + elementText);
  } else if (!op.right.empty()) {
    right = fresh();
    emit(right + " = arith.constant " + op.right + " : " + elementText);
  }
  if (!right.empty())
    right = ", " + right;
  emit(name + " = arith." + op.name + " " + operand + right + op.flags + " : " +
       elementText + (op.narrow.empty() ? "" : " to " + op.narrow));
  if (op.narrow.empty())
    return name;
  std::string back = fresh();
  emit(back + " = arith.ext" + (random.percent(50) ? "s" : "u") + "i " + name +
       " : " + op.narrow + " to " + elementText);
  return back;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Returns true if the pad of the layout is that constant.
bool ProgramBuilder::hasPad(const Buffer &buffer, Attribute value) const {
  BufferAttr layout = layouts.lookup(buffer.roots.front());
  return layout && !layout.getPads().empty() &&
         layout.getPads().back().getValue() == value;
}

/// What the operation may read and what it may write: two buffers, or one; if
/// possible such that have the padding for it.
std::optional<std::pair<Buffer, Buffer>> ProgramBuilder::pickFlagged() {
  std::vector<std::pair<Buffer, Buffer>> all, padded;
  for (const Buffer &from : buffers)
    for (const Buffer &to : buffers) {
      if (!from.isWritable || !to.isWritable || from.shape.isEmpty() ||
          !(from.shape == to.shape) ||
          (from.name != to.name && from.mayAlias(to)))
        continue;
      all.push_back({from, to});
      if (hasPad(from, flaggedOp->pads[0]) && hasPad(to, flaggedOp->pads[1]))
        padded.push_back(all.back());
    }
  if (all.empty())
    return std::nullopt;
  return random.any(padded.empty() ? all : padded);
}

/// Gives all elements of a buffer what the flag holds for, and then takes the
/// operation of each, in tiles that may go beyond them.
void ProgramBuilder::flagged() {
  auto found = flaggedOp ? pickFlagged() : std::nullopt;
  if (!found)
    return;
  const auto [from, to] = *found;
  size_t numOpen = regions.size();
  SmallVector<std::string> own;
  for (int64_t size : from.shape.sizes)
    own.push_back(openLoop(F::AffineLoops, 0, size, 1).name);
  std::string data = fresh();
  emit(data + " = arith.constant " + flaggedOp->data + " : " + elementText);
  store(data, from, llvm::join(own, ", "), /*affine=*/true);
  while (regions.size() > numOpen)
    close();
  std::vector<Placed> placed = {
      {from, SmallVector<int64_t>(from.shape.getRank())},
      {to, SmallVector<int64_t>(from.shape.getRank())}};
  SmallVector<Walk> walks;
  for (auto [d, size] : llvm::enumerate(from.shape.sizes))
    walks.push_back(makeWalk(size, getTile(from, d)));
  openWalks(walks, /*isParallel=*/false);
  openBounds(walks, findBounds(walks, placed));
  std::string result =
      applyFlagged(load(from, getPlace(walks, placed[0]), /*affine=*/true));
  if (to.name != from.name && random.percent(40)) { // a sum in one element
    SmallVector<std::string> at;
    for (int64_t size : to.shape.sizes)
      at.push_back(std::to_string(random.pick(0, size - 1)));
    std::string where = llvm::join(at, ", ");
    std::string before = load(to, where, /*affine=*/true);
    std::string sum = fresh();
    if (isFloat)
      emit(sum + " = arith.addf " + before + ", " + result +
           (random.percent(60) ? " fastmath<nsz>" : "") + " : " + elementText);
    else
      sum = combine(before, result);
    store(sum, to, where, /*affine=*/true);
  } else {
    store(result, to, getPlace(walks, placed[1]), /*affine=*/true);
  }
  while (regions.size() > numOpen)
    close();
}
