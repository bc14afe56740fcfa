// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sums of the rows of an R x N matrix: what the passes make of it, the same
// by hand, and OpenBLAS.

#include "../harness.h"
#ifdef LIBRARIES
#include <cblas.h>
#endif

constexpr int rows = ROWS, n = SIZE, run = RUN, runs = (n + run - 1) / run;

extern "C" {
void _mlir_ciface_logical(MemRef<2> *a, MemRef<1> *b);
void _mlir_ciface_applied(MemRef<3> *a, MemRef<1> *b);
void _mlir_ciface_documented(MemRef<3> *a, MemRef<1> *b);
void _mlir_ciface_branchy(MemRef<3> *a, MemRef<1> *b);
void _mlir_ciface_partitioned(MemRef<3> *a, MemRef<1> *b);
void _mlir_ciface_overcomputed(MemRef<3> *a, MemRef<1> *b);
}

template <bool IsGuarded>
[[gnu::noinline]] static void referenceRuns(const float *__restrict a,
                                            float *__restrict b) {
  for (int i = 0; i < rows; ++i) {
    b[i] = 0;
    for (int jo = 0; jo < runs; ++jo)
      for (int ji = 0; ji < run; ++ji) {
#pragma clang fp reassociate(on)
        if (!IsGuarded || jo * run + ji < n)
          b[i] += a[(i * runs + jo) * run + ji];
      }
  }
}

[[gnu::noinline]] static void referenceLogical(const float *__restrict a,
                                               float *__restrict b) {
  for (int i = 0; i < rows; ++i) {
    b[i] = 0;
    for (int j = 0; j < n; ++j) {
#pragma clang fp reassociate(on)
      b[i] += a[i * n + j];
    }
  }
}

int main() {
  Buffer a(rows * n), aRuns(rows * runs * run), b(rows), ones(n);
  std::fill_n(&ones[0], n, 1.0f);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < n; ++j)
      a[i * n + j] = aRuns[(i * runs + j / run) * run + j % run] =
          valueAt(i * n + j);
  MemRef<2> la(a, {rows, n});
  MemRef<3> pa(aRuns, {rows, runs, run});
  MemRef<1> lb(b, {rows});

  auto variant = [&](const char *name, std::function<void()> run) {
    return Variant{name, run, [&](int64_t e) { return b[e]; },
                   [&] { std::fill_n(&b[0], rows, 0.0f); }};
  };
  std::vector<Variant> variants = {
      variant("logical", [&] { _mlir_ciface_logical(&la, &lb); }),
      variant("logical.reference", [&] { referenceLogical(a, b); }),
      variant("applied", [&] { _mlir_ciface_applied(&pa, &lb); }),
      variant("documented", [&] { _mlir_ciface_documented(&pa, &lb); }),
      variant("branchy", [&] { _mlir_ciface_branchy(&pa, &lb); }),
      variant("branchy.reference", [&] { referenceRuns<true>(aRuns, b); }),
      variant("partitioned", [&] { _mlir_ciface_partitioned(&pa, &lb); }),
      variant("overcomputed", [&] { _mlir_ciface_overcomputed(&pa, &lb); }),
      variant("overcomputed.reference",
              [&] { referenceRuns<false>(aRuns, b); })};
#ifdef LIBRARIES
  variants.push_back(variant("OpenBLAS", [&] {
    cblas_sgemv(CblasRowMajor, CblasNoTrans, rows, n, 1, a, n, ones, 1, 0, b,
                1);
  }));
#endif
  return compareVariants(variants, rows, ROUNDS);
}
