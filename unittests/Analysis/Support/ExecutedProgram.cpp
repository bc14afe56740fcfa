//===- ExecutedProgram.cpp - Accesses in the order of a run ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutedProgram.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout::test;

//===----------------------------------------------------------------------===//
// ExecutedProgram
//===----------------------------------------------------------------------===//

ExecutedProgram::ExecutedProgram(func::FuncOp function,
                                 ArrayRef<int64_t> arguments) {
  Builder builder(function.getContext());
  for (BlockArgument argument : function.getArguments())
    if (argument.getType().isIndex()) {
      values[argument.getAsOpaquePointer()] =
          builder.getIndexAttr(arguments.front());
      arguments = arguments.drop_front();
    }
  execute(function.getBody().front());
}

void ExecutedProgram::execute(Block &block) {
  for (Operation &op : block.without_terminator())
    if (!outside)
      execute(&op);
}

void ExecutedProgram::execute(Operation *op) {
  if (isa<affine::AffineForOp>(op))
    return loop(op);
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    auto condition = cast<IntegerAttr>(
        values.at(branch.getCondition().getAsOpaquePointer()));
    if (!condition.getValue().isZero())
      execute(*branch.thenBlock());
    return;
  }
  if (isa<memref::LoadOp, memref::StoreOp>(op))
    return access(op);
  if (!isa<memref::AllocOp>(op))
    compute(op);
}

void ExecutedProgram::loop(Operation *op) {
  auto loop = cast<affine::AffineForOp>(op);
  Builder builder(op->getContext());
  ASSERT_TRUE(loop.hasConstantBounds());
  for (int64_t i = loop.getConstantLowerBound();
       i < loop.getConstantUpperBound(); i += loop.getStepAsInt()) {
    values[loop.getInductionVar().getAsOpaquePointer()] =
        builder.getIndexAttr(i);
    iteration.push_back(i);
    execute(*loop.getBody());
    iteration.pop_back();
  }
}

void ExecutedProgram::access(Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  auto store = dyn_cast<memref::StoreOp>(op);
  Value buffer = load ? load.getMemRef() : store.getMemRef();
  Value index = load ? load.getIndices()[0] : store.getIndices()[0];
  int64_t element =
      cast<IntegerAttr>(values.at(index.getAsOpaquePointer())).getInt();
  outside |= element < 0 ||
             element >= cast<MemRefType>(buffer.getType()).getDimSize(0);
  events.push_back({op, iteration, buffer, element, bool(store)});
  if (load)
    values[load->getResult(0).getAsOpaquePointer()] =
        Builder(op->getContext()).getZeroAttr(load.getType());
}

/// By the folder of the op, which computes in the width of the type.
void ExecutedProgram::compute(Operation *op) {
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands())
    operands.push_back(values.at(operand.getAsOpaquePointer()));
  SmallVector<OpFoldResult> results;
  ASSERT_TRUE(succeeded(op->fold(operands, results)))
      << op->getName().getStringRef().str();
  Attribute value;
  if (auto other = dyn_cast<Value>(results[0]))
    value = values.at(other.getAsOpaquePointer());
  else
    value = cast<Attribute>(results[0]);
  values[op->getResult(0).getAsOpaquePointer()] = value;
}

//===----------------------------------------------------------------------===//
// WrappingProgramWriter
//===----------------------------------------------------------------------===//

int64_t WrappingProgramWriter::draw(int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

std::string WrappingProgramWriter::name() {
  return "%v" + std::to_string(numNames++);
}

void WrappingProgramWriter::line(const std::string &text) {
  this->text += text + "\n";
}

std::string WrappingProgramWriter::write(unsigned numNests) {
  text = "func.func @f(%a: memref<" + std::to_string(numElements) +
         "xi8> {llvm.noalias}, %n: index) {\n";
  line("%x = arith.constant 1 : i8");
  for (unsigned n = 0; n < numNests; ++n)
    nest();
  return text + "return\n}\n";
}

void WrappingProgramWriter::nest() {
  std::string i = name(), j = name();
  int64_t low = draw(0, 3) ? 0 : draw(1, 2) * 60;
  line("affine.for " + i + " = 0 to 4 {");
  line("affine.for " + j + " = " + std::to_string(low) + " to " +
       std::to_string(low + draw(2, 5)) + " {");
  for (int64_t n = draw(1, 2); n > 0; --n)
    statement(i, j);
  line("} {inner}\n} {nest}");
}

/// `index`, computed in a type that may be too narrow for it.
std::string WrappingProgramWriter::inNarrowType(const std::string &index) {
  const char *const types[] = {"i8", "i8", "i32"};
  std::string type = types[draw(0, 2)];
  std::string narrow = name(), constant = name(), result = name(),
              wide = name();
  line(narrow + " = arith.index_cast " + index + " : index to " + type);
  const char *const ops[] = {"addi",       "subi",  "muli", "remsi",
                             "floordivsi", "divsi", "minsi"};
  std::string op = ops[draw(0, 6)];
  line(constant + " = arith.constant " +
       std::to_string(draw(0, 1) ? draw(2, 9) : draw(30, 120)) + " : " + type);
  line(result + " = arith." + op + " " + narrow + ", " + constant + " : " +
       type);
  line(wide + " = arith.index_cast" + (draw(0, 1) ? "ui " : " ") + result +
       " : " + type + " to index");
  return wide;
}

std::string WrappingProgramWriter::value(const std::string &i,
                                         const std::string &j) {
  std::string index = name();
  line(index + " = affine.apply affine_map<(i, j)[n] -> (" +
       std::to_string(draw(0, 1) ? draw(-3, 3) : draw(10, 40)) + " * i + " +
       std::to_string(draw(-2, 2)) + " * j + n * " +
       std::to_string(draw(0, 3) == 0) + " + " + std::to_string(draw(0, 9)) +
       ")>(" + i + ", " + j + ")[%n]");
  return draw(0, 2) ? inNarrowType(index) : index;
}

/// Executed where its index is inside, by a guard as a program would have it.
void WrappingProgramWriter::statement(const std::string &i,
                                      const std::string &j) {
  std::string index = value(i, j), inside = name(), size = name();
  line(size + " = arith.constant " + std::to_string(numElements) + " : index");
  line(inside + " = arith.cmpi ult, " + index + ", " + size + " : index");
  line("scf.if " + inside + " {");
  if (draw(0, 2) == 0)
    line(name() + " = memref.load %a[" + index + "] : memref<" +
         std::to_string(numElements) + "xi8>");
  else
    line("memref.store %x, %a[" + index + "] : memref<" +
         std::to_string(numElements) + "xi8>");
  line("}");
}
