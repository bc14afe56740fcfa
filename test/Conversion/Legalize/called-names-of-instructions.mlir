// Processors have instructions for these: functions of such names may be the program's own.
// RUN: layout-opt %s --layout-legalize=only=library | FileCheck %s

// CHECK-LABEL: func.func @fma(
// CHECK: math.fma
func.func @fma(%a: f64) -> f64 {
  %r = math.fma %a, %a, %a : f64
  return %r : f64
}
// CHECK-LABEL: func.func @floor(
// CHECK: math.floor
func.func @floor(%a: f64) -> f64 {
  %r = math.floor %a : f64
  return %r : f64
}
// CHECK-LABEL: func.func @fpowi(
func.func @fpowi(%a: f64, %n: i32) -> f64 {
  %r = math.fpowi %a, %n : f64, i32
  return %r : f64
}
