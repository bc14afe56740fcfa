// A triple that the module states stays, if it is of the family of the processor.
// RUN: layout-opt %s --layout-attach-target=target=cortex-a76 | FileCheck %s
// RUN: not layout-opt %s --layout-attach-target=target=x86-64-v3 --mlir-print-op-on-diagnostic=false 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: module attributes {llvm.data_layout = "e-{{.+}}", llvm.target_triple = "aarch64-linux-android"}
// OTHER: error: 'builtin.module' op cannot be compiled for processor "x86-64-v3", for it states the triple "aarch64-linux-android": leave one of them out
module attributes {llvm.target_triple = "aarch64-linux-android"} {}
