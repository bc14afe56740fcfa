//===- RegisterTileSteps.cpp - Finding k-steps of register tiles ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of the last reduction whose operands are contiguous are executed
// together, as *steps*. With bytes in the layout (n floordiv 16, k floordiv 4,
// n mod 16, k mod 4), one load has 4 steps for 16 lanes, and one instruction
// multiplies and adds them:
//
//     for %k = 0 to 4                          steps
//       for %n = 0 to 16                       lanes
//         C[%n] += A[%k] * B[%n, %k]
//
//     B: Interleaved   n0k0 n0k1 n0k2 n0k3 n1k0 n1k1 ..
//     A: Repeated      k0 k1 k2 k3, the same for each lane
//
//===----------------------------------------------------------------------===//

#include "RegisterTile.h"

#include "DotCosts.h"
#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/Transpose.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns where the lanes and the steps of `access` are, if the steps of a
/// lane are contiguous; `steps` is the number of their loop.
static std::optional<GroupAccess> findGroup(const RegisterTile &tile,
                                            const AffineNest::Access &access,
                                            unsigned steps) {
  return findGroupAccess(access.map, cast<MemRefType>(access.buffer.getType()),
                         tile.getLanes(), steps);
}

/// Returns true if vectors of `size` steps may be interleaved where no
/// reduction adds them up. LLVM splits shuffles of vectors of other lengths
/// into moves of single elements.
static bool areShuffledRows(int64_t size, int64_t numLanes) {
  return mayBeGroup(size) && llvm::isPowerOf2_64(numLanes);
}

bool layout::mayInterleave(const RegisterTile &tile,
                           const AffineNest::Access &store, unsigned steps,
                           int64_t size) {
  std::optional<GroupAccess> its = findGroup(tile, store, steps);
  return areShuffledRows(size, tile.numLanes) && its &&
         its->isInterleaved(size);
}

/// Returns true if `expr` divides a sum of both dimensions: which lanes are in
/// which tile then differs from step to step.
static bool isDividedTogether(AffineExpr expr, unsigned one, unsigned other) {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    found |= isDivision(part) && part.isFunctionOfDim(one) &&
             part.isFunctionOfDim(other);
  });
  return found;
}

namespace {

/// Decides for the `size` iterations of the last loop around rows and lanes
/// whether they become steps, and how each access loads or stores them.
class StepFinder {
public:
  StepFinder(RegisterTile &tile, int64_t size)
      : tile(tile), nest(tile.nest), size(size) {}

  bool find() {
    // If no access has contiguous steps, nothing is gained by executing them
    // together, unless it makes known which lanes are in which tile.
    SmallVector<AccessForm> forms = findForms();
    if (llvm::all_of(forms,
                     [](const AccessForm &form) {
                       return form.steps == AccessForm::Steps::Single;
                     }) &&
        !crossesTiles())
      return false;
    tile.groupSize = size;
    tile.forms = std::move(forms);
    bool isBetweenLanes = llvm::any_of(tile.forms, [](const auto &form) {
      return form.steps == AccessForm::Steps::Interleaved;
    });
    // Products of pairs or groups of steps need a reduction that adds them up.
    if (isBetweenLanes && !tile.storesInGroup())
      findProducts();
    return true;
  }

private:
  /// Returns the forms of all accesses if steps are executed together. An
  /// access that could have several gets the first: interleaved, transposed,
  /// repeated.
  SmallVector<AccessForm> findForms() const {
    SmallVector<AccessForm> forms(tile.forms);
    auto blocks = findBlocks();
    bool isShuffled = tile.storesInGroup()
                          ? areShuffledRows(size, tile.numLanes)
                          : mayBeGroup(size);
    for (auto [access, form] : llvm::zip_equal(nest.accesses, forms)) {
      form.group = findGroup(tile, access, tile.getGroup());
      bool isInterleaved =
          isShuffled && form.group && form.group->isInterleaved(size);
      form.steps = isInterleaved                ? AccessForm::Steps::Interleaved
                   : blocks.contains(access.op) ? AccessForm::Steps::Transposed
                   : isByElement(access, form)  ? AccessForm::Steps::Repeated
                                                : AccessForm::Steps::Single;
    }
    return forms;
  }

  /// Returns true if `access`, which is the same for all lanes, is loaded for
  /// all steps by one load, since the target multiplies a vector by one element
  /// of another register (`fmla v0.4s, v1.4s, v2.s[1]` of AArch64). That is for
  /// floats, and for 128 bits of them. Of SVE, LLVM takes two instructions to
  /// repeat an element that is no factor, as it does for a number in memory.
  bool isByElement(const AffineNest::Access &access,
                   const AccessForm &form) const {
    Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
    return !tile.storesInGroup() && tile.target.multipliesByElement &&
           !access.isStore && form.group && form.group->isRepeated() &&
           isa<Float16Type, Float32Type, Float64Type>(element) &&
           size * element.getIntOrFloatBitWidth() == kBitsOfElements &&
           (!tile.target.hasLongElementProducts() ||
            (isFactorOfLanes(access.op) &&
             hasElementRegisters(tile, element.getIntOrFloatBitWidth())));
  }

  /// Returns true if all that is done with the number that `load` reads is to
  /// multiply lanes by it.
  bool isFactorOfLanes(Operation *load) const {
    auto isFactor = [&](OpOperand &use) {
      Operation *op = use.getOwner();
      bool multiplies = isa<arith::MulFOp>(op) ||
                        (isa<math::FmaOp>(op) && use.getOperandNumber() < 2);
      return multiplies &&
             dependsOnLanes(op->getOperand(1 - use.getOperandNumber()));
    };
    return llvm::all_of(load->getUses(), isFactor);
  }

  /// Returns true if `value`, an operand of the body, differs between lanes.
  bool dependsOnLanes(Value value) const {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != nest.getBody())
      return false;
    if (tile.findForm(op))
      return tile.getAccess(op).map.isFunctionOfDim(tile.getLanes());
    return llvm::any_of(op->getOperands(),
                        [&](Value operand) { return dependsOnLanes(operand); });
  }

  /// Returns the loads whose lanes each read a contiguous row of steps, far
  /// from the rows of other lanes: a row is loaded for each lane, and the block
  /// of rows is transposed in registers (Transpose.h). None if the registers do
  /// not hold the blocks beside the accumulators.
  llvm::SmallPtrSet<Operation *, 4> findBlocks() const {
    llvm::SmallPtrSet<Operation *, 4> found;
    // Accumulators of all rows, the operands of one row, and a broadcast
    // number.
    int64_t registers = tile.getRegistersOfRow(),
            needed = (tile.numRows + 1) * registers + 1;
    for (const AffineNest::Access &access : nest.accesses) {
      if (!isBlockOfRows(access))
        continue;
      found.insert(access.op);
      bool isPerRow =
          tile.hasRows && access.map.isFunctionOfDim(tile.getRows());
      needed += size * registers * (isPerRow ? tile.numRows : 1);
    }
    if (needed > tile.target.numVectorRegisters)
      found.clear();
    return found;
  }

  /// Returns true if each lane of `access` reads `size` contiguous elements, in
  /// a run of its own, and transposing the block takes whole shuffles.
  bool isBlockOfRows(const AffineNest::Access &access) const {
    Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
    // LLVM has no shuffle instructions for f16 and bf16.
    bool isShuffled =
        element.isSignlessInteger() || isa<Float32Type, Float64Type>(element);
    return !access.isStore && isShuffled && llvm::isPowerOf2_64(size) &&
           size >= getLanesOfPart(element) && tile.numLanes % size == 0 &&
           llvm::isPowerOf2_64(tile.numLanes / size) &&
           getStride(access.map, tile.getGroup()) == 1 &&
           countRuns(access.map, tile.getLanes(), tile.numLanes, nest.ranges)
                   .number == tile.numLanes;
  }

  /// Returns true if which lanes of an access are in which tile of the buffer
  /// depends on the step. With the steps unrolled it is known for each of them.
  bool crossesTiles() const {
    return !tile.storesInGroup() &&
           llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
             return llvm::any_of(
                 access.map.getResults(), [&](AffineExpr result) {
                   return isDividedTogether(result, tile.getLanes(),
                                            tile.getGroup());
                 });
           });
  }

  /// Finds products whose steps an instruction adds up, in pairs or as a dot
  /// product: all of the nest, or none.
  void findProducts() {
    Target permitted = getPermitted();
    tile.products = findDotProducts(nest, permitted);
    if (!areFactorsWide())
      tile.products.clear();
    findDots(permitted);
    // Pairs need an accumulator for each pair of a group, until these are added
    // after the loop.
    int64_t registers =
        tile.getRegistersOfRow() * tile.getNumPairs() * tile.numRows;
    bool hasNone =
        tile.dotForms.empty() && !mayAddPairs(tile.products, permitted);
    if (hasNone || registers > tile.target.numVectorRegisters) {
      tile.products.clear();
      tile.dotForms.clear();
    }
    // A factor that is the same for all lanes is one number for the
    // instruction.
    for (auto [access, form] : llvm::zip_equal(nest.accesses, tile.forms))
      if (isFactor(access.op) && form.group->isRepeated())
        form.steps = AccessForm::Steps::Repeated;
  }

  bool isFactor(Operation *load) const {
    return llvm::any_of(tile.products, [&](const DotProduct &product) {
      return product.left.load == load || product.right.load == load;
    });
  }

  /// Returns true if the factors of products are loaded for all lanes and steps
  /// at once.
  bool areFactorsWide() const {
    return llvm::all_of(llvm::zip_equal(nest.accesses, tile.forms),
                        [&](auto its) {
                          auto [access, form] = its;
                          return !isFactor(access.op) ||
                                 (form.group && form.group->isWide(size));
                        });
  }

  /// Returns the target without the instructions that a plan excludes. A plan
  /// may name one instruction, which is then used whether it pays or not: its
  /// cost is 1, the least.
  Target getPermitted() const {
    Target permitted = tile.target;
    for (const DotTraits &traits : getDotInstructions()) {
      unsigned &cost = permitted.dotCosts[size_t(traits.dot)];
      if (!tile.mayUse(traits.name))
        cost = 0;
      else if (cost != 0 && !tile.mayUse("vpmaddwd"))
        cost = 1;
    }
    permitted.multipliesPairs &= tile.mayUse("vpmaddwd");
    return permitted;
  }

  /// Finds the products that become dot products.
  void findDots(const Target &permitted) {
    bool areZerosLoadedBefore =
        llvm::all_of(tile.products, [&](const DotProduct &product) {
          return isZeroLoadedBefore(product.left) &&
                 isZeroLoadedBefore(product.right);
        });
    if (tile.numLanes % 4 == 0 && areZerosLoadedBefore)
      tile.dotForms = findDotForms(
          tile.products, size, permitted,
          [&](Operation *load) {
            return tile.findForm(load)->group->isRepeated();
          },
          [&](const DotForm &form) { return getCostOfForm(tile, form); });
  }

  /// Returns true if the zero point of `factor`, which is subtracted from each
  /// of its elements, may be loaded before the reductions: it is the same in
  /// all of their iterations, and there is at least one, or the load would be
  /// added. If the factor is the same for all lanes, its zero point must be so,
  /// too.
  bool isZeroLoadedBefore(const DotProduct::Factor &factor) const {
    Operation *load = factor.getZeroLoad();
    if (!load)
      return true;
    AffineMap map = tile.getAccess(load).map,
              ofBytes = tile.getAccess(factor.load).map;
    auto moves = [&](unsigned loop) { return map.isFunctionOfDim(loop); };
    bool isOneNumber =
        !moves(tile.getLanes()) && (!tile.hasRows || !moves(tile.getRows()) ||
                                    ofBytes.isFunctionOfDim(tile.getRows()));
    return !tile.getKept(load) && tile.entry != RegisterTile::Entry::Unknown &&
           llvm::none_of(llvm::seq(tile.numOuter, tile.numOuter + tile.numSums),
                         moves) &&
           (isOneNumber || !tile.findForm(factor.load)->group->isRepeated());
  }

  RegisterTile &tile;
  const AffineNest &nest;
  int64_t size;
};

} // namespace

bool layout::findSteps(RegisterTile &tile) {
  if (!tile.numSums || tile.tails.dependsOnReductions ||
      !tile.mayHave(LoopRole::Steps))
    return false;
  const AffineNest &nest = tile.nest;
  // The loop must have a constant number of iterations, from 0, and few enough
  // to be unrolled.
  unsigned loop = tile.getGroup();
  std::optional<int64_t> last = nest.ranges[loop].high;
  return !nest.isOpaque[loop] && nest.ranges[loop].low == 0 && last &&
         *last < kMaxRowGroup && nest.ends[loop].lower.isSingleConstant() &&
         StepFinder(tile, *last + 1).find();
}

void layout::dropSteps(RegisterTile &tile) {
  tile.groupSize = 1;
  for (AccessForm &form : tile.forms) {
    form.steps = AccessForm::Steps::Single;
    form.group.reset();
  }
}
