// Executed before and after, in both data sets.
// RUN: layout-check %s --entry=sum,conv1d,scatter,scatter_both,strided,triangle --pipeline="builtin.module(layout-apply,layout-sequential-access)"
// RUN: layout-check %s --entry=dynamic --arg=1:11 --dim=arg0.dim0:11 --pipeline="builtin.module(layout-apply,layout-sequential-access)"
// RUN: layout-check %s --entry=dynamic --arg=1:-3 --dim=arg0.dim0:2 --pipeline="builtin.module(layout-apply,layout-sequential-access)"

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#shifted = #layout.buffer<index_map<(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)>, pad<0 : i32>>

func.func @sum(%a: memref<14xi32, #tiles> {layout.sequential}, %b: memref<1xi32>) {
  %c0 = arith.constant 0 : i32
  affine.store %c0, %b[0] : memref<1xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #tiles>
    %y = affine.load %b[0] : memref<1xi32>
    %s = arith.addi %x, %y : i32
    affine.store %s, %b[0] : memref<1xi32>
  }
  return
}

func.func @conv1d(%a: memref<16xi32, #tiles>, %f: memref<3xi32>, %b: memref<14xi32, #tiles> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.store %c0, %b[%i] : memref<14xi32, #tiles>
    affine.for %k = 0 to 3 {
      %x = affine.load %a[%i + %k] : memref<16xi32, #tiles>
      %w = affine.load %f[%k] : memref<3xi32>
      %p = arith.muli %x, %w : i32
      %s = affine.load %b[%i] : memref<14xi32, #tiles>
      %t = arith.addi %s, %p : i32
      affine.store %t, %b[%i] : memref<14xi32, #tiles>
    }
  }
  return
}

func.func @scatter(%a: memref<16xi32, #shifted> {layout.sequential}, %f: memref<3xi32>, %b: memref<18xi32, #shifted>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 18 {
    affine.store %c0, %b[%i] : memref<18xi32, #shifted>
    affine.for %k = 0 to 3 {
      affine.if affine_set<(i, k) : (i - k >= 0, 15 - i + k >= 0)>(%i, %k) {
        %x = affine.load %a[%i - %k] : memref<16xi32, #shifted>
        %w = affine.load %f[%k] : memref<3xi32>
        %p = arith.muli %x, %w : i32
        %s = affine.load %b[%i] : memref<18xi32, #shifted>
        %t = arith.addi %s, %p : i32
        affine.store %t, %b[%i] : memref<18xi32, #shifted>
      }
    }
  }
  return
}

func.func @scatter_both(%a: memref<16xi32, #shifted> {layout.sequential}, %f: memref<3xi32>, %b: memref<18xi32, #shifted> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 18 {
    affine.store %c0, %b[%i] : memref<18xi32, #shifted>
    affine.for %k = 0 to 3 {
      affine.if affine_set<(i, k) : (i - k >= 0, 15 - i + k >= 0)>(%i, %k) {
        %x = affine.load %a[%i - %k] : memref<16xi32, #shifted>
        %w = affine.load %f[%k] : memref<3xi32>
        %p = arith.muli %x, %w : i32
        %s = affine.load %b[%i] : memref<18xi32, #shifted>
        %t = arith.addi %s, %p : i32
        affine.store %t, %b[%i] : memref<18xi32, #shifted>
      }
    }
  }
  return
}

// Every second element, from the end.
func.func @strided(%a: memref<14xi32, #tiles> {layout.sequential}, %b: memref<14xi32>) {
  affine.for %i = 1 to 13 step 2 {
    affine.for %k = 0 to 2 {
      %x = affine.load %a[13 - %i - %k] : memref<14xi32, #tiles>
      affine.store %x, %b[%i + %k] : memref<14xi32>
    }
  }
  return
}

#swapped = #layout.buffer<index_map<(i, j) -> (j floordiv 3, i, j mod 3)>, pad<7 : i32>>
func.func @triangle(%a: memref<6x7xi32, #swapped> {layout.sequential}) {
  affine.for %i = 0 to 6 {
    affine.for %j = affine_map<(i) -> (i)>(%i) to 7 {
      %x = affine.load %a[%i, %j] : memref<6x7xi32, #swapped>
      %y = arith.addi %x, %x : i32
      affine.store %y, %a[%i, %j] : memref<6x7xi32, #swapped>
    }
  }
  return
}

func.func @dynamic(%a: memref<?xi32, #tiles> {layout.sequential}, %n: index) {
  %x = arith.constant 5 : i32
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<?xi32, #tiles>
  }
  return
}
