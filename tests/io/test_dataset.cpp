// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "io/support/scratch.hpp"

#include <spica/array/compare.hpp>
#include <spica/array/create.hpp>
#include <spica/io/checkpoint.hpp>
#include <spica/io/dataset.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

using namespace spica::test;
namespace io = spica::io;

namespace {

/// A file with the data sets `grid` [2, 3] of float32, in a group, and `steps`, a number of int64.
class Dataset : public ::testing::Test {
 protected:
  Dataset() {
    const Output made = run_python(
        "f = h5py.File(sys.argv[1], 'w')\n"
        "f['run/grid'] = np.arange(6, dtype='f4').reshape(2, 3)\n"
        "f['big_endian'] = np.array([1, 258], '>i2')\n"
        "f['empty'] = np.zeros((0, 3), 'f8')\n"
        "f['steps'] = np.int64(5)\n",
        {path()});
    EXPECT_EQ(made.status, 0) << made.text;
  }
  std::string path() const { return folder_.file("a.h5"); }

  ScratchFolder folder_;
  spica::Device<> device_;
};

TEST_F(Dataset, IsReadInRowMajorOrderToAnyDevice) {
  const auto grid = io::read<float, 2>(device_, path(), "run/grid");
  EXPECT_TRUE(spica::array_equal(grid, spica::array<float>(device_, {{0, 1, 2}, {3, 4, 5}})));
  EXPECT_EQ(spica::item(io::read<std::int64_t, 0>(device_, path(), "steps")), 5);
  EXPECT_EQ((io::read<double, 2>(device_, path(), "empty").shape()), spica::shape(0, 3));
}

TEST_F(Dataset, OfTheOtherByteOrderIsTurned) {
  EXPECT_TRUE(spica::array_equal(io::read<std::int16_t, 1>(device_, path(), "big_endian"),
                                 spica::array<std::int16_t>(device_, {1, 258})));
}

TEST_F(Dataset, OfAnotherTypeOrRankOrNameIsRefused) {
  const std::string start = "spica::io::read: " + path() + ": ";
  EXPECT_EQ(text_thrown<spica::IoError>([&] { io::read<double, 2>(device_, path(), "run/grid"); }),
            start + "data set \"run/grid\" is float32 in the file, float64 here");
  EXPECT_EQ(text_thrown<spica::IoError>([&] { io::read<float, 1>(device_, path(), "run/grid"); }),
            start + "data set \"run/grid\" is [2, 3] in the file; rank 1 is wanted");
  const std::string missing = text_thrown<spica::IoError>([&] { io::read<float, 1>(device_, path(), "none"); });
  const std::string reason = start + "data set \"none\": HDF5 says '";
  EXPECT_EQ(missing.substr(0, reason.size()), reason);
}

TEST_F(Dataset, WhoseNameHasANullCharacterIsRefused) {
  EXPECT_EQ(
      text_thrown<spica::IoError>([&] { io::read<std::int64_t, 0>(device_, path(), std::string("steps\0x", 7)); }),
      "spica::io::read: " + path() + ": data set \"steps\"...: the name has a null character");
}

TEST_F(Dataset, OfMoreBytesThanThereCanBeIsRefused) {
  const std::string file = folder_.file("large.h5");
  const Output made = run_python(
      "with h5py.File(sys.argv[1], 'w') as f: f.create_dataset('x', (2**40, 2**30), 'u1', chunks=(1024, 1024))",
      {file});
  ASSERT_EQ(made.status, 0) << made.text;
  EXPECT_EQ(text_thrown<spica::IoError>([&] { io::read<std::uint8_t, 2>(device_, file, "x"); }),
            "spica::io::read: " + file +
                ": data set \"x\" is [1099511627776, 1073741824] in the file, which is more than 2^63 - 1 bytes");
}

TEST_F(Dataset, WhoseChecksumIsAnotherIsRefused) {
  const std::string file = folder_.file("checkpoint.h5");
  const auto bias = spica::array<float>(device_, {1, 2});
  io::save(file, io::State().add("bias", bias));
  EXPECT_TRUE(spica::array_equal(io::read<float, 1>(device_, file, "arrays/bias"), bias));
  const auto edit = [&](const std::string& statement) {
    const Output edited =
        run_python("with h5py.File(sys.argv[1], 'r+') as f:\n  d = f['arrays/bias']\n  " + statement, {file});
    EXPECT_EQ(edited.status, 0) << edited.text;
  };
  edit("d[0] = 42");
  const std::string text = text_thrown<spica::IoError>([&] { io::read<float, 1>(device_, file, "arrays/bias"); });
  const std::string start =
      "spica::io::read: " + file + ": data set \"arrays/bias\": damaged: its checksum is xxh3-64:";
  EXPECT_EQ(text.substr(0, start.size()), start);
  // A checksum of another program's making says nothing to Spica, nor does a missing one.
  for (const char* statement :
       {"d.attrs['checksum'] = 'md5:1'", "d.attrs['checksum'] = 1", "del d.attrs['checksum']"}) {
    edit(statement);
    EXPECT_EQ(spica::item(io::read<float, 1>(device_, file, "arrays/bias")(0)), 42.0F) << statement;
  }
}

TEST_F(Dataset, ThatIsCutWhileItIsReadIsRefused) {
  const std::string file = folder_.file("checkpoint.h5");
  io::save(file, io::State().add("x", spica::ones<float>(device_, 100000)));
  const io::detail::DatasetReader reader(file, "arrays/x", io::detail::ElementType::float32, 1);
  std::filesystem::resize_file(file, 200000);
  std::vector<float> values(100000);
  EXPECT_EQ(text_thrown<spica::IoError>([&] { reader.read(values.data()); }),
            "spica::io::read: " + file + ": data set \"arrays/x\": became shorter while it was read");
}

TEST_F(Dataset, OfNoFileOrNoHdf5FileIsRefused) {
  EXPECT_EQ(text_thrown<spica::IoError>([&] { io::read<float, 1>(device_, folder_.file("none.h5"), "x"); }),
            "spica::io::read: " + folder_.file("none.h5") + ": No such file or directory");
  EXPECT_EQ(text_thrown<spica::IoError>([&] { io::read<float, 1>(device_, "", "x"); }),
            "spica::io::read: the path is empty");
  write_bytes(folder_.file("text.h5"), "no HDF5\n");
  EXPECT_NE(text_thrown<spica::IoError>([&] {
              io::read<float, 1>(device_, folder_.file("text.h5"), "x");
            }).find("spica::io::read: " + folder_.file("text.h5") + ": "),
            std::string::npos);
}

TEST(DatasetDigits, AreTheImagesThatTheDocumentsDescribe) {
  const std::string file = std::string(SPICA_TEST_SOURCE_DIR) + "/../apps/data/digits.h5";
  const spica::Device<spica::detail::HostSpace> host = spica::cpu();
  const auto images = io::read<std::uint8_t, 3>(host, file, "images");
  const auto labels = io::read<std::uint8_t, 1>(host, file, "labels");
  EXPECT_EQ(images.shape(), spica::shape(1797, 8, 8));
  EXPECT_EQ(labels.shape(), spica::shape(1797));
  // The first row of the table that scikit-learn ships: an image of a 0 whose third pixel is 5.
  EXPECT_EQ(spica::item(labels(0)), 0);
  EXPECT_EQ(spica::item(images(0, 0, 2)), 5);
}

}  // namespace
