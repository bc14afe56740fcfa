// Lays out the weights of a network once and calls it; prints what it computes, and what the same
// network computes that takes them as they are.
#include "laid-out.h"
#include "plain.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static float *makeNumbers(int count, int step) {
  float *numbers = malloc(count * sizeof(float));
  for (int i = 0; i < count; ++i)
    numbers[i] = (float)((i * step) % 17 - 8) / 4;
  return numbers;
}

int main(void) {
  float *x = makeNumbers(12 * 64, 5), *first = makeNumbers(200 * 64, 7);
  float *second = makeNumbers(200 * 61, 3);
  // As many as the header says, from the descriptors.
  float *packedFirst = malloc(FIRST_BYTES), *packedSecond = malloc(SECOND_BYTES);
  network_pack_first(first, packedFirst);
  network_pack_arg2(second, packedSecond);
  layout_f32_2 expected = plain(x, first, second);
  for (int call = 0; call < 2; ++call) {
    layout_f32_2 found = network(x, packedFirst, packedSecond);
    int wrong = 0;
    for (int i = 0; i < 12 * 61; ++i)
      wrong += !(fabsf(found.aligned[i] - expected.aligned[i]) <=
                 1e-3f * fabsf(expected.aligned[i]) + 1e-3f);
    printf("call %d: %d wrong\n", call, wrong);
    free(found.allocated);
  }
  return 0;
}
