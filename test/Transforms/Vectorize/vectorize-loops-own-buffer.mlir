// Sums stay in registers where other elements of the buffer that they go to are read.
//
// RUN: layout-opt %s --layout-vectorize-loops --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2
// RUN: %{names} | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops)"

// Those of other tiles.
// REMARK: vectorized: 8 iterations at a time, sums in registers
// CHECK-LABEL: @apart
// CHECK: affine.for {{.*}} iter_args({{.*}}) -> (vector<8xf32>)
// CHECK: affine.load
// CHECK: affine.yield
// CHECK-NEXT: }
// CHECK: vector.store
func.func @apart(%a: memref<4x8x8xf32>, %x: memref<40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 8 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i, %k, %j] : memref<4x8x8xf32>
        %1 = affine.load %x[%i * 8 + %k] : memref<40xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %x[%i * 8 + %j + 8] : memref<40xf32>
        %4 = arith.subf %3, %2 : f32
        affine.store %4, %x[%i * 8 + %j + 8] : memref<40xf32>
      }
    }
  }
  return
}

// One that each step of the sum writes and the next one reads: the last lane
// stores to it behind all others.
// REMARK: vectorized: 8 iterations at a time"
// CHECK-LABEL: @last
// CHECK-NOT: iter_args
// CHECK: affine.load
// CHECK: vector.store
// CHECK: return
func.func @last(%a: memref<8x8xf32>, %x: memref<8xf32> {llvm.noalias}) {
  affine.for %k = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%k, %j] : memref<8x8xf32>
      %1 = affine.load %x[7] : memref<8xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %x[%j] : memref<8xf32>
      %4 = arith.subf %3, %2 : f32
      affine.store %4, %x[%j] : memref<8xf32>
    }
  }
  return
}

// The first lane stores to it before the others read it.
// REMARK: [Missed] layout-vectorize-loops/order
// CHECK-LABEL: @first
// CHECK-NOT: vector
// CHECK: return
func.func @first(%a: memref<8x8xf32>, %x: memref<8xf32> {llvm.noalias}) {
  affine.for %k = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%k, %j] : memref<8x8xf32>
      %1 = affine.load %x[0] : memref<8xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %x[%j] : memref<8xf32>
      %4 = arith.subf %3, %2 : f32
      affine.store %4, %x[%j] : memref<8xf32>
    }
  }
  return
}
