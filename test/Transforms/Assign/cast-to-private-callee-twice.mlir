// Casts of one buffer to two types in one call, casts of two buffers in calls of one function, one
// of them without a layout, and a call in a loop: each call works on plain buffers of which those
// that are one buffer stay one.
// DEFINE: %{entry} =
// DEFINE: %{check} = layout-check %s --entry=%{entry}
// REDEFINE: %{entry} = two_types --arg=2:3
// RUN: %{check} --pipeline="builtin.module(layout-assign,layout-apply)"
// RUN: %{check} --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize)"
// RUN: %{check} --pipeline="builtin.module(layout-compile{to-llvm=false deallocate=true})"
// REDEFINE: %{entry} = in_loop --arg=1:1.5
// RUN: %{check} --pipeline="builtin.module(layout-assign,layout-apply)"
// RUN: %{check} --pipeline="builtin.module(layout-compile{to-llvm=false deallocate=true})"

#columns = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<0 : i32>>
#runs = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
func.func private @scale(%m: memref<?x?xi32>, %k: i32) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xi32>
  %columns = memref.dim %m, %c1 : memref<?x?xi32>
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to %columns {
      %x = affine.load %m[%i, %j] : memref<?x?xi32>
      %y = arith.muli %x, %k : i32
      affine.store %y, %m[%i, %j] : memref<?x?xi32>
    }
  }
  return
}

// What is stored into %n is read from %m.
func.func private @through_both(%m: memref<?x19xi32>, %n: memref<5x?xi32>) -> i32 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c0, %c1] : memref<?x19xi32>
  %y = memref.load %n[%c1, %c0] : memref<5x?xi32>
  %z = arith.subi %x, %y : i32
  memref.store %z, %n[%c1, %c1] : memref<5x?xi32>
  %back = memref.load %m[%c1, %c1] : memref<?x19xi32>
  %sum = arith.addi %back, %x : i32
  return %sum : i32
}

func.func @two_types(%a: memref<5x19xi32> {layout.transform = #columns}, %b: memref<5x19xi32>, %k: i32) -> i32 {
  %v = memref.cast %a : memref<5x19xi32> to memref<?x?xi32>
  func.call @scale(%v, %k) : (memref<?x?xi32>, i32) -> ()
  %w = memref.cast %b : memref<5x19xi32> to memref<?x?xi32>
  func.call @scale(%w, %k) : (memref<?x?xi32>, i32) -> ()
  %p = memref.cast %a : memref<5x19xi32> to memref<?x19xi32>
  %q = memref.cast %a : memref<5x19xi32> to memref<5x?xi32>
  %r = func.call @through_both(%p, %q) : (memref<?x19xi32>, memref<5x?xi32>) -> i32
  return %r : i32
}

func.func private @double(%m: memref<?xf64>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xf64>
  affine.for %i = 0 to %n {
    %x = affine.load %m[%i] : memref<?xf64>
    %y = arith.addf %x, %x : f64
    affine.store %y, %m[%i] : memref<?xf64>
  }
  return
}

func.func @in_loop(%o: memref<21xf64>, %x: f64) {
  %a = memref.alloc() {layout.transform = #runs} : memref<21xf64>
  affine.for %i = 0 to 21 {
    affine.store %x, %a[%i] : memref<21xf64>
  }
  affine.for %l = 0 to 3 {
    %v = memref.cast %a : memref<21xf64> to memref<?xf64>
    func.call @double(%v) : (memref<?xf64>) -> ()
  }
  affine.for %i = 0 to 21 {
    %y = affine.load %a[%i] : memref<21xf64>
    affine.store %y, %o[%i] : memref<21xf64>
  }
  return
}
