//===- ProgramBuilder.h - Writes a random program ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is written as text, statement by statement, so that a finding can
// be read, saved and run by other tools as it is. The builder knows of each
// value what it takes to keep the program well-defined: the range of an index,
// the roots that a buffer may be a name of.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_FUZZ_PROGRAMBUILDER_H
#define LAYOUT_LIB_FUZZ_PROGRAMBUILDER_H

#include "Layout/Fuzz/RandomProgram.h"
#include "Layout/IR/Layout.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::layout::fuzz {

struct TransferVector;

/// The shape that some buffers of a program share.
struct Shape {
  SmallVector<int64_t> sizes;  ///< when the program runs
  SmallVector<bool> isDynamic; ///< in types
  unsigned getRank() const { return sizes.size(); }
  bool isEmpty() const { return llvm::is_contained(sizes, 0); }
  std::string getText() const; ///< "4x?x"
  bool operator==(const Shape &other) const {
    return sizes == other.sizes && isDynamic == other.isDynamic;
  }
};

struct Buffer {
  std::string name, type;
  Shape shape;
  /// Numbers of the allocations, arguments and globals that it may be.
  SmallVector<unsigned> roots;
  bool isPlain = true;       ///< its type states no layout
  bool isView = false;       ///< its type is strided
  bool hasUnitStride = true; ///< in the last dimension
  bool isWritable = true;

  bool mayAlias(const Buffer &other) const;
};

/// A value of type index in [low, high).
struct IndexValue {
  std::string name;
  int64_t low, high;
  bool isAffine; ///< may be an operand of an affine access
};

/// A loop or two, over tiles and in the tile, that go over a dimension at least
/// once: index = names[0] * tile + names[1] - offset, or names[0] without tile.
struct Walk {
  SmallVector<std::string> names;
  SmallVector<int64_t> trips;
  int64_t tile = 0, offset = 0;
  int64_t low = 0, high = 0; ///< the index is in [low, high)

  /// The index plus `shift`, in these names.
  std::string getIndex(ArrayRef<std::string> names, int64_t shift) const;
};

/// The index of a walk is at least `value`, or at most.
struct Bound {
  unsigned walk;
  bool isLower;
  int64_t value;
};

/// A buffer that is accessed at a distance from where walks are.
struct Placed {
  Buffer buffer;
  SmallVector<int64_t> shifts;
};

/// Operations on one element, the last of which has a flag that holds for
/// `data` and is broken by `pad`.
struct FlaggedOp {
  std::string data;            ///< as in arith.constant
  SmallVector<TypedAttr> pads; ///< what padding holds before and after it
  std::string name;            ///< of the operation, without "arith."
  std::string right;           ///< its second operand; empty: there is none
  std::string flags;           ///< after the operands
  std::string narrow;          ///< the type that it truncates to, if it does
};

/// Where the walks are in that buffer.
std::string getPlace(ArrayRef<Walk> walks, const Placed &placed);

/// A type of floats of 4, 6 or 8 bits.
Type makeSmallFloat(MLIRContext *context, Random &random);

/// "text + c".
std::string withConstant(const std::string &text, int64_t c);

class ProgramBuilder {
public:
  ProgramBuilder(MLIRContext *context, const FeatureWeights &weights,
                 Random &random);
  RandomProgram build();

private:
  //===--------------------------------------------------------------------===//
  // Program (ProgramBuilder.cpp)
  //===--------------------------------------------------------------------===//
  void chooseElement();
  void chooseParameters();
  void chooseShapes();
  BufferAttr makeLayout(const Shape &shape);
  std::string makeLayoutAlias(const Shape &shape);
  std::string makePlainMap(const Shape &shape);
  void chooseType(Buffer &buffer);
  std::string makeRequest(const Buffer &buffer);
  /// All attributes of an argument or an allocation: "{a, b = c}".
  std::string makeAttributes(const Buffer &buffer, bool isArgument);
  void addGlobal();
  void buildEntry();
  /// Returns the name of a new function that takes `arguments` and, after them,
  /// `parameters`.
  std::string buildCallee(ArrayRef<Buffer> arguments);
  void openFunction(const std::string &header);
  void closeFunction(ArrayRef<std::string> results);
  Buffer makeLocal(const std::string &name);
  void addLocal();
  void addScalar();
  void wrap();

  //===--------------------------------------------------------------------===//
  // Text (ProgramBuilder.cpp)
  //===--------------------------------------------------------------------===//
  void emit(const Twine &line);
  std::string fresh();
  std::string constant(int64_t value);
  std::string integerConstant(const APInt &value);
  /// Opens a region that `close` ends with `closing` lines; what comes into
  /// being in between goes out of scope.
  void open(const Twine &line, ArrayRef<std::string> closing = {"}"});
  /// The other arm of the condition that was opened last.
  void openElse();
  void close();

  bool draw(Feature feature);
  Feature choose(ArrayRef<Feature> features);
  void use(Feature feature) { program.used.set(unsigned(feature)); }

  //===--------------------------------------------------------------------===//
  // Indices and values (ProgramBuilderValues.cpp)
  //===--------------------------------------------------------------------===//
  /// An index in [0, size) as an affine expression, or as a value.
  std::string affineIndex(int64_t size);
  std::string valueIndex(int64_t size);
  std::string index(int64_t size, bool affine) {
    return affine ? affineIndex(size) : valueIndex(size);
  }
  std::string indices(const Shape &shape, bool affine);
  std::string indirectIndex(int64_t size);
  std::string load(const Buffer &buffer, const std::string &at, bool affine);
  void store(const std::string &value, const Buffer &buffer,
             const std::string &at, bool affine);
  std::string loadScalar(bool affine);
  std::string makeMark();
  std::string combine(const std::string &a, const std::string &b);
  /// A value of the element type, of loads from any buffer but `except`.
  std::string value(bool affine, const Buffer *except = nullptr);
  std::string literal();
  std::string applyFunction(const std::string &value);
  std::string convertFloat(const std::string &value, Type from, Type to);
  std::string roundTrip(const std::string &value);

  const Buffer &anyBuffer() { return random.any(buffers); }
  /// Null if there is none.
  const Buffer *anyWritable();
  /// A buffer of the same shape that is other memory; null if there is none.
  const Buffer *anyPartner(const Buffer &buffer);
  const Buffer *anySource(const Buffer &to);

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//
  void statements(int64_t count);
  void statement();

  // ProgramBuilderIntegers.cpp
  std::optional<IndexValue> openWideLoop(int64_t low, int64_t high,
                                         int64_t step);
  std::string wideValue(unsigned bits, unsigned maxDepth);
  std::string resize(const std::string &value, unsigned from, unsigned to);
  std::string wideTest();
  std::string contentsTest(const Buffer &buffer, const std::string &at,
                           bool affine);
  std::string wideBound(const std::string &index, bool isLower, int64_t bound);
  bool drawWideTest() { return width != 0 && draw(Feature::WideConditions); }

  // ProgramBuilderFlags.cpp
  void chooseFlags();
  bool hasPad(const Buffer &buffer, Attribute value) const;
  std::optional<std::pair<Buffer, Buffer>> pickFlagged();
  void flagged();
  std::string applyFlagged(const std::string &operand);

  // ProgramBuilderRegions.cpp
  void region();
  void foreign();

  // ProgramBuilderLoops.cpp
  std::string atLeast(int64_t least);
  std::string boundChain(std::string low, std::string high);
  SmallVector<IndexValue> affineValues() const;
  IndexValue remainder();
  std::string earlyBound(int64_t high);
  IndexValue openLoop(Feature kind, int64_t low, int64_t high, int64_t step,
                      bool mayEndEarly = false);
  SmallVector<IndexValue> openParallel(ArrayRef<std::pair<int64_t, int64_t>>);
  /// One loop inside of the other, in any order; with guards where they go on
  /// beyond the buffer of these sizes.
  SmallVector<IndexValue>
  openSequential(ArrayRef<std::pair<int64_t, int64_t>> ranges,
                 ArrayRef<int64_t> sizes, Feature kind, bool isPartial);
  IndexValue openTiled(bool affine, int64_t size);
  void openGuard(IndexValue &value, int64_t size, bool affine);
  void openCondition(bool affine);
  void openBounds();
  void openDeepGuards(bool affine);
  void nest();
  void reduction();
  void nestOver(const Buffer &to, Feature kind);

  // ProgramBuilderTiles.cpp
  Walk makeWalk(int64_t size, int64_t tile);
  int64_t getTile(const Buffer &buffer, unsigned dim) const;
  void openWalks(ArrayRef<Walk> walks, bool isParallel);
  void nameIndex(Walk &walk);
  std::string getApply(const Walk &walk, int64_t shift) const;
  void openBounds(ArrayRef<Walk> walks, ArrayRef<Bound> bounds);
  void openAffineBounds(ArrayRef<Walk> walks, ArrayRef<Bound> bounds);
  void openArithBounds(ArrayRef<Walk> walks, ArrayRef<Bound> bounds);
  void guardedTiles();
  std::vector<Placed> placeAround(const Buffer &main, bool isParallel);
  SmallVector<Bound> findBounds(ArrayRef<Walk> walks, ArrayRef<Placed> placed);
  void guardedStatement(ArrayRef<Walk> walks, ArrayRef<Placed> placed,
                        bool isParallel);

  // ProgramBuilderNarrow.cpp
  SmallVector<std::string> openLoops(const Shape &shape);
  std::string widen(const std::string &value, unsigned bits);
  std::string narrowed(const std::string &value, unsigned bits);
  std::string wideType(const Shape &shape, unsigned bits);
  void narrow();

  // Lifetimes.
  void moveReversed(const Buffer &from, const Buffer &to);
  void takeTurns();

  // ProgramBuilderNeighbours.cpp
  void initAndReduce();
  void neighbours();
  void overwrite(const Buffer &to);
  void deadStores();
  void assume(const std::string &predicate, const std::string &a,
              const std::string &b, const std::string &type);
  std::string chosen(const std::string &a, const std::string &b);

  // ProgramBuilderKernels.cpp
  void kernel();
  std::string buildKernel(const Buffer &to, ArrayRef<Buffer> others);
  void kernelBody(const std::string &thread, const Buffer &to,
                  ArrayRef<Buffer> others);

  // ProgramBuilderWholeBuffer.cpp
  void fill();
  void copy();
  void convert();
  void generic();
  void named();
  void atomic();
  void softmax();

  // ProgramBuilderResources.cpp
  void appendElements(Type type, SmallVectorImpl<APInt> &elements);
  std::string makeResource(Type type, int64_t count);
  std::string toElement(std::string value, Type type);
  void resource();

  // ProgramBuilderVectors.cpp
  TransferVector makeTransferVector(unsigned rank);
  std::string transferStart(int64_t extent, int64_t size, bool &fits);
  std::pair<std::string, std::string>
  placeTransfer(const Shape &shape, const TransferVector &vector, bool isRead);
  void transfer();
  void vectorLoad();
  std::string constantVector(const std::string &type);
  std::string broadcast(const std::string &value, const std::string &type,
                        const std::string &to);
  void vectorSum();

  // ProgramBuilderViews.cpp
  void view();
  bool subview(const Buffer &from);
  void addView(const Buffer &made);
  Buffer collapse(const Buffer &from, unsigned at);
  Buffer expand(const Buffer &from, unsigned at, int64_t inner);
  void reshape();
  void dim();

  // ProgramBuilderFlow.cpp
  Buffer castArgument(const Buffer &buffer);
  void recurse(const std::string &callee, ArrayRef<Buffer> arguments);
  void call();
  void branch();
  void repeat();
  void blocks();
  void carried();

  MLIRContext *context;
  const FeatureWeights &weights;
  Random &random;
  RandomProgram program;

  Type element;
  std::string elementText;
  bool isFloat = false, isIndex = false;
  unsigned elementBits = 0; ///< of an integer; 0 for other types
  bool isOdd = false;       ///< an integer of another width than most
  bool isArithmetic = true; ///< there are operations on elements
  unsigned width = 0;       ///< of the program's wide integers; 0: it has none
  int64_t maxTo = 0;        ///< of the argument %to
  std::optional<FlaggedOp> flaggedOp;
  bool usesRequests = false, usesCaches = false, usesWalks = false;
  SmallVector<Shape> shapes;

  /// Layouts, globals and functions, before the entry.
  std::string aliases, functions, kernels;
  std::vector<std::string> resources; ///< after all else
  unsigned numAliases = 0, numFunctions = 0, numNames = 0, numRoots = 0;
  unsigned numBlocks = 0, callDepth = 0;

  /// Of the function that is being written.
  std::string body;
  unsigned depth = 1;
  std::vector<Buffer> buffers;
  std::vector<Buffer> scalars; ///< of rank 0
  bool isSequential = true;    ///< nothing runs beside what is written here
  bool knowsSymbols = true;    ///< functions can be named here
  std::vector<IndexValue> indexValues;
  struct OpenRegion {
    std::vector<std::string> closing;
    size_t numBuffers, numIndices;
  };
  std::vector<OpenRegion> regions;
  unsigned nesting = 0; ///< of statements in statements

  /// Roots for which a layout is requested somewhere.
  llvm::SmallSet<unsigned, 16> requested;
  /// Of roots, and the one that was made last.
  llvm::DenseMap<unsigned, BufferAttr> layouts;
  BufferAttr lastLayout;
  std::optional<Buffer> global;
  /// Of all functions, after their buffers: names with types, names, types.
  std::string parameters, operands, types;
};

} // namespace mlir::layout::fuzz

#endif // LAYOUT_LIB_FUZZ_PROGRAMBUILDER_H
