// Loops of some 500 ops become functions where enough are large.
// RUN: layout-opt %s --split-input-file --layout-outline-nests=least-nests=1 | FileCheck %s

// Equal nests of the module share a function; constants are cloned into it, and
// allocations and guaranteed arguments are apart.
// CHECK-LABEL: func.func @f(
// CHECK:         memref.alloc
// CHECK-NEXT:    call @f_nest(%arg0, %alloc) : (memref<99x99xf32>, memref<99x99xf32>) -> ()
// CHECK-NEXT:    call @f_nest(%alloc, %arg0)
// CHECK-NEXT:    return
// CHECK:       func.func private @f_nest(
// CHECK-SAME:    %arg0: memref<99x99xf32> {llvm.noalias}, %arg1: memref<99x99xf32> {llvm.noalias}
// CHECK-SAME:    llvm.linkage = #llvm.linkage<internal>, no_inline, passthrough = {{\[\[}}"prefer-vector-width", "512"]]
// CHECK-NEXT:    %[[TWO:.*]] = arith.constant 2.0
// CHECK-NEXT:    affine.for
// CHECK:           arith.mulf %{{.*}}, %[[TWO]]
// CHECK-LABEL: func.func @g(
// CHECK:         memref.alloc
// CHECK-NEXT:    call @f_nest(%arg0, %alloc)
func.func @f(%a: memref<99x99xf32>)
    attributes {passthrough = [["prefer-vector-width", "512"], "readonly"]} {
  %two = arith.constant 2.0 : f32
  %b = memref.alloc() : memref<99x99xf32>
  affine.for %i = 0 to 99 {
    affine.for %j = 0 to 99 {
      %x = affine.load %a[%i, %j] : memref<99x99xf32>
      %y = arith.mulf %x, %two : f32
      affine.store %y, %b[%i, %j] : memref<99x99xf32>
    }
  }
  affine.for %i = 0 to 99 {
    affine.for %j = 0 to 99 {
      %x = affine.load %b[%i, %j] : memref<99x99xf32>
      %y = arith.mulf %x, %two : f32
      affine.store %y, %a[%i, %j] : memref<99x99xf32>
    }
  }
  return
}
func.func @g(%a: memref<99x99xf32>)
    attributes {passthrough = [["prefer-vector-width", "512"]]} {
  %two = arith.constant 2.0 : f32
  %b = memref.alloc() : memref<99x99xf32>
  affine.for %i = 0 to 99 {
    affine.for %j = 0 to 99 {
      %x = affine.load %a[%i, %j] : memref<99x99xf32>
      %y = arith.mulf %x, %two : f32
      affine.store %y, %b[%i, %j] : memref<99x99xf32>
    }
  }
  return
}

// -----

// Made for another processor, or of buffers that may be one: other functions.
// CHECK-LABEL: func.func @one(
// CHECK:         call @one_nest(
// CHECK:       func.func private @one_nest(%arg0: memref<9999xf32>, %arg1: memref<9999xf32>) attributes
// CHECK-LABEL: func.func @other(
// CHECK:         call @other_nest(
// CHECK:       func.func private @other_nest(%arg0: memref<9999xf32>, %arg1: memref<9999xf32>)
// CHECK-SAME:    target_cpu = "znver4"
// CHECK-LABEL: func.func @apart(
// CHECK:         call @apart_nest(
// CHECK:       func.func private @apart_nest(
// CHECK-SAME:    %arg0: memref<9999xf32> {llvm.noalias}, %arg1: memref<9999xf32> {llvm.noalias}
func.func @one(%a: memref<9999xf32>, %b: memref<9999xf32>) {
  affine.for %i = 0 to 9999 {
    %x = affine.load %a[%i] : memref<9999xf32>
    affine.store %x, %b[%i] : memref<9999xf32>
  }
  return
}
func.func @other(%a: memref<9999xf32>, %b: memref<9999xf32>) attributes {target_cpu = "znver4"} {
  affine.for %i = 0 to 9999 {
    %x = affine.load %a[%i] : memref<9999xf32>
    affine.store %x, %b[%i] : memref<9999xf32>
  }
  return
}
func.func @apart(%a: memref<9999xf32> {llvm.noalias}, %b: memref<9999xf32>) {
  affine.for %i = 0 to 9999 {
    %x = affine.load %a[%i] : memref<9999xf32>
    affine.store %x, %b[%i] : memref<9999xf32>
  }
  return
}

// -----

// Parts of one allocation: %a and %c share bytes over time, in one loop here, and
// %b shares none with either.
// CHECK-LABEL: func.func @planned(
// CHECK:         call @planned_nest(%[[A:view.*]], %[[B:view.*]], %[[C:view.*]]) :
// CHECK:       func.func private @planned_nest(
// CHECK-SAME:    %arg0: memref<64x16xf32>, %arg1: memref<64x16xf32> {llvm.noalias}, %arg2: memref<1024xf32>)
func.func @planned() {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %memory = memref.alloc() {alignment = 64 : i64} : memref<8192xi8>
  %a = memref.view %memory[%c0][] : memref<8192xi8> to memref<64x16xf32>
  %b = memref.view %memory[%c4096][] : memref<8192xi8> to memref<64x16xf32>
  %c = memref.view %memory[%c0][] : memref<8192xi8> to memref<1024xf32>
  affine.for %t = 0 to 9 {
    affine.for %i = 0 to 64 {
      affine.for %j = 0 to 16 {
        %x = affine.load %a[%i, %j] : memref<64x16xf32>
        affine.store %x, %b[%i, %j] : memref<64x16xf32>
      }
    }
    affine.for %i = 0 to 1024 {
      %x = affine.load %b[%i floordiv 16, %i mod 16] : memref<64x16xf32>
      affine.store %x, %c[%i] : memref<1024xf32>
    }
  }
  memref.dealloc %memory : memref<8192xi8>
  return
}

// -----

// A reinterpret_cast may leave the bytes of its source.
// CHECK-LABEL: func.func @reinterpreted(
// CHECK:       func.func private @reinterpreted_nest(
// CHECK-NOT:     noalias
// CHECK:         affine.for
func.func @reinterpreted() {
  %c0 = arith.constant 0 : index
  %c4096 = arith.constant 4096 : index
  %memory = memref.alloc() : memref<8192xi8>
  %a = memref.view %memory[%c0][] : memref<8192xi8> to memref<1024xf32>
  %b = memref.view %memory[%c4096][] : memref<8192xi8> to memref<1024xf32>
  %far = memref.reinterpret_cast %a to offset: [1024], sizes: [1024], strides: [1]
      : memref<1024xf32> to memref<1024xf32, strided<[1], offset: 1024>>
  affine.for %i = 0 to 1024 {
    affine.for %j = 0 to 9 {
      %x = affine.load %b[%i] : memref<1024xf32>
      affine.store %x, %far[%i] : memref<1024xf32, strided<[1], offset: 1024>>
    }
  }
  return
}

// -----

// Memory that is reached by other ways than arguments.
// CHECK-LABEL: func.func @called(
// CHECK:       func.func private @called_nest(%arg0: memref<9xf32>, %arg1: memref<9xf32>) attributes
// CHECK-LABEL: func.func @global(
// CHECK:       func.func private @global_nest(%arg0: memref<9xf32>) attributes
// CHECK-LABEL: func.func @buffers(
// CHECK:       func.func private @buffers_nest(%arg0: memref<9xmemref<9xf32>>, %arg1: memref<9xf32>) attributes
memref.global @memory : memref<9xf32> = dense<0.0>
func.func private @callee(memref<9xf32>, memref<9xf32>)
func.func @called(%a: memref<9xf32> {llvm.noalias}, %b: memref<9xf32> {llvm.noalias}) {
  affine.for %i = 0 to 9999 {
    func.call @callee(%a, %b) : (memref<9xf32>, memref<9xf32>) -> ()
  }
  return
}
func.func @global(%a: memref<9xf32>) {
  affine.for %i = 0 to 9999 {
    %b = memref.get_global @memory : memref<9xf32>
    %x = affine.load %a[0] : memref<9xf32>
    affine.store %x, %b[0] : memref<9xf32>
  }
  return
}
func.func @buffers(%all: memref<9xmemref<9xf32>>, %a: memref<9xf32>) {
  affine.for %i = 0 to 9999 {
    %b = affine.load %all[0] : memref<9xmemref<9xf32>>
    %x = affine.load %a[0] : memref<9xf32>
    affine.store %x, %b[0] : memref<9xf32>
  }
  return
}

// -----

// What has results stays, and loops in it go; so do loops under a branch, whose
// bounds are values. A vector cannot be an argument, but may be a constant.
// CHECK-LABEL: func.func @within(
// CHECK:         scf.for {{.*}} iter_args
// CHECK-NEXT:      func.call @within_nest(%arg0, %{{.*}}) : (memref<99x99xf32>, index) -> ()
// CHECK:         scf.if
// CHECK-NEXT:      func.call @within_nest_0(
// CHECK:         affine.for
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        vector.store %arg3
// CHECK:         call @within_nest_1(%arg0)
// CHECK:       func.func private @within_nest_1(
// CHECK-NEXT:    arith.constant dense
func.func @within(%a: memref<99x99xf32>, %c: i1, %n: index, %v: vector<9xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : vector<9xf32>
  %sum = scf.for %t = %c0 to %c9 step %c1 iter_args(%s = %zero) -> f32 {
    affine.for %i = 0 to 99 {
      affine.for %j = 0 to 99 {
        affine.store %zero, %a[%i, %j] : memref<99x99xf32>
        memref.store %zero, %a[%i, %t] : memref<99x99xf32>
      }
    }
    %x = memref.load %a[%t, %t] : memref<99x99xf32>
    %r = arith.addf %s, %x : f32
    scf.yield %r : f32
  }
  scf.if %c {
    affine.for %i = 0 to 99 {
      affine.for %j = 0 to %n {
        affine.store %zero, %a[%i, %j] : memref<99x99xf32>
      }
    }
  }
  affine.for %i = 0 to 99 {
    affine.for %j = 0 to 90 {
      vector.store %v, %a[%i, %j] : memref<99x99xf32>, vector<9xf32>
    }
  }
  affine.for %i = 0 to 99 {
    affine.for %j = 0 to 90 {
      vector.store %w, %a[%i, %j] : memref<99x99xf32>, vector<9xf32>
    }
  }
  return %sum : f32
}

// -----

// Small loops stay where none is large, and kernels are not looked into.
// CHECK-LABEL: func.func @small(
// CHECK-NOT:     call
// CHECK:         return
func.func @small(%a: memref<999xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 999 {
    affine.store %zero, %a[%i] : memref<999xf32>
  }
  gpu.launch blocks(%x, %y, %z) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%bx = %n, %by = %n, %bz = %n) {
    affine.for %i = 0 to 999 {
      affine.for %j = 0 to 999 {
        affine.store %zero, %a[%i] : memref<999xf32>
      }
    }
    gpu.terminator
  }
  return
}
