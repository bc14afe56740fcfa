//===- ConstantOrder.cpp - Names of constants in memory -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantOrder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::layout;

/// As upstream calls what it makes.
static bool isOfUpstream(memref::GlobalOp global) {
  return global.getSymName().starts_with("__constant_") && global.isPrivate() &&
         global.getConstant();
}

/// Without the number that sets it apart from others of the type.
static StringRef getBaseName(memref::GlobalOp global) {
  StringRef name = global.getSymName();
  auto [base, number] = name.rsplit('_');
  bool isNumbered = !number.empty() && llvm::all_of(number, llvm::isDigit) &&
                    base != "__constant";
  return isNumbered ? base : name;
}

/// The names that are left: `base`, `base_0`, `base_1`.
static StringAttr takeName(StringRef base, llvm::StringSet<> &taken,
                           llvm::StringMap<unsigned> &numbers,
                           MLIRContext *context) {
  if (taken.insert(base).second)
    return StringAttr::get(context, base);
  while (true) {
    std::string name = (base + "_" + Twine(numbers[base]++)).str();
    if (taken.insert(name).second)
      return StringAttr::get(context, name);
  }
}

/// In the order of the first use.
static llvm::SetVector<memref::GlobalOp>
collectConstants(ModuleOp module,
                 SmallVectorImpl<memref::GetGlobalOp> &users) {
  SymbolTable symbols(module);
  llvm::SetVector<memref::GlobalOp> constants;
  module.walk([&](memref::GetGlobalOp user) {
    auto global = symbols.lookup<memref::GlobalOp>(user.getName());
    if (!global || !isOfUpstream(global) ||
        user->getParentOfType<ModuleOp>() != module)
      return;
    constants.insert(global);
    users.push_back(user);
  });
  return constants;
}

void layout::orderConstants(ModuleOp module) {
  SmallVector<memref::GetGlobalOp> users;
  llvm::SetVector<memref::GlobalOp> constants =
      collectConstants(module, users);
  llvm::StringSet<> taken;
  for (auto symbol : module.getOps<SymbolOpInterface>()) {
    auto global = dyn_cast<memref::GlobalOp>(symbol.getOperation());
    if (!global || !constants.contains(global))
      taken.insert(symbol.getName());
  }
  llvm::StringMap<unsigned> numbers;
  DenseMap<StringAttr, StringAttr> renamed;
  for (memref::GlobalOp global : constants) {
    StringAttr old = global.getSymNameAttr();
    std::string base = getBaseName(global).str();
    renamed[old] = takeName(base, taken, numbers, module.getContext());
    global->moveBefore(module.getBody(), module.getBody()->begin());
  }
  for (memref::GlobalOp global : constants)
    global.setSymNameAttr(renamed.lookup(global.getSymNameAttr()));
  for (memref::GetGlobalOp user : users)
    user.setNameAttr(FlatSymbolRefAttr::get(
        renamed.lookup(user.getNameAttr().getAttr())));
}
