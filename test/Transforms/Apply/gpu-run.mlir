// Kernels, executed with and without the layouts.
// RUN: layout-check %s --entry=launch,separators,inner::nested --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,layout-flatten)"
// RUN: layout-check %s --entry=copying_pads,local,request,two_layouts,device_function --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=request --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=request_inside --pipeline="builtin.module(layout-assign,layout-lower-convert,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=body --pipeline="builtin.module(layout-assign,layout-apply,layout-simplify,layout-hoist-conditions,layout-partition-loops,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:11 --arg=1:11 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=whole --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,layout-vectorize-elements)"

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
#none = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>>
#two = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<7 : i32>, axis_separator<[2]>>
#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

module attributes {gpu.container_module} {

gpu.module @kernels {
  memref.global "private" constant @table : memref<14xi32> = dense<[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7]>

  gpu.func @double(%a: memref<14xi32, #zero>, %b: memref<14xi32, #zero>) kernel {
    %i = gpu.block_id x
    %x = memref.load %a[%i] : memref<14xi32, #zero>
    %y = arith.addi %x, %x : i32
    memref.store %y, %b[%i] : memref<14xi32, #zero>
    gpu.return
  }

  // Each thread writes all of it: yet none writes the padding.
  gpu.func @all(%b: memref<14xi32, #zero>) kernel {
    %c5 = arith.constant 5 : i32
    affine.for %i = 0 to 14 {
      affine.store %c5, %b[%i] : memref<14xi32, #zero>
    }
    gpu.return
  }

  gpu.func @copy_in(%a: memref<14xi32>, %b: memref<14xi32, #wrap>) kernel {
    %i = gpu.global_id x
    %c14 = arith.constant 14 : index
    %isIn = arith.cmpi ult, %i, %c14 : index
    scf.if %isIn {
      %x = memref.load %a[%i] : memref<14xi32>
      memref.store %x, %b[%i] : memref<14xi32, #wrap>
    }
    gpu.return
  }

  gpu.func @plain(%a: memref<14xi32>, %b: memref<14xi32>) kernel {
    %i = gpu.thread_id x
    %t = memref.get_global @table : memref<14xi32>
    %x = memref.load %a[%i] : memref<14xi32>
    %y = memref.load %t[%i] : memref<14xi32>
    %s = arith.addi %x, %y : i32
    memref.store %s, %b[%i] : memref<14xi32>
    gpu.return
  }

  gpu.func @fill(%b: memref<?xi32, #zero>) workgroup(%w: memref<4xi32, #rows>) kernel {
    %i = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c9 = arith.constant 9 : i32
    %d = memref.dim %b, %c0 : memref<?xi32, #zero>
    %isIn = arith.cmpi ult, %i, %d : index
    scf.if %isIn {
      memref.store %c9, %w[%c0] : memref<4xi32, #rows>
      %x = memref.load %w[%c0] : memref<4xi32, #rows>
      memref.store %x, %b[%i] : memref<?xi32, #zero>
    }
    gpu.return
  }

  gpu.func @transpose(%a: memref<6x5xi32, #two>, %b: memref<5x6xi32>) kernel {
    %i = gpu.block_id x
    %j = gpu.thread_id x
    %x = memref.load %a[%i, %j] : memref<6x5xi32, #two>
    memref.store %x, %b[%j, %i] : memref<5x6xi32>
    gpu.return
  }

  func.func @get(%a: memref<14xi32, #zero>, %i: index) -> i32 {
    %x = memref.load %a[%i] : memref<14xi32, #zero>
    return %x : i32
  }
  gpu.func @calls(%a: memref<14xi32, #zero>, %b: memref<14xi32, #none>) kernel {
    %i = gpu.block_id y
    %x = func.call @get(%a, %i) : (memref<14xi32, #zero>, index) -> i32
    memref.store %x, %b[%i] : memref<14xi32, #none>
    gpu.return
  }

  gpu.func @vectors(%a: memref<16xi32, #rows>, %b: memref<16xi32, #rows>) kernel {
    %i = gpu.block_id x
    %c0 = arith.constant 0 : i32
    %j = affine.apply affine_map<()[s] -> (4 * s)>()[%i]
    %v = vector.transfer_read %a[%j], %c0 {in_bounds = [true]} : memref<16xi32, #rows>, vector<4xi32>
    vector.transfer_write %v, %b[%j] {in_bounds = [true]} : vector<4xi32>, memref<16xi32, #rows>
    gpu.return
  }
}

func.func @launch(%a: memref<14xi32, #zero>, %b: memref<14xi32, #zero>, %c: memref<14xi32, #zero>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c14 = arith.constant 14 : index
  gpu.launch_func @kernels::@double blocks in (%c14, %c1, %c1) threads in (%c1, %c2, %c1) args(%a : memref<14xi32, #zero>, %b : memref<14xi32, #zero>)
  gpu.launch_func @kernels::@all blocks in (%c1, %c1, %c1) threads in (%c1, %c2, %c1) args(%c : memref<14xi32, #zero>)
  return
}

func.func @copying_pads(%a: memref<14xi32>, %b: memref<14xi32, #wrap>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch_func @kernels::@copy_in blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1) args(%a : memref<14xi32>, %b : memref<14xi32, #wrap>)
  return
}

// The padding of a new buffer is written before the launch, once.
func.func @local(%a: memref<14xi32, #zero>, %b: memref<14xi32>) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %m = memref.alloc() : memref<14xi32, #zero>
  gpu.launch_func @kernels::@double blocks in (%c14, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32, #zero>, %m : memref<14xi32, #zero>)
  gpu.launch_func @kernels::@all blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<14xi32, #zero>)
  memref.copy %m, %b : memref<14xi32, #zero> to memref<14xi32>
  memref.dealloc %m : memref<14xi32, #zero>
  return
}

// The kernel changes with whoever launches it.
func.func @request(%a: memref<14xi32>, %b: memref<14xi32> {layout.transform = #wrap}) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  gpu.launch_func @kernels::@plain blocks in (%c1, %c1, %c1) threads in (%c14, %c1, %c1) args(%a : memref<14xi32>, %b : memref<14xi32>)
  return
}

func.func @request_inside(%a: memref<14xi32>, %b: memref<14xi32> {layout.transform = #wrap}) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %m = memref.alloc() {layout.transform = #zero} : memref<14xi32>
  gpu.launch blocks(%p, %q, %r) in (%sp = %c14, %sq = %c1, %sr = %c1) threads(%tp, %tq, %tr) in (%stp = %c1, %stq = %c1, %str = %c1) {
    %v = memref.load %a[%p] : memref<14xi32>
    memref.store %v, %m[%p] : memref<14xi32>
    memref.store %v, %b[%p] : memref<14xi32>
    gpu.terminator
  }
  memref.copy %m, %a : memref<14xi32> to memref<14xi32>
  memref.dealloc %m : memref<14xi32>
  return
}

func.func @body(%a: memref<14xi32, #zero>, %b: memref<14xi32, #wrap>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c14 = arith.constant 14 : index
  gpu.launch blocks(%p, %q, %r) in (%sp = %c4, %sq = %c1, %sr = %c1) threads(%tp, %tq, %tr) in (%stp = %c4, %stq = %c1, %str = %c1) {
    %i = affine.apply affine_map<(d0, d1) -> (4 * d0 + d1)>(%p, %tp)
    %isIn = arith.cmpi ult, %i, %c14 : index
    scf.if %isIn {
      %v = memref.load %a[%i] : memref<14xi32, #zero>
      memref.store %v, %b[%i] : memref<14xi32, #wrap>
    }
    gpu.terminator
  }
  return
}

func.func @dynamic(%a: memref<?xi32, #zero>, %n: index) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @kernels::@fill blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xi32, #zero>)
  return
}

func.func @separators(%a: memref<6x5xi32, #two>, %b: memref<5x6xi32>) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  gpu.launch_func @kernels::@transpose blocks in (%c6, %c1, %c1) threads in (%c5, %c1, %c1) args(%a : memref<6x5xi32, #two>, %b : memref<5x6xi32>)
  return
}

// A kernel for each layout.
func.func @two_layouts(%a: memref<14xi32>, %b: memref<14xi32> {layout.transform = #wrap}, %c: memref<14xi32> {layout.transform = #zero}) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  gpu.launch_func @kernels::@plain blocks in (%c1, %c1, %c1) threads in (%c14, %c1, %c1) args(%a : memref<14xi32>, %b : memref<14xi32>)
  gpu.launch_func @kernels::@plain blocks in (%c1, %c1, %c1) threads in (%c14, %c1, %c1) args(%b : memref<14xi32>, %c : memref<14xi32>)
  gpu.launch_func @kernels::@plain blocks in (%c1, %c1, %c1) threads in (%c14, %c1, %c1) args(%c : memref<14xi32>, %a : memref<14xi32>)
  return
}

func.func @device_function(%a: memref<14xi32, #zero>, %b: memref<14xi32, #none>) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  gpu.launch_func @kernels::@calls blocks in (%c1, %c14, %c1) threads in (%c1, %c1, %c1) args(%a : memref<14xi32, #zero>, %b : memref<14xi32, #none>)
  return
}

func.func @whole(%x: memref<16xi32>, %y: memref<16xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<16xi32, #rows>
  %b = memref.alloc() : memref<16xi32, #rows>
  affine.for %i = 0 to 4 {
    %j = affine.apply affine_map<(d0) -> (4 * d0)>(%i)
    %v = affine.vector_load %x[%i * 4] : memref<16xi32>, vector<4xi32>
    vector.transfer_write %v, %a[%j] {in_bounds = [true]} : vector<4xi32>, memref<16xi32, #rows>
  }
  gpu.launch_func @kernels::@vectors blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<16xi32, #rows>, %b : memref<16xi32, #rows>)
  memref.copy %b, %y : memref<16xi32, #rows> to memref<16xi32>
  memref.dealloc %a : memref<16xi32, #rows>
  memref.dealloc %b : memref<16xi32, #rows>
  return
}

module @inner {
  func.func private @increment(%a: memref<14xi32>) {
    %c1 = arith.constant 1 : i32
    affine.for %i = 0 to 14 {
      %x = affine.load %a[%i] : memref<14xi32>
      %y = arith.addi %x, %c1 : i32
      affine.store %y, %a[%i] : memref<14xi32>
    }
    return
  }
  func.func @nested(%a: memref<14xi32> {layout.transform = #wrap}) {
    call @increment(%a) : (memref<14xi32>) -> ()
    return
  }
}

}
