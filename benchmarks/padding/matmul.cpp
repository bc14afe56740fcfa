// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C += A * B of N x N matrices: what the passes make of it, the same by hand,
// OpenBLAS and oneDNN.

#include "../harness.h"
#ifdef LIBRARIES
#include <cblas.h>
#include <oneapi/dnnl/dnnl.h>
#endif

constexpr int n = SIZE, tile = 32, tiles = (n + tile - 1) / tile;

extern "C" {
using Logical = MemRef<2> *;
using Physical = MemRef<4> *;
void _mlir_ciface_logical(Logical a, Logical b, Logical c);
void _mlir_ciface_applied(Physical a, Physical b, Physical c);
void _mlir_ciface_documented(Physical a, Physical b, Physical c);
void _mlir_ciface_branchy(Physical a, Physical b, Physical c);
void _mlir_ciface_partitioned(Physical a, Physical b, Physical c);
void _mlir_ciface_overcomputed(Physical a, Physical b, Physical c);
}

[[gnu::noinline]] static void referenceLogical(const float *__restrict a,
                                               const float *__restrict b,
                                               float *__restrict c) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

using Tile = float[tile][tile];

template <bool IsGuarded>
[[gnu::noinline]] static void referenceTiles(const Tile *__restrict a,
                                             const Tile *__restrict b,
                                             Tile *__restrict c) {
  for (int io = 0; io < tiles; ++io)
    for (int jo = 0; jo < tiles; ++jo)
      for (int ko = 0; ko < tiles; ++ko)
        for (int ii = 0; ii < tile; ++ii)
          for (int ki = 0; ki < tile; ++ki)
            for (int ji = 0; ji < tile; ++ji)
              if (!IsGuarded || (io * tile + ii < n && ko * tile + ki < n &&
                                 jo * tile + ji < n))
                c[io * tiles + jo][ii][ji] +=
                    a[io * tiles + ko][ii][ki] * b[ko * tiles + jo][ki][ji];
}

static int64_t inTiles(int64_t i, int64_t j) {
  return (i / tile * tiles + j / tile) * tile * tile + i % tile * tile +
         j % tile;
}

int main() {
  constexpr int64_t size = int64_t(tiles) * tiles * tile * tile;
  Buffer a(n * n), b(n * n), c(n * n), aTiles(size), bTiles(size), cTiles(size);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j) {
      a[i * n + j] = aTiles[inTiles(i, j)] = valueAt(i * n + j);
      b[i * n + j] = bTiles[inTiles(i, j)] = valueAt(j * n + i + 1);
    }
  MemRef<2> la(a, {n, n}), lb(b, {n, n}), lc(c, {n, n});
  std::array<int64_t, 4> shape = {tiles, tiles, tile, tile};
  MemRef<4> pa(aTiles, shape), pb(bTiles, shape), pc(cTiles, shape);

  auto logical = [&](const char *name, std::function<void()> run) {
    return Variant{name, run, [&](int64_t e) { return c[e]; },
                   [&] { std::fill_n(&c[0], c.size, 0.0f); }};
  };
  auto physical = [&](const char *name, std::function<void()> run) {
    return Variant{name, run,
                   [&](int64_t e) { return cTiles[inTiles(e / n, e % n)]; },
                   [&] { std::fill_n(&cTiles[0], cTiles.size, 0.0f); }};
  };
  auto *at = reinterpret_cast<Tile *>(&aTiles[0]);
  auto *bt = reinterpret_cast<Tile *>(&bTiles[0]);
  auto *ct = reinterpret_cast<Tile *>(&cTiles[0]);
  std::vector<Variant> variants = {
      logical("logical", [&] { _mlir_ciface_logical(&la, &lb, &lc); }),
      logical("logical.reference", [&] { referenceLogical(a, b, c); }),
      physical("applied", [&] { _mlir_ciface_applied(&pa, &pb, &pc); }),
      physical("documented", [&] { _mlir_ciface_documented(&pa, &pb, &pc); }),
      physical("branchy", [&] { _mlir_ciface_branchy(&pa, &pb, &pc); }),
      physical("branchy.reference", [&] { referenceTiles<true>(at, bt, ct); }),
      physical("partitioned", [&] { _mlir_ciface_partitioned(&pa, &pb, &pc); }),
      physical("overcomputed",
               [&] { _mlir_ciface_overcomputed(&pa, &pb, &pc); }),
      physical("overcomputed.reference",
               [&] { referenceTiles<false>(at, bt, ct); })};
#ifdef LIBRARIES
  variants.push_back(logical("OpenBLAS", [&] {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b,
                n, 1, c, n);
  }));
  variants.push_back(logical("oneDNN", [&] {
    dnnl_sgemm('N', 'N', n, n, n, 1, a, n, b, n, 1, c, n);
  }));
#endif
  return compareVariants(variants, int64_t(n) * n, ROUNDS);
}
