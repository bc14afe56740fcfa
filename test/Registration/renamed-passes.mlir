// Names of passes that are parts of others now: the error says which.
// RUN: not layout-opt %s --pass-pipeline="builtin.module(layout-expand-math)" 2>&1 | FileCheck %s
// RUN: not layout-opt %s --layout-fp-contract 2>&1 | FileCheck %s --check-prefix=FLAG
// CHECK: 'layout-expand-math' is a part of another pass: use 'layout-legalize{only=math}'
// FLAG: 'layout-fp-contract' is a part of another pass: use 'layout-set-fastmath{contract}'
