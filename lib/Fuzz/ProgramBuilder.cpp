//===- ProgramBuilder.cpp - Types, functions, text ------------------------===//
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

static Type makeElement(Feature kind, MLIRContext *context, Random &random) {
  Builder builder(context);
  switch (kind) {
  case F::I8:
    return builder.getI8Type();
  case F::I64:
    return builder.getI64Type();
  case F::Index:
    return builder.getIndexType();
  case F::F16:
    return builder.getF16Type();
  case F::F32:
    return builder.getF32Type();
  case F::F64:
    return builder.getF64Type();
  case F::OddInts:
    return builder.getIntegerType(pickWidth(random));
  case F::SmallFloats: {
    const Type types[] = {
        Float8E5M2Type::get(context),     Float8E4M3FNType::get(context),
        Float8E4M3FNUZType::get(context), Float8E3M4Type::get(context),
        Float6E2M3FNType::get(context),   Float4E2M1FNType::get(context)};
    return random.any(types);
  }
  default:
    return builder.getI32Type();
  }
}

void ProgramBuilder::chooseElement() {
  Feature kind = choose({F::I32, F::I8, F::I64, F::Index, F::F16, F::F32,
                         F::F64, F::OddInts, F::SmallFloats});
  element = makeElement(kind, context, random);
  llvm::raw_string_ostream(elementText) << element;
  isIndex = element.isIndex();
  isFloat = isa<FloatType>(element);
  isOdd = kind == F::OddInts;
  isArithmetic = kind != F::SmallFloats;
  if (element.isInteger())
    elementBits = element.getIntOrFloatBitWidth();
}

/// Every function takes, behind its buffers, a condition, a number in [0, 4)
/// and, where there are widths, the bounds of a loop, of which the second may
/// be below the first.
void ProgramBuilder::chooseParameters() {
  parameters = "%cond: i1, %n: index";
  operands = "%cond, %n";
  types = "i1, index";
  if (!draw(F::Widths))
    return;
  width = pickWidth(random);
  std::string type = "i" + std::to_string(width);
  parameters += ", %from: " + type + ", %to: " + type;
  operands += ", %from, %to";
  types += ", " + type + ", " + type;
  maxTo = width < 4 ? (1 << (width - 1)) - 1 : 7;
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

BufferAttr ProgramBuilder::makeLayout(const Shape &shape) {
  ArrayRef<TypedAttr> favoured;
  if (flaggedOp)
    favoured = flaggedOp->pads;
  lastLayout = makeRandomLayout(shape.sizes, shape.isDynamic, element, favoured,
                                weights, random, program.used);
  return lastLayout;
}

std::string ProgramBuilder::makeLayoutAlias(const Shape &shape) {
  BufferAttr layout = makeLayout(shape);
  program.hasCopyPads |= layout.hasCopyPad();
  std::string name = "#L" + std::to_string(numAliases++);
  llvm::raw_string_ostream stream(aliases);
  stream << name << " = " << layout << "\n";
  return name;
}

/// The first map of a layout, in the way that upstream writes layouts.
std::string ProgramBuilder::makePlainMap(const Shape &shape) {
  BufferAttr layout = makeLayout(shape);
  AffineMap map = layout.getIndexMaps().front().getMap();
  std::string text;
  llvm::raw_string_ostream(text) << AffineMapAttr::get(map);
  return text;
}

void ProgramBuilder::chooseType(Buffer &buffer) {
  const Shape &shape = buffer.shape;
  buffer.type = "memref<" + shape.getText() + elementText;
  buffer.isPlain = usesRequests || draw(F::Plain);
  if (!buffer.isPlain) {
    bool isMap = draw(F::PlainMaps);
    buffer.type +=
        ", " + (isMap ? makePlainMap(shape) : makeLayoutAlias(shape));
    if (!isMap)
      layouts[buffer.roots.front()] = lastLayout;
  }
  buffer.type += ">";
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
  std::string alias = makeLayoutAlias(buffer.shape);
  layouts[buffer.roots.front()] = lastLayout;
  return "layout.transform = " + alias;
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
  chooseType(buffer);
  std::string request = makeRequest(buffer);
  bool isConstant = random.percent(25);
  buffer.isWritable = !isConstant;
  functions += "memref.global \"private\" " +
               std::string(isConstant ? "constant " : "") +
               "@g : " + buffer.type + " = dense<" + literal() + ">" +
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

void ProgramBuilder::addLocal() {
  const Shape &shape = random.any(shapes);
  bool onStack = draw(F::Stack);
  Buffer buffer{(onStack ? "%stack" : "%heap") + std::to_string(numNames++),
                "",
                shape,
                {numRoots++}};
  chooseType(buffer);
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
