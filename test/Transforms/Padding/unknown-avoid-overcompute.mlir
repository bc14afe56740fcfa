// Elements beyond the bounds on the work: 2199023255555 is 3 modulo 16, and exceeds
// 2^40. Whether they are padding, or needed, is not known, and nothing is guarded.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-avoid-overcompute > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-avoid-overcompute --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --implicit-check-not=[Passed]

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// CHECK: [Analysis] layout-avoid-overcompute/not-known {{.*}}Remark="cannot determine whether it accesses padding: a coefficient is beyond 2^40"
func.func @touched(%b: memref<4x4xi32>, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 16 {
    affine.store %x, %b[((%i * 2199023255555) mod 16) floordiv 4, ((%i * 2199023255555) mod 16) mod 4] : memref<4x4xi32>
  }
  return
}

// What is stored beside the padding is needed by the caller.
// CHECK: [Analysis] layout-avoid-overcompute/not-known {{.*}}Remark="cannot determine whether what padded iterations store is needed: too many constraints"
func.func @beside(%b: memref<4x4xi32> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
      affine.store %x, %c[((%i * 4 + %j) * 2199023255555) mod 16] : memref<16xi32>
    }
  }
  return
}

// Some of it may be there already, but which elements?
// CHECK: [Missed] layout-avoid-overcompute/needed
func.func @there(%b: memref<4x4xi32> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 7 {
    affine.store %c0, %c[(%i * 2199023255555) mod 16] : memref<16xi32>
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
      affine.store %c0, %c[%i * 4 + %j] : memref<16xi32>
    }
  }
  return
}

// Nothing is known of the vector.
// CHECK: [Missed] layout-avoid-overcompute/needed
func.func @transfer(%b: memref<4x4xi32> {llvm.noalias}, %c: memref<4x4xi32> {llvm.noalias}, %x: i32, %v: vector<1xi32>) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
      vector.transfer_write %v, %c[%i, %j] : vector<1xi32>, memref<4x4xi32>
    }
  }
  return
}

// What is read may lie in undefined padding, and be no number, whatever flags say.
// CHECK: [Missed] layout-avoid-overcompute/needed
// CHECK: [Analysis] layout-avoid-overcompute/not-known {{.*}}Remark="cannot determine whether it accesses padding: a coefficient is beyond 2^40"
func.func @flags(%a: memref<4x4xf32> {llvm.noalias}, %b: memref<4x4xf32> {llvm.noalias}, %c: memref<4x4xf32> {llvm.noalias}, %n: index, %v: f32) {
  layout.padding %a : memref<4x4xf32> of memref<14xf32, #L>
  layout.padding %b : memref<4x4xf32> of memref<14xf32, #L>
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %v, %b[%i, %j] : memref<4x4xf32>
      %x = affine.load %c[%i, %j] : memref<4x4xf32>
      %y = affine.load %a[((symbol(%n) * 2199023255555) mod 16) floordiv 4, ((symbol(%n) * 2199023255555) mod 16) mod 4] : memref<4x4xf32>
      %z = arith.mulf %y, %zero fastmath<nnan,ninf,nsz> : f32
      %s = arith.addf %x, %z fastmath<nsz> : f32
      affine.store %s, %c[%i, %j] : memref<4x4xf32>
    }
  }
  return
}

// Which element is stored to is not followed.
// CHECK: [Analysis] layout-avoid-overcompute/not-known {{.*}}possible: {{.*}}, if the store writes it (which elements it writes is not known)
func.func @not_followed(%b: memref<4x4xi32> {llvm.noalias}, %c: memref<16xi32> {llvm.noalias}, %x: i32) {
  layout.padding %b : memref<4x4xi32> of memref<14xi32, #L>
  %v = memref.reinterpret_cast %c to offset: [0], sizes: [4, 4], strides: [4, 1] : memref<16xi32> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
      affine.store %x, %v[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// Nor is it known where there is data.
#scaled = #layout.buffer<index_map<(i) -> ((i * 2199023255555) mod 16)>, pad<undef>>
// CHECK: [Analysis] layout-avoid-overcompute/not-known {{.*}}Remark="cannot determine where this buffer holds data: its map has no inverse; state one in the index_map"
func.func @no_inverse(%a: memref<16xf32>) {
  layout.padding %a : memref<16xf32> of memref<16xf32, #scaled>
  return
}
