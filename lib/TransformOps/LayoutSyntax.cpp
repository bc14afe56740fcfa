//===- LayoutSyntax.cpp - A layout and types, in the text of an op --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSyntax.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns the text after the attribute that `text` begins with, which is
/// written out: after the bracket that closes its first one.
static StringRef dropAttribute(StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') {
      i = text.find('"', i + 1);
      if (i == StringRef::npos)
        return "";
    } else if (text.substr(i).starts_with("->") ||
               text.substr(i).starts_with(">=") ||
               text.substr(i).starts_with("<=")) {
      ++i;
    } else if (StringRef("<([{").contains(text[i])) {
      ++depth;
    } else if (StringRef(">)]}").contains(text[i]) && --depth == 0) {
      return text.substr(i + 1);
    }
  }
  return "";
}

/// MLIR's parser takes `: type` after an attribute that is written out for the
/// type of the attribute, and forgets it. Reads it once more, from the text.
static FunctionType recoverType(OpAsmParser &parser, const char *begin,
                                const char *end) {
  StringRef rest = dropAttribute(StringRef(begin, end - begin)).ltrim();
  if (!rest.consume_front(":"))
    return {};
  // What follows the type is none of it: the next token is where `end` is.
  ScopedDiagnosticHandler silent(parser.getContext(),
                                 [](Diagnostic &) { return success(); });
  return dyn_cast_or_null<FunctionType>(
      mlir::parseType(rest.trim(), parser.getContext()));
}

static ParseResult parseTypes(OpAsmParser &parser, const char *begin,
                              FunctionType &types) {
  SMLoc end = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalColon()))
    return parser.parseType(types);
  types = recoverType(parser, begin, end.getPointer());
  if (types)
    return success();
  return parser.emitError(end) << "expected ':' and the types of a function; "
                                  "where these have aliases, "
                                  "the layout must have one, too";
}

static ParseResult assign(OpAsmParser &parser, SMLoc loc, TypeRange given,
                          MutableArrayRef<Type> taken) {
  if (taken.size() == 1 && given.size() != 1)
    return parser.emitError(loc) << "expected 1 type, found " << given.size();
  if (given.empty() || given.size() > taken.size())
    return parser.emitError(loc) << "expected 1 to " << taken.size()
                                 << " types, found " << given.size();
  llvm::copy(given, taken.begin());
  return success();
}

ParseResult schedule::parseLayoutAndTypes(OpAsmParser &parser,
                                          BufferAttr &layout,
                                          MutableArrayRef<Type> operands,
                                          MutableArrayRef<Type> results) {
  SMLoc begin = parser.getCurrentLocation();
  FunctionType types;
  return failure(parser.parseAttribute(layout) ||
                 parseTypes(parser, begin.getPointer(), types) ||
                 assign(parser, begin, types.getInputs(), operands) ||
                 assign(parser, begin, types.getResults(), results));
}

void schedule::printLayoutAndTypes(OpAsmPrinter &printer, BufferAttr layout,
                                   ArrayRef<Type> operands,
                                   ArrayRef<Type> results) {
  auto dropMissing = [](ArrayRef<Type> types) {
    return types.take_while([](Type type) { return bool(type); });
  };
  printer << layout << " : ";
  printer.printFunctionalType(dropMissing(operands), dropMissing(results));
}
