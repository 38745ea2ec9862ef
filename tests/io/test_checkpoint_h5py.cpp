// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checkpoints against h5py, as independent writer and reader.
#include "io/support/host_entries.hpp"
#include "io/support/scratch.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <unistd.h>

using namespace spica::test;
using spica::IoError;
using namespace spica::io::detail;

namespace {

/// The start of a Python program that makes a checkpoint f, with its group p of parameters.
const std::string new_checkpoint = R"(
f = h5py.File(sys.argv[1], 'w')
f.attrs['format'] = 'spica-checkpoint'
f.attrs['format_version'] = 1
p = f.create_group('parameters')
)";

void make(const std::string& path, const std::string& program) {
  const Output made = run_python(new_checkpoint + program, {path});
  ASSERT_EQ(made.status, 0) << made.text;
}

void edit(const std::string& path, const std::string& statement) {
  const Output edited =
      run_python("with h5py.File(sys.argv[1], 'r+') as f:\n  p = f['parameters']\n  " + statement, {path});
  ASSERT_EQ(edited.status, 0) << edited.text;
}

std::string refusal(const std::string& path, std::vector<EntryTarget> targets) {
  return text_thrown<IoError>([&] { load(path, std::move(targets)); });
}

TEST(CheckpointH5py, H5_01_SeesWhatNumPyWould) {
  const ScratchFolder folder;
  const float w[6] = {0, 1, 2, 3, 4, 5};
  const double d[2] = {0.1, -1e300};
  const bool b[3] = {true, false, true};
  const std::int8_t i8 = -128;
  const std::int16_t i16[1] = {-32768};
  const std::int32_t i32[1] = {std::numeric_limits<std::int32_t>::min()};
  const std::int64_t i64[1] = {(std::int64_t{1} << 53) + 1};
  const std::uint8_t u8[1] = {255};
  const std::uint16_t u16[1] = {65535};
  const std::uint32_t u32[1] = {4294967295u};
  const std::uint64_t u64[1] = {std::numeric_limits<std::uint64_t>::max()};
  save(folder.file("a.h5"),
       {source("10.weight", {0}, w), source("0.weight", {2, 3}, w), source("d", {2}, d), source("b", {3}, b),
        source("i8", {}, &i8), source("i16", {1}, i16), source("i32", {1}, i32), source("i64", {1}, i64),
        source("u8", {1}, u8), source("u16", {1}, u16), source("u32", {1}, u32), source("u64", {1}, u64),
        source("empty", {0, 3}, w), source("cube", {1, 2, 3}, w), source("groß/文", {1, 1, 2, 3}, w)});
  const Output read = run_python(R"(
with h5py.File(sys.argv[1], 'r') as f:
  assert f.attrs['format'] == b'spica-checkpoint' and f.attrs['format_version'] == 1, dict(f.attrs)
  assert f.attrs['spica_version'].decode() == '1.2.3'
  p = f['parameters']
  w = np.array([[0, 1, 2], [3, 4, 5]], 'f4')
  def same(name, expected):
    got = p[name][()]
    assert got.dtype == expected.dtype and got.shape == expected.shape and (got == expected).all(), (name, got)
  same('0.weight', w)
  same('d', np.array([0.1, -1e300]))
  same('b', np.array([True, False, True]))
  same('i8', np.array(-128, 'i1'))
  same('i16', np.array([-32768], 'i2'))
  same('i32', np.array([-2**31], 'i4'))
  same('i64', np.array([2**53 + 1], 'i8'))
  same('u8', np.array([255], 'u1'))
  same('u16', np.array([65535], 'u2'))
  same('u32', np.array([2**32 - 1], 'u4'))
  same('u64', np.array([2**64 - 1], 'u8'))
  same('empty', np.zeros((0, 3), 'f4'))
  same('cube', w.reshape(1, 2, 3))
  same('groß/文', w.reshape(1, 1, 2, 3))
  assert list(p)[:3] == ['10.weight', '0.weight', 'd'], list(p)
  assert p['10.weight'].attrs['checksum'] == b'xxh3-64:2d06800538d394c2'  # of nothing: xxHash's own test vector
  assert len(p['d'].attrs['checksum']) == 8 + 16 and p['d'].attrs['checksum'].startswith(b'xxh3-64:')
  assert p['d'].chunks is None and p['d'].compression is None
  print(f.id.get_create_plist().get_version(), end='')
)",
                                 {folder.file("a.h5")});
  EXPECT_EQ(read.status, 0) << read.text;
  EXPECT_EQ(read.text, "(2, 0, 0, 0)") << "superblock version 2: HDF5 1.8";
}

TEST(CheckpointH5py, ReadsWhatH5pyWrote) {
  const ScratchFolder folder;
  for (const std::string libver : {"'earliest'", "('v108', 'v108')", "'latest'"}) {
    const Output made = run_python(R"(
libver = )" + libver + R"(
f = h5py.File(sys.argv[1], 'w', libver=libver, userblock_size=512)
f.attrs['format'] = np.bytes_('spica-checkpoint')   # of fixed length, padded by nulls
f.attrs['format_version'] = np.uint8(1)
p = f.create_group('parameters')
w = np.array([[0, 1, 2], [3, 4, 5]])
p['little'] = w.astype('<f4')
p['big'] = w.astype('>f4')
p.create_dataset('gzip', data=w.astype('>f8'), compression='gzip', shuffle=True, chunks=(1, 2))
p['deep/er/i2'] = w.astype('>i2')
p['flag'] = np.array([True, False])
p['scalar'] = np.uint64(2**64 - 1)
p.create_dataset('unwritten', (3,), 'f8')
p.create_group('nothing in it')
f.close())",
                                   {folder.file("a.h5")});
    ASSERT_EQ(made.status, 0) << made.text;
    float little[6];
    float big[6];
    double gzip[6];
    std::int16_t i2[6];
    bool flag[2];
    std::uint64_t scalar = 0;
    double unwritten[3] = {-1, -1, -1};
    load(folder.file("a.h5"),
         {target("little", {2, 3}, little), target("big", {2, 3}, big), target("gzip", {2, 3}, gzip),
          target("deep/er/i2", {2, 3}, i2), target("flag", {2}, flag), target("scalar", {}, &scalar),
          target("unwritten", {3}, unwritten)},
         {nullptr, 8});
    for (int i = 0; i < 6; ++i) {
      EXPECT_EQ(little[i], static_cast<float>(i));
      EXPECT_EQ(big[i], static_cast<float>(i));
      EXPECT_EQ(gzip[i], i);
      EXPECT_EQ(i2[i], i);
    }
    EXPECT_TRUE(flag[0] && !flag[1]);
    EXPECT_EQ(scalar, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(unwritten[2], 0);
  }
}

TEST(CheckpointH5py, H5_10_TypesAreComparedAndNeverReadAsOthers) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  make(path, R"(
p['f4'] = np.array([0.1], 'f4')
p['f8'] = np.array([0.1, 2e38])
p['i8'] = np.array([2**53 + 1])
f.close())");
  float single = 0;
  double both[2];
  std::int64_t integer = 0;
  const auto targets = [&](auto* f4, auto* f8) {
    return std::vector<EntryTarget>{target("f4", {1}, f4), target("f8", {2}, f8), target("i8", {1}, &integer)};
  };
  load(path, targets(&single, both));
  EXPECT_EQ(single, 0.1f);
  EXPECT_EQ(both[1], 2e38);
  EXPECT_EQ(integer, (std::int64_t{1} << 53) + 1);
  const std::string start = "spica::io::load: " + path + ": the file does not fit: other types: ";
  double wide = -1;
  float narrow[2] = {-1, -1};
  EXPECT_EQ(refusal(path, targets(&wide, narrow)),
            start +
                "\"f4\" is float32 in the file, float64 here, \"f8\" is float64 in the file, float32 here "
                "(float32 and float64 are not converted: load into the type of the file, then use spica::cast)");
  EXPECT_EQ(wide, -1);
  EXPECT_EQ(narrow[0], -1);
  double real = -1;
  EXPECT_EQ(refusal(path, {target("f4", {1}, &single), target("f8", {2}, both), target("i8", {1}, &real)}),
            start + "\"i8\" is int64 in the file, float64 here");
  EXPECT_EQ(real, -1);
}

TEST(CheckpointH5py, TypesThatSpicaDoesNotReadAreNamed) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  make(path, R"(
p['c'] = np.array([1j])
p['e'] = h5py.Empty('f4')
p['g'] = np.array([1], 'longdouble')
p['h'] = np.array([1], 'f2')
p['s'] = 'text'
p['t'] = np.dtype('f4')
p.create_dataset('n', (1,), h5py.enum_dtype({'FALSE': 0, 'TRUE': 2}, 'i1'))
f.close())");
  float x = 0;
  bool n = false;
  EXPECT_EQ(
      refusal(path, {target("c", {1}, &x), target("e", {1}, &x), target("g", {1}, &x), target("h", {1}, &x),
                     target("s", {}, &x), target("t", {}, &x), target("n", {1}, &n)}),
      "spica::io::load: " + path +
          ": the file does not fit: missing in the file: \"t\"; unexpected in the file: \"t\" (named type); other "
          "shapes: \"e\" is a null dataspace in the file, [1] here; other types: \"c\" is compound of 16 bytes in the "
          "file, float32 here, \"g\" is float of 16 bytes in the file, float32 here, \"h\" is float of 2 bytes in the "
          "file, float32 here, \"s\" is text in the file, float32 here, \"n\" is enumeration of 1 bytes in the file, "
          "bool here");
}

TEST(CheckpointH5py, BytesThatAreNoBoolAreRefused) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  make(path, R"(
d = p.create_dataset('b', (2, 2), bool)
d.id.write(h5py.h5s.ALL, h5py.h5s.ALL, np.array([[0, 1], [2, 1]], 'i1'), mtype=d.id.get_type())
f.close())");
  bool b[4] = {true, true, true, true};
  EXPECT_EQ(refusal(path, {target("b", {2, 2}, b)}),
            "spica::io::load: " + path + ": data set \"b\": element [1, 0] is 2, which is no bool");
  EXPECT_TRUE(b[0]);
}

TEST(CheckpointH5py, H5_13_DeletedRenamedAndAddedDataSets) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  const float one = 1;
  float back = -1;
  save(path, {source("0.weight", {}, &one), source("0.bias", {}, &one)});
  edit(path,
       "del p['0.bias']; p.move('0.weight', '1.weight'); p['2.weight'] = 1.0; p['soft'] = h5py.SoftLink('/nowhere'); "
       "p['out'] = h5py.ExternalLink('/etc/passwd', '/x'); p['circle'] = f['parameters']");
  EXPECT_EQ(refusal(path, {target("0.weight", {}, &back), target("0.bias", {}, &back)}),
            "spica::io::load: " + path +
                ": the file does not fit: missing in the file: \"0.weight\", \"0.bias\"; unexpected in the file: "
                "\"1.weight\", "
                "\"2.weight\", \"out\" (external link), \"soft\" (soft link)");
  EXPECT_EQ(back, -1);
  edit(path, "del f['parameters']");
  EXPECT_EQ(refusal(path, {target("0.weight", {}, &back)}),
            "spica::io::load: " + path + ": the file does not fit: missing in the file: \"0.weight\"");
}

TEST(CheckpointH5py, H5_30_AStaleChecksumNamesTheParameterAndAMissingOneIsLeftOut) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  const float ones[2] = {1, 1};
  float first[2] = {-1, -1};
  float second[2] = {-1, -1};
  const auto targets = [&] { return std::vector{target("0.bias", {2}, first), target("0.weight", {2}, second)}; };
  save(path, {source("0.bias", {2}, ones), source("0.weight", {2}, ones)});
  const std::string checksum =
      run_python("print(h5py.File(sys.argv[1], 'r')['parameters/0.weight'].attrs['checksum'].decode(), end='')", {path})
          .text;
  edit(path, "p['0.weight'][0] = 0");
  const std::string text = refusal(path, targets());
  const std::string start = "spica::io::load: " + path + ": data set \"0.weight\": damaged: its checksum is " +
                            checksum + ", its elements give xxh3-64:";
  EXPECT_EQ(text.substr(0, start.size()), start);
  EXPECT_EQ(text.size(), start.size() + 16);
  EXPECT_EQ(first[0], -1) << "everything is checked before anything is written";
  edit(path, "p['0.weight'].attrs['checksum'] = 'md5:1'");
  EXPECT_EQ(refusal(path, targets()),
            "spica::io::load: " + path + ": data set \"0.weight\": unknown kind of checksum \"md5:1\"");
  edit(path, "p['0.weight'].attrs['checksum'] = 1");
  EXPECT_EQ(refusal(path, targets()),
            "spica::io::load: " + path + ": data set \"0.weight\": attribute \"checksum\" is not a text");
  edit(path, "del p['0.weight'].attrs['checksum']");
  load(path, targets());
  EXPECT_EQ(second[0], 0);
  EXPECT_EQ(second[1], 1);
}

TEST(CheckpointH5py, ElementsInOtherFilesAreRefused) {
  const ScratchFolder folder;
  float x = -1;
  make(folder.file("external.h5"), "p.create_dataset('x', (1,), 'f4', external=[('/etc/passwd', 0, 4)]); f.close()");
  make(folder.file("virtual.h5"), R"(
layout = h5py.VirtualLayout((1,), 'f4')
layout[:] = h5py.VirtualSource('other.h5', 'x', (1,))
p.create_virtual_dataset('x', layout)
f.close())");
  for (const char* name : {"external.h5", "virtual.h5"}) {
    EXPECT_EQ(refusal(folder.file(name), {target("x", {1}, &x)}),
              "spica::io::load: " + folder.file(name) +
                  ": data set \"x\": its elements are not in this file (external or virtual data set)");
  }
  EXPECT_EQ(x, -1);
}

TEST(CheckpointH5py, FilesThatAreNoCheckpointAreToldApart) {
  const ScratchFolder folder;
  const std::string none = "not a Spica checkpoint: ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"del f.attrs['format']", none + "the file has no attribute \"format\""},
      {"f.attrs['format'] = 'keras'", none + "attribute \"format\" is \"keras\", not \"spica-checkpoint\""},
      {"f.attrs['format'] = 1", "attribute \"format\" is not a text"},
      {"f.attrs['format'] = ['a', 'b']", "attribute \"format\" is not a text"},
      {"f.attrs['format'] = h5py.Empty('S1')", none + "attribute \"format\" is \"\", not \"spica-checkpoint\""},
      {"f.attrs['format'] = ''", none + "attribute \"format\" is \"\", not \"spica-checkpoint\""},
      {"f.attrs['format'] = 'grüße'", none + "attribute \"format\" is \"grüße\", not \"spica-checkpoint\""},
      {"del f.attrs['format_version']", "the file has no attribute \"format_version\""},
      {"f.attrs['format_version'] = '1'", "attribute \"format_version\" is not one integer"},
      {"f.attrs['format_version'] = 2", "format version 2 is not known to this Spica, which reads 1 to 1"},
      {"f.attrs['format_version'] = -1", "format version -1 is not known to this Spica, which reads 1 to 1"}};
  std::vector<std::string> arguments = {folder.path()};
  for (const auto& [statement, text] : cases) arguments.push_back(statement);
  const Output made = run_python(R"(
for i, statement in enumerate(sys.argv[2:]):
  with h5py.File(f'{sys.argv[1]}/{i}.h5', 'w') as f:
    f.attrs['format'] = 'spica-checkpoint'
    f.attrs['format_version'] = 1
    exec(statement)
)",
                                 arguments);
  ASSERT_EQ(made.status, 0) << made.text;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string path = folder.file(std::to_string(i) + ".h5");
    EXPECT_EQ(text_thrown<IoError>([&] { const CheckpointReader reader(path); }),
              "spica::io::load: " + path + ": " + cases[i].second);
  }
}

TEST(CheckpointH5py, H5_18_TextsOfAnyLengthComeBack) {
  const ScratchFolder folder;
  const float x = 1;
  for (const std::string& text : {std::string(), std::string("grüße"), std::string(90000, 'v')}) {
    write_checkpoint(folder.file("a.h5"), {{"parameters", {source("x", {}, &x)}}}, text);
    const Output read =
        run_python("print(h5py.File(sys.argv[1], 'r').attrs['spica_version'].decode(), end='')", {folder.file("a.h5")});
    EXPECT_TRUE(read.text == text) << text.size();
  }
}

TEST(CheckpointH5py, H5_06_AFileThatSomethingWritesToIsLocked) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  make(path, "p['x'] = np.float32(1); f.close()");
  // h5py holds the file open for writing until its standard input ends.
  const std::string program =
      "import h5py, sys; f = h5py.File(sys.argv[1], 'r+'); open(sys.argv[1] + '.ready', 'w'); sys.stdin.read()";
  const std::string holder = shell_word(SPICA_TEST_PYTHON) + " -c " + shell_word(program) + ' ' + shell_word(path);
  std::FILE* held = popen(holder.c_str(), "w");
  ASSERT_NE(held, nullptr);
  for (int i = 0; i < 1000 && !std::filesystem::exists(path + ".ready"); ++i) usleep(10000);
  float x = -1;
  EXPECT_EQ(refusal(path, {target("x", {}, &x)}), "spica::io::load: " + path +
                                                      ": the file is locked: it is open for writing elsewhere "
                                                      "(Resource temporarily unavailable); close it there, or "
                                                      "set HDF5_USE_FILE_LOCKING=FALSE to read it all the same");
  setenv("HDF5_USE_FILE_LOCKING", "FALSE", 1);
  load(path, {target("x", {}, &x)});
  unsetenv("HDF5_USE_FILE_LOCKING");
  EXPECT_EQ(x, 1);
  // A save takes the file's place; whoever has the old one keeps it.
  const float two = 2;
  save(path, {source("x", {}, &two)});
  load(path, {target("x", {}, &x)});
  EXPECT_EQ(x, 2);
  EXPECT_EQ(pclose(held), 0);
}

TEST(CheckpointH5py, H5_06_H5pyReadsWhileCheckpointsAreSaved) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  std::vector<float> values(10000, 0);
  save(path, {source("x", {10000}, values.data())});
  const std::string program = R"(
import h5py, sys
for i in range(200):
  with h5py.File(sys.argv[1], "r") as f:
    x = f["parameters/x"][:]
    assert (x == x[0]).all()
)";
  // The shell says when Python has ended, however that was.
  const std::string reader = shell_word(SPICA_TEST_PYTHON) + " -c " + shell_word(program) + ' ' + shell_word(path) +
                             "; status=$?; : >" + shell_word(path + ".done") + "; exit $status";
  std::FILE* reading = popen(reader.c_str(), "w");
  ASSERT_NE(reading, nullptr);
  for (int i = 1; !std::filesystem::exists(path + ".done"); ++i) {
    values.assign(values.size(), static_cast<float>(i));
    save(path, {source("x", {10000}, values.data())});
  }
  EXPECT_EQ(pclose(reading), 0);
}

}  // namespace
