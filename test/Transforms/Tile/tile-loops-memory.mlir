// Sums in registers read what they add up in another order. Where the first cache does not hold
// that, and each step of the sum is in another row, they are made in parts of some rows, or not
// at all where half of the cache holds few of these.
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-optimize --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --entry=large,wide,part,small,shared,window,rows,across --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-optimize)"

// CHECK-LABEL: func @large
// CHECK-NOT: vector
// CHECK: return
func.func @large(%a: memref<127x384xf64> {llvm.noalias}, %c: memref<384xf64> {llvm.noalias}) {
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 384 {
      %0 = affine.load %a[%i, %j] : memref<127x384xf64>
      %1 = affine.load %c[%j] : memref<384xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %c[%j] : memref<384xf64>
    }
  }
  return
}

// Of rows that come from memory, all of the cache is used, and four are enough.
// CHECK-LABEL: func @wide
// CHECK: affine.for %{{.*}} = 0 to 300 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 32 {
// CHECK: affine.for %{{.*}} = 0 to 4 iter_args({{.*}} -> (vector<32xf64>) {
func.func @wide(%x: memref<1200xf64> {llvm.noalias}, %a: memref<1200x1024xf64> {llvm.noalias}, %c: memref<1024xf64> {llvm.noalias}) {
  affine.for %j = 0 to 1024 {
    affine.for %k = 0 to 1200 {
      %0 = affine.load %x[%k] : memref<1200xf64>
      %1 = affine.load %a[%k, %j] : memref<1200x1024xf64>
      %2 = arith.mulf %0, %1 : f64
      %3 = affine.load %c[%j] : memref<1024xf64>
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %c[%j] : memref<1024xf64>
    }
  }
  return
}

// CHECK-LABEL: func @part
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.for %[[LANES:.*]] = 0 to 8 {
// CHECK: affine.for %{{.*}} = 0 to min affine_map<(d0) -> (8, d0 * -8 + 127)>({{.*}} -> (vector<32xf64>) {
func.func @part(%a: memref<127x256xf64> {llvm.noalias}, %c: memref<256xf64> {llvm.noalias}) {
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 256 {
      %0 = affine.load %a[%i, %j] : memref<127x256xf64>
      %1 = affine.load %c[%j] : memref<256xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %c[%j] : memref<256xf64>
    }
  }
  return
}

// CHECK-LABEL: func @small
// CHECK: iter_args{{.*}} -> (vector<
func.func @small(%a: memref<12x256xf64> {llvm.noalias}, %c: memref<256xf64> {llvm.noalias}) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 256 {
      %0 = affine.load %a[%i, %j] : memref<12x256xf64>
      %1 = affine.load %c[%j] : memref<256xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %c[%j] : memref<256xf64>
    }
  }
  return
}

// Rows share what is read.
// CHECK-LABEL: func @shared
// CHECK: iter_args{{.*}} -> (vector<
func.func @shared(%a: memref<64x127xf64> {llvm.noalias}, %b: memref<127x256xf64> {llvm.noalias}, %c: memref<64x256xf64> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %k = 0 to 127 {
      affine.for %j = 0 to 256 {
        %0 = affine.load %a[%i, %k] : memref<64x127xf64>
        %1 = affine.load %b[%k, %j] : memref<127x256xf64>
        %2 = affine.load %c[%i, %j] : memref<64x256xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.addf %2, %3 : f64
        affine.store %4, %c[%i, %j] : memref<64x256xf64>
      }
    }
  }
  return
}

// The window is unrolled by the compiler behind, which keeps the maximum in a register and has
// lanes along the row.
// CHECK-LABEL: func @window
// CHECK-NOT: vector
// CHECK: return
func.func @window(%a: memref<41x397xf32> {llvm.noalias}, %c: memref<20x198xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 198 {
      affine.for %r = 0 to 3 {
        affine.for %s = 0 to 3 {
          %0 = affine.load %a[%i * 2 + %r, %j * 2 + %s] : memref<41x397xf32>
          %1 = affine.load %c[%i, %j] : memref<20x198xf32>
          %2 = arith.maximumf %1, %0 : f32
          affine.store %2, %c[%i, %j] : memref<20x198xf32>
        }
      }
    }
  }
  return
}

// Of short rows it leaves many to shorter vectors, as behind every second element another one
// would be read.
// CHECK-LABEL: func @short_window
// CHECK: vector.shuffle {{.*}} : vector<16xf32>, vector<16xf32>
// CHECK: return
func.func @short_window(%a: memref<41x81xf32> {llvm.noalias}, %c: memref<20x40xf32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 40 {
      affine.for %r = 0 to 3 {
        affine.for %s = 0 to 3 {
          %0 = affine.load %a[%i * 2 + %r, %j * 2 + %s] : memref<41x81xf32>
          %1 = affine.load %c[%i, %j] : memref<20x40xf32>
          %2 = arith.maximumf %1, %0 : f32
          affine.store %2, %c[%i, %j] : memref<20x40xf32>
        }
      }
    }
  }
  return
}

// Vectors of 512 bits instead of 256 gain nothing where rows do not begin with lines.
// CHECK-LABEL: func @rows
// CHECK-NOT: vector
// CHECK: return
func.func @rows(%a: memref<127xf32> {llvm.noalias}, %b: memref<198xf32> {llvm.noalias}, %c: memref<127x198xf32> {llvm.noalias}) {
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 198 {
      %0 = affine.load %a[%i] : memref<127xf32>
      %1 = affine.load %b[%j] : memref<198xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %c[%i, %j] : memref<127x198xf32>
    }
  }
  return
}

// Columns 1 KiB apart fall into four sets of the first cache: single lanes are not read from
// them, but blocks.
// CHECK-LABEL: func @across
// CHECK: vector.shuffle
// CHECK-COUNT-16: vector.store
func.func @across(%a: memref<127x256xi32> {llvm.noalias}, %c: memref<256x127xi32> {llvm.noalias}) {
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 256 {
      %0 = affine.load %a[%i, %j] : memref<127x256xi32>
      %1 = arith.addi %0, %0 : i32
      affine.store %1, %c[%j, %i] : memref<256x127xi32>
    }
  }
  return
}
