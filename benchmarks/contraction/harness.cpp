// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times one contraction, C += A * B. run.py writes which into problem.inc: the
// buffers A, B and C, LOOPS over the iterations, and the element of each
// buffer, A_AT and the like, that an iteration goes to.

#include "../harness.h"
#include "problem.inc"
#include <bit>
#include <optional>
#include <unordered_map>
#ifdef OPENBLAS
#include <cblas.h>
#endif
#ifdef ONEDNN
#include <oneapi/dnnl/dnnl.hpp>
#endif

extern "C" void _mlir_ciface_documented(void *a, void *b, void *c);
extern "C" void _mlir_ciface_tuned(void *a, void *b, void *c);
extern "C" void _mlir_ciface_charged(void *a, void *b, void *c);
extern "C" void _mlir_ciface_threads(void *a, void *b, void *c);

template <size_t Rank>
static size_t count(const std::array<int64_t, Rank> &shape) {
  size_t number = 1;
  for (int64_t extent : shape)
    number *= extent;
  return number;
}

/// A small integer. That of a shorter type is the first half of the float's,
/// for which not every C library has a function.
template <typename Element>
static Element getExactly(float value) {
  if constexpr (std::is_same_v<Element, __bf16>)
    return std::bit_cast<__bf16>(
        uint16_t(std::bit_cast<uint32_t>(value) >> 16));
  else
    return Element(value);
}

/// A buffer as the program has it, and in its layout.
template <typename Operand>
struct Both {
  using Element = typename Operand::Element;

  /// From a number of the first element on; what is no element is 0.
  void fill(int64_t first) {
    Operand::forEach([&](int64_t place, int64_t physical) {
      plain[place] = packed[physical] =
          getExactly<Element>(valueAt(first + place));
    });
  }

  BufferOf<Element> plain{count(Operand::shape)},
      packed{count(Operand::physical)};
  MemRef<Operand::shape.size(), Element> logical{plain, Operand::shape};
  MemRef<Operand::physical.size(), Element> physical{packed, Operand::physical};
};

[[gnu::noinline]] static void reference(const A::Element *__restrict left,
                                        const B::Element *__restrict right,
                                        C::Element *__restrict sum) {
  LOOPS sum[C_AT] += C::Element(left[A_AT]) * C::Element(right[B_AT]);
}

#ifdef BOUND_COUNT
#define TEXT(name) #name
#define ONE(name, i)                                                           \
  BOUND_INSTRUCTION " %%" TEXT(name) "14, %%" TEXT(name) "15, %%" TEXT(name) i "\n"
#define SIX(name, i0, i1, i2, i3, i4, i5)                                      \
  ONE(name, i0) ONE(name, i1) ONE(name, i2) ONE(name, i3) ONE(name, i4)        \
  ONE(name, i5)
/// As many of the instruction as the products take at least, with nothing to
/// load, and sums enough that none waits.
[[gnu::noinline]] static void bound() {
  constexpr int64_t numSums = 12;
  int64_t left = (BOUND_COUNT + numSums - 1) / numSums;
  asm volatile("vzeroall\n1:\n" SIX(BOUND_REGISTER, "0", "1", "2", "3", "4", "5")
                   SIX(BOUND_REGISTER, "6", "7", "8", "9", "10",
                       "11") "decq %0\njnz 1b\nvzeroupper\n"
               : "+r"(left)
               :
               : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
                 "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
                 "xmm14", "xmm15");
}
#endif

#ifdef ONEDNN
/// A primitive on data in the formats that it chooses, brought into them
/// before, or in each call.
struct Library {
  using Tag = dnnl::memory::format_tag;
  using Type = dnnl::memory::data_type;
  using Dims = dnnl::memory::dims;

  static auto at(Dims dims, Type type) {
    return dnnl::memory::desc(dims, type, Tag::any);
  }

#ifdef MATMUL
  Library(void *a, void *b, void *c) {
    Dims dims = {SIZE, SIZE};
    dnnl::matmul::primitive_desc chosen({at(dims, Type::A_DNNL),
                                         at(dims, Type::B_DNNL),
                                         at(dims, Type::C_DNNL)},
                                        engine);
    prepare(chosen, {dims, Type::A_DNNL, Tag::ab}, a,
            {dims, Type::B_DNNL, Tag::ab}, b, {dims, Type::C_DNNL, Tag::ab}, c);
    primitive = dnnl::matmul(chosen);
  }
#else
  Library(void *a, void *b, void *c) {
    constexpr int64_t wide = (SIDE - 1) * STRIDE + WINDOW;
    Dims xs = {1, CHANNELS, wide, wide}, ys = {1, RESULTS, SIDE, SIDE};
#ifdef DEPTHWISE
    // Groups of one channel.
    Dims ws = {CHANNELS, 1, 1, WINDOW, WINDOW};
    dnnl::memory::desc plain(ws, Type::B_DNNL, Tag::hwigo);
#else
    Dims ws = {RESULTS, CHANNELS, WINDOW, WINDOW};
    dnnl::memory::desc plain(ws, Type::B_DNNL, Tag::hwio);
#endif
    dnnl::convolution_forward::desc description(
        dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
        at(xs, Type::A_DNNL), at(ws, Type::B_DNNL), at(ys, Type::C_DNNL),
        {STRIDE, STRIDE}, {0, 0}, {0, 0});
    dnnl::convolution_forward::primitive_desc chosen(description, engine);
    prepare(chosen, {xs, Type::A_DNNL, Tag::nhwc}, a, plain, b,
            {ys, Type::C_DNNL, Tag::nhwc}, c);
    primitive = dnnl::convolution_forward(chosen);
  }
#endif

  template <typename Chosen>
  void prepare(Chosen &chosen, const dnnl::memory::desc &left, void *a,
               const dnnl::memory::desc &right, void *b,
               const dnnl::memory::desc &out, void *c) {
    dnnl::memory result(chosen.dst_desc(), engine);
    arguments = {
        {DNNL_ARG_SRC, bring({left, engine, a}, chosen.src_desc())},
        {DNNL_ARG_WEIGHTS, bring({right, engine, b}, chosen.weights_desc())},
        {DNNL_ARG_DST, result}};
    unpacking.emplace(result, dnnl::memory(out, engine, c));
    pack();
  }

  dnnl::memory bring(dnnl::memory from, dnnl::memory::desc to) {
    dnnl::memory made(to, engine);
    packing.emplace_back(from, made);
    return made;
  }

  void pack() {
    for (Reorder &reorder : packing)
      reorder.run(stream);
  }
  void run() {
    primitive.execute(stream, arguments);
    stream.wait();
  }
  void unpack() { unpacking->run(stream); }

  struct Reorder {
    Reorder(dnnl::memory from, dnnl::memory to)
        : from(from), to(to), reorder(from, to) {}
    void run(dnnl::stream &stream) {
      reorder.execute(stream, from, to);
      stream.wait();
    }
    dnnl::memory from, to;
    dnnl::reorder reorder;
  };

  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  std::vector<Reorder> packing;
  std::optional<Reorder> unpacking;
  dnnl::primitive primitive;
  std::unordered_map<int, dnnl::memory> arguments;
};
#endif

int main() {
  Both<A> a;
  Both<B> b;
  Both<C> c;
  a.fill(0);
  b.fill(1);
  std::vector<int64_t> packedPlace(c.plain.size);
  C::forEach(
      [&](int64_t place, int64_t physical) { packedPlace[place] = physical; });
  auto logical = [&](const char *name, std::function<void()> run) {
    return Variant{
        name, run, [&](int64_t e) { return float(c.plain[e]); },
        [&] { std::fill_n(&c.plain[0], c.plain.size, C::Element(0)); }};
  };
  auto physical = [&](const char *name, std::function<void()> run) {
    return Variant{
        name, run, [&](int64_t e) { return float(c.packed[packedPlace[e]]); },
        [&] { std::fill_n(&c.packed[0], c.packed.size, C::Element(0)); }};
  };
  std::vector<Variant> variants = {
      logical("reference", [&] { reference(a.plain, b.plain, c.plain); }),
#ifdef BOUND_COUNT
      // It computes nothing, and leaves what the reference did.
      {"bound", bound, [&](int64_t e) { return float(c.plain[e]); }, [] {}},
#endif
      physical("documented", [&] {
        _mlir_ciface_documented(&a.physical, &b.physical, &c.physical);
      })};
#ifdef TUNED
  variants.push_back(physical("tuned", [&] {
    _mlir_ciface_tuned(&a.physical, &b.physical, &c.physical);
  }));
#endif
#ifdef CHARGED
  variants.push_back(logical("charged", [&] {
    _mlir_ciface_charged(&a.logical, &b.logical, &c.logical);
  }));
#endif
#ifdef THREADS
  variants.push_back(physical("threads", [&] {
    _mlir_ciface_threads(&a.physical, &b.physical, &c.physical);
  }));
#endif
#ifdef OPENBLAS
  variants.push_back(logical("OpenBLAS", [&] {
    CBLAS_GEMM(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIZE, SIZE, SIZE, 1,
               a.plain, SIZE, b.plain, SIZE, 1, c.plain, SIZE);
  }));
#endif
#ifdef ONEDNN
  std::optional<Library> library;
  try {
    library.emplace(a.plain, b.plain, c.plain);
  } catch (const dnnl::error &) {
    // With AVX2 it has no products of bf16.
  }
  if (library) {
    variants.push_back(logical("oneDNN", [&] { library->run(); }));
    variants.back().result = [&](int64_t e) {
      if (e == 0)
        library->unpack();
      return float(c.plain[e]);
    };
#ifdef CHARGED
    variants.push_back(logical("oneDNN-charged", [&] {
      library->pack();
      library->run();
      library->unpack();
    }));
#endif
  }
#endif
  return compareVariants(variants, c.plain.size, ROUNDS);
}
