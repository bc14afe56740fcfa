//===- Target.cpp - Target description ------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Target/Target.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

/// How many bits an element takes in memory; 0 if that is not known.
static uint64_t getBitsInMemory(Type element) {
  if (element.isIndex())
    return IndexType::kInternalStorageBitWidth;
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * getBitsInMemory(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(element))
    return vector.isScalable()
               ? 0
               : llvm::PowerOf2Ceil(vector.getNumElements() *
                                    getBitsInMemory(vector.getElementType()));
  return element.isIntOrFloat()
             ? llvm::PowerOf2Ceil(std::max(element.getIntOrFloatBitWidth(), 8u))
             : 0;
}

unsigned Target::getNumLanes(Type element) const {
  uint64_t bits = getBitsInMemory(element);
  return bits == 0 || bits > vectorBits ? 1 : vectorBits / bits;
}

unsigned Target::getMaskedStoreBits() const {
  // AVX-512 has masked stores of all elements, AVX2 of 32 and 64 bits only, and
  // shorter registers none: LLVM then makes a branch for each lane.
  constexpr unsigned bitsForAll = 512, bitsForWide = 256, wide = 32, all = 8;
  return maskedStoreBits             ? *maskedStoreBits
         : vectorBits >= bitsForAll  ? all
         : vectorBits >= bitsForWide ? wide
                                     : 0;
}

bool Target::hasMaskedStores(Type element) const {
  constexpr unsigned all = 8;
  unsigned least = getMaskedStoreBits();
  if (least == 0 || least <= all)
    return least != 0;
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= least;
}

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

static constexpr bool kSigned = true, kUnsigned = false, kBytes = false,
                      kFloats = true;

/// Those of mixed signs differ in which factor comes first.
static const DotTraits kDots[] = {
    {DotInstruction::vpdpbusd, "vpdpbusd", kBytes, kUnsigned, kSigned,
     DotFamily::X86, "+avxvnni", "+avx512vnni,+avx512vl"},
    {DotInstruction::vpdpbssd, "vpdpbssd", kBytes, kSigned, kSigned,
     DotFamily::X86, "+avxvnniint8", "+avx10.2"},
    {DotInstruction::vpdpbuud, "vpdpbuud", kBytes, kUnsigned, kUnsigned,
     DotFamily::X86, "+avxvnniint8", "+avx10.2"},
    {DotInstruction::vdpbf16ps, "vdpbf16ps", kFloats, kSigned, kSigned,
     DotFamily::X86, "+avx512bf16,+avx512vl", "+avx512bf16,+avx512vl"},
    {DotInstruction::usdot, "usdot", kBytes, kUnsigned, kSigned,
     DotFamily::AArch64, "+i8mm", "+sve,+i8mm"},
    {DotInstruction::sdot, "sdot", kBytes, kSigned, kSigned, DotFamily::AArch64,
     "+dotprod", "+sve"},
    {DotInstruction::udot, "udot", kBytes, kUnsigned, kUnsigned,
     DotFamily::AArch64, "+dotprod", "+sve"},
    {DotInstruction::bfdot, "bfdot", kFloats, kSigned, kSigned,
     DotFamily::AArch64, "+bf16", "+sve,+bf16"},
    {DotInstruction::vqdotsu, "vqdotsu", kBytes, kSigned, kUnsigned,
     DotFamily::RISCV, "", "+v,+experimental-zvqdotq"},
    {DotInstruction::vqdot, "vqdot", kBytes, kSigned, kSigned, DotFamily::RISCV,
     "", "+v,+experimental-zvqdotq"},
    {DotInstruction::vqdotu, "vqdotu", kBytes, kUnsigned, kUnsigned,
     DotFamily::RISCV, "", "+v,+experimental-zvqdotq"},
};

bool layout::hasLongRegisters(DotFamily family, unsigned vectorBits) {
  return family == DotFamily::X86       ? vectorBits >= 512
         : family == DotFamily::AArch64 ? vectorBits > 128
                                        : true;
}

ArrayRef<DotTraits> layout::getDotInstructions() { return kDots; }

const DotTraits &layout::getTraits(DotInstruction dot) {
  return kDots[size_t(dot)];
}

std::optional<DotInstruction> Target::findDot(bool isLeftSigned,
                                              bool isRightSigned) const {
  for (const DotTraits &traits : kDots)
    if (getCost(traits.dot) != 0 && !traits.ofFloats &&
        isLeftSigned + isRightSigned ==
            traits.isFirstSigned + traits.isSecondSigned)
      return traits.dot;
  return std::nullopt;
}

std::optional<DotInstruction> Target::findFloatDot() const {
  for (const DotTraits &traits : kDots)
    if (traits.ofFloats && getCost(traits.dot) != 0)
      return traits.dot;
  return std::nullopt;
}

bool Target::hasFastFloatDots() const {
  std::optional<DotInstruction> dot = findFloatDot();
  return dot && getCost(*dot) < getTraits(*dot).getGroupSize();
}

bool Target::hasDotProducts() const {
  return llvm::any_of(kDots, [&](const DotTraits &traits) {
    return !traits.ofFloats && getCost(traits.dot) != 0;
  });
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

namespace {

/// What a target says under one key.
struct Property {
  StringLiteral key;
  int64_t least, most;
  bool isPowerOfTwo;
  bool isWrittenAlways; ///< or only where it differs from the default
  int64_t (*get)(const Target &);
  void (*set)(Target &, int64_t);
};

} // namespace

#define GET_SET(member)                                                        \
  [](const Target &target) -> int64_t { return target.member; },               \
      [](Target &target, int64_t value) { target.member = value; }

/// What costs more than that does not pay.
static constexpr int64_t kMaxDotCost = 16;

#define DOT(which)                                                             \
  {"layout." #which,                                                           \
   0,                                                                          \
   kMaxDotCost,                                                                \
   false,                                                                      \
   false,                                                                      \
   GET_SET(dotCosts[size_t(DotInstruction::which)])}

/// Sums and products of a few cache sizes are to fit 64 bits.
static constexpr int64_t kMaxCacheBytes = int64_t(1) << 48;

/// Keys of ours, for what upstream has none.
static constexpr StringLiteral kPrefix("layout.");

/// The keys without a prefix are those of upstream's documents and tests.
static const Property kProperties[] = {
    {"max_vector_op_width", 8, 1 << 16, true, true, GET_SET(vectorBits)},
    {"layout.num_vector_registers", 1, 1024, false, true,
     GET_SET(numVectorRegisters)},
    {"layout.shuffles_per_cycle", 1, 16, false, false,
     GET_SET(shufflesPerCycle)},
    {"layout.loads_per_cycle", 1, 16, false, false, GET_SET(loadsPerCycle)},
    {"layout.instructions_per_cycle", 1, 16, false, false,
     GET_SET(instructionsPerCycle)},
    {"layout.multiply_adds_per_cycle", 1, 16, false, false,
     GET_SET(multiplyAddsPerCycle)},
    {"layout.multiply_add_latency", 1, 64, false, false,
     GET_SET(multiplyAddLatency)},
    {"layout.dot_product_latency", 1, 64, false, false, GET_SET(dotLatency)},
    {"layout.broadcast_instructions", 0, 4, false, false,
     GET_SET(broadcastInstructions)},
    {"layout.streaming_store_bytes", 16, 256, true, false,
     GET_SET(streamingStoreBytes)},
    {"layout.bitwise_per_multiply_add", 1, 16, false, false,
     GET_SET(bitwisePerMultiplyAdd)},
    DOT(vpdpbusd),
    DOT(vpdpbssd),
    DOT(vpdpbuud),
    DOT(vdpbf16ps),
    DOT(usdot),
    DOT(sdot),
    DOT(udot),
    DOT(bfdot),
    DOT(vqdotsu),
    DOT(vqdot),
    DOT(vqdotu),
    {"layout.masked_store_bits", 0, 64, false, false,
     [](const Target &target) -> int64_t {
       return target.getMaskedStoreBits();
     },
     [](Target &target, int64_t value) { target.maskedStoreBits = value; }},
    {"layout.multiplies_pairs", 0, 1, false, false, GET_SET(multipliesPairs)},
    {"layout.multiplies_by_element", 0, 2, false, false,
     GET_SET(multipliesByElement)},
    {"layout.unrolls_vector_loops", 0, 1, false, false,
     GET_SET(unrollsVectorLoops)},
    {"layout.multiplies_bf16", 0, 1, false, false, GET_SET(multipliesBF16)},
    {"layout.multiplies_f16", 0, 1, false, false, GET_SET(multipliesF16)},
    {"L1_cache_size_in_bytes", 1, kMaxCacheBytes, false, true,
     GET_SET(l1Bytes)},
    {"L2_cache_size_in_bytes", 1, kMaxCacheBytes, false, true,
     GET_SET(l2Bytes)},
    {"L3_cache_size_in_bytes", 1, kMaxCacheBytes, false, true,
     GET_SET(l3Bytes)},
};
/// The caches, from the core outwards.
static const ArrayRef<Property> kCaches = ArrayRef(kProperties).take_back(3);

#undef DOT
#undef GET_SET

/// The one entry that is no integer.
static constexpr StringLiteral kProcessor("layout.processor");

/// Returns true if `getTarget` reads the entry.
static bool isKey(StringAttr key) {
  return key && (key == kProcessor ||
                 llvm::any_of(kProperties, [&](const Property &property) {
                   return key == property.key;
                 }));
}

static DataLayoutEntryInterface findEntry(TargetDeviceSpecInterface device,
                                          StringRef key) {
  return device ? device.getSpecForIdentifier(
                      StringAttr::get(device.getContext(), key))
                : DataLayoutEntryInterface();
}

/// Upstream's interface is of all ops that may have a spec but modules.
static TargetSystemSpecInterface getSpecOf(Operation *op) {
  if (auto module = dyn_cast<ModuleOp>(op))
    return module.getTargetSystemSpec();
  auto holder = dyn_cast<DataLayoutOpInterface>(op);
  return holder ? holder.getTargetSystemSpec() : TargetSystemSpecInterface();
}

static TargetDeviceSpecInterface getDevice(TargetSystemSpecInterface spec) {
  return spec
      .getDeviceSpecForDeviceID(
          StringAttr::get(spec.getContext(), kTargetDevice))
      .value_or(TargetDeviceSpecInterface());
}

/// The closest spec around `op`, and the op that has it.
static std::pair<Operation *, TargetSystemSpecInterface>
findSpec(Operation *op) {
  for (; op; op = op->getParentOp())
    if (TargetSystemSpecInterface spec = getSpecOf(op))
      return {op, spec};
  return {};
}

/// The requested device, null if there is none. Error: one whose name differs
/// in case, and would be ignored.
static FailureOr<TargetDeviceSpecInterface>
findDevice(Operation *holder, TargetSystemSpecInterface spec) {
  for (DataLayoutEntryInterface entry : spec.getEntries()) {
    auto name = dyn_cast<StringAttr>(entry.getKey());
    if (!name || !name.getValue().equals_insensitive(kTargetDevice))
      continue;
    if (name != kTargetDevice)
      return holder->emitOpError() << "target system spec expects the device \""
                                   << kTargetDevice << "\", found " << name;
    return dyn_cast<TargetDeviceSpecInterface>(entry.getValue());
  }
  return TargetDeviceSpecInterface();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Error: `key` has our prefix, but is none of ours.
static LogicalResult emitUnknownKey(Operation *holder, StringAttr key) {
  InFlightDiagnostic diag = holder->emitOpError()
                            << "target entry " << key
                            << " is not known; keys with this prefix are:";
  for (const Property &property : kProperties)
    if (property.key.starts_with(kPrefix))
      diag << " \"" << property.key << '"';
  return diag << " \"" << kProcessor << '"';
}

/// Returns true if `key` is `meant` with one or two letters wrong. Another
/// digit is another name: a fourth level of caches is not a misspelt third one.
static bool isMisspelt(StringRef key, StringRef meant) {
  constexpr unsigned maxEdits = 2;
  auto getDigits = [](StringRef name) {
    std::string digits;
    llvm::copy_if(name, std::back_inserter(digits), llvm::isDigit);
    return digits;
  };
  return getDigits(key) == getDigits(meant) &&
         key.edit_distance_insensitive(meant, /*AllowReplacements=*/true,
                                       maxEdits) <= maxEdits;
}

/// Keys of ours must be known. Those of others are not our business, unless
/// they look like one that we read and that is not there.
static LogicalResult verifyKeys(Operation *holder,
                                TargetDeviceSpecInterface device) {
  for (DataLayoutEntryInterface entry : device.getEntries()) {
    auto key = dyn_cast<StringAttr>(entry.getKey());
    if (!key || isKey(key))
      continue;
    if (key.getValue().starts_with(kPrefix))
      return emitUnknownKey(holder, key);
    for (const Property &property : kProperties)
      if (isMisspelt(key, property.key) && !findEntry(device, property.key))
        return holder->emitOpError()
               << "target entry " << key << " is not known; did you mean \""
               << property.key << "\"?";
  }
  return success();
}

/// The integer that an entry states, of any integer type or `index`; nothing
/// for another attribute, and for what 64 bits do not hold. `true` is -1.
static std::optional<int64_t> getInteger(DataLayoutEntryInterface entry) {
  auto integer = dyn_cast<IntegerAttr>(entry.getValue());
  if (!integer)
    return std::nullopt;
  const APInt &value = integer.getValue();
  if (!integer.getType().isUnsignedInteger())
    return value.trySExtValue();
  if (value.getActiveBits() > 63)
    return std::nullopt;
  return static_cast<int64_t>(value.getZExtValue());
}

static LogicalResult readEntry(Operation *holder,
                               DataLayoutEntryInterface entry,
                               const Property &property, Target &target) {
  std::optional<int64_t> value = getInteger(entry);
  if (value && *value >= property.least && *value <= property.most &&
      (!property.isPowerOfTwo || llvm::isPowerOf2_64(*value))) {
    property.set(target, *value);
    return success();
  }
  return holder->emitOpError()
         << "target entry \"" << property.key << "\" expects "
         << (property.isPowerOfTwo ? "a power of two" : "an integer")
         << " from " << property.least << " to " << property.most << ", found "
         << entry.getValue();
}

static LogicalResult readProcessor(Operation *holder,
                                   TargetDeviceSpecInterface device,
                                   Target &target) {
  DataLayoutEntryInterface entry = findEntry(device, kProcessor);
  if (!entry)
    return success();
  auto name = dyn_cast<StringAttr>(entry.getValue());
  if (!name || name.empty())
    return holder->emitOpError() << "target entry \"" << kProcessor
                                 << "\" expects the name of a processor, such "
                                    "as \"x86-64-v3\", found "
                                 << entry.getValue();
  target.processor = name.str();
  return success();
}

/// A level that is not stated lies between those that are. Error: of two that
/// are stated, the inner one exceeds the outer one.
static LogicalResult adjustCaches(Operation *holder,
                                  TargetDeviceSpecInterface device,
                                  Target &target) {
  const Property *stated = nullptr; // the outermost so far
  int64_t inner = 0;
  for (const Property &level : kCaches) {
    int64_t value = level.get(target);
    if (findEntry(device, level.key)) {
      if (value < inner)
        return holder->emitOpError()
               << "target entry \"" << stated->key << "\" (" << inner
               << ") exceeds \"" << level.key << "\" (" << value << ')';
      stated = &level;
    } else {
      for (const Property *outer = &level + 1; outer != kCaches.end(); ++outer)
        if (findEntry(device, outer->key))
          value = std::min(value, outer->get(target));
      value = std::max(value, inner);
      level.set(target, value);
    }
    inner = value;
  }
  return success();
}

FailureOr<Target> layout::getTarget(Operation *op, const Target &absent) {
  auto [holder, spec] = findSpec(op);
  if (!spec)
    return absent;
  FailureOr<TargetDeviceSpecInterface> device = findDevice(holder, spec);
  if (failed(device))
    return failure();
  if (!*device)
    return absent;
  if (failed(verifyKeys(holder, *device)))
    return failure();
  Target target = absent;
  for (const Property &property : kProperties)
    if (DataLayoutEntryInterface entry = findEntry(*device, property.key))
      if (failed(readEntry(holder, entry, property, target)))
        return failure();
  if (failed(readProcessor(holder, *device, target)) ||
      failed(adjustCaches(holder, *device, target)))
    return failure();
  return target;
}

FailureOr<Target> layout::getTarget(Operation *op) {
  return getTarget(op, Target());
}

bool layout::statesVectors(Operation *op) {
  TargetSystemSpecInterface spec = findSpec(op).second;
  if (!spec)
    return false;
  TargetDeviceSpecInterface device = getDevice(spec);
  return device && findEntry(device, "max_vector_op_width");
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static DataLayoutEntryInterface makeProcessorEntry(MLIRContext *context,
                                                   StringRef name) {
  return DataLayoutEntryAttr::get(StringAttr::get(context, kProcessor),
                                  StringAttr::get(context, name));
}

static TargetDeviceSpecAttr completeDevice(MLIRContext *context,
                                           TargetDeviceSpecInterface device,
                                           const Target &target) {
  SmallVector<DataLayoutEntryInterface> entries;
  if (device)
    llvm::append_range(entries, device.getEntries());
  Type type = IntegerType::get(context, 64);
  Target others; // that say nothing but how long their vectors are
  others.vectorBits = target.vectorBits;
  for (const Property &property : kProperties)
    if (!findEntry(device, property.key) &&
        (property.isWrittenAlways ||
         property.get(target) != property.get(others)))
      entries.push_back(DataLayoutEntryAttr::get(
          StringAttr::get(context, property.key),
          IntegerAttr::get(type, property.get(target))));
  if (!target.processor.empty() && !findEntry(device, kProcessor))
    entries.push_back(makeProcessorEntry(context, target.processor));
  return TargetDeviceSpecAttr::get(context, entries);
}

/// `spec` (which may be null) with `device` in place of the requested one, or
/// without it. Null if no device is left.
static TargetSystemSpecInterface
replaceDevice(MLIRContext *context, TargetSystemSpecInterface spec,
              TargetDeviceSpecInterface device) {
  auto key = StringAttr::get(context, kTargetDevice);
  SmallVector<DataLayoutEntryInterface> entries;
  bool isThere = false;
  auto add = [&] {
    isThere = true;
    if (device)
      entries.push_back(DataLayoutEntryAttr::get(key, device));
  };
  if (spec)
    for (DataLayoutEntryInterface entry : spec.getEntries()) {
      if (entry.getKey() == DataLayoutEntryKey(key))
        add();
      else
        entries.push_back(entry);
    }
  if (!isThere)
    add();
  return entries.empty() ? TargetSystemSpecInterface()
                         : TargetSystemSpecAttr::get(context, entries);
}

TargetSystemSpecInterface
layout::addMissingEntries(MLIRContext *context, TargetSystemSpecInterface spec,
                          const Target &target) {
  TargetDeviceSpecInterface device =
      spec ? getDevice(spec) : TargetDeviceSpecInterface();
  return replaceDevice(context, spec, completeDevice(context, device, target));
}

/// Null without entries.
static TargetDeviceSpecInterface
makeDevice(MLIRContext *context, ArrayRef<DataLayoutEntryInterface> entries) {
  return entries.empty() ? TargetDeviceSpecInterface()
                         : TargetDeviceSpecAttr::get(context, entries);
}

TargetSystemSpecInterface
layout::removeEntries(TargetSystemSpecInterface spec) {
  TargetDeviceSpecInterface device = getDevice(spec);
  if (!device)
    return spec;
  SmallVector<DataLayoutEntryInterface> others;
  llvm::copy_if(device.getEntries(), std::back_inserter(others),
                [](DataLayoutEntryInterface entry) {
                  return !isKey(dyn_cast<StringAttr>(entry.getKey()));
                });
  MLIRContext *context = spec.getContext();
  return replaceDevice(context, spec, makeDevice(context, others));
}

void layout::setSpec(ModuleOp module, TargetSystemSpecInterface spec) {
  StringRef name = DLTIDialect::kTargetSystemDescAttrName;
  if (TargetSystemSpecInterface before = module.getTargetSystemSpec())
    for (NamedAttribute attribute : module->getAttrs())
      if (attribute.getValue() == before)
        name = attribute.getName();
  if (spec)
    module->setAttr(name, spec);
  else
    module->removeAttr(name);
}

void layout::replaceProcessor(ModuleOp root, StringRef name) {
  MLIRContext *context = root.getContext();
  root.walk([&](ModuleOp module) {
    TargetSystemSpecInterface spec = module.getTargetSystemSpec();
    TargetDeviceSpecInterface device =
        spec ? getDevice(spec) : TargetDeviceSpecInterface();
    DataLayoutEntryInterface stated = findEntry(device, kProcessor);
    if (!stated)
      return;
    SmallVector<DataLayoutEntryInterface> entries;
    for (DataLayoutEntryInterface entry : device.getEntries())
      if (entry != stated)
        entries.push_back(entry);
    if (!name.empty())
      entries.push_back(makeProcessorEntry(context, name));
    setSpec(module, replaceDevice(context, spec, makeDevice(context, entries)));
  });
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

LogicalResult
layout::verifyThreads(unsigned threads, StringRef asking,
                      function_ref<LogicalResult(const Twine &)> emitError) {
  constexpr unsigned most = 4096;
  if (threads >= 1 && threads <= most)
    return success();
  return emitError(asking + " expects threads from 1 to " + Twine(most) +
                   ", found threads=" + Twine(threads));
}
