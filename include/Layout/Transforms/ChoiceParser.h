//===- ChoiceParser.h - Options whose values have names ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_CHOICEPARSER_H
#define LAYOUT_TRANSFORMS_CHOICEPARSER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::layout {

/// Reads the name of a `Choice`, for a specialization of `llvm::cl::parser`. Of
/// another name, LLVM's own parser says only that it cannot find an option of
/// that name; this one says which there are.
template <typename Choice>
class ChoiceParser : public llvm::cl::generic_parser_base {
public:
  using llvm::cl::generic_parser_base::generic_parser_base;
  using parser_data_type = Choice;

  /// Returns true on error.
  bool parse(llvm::cl::Option &option, StringRef, StringRef name,
             Choice &choice) {
    for (const NamedChoice &named : Values)
      if (named.Name == name) {
        choice = named.V.getValue();
        return false;
      }
    return option.error("expects " + llvm::join(getNames(), " or ") +
                        ", found '" + name + "'");
  }

  SmallVector<StringRef> getNames() const {
    return llvm::map_to_vector(
        Values, [](const NamedChoice &named) { return named.Name; });
  }

  /// Adds a choice, as `llvm::cl::values` does.
  template <typename Value>
  void addLiteralOption(StringRef name, const Value &value,
                        StringRef description) {
    Values.push_back({name, description,
                      llvm::cl::OptionValue<Choice>(Choice(value))});
  }

  unsigned getNumOptions() const override { return Values.size(); }
  StringRef getOption(unsigned number) const override {
    return Values[number].Name;
  }
  StringRef getDescription(unsigned number) const override {
    return Values[number].description;
  }
  const llvm::cl::GenericOptionValue &
  getOptionValue(unsigned number) const override {
    return Values[number].V;
  }

protected:
  // Those that MLIR reads have its names.
  struct NamedChoice {
    StringRef Name, description;
    llvm::cl::OptionValue<Choice> V;
  };
  SmallVector<NamedChoice, 4> Values;
};

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_CHOICEPARSER_H
