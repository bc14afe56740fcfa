// Numbers of a fixed width: of more bits than an index, and in loops that wrap.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes)' --verify-diagnostics -o /dev/null

// Where %n is 2^64 the index is 0, and nothing is written.
// expected-remark@below {{lowest_bits 0: readwrite}}
func.func @lowest_bits(%a: memref<4xi32>, %n: i128, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %four = arith.constant 4 : i128
  %end = arith.index_cast %n : i128 to index
  %isLong = arith.cmpi sge, %n, %four : i128
  scf.if %isLong {
    scf.for %i = %c0 to %end step %c1 {
      memref.store %v, %a[%i] : memref<4xi32>
    }
  } else {
    affine.for %i = 0 to 4 {
      affine.store %v, %a[%i] : memref<4xi32>
    }
  }
  return
}

// expected-remark@below {{lowest_bits_65 0: readwrite}}
func.func @lowest_bits_65(%a: memref<4xi32>, %n: i65, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %four = arith.constant 4 : i65
  %end = arith.index_cast %n : i65 to index
  %isLong = arith.cmpi sge, %n, %four : i65
  scf.if %isLong {
    scf.for %i = %c0 to %end step %c1 {
      memref.store %v, %a[%i] : memref<4xi32>
    }
  } else {
    affine.for %i = 0 to 4 {
      affine.store %v, %a[%i] : memref<4xi32>
    }
  }
  return
}

// 2^64 is not 0: the loop has four iterations, and they begin elsewhere.
// expected-remark@below {{wide_loop 0: readwrite}}
func.func @wide_loop(%a: memref<8xi32>, %v: i32) {
  %first = arith.constant 18446744073709551616 : i128
  %end = arith.constant 18446744073709551620 : i128
  %step = arith.constant 1 : i128
  affine.for %i = 0 to 4 {
    affine.store %v, %a[%i + 4] : memref<8xi32>
  }
  scf.for %i = %first to %end step %step : i128 {
    %two = arith.constant 2 : i128
    %half = arith.divui %i, %two : i128
    %at = arith.index_cast %half : i128 to index
    %zero = arith.constant 0 : index
    %isLow = arith.cmpi eq, %at, %zero : index
    scf.if %isLow {
      memref.store %v, %a[%zero] : memref<8xi32>
    }
  }
  return
}

// Numbers that fit are followed in a wide loop too.
// expected-remark@below {{short_wide_loop 0: write}}
func.func @short_wide_loop(%a: memref<4xi32>, %v: i32) {
  %first = arith.constant 0 : i128
  %end = arith.constant 4 : i128
  %step = arith.constant 1 : i128
  scf.for %i = %first to %end step %step : i128 {
    %at = arith.index_cast %i : i128 to index
    memref.store %v, %a[%at] : memref<4xi32>
  }
  return
}

// Behind 126 comes 129, which is -127: elements beyond 127 are read before they
// are written.
// expected-remark@below {{wraps 0: readwrite}}
// expected-remark@below {{wraps 1: readwrite}}
func.func @wraps(%a: memref<256xi32>, %b: memref<1xi32>, %v: i32) {
  %first = arith.constant 0 : i8
  %end = arith.constant 127 : i8
  %step = arith.constant 3 : i8
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 128 {
    affine.store %v, %a[%i] : memref<256xi32>
  }
  scf.for %i = %first to %end step %step : i8 {
    %at = arith.index_castui %i : i8 to index
    %x = memref.load %a[%at] : memref<256xi32>
    memref.store %x, %b[%zero] : memref<1xi32>
  }
  affine.for %i = 128 to 256 {
    affine.store %v, %a[%i] : memref<256xi32>
  }
  return
}

// Here none wraps.
// expected-remark@below {{does_not_wrap 0: write}}
// expected-remark@below {{does_not_wrap 1: write}}
func.func @does_not_wrap(%a: memref<256xi32>, %b: memref<1xi32>, %v: i32) {
  %first = arith.constant 0 : i8
  %end = arith.constant 125 : i8
  %step = arith.constant 3 : i8
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 128 {
    affine.store %v, %a[%i] : memref<256xi32>
  }
  scf.for %i = %first to %end step %step : i8 {
    %at = arith.index_castui %i : i8 to index
    %x = memref.load %a[%at] : memref<256xi32>
    memref.store %x, %b[%zero] : memref<1xi32>
  }
  affine.for %i = 128 to 256 {
    affine.store %v, %a[%i] : memref<256xi32>
  }
  return
}
