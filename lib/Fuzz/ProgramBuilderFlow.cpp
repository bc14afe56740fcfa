//===- ProgramBuilderFlow.cpp - Control flow of random programs -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of statements, calls, branches, loops around them, blocks, and
// values that are one of two buffers:
//
//     scf.if %cond {                              branch
//       func.call @f0(%a, %b, ..) : (..) -> ()    call
//     }
//     %v3 = arith.select %cond, %a, %b : ..       carried
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

void ProgramBuilder::statements(int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    statement();
}

/// Emits one statement of a kind that is drawn by the weights of the features.
void ProgramBuilder::statement() {
  static constexpr std::pair<F, void (ProgramBuilder::*)()> kStatements[] = {
      {F::Nests, &ProgramBuilder::nest},
      {F::Reductions, &ProgramBuilder::reduction},
      {F::Fill, &ProgramBuilder::fill},
      {F::Copy, &ProgramBuilder::copy},
      {F::Convert, &ProgramBuilder::convert},
      {F::Generic, &ProgramBuilder::generic},
      {F::Named, &ProgramBuilder::named},
      {F::Softmax, &ProgramBuilder::softmax},
      {F::Resources, &ProgramBuilder::resource},
      {F::Views, &ProgramBuilder::view},
      {F::Reshapes, &ProgramBuilder::reshape},
      {F::Atomics, &ProgramBuilder::atomic},
      {F::Dims, &ProgramBuilder::dim},
      {F::Transfers, &ProgramBuilder::transfer},
      {F::VectorLoads, &ProgramBuilder::vectorLoad},
      {F::VectorSums, &ProgramBuilder::vectorSum},
      {F::Calls, &ProgramBuilder::call},
      {F::Branches, &ProgramBuilder::branch},
      {F::Repeats, &ProgramBuilder::repeat},
      {F::Blocks, &ProgramBuilder::blocks},
      {F::Carried, &ProgramBuilder::carried},
      {F::GuardedTiles, &ProgramBuilder::guardedTiles},
      {F::InitReduce, &ProgramBuilder::initAndReduce},
      {F::Neighbours, &ProgramBuilder::neighbours},
      {F::DeadStores, &ProgramBuilder::deadStores},
      {F::Kernels, &ProgramBuilder::kernel},
      {F::Flags, &ProgramBuilder::flagged},
      {F::Narrow, &ProgramBuilder::narrow},
      {F::Turns, &ProgramBuilder::takeTurns},
      {F::Regions, &ProgramBuilder::region},
      {F::Foreign, &ProgramBuilder::foreign}};
  F kind = weights.choose(
      llvm::map_to_vector(kStatements, [](auto &row) { return row.first; }),
      random);
  size_t before = body.size();
  for (auto [itsKind, build] : kStatements)
    if (itsKind == kind)
      (this->*build)();
  // Not every kind can be emitted here: a copy needs two buffers of one shape.
  // Only what was emitted counts as a feature of the program.
  if (body.size() != before)
    use(kind);
}

/// A buffer of other known extents, where the type states no layout.
Buffer ProgramBuilder::castArgument(const Buffer &buffer) {
  Buffer cast = buffer;
  for (size_t d = 0; d < cast.shape.sizes.size(); ++d)
    cast.shape.isDynamic[d] = random.percent(60);
  if (!buffer.isPlain || buffer.isView || cast.shape == buffer.shape)
    return buffer;
  cast.name = fresh();
  cast.type = "memref<" + cast.shape.getText() + elementText + ">";
  emit(cast.name + " = memref.cast " + buffer.name + " : " + buffer.type +
       " to " + cast.type);
  return cast;
}

/// A call of the function that is being written, as often as %n says.
void ProgramBuilder::recurse(const std::string &callee,
                             ArrayRef<Buffer> arguments) {
  std::string passed, passedTypes, one = constant(1), less = fresh(),
                                   more = fresh();
  for (const Buffer &argument : arguments) {
    passed += argument.name + ", ";
    passedTypes += argument.type + ", ";
  }
  emit(less + " = arith.subi %n, " + one + " : index");
  emit(more + " = arith.cmpi sgt, %n, %zero : index");
  open("scf.if " + more + " {");
  emit("func.call " + callee + "(" + passed + "%cond, " + less +
       operands.substr(StringRef("%cond, %n").size()) + ") : (" + passedTypes +
       types + ") -> ()");
  close();
}

/// Emits a new function and one or two calls of it. No two of its arguments may
/// be the same memory: a layout forbids aliases of an argument that is written.
void ProgramBuilder::call() {
  // `layout.cache` makes a copy of a buffer for one function, and a callee
  // would access the buffer itself. In a region that may be a symbol table of
  // its own, functions outside of it have no names.
  if (callDepth >= 2 || usesCaches || !knowsSymbols)
    return;
  std::vector<Buffer> arguments;
  int64_t count = random.pick(1, 3);
  for (int64_t i = 0; i < count; ++i) {
    const Buffer &buffer = anyBuffer();
    bool isDistinct = llvm::none_of(
        arguments, [&](const Buffer &other) { return buffer.mayAlias(other); });
    bool isCast = draw(F::CastArguments);
    if (isDistinct && (!buffer.isView || isCast) && buffer.name != "%global")
      arguments.push_back(isCast ? castArgument(buffer) : buffer);
  }
  if (arguments.empty())
    return;
  std::string callee = buildCallee(arguments);
  // Two calls: a callee that is cloned or whose type changes must do so for
  // both.
  int64_t numCalls = random.percent(20) ? 2 : 1;
  for (int64_t i = 0; i < numCalls; ++i) {
    std::string passed, passedTypes;
    for (const Buffer &argument : arguments) {
      passed += argument.name + ", ";
      passedTypes += argument.type + ", ";
    }
    emit("func.call " + callee + "(" + passed + operands + ") : (" +
         passedTypes + types + ") -> ()");
  }
}

void ProgramBuilder::branch() {
  // Each level multiplies the size of the program, and its time in checks.
  if (nesting >= 3)
    return;
  ++nesting;
  bool hasElse = random.percent(40);
  open("scf.if %cond {");
  statements(random.pick(1, 2));
  if (hasElse) {
    openElse();
    statements(random.pick(1, 2));
  }
  close();
  --nesting;
}

void ProgramBuilder::repeat() {
  if (nesting >= 2)
    return;
  ++nesting;
  openLoop(random.percent(50) ? F::AffineLoops : F::ScfLoops, 0,
           random.pick(1, 3), 1);
  statements(random.pick(1, 2));
  close();
  --nesting;
}

/// Emits a branch between blocks: to the left or to the right one, then to the
/// joint one. Only the body of a function may have several blocks.
void ProgramBuilder::blocks() {
  if (!regions.empty())
    return;
  ++nesting;
  std::string number = std::to_string(numBlocks++);
  std::string left = "^left" + number, right = "^right" + number,
              join = "^join" + number;
  emit("cf.cond_br %cond, " + left + ", " + right);
  for (const std::string &label : {left, right}) {
    body += label + ":\n";
    size_t numBuffers = buffers.size(), numIndices = indexValues.size();
    if (label == left || random.percent(50))
      statements(1);
    emit("cf.br " + join);
    // Values of one side do not dominate the joint block.
    buffers.resize(numBuffers);
    indexValues.resize(numIndices);
  }
  body += join + ":\n";
  --nesting;
}

/// Emits a value that is one of two buffers, by a condition that is known at
/// run time only: a select, an `scf.if` or a loop that exchanges them. Accesses
/// to it may be accesses to either.
void ProgramBuilder::carried() {
  const Buffer first = anyBuffer();
  std::vector<Buffer> others;
  for (const Buffer &buffer : buffers)
    if (buffer.type == first.type && buffer.name != first.name)
      others.push_back(buffer);
  if (others.empty())
    return;
  const Buffer &second = random.any(others);
  // Both buffers need one type, and so one layout. A request at one of them
  // reaches the other; two requests could differ, which is an error.
  unsigned numRequested = 0;
  SmallVector<unsigned> roots = first.roots;
  roots.append(second.roots);
  for (unsigned root : roots)
    numRequested += requested.contains(root);
  if (numRequested > 1 && first.roots != second.roots)
    return;
  if (numRequested)
    requested.insert(roots.begin(), roots.end());
  Buffer made = first;
  made.name = fresh();
  made.roots = roots;
  made.isWritable = first.isWritable && second.isWritable;
  switch (random.pick(0, 2)) {
  case 0:
    emit(made.name + " = arith.select %cond, " + first.name + ", " +
         second.name + " : " + made.type);
    break;
  case 1:
    emit(made.name + " = scf.if %cond -> (" + made.type + ") {");
    emit("  scf.yield " + first.name + " : " + made.type);
    emit("} else {");
    emit("  scf.yield " + second.name + " : " + made.type);
    emit("}");
    break;
  default: { // They are exchanged in each iteration.
    std::string one = constant(1), x = fresh(), y = fresh(), iv = fresh(),
                unused = fresh();
    emit(made.name + ", " + unused + " = scf.for " + iv +
         " = %zero to %n step " + one + " iter_args(" + x + " = " + first.name +
         ", " + y + " = " + second.name + ") -> (" + made.type + ", " +
         made.type + ") {");
    emit("  scf.yield " + y + ", " + x + " : " + made.type + ", " + made.type);
    emit("}");
  }
  }
  buffers.push_back(made);
}
