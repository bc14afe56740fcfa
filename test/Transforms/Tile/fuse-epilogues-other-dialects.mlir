// Buffers that an op of another dialect makes and frees are as good as those of
// memref.alloc, unless the op makes more than one; so are those on the stack.
// DEFINE: %{plugin} = --load-dialect-plugin=%test_plugin --load-pass-plugin=%test_plugin
// RUN: layout-opt %s %{plugin} --layout-set-target=target=x86-64-v4 --layout-fuse-epilogues | FileCheck %s
// DEFINE: %{check} = env MALLOC_PERTURB_=170 layout-check %s %{plugin} --lowering="builtin.module(test-layout-lower-ops)" --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-fuse-epilogues,layout-finalize)"
// RUN: %{check} --entry=made
// RUN: %{check} --entry=made_twice
// RUN: %{check} --entry=on_stack

// Nothing reads %e.
// CHECK-LABEL: @made(
// CHECK-NOT: layout_test
// CHECK: memref.alloca
// CHECK-NOT: layout_test
// CHECK: return
func.func @made(%a: memref<48x48xi32> {llvm.noalias}, %b: memref<48x32xi32> {llvm.noalias}, %d: memref<48x32xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %e = layout_test.make : memref<48x32xi32>
  %c = layout_test.make : memref<48x32xi32>
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
    affine.store %zero, %c[%i, %j] : memref<48x32xi32>
  } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 { affine.for %k = 0 to 48 {
    %0 = affine.load %a[%i, %k] : memref<48x48xi32>
    %1 = affine.load %b[%k, %j] : memref<48x32xi32>
    %2 = affine.load %c[%i, %j] : memref<48x32xi32>
    %3 = arith.muli %0, %1 : i32
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %c[%i, %j] : memref<48x32xi32>
  } } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
    %0 = affine.load %c[%i, %j] : memref<48x32xi32>
    affine.store %0, %e[%i, %j] : memref<48x32xi32>
    affine.store %0, %d[%i, %j] : memref<48x32xi32>
  } }
  layout_test.free %c : memref<48x32xi32>
  layout_test.free %e : memref<48x32xi32>
  return
}

// The sums are read by the other name.
// CHECK-LABEL: @made_twice(
// CHECK: %[[C:.*]], %[[SAME:.*]] = layout_test.make_twice
// CHECK-NOT: memref.alloca
// CHECK: affine.store %{{.*}}, %[[C]]
// CHECK: affine.load %[[SAME]]
func.func @made_twice(%a: memref<48x48xi32> {llvm.noalias}, %b: memref<48x32xi32> {llvm.noalias}, %d: memref<48x32xi32> {llvm.noalias}, %f: memref<48x32xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %c, %same = layout_test.make_twice : memref<48x32xi32>, memref<48x32xi32>
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
    affine.store %zero, %c[%i, %j] : memref<48x32xi32>
  } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 { affine.for %k = 0 to 48 {
    %0 = affine.load %a[%i, %k] : memref<48x48xi32>
    %1 = affine.load %b[%k, %j] : memref<48x32xi32>
    %2 = affine.load %c[%i, %j] : memref<48x32xi32>
    %3 = arith.muli %0, %1 : i32
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %c[%i, %j] : memref<48x32xi32>
  } } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
    %0 = affine.load %c[%i, %j] : memref<48x32xi32>
    affine.store %0, %d[%i, %j] : memref<48x32xi32>
  } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 32 {
    %0 = affine.load %same[%i, %j] : memref<48x32xi32>
    affine.store %0, %f[%i, %j] : memref<48x32xi32>
  } }
  layout_test.free %c : memref<48x32xi32>
  return
}

// CHECK-LABEL: @on_stack(
// CHECK: memref.alloca() {{.*}}: memref<{{[0-9]+}}x{{[0-9]+}}xi32>
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @on_stack(%a: memref<48x48xi32> {llvm.noalias}, %b: memref<48x34xi32> {llvm.noalias}, %d: memref<48x34xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  %c = memref.alloca() : memref<48x34xi32>
  affine.for %i = 0 to 48 { affine.for %j = 0 to 34 {
    affine.store %zero, %c[%i, %j] : memref<48x34xi32>
  } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 34 { affine.for %k = 0 to 48 {
    %0 = affine.load %a[%i, %k] : memref<48x48xi32>
    %1 = affine.load %b[%k, %j] : memref<48x34xi32>
    %2 = affine.load %c[%i, %j] : memref<48x34xi32>
    %3 = arith.muli %0, %1 : i32
    %4 = arith.addi %2, %3 : i32
    affine.store %4, %c[%i, %j] : memref<48x34xi32>
  } } }
  affine.for %i = 0 to 48 { affine.for %j = 0 to 34 {
    %0 = affine.load %c[%i, %j] : memref<48x34xi32>
    affine.store %0, %d[%i, %j] : memref<48x34xi32>
  } }
  return
}
