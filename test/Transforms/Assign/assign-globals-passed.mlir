// A global with a layout is converted around a call of a function for plain buffers which cannot tell the copy.
// RUN: layout-opt %s --layout-assign | FileCheck %s
// RUN: layout-check %s --entry=read,read_by_name --pipeline="builtin.module(layout-compile{to-llvm=false})"
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
