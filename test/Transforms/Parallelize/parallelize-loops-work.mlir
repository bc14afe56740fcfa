// What takes time: a function of the library is many instructions, and of branches the shorter
// one counts.
// RUN: layout-opt %s --layout-parallelize-loops="threads=2 min-work=100000" | FileCheck %s

// 16384 elements of one load, one store and one function.
// CHECK-LABEL: @function
// CHECK: affine.parallel
func.func @function(%a: memref<128x128xf32> {llvm.noalias}) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %0 = affine.load %a[%i, %j] : memref<128x128xf32>
      %1 = math.exp %0 : f32
      affine.store %1, %a[%i, %j] : memref<128x128xf32>
    }
  }
  return
}

// CHECK-LABEL: @operation
// CHECK-NOT: affine.parallel
// CHECK: return
func.func @operation(%a: memref<128x128xf32> {llvm.noalias}) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %0 = affine.load %a[%i, %j] : memref<128x128xf32>
      %1 = math.sqrt %0 : f32
      affine.store %1, %a[%i, %j] : memref<128x128xf32>
    }
  }
  return
}

// The last tile of a row has a branch of its own.
// CHECK-LABEL: @branches
// CHECK-NOT: affine.parallel
// CHECK: return
func.func @branches(%a: memref<128x128xf32> {llvm.noalias}) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      affine.if affine_set<(j) : (126 - j >= 0)>(%j) {
        %0 = affine.load %a[%i, %j] : memref<128x128xf32>
        affine.store %0, %a[%i, %j] : memref<128x128xf32>
      } else {
        affine.for %k = 0 to 100 {
          %0 = affine.load %a[%i, %k] : memref<128x128xf32>
          %1 = math.sqrt %0 : f32
          affine.store %1, %a[%i, %k] : memref<128x128xf32>
        }
      }
    }
  }
  return
}

// An arm that does nothing is as good as none.
// CHECK-LABEL: @default_does_nothing
// CHECK:       affine.parallel
func.func @default_does_nothing(%a: memref<4096x4096xf32>, %m: index) {
  affine.for %i = 0 to 4096 {
    affine.for %j = 0 to 4096 {
      scf.index_switch %m
      case 0 {
        %x = affine.load %a[%i, %j] : memref<4096x4096xf32>
        %y = arith.divf %x, %x : f32
        affine.store %y, %a[%i, %j] : memref<4096x4096xf32>
        scf.yield
      }
      default {
      }
    }
  }
  return
}
