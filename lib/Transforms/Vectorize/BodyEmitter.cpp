//===- BodyEmitter.cpp - The body of a band for rows and lanes ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

void BodyEmitter::findRowInvariants() {
  const RegisterTile &band = builder.band;
  Block *body = builder.nest.getBody();
  for (Operation &op : body->without_terminator()) {
    // An accumulator is another register in each row.
    bool isInvariant = !band.getKept(&op);
    for (const AffineNest::Access &access : builder.nest.accesses)
      if (access.op == &op && band.hasRows)
        isInvariant &= !access.map.isFunctionOfDim(band.getRows());
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && source->getBlock() == body)
        // Indices are in the map of the access.
        isInvariant &=
            rowInvariant.contains(source) || operand.getType().isIndex();
    if (isInvariant)
      rowInvariant.insert(&op);
  }
}

void BodyEmitter::emit(MutableArrayRef<SmallVector<Value>> sums,
                       ArrayRef<Value> masks) {
  IRMapping shared;
  for (int64_t row = 0; row < builder.getNumRows(); ++row)
    emitRow(row, shared, sums, masks);
}

void BodyEmitter::emitRow(int64_t row, IRMapping &shared,
                          MutableArrayRef<SmallVector<Value>> sums,
                          ArrayRef<Value> masks) {
  // What is the same in all rows is emitted in the first one, and shared.
  IRMapping mapping = shared;
  MutableArrayRef<Value> kept;
  if (!sums.empty())
    kept = sums[row];
  Value mask = masks.empty() ? Value() : masks[row];
  for (Operation &op : builder.nest.getBody()->without_terminator()) {
    bool isInvariant = rowInvariant.contains(&op);
    if (isInvariant && row > 0)
      continue;
    emitOp(&op, row, mapping, kept, mask);
    if (isInvariant && !extended.contains(&op))
      for (Value result : op.getResults())
        shared.map(result, mapping.lookup(result));
  }
}

void BodyEmitter::emitLanes(IRMapping &mapping, Value mask) {
  for (Operation &op : builder.nest.getBody()->without_terminator())
    emitOp(&op, 0, mapping, {}, mask);
}

void BodyEmitter::emitOp(Operation *op, int64_t row, IRMapping &mapping,
                         MutableArrayRef<Value> sums, Value mask) {
  if (extended.contains(op))
    return;
  if (Value known = extended.get(op, row))
    return mapping.map(op->getResult(0), known);
  if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    Value loadMask = builder.mode.masksLoads ? mask : Value();
    std::optional<unsigned> kept = builder.band.getKept(op);
    mapping.map(
        load.getResult(),
        kept ? sums[*kept]
             : accesses.buildLoad(builder.band.getAccess(op), row, loadMask));
  } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
    emitStore(store, row, mapping.lookupOrDefault(store.getValueToStore()),
              sums, mask);
  } else {
    emitElementwise(op, mapping);
  }
}

void BodyEmitter::emitStore(affine::AffineStoreOp store, int64_t row,
                            Value value, MutableArrayRef<Value> sums,
                            Value mask) {
  std::optional<unsigned> kept = builder.band.getKept(store);
  if (!kept)
    return accesses.buildStore(builder.band.getAccess(store), row, value, mask);
  // An accumulator is stored after the reductions. Lanes that this iteration
  // does not have keep their value.
  value = builder.toVector(value);
  if (mask && builder.isMaskedInside())
    value = arith::SelectOp::create(builder, mask, value, sums[*kept]);
  sums[*kept] = value;
}

void BodyEmitter::emitElementwise(Operation *op, IRMapping &mapping) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(mapping.lookupOrDefault(operand));
  auto isVector = [](Value value) { return isa<VectorType>(value.getType()); };
  // What is the same for all lanes stays a scalar, and is broadcast where a
  // vector meets it.
  if (llvm::none_of(operands, isVector)) {
    builder.clone(*op, mapping);
    return;
  }
  for (Value &operand : operands)
    operand = builder.toVector(operand);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(builder.getVectorType(type));
  OperationState state(op->getLoc(), op->getName().getStringRef(), operands,
                       types, op->getAttrs());
  mapping.map(op->getResults(), builder.create(state)->getResults());
}
