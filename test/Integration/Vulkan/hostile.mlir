// Calls of the runtime that make no sense: each ends the process with status 1 and a
// line that says which it is and why, none with a signal.
// RUN: not %run_on_vulkan -e no_binary %s 2>&1 | FileCheck %s --check-prefix=NO-BINARY
// RUN: not %run_on_vulkan -e half_a_word %s 2>&1 | FileCheck %s --check-prefix=HALF-A-WORD
// RUN: not %run_on_vulkan -e garbage %s 2>&1 | FileCheck %s --check-prefix=GARBAGE
// RUN: not %run_on_vulkan -e only_a_head %s 2>&1 | FileCheck %s --check-prefix=ONLY-A-HEAD
// RUN: not %run_on_vulkan -e cut %s 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: not %run_on_vulkan -e no_such_kernel %s 2>&1 | FileCheck %s --check-prefix=NO-SUCH-KERNEL
// RUN: not %run_on_vulkan -e no_module %s 2>&1 | FileCheck %s --check-prefix=NO-MODULE
// RUN: not %run_on_vulkan -e no_kernel %s 2>&1 | FileCheck %s --check-prefix=NO-KERNEL
// RUN: not %run_on_vulkan -e negative_size %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE-SIZE
// RUN: not %run_on_vulkan -e huge_size %s 2>&1 | FileCheck %s --check-prefix=HUGE-SIZE
// RUN: not %run_on_vulkan -e freed_twice %s 2>&1 | FileCheck %s --check-prefix=FREED-TWICE
// RUN: not %run_on_vulkan -e freed_inside %s 2>&1 | FileCheck %s --check-prefix=FREED-INSIDE
// RUN: not %run_on_vulkan -e copied_beyond %s 2>&1 | FileCheck %s --check-prefix=COPIED-BEYOND
// RUN: not %run_on_vulkan -e copied_from_beyond %s 2>&1 | FileCheck %s --check-prefix=COPIED-FROM-BEYOND
// RUN: not %run_on_vulkan -e filled_beyond %s 2>&1 | FileCheck %s --check-prefix=FILLED-BEYOND
// RUN: not %run_on_vulkan -e filled_for_ever %s 2>&1 | FileCheck %s --check-prefix=FILLED-FOR-EVER
// RUN: not %run_on_vulkan -e no_image %s 2>&1 | FileCheck %s --check-prefix=NO-IMAGE
// RUN: not %run_on_vulkan -e no_width %s 2>&1 | FileCheck %s --check-prefix=NO-WIDTH
// RUN: not %run_on_vulkan -e negative_height %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE-HEIGHT
// RUN: not %run_on_vulkan -e negative_layers %s 2>&1 | FileCheck %s --check-prefix=NEGATIVE-LAYERS
// RUN: not %run_on_vulkan -e many_layers %s 2>&1 | FileCheck %s --check-prefix=MANY-LAYERS
// RUN: not %run_on_vulkan -e no_addresses %s 2>&1 | FileCheck %s --check-prefix=NO-ADDRESSES
// The sanitizers themselves want memory, and end the process where there is none.
// RUN: %if sanitize %{ true %} %else %{ not %run_on_vulkan -e no_memory %s 2>&1 | FileCheck %s --check-prefix=NO-MEMORY %}
// The loader and the device.
// RUN: not env VK_ICD_FILENAMES=/nowhere.json %run_on_vulkan -e good %s 2>&1 | FileCheck %s --check-prefix=DRIVER
// RUN: not env LAYOUT_VULKAN_DEVICE=99 %run_on_vulkan -e good %s 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not env LAYOUT_VULKAN_DEVICE=-1 %run_on_vulkan -e good %s 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not env LAYOUT_VULKAN_DEVICE=999999999999999999999 %run_on_vulkan -e good %s 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not env "LAYOUT_VULKAN_DEVICE=% $(" %run_on_vulkan -e good %s 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: env LAYOUT_VULKAN_DEVICE= %run_on_vulkan -e good %s
//
// DRIVER: layout-vulkan: error: there is no driver for Vulkan (vkCreateInstance: VK_ERROR_INCOMPATIBLE_DRIVER); install one, or name its file in VK_ICD_FILENAMES
// DEVICE: layout-vulkan: error: no device with Vulkan 1.1 or later fits LAYOUT_VULKAN_DEVICE={{.+}}; there are:

llvm.mlir.global constant @words("0123456789abcdef0123456789abcdef")
// The head of a binary, then an instruction of 9 words of which 2 are there.
llvm.mlir.global constant @torn(dense<[0x07230203, 0x00010300, 0, 100, 0, 0x0009000f, 5, 1]> : tensor<8xi32>) : !llvm.array<8 x i32>
// OpCapability Shader, OpMemoryModel Logical GLSL450, an empty function "main".
llvm.mlir.global constant @minimal(dense<[0x07230203, 0x00010300, 0, 10, 0, 0x00020011, 1, 0x0003000e, 0, 1, 0x00020013, 2, 0x00030021, 3, 2, 0x00010000]> : tensor<16xi32>) : !llvm.array<16 x i32>
llvm.mlir.global constant @name("k\00")

llvm.func @mgpuModuleLoad(!llvm.ptr, i64) -> !llvm.ptr
llvm.func @mgpuModuleGetFunction(!llvm.ptr, !llvm.ptr) -> !llvm.ptr
llvm.func @mgpuLaunchKernel(!llvm.ptr, i64, i64, i64, i64, i64, i64, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64)
llvm.func @mgpuMemAlloc(i64, !llvm.ptr, i1) -> !llvm.ptr
llvm.func @mgpuMemFree(!llvm.ptr, !llvm.ptr)
llvm.func @mgpuMemcpy(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr)
llvm.func @mgpuMemset32(!llvm.ptr, i32, i64, !llvm.ptr)
llvm.func @layoutImageCreate(i32, i64, i64, i64) -> !llvm.ptr
llvm.func @layoutImageUpload(!llvm.ptr, !llvm.ptr, i64)

// Nothing is wrong with a buffer of no bytes, nor with copying none.
llvm.func @good() {
  %n = llvm.mlir.constant(0 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  %h = llvm.mlir.addressof @words : !llvm.ptr
  %l = llvm.mlir.constant(0 : i64) : i64
  llvm.call @mgpuMemcpy(%a, %h, %l, %s) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.call @mgpuMemFree(%a, %s) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// NO-BINARY: layout-vulkan: error: mgpuModuleLoad: a SPIR-V binary is whole words, not 0 bytes
llvm.func @no_binary() {
  %p = llvm.mlir.addressof @words : !llvm.ptr
  %n = llvm.mlir.constant(0 : i64) : i64
  %m = llvm.call @mgpuModuleLoad(%p, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  llvm.return
}

// HALF-A-WORD: layout-vulkan: error: mgpuModuleLoad: a SPIR-V binary is whole words, not 30 bytes
llvm.func @half_a_word() {
  %p = llvm.mlir.addressof @words : !llvm.ptr
  %n = llvm.mlir.constant(30 : i64) : i64
  %m = llvm.call @mgpuModuleLoad(%p, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  llvm.return
}

// GARBAGE: layout-vulkan: error: mgpuModuleLoad: the module is not a SPIR-V binary
llvm.func @garbage() {
  %p = llvm.mlir.addressof @words : !llvm.ptr
  %n = llvm.mlir.constant(32 : i64) : i64
  %m = llvm.call @mgpuModuleLoad(%p, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  llvm.return
}

// ONLY-A-HEAD: layout-vulkan: error: mgpuModuleLoad: the module is not a SPIR-V binary
llvm.func @only_a_head() {
  %p = llvm.mlir.addressof @torn : !llvm.ptr
  %n = llvm.mlir.constant(16 : i64) : i64
  %m = llvm.call @mgpuModuleLoad(%p, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  llvm.return
}

// CUT: layout-vulkan: error: mgpuModuleLoad: the SPIR-V binary ends within an instruction
llvm.func @cut() {
  %p = llvm.mlir.addressof @torn : !llvm.ptr
  %n = llvm.mlir.constant(32 : i64) : i64
  %m = llvm.call @mgpuModuleLoad(%p, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  llvm.return
}

// NO-SUCH-KERNEL: layout-vulkan: error: mgpuModuleGetFunction: the module has no compute entry point named k
llvm.func @no_such_kernel() {
  %p = llvm.mlir.addressof @minimal : !llvm.ptr
  %n = llvm.mlir.constant(64 : i64) : i64
  %m = llvm.call @mgpuModuleLoad(%p, %n) : (!llvm.ptr, i64) -> !llvm.ptr
  %s = llvm.mlir.addressof @name : !llvm.ptr
  %k = llvm.call @mgpuModuleGetFunction(%m, %s) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  llvm.return
}

// NO-MODULE: layout-vulkan: error: mgpuModuleGetFunction: this is not a loaded module
llvm.func @no_module() {
  %m = llvm.mlir.zero : !llvm.ptr
  %s = llvm.mlir.addressof @name : !llvm.ptr
  %k = llvm.call @mgpuModuleGetFunction(%m, %s) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  llvm.return
}

// NO-KERNEL: layout-vulkan: error: mgpuLaunchKernel: this is not a kernel of a loaded module
llvm.func @no_kernel() {
  %k = llvm.mlir.addressof @words : !llvm.ptr
  %1 = llvm.mlir.constant(1 : i64) : i64
  %0 = llvm.mlir.constant(0 : i64) : i64
  %z = llvm.mlir.constant(0 : i32) : i32
  llvm.call @mgpuLaunchKernel(%k, %1, %1, %1, %1, %1, %1, %z, %k, %k, %k, %0) : (!llvm.ptr, i64, i64, i64, i64, i64, i64, i32, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

// NEGATIVE-SIZE: layout-vulkan: error: an allocation of 18446744073709551615 bytes is beyond the device's maxMemoryAllocationSize of
llvm.func @negative_size() {
  %n = llvm.mlir.constant(-1 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  llvm.return
}

// HUGE-SIZE: layout-vulkan: error: an allocation of 4611686018427387904 bytes is beyond the device's maxMemoryAllocationSize of
llvm.func @huge_size() {
  %n = llvm.mlir.constant(4611686018427387904 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  llvm.return
}

// FREED-TWICE: layout-vulkan: error: mgpuMemFree: this address is not that of a live buffer
llvm.func @freed_twice() {
  %n = llvm.mlir.constant(16 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  llvm.call @mgpuMemFree(%a, %s) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.call @mgpuMemFree(%a, %s) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// FREED-INSIDE: layout-vulkan: error: mgpuMemFree: this address is not that of a live buffer
llvm.func @freed_inside() {
  %n = llvm.mlir.constant(16 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  %b = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.call @mgpuMemFree(%b, %s) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}

// COPIED-BEYOND: layout-vulkan: error: a copy of 20 bytes at offset 0 leaves its buffer of 16
llvm.func @copied_beyond() {
  %n = llvm.mlir.constant(16 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  %h = llvm.mlir.addressof @words : !llvm.ptr
  %l = llvm.mlir.constant(20 : i64) : i64
  llvm.call @mgpuMemcpy(%a, %h, %l, %s) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}

// COPIED-FROM-BEYOND: layout-vulkan: error: a copy of 8 bytes at offset 12 leaves its buffer of 16
llvm.func @copied_from_beyond() {
  %n = llvm.mlir.constant(16 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  %b = llvm.getelementptr %a[12] : (!llvm.ptr) -> !llvm.ptr, i8
  %h = llvm.mlir.addressof @words : !llvm.ptr
  %l = llvm.mlir.constant(8 : i64) : i64
  llvm.call @mgpuMemcpy(%h, %b, %l, %s) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}

// FILLED-BEYOND: layout-vulkan: error: a copy of 20 bytes at offset 0 leaves its buffer of 16
llvm.func @filled_beyond() {
  %n = llvm.mlir.constant(16 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  %v = llvm.mlir.constant(7 : i32) : i32
  %c = llvm.mlir.constant(5 : i64) : i64
  llvm.call @mgpuMemset32(%a, %v, %c, %s) : (!llvm.ptr, i32, i64, !llvm.ptr) -> ()
  llvm.return
}

// FILLED-FOR-EVER: layout-vulkan: error: a fill of 18446744073709551615 numbers is too long
llvm.func @filled_for_ever() {
  %n = llvm.mlir.constant(16 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %f = llvm.mlir.constant(false) : i1
  %a = llvm.call @mgpuMemAlloc(%n, %s, %f) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  %v = llvm.mlir.constant(7 : i32) : i32
  %c = llvm.mlir.constant(-1 : i64) : i64
  llvm.call @mgpuMemset32(%a, %v, %c, %s) : (!llvm.ptr, i32, i64, !llvm.ptr) -> ()
  llvm.return
}

// NO-IMAGE: layout-vulkan: error: layoutImageUpload: this is not a live image
llvm.func @no_image() {
  %k = llvm.mlir.addressof @words : !llvm.ptr
  %l = llvm.mlir.constant(16 : i64) : i64
  llvm.call @layoutImageUpload(%k, %k, %l) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}

// NO-WIDTH: layout-vulkan: error: an image of width 0 is not within 1 and
llvm.func @no_width() {
  %r32f = llvm.mlir.constant(3 : i32) : i32
  %w = llvm.mlir.constant(0 : i64) : i64
  %h = llvm.mlir.constant(1 : i64) : i64
  %l = llvm.mlir.constant(0 : i64) : i64
  %i = llvm.call @layoutImageCreate(%r32f, %w, %h, %l) : (i32, i64, i64, i64) -> !llvm.ptr
  llvm.return
}

// NEGATIVE-HEIGHT: layout-vulkan: error: an image of height -3 is not within 1 and
llvm.func @negative_height() {
  %r32f = llvm.mlir.constant(3 : i32) : i32
  %w = llvm.mlir.constant(1 : i64) : i64
  %h = llvm.mlir.constant(-3 : i64) : i64
  %l = llvm.mlir.constant(0 : i64) : i64
  %i = llvm.call @layoutImageCreate(%r32f, %w, %h, %l) : (i32, i64, i64, i64) -> !llvm.ptr
  llvm.return
}

// NEGATIVE-LAYERS: layout-vulkan: error: an image of layers -1 is not within 1 and
llvm.func @negative_layers() {
  %r32f = llvm.mlir.constant(3 : i32) : i32
  %w = llvm.mlir.constant(1 : i64) : i64
  %h = llvm.mlir.constant(1 : i64) : i64
  %l = llvm.mlir.constant(-1 : i64) : i64
  %i = llvm.call @layoutImageCreate(%r32f, %w, %h, %l) : (i32, i64, i64, i64) -> !llvm.ptr
  llvm.return
}

// MANY-LAYERS: layout-vulkan: error: an image of layers 1099511627776 is not within 1 and
llvm.func @many_layers() {
  %r32f = llvm.mlir.constant(3 : i32) : i32
  %w = llvm.mlir.constant(1 : i64) : i64
  %h = llvm.mlir.constant(1 : i64) : i64
  %l = llvm.mlir.constant(1099511627776 : i64) : i64
  %i = llvm.call @layoutImageCreate(%r32f, %w, %h, %l) : (i32, i64, i64, i64) -> !llvm.ptr
  llvm.return
}

// So many addresses as are used already, and no more; what there is of them for small
// things is enough to say so.
llvm.mlir.global constant @none(dense<[0, -1]> : tensor<2xi64>) : !llvm.array<2 x i64>
llvm.func @setrlimit(i32, !llvm.ptr) -> i32
llvm.func @allocate_without_addresses(%is_shared: i1) {
  %small = llvm.mlir.constant(16 : i64) : i64
  %large = llvm.mlir.constant(1073741824 : i64) : i64
  %s = llvm.mlir.zero : !llvm.ptr
  %a = llvm.call @mgpuMemAlloc(%small, %s, %is_shared) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  %as = llvm.mlir.constant(9 : i32) : i32 // RLIMIT_AS
  %limit = llvm.mlir.addressof @none : !llvm.ptr
  %r = llvm.call @setrlimit(%as, %limit) : (i32, !llvm.ptr) -> i32
  %b = llvm.call @mgpuMemAlloc(%large, %s, %is_shared) : (i64, !llvm.ptr, i1) -> !llvm.ptr
  llvm.return
}

// NO-ADDRESSES: layout-vulkan: error: no addresses left for a buffer of 1073741824 bytes
llvm.func @no_addresses() {
  %f = llvm.mlir.constant(false) : i1
  llvm.call @allocate_without_addresses(%f) : (i1) -> ()
  llvm.return
}

// A call of Vulkan that fails is named.
// NO-MEMORY: layout-vulkan: error: vkAllocateMemory: VK_ERROR_OUT_OF_{{DEVICE|HOST}}_MEMORY
llvm.func @no_memory() {
  %t = llvm.mlir.constant(true) : i1
  llvm.call @allocate_without_addresses(%t) : (i1) -> ()
  llvm.return
}
