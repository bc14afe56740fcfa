//===- ContractionLayouts.cpp - Layout rules for contractions -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionLayouts.h"

#include "ContractionDims.h"
#include "ContractionWork.h"
#include "Layout/IR/UnitLoops.h"
#include "ProductBody.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Vectors side by side in a block: two hide the latency of a sum, and leave
/// registers for as many rows as a tile has. Three do so for fewer rows.
constexpr int64_t kVectorsPerBlock = 2;
constexpr int64_t kMostVectorsPerBlock = 3;

/// An element that is converted costs about as much as some products. Where
/// each takes part in fewer than these, the conversion is not paid back.
constexpr int64_t kFewUses = 16;

/// The same for groups that lie side by side as they come, which plain loops
/// make vectors of, too.
constexpr int64_t kFewOfGroups = 8;

/// Sums of a group are kept in parts, one for each two of its iterations. Of
/// as many rows as these, or fewer, there are registers for twice as many
/// parts, and the next part need not wait for the last one.
constexpr int64_t kFewRows = 2;

/// Of a sum that is as long, up to three steps outside of groups of four, which
/// cost as much as a group each, count little.
constexpr int64_t kLongSum = 32;

/// The iterations of a sum that lie side by side between the lanes of weights.
struct SumGroup {
  unsigned loop;
  int64_t size;
};

/// Reads the rule for one op.
class LayoutRule {
public:
  LayoutRule(linalg::LinalgOp op, const ProductBody &body, const Target &target,
             const MovedConstants &moved, bool mayReorder, std::string &why)
      : op(op), body(body), target(target), moved(moved),
        mayReorder(mayReorder), why(why), context(op->getContext()),
        lanes(target.getNumLanes(
            getElementTypeOrSelf(op.getDpsInitOperand(0)->get()))) {
    findExtents();
  }

  std::optional<ContractionLayouts> read() {
    if (!findRoles())
      return std::nullopt;
    if (!lane)
      return fail(explainNoLane());
    // Packed data would be used too few times to repay packing.
    if (addsUpFew())
      return fail("an element adds up fewer than " +
                  std::to_string(isOfColumns() ? kFewUses : kFewOfGroups) +
                  " products");
    OperandLayouts layouts(op->getNumOperands());
    layouts[dims.data] = getData();
    layouts[dims.weights] = getWeights();
    layouts[dims.result] = getRows(dims.result, dims.columns, *lane);
    ContractionLayouts found{
        std::move(layouts),
        readContractionWork(
            {op, dims, extents, *lane, getBlock(*lane), lanes, mayReorder},
            target),
        {},
        {}};
    for (unsigned operand : {dims.data, dims.weights})
      if (isConstant(operand))
        found.constants.push_back(operand);
    for (auto [d, index] : llvm::enumerate(getMap(dims.result).getResults()))
      if (isUnknownRow(cast<AffineDimExpr>(index).getPosition()))
        found.unknownRows.push_back(d);
    return found;
  }

private:
  RankedTensorType getType(unsigned operand) {
    return cast<RankedTensorType>(op->getOperand(operand).getType());
  }
  AffineMap getMap(unsigned operand) {
    return getMapWithUnitLoops(op, op->getOpOperand(operand));
  }

  std::nullopt_t fail(const Twine &reason) {
    why = reason.str();
    return std::nullopt;
  }

  /// Of loops; dynamic if one of the tensors does not tell.
  void findExtents() {
    extents.assign(op.getNumLoops(), 0);
    unsigned result = op.getDpsInitOperand(0)->getOperandNumber();
    for (unsigned operand : {body.factors[0], body.factors[1], result})
      for (auto [index, extent] : llvm::zip_equal(getMap(operand).getResults(),
                                                  getType(operand).getShape()))
        if (auto loop = dyn_cast<AffineDimExpr>(index))
          if (int64_t &known = extents[loop.getPosition()];
              !ShapedType::isDynamic(known))
            known = extent;
  }

  /// Where there is no window, either factor may be the weights: the second one
  /// is, unless only the first one is a constant, which is packed when the
  /// program is compiled, or only the first one has columns for the lanes.
  bool findRoles() {
    SmallVector<ContractionDims> choices;
    for (unsigned data : {0, 1})
      if (std::optional<ContractionDims> found =
              findContractionDims(op, data, why))
        choices.push_back(std::move(*found));
    if (choices.empty())
      return false;
    auto getRank = [&](const ContractionDims &choice) {
      bool isOnlyConstant =
          isConstant(choice.weights) && !isConstant(choice.data);
      return std::make_pair(findLane(choice).has_value(), isOnlyConstant);
    };
    bool swaps = choices.size() == 2 &&
                 getRank(choices.front()) < getRank(choices.back());
    dims = swaps ? choices.back() : choices.front();
    lane = findLane(dims);
    return true;
  }

  bool isConstant(unsigned operand) {
    // Front ends transpose the weights of each linear layer. Moved at compile
    // time, the result is as much a constant as its operand.
    Value value = op->getOperand(operand);
    return matchPattern(value, m_Constant()) || moved.contains(value);
  }

  /// Returns true if the loop fills a vector.
  bool isWide(unsigned loop) {
    return !ShapedType::isDynamic(extents[loop]) && extents[loop] >= lanes;
  }

  /// The last one that is wide.
  std::optional<unsigned> findWide(ArrayRef<unsigned> loops) {
    for (unsigned loop : llvm::reverse(loops))
      if (isWide(loop))
        return loop;
    return std::nullopt;
  }

  /// A column or output channel; else a group of a convolution, as the channels
  /// of a depthwise one are.
  std::optional<unsigned> findLane(const ContractionDims &choice) {
    std::optional<unsigned> column = findWide(choice.columns);
    return column || choice.window.empty() ? column : findWide(choice.shared);
  }

  StringRef explainNoLane() {
    auto candidates = llvm::to_vector(dims.columns);
    if (!dims.window.empty())
      candidates.append(dims.shared);
    if (candidates.empty())
      return "it has no columns or output channels";
    bool isDynamic = llvm::any_of(candidates, [&](unsigned loop) {
      return ShapedType::isDynamic(extents[loop]);
    });
    return isDynamic ? "how many columns or output channels it has is not known"
                     : "its extents are small";
  }

  /// Returns true if the product of the extents is less than `limit`. An
  /// unknown product counts as large.
  bool isFew(ArrayRef<unsigned> loops, int64_t limit) {
    int64_t product = 1;
    for (unsigned loop : loops) {
      if (ShapedType::isDynamic(extents[loop]))
        return false;
      product = std::min(product * std::min(extents[loop], limit), limit);
    }
    return product < limit;
  }

  bool addsUpFew() {
    auto loops = llvm::to_vector(dims.sums);
    llvm::append_range(loops, dims.window);
    if (isOfColumns())
      return isFew(loops, kFewUses);
    return isLast(dims.data, *lane) && isLast(dims.result, *lane) &&
           isFew(loops, kFewOfGroups);
  }

  /// Returns true if iterations of the loop are contiguous in the plain tensor.
  bool isLast(unsigned operand, unsigned loop) {
    return getMap(operand).getResults().back() ==
           getAffineDimExpr(loop, context);
  }

  bool isOfColumns() { return llvm::is_contained(dims.columns, *lane); }

  /// Returns true if several products may be one instruction, with one sum for
  /// each lane.
  bool mayBeInGroups() { return areShort() || hasDotProducts(); }
  bool areShort() { return body.isNarrow() || hasFloatDotProducts(); }

  /// Whatever has as many channels or columns lies in the same blocks, so that
  /// what one op makes another one takes as it is. The padding of the last
  /// block is computed with the rest: 33 to 48 columns, of 16 lanes, take as
  /// long as 48 in one block of three vectors, and as 64 in blocks of two. Few
  /// channels are in whole groups.
  int64_t getBlock(unsigned loop) {
    if (extents[loop] < lanes)
      return llvm::alignTo(extents[loop], getLeastGroup());
    int64_t vectors = llvm::divideCeil(extents[loop], lanes);
    if (vectors == 1)
      return lanes;
    // Dot products of three vectors that are not full go lane by lane: 64 x 256
    // bytes by 40 columns took 238 us, 7 in blocks of two.
    bool isOfThree = vectors % kVectorsPerBlock != 0 &&
                     vectors % kMostVectorsPerBlock == 0 &&
                     (!mayBeInGroups() || extents[loop] % lanes == 0);
    return lanes * (isOfThree ? kMostVectorsPerBlock : kVectorsPerBlock);
  }

  /// The index that a loop is, or is part of.
  AffineExpr getIndex(unsigned operand, unsigned loop) {
    for (auto [d, index] : llvm::enumerate(getMap(operand).getResults()))
      if (index.isFunctionOfDim(loop))
        return getAffineDimExpr(d, context);
    llvm_unreachable("expects a loop over a dimension of the operand");
  }
  AffineExpr getBlockOf(unsigned operand, unsigned loop) {
    return getIndex(operand, loop).floorDiv(getBlock(loop));
  }
  AffineExpr getLaneOf(unsigned operand, unsigned loop) {
    return getIndex(operand, loop) % getBlock(loop);
  }

  /// Images of a batch, groups and matrices one after the other, each in blocks
  /// of channels; of a matrix all rows in panels. A single row is stored as an
  /// image of one pixel, of which it may be the average.
  bool isOuter(unsigned loop) {
    if (llvm::is_contained(dims.shared, loop))
      return true;
    if (!llvm::is_contained(dims.rows, loop))
      return false;
    if (!dims.image.empty())
      return !llvm::is_contained(dims.image, loop);
    return llvm::all_of(dims.rows,
                        [&](unsigned row) { return extents[row] == 1; });
  }

  using Indices = SmallVector<AffineExpr>;

  /// Of all loops but `split`.
  void append(Indices &indices, unsigned operand, ArrayRef<unsigned> loops,
              std::optional<unsigned> split) {
    for (unsigned loop : loops)
      if (loop != split)
        indices.push_back(getIndex(operand, loop));
  }

  BufferAttr get(unsigned operand, ArrayRef<AffineExpr> indices, PadAttr pad) {
    return BufferAttr::get(
        AffineMap::get(getType(operand).getRank(), 0, indices, context), pad);
  }

  /// Data, or the result, of which `channels` are the sums or the columns. No
  /// loop runs over their padding: it may hold anything, and whole vectors of
  /// it are stored.
  BufferAttr getRows(unsigned operand, ArrayRef<unsigned> channels,
                     unsigned split) {
    Indices indices;
    for (AffineExpr index : getMap(operand).getResults())
      if (auto loop = dyn_cast<AffineDimExpr>(index);
          loop && loop.getPosition() != split && isOuter(loop.getPosition()))
        indices.push_back(getIndex(operand, loop.getPosition()));
    append(indices, operand, channels, split);
    indices.push_back(getBlockOf(operand, split));
    for (unsigned row : dims.rows)
      if (!isOuter(row))
        indices.push_back(getIndex(operand, row));
    indices.push_back(getLaneOf(operand, split));
    return get(operand, indices, PadAttr::get(context, PadKind::Undef));
  }

  /// Of few channels, such as colours, a block of vectors would mostly be
  /// padding.
  std::optional<unsigned> findBlocksOfData() {
    if (!isOfColumns())
      return lane;
    return fillsGroups() ? std::optional(dims.sums.back())
                         : findWide(dims.sums);
  }

  /// Returns true if the few channels of an image are padded to whole groups,
  /// as three colours are to four bytes: what is not there adds products with
  /// weights that are 0 but for their zero point. `layout-widen-loops` proves
  /// it, of a loop, so that there are two channels or more; and that reads are
  /// in bounds, for which the extents of image and window have to be known.
  bool fillsGroups() {
    if (!mayBeGrouped() || dims.window.empty() || dims.sums.empty() ||
        findWide(dims.sums) || !hasKnownPlaces() ||
        !body.getZeroPoint(dims.weights))
      return false;
    unsigned loop = dims.sums.back();
    int64_t extent = extents[loop];
    bool areWhole = extent % getLeastGroup() == 0;
    bool isAsItIs = isLast(dims.data, loop) &&
                    (areWhole || gainsByPairsAsTheyAre(extent));
    return extent > 1 && !isAsItIs &&
           (hasDotProducts() || arePairsCheap(extent));
  }

  /// Returns true if pairs of channels that lie side by side already are at
  /// least as fast as dot products of more channels, for which the image is
  /// converted: where additions have units that multiply nothing. Of 2 and 6
  /// channels, pairs took 0.66 to 0.98 of the time, but 1.3 to 1.7 times as
  /// long where a zero point of the image was subtracted (AMD EPYC, family 26).
  bool gainsByPairsAsTheyAre(int64_t extent) {
    return areShort() && extent % 2 == 0 && target.gainsByWholePairs() &&
           target.bitwisePerMultiplyAdd > 1 &&
           body.getZeroPoint(dims.data) == 0;
  }

  /// Returns true if pairs of which some products are 0 pay for a sum of such
  /// an extent. Of 512 bits, 3 channels from which a zero point is subtracted
  /// took up to 1.17 times as long.
  bool arePairsCheap(int64_t extent) {
    constexpr int64_t leastPart = 5; // of the products there are
    int64_t added = llvm::alignTo(extent, getLeastGroup()) - extent;
    return target.gainsByWholePairs() &&
           (body.getZeroPoint(dims.data) == 0 || added * leastPart <= extent);
  }

  /// Returns true if extents are known but for those of a batch that is as
  /// large in the result as in the image, unless a caller gives both.
  bool hasKnownPlaces() {
    Value init = op.getDpsInitOperand(0)->get();
    for (auto [index, extent] : llvm::zip_equal(
             getMap(dims.data).getResults(), getType(dims.data).getShape())) {
      auto loop = dyn_cast<AffineDimExpr>(index);
      bool isBatch = loop && isOuter(loop.getPosition());
      if (ShapedType::isDynamic(extent) &&
          !(isBatch && !isa<BlockArgument>(init)))
        return false;
    }
    return llvm::none_of(llvm::concat<const unsigned>(dims.image, dims.window),
                         [&](unsigned loop) {
                           return ShapedType::isDynamic(extents[loop]);
                         });
  }

  BufferAttr getData() {
    std::optional<unsigned> split = findBlocksOfData();
    return split ? getRows(dims.data, dims.sums, *split) : BufferAttr();
  }

  /// Returns true if four products of bytes are one instruction, with one sum
  /// for each lane.
  bool hasDotProducts() {
    return target.hasDotProducts() &&
           getType(dims.data).getElementType().isInteger(8) &&
           getType(dims.weights).getElementType().isInteger(8);
  }

  /// Returns true if the target adds up adjacent products of this body at once.
  bool mayBeGrouped() {
    return isOfColumns() &&
           (areShort() || (hasDotProducts() && body.isOfBytes()));
  }

  /// Of channels that are fewer than lanes.
  int64_t getLeastGroup() { return hasDotProducts() ? 4 : 2; }

  /// Returns true if two products of bf16 are one instruction that pays.
  bool hasFloatDotProducts() {
    return target.hasFastFloatDots() && body.isOfShortFloats();
  }

  /// For machines that add the products of adjacent k-steps: of two, and of
  /// four where registers are left for partial sums, or none are needed.
  /// Remaining steps are reduced one by one: most of a short reduction would
  /// be, and with an unknown extent each group needs a test whether it is the
  /// rest.
  std::optional<SumGroup> findGroup() {
    if (!mayBeGrouped())
      return std::nullopt;
    std::optional<unsigned> loop = findBlocksOfData();
    if (!loop && !dims.sums.empty() && isLast(dims.data, dims.sums.back()))
      loop = dims.sums.back();
    if (!loop)
      return std::nullopt;
    int64_t extent = extents[*loop];
    // With an unknown trip count, each group would test whether it is whole,
    // which takes five times as long as no groups.
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    if (fillsGroups())
      extent = getBlock(*loop);
    bool leavesRegisters =
        getBlock(*lane) == lanes || isFew(dims.rows, kFewRows + 1);
    bool hasFour = hasDotProducts()
                       ? extent % 4 == 0 || extent >= kLongSum
                       : body.isNarrow() && leavesRegisters && extent % 4 == 0;
    int64_t size = hasFour ? 4 : 2;
    if (!hasFour && !areShort())
      return std::nullopt;
    if ((!isWide(*loop) && extent % size != 0) || getBlock(*loop) % size != 0)
      return std::nullopt;
    return SumGroup{*loop, size};
  }

  /// Padding is written once, and read with each vector: 0 makes neither
  /// exceptions nor slow numbers. What fills groups adds 0 to their sums.
  PadAttr getPadOfWeights() {
    Type element = getType(dims.weights).getElementType();
    Builder builder(context);
    if (!fillsGroups())
      return PadAttr::get(builder.getZeroAttr(element));
    int64_t zeroPoint = *body.getZeroPoint(dims.weights);
    return PadAttr::get(builder.getIntegerAttr(
        element,
        llvm::SignExtend64(zeroPoint, element.getIntOrFloatBitWidth())));
  }

  /// In the order in which they are read.
  BufferAttr getWeights() {
    unsigned operand = dims.weights;
    std::optional<unsigned> split;
    if (isOfColumns() && !dims.window.empty())
      split = findWide(dims.sums);
    std::optional<SumGroup> group = findGroup();
    auto getSum = [&](unsigned loop, AffineExpr index) {
      return group && group->loop == loop ? index.floorDiv(group->size) : index;
    };
    Indices indices;
    append(indices, operand, dims.shared, lane);
    append(indices, operand, dims.columns, lane);
    indices.push_back(getBlockOf(operand, *lane));
    append(indices, operand, dims.window, std::nullopt);
    for (unsigned loop : dims.sums)
      if (loop != split)
        indices.push_back(getSum(loop, getIndex(operand, loop)));
    if (split)
      indices.append({getBlockOf(operand, *split),
                      getSum(*split, getLaneOf(operand, *split))});
    indices.push_back(getLaneOf(operand, *lane));
    if (group)
      indices.push_back(getIndex(operand, group->loop) % group->size);
    return get(operand, indices, getPadOfWeights());
  }

  bool isUnknownRow(unsigned loop) {
    return ShapedType::isDynamic(extents[loop]) &&
           llvm::is_contained(dims.rows, loop);
  }

  linalg::LinalgOp op;
  const ProductBody &body;
  const Target &target;
  const MovedConstants &moved;
  bool mayReorder; ///< sums of plain loops, too
  std::string &why;
  MLIRContext *context;
  int64_t lanes;
  SmallVector<int64_t> extents; ///< of loops
  ContractionDims dims;
  std::optional<unsigned> lane; ///< the loop that the lanes of vectors run over
};

} // namespace

/// Returns true if elements of these types, those of the result last, are
/// multiplied and added as vectors.
static bool isFast(ArrayRef<Type> types) {
  if (isa<FloatType>(types.back()) && llvm::all_equal(types))
    return true;
  return llvm::all_of(types, [&](Type type) {
    if (!type.isIntOrFloat())
      return false;
    unsigned bits = type.getIntOrFloatBitWidth();
    bool isFloat = isa<FloatType>(type);
    return (!isFloat || isa<FloatType>(types.back())) &&
           bits >= (isFloat ? 16 : 8) && bits <= 64 &&
           llvm::isPowerOf2_32(bits);
  });
}

static bool hasFastElements(linalg::LinalgOp op, const ProductBody &body,
                            std::string &why) {
  SmallVector<Type> types;
  for (Value operand :
       {op->getOperand(body.factors[0]), op->getOperand(body.factors[1]),
        op.getDpsInits().front()}) {
    auto tensor = dyn_cast<RankedTensorType>(operand.getType());
    if (!tensor) {
      why = "a tensor of it has no rank";
      return false;
    }
    types.push_back(tensor.getElementType());
  }
  if (isFast(types))
    return true;
  llvm::raw_string_ostream stream(why);
  stream << "its elements are ";
  llvm::interleave(
      types, stream, [&](Type type) { stream << "'" << type << "'"; }, " and ");
  stream
      << "; expects integers of 8, 16, 32 or 64 bits, or floats of 16, 32 or "
         "64, or all of one type, as those of the result";
  return false;
}

std::optional<ContractionLayouts>
layout::findContractionLayouts(Operation *op, const Target &target,
                               const MovedConstants &moved, bool reassociate,
                               std::string &why) {
  auto linalg = cast<linalg::LinalgOp>(op);
  std::optional<ProductBody> body = findProductBody(linalg);
  if (!body)
    why = explainNoProducts(linalg);
  else if (hasFastElements(linalg, *body, why))
    return LayoutRule(linalg, *body, target, moved,
                      reassociate || body->isOrderFree(), why)
        .read();
  return std::nullopt;
}

SmallVector<unsigned> layout::findWindowFirstOrder(Operation *op,
                                                   bool reassociate) {
  auto linalg = cast<linalg::LinalgOp>(op);
  std::optional<ProductBody> body = findProductBody(linalg);
  if (!body || (!reassociate && !body->isOrderFree()))
    return {};
  std::string why;
  std::optional<ContractionDims> dims = findContractionDims(linalg, 0, why);
  if (!dims || dims->window.empty())
    return {};
  auto wanted =
      llvm::to_vector(llvm::concat<const unsigned>(dims->window, dims->sums));
  SmallVector<unsigned> places(wanted);
  llvm::sort(places);
  if (places == wanted)
    return {};
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, linalg.getNumLoops()));
  for (auto [place, loop] : llvm::zip_equal(places, wanted))
    order[place] = loop;
  return order;
}
