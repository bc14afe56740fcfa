//===- ExtendedChunks.cpp - Shared floats, extended together --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtendedChunks.h"

#include "ElementSteps.h"
#include "Layout/IR/ControlFlow.h"
#include "SharedSums.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// Elements of a chunk, which are a line of a cache when they are extended.
static constexpr int64_t kChunk = 16;

/// The type to which all users of `load` extend it; null where there is none.
static Type getExtendedType(Operation *load) {
  Type type;
  for (Operation *user : load->getUsers()) {
    Type its = isa<arith::ExtFOp>(user) ? user->getResult(0).getType() : Type();
    if (!its || (type && its != type))
      return {};
    type = its;
  }
  return type;
}

/// Returns true if no loop around the nest is parallel. Where its iterations
/// run one after the other in the end, each would take stack that nothing gives
/// back.
static bool isInSequence(Operation *nest) {
  Operation *around = nest->getParentOp();
  while (isSequentialControlFlow(around))
    around = around->getParentOp();
  return isa<FunctionOpInterface>(around);
}

ExtendedChunks::ExtendedChunks(BandBuilder &builder)
    : builder(builder), band(builder.band) {
  // A target that multiplies by element extends whole registers of steps.
  // Elements are read before their iteration, so that no store may come
  // between: accumulators are stored after the loops.
  const AffineNest &nest = builder.nest;
  bool isStoredInside =
      llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
        return access.isStore && !band.getKept(access.op);
      });
  unsigned numLoops = band.groupSize > 1 ? 2 : 1;
  if (band.isCarried() || band.kept.empty() || band.numSums < numLoops ||
      kChunk % band.groupSize != 0 || band.target.multipliesByElement ||
      !band.dotForms.empty() || isStoredInside || nest.guard ||
      band.tails.dependsOnReductions || !isInSequence(band.getRoot()))
    return;
  affine::AffineForOp loop = nest.loops[getLoop()];
  if (!loop.hasConstantBounds())
    return;
  int64_t begin = loop.getConstantLowerBound(), size = kChunk / band.groupSize,
          full = countFullGroups(band, getLoop());
  if (full < size)
    return;
  whole = {begin, begin + int64_t(llvm::alignDown(full, size)), size};
  last = {whole.end, begin + full, 1};
  for (const AffineNest::Access &access : nest.accesses)
    if (isExtended(access))
      rooms.insert({access.op, {}});
}

/// The loop of sums whose iterations have a step or a group each.
unsigned ExtendedChunks::getLoop() const {
  return band.groupSize > 1 ? band.getGroup() - 1 : band.getGroup();
}

bool ExtendedChunks::isLoop(unsigned number) const {
  return !rooms.empty() && band.numOuter + number == getLoop() &&
         builder.mode.usesGroups == (band.groupSize > 1);
}

/// Returns true if elements of the type are short floats that the target only
/// multiplies extended.
static bool needsExtension(Type element, const Target &target) {
  return (isa<Float16Type>(element) && !target.multipliesF16) ||
         (isa<BFloat16Type>(element) && !target.multipliesBF16);
}

/// Returns true if elements of iterations and steps that follow each other lie
/// side by side, and are the same for all lanes.
bool ExtendedChunks::isExtended(const AffineNest::Access &access) const {
  auto type = cast<MemRefType>(access.buffer.getType());
  const AccessForm &form = band.getForm(access);
  return !access.isStore && !band.getKept(access.op) &&
         type.isLastDimUnitStride() &&
         needsExtension(type.getElementType(), band.target) &&
         getExtendedType(access.op) &&
         form.lanes == AccessForm::Lanes::Uniform &&
         form.steps == AccessForm::Steps::Single &&
         getStride(access.map, getLoop()) == band.groupSize &&
         getStride(access.map, band.getGroup()) == 1;
}

bool ExtendedChunks::isPerRow(const AffineNest::Access &access) const {
  return band.hasRows && access.map.isFunctionOfDim(band.getRows());
}

/// It is of the loop around the band: threads that `layout-parallelize-loops`
/// lets share its iterations have a room each. If there are none,
/// `layout-hoist-invariants` moves it before that loop.
Value ExtendedChunks::getRoom(const AffineNest::Access &access) {
  Value &room = rooms[access.op];
  if (!room) {
    OpBuilder place = findEntry(band.getRoot());
    room = memref::AllocaOp::create(
        place, builder.getLoc(),
        MemRefType::get({isPerRow(access) ? band.numRows : 1, kChunk},
                        getExtendedType(access.op)),
        builder.getI64IntegerAttr(kLineBytes));
  }
  return room;
}

void ExtendedChunks::enter(Value iteration, int64_t number) {
  first = iteration;
  builder.variables[getLoop()] = first;
  for (Operation *load : llvm::make_first_range(rooms)) {
    const AffineNest::Access &access = band.getAccess(load);
    int64_t numRows = isPerRow(access) ? builder.getNumRows() : 1;
    for (int64_t row = 0; row < numRows; ++row)
      extend(access, row, number * band.groupSize);
  }
}

void ExtendedChunks::extend(const AffineNest::Access &access, int64_t row,
                            int64_t length) {
  Value room = getRoom(access);
  AffineMap map = BandBuilder::fix(access.map, band.getLanes(), 0);
  if (band.groupSize > 1)
    map = BandBuilder::fix(map, band.getGroup(), 0);
  SmallVector<Value> indices = builder.buildIndices(builder.atRow(map, row));
  Value begin = indices.back();
  // Vectors of powers of two: LLVM takes others apart.
  for (int64_t done = 0; done < length;) {
    int64_t part = llvm::bit_floor(uint64_t(length - done));
    indices.back() = affine::AffineApplyOp::create(
        builder, AffineMap::get(1, 0, builder.getAffineDimExpr(0) + done),
        begin);
    Value chunk = vector::LoadOp::create(
        builder,
        VectorType::get({part}, getElementTypeOrSelf(access.buffer.getType())),
        access.buffer, indices);
    Value place[] = {arith::ConstantIndexOp::create(builder, row),
                     arith::ConstantIndexOp::create(builder, done)};
    auto to = VectorType::get({part}, getExtendedType(access.op));
    vector::StoreOp::create(builder, arith::ExtFOp::create(builder, to, chunk),
                            room, place);
    done += part;
  }
}

Value ExtendedChunks::get(Operation *op, int64_t row) {
  Operation *load =
      op->getNumOperands() == 1 ? op->getOperand(0).getDefiningOp() : nullptr;
  if (!load || !contains(load))
    return {};
  const AffineNest::Access &access = band.getAccess(load);
  AffineExpr current = builder.getAffineDimExpr(0),
             begin = builder.getAffineDimExpr(1);
  AffineMap position = AffineMap::get(
      2, 0, (current - begin) * band.groupSize + builder.mode.step.value_or(0));
  Value operands[] = {builder.variables[getLoop()], first};
  Value place[] = {
      arith::ConstantIndexOp::create(builder, isPerRow(access) ? row : 0),
      affine::AffineApplyOp::create(builder, position, operands)};
  return memref::LoadOp::create(builder, rooms[load], place);
}
