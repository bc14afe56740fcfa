// A flag that makes poison is a promise about the executions that the program
// has. In those that are added, over padding that is NaN or infinite, either the op loses
// the flag or the branch stays.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-apply,layout-overcompute)" | FileCheck %s
// RUN: layout-check %s \
// RUN:   --entry=negf_nan,addf_nan,addf_inf,subf_nan,mulf_nan,mulf_inf,divf_nan,remf_nan \
// RUN:   --entry=maximumf_nan,minimumf_nan,maxnumf_nan,maxnumf_inf,minnumf_nan,select_nan \
// RUN:   --entry=fma_nan,fma_inf,absf_nan,sqrt_nan,truncf,extf \
// RUN:   --pipeline="builtin.module(layout-apply,layout-overcompute)"

// CHECK-LABEL: @negf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.negf {{.*}}fastmath<nsz>
#negf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#negf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @negf_nan(%a: memref<14xf32, #negf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #negf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #negf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #negf_nan_a>
        %y = arith.negf %x fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #negf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @addf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.addf {{.*}}fastmath<nsz>
#addf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#addf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @addf_nan(%a: memref<14xf32, #addf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #addf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #addf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #addf_nan_a>
        %y = arith.addf %x, %x fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #addf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @addf_inf(
// CHECK-NOT:   affine.if
// CHECK:       arith.addf {{.*}}fastmath<nsz>
#addf_inf_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7F800000 : f32>>
#addf_inf_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @addf_inf(%a: memref<14xf32, #addf_inf_a> {layout.access = "readwrite"}, %b: memref<14xf32, #addf_inf_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #addf_inf_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #addf_inf_a>
        %y = arith.addf %x, %x fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #addf_inf_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @subf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.subf {{.*}}fastmath<nsz>
#subf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#subf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @subf_nan(%a: memref<14xf32, #subf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #subf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #subf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #subf_nan_a>
        %y = arith.subf %x, %x fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #subf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @mulf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.mulf {{.*}}fastmath<nsz>
#mulf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#mulf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @mulf_nan(%a: memref<14xf32, #mulf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #mulf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #mulf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #mulf_nan_a>
        %y = arith.mulf %x, %x fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #mulf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @mulf_inf(
// CHECK-NOT:   affine.if
// CHECK:       arith.mulf {{.*}}fastmath<nsz>
#mulf_inf_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7F800000 : f32>>
#mulf_inf_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @mulf_inf(%a: memref<14xf32, #mulf_inf_a> {layout.access = "readwrite"}, %b: memref<14xf32, #mulf_inf_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #mulf_inf_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #mulf_inf_a>
        %y = arith.mulf %x, %x fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #mulf_inf_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @divf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.divf {{.*}}fastmath<nsz>
#divf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#divf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @divf_nan(%a: memref<14xf32, #divf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #divf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #divf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #divf_nan_a>
        %x1 = arith.constant 2.0 : f32
        %y = arith.divf %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #divf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @remf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.remf {{.*}}fastmath<nsz>
#remf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#remf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @remf_nan(%a: memref<14xf32, #remf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #remf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #remf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #remf_nan_a>
        %x1 = arith.constant 2.0 : f32
        %y = arith.remf %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #remf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @maximumf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.maximumf {{.*}}fastmath<nsz>
#maximumf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#maximumf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @maximumf_nan(%a: memref<14xf32, #maximumf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #maximumf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #maximumf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #maximumf_nan_a>
        %x1 = arith.constant 2.0 : f32
        %y = arith.maximumf %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #maximumf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @minimumf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.minimumf {{.*}}fastmath<nsz>
#minimumf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#minimumf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @minimumf_nan(%a: memref<14xf32, #minimumf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #minimumf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #minimumf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #minimumf_nan_a>
        %x1 = arith.constant 2.0 : f32
        %y = arith.minimumf %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #minimumf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @maxnumf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.maxnumf {{.*}}fastmath<nsz>
#maxnumf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#maxnumf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @maxnumf_nan(%a: memref<14xf32, #maxnumf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #maxnumf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #maxnumf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #maxnumf_nan_a>
        %x1 = arith.constant 2.0 : f32
        %y = arith.maxnumf %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #maxnumf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @maxnumf_inf(
// CHECK-NOT:   affine.if
// CHECK:       arith.maxnumf {{.*}}fastmath<nsz>
#maxnumf_inf_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7F800000 : f32>>
#maxnumf_inf_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @maxnumf_inf(%a: memref<14xf32, #maxnumf_inf_a> {layout.access = "readwrite"}, %b: memref<14xf32, #maxnumf_inf_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #maxnumf_inf_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #maxnumf_inf_a>
        %x1 = arith.constant 2.0 : f32
        %y = arith.maxnumf %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #maxnumf_inf_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @minnumf_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.minnumf {{.*}}fastmath<nsz>
#minnumf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#minnumf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @minnumf_nan(%a: memref<14xf32, #minnumf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #minnumf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #minnumf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #minnumf_nan_a>
        %x1 = arith.constant 2.0 : f32
        %y = arith.minnumf %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #minnumf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @select_nan(
// CHECK-NOT:   affine.if
// CHECK:       arith.cmpf oge, %{{[^ ]*}}, %{{[^ ]*}} : f32
#select_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#select_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @select_nan(%a: memref<14xf32, #select_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #select_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #select_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #select_nan_a>
        %x1 = arith.constant 2.0 : f32
        %p = arith.cmpf oge, %x, %x1 fastmath<nnan> : f32
        %y = arith.select %p, %x, %x1 : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #select_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @fma_nan(
// CHECK-NOT:   affine.if
// CHECK:       math.fma {{.*}}fastmath<nsz>
#fma_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#fma_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @fma_nan(%a: memref<14xf32, #fma_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #fma_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #fma_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #fma_nan_a>
        %x1 = arith.constant 2.0 : f32
        %y = math.fma %x, %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #fma_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @fma_inf(
// CHECK-NOT:   affine.if
// CHECK:       math.fma {{.*}}fastmath<nsz>
#fma_inf_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7F800000 : f32>>
#fma_inf_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @fma_inf(%a: memref<14xf32, #fma_inf_a> {layout.access = "readwrite"}, %b: memref<14xf32, #fma_inf_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #fma_inf_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #fma_inf_a>
        %x1 = arith.constant 2.0 : f32
        %y = math.fma %x, %x, %x1 fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #fma_inf_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @absf_nan(
// CHECK-NOT:   affine.if
// CHECK:       math.absf {{.*}}fastmath<nsz>
#absf_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#absf_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @absf_nan(%a: memref<14xf32, #absf_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #absf_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #absf_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #absf_nan_a>
        %y = math.absf %x fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #absf_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @sqrt_nan(
// CHECK-NOT:   affine.if
// CHECK:       math.sqrt {{.*}}fastmath<nsz>
#sqrt_nan_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#sqrt_nan_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @sqrt_nan(%a: memref<14xf32, #sqrt_nan_a> {layout.access = "readwrite"}, %b: memref<14xf32, #sqrt_nan_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #sqrt_nan_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #sqrt_nan_a>
        %y = math.sqrt %x fastmath<nnan,ninf,nsz> : f32
        affine.store %y, %b[4 * %io + %ii] : memref<14xf32, #sqrt_nan_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @truncf(
// CHECK-NOT:   affine.if
// CHECK:       arith.truncf %{{[^ ,]+}} fastmath<none> : f32 to f16
#truncf_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#truncf_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @truncf(%a: memref<14xf32, #truncf_a> {layout.access = "readwrite"}, %b: memref<14xf16, #truncf_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #truncf_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #truncf_a>
        %y = arith.truncf %x fastmath<nnan,ninf> : f32 to f16
        affine.store %y, %b[4 * %io + %ii] : memref<14xf16, #truncf_b>
      }
    }
  }
  return
}

// CHECK-LABEL: @extf(
// CHECK-NOT:   affine.if
// CHECK:       arith.extf %{{[^ ,]+}} fastmath<none> : f32 to f64
#extf_a = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0x7FC00000 : f32>>
#extf_b = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
func.func @extf(%a: memref<14xf32, #extf_a> {layout.access = "readwrite"}, %b: memref<14xf64, #extf_b> {layout.access = "readwrite"}) {
  affine.for %i = 0 to 14 {
    %n = arith.index_cast %i : index to i32
    %m = arith.sitofp %n : i32 to f32
    affine.store %m, %a[%i] : memref<14xf32, #extf_a>
  }
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(io, ii) : (13 - 4 * io - ii >= 0)>(%io, %ii) {
        %x = affine.load %a[4 * %io + %ii] : memref<14xf32, #extf_a>
        %y = arith.extf %x fastmath<nnan,ninf> : f32 to f64
        affine.store %y, %b[4 * %io + %ii] : memref<14xf64, #extf_b>
      }
    }
  }
  return
}
