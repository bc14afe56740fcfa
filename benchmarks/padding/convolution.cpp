// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A 3 x 3 convolution of 56 x 56 pixels with C channels in and out: what the
// passes make of it, the same by hand, and oneDNN in the layouts that it
// chooses itself.

#include "../harness.h"
#ifdef LIBRARIES
#include <oneapi/dnnl/dnnl.hpp>
#endif

constexpr int channels = SIZE, block = 32,
              blocks = (channels + block - 1) / block;
constexpr int side = 56, wide = side + 2;

extern "C" {
void _mlir_ciface_logical(MemRef<3> *x, MemRef<4> *w, MemRef<3> *y);
void _mlir_ciface_applied(MemRef<4> *x, MemRef<6> *w, MemRef<4> *y);
void _mlir_ciface_documented(MemRef<4> *x, MemRef<6> *w, MemRef<4> *y);
void _mlir_ciface_branchy(MemRef<4> *x, MemRef<6> *w, MemRef<4> *y);
void _mlir_ciface_partitioned(MemRef<4> *x, MemRef<6> *w, MemRef<4> *y);
void _mlir_ciface_overcomputed(MemRef<4> *x, MemRef<6> *w, MemRef<4> *y);
}

[[gnu::noinline]] static void referenceLogical(const float *__restrict x,
                                               const float *__restrict w,
                                               float *__restrict y) {
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      for (int r = 0; r < 3; ++r)
        for (int s = 0; s < 3; ++s)
          for (int c = 0; c < channels; ++c)
            for (int k = 0; k < channels; ++k)
              y[(i * side + j) * channels + k] +=
                  x[((i + r) * wide + j + s) * channels + c] *
                  w[((r * 3 + s) * channels + c) * channels + k];
}

using Image = float[wide][wide][block];
using Weights = float[3][3][blocks][block][block];
using Result = float[side][side][block];

template <bool IsGuarded>
[[gnu::noinline]] static void referenceBlocks(const Image *__restrict x,
                                              const Weights *__restrict w,
                                              Result *__restrict y) {
  for (int ko = 0; ko < blocks; ++ko)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j)
        for (int r = 0; r < 3; ++r)
          for (int s = 0; s < 3; ++s)
            for (int co = 0; co < blocks; ++co)
              for (int ci = 0; ci < block; ++ci)
                for (int ki = 0; ki < block; ++ki)
                  if (!IsGuarded || (ko * block + ki < channels &&
                                     co * block + ci < channels))
                    y[ko][i][j][ki] +=
                        x[co][i + r][j + s][ci] * w[ko][r][s][co][ci][ki];
}

#ifdef LIBRARIES
/// oneDNN's convolution on data that was brought into its own layouts before.
struct Library {
  Library(float *x, float *w, float *y)
      : results(y), engine(dnnl::engine::kind::cpu, 0), stream(engine) {
    using namespace dnnl;
    using Tag = memory::format_tag;
    auto type = memory::data_type::f32;
    memory::dims xs = {1, channels, wide, wide}, ys = {1, channels, side, side},
                 ws = {channels, channels, 3, 3};
    convolution_forward::desc description(
        prop_kind::forward_inference, algorithm::convolution_direct,
        {xs, type, Tag::any}, {ws, type, Tag::any}, {ys, type, Tag::any},
        {1, 1}, {0, 0}, {0, 0});
    convolution_forward::primitive_desc chosen(description, engine);
    auto bring = [&](memory from, memory::desc to) {
      memory result(to, engine);
      reorder(from, result).execute(stream, from, result);
      return result;
    };
    image = bring(memory({xs, type, Tag::nhwc}, engine, x), chosen.src_desc());
    weights =
        bring(memory({ws, type, Tag::hwio}, engine, w), chosen.weights_desc());
    result = memory(chosen.dst_desc(), engine);
    plain = memory({ys, type, Tag::nhwc}, engine, results);
    convolution = convolution_forward(chosen);
    stream.wait();
  }
  void run() {
    convolution.execute(stream, {{DNNL_ARG_SRC, image},
                                 {DNNL_ARG_WEIGHTS, weights},
                                 {DNNL_ARG_DST, result}});
    stream.wait();
  }
  void unpack() {
    dnnl::reorder(result, plain).execute(stream, result, plain);
    stream.wait();
  }
  float *results;
  dnnl::engine engine;
  dnnl::stream stream;
  dnnl::memory image, weights, result, plain;
  dnnl::convolution_forward convolution;
};
#endif

int main() {
  Buffer x(wide * wide * channels), w(9 * channels * channels),
      y(side * side * channels), xBlocks(blocks * wide * wide * block),
      wBlocks(blocks * 9 * blocks * block * block),
      yBlocks(blocks * side * side * block);
  auto *xb = reinterpret_cast<Image *>(&xBlocks[0]);
  auto *wb = reinterpret_cast<Weights *>(&wBlocks[0]);
  auto *yb = reinterpret_cast<Result *>(&yBlocks[0]);
  for (int64_t p = 0; p < wide * wide; ++p)
    for (int64_t c = 0; c < channels; ++c)
      x[p * channels + c] = xb[c / block][p / wide][p % wide][c % block] =
          valueAt(p * channels + c);
  for (int64_t p = 0; p < 9; ++p)
    for (int64_t c = 0; c < channels; ++c)
      for (int64_t k = 0; k < channels; ++k)
        w[(p * channels + c) * channels + k] =
            wb[k / block][p / 3][p % 3][c / block][c % block][k % block] =
                valueAt(p + 3 * c + k);
  MemRef<3> lx(x, {wide, wide, channels}), ly(y, {side, side, channels});
  MemRef<4> lw(w, {3, 3, channels, channels});
  MemRef<4> px(xBlocks, {blocks, wide, wide, block}),
      py(yBlocks, {blocks, side, side, block});
  MemRef<6> pw(wBlocks, {blocks, 3, 3, blocks, block, block});

  auto logical = [&](const char *name, std::function<void()> run) {
    return Variant{name, run, [&](int64_t e) { return y[e]; },
                   [&] { std::fill_n(&y[0], y.size, 0.0f); }};
  };
  auto physical = [&](const char *name, std::function<void()> run) {
    return Variant{name, run,
                   [&](int64_t e) {
                     int64_t k = e % channels, p = e / channels;
                     return yb[k / block][p / side][p % side][k % block];
                   },
                   [&] { std::fill_n(&yBlocks[0], yBlocks.size, 0.0f); }};
  };
  std::vector<Variant> variants = {
      logical("logical", [&] { _mlir_ciface_logical(&lx, &lw, &ly); }),
      logical("logical.reference", [&] { referenceLogical(x, w, y); }),
      physical("applied", [&] { _mlir_ciface_applied(&px, &pw, &py); }),
      physical("documented", [&] { _mlir_ciface_documented(&px, &pw, &py); }),
      physical("branchy", [&] { _mlir_ciface_branchy(&px, &pw, &py); }),
      physical("branchy.reference", [&] { referenceBlocks<true>(xb, wb, yb); }),
      physical("partitioned", [&] { _mlir_ciface_partitioned(&px, &pw, &py); }),
      physical("overcomputed",
               [&] { _mlir_ciface_overcomputed(&px, &pw, &py); }),
      physical("overcomputed.reference",
               [&] { referenceBlocks<false>(xb, wb, yb); })};
#ifdef LIBRARIES
  Library library(x, w, y);
  variants.push_back(logical("oneDNN", [&] { library.run(); }));
  variants.back().result = [&](int64_t e) {
    if (e == 0)
      library.unpack();
    return y[e];
  };
#endif
  return compareVariants(variants, int64_t(side) * side * channels, ROUNDS);
}
