// Loops whose iterations may run at once. Checked by running them backwards (layout-check).
// RUN: layout-opt %s --layout-parallelize-loops="threads=2 min-work=100" --mlir-print-local-scope | FileCheck %s
// RUN: layout-opt %s --layout-parallelize-loops="threads=2 min-work=100" --remarks-filter=layout --remark-format=emitRemark --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=Analysis
// RUN: layout-opt %s --layout-parallelize-loops="threads=1 min-work=100" | FileCheck %s --check-prefix=ONE --implicit-check-not=parallel
// ONE: func.func @outermost
// RUN: layout-opt %s --layout-parallelize-loops | FileCheck %s --check-prefix=LARGE
// LARGE: func @extents
// LARGE: scf.if
// LARGE-NOT: affine.parallel (%{{.*}}) = (0) to ({{[0-9]}}
// LARGE: func @large
// LARGE: affine.parallel

// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-parallelize-loops{threads=2 min-work=100})"
// RUN: %{check} --entry=outermost
// RUN: %{check} --entry=inner
// RUN: %{check} --entry=joined
// RUN: %{check} --entry=triangle
// RUN: %{check} --entry=own_buffers
// RUN: %{check} --entry=extents --dim=arg0.dim0:9 --dim=arg0.dim1:13 --dim=arg1.dim0:9 --dim=arg1.dim1:13
// RUN: %{check} --entry=extents --dim=arg0.dim0:3 --dim=arg0.dim1:0 --dim=arg1.dim0:3 --dim=arg1.dim1:0
// RUN: %{check} --entry=minima --arg=1:21
// RUN: %{check} --entry=single

// Only the outermost.
// CHECK-LABEL: func @outermost
// CHECK: affine.parallel (%[[I:.*]]) = (0) to (16) {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 16 {
// CHECK-NEXT: affine.load %{{.*}}[%[[J]], %[[I]]]
// CHECK-NOT: affine.parallel
// REMARK: [Passed] layout-parallelize-loops/parallel {{.*}}"parallel: by 2 threads, 768 instructions or more, estimated"
func.func @outermost(%a: memref<16x16xf32>, %b: memref<16x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%j, %i] : memref<16x16xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// A sweep: each row needs the one before, and the elements of a row do not need each other.
// CHECK-LABEL: func @inner
// CHECK: affine.for %[[I:.*]] = 1 to 8 {
// CHECK-NEXT: affine.parallel (%[[J:.*]]) = (0) to (64) {
// REMARK: [Missed] layout-parallelize-loops/dependence {{.*}}"not parallel: data race: iteration {{.*}} reads %arg0[[[N:[0-9]+]], [[M:[0-9]+]]] that iteration 'affine.for' at [[@LINE+3]]:3 = [[N]], {{.*}} = [[M]] wrote"
// REMARK: [Passed] layout-parallelize-loops/parallel
func.func @inner(%a: memref<8x64xf32>) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %a[%i - 1, %j] : memref<8x64xf32>
      %1 = affine.load %a[%i, %j] : memref<8x64xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %a[%i, %j] : memref<8x64xf32>
    }
  }
  return
}

// Two threads share 15 iterations better than 3.
// CHECK-LABEL: func @joined
// CHECK: affine.parallel (%[[I:.*]], %[[J:.*]]) = (0, 2) to (3, 12) step (1, 2) {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 40 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]], %[[K]]]
// REMARK: [Passed] layout-parallelize-loops/parallel {{.*}}"parallel, with the loop inside: by 2 threads, 1800 instructions or more, estimated"
func.func @joined(%a: memref<3x12x40xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 2 to 12 step 2 {
      affine.for %k = 0 to 40 {
        %0 = affine.load %a[%i, %j, %k] : memref<3x12x40xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %a[%i, %j, %k] : memref<3x12x40xf32>
      }
    }
  }
  return
}

// The second half of the rows is three quarters of the triangle.
// CHECK-LABEL: func @triangle
// CHECK: affine.parallel (%[[T:.*]]) = (0) to (2) {
// CHECK-NEXT: affine.for %[[I:.*]] = affine_map<(d0) -> (d0 * 3 + 1)>(%[[T]]) to 39 step 6 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to affine_map<(d0) -> (d0)>(%[[I]]) {
// REMARK: [Passed] layout-parallelize-loops/parallel {{.*}}"parallel: by 2 threads in turn, 760 instructions or more, estimated"
func.func @triangle(%a: memref<39x39xf32>) {
  affine.for %i = 1 to 39 step 3 {
    affine.for %j = 0 to affine_map<(i) -> (i)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<39x39xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%i, %j] : memref<39x39xf32>
    }
  }
  return
}

// What an iteration allocates is its own, on the stack or not.
// CHECK-LABEL: func @own_buffers
// CHECK: affine.parallel
// CHECK-NEXT: memref.alloca
// CHECK-NEXT: memref.alloc()
func.func @own_buffers(%a: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    %s = memref.alloca() : memref<16xf32>
    %h = memref.alloc() : memref<16xf32>
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<16x16xf32>
      affine.store %0, %s[15 - %j] : memref<16xf32>
    }
    affine.for %j = 0 to 16 {
      %0 = affine.load %s[%j] : memref<16xf32>
      affine.store %0, %h[%j] : memref<16xf32>
    }
    affine.for %j = 0 to 16 {
      %0 = affine.load %h[%j] : memref<16xf32>
      affine.store %0, %a[%i, %j] : memref<16x16xf32>
    }
    memref.dealloc %h : memref<16xf32>
  }
  return
}

// How much there is to do the program knows when it runs.
// CHECK-LABEL: func @extents
// CHECK-SAME: %[[A:.*]]: memref<?x?xf32>, %
// CHECK-DAG: %[[N:.*]] = memref.dim %[[A]], %c0
// CHECK-DAG: %[[M:.*]] = memref.dim %[[A]], %c1
// CHECK: %[[LEAST:.*]] = arith.constant 1.000000e+02 : f64
// CHECK: %[[ENOUGH:.*]] = arith.cmpf oge, %{{.*}}, %[[LEAST]] : f64
// CHECK: scf.if %[[ENOUGH]] {
// CHECK-NEXT: affine.parallel (%{{.*}}) = (0) to (symbol(%[[N]])) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[M]] {
// CHECK: } else {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[N]] {
// CHECK-NEXT: affine.for %{{.*}} = 0 to %[[M]] {
// REMARK: [Passed] layout-parallelize-loops/parallel {{.*}}"parallel: by 2 threads, where there are 100 instructions or more"
func.func @extents(%a: memref<?x?xf32>, %b: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf32>
  %m = memref.dim %a, %c1 : memref<?x?xf32>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %0 = affine.load %a[%i, %j] : memref<?x?xf32>
      affine.store %0, %b[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// Bounds of several results, one of them an argument.
// CHECK-LABEL: func @minima
// CHECK: affine.parallel (%[[I:.*]]) = (0) to (20) {
// CHECK-NEXT: affine.for %{{.*}} = 0 to min affine_map<(d0)[s0] -> (20, d0 + s0)>(%[[I]])[%{{.*}}] {
func.func @minima(%a: memref<20x20xf32>, %n: index) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to min affine_map<(i)[n] -> (20, i + n)>(%i)[%n] {
      %0 = affine.load %a[%i, %j] : memref<20x20xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%i, %j] : memref<20x20xf32>
    }
  }
  return
}

// One iteration is nothing to share; those inside of it are.
// CHECK-LABEL: func @single
// CHECK: affine.parallel (%{{.*}}, %{{.*}}) = (0, 0) to (1, 16)
func.func @single(%a: memref<1x16x16xf32>) {
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 16 {
      affine.for %k = 0 to 16 {
        %0 = affine.load %a[%i, %j, %k] : memref<1x16x16xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %a[%i, %j, %k] : memref<1x16x16xf32>
      }
    }
  }
  return
}

// By default only this one has enough to do, and that of which nothing is known.
func.func @large(%a: memref<700x700xf32>) {
  affine.for %i = 0 to 700 {
    affine.for %j = 0 to 700 {
      %0 = affine.load %a[%i, %j] : memref<700x700xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%i, %j] : memref<700x700xf32>
    }
  }
  return
}
