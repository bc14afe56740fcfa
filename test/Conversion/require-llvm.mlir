// What upstream's lowering leaves is told, and not left in silence.
//
// RUN: layout-opt %s --split-input-file --layout-require-llvm --verify-diagnostics
// RUN: not layout-opt %s --split-input-file --layout-to-llvm 2>&1 | FileCheck %s
// RUN: not layout-opt %s --split-input-file --layout-to-vulkan 2>&1 | FileCheck %s --check-prefix=VULKAN

// A type that LLVM does not have.
// VULKAN: error: 'func.func' op cannot be lowered to the LLVM dialect
// CHECK: [[@LINE+2]]:1: error: 'func.func' op cannot be lowered to the LLVM dialect: its signature has 'tuple<i32>', which LLVM has no form for; use another type
// expected-error @+1 {{'func.func' op cannot be lowered to the LLVM dialect: its signature has 'tuple<i32>', which LLVM has no form for; use another type}}
func.func @no_type(%a: tuple<i32>) -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}

// -----

// What others lower is theirs: kernels, and what these still need.
// CHECK-NOT: error: '
llvm.func @host() {
  llvm.return
}
module attributes {gpu.container_module} {
  gpu.module @inner {
    gpu.func @kernel(%a: memref<14xi32>) kernel {
      %c0 = arith.constant 0 : index
      %x = memref.load %a[%c0] : memref<14xi32>
      gpu.return
    }
  }
}

// -----

// Of these strides the memory that they take is not known.
llvm.func @backwards() {
  // expected-error @+1 {{the layout in its type does not tell how much memory it takes; allocate a plain buffer, and view it with memref.reinterpret_cast}}
  %a = memref.alloc() : memref<4xf32, strided<[-1]>>
  llvm.return
}
