// A flag that makes poison is a promise about the executions that the program
// has. In those that are added, over padding that breaks it, either the op loses
// the flag or the branch stays.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-overcompute)" | FileCheck %s
// RUN: layout-check %s \
// RUN:   --entry=divui,divui_kept,divsi,divsi_kept,shrui,shrui_kept,shrsi,shrsi_kept,addi_nsw \
// RUN:   --entry=addi_nsw_undef,addi_nuw,addi_nuw_undef,subi_nsw,subi_nsw_undef,subi_nuw \
// RUN:   --entry=subi_nuw_undef,muli_nsw,muli_nsw_undef,muli_nuw,muli_nuw_undef,shli_nsw \
// RUN:   --entry=shli_nsw_undef,shli_nuw,shli_nuw_undef,trunci_nsw,trunci_nsw_undef,trunci_nuw \
// RUN:   --entry=trunci_nuw_undef \
// RUN:   --pipeline="builtin.module(layout-apply,layout-overcompute)"

// CHECK-LABEL: @divui(
// CHECK-NOT:   affine.if
// CHECK:       arith.divui %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#divui_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<5 : i32>>
#divui_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i32>>
func.func @divui(%a: memref<14xi32, #divui_a> {layout.access = "readwrite"}, %b: memref<14xi32, #divui_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 3 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #divui_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #divui_a>
        %k = arith.constant 3 : i32
        %y = arith.divui %x, %k exact : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #divui_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @divui_kept(
// CHECK-NOT:   affine.if
// CHECK:       arith.divui %{{[^ ,]+}}, %{{[^ ,]+}} exact : i32
#divui_kept_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<6 : i32>>
#divui_kept_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2 : i32>>
func.func @divui_kept(%a: memref<14xi32, #divui_kept_a> {layout.access = "readwrite"}, %b: memref<14xi32, #divui_kept_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 3 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #divui_kept_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #divui_kept_a>
        %k = arith.constant 3 : i32
        %y = arith.divui %x, %k exact : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #divui_kept_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @divsi(
// CHECK-NOT:   affine.if
// CHECK:       arith.divsi %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#divsi_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-5 : i32>>
#divsi_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
func.func @divsi(%a: memref<14xi32, #divsi_a> {layout.access = "readwrite"}, %b: memref<14xi32, #divsi_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 3 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #divsi_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #divsi_a>
        %k = arith.constant 3 : i32
        %y = arith.divsi %x, %k exact : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #divsi_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @divsi_kept(
// CHECK-NOT:   affine.if
// CHECK:       arith.divsi %{{[^ ,]+}}, %{{[^ ,]+}} exact : i32
#divsi_kept_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-6 : i32>>
#divsi_kept_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2 : i32>>
func.func @divsi_kept(%a: memref<14xi32, #divsi_kept_a> {layout.access = "readwrite"}, %b: memref<14xi32, #divsi_kept_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 3 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #divsi_kept_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #divsi_kept_a>
        %k = arith.constant 3 : i32
        %y = arith.divsi %x, %k exact : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #divsi_kept_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @shrui(
// CHECK-NOT:   affine.if
// CHECK:       arith.shrui %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#shrui_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<5 : i32>>
#shrui_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2 : i32>>
func.func @shrui(%a: memref<14xi32, #shrui_a> {layout.access = "readwrite"}, %b: memref<14xi32, #shrui_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 2 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #shrui_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #shrui_a>
        %k = arith.constant 1 : i32
        %y = arith.shrui %x, %k exact : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #shrui_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @shrui_kept(
// CHECK-NOT:   affine.if
// CHECK:       arith.shrui %{{[^ ,]+}}, %{{[^ ,]+}} exact : i32
#shrui_kept_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<6 : i32>>
#shrui_kept_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<3 : i32>>
func.func @shrui_kept(%a: memref<14xi32, #shrui_kept_a> {layout.access = "readwrite"}, %b: memref<14xi32, #shrui_kept_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 2 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #shrui_kept_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #shrui_kept_a>
        %k = arith.constant 1 : i32
        %y = arith.shrui %x, %k exact : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #shrui_kept_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @shrsi(
// CHECK-NOT:   affine.if
// CHECK:       arith.shrsi %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#shrsi_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-5 : i32>>
#shrsi_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-3 : i32>>
func.func @shrsi(%a: memref<14xi32, #shrsi_a> {layout.access = "readwrite"}, %b: memref<14xi32, #shrsi_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 2 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #shrsi_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #shrsi_a>
        %k = arith.constant 1 : i32
        %y = arith.shrsi %x, %k exact : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #shrsi_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @shrsi_kept(
// CHECK-NOT:   affine.if
// CHECK:       arith.shrsi %{{[^ ,]+}}, %{{[^ ,]+}} exact : i32
#shrsi_kept_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-6 : i32>>
#shrsi_kept_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-3 : i32>>
func.func @shrsi_kept(%a: memref<14xi32, #shrsi_kept_a> {layout.access = "readwrite"}, %b: memref<14xi32, #shrsi_kept_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 2 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #shrsi_kept_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #shrsi_kept_a>
        %k = arith.constant 1 : i32
        %y = arith.shrsi %x, %k exact : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #shrsi_kept_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @addi_nsw(
// CHECK:       affine.if
// CHECK:       arith.addi %{{[^ ,]+}}, %{{[^ ,]+}} overflow<nsw> : i32
#addi_nsw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2147483647 : i32>>
#addi_nsw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2147483648 : i32>>
func.func @addi_nsw(%a: memref<14xi32, #addi_nsw_a> {layout.access = "readwrite"}, %b: memref<14xi32, #addi_nsw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #addi_nsw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #addi_nsw_a>
        %k = arith.constant 1 : i32
        %y = arith.addi %x, %k overflow<nsw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #addi_nsw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @addi_nsw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.addi %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#addi_nsw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2147483647 : i32>>
#addi_nsw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @addi_nsw_undef(%a: memref<14xi32, #addi_nsw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi32, #addi_nsw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #addi_nsw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #addi_nsw_undef_a>
        %k = arith.constant 1 : i32
        %y = arith.addi %x, %k overflow<nsw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #addi_nsw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @addi_nuw(
// CHECK:       affine.if
// CHECK:       arith.addi %{{[^ ,]+}}, %{{[^ ,]+}} overflow<nuw> : i32
#addi_nuw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#addi_nuw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @addi_nuw(%a: memref<14xi32, #addi_nuw_a> {layout.access = "readwrite"}, %b: memref<14xi32, #addi_nuw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #addi_nuw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #addi_nuw_a>
        %k = arith.constant 1 : i32
        %y = arith.addi %x, %k overflow<nuw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #addi_nuw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @addi_nuw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.addi %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#addi_nuw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#addi_nuw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @addi_nuw_undef(%a: memref<14xi32, #addi_nuw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi32, #addi_nuw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #addi_nuw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #addi_nuw_undef_a>
        %k = arith.constant 1 : i32
        %y = arith.addi %x, %k overflow<nuw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #addi_nuw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @subi_nsw(
// CHECK:       affine.if
// CHECK:       arith.subi %{{[^ ,]+}}, %{{[^ ,]+}} overflow<nsw> : i32
#subi_nsw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2147483648 : i32>>
#subi_nsw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2147483647 : i32>>
func.func @subi_nsw(%a: memref<14xi32, #subi_nsw_a> {layout.access = "readwrite"}, %b: memref<14xi32, #subi_nsw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #subi_nsw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #subi_nsw_a>
        %k = arith.constant 1 : i32
        %y = arith.subi %x, %k overflow<nsw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #subi_nsw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @subi_nsw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.subi %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#subi_nsw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2147483648 : i32>>
#subi_nsw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @subi_nsw_undef(%a: memref<14xi32, #subi_nsw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi32, #subi_nsw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #subi_nsw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #subi_nsw_undef_a>
        %k = arith.constant 1 : i32
        %y = arith.subi %x, %k overflow<nsw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #subi_nsw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @subi_nuw(
// CHECK:       affine.if
// CHECK:       arith.subi %{{[^ ,]+}}, %{{[^ ,]+}} overflow<nuw> : i32
#subi_nuw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#subi_nuw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
func.func @subi_nuw(%a: memref<14xi32, #subi_nuw_a> {layout.access = "readwrite"}, %b: memref<14xi32, #subi_nuw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %one = arith.constant 1 : i32
    affine.store %one, %a[%i] : memref<14xi32, #subi_nuw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #subi_nuw_a>
        %k = arith.constant 1 : i32
        %y = arith.subi %x, %k overflow<nuw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #subi_nuw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @subi_nuw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.subi %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#subi_nuw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#subi_nuw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @subi_nuw_undef(%a: memref<14xi32, #subi_nuw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi32, #subi_nuw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %one = arith.constant 1 : i32
    affine.store %one, %a[%i] : memref<14xi32, #subi_nuw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #subi_nuw_undef_a>
        %k = arith.constant 1 : i32
        %y = arith.subi %x, %k overflow<nuw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #subi_nuw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @muli_nsw(
// CHECK:       affine.if
// CHECK:       arith.muli %{{[^ ,]+}}, %{{[^ ,]+}} overflow<nsw> : i32
#muli_nsw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2147483647 : i32>>
#muli_nsw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2 : i32>>
func.func @muli_nsw(%a: memref<14xi32, #muli_nsw_a> {layout.access = "readwrite"}, %b: memref<14xi32, #muli_nsw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #muli_nsw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #muli_nsw_a>
        %k = arith.constant 2 : i32
        %y = arith.muli %x, %k overflow<nsw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #muli_nsw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @muli_nsw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.muli %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#muli_nsw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2147483647 : i32>>
#muli_nsw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @muli_nsw_undef(%a: memref<14xi32, #muli_nsw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi32, #muli_nsw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #muli_nsw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #muli_nsw_undef_a>
        %k = arith.constant 2 : i32
        %y = arith.muli %x, %k overflow<nsw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #muli_nsw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @muli_nuw(
// CHECK:       affine.if
// CHECK:       arith.muli %{{[^ ,]+}}, %{{[^ ,]+}} overflow<nuw> : i32
#muli_nuw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#muli_nuw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2 : i32>>
func.func @muli_nuw(%a: memref<14xi32, #muli_nuw_a> {layout.access = "readwrite"}, %b: memref<14xi32, #muli_nuw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #muli_nuw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #muli_nuw_a>
        %k = arith.constant 2 : i32
        %y = arith.muli %x, %k overflow<nuw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #muli_nuw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @muli_nuw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.muli %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#muli_nuw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#muli_nuw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @muli_nuw_undef(%a: memref<14xi32, #muli_nuw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi32, #muli_nuw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #muli_nuw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #muli_nuw_undef_a>
        %k = arith.constant 2 : i32
        %y = arith.muli %x, %k overflow<nuw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #muli_nuw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @shli_nsw(
// CHECK:       affine.if
// CHECK:       arith.shli %{{[^ ,]+}}, %{{[^ ,]+}} overflow<nsw> : i32
#shli_nsw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2147483647 : i32>>
#shli_nsw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2 : i32>>
func.func @shli_nsw(%a: memref<14xi32, #shli_nsw_a> {layout.access = "readwrite"}, %b: memref<14xi32, #shli_nsw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #shli_nsw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #shli_nsw_a>
        %k = arith.constant 1 : i32
        %y = arith.shli %x, %k overflow<nsw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #shli_nsw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @shli_nsw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.shli %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#shli_nsw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<2147483647 : i32>>
#shli_nsw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @shli_nsw_undef(%a: memref<14xi32, #shli_nsw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi32, #shli_nsw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #shli_nsw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #shli_nsw_undef_a>
        %k = arith.constant 1 : i32
        %y = arith.shli %x, %k overflow<nsw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #shli_nsw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @shli_nuw(
// CHECK:       affine.if
// CHECK:       arith.shli %{{[^ ,]+}}, %{{[^ ,]+}} overflow<nuw> : i32
#shli_nuw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#shli_nuw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-2 : i32>>
func.func @shli_nuw(%a: memref<14xi32, #shli_nuw_a> {layout.access = "readwrite"}, %b: memref<14xi32, #shli_nuw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #shli_nuw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #shli_nuw_a>
        %k = arith.constant 1 : i32
        %y = arith.shli %x, %k overflow<nuw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #shli_nuw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @shli_nuw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.shli %{{[^ ,]+}}, %{{[^ ,]+}} : i32
#shli_nuw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-1 : i32>>
#shli_nuw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @shli_nuw_undef(%a: memref<14xi32, #shli_nuw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi32, #shli_nuw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #shli_nuw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #shli_nuw_undef_a>
        %k = arith.constant 1 : i32
        %y = arith.shli %x, %k overflow<nuw> : i32
        affine.store %y, %b[4 * %io + %ii] : memref<14xi32, #shli_nuw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @trunci_nsw(
// CHECK:       affine.if
// CHECK:       arith.trunci %{{[^ ,]+}} overflow<nsw>
#trunci_nsw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<128 : i32>>
#trunci_nsw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-128 : i8>>
func.func @trunci_nsw(%a: memref<14xi32, #trunci_nsw_a> {layout.access = "readwrite"}, %b: memref<14xi8, #trunci_nsw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #trunci_nsw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #trunci_nsw_a>
        %y = arith.trunci %x overflow<nsw> : i32 to i8
        affine.store %y, %b[4 * %io + %ii] : memref<14xi8, #trunci_nsw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @trunci_nsw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.trunci %{{[^ ,]+}} : i32 to i8
#trunci_nsw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<128 : i32>>
#trunci_nsw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @trunci_nsw_undef(%a: memref<14xi32, #trunci_nsw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi8, #trunci_nsw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #trunci_nsw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #trunci_nsw_undef_a>
        %y = arith.trunci %x overflow<nsw> : i32 to i8
        affine.store %y, %b[4 * %io + %ii] : memref<14xi8, #trunci_nsw_undef_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @trunci_nuw(
// CHECK:       affine.if
// CHECK:       arith.trunci %{{[^ ,]+}} overflow<nuw>
#trunci_nuw_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<256 : i32>>
#trunci_nuw_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i8>>
func.func @trunci_nuw(%a: memref<14xi32, #trunci_nuw_a> {layout.access = "readwrite"}, %b: memref<14xi8, #trunci_nuw_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #trunci_nuw_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #trunci_nuw_a>
        %y = arith.trunci %x overflow<nuw> : i32 to i8
        affine.store %y, %b[4 * %io + %ii] : memref<14xi8, #trunci_nuw_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @trunci_nuw_undef(
// CHECK-NOT:   affine.if
// CHECK:       arith.trunci %{{[^ ,]+}} : i32 to i8
#trunci_nuw_undef_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<256 : i32>>
#trunci_nuw_undef_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @trunci_nuw_undef(%a: memref<14xi32, #trunci_nuw_undef_a> {layout.access = "readwrite"}, %b: memref<14xi8, #trunci_nuw_undef_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %f = arith.constant 1 : i32
    %m = arith.muli %n, %f : i32
    affine.store %m, %a[%i] : memref<14xi32, #trunci_nuw_undef_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xi32, #trunci_nuw_undef_a>
        %y = arith.trunci %x overflow<nuw> : i32 to i8
        affine.store %y, %b[4 * %io + %ii] : memref<14xi8, #trunci_nuw_undef_b>
      }
    }
  }
  return
}
