// An index that is computed by a chain in which everything is used twice is no operand of
// an affine op: upstream checks these along all paths, of which there are 2^35 here.
// RUN: layout-opt %s --layout-sequential-access --layout-raise-loops -o /dev/null
// RUN: layout-check %s --entry=f --arg=4:1 --arg=5:3 --arg=6:1 --arg=7:1 --pipeline="builtin.module(layout-sequential-access,layout-raise-loops)"

#layout = #layout.buffer<index_map<(d0, d1, d2) -> (d0, d1, d2)>, axis_separator<[1]>>
#layout1 = #layout.buffer<index_map<(d0, d1, d2) -> (d0 floordiv 4, d0 mod 4, d1, d2)>, pad<-93 : i8>>
#map = affine_map<(d0, d1) -> ((d0 floordiv 2) * 2 + (d0 + d1 mod 2) mod 2, d1)>
#map1 = affine_map<()[s0] -> (s0 floordiv 4)>
#map2 = affine_map<()[s0] -> (s0 mod 4)>
#map3 = affine_map<(d0) -> (d0 floordiv 4)>
#map4 = affine_map<(d0) -> (d0 mod 4)>
#map5 = affine_map<(d0, d1) -> (d0 * 3 + d1)>
#set = affine_set<(d0, d1) : (-d0 - d1 - (d0 floordiv 2) * 2 + ((d0 + d1) floordiv 2) * 2 + 4 >= 0, -d0 + (d0 floordiv 2) * 2 + 1 >= 0, d0 mod 2 >= 0, -d0 - d1 + ((d0 + d1) floordiv 2) * 2 + 1 >= 0, (d0 + d1) mod 2 >= 0)>
#set1 = affine_set<(d0)[s0] : (-d0 + s0 - 1 >= 0)>
module {
  memref.global "private" @g : memref<5x3x2xi8> = dense<5>
  func.func @f(%arg0: memref<2x4x3x2xi8> {layout.access = "readwrite", layout.sequential, llvm.noalias}, %arg1: memref<2x5x3xi8> {layout.access = "readwrite", layout.sequential, llvm.noalias}, %arg2: memref<5x6x1xi8, #layout> {layout.access = "read", llvm.noalias}, %arg3: memref<6x3xi8> {layout.access = "write", llvm.noalias}, %arg4: i1, %arg5: index, %arg6: i2, %arg7: i2) {
    %c2_i8 = arith.constant 2 : i8
    %c0_i8 = arith.constant 0 : i8
    %c3_i8 = arith.constant 3 : i8
    %c2 = arith.constant 2 : index
    %c5 = arith.constant 5 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c-1_i8 = arith.constant -1 : i8
    %c0 = arith.constant 0 : index
    %0 = memref.get_global @g : memref<5x3x2xi8>
    scf.if %arg4 {
      %1 = arith.addi %arg5, %arg5 : index
      %2 = arith.remui %1, %c3 : index
      %c3_0 = arith.constant 3 : index
      %3 = arith.subi %c3_0, %2 : index
      %c2_1 = arith.constant 2 : index
      %4 = arith.subi %c2_1, %c1 : index
      %5 = vector.create_mask %3, %4 : vector<1x5xi1>
      %6 = vector.shape_cast %5 : vector<1x5xi1> to vector<5xi1>
      %c1_2 = arith.constant 1 : index
      %c0_3 = arith.constant 0 : index
      %c1_4 = arith.constant 1 : index
      %7 = vector.transfer_read %arg0[%c1_2, %c0_3, %2, %c1_4], %c-1_i8, %6 {in_bounds = [true]} : memref<2x4x3x2xi8>, vector<5xi8>
      %8 = vector.shape_cast %7 : vector<5xi8> to vector<1x5xi8>
      %9 = arith.minsi %arg5, %c4 : index
      %10 = vector.shape_cast %8 : vector<1x5xi8> to vector<5xi8>
      %c1_5 = arith.constant 1 : index
      %c2_6 = arith.constant 2 : index
      %11 = arith.subi %c2_6, %c1 : index
      %12 = vector.create_mask %c1_5, %11 : vector<1x5xi1>
      %13 = vector.shape_cast %12 : vector<1x5xi1> to vector<5xi1>
      %14 = affine.apply #map1()[%9]
      %15 = affine.apply #map2()[%9]
      %c0_7 = arith.constant 0 : index
      %c1_8 = arith.constant 1 : index
      vector.transfer_write %10, %arg0[%14, %15, %c0_7, %c1_8], %13 {in_bounds = [true]} : vector<5xi8>, memref<2x4x3x2xi8>
    } else {
      scf.for %arg8 = %c1 to %c5 step %c1 {
        scf.for %arg9 = %c0 to %c2 step %c1 {
          %71 = memref.load %0[%arg8, %arg9, %c0] : memref<5x3x2xi8>
          memref.store %71, %arg1[%c0, %arg8, %arg9] : memref<2x5x3xi8>
        }
      }
      %1 = arith.addi %arg5, %c5 : index
      %2 = arith.minsi %1, %c5 : index
      %3 = arith.minsi %1, %c5 : index
      %4 = arith.minsi %2, %3 : index
      %5 = arith.minsi %3, %2 : index
      %6 = arith.minsi %4, %5 : index
      %7 = arith.minsi %5, %4 : index
      %8 = arith.minsi %6, %7 : index
      %9 = arith.minsi %7, %6 : index
      %10 = arith.minsi %8, %9 : index
      %11 = arith.minsi %9, %8 : index
      %12 = arith.minsi %10, %11 : index
      %13 = arith.minsi %11, %10 : index
      %14 = arith.minsi %12, %13 : index
      %15 = arith.minsi %13, %12 : index
      %16 = arith.minsi %14, %15 : index
      %17 = arith.minsi %15, %14 : index
      %18 = arith.minsi %16, %17 : index
      %19 = arith.minsi %17, %16 : index
      %20 = arith.minsi %18, %19 : index
      %21 = arith.minsi %19, %18 : index
      %22 = arith.minsi %20, %21 : index
      %23 = arith.minsi %21, %20 : index
      %24 = arith.minsi %22, %23 : index
      %25 = arith.minsi %23, %22 : index
      %26 = arith.minsi %24, %25 : index
      %27 = arith.minsi %25, %24 : index
      %28 = arith.minsi %26, %27 : index
      %29 = arith.minsi %27, %26 : index
      %30 = arith.minsi %28, %29 : index
      %31 = arith.minsi %29, %28 : index
      %32 = arith.minsi %30, %31 : index
      %33 = arith.minsi %31, %30 : index
      %34 = arith.minsi %32, %33 : index
      %35 = arith.minsi %33, %32 : index
      %36 = arith.minsi %34, %35 : index
      %37 = arith.minsi %35, %34 : index
      %38 = arith.minsi %36, %37 : index
      %39 = arith.minsi %37, %36 : index
      %40 = arith.minsi %38, %39 : index
      %41 = arith.minsi %39, %38 : index
      %42 = arith.minsi %40, %41 : index
      %43 = arith.minsi %41, %40 : index
      %44 = arith.minsi %42, %43 : index
      %45 = arith.minsi %43, %42 : index
      %46 = arith.minsi %44, %45 : index
      %47 = arith.minsi %45, %44 : index
      %48 = arith.minsi %46, %47 : index
      %49 = arith.minsi %47, %46 : index
      %50 = arith.minsi %48, %49 : index
      %51 = arith.minsi %49, %48 : index
      %52 = arith.minsi %50, %51 : index
      %53 = arith.minsi %51, %50 : index
      %54 = arith.minsi %52, %53 : index
      %55 = arith.minsi %53, %52 : index
      %56 = arith.minsi %54, %55 : index
      %57 = arith.minsi %55, %54 : index
      %58 = arith.minsi %56, %57 : index
      %59 = arith.minsi %57, %56 : index
      %60 = arith.minsi %58, %59 : index
      %61 = arith.minsi %59, %58 : index
      %62 = arith.minsi %60, %61 : index
      %63 = arith.minsi %61, %60 : index
      %64 = arith.minsi %62, %63 : index
      %65 = arith.minsi %63, %62 : index
      %66 = arith.minsi %64, %65 : index
      %67 = arith.minsi %65, %64 : index
      %68 = arith.minsi %66, %67 : index
      %69 = arith.minsi %67, %66 : index
      %70 = arith.minsi %68, %69 : index
      scf.for %arg8 = %c1 to %70 step %c1 {
        scf.for %arg9 = %c0 to %c2 step %c1 {
          %71 = affine.apply #map3(%arg8)
          %72 = affine.apply #map4(%arg8)
          %73 = memref.load %arg0[%71, %72, %arg9, %c0] : memref<2x4x3x2xi8>
          memref.store %73, %0[%arg8, %arg9, %c0] : memref<5x3x2xi8>
        }
      }
    }
    affine.for %arg8 = 0 to 6 {
      affine.for %arg9 = 0 to 3 {
        affine.if #set(%arg8, %arg9) {
          %1 = affine.load %arg2[%arg8 + %arg9 + (%arg8 floordiv 2) * 2 - ((%arg8 + %arg9) floordiv 2) * 2, %arg8 + (%arg9 floordiv 2) * 2 - (%arg8 floordiv 2) * 2 + 2, 0] : memref<5x6x1xi8, #layout>
          affine.store %1, %arg3[%arg8, %arg9] : memref<6x3xi8>
        }
      }
    }
    affine.for %arg8 = 0 to 5 {
      affine.for %arg9 = 0 to 3 {
        affine.for %arg10 = 0 to 2 {
          affine.if #set1(%arg8)[%arg5] {
            %1 = affine.load %arg0[0, %arg10, %arg8 mod 3, 1] : memref<2x4x3x2xi8>
            %2 = affine.load %arg1[%arg10, %arg8, %arg8 floordiv 3] : memref<2x5x3xi8>
            %3 = arith.xori %1, %2 : i8
            affine.store %3, %0[%arg8 + %arg9 - ((%arg8 + %arg9 + 1) floordiv 5) * 5 + 1, %arg9, %arg10 * 2 + ((%arg10 * 2 + symbol(%arg5) + 3) floordiv 2) * -2 + symbol(%arg5) + 3] : memref<5x3x2xi8>
          }
        }
      }
    }
    affine.for %arg8 = 0 to 2 {
      affine.for %arg9 = 0 to 3 {
        %1 = affine.apply #map5(%arg8, %arg9)
        %2 = arith.cmpi sle, %1, %c4 : index
        %3 = affine.apply #map5(%arg8, %arg9)
        %4 = arith.cmpi sle, %3, %c4 : index
        %5 = arith.andi %2, %4 : i1
        %6 = affine.apply #map5(%arg8, %arg9)
        %7 = arith.cmpi sle, %6, %c4 : index
        %8 = arith.andi %5, %7 : i1
        affine.for %arg10 = 0 to 6 {
          %9 = arith.index_cast %arg10 : index to i8
          %10 = arith.cmpi slt, %9, %c3_i8 : i8
          %11 = arith.andi %8, %10 : i1
          %12 = arith.cmpi sle, %arg10, %c2 : index
          %13 = arith.andi %11, %12 : i1
          %14 = arith.cmpi sle, %arg10, %c2 : index
          %15 = arith.andi %13, %14 : i1
          affine.for %arg11 = 0 to 1 {
            affine.for %arg12 = 0 to 3 {
              %16 = affine.apply #map5(%arg11, %arg12)
              %17 = arith.index_cast %16 : index to i8
              %18 = arith.cmpi sge, %17, %c0_i8 : i8
              %19 = arith.andi %15, %18 : i1
              %20 = arith.index_cast %16 : index to i8
              %21 = arith.cmpi slt, %20, %c2_i8 : i8
              %22 = arith.andi %19, %21 : i1
              %23 = arith.cmpi sle, %16, %c1 : index
              %24 = arith.andi %22, %23 : i1
              %25 = arith.cmpi sle, %16, %c1 : index
              %26 = arith.andi %24, %25 : i1
              scf.if %26 {
                %27 = affine.load %0[%arg8 * 3 + %arg9, %arg10, %arg11 * 3 + %arg12] : memref<5x3x2xi8>
                %28 = affine.load %0[%arg8 * 3 + %arg9, %arg10, %arg11 * 3 + %arg12] : memref<5x3x2xi8>
                %29 = arith.cmpi sge, %arg12, %c1 : index
                %30 = arith.select %29, %27, %28 : i8
                affine.store %30, %0[%arg8 * 3 + %arg9, %arg10, %arg11 * 3 + %arg12] : memref<5x3x2xi8>
              }
            }
          }
        }
      }
    }
    return
  }
}

