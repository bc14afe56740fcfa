// What runs is the program, not what a folder makes of its index maps.
// RUN: layout-check %s --entry=diagonals --pipeline="builtin.module(layout-apply,layout-finalize)"

#lanes = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<7 : i32>>

func.func @diagonals(%a: memref<4x6xi32, #lanes>) {
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      %row = affine.apply affine_map<(i, j) -> ((i - j) floordiv 6 + 2)>(%i, %j)
      %column = affine.apply affine_map<(i, j) -> ((i - j) mod 6)>(%i, %j)
      %x = memref.load %a[%row, %column] : memref<4x6xi32, #lanes>
      %y = arith.subi %one, %x : i32
      memref.store %y, %a[%row, %column] : memref<4x6xi32, #lanes>
    }
  }
  return
}
