// Calls the network, compiled by two commands (docs/Networks.md says more):
//   layout-cc network.mlir -o network.o --header=network.h -fdeallocate
//   cc -I. main.c network.o -lm -o main
#include "network.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int count = 10 * 10 * 61;
  float *image = malloc(count * sizeof(float));
  for (int i = 0; i < count; ++i)
    image[i] = (i % 8) / 8.0f;
  layout_f32_2 scores = network(image);
  for (int i = 0; i < scores.sizes[1]; i += 50)
    printf("score %d: %g\n", i, scores.aligned[scores.offset + i]);
  free(scores.allocated);
  free(image);
  return 0;
}
