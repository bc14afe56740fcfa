// On NEON and on SVE, a factor that all lanes share is loaded for as many steps as 128 bits hold,
// and each of its elements multiplies all lanes: no broadcast for each step.
// DEFINE: %{target} = cortex-a76
// DEFINE: %{passes} = layout-assign{change-interface=true},layout-apply,layout-set-target{target=%{target}},layout-optimize
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{passes})" | FileCheck %s
// RUN: layout-opt %s "--layout-compile=target=%{target} change-interface contract" | mlir-translate-22 --mlir-to-llvmir | opt-22 -O3 -S | llc-22 -O3 -o - | FileCheck %s --check-prefix=CODE
// On others the load broadcasts.
// REDEFINE: %{target} = x86-64-v3
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{passes})" | FileCheck %s --check-prefix=OTHERS
// OTHERS-NOT: vector.load %arg0{{.*}} vector<4xf32>
// Few registers of SVE may have elements: a row uses all of its own before the next one is loaded.
// REDEFINE: %{target} = neoverse-v1+sve=256
// RUN: sed "s/floordiv 8/floordiv 16/; s/mod 8/mod 16/" %s > %t.sve.mlir
// RUN: layout-opt %t.sve.mlir --pass-pipeline="builtin.module(%{passes})" | FileCheck %s --check-prefix=SVE
// RUN: layout-opt %t.sve.mlir "--layout-compile=target=%{target} change-interface contract" | mlir-translate-22 --mlir-to-llvmir | opt-22 -O3 -S | llc-22 -O3 -o - | FileCheck %s --check-prefix=SVE-CODE
// A number that is added is no factor: it is repeated by each step.
// RUN: sed "s/arith.mulf/arith.addf/" %t.sve.mlir | layout-opt --pass-pipeline="builtin.module(%{passes})" | FileCheck %s --check-prefix=OTHERS
// SVE-LABEL: func.func @product
// SVE: iter_args
// SVE: %[[A:.*]] = vector.load %arg0{{.*}} vector<4xf32>
// SVE: vector.extract %[[A]][0] : f32 from vector<4xf32>
// SVE: vector.load %arg1{{.*}} vector<16xf32>
// SVE: vector.extract %[[A]][3] : f32 from vector<4xf32>
// SVE: vector.load %arg1{{.*}} vector<16xf32>
// SVE: %[[N:.*]] = vector.load %arg0{{.*}} vector<4xf32>
// SVE-NOT: vector.load %arg1
// SVE: vector.extract %[[N]][3] : f32 from vector<4xf32>
// SVE-CODE-LABEL: product:
// SVE-CODE: ld1rqw
// SVE-CODE: fmla z{{[0-9]+}}.s, z{{[0-9]+}}.s, z{{[0-7]}}.s[3]

#panels = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<undef>>

// CHECK-LABEL: func.func @product
// CHECK: iter_args
// CHECK: %[[A:.*]] = vector.load %arg0{{.*}} vector<4xf32>
// CHECK-DAG: vector.extract %[[A]][0] : f32 from vector<4xf32>
// CHECK-DAG: vector.extract %[[A]][3] : f32 from vector<4xf32>
// CODE-LABEL: product:
// CODE: fmla v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v{{[0-9]+}}.s[3]
func.func @product(%a: memref<7x31xf32> {llvm.noalias}, %b: memref<31x29xf32> {layout.transform = #panels, llvm.noalias},
                   %c: memref<7x29xf32> {layout.transform = #panels, llvm.noalias}) {
  affine.for %i = 0 to 7 {
    affine.for %k = 0 to 31 {
      affine.for %j = 0 to 29 {
        %0 = affine.load %a[%i, %k] : memref<7x31xf32>
        %1 = affine.load %b[%k, %j] : memref<31x29xf32>
        %2 = affine.load %c[%i, %j] : memref<7x29xf32>
        %3 = arith.mulf %0, %1 fastmath<contract> : f32
        %4 = arith.addf %2, %3 fastmath<contract> : f32
        affine.store %4, %c[%i, %j] : memref<7x29xf32>
      }
    }
  }
  return
}
