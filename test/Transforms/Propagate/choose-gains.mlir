// Contractions get layouts where they gain by them, conversions included.
// RUN: layout-opt %s --layout-choose --remarks-filter=layout 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: layout-opt %s --layout-choose=layouts=always | FileCheck %s --check-prefix=ALWAYS
// RUN: layout-opt %s --layout-choose=layouts=none | FileCheck %s --check-prefix=NONE
// RUN: layout-opt %s --layout-compile="layouts=none" -o /dev/null
// RUN: not layout-opt %s --layout-choose=layouts=some 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: for the --layouts option: expects auto or always or none, found 'some'
// What was chosen is not chosen again.
// RUN: layout-opt %s --layout-choose -o %t.chosen
// RUN: layout-opt %t.chosen --layout-choose | diff %t.chosen -
// DEFINE: %{pipeline} = layout-choose,layout-reflow,layout-bufferize,layout-apply,layout-optimize,layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-4 --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"max_vector_op_width" = 512 : i64>>} {

// Each weight is used once, and packing it takes longer.
// CHECK-LABEL: func.func @one_row(
// CHECK-NOT:     layout.convert
// CHECK:         return
// ALWAYS-LABEL: func.func @one_row(
// ALWAYS-COUNT-4: layout.convert
// NONE-LABEL: func.func @one_row(
// NONE-NOT:     layout.convert
// NONE:         return
// REMARK-DAG: [[@LINE+2]]:8: remark: [Missed] layout-choose/left {{.*}}no layouts are chosen: it takes about {{.*}} us with layouts, conversions included, and {{.*}} us without, by estimate; layout.prefer
func.func @one_row(%x: tensor<1x2048xf32>, %w: tensor<2048x2048xf32>, %o: tensor<1x2048xf32>) -> tensor<1x2048xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<1x2048xf32>, tensor<2048x2048xf32>) outs(%o : tensor<1x2048xf32>) -> tensor<1x2048xf32>
  return %r : tensor<1x2048xf32>
}

// The same weights, many rows.
// CHECK-LABEL: func.func @many_rows(
// CHECK-COUNT-4: layout.convert
// REMARK-DAG: [[@LINE+2]]:8: remark: [Passed] layout-choose/compared {{.*}}layouts are chosen: it takes about {{.*}} us with layouts, conversions included, and {{.*}} us without, by estimate
func.func @many_rows(%x: tensor<64x2048xf32>, %w: tensor<2048x2048xf32>, %o: tensor<64x2048xf32>) -> tensor<64x2048xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<64x2048xf32>, tensor<2048x2048xf32>) outs(%o : tensor<64x2048xf32>) -> tensor<64x2048xf32>
  return %r : tensor<64x2048xf32>
}

// Constants are packed when the program is compiled.
// CHECK-LABEL: func.func @constant(
// CHECK-COUNT-4: layout.convert
func.func @constant(%x: tensor<8x2048xf32>, %o: tensor<8x2048xf32>) -> tensor<8x2048xf32> {
  %w = arith.constant dense<0.5> : tensor<2048x2048xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x2048xf32>, tensor<2048x2048xf32>) outs(%o : tensor<8x2048xf32>) -> tensor<8x2048xf32>
  return %r : tensor<8x2048xf32>
}

// So are those that something only moves.
// CHECK-LABEL: func.func @moved(
// CHECK-COUNT-4: layout.convert
func.func @moved(%x: tensor<8x2048xf32>, %o: tensor<8x2048xf32>) -> tensor<8x2048xf32> {
  %c = arith.constant dense<0.25> : tensor<2048x2048xf32>
  %e = tensor.empty() : tensor<2048x2048xf32>
  %t = linalg.transpose ins(%c : tensor<2048x2048xf32>) outs(%e : tensor<2048x2048xf32>) permutation = [1, 0]
  %r = linalg.matmul ins(%x, %t : tensor<8x2048xf32>, tensor<2048x2048xf32>) outs(%o : tensor<8x2048xf32>) -> tensor<8x2048xf32>
  return %r : tensor<8x2048xf32>
}

// Of few channels an image is converted for longer than it is multiplied.
// CHECK-LABEL: func.func @few_channels(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @few_channels(%x: tensor<1x160x160x16xf32>, %o: tensor<1x160x160x96xf32>) -> tensor<1x160x160x96xf32> {
  %w = arith.constant dense<0.5> : tensor<1x1x16x96xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x160x160x16xf32>, tensor<1x1x16x96xf32>) outs(%o : tensor<1x160x160x96xf32>) -> tensor<1x160x160x96xf32>
  return %r : tensor<1x160x160x96xf32>
}

// What one contraction makes another one takes as it is: the depthwise one, which gains nothing
// by itself, is laid out with its neighbours.
// CHECK-LABEL: func.func @together(
// CHECK:         linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x9x9x2048xf32, #
// CHECK:         linalg.depthwise_conv_2d_nhwc_hwc {{.*}} -> tensor<1x7x7x2048xf32, #
// CHECK:         linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x7x7x256xf32, #
// REMARK-DAG: layout-choose/compared {{.*}}layouts are chosen: the 3 contractions that share layouts take about
func.func @together(%x: tensor<1x9x9x256xf32>) -> tensor<1x7x7x256xf32> {
  %zero = arith.constant 0.0 : f32
  %w0 = arith.constant dense<0.5> : tensor<1x1x256x2048xf32>
  %w1 = arith.constant dense<0.5> : tensor<3x3x2048xf32>
  %w2 = arith.constant dense<0.5> : tensor<1x1x2048x256xf32>
  %e0 = tensor.empty() : tensor<1x9x9x2048xf32>
  %e1 = tensor.empty() : tensor<1x7x7x2048xf32>
  %e2 = tensor.empty() : tensor<1x7x7x256xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x9x9x2048xf32>) -> tensor<1x9x9x2048xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x7x7x2048xf32>) -> tensor<1x7x7x2048xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x7x7x256xf32>) -> tensor<1x7x7x256xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w0 : tensor<1x9x9x256xf32>, tensor<1x1x256x2048xf32>) outs(%f0 : tensor<1x9x9x2048xf32>) -> tensor<1x9x9x2048xf32>
  %1 = linalg.depthwise_conv_2d_nhwc_hwc ins(%0, %w1 : tensor<1x9x9x2048xf32>, tensor<3x3x2048xf32>) outs(%f1 : tensor<1x7x7x2048xf32>) -> tensor<1x7x7x2048xf32>
  %2 = linalg.conv_2d_nhwc_hwcf ins(%1, %w2 : tensor<1x7x7x2048xf32>, tensor<1x1x2048x256xf32>) outs(%f2 : tensor<1x7x7x256xf32>) -> tensor<1x7x7x256xf32>
  return %2 : tensor<1x7x7x256xf32>
}

// How many rows there are is asked when the program runs.
// RUN: %{check} --entry=unknown_rows --dim=arg0.dim0:3 --dim=arg2.dim0:3
// RUN: %{check} --entry=unknown_rows --dim=arg0.dim0:90 --dim=arg2.dim0:90
// CHECK-LABEL: func.func @unknown_rows(
// CHECK-SAME:    %[[X:.*]]: tensor<?x1024xi8>, %{{.*}}: tensor<1024x61xi8>, %[[O:.*]]: tensor<?x61xi32>)
// CHECK:         %[[LEAST:.*]] = arith.constant [[ROWS:[0-9]+]] : index
// CHECK:         %[[N:.*]] = tensor.dim %[[O]], %{{.*}} : tensor<?x61xi32>
// CHECK:         %[[FEW:.*]] = arith.cmpi ult, %[[N]], %[[LEAST]] : index
// CHECK:         scf.if %[[FEW]] -> (tensor<?x61xi32>) {
// CHECK-NOT:       layout.convert
// CHECK:           linalg.matmul {layout.prefer}
// CHECK-NOT:       layout.convert
// CHECK:         } else {
// CHECK-COUNT-4:   layout.convert
// CHECK:         }
// REMARK-DAG: layout-choose/compared {{.*}}layouts are chosen from {{[0-9]+}} rows on; with 512 for each extent that is not known, it takes about
func.func @unknown_rows(%x: tensor<?x1024xi8>, %w: tensor<1024x61xi8>, %o: tensor<?x61xi32>) -> tensor<?x61xi32> {
  %r = linalg.matmul ins(%x, %w : tensor<?x1024xi8>, tensor<1024x61xi8>) outs(%o : tensor<?x61xi32>) -> tensor<?x61xi32>
  return %r : tensor<?x61xi32>
}

// A destination that is filled is filled in each arm.
// RUN: %{check} --entry=filled_rows --dim=arg0.dim0:2
// RUN: %{check} --entry=filled_rows --dim=arg0.dim0:70
// CHECK-LABEL: func.func @filled_rows(
// CHECK:         scf.if
// CHECK:           linalg.fill
// CHECK:           linalg.matmul
// CHECK:         } else {
// CHECK:           linalg.fill
// CHECK:           linalg.matmul
func.func @filled_rows(%x: tensor<?x1024xi8>, %w: tensor<1024x61xi8>) -> tensor<?x61xi32> {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x1024xi8>
  %e = tensor.empty(%d) : tensor<?x61xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<?x61xi32>) -> tensor<?x61xi32>
  %r = linalg.matmul ins(%x, %w : tensor<?x1024xi8>, tensor<1024x61xi8>) outs(%f : tensor<?x61xi32>) -> tensor<?x61xi32>
  return %r : tensor<?x61xi32>
}

// Of two dimensions, their product.
// RUN: %{check} --entry=two_unknown --dim=arg0.dim0:3 --dim=arg2.dim0:3 --dim=arg0.dim1:2 --dim=arg2.dim1:2
// RUN: %{check} --entry=two_unknown --dim=arg0.dim0:9 --dim=arg2.dim0:9 --dim=arg0.dim1:10 --dim=arg2.dim1:10
// CHECK-LABEL: func.func @two_unknown(
// CHECK:         %[[ROWS:.*]] = arith.muli %{{.*}}, %{{.*}} : index
// CHECK:         arith.cmpi ult, %[[ROWS]],
// CHECK:         scf.if
func.func @two_unknown(%x: tensor<?x?x1024xi8>, %w: tensor<1024x61xi8>, %o: tensor<?x?x61xi32>) -> tensor<?x?x61xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, n, k) -> (a, b, k)>, affine_map<(a, b, n, k) -> (k, n)>, affine_map<(a, b, n, k) -> (a, b, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %w : tensor<?x?x1024xi8>, tensor<1024x61xi8>) outs(%o : tensor<?x?x61xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %d = arith.extsi %a : i8 to i32
    %e = arith.extsi %b : i8 to i32
    %p = arith.muli %d, %e : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x?x61xi32>
  return %r : tensor<?x?x61xi32>
}

// Of images.
// RUN: %{check} --entry=unknown_images --dim=arg0.dim0:1 --dim=arg2.dim0:1
// RUN: %{check} --entry=unknown_images --dim=arg0.dim0:60 --dim=arg2.dim0:60
// CHECK-LABEL: func.func @unknown_images(
// CHECK:         scf.if
// CHECK:           linalg.conv_2d_nhwc_hwcf
// CHECK:         } else {
// CHECK:           linalg.conv_2d_nhwc_hwcf
func.func @unknown_images(%x: tensor<?x3x2x256xf32>, %w: tensor<3x2x256x61xf32>, %o: tensor<?x1x1x61xf32>) -> tensor<?x1x1x61xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<?x3x2x256xf32>, tensor<3x2x256x61xf32>) outs(%o : tensor<?x1x1x61xf32>) -> tensor<?x1x1x61xf32>
  return %r : tensor<?x1x1x61xf32>
}

// Never of constant weights.
// CHECK-LABEL: func.func @unknown_rows_constant(
// CHECK-NOT:     scf.if
// CHECK:         linalg.matmul
// CHECK:         return
func.func @unknown_rows_constant(%x: tensor<?x1024xf32>, %o: tensor<?x61xf32>) -> tensor<?x61xf32> {
  %w = arith.constant dense<0.5> : tensor<1024x61xf32>
  %r = linalg.matmul ins(%x, %w : tensor<?x1024xf32>, tensor<1024x61xf32>) outs(%o : tensor<?x61xf32>) -> tensor<?x61xf32>
  return %r : tensor<?x61xf32>
}

// What is stated is met, whatever it costs.
// CHECK-LABEL: func.func @stated(
// CHECK-COUNT-2: layout.convert
// NONE-LABEL: func.func @stated(
// NONE-COUNT-2: layout.convert
func.func @stated(%x: tensor<1x64xf32>, %w: tensor<64x61xf32>, %o: tensor<1x61xf32>) -> tensor<1x61xf32> {
  %r = linalg.matmul {layout.prefer = [unit, #L, #L]} ins(%x, %w : tensor<1x64xf32>, tensor<64x61xf32>) outs(%o : tensor<1x61xf32>) -> tensor<1x61xf32>
  return %r : tensor<1x61xf32>
}

}
