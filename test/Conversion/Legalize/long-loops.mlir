// The distance of the bounds has no value in the type of the loop, or the variable would have none
// after the last iteration.
// RUN: layout-opt %s --layout-compile | mlir-translate-22 --mlir-to-llvmir | %llvm_bin/opt -O3 -S | FileCheck %s --check-prefix=LLVM
// RUN: layout-opt %s --layout-legalize=only=empty-loops | FileCheck %s
// RUN: layout-check %s --entry=bytes,folded,words,wide,indices --pipeline="builtin.module(layout-legalize{only=empty-loops},canonicalize)"
// RUN: layout-check %s --entry=bytes,folded,words,wide,indices,fits --pipeline="builtin.module(layout-compile{to-llvm=false})"

// CHECK-LABEL: func.func @bytes
// CHECK: %[[COUNT:.*]] = arith.constant 51 : index
// CHECK: scf.for %[[N:.*]] = %{{.*}} to %[[COUNT]] step
// CHECK: %[[CAST:.*]] = arith.index_cast %[[N]] : index to i8
// CHECK: %[[SCALED:.*]] = arith.muli %[[CAST]], %
// CHECK: %[[I:.*]] = arith.addi %{{.*}}, %[[SCALED]]
// CHECK: memref.store %[[I]]
func.func @bytes(%a: memref<64xi8>) {
  %lower = arith.constant -128 : i8
  %upper = arith.constant 127 : i8
  %step = arith.constant 5 : i8
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> (index) : i8 {
    memref.store %i, %a[%n] : memref<64xi8>
    %next = arith.addi %n, %one : index
    scf.yield %next : index
  }
  return
}

// CHECK-LABEL: func.func @folded
// CHECK: scf.for {{.*}} {
func.func @folded(%a: memref<64xi16>) {
  %most = arith.constant 32767 : i16
  %one = arith.constant 1 : i16
  %lower = arith.addi %most, %one : i16
  %step = arith.constant 4369 : i16
  %zero = arith.constant 0 : index
  %single = arith.constant 1 : index
  %end = scf.for %i = %lower to %most step %step iter_args(%n = %zero) -> (index) : i16 {
    memref.store %i, %a[%n] : memref<64xi16>
    %next = arith.addi %n, %single : index
    scf.yield %next : index
  }
  return
}

func.func @words(%a: memref<64xi32>) {
  %lower = arith.constant -2000000000 : i32
  %upper = arith.constant 2000000000 : i32
  %step = arith.constant 100000000 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> (index) : i32 {
    memref.store %i, %a[%n] : memref<64xi32>
    %next = arith.addi %n, %one : index
    scf.yield %next : index
  }
  return
}

func.func @wide(%a: memref<64xi64>) {
  %lower = arith.constant -9000000000000000000 : i64
  %upper = arith.constant 9000000000000000000 : i64
  %step = arith.constant 1000000000000000000 : i64
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> (index) : i64 {
    memref.store %i, %a[%n] : memref<64xi64>
    %next = arith.addi %n, %one : index
    scf.yield %next : index
  }
  return
}

func.func @indices(%a: memref<64xindex>) {
  %lower = arith.constant -9000000000000000000 : index
  %upper = arith.constant 9000000000000000000 : index
  %step = arith.constant 1000000000000000000 : index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> (index) {
    memref.store %i, %a[%n] : memref<64xindex>
    %next = arith.addi %n, %one : index
    scf.yield %next : index
  }
  return
}

// CHECK-LABEL: func.func @fits
// CHECK: scf.for %{{.*}} : i8 {
func.func @fits(%a: memref<64xi8>) {
  %lower = arith.constant -100 : i8
  %upper = arith.constant 27 : i8
  %step = arith.constant 5 : i8
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> (index) : i8 {
    memref.store %i, %a[%n] : memref<64xi8>
    %next = arith.addi %n, %one : index
    scf.yield %next : index
  }
  return
}

// After 0 and 100 comes 200, which is -56 in i8, and no end. (layout-check cannot run it without
// these passes.)
// CHECK-LABEL: func.func @last
// CHECK: scf.for %{{.*}} = %{{.*}} to %c2{{.*}} step
// LLVM-LABEL: define void @last(
// LLVM: store i8 0,
// LLVM: store i8 100,
// LLVM: ret void
func.func @last(%a: memref<4xi8>) {
  %lower = arith.constant 0 : i8
  %upper = arith.constant 127 : i8
  %step = arith.constant 100 : i8
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %end = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> (index) : i8 {
    memref.store %i, %a[%n] : memref<4xi8>
    %next = arith.addi %n, %two : index
    scf.yield %next : index
  }
  return
}

// 3, 130: after the last one the variable would be 257, which is 1 in `i8`.
// CHECK-LABEL: func.func @unsigned
// CHECK: arith.constant 2 : index
// CHECK: scf.for unsigned {{.*}} {
// LLVM-LABEL: define void @unsigned(
// LLVM: store i8 3,
// LLVM: store i8 -126,
// LLVM-NOT: store
// LLVM: ret void
func.func @unsigned(%a: memref<4xi8>) {
  %lower = arith.constant 3 : i8
  %upper = arith.constant -81 : i8
  %step = arith.constant 127 : i8
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %end = scf.for unsigned %i = %lower to %upper step %step iter_args(%n = %zero) -> (index) : i8 {
    memref.store %i, %a[%n] : memref<4xi8>
    %next = arith.addi %n, %one : index
    scf.yield %next : index
  }
  return
}

// CHECK-LABEL: func.func @unsigned_fits
// CHECK: arith.constant -56 : i8
// CHECK: scf.for unsigned
func.func @unsigned_fits(%a: memref<256xi8>) {
  %lower = arith.constant 3 : i8
  %upper = arith.constant -56 : i8
  %step = arith.constant 7 : i8
  %zero = arith.constant 0 : i8
  scf.for unsigned %i = %lower to %upper step %step : i8 {
    %n = arith.index_castui %i : i8 to index
    memref.store %zero, %a[%n] : memref<256xi8>
  }
  return
}

// The loop has more bits than twice those of an index.
// CHECK-LABEL: func.func @wide_unsigned
// CHECK: scf.for unsigned
func.func @wide_unsigned(%a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : i129
  %c5 = arith.constant 5 : i129
  %c2 = arith.constant 2 : i129
  scf.for unsigned %i = %c0 to %c5 step %c2 : i129 {
    %p = arith.index_cast %i : i129 to index
    memref.store %x, %a[%p] : memref<8xi32>
  }
  return
}
