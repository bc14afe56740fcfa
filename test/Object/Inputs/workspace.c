// Calls the function that has memory of its own, and the one that is given some.
#include "given.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void own_layers(layout_f32_2 *x, layout_f32_2 *out);

// What is computed may not allocate while this is set.
static bool counts;
static int numAllocations;
extern void *__libc_malloc(size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);
void *malloc(size_t bytes) {
  numAllocations += counts;
  return __libc_malloc(bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) {
  numAllocations += counts;
  return __libc_memalign(alignment, bytes);
}

enum { kMost = 64, kGuard = 256 };
static float x[kMost * 40], expected[kMost * 24], found[kMost * 24];

static layout_f32_2 describe(float *data, int64_t rows, int64_t columns) {
  layout_f32_2 buffer = {data, data, 0, {rows, columns}, {columns, 1}};
  return buffer;
}

static void fail(const char *what, int rows) {
  printf("%s, %d rows\n", what, rows);
  exit(1);
}

// The bytes in front of and behind the workspace keep what they are.
static void compare(int rows) {
  layout_f32_2 input = describe(x, rows, 40);
  layout_f32_2 output = describe(expected, rows, 24);
  own_layers(&input, &output);
  int64_t bytes = layers_workspace_bytes(rows, rows);
  unsigned char *memory = aligned_alloc(64, bytes + 2 * kGuard);
  memset(memory, 0xa5, bytes + 2 * kGuard);
  memset(found, 0, sizeof(found));
  if (layers(x, rows, found, rows, (int8_t *)memory + kGuard, bytes - 1) != 1)
    fail("one byte less is enough", rows);
  counts = true;
  int32_t status =
      layers(x, rows, found, rows, (int8_t *)memory + kGuard, bytes);
  counts = false;
  if (status != 0)
    fail("refused", rows);
  if (memcmp(found, expected, sizeof(float) * 24 * rows) != 0)
    fail("other numbers", rows);
  for (int i = 0; i < kGuard; ++i)
    if (memory[i] != 0xa5 || memory[kGuard + bytes + i] != 0xa5)
      fail("written outside", rows);
  free(memory);
}

int main(void) {
  for (int i = 0; i < kMost * 40; ++i)
    x[i] = (float)(i % 17) / 16 - 0.5f;
  static _Alignas(64) int8_t bytes[1 << 20];
  printf("too few bytes: %d\n", layers(x, 2, found, 2, bytes, 16));
  printf("not aligned: %d\n", layers(x, 2, found, 2, bytes + 4, 1 << 19));
  compare(1);
  compare(2);
  compare(7);
  compare(64);
  // No product of extents wraps around.
  int64_t huge = INT64_C(1) << 60;
  printf("of 2^60 rows: %d\n", layers_workspace_bytes(huge, huge) > huge / 512);
  printf("refused: %d\n", layers(x, huge, found, huge, bytes, 1 << 20));
  printf("sizes 1 2 7 64: equal, %d allocations\n", numAllocations);
  return 0;
}
