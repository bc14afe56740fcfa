/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls the product of product.mlir, and compares it with one by three loops. */
#include <stdint.h>
#include <stdio.h>

/* Of product.mlir; threads.mlir has others. */
#ifndef M
enum { M = 50, K = 70, N = 90 };
#endif

/* A buffer of rank 2, as MLIR passes it. */
struct Buffer {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

void _mlir_ciface_product(struct Buffer *a, struct Buffer *b, struct Buffer *c);

static float a[M][K], b[K][N], c[M][N];

int main(void) {
  for (int i = 0; i < M * K; ++i)
    a[i / K][i % K] = i % 7 - 3;
  for (int i = 0; i < K * N; ++i)
    b[i / N][i % N] = i % 5 - 2;
  struct Buffer left = {a[0], a[0], 0, {M, K}, {K, 1}};
  struct Buffer right = {b[0], b[0], 0, {K, N}, {N, 1}};
  struct Buffer result = {c[0], c[0], 0, {M, N}, {N, 1}};
  _mlir_ciface_product(&left, &right, &result);
  int numWrong = 0;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int k = 0; k < K; ++k)
        sum += a[i][k] * b[k][j];
      numWrong += c[i][j] != sum;
    }
  printf("%d of %d elements are wrong\n", numWrong, M * N);
  return numWrong != 0;
}
