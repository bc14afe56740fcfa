//===- PlaceTextures.cpp - Buffers for texture memory ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers that only kernels use move to texture memory, if the later passes,
// run on a copy of the module, accept it.
//
//     %b = memref.alloc() : memref<1x8x6x6xf32, #nchw4c>
//     gpu.launch_func @kernels::@pool ... args(%b : ...)
//
// becomes
//
//     %b = memref.alloc()
//         : memref<1x8x6x6xf32, #nchw4c, #layout.texture<readwrite>>
//     %r = memref.memory_space_cast %b : ... to
//         memref<1x8x6x6xf32, #nchw4c, #layout.texture<read>>
//     gpu.launch_func @kernels::@pool ... args(%r : ...)
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/PlaceTextures.h"

#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPLACETEXTURES
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Trial
//===----------------------------------------------------------------------===//

namespace {

/// Places some of the buffers of a copy, and runs the passes on it. The context
/// is the copy's own: there are no remarks of what only is tried.
class PlacementTrial {
public:
  PlacementTrial(ModuleOp module, const PlaceTexturesOptions &options,
                 MutableArrayRef<TexturePlacement> placements)
      : options(options), placements(placements),
        context(module.getContext()->getDialectRegistry(),
                MLIRContext::Threading::DISABLED) {
    context.allowUnregisteredDialects(
        module.getContext()->allowsUnregisteredDialects());
    // The module may not name yet what it is to have.
    context.loadDialect<LayoutDialect, memref::MemRefDialect>();
    llvm::raw_string_ostream stream(bytecode);
    (void)writeBytecodeToFile(module, stream);
  }

  void run() {
    SmallVector<unsigned> open;
    for (auto [number, placement] : llvm::enumerate(placements))
      if (placement.obstacle.empty())
        open.push_back(number);
    if (open.empty())
      return;
    if (!tryWith(open)) {
      placed = open;
      return;
    }
    // Where nothing at all converts, no buffer is to blame.
    if (std::optional<std::string> why = tryWith({})) {
      for (unsigned number : open)
        placements[number].obstacle =
            "the kernels cannot be converted to SPIR-V: " + *why;
      return;
    }
    decide(open);
  }

private:
  /// Places what of `numbers` can be, with those that are.
  void decide(ArrayRef<unsigned> numbers) {
    std::optional<std::string> why = tryWith(numbers);
    if (!why) {
      placed.append(numbers.begin(), numbers.end());
    } else if (numbers.size() == 1) {
      placements[numbers.front()].obstacle = *why;
    } else {
      decide(numbers.take_front(numbers.size() / 2));
      decide(numbers.drop_front(numbers.size() / 2));
    }
  }

  /// Why `numbers` cannot be placed with those that are; none if they can.
  std::optional<std::string> tryWith(ArrayRef<unsigned> numbers) {
    std::string why;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (why.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
        why = diagnostic.str();
    });
    OwningOpRef<ModuleOp> copy =
        parseSourceString<ModuleOp>(bytecode, ParserConfig(&context));
    FailureOr<SmallVector<TexturePlacement>> ofCopy = failure();
    if (copy)
      ofCopy = findTexturePlacements(*copy, options.maxExtent);
    // Equal modules have equal placements. A copy is another module where it
    // has ops that its context does not know.
    if (failed(ofCopy) || ofCopy->size() != placements.size())
      return "the module cannot be copied; does the registry of its context "
             "have all of its dialects?" +
             (why.empty() ? "" : " " + why);
    for (ArrayRef<unsigned> some : {ArrayRef<unsigned>(placed), numbers})
      for (unsigned number : some)
        applyTexturePlacement((*ofCopy)[number]);
    auto manager = PassManager::on<ModuleOp>(&context);
    if (succeeded(parsePassPipeline(options.trial, manager)) &&
        succeeded(manager.run(*copy)))
      return std::nullopt;
    return why.empty() ? "the trial conversion failed without a diagnostic"
                       : why;
  }

  const PlaceTexturesOptions &options;
  MutableArrayRef<TexturePlacement> placements;
  MLIRContext context;
  std::string bytecode;
  SmallVector<unsigned> placed;
};

} // namespace

LogicalResult
layout::tryTexturePlacements(ModuleOp module,
                             const PlaceTexturesOptions &options,
                             MutableArrayRef<TexturePlacement> placements) {
  std::string fault;
  llvm::raw_string_ostream stream(fault);
  OpPassManager manager(ModuleOp::getOperationName());
  if (failed(parsePassPipeline(options.trial, manager, stream)))
    return module.emitError(
               "layout-place-textures: option trial expects a pass pipeline: ")
           << StringRef(fault).rtrim();
  PlacementTrial(module, options, placements).run();
  return success();
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

static MemRefType getTexture(Value buffer, TextureAccess access) {
  auto type = cast<MemRefType>(buffer.getType());
  auto space =
      TextureAttr::get(type.getContext(), access, TextureOutside::Undefined);
  return MemRefType::get(type.getShape(), type.getElementType(),
                         type.getLayout(), space);
}

static TextureAccess getAccess(const TexturePlacement::Use &use) {
  if (!use.writes)
    return TextureAccess::Read;
  return use.reads ? TextureAccess::ReadWrite : TextureAccess::Write;
}

/// `buffer` as a kernel uses it, before the launch.
static Value castFor(Operation *kernel, Value buffer, Type type) {
  if (buffer.getType() == type)
    return buffer;
  OpBuilder builder(kernel);
  return memref::MemorySpaceCastOp::create(builder, kernel->getLoc(), type,
                                           buffer);
}

/// States it of an argument, or of what is captured.
static void placeUse(const TexturePlacement::Use &use) {
  MemRefType type = getTexture(use.buffer, getAccess(use));
  auto function = dyn_cast<FunctionOpInterface>(use.kernel);
  if (!function) {
    Value texture = castFor(use.kernel, use.buffer, type);
    Value(use.buffer).replaceUsesWithIf(texture, [&](OpOperand &operand) {
      return use.kernel->isProperAncestor(operand.getOwner());
    });
    return;
  }
  auto argument = cast<BlockArgument>(use.buffer);
  argument.setType(type);
  auto old = cast<FunctionType>(function.getFunctionType());
  SmallVector<Type> inputs = llvm::to_vector(old.getInputs());
  inputs[argument.getArgNumber()] = type;
  function.setType(
      FunctionType::get(old.getContext(), inputs, old.getResults()));
}

static Type getTypeOfArgument(OpOperand &passed) {
  auto launch = cast<gpu::LaunchFuncOp>(passed.getOwner());
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUFuncOp>(
      launch, launch.getKernelAttr());
  return kernel.getArgument(*TracedCall(launch).getArgumentNumber(passed))
      .getType();
}

void layout::applyTexturePlacement(const TexturePlacement &placement) {
  for (Operation *allocation : placement.allocations) {
    Value buffer = allocation->getResult(0);
    buffer.setType(getTexture(buffer, TextureAccess::ReadWrite));
  }
  for (const TexturePlacement::Use &use : placement.uses)
    placeUse(use);
  for (OpOperand *passed : placement.passed)
    passed->set(
        castFor(passed->getOwner(), passed->get(), getTypeOfArgument(*passed)));
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

static void remarkDecision(const TexturePlacement &placement) {
  for (Operation *allocation : placement.allocations)
    if (placement.obstacle.empty())
      remarkDone(allocation->getLoc(), "layout-place-textures/placed")
          << ("an image of " + Twine(placement.height) + " rows and " +
              Twine(placement.width) + " columns")
                 .str();
    else
      remarkMissed(allocation->getLoc(), "layout-place-textures/stays-buffer")
          << placement.obstacle;
}

namespace {

class LayoutPlaceTexturesPass
    : public layout::impl::LayoutPlaceTexturesBase<LayoutPlaceTexturesPass> {
public:
  using LayoutPlaceTexturesBase::LayoutPlaceTexturesBase;

  void runOnOperation() override {
    PlaceTexturesOptions options{maxExtent, trial};
    auto placements = findTexturePlacements(getOperation(), maxExtent);
    if (failed(placements) ||
        failed(tryTexturePlacements(getOperation(), options, *placements)))
      return signalPassFailure();
    for (const TexturePlacement &placement : *placements) {
      remarkDecision(placement);
      if (placement.obstacle.empty())
        applyTexturePlacement(placement);
    }
  }
};

} // namespace
