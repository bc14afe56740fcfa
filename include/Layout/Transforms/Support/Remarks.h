//===- Remarks.h - Emitting remarks -----------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes explain themselves through MLIR's remark engine: category `layout`,
// name `<full pass name>/<reason>`, at the op concerned. Done is Passed,
// refused is Missed, not decided is Analysis. Where the engine lets none of the
// kind through, or there is none, a remark costs one test.
// All are in lib/Transforms/Support/Remarks.def, with their causes and
// remedies; docs/Remarks.md is made from that table.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_SUPPORT_REMARKS_H
#define LAYOUT_TRANSFORMS_SUPPORT_REMARKS_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Remarks.h"

namespace mlir::layout {

/// What docs/Remarks.md says of a remark; the remedy is empty if there is
/// nothing to be done.
struct RemarkHelp {
  StringRef cause, remedy;
};

/// Of the remark with this full name. None if no pass of this project gives it.
std::optional<RemarkHelp> findRemarkHelp(StringRef name);

namespace detail {
/// Returns `name` as it is in the table, which lives as long as the program;
/// null if it is not there as a remark of `kind`. An empty name only queries
/// the engine.
///
/// An engine may keep remarks until the end of the program, with names that it
/// does not copy.
const char *findListedName(StringRef name, remark::RemarkKind kind);

inline remark::RemarkOpts remarkNamed(Location loc, StringRef name,
                                      remark::RemarkKind kind) {
  if (!loc.getContext()->getRemarkEngine())
    return remark::RemarkOpts();
  const char *listed = findListedName(name, kind);
  assert(listed &&
         "a remark without an entry in lib/Transforms/Support/Remarks.def");
  return remark::RemarkOpts::name(listed ? listed : "").category("layout");
}
} // namespace detail

/// While there is one, remarks of this thread are dropped: what only tries out
/// what a change would come to has done nothing yet.
class SilentRemarks {
public:
  SilentRemarks() { ++getDepth(); }
  ~SilentRemarks() { --getDepth(); }
  SilentRemarks(const SilentRemarks &) = delete;
  SilentRemarks &operator=(const SilentRemarks &) = delete;

  static bool areActive() { return getDepth() > 0; }

private:
  static unsigned &getDepth();
};

inline remark::detail::InFlightRemark remarkDone(Location loc, StringRef name) {
  if (SilentRemarks::areActive())
    return {};
  return remark::passed(
      loc, detail::remarkNamed(loc, name, remark::RemarkKind::RemarkPassed));
}
inline remark::detail::InFlightRemark remarkMissed(Location loc,
                                                   StringRef name) {
  if (SilentRemarks::areActive())
    return {};
  return remark::missed(
      loc, detail::remarkNamed(loc, name, remark::RemarkKind::RemarkMissed));
}
inline remark::detail::InFlightRemark remarkUnknown(Location loc,
                                                    StringRef name) {
  if (SilentRemarks::areActive())
    return {};
  return remark::analysis(
      loc, detail::remarkNamed(loc, name, remark::RemarkKind::RemarkAnalysis));
}

/// Returns true if any remark of this project is enabled. Work that only
/// explains may be skipped otherwise. `mlir-opt` always has an engine, which by
/// default drops all.
inline bool areRemarksEnabled(MLIRContext *context) {
  auto isEnabled = [](remark::detail::InFlightRemark probe) {
    bool enabled = bool(probe);
    probe = {}; // dropped, not reported
    return enabled;
  };
  Location loc = UnknownLoc::get(context);
  return context->getRemarkEngine() &&
         (isEnabled(remarkDone(loc, "")) || isEnabled(remarkMissed(loc, "")) ||
          isEnabled(remarkUnknown(loc, "")));
}

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_SUPPORT_REMARKS_H
