// Where LLVM unrolls no loop with vectors, as on RISC-V, four steps of a sum are one iteration, or
// two, if none is left over. What the module states decides, so that the programs run on any
// machine.
// RUN: sed 's/unrolls_vector_loops" = 0/multiplies_bf16" = 1/' %s | layout-opt --layout-optimize | FileCheck %s --check-prefix=ROLLED
// ROLLED-NOT: step 4
// RUN: layout-opt %s --layout-optimize | FileCheck %s
// RUN: layout-check %s --entry=four,two,odd,few --pipeline="builtin.module(layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=unknown --dim=arg0.dim1:12 --dim=arg1.dim0:12 --pipeline="builtin.module(layout-optimize,layout-finalize)"
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"layout.unrolls_vector_loops" = 0 : i64>>} {
// CHECK-LABEL: func.func @four
// CHECK: affine.for %{{.*}} = 0 to 24 step 4 iter_args
// CHECK-COUNT-4: arith.addf
// CHECK-NOT: arith.addf
func.func @four(%a: memref<6x24xf32>, %b: memref<24x8xf32>, %c: memref<6x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<6x24xf32>
        %1 = affine.load %b[%k, %j] : memref<24x8xf32>
        %2 = affine.load %c[%i, %j] : memref<6x8xf32>
        %3 = arith.mulf %0, %1 fastmath<contract> : f32
        %4 = arith.addf %2, %3 fastmath<contract> : f32
        affine.store %4, %c[%i, %j] : memref<6x8xf32>
      }
    }
  }
  return
}
// CHECK-LABEL: func.func @two
// CHECK: affine.for %{{.*}} = 0 to 22 step 2 iter_args
// CHECK-COUNT-2: arith.addf
// CHECK-NOT: arith.addf
func.func @two(%a: memref<6x22xf32>, %b: memref<22x8xf32>, %c: memref<6x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %k = 0 to 22 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<6x22xf32>
        %1 = affine.load %b[%k, %j] : memref<22x8xf32>
        %2 = affine.load %c[%i, %j] : memref<6x8xf32>
        %3 = arith.mulf %0, %1 fastmath<contract> : f32
        %4 = arith.addf %2, %3 fastmath<contract> : f32
        affine.store %4, %c[%i, %j] : memref<6x8xf32>
      }
    }
  }
  return
}
// CHECK-LABEL: func.func @odd
// CHECK: affine.for %{{.*}} = 0 to 23 iter_args
func.func @odd(%a: memref<6x23xf32>, %b: memref<23x8xf32>, %c: memref<6x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %k = 0 to 23 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<6x23xf32>
        %1 = affine.load %b[%k, %j] : memref<23x8xf32>
        %2 = affine.load %c[%i, %j] : memref<6x8xf32>
        %3 = arith.mulf %0, %1 fastmath<contract> : f32
        %4 = arith.addf %2, %3 fastmath<contract> : f32
        affine.store %4, %c[%i, %j] : memref<6x8xf32>
      }
    }
  }
  return
}
// CHECK-LABEL: func.func @few
// CHECK: affine.for %{{.*}} = 0 to 4 step 2 iter_args
func.func @few(%a: memref<6x4xf32>, %b: memref<4x8xf32>, %c: memref<6x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %k = 0 to 4 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<6x4xf32>
        %1 = affine.load %b[%k, %j] : memref<4x8xf32>
        %2 = affine.load %c[%i, %j] : memref<6x8xf32>
        %3 = arith.mulf %0, %1 fastmath<contract> : f32
        %4 = arith.addf %2, %3 fastmath<contract> : f32
        affine.store %4, %c[%i, %j] : memref<6x8xf32>
      }
    }
  }
  return
}
// CHECK-LABEL: func.func @unknown
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} iter_args
func.func @unknown(%a: memref<6x?xf32>, %b: memref<?x8xf32>, %c: memref<6x8xf32> {llvm.noalias}) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c1 : memref<6x?xf32>
  affine.for %i = 0 to 6 {
    affine.for %k = 0 to %n {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<6x?xf32>
        %1 = affine.load %b[%k, %j] : memref<?x8xf32>
        %2 = affine.load %c[%i, %j] : memref<6x8xf32>
        %3 = arith.mulf %0, %1 fastmath<contract> : f32
        %4 = arith.addf %2, %3 fastmath<contract> : f32
        affine.store %4, %c[%i, %j] : memref<6x8xf32>
      }
    }
  }
  return
}
// Integers that all lanes share would not fit the registers with addresses.
// CHECK-LABEL: func.func @integers
// CHECK: affine.for %{{.*}} = 0 to 24 iter_args
func.func @integers(%a: memref<6x24xi32>, %b: memref<24x8xi32>, %c: memref<6x8xi32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %k = 0 to 24 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[%i, %k] : memref<6x24xi32>
        %1 = affine.load %b[%k, %j] : memref<24x8xi32>
        %2 = affine.load %c[%i, %j] : memref<6x8xi32>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %c[%i, %j] : memref<6x8xi32>
      }
    }
  }
  return
}
}
