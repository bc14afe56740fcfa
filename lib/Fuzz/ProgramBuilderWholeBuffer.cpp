//===- ProgramBuilderWholeBuffer.cpp - Operations on whole buffers --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

void ProgramBuilder::fill() {
  if (const Buffer *to = anyWritable())
    emit("linalg.fill ins(%c : " + elementText + ") outs(" + to->name + " : " +
         to->type + ")");
}

void ProgramBuilder::copy() {
  const Buffer *to = anyWritable();
  const Buffer *from = to ? anyPartner(*to) : nullptr;
  if (from)
    emit("memref.copy " + from->name + ", " + to->name + " : " + from->type +
         " to " + to->type);
}

/// Half of the time a buffer of the same type, if there is one.
const Buffer *ProgramBuilder::anySource(const Buffer &to) {
  auto twin = llvm::find_if(buffers, [&](const Buffer &buffer) {
    return buffer.type == to.type && buffer.shape == to.shape &&
           !buffer.mayAlias(to);
  });
  return twin != buffers.end() && random.percent(50) ? &*twin : anyPartner(to);
}

void ProgramBuilder::convert() {
  const Buffer *to = anyWritable();
  const Buffer *from = to ? anySource(*to) : nullptr;
  if (from && !from->isView && !to->isView)
    emit("layout.convert ins(" + from->name + " : " + from->type + ") outs(" +
         to->name + " : " + to->type + ")");
}

/// For each dimension of `from` one of `to` with its extent, each at most once:
/// "d1, d0". Empty if there is none.
static std::string matchDims(const Shape &from, const Shape &to) {
  SmallVector<bool> taken(to.getRank());
  SmallVector<std::string> dims;
  for (unsigned d = 0; d < from.getRank(); ++d)
    for (unsigned e = 0; e < to.getRank(); ++e)
      if (!taken[e] && from.sizes[d] == to.sizes[e] &&
          from.isDynamic[d] == to.isDynamic[e]) {
        taken[e] = true;
        dims.push_back("d" + std::to_string(e));
        break;
      }
  return dims.size() == from.getRank() ? llvm::join(dims, ", ") : "";
}

static std::string makeDims(unsigned rank) {
  SmallVector<std::string> dims;
  for (unsigned d = 0; d < rank; ++d)
    dims.push_back("d" + std::to_string(d));
  return llvm::join(dims, ", ");
}

/// Elementwise, broadcasting, transposing, or a reduction: as the shapes match.
void ProgramBuilder::generic() {
  const Buffer *to = anyWritable();
  if (!to)
    return;
  const Buffer &from = anyBuffer();
  bool isReduction = from.shape.getRank() > to->shape.getRank();
  const Shape &space = isReduction ? from.shape : to->shape;
  const Shape &other = isReduction ? to->shape : from.shape;
  std::string dims = makeDims(space.getRank());
  std::string matched = matchDims(other, space);
  if (matched.empty() || (from.mayAlias(*to) && from.name != to->name) ||
      (from.name == to->name && matched != dims))
    return;
  std::string identity = "affine_map<(" + dims + ") -> (" + dims + ")>";
  std::string partly = "affine_map<(" + dims + ") -> (" + matched + ")>";
  SmallVector<std::string> iterators;
  for (unsigned d = 0; d < space.getRank(); ++d) {
    bool isReduced =
        isReduction && !StringRef(matched).contains("d" + std::to_string(d));
    iterators.push_back(isReduced ? "\"reduction\"" : "\"parallel\"");
  }
  emit("linalg.generic {indexing_maps = [" +
       (isReduction ? identity + ", " + partly : partly + ", " + identity) +
       "], iterator_types = [" + llvm::join(iterators, ", ") + "]} ins(" +
       from.name + " : " + from.type + ") outs(" + to->name + " : " + to->type +
       ") {");
  std::string x = fresh(), y = fresh();
  emit("^bb0(" + x + ": " + elementText + ", " + y + ": " + elementText + "):");
  ++depth;
  std::string result = combine(x, random.percent(50) ? y : "%c");
  const Buffer &aside = anyBuffer();
  if (!aside.mayAlias(*to) && !aside.shape.isEmpty() && random.percent(30) &&
      draw(F::Regions)) {
    SmallVector<std::string> at;
    for (int64_t size : aside.shape.sizes)
      at.push_back(constant(random.pick(0, size - 1)));
    result = combine(result, load(aside, llvm::join(at, ", "), false));
  }
  if (isReduction)
    result = combine(result, y);
  emit("linalg.yield " + result + " : " + elementText);
  --depth;
  emit("}");
}

void ProgramBuilder::named() {
  const Buffer *to = anyWritable();
  if (!to || isIndex || !isArithmetic)
    return;
  const Buffer &from = anyBuffer();
  std::string ins = " ins(" + from.name + " : " + from.type + ")";
  std::string outs = " outs(" + to->name + " : " + to->type + ")";
  if (from.mayAlias(*to))
    return;
  if (from.shape == to->shape) {
    const Buffer &second = random.percent(50) ? *to : from;
    std::string both = " ins(" + from.name + ", " + second.name + " : " +
                       from.type + ", " + second.type + ")";
    bool isSquare = from.shape.getRank() == 2 &&
                    from.shape.sizes[0] == from.shape.sizes[1] &&
                    from.shape.isDynamic[0] == from.shape.isDynamic[1];
    if (isSquare && random.percent(60))
      emit("linalg.matmul ins(" + from.name + ", " + from.name + " : " +
           from.type + ", " + from.type + ")" + outs);
    else if (random.percent(30))
      emit("linalg.copy" + ins + outs);
    else
      emit("linalg." + Twine(random.percent(50) ? "add" : "mul") + both + outs);
    return;
  }
  Shape reversed = from.shape;
  std::reverse(reversed.sizes.begin(), reversed.sizes.end());
  std::reverse(reversed.isDynamic.begin(), reversed.isDynamic.end());
  SmallVector<std::string> permutation;
  for (unsigned d = from.shape.getRank(); d > 0; --d)
    permutation.push_back(std::to_string(d - 1));
  std::string last = std::to_string(to->shape.getRank() - 1);
  Shape dropped = to->shape;
  dropped.sizes.pop_back();
  dropped.isDynamic.pop_back();
  if (reversed == to->shape)
    emit("linalg.transpose" + ins + outs + " permutation = [" +
         llvm::join(permutation, ", ") + "]");
  else if (from.shape == dropped)
    emit("linalg.broadcast" + ins + outs + " dimensions = [" + last + "]");
}

void ProgramBuilder::softmax() {
  const Buffer *to = anyWritable();
  const Buffer *from = to ? anyPartner(*to) : nullptr;
  if (from && isFloat && isArithmetic && to->shape.getRank() != 0)
    emit("linalg.softmax dimension(" +
         Twine(random.pick(0, to->shape.getRank() - 1)) + ") ins(" +
         from->name + " : " + from->type + ") outs(" + to->name + " : " +
         to->type + ")");
}

void ProgramBuilder::atomic() {
  const Buffer *found = anyWritable();
  // The processor has them for some widths only.
  if (!found || isIndex || isOdd || !isArithmetic || found->shape.isEmpty())
    return;
  Buffer to = *found;
  std::string at = indices(to.shape, /*affine=*/false);
  if (draw(F::Regions)) {
    std::string before = fresh();
    open(fresh() + " = memref.generic_atomic_rmw " + to.name + "[" + at +
             "] : " + to.type + " {",
         {"}"});
    emit("^bb0(" + before + ": " + elementText + "):");
    std::string after = combine(before, "%c");
    emit("memref.atomic_yield " + after + " : " + elementText);
    close();
    return;
  }
  emit(fresh() + " = memref.atomic_rmw " + (isFloat ? "addf" : "addi") +
       " %c, " + to.name + "[" + at + "] : (" + elementText + ", " + to.type +
       ") -> " + elementText);
}
