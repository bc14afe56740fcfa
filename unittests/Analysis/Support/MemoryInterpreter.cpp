//===- MemoryInterpreter.cpp - What elements hold in a run ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryInterpreter.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Map/Evaluate.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

std::string MemoryInterpreter::run() {
  for (BlockArgument argument : function.getArguments()) {
    if (isa<MemRefType>(argument.getType()))
      create(argument, /*isUninitialized=*/false);
    else
      numbers[argument.getAsOpaquePointer()] = int64_t(rng() % 6);
  }
  execute(function.getBody().front());
  return fault;
}

void MemoryInterpreter::create(Value value, bool isUninitialized) {
  Buffer &buffer = buffers[value.getAsOpaquePointer()];
  auto type = cast<MemRefType>(value.getType());
  buffer.shape.assign(type.getShape().begin(), type.getShape().end());
  buffer.cells.assign(type.getNumElements(), Cell());
  for (Cell &cell : buffer.cells)
    cell = {int64_t(rng() % 3), false, isUninitialized};
}

MemoryInterpreter::Cell *MemoryInterpreter::find(Value value,
                                                 ArrayRef<int64_t> index) {
  Buffer &buffer = buffers.at(value.getAsOpaquePointer());
  int64_t offset = 0;
  for (auto [at, extent] : llvm::zip_equal(index, buffer.shape)) {
    if (at < 0 || at >= extent)
      return nullptr;
    offset = offset * extent + at;
  }
  return &buffer.cells[offset];
}

static int64_t evaluateExpr(AffineExpr expr,
                            function_ref<int64_t(unsigned)> dim) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto variable = dyn_cast<AffineDimExpr>(expr))
    return dim(variable.getPosition());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluateExpr(binary.getLHS(), dim);
  int64_t rhs = evaluateExpr(binary.getRHS(), dim);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    return llvm::mod(lhs, rhs);
  }
}

std::vector<int64_t> MemoryInterpreter::evaluate(AffineMap map,
                                                 ValueRange operands) {
  map = map.replaceDimsAndSymbols(
      {},
      [&] {
        SmallVector<AffineExpr> symbols;
        for (unsigned s = 0; s < map.getNumSymbols(); ++s)
          symbols.push_back(
              getAffineDimExpr(map.getNumDims() + s, map.getContext()));
        return symbols;
      }(),
      map.getNumInputs(), 0);
  std::vector<int64_t> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(evaluateExpr(expr, [&](unsigned d) {
      return numbers.at(operands[d].getAsOpaquePointer());
    }));
  return results;
}

bool MemoryInterpreter::evaluate(IntegerSet set, ValueRange operands) {
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    int64_t value = evaluateExpr(set.getConstraint(i), [&](unsigned d) {
      return numbers.at(operands[d].getAsOpaquePointer());
    });
    if (set.isEq(i) ? value != 0 : value < 0)
      return false;
  }
  return true;
}

void MemoryInterpreter::execute(Block &block) {
  for (Operation &op : block) {
    if (stopped || !fault.empty())
      return;
    checkClaims(&op);
    execute(&op);
  }
}

void MemoryInterpreter::execute(Operation *op) {
  auto get = [&](Value value) {
    return numbers.at(value.getAsOpaquePointer());
  };
  auto set = [&](int64_t value) {
    numbers[op->getResult(0).getAsOpaquePointer()] = value;
  };
  auto load = [&](Value buffer, ArrayRef<int64_t> index) {
    Cell *cell = find(buffer, index);
    stopped |= !cell;
    if (!cell)
      return;
    // Each read of nothing in particular yields something else.
    if (cell->isUndef || cell->isUninitialized)
      stopped = true;
    set(cell->value);
  };
  auto store = [&](Value value, Value buffer, ArrayRef<int64_t> index) {
    Cell *cell = find(buffer, index);
    stopped |= !cell;
    if (cell)
      *cell = {get(value), undefValues[value.getAsOpaquePointer()], false};
  };
  auto indices = [&](ValueRange values) {
    return llvm::map_to_vector(values, get);
  };
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](affine::AffineForOp loop) {
        int64_t low =
            evaluateExpr(loop.getLowerBoundMap().getResult(0), [&](unsigned d) {
              return get(loop.getLowerBoundOperands()[d]);
            });
        int64_t high =
            evaluate(loop.getUpperBoundMap(), loop.getUpperBoundOperands())[0];
        for (int64_t i = low; i < high && !stopped && fault.empty();
             i += loop.getStepAsInt()) {
          numbers[loop.getInductionVar().getAsOpaquePointer()] = i;
          execute(*loop.getBody());
        }
      })
      .Case([&](affine::AffineParallelOp loop) {
        int64_t high = evaluate(loop.getUpperBoundsMap(),
                                loop.getUpperBoundsOperands())[0];
        std::vector<int64_t> order;
        for (int64_t i = 0; i < high; ++i)
          order.push_back(i);
        std::shuffle(order.begin(), order.end(), rng);
        for (int64_t i : order) {
          if (stopped || !fault.empty())
            return;
          numbers[loop.getIVs()[0].getAsOpaquePointer()] = i;
          execute(*loop.getBody());
        }
      })
      .Case([&](affine::AffineIfOp branch) {
        if (evaluate(branch.getIntegerSet(), branch.getOperands()))
          execute(*branch.getThenBlock());
        else if (branch.hasElse())
          execute(*branch.getElseBlock());
      })
      .Case([&](scf::IfOp branch) {
        if (get(branch.getCondition()))
          execute(*branch.thenBlock());
        else if (branch.elseBlock())
          execute(*branch.elseBlock());
      })
      .Case([&](affine::AffineLoadOp op) {
        load(op.getMemRef(), evaluate(op.getAffineMap(), op.getMapOperands()));
      })
      .Case([&](affine::AffineStoreOp op) {
        store(op.getValueToStore(), op.getMemRef(),
              evaluate(op.getAffineMap(), op.getMapOperands()));
      })
      .Case([&](memref::LoadOp op) {
        load(op.getMemRef(), indices(op.getIndices()));
      })
      .Case([&](memref::StoreOp op) {
        store(op.getValueToStore(), op.getMemRef(), indices(op.getIndices()));
      })
      .Case([&](memref::AllocOp op) { create(op, /*isUninitialized=*/true); })
      .Case([&](arith::ConstantOp op) {
        if (auto integer = dyn_cast<IntegerAttr>(op.getValue()))
          set(integer.getType().isInteger(1)
                  ? integer.getValue().getZExtValue()
                  : integer.getValue().getSExtValue());
      })
      .Case([&](affine::AffineApplyOp op) {
        set(evaluate(op.getAffineMap(), op.getMapOperands())[0]);
      })
      .Case([&](arith::IndexCastOp op) { set(get(op.getIn())); })
      .Case([&](arith::AddIOp op) { set(get(op.getLhs()) + get(op.getRhs())); })
      .Case([&](arith::OrIOp op) { set(get(op.getLhs()) | get(op.getRhs())); })
      .Case([&](arith::CmpIOp op) {
        set(arith::applyCmpPredicate(op.getPredicate(),
                                     APInt(64, get(op.getLhs()), true),
                                     APInt(64, get(op.getRhs()), true)));
      })
      .Case([&](UndefOp op) {
        set(int64_t(rng() % 3));
        undefValues[op.getResult().getAsOpaquePointer()] = true;
      })
      .Case([&](AssumeOp op) { stopped |= !get(op.getCondition()); })
      .Case([&](AssumePaddingOp op) { promisePadding(op); });
}

void MemoryInterpreter::promisePadding(AssumePaddingOp op) {
  MemRefType type = op.getLaidOutType();
  const PhysicalLayout &layout = getPhysicalLayout(type);
  BufferAttr attr = getLayoutToApply(type);
  forEachIndex(layout.getPhysicalShape(), [&](ArrayRef<int64_t> place) {
    unsigned step = layout.getStepOfPlace(place).value_or(0);
    if (step == 0)
      return true;
    PadAttr pad = attr.getPads()[step - 1];
    Cell *cell = find(op.getPhysical(), place);
    auto at = [&](AffineMap map) {
      std::vector<int64_t> results;
      for (AffineExpr expr : map.getResults())
        results.push_back(
            evaluateExpr(expr, [&](unsigned d) { return place[d]; }));
      return results;
    };
    if (pad.isUndef()) {
      cell->isUndef = true;
    } else if (pad.getKind() == PadKind::Constant) {
      stopped |= cell->value != cast<IntegerAttr>(pad.getValue()).getInt();
    } else if (pad.getKind() == PadKind::Value) {
      stopped |= cell->value != at(pad.getMap())[0];
    } else if (pad.isCopy()) {
      stopped |= cell->value != find(op.getPhysical(), at(pad.getMap()))->value;
    }
    return true;
  });
}

//===----------------------------------------------------------------------===//
// Claims
//===----------------------------------------------------------------------===//

int64_t MemoryInterpreter::evaluate(AffineExpr expr) {
  return evaluateExpr(expr, [&](unsigned variable) {
    return numbers.at(facts.getVariable(variable).getAsOpaquePointer());
  });
}

void MemoryInterpreter::checkClaims(Operation *op) {
  for (const Claim *claim : claimsAt[op])
    checkClaim(*claim);
}

void MemoryInterpreter::checkClaim(const Claim &claim) {
  std::vector<int64_t> first, extents;
  for (AffineExpr expr : claim.elements.index)
    first.push_back(evaluate(expr));
  for (AffineExpr expr : claim.elements.extents)
    extents.push_back(evaluate(expr));
  forEachIndex(extents, [&](ArrayRef<int64_t> offset) {
    std::vector<int64_t> index;
    for (auto [start, more] : llvm::zip_equal(first, offset))
      index.push_back(start + more);
    if (Cell *cell = find(claim.elements.buffer, index))
      checkCell(claim, *cell, index);
    return fault.empty();
  });
}

void MemoryInterpreter::checkCell(const Claim &claim, Cell &cell,
                                  ArrayRef<int64_t> index) {
  const Contents &contents = claim.contents;
  std::optional<int64_t> expected;
  switch (contents.kind) {
  case Contents::Kind::Unknown:
    return;
  case Contents::Kind::Nothing:
    fault = "there is an element";
    break;
  case Contents::Kind::Undef:
    if (!cell.isUndef)
      fault = "not undef";
    break;
  case Contents::Kind::Uninitialized:
    if (!cell.isUninitialized && !cell.isUndef)
      fault = "initialised";
    break;
  case Contents::Kind::Constant:
    expected = cast<IntegerAttr>(contents.constant).getInt();
    break;
  case Contents::Kind::Value:
    expected = numbers.at(contents.value.getAsOpaquePointer());
    break;
  case Contents::Kind::Number: {
    bool hasLane = false;
    contents.number.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        hasLane |= !facts.getVariable(dim.getPosition());
    });
    if (!hasLane)
      expected = evaluate(contents.number);
    break;
  }
  }
  if (expected) {
    if (cell.isUndef && contents.mayBeUndef)
      return;
    if (cell.isUndef || cell.isUninitialized)
      fault = "is undef";
    else if (cell.value != *expected)
      fault = "holds " + std::to_string(cell.value) + " and not " +
              std::to_string(*expected);
  }
  if (fault.empty())
    return;
  llvm::raw_string_ostream os(fault);
  os << " at " << formatIndex(index) << " in front of " << *claim.point;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

int64_t MemoryProgramWriter::draw(int64_t low, int64_t high) {
  return std::uniform_int_distribution<int64_t>(low, high)(rng);
}

std::string MemoryProgramWriter::name() {
  return "%v" + std::to_string(numNames++);
}

void MemoryProgramWriter::line(const std::string &more) { text += more + "\n"; }

std::string MemoryProgramWriter::write() {
  static const char *const pads[] = {"pad<1 : i32>", "pad<undef>", "pad<none>",
                                     "pad<value (a, b) -> (a)>",
                                     "pad<(a, b) -> (b, a - 2)>"};
  line("#L = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>, " +
       std::string(pads[draw(0, 4)]) + ">");
  line("func.func @f(%p: memref<6xi32> {llvm.noalias}, %q: memref<3x2xi32> "
       "{llvm.noalias}, %n: index) {");
  line("%r = memref.alloc() : memref<6xi32>");
  for (int64_t c = 0; c < 3; ++c)
    line("%c" + std::to_string(c) + " = arith.constant " + std::to_string(c) +
         " : i32");
  if (chance(0.5))
    line("layout.assume_padding %q : memref<3x2xi32> of memref<5xi32, #L>");
  while (numStatements < 5)
    statement(0);
  for (int i = 0; i < 2; ++i)
    load();
  loop(2);
  line("return\n}");
  return text;
}

void MemoryProgramWriter::statements(unsigned depth) {
  for (int64_t count = draw(1, 3); count > 0; --count)
    statement(depth);
}

void MemoryProgramWriter::statement(unsigned depth) {
  ++numStatements;
  if (depth < 3 && chance(0.45))
    return loop(depth);
  if (depth < 4 && chance(0.3))
    return branch(depth);
  if (chance(0.6))
    return store();
  read();
}

void MemoryProgramWriter::loop(unsigned depth) {
  std::string variable = name();
  std::string high = std::to_string(draw(1, 6));
  if (!variables.empty() && chance(0.2))
    high = variables[draw(0, variables.size() - 1)] + " + 1";
  else if (chance(0.1))
    high = "%n";
  bool isMap = high.find('+') != std::string::npos;
  if (isMap)
    high = "affine_map<(d) -> (d + 1)>(" + high.substr(0, high.find(' ')) + ")";
  std::string low = std::to_string(chance(0.7) ? 0 : draw(0, 2));
  if (!isMap && high != "%n" && chance(0.15))
    line("affine.parallel (" + variable + ") = (0) to (" + high + ") {");
  else
    line("affine.for " + variable + " = " + low + " to " + high +
         (chance(0.2) ? " step 2 {" : " {"));
  auto outer = values;
  variables.push_back(variable);
  statements(depth + 1);
  variables.pop_back();
  values = outer;
  line("}");
}

void MemoryProgramWriter::branch(unsigned depth) {
  bool isAffine = !variables.empty() && chance(0.6);
  if (isAffine) {
    std::string variable = variables[draw(0, variables.size() - 1)];
    std::string other = variables[draw(0, variables.size() - 1)];
    line("affine.if affine_set<(d, e) : (" + std::to_string(draw(-2, 2)) +
         " * d + " + std::to_string(draw(-1, 1)) + " * e + " +
         std::to_string(draw(-3, 3)) + (chance(0.7) ? " >= 0" : " == 0") +
         ")>(" + variable + ", " + other + ") {");
  } else {
    std::string decided = condition();
    line("scf.if " + decided + " {");
  }
  auto outer = values;
  statements(depth + 1);
  values = outer;
  if (chance(0.4)) {
    line("} else {");
    statements(depth + 1);
    values = outer;
  }
  line("}");
}

std::string MemoryProgramWriter::condition() {
  std::string value = values.empty() || chance(0.5)
                          ? load()
                          : values[draw(0, values.size() - 1)];
  std::string result = name();
  line(result + " = arith.cmpi " + (chance(0.7) ? "eq" : "slt") + ", " + value +
       ", %c" + std::to_string(draw(0, 2)) + " : i32");
  return result;
}

std::string MemoryProgramWriter::index(unsigned extent) {
  std::string last = std::to_string(extent - 1);
  if (variables.empty() || chance(0.15))
    return std::to_string(draw(0, extent - 1));
  std::string one = variables[draw(0, variables.size() - 1)];
  switch (draw(0, 6)) {
  case 0:
    return last + " - " + one;
  case 1:
    return one + " + " + std::to_string(draw(-1, 1));
  case 2:
    return "(" + one + " + 1) mod " + std::to_string(extent);
  case 3:
    return one + " + " + variables[draw(0, variables.size() - 1)];
  default:
    return one;
  }
}

std::string MemoryProgramWriter::place(unsigned buffer) {
  if (buffer != 1)
    return std::string(buffer == 0 ? "%p" : "%r") + "[" + index(6) +
           "] : memref<6xi32>";
  if (!variables.empty() && chance(0.5)) {
    std::string one = variables[draw(0, variables.size() - 1)];
    return "%q[" + one + " floordiv 2, " + one + " mod 2] : memref<3x2xi32>";
  }
  return "%q[" + index(3) + ", " + index(2) + "] : memref<3x2xi32>";
}

std::string MemoryProgramWriter::load() {
  std::string result = name();
  line(result + " = affine.load " + place(chance(0.15) ? 2 : draw(0, 1)));
  values.push_back(result);
  return result;
}

void MemoryProgramWriter::store() {
  std::string value = "%c" + std::to_string(draw(0, 2));
  if (!values.empty() && chance(0.2)) {
    value = values[draw(0, values.size() - 1)];
  } else if (!variables.empty() && chance(0.2)) {
    std::string moved = name();
    line(moved + " = affine.apply affine_map<(d) -> (2 * d + " +
         std::to_string(draw(0, 2)) + ")>(" +
         variables[draw(0, variables.size() - 1)] + ")");
    value = name();
    line(value + " = arith.index_cast " + moved + " : index to i32");
  } else if (chance(0.1)) {
    value = name();
    line(value + " = layout.undef : i32");
  } else if (chance(0.1)) {
    std::string read = load();
    value = name();
    line(value + " = arith.addi " + read + ", %c1 : i32");
  }
  line("affine.store " + value + ", " + place(draw(0, 2)));
}

void MemoryProgramWriter::read() {
  if (chance(0.5)) {
    load();
    return;
  }
  std::string promised = condition();
  if (chance(0.3)) {
    std::string other = condition(), both = name();
    line(both + " = arith.ori " + promised + ", " + other + " : i1");
    promised = both;
  }
  line("layout.assume " + promised + " : i1");
}
