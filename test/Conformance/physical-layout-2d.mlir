// SA-10 of the list of TVM's cases: two buffers, each in one of four physical
// forms, flattened. The access of each depends on its own form only.
// RUN: layout-opt %s --layout-apply --layout-finalize --layout-flatten | FileCheck %s
// DEFINE: %{PIPELINE} = builtin.module(layout-apply,layout-finalize,layout-flatten)
// RUN: layout-check %s \
// RUN:   --entry=none_to_none,none_to_ij_k,none_to_kj_i,none_to_i_j_k,ij_k_to_none,ij_k_to_ij_k \
// RUN:   --entry=ij_k_to_kj_i,ij_k_to_i_j_k,kj_i_to_none,kj_i_to_ij_k,kj_i_to_kj_i \
// RUN:   --entry=kj_i_to_i_j_k,i_j_k_to_none,i_j_k_to_ij_k,i_j_k_to_kj_i,i_j_k_to_i_j_k \
// RUN:   --pipeline="%{PIPELINE}"

#none = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[]>>
#ij_k = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[2]>>
#kj_i = #layout.buffer<index_map<(i, j, k) -> (k, j, i)>, axis_separator<[2]>>
#i_j_k = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1, 2]>>

// CHECK-LABEL: func.func @none_to_none(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]] * 12 + %[[J]] * 4 + %[[K]]] : memref<24xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] * 12 + %[[J]] * 4 + %[[K]]] : memref<24xf32>
func.func @none_to_none(%a: memref<2x3x4xf32, #none>, %b: memref<2x3x4xf32, #none>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #none>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #none>
  } } }
  return
}

// CHECK-LABEL: func.func @none_to_ij_k(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]] * 12 + %[[J]] * 4 + %[[K]]] : memref<24xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]]] : memref<6x4xf32>
func.func @none_to_ij_k(%a: memref<2x3x4xf32, #none>, %b: memref<2x3x4xf32, #ij_k>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #none>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #ij_k>
  } } }
  return
}

// CHECK-LABEL: func.func @none_to_kj_i(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<4x3x2xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]] * 12 + %[[J]] * 4 + %[[K]]] : memref<24xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[K]] * 3 + %[[J]], %[[I]]] : memref<12x2xf32>
func.func @none_to_kj_i(%a: memref<2x3x4xf32, #none>, %b: memref<2x3x4xf32, #kj_i>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #none>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #kj_i>
  } } }
  return
}

// CHECK-LABEL: func.func @none_to_i_j_k(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]] * 12 + %[[J]] * 4 + %[[K]]] : memref<24xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]], %[[K]]] : memref<2x3x4xf32>
func.func @none_to_i_j_k(%a: memref<2x3x4xf32, #none>, %b: memref<2x3x4xf32, #i_j_k>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #none>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #i_j_k>
  } } }
  return
}

// CHECK-LABEL: func.func @ij_k_to_none(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]]] : memref<6x4xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] * 12 + %[[J]] * 4 + %[[K]]] : memref<24xf32>
func.func @ij_k_to_none(%a: memref<2x3x4xf32, #ij_k>, %b: memref<2x3x4xf32, #none>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #ij_k>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #none>
  } } }
  return
}

// CHECK-LABEL: func.func @ij_k_to_ij_k(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]]] : memref<6x4xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]]] : memref<6x4xf32>
func.func @ij_k_to_ij_k(%a: memref<2x3x4xf32, #ij_k>, %b: memref<2x3x4xf32, #ij_k>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #ij_k>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #ij_k>
  } } }
  return
}

// CHECK-LABEL: func.func @ij_k_to_kj_i(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<4x3x2xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]]] : memref<6x4xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[K]] * 3 + %[[J]], %[[I]]] : memref<12x2xf32>
func.func @ij_k_to_kj_i(%a: memref<2x3x4xf32, #ij_k>, %b: memref<2x3x4xf32, #kj_i>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #ij_k>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #kj_i>
  } } }
  return
}

// CHECK-LABEL: func.func @ij_k_to_i_j_k(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]]] : memref<6x4xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]], %[[K]]] : memref<2x3x4xf32>
func.func @ij_k_to_i_j_k(%a: memref<2x3x4xf32, #ij_k>, %b: memref<2x3x4xf32, #i_j_k>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #ij_k>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #i_j_k>
  } } }
  return
}

// CHECK-LABEL: func.func @kj_i_to_none(
// CHECK-SAME:    memref<4x3x2xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[K]] * 3 + %[[J]], %[[I]]] : memref<12x2xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] * 12 + %[[J]] * 4 + %[[K]]] : memref<24xf32>
func.func @kj_i_to_none(%a: memref<2x3x4xf32, #kj_i>, %b: memref<2x3x4xf32, #none>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #kj_i>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #none>
  } } }
  return
}

// CHECK-LABEL: func.func @kj_i_to_ij_k(
// CHECK-SAME:    memref<4x3x2xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[K]] * 3 + %[[J]], %[[I]]] : memref<12x2xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]]] : memref<6x4xf32>
func.func @kj_i_to_ij_k(%a: memref<2x3x4xf32, #kj_i>, %b: memref<2x3x4xf32, #ij_k>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #kj_i>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #ij_k>
  } } }
  return
}

// CHECK-LABEL: func.func @kj_i_to_kj_i(
// CHECK-SAME:    memref<4x3x2xf32>{{.*}}: memref<4x3x2xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[K]] * 3 + %[[J]], %[[I]]] : memref<12x2xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[K]] * 3 + %[[J]], %[[I]]] : memref<12x2xf32>
func.func @kj_i_to_kj_i(%a: memref<2x3x4xf32, #kj_i>, %b: memref<2x3x4xf32, #kj_i>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #kj_i>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #kj_i>
  } } }
  return
}

// CHECK-LABEL: func.func @kj_i_to_i_j_k(
// CHECK-SAME:    memref<4x3x2xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[K]] * 3 + %[[J]], %[[I]]] : memref<12x2xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]], %[[K]]] : memref<2x3x4xf32>
func.func @kj_i_to_i_j_k(%a: memref<2x3x4xf32, #kj_i>, %b: memref<2x3x4xf32, #i_j_k>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #kj_i>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #i_j_k>
  } } }
  return
}

// CHECK-LABEL: func.func @i_j_k_to_none(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]], %[[J]], %[[K]]] : memref<2x3x4xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] * 12 + %[[J]] * 4 + %[[K]]] : memref<24xf32>
func.func @i_j_k_to_none(%a: memref<2x3x4xf32, #i_j_k>, %b: memref<2x3x4xf32, #none>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #i_j_k>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #none>
  } } }
  return
}

// CHECK-LABEL: func.func @i_j_k_to_ij_k(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]], %[[J]], %[[K]]] : memref<2x3x4xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]] * 3 + %[[J]], %[[K]]] : memref<6x4xf32>
func.func @i_j_k_to_ij_k(%a: memref<2x3x4xf32, #i_j_k>, %b: memref<2x3x4xf32, #ij_k>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #i_j_k>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #ij_k>
  } } }
  return
}

// CHECK-LABEL: func.func @i_j_k_to_kj_i(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<4x3x2xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]], %[[J]], %[[K]]] : memref<2x3x4xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[K]] * 3 + %[[J]], %[[I]]] : memref<12x2xf32>
func.func @i_j_k_to_kj_i(%a: memref<2x3x4xf32, #i_j_k>, %b: memref<2x3x4xf32, #kj_i>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #i_j_k>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #kj_i>
  } } }
  return
}

// CHECK-LABEL: func.func @i_j_k_to_i_j_k(
// CHECK-SAME:    memref<2x3x4xf32>{{.*}}: memref<2x3x4xf32>
// CHECK:         affine.for %[[I:.*]] = 0 to 2
// CHECK:         affine.for %[[J:.*]] = 0 to 3
// CHECK:         affine.for %[[K:.*]] = 0 to 4
// CHECK:           affine.load %{{.*}}[%[[I]], %[[J]], %[[K]]] : memref<2x3x4xf32>
// CHECK:           affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]], %[[K]]] : memref<2x3x4xf32>
func.func @i_j_k_to_i_j_k(%a: memref<2x3x4xf32, #i_j_k>, %b: memref<2x3x4xf32, #i_j_k>) {
  affine.for %i = 0 to 2 { affine.for %j = 0 to 3 { affine.for %k = 0 to 4 {
    %x = affine.load %a[%i, %j, %k] : memref<2x3x4xf32, #i_j_k>
    affine.store %x, %b[%i, %j, %k] : memref<2x3x4xf32, #i_j_k>
  } } }
  return
}
