// Remainders of remainders: upstream's composition writes each as a difference, which doubles what
// is in it, and does not come back from 40. They are computed by arithmetic.
// RUN: layout-opt %s --layout-legalize=only=remainders --canonicalize | FileCheck %s
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-legalize{only=remainders},canonicalize)"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-optimize)"
// CHECK-LABEL: func.func @f(
// CHECK: arith.remsi
// CHECK: memref.store
func.func @f(%a: memref<64xf32>, %x: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %v0 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%i)
    %v1 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v0)
    %v2 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v1)
    %v3 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v2)
    %v4 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v3)
    %v5 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v4)
    %v6 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v5)
    %v7 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v6)
    %v8 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v7)
    %v9 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v8)
    %v10 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v9)
    %v11 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v10)
    %v12 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v11)
    %v13 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v12)
    %v14 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v13)
    %v15 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v14)
    %v16 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v15)
    %v17 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v16)
    %v18 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v17)
    %v19 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v18)
    %v20 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v19)
    %v21 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v20)
    %v22 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v21)
    %v23 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v22)
    %v24 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v23)
    %v25 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v24)
    %v26 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v25)
    %v27 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v26)
    %v28 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v27)
    %v29 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v28)
    %v30 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v29)
    %v31 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v30)
    %v32 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v31)
    %v33 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v32)
    %v34 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v33)
    %v35 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v34)
    %v36 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v35)
    %v37 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 12)>(%v36)
    %v38 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 13)>(%v37)
    %v39 = affine.apply affine_map<(d0) -> ((d0 * 3 + 4) mod 11)>(%v38)
    %v = affine.load %x[%i] : memref<64xf32>
    affine.store %v, %a[%v39] : memref<64xf32>
  }
  return
}
