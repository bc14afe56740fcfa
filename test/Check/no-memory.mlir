// What there is not enough of.
// DEFINE: %{entry} = f
// DEFINE: %{check} = layout-check %s --entry=%{entry} --pipeline="builtin.module()" 2>&1

// The sanitizers themselves take more addresses than the limit leaves.
// RUN: %if sanitize %{ echo "there are no addresses left to run anything" %} %else %{ sh -c 'ulimit -v 15000000; %{check}; test $? -eq 2' %} | FileCheck %s --check-prefix=ADDRESSES
// ADDRESSES: there are no addresses left to run anything{{$|: 16 GiB of them are reserved \(see ulimit -v\)$}}
func.func @f(%a: memref<4xi32>) {
  return
}

// REDEFINE: %{entry} = wide
// RUN: sh -c '%{check}; test $? -eq 2' | FileCheck %s --check-prefix=WIDE
// WIDE: layout-check: @wide: no reference: the program without layouts: there is not enough memory for the run, on small integers (seed 0)
func.func @wide(%a: memref<2xi32, strided<[5000000000]>>) {
  return
}
