// RUN: layout-opt %s --layout-legalize=only=functions | FileCheck %s
// No function is left that may be approximated, also none that others are made of.
// RUN: layout-opt %s --layout-set-fastmath=approximate --layout-legalize=only=functions | FileCheck %s --check-prefix=ALL
// ALL-LABEL: func.func @flagged
// ALL-NOT: math.{{(exp|erf|tanh|log)}}
// ALL-LABEL: func.func @unflagged
// ALL-NOT: math.{{(exp|erf|tanh|log)}}
// ALL: return

// A NaN has no integer, which `exp` makes of its argument: 0 has.
// CHECK-LABEL: func.func @flagged
// CHECK-SAME: (%[[X:.*]]: vector<4xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.0{{.*}}> : vector<4xf32>
// CHECK: %[[ISNAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : vector<4xf32>
// CHECK: arith.select %[[ISNAN]], %[[ZERO]], %[[X]]
// CHECK-NOT: math.exp
// CHECK: arith.fptosi %{{.*}} : vector<4xf32> to vector<4xi32>
// CHECK: %[[Y:.*]] = arith.mulf
// CHECK: arith.select %[[ISNAN]], %[[X]], %[[Y]]
// CHECK-NOT: math.{{(exp|erf|tanh|log)}}
// CHECK: return
func.func @flagged(%x: vector<4xf32>, %y: f32) -> (vector<4xf32>, f32) {
  %0 = math.exp %x fastmath<afn> : vector<4xf32>
  %1 = math.expm1 %y fastmath<afn> : f32
  %2 = math.erf %1 fastmath<fast> : f32
  return %0, %2 : vector<4xf32>, f32
}

// CHECK-LABEL: func.func @unflagged
// CHECK-NEXT: math.exp
// CHECK-NEXT: math.erf %{{.*}} fastmath<reassoc,nnan,contract> : f32
// CHECK-NEXT: return
func.func @unflagged(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  %1 = math.erf %0 fastmath<reassoc,nnan,contract> : f32
  return %1 : f32
}

// CHECK-LABEL: func.func @not_approximated
// CHECK-NEXT: math.sin %{{.*}} fastmath<afn> : f32
// CHECK-NEXT: math.exp %{{.*}} fastmath<afn> : f64
// CHECK-NEXT: return
func.func @not_approximated(%x: f32, %y: f64) -> (f32, f64) {
  %0 = math.sin %x fastmath<afn> : f32
  %1 = math.exp %y fastmath<afn> : f64
  return %0, %1 : f32, f64
}
