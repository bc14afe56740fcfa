// Values of chains of minima are counters of the loops whose bounds they are: inverting a write
// is quadratic in them, not of the fourth power.
// RUN: timeout 60 layout-opt %s --layout-overcompute=wrap-indices=true -o /dev/null
#layout = #layout.buffer<index_map<(d0, d1, d2) -> (((d2 * 4 + d0 + 5) mod 6) floordiv 2, d1 floordiv 2, (d2 * 4 + d0 + 5) floordiv 6, ((d2 * 4 + d0 + 5) mod 2) mod 6, ((d2 * 4 + d0 + 5) mod 2) floordiv 6, d1 mod 2)>, pad<undef>>
#layout1 = #layout.buffer<index_map<(d0, d1, d2) -> (-d0 + 3, d1 * 2, d2)>, extent<[4, 7, ?]>, pad<0x7F800000 : f32>>
#map = affine_map<(d0) -> (-d0 + 3)>
#map1 = affine_map<(d0) -> (d0 * 2)>
#map2 = affine_map<(d0, d1) -> (((d1 * 4 + d0 + 5) floordiv 2) mod 3)>
#map3 = affine_map<(d0) -> (d0 floordiv 2)>
#map4 = affine_map<(d0, d1) -> ((d1 * 4 + d0 + 5) floordiv 6)>
#map5 = affine_map<(d0) -> ((d0 + 1) mod 2)>
#map6 = affine_map<(d0) -> (d0 mod 2)>
#map7 = affine_map<(d0, d1) -> (d0 * 6 + d1 - 1)>
#set = affine_set<(d0, d1, d2) : (-(d1 mod 2) == 0)>
#set1 = affine_set<(d0, d1, d2) : (-d0 + 2 >= 0, -d0 + 2 >= 0, d1 * 2 + d2 - 2 >= 0, d1 * 2 + d2 - 2 >= 0, d1 * 2 + d2 - 2 >= 0, d1 * 2 + d2 - 2 >= 0)>
module {
  func.func @f(%arg0: memref<4x4x4xf32>, %arg1: memref<4x4x4xf32>, %arg2: memref<3x2x4x6x1x2xf32> {layout.access = "read", layout.sequential, llvm.noalias}, %arg3: memref<4x4x4xf32>, %arg4: i1, %arg5: index) {
    layout.padding %arg2 : memref<3x2x4x6x1x2xf32> of memref<4x4x4xf32, #layout>
    %c3 = arith.constant 3 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %cst = arith.constant 3.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %alloca = memref.alloca() : memref<4x7x4xf32>
    layout.padding %alloca : memref<4x7x4xf32> of memref<4x4x4xf32, #layout1>
    %cst_0 = arith.constant 0x7F800000 : f32
    affine.for %arg6 = 0 to 4 {
      affine.for %arg7 = 0 to 4 {
        affine.for %arg8 = 0 to 4 {
          affine.store %cst, %alloca[-%arg6 + 3, %arg7 * 2, %arg8] : memref<4x7x4xf32>
        }
      }
    }
    affine.for %arg6 = 0 to 4 {
      affine.for %arg7 = 0 to 7 {
        affine.for %arg8 = 0 to 4 {
          affine.if #set(%arg6, %arg7, %arg8) {
          } else {
            affine.store %cst_0, %alloca[%arg6, %arg7, %arg8] : memref<4x7x4xf32>
          }
        }
      }
    }
    scf.for %arg6 = %c0 to %c4 step %c1 {
      %0 = arith.addi %arg5, %c2 : index
      %1 = arith.minsi %0, %c2 : index
      %2 = arith.minsi %0, %c2 : index
      %3 = arith.minsi %1, %2 : index
      %4 = arith.minsi %2, %1 : index
      %5 = arith.minsi %3, %4 : index
      %6 = arith.minsi %4, %3 : index
      %7 = arith.minsi %5, %6 : index
      %8 = arith.minsi %6, %5 : index
      %9 = arith.minsi %7, %8 : index
      %10 = arith.minsi %8, %7 : index
      %11 = arith.minsi %9, %10 : index
      %12 = arith.minsi %10, %9 : index
      %13 = arith.minsi %11, %12 : index
      %14 = arith.minsi %12, %11 : index
      %15 = arith.minsi %13, %14 : index
      %16 = arith.minsi %14, %13 : index
      %17 = arith.minsi %15, %16 : index
      %18 = arith.minsi %16, %15 : index
      %19 = arith.minsi %17, %18 : index
      %20 = arith.minsi %18, %17 : index
      %21 = arith.minsi %19, %20 : index
      %22 = arith.minsi %20, %19 : index
      %23 = arith.minsi %21, %22 : index
      scf.for %arg7 = %c0 to %23 step %c1 {
        scf.for %arg8 = %c0 to %c2 step %c1 {
          %24 = arith.muli %arg7, %c2 : index
          %25 = arith.addi %24, %arg8 : index
          %26 = arith.addi %25, %c2 : index
          %27 = arith.minsi %26, %c2 : index
          %28 = arith.minsi %26, %c2 : index
          %29 = arith.minsi %27, %28 : index
          %30 = arith.minsi %28, %27 : index
          %31 = arith.minsi %29, %30 : index
          %32 = arith.minsi %30, %29 : index
          %33 = arith.minsi %31, %32 : index
          %34 = arith.minsi %32, %31 : index
          %35 = arith.minsi %33, %34 : index
          %36 = arith.minsi %34, %33 : index
          %37 = arith.minsi %35, %36 : index
          %38 = arith.minsi %36, %35 : index
          %39 = arith.minsi %37, %38 : index
          %40 = arith.minsi %38, %37 : index
          %41 = arith.minsi %39, %40 : index
          %42 = arith.minsi %40, %39 : index
          %43 = arith.minsi %41, %42 : index
          %44 = arith.minsi %42, %41 : index
          %45 = arith.minsi %43, %44 : index
          %46 = arith.minsi %44, %43 : index
          %47 = arith.minsi %45, %46 : index
          %48 = arith.minsi %46, %45 : index
          %49 = arith.minsi %47, %48 : index
          %50 = arith.minsi %48, %47 : index
          %51 = arith.minsi %49, %50 : index
          %52 = arith.minsi %50, %49 : index
          %53 = arith.minsi %51, %52 : index
          %54 = arith.minsi %52, %51 : index
          %55 = arith.minsi %53, %54 : index
          %56 = arith.minsi %54, %53 : index
          %57 = arith.minsi %55, %56 : index
          %58 = arith.minsi %56, %55 : index
          %59 = arith.minsi %57, %58 : index
          %60 = arith.minsi %58, %57 : index
          %61 = arith.minsi %59, %60 : index
          %62 = arith.minsi %60, %59 : index
          %63 = arith.minsi %61, %62 : index
          %64 = arith.minsi %62, %61 : index
          %65 = arith.minsi %63, %64 : index
          %66 = arith.minsi %64, %63 : index
          %67 = arith.minsi %65, %66 : index
          %68 = arith.minsi %66, %65 : index
          %69 = arith.minsi %67, %68 : index
          %70 = arith.minsi %68, %67 : index
          %71 = arith.minsi %69, %70 : index
          %72 = arith.minsi %70, %69 : index
          %73 = arith.minsi %71, %72 : index
          %74 = arith.minsi %72, %71 : index
          %75 = arith.minsi %73, %74 : index
          %76 = arith.minsi %74, %73 : index
          %77 = arith.minsi %75, %76 : index
          %78 = arith.minsi %76, %75 : index
          %79 = arith.minsi %77, %78 : index
          %80 = arith.minsi %78, %77 : index
          %81 = arith.minsi %79, %80 : index
          scf.for %arg9 = %c0 to %81 step %c1 {
            %82 = arith.addi %arg7, %c2 : index
            %83 = arith.minsi %82, %c2 : index
            %84 = arith.minsi %82, %c2 : index
            %85 = arith.minsi %83, %84 : index
            %86 = arith.minsi %84, %83 : index
            %87 = arith.minsi %85, %86 : index
            %88 = arith.minsi %86, %85 : index
            %89 = arith.minsi %87, %88 : index
            %90 = arith.minsi %88, %87 : index
            %91 = arith.minsi %89, %90 : index
            %92 = arith.minsi %90, %89 : index
            %93 = arith.minsi %91, %92 : index
            %94 = arith.minsi %92, %91 : index
            %95 = arith.minsi %93, %94 : index
            %96 = arith.minsi %94, %93 : index
            %97 = arith.minsi %95, %96 : index
            %98 = arith.minsi %96, %95 : index
            %99 = arith.minsi %97, %98 : index
            %100 = arith.minsi %98, %97 : index
            %101 = arith.minsi %99, %100 : index
            %102 = arith.minsi %100, %99 : index
            %103 = arith.minsi %101, %102 : index
            %104 = arith.minsi %102, %101 : index
            %105 = arith.minsi %103, %104 : index
            %106 = arith.minsi %104, %103 : index
            %107 = arith.minsi %105, %106 : index
            %108 = arith.minsi %106, %105 : index
            %109 = arith.minsi %107, %108 : index
            %110 = arith.minsi %108, %107 : index
            %111 = arith.minsi %109, %110 : index
            %112 = arith.minsi %110, %109 : index
            %113 = arith.minsi %111, %112 : index
            %114 = arith.minsi %112, %111 : index
            %115 = arith.minsi %113, %114 : index
            %116 = arith.minsi %114, %113 : index
            %117 = arith.minsi %115, %116 : index
            %118 = arith.minsi %116, %115 : index
            %119 = arith.minsi %117, %118 : index
            %120 = arith.minsi %118, %117 : index
            %121 = arith.minsi %119, %120 : index
            %122 = arith.minsi %120, %119 : index
            %123 = arith.minsi %121, %122 : index
            %124 = arith.minsi %122, %121 : index
            %125 = arith.minsi %123, %124 : index
            %126 = arith.minsi %124, %123 : index
            %127 = arith.minsi %125, %126 : index
            %128 = arith.minsi %126, %125 : index
            %129 = arith.minsi %127, %128 : index
            %130 = arith.minsi %128, %127 : index
            %131 = arith.minsi %129, %130 : index
            %132 = arith.minsi %130, %129 : index
            %133 = arith.minsi %131, %132 : index
            scf.for %arg10 = %c0 to %133 step %c1 {
              %134 = arith.muli %arg9, %c2 : index
              %135 = arith.addi %134, %arg10 : index
              %136 = arith.cmpi slt, %25, %c4 : index
              layout.assume %136 : i1
              %137 = arith.addi %arg10, %c2 : index
              %138 = arith.addi %arg6, %arg9 : index
              %139 = arith.remui %138, %c4 : index
              %140 = arith.addi %135, %arg8 : index
              %141 = arith.remui %140, %c4 : index
              %142 = affine.apply #map(%137)
              %143 = affine.apply #map1(%139)
              %144 = memref.load %alloca[%142, %143, %141] : memref<4x7x4xf32>
              %145 = arith.minsi %arg8, %c3 : index
              %146 = arith.addi %arg9, %c1 : index
              %147 = affine.apply #map2(%arg10, %146)
              %148 = affine.apply #map3(%145)
              %149 = affine.apply #map4(%arg10, %146)
              %150 = affine.apply #map5(%arg10)
              %c0_1 = arith.constant 0 : index
              %151 = affine.apply #map6(%145)
              %152 = memref.load %arg2[%147, %148, %149, %150, %c0_1, %151] : memref<3x2x4x6x1x2xf32>
              %153 = arith.mulf %144, %152 : f32
              %154 = affine.apply #map(%arg6)
              %155 = affine.apply #map1(%25)
              memref.store %153, %alloca[%154, %155, %135] : memref<4x7x4xf32>
            }
          }
        }
      }
    }
    affine.for %arg6 = 0 to 4 {
      affine.for %arg7 = 0 to 3 {
        affine.for %arg8 = 0 to 2 {
          affine.for %arg9 = 0 to 1 {
            affine.for %arg10 = 0 to 6 {
              %0 = affine.apply #map7(%arg9, %arg10)
              affine.if #set1(%arg6, %arg7, %arg8) {
                %1 = arith.cmpi sge, %0, %c0 : index
                %2 = arith.cmpi sle, %0, %c3 : index
                %3 = arith.andi %1, %2 : i1
                %4 = arith.cmpi sge, %0, %c0 : index
                %5 = arith.andi %3, %4 : i1
                %6 = arith.cmpi sle, %0, %c3 : index
                %7 = arith.andi %5, %6 : i1
                %8 = arith.cmpi sge, %0, %c0 : index
                %9 = arith.andi %7, %8 : i1
                %10 = arith.cmpi sle, %0, %c3 : index
                %11 = arith.andi %9, %10 : i1
                %12 = arith.cmpi sge, %0, %c2 : index
                %13 = arith.andi %11, %12 : i1
                scf.if %13 {
                  %14 = affine.load %alloca[-%arg6 + 3, (%arg7 * 2 + %arg8 - 2) * 2, %arg10 - 1] : memref<4x7x4xf32>
                  %15 = affine.load %arg2[(%arg10 * 2 + %arg6 floordiv 2 + 1) mod 3, %arg7 - 1, (%arg10 * 4 + %arg6 + 2) floordiv 6, %arg6 mod 2, 0, %arg8] : memref<3x2x4x6x1x2xf32>
                  %16 = arith.subf %14, %15 : f32
                  %17 = affine.load %alloca[-%arg6 + 3, (%arg7 * 2 + %arg8 - 2) * 2, %arg10 - 1] : memref<4x7x4xf32>
                  %18 = arith.cmpi sge, %arg5, %c2 : index
                  %19 = arith.select %18, %16, %17 : f32
                  affine.store %19, %alloca[-%arg6 + 3, (%arg7 * 2 + %arg8 - 2) * 2, %arg10 - 1] : memref<4x7x4xf32>
                }
              }
            }
          }
        }
      }
    }
    affine.for %arg6 = 1 to 4 {
      affine.for %arg7 = 0 to 4 {
        affine.for %arg8 = 0 to 4 {
          %0 = affine.load %arg3[%arg6 - 1, %arg7, %arg8] : memref<4x4x4xf32>
          %1 = affine.load %arg2[((%arg8 * 4 + %arg6 + 5) floordiv 2) mod 3, %arg7 floordiv 2, (%arg8 * 4 + %arg6 + 5) floordiv 6, (%arg6 + 1) mod 2, 0, %arg7 mod 2] : memref<3x2x4x6x1x2xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %alloca[-%arg6 + 3, %arg7 * 2, %arg8] : memref<4x7x4xf32>
        }
      }
    }
    affine.for %arg6 = 1 to 4 {
      affine.for %arg7 = 0 to 4 {
        affine.for %arg8 = 0 to 4 {
          %0 = affine.load %arg0[%arg6, %arg7, %arg8] : memref<4x4x4xf32>
          %1 = affine.load %arg3[%arg6, %arg7, %arg8] : memref<4x4x4xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %arg1[%arg6, %arg7, %arg8] : memref<4x4x4xf32>
        }
      }
    }
    affine.for %arg6 = 1 to 4 {
      affine.for %arg7 = 0 to 4 {
        affine.for %arg8 = 0 to 4 {
          %0 = affine.load %arg1[%arg6 - 1, %arg7, %arg8] : memref<4x4x4xf32>
          %1 = arith.addf %0, %cst : f32
          affine.store %1, %arg1[%arg6, %arg7, %arg8] : memref<4x4x4xf32>
        }
      }
    }
    return
  }
}

