//===- GraphBuilder.cpp - Text of a graph of tensor ops -------------------===//
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

static std::string print(ArrayRef<int64_t> numbers, StringRef separator) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleave(numbers, stream, separator);
  return text;
}

static std::string printDims(size_t rank) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(llvm::seq<size_t>(0, rank), stream,
                        [&](size_t d) { stream << "d" << d; });
  return text;
}

GraphBuilder::GraphBuilder(Random &random) : random(random) {
  static constexpr StringRef kElements[] = {"i32", "i8", "f32"};
  element = random.any(kElements).str();
  isFloat = element == "f32";
  tile = random.pick(2, 4);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

std::string GraphBuilder::makeNumber() {
  static constexpr StringRef kFloats[] = {"0.0",  "-0.0",       "1.0",
                                          "-2.5", "0xFF800000", "0x7F800000"};
  static constexpr StringRef kInts[] = {"0", "1", "-1", "127", "-128"};
  return (isFloat ? random.any(kFloats) : random.any(kInts)).str();
}

/// Copies are of the first place, which must be that of an element.
std::string GraphBuilder::makePad(unsigned rank, bool canCopy) {
  std::string places = printDims(rank);
  int64_t kind = random.pick(0, 6);
  switch (kind == 3 && !canCopy ? 1 : kind) {
  case 0:
    return "";
  case 1:
    return ", pad<undef>";
  case 2:
    return ", pad<value (" + places + ") -> (d0 + 2 * d" +
           std::to_string(rank - 1) + ")>";
  case 3: {
    hasCopyPads = true;
    std::string zeros = print(SmallVector<int64_t>(rank, 0), ", ");
    return ", pad<(" + places + ") -> (" + zeros + ")>";
  }
  default:
    return ", pad<" + makeNumber() + " : " + element + ">";
  }
}

/// Blocks of the last dimension before some others, or of the first, or
/// dimensions in another order; or none. Some blocks are filled from their end:
/// the same storage as others, with elements in other places.
std::string GraphBuilder::makeLayout(const Extents &shape) {
  size_t rank = shape.size();
  if (rank == 0 || random.percent(25))
    return "";
  std::string t = std::to_string(tile), map;
  unsigned numAxes = rank + 1;
  bool isReversed = false;
  int64_t kind = random.pick(0, 9);
  size_t split = kind < 7 ? rank - 1 : 0;
  if (kind == 9 && rank > 1) {
    numAxes = rank;
    for (size_t d = rank; d-- > 0;)
      map += "d" + std::to_string(d) + (d ? ", " : "");
  } else {
    std::string d = "d" + std::to_string(split);
    SmallVector<std::string> axes;
    for (size_t other = 0; other < rank; ++other)
      if (other != split)
        axes.push_back("d" + std::to_string(other));
    axes.insert(axes.begin() + std::min<size_t>(axes.size(), split ? 1 : 0),
                d + " floordiv " + t);
    isReversed = random.percent(15);
    axes.push_back(isReversed
                       ? std::to_string(tile - 1) + " - " + d + " mod " + t
                       : d + " mod " + t);
    map = llvm::join(axes, ", ");
  }
  map = "(" + printDims(rank) + ") -> (" + map + ")";
  return "#layout.buffer<index_map<" + map + ">" +
         makePad(numAxes, /*canCopy=*/!isReversed) + ">";
}

std::string GraphBuilder::getType(const Extents &shape,
                                  StringRef layout) const {
  std::string dims = print(shape, "x");
  return "tensor<" + dims + (shape.empty() ? "" : "x") + element +
         (layout.empty() ? "" : ", " + layout.str()) + ">";
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

Tensor GraphBuilder::add(const Extents &shape, StringRef layout) {
  pool.push_back({name(), shape, layout.str()});
  return pool.back();
}

Tensor GraphBuilder::add(const Twine &operation, const Extents &shape,
                         StringRef layout) {
  std::string right = operation.str();
  Tensor result = add(shape, layout);
  emit(result.name + " = " + right);
  return result;
}

const Tensor *GraphBuilder::pickOfRank(size_t least) {
  SmallVector<const Tensor *> fitting;
  for (const Tensor &tensor : pool)
    if (tensor.shape.size() >= least)
      fitting.push_back(&tensor);
  return fitting.empty() ? nullptr : random.any(fitting);
}

Tensor GraphBuilder::convert(const Tensor &tensor, StringRef layout) {
  if (tensor.layout == layout)
    return tensor;
  Tensor result{name(), tensor.shape, layout.str()};
  emit(result.name + " = layout.convert " + tensor.name + " : " +
       getType(tensor) + " to " + getType(result));
  return result;
}

/// Most ops are between conversions.
Tensor GraphBuilder::convertSometimes(const Tensor &tensor) {
  if (tensor.layout.empty() || random.percent(20))
    return tensor;
  return convert(tensor, random.percent(75) ? "" : makeLayout(tensor.shape));
}

std::string GraphBuilder::empty(const Extents &shape, StringRef layout) {
  std::string result = name();
  emit(result + " = tensor.empty() : " + getType(shape, layout));
  return result;
}

std::string GraphBuilder::fill(StringRef number, const Extents &shape,
                               StringRef layout) {
  std::string value = name(), into = empty(shape, layout), result = name();
  emit(value + " = arith.constant " + number + " : " + element);
  std::string type = getType(shape, layout);
  emit(result + " = linalg.fill ins(" + value + " : " + element + ") outs(" +
       into + " : " + type + ") -> " + type);
  return result;
}

std::string GraphBuilder::identity(size_t rank) const {
  std::string dims = printDims(rank);
  return "affine_map<(" + dims + ") -> (" + dims + ")>";
}

std::string GraphBuilder::combine(StringRef op, StringRef a, StringRef b) {
  StringRef kind = isFloat ? "f" : "i";
  std::string name =
      op == "max" ? (isFloat ? "maximumf" : "maxsi") : (op + kind).str();
  return ("arith." + name + " " + a + ", " + b + " : " + element).str();
}

/// A wish for layouts, one for each operand.
std::string GraphBuilder::prefer(ArrayRef<Extents> shapes) {
  if (!random.percent(25))
    return "";
  SmallVector<std::string> wishes;
  for (const Extents &shape : shapes) {
    std::string layout = makeLayout(shape);
    wishes.push_back(layout.empty() ? "unit" : layout);
  }
  return " layout.prefer = [" + llvm::join(wishes, ", ") + "]";
}

/// The body of an op of one or two inputs and its result.
void GraphBuilder::finishGeneric(const Twine &head, const Tensor &result,
                                 ArrayRef<std::string> arguments, StringRef op,
                                 unsigned numInputs) {
  std::string names;
  for (unsigned i = 0; i < numInputs; ++i)
    names += "%i" + std::to_string(i) + ": " + element + ", ";
  emit(result.name + " = linalg.generic " + head + " {");
  emit("^bb0(" + names + "%o: " + element + "):");
  emit("  %k = arith.constant " + makeNumber() + " : " + element);
  emit("  %r = " + combine(op, arguments[0], arguments[1]));
  emit("  linalg.yield %r : " + element);
  emit("} -> " + getType(result));
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

RandomProgram GraphBuilder::build() {
  static constexpr Step kSteps[] = {
      &GraphBuilder::conversion,    &GraphBuilder::conversion,
      &GraphBuilder::unary,         &GraphBuilder::unary,
      &GraphBuilder::binary,        &GraphBuilder::bias,
      &GraphBuilder::reduce,        &GraphBuilder::pool2d,
      &GraphBuilder::transpose,     &GraphBuilder::padding,
      &GraphBuilder::concatenation, &GraphBuilder::extractSlice,
      &GraphBuilder::insertSlice,   &GraphBuilder::collapse,
      &GraphBuilder::expand,        &GraphBuilder::choice,
      &GraphBuilder::branch,        &GraphBuilder::loop,
      &GraphBuilder::call,          &GraphBuilder::fixed,
      &GraphBuilder::product,       &GraphBuilder::resource,
      &GraphBuilder::softmax,       &GraphBuilder::returnedGlobal,
      &GraphBuilder::deepBranches};
  Extents shape{random.pick(1, 2), random.pick(3, 5), random.pick(2, 4),
                random.pick(3, 9)};
  if (random.percent(30))
    shape.erase(shape.begin(), shape.begin() + random.pick(1, 2));
  RandomProgram program;
  SmallVector<std::string> arguments;
  for (unsigned i = 0; i < 2; ++i) {
    Tensor tensor = add(shape, makeLayout(shape));
    arguments.push_back(tensor.name + ": " + getType(tensor));
    std::string wish = random.percent(15) ? makeLayout(shape) : "";
    if (!tensor.layout.empty() || wish.empty())
      continue;
    arguments.back() += " {layout.transform = " + wish + "}";
    program.used.set(unsigned(Feature::Requests));
  }
  for (int64_t n = random.pick(3, 9); n > 0; --n)
    (this->*random.any(kSteps))();
  // What was made last is used; so is some of the rest.
  SmallVector<std::string> names, types;
  for (const Tensor &tensor : {Tensor(pool.back()), Tensor(pick())}) {
    Tensor result =
        random.percent(60) ? convert(tensor, makeLayout(tensor.shape)) : tensor;
    names.push_back(result.name);
    types.push_back(getType(result));
  }
  std::string results = llvm::join(types, ", ");
  program.text = functions + "func.func @f(" + llvm::join(arguments, ", ") +
                 ", %cond: i1, %n: index) -> (" + results + ") {\n" + text +
                 "  return " + llvm::join(names, ", ") + " : " + results +
                 "\n}\n" + printResources(resources);
  program.options.entry = "f";
  program.options.arguments[2] = std::to_string(random.pick(0, 1));
  program.options.arguments[3] = std::to_string(random.pick(0, 3));
  program.used.set(unsigned(Feature::Graphs));
  program.used.set(unsigned(isFloat            ? Feature::F32
                            : element == "i32" ? Feature::I32
                                               : Feature::I8));
  program.hasCopyPads = hasCopyPads;
  return program;
}

RandomProgram fuzz::makeRandomGraph(Random &random) {
  return GraphBuilder(random).build();
}

std::vector<std::string> fuzz::makeGraphPipeline(const RandomProgram &program,
                                                 StringRef broken,
                                                 Random &random) {
  std::vector<std::string> passes;
  auto maybe = [&](const char *pass, int64_t percent) {
    if (random.percent(percent))
      passes.push_back(pass);
  };
  maybe("cse", 15);
  // Graphs are small, and few of them gain by layouts.
  passes.push_back(random.percent(80) ? "layout-choose{layouts=always}"
                                      : "layout-choose");
  maybe("canonicalize", 15);
  passes.push_back("layout-reflow");
  maybe("cse", 20);
  maybe("canonicalize", 10);
  maybe("layout-reflow", 15);
  if (random.percent(20)) {
    passes.push_back("layout-specialize");
    maybe("layout-reflow", 75);
  }
  passes.push_back("layout-bufferize");
  if (program.used.test(unsigned(Feature::Requests)))
    passes.push_back(random.percent(50) ? "layout-assign{change-interface=true}"
                                        : "layout-assign");
  passes.push_back("layout-apply");
  if (!broken.empty())
    passes.push_back(broken.str());
  // As `layout-compile` does it with `deallocate`.
  bool deallocates = random.percent(50);
  if (deallocates) {
    passes.push_back("buffer-deallocation-pipeline");
    passes.push_back("convert-bufferization-to-memref");
  }
  maybe("canonicalize", 15);
  maybe("layout-optimize", 25);
  maybe("layout-optimize{padding=true}", 35);
  passes.push_back("layout-finalize");
  if (deallocates)
    maybe(random.percent(50) ? "layout-plan-memory"
                             : "layout-plan-memory{workspace=argument}",
          80);
  maybe("layout-flatten", 25);
  return passes;
}
