//===- ProgramBuilder.cpp - Types, functions, text ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

#include "Layout/Fuzz/RandomLayout.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

std::string Shape::getText() const {
  std::string text;
  for (auto [size, dynamic] : llvm::zip(sizes, isDynamic))
    text += (dynamic ? "?" : std::to_string(size)) + "x";
  return text;
}

bool Buffer::mayAlias(const Buffer &other) const {
  return llvm::any_of(roots, [&](unsigned root) {
    return llvm::is_contained(other.roots, root);
  });
}

ProgramBuilder::ProgramBuilder(MLIRContext *context,
                               const FeatureWeights &weights, Random &random)
    : context(context), weights(weights), random(random) {}

RandomProgram fuzz::makeRandomProgram(MLIRContext *context,
                                      const FeatureWeights &weights,
                                      Random &random) {
  return ProgramBuilder(context, weights, random).build();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void ProgramBuilder::emit(const Twine &line) {
  body.append(2 * depth, ' ');
  body += line.str() + "\n";
}

std::string ProgramBuilder::fresh() {
  return "%v" + std::to_string(numNames++);
}

std::string ProgramBuilder::constant(int64_t value) {
  std::string name = fresh();
  emit(name + " = arith.constant " + Twine(value) + " : index");
  return name;
}

void ProgramBuilder::open(const Twine &line, ArrayRef<std::string> closing) {
  emit(line);
  regions.push_back({closing.vec(), buffers.size(), indexValues.size()});
  ++depth;
}

/// Goes on behind the brace that `close` writes.
void ProgramBuilder::openElse() {
  OpenRegion region = regions.back();
  close();
  body.resize(body.size() - 1);
  body += " else {\n";
  regions.push_back(region);
  ++depth;
}

/// All closing lines but the last belong to the body.
void ProgramBuilder::close() {
  OpenRegion region = std::move(regions.back());
  regions.pop_back();
  for (const std::string &line : ArrayRef(region.closing).drop_back())
    emit(line);
  --depth;
  emit(region.closing.back());
  buffers.resize(region.numBuffers);
  indexValues.resize(region.numIndices);
}

bool ProgramBuilder::draw(Feature feature) {
  bool isDrawn = weights.chance(feature, random);
  if (isDrawn)
    use(feature);
  return isDrawn;
}

Feature ProgramBuilder::choose(ArrayRef<Feature> features) {
  Feature feature = weights.choose(features, random);
  use(feature);
  return feature;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void ProgramBuilder::chooseElement() {
  Feature kind =
      choose({F::I32, F::I8, F::I64, F::Index, F::F16, F::F32, F::F64});
  elementText = getName(kind).str();
  isIndex = kind == F::Index;
  isFloat = kind == F::F16 || kind == F::F32 || kind == F::F64;
  Builder builder(context);
  element = isIndex          ? Type(builder.getIndexType())
            : kind == F::F16 ? Type(builder.getF16Type())
            : kind == F::F32 ? Type(builder.getF32Type())
            : kind == F::F64
                ? Type(builder.getF64Type())
                : Type(builder.getIntegerType(kind == F::I8    ? 8
                                              : kind == F::I32 ? 32
                                                               : 64));
}

/// One shape that most buffers have, and a second one that has to do with it.
void ProgramBuilder::chooseShapes() {
  int64_t rank = random.pick(1, random.percent(15) ? 4 : 3);
  int64_t limit = rank == 1 ? 20 : rank == 2 ? 9 : 5;
  Shape first;
  for (int64_t d = 0; d < rank; ++d) {
    first.sizes.push_back(draw(F::Empty) ? 0 : random.pick(1, limit));
    first.isDynamic.push_back(draw(F::Dynamic));
  }
  if (rank == 2 && random.percent(20))
    first.sizes[1] = first.sizes[0], first.isDynamic[1] = first.isDynamic[0];
  shapes.push_back(first);
  Shape second = first;
  if (rank > 1 && random.percent(50)) {
    second.sizes.pop_back();
    second.isDynamic.pop_back();
  } else {
    std::reverse(second.sizes.begin(), second.sizes.end());
    std::reverse(second.isDynamic.begin(), second.isDynamic.end());
  }
  shapes.push_back(second);
}

std::string ProgramBuilder::makeLayoutAlias(const Shape &shape) {
  BufferAttr layout = makeRandomLayout(shape.sizes, shape.isDynamic, element,
                                       weights, random, program.used);
  program.hasCopyPads |= layout.hasCopyPad();
  std::string name = "#L" + std::to_string(numAliases++);
  llvm::raw_string_ostream stream(aliases);
  stream << name << " = " << layout << "\n";
  return name;
}

/// The first map of a layout, in the way that upstream writes layouts.
std::string ProgramBuilder::makePlainMap(const Shape &shape) {
  BufferAttr layout = makeRandomLayout(shape.sizes, shape.isDynamic, element,
                                       weights, random, program.used);
  AffineMap map = layout.getIndexMaps().front().getMap();
  std::string text;
  llvm::raw_string_ostream(text) << AffineMapAttr::get(map);
  return text;
}

std::string ProgramBuilder::makeType(const Shape &shape, bool mayBeLaidOut,
                                     bool &isPlain) {
  std::string text = "memref<" + shape.getText() + elementText;
  isPlain = !mayBeLaidOut || usesRequests || draw(F::Plain);
  if (!isPlain)
    text += ", " +
            (draw(F::PlainMaps) ? makePlainMap(shape) : makeLayoutAlias(shape));
  return text + ">";
}

/// "layout.transform = ...", where nobody else wants a layout for that memory.
std::string ProgramBuilder::makeRequest(const Buffer &buffer) {
  bool isFree = buffer.isPlain && !buffer.isView &&
                llvm::none_of(buffer.roots, [&](unsigned root) {
                  return requested.contains(root);
                });
  if (!usesRequests || !isFree || draw(F::Plain))
    return "";
  requested.insert(buffer.roots.begin(), buffer.roots.end());
  return "layout.transform = " + makeLayoutAlias(buffer.shape);
}

std::string ProgramBuilder::makeAttributes(const Buffer &buffer,
                                           bool isArgument) {
  SmallVector<std::string> attributes;
  if (std::string request = makeRequest(buffer); !request.empty())
    attributes.push_back(request);
  bool isOwn = isArgument && buffer.isPlain && !buffer.isView;
  if (isOwn && attributes.empty() && usesCaches && draw(F::Caches))
    attributes.push_back("layout.cache = " + makeLayoutAlias(buffer.shape));
  if (usesWalks && draw(F::Sequential))
    attributes.push_back("layout.sequential");
  // No two arguments of a call are the same memory.
  if (isOwn && draw(F::NoAlias))
    attributes.push_back("llvm.noalias");
  return attributes.empty() ? "" : "{" + llvm::join(attributes, ", ") + "}";
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void ProgramBuilder::addGlobal() {
  Shape shape = shapes.front();
  if (llvm::is_contained(shape.isDynamic, true) || !draw(F::Globals))
    return;
  Buffer buffer{"@g", "", shape, {numRoots++}};
  buffer.type = makeType(shape, true, buffer.isPlain);
  std::string request = makeRequest(buffer);
  bool isConstant = random.percent(25);
  buffer.isWritable = !isConstant;
  functions += "memref.global \"private\" " +
               std::string(isConstant ? "constant " : "") +
               "@g : " + buffer.type + " = dense<" + (isFloat ? "3.0" : "3") +
               ">" + (request.empty() ? "" : " {" + request + "}") + "\n";
  global = buffer;
}

void ProgramBuilder::openFunction(const std::string &header) {
  body = header + " {\n";
  depth = 1;
  emit("%c = arith.constant " + literal() + " : " + elementText);
  emit("%zero = arith.constant 0 : index");
  if (draw(F::Locals))
    addLocal();
}

void ProgramBuilder::closeFunction(ArrayRef<std::string> results) {
  std::string types;
  for (size_t i = 0; i < results.size(); ++i)
    types += (i ? ", " : "") + elementText;
  // Buffers of the function are freed at its end.
  for (const Buffer &buffer : buffers)
    if (StringRef(buffer.name).starts_with("%heap"))
      emit("memref.dealloc " + buffer.name + " : " + buffer.type);
  emit(results.empty() ? "return"
                       : "return " + llvm::join(results, ", ") + " : " + types);
  functions += body + "}\n";
}

void ProgramBuilder::addLocal() {
  const Shape &shape = random.any(shapes);
  bool onStack = draw(F::Stack);
  Buffer buffer{(onStack ? "%stack" : "%heap") + std::to_string(numNames++),
                "",
                shape,
                {numRoots++}};
  buffer.type = makeType(shape, true, buffer.isPlain);
  SmallVector<std::string> sizes;
  for (auto [size, dynamic] : llvm::zip(shape.sizes, shape.isDynamic))
    if (dynamic)
      sizes.push_back(constant(size));
  emit(buffer.name + " = memref." + (onStack ? "alloca" : "alloc") + "(" +
       llvm::join(sizes, ", ") + ") " +
       makeAttributes(buffer, /*isArgument=*/false) + " : " + buffer.type);
  // Contents that are not given could be anything: there would be nothing to
  // compare.
  emit("linalg.fill ins(%c : " + elementText + ") outs(" + buffer.name + " : " +
       buffer.type + ")");
  buffers.push_back(buffer);
}

std::string ProgramBuilder::buildCallee(ArrayRef<Buffer> arguments) {
  std::string name = "@callee" + std::to_string(numFunctions++);
  // What is being written goes on afterwards.
  auto saved =
      std::make_tuple(std::move(body), depth, std::move(buffers),
                      std::move(indexValues), std::move(regions), nesting);
  buffers.clear();
  indexValues = {{"%n", 0, 4, true}};
  regions.clear();
  nesting = 1;
  ++callDepth;
  std::string header = "func.func private " + name + "(";
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Buffer inside = argument;
    inside.name = "%a" + std::to_string(i);
    header += inside.name + ": " + inside.type + " " +
              makeAttributes(inside, /*isArgument=*/true) + ", ";
    buffers.push_back(inside);
  }
  openFunction(header + "%cond: i1, %n: index)");
  statements(random.pick(1, 2));
  closeFunction({});
  --callDepth;
  std::tie(body, depth, buffers, indexValues, regions, nesting) =
      std::move(saved);
  return name;
}

void ProgramBuilder::buildEntry() {
  std::string header = "func.func @f(";
  int64_t numBuffers = random.pick(2, 4);
  for (int64_t i = 0; i < numBuffers; ++i) {
    const Shape &shape = shapes[random.percent(75) ? 0 : 1];
    Buffer buffer{"%a" + std::to_string(i), "", shape, {numRoots++}};
    buffer.type = makeType(shape, true, buffer.isPlain);
    header += buffer.name + ": " + buffer.type + " " +
              makeAttributes(buffer, /*isArgument=*/true) + ", ";
    buffers.push_back(buffer);
    for (auto [d, dynamic] : llvm::enumerate(shape.isDynamic))
      if (dynamic)
        program.options.dims[{unsigned(i), unsigned(d)}] = shape.sizes[d];
  }
  indexValues.push_back({"%n", 0, 4, true});
  unsigned condition = numBuffers;
  program.options.entry = "f";
  program.options.arguments[condition] = std::to_string(random.pick(0, 1));
  program.options.arguments[condition + 1] = std::to_string(random.pick(0, 3));
  bool hasResult = draw(F::Results) &&
                   !llvm::is_contained(shapes[0].sizes, 0) &&
                   !llvm::is_contained(shapes[1].sizes, 0);
  openFunction(header + "%cond: i1, %n: index)" +
               (hasResult ? " -> " + elementText : ""));
  if (global) {
    Buffer here = *global;
    here.name = "%global";
    emit("%global = memref.get_global @g : " + here.type);
    buffers.push_back(here);
  }
  statements(random.pick(2, 5));
  SmallVector<std::string> results;
  if (hasResult)
    results.push_back(value(/*affine=*/false));
  closeFunction(results);
}

/// All of it: as a module with kernels, in a module of its own, or as it is.
void ProgramBuilder::wrap() {
  if (!kernels.empty())
    functions = "gpu.module @kernels {\n" + kernels + "}\n" + functions;
  std::string attributes =
      kernels.empty() ? "" : "attributes {gpu.container_module} ";
  if (draw(F::InModule)) {
    functions = "module @inner " + attributes + "{\n" + functions + "}\n";
    program.options.entry = "inner::f";
  } else if (!kernels.empty()) {
    functions = "module " + attributes + "{\n" + functions + "}\n";
  }
  program.text = aliases + functions;
}

RandomProgram ProgramBuilder::build() {
  chooseElement();
  chooseShapes();
  usesRequests = draw(F::Requests);
  usesWalks = random.percent(50);
  usesCaches = random.percent(15);
  addGlobal();
  buildEntry();
  wrap();
  return std::move(program);
}
