// Numbers of up to 32 bits are passed as C extends them, to callers and to callees.
// RUN: layout-cc %s --target=riscv64-linux-gnu --emit=llvm -o - | FileCheck %s
// CHECK-DAG: define signext i32 @_mlir_ciface_word(
// CHECK-DAG: define zeroext i1 @_mlir_ciface_bit(
// CHECK-DAG: define i64 @_mlir_ciface_same(
// CHECK-DAG: declare i8 @callee(i8 signext, i1 zeroext, i16 zeroext, i64, float)
func.func private @callee(i8, i1, i16 {llvm.zeroext}, i64, f32) -> i8
func.func @word(%a: i64) -> i32 {
  %c = arith.trunci %a : i64 to i32
  return %c : i32
}
func.func @bit(%a: i64) -> i1 {
  %c = arith.trunci %a : i64 to i1
  return %c : i1
}
func.func @same(%a: i64) -> i64 {
  return %a : i64
}
func.func @call(%a: i64, %x: f32) -> i8 {
  %byte = arith.trunci %a : i64 to i8
  %bit = arith.trunci %a : i64 to i1
  %short = arith.trunci %a : i64 to i16
  %r = func.call @callee(%byte, %bit, %short, %a, %x) : (i8, i1, i16, i64, f32) -> i8
  return %r : i8
}
