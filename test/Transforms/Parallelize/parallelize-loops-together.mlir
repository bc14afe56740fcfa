// Loops of which none has a million instructions, but all of a function have: the first wakes
// the threads, which the others find awake.
// RUN: layout-opt %s --layout-parallelize-loops --remarks-filter=layout --remark-format=emitRemark --remark-policy=all 2>&1 | FileCheck %s
// RUN: layout-check %s --entry=together --arg=1:300 --pipeline="builtin.module(layout-parallelize-loops)"
// RUN: layout-check %s --entry=repeated --pipeline="builtin.module(layout-parallelize-loops)"

// CHECK-DAG: parallelize-loops-together.mlir:[[@LINE+5]]:{{.*}}layout-parallelize-loops/parallel {{.*}}"parallel: by 2 threads, 600000 instructions or more, estimated"
// CHECK-DAG: parallelize-loops-together.mlir:[[@LINE+11]]:{{.*}}layout-parallelize-loops/parallel {{.*}}"parallel: by 2 threads, 600000 instructions or more, estimated"
// CHECK-DAG: parallelize-loops-together.mlir:[[@LINE+17]]:{{.*}}layout-parallelize-loops/little-work {{.*}}"left to one thread: 6000 instructions, estimated, are fewer than 10000; min-work sets another limit"
// CHECK-DAG: parallelize-loops-together.mlir:[[@LINE+23]]:{{.*}}layout-parallelize-loops/parallel {{.*}}where there are 10000 instructions or more"
func.func @together(%a: memref<400x500xf32>, %n: index) {
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 500 {
      %0 = affine.load %a[%i, %j] : memref<400x500xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%i, %j] : memref<400x500xf32>
    }
  }
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 500 {
      %0 = affine.load %a[%i, %j] : memref<400x500xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %a[%i, %j] : memref<400x500xf32>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 500 {
      %0 = affine.load %a[%i, %j] : memref<400x500xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %a[%i, %j] : memref<400x500xf32>
    }
  }
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 500 {
      %0 = affine.load %a[%i, %j] : memref<400x500xf32>
      affine.store %0, %a[%i, %j] : memref<400x500xf32>
    }
  }
  return
}

// A hundred times 15000.
// CHECK-DAG: parallelize-loops-together.mlir:[[@LINE+3]]:{{.*}}layout-parallelize-loops/parallel {{.*}}"parallel: by 2 threads, 15000 instructions or more, estimated"
func.func @repeated(%a: memref<101x5000xf32>) {
  affine.for %t = 0 to 100 {
    affine.for %i = 0 to 5000 {
      %0 = affine.load %a[%t, %i] : memref<101x5000xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%t + 1, %i] : memref<101x5000xf32>
    }
  }
  return
}

// Enough altogether, but what may be shared is not: it follows what one thread does for long.
// CHECK-DAG: parallelize-loops-together.mlir:[[@LINE+9]]:{{.*}}layout-parallelize-loops/little-work {{.*}}"left to one thread: 600000 instructions of all such loops of the function, estimated, are fewer than 1000000; min-work sets another limit"
func.func @mostly_sequential(%a: memref<400x500xf32>, %s: memref<1xf32> {llvm.noalias}) {
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 500 {
      %0 = affine.load %s[0] : memref<1xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %s[0] : memref<1xf32>
    }
  }
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 500 {
      %0 = affine.load %a[%i, %j] : memref<400x500xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %a[%i, %j] : memref<400x500xf32>
    }
  }
  return
}
