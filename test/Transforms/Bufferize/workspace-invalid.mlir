// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-plan-memory=workspace=argument
// RUN: not layout-opt %s --split-input-file --pass-pipeline="builtin.module(func.func(layout-plan-memory{workspace=argument}))" -o /dev/null 2>&1 | FileCheck %s
// RUN: not layout-opt %s --layout-plan-memory=workspace=caller -o /dev/null 2>&1 | FileCheck %s --check-prefix=WORD

// CHECK: error: 'func.func' op workspace=argument changes functions and their calls, and the pass runs on an op that is no builtin.module; run it on the module
// WORD: expects none or argument, found 'caller'

// expected-error @+1 {{calls itself, so that its memory has no bound that workspace=argument could ask the caller for; make it private, or leave that option out}}
func.func @recursive(%x: memref<16xf32>) {
  func.call @recursive(%x) : (memref<16xf32>) -> ()
  return
}

// -----

// expected-error @+1 {{is used by another op than a call, which cannot pass the memory of workspace=argument; call it, or leave that option out}}
func.func @address(%x: memref<16xf32>) {
  return
}
func.func @user() {
  %0 = func.constant @address : (memref<16xf32>) -> ()
  return
}

// -----

// expected-error @+1 {{gets a function '@f_workspace_bytes' by workspace=argument, and there is another of this name; rename it}}
func.func @f(%x: memref<16xf32>) {
  return
}
func.func private @f_workspace_bytes()
