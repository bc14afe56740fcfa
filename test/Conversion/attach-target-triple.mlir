// A triple that the module states stays, if it is of the family of the processor.
// RUN: layout-opt %s --layout-attach-target=target=cortex-a76 | FileCheck %s
// RUN: not layout-opt %s --layout-attach-target=target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: module attributes {llvm.data_layout = "e-{{.+}}", llvm.target_triple = "aarch64-linux-android"}
// OTHER: error: cannot be compiled for processor "x86-64-v3": it is made for aarch64, and "x86-64-v3" is x86_64; expects
module attributes {llvm.target_triple = "aarch64-linux-android"} {}
