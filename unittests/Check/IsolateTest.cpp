//===- IsolateTest.cpp ----------------------------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Isolate.h"

#include "gtest/gtest.h"
#include <csignal>

using namespace mlir::layout;

namespace {

TEST(IsolateTest, EveryEndIsNamed) {
  EXPECT_EQ(runIsolated([] {}, 10).describe(), "returned");
  EXPECT_EQ(runIsolated([] { exitIsolated(7); }, 10).describe(),
            "exited with code 7");
  EXPECT_EQ(runIsolated([] { std::raise(SIGSEGV); }, 10).describe(),
            "crashed (Segmentation fault)");
  EXPECT_EQ(runIsolated(
                [] {
                  for (volatile bool isOver = false; !isOver;)
                    ;
                },
                1)
                .describe(),
            "did not come to an end in 1 seconds of work");
  // Where the system gives no process.
  EXPECT_EQ(ChildEnd().describe(), "could not be started");
}

TEST(IsolateTest, SharedMemoryEnds) {
  SharedMemory memory;
  ASSERT_TRUE(memory.isValid());
  EXPECT_EQ(memory.allocate(size_t(1) << 60), nullptr);
  char *last = nullptr;
  unsigned number = 0;
  while (char *piece = memory.allocate(1)) {
    EXPECT_GT(piece, last);
    last = piece;
    ASSERT_LT(++number, 1u << 20);
  }
  memory.clear();
  EXPECT_NE(memory.allocate(1), nullptr);
}

} // namespace
