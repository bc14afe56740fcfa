// Loops that stay as they are, and why.
// RUN: layout-opt %s --layout-parallelize-loops="min-work=100" > %t.after
// RUN: layout-opt %s | diff - %t.after
// RUN: layout-opt %s --layout-parallelize-loops="min-work=100" --remarks-filter=layout --remark-format=emitRemark --remark-policy=all -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=[Passed]

// CHECK: [[@LINE+3]]:3: {{.*}}[Missed] layout-parallelize-loops/dependence {{.*}}reads %arg0[{{[0-9]+}}] that iteration {{.*}} wrote"
// In place, left to right.
func.func @stencil(%a: memref<100xf32>) {
  affine.for %i = 1 to 100 {
    %0 = affine.load %a[%i - 1] : memref<100xf32>
    %1 = affine.load %a[%i] : memref<100xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %a[%i] : memref<100xf32>
  }
  return
}

// CHECK: [[@LINE+3]]:3: {{.*}}[Missed] layout-parallelize-loops/dependence {{.*}}writes %arg0[0] that iteration {{.*}} wrote"
// Whoever is last decides.
func.func @last_wins(%a: memref<8xf32>, %b: memref<100xf32> {llvm.noalias}) {
  affine.for %i = 0 to 100 {
    %0 = affine.load %b[%i] : memref<100xf32>
    affine.store %0, %a[%i floordiv 13] : memref<8xf32>
  }
  return
}

// CHECK: [[@LINE+3]]:3: {{.*}}[Missed] layout-parallelize-loops/dependence {{.*}} %arg1[] that iteration
// CHECK: [[@LINE+3]]:5: {{.*}}[Missed] layout-parallelize-loops/little-work {{.*}}"left to one thread: 40 instructions, estimated, are fewer than 100; min-work sets another limit"
func.func @sum(%a: memref<10x10xf32>, %s: memref<f32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %a[%i, %j] : memref<10x10xf32>
      %1 = affine.load %s[] : memref<f32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %s[] : memref<f32>
    }
  }
  return
}

// CHECK: [[@LINE+4]]:8: {{.*}}[Missed] layout-parallelize-loops/carries-values
// A sum in a register keeps its order, too.
func.func @carried(%a: memref<100xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 100 iter_args(%s = %zero) -> f32 {
    %0 = affine.load %a[%i] : memref<100xf32>
    %1 = arith.addf %0, %s : f32
    affine.yield %1 : f32
  }
  return %r : f32
}

// CHECK: [[@LINE+6]]:3: {{.*}}[Missed] layout-parallelize-loops/dependence {{.*}}%alloc[{{[0-9]+}}]
// CHECK: little-work
// CHECK: little-work
// One temporary for all.
func.func @shared_temporary(%a: memref<10x10xf32>) {
  %t = memref.alloc() : memref<10xf32>
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %a[%i, %j] : memref<10x10xf32>
      affine.store %0, %t[9 - %j] : memref<10xf32>
    }
    affine.for %j = 0 to 10 {
      %0 = affine.load %t[%j] : memref<10xf32>
      affine.store %0, %a[%i, %j] : memref<10x10xf32>
    }
  }
  memref.dealloc %t : memref<10xf32>
  return
}

// CHECK: [[@LINE+3]]:3: {{.*}}[Missed] layout-parallelize-loops/dependence {{.*}}if these are one memory: state llvm.noalias if they are not"
// A caller may pass one buffer twice.
func.func @two_names(%a: memref<100xf32>, %b: memref<100xf32>) {
  affine.for %i = 0 to 99 {
    %0 = affine.load %a[%i + 1] : memref<100xf32>
    affine.store %0, %b[%i] : memref<100xf32>
  }
  return
}

// CHECK: [[@LINE+3]]:3: {{.*}}[Analysis] layout-parallelize-loops/not-decided
// What is in memory may be anything.
func.func @scatter(%a: memref<100xf32>, %at: memref<100xindex> {llvm.noalias}, %x: f32) {
  affine.for %i = 0 to 100 {
    %n = affine.load %at[%i] : memref<100xindex>
    memref.store %x, %a[%n] : memref<100xf32>
  }
  return
}

// CHECK: [[@LINE+4]]:3: {{.*}}[Analysis] layout-parallelize-loops/not-decided {{.*}}'func.call' may access any memory"
// Nor what is not seen.
func.func private @unknown(index)
func.func @call() {
  affine.for %i = 0 to 1000 {
    func.call @unknown(%i) : (index) -> ()
    %0 = arith.constant 0.0 : f32
    %1 = arith.addf %0, %0 : f32
  }
  return
}

// CHECK: [[@LINE+3]]:3: {{.*}}[Missed] layout-parallelize-loops/stack {{.*}}an iteration allocates more than 262144 bytes by memref.alloca, which the stack of a thread may not have; use memref.alloc and memref.dealloc"
// CHECK: little-work
func.func @large_stack(%a: memref<10xf32>, %x: f32) {
  affine.for %i = 0 to 10 {
    %t = memref.alloca() : memref<1000x1000xf32>
    %named = memref.cast %t : memref<1000x1000xf32> to memref<?x1000xf32>
    affine.for %j = 0 to 10 {
      affine.store %x, %t[%j, %j] : memref<1000x1000xf32>
    }
    affine.for %j = 0 to 10 {
      %0 = affine.load %t[0, %j] : memref<1000x1000xf32>
      affine.store %0, %a[%i] : memref<10xf32>
    }
  }
  return
}

// CHECK: [[@LINE+2]]:3: {{.*}}[Missed] layout-parallelize-loops/stack {{.*}}an iteration allocates an unknown number of bytes by memref.alloca
func.func @unknown_stack(%a: memref<1000xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 1000 {
    %t = memref.alloca(%n) : memref<?xf32>
    affine.store %x, %t[0] : memref<?xf32>
    %0 = affine.load %t[0] : memref<?xf32>
    affine.store %0, %a[%i] : memref<1000xf32>
  }
  return
}

// CHECK: [[@LINE+2]]:3: {{.*}}[Missed] layout-parallelize-loops/marked
func.func @marked(%a: memref<100xf32>, %x: f32) {
  affine.for %i = 0 to 100 {
    affine.store %x, %a[%i] : memref<100xf32>
  } {someone.asks_for = "this"}
  return
}

// Without an affine loop there is nothing to look at.
// CHECK: [[@LINE+5]]:3: {{.*}}[Missed] layout-parallelize-loops/not-raised
func.func @not_raised(%a: memref<100xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %c100 step %c1 {
    memref.store %x, %a[%i] : memref<100xf32>
  }
  return
}

// Those inside of what is parallel already, or runs on a device, are not looked at.
// CHECK-NOT: layout-parallelize-loops
func.func @parallel_already(%a: memref<10x100xf32>, %x: f32) {
  affine.parallel (%i) = (0) to (10) {
    affine.for %j = 0 to 100 {
      affine.store %x, %a[%i, %j] : memref<10x100xf32>
    }
  }
  return
}
gpu.module @kernels {
  gpu.func @kernel(%a: memref<100xf32>, %x: f32) kernel {
    affine.for %j = 0 to 100 {
      affine.store %x, %a[%j] : memref<100xf32>
    }
    gpu.return
  }
}
