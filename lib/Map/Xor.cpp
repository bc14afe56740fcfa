//===- Xor.cpp - Exclusive or as affine expressions -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For 0 <= b < 4,  a xor b = 4 * (a floordiv 4) + (a + b) mod 2
//                            + 2 * ((a floordiv 2 + b floordiv 2) mod 2).
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Xor.h"
#include "Layout/Map/Simplify.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

/// More bits than that and 2^k is no number of 64 bits.
static constexpr unsigned maxBits = 62;

/// As of all steps of a layout, composed: a nest of `xor` grows exponentially.
static constexpr uint64_t maxIndices = 20000;

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

/// The range that the structure of `expr` gives, whatever the indices are.
static Interval getStructuralRange(AffineExpr expr) {
  unsigned numDims = 0, numSymbols = 0;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      numDims = std::max(numDims, dim.getPosition() + 1);
    if (auto symbol = dyn_cast<AffineSymbolExpr>(part))
      numSymbols = std::max(numSymbols, symbol.getPosition() + 1);
  });
  SmallVector<Interval> dims(numDims), symbols(numSymbols);
  return rangeOf(expr, dims, symbols);
}

static uint64_t countIndices(AffineExpr expr) {
  uint64_t count = 1;
  expr.walk([&](AffineExpr part) { count += isa<AffineDimExpr>(part); });
  return count;
}

namespace {
struct XorOperand {
  static constexpr unsigned unbounded = ~0u;
  AffineExpr expr;
  unsigned numBits; ///< `unbounded` if the structure gives no range
};

/// The operands of an `xor` in the order of its normal form, constants apart.
struct XorOperands {
  SmallVector<XorOperand> variable; ///< from most to fewest bits
  uint64_t constant = 0;

  bool add(AffineExpr expr, std::string &why);
  AffineExpr build(MLIRContext *context, std::string &why) const;

private:
  unsigned countBits() const;
  std::string whyUnbounded() const;
  AffineExpr buildBit(MLIRContext *context, unsigned t) const;
};
} // namespace

bool XorOperands::add(AffineExpr expr, std::string &why) {
  SmallVector<AffineExpr> parts = recognizeXor(expr);
  if (!parts.empty())
    return llvm::all_of(parts, [&](AffineExpr part) { return add(part, why); });
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    if (number.getValue() < 0) {
      why = "an operand of xor must not be negative, but one is " +
            std::to_string(number.getValue());
      return false;
    }
    constant ^= uint64_t(number.getValue());
    return true;
  }
  Interval range = getStructuralRange(expr);
  bool isBounded = range.low && range.high && *range.low >= 0;
  unsigned numBits = isBounded ? llvm::bit_width(uint64_t(*range.high))
                               : XorOperand::unbounded;
  auto *place = llvm::find_if(variable, [&](const XorOperand &other) {
    return other.numBits < numBits;
  });
  variable.insert(place, {expr, numBits});
  return true;
}

/// The number of bits in which more than one operand may take part.
unsigned XorOperands::countBits() const {
  unsigned others = variable.size() > 1 ? variable[1].numBits : 0;
  return std::max<unsigned>(others, llvm::bit_width(constant));
}

/// Why more than one operand is unbounded. One that has a range, but may be
/// negative, lacks a summand rather than a remainder.
std::string XorOperands::whyUnbounded() const {
  for (const XorOperand &operand : variable) {
    Interval range = getStructuralRange(operand.expr);
    if (range.low && range.high && *range.low < 0)
      return "an operand of xor must not be negative, but '" +
             debugString(operand.expr) + "' may be " +
             std::to_string(*range.low);
  }
  return "expects all operands of xor but one to be bounded by their "
         "structure, as 'i mod 8' is";
}

AffineExpr XorOperands::buildBit(MLIRContext *context, unsigned t) const {
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (const XorOperand &operand : variable)
    if (t < operand.numBits)
      sum = sum + operand.expr.floorDiv(uint64_t(1) << t);
  return (sum + int64_t((constant >> t) & 1)) % 2;
}

AffineExpr XorOperands::build(MLIRContext *context, std::string &why) const {
  unsigned numBits = countBits();
  if (numBits == XorOperand::unbounded) {
    why = whyUnbounded();
    return {};
  }
  uint64_t numIndices = 0;
  for (const XorOperand &operand : variable)
    numIndices = llvm::SaturatingMultiplyAdd(countIndices(operand.expr),
                                             uint64_t(numBits + 1), numIndices);
  if (numBits > maxBits || numIndices > maxIndices) {
    why = numBits > maxBits
              ? "an operand of xor has more than 62 bits"
              : "xor, written out bit by bit, names an index more than 20000 "
                "times";
    return {};
  }
  AffineExpr result = getAffineConstantExpr(0, context);
  if (!variable.empty() && variable.front().numBits > numBits) {
    int64_t unit = int64_t(1) << numBits;
    result = variable.front().expr.floorDiv(unit) * unit;
  }
  for (unsigned t = 0; t < numBits; ++t)
    result = result + buildBit(context, t) * (int64_t(1) << t);
  return result;
}

AffineExpr mlir::layout::expandXor(ArrayRef<AffineExpr> operands,
                                   std::string &why) {
  XorOperands normal;
  for (AffineExpr operand : operands)
    if (!normal.add(operand, why))
      return {};
  return normal.build(operands.front().getContext(), why);
}

AffineExpr mlir::layout::expandSwizzle(AffineExpr x, int64_t bits, int64_t base,
                                       int64_t shift, std::string &why) {
  auto name = [&] {
    return "swizzle<" + std::to_string(bits) + ", " + std::to_string(base) +
           ", " + std::to_string(shift) + ">";
  };
  if (bits < 0 || base < 0) {
    why = name() + " has a negative number of bits; expects swizzle<bits, "
                   "base, shift> with bits >= 0 and base >= 0";
    return {};
  }
  if (bits > maxBits || base > maxBits || std::abs(shift) > maxBits ||
      base + std::abs(shift) + bits > maxBits) {
    why = name() + " needs more than 62 bits";
    return {};
  }
  if (std::abs(shift) < bits) {
    why = name() + " reads bits that it writes; expects |shift| >= bits";
    return {};
  }
  int64_t from = base + std::max<int64_t>(shift, 0),
          to = base + std::max<int64_t>(-shift, 0);
  int64_t unit = int64_t(1) << to;
  AffineExpr field = x.floorDiv(int64_t(1) << from) % (int64_t(1) << bits);
  AffineExpr upper = expandXor({x.floorDiv(unit), field}, why);
  return upper ? upper * unit + x % unit : AffineExpr();
}

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// The summands of `expr`.
static void collectSummands(AffineExpr expr,
                            SmallVectorImpl<AffineExpr> &summands) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || sum.getKind() != AffineExprKind::Add)
    return summands.push_back(expr);
  collectSummands(sum.getLHS(), summands);
  collectSummands(sum.getRHS(), summands);
}

/// `factor * e` as e, where factor is a constant; 1 if there is none.
static AffineExpr takeFactor(AffineExpr expr, int64_t &factor) {
  factor = 1;
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!product || product.getKind() != AffineExprKind::Mul)
    return expr;
  auto constant = dyn_cast<AffineConstantExpr>(product.getRHS());
  if (!constant)
    return expr;
  factor = constant.getValue();
  return product.getLHS();
}

/// The x in `x mod 2`, null if `expr` is none.
static AffineExpr getOfBit(AffineExpr expr) {
  auto mod = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!mod || mod.getKind() != AffineExprKind::Mod)
    return {};
  auto two = dyn_cast<AffineConstantExpr>(mod.getRHS());
  return two && two.getValue() == 2 ? mod.getLHS() : AffineExpr();
}

/// Some e of which `quotient` is e floordiv `divisor` as MLIR folds it.
static AffineExpr guessDividend(AffineExpr quotient, int64_t divisor) {
  SmallVector<AffineExpr> summands;
  collectSummands(quotient, summands);
  AffineExpr sum = getAffineConstantExpr(0, quotient.getContext());
  for (AffineExpr part : summands) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    auto constant = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                           : AffineConstantExpr();
    int64_t product;
    if (constant && part.getKind() == AffineExprKind::FloorDiv &&
        constant.getValue() > 0 && constant.getValue() % divisor == 0)
      part = binary.getLHS().floorDiv(constant.getValue() / divisor);
    else if (!constant ||
             !llvm::MulOverflow(constant.getValue(), divisor, product))
      part = part * divisor;
    sum = sum + part;
  }
  return sum;
}

namespace {
/// An expression taken for the expansion of an `xor`, in parts.
class XorReader {
public:
  explicit XorReader(AffineExpr expr) : expr(expr) {}
  SmallVector<AffineExpr> read();

private:
  bool takeApart();
  AffineExpr getUpperOperand() const;
  void guessOperands(unsigned bit, SmallVectorImpl<AffineExpr> &operands) const;
  bool isExpansionOf(ArrayRef<AffineExpr> operands) const;

  AffineExpr expr;
  SmallVector<AffineExpr> bits; ///< x of 2^t * (x mod 2) for each t
  AffineExpr upper;             ///< what remains, null if nothing does
  int64_t constant = 0;         ///< a summand
};
} // namespace

bool XorReader::takeApart() {
  SmallVector<AffineExpr> summands;
  collectSummands(expr, summands);
  AffineExpr rest = getAffineConstantExpr(0, expr.getContext());
  bool hasRest = false;
  for (AffineExpr summand : summands) {
    int64_t factor;
    AffineExpr bit = getOfBit(takeFactor(summand, factor));
    if (bit && factor > 0 && bits.size() <= maxBits &&
        factor == int64_t(1) << bits.size()) {
      bits.push_back(bit);
      continue;
    }
    // Bits that only a constant has.
    if (auto number = dyn_cast<AffineConstantExpr>(summand)) {
      constant = number.getValue();
      continue;
    }
    hasRest = true;
    rest = rest + summand;
  }
  if (hasRest)
    upper = rest;
  return !bits.empty() && constant >= 0;
}

/// From 2^k * q, some a with q = a floordiv 2^k.
AffineExpr XorReader::getUpperOperand() const {
  int64_t factor, unit = int64_t(1) << bits.size();
  AffineExpr quotient = takeFactor(upper, factor);
  if (factor <= 0 || factor % unit != 0)
    return {};
  return guessDividend(quotient * (factor / unit), unit);
}

/// Appends operands of which bit `bit` is added up there, but for those that
/// are known.
void XorReader::guessOperands(unsigned bit,
                              SmallVectorImpl<AffineExpr> &operands) const {
  int64_t unit = int64_t(1) << bit, constant = 0;
  SmallVector<AffineExpr> summands, known;
  collectSummands(bits[bit], summands);
  for (AffineExpr operand : operands)
    if (!isa<AffineConstantExpr>(operand))
      collectSummands(operand.floorDiv(unit), known);
  for (AffineExpr summand : summands) {
    auto *found = llvm::find(known, summand);
    if (auto number = dyn_cast<AffineConstantExpr>(summand))
      constant += number.getValue();
    else if (found != known.end())
      known.erase(found);
    else
      operands.push_back(guessDividend(summand, unit));
  }
  // What remains of constants is not of the other operands.
  for (AffineExpr summand : known)
    if (auto number = dyn_cast<AffineConstantExpr>(summand))
      constant -= number.getValue();
  if (constant & 1)
    operands.push_back(getAffineConstantExpr(unit, expr.getContext()));
}

bool XorReader::isExpansionOf(ArrayRef<AffineExpr> operands) const {
  std::string why;
  return operands.size() > 1 && expandXor(operands, why) == expr;
}

/// The constants of `operands` as one, at the end.
static SmallVector<AffineExpr> mergeConstants(ArrayRef<AffineExpr> operands) {
  SmallVector<AffineExpr> result;
  int64_t constant = 0;
  for (AffineExpr operand : operands) {
    if (auto number = dyn_cast<AffineConstantExpr>(operand))
      constant ^= number.getValue();
    else
      result.push_back(operand);
  }
  if (constant != 0)
    result.push_back(
        getAffineConstantExpr(constant, operands.front().getContext()));
  return result;
}

SmallVector<AffineExpr> XorReader::read() {
  if (!takeApart())
    return {};
  SmallVector<AffineExpr> operands;
  if (upper) {
    AffineExpr first = getUpperOperand();
    if (!first)
      return {};
    operands.push_back(first);
  }
  // From the highest bit, which takes quotients, down to the operands of one
  // bit.
  for (unsigned t = bits.size(); t-- > 0;)
    guessOperands(t, operands);
  operands.push_back(getAffineConstantExpr(constant, expr.getContext()));
  operands = mergeConstants(operands);
  return isExpansionOf(operands) ? operands : SmallVector<AffineExpr>();
}

SmallVector<AffineExpr> mlir::layout::recognizeXor(AffineExpr expr) {
  if (expr.getKind() != AffineExprKind::Add &&
      expr.getKind() != AffineExprKind::Mod)
    return {};
  return XorReader(expr).read();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

void mlir::layout::forEachXor(AffineExpr expr,
                              function_ref<void(ArrayRef<AffineExpr>)> visit) {
  SmallVector<AffineExpr> operands = recognizeXor(expr);
  if (!operands.empty()) {
    visit(operands);
    for (AffineExpr operand : operands)
      forEachXor(operand, visit);
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return;
  forEachXor(binary.getLHS(), visit);
  forEachXor(binary.getRHS(), visit);
}

bool mlir::layout::hasXor(AffineMap map) {
  return llvm::any_of(map.getResults(), [](AffineExpr result) {
    bool found = false;
    forEachXor(result, [&](ArrayRef<AffineExpr>) { found = true; });
    return found;
  });
}

namespace {
/// What an expression may be without parentheses, in ascending order.
enum class Binding { Xor, Sum, Product, Operand };

/// Writes expressions so that reading them gives the very same: unlike MLIR,
/// with parentheses around a sum that is the second summand.
class ExprWriter {
public:
  explicit ExprWriter(raw_ostream &os) : os(os) {}
  void write(AffineExpr expr, Binding least);

private:
  void writeBinary(AffineBinaryOpExpr expr);
  void writeSum(AffineBinaryOpExpr sum);

  raw_ostream &os;
};
} // namespace

static Binding getBinding(AffineExpr expr, bool isXor) {
  if (isXor)
    return Binding::Xor;
  if (!isa<AffineBinaryOpExpr>(expr))
    return Binding::Operand;
  return expr.getKind() == AffineExprKind::Add ? Binding::Sum
                                               : Binding::Product;
}

void ExprWriter::write(AffineExpr expr, Binding least) {
  SmallVector<AffineExpr> operands = recognizeXor(expr);
  bool inParentheses = getBinding(expr, !operands.empty()) < least;
  if (inParentheses)
    os << '(';
  if (!operands.empty())
    llvm::interleave(
        operands, os,
        [&](AffineExpr operand) { write(operand, Binding::Operand); }, " xor ");
  else if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr))
    writeBinary(binary);
  else
    os << expr;
  if (inParentheses)
    os << ')';
}

void ExprWriter::writeBinary(AffineBinaryOpExpr expr) {
  if (expr.getKind() == AffineExprKind::Add)
    return writeSum(expr);
  int64_t factor;
  AffineExpr negated = takeFactor(expr, factor);
  if (factor == -1) {
    os << '-';
    return write(negated, Binding::Operand);
  }
  write(expr.getLHS(), Binding::Operand);
  switch (expr.getKind()) {
  case AffineExprKind::Mul:
    os << " * ";
    break;
  case AffineExprKind::FloorDiv:
    os << " floordiv ";
    break;
  case AffineExprKind::CeilDiv:
    os << " ceildiv ";
    break;
  default:
    os << " mod ";
  }
  write(expr.getRHS(), Binding::Operand);
}

void ExprWriter::writeSum(AffineBinaryOpExpr sum) {
  write(sum.getLHS(), Binding::Sum);
  AffineExpr rhs = sum.getRHS();
  int64_t factor;
  AffineExpr negated = takeFactor(rhs, factor);
  auto number = dyn_cast<AffineConstantExpr>(rhs);
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  if (number && number.getValue() < 0 && number.getValue() != least) {
    os << " - " << -number.getValue();
  } else if (factor < 0 && factor != least) {
    os << " - ";
    write(factor == -1 ? negated : negated * -factor, Binding::Product);
  } else {
    os << " + ";
    write(rhs, Binding::Product);
  }
}

void mlir::layout::printMap(raw_ostream &os, AffineMap map) {
  if (!hasXor(map)) {
    os << map;
    return;
  }
  os << '(';
  for (unsigned d = 0; d < map.getNumDims(); ++d)
    os << (d ? ", d" : "d") << d;
  os << ") -> (";
  ExprWriter writer(os);
  llvm::interleaveComma(map.getResults(), os, [&](AffineExpr result) {
    writer.write(result, Binding::Xor);
  });
  os << ')';
}
