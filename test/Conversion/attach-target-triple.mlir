// A triple that the module states stays.
// RUN: layout-opt %s --layout-attach-target | FileCheck %s
// CHECK: module attributes {llvm.target_triple = "aarch64-linux-gnu"}
module attributes {llvm.target_triple = "aarch64-linux-gnu"} {}
