// RUN: layout-opt %s --layout-legalize=only=masked-accesses | FileCheck %s

// LLVM may assume that the condition of a branch is no poison, so the lane is frozen.
// CHECK-LABEL: llvm.func @load(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr, %[[MASK:.*]]: vector<1xi1>, %[[OTHER:.*]]: vector<1xf64>)
// CHECK:         %[[BIT:.*]] = llvm.extractelement %[[MASK]][
// CHECK:         %[[LANE:.*]] = llvm.freeze %[[BIT]] : i1
// CHECK:         %[[ELSE:.*]] = llvm.extractelement %[[OTHER]][
// CHECK:         llvm.cond_br %[[LANE]], ^bb1, ^bb2(%[[ELSE]] : f64)
// CHECK:       ^bb1:
// CHECK-NEXT:    %[[LOADED:.*]] = llvm.load %[[P]] {alignment = 4 : i64, nontemporal} : !llvm.ptr -> f64
// CHECK-NEXT:    llvm.br ^bb2(%[[LOADED]] : f64)
// CHECK:       ^bb2(%[[ELEMENT:.*]]: f64):
// CHECK:         %[[R:.*]] = llvm.insertelement %[[ELEMENT]], %{{.*}}[{{.*}}] : vector<1xf64>
// CHECK:         llvm.return %[[R]]
llvm.func @load(%p: !llvm.ptr, %mask: vector<1xi1>, %other: vector<1xf64>) -> vector<1xf64> {
  %r = llvm.intr.masked.load %p, %mask, %other {alignment = 4 : i32, nontemporal} : (!llvm.ptr, vector<1xi1>, vector<1xf64>) -> vector<1xf64>
  llvm.return %r : vector<1xf64>
}

// The store is not of a truncation that LLVM sees in a vector: no mask is hidden.
// CHECK-LABEL: llvm.func @store(
// CHECK-NOT:     volatile
// CHECK:         llvm.cond_br %{{.*}}, ^bb1, ^bb2
// CHECK:       ^bb1:
// CHECK:         %[[ELEMENT:.*]] = llvm.extractelement %arg0[
// CHECK-NEXT:    llvm.store %[[ELEMENT]], %arg1 {alignment = 1 : i64} : i8, !llvm.ptr
// CHECK-NEXT:    llvm.br ^bb2
// CHECK:       ^bb2:
// CHECK-NEXT:    llvm.return
llvm.func @store(%x: vector<1xi8>, %p: !llvm.ptr, %mask: vector<1xi1>) {
  llvm.intr.masked.store %x, %p, %mask {alignment = 1 : i32} : vector<1xi8>, vector<1xi1> into !llvm.ptr
  llvm.return
}

// The address is of no interest where the lane is not set, and neither is the result.
// CHECK-LABEL: llvm.func @gather(
// CHECK:         %[[NONE:.*]] = llvm.mlir.poison : i64
// CHECK:         llvm.cond_br %{{.*}}, ^bb1, ^bb2(%[[NONE]] : i64)
// CHECK:       ^bb1:
// CHECK:         %[[P:.*]] = llvm.extractelement %arg0[
// CHECK-NEXT:    llvm.load %[[P]] {alignment = 8 : i64} : !llvm.ptr -> i64
llvm.func @gather(%p: vector<1x!llvm.ptr>, %mask: vector<1xi1>) -> vector<1xi64> {
  %r = llvm.intr.masked.gather %p, %mask {alignment = 8 : i32} : (vector<1x!llvm.ptr>, vector<1xi1>) -> vector<1xi64>
  llvm.return %r : vector<1xi64>
}

// CHECK-LABEL: llvm.func @scatter(
// CHECK:         llvm.cond_br
// CHECK:         %[[P:.*]] = llvm.extractelement %arg0[
// CHECK:         llvm.store %{{.*}}, %[[P]] {alignment = 8 : i64} : f64, !llvm.ptr
llvm.func @scatter(%p: vector<1x!llvm.ptr>, %mask: vector<1xi1>, %x: vector<1xf64>) {
  llvm.intr.masked.scatter %x, %p, %mask {alignment = 8 : i32} : vector<1xf64>, vector<1xi1> into vector<1x!llvm.ptr>
  llvm.return
}

// Small floats are integers in the new blocks, too.
// CHECK-LABEL: llvm.func @bf16(
// CHECK:         llvm.cond_br %{{.*}}, ^bb1, ^bb2(%{{.*}} : i16)
// CHECK:         llvm.load %arg0 {alignment = 2 : i64} : !llvm.ptr -> i16
// CHECK:       ^bb2(%{{.*}}: i16):
// CHECK:         llvm.bitcast %{{.*}} : vector<1xi16> to vector<1xbf16>
llvm.func @bf16(%p: !llvm.ptr, %mask: vector<1xi1>, %other: vector<1xbf16>) -> vector<1xbf16> {
  %r = llvm.intr.masked.load %p, %mask, %other {alignment = 2 : i32} : (!llvm.ptr, vector<1xi1>, vector<1xbf16>) -> vector<1xbf16>
  llvm.return %r : vector<1xbf16>
}

// No branch where the lane is known.
// CHECK-LABEL: llvm.func @constant(
// CHECK-NOT:     br
// CHECK:         %[[X:.*]] = llvm.load %arg0 {alignment = 8 : i64} : !llvm.ptr -> f64
// CHECK:         %[[R:.*]] = llvm.insertelement %[[X]],
// CHECK-NOT:     llvm.load
// CHECK:         %[[OTHER:.*]] = llvm.extractelement %arg1[
// CHECK:         %[[S:.*]] = llvm.insertelement %[[OTHER]],
// CHECK-NOT:     llvm.store
// CHECK:         llvm.fadd %[[R]], %[[S]]
llvm.func @constant(%p: !llvm.ptr, %other: vector<1xf64>) -> vector<1xf64> {
  %all = llvm.mlir.constant(dense<true> : vector<1xi1>) : vector<1xi1>
  %none = llvm.mlir.constant(dense<false> : vector<1xi1>) : vector<1xi1>
  %r = llvm.intr.masked.load %p, %all, %other {alignment = 8 : i32} : (!llvm.ptr, vector<1xi1>, vector<1xf64>) -> vector<1xf64>
  %s = llvm.intr.masked.load %p, %none, %other {alignment = 8 : i32} : (!llvm.ptr, vector<1xi1>, vector<1xf64>) -> vector<1xf64>
  llvm.intr.masked.store %r, %p, %none {alignment = 8 : i32} : vector<1xf64>, vector<1xi1> into !llvm.ptr
  %t = llvm.fadd %r, %s : vector<1xf64>
  llvm.return %t : vector<1xf64>
}

// A scalable vector may have more lanes; LLVM compiles two lanes as they are.
// CHECK-LABEL: llvm.func @others(
// CHECK-NOT:     br
// CHECK-COUNT-2: llvm.intr.masked.load
llvm.func @others(%p: !llvm.ptr, %m: vector<[1]xi1>, %n: vector<2xi1>) {
  %r = llvm.intr.masked.load %p, %m {alignment = 8 : i32} : (!llvm.ptr, vector<[1]xi1>) -> vector<[1]xf64>
  %s = llvm.intr.masked.load %p, %n {alignment = 8 : i32} : (!llvm.ptr, vector<2xi1>) -> vector<2xf64>
  llvm.return
}

// A loop of one block has no place for a branch: it is lowered first.
// CHECK-LABEL: llvm.func @in_loop(
// CHECK:         scf.for
// CHECK:           llvm.intr.masked.load
llvm.func @in_loop(%p: !llvm.ptr, %mask: vector<1xi1>, %x: vector<1xf64>) -> vector<1xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%y = %x) -> vector<1xf64> {
    %z = llvm.intr.masked.load %p, %mask, %y {alignment = 8 : i32} : (!llvm.ptr, vector<1xi1>, vector<1xf64>) -> vector<1xf64>
    scf.yield %z : vector<1xf64>
  }
  llvm.return %r : vector<1xf64>
}
