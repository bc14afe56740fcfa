//===- ProgramBuilder.cpp - Functions and their text ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

#include "Integers.h"
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

/// Goes on after the brace that `close` writes.
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
// Functions
//===----------------------------------------------------------------------===//

void ProgramBuilder::addGlobal() {
  Shape shape = shapes.front();
  if (llvm::is_contained(shape.isDynamic, true) || !draw(F::Globals))
    return;
  Buffer buffer{"@g", "", shape, {numRoots++}};
  chooseType(buffer);
  std::string request = makeRequest(buffer);
  bool isConstant = random.percent(25);
  buffer.isWritable = !isConstant;
  std::string value =
      draw(F::Resources)
          ? makeResource(element, ShapedType::getNumElements(shape.sizes))
          : "dense<" + literal() + ">";
  functions += "memref.global \"private\" " +
               std::string(isConstant ? "constant " : "") +
               "@g : " + buffer.type + " = " + value +
               (request.empty() ? "" : " {" + request + "}") + "\n";
  global = buffer;
}

/// A local buffer of rank 0, or a global one.
void ProgramBuilder::addScalar() {
  Buffer buffer{fresh(), "memref<" + elementText + ">", {}, {numRoots++}};
  if (random.percent(30)) {
    std::string name = "@scalar" + std::to_string(numRoots);
    functions += "memref.global \"private\" " + name + " : " + buffer.type +
                 " = dense<" + literal() + ">\n";
    emit(buffer.name + " = memref.get_global " + name + " : " + buffer.type);
  } else {
    emit(buffer.name + " = memref.alloca() : " + buffer.type);
    emit("memref.store %c, " + buffer.name + "[] : " + buffer.type);
  }
  scalars.push_back(buffer);
}

void ProgramBuilder::openFunction(const std::string &header) {
  body = header + " {\n";
  depth = 1;
  emit("%c = arith.constant " + literal() + " : " + elementText);
  emit("%zero = arith.constant 0 : index");
  if (draw(F::Locals))
    addLocal();
  if (draw(F::RankZero))
    addScalar();
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

/// Of any shape and layout, or of those of another buffer.
Buffer ProgramBuilder::makeLocal(const std::string &name) {
  Buffer buffer{
      name + std::to_string(numNames++), "", random.any(shapes), {numRoots++}};
  const Buffer *like =
      !buffers.empty() && random.percent(30) ? &random.any(buffers) : nullptr;
  if (!like || like->isView) {
    chooseType(buffer);
    return buffer;
  }
  buffer.type = like->type;
  buffer.shape = like->shape;
  buffer.isPlain = like->isPlain;
  return buffer;
}

void ProgramBuilder::addLocal() {
  bool onStack = draw(F::Stack);
  Buffer buffer = makeLocal(onStack ? "%stack" : "%heap");
  SmallVector<std::string> sizes;
  for (auto [size, dynamic] :
       llvm::zip(buffer.shape.sizes, buffer.shape.isDynamic))
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
                      std::move(indexValues), std::move(regions), nesting,
                      std::move(scalars), isSequential, knowsSymbols);
  buffers.clear();
  scalars.clear();
  isSequential = knowsSymbols = true;
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
  openFunction(header + parameters + ")");
  if (draw(F::Recursion))
    recurse(name, ArrayRef(buffers).take_front(arguments.size()));
  statements(random.pick(1, 2));
  closeFunction({});
  --callDepth;
  std::tie(body, depth, buffers, indexValues, regions, nesting, scalars,
           isSequential, knowsSymbols) = std::move(saved);
  return name;
}

void ProgramBuilder::buildEntry() {
  std::string header = "func.func @f(";
  int64_t numBuffers = random.pick(2, 4);
  for (int64_t i = 0; i < numBuffers; ++i) {
    const Shape &shape = shapes[random.percent(75) ? 0 : 1];
    Buffer buffer{"%a" + std::to_string(i), "", shape, {numRoots++}};
    chooseType(buffer);
    header += buffer.name + ": " + buffer.type + " " +
              makeAttributes(buffer, /*isArgument=*/true) + ", ";
    buffers.push_back(buffer);
    for (auto [d, dynamic] : llvm::enumerate(shape.isDynamic))
      if (dynamic)
        program.options.dims[{unsigned(i), unsigned(d)}] = shape.sizes[d];
  }
  indexValues.push_back({"%n", 0, 4, true});
  program.options.entry = "f";
  auto give = [&, number = unsigned(numBuffers)](int64_t value) mutable {
    program.options.arguments[number++] = std::to_string(value);
  };
  give(random.pick(0, 1));
  give(random.pick(0, 3));
  if (width != 0) {
    give(random.pick(0, std::min<int64_t>(maxTo, 3)));
    give(random.pick(0, maxTo));
  }
  std::string scalar;
  if (draw(F::RankZero) && random.percent(50)) {
    scalars.push_back(
        {"%scalar", "memref<" + elementText + ">", {}, {numRoots++}});
    scalar = ", %scalar: " + scalars.back().type +
             (random.percent(50) ? " {llvm.noalias}" : "");
  }
  bool hasResult = draw(F::Results) &&
                   !llvm::is_contained(shapes[0].sizes, 0) &&
                   !llvm::is_contained(shapes[1].sizes, 0);
  openFunction(header + parameters + scalar + ")" +
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

/// The whole pass: as a module with kernels, in a module of its own, or as it
/// is.
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
  program.text = aliases + functions + printResources(resources);
}

RandomProgram ProgramBuilder::build() {
  chooseElement();
  chooseParameters();
  chooseFlags();
  chooseShapes();
  usesRequests = draw(F::Requests);
  usesWalks = random.percent(50);
  usesCaches = random.percent(15);
  addGlobal();
  buildEntry();
  wrap();
  return std::move(program);
}
