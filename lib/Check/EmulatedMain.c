/*===- EmulatedMain.c - One run in an emulator --------------------*- C -*-===*\
 *
 * Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===---------------------------------------------------------------------===*
 *
 * Does for a program of another processor what Run.cpp and RunHooks.cpp do for
 * one of this machine: maps the memory that is shared, enters the program,
 * serves what it calls, and leaves behind what it returned.
 *
\*===----------------------------------------------------------------------===*/

#define _GNU_SOURCE
#include "EmulatedJob.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Codes of `RunExit`. */
enum { AssumptionFailed = 2, NoMemory, BadFree, OutOfBounds, UsesPoison };
/* Those of `OnPoison` and `PoisonUse` that are asked for. */
enum { Ignore, Change, EndAtUndefined, End };
enum { Store, Result };

/* In the program: its entry, and its public globals by their names. */
extern void layout_check_run(void **arguments);
struct NamedGlobal {
  const char *name;
  char *address;
};
extern const struct NamedGlobal layout_check_globals[];

static struct EmulatedJob *job;
static int file;
static char *base;

/*===----------------------------------------------------------------------===*\
|* Shared memory
\*===----------------------------------------------------------------------===*/

static void map(char *address, int64_t bytes) {
  if (mmap(address, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
           address - base) == MAP_FAILED)
    _exit(NoMemory);
}

static char *allocate(int64_t bytes) {
  char *piece = job->next;
  if (bytes > job->end - piece)
    _exit(NoMemory);
  map(piece, bytes);
  job->next += (bytes + 2 * job->gap - 1) / job->gap * job->gap;
  return piece;
}

/*===----------------------------------------------------------------------===*\
|* Allocations between guard zones
\*===----------------------------------------------------------------------===*/

enum { GuardBytes = 4096 };

struct Block {
  struct Block *next;
  char *start, *data;
  size_t size, total;
};

static struct Block *live;
static int64_t overrun = -1;

static void *allocateGuarded(size_t size, size_t alignment) {
  if (alignment < 16)
    alignment = 16;
  size_t front = (GuardBytes + alignment - 1) / alignment * alignment;
  size_t total =
      (front + size + GuardBytes + alignment - 1) / alignment * alignment;
  struct Block *block = malloc(sizeof *block);
  char *start = total < size ? NULL : aligned_alloc(alignment, total);
  if (!start || !block)
    _exit(NoMemory);
  memset(start, job->poisonByte, total);
  *block = (struct Block){live, start, start + front, size, total};
  live = block;
  return block->data;
}

static void checkGuards(const struct Block *block) {
  for (char *at = block->start; at < block->start + block->total; ++at) {
    if (at == block->data)
      at += block->size;
    if (at < block->start + block->total &&
        (uint8_t)*at != (uint8_t)job->poisonByte)
      overrun = block->size;
  }
}

void *_mlir_memref_to_llvm_alloc(int64_t size) {
  return allocateGuarded(size, 16);
}

void *_mlir_memref_to_llvm_aligned_alloc(int64_t alignment, int64_t size) {
  return allocateGuarded(size, alignment);
}

void _mlir_memref_to_llvm_free(void *pointer) {
  struct Block **at = &live;
  if (!pointer)
    return;
  while (*at && (*at)->data != pointer)
    at = &(*at)->next;
  struct Block *block = *at;
  if (!block)
    _exit(BadFree);
  checkGuards(block);
  *at = block->next;
  memset(block->start, job->poisonByte, block->total);
  free(block->start);
  free(block);
}

/*===----------------------------------------------------------------------===*\
|* Constants
\*===----------------------------------------------------------------------===*/

struct Constant {
  struct Constant *next;
  int64_t number, bytes;
  const char *address, *kept;
};

static struct Constant *constants;

/* An entry that calls itself does so again. */
void layout_check_keep_constant(int64_t address, int64_t bytes,
                                int64_t number) {
  for (struct Constant *each = constants; each; each = each->next)
    if (each->number == number)
      return;
  struct Constant *constant = malloc(sizeof *constant);
  char *kept = malloc(bytes + 1);
  if (!constant || !kept)
    _exit(NoMemory);
  memcpy(kept, (const char *)address, bytes);
  *constant = (struct Constant){constants, number, bytes, (const char *)address,
                                kept};
  constants = constant;
}

/* The first one counts, which is the last one of the list. */
static void checkConstants(struct EmulatedReport *report) {
  report->writtenConstant = -1;
  for (struct Constant *each = constants; each; each = each->next)
    for (int64_t i = 0; i < each->bytes; ++i)
      if (each->address[i] != each->kept[i]) {
        report->writtenConstant = each->number;
        report->writtenByte = i;
        break;
      }
}

/*===----------------------------------------------------------------------===*\
|* What else the program calls
\*===----------------------------------------------------------------------===*/

/* Steele, Lea and Flood's SplitMix. */
static uint64_t draw(uint64_t *state) {
  uint64_t bits = *state += 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

static uint64_t undefs, poisonBits;

int64_t layout_check_undef(void) { return draw(&undefs); }

void layout_check_assume_failed(int64_t number) {
  job->report->failureNumber = number;
  _exit(AssumptionFailed);
}

void layout_check_range(int64_t first, int64_t last, int64_t extent) {
  struct EmulatedReport *report = job->report;
  if (report->failureRank == 16)
    return;
  report->ranges[report->failureRank].first = first;
  report->ranges[report->failureRank].last = last;
  report->ranges[report->failureRank++].extent = extent;
}

void layout_check_out_of_bounds(int64_t number) {
  job->report->failureNumber = number;
  _exit(OutOfBounds);
}

int64_t layout_check_poison_bits(void) {
  return job->onPoison == Change ? draw(&poisonBits) : 0;
}

void layout_check_poison_reaches(int32_t source, int32_t use) {
  int isUndefined = use != Store && use != Result;
  int isEnd = job->onPoison == End || isUndefined;
  if (job->onPoison == Ignore || job->onPoison == Change)
    return;
  if (job->report->poisonSource == 0 || isEnd) {
    job->report->poisonSource = source;
    job->report->poisonUse = use;
  }
  if (isEnd)
    _exit(UsesPoison);
}

/* A bf16 is returned in the lower half of the register of a float; a float that
 * is none has the upper half set on RISC-V. */
static float returnHalf(uint32_t bits) {
  float value;
#ifdef __riscv
  bits |= 0xFFFF0000u;
#endif
  memcpy(&value, &bits, sizeof value);
  return value;
}

float __truncsfbf2(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (isnan(value))
    return returnHalf((bits >> 16) | 0x40);
  return returnHalf((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

/* First to an odd number where that is not exact, so that the second rounding
 * sees that something was cut off. */
float __truncdfbf2(double value) {
  float single = (float)value;
  uint32_t bits;
  if (isnan(value) || single == value || isinf(single))
    return __truncsfbf2(single);
  memcpy(&bits, &single, sizeof bits);
  if (fabs((double)single) > fabs(value))
    --bits;
  bits |= 1;
  memcpy(&single, &bits, sizeof bits);
  return __truncsfbf2(single);
}

/*===----------------------------------------------------------------------===*\
|* The run
\*===----------------------------------------------------------------------===*/

static char *findGlobal(const char *name) {
  for (const struct NamedGlobal *each = layout_check_globals; each->name; ++each)
    if (strcmp(each->name, name) == 0)
      return each->address;
  _exit(NoMemory);
}

static void copyGlobals(int isBefore) {
  for (int64_t i = 0; i < job->numGlobals; ++i) {
    struct EmulatedGlobal *each = &job->globals[i];
    char *address = findGlobal(each->name);
    if (!isBefore)
      memcpy(each->memory, address, each->bytes);
    else if (each->isInitialized)
      memcpy(each->before, address, each->bytes);
    else
      memcpy(address, each->before, each->bytes);
  }
}

/* The elements of a result in row-major order, in shared memory. */
static char *copyElements(const struct EmulatedResult *result) {
  const int64_t *sizes = result->descriptor + 3, *strides = sizes + result->rank;
  int64_t index[16] = {0}, count = 1;
  const int64_t most = (int64_t)1 << 40;
  if (result->rank > 16)
    _exit(NoMemory);
  for (int64_t dim = 0; dim < result->rank; ++dim) {
    if (sizes[dim] < 0 || (sizes[dim] && count > most / sizes[dim]))
      _exit(NoMemory);
    count *= sizes[dim];
  }
  char *copy = allocate(count * result->elementBytes + 1), *to = copy;
  for (int64_t i = 0; i < count; ++i, to += result->elementBytes) {
    int64_t at = result->descriptor[2];
    for (int64_t dim = 0; dim < result->rank; ++dim)
      at += index[dim] * strides[dim];
    memcpy(to, (char *)result->descriptor[1] + at * result->elementBytes,
           result->elementBytes);
    for (int64_t dim = result->rank; dim-- > 0;) {
      if (++index[dim] < sizes[dim])
        break;
      index[dim] = 0;
    }
  }
  return copy;
}

int main(int argc, char **argv) {
  if (argc != 5)
    return NoMemory;
  file = atoi(argv[1]);
  base = (char *)strtoull(argv[2], NULL, 16);
  job = (struct EmulatedJob *)strtoull(argv[3], NULL, 16);
  map((char *)job, strtoll(argv[4], NULL, 10));
  for (int64_t i = 0; i < job->numPieces; ++i)
    map(job->pieces[i].address, job->pieces[i].bytes);
  undefs = job->undefSeed;
  poisonBits = ~job->undefSeed;
  copyGlobals(1);
  layout_check_run(job->arguments);
  for (int64_t i = 0; i < job->numResults; ++i)
    if (job->results[i].descriptor)
      job->copies[i] = copyElements(&job->results[i]);
  copyGlobals(0);
  for (struct Block *block = live; block; block = block->next)
    checkGuards(block);
  job->report->overrunAllocation = overrun;
  checkConstants(job->report);
  _exit(0);
}
