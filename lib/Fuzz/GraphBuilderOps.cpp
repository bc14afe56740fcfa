//===- GraphBuilderOps.cpp - Statements of a graph of tensor ops ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"

#include "Integers.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

static std::string list(ArrayRef<int64_t> numbers) {
  std::string text = "[";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(numbers, stream);
  return text + "]";
}

void GraphBuilder::conversion() {
  const Tensor tensor = pick();
  pool.push_back(convert(tensor, makeLayout(tensor.shape)));
}

void GraphBuilder::compute(const Tensor &given) {
  Tensor x = convertSometimes(given);
  std::string into = empty(x.shape, x.layout);
  size_t rank = x.shape.size();
  std::string wish = x.layout.empty() ? prefer({x.shape, x.shape}) : "";
  // A destination and its result have one layout.
  Tensor y = add(x.shape, x.layout);
  std::string map = identity(rank), type = getType(x);
  finishGeneric("{indexing_maps = [" + map + ", " + map +
                    "], iterator_types = [" + repeat("\"parallel\"", rank) +
                    "]" + (wish.empty() ? "" : "," + wish) + "} ins(" + x.name +
                    " : " + type + ") outs(" + into + " : " + type + ")",
                y, {"%i0", random.percent(70) ? "%k" : "%i0"}, random.any(kOps),
                1);
}

void GraphBuilder::binary() {
  Tensor x = convertSometimes(pick());
  SmallVector<Tensor> alike;
  for (const Tensor &tensor : pool)
    if (tensor.shape == x.shape)
      alike.push_back(tensor);
  Tensor z = alike.empty() ? x : random.any(alike);
  // Mostly of one layout; otherwise the operands keep theirs.
  if (random.percent(80))
    z = convert(z, x.layout);
  bool accumulates = random.percent(20);
  std::string into =
      accumulates ? convert(z, x.layout).name : empty(x.shape, x.layout);
  size_t rank = x.shape.size();
  Tensor y = add(x.shape, x.layout);
  std::string map = identity(rank);
  finishGeneric("{indexing_maps = [" + repeat(map, 3) +
                    "], iterator_types = [" + repeat("\"parallel\"", rank) +
                    "]} ins(" + x.name + ", " + z.name + " : " + getType(x) +
                    ", " + getType(z) + ") outs(" + into + " : " + getType(y) +
                    ")",
                y, {"%i0", accumulates ? "%o" : "%i1"}, random.any(kOps), 2);
}

/// Adds a tensor that lacks some dimensions to one that has them all.
void GraphBuilder::bias() {
  const Tensor *picked = pickOfRank(1);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  size_t rank = x.shape.size(), d = random.percent(70) ? rank - 1 : 0;
  Extents line{x.shape[d]};
  Tensor b{name(), line, ""};
  emit(b.name + " = arith.constant dense<" + makeNumber() +
       "> : " + getType(b));
  if (random.percent(30))
    b = convert(b, makeLayout(line));
  std::string into = empty(x.shape, x.layout), map = identity(rank), dims;
  dims = StringRef(map).substr(11).split(" -> ").first.str();
  Tensor y = add(x.shape, x.layout);
  finishGeneric("{indexing_maps = [" + map + ", affine_map<" + dims + " -> (d" +
                    std::to_string(d) + ")>, " + map + "], iterator_types = [" +
                    repeat("\"parallel\"", rank) + "]} ins(" + x.name + ", " +
                    b.name + " : " + getType(x) + ", " + getType(b) +
                    ") outs(" + into + " : " + getType(y) + ")",
                y, {"%i0", "%i1"}, random.any(kOps), 2);
}

/// A reduction over some dimensions, with a constant as initial value.
void GraphBuilder::reduce() {
  const Tensor *picked = pickOfRank(2);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  Extents shape;
  SmallVector<std::string> iterators, kept;
  for (auto [d, extent] : llvm::enumerate(x.shape)) {
    bool isKept = random.percent(60);
    iterators.push_back(isKept ? "\"parallel\"" : "\"reduction\"");
    if (!isKept)
      continue;
    shape.push_back(extent);
    kept.push_back("d" + std::to_string(d));
  }
  std::string layout = random.percent(20) ? makeLayout(shape) : "";
  std::string into =
      fill(random.percent(50) ? (isFloat ? "0.0" : "0") : makeNumber(), shape,
           layout);
  std::string map = identity(x.shape.size());
  std::string dims = StringRef(map).substr(11).split(" -> ").first.str();
  Tensor y = add(shape, layout);
  finishGeneric("{indexing_maps = [" + map + ", affine_map<" + dims + " -> (" +
                    llvm::join(kept, ", ") + ")>], iterator_types = [" +
                    llvm::join(iterators, ", ") + "]} ins(" + x.name + " : " +
                    getType(x) + ") outs(" + into + " : " + getType(y) + ")",
                y, {"%o", "%i0"}, random.percent(50) ? "add" : "max", 1);
}

/// A product of the last two dimensions and weights. Bytes are reduced in 32
/// bits, and truncated again.
void GraphBuilder::product() {
  const Tensor *picked = pickOfRank(2);
  if (!picked)
    return;
  Tensor x = convert(*picked, "");
  size_t rank = x.shape.size();
  int64_t columns = random.pick(8, 19);
  Extents weights(ArrayRef(x.shape).take_back(2)),
      shape(ArrayRef(x.shape).drop_back(2));
  weights.push_back(columns);
  shape.push_back(columns);
  Tensor w = makeWeights(weights);
  std::string sums = element == "i8" ? "i32" : element, narrow = element;
  element = sums;
  std::string into = fill(isFloat ? "0.0" : "0", shape, ""),
              type = getType(shape, "");
  element = narrow;
  std::string result = name();
  emit(result + " = linalg.contract indexing_maps = " +
       makeProductMaps(rank, shape.size()) + " ins(" + x.name + ", " + w.name +
       " : " + getType(x) + ", " + getType(w) + ") outs(" + into + " : " +
       type + ") -> " + type);
  if (sums == element)
    pool.push_back({result, shape, ""});
  else
    truncate(result, type, shape);
}

/// Weights of three dimensions, with numbers that show their index.
Tensor GraphBuilder::makeWeights(const Extents &shape) {
  std::string into = empty(shape, "");
  Tensor w{name(), shape, ""};
  emit(w.name + " = linalg.generic {indexing_maps = [" + identity(3) +
       "], iterator_types = [" + repeat("\"parallel\"", 3) + "]} outs(" + into +
       " : " + getType(w) + ") {");
  emit("^bb0(%o: " + element + "):");
  for (StringRef d : {"0", "1", "2"})
    emit("  %d" + d + " = linalg.index " + d + " : index");
  emit("  %p = arith.muli %d0, %d1 : index");
  emit("  %s = arith.addi %p, %d2 : index");
  emit("  %i = arith.index_cast %s : index to " +
       (isFloat ? "i32" : StringRef(element)));
  if (isFloat)
    emit("  %f = arith.sitofp %i : i32 to " + element);
  emit("  linalg.yield " + Twine(isFloat ? "%f" : "%i") + " : " + element);
  emit("} -> " + getType(w));
  return w;
}

/// The indexing maps of a product: the last two dimensions of a tensor are
/// reduced, and there are columns.
std::string GraphBuilder::makeProductMaps(size_t rank, size_t resultRank) {
  SmallVector<std::string> dims;
  for (size_t d = 0; d <= rank; ++d)
    dims.push_back("d" + std::to_string(d));
  ArrayRef<std::string> all(dims);
  SmallVector<std::string> result(all.take_front(resultRank - 1));
  result.push_back(dims.back());
  auto map = [&](ArrayRef<std::string> results) {
    return "affine_map<(" + llvm::join(all, ", ") + ") -> (" +
           llvm::join(results, ", ") + ")>";
  };
  return "[" + map(all.drop_back()) + ", " + map(all.take_back(3)) + ", " +
         map(result) + "]";
}

void GraphBuilder::truncate(StringRef wide, StringRef type,
                            const Extents &shape) {
  std::string into = empty(shape, ""), map = identity(shape.size());
  Tensor y = add(shape, "");
  emit(y.name + " = linalg.generic {indexing_maps = [" + repeat(map, 2) +
       "], iterator_types = [" + repeat("\"parallel\"", shape.size()) +
       "]} ins(" + wide + " : " + type + ") outs(" + into + " : " + getType(y) +
       ") {");
  emit("^bb0(%i0: i32, %o: i8):");
  emit("  %r = arith.trunci %i0 : i32 to i8");
  emit("  linalg.yield %r : i8");
  emit("} -> " + getType(y));
}

/// A constant of a shape that there is, in a resource.
void GraphBuilder::resource() {
  const Extents shape = pick().shape;
  SmallVector<llvm::APInt> elements;
  for (int64_t n = ShapedType::getNumElements(shape); n > 0; --n) {
    int64_t value = random.pick(-9, 9);
    elements.push_back(
        isFloat ? llvm::APFloat(float(value)).bitcastToAPInt()
                : llvm::APInt(element == "i8" ? 8 : 32, value, true));
  }
  std::string entry = "r" + std::to_string(resources.size());
  resources.push_back(entry + ": \"" + printBlob(elements) + "\"");
  add("arith.constant dense_resource<" + Twine(entry) + "> : " +
          getType(shape, ""),
      shape, "");
}

void GraphBuilder::softmax() {
  const Tensor *picked = isFloat ? pickOfRank(1) : nullptr;
  if (!picked)
    return;
  Tensor x = convert(*picked, "");
  std::string into = empty(x.shape, ""), type = getType(x);
  add("linalg.softmax dimension(" +
          Twine(random.pick(0, x.shape.size() - 1)) + ") ins(" + x.name +
          " : " + type + ") outs(" + into + " : " + type + ") -> " + type,
      x.shape, "");
}

void GraphBuilder::pool2d() {
  const Tensor *picked = pickOfRank(4);
  if (!picked || picked->shape[1] < 2 || picked->shape[2] < 2 ||
      picked->shape.size() != 4)
    return;
  Tensor x = convertSometimes(*picked);
  Extents shape = x.shape;
  int64_t stride = random.pick(1, 2);
  shape[1] = (shape[1] - 2) / stride + 1;
  shape[2] = (shape[2] - 2) / stride + 1;
  std::string layout = random.percent(15) ? makeLayout(shape) : "";
  bool isSum = random.percent(50);
  std::string into =
      fill(isSum ? (isFloat ? "0.0" : "0") : makeNumber(), shape, layout);
  std::string window = empty({2, 2}, "");
  std::string type = getType(shape, layout);
  add("linalg.pooling_nhwc_" + Twine(isSum ? "sum" : "max") +
          " {strides = dense<" + std::to_string(stride) +
          "> : tensor<2xi64>} ins(" + x.name + ", " + window + " : " +
          getType(x) + ", " + getType({2, 2}, "") + ") outs(" + into + " : " +
          type + ") -> " + type,
      shape, layout);
}

void GraphBuilder::transpose() {
  const Tensor *picked = pickOfRank(2);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  SmallVector<int64_t> permutation =
      llvm::to_vector(llvm::seq<int64_t>(0, x.shape.size()));
  random.shuffle(permutation);
  // Upstream folds what changes nothing but the layout to its operand.
  if (llvm::is_sorted(permutation))
    return;
  Extents shape;
  for (int64_t d : permutation)
    shape.push_back(x.shape[d]);
  std::string layout = random.percent(20) ? makeLayout(shape) : "";
  std::string into = empty(shape, layout);
  add("linalg.transpose ins(" + x.name + " : " + getType(x) + ") outs(" + into +
          " : " + getType(shape, layout) +
          ") permutation = " + list(permutation),
      shape, layout);
}

void GraphBuilder::padding() {
  const Tensor *picked = pickOfRank(1);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  SmallVector<int64_t> low, high;
  Extents shape;
  for (int64_t extent : x.shape) {
    low.push_back(random.percent(40) ? random.pick(1, 2) : 0);
    high.push_back(random.percent(40) ? random.pick(1, 2) : 0);
    shape.push_back(extent + low.back() + high.back());
  }
  if (shape == x.shape) // as for transpositions
    return;
  std::string number = name(), names;
  emit(number + " = arith.constant " + makeNumber() + " : " + element);
  for (size_t d = 0; d < shape.size(); ++d)
    names += (d ? ", %j" : "%j") + std::to_string(d) + ": index";
  std::string layout = random.percent(15) ? makeLayout(shape) : "";
  add("tensor.pad " + Twine(x.name) + " low" + list(low) + " high" +
          list(high) + " {\n  ^bb0(" + names + "):\n    tensor.yield " +
          number + " : " + element + "\n  } : " + getType(x) + " to " +
          getType(shape, layout),
      shape, layout);
}

void GraphBuilder::concatenation() {
  const Tensor *picked = pickOfRank(1);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  SmallVector<Tensor> alike;
  for (const Tensor &tensor : pool)
    if (tensor.shape == x.shape)
      alike.push_back(tensor);
  Tensor z = alike.empty() ? x : convertSometimes(random.any(alike));
  int64_t dim = random.pick(0, x.shape.size() - 1);
  Extents shape = x.shape;
  shape[dim] *= 2;
  std::string layout = random.percent(15) ? makeLayout(shape) : "";
  add("tensor.concat dim(" + std::to_string(dim) + ") " + x.name + ", " +
          z.name + " : (" + getType(x) + ", " + getType(z) + ") -> " +
          getType(shape, layout),
      shape, layout);
}

void GraphBuilder::extractSlice() {
  const Tensor *picked = pickOfRank(1);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  SmallVector<int64_t> offsets, sizes;
  Extents shape;
  for (int64_t extent : x.shape) {
    bool isWhole = random.percent(55);
    offsets.push_back(isWhole ? 0 : random.pick(0, extent - 1));
    sizes.push_back(isWhole ? extent : random.pick(1, extent - offsets.back()));
    if (sizes.back() != 1 || random.percent(50))
      shape.push_back(sizes.back());
  }
  if (shape == x.shape) // as for transpositions
    return;
  std::string layout = random.percent(15) ? makeLayout(shape) : "";
  add("tensor.extract_slice " + Twine(x.name) + list(offsets) + " " +
          list(sizes) + " " + list(SmallVector<int64_t>(sizes.size(), 1)) +
          " : " + getType(x) + " to " + getType(shape, layout),
      shape, layout);
}

/// Computes with a slice, and inserts the result at another offset.
void GraphBuilder::insertSlice() {
  const Tensor *picked = pickOfRank(1);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  SmallVector<int64_t> from, to, sizes;
  Extents shape;
  for (int64_t extent : x.shape) {
    sizes.push_back(random.percent(55) ? extent : random.pick(1, extent));
    from.push_back(random.pick(0, extent - sizes.back()));
    to.push_back(random.pick(0, extent - sizes.back()));
    if (sizes.back() != 1 || random.percent(50))
      shape.push_back(sizes.back());
  }
  if (shape == x.shape) // as for transpositions
    return;
  std::string ones = list(SmallVector<int64_t>(sizes.size(), 1));
  std::string slice = name();
  emit(slice + " = tensor.extract_slice " + x.name + list(from) + " " +
       list(sizes) + " " + ones + " : " + getType(x) + " to " +
       getType(shape, ""));
  add("tensor.insert_slice " + Twine(slice) + " into " + x.name + list(to) +
          " " + list(sizes) + " " + ones + " : " + getType(shape, "") +
          " into " + getType(x),
      x.shape, x.layout);
}

void GraphBuilder::collapse() {
  const Tensor *picked = pickOfRank(2);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  size_t at = random.pick(0, x.shape.size() - 2);
  Extents shape;
  std::string groups;
  for (size_t d = 0; d < x.shape.size(); ++d) {
    groups += groups.empty() ? "" : ", ";
    if (d == at) {
      groups += "[" + std::to_string(d) + ", " + std::to_string(d + 1) + "]";
      shape.push_back(x.shape[d] * x.shape[d + 1]);
      ++d;
    } else {
      groups += "[" + std::to_string(d) + "]";
      shape.push_back(x.shape[d]);
    }
  }
  std::string layout = random.percent(15) ? makeLayout(shape) : "";
  add("tensor.collapse_shape " + Twine(x.name) + " [" + groups +
          "] : " + getType(x) + " into " + getType(shape, layout),
      shape, layout);
}

void GraphBuilder::expand() {
  const Tensor *picked = pickOfRank(1);
  if (!picked || picked->shape.size() > 4)
    return;
  Tensor x = convertSometimes(*picked);
  size_t at = random.pick(0, x.shape.size() - 1);
  int64_t inner = x.shape[at] % 2 == 0 ? 2 : 1;
  Extents shape;
  std::string groups;
  for (size_t d = 0; d < x.shape.size(); ++d) {
    groups += groups.empty() ? "" : ", ";
    size_t next = shape.size();
    groups += "[" + std::to_string(next) +
              (d == at ? ", " + std::to_string(next + 1) : "") + "]";
    shape.push_back(d == at ? x.shape[d] / inner : x.shape[d]);
    if (d == at)
      shape.push_back(inner);
  }
  std::string layout = random.percent(15) ? makeLayout(shape) : "";
  add("tensor.expand_shape " + Twine(x.name) + " [" + groups +
          "] output_shape " + list(shape) + " : " + getType(x) + " into " +
          getType(shape, layout),
      shape, layout);
}
