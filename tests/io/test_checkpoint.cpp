// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Networks, trainings, arrays and numbers in checkpoints. The files themselves: test_checkpoint_file.cpp.
#include "io/support/scratch.hpp"
#include "support/program.hpp"

#include <spica/array/compare.hpp>
#include <spica/array/create.hpp>
#include <spica/array/transform.hpp>
#include <spica/array/wrap.hpp>
#include <spica/device/runtime.hpp>
#include <spica/io/checkpoint.hpp>
#include <spica/ops/arithmetic.hpp>
#include <spica/ops/reduce.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>

using namespace spica::test;
namespace nn = spica::nn;
namespace io = spica::io;

namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Net = nn::Sequential<float, Space>;

Net make_net(std::uint64_t seed, std::int64_t hidden = 4) {
  spica::Generator generator(seed);
  auto net = nn::sequential<float>(spica::Device<>(), generator);
  net.add(nn::linear(3, hidden)).add(nn::relu()).add(nn::linear(hidden, 2));
  return net;
}

/// The sum of all parameters, which tells two states of a network apart.
double fingerprint(const Net& net) {
  double total = 0;
  for (const auto& p : net.parameters()) {
    total += static_cast<double>(spica::item(spica::sum(spica::cast<double>(p.value().flat()))));
  }
  return total;
}

TEST(Checkpoint, ANewNetworkComputesTheSameAfterLoading) {
  const ScratchFolder folder;
  const Net trained = make_net(1);
  Net fresh = make_net(2);
  spica::Generator generator(3);
  const auto X = spica::uniform<float>(spica::Device<>(), generator, 5, 3);
  ASSERT_FALSE(spica::array_equal(trained(X), fresh(X)));
  io::save(folder.file("net.h5"), trained);
  io::load(folder.file("net.h5"), fresh);
  EXPECT_TRUE(spica::array_equal(trained(X), fresh(X)));
}

TEST(Checkpoint, H5pySeesThePyTorchNamesAndRowMajorWeights) {
  const ScratchFolder folder;
  const Net net = make_net(1);
  const auto weight = net.parameters()[0].value().as<2>();
  spica::assign(weight, spica::reshape(spica::arange<float>(spica::Device<>(), 12), 4, 3));
  io::save(folder.file("net.h5"), net);
  const Output seen = run_python(
      "f = h5py.File(sys.argv[1], 'r')\n"
      "p = f['parameters']\n"
      "print(sorted(p), p['0.weight'].dtype, p['0.weight'][()].tolist())",
      {folder.file("net.h5")});
  EXPECT_EQ(seen.text,
            "['0.bias', '0.weight', '2.bias', '2.weight'] float32 "
            "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]\n");
}

TEST(Checkpoint, LoadingReadsWhatH5pyWrote) {
  const ScratchFolder folder;
  const Output made = run_python(
      "f = h5py.File(sys.argv[1], 'w')\n"
      "f.attrs['format'] = 'spica-checkpoint'\n"
      "f.attrs['format_version'] = 1\n"
      "p = f.create_group('parameters')\n"
      "p['0.weight'] = np.arange(12, dtype='f4').reshape(4, 3)\n"
      "p['0.bias'] = np.zeros(4, 'f4')\n"
      "p['2.weight'] = np.ones((2, 4), 'f4')\n"
      "p['2.bias'] = np.array([0.5, -0.5], 'f4')\n",
      {folder.file("net.h5")});
  ASSERT_EQ(made.status, 0) << made.text;
  Net net = make_net(1);
  io::load(folder.file("net.h5"), net);
  const auto y = net(spica::ones<float>(spica::Device<>(), 1, 3));
  // Rows of the weight sum to 3, 12, 21 and 30; their sum is 66.
  EXPECT_EQ(spica::item(y(0, 0)), 66.5F);
  EXPECT_EQ(spica::item(y(0, 1)), 65.5F);
}

TEST(Checkpoint, H5_12_AnotherArchitectureIsRefusedAndNothingIsLoaded) {
  const ScratchFolder folder;
  io::save(folder.file("net.h5"), make_net(1));
  Net wider = make_net(2, 5);
  const double before = fingerprint(wider);
  EXPECT_EQ(text_thrown<spica::IoError>([&] { io::load(folder.file("net.h5"), wider); }),
            "spica::io::load: " + folder.file("net.h5") +
                ": the file does not fit: other shapes: \"0.weight\" is [4, 3] in the file, [5, 3] here, \"0.bias\" is "
                "[4] in the file, [5] "
                "here, \"2.weight\" is [2, 4] in the file, [2, 5] here");
  EXPECT_EQ(fingerprint(wider), before);
}

TEST(Checkpoint, H5_13_MissingAndUnexpectedParametersAreAllNamed) {
  const ScratchFolder folder;
  spica::Generator generator(1);
  auto shallow = nn::sequential<float>(spica::Device<>(), generator);
  shallow.add(nn::linear(3, 4)).add(nn::linear(4, 2));
  io::save(folder.file("net.h5"), shallow);
  Net net = make_net(2);
  const double before = fingerprint(net);
  EXPECT_EQ(text_thrown<spica::IoError>([&] { io::load(folder.file("net.h5"), net); }),
            "spica::io::load: " + folder.file("net.h5") +
                ": the file does not fit: missing in the file: \"2.weight\", \"2.bias\"; unexpected in the file: "
                "\"1.bias\", \"1.weight\"");
  EXPECT_EQ(fingerprint(net), before);
}

/// Four steps of gradient p on f = p^2 / 2, from p = 10: OPT-04.
template <class Optimizer>
void descend(const nn::Parameter<double, Space>& p, Optimizer& optimizer, int steps) {
  for (int i = 0; i < steps; ++i) {
    spica::assign(p.gradient().flat(), p.value().flat());
    optimizer.step();
  }
}

nn::Parameter<double, Space> parameter(double value) {
  return {"p", spica::full<double>(spica::Device<>(), value, 1), spica::zeros<double>(spica::Device<>(), 1)};
}

TEST(Checkpoint, OPT_04_AdamGoesOnAsIfItHadNotStopped) {
  const ScratchFolder folder;
  nn::AdamOptions options;
  options.learning_rate = 0.1;
  const auto straight = parameter(10);
  nn::Adam<double, Space> whole({straight}, options);
  whole.set_learning_rate(0.3);  // as a schedule does
  descend(straight, whole, 4);

  const auto first = parameter(10);
  nn::Adam<double, Space> before({first}, options);
  before.set_learning_rate(0.3);
  descend(first, before, 2);
  const auto value = first.value().as<1>();
  io::State saved;
  saved.add(before).add("p", value);
  io::save(folder.file("a.h5"), saved);

  const auto second = parameter(-1);
  nn::Adam<double, Space> after({second}, options);
  const auto loaded_value = second.value().as<1>();
  io::State loaded;
  loaded.add(after).add("p", loaded_value);
  io::load(folder.file("a.h5"), loaded);
  EXPECT_EQ(after.steps(), 2);
  EXPECT_EQ(after.learning_rate(), 0.3);
  descend(second, after, 2);
  EXPECT_EQ(spica::item(second.value().flat()), spica::item(straight.value().flat()));
}

/// Saves a network with its optimizer, gives the data set `name` the Python `value`, and checks that loading it is
/// refused with `reason` and changes nothing.
template <class Optimizer>
void expect_edited_is_refused(const std::string& name, const std::string& value, const std::string& reason) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  const Net trained = make_net(1);
  Optimizer optimizer(trained.parameters());
  io::save(path, io::State().add(trained).add(optimizer));
  const Output edited = run_python(
      "with h5py.File(sys.argv[1], 'r+') as f:\n"
      "  d = f[sys.argv[2]]; d[()] = " +
          value + "; del d.attrs['checksum']",
      {path, name});
  ASSERT_EQ(edited.status, 0) << edited.text;
  const Net fresh = make_net(2);
  const double before = fingerprint(fresh);
  Optimizer other(fresh.parameters());
  const double rate = other.learning_rate();
  EXPECT_EQ(text_thrown<spica::IoError>([&] { io::load(path, io::State().add(fresh).add(other)); }),
            "spica::io::load: " + path + ": data set \"" + name + "\": element [] is " + reason);
  EXPECT_EQ(fingerprint(fresh), before);
  EXPECT_EQ(other.steps(), 0);
  EXPECT_EQ(other.learning_rate(), rate);
}

TEST(Checkpoint, AnImpossibleNumberOfStepsIsRefusedAndNothingIsLoaded) {
  const std::string range = ", which is not between 0 and 9007199254740991";
  using Adam = nn::Adam<float, Space>;
  expect_edited_is_refused<Adam>("optimizer/steps", "-3", "-3" + range);
  expect_edited_is_refused<Adam>("optimizer/steps", "2**53 + 1", "9007199254740993" + range);
  expect_edited_is_refused<Adam>("optimizer/steps", "2**63 - 1", "9223372036854775807" + range);
}

TEST(Checkpoint, AnImpossibleLearningRateIsRefusedAndNothingIsLoaded) {
  const std::string range = ", which is not between 0 and 3.4028234663852886e+38";
  using Sgd = nn::Sgd<float, Space>;
  expect_edited_is_refused<Sgd>("optimizer/learning_rate", "-0.5", "-0.5" + range);
  expect_edited_is_refused<Sgd>("optimizer/learning_rate", "float('nan')", "nan" + range);
  expect_edited_is_refused<Sgd>("optimizer/learning_rate", "float('inf')", "inf" + range);
  expect_edited_is_refused<Sgd>("optimizer/learning_rate", "2.0**130", "1.3611294676837539e+39" + range);  // no float
}

TEST(Checkpoint, HoldsNumbersAndArraysOfEveryLayout) {
  const ScratchFolder folder;
  const spica::Device<> device;
  int epoch = 7;
  double rate = 0.1;
  bool done = true;
  const auto wide = spica::zeros<std::int32_t>(device, 3, 6);
  const auto strided = wide(spica::all, spica::range(0, 6, 2));
  spica::assign(strided, spica::reshape(spica::arange<std::int32_t>(device, 9), 3, 3));
  const auto turned = spica::transpose(spica::reshape(spica::arange<float>(device, 6), 2, 3));
  io::save(folder.file("a.h5"), io::State()
                                    .add("epoch", epoch)
                                    .add("rate", rate)
                                    .add("done", done)
                                    .add("strided", strided)
                                    .add("turned", turned));
  const Output seen = run_python(
      "f = h5py.File(sys.argv[1], 'r')\n"
      "print(f['values/epoch'][()], f['values/done'][()], f['arrays/strided'][()].tolist(), "
      "f['arrays/turned'][()].tolist())",
      {folder.file("a.h5")});
  EXPECT_EQ(seen.text, "7 True [[0, 1, 2], [3, 4, 5], [6, 7, 8]] [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]\n");

  epoch = 0;
  rate = 0;
  done = false;
  spica::assign(wide, -1);
  const auto other = spica::zeros<float>(device, 3, 2);
  io::load(
      folder.file("a.h5"),
      io::State().add("epoch", epoch).add("rate", rate).add("done", done).add("strided", strided).add("turned", other));
  EXPECT_EQ(epoch, 7);
  EXPECT_EQ(rate, 0.1);
  EXPECT_TRUE(done);
  EXPECT_TRUE(spica::array_equal(strided, spica::reshape(spica::arange<std::int32_t>(device, 9), 3, 3)));
  EXPECT_TRUE(spica::array_equal(wide(spica::all, 1), spica::full<std::int32_t>(device, -1, 3)));
  EXPECT_TRUE(spica::array_equal(other, turned));
}

TEST(Checkpoint, AnArrayWithTwoElementsInOnePlaceIsSavedButNotLoadedInto) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  float memory = 3;
  const auto repeated = spica::wrap(
      Kokkos::View<float*, Kokkos::LayoutStride, spica::detail::HostSpace>(&memory, Kokkos::LayoutStride(4, 0)));
  const auto first = spica::full<float>(spica::cpu(), 1, 2);
  io::save(path, io::State().add("first", first).add("repeated", repeated));
  EXPECT_EQ(run_python("print(h5py.File(sys.argv[1], 'r')['arrays/repeated'][()].tolist())", {path}).text,
            "[3.0, 3.0, 3.0, 3.0]\n");
  spica::assign(first, 2);
  EXPECT_EQ(text_thrown<spica::ValueError>(
                [&] { io::load(path, io::State().add("first", first).add("repeated", repeated)); }),
            "spica::io::load: the array \"repeated\" has two elements in one place; load into an array of its own and "
            "assign from it");
  EXPECT_EQ(spica::item(first(0)), 2);
}

TEST(Checkpoint, AnArrayOfRankZeroThatHoldsNoElementIsRefused) {
  io::State state;
  const std::string text =
      "spica::io::State: the array \"a\" is of rank 0, was default-constructed and holds no element";
  EXPECT_EQ(text_thrown<spica::ValueError>([&] { state.add("a", spica::Array<float, 0>()); }), text);
}

TEST(Checkpoint, ANameThatComesTwiceIsRefusedAndNothingIsLoaded) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  int number = 1;
  io::save(path, io::State().add("n", number));
  int first = 2;
  int second = 3;
  EXPECT_EQ(text_thrown<spica::ValueError>([&] { io::load(path, io::State().add("n", first).add("n", second)); }),
            "spica::io::load: " + path + ": the name \"values/n\" cannot be loaded: two entries have it");
  EXPECT_EQ(first, 2);
  EXPECT_EQ(second, 3);
}

TEST(Checkpoint, AnEmptyPathIsRefused) {
  EXPECT_EQ(text_thrown<spica::IoError>([] { io::save("", io::State()); }), "spica::io::save: the path is empty");
  EXPECT_EQ(text_thrown<spica::IoError>([] { io::load("", io::State()); }), "spica::io::load: the path is empty");
}

TEST(Checkpoint, ANetworkIsReadFromTheCheckpointOfAWholeTraining) {
  const ScratchFolder folder;
  const Net net = make_net(1);
  nn::Adam<float, Space> optimizer(net.parameters());
  int epoch = 3;
  io::save(folder.file("a.h5"), io::State().add(net).add(optimizer).add("epoch", epoch));
  Net fresh = make_net(2);
  io::load(folder.file("a.h5"), fresh);
  EXPECT_EQ(fingerprint(fresh), fingerprint(net));
}

TEST(Checkpoint, EachArrayCountsAsOneTransferAndNumbersAsNone) {
  const ScratchFolder folder;
  Net net = make_net(1);
  int epoch = 3;
  const std::int64_t bytes = 4 * (4 * 3 + 4 + 2 * 4 + 2);
  spica::Ledger before = spica::ledger();
  io::save(folder.file("a.h5"), io::State().add(net).add("epoch", epoch));
  spica::Ledger moved = spica::ledger() - before;
  EXPECT_EQ(moved.device_to_host.count, 4);
  EXPECT_EQ(moved.device_to_host.bytes, bytes);
  EXPECT_EQ(moved.transfers().count, 4);
  before = spica::ledger();
  io::load(folder.file("a.h5"), net);
  moved = spica::ledger() - before;
  EXPECT_EQ(moved.host_to_device.count, 4);
  EXPECT_EQ(moved.host_to_device.bytes, bytes);
  EXPECT_EQ(moved.transfers().count, 4);
}

TEST(Checkpoint, NoTransfersRefusesBeforeAnythingIsWritten) {
  const ScratchFolder folder;
  Net net = make_net(1);
  io::save(folder.file("a.h5"), net);
  const std::string bytes = read_bytes(folder.file("a.h5"));
  const double before = fingerprint(net);
  const std::string device = spica::Device<>().name();
  {
    const spica::NoTransfers scope;
    EXPECT_EQ(text_thrown<spica::TransferError>([&] { io::save(folder.file("b.h5"), net); }),
              "spica::io::save: would move 48 bytes from " + device + " to " + folder.file("b.h5") +
                  " inside a NoTransfers scope; move the call out of the scope, or keep the value on its device");
    EXPECT_EQ(text_thrown<spica::TransferError>([&] { io::load(folder.file("a.h5"), net); }),
              "spica::io::load: would move 48 bytes from " + folder.file("a.h5") + " to " + device +
                  " inside a NoTransfers scope; move the call out of the scope, or keep the value on its device");
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.h5"});
  EXPECT_EQ(read_bytes(folder.file("a.h5")), bytes);
  EXPECT_EQ(fingerprint(net), before);
}

const bool after_runtime = spica::test::add_program("checkpoint_after_runtime", [](int& argc, char** argv) {
  auto runtime = std::make_unique<spica::Runtime>(argc, argv);
  const auto array = spica::ones<float>(spica::cpu(), 2);
  const float* first = array.data();
  const io::State state = io::State().add("a", array);
  io::save(argv[1], state);
  spica::assign(array, 7);
  runtime.reset();
  std::cout << text_thrown<spica::Error>([&] { io::save(argv[1], state); }) << '\n'
            << text_thrown<spica::Error>([&] { io::load(argv[1], state); }) << '\n'
            << *first << '\n';
  return 0;
});

TEST(Checkpoint, WithoutARuntimeNothingIsSavedOrLoaded) {
  const ScratchFolder folder;
  const auto run = spica::test::run_program("checkpoint_after_runtime", {folder.file("a.h5")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string cure =
      ": no spica::Runtime is alive; create one at the start of main, before the first device or array\n";
  EXPECT_EQ(run.out, "spica::io::save" + cure + "spica::io::load" + cure + "7\n");
}

TEST(Checkpoint, ADamagedFileChangesNothing) {
  const ScratchFolder folder;
  Net net = make_net(1);
  io::save(folder.file("a.h5"), make_net(2));
  std::string bytes = read_bytes(folder.file("a.h5"));
  bytes[bytes.size() / 2] ^= 1;
  write_bytes(folder.file("a.h5"), bytes);
  const double before = fingerprint(net);
  EXPECT_NE(text_thrown<spica::IoError>([&] { io::load(folder.file("a.h5"), net); }).find("damaged"),
            std::string::npos);
  EXPECT_EQ(fingerprint(net), before);
}

}  // namespace
