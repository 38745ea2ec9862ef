// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of work on several queues: what is asked for, everywhere; and that it holds, where there is a GPU.
#include <spica/device/detail/ordering.hpp>

#include "device/support/queue.hpp"
#include "support/expect.hpp"

#include <spica/array/assign.hpp>
#include <spica/array/compare.hpp>
#include <spica/array/create.hpp>
#include <spica/device/ledger.hpp>
#include <spica/device/pool.hpp>
#include <spica/device/synchronize.hpp>
#include <spica/linalg/gemm.hpp>
#include <spica/linalg/matmul.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/gather.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using spica::Device;
using spica::detail::JoinedQueues;
using spica::test::Queue;
using Orders = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class QueuesJoined : public ::testing::Test {
 public:
  QueuesJoined() {
    Queue::orders.clear();
    Queue::lost = false;
  }
  const Device<Queue> one{0, Queue(1)};
  const Device<Queue> two{0, Queue(2)};
  const Device<Queue> three{0, Queue(3)};
};

TEST_F(QueuesJoined, OutputRunsBehindItsOperandsAndTheirQueuesBehindTheOutput) {
  {
    JoinedQueues<Queue> queues(one);
    queues.add(two);
    queues.add(one);
    queues.add(three);
    EXPECT_EQ(Queue::orders, (Orders{{1, 2}, {1, 3}}));
  }
  EXPECT_EQ(Queue::orders, (Orders{{1, 2}, {1, 3}, {2, 1}, {3, 1}}));
}

TEST_F(QueuesJoined, OfOneQueueNeedNothing) {
  {
    JoinedQueues<Queue> queues(one);
    queues.add(Device<Queue>(0, Queue(1)));
  }
  EXPECT_EQ(Queue::orders, Orders());
}

TEST_F(QueuesJoined, AreOrderedBehindWorkThatAnExceptionCutShort) {
  try {
    JoinedQueues<Queue> queues(one);
    queues.add(two);
    throw std::runtime_error("the second kernel does not start");
  } catch (const std::runtime_error&) {
  }
  EXPECT_EQ(Queue::orders, (Orders{{1, 2}, {2, 1}}));
}

TEST_F(QueuesJoined, LostDeviceIsNoReasonToEndTheProgram) {
  {
    JoinedQueues<Queue> queues(one);
    queues.add(two);
    Queue::lost = true;
  }
  EXPECT_EQ(Queue::orders, (Orders{{1, 2}}));
  EXPECT_THROW(
      {
        JoinedQueues<Queue> queues(one);
        queues.add(two);
      },
      spica::DeviceError);
}

#if defined(KOKKOS_ENABLE_CUDA)

/// Keeps one thread of a GPU busy for some tenths of a second.
struct Spin {
  KOKKOS_FUNCTION void operator()(const int) const {
    for (volatile int i = 0; i < (1 << 23); i = i + 1) {
    }
  }
};

/// A queue of its own on GPU number 0.
class Stream {
 public:
  Stream() { cudaStreamCreate(&stream_); }
  ~Stream() { cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Device<Kokkos::Cuda> device() const { return {0, Kokkos::Cuda(stream_)}; }

 private:
  cudaStream_t stream_ = nullptr;
};

class QueuesOfAGpu : public ::testing::Test {
 public:
  /// Makes `read` read an array of ones late, on `reader`, and overwrites the array at once on its own queue, `owner`.
  template <class T, class Read>
  auto read_late(const Read& read) {
    const auto x = spica::ones<T>(owner, 64, 64);
    spica::synchronize(owner);
    Kokkos::parallel_for("spin", Kokkos::RangePolicy<Kokkos::Cuda>(reader.instance(), 0, 1), Spin());
    const auto result = read(x);
    spica::assign(x, T(0));
    return result;
  }

  Stream first;
  Stream second;
  const Device<Kokkos::Cuda> owner = first.device();
  const Device<Kokkos::Cuda> reader = second.device();
};

TEST_F(QueuesOfAGpu, HaveNumbersOfTheirOwn) {
  EXPECT_NE(spica::detail::compat::instance_id(owner.instance()),
            spica::detail::compat::instance_id(reader.instance()));
  EXPECT_NE(spica::detail::compat::instance_id(owner.instance()),
            spica::detail::compat::instance_id(Device<Kokkos::Cuda>().instance()));
}

TEST_F(QueuesOfAGpu, OperandOfAssignIsNotWrittenBeforeItHasBeenRead) {
  const auto z = spica::zeros<float>(reader, 64, 64);
  read_late<float>([&](const auto& x) {
    spica::assign(z, x);
    return 0;
  });
  EXPECT_EQ(spica::item(spica::sum(z)), 4096);
}

TEST_F(QueuesOfAGpu, OperandOfAReductionIsNotWrittenBeforeItHasBeenRead) {
  const auto y = spica::zeros<float>(reader, 64, 64);
  EXPECT_EQ(spica::item(read_late<float>([&](const auto& x) { return spica::sum(y + x); })), 4096);
  EXPECT_EQ(spica::item(spica::sum(read_late<float>([&](const auto& x) { return spica::sum(y + x, 0); }))), 4096);
}

TEST_F(QueuesOfAGpu, OperandOfAProductIsNotWrittenBeforeItHasBeenRead) {
  const auto y = spica::ones<float>(reader, 1, 64);
  const auto z = spica::zeros<float>(reader, 1, 64);
  EXPECT_EQ(spica::item(spica::sum(read_late<float>([&](const auto& x) { return spica::matmul(y, x); }))), 4096);
  read_late<float>([&](const auto& x) {
    spica::gemm(1, y, x, 0, z);
    return 0;
  });
  EXPECT_EQ(spica::item(spica::sum(z)), 4096);
}

TEST_F(QueuesOfAGpu, IndicesOfTakeAreNotWrittenBeforeTheyHaveBeenRead) {
  const auto y = spica::arange<float>(reader, 2);
  const auto taken = read_late<std::int64_t>([&](const auto& x) { return spica::take(y, x(0, spica::all)); });
  EXPECT_EQ(spica::item(spica::sum(taken)), 64);
}

TEST_F(QueuesOfAGpu, BlockGoesToAnotherQueueAfterItsLastUse) {
  spica::trim_pool();
  {
    const auto x = spica::zeros<float>(owner, 64, 64);
    Kokkos::parallel_for("spin", Kokkos::RangePolicy<Kokkos::Cuda>(owner.instance(), 0, 1), Spin());
    spica::assign(x, 1.0F);
  }
  const spica::Ledger before = spica::ledger();
  const auto y = spica::full<float>(reader, 2, 64, 64);
  EXPECT_EQ((spica::ledger() - before).pool_hits, 1);
  EXPECT_EQ((spica::ledger() - before).fences, 1);
  spica::synchronize(owner);
  EXPECT_EQ(spica::item(spica::sum(y)), 8192);
}

TEST_F(QueuesOfAGpu, SynchronizeOfTheDeviceWaitsForAll) {
  const auto z = spica::zeros<float>(reader, 3);
  const auto view = Kokkos::create_mirror_view(Kokkos::HostSpace(), z.view());
  Kokkos::parallel_for("spin", Kokkos::RangePolicy<Kokkos::Cuda>(reader.instance(), 0, 1), Spin());
  spica::assign(z, 7.0F);
  spica::synchronize(spica::AnyDevice(owner));
  Kokkos::deep_copy(owner.instance(), view, z.view());
  owner.instance().fence();
  EXPECT_EQ(view(2), 7);
}

TEST(QueuesOfTwoGpus, AreOrderedAcross) {
  if (spica::num_gpus() < 2) GTEST_SKIP() << "there is one GPU";
  const Device<Kokkos::Cuda> first(0);
  const Device<Kokkos::Cuda> second(1);
  EXPECT_NO_THROW(spica::detail::order_after(first.instance(), second.instance()));
  EXPECT_NO_THROW(spica::detail::order_after(second.instance(), first.instance()));
  const auto x = spica::ones<float>(first, 1000);
  const auto y = spica::copy(x, second);
  spica::assign(x, 0.0F);
  EXPECT_EQ(spica::item(spica::sum(spica::copy(y, first))), 1000);
}

#endif

}  // namespace
