// A mask of more elements than fit 32 bits has all lanes; of fewer than -2^31, none.
// RUN: layout-opt %s --layout-legalize=only=masks | FileCheck %s
// DEFINE: %{translate} = mlir-translate-22 --mlir-to-llvmir | %llvm_bin/opt -O1 -S | FileCheck %s --check-prefix=LLVM
// RUN: layout-opt %s --layout-compile | %{translate}
// RUN: layout-opt %s --layout-to-llvm | %{translate}
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-compile{to-llvm=false},layout-legalize{only=masks})" --entry
// RUN: %{check}=lanes --arg=0:4294967299
// RUN: %{check}=lanes --arg=0:-4294967293
// RUN: %{check}=lanes --arg=0:5
// RUN: %{check}=ends --dim=arg0.dim0:9 --arg=2:4
// RUN: %{check}=ends --dim=arg0.dim0:20 --arg=2:4
// RUN: %{check}=in_loop

// CHECK-LABEL: @lanes(
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:         %[[LESS:.*]] = arith.minsi %[[N]], %c2147483647
// CHECK:         %[[LANES:.*]] = arith.maxsi %[[LESS]], %c0
// CHECK:         vector.create_mask %[[LANES]] : vector<8xi1>
func.func @lanes(%n: index, %a: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %m = vector.create_mask %n : vector<8xi1>
  %x = arith.extsi %m : vector<8xi1> to vector<8xi8>
  vector.store %x, %a[%c0] : memref<8xi8>, vector<8xi8>
  return
}

// LLVM-LABEL: define void @long(
// LLVM:       store <8 x i8> splat (i8 -1)
func.func @long(%a: memref<8xi8>) {
  %n = arith.constant 4294967299 : index
  call @lanes(%n, %a) : (index, memref<8xi8>) -> ()
  return
}

// LLVM-LABEL: define void @none(
// LLVM:       store <8 x i8> zeroinitializer
func.func @none(%a: memref<8xi8>) {
  %n = arith.constant -4294967293 : index
  call @lanes(%n, %a) : (index, memref<8xi8>) -> ()
  return
}

// What is left of a buffer at %i, where the vector is not known to end within it.
// CHECK-LABEL: @ends(
// CHECK:         %[[LEFT:.*]] = arith.subi %{{.*}}, %{{.*}} : index
// CHECK:         arith.minsi %[[LEFT]], %c2147483647
// CHECK:         vector.transfer_read %{{.*}}, %{{.*}}, %{{.*}} {in_bounds = [true]}
// CHECK:         %[[BOTH:.*]] = arith.andi
// CHECK:         vector.transfer_write %{{.*}}, %{{.*}}, %[[BOTH]] {in_bounds = [true]}
func.func @ends(%a: memref<?xi8>, %b: memref<16xi8>, %i: index) {
  %z = arith.constant 7 : i8
  %m = vector.create_mask %i : vector<16xi1>
  %x = vector.transfer_read %a[%i], %z : memref<?xi8>, vector<16xi8>
  vector.transfer_write %x, %b[%i], %m : vector<16xi8>, memref<16xi8>
  return
}

// The loop says that the number fits.
// CHECK-LABEL: @in_loop(
// CHECK-NOT:     minsi
func.func @in_loop(%a: memref<64xi8>, %b: memref<64xi8>) {
  %z = arith.constant dense<7> : vector<16xi8>
  affine.for %i = 0 to 64 step 16 {
    %n = affine.apply affine_map<(i) -> (61 - i)>(%i)
    %m = vector.create_mask %n : vector<16xi1>
    %x = vector.maskedload %a[%i], %m, %z : memref<64xi8>, vector<16xi1>, vector<16xi8> into vector<16xi8>
    vector.maskedstore %b[%i], %m, %x : memref<64xi8>, vector<16xi1>, vector<16xi8>
  }
  return
}

// Of a number that is known not to be negative, or not to be large, the other end is not known.
// CHECK-LABEL: @from_zero(
// CHECK:         %[[N:.*]] = arith.maxsi
// CHECK:         arith.minsi %[[N]], %c2147483647
func.func @from_zero(%n: index) -> vector<8xi1> {
  %c0 = arith.constant 0 : index
  %m = arith.maxsi %n, %c0 : index
  %r = vector.create_mask %m : vector<8xi1>
  return %r : vector<8xi1>
}

// CHECK-LABEL: @to_eight(
// CHECK:         %[[N:.*]] = arith.minsi
// CHECK:         arith.minsi %[[N]], %c2147483647
func.func @to_eight(%n: index) -> vector<8xi1> {
  %c8 = arith.constant 8 : index
  %m = arith.minsi %n, %c8 : index
  %r = vector.create_mask %m : vector<8xi1>
  return %r : vector<8xi1>
}

// The less of two numbers is as low as either, and the greater one as high.
// CHECK-LABEL: @low(
// CHECK:         arith.maxsi
// CHECK:         %[[N:.*]] = arith.minsi %{{.*}}, %c8
// CHECK:         arith.minsi %[[N]], %c2147483647
func.func @low(%n: index) -> vector<8xi1> {
  %c8 = arith.constant 8 : index
  %far = arith.constant -1099511627776 : index
  %l = arith.maxsi %n, %far : index
  %m = arith.minsi %l, %c8 : index
  %r = vector.create_mask %m : vector<8xi1>
  return %r : vector<8xi1>
}

// CHECK-LABEL: @high(
// CHECK:         arith.minsi
// CHECK:         %[[N:.*]] = arith.maxsi %{{.*}}, %c0
// CHECK:         arith.minsi %[[N]], %c2147483647
func.func @high(%n: index) -> vector<8xi1> {
  %c0 = arith.constant 0 : index
  %far = arith.constant 1099511627776 : index
  %h = arith.minsi %n, %far : index
  %m = arith.maxsi %h, %c0 : index
  %r = vector.create_mask %m : vector<8xi1>
  return %r : vector<8xi1>
}
