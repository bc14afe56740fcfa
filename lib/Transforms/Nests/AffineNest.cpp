//===- AffineNest.cpp - A perfect nest as mathematics ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineNest.h"

#include "Layout/IR/ScalarAccess.h"
#include "Transforms/Support/IndexValues.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

static bool usesAnyOf(AffineExpr expr, unsigned numVariables) {
  for (unsigned i = 0; i < numVariables; ++i)
    if (expr.isFunctionOfDim(i))
      return true;
  return false;
}

std::optional<LoopTerms> layout::getLoopTerms(AffineExpr expr,
                                              unsigned numVariables) {
  LoopTerms form{SmallVector<int64_t>(numVariables, 0),
                 getAffineConstantExpr(0, expr.getContext())};
  if (!usesAnyOf(expr, numVariables)) {
    form.rest = expr;
    return form;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    form.coefficients[dim.getPosition()] = 1;
    return form;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<LoopTerms> left, right;
  if (expr.getKind() == AffineExprKind::Add) {
    left = getLoopTerms(binary.getLHS(), numVariables);
    right = getLoopTerms(binary.getRHS(), numVariables);
    if (!left || !right)
      return std::nullopt;
    for (unsigned i = 0; i < numVariables; ++i)
      form.coefficients[i] = left->coefficients[i] + right->coefficients[i];
    form.rest = left->rest + right->rest;
    return form;
  }
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() != AffineExprKind::Mul || !factor)
    return std::nullopt;
  left = getLoopTerms(binary.getLHS(), numVariables);
  if (!left)
    return std::nullopt;
  for (unsigned i = 0; i < numVariables; ++i)
    form.coefficients[i] = left->coefficients[i] * factor.getValue();
  form.rest = left->rest * factor.getValue();
  return form;
}

AffineNest::Bound::Bound(LoopTerms its, unsigned owner)
    : IndexConstraint{its.rest}, terms(std::move(its)), owner(owner) {
  for (auto [loop, coefficient] : llvm::enumerate(terms.coefficients))
    expr = expr + getAffineDimExpr(loop, expr.getContext()) * coefficient;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

affine::AffineForOp layout::getOnlyLoop(affine::AffineForOp loop) {
  Block *body = loop.getBody();
  if (!llvm::hasNItems(*body, 2))
    return {};
  return dyn_cast<affine::AffineForOp>(body->front());
}

/// Returns true if products and sums of a few of the constants of `expr` do not
/// overflow 64 bits.
static bool isModest(AffineExpr expr) {
  constexpr int64_t most = int64_t(1) << 48;
  bool modest = true;
  expr.walk([&](AffineExpr part) {
    if (auto constant = dyn_cast<AffineConstantExpr>(part))
      modest &= -most < constant.getValue() && constant.getValue() < most;
  });
  return modest;
}

/// No buffer has more elements: processes have 2^47 bytes of addresses.
static constexpr Interval kExtents{0, int64_t(1) << 47};

std::optional<AffineNest> AffineNest::read(affine::AffineForOp root,
                                           unsigned maxDepth) {
  SmallVector<affine::AffineForOp> loops;
  for (affine::AffineForOp loop = root; loop; loop = getOnlyLoop(loop)) {
    if (loop.getNumIterOperands() || loop.getStepAsInt() != 1)
      break;
    loops.push_back(loop);
    if (loops.size() == maxDepth)
      break;
  }
  return read(loops);
}

std::optional<AffineNest> AffineNest::readOne(affine::AffineForOp loop) {
  if (loop.getStepAsInt() != 1)
    return std::nullopt;
  return read(ArrayRef(loop));
}

std::optional<AffineNest>
AffineNest::read(ArrayRef<affine::AffineForOp> loops) {
  if (loops.empty())
    return std::nullopt;
  IndexRanges ranges(kExtents);
  // Upstream drops bounds of loops in those that are never entered.
  for (Operation *op = loops.back(); op; op = op->getParentOp())
    if (ranges.isNeverEntered(op))
      return std::nullopt;
  AffineNest nest;
  for (affine::AffineForOp loop : loops) {
    nest.loops.push_back(loop);
    // Constant bounds are whole digits, and lanes of them whole registers,
    // which a tighter bound by another variable would cut.
    Interval whole = getProgression(loop.getInductionVar()).getRange();
    nest.ranges.push_back(
        whole.low && whole.high ? whole : ranges.get(loop.getInductionVar()));
  }
  affine::AffineForOp innermost = nest.loops.back();
  nest.body = innermost.getBody();
  for (affine::AffineForOp loop : nest.loops) {
    LoopCounter counter = getLoopCounters(loop).front();
    AffineMap lower = nest.express(counter.lower);
    nest.addEnds(lower, nest.express(counter.upper));
  }
  nest.readAccesses();
  if (nest.hasInnerSymbol())
    return std::nullopt;
  return nest;
}

void AffineNest::addEnds(AffineMap lower, AffineMap upper) {
  unsigned owner = ends.size(), numLoops = loops.size();
  AffineExpr variable = getAffineDimExpr(owner, getContext());
  bool opaque = false;
  auto add = [&](AffineExpr slack) {
    std::optional<LoopTerms> form = getLoopTerms(slack, numLoops);
    if (form && isModest(slack))
      constraints.emplace_back(std::move(*form), owner);
    else
      opaque = true;
  };
  for (AffineExpr end : lower.getResults())
    add(variable - end);
  for (AffineExpr end : upper.getResults())
    add(end - 1 - variable);
  ends.push_back({lower, upper});
  isOpaque.push_back(opaque);
}

bool AffineNest::Ends::beginAtZero() const {
  return lower.isSingleConstant() && lower.getSingleConstantResult() == 0;
}

bool AffineNest::Ends::areConstant() const {
  return lower.isSingleConstant() && upper.isSingleConstant();
}

SmallVector<Value> AffineNest::getOperands() const {
  SmallVector<Value> operands;
  for (affine::AffineForOp loop : loops)
    operands.push_back(loop.getInductionVar());
  llvm::append_range(operands, fixed);
  return operands;
}

unsigned AffineNest::Access::getElementBits() const {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth()
                                : IndexType::kInternalStorageBitWidth;
}

unsigned AffineNest::getElementBits() const {
  unsigned bits = 8;
  for (const Access &access : accesses)
    bits = std::max(bits, access.getElementBits());
  return bits;
}

bool AffineNest::isReduction(unsigned loop) const {
  return llvm::any_of(accesses, [&](const Access &access) {
    return access.isStore && !access.map.isFunctionOfDim(loop);
  });
}

bool AffineNest::hasReductions() const {
  return llvm::any_of(llvm::seq<unsigned>(0, loops.size()),
                      [&](unsigned loop) { return isReduction(loop); });
}

bool AffineNest::readsStored() const {
  return llvm::any_of(accesses, [&](const Access &load) {
    return !load.isStore && llvm::any_of(accesses, [&](const Access &store) {
      return store.isStore && store.buffer == load.buffer &&
             store.map != load.map;
    });
  });
}

bool AffineNest::isMarked() const {
  auto hasAttributes = [](Operation *op) {
    return !op->getDiscardableAttrDictionary().empty();
  };
  return llvm::any_of(loops, hasAttributes) ||
         llvm::any_of(accesses, [&](const Access &access) {
           return hasAttributes(access.op);
         });
}

bool AffineNest::hasInnerSymbol() const {
  affine::AffineForOp root = loops.front();
  return llvm::any_of(fixed, [&](Value value) {
    Operation *op = value.getDefiningOp();
    return op && root->isAncestor(op);
  });
}

AffineMap AffineNest::express(AffineMap map, ValueRange operands) {
  affine::AffineValueMap composed = composeMap(map, operands);
  map = composed.getAffineMap();
  SmallVector<AffineExpr> exprs;
  for (Value value : composed.getOperands()) {
    unsigned position = llvm::find_if(loops,
                                      [&](affine::AffineForOp loop) {
                                        return loop.getInductionVar() == value;
                                      }) -
                        loops.begin();
    if (position == loops.size()) {
      auto *it = llvm::find(fixed, value);
      position += it - fixed.begin();
      if (it == fixed.end()) {
        fixed.push_back(value);
        ranges.push_back(IndexRanges(kExtents).get(value));
      }
    }
    exprs.push_back(getAffineDimExpr(position, map.getContext()));
  }
  ArrayRef<AffineExpr> all = exprs;
  return map.replaceDimsAndSymbols(all.take_front(map.getNumDims()),
                                   all.drop_front(map.getNumDims()),
                                   getNumDims(), 0);
}

void AffineNest::takeInGuard() {
  auto branch = dyn_cast<affine::AffineIfOp>(body->front());
  if (!branch || !llvm::hasNItems(*body, 2) || branch.hasElse() ||
      branch.getNumResults() || !branch->getDiscardableAttrDictionary().empty())
    return;
  IntegerSet set = branch.getIntegerSet();
  AffineMap map = express(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                         set.getConstraints(), getContext()),
                          branch.getOperands());
  std::vector<Bound> added;
  unsigned numLoops = loops.size();
  for (auto [slack, isEqual] : llvm::zip(map.getResults(), set.getEqFlags())) {
    std::optional<LoopTerms> terms = getLoopTerms(slack, numLoops);
    // A condition without loop variables bounds no loop.
    if (!terms || !isModest(slack) ||
        llvm::all_of(terms->coefficients, [](int64_t c) { return c == 0; }))
      return;
    added.emplace_back(*terms, numLoops - 1);
    if (!isEqual)
      continue;
    for (int64_t &coefficient : terms->coefficients)
      coefficient = -coefficient;
    terms->rest = -terms->rest;
    added.emplace_back(std::move(*terms), numLoops - 1);
  }
  llvm::append_range(constraints, added);
  guard = branch;
  body = branch.getThenBlock();
  readAccesses();
}

void AffineNest::readAccesses() {
  accesses.clear();
  getBody()->walk([&](Operation *op) {
    if (!isa<affine::AffineReadOpInterface, affine::AffineWriteOpInterface>(op))
      return;
    OpOperand *operand = getScalarAccess(op);
    if (!operand)
      return;
    OperandAccess its = getAccess(*operand);
    accesses.push_back(
        {op, operand->get(), its.writes, express(its.map, its.operands)});
  });
  // Maps that were read early lack the dimensions that were added later.
  auto extend = [&](AffineMap &map) {
    map = AffineMap::get(getNumDims(), 0, map.getResults(), map.getContext());
  };
  for (Access &access : accesses)
    extend(access.map);
  for (Ends &its : ends) {
    extend(its.lower);
    extend(its.upper);
  }
}

StringRef layout::whyNotRead(affine::AffineForOp root) {
  if (root.getNumIterOperands() != 0)
    return "the loop carries values; store them to memory instead";
  if (root.getStepAsInt() != 1)
    return "the loop has another step than 1; run affine-loop-normalize";
  return "the nest has no iteration, or an index or bound uses a symbol that "
         "is computed in the nest; run layout-hoist-invariants";
}

bool layout::isInPerfectNest(affine::AffineForOp loop) {
  return isa<affine::AffineForOp>(loop->getParentOp()) &&
         llvm::hasNItems(*loop->getBlock(), 2);
}
