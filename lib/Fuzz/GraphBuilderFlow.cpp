//===- GraphBuilderFlow.cpp - Control flow of a graph of tensor ops -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

void GraphBuilder::choice() {
  Tensor x = convertSometimes(pick());
  Tensor z = x;
  for (const Tensor &tensor : pool)
    if (tensor.shape == x.shape && random.percent(50))
      z = tensor;
  z = convert(z, x.layout);
  add("arith.select %cond, " + Twine(x.name) + ", " + z.name + " : " +
          getType(x),
      x.shape, x.layout);
}

/// Ops of a branch use values from before it, and yield one tensor.
void GraphBuilder::branch() {
  Tensor x = convertSometimes(pick());
  std::string type = getType(x), result = name();
  emit(result + " = scf.if %cond -> " + type + " {");
  size_t before = pool.size();
  indent += "  ";
  compute(x);
  Tensor y = pool.back();
  emit("scf.yield " + convert(y, x.layout).name + " : " + type);
  pool.resize(before);
  emit("} else {");
  if (random.percent(50)) {
    std::string layout = makeLayout(x.shape);
    y = convert(convert(x, layout), x.layout);
    emit("scf.yield " + y.name + " : " + type);
  } else {
    emit("scf.yield " + x.name + " : " + type);
  }
  indent.resize(indent.size() - 2);
  emit("}");
  pool.push_back({result, x.shape, x.layout});
}

/// Each writes an element of the tensor of the one around it. So many that a
/// search of which may share a buffer would not come to an end, at times.
void GraphBuilder::deepBranches() {
  const Tensor *picked = pickOfRank(1);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  std::string type = getType(x), number = name(), zero = name(),
              outside = indent;
  emit(number + " = arith.constant " + makeNumber() + " : " + element);
  emit(zero + " = arith.constant 0 : index");
  std::string at = "[" + repeat(zero, x.shape.size()) + "] : " + type;
  unsigned depth =
      random.percent(15) ? random.pick(150, 170) : random.pick(2, 30);
  SmallVector<std::string> results, written{x.name};
  for (unsigned level = 0; level < depth; ++level) {
    results.push_back(name());
    emit(results.back() + " = scf.if %cond -> " + type + " {");
    indent += "  ";
    written.push_back(name());
    emit(written.back() + " = tensor.insert " + number + " into " +
         written[level] + at);
  }
  std::string inner = written.back();
  for (unsigned level = depth; level-- > 0;) {
    emit("scf.yield " + inner + " : " + type);
    indent.resize(indent.size() - 2);
    emit("} else {");
    emit("  scf.yield " + written[level] + " : " + type);
    emit("}");
    inner = results[level];
  }
  pool.push_back({inner, x.shape, x.layout});
}

/// Elementwise, of one or two tensors of one shape.
void GraphBuilder::elementwise(ArrayRef<Tensor> inputs) {
  const Tensor &x = inputs.front();
  std::string names, types, into = empty(x.shape, x.layout);
  for (const Tensor &input : inputs) {
    names += (names.empty() ? "" : ", ") + input.name;
    types += (types.empty() ? "" : ", ") + getType(input);
  }
  Tensor z = add(x.shape, x.layout);
  finishGeneric("{indexing_maps = [" +
                    repeat(identity(x.shape.size()), inputs.size() + 1) +
                    "], iterator_types = [" +
                    repeat("\"parallel\"", x.shape.size()) + "]} ins(" + names +
                    " : " + types + ") outs(" + into + " : " + getType(z) + ")",
                z, {"%i0", inputs.size() > 1 ? "%i1" : "%k"}, random.any(kOps),
                inputs.size());
}

void GraphBuilder::loop() {
  Tensor x = convertSometimes(pick()), captured = convertSometimes(x);
  std::string type = getType(x), result = name(), carried = name(), c0 = name(),
              c1 = name(), upper = "%n";
  emit(c0 + " = arith.constant 0 : index");
  emit(c1 + " = arith.constant 1 : index");
  if (random.percent(40)) {
    upper = name();
    emit(upper + " = arith.constant " + std::to_string(random.pick(0, 3)) +
         " : index");
  }
  emit(result + " = scf.for " + name() + " = " + c0 + " to " + upper +
       " step " + c1 + " iter_args(" + carried + " = " + x.name + ") -> (" +
       type + ") {");
  size_t before = pool.size();
  indent += "  ";
  pool.push_back({carried, x.shape, x.layout});
  for (int64_t n = random.pick(1, 2); n > 0; --n) {
    // Of the same shape as what is carried.
    Tensor y = convert(pool.back(), makeLayout(x.shape));
    pool.push_back(y);
    if (random.percent(50))
      elementwise({y});
    else
      elementwise(
          {y, random.percent(70) ? convert(captured, y.layout) : captured});
  }
  emit("scf.yield " + convert(pool.back(), x.layout).name + " : " + type);
  pool.resize(before);
  indent.resize(indent.size() - 2);
  emit("}");
  pool.push_back({result, x.shape, x.layout});
}

/// A function that others cannot call, or can.
void GraphBuilder::call() {
  Tensor x = convertSometimes(pick());
  std::string callee = "@g" + std::to_string(count++), type = getType(x);
  std::string caller = std::move(text), outside = indent;
  std::vector<Tensor> known = std::move(pool);
  text.clear();
  indent = "  ";
  Tensor argument{name(), x.shape, x.layout};
  pool = {argument};
  std::string layout = makeLayout(x.shape);
  Tensor y = convert(argument, layout);
  elementwise({y});
  Tensor result = convert(pool.back(), random.percent(50) ? "" : layout);
  std::string made = getType(result);
  functions += "func.func " +
               std::string(random.percent(70) ? "private " : "") + callee +
               "(" + argument.name + ": " + type + ") -> " + made + " {\n" +
               text + "  return " + result.name + " : " + made + "\n}\n";
  text = std::move(caller);
  indent = outside;
  pool = std::move(known);
  for (int64_t n = random.pick(1, 2); n > 0; --n)
    add("func.call " + Twine(callee) + "(" + x.name + ") : (" + type + ") -> " +
            made,
        result.shape, result.layout);
}

/// A function returns a buffer that must not be written; callers add to it.
void GraphBuilder::returnedGlobal() {
  Extents shape = pick().shape;
  std::string number = std::to_string(count++), global = "@w" + number,
              callee = "@h" + number, type = getType(shape, "");
  std::string buffer = "memref" + type.substr(StringRef("tensor").size());
  functions += "memref.global \"private\" constant " + global + " : " + buffer +
               " = dense<" + makeNumber() + ">\nfunc.func private " + callee +
               "() -> " + type + " {\n  %b = memref.get_global " + global +
               " : " + buffer +
               "\n  %t = bufferization.to_tensor %b restrict : " + buffer +
               " to " + type + "\n  return %t : " + type + "\n}\n";
  for (int64_t n = random.pick(1, 2); n > 0; --n) {
    Tensor x =
        add("func.call " + Twine(callee) + "() : () -> " + type, shape, "");
    if (random.percent(30))
      continue;
    Tensor y = add(shape, "");
    finishGeneric("{indexing_maps = [" + identity(shape.size()) +
                      "], iterator_types = [" +
                      repeat("\"parallel\"", shape.size()) + "]} outs(" +
                      x.name + " : " + type + ")",
                  y, {"%o", "%k"}, random.any(kOps), /*numInputs=*/0);
  }
}

/// An op that keeps its types.
void GraphBuilder::fixed() {
  const Tensor *picked = pickOfRank(1);
  if (!picked)
    return;
  Tensor x = convertSometimes(*picked);
  std::string number = name(), zero = name();
  emit(number + " = arith.constant " + makeNumber() + " : " + element);
  emit(zero + " = arith.constant 0 : index");
  add("tensor.insert " + Twine(number) + " into " + x.name + "[" +
          repeat(zero, x.shape.size()) + "] : " + getType(x),
      x.shape, x.layout);
}
