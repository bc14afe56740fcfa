// Functions name the processor that they are compiled for; what states its own, and
// what is a kernel, stays.
// RUN: layout-opt %s --layout-attach-target=target=znver4 | FileCheck %s --check-prefixes=CHECK,NAMED
// RUN: layout-opt %s --layout-attach-target | FileCheck %s --check-prefixes=CHECK,NATIVE
// RUN: layout-opt %s --layout-attach-target=target=x86-64-v3 --layout-attach-target=target=znver4 > %t.twice
// RUN: layout-opt %s --layout-attach-target=target=x86-64-v3 | diff - %t.twice
// RUN: not layout-opt %s --layout-attach-target=target=x86-64-v9 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK: module attributes {llvm.data_layout = "e-{{.+}}", llvm.target_triple = "{{.+}}"} {

// CHECK-LABEL: llvm.func @f()
// NAMED-SAME: attributes {target_cpu = "znver4"} {
// NATIVE-SAME: attributes {target_cpu = "{{[^"]+}}"{{.*}}} {
llvm.func @f() {
  llvm.return
}
// CHECK: llvm.func @external(){{$}}
llvm.func @external()
// CHECK: llvm.func @processor() attributes {target_cpu = "penryn"} {
llvm.func @processor() attributes {target_cpu = "penryn"} {
  llvm.return
}
// Features that a function states come behind those of the processor, and win.
// CHECK: llvm.func @features() attributes {target_cpu = "{{[^"]+}}", target_features = #llvm.target_features<[{{.*}}"+sse3"]>} {
llvm.func @features() attributes {target_features = #llvm.target_features<["+sse3"]>} {
  llvm.return
}
// CHECK: llvm.func @kernel() {
gpu.module @kernels {
  llvm.func @kernel() {
    llvm.return
  }
}

// What LLVM makes of it, whatever it is told.
// RUN: layout-opt %s --layout-attach-target=target=znver4 | mlir-translate-22 --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM
// LLVM: define void @f() #[[F:[0-9]+]]
// LLVM: attributes #[[F]] = {{.*}}"target-cpu"="znver4"

// WRONG: error: cannot be compiled for processor "x86-64-v9": LLVM knows no processor of 64 bits of this name; near ones are "x86-64-v2", "x86-64-v3", "x86-64-v4"; expects "native", "stated" or a processor as LLVM has it, such as "x86-64-v3", "neoverse-n1", "armv9-a+sve=256" or "rv64gcv+zvl256b"
