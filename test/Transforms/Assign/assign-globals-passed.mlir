// A global with a layout is converted around a call of a function for plain buffers which cannot tell the copy.
// RUN: layout-opt %s --layout-assign | FileCheck %s
// RUN: layout-check %s --entry=read,read_by_name,made,recursive,recursive_written,mutual,maybe_written,local_copy,local_copy_of_constant --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-check %s --entry=written --arg=0:5.0 --pipeline="builtin.module(layout-compile{to-llvm=false})"
// RUN: layout-opt %s --layout-compile -o /dev/null

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1.0 : f64>>
// CHECK: memref.global "private" @w : memref<21xf64, #{{.*}}>
memref.global "private" @w : memref<21xf64> = dense<3.0> {layout.transform = #L}
memref.global "private" constant @k : memref<21xf64> = dense<2.0> {layout.transform = #L}
memref.global "private" @other : memref<f64> = dense<4.0>

func.func private @get(%m: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<?xf64>
  return %x : f64
}

func.func private @double(%m: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<?xf64>
  %y = arith.addf %x, %x : f64
  memref.store %y, %m[%c0] : memref<?xf64>
  return
}

// CHECK-LABEL: @read
// CHECK: layout.convert
// CHECK: call @get
func.func @read() -> f64 {
  %g = memref.get_global @w : memref<21xf64>
  %w = memref.cast %g : memref<21xf64> to memref<?xf64>
  %r = call @get(%w) : (memref<?xf64>) -> f64
  return %r : f64
}

// What the callee writes is copied back.
// CHECK-LABEL: @written
// CHECK: layout.convert
// CHECK: call @double
// CHECK: layout.convert
func.func @written(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @w : memref<21xf64>
  memref.store %x, %g[%c0] : memref<21xf64>
  %w = memref.cast %g : memref<21xf64> to memref<?xf64>
  call @double(%w) : (memref<?xf64>) -> ()
  %r = memref.load %g[%c0] : memref<21xf64>
  return %r : f64
}

// The callee writes memory that it is not given, but not that of a constant.
func.func private @keep(%m: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<?xf64>
  %o = memref.get_global @other : memref<f64>
  memref.store %x, %o[] : memref<f64>
  %y = memref.load %o[] : memref<f64>
  return %y : f64
}
func.func @read_by_name() -> f64 {
  %g = memref.get_global @k : memref<21xf64>
  %w = memref.cast %g : memref<21xf64> to memref<?xf64>
  %r = call @keep(%w) : (memref<?xf64>) -> f64
  return %r : f64
}

// Nothing on the cycle of calls reaches a global by its name.
func.func private @sum(%m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %isLast = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %isLast -> f64 {
    scf.yield %zero : f64
  } else {
    %i = arith.subi %n, %c1 : index
    %x = memref.load %m[%i] : memref<?xf64>
    %s = func.call @sum(%m, %i) : (memref<?xf64>, index) -> f64
    %t = arith.addf %x, %s : f64
    scf.yield %t : f64
  }
  return %r : f64
}
// CHECK-LABEL: @recursive
// CHECK: layout.convert
// CHECK: call @sum
func.func @recursive() -> f64 {
  %c21 = arith.constant 21 : index
  %g = memref.get_global @w : memref<21xf64>
  %w = memref.cast %g : memref<21xf64> to memref<?xf64>
  %r = call @sum(%w, %c21) : (memref<?xf64>, index) -> f64
  return %r : f64
}

func.func private @count(%m: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %isLast = arith.cmpi eq, %n, %c0 : index
  scf.if %isLast {
  } else {
    %i = arith.subi %n, %c1 : index
    func.call @count(%m, %i) : (memref<?xf64>, index) -> ()
    %x = memref.load %m[%i] : memref<?xf64>
    %y = arith.addf %x, %x : f64
    memref.store %y, %m[%i] : memref<?xf64>
  }
  return
}
// CHECK-LABEL: @recursive_written
// CHECK: layout.convert
// CHECK: call @count
// CHECK: layout.convert
func.func @recursive_written() -> f64 {
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %g = memref.get_global @w : memref<21xf64>
  %w = memref.cast %g : memref<21xf64> to memref<?xf64>
  call @count(%w, %c3) : (memref<?xf64>, index) -> ()
  %r = memref.load %g[%c2] : memref<21xf64>
  return %r : f64
}

func.func private @even(%m: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %isLast = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %isLast -> f64 {
    %x = memref.load %m[%c0] : memref<?xf64>
    scf.yield %x : f64
  } else {
    %i = arith.subi %n, %c1 : index
    %s = func.call @odd(%m, %i) : (memref<?xf64>, index) -> f64
    scf.yield %s : f64
  }
  return %r : f64
}
func.func private @odd(%m: memref<?xf64>, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %i = arith.subi %n, %c1 : index
  %r = func.call @even(%m, %i) : (memref<?xf64>, index) -> f64
  return %r : f64
}
// CHECK-LABEL: @mutual
// CHECK: layout.convert
// CHECK: call @even
func.func @mutual() -> f64 {
  %c4 = arith.constant 4 : index
  %g = memref.get_global @w : memref<21xf64>
  %w = memref.cast %g : memref<21xf64> to memref<?xf64>
  %r = call @even(%w, %c4) : (memref<?xf64>, index) -> f64
  return %r : f64
}

// What may be written, but not in a constant, is not copied back to read-only memory.
func.func private @double_if(%m: memref<?xf64>, %c: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<?xf64>
  scf.if %c {
    %y = arith.addf %x, %x : f64
    memref.store %y, %m[%c0] : memref<?xf64>
  }
  return %x : f64
}
// CHECK-LABEL: @maybe_written
// CHECK: layout.convert
// CHECK: call @double_if
// CHECK-NOT: layout.convert
// CHECK: return
func.func @maybe_written() -> f64 {
  %false = arith.constant false
  %g = memref.get_global @k : memref<21xf64>
  %w = memref.cast %g : memref<21xf64> to memref<?xf64>
  %r = call @double_if(%w, %false) : (memref<?xf64>, i1) -> f64
  return %r : f64
}

// A function that works on a local copy of a public global calls one that cannot reach the global.
memref.global @public : memref<21xf64> = dense<3.0> {layout.transform = #L}
memref.global constant @public_constant : memref<21xf64> = dense<3.0> {layout.transform = #L}
func.func private @add(%m: memref<21xf64>, %out: memref<21xf64>) {
  affine.for %i = 0 to 21 {
    %x = affine.load %m[%i] : memref<21xf64>
    %y = affine.load %out[%i] : memref<21xf64>
    %z = arith.addf %x, %y : f64
    affine.store %z, %out[%i] : memref<21xf64>
  }
  return
}
// CHECK-LABEL: @local_copy(
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<21xf64, #
// CHECK: call @add(%[[COPY]]
// CHECK: layout.convert ins(%[[COPY]]
func.func @local_copy(%out: memref<21xf64> {llvm.noalias}) -> f64 {
  %c1 = arith.constant 1 : index
  %g = memref.get_global @public : memref<21xf64>
  %x = memref.load %out[%c1] : memref<21xf64>
  memref.store %x, %g[%c1] : memref<21xf64>
  call @add(%g, %out) : (memref<21xf64>, memref<21xf64>) -> ()
  return %x : f64
}
// CHECK-LABEL: @local_copy_of_constant(
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<21xf64, #
// CHECK: call @add(%[[COPY]]
// CHECK-NOT: layout.convert ins(%[[COPY]]
// CHECK: return
func.func @local_copy_of_constant(%out: memref<21xf64>) {
  %g = memref.get_global @public_constant : memref<21xf64>
  call @add(%g, %out) : (memref<21xf64>, memref<21xf64>) -> ()
  return
}
// What a callee makes, and what control flow chooses of it, is no name of the global.
func.func @make(%m: memref<21xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<21xf64>
  %b = memref.alloc() : memref<21xf64>
  %x = memref.load %m[%c1] : memref<21xf64>
  %zero = arith.constant 0.0 : f64
  %c = arith.cmpf ogt, %x, %zero : f64
  %r = scf.if %c -> memref<21xf64> {
    scf.yield %a : memref<21xf64>
  } else {
    scf.yield %b : memref<21xf64>
  }
  %v = memref.subview %r[2] [4] [1] : memref<21xf64> to memref<4xf64, strided<[1], offset: 2>>
  memref.store %x, %v[%c0] : memref<4xf64, strided<[1], offset: 2>>
  memref.store %zero, %m[%c0] : memref<21xf64>
  %y = memref.load %v[%c0] : memref<4xf64, strided<[1], offset: 2>>
  memref.dealloc %a : memref<21xf64>
  memref.dealloc %b : memref<21xf64>
  return %y : f64
}
func.func @made() -> f64 {
  %g = memref.get_global @w : memref<21xf64>
  %r = call @make(%g) : (memref<21xf64>) -> f64
  return %r : f64
}
