//===- ChooseSwizzle.cpp - Layouts without bank conflicts -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gpu.func @k(..) workgroup(%a: memref<64x64xf16, 3>)     rows written, columns
//                                                         read: 8 cycles
// gpu.func @k(..) workgroup(%a: memref<64x64xf16, #layout.buffer<index_map<
//     (i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>, 3>)      1 cycle
//
//===----------------------------------------------------------------------===//

#include "BankText.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/IR/ElementBytes.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "SwizzleCandidates.h"
#include "Transforms/Lowering/FoldViews.h"
#include "Transforms/Lowering/RunAccess.h"
#include "Transforms/Lowering/VectorToTransfer.h"
#include "Transforms/Lowering/ViewIndexing.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCHOOSESWIZZLE
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// What the accesses of a buffer cost, each as often as it is executed.
struct BufferCost {
  int64_t conflicts = 0;
  int64_t runLength = 1;  ///< elements of the longest access
  int64_t numOffsets = 0; ///< that were enumerated for it
  std::string unknown;
};

/// Adds up what `count` says of each access, until one is not known.
static BufferCost addUp(ArrayRef<OpOperand *> uses,
                        function_ref<AccessBanks(OpOperand &)> count) {
  BufferCost cost;
  for (OpOperand *use : uses) {
    AccessBanks access = count(*use);
    if (!access.count.isKnown()) {
      cost.unknown = access.count.unknown;
      return cost;
    }
    int64_t conflicts;
    if (llvm::MulOverflow(access.count.getConflicts(), access.executions,
                          conflicts) ||
        llvm::AddOverflow(cost.conflicts, conflicts, cost.conflicts)) {
      cost.unknown = "the number of conflicts does not fit 64 bits";
      return cost;
    }
    cost.runLength = std::max(cost.runLength, access.numElements);
    cost.numOffsets += access.count.numOffsets;
  }
  return cost;
}

/// Returns true if `op` allows the type that its buffer has now. Some ops of
/// upstream want a stride of 1, which no layout states; loads and stores of
/// vectors among them become transfers, others access the physical buffer.
static bool isValid(Operation *op) {
  return isVectorLoadOrStore(op) || needsUnitStride(op) ||
         succeeded(op->getName().verifyInvariants(op));
}

/// Returns true if each user can be rewritten for a buffer of the type of
/// `buffer`.
static bool areUsersRewritten(Value buffer) {
  // Refusals are no errors here: the layout is only tried.
  ScopedDiagnosticHandler silence(buffer.getContext(),
                                  [](Diagnostic &) { return success(); });
  SilentRemarks silent;
  return llvm::all_of(buffer.getUses(), [](OpOperand &use) {
    auto access = cast<LayoutAccessOpInterface>(use.getOwner());
    return llvm::is_contained({LayoutRewrite::Indices, LayoutRewrite::Accesses,
                               LayoutRewrite::LogicalShape},
                              access.getLayoutRewrite(use)) &&
           succeeded(
               access.verifyLayoutRewrite([](Value, Value) { return true; })) &&
           isValid(use.getOwner());
  });
}

static MemRefType withLayout(MemRefType type, BufferAttr layout) {
  return MemRefType::get(type.getShape(), type.getElementType(), layout,
                         type.getMemorySpace());
}

/// Returns true if an access to the part of a buffer is one to the buffer that
/// moves the same run, once the view is folded.
static bool isFoldedAsItIs(OpOperand &use) {
  auto view = use.get().getDefiningOp<memref::SubViewOp>();
  if (!view)
    return true;
  auto transfer = dyn_cast<VectorTransferOpInterface>(use.getOwner());
  if (transfer && transfer.hasOutOfBoundsDim())
    return false;
  bool movesRun = transfer || isVectorLoadOrStore(use.getOwner()) ||
                  movesByOneAddress(use.getOwner());
  unsigned rank = view.getType().getRank();
  unsigned rootRank =
      cast<MemRefType>(getBufferOfPart(view).getType()).getRank();
  if (movesRun &&
      (rank == 0 || getUnitStrideRootDim(view, rank - 1) != rootRank - 1))
    return false;
  return succeeded(planFoldViewUse(use, [](Value, Value) { return true; }));
}

/// An op that passes `buffer`, or a part of it, on, or is not described.
static Operation *findOtherUser(Value buffer) {
  for (OpOperand &use : buffer.getUses()) {
    Operation *user = use.getOwner();
    if (isa<memref::SubViewOp>(user)) {
      if (failed(planFoldView(user)))
        return user;
      if (Operation *other = findOtherUser(user->getResult(0)))
        return other;
      continue;
    }
    if (!isa<LayoutAccessOpInterface>(user) ||
        llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>) ||
        !isFoldedAsItIs(use))
      return user;
  }
  return nullptr;
}

namespace {

/// The choice for one buffer.
class SwizzleChooser {
public:
  SwizzleChooser(Value buffer, ArrayRef<OpOperand *> uses, BankAccesses &banks)
      : buffer(buffer), type(cast<MemRefType>(buffer.getType())), uses(uses),
        banks(banks) {}

  /// Changes nothing.
  void plan() {
    plain = addUp(uses, [&](OpOperand &use) { return banks.count(use); });
    Location loc = buffer.getLoc();
    if (Operation *other = findOther()) {
      remarkMissed(loc, "layout-choose-swizzle/other-use")
          << ("the layout stays, as '" + other->getName().getStringRef() +
              "' uses the buffer other than by an access to its elements")
                 .str();
      return;
    }
    if (!plain.unknown.empty()) {
      remarkUnknown(loc, "layout-choose-swizzle/unknown")
          << "the layout stays, as bank conflicts are not counted: " +
                 plain.unknown;
      return;
    }
    if (plain.conflicts == 0) {
      remarkDone(loc, "layout-choose-swizzle/not-needed")
          << "no access has bank conflicts";
      return;
    }
    rank();
    isPlanned = true;
  }

  /// Gives the buffer the best layout of the plan, if there is one. Folds its
  /// views then. Nothing may be counted afterwards.
  void apply(RewriterBase &rewriter) {
    if (!isPlanned)
      return;
    if (!choices.empty())
      foldViews(rewriter, buffer);
    // To prove that a swizzle across rows is a layout may take too long, and
    // then for all of them; a pad is proven at once.
    constexpr unsigned mostProofs = 4;
    unsigned proofs = 0;
    for (const Choice &choice : choices) {
      if (!choice.candidate.rowPad && proofs++ >= mostProofs)
        continue;
      if (!apply(choice))
        continue;
      remarkDone(buffer.getLoc(), "layout-choose-swizzle/chosen")
          << choice.candidate.str() +
                 " takes the cycles that warps wait for bank conflicts from " +
                 std::to_string(plain.conflicts) + " to " +
                 std::to_string(choice.conflicts) + left;
      return;
    }
    remarkMissed(buffer.getLoc(), "layout-choose-swizzle/nothing-better")
        << "warps wait " + countCycles(plain.conflicts) +
               " for bank conflicts; none of the swizzles and pads that were "
               "tried, and proven, has fewer" +
               left;
  }

private:
  Operation *findOther() {
    // Refusals are no errors here.
    ScopedDiagnosticHandler silence(buffer.getContext(),
                                    [](Diagnostic &) { return success(); });
    SilentRemarks silent;
    return findOtherUser(buffer);
  }

  struct Choice {
    SwizzleCandidate candidate;
    int64_t conflicts;
    size_t number; ///< in the order of the candidates
  };

  /// Those with fewer conflicts than now; fewest first, then least memory, then
  /// the shortest arithmetic.
  void rank() {
    // Some 0.4 s, and as much for pads. With periods of its variables, an
    // access has some thousand offsets, and hundred layouts some hundred
    // thousand.
    constexpr int64_t budget = int64_t(1) << 24;
    int64_t spent = 0;
    unsigned numLeft = 0;
    MLIRContext *context = buffer.getContext();
    std::string why;
    // Known, as the accesses were counted.
    int64_t bytes = *getElementBytes(type.getElementType(), why);
    for (const SwizzleCandidate &candidate :
         listSwizzles(type.getShape(), bytes, plain.runLength)) {
      AffineExpr offset = candidate.getOffset(context, type.getShape());
      if (!offset)
        continue;
      if (spent >= (candidate.rowPad ? 2 * budget : budget)) {
        ++numLeft;
        continue;
      }
      BufferCost cost =
          addUp(uses, [&](OpOperand &use) { return banks.count(use, offset); });
      spent += cost.numOffsets;
      if (!cost.unknown.empty() || cost.conflicts >= plain.conflicts)
        continue;
      choices.push_back({candidate, cost.conflicts, choices.size()});
      // Nothing is better, nor shorter; of powers of two it is proven, too.
      if (cost.conflicts == 0 &&
          candidate.numElements == type.getNumElements() &&
          llvm::isPowerOf2_64(type.getNumElements()))
        break;
    }
    if (numLeft > 0)
      left = "; " + std::to_string(numLeft) +
             " more were not tried, as to count their conflicts takes long";
    llvm::sort(choices, [](const Choice &a, const Choice &b) {
      return std::make_tuple(a.conflicts, a.candidate.numElements, a.number) <
             std::make_tuple(b.conflicts, b.candidate.numElements, b.number);
    });
  }

  /// Gives the buffer this layout, if it is proven to be one and all users can
  /// be rewritten for it.
  bool apply(const Choice &choice) {
    BufferAttr layout =
        choice.candidate.getLayout(buffer.getContext(), type.getShape());
    const PhysicalLayout &facts = layout.getPhysicalLayout(type.getShape());
    if (!facts.getFault().empty() || !facts.getUnknown().empty())
      return false;
    buffer.setType(withLayout(type, layout));
    if (!areUsersRewritten(buffer)) {
      buffer.setType(type);
      return false;
    }
    return true;
  }

  Value buffer;
  MemRefType type;
  ArrayRef<OpOperand *> uses;
  BankAccesses &banks;
  BufferCost plain;
  std::vector<Choice> choices;
  std::string left; ///< of layouts that were not tried
  bool isPlanned = false;
};

class LayoutChooseSwizzlePass
    : public layout::impl::LayoutChooseSwizzleBase<LayoutChooseSwizzlePass> {
public:
  using LayoutChooseSwizzleBase::LayoutChooseSwizzleBase;

  void runOnOperation() override {
    auto choose = [&](Operation *kernel, BankAccesses &banks) {
      chooseForKernel(kernel, banks);
    };
    if (failed(forEachKernel(getOperation(), rules, choose)))
      return signalPassFailure();
  }

private:
  void chooseForKernel(Operation *kernel, BankAccesses &banks);
};

} // namespace

/// Returns true if `buffer` is an attribution or an allocation of `kernel`. The
/// type of an argument is that of the caller's operand, too.
static bool beginsIn(Operation *kernel, Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (!argument)
    return isa<memref::AllocOp, memref::AllocaOp>(buffer.getDefiningOp()) &&
           kernel->isAncestor(buffer.getDefiningOp());
  auto function = dyn_cast<gpu::GPUFuncOp>(kernel);
  return argument.getOwner()->getParentOp() == kernel &&
         argument.getOwner()->isEntryBlock() &&
         (!function || argument.getArgNumber() >= function.getNumArguments());
}

/// Why no layout is to be chosen for `buffer`; empty if one is.
static StringRef whyNotChosen(Operation *kernel, Value buffer) {
  if (getRequest(buffer))
    return "one is requested; run layout-assign";
  if (!beginsIn(kernel, buffer))
    return "the buffer is no attribution or allocation of the kernel";
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.getLayout().isIdentity())
    return "the type of the buffer states one";
  if (!type.hasStaticShape() || type.getNumElements() == 0)
    return "the shape of the buffer is dynamic or empty";
  return "";
}

/// Buffers of `kernel` for which a layout is to be chosen, with their accesses.
static llvm::MapVector<Value, SmallVector<OpOperand *>>
findBuffers(Operation *kernel) {
  llvm::MapVector<Value, SmallVector<OpOperand *>> buffers;
  for (OpOperand *use : findWorkgroupUses(kernel)) {
    Value buffer = memref::skipViewLikeOps(cast<MemrefValue>(use->get()));
    SmallVector<OpOperand *> &uses = buffers[buffer];
    // The op that makes another view is found as a user of the buffer.
    if (buffer == getBufferOfPart(use->get()))
      uses.push_back(use);
  }
  buffers.remove_if([&](const auto &entry) {
    Value buffer = entry.first;
    StringRef why = whyNotChosen(kernel, buffer);
    if (!why.empty())
      remarkMissed(buffer.getLoc(), "layout-choose-swizzle/not-chosen")
          << "the layout stays, as " + why.str();
    return !why.empty();
  });
  return buffers;
}

void LayoutChooseSwizzlePass::chooseForKernel(Operation *kernel,
                                              BankAccesses &banks) {
  auto buffers = findBuffers(kernel);
  std::vector<SwizzleChooser> choosers;
  for (auto &[buffer, uses] : buffers)
    choosers.emplace_back(buffer, uses, banks).plan();
  // What is counted must not change, so all plans come first.
  IRRewriter rewriter(&getContext());
  for (SwizzleChooser &chooser : choosers)
    chooser.apply(rewriter);
  // Some of upstream's ops want a stride of 1, which a type with a layout does
  // not guarantee.
  llvm::SetVector<Operation *> toTransfers, toPhysical;
  for (const auto &entry : buffers)
    for (Operation *user : entry.first.getUsers())
      if (!isLaidOut(entry.first.getType()))
        break;
      else if (isVectorLoadOrStore(user))
        toTransfers.insert(user);
      else if (needsUnitStride(user))
        toPhysical.insert(user);
  for (Operation *op : toTransfers)
    convertVectorToTransfer(rewriter, op);
  for (Operation *op : toPhysical)
    accessPhysical(rewriter, op);
}
