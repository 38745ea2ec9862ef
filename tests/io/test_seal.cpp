// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../src/io/posix_file.hpp"
#include "../../src/io/seal.hpp"

#include "io/support/host_entries.hpp"
#include "io/support/scratch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace spica::test;
using spica::IoError;
using spica::io::detail::append_seal;
using spica::io::detail::check_seal;
using spica::io::detail::Descriptor;

namespace {

constexpr std::size_t seal_bytes = 40;

bool is_sealed(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY));
  return check_seal(file.get(), {"load", path});
}

std::string refusal(const std::string& path) {
  return text_thrown<IoError>([&] { is_sealed(path); });
}

/// A small checkpoint as saved, with its seal.
std::string sealed_bytes(const ScratchFolder& folder) {
  const float values[6] = {0, 1, 2, 3, 4, 5};
  save(folder.file("good.h5"), {source("0.weight", {2, 3}, values)});
  return read_bytes(folder.file("good.h5"));
}

TEST(Seal, IsTheLastFortyBytesAsTheFormatSays) {
  const ScratchFolder folder;
  write_bytes(folder.file("a"), "");
  const Descriptor file(open(folder.file("a").c_str(), O_RDWR));
  append_seal(file.get(), {"save", folder.file("a")});
  // XXH3-128 of nothing is 99aa06d3014798d86001c324468d497f (xxHash's own test vectors).
  const std::string expected = std::string(8, '\0') +
                               "\x99\xaa\x06\xd3\x01\x47\x98\xd8\x60\x01\xc3\x24\x46\x8d\x49\x7f" +
                               std::string("\1\0\0\0", 4) + "\x89Spica seal\n";
  EXPECT_EQ(read_bytes(folder.file("a")), expected);
}

TEST(Seal, SavedFilesAreSealedAndWithoutTheSealUnsealed) {
  const ScratchFolder folder;
  const std::string bytes = sealed_bytes(folder);
  EXPECT_TRUE(is_sealed(folder.file("good.h5")));
  write_bytes(folder.file("cut.h5"), bytes.substr(0, bytes.size() - seal_bytes));
  EXPECT_FALSE(is_sealed(folder.file("cut.h5")));
}

TEST(Seal, H5_30_EveryFlippedBitOfAFileIsNoticed) {
  const ScratchFolder folder;
  const std::string good = sealed_bytes(folder);
  const Descriptor file(open(folder.file("good.h5").c_str(), O_RDWR));
  std::size_t unnoticed = 0;
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    const auto place = static_cast<off_t>(bit / 8);
    const char flipped = static_cast<char>(good[bit / 8] ^ (1 << bit % 8));
    ASSERT_EQ(pwrite(file.get(), &flipped, 1, place), 1);
    try {
      check_seal(file.get(), {"load", "x"});
      ++unnoticed;
      ADD_FAILURE() << "bit " << bit % 8 << " of byte " << bit / 8 << " of " << good.size();
    } catch (const IoError&) {
    }
    ASSERT_EQ(pwrite(file.get(), &good[bit / 8], 1, place), 1);
  }
  EXPECT_EQ(unnoticed, 0u);
  EXPECT_TRUE(is_sealed(folder.file("good.h5")));
}

TEST(Seal, EveryTruncationButThatOfTheWholeSealIsNoticed) {
  const ScratchFolder folder;
  const std::string good = sealed_bytes(folder);
  const std::size_t hdf5_end = good.size() - seal_bytes;
  for (std::size_t size = good.size() - 1; size > 0; --size) {
    ASSERT_EQ(truncate(folder.file("good.h5").c_str(), static_cast<off_t>(size)), 0);
    EXPECT_EQ(refusal(folder.file("good.h5")) == "<nothing thrown>", size == hdf5_end) << size << " of " << good.size();
  }
}

TEST(Seal, TextsSayWhatIsWrong) {
  const ScratchFolder folder;
  const std::string good = sealed_bytes(folder);
  const std::string path = folder.file("bad.h5");
  const std::string size = std::to_string(good.size());
  const std::string end = std::to_string(good.size() - seal_bytes);
  const auto text_for = [&](const std::string& bytes) {
    write_bytes(path, bytes);
    const std::string text = refusal(path);
    const std::string start = "load: " + path + ": ";
    EXPECT_EQ(text.substr(0, start.size()), start);
    return text.substr(std::min(start.size(), text.size()));
  };
  EXPECT_EQ(text_for(""), "the file is empty");
  EXPECT_EQ(text_for("weights\n1 2 3\n"), "not an HDF5 file");
  EXPECT_EQ(text_for(std::string("\x93NUMPY\x01\x00", 8) + std::string(500, ' ')), "not an HDF5 file");
  EXPECT_EQ(text_for(good.substr(0, 20)), "truncated: it has only 20 bytes");
  EXPECT_EQ(text_for(good.substr(0, 1000)), "truncated: it has 1000 bytes, HDF5's part of it alone had " + end);
  EXPECT_EQ(text_for(good.substr(0, good.size() - 1)),
            "damaged: the 39 bytes behind HDF5's end, which is at " + end + ", are no seal");
  EXPECT_EQ(text_for(good + "x"), "damaged: the 41 bytes behind HDF5's end, which is at " + end + ", are no seal");
  std::string bad = good;
  bad[500] = static_cast<char>(bad[500] ^ 1);
  EXPECT_EQ(text_for(bad), "damaged: its contents are not those that were sealed (XXH3-128 differs)");
  EXPECT_EQ(text_for(good.substr(0, 400) + good.substr(500)),
            "damaged: " + std::to_string(good.size() - 140) + " bytes stand before the seal, " + end + " were sealed");
  bad = good;
  bad[good.size() - 16] = 2;
  EXPECT_EQ(text_for(bad), "its seal has format 2, this Spica knows 1: from a later version, or damaged");
}

TEST(Seal, FilesOfH5pyOfEveryFormatAndUserBlockAreUnsealed) {
  const ScratchFolder folder;
  const Output made = run_python(R"(
i = 0
for libver in ('earliest', ('v108', 'v108'), 'latest'):
  for userblock in (0, 512, 4096):
    with h5py.File(f'{sys.argv[1]}/{i}.h5', 'w', libver=libver, userblock_size=userblock) as f:
      f['w'] = np.arange(1000, dtype='f4')
    i += 1
)",
                                 {folder.path()});
  ASSERT_EQ(made.status, 0) << made.text;
  for (int i = 0; i < 9; ++i) {
    const std::string path = folder.file(std::to_string(i) + ".h5");
    EXPECT_FALSE(is_sealed(path)) << i;
    const std::string bytes = read_bytes(path);
    write_bytes(path, bytes.substr(0, bytes.size() - 1));
    EXPECT_EQ(refusal(path), "load: " + path + ": truncated: it has " + std::to_string(bytes.size() - 1) +
                                 " bytes, HDF5's part of it alone had " + std::to_string(bytes.size()));
  }
}

TEST(Seal, WrongBaseAddressOfAnUnsealedFileIsNoticed) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  const Output made = run_python("h5py.File(sys.argv[1], 'w', libver='earliest')['w'] = np.ones(9)", {path});
  ASSERT_EQ(made.status, 0) << made.text;
  std::string bytes = read_bytes(path);
  bytes[24] = 1;
  write_bytes(path, bytes);
  EXPECT_EQ(refusal(path), "load: " + path + ": damaged: HDF5's base address is not where its superblock is");
}

TEST(Seal, IsCutOffByWhateverOpensTheFileForWriting) {
  const ScratchFolder folder;
  const std::string good = sealed_bytes(folder);
  const std::vector<std::string> edits = {"pass", "f['parameters/0.weight'][0, 0] = 7", "f.attrs['note'] = 'x'",
                                          "f['more'] = np.ones(10000)", "del f['parameters/0.weight']"};
  std::vector<std::string> arguments = {folder.path()};
  for (std::size_t i = 0; i < edits.size(); ++i) {
    write_bytes(folder.file(std::to_string(i) + ".h5"), good);
    arguments.push_back(edits[i]);
  }
  const Output edited = run_python(R"(
h5py.File(f'{sys.argv[1]}/good.h5', 'r')['parameters/0.weight'][:]
for i, edit in enumerate(sys.argv[2:]):
  with h5py.File(f'{sys.argv[1]}/{i}.h5', 'r+') as f:
    exec(edit)
)",
                                   arguments);
  ASSERT_EQ(edited.status, 0) << edited.text;
  EXPECT_TRUE(is_sealed(folder.file("good.h5"))) << "reading leaves the seal";
  for (std::size_t i = 0; i < edits.size(); ++i)
    EXPECT_FALSE(is_sealed(folder.file(std::to_string(i) + ".h5"))) << edits[i];
}

TEST(Seal, H5_27_FileCutAtTwoGiBNamesBothSizes) {
  const ScratchFolder folder;
  const std::string path = folder.file("large.h5");
  const Output made = run_python(R"(
with h5py.File(sys.argv[1], 'w') as f:  # 2.1 GiB that take no room on the disk
  plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
  plist.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
  plist.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
  h5py.h5d.create(f.id, b'w', h5py.h5t.IEEE_F32LE, h5py.h5s.create_simple((563714457,)), plist)
import os
print(os.path.getsize(sys.argv[1]), end='')
os.truncate(sys.argv[1], 2147483647)
)",
                                 {path});
  ASSERT_EQ(made.status, 0) << made.text;
  EXPECT_EQ(refusal(path),
            "load: " + path + ": truncated: it has 2147483647 bytes, HDF5's part of it alone had " + made.text);
}

}  // namespace
