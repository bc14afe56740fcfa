//===- TuningFile.h - Plans that were measured ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `layout-tune` writes and `tuned=` reads, a module of MLIR:
//
//     module attributes {
//         dlti.target_system_spec = ..,     the target of the programs
//         layout.tuned = {llvm = "22", planner = 1, processor = "znver4",
//                         threads = 1}} {
//       func.func @nest0(..) attributes {layout.tuned = {..}} {
//         affine.for .. {..} {layout.loops = #layout.loops<..>}
//         return
//       }
//     }
//
// A function is a nest (`copyNest`), with the plan that was fastest. Without a
// plan, no candidate was faster than the model's choice.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_TUNING_TUNINGFILE_H
#define LAYOUT_TRANSFORMS_TUNING_TUNINGFILE_H

#include "Layout/IR/LoopsAttr.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace mlir::layout {

/// What `layout-tile-loops` makes of a plan, and which plan it chooses by itself:
/// raised where either changes so much that measurements are void.
inline constexpr int64_t kPlannerVersion = 1;

/// What measurements are valid for.
struct TuningConditions {
  std::string target; ///< `dlti.target_system_spec`, as text; empty: not stated
  std::string llvm;   ///< "22"
  int64_t planner = 0;
  int64_t threads = 1;

  /// Of programs that this compiler makes of a module, for so many threads.
  static TuningConditions get(ModuleOp module, int64_t threads);
  /// What differs, "the target .. (found ..)"; empty if nothing does.
  std::string describeDifference(const TuningConditions &found) const;
};

class TuningFile {
public:
  struct Entry {
    std::string name; ///< of the function
    std::string plan; ///< as text; empty: the model's choice
  };

  /// A file without entries, for the conditions.
  TuningFile(const TuningConditions &conditions, StringRef processor,
             const DialectRegistry &registry);

  /// Null, with the reason in `why`, of a file that cannot be read or is none of
  /// this format. Its text is not trusted: it is parsed and verified, in a
  /// context of its own.
  static std::unique_ptr<TuningFile>
  read(StringRef path, const DialectRegistry &registry, std::string &why);

  const TuningConditions &getConditions() const { return conditions; }
  StringRef getProcessor() const { return processor; }
  /// In the order of the file.
  ArrayRef<Entry> getEntries() const { return entries; }
  /// The number of the entry of a nest, by its text.
  std::optional<unsigned> find(StringRef nestText) const;

  /// Adds a nest, by its text, or replaces its entry. `times` are what was
  /// measured, in microseconds of a call: of the model's choice and of the plan.
  /// Failure, with the reason in `why`, of a nest that is no module by itself.
  LogicalResult set(StringRef nestText, LoopsAttr plan,
                    std::pair<double, double> times, std::string &why);

  /// All or nothing: a file of that name is replaced once everything is written.
  LogicalResult write(StringRef path, std::string &why) const;

private:
  explicit TuningFile(const DialectRegistry &registry);
  LogicalResult readConditions(std::string &why);
  LogicalResult readEntries(std::string &why);

  std::unique_ptr<MLIRContext> context; ///< of `module`
  OwningOpRef<ModuleOp> module;
  TuningConditions conditions;
  std::string processor; ///< that measured
  SmallVector<Entry> entries;
  llvm::StringMap<unsigned> numbers; ///< of entries, by the text of their nest
};

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_TUNING_TUNINGFILE_H
