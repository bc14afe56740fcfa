// Processors that there are not, and those that nothing here can stand for. A program that
// states a processor of another family is not run here.
// DEFINE: %{target} =
// DEFINE: %{check} = sh -c 'layout-check %s --entry=f --target=%{target} --pipeline="builtin.module(layout-apply)" 2>&1; test $? -eq 2'
// REDEFINE: %{target} = cortex-a67
// RUN: %{check} | FileCheck %s --check-prefix=NAME
// REDEFINE: %{target} = armv9-a+sve=scalable
// RUN: %{check} | FileCheck %s --check-prefix=AGNOSTIC
// NAME: @f: --target=cortex-a67: LLVM knows no processor of 64 bits of this name; near ones are
// AGNOSTIC: @f: --target=armv9-a+sve=scalable: "sve=scalable" expects a length in bits
func.func @f() {
  return
}

// What this machine is runs on it.
// RUN: layout-check %s --entry=f --target=native --pipeline="builtin.module(layout-apply)"

// Without the emulator.
// RUN: sh -c 'PATH= %layout_build/bin/layout-check %s --entry=f --target=rv64gcv --pipeline="builtin.module(layout-apply)" 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=ABSENT
// ABSENT: @f: --target=rv64gcv: it is made for riscv64, and this machine is {{[a-z0-9_]+}}, and the compiler riscv64-linux-gnu-gcc is not there: install qemu-user and gcc-riscv64-linux-gnu

// A fault of the emulator is none of the program, nor of the pipeline. Here a stand-in
// has it.
// RUN: rm -rf %t && mkdir %t && echo '#!/bin/sh' > %t/qemu-aarch64 && chmod +x %t/qemu-aarch64
// RUN: echo 'echo internal assertion >&2; kill -ABRT $$' >> %t/qemu-aarch64
// RUN: sh -c 'PATH=%t:$PATH layout-check %s --entry=f --target=cortex-a76 --pipeline="builtin.module(layout-apply)" 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=EMULATOR
// EMULATOR: @f: no reference: the program without layouts: not run to its end, since the emulator itself crashed (Aborted): internal assertion
