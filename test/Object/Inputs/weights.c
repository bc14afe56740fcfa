// What a program with weights does, as its arguments say, one after the other:
//   load FILE    prints what loading returns
//   unload
//   sum          prints a number that depends on each weight
//   threads FILE loads, and computes, in several threads at once
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#ifdef WITH_WEIGHTS
#include "weights.h"
#else
#include "inside.h"
static int model_load_weights(const char *path) { return path == NULL; }
static void model_unload_weights(void) {}
#endif

static double sum(void) {
  double total = 0;
  float x[16 * 64], y[16 * 61];
  for (int i = 0; i < 16 * 64; ++i)
    x[i] = (float)(i % 13 - 6);
  product(x, y);
  for (int i = 0; i < 16 * 61; ++i)
    total += (i + 1.0) * y[i];
  for (int i = 0; i < 3; ++i)
    total += (i + 2.0) * get_small(i, 0);
  for (int i = 0; i < 4099; ++i)
    total += (i + 3.0) * get_odd(i, 0);
  for (int i = 0; i < 3 * 1021; ++i)
    total += (i + 4.0) * get_odder(i / 1021, i % 1021);
  for (int i = 0; i < 1024; ++i)
    total += (i + 5.0) * (double)get_long(i, 0);
  return total;
}

static double sums[8];
static int statuses[8];
static const char *file;

static void *work(void *argument) {
  int number = *(int *)argument;
  statuses[number] = model_load_weights(file);
  if (statuses[number] == 0)
    sums[number] = sum();
  return NULL;
}

static void runThreads(void) {
  pthread_t threads[8];
  int numbers[8];
  for (int i = 0; i < 8; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < 8; ++i)
    pthread_join(threads[i], NULL);
  int same = 1;
  for (int i = 0; i < 8; ++i)
    same = same && statuses[i] == statuses[0] && sums[i] == sums[0];
  printf("threads: %s, %d, %.17g\n", same ? "alike" : "not alike", statuses[0],
         sums[0]);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "load"))
      printf("load: %d\n", (int)model_load_weights(argv[++i]));
    else if (!strcmp(argv[i], "unload"))
      model_unload_weights();
    else if (!strcmp(argv[i], "sum"))
      printf("sum: %.17g\n", sum());
    else if (!strcmp(argv[i], "threads")) {
      file = argv[++i];
      runThreads();
    }
    fflush(stdout);
  }
  return 0;
}
