// Executed before and after.
// RUN: layout-check %s --entry=recurrence,stencil,stepped_over,three --pipeline="builtin.module(layout-merge-loops)"

func.func @recurrence(%a: memref<8xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  affine.for %i = 0 to 8 {
    affine.store %c0, %a[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %a[%i - 1] : memref<8xi32>
      %y = arith.addi %x, %c1 : i32
      affine.store %y, %a[%i] : memref<8xi32>
    }
  }
  return
}

func.func @stencil(%a: memref<8xi32>) {
  affine.for %i = 1 to 7 {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %a[%i] : memref<8xi32>
  }
  affine.for %j = 1 to 7 {
    %x = affine.load %a[%j - 1] : memref<8xi32>
    %y = affine.load %a[%j] : memref<8xi32>
    %z = affine.load %a[%j + 1] : memref<8xi32>
    %s = arith.addi %x, %y : i32
    %t = arith.addi %s, %z : i32
    affine.store %t, %a[%j] : memref<8xi32>
  }
  return
}

func.func @stepped_over(%a: memref<16xi32>, %b: memref<1xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
  }
  %w = affine.load %b[0] : memref<1xi32>
  affine.for %k = 0 to 14 {
    %x = affine.load %a[%k] : memref<16xi32>
    %y = arith.addi %x, %w : i32
    affine.store %y, %a[%k] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 14 >= 0)>(%i) {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
  }
  return
}

// The third can join the first only with the second, which cannot.
func.func @three(%a: memref<6xi32>, %b: memref<6xi32> {llvm.noalias}, %c: memref<6xi32> {llvm.noalias}) {
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 6 {
    affine.store %c5, %a[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %x = affine.load %a[5 - %i] : memref<6xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<6xi32>
  }
  affine.for %i = 0 to 6 {
    %x = affine.load %b[%i] : memref<6xi32>
    affine.store %x, %c[%i] : memref<6xi32>
    affine.store %x, %a[%i] : memref<6xi32>
  }
  return
}
