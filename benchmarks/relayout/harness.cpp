// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times one conversion against copies of as many bytes. run.py says which, by
// the macros SOURCE_SHAPE and the like, and writes the loops of the reference.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <sys/mman.h>
#include <vector>
#ifdef ONEDNN_SOURCE
#include <oneapi/dnnl/dnnl.hpp>
#endif

using Element = ELEMENT;
extern "C" void _mlir_ciface_documented(void *source, void *dest);
extern "C" void _mlir_ciface_applied(void *source, void *dest);
extern "C" void _mlir_ciface_upstream(void *source, void *dest);
void convertByCompiledLoops(const Element *source, Element *dest);

/// MLIR's descriptor of a row-major memref, for C: two pointers, an offset,
/// then sizes and strides.
static std::vector<int64_t> describe(Element *data,
                                     std::vector<int64_t> sizes) {
  auto address = reinterpret_cast<int64_t>(data);
  std::vector<int64_t> words{address, address, 0}, strides(sizes);
  int64_t stride = 1;
  for (size_t d = sizes.size(); d-- > 0; stride *= sizes[d])
    strides[d] = stride;
  words.insert(words.end(), sizes.begin(), sizes.end());
  words.insert(words.end(), strides.begin(), strides.end());
  return words;
}

static int64_t count(const std::vector<int64_t> &sizes) {
  int64_t number = 1;
  for (int64_t size : sizes)
    number *= size;
  return number;
}

/// The pages after it are not mapped, as after the last page of a program:
/// masked loads from there are slow. Stays until the end.
static Element *allocate(int64_t number) {
  constexpr int64_t page = 4096;
  int64_t bytes = (number * int64_t(sizeof(Element)) + 63) / 64 * 64;
  int64_t pages = (bytes + page - 1) / page * page;
  auto *memory =
      static_cast<char *>(mmap(nullptr, pages + page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(memory + pages, page, PROT_NONE);
  return reinterpret_cast<Element *>(memory + pages - bytes);
}

/// Seconds of the processor: others may run on the machine.
static double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

/// Whole lines of the caches, past the caches.
static void copyPastCaches(Element *dest, const Element *source,
                           int64_t bytes) {
  using Line = int64_t __attribute__((vector_size(64)));
  auto *to = reinterpret_cast<Line *>(dest);
  auto *from = reinterpret_cast<const Line *>(source);
  for (int64_t i = 0; i < bytes / 64; ++i)
    __builtin_nontemporal_store(from[i], to + i);
  __builtin_ia32_sfence();
}

/// What the case copies where: `visit` gets the offsets in both buffers.
template <typename Visit>
static void forEachElement(Visit visit) {
#include "reference.inc"
}

static void convertByLoops(const Element *source, Element *dest) {
  std::fill_n(dest, count({DEST_SHAPE}), Element(PAD));
  forEachElement([&](int64_t from, int64_t to) { dest[to] = source[from]; });
}

static void fillSource(Element *source) {
  std::fill_n(source, count({SOURCE_SHAPE}), Element(PAD));
  forEachElement([&](int64_t from, int64_t) {
    source[from] = Element((from * 7 + 3) % 119);
  });
}

struct Variant {
  std::string name;
  std::function<void()> run;
  bool converts;
};

#ifdef ONEDNN_SOURCE
/// The columns in panels of 16, one after the other: oneDNN has no name for it.
[[maybe_unused]] static dnnl::memory::desc
makePanels(dnnl::memory::dims sizes) {
  dnnl::memory::desc desc(sizes, dnnl::memory::data_type::f32,
                          dnnl::memory::format_tag::ab);
  dnnl_blocking_desc_t &blocks = desc.data.format_desc.blocking;
  desc.data.padded_dims[1] = (sizes[1] + 15) / 16 * 16;
  blocks.inner_nblks = 1;
  blocks.inner_blks[0] = 16;
  blocks.inner_idxs[0] = 1;
  blocks.strides[0] = 16;
  blocks.strides[1] = sizes[0] * 16;
  return desc;
}

static dnnl::memory::desc makeDesc(dnnl::memory::dims sizes,
                                   dnnl::memory::format_tag tag) {
  return {sizes, dnnl::memory::data_type::f32, tag};
}

static std::function<void()> makeReorder(Element *from, Element *to) {
  using namespace dnnl;
  static engine engine(engine::kind::cpu, 0);
  static stream stream(engine);
  memory::dims sizes{LOGICAL_SHAPE};
  memory source(ONEDNN_SOURCE, engine, from);
  memory dest(ONEDNN_DEST, engine, to);
  reorder primitive(source, dest);
  return [=]() mutable {
    primitive.execute(stream, source, dest);
    stream.wait();
  };
}
#endif

int main() {
  std::vector<int64_t> sourceShape{SOURCE_SHAPE}, destShape{DEST_SHAPE};
  int64_t numSource = count(sourceShape), numDest = count(destShape);
  int64_t numMost = std::max(numSource, numDest);
  Element *source = allocate(numSource), *dest = allocate(numDest),
          *expected = allocate(numDest), *copied = allocate(numMost),
          *copy = allocate(numMost);
  fillSource(source);
  std::fill_n(dest, numDest, Element(113));
  std::fill_n(copied, numMost, Element(3));
  std::fill_n(copy, numMost, Element(113));
  convertByLoops(source, expected);
  auto from = describe(source, sourceShape);
  auto to = describe(dest, destShape);
  int64_t bytes = (numSource + numDest) / 2 * int64_t(sizeof(Element));

  std::vector<Variant> variants{
      {"memcpy", [&] { std::memcpy(copy, copied, bytes); }, false},
      {"nt-copy", [&] { copyPastCaches(copy, copied, bytes); }, false},
      {"loops", [&] { convertByCompiledLoops(source, dest); }, true},
      {"applied", [&] { _mlir_ciface_applied(from.data(), to.data()); }, true},
      {"documented", [&] { _mlir_ciface_documented(from.data(), to.data()); },
       true}};
#ifdef UPSTREAM
  variants.push_back({"upstream",
                      [&] { _mlir_ciface_upstream(from.data(), to.data()); },
                      true});
#endif
#ifdef ONEDNN_SOURCE
  variants.push_back({"onednn", makeReorder(source, dest), true});
#endif
  for (Variant &variant : variants) {
    std::fill_n(dest, numDest, Element(113));
    variant.run();
    if (!variant.converts)
      continue;
    for (int64_t i = 0; i < numDest; ++i)
      if (dest[i] != expected[i]) {
        std::fprintf(stderr, "%s: place %ld is %g, not %g\n",
                     variant.name.c_str(), long(i), double(dest[i]),
                     double(expected[i]));
        return 1;
      }
  }
  std::vector<std::vector<double>> times(variants.size());
  std::vector<int64_t> runs;
  auto seconds = [](Variant &variant, int64_t number) {
    double start = now();
    for (int64_t i = 0; i < number; ++i)
      variant.run();
    return (now() - start) / number;
  };
  for (Variant &variant : variants)
    runs.push_back(std::max<int64_t>(1, 0.0005 / seconds(variant, 3)));
  for (int round = 0; round < ROUNDS; ++round)
    for (size_t i = 0; i < variants.size(); ++i)
      times[i].push_back(seconds(variants[i], runs[i]));
  // Of ratios in one round, each to what ran just before it, the median: what
  // disturbs the machine disturbs both.
  for (size_t i = 0; i < variants.size(); ++i) {
    auto median = [](std::vector<double> values) {
      std::nth_element(values.begin(), values.begin() + values.size() / 2,
                       values.end());
      return values[values.size() / 2];
    };
    std::vector<double> ofCopy, ofPast;
    for (int round = 0; round < ROUNDS; ++round) {
      ofCopy.push_back(times[0][round] / times[i][round]);
      ofPast.push_back(times[1][round] / times[i][round]);
    }
    std::printf("%s %.9g %.4f %.4f %ld\n", variants[i].name.c_str(),
                median(times[i]), median(ofCopy), median(ofPast), long(bytes));
  }
}
