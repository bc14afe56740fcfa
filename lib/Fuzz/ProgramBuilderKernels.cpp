//===- ProgramBuilderKernels.cpp - Random kernels -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

/// Thread number n is at element n; those after the last one do nothing. Only
/// its own thread touches an element of `to`.
void ProgramBuilder::kernelBody(const std::string &thread, const Buffer &to,
                                ArrayRef<Buffer> others) {
  SmallVector<std::string> own(to.shape.getRank());
  std::string rest = thread, test = fresh();
  for (unsigned d = to.shape.getRank(); d > 0; --d) {
    int64_t size = to.shape.sizes[d - 1];
    own[d - 1] = rest;
    if (d == 1)
      break;
    own[d - 1] = fresh();
    std::string next = fresh(), extent = constant(size);
    emit(own[d - 1] + " = arith.remui " + rest + ", " + extent + " : index");
    emit(next + " = arith.divui " + rest + ", " + extent + " : index");
    rest = next;
  }
  std::string limit = constant(to.shape.sizes.front());
  emit(test + " = arith.cmpi ult, " + own.front() + ", " + limit + " : index");
  open("scf.if " + test + " {");
  std::string at = llvm::join(own, ", ");
  std::string result = load(to, at, /*affine=*/false);
  for (const Buffer &other : others) {
    std::string there = at;
    if (!(other.shape == to.shape)) {
      SmallVector<std::string> indices;
      for (int64_t size : other.shape.sizes) {
        std::string extent = constant(size);
        indices.push_back(fresh());
        emit(indices.back() + " = arith.remui " + thread + ", " + extent +
             " : index");
      }
      there = llvm::join(indices, ", ");
    }
    std::string loaded = load(other, there, /*affine=*/false);
    result = random.percent(40) ? loaded : combine(result, loaded);
  }
  store(result, to, at, /*affine=*/false);
  close();
}

/// Returns the name of a new kernel that takes `to` and `others`.
std::string ProgramBuilder::buildKernel(const Buffer &to,
                                        ArrayRef<Buffer> others) {
  std::string name = "@kernel" + std::to_string(numFunctions++);
  std::string saved = std::move(body);
  unsigned savedDepth = depth;
  auto rename = [](Buffer buffer, unsigned i) {
    buffer.name = "%a" + std::to_string(i);
    return buffer;
  };
  std::vector<Buffer> inside;
  for (auto [i, other] : llvm::enumerate(others))
    inside.push_back(rename(other, i + 1));
  Buffer target = rename(to, 0);
  body = "  gpu.func " + name + "(" + target.name + ": " + target.type;
  for (const Buffer &buffer : inside)
    body += ", " + buffer.name + ": " + buffer.type;
  body += ") kernel {\n";
  depth = 2;
  std::string thread = fresh();
  emit(thread + " = gpu.global_id x");
  kernelBody(thread, target, inside);
  emit("gpu.return");
  kernels += body + "  }\n";
  body = std::move(saved);
  depth = savedDepth;
  return name;
}

/// In place, or as a function of a module for the device.
void ProgramBuilder::kernel() {
  const Buffer *found = anyWritable();
  if (!found || isIndex || found->isView ||
      llvm::is_contained(found->shape.sizes, 0))
    return;
  const Buffer to = *found;
  llvm::SaveAndRestore sequence(isSequential, false);
  std::vector<Buffer> others;
  for (const Buffer &buffer : buffers)
    if (!buffer.mayAlias(to) && !buffer.isView && others.size() < 2 &&
        !llvm::is_contained(buffer.shape.sizes, 0) && random.percent(60) &&
        llvm::none_of(others, [&](const Buffer &other) {
          return other.mayAlias(buffer);
        }))
      others.push_back(buffer);
  int64_t numElements = 1;
  for (int64_t size : to.shape.sizes)
    numElements *= size;
  int64_t numThreads = random.pick(1, 7);
  std::string one = constant(1), threads = constant(numThreads),
              blocks = constant(llvm::divideCeil(numElements, numThreads));
  if (knowsSymbols && random.percent(50)) {
    std::string name = buildKernel(to, others);
    std::string passed = to.name + " : " + to.type;
    for (const Buffer &other : others)
      passed += ", " + other.name + " : " + other.type;
    emit("gpu.launch_func @kernels::" + name + " blocks in (" + blocks + ", " +
         one + ", " + one + ") threads in (" + threads + ", " + one + ", " +
         one + ") args(" + passed + ")");
    return;
  }
  auto makeNames = [&] {
    std::string x = fresh(), y = fresh(), z = fresh();
    return std::array<std::string, 3>{x, y, z};
  };
  std::array<std::string, 3> block = makeNames(), thread = makeNames(),
                             grid = makeNames(), size = makeNames();
  auto join = [](const std::array<std::string, 3> &names) {
    return "(" + llvm::join(names, ", ") + ")";
  };
  auto bind = [&](const std::array<std::string, 3> &names,
                  const std::string &x) {
    return "(" + names[0] + " = " + x + ", " + names[1] + " = " + one + ", " +
           names[2] + " = " + one + ")";
  };
  open("gpu.launch blocks" + join(block) + " in " + bind(grid, blocks) +
           " threads" + join(thread) + " in " + bind(size, threads) + " {",
       {"gpu.terminator", "}"});
  std::string start = fresh(), number = fresh();
  emit(start + " = arith.muli " + block[0] + ", " + size[0] + " : index");
  emit(number + " = arith.addi " + start + ", " + thread[0] + " : index");
  kernelBody(number, to, others);
  close();
}
