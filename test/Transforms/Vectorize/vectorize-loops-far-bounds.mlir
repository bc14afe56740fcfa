// Bounds that are any number: neither masks nor comparisons nor bounds of digits may
// wrap around.
//
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-tile-loops,layout-vectorize-loops)"
// RUN: %{check} --entry=from --arg=2:4294967296
// RUN: %{check} --entry=from --arg=2:-9223372036854775808
// RUN: %{check} --entry=to --arg=2:-4294967293
// RUN: %{check} --entry=to --arg=2:-9223372036854775803
// RUN: %{check} --entry=to_dynamic --arg=2:-9223372036854775808 --dim=arg0.dim0:16 --dim=arg1.dim0:16
// RUN: %{check} --entry=digits_from --arg=2:-9223372036854775808
// RUN: %{check} --entry=digits_to --arg=2:9223372036854775807
// RUN: %{check} --entry=sums --arg=2:9
// RUN: %{check} --entry=dead_loop

func.func @from(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %m: index) {
  affine.for %j = max affine_map<(d0) -> (0, d0)>(%m) to 16 {
    %0 = affine.load %a[%j] : memref<16xf32>
    affine.store %0, %b[%j] : memref<16xf32>
  }
  return
}

func.func @to(%a: memref<16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %n: index) {
  affine.for %j = 0 to min affine_map<(d0) -> (16, d0)>(%n) {
    %0 = affine.load %a[%j] : memref<16xf32>
    affine.store %0, %b[%j] : memref<16xf32>
  }
  return
}

func.func @to_dynamic(%a: memref<?xf32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}, %n: index) {
  affine.for %j = 0 to min affine_map<(d0) -> (16, d0)>(%n) {
    %0 = affine.load %a[%j] : memref<?xf32>
    affine.store %0, %b[%j] : memref<?xf32>
  }
  return
}

func.func @digits_from(%a: memref<4x16xf32> {llvm.noalias}, %b: memref<4x16xf32> {llvm.noalias}, %m: index) {
  affine.for %j = max affine_map<(d0) -> (0, d0)>(%m) to 60 {
    %0 = affine.load %a[%j floordiv 16, %j mod 16] : memref<4x16xf32>
    affine.store %0, %b[%j floordiv 16, %j mod 16] : memref<4x16xf32>
  }
  return
}

func.func @digits_to(%a: memref<6x16xf32> {llvm.noalias}, %b: memref<6x16xf32> {llvm.noalias}, %n: index) {
  affine.for %j = -32 to min affine_map<(d0) -> (60, d0)>(%n) {
    %0 = affine.load %a[(%j + 32) floordiv 16, (%j + 32) mod 16] : memref<6x16xf32>
    affine.store %0, %b[(%j + 32) floordiv 16, (%j + 32) mod 16] : memref<6x16xf32>
  }
  return
}

// A bound of lanes has the variable of the sum, and is implied.
func.func @sums(%a: memref<8x16xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}, %n: index) {
  affine.for %k = 0 to 8 {
    affine.for %j = 0 to min affine_map<(d0, d1) -> (16, d0 + 100, d1)>(%k, %n) {
      %0 = affine.load %a[%k, %j] : memref<8x16xf32>
      %1 = affine.load %b[%j] : memref<16xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %b[%j] : memref<16xf32>
    }
  }
  return
}

// The first inner loop does nothing.
func.func @dead_loop(%a: memref<4x16xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i floordiv 16, %i mod 16] : memref<4x16xf32>
    }
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%i floordiv 16, %i mod 16] : memref<4x16xf32>
      affine.store %0, %b[%i] : memref<64xf32>
    }
  }
  return
}
