// Floats of 16 bits that all lanes share are extended 16 at a time, to a room on the stack.
// DEFINE: %{target} = x86-64-v4
// DEFINE: %{opt} = layout-opt %s --layout-set-target=target=%{target} --layout-apply
// RUN: %{opt} --layout-optimize | FileCheck %s
// Threads have a room each.
// RUN: %{opt} --layout-optimize=threads=2 | FileCheck %s --check-prefix=THREADS
// A target that multiplies by element extends whole registers.
// REDEFINE: %{target} = armv8.2-a
// RUN: %{opt} --layout-optimize | FileCheck %s --check-prefix=ELEMENT
// What RISC-V multiplies with sums of f32 (`vfwmacc`, `vfwmaccbf16`) is not extended, and the other type is.
// REDEFINE: %{target} = rv64gcv+zvfh
// RUN: %{opt} --layout-optimize | FileCheck %s --check-prefix=F16
// REDEFINE: %{target} = rv64gcv+zvfbfwma
// RUN: %{opt} --layout-optimize | FileCheck %s --check-prefix=BF16

#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 32, i, j mod 32)>, pad<undef>>
#pairs = #layout.buffer<index_map<(i, j) -> (j floordiv 32, i floordiv 2, j mod 32, i mod 2)>, pad<undef>>

// Two whole chunks, and one of 8 + 4 + 1.
// CHECK-LABEL: @product(
// CHECK: %[[ROOM:.*]] = memref.alloca() {alignment = 64 : i64} : memref<12x16xf32>
// CHECK: affine.for %[[PANEL:.*]] =
// CHECK: affine.for %[[CHUNK:.*]] = 0 to 32 step 16 iter_args
// CHECK: %[[LOADED:.*]] = vector.load %{{.*}} : memref<12x45xbf16>, vector<16xbf16>
// CHECK: %[[EXTENDED:.*]] = arith.extf %[[LOADED]] : vector<16xbf16> to vector<16xf32>
// CHECK: vector.store %[[EXTENDED]], %[[ROOM]][%c0, %c0]
// CHECK: affine.for %[[K:.*]] = #{{.*}}(%[[CHUNK]]) to #{{.*}}(%[[CHUNK]])
// CHECK: memref.load %[[ROOM]][%c0,
// CHECK: memref.load %[[ROOM]][%c11,
// CHECK: vector.load %{{.*}} : memref<12x45xbf16>, vector<8xbf16>
// CHECK: vector.load %{{.*}} : memref<12x45xbf16>, vector<4xbf16>
// CHECK: vector.load %{{.*}} : memref<12x45xbf16>, vector<1xbf16>
// CHECK: affine.for %{{.*}} = 32 to 45 iter_args
// CHECK: memref.load %[[ROOM]][%c0,
// CHECK-NOT: affine.load %{{.*}} : memref<12x45xbf16>
// THREADS-LABEL: @product(
// THREADS: affine.parallel
// THREADS-NEXT: memref.alloca() {alignment = 64 : i64} : memref<12x16xf32>
// ELEMENT-LABEL: @product(
// ELEMENT-NOT: memref.alloca
// F16-LABEL: @product(
// F16: memref.alloca() {alignment = 64 : i64}
// F16-LABEL: @groups(
// F16-NOT: memref.alloca
// F16-LABEL: @stored(
// BF16-LABEL: @product(
// BF16-NOT: memref.alloca
// BF16-LABEL: @groups(
// BF16: memref.alloca() {alignment = 64 : i64}
func.func @product(%a: memref<12x45xbf16> {llvm.noalias}, %b: memref<45x262144xbf16, #panels>, %c: memref<12x262144xf32, #panels>) {
  affine.for %i = 0 to 12 {
    affine.for %k = 0 to 45 {
      affine.for %j = 0 to 262144 {
        %0 = affine.load %a[%i, %k] : memref<12x45xbf16>
        %1 = affine.load %b[%k, %j] : memref<45x262144xbf16, #panels>
        %2 = affine.load %c[%i, %j] : memref<12x262144xf32, #panels>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<12x262144xf32, #panels>
      }
    }
  }
  return
}

// The last group lacks a step: it is no part of a chunk.
// CHECK-LABEL: @groups(
// CHECK: affine.for %{{.*}} = 0 to 16 step 8 iter_args
// CHECK: affine.for %{{.*}} = 16 to 18 iter_args
// CHECK: affine.load %{{.*}} : memref<12x37xf16>
func.func @groups(%a: memref<12x37xf16> {llvm.noalias}, %b: memref<37x64xf16, #pairs>, %c: memref<12x64xf32, #panels>) {
  affine.for %i = 0 to 12 {
    affine.for %k = 0 to 37 {
      affine.for %j = 0 to 64 {
        %0 = affine.load %a[%i, %k] : memref<12x37xf16>
        %1 = affine.load %b[%k, %j] : memref<37x64xf16, #pairs>
        %2 = affine.load %c[%i, %j] : memref<12x64xf32, #panels>
        %3 = arith.extf %0 : f16 to f32
        %4 = arith.extf %1 : f16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%i, %j] : memref<12x64xf32, #panels>
      }
    }
  }
  return
}

// Iterations store what later ones of the chunk read.
// CHECK-LABEL: @stored(
// CHECK-NOT: memref.alloca
// CHECK: affine.for %[[K:.*]] = 0 to 48
// CHECK: affine.load %arg0[%[[K]]]
// CHECK: vector.store {{.*}} : memref<128xbf16>, vector<32xbf16>
func.func @stored(%a: memref<128xbf16> {llvm.noalias}, %b: memref<48x64xbf16, #panels>, %c: memref<64xf32> {llvm.noalias}) {
  affine.for %k = 0 to 48 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%k] : memref<128xbf16>
      %1 = affine.load %b[%k, %j] : memref<48x64xbf16, #panels>
      %2 = affine.load %c[%j] : memref<64xf32>
      %3 = arith.extf %0 : bf16 to f32
      %4 = arith.extf %1 : bf16 to f32
      %5 = arith.mulf %3, %4 : f32
      %6 = arith.addf %2, %5 : f32
      affine.store %6, %c[%j] : memref<64xf32>
      affine.store %1, %a[%k + %j + 1] : memref<128xbf16>
    }
  }
  return
}

// Not only an extension.
// CHECK-LABEL: @used(
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @used(%a: memref<48xbf16> {llvm.noalias}, %b: memref<48x64xbf16, #panels>, %c: memref<64xf32> {llvm.noalias}) {
  affine.for %k = 0 to 48 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%k] : memref<48xbf16>
      %1 = affine.load %b[%k, %j] : memref<48x64xbf16, #panels>
      %2 = affine.load %c[%j] : memref<64xf32>
      %3 = arith.extf %0 : bf16 to f32
      %4 = arith.mulf %0, %1 : bf16
      %5 = arith.extf %4 : bf16 to f32
      %6 = arith.addf %3, %5 : f32
      %7 = arith.addf %2, %6 : f32
      affine.store %7, %c[%j] : memref<64xf32>
    }
  }
  return
}

// Less than a chunk.
// CHECK-LABEL: @short(
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @short(%a: memref<15xbf16> {llvm.noalias}, %b: memref<15x64xbf16, #panels>, %c: memref<64xf32> {llvm.noalias}) {
  affine.for %k = 0 to 15 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%k] : memref<15xbf16>
      %1 = affine.load %b[%k, %j] : memref<15x64xbf16, #panels>
      %2 = affine.load %c[%j] : memref<64xf32>
      %3 = arith.extf %0 : bf16 to f32
      %4 = arith.extf %1 : bf16 to f32
      %5 = arith.mulf %3, %4 : f32
      %6 = arith.addf %2, %5 : f32
      affine.store %6, %c[%j] : memref<64xf32>
    }
  }
  return
}

// Iterations of a parallel loop may run one after the other in the end, and nothing gives back what
// each takes of the stack.
// CHECK-LABEL: @in_parallel(
// CHECK-NOT: memref.alloca
// CHECK: return
func.func @in_parallel(%a: memref<32xbf16> {llvm.noalias}, %b: memref<32x64xbf16, #panels>, %c: memref<64xf32> {llvm.noalias}, %n: index) {
  affine.parallel (%p) = (0) to (symbol(%n)) {
    affine.for %k = 0 to 32 {
      affine.for %j = 0 to 64 {
        %0 = affine.load %a[%k] : memref<32xbf16>
        %1 = affine.load %b[%k, %j] : memref<32x64xbf16, #panels>
        %2 = affine.load %c[%j] : memref<64xf32>
        %3 = arith.extf %0 : bf16 to f32
        %4 = arith.extf %1 : bf16 to f32
        %5 = arith.mulf %3, %4 : f32
        %6 = arith.addf %2, %5 : f32
        affine.store %6, %c[%j] : memref<64xf32>
      }
    }
  }
  return
}
