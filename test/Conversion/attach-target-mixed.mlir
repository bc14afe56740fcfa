// What a program is made for, and what it is compiled for, are the same, or the second has all
// of the first.
// RUN: split-file %s %t
// DEFINE: %{file} =
// DEFINE: %{target} =
// DEFINE: %{attach} = layout-opt %t/%{file}.mlir --layout-attach-target=target=%{target}

//--- planned.mlir
// A processor that has more is the one that the spec names afterwards; this machine has no name.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.processor" = "x86-64", "max_vector_op_width" = 128 : i64>>} {
  llvm.func @f() { llvm.return }
}
// REDEFINE: %{file} = planned
// REDEFINE: %{target} = znver4
// RUN: %{attach} | FileCheck %s --check-prefix=MORE
// MORE: "max_vector_op_width" = 128 : i64, "layout.processor" = "znver4">
// MORE: llvm.func @f() attributes {target_cpu = "znver4"}
// REDEFINE: %{target} = stated
// RUN: %{attach} | FileCheck %s --check-prefix=STATED
// STATED: "layout.processor" = "x86-64"
// STATED: llvm.func @f() attributes {target_cpu = "x86-64"}
// REDEFINE: %{target} = cortex-a76
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=FAMILY
// FAMILY: planned.mlir:{{.*}} error: cannot be compiled for processor "cortex-a76": it is made for x86_64, and "cortex-a76" is aarch64; expects the processor that the program is made for, one that has all of it, or a program that is made for this one
// FAMILY-NOT: see current operation
// RUN: layout-opt %t/planned.mlir --layout-set-target=target=znver4 | FileCheck %s --check-prefix=RENAMED
// RUN: layout-opt %t/planned.mlir --layout-set-target=target=none | FileCheck %s --check-prefix=NONE
// RENAMED: "layout.processor" = "znver4"
// NONE: module {
// RUN: not layout-opt %t/planned.mlir --layout-set-target=target=cortex-a76 2>&1 | FileCheck %s --check-prefix=SET
// SET: error: cannot be for target "cortex-a76": it is made for x86_64, and "cortex-a76" is aarch64; expects the processor that the program is made for

//--- sve.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.processor" = "neoverse-v1+sve=256">>} {
  llvm.func @f() { llvm.return }
}
// REDEFINE: %{file} = sve
// REDEFINE: %{target} = neoverse-n1
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=LENGTH
// LENGTH: it is made for vectors of exactly 256 bits, and "neoverse-n1" has no SVE
// REDEFINE: %{target} = neoverse-v2+sve=128
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: exactly 256 bits, and those of "neoverse-v2+sve=128" have 128

//--- compiled.mlir
// Functions that name a processor say it, too.
llvm.func @f() attributes {target_cpu = "x86-64-v4"} { llvm.return }
// REDEFINE: %{file} = compiled
// REDEFINE: %{target} = x86-64-v3
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: it is made for "x86-64-v4", and "x86-64-v3" lacks avx512bw, avx512cd, avx512dq, avx512f and 1 more
// REDEFINE: %{target} = znver4
// RUN: %{attach} | FileCheck %s --check-prefix=KEEPS
// KEEPS: llvm.func @f() attributes {target_cpu = "x86-64-v4"}

//--- features.mlir
llvm.func @f() attributes {target_cpu = "x86-64", target_features = #llvm.target_features<["+avx512f", "-avx512f", "+avx2"]>} { llvm.return }
llvm.func @g() attributes {target_cpu = "x86-64", target_features = #llvm.target_features<["+vaes"]>} {
  %0 = llvm.mlir.zero : vector<2xi64>
  %1 = llvm.call_intrinsic "llvm.x86.aesni.aesimc"(%0) : (vector<2xi64>) -> vector<2xi64>
  llvm.return
}
// REDEFINE: %{file} = features
// REDEFINE: %{target} = znver4
// RUN: %{attach} -o /dev/null
// REDEFINE: %{target} = x86-64-v3
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=FEATURES
// FEATURES: it is made for "x86-64,+vaes", and "x86-64-v3" lacks aes, vaes

//--- intrinsics.mlir
// A planned program's own instructions count: cortex-a76 has pmull64, armv8.2-a need not.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.processor" = "armv8.2-a+aes">>} {
  llvm.func @f(%a: i64) {
    %0 = llvm.call_intrinsic "llvm.aarch64.neon.pmull64"(%a, %a) : (i64, i64) -> vector<16xi8>
    llvm.return
  }
}
// REDEFINE: %{file} = intrinsics
// REDEFINE: %{target} = cortex-a76
// RUN: %{attach} -o /dev/null
// REDEFINE: %{target} = armv8.2-a
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=PMULL
// PMULL: it is made for "armv8.2-a+aes", and "armv8.2-a" lacks aes
// RUN: sed s/pmull64/smull/ %t/intrinsics.mlir > %t/smull.mlir
// REDEFINE: %{file} = smull
// RUN: %{attach} -o /dev/null

//--- ranges.mlir
// RISC-V counts in units of 64 bits, and states how long registers are at least.
module attributes {llvm.target_triple = ""} {
  llvm.func @f() vscale_range(2, 1024) attributes {target_features = #llvm.target_features<["+v"]>} { llvm.return }
  llvm.func @g() vscale_range(1, 0) attributes {target_features = #llvm.target_features<["+v"]>} { llvm.return }
}
// REDEFINE: %{file} = ranges
// REDEFINE: %{target} = rv64gcv
// RUN: %{attach} | FileCheck %s --check-prefix=TRIPLE
// TRIPLE: llvm.target_triple = "riscv64-
// RUN: sed 's/2, 1024/4, 4/' %t/ranges.mlir | not layout-opt --layout-attach-target=target=rv64gcv+zvl256b 2>&1 | FileCheck %s --check-prefix=EXACT
// EXACT: it is made for vectors of exactly 256 bits, and how long those of "rv64gcv+zvl256b" are is not known
// RUN: sed 's/2, 1024/4, 1024/' %t/ranges.mlir | not layout-opt --layout-attach-target=target=rv64gcv 2>&1 | FileCheck %s --check-prefix=LONGER
// LONGER: it is made for vectors of 256 to 65536 bits, and how long those of "rv64gcv" are is not known
// RUN: sed 's/2, 1024/4, 1024/' %t/ranges.mlir | layout-opt --layout-attach-target=target=rv64gcv+zvl256b | FileCheck %s --check-prefix=TRIPLE

//--- lengths.mlir
// Nor is a part of the lengths of SVE all of them.
llvm.func @f() vscale_range(2, 4) attributes {target_features = #llvm.target_features<["+sve"]>} { llvm.return }
llvm.func @g() vscale_range(1, 16) attributes {target_features = #llvm.target_features<["+sve"]>} { llvm.return }
// RUN: not layout-opt %t/lengths.mlir --layout-attach-target=target=neoverse-v1+sve=128 2>&1 | FileCheck %s --check-prefix=SHORTER
// SHORTER: it is made for vectors of 256 to 512 bits, and those of "neoverse-v1+sve=128" have 128
// RUN: layout-opt %t/lengths.mlir --layout-attach-target=target=neoverse-v1+sve=256 | FileCheck %s --check-prefix=WITHIN
// WITHIN: llvm.func @f
// RUN: not layout-opt %t/lengths.mlir --layout-attach-target=target=neoverse-v1 2>&1 | FileCheck %s --check-prefix=OPEN
// OPEN: it is made for vectors of 256 to 512 bits, and how long those of "neoverse-v1" are is not known

//--- added.mlir
// Features that functions add, as for one of several versions of a function, are beside those of the processor.
llvm.func @f() attributes {target_features = #llvm.target_features<["+avx512f"]>} { llvm.return }
// RUN: layout-opt %t/added.mlir --layout-attach-target=target=x86-64-v3 | FileCheck %s --check-prefix=ADDED
// RUN: layout-opt %t/added.mlir --layout-attach-target=target=x86-64-v3 --layout-attach-target=target=x86-64-v3 | FileCheck %s --check-prefix=ADDED
// RUN: layout-cc %t/added.mlir -mcpu=x86-64-v3 -o %t/added.o
// RUN: layout-opt %t/added.mlir --layout-attach-target=target=znver4+noavx512f --layout-attach-target=target=znver4+noavx512f -o /dev/null
// ADDED: target_features = #llvm.target_features<["+avx512f"]>

//--- other-family.mlir
llvm.func @f() attributes {target_cpu = "neoverse-v1"} { llvm.return }
// RUN: not layout-opt %t/other-family.mlir --layout-attach-target=target=x86-64-v3 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: it is made for aarch64, and "x86-64-v3" is x86_64
// RUN: not layout-cc %t/other-family.mlir --target=riscv64-linux-gnu -o %t/other.o 2>&1 | FileCheck %s --check-prefix=TRIPLES
// TRIPLES: cannot be compiled: it is made for aarch64, and "riscv64-unknown-linux-gnu" is riscv64

//--- nested.mlir
// The spec of a module within goes before that around it.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.processor" = "x86-64">>} {
  module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.processor" = "x86-64-v4">>} {}
  module {}
}
// REDEFINE: %{file} = nested
// REDEFINE: %{target} = x86-64-v3
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=NESTED
// NESTED: it is made for "x86-64-v4", and "x86-64-v3" lacks
// REDEFINE: %{target} = znver4
// RUN: %{attach} | FileCheck %s --check-prefix=BOTH
// BOTH-COUNT-2: "layout.processor" = "znver4"
// REDEFINE: %{target} = stated
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: a module in it states processor "x86-64-v4", and the module around that "x86-64"

//--- unknown.mlir
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.processor" = "znver44">>} {}
// REDEFINE: %{file} = unknown
// REDEFINE: %{target} = stated
// RUN: not %{attach} 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: it states processor "znver44": LLVM knows no processor of 64 bits of this name; near ones are "znver4"
// RUN: not layout-opt %t/unknown.mlir --layout-set-target=target=default 2>&1 | FileCheck %s --check-prefix=ENTRY
// ENTRY: error: cannot be for target "default": it states processor "znver44": LLVM knows no processor
// RUN: sed 's/"znver44"/""/' %t/unknown.mlir | not layout-opt --layout-set-target 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: sed 's/"znver44"/3/' %t/unknown.mlir | not layout-opt --layout-set-target 2>&1 | FileCheck %s --check-prefix=NUMBER
// EMPTY: target entry "layout.processor" expects the name of a processor, such as "x86-64-v3", found ""
// NUMBER: target entry "layout.processor" expects the name of a processor, such as "x86-64-v3", found 3 : i64
