// Features, lengths of vectors and the way of calling of other families, and what LLVM
// makes of it without being told anything.
// RUN: layout-opt %s --layout-attach-target=target=armv8.2-a+dotprod+sve=256 | FileCheck %s --check-prefix=SVE
// RUN: layout-opt %s --layout-attach-target=target=rv64gcv+zvl256b | FileCheck %s --check-prefix=RVV
// RUN: layout-opt %s --layout-attach-target=target=x86-64-v3+avxvnni+nofma | FileCheck %s --check-prefix=X86

// SVE: llvm.target_triple = "aarch64-{{.+}}"
// SVE-NOT: module_flags
// SVE: llvm.func @add({{.*}}) vscale_range(2, 2) attributes {target_cpu = "generic", target_features = #llvm.target_features<["+v8.2a", {{.*}}, "+dotprod", "+sve"]>} {
// RVV: llvm.target_triple = "riscv64-{{.+}}"
// RVV: llvm.module_flags [#llvm.mlir.module_flag<error, "target-abi", "lp64d">]
// RVV: llvm.func @add({{.*}}) attributes {target_cpu = "generic-rv64", target_features = #llvm.target_features<[{{.*}}"+zvl256b"{{.*}}]>} {
// X86: llvm.target_triple = "x86_64-{{.+}}"
// X86: llvm.func @add({{.*}}) attributes {target_cpu = "x86-64-v3", target_features = #llvm.target_features<["+avxvnni", "-fma"]>} {

// RUN: layout-opt %s --layout-attach-target=target=neoverse-v1+sve=256 | mlir-translate-22 --mlir-to-llvmir | llc-22 -o - | FileCheck %s --check-prefix=SVECODE
// RUN: layout-opt %s --layout-attach-target=target=cortex-a76 | mlir-translate-22 --mlir-to-llvmir | llc-22 -o - | FileCheck %s --check-prefix=NEONCODE
// RUN: layout-opt %s --layout-attach-target=target=rv64gcv+zvl256b | mlir-translate-22 --mlir-to-llvmir | llc-22 -o - | FileCheck %s --check-prefix=RVVCODE
// SVECODE: fadd z{{[0-9]+}}.s, z
// NEONCODE-COUNT-2: fadd v{{[0-9]+}}.4s, v
// RVVCODE: vsetivli zero, 8, e32, m1
// RVVCODE: vfadd.vv
llvm.func @add(%a: !llvm.ptr, %b: !llvm.ptr) {
  %0 = llvm.load %a : !llvm.ptr -> vector<8xf32>
  %1 = llvm.load %b : !llvm.ptr -> vector<8xf32>
  %2 = llvm.fadd %0, %1 : vector<8xf32>
  llvm.store %2, %b : vector<8xf32>, !llvm.ptr
  llvm.return
}
