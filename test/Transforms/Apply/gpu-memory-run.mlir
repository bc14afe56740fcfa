// Memory of a device, executed with and without the layouts.
// RUN: layout-check %s --entry=round_trip,same_layout --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,layout-flatten)"
// RUN: layout-check %s --entry=same_layout --pipeline="builtin.module(layout-assign,layout-apply{pad-placement=before},layout-finalize,layout-flatten)"
// RUN: layout-check %s --entry=memset,memset_argument --arg=1:7 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:9 --arg=1:9 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,layout-flatten)"
// RUN: layout-check %s --entry=copy_of_new --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#two = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<7 : i32>, axis_separator<[2]>>

module attributes {gpu.container_module} {
gpu.module @kernels {
  gpu.func @increment(%a: memref<14xi32, 1> {layout.transform = #zero}) kernel {
    %i = gpu.block_id x
    %one = arith.constant 1 : i32
    %x = memref.load %a[%i] : memref<14xi32, 1>
    %y = arith.addi %x, %one : i32
    memref.store %y, %a[%i] : memref<14xi32, 1>
    gpu.return
  }
  gpu.func @first(%a: memref<6x5xi32, #two, 1>) kernel {
    %i = gpu.block_id x
    %c0 = arith.constant 0 : index
    %x = memref.load %a[%i, %c0] : memref<6x5xi32, #two, 1>
    %j = gpu.thread_id x
    memref.store %x, %a[%i, %j] : memref<6x5xi32, #two, 1>
    gpu.return
  }
  gpu.func @read(%a: memref<14xi32, #zero, 1>, %b: memref<14xi32>) kernel {
    %i = gpu.block_id x
    %x = memref.load %a[%i] : memref<14xi32, #zero, 1>
    memref.store %x, %b[%i] : memref<14xi32>
    gpu.return
  }
  gpu.func @square(%a: memref<?xi32, #zero, 1>) kernel {
    %i = gpu.block_id x
    %x = memref.load %a[%i] : memref<?xi32, #zero, 1>
    %y = arith.muli %x, %x : i32
    memref.store %y, %a[%i] : memref<?xi32, #zero, 1>
    gpu.return
  }
}

// The host converts what a device copies.
func.func @round_trip(%h: memref<14xi32>) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %d = gpu.alloc () : memref<14xi32, 1>
  gpu.memcpy %d, %h : memref<14xi32, 1>, memref<14xi32>
  gpu.launch_func @kernels::@increment blocks in (%c14, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<14xi32, 1>)
  gpu.memcpy %h, %d : memref<14xi32>, memref<14xi32, 1>
  gpu.dealloc %d : memref<14xi32, 1>
  return
}

// Storage moves with its padding, also asynchronously.
func.func @same_layout(%h: memref<6x5xi32, #two>) {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %s = gpu.wait async
  %d, %t = gpu.alloc async [%s] () : memref<6x5xi32, #two, 1>
  %u = gpu.memcpy async [%t] %d, %h : memref<6x5xi32, #two, 1>, memref<6x5xi32, #two>
  %v = gpu.launch_func async [%u] @kernels::@first blocks in (%c6, %c1, %c1) threads in (%c5, %c1, %c1) args(%d : memref<6x5xi32, #two, 1>)
  %w = gpu.memcpy async [%v] %h, %d : memref<6x5xi32, #two>, memref<6x5xi32, #two, 1>
  %x = gpu.dealloc async [%w] %d : memref<6x5xi32, #two, 1>
  gpu.wait [%x]
  return
}

func.func @memset(%b: memref<14xi32>, %v: i32) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %d = gpu.alloc () : memref<14xi32, #zero, 1>
  gpu.memset %d, %v : memref<14xi32, #zero, 1>, i32
  gpu.launch_func @kernels::@read blocks in (%c14, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<14xi32, #zero, 1>, %b : memref<14xi32>)
  gpu.dealloc %d : memref<14xi32, #zero, 1>
  return
}

func.func @dynamic(%b: memref<?xi32, #zero>, %n: index) {
  %c1 = arith.constant 1 : index
  %d = gpu.alloc (%n) : memref<?xi32, #zero, 1>
  gpu.memcpy %d, %b : memref<?xi32, #zero, 1>, memref<?xi32, #zero>
  gpu.launch_func @kernels::@square blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<?xi32, #zero, 1>)
  gpu.memcpy %b, %d : memref<?xi32, #zero>, memref<?xi32, #zero, 1>
  gpu.dealloc %d : memref<?xi32, #zero, 1>
  return
}

// A memset breaks the padding of what the caller sees.
func.func @memset_argument(%b: memref<14xi32, #zero>, %v: i32) {
  %c3 = arith.constant 3 : index
  %x = memref.load %b[%c3] : memref<14xi32, #zero>
  gpu.memset %b, %v : memref<14xi32, #zero>, i32
  memref.store %x, %b[%c3] : memref<14xi32, #zero>
  return
}

// What is copied with its padding must have one.
func.func @copy_of_new(%a: memref<14xi32>, %b: memref<14xi32, #zero>) {
  %m = memref.alloc() : memref<14xi32, #zero>
  memref.copy %a, %m : memref<14xi32> to memref<14xi32, #zero>
  gpu.memcpy %b, %m : memref<14xi32, #zero>, memref<14xi32, #zero>
  memref.dealloc %m : memref<14xi32, #zero>
  return
}
}
