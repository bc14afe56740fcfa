//===- GraphBuilder.h - Text of a graph of tensor ops --------- -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FUZZ_GRAPHBUILDER_H
#define LIB_FUZZ_GRAPHBUILDER_H

#include "Layout/Fuzz/Features.h"
#include "Layout/Fuzz/Random.h"
#include "Layout/Fuzz/RandomGraph.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::layout::fuzz {

using Extents = SmallVector<int64_t>;

/// What elements are combined by.
inline constexpr StringRef kOps[] = {"add", "sub", "mul", "max"};

inline std::string repeat(StringRef what, size_t times) {
  return llvm::join(SmallVector<StringRef>(times, what), ", ");
}

struct Tensor {
  std::string name;
  Extents shape;
  std::string layout; ///< empty: plain
};

/// Writes statements, each of which adds tensors to those that there are, all
/// of one element type.
class GraphBuilder {
public:
  explicit GraphBuilder(Random &random);
  RandomProgram build();

private:
  using Step = void (GraphBuilder::*)();

  // Types.
  std::string makeLayout(const Extents &shape);
  std::string makePad(unsigned rank, bool canCopy);
  std::string makeNumber();
  std::string getType(const Extents &shape, StringRef layout) const;
  std::string getType(const Tensor &tensor) const {
    return getType(tensor.shape, tensor.layout);
  }

  // Text.
  void emit(const Twine &line) { text += (indent + line + "\n").str(); }
  std::string name() { return "%v" + std::to_string(count++); }
  Tensor add(const Extents &shape, StringRef layout);
  Tensor add(const Twine &operation, const Extents &shape, StringRef layout);
  const Tensor &pick() { return random.any(pool); }
  const Tensor *pickOfRank(size_t least);
  Tensor convert(const Tensor &tensor, StringRef layout);
  Tensor convertSometimes(const Tensor &tensor);
  std::string empty(const Extents &shape, StringRef layout);
  std::string fill(StringRef number, const Extents &shape, StringRef layout);
  std::string identity(size_t rank) const;
  std::string combine(StringRef op, StringRef a, StringRef b);
  std::string prefer(ArrayRef<Extents> shapes);
  void finishGeneric(const Twine &head, const Tensor &result,
                     ArrayRef<std::string> arguments, StringRef op,
                     unsigned numInputs);

  // Statements.
  void conversion();
  void unary() { compute(pick()); }
  void compute(const Tensor &given);
  void binary();
  void bias();
  void reduce();
  void product();
  Tensor makeWeights(const Extents &shape);
  std::string makeProductMaps(size_t rank, size_t resultRank);
  void truncate(StringRef wide, StringRef type, const Extents &shape);
  void pool2d();
  void transpose();
  void padding();
  void concatenation();
  void extractSlice();
  void insertSlice();
  void collapse();
  void expand();
  void choice();
  void branch();
  void deepBranches();
  void elementwise(ArrayRef<Tensor> inputs);
  void loop();
  void call();
  void returnedGlobal();
  void fixed();
  void resource();
  void softmax();

  Random &random;
  std::string element, text, functions, indent = "  ";
  bool isFloat;
  bool hasCopyPads = false;
  unsigned count = 0;
  int64_t tile;
  std::vector<Tensor> pool;
  std::vector<std::string> resources;
};

} // namespace mlir::layout::fuzz

#endif // LIB_FUZZ_GRAPHBUILDER_H
