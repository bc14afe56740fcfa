// What the options of layout-compile stand for.
// RUN: layout-opt --layout-compile --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layout-opt --layout-compile="target=znver4 change-interface contract approximate reassociate wide-accumulate" --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not layout-opt --layout-compile="layouts=allways" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=CHOICE
// CHOICE: expects auto or always or none, found 'allways'
// NONE-NOT: layout-set-target
// NONE: layout-from-pack,
// NONE-NEXT: layout-infer-extents,
// NONE-NEXT: layout-fuse-producers,
// NONE-NEXT: layout-choose{
// NONE: layout-bufferize{keep-arguments=false returns-copies=false},
// NONE-NEXT: layout-legalize{{{.*}}only={slices}}
// NONE-NEXT: layout-assign{change-interface=false
// NONE-NEXT: layout-apply{
// NONE-NEXT: layout-legalize{{{.*}}only={contractions}}
// NONE-NOT: layout-set-fastmath
// NONE: layout-tile-loops{reassociate=false
// NONE-NOT: layout-set-fastmath
// NONE: layout-finalize{keep-dots=false},
// ALL: layout-set-target{target=znver4}
// ALL: layout-infer-extents,
// ALL-NEXT: layout-wide-accumulate,
// ALL-NEXT: layout-fuse-producers,
// ALL: layout-assign{change-interface=true
// ALL: layout-apply{
// ALL-NEXT: layout-legalize{{{.*}}only={contractions}}
// ALL-NEXT: layout-set-fastmath{approximate=true contract=true},
// ALL: layout-tile-loops{reassociate=true
// ALL: layout-set-fastmath{approximate=false contract=true},
// ALL-NEXT: layout-legalize{{{.*}}only={empty-loops,slices}},
// ALL-NEXT: layout-finalize{keep-dots={{true|false}}},
// ALL: layout-legalize{{{.*}}only={masks}},
// ALL: layout-legalize{{{.*}}only={names,atomics,functions}},
// ALL: layout-require-llvm,
// ALL-NEXT: layout-attach-target{target=znver4},
// ALL-NEXT: layout-set-target{target=none}
// NONE: layout-attach-target{target=stated},
// NONE-NEXT: layout-set-target{target=none}

// Threads: parallel loops, then OpenMP.
// RUN: layout-opt --layout-compile="threads=3" --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=THREE
// NONE-NOT: openmp
// THREE: layout-parallelize-loops{min-work=0 threads=3}
// THREE: lower-affine,
// THREE-NEXT: layout-parallel-to-openmp{threads=3},
// THREE-NEXT: convert-scf-to-cf
// THREE: convert-openmp-to-llvm,
// THREE-NEXT: reconcile-unrealized-casts

// Nothing of the LLVM dialect, for layout-check; what the target is stays for the passes that lower the rest.
// RUN: layout-opt --layout-compile="to-llvm=false target=native deallocate" --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS
// RUN: layout-opt --layout-compile="to-llvm=false" --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOOPS --implicit-check-not=layout-plan
// LOOPS: layout-hoist-invariants,
// LOOPS-NEXT: layout-finalize{keep-dots={{true|false}}}
// LOOPS-NOT: layout-set-target

// There are no other options and targets, and a program has a thread.
// RUN: not layout-opt %s --pass-pipeline="builtin.module(layout-compile{threads=0})" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not layout-opt %s --pass-pipeline="builtin.module(layout-compile{threads=many})" 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not layout-opt %s --pass-pipeline="builtin.module(layout-compile{fast})" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not layout-opt %s --layout-to-gpu=fast 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not layout-opt %s --pass-pipeline="builtin.module(layout-compile{target=z80})" 2>&1 | FileCheck %s --check-prefix=TARGET
// THREADS: error: layout-compile expects threads from 1 to 4096, found threads=0
// NUMBER: 'many' value invalid for uint argument
// OPTION: no such option fast
// TARGET: error: cannot be for target "z80"

// The option of layout-optimize.
// RUN: layout-opt --layout-optimize="padding reassociate" --dump-pass-pipeline %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=OPTIMIZE
// OPTIMIZE: layout-sequential-access{nest-map= reassociate=true
module {
}
