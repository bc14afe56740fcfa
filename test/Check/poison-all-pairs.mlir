// No false alarm: for all pairs of numbers of 4 bits, an operation with a flag is
// used where, as wider numbers tell, the flag holds.

// RUN: layout-check %s --load-pass-plugin=%test_plugin --entry=nothing --pipeline="builtin.module(test-layout-substitute{name=nothing by=all})" | FileCheck %s --check-prefix=AGREES
// AGREES: 4 runs agree
// RUN: sed -e "s/select %isRight/select %isWrong/" %s | not layout-check - --load-pass-plugin=%test_plugin --entry=nothing --pipeline="builtin.module(test-layout-substitute{name=nothing by=all})" 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: is poison and reaches a store
func.func @nothing() {
  return
}

// Its numbers are of either sign, and wider ones.
func.func @all() {
  %m = memref.alloca() : memref<i4>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %a = arith.index_cast %i : index to i4
      %b = arith.index_cast %j : index to i4
      func.call @pair(%a, %b, %m) : (i4, i4, memref<i4>) -> ()
    }
  }
  return
}
func.func private @use(%isRight: i1, %x: i4, %m: memref<i4>) {
  %true = arith.constant true
  %isWrong = arith.xori %isRight, %true : i1
  %zero = arith.constant 0 : i4
  %r = arith.select %isRight, %x, %zero : i4
  memref.store %r, %m[] : memref<i4>
  return
}
// The narrow result says what the wide one does.
func.func private @same(%x: i4, %ws: i16, %wu: i16, %isSigned: i1) -> i1 {
  %s = arith.extsi %x : i4 to i16
  %u = arith.extui %x : i4 to i16
  %isS = arith.cmpi eq, %s, %ws : i16
  %isU = arith.cmpi eq, %u, %wu : i16
  %is = arith.select %isSigned, %isS, %isU : i1
  return %is : i1
}
func.func private @pair(%a: i4, %b: i4, %m: memref<i4>) {
  %true = arith.constant true
  %false = arith.constant false
  %zero = arith.constant 0 : i4
  %one = arith.constant 1 : i4
  %as = arith.extsi %a : i4 to i16
  %bs = arith.extsi %b : i4 to i16
  %au = arith.extui %a : i4 to i16
  %bu = arith.extui %b : i4 to i16

  %addi_nsw_ws = arith.addi %as, %bs : i16
  %addi_nsw_wu = arith.addi %au, %bu : i16
  %addi_nsw = arith.addi %a, %b overflow<nsw> : i4
  %addi_nsw_plain = arith.addi %a, %b : i4
  %addi_nsw_is = func.call @same(%addi_nsw_plain, %addi_nsw_ws, %addi_nsw_wu, %true) : (i4, i16, i16, i1) -> i1
  func.call @use(%addi_nsw_is, %addi_nsw, %m) : (i1, i4, memref<i4>) -> ()

  %addi_nuw_ws = arith.addi %as, %bs : i16
  %addi_nuw_wu = arith.addi %au, %bu : i16
  %addi_nuw = arith.addi %a, %b overflow<nuw> : i4
  %addi_nuw_plain = arith.addi %a, %b : i4
  %addi_nuw_is = func.call @same(%addi_nuw_plain, %addi_nuw_ws, %addi_nuw_wu, %false) : (i4, i16, i16, i1) -> i1
  func.call @use(%addi_nuw_is, %addi_nuw, %m) : (i1, i4, memref<i4>) -> ()

  %subi_nsw_ws = arith.subi %as, %bs : i16
  %subi_nsw_wu = arith.subi %au, %bu : i16
  %subi_nsw = arith.subi %a, %b overflow<nsw> : i4
  %subi_nsw_plain = arith.subi %a, %b : i4
  %subi_nsw_is = func.call @same(%subi_nsw_plain, %subi_nsw_ws, %subi_nsw_wu, %true) : (i4, i16, i16, i1) -> i1
  func.call @use(%subi_nsw_is, %subi_nsw, %m) : (i1, i4, memref<i4>) -> ()

  %subi_nuw_ws = arith.subi %as, %bs : i16
  %subi_nuw_wu = arith.subi %au, %bu : i16
  %subi_nuw = arith.subi %a, %b overflow<nuw> : i4
  %subi_nuw_plain = arith.subi %a, %b : i4
  %subi_nuw_is = func.call @same(%subi_nuw_plain, %subi_nuw_ws, %subi_nuw_wu, %false) : (i4, i16, i16, i1) -> i1
  func.call @use(%subi_nuw_is, %subi_nuw, %m) : (i1, i4, memref<i4>) -> ()

  %muli_nsw_ws = arith.muli %as, %bs : i16
  %muli_nsw_wu = arith.muli %au, %bu : i16
  %muli_nsw = arith.muli %a, %b overflow<nsw> : i4
  %muli_nsw_plain = arith.muli %a, %b : i4
  %muli_nsw_is = func.call @same(%muli_nsw_plain, %muli_nsw_ws, %muli_nsw_wu, %true) : (i4, i16, i16, i1) -> i1
  func.call @use(%muli_nsw_is, %muli_nsw, %m) : (i1, i4, memref<i4>) -> ()

  %muli_nuw_ws = arith.muli %as, %bs : i16
  %muli_nuw_wu = arith.muli %au, %bu : i16
  %muli_nuw = arith.muli %a, %b overflow<nuw> : i4
  %muli_nuw_plain = arith.muli %a, %b : i4
  %muli_nuw_is = func.call @same(%muli_nuw_plain, %muli_nuw_ws, %muli_nuw_wu, %false) : (i4, i16, i16, i1) -> i1
  func.call @use(%muli_nuw_is, %muli_nuw, %m) : (i1, i4, memref<i4>) -> ()

  // Shifts by less than 4, and others.
  %four = arith.constant 4 : i16
  %isNear = arith.cmpi ult, %bu, %four : i16
  %three = arith.constant 3 : i16
  %near = arith.andi %bu, %three : i16
  %near4 = arith.trunci %near : i16 to i4

  %shli_nsw_ws = arith.shli %as, %near : i16
  %shli_nsw_wu = arith.shli %au, %near : i16
  %shli_nsw = arith.shli %a, %b overflow<nsw> : i4
  %shli_nsw_plain = arith.shli %a, %near4 : i4
  %shli_nsw_same = func.call @same(%shli_nsw_plain, %shli_nsw_ws, %shli_nsw_wu, %true) : (i4, i16, i16, i1) -> i1
  %shli_nsw_is = arith.select %isNear, %shli_nsw_same, %false : i1
  func.call @use(%shli_nsw_is, %shli_nsw, %m) : (i1, i4, memref<i4>) -> ()

  %shli_nuw_ws = arith.shli %as, %near : i16
  %shli_nuw_wu = arith.shli %au, %near : i16
  %shli_nuw = arith.shli %a, %b overflow<nuw> : i4
  %shli_nuw_plain = arith.shli %a, %near4 : i4
  %shli_nuw_same = func.call @same(%shli_nuw_plain, %shli_nuw_ws, %shli_nuw_wu, %false) : (i4, i16, i16, i1) -> i1
  %shli_nuw_is = arith.select %isNear, %shli_nuw_same, %false : i1
  func.call @use(%shli_nuw_is, %shli_nuw, %m) : (i1, i4, memref<i4>) -> ()

  %shrui_w = arith.shrui %au, %near : i16
  %shrui_back = arith.shli %shrui_w, %near : i16
  %shrui_same = arith.cmpi eq, %shrui_back, %au : i16
  %shrui_is = arith.select %isNear, %shrui_same, %false : i1
  %shrui = arith.shrui %a, %b exact : i4
  func.call @use(%shrui_is, %shrui, %m) : (i1, i4, memref<i4>) -> ()

  %shrsi_w = arith.shrsi %as, %near : i16
  %shrsi_back = arith.shli %shrsi_w, %near : i16
  %shrsi_same = arith.cmpi eq, %shrsi_back, %as : i16
  %shrsi_is = arith.select %isNear, %shrsi_same, %false : i1
  %shrsi = arith.shrsi %a, %b exact : i4
  func.call @use(%shrsi_is, %shrsi, %m) : (i1, i4, memref<i4>) -> ()

  // No division by 0, nor by -1.
  %isZero = arith.cmpi eq, %b, %zero : i4
  %minus = arith.constant -1 : i4
  %isMinus = arith.cmpi eq, %b, %minus : i4
  %isBad = arith.ori %isZero, %isMinus : i1
  %d = arith.select %isBad, %one, %b : i4
  %ds = arith.extsi %d : i4 to i16
  %du = arith.extui %d : i4 to i16
  %zero16 = arith.constant 0 : i16

  %divui_rest = arith.remui %au, %du : i16
  %divui_is = arith.cmpi eq, %divui_rest, %zero16 : i16
  %divui = arith.divui %a, %d exact : i4
  func.call @use(%divui_is, %divui, %m) : (i1, i4, memref<i4>) -> ()

  %divsi_rest = arith.remsi %as, %ds : i16
  %divsi_is = arith.cmpi eq, %divsi_rest, %zero16 : i16
  %divsi = arith.divsi %a, %d exact : i4
  func.call @use(%divsi_is, %divsi, %m) : (i1, i4, memref<i4>) -> ()

  %trunci_nsw_wide = arith.muli %as, %bs : i16
  %trunci_nsw = arith.trunci %trunci_nsw_wide overflow<nsw> : i16 to i4
  %trunci_nsw_plain = arith.trunci %trunci_nsw_wide : i16 to i4
  %trunci_nsw_back = arith.extsi %trunci_nsw_plain : i4 to i16
  %trunci_nsw_is = arith.cmpi eq, %trunci_nsw_back, %trunci_nsw_wide : i16
  func.call @use(%trunci_nsw_is, %trunci_nsw, %m) : (i1, i4, memref<i4>) -> ()

  %trunci_nuw_wide = arith.muli %as, %bs : i16
  %trunci_nuw = arith.trunci %trunci_nuw_wide overflow<nuw> : i16 to i4
  %trunci_nuw_plain = arith.trunci %trunci_nuw_wide : i16 to i4
  %trunci_nuw_back = arith.extui %trunci_nuw_plain : i4 to i16
  %trunci_nuw_is = arith.cmpi eq, %trunci_nuw_back, %trunci_nuw_wide : i16
  func.call @use(%trunci_nuw_is, %trunci_nuw, %m) : (i1, i4, memref<i4>) -> ()
  return
}
