// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <spica/io/detail/checkpoint_file.hpp>

#include "io/support/host_entries.hpp"
#include "io/support/scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

using namespace spica::test;
using spica::IoError;
using spica::ValueError;
using namespace spica::io::detail;

namespace {

/// Random bits as elements; bools are 0 or 1.
std::vector<unsigned char> arbitrary_bytes(ElementType type, std::int64_t count) {
  std::vector<unsigned char> bytes(static_cast<std::size_t>(count) * element_bytes(type));
  std::uint32_t state = 12345;
  for (auto& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<unsigned char>(type == ElementType::boolean ? state >> 31 : state >> 24);
  }
  return bytes;
}

std::int64_t count_of(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

/// Memory that is only reached through calls, as that of a device is.
class FarMemory {
 public:
  FarMemory(ElementType type, std::vector<unsigned char> bytes)
      : width_(static_cast<std::int64_t>(element_bytes(type))), bytes_(std::move(bytes)) {}

  const std::vector<unsigned char>& bytes() const { return bytes_; }

  EntrySource as_source(std::string name, ElementType type, Shape shape) {
    return {std::move(name), type, std::move(shape), nullptr,
            [this](std::int64_t first, std::int64_t count, void* buffer) {
              std::memcpy(buffer, at(first), static_cast<std::size_t>(count * width_));
            }};
  }

  EntryTarget as_target(std::string name, ElementType type, Shape shape) {
    return {std::move(name), type, std::move(shape), nullptr,
            [this](std::int64_t first, std::int64_t count, const void* buffer) {
              std::memcpy(at(first), buffer, static_cast<std::size_t>(count * width_));
            }};
  }

 private:
  unsigned char* at(std::int64_t element) { return bytes_.data() + element * width_; }

  std::int64_t width_;
  std::vector<unsigned char> bytes_;
};

const std::vector<ElementType> all_types = {ElementType::float32, ElementType::float64, ElementType::int8,
                                            ElementType::int16,   ElementType::int32,   ElementType::int64,
                                            ElementType::uint8,   ElementType::uint16,  ElementType::uint32,
                                            ElementType::uint64,  ElementType::boolean};

const std::vector<Shape> all_shapes = {
    {}, {1}, {7}, {0}, {2, 3}, {0, 3}, {5, 0, 2}, {3, 1, 5, 2}, {2, 2, 2, 2, 2}, {3, 2, 1, 2, 3, 1, 2, 3}, {1000, 3}};

TEST(CheckpointFile, ElementTypesGoBySizeAndSign) {
  static_assert(element_type<float>() == ElementType::float32);
  static_assert(element_type<const double>() == ElementType::float64);
  static_assert(element_type<bool>() == ElementType::boolean);
  static_assert(element_type<signed char>() == ElementType::int8);
  static_assert(element_type<long>() == ElementType::int64);
  static_assert(element_type<long long>() == ElementType::int64);
  static_assert(element_type<unsigned long>() == ElementType::uint64);
  static_assert(element_type<unsigned short>() == ElementType::uint16);
  EXPECT_EQ(element_name(ElementType::boolean), "bool");
  EXPECT_EQ(element_name(ElementType::uint32), "uint32");
}

TEST(CheckpointFile, EveryTypeAndShapeComesBackThroughHostPointers) {
  const ScratchFolder folder(ScratchFolder::Place::memory);
  for (const ElementType type : all_types) {
    for (const Shape& shape : all_shapes) {
      const auto bytes = arbitrary_bytes(type, count_of(shape));
      save(folder.file("a.h5"), {{"x", type, shape, bytes.data(), {}}});
      std::vector<unsigned char> back(bytes.size());
      load(folder.file("a.h5"), {{"x", type, shape, back.data(), {}}});
      EXPECT_EQ(back, bytes) << element_name(type) << " rank " << shape.size();
    }
  }
}

TEST(CheckpointFile, EveryTypeAndShapeComesBackInPiecesOfAnySize) {
  const ScratchFolder folder;
  for (const std::size_t staging_bytes : {8UL, 24UL, 88UL, 50000UL}) {
    const Staging staging{nullptr, staging_bytes};
    for (const Shape& shape : all_shapes) {
      if (count_of(shape) > 1000 && staging_bytes < 50) continue;
      std::vector<FarMemory> memories;
      std::vector<FarMemory> backs;
      for (const ElementType type : all_types) {
        memories.emplace_back(type, arbitrary_bytes(type, count_of(shape)));
        backs.emplace_back(type, std::vector<unsigned char>(memories.back().bytes().size()));
      }
      Section<EntrySource> sources{"parameters", {}};
      Section<EntryTarget> targets{"parameters", {}};
      for (std::size_t i = 0; i < all_types.size(); ++i) {
        const std::string name(element_name(all_types[i]));
        sources.entries.push_back(memories[i].as_source(name, all_types[i], shape));
        targets.entries.push_back(backs[i].as_target(name, all_types[i], shape));
      }
      write_checkpoint(folder.file("a.h5"), {sources}, "", staging);
      CheckpointReader(folder.file("a.h5")).read({targets}, staging);
      for (std::size_t i = 0; i < all_types.size(); ++i) {
        EXPECT_EQ(backs[i].bytes(), memories[i].bytes()) << element_name(all_types[i]) << ' ' << staging_bytes;
      }
    }
  }
}

TEST(CheckpointFile, StagingMemoryOfTheCallerIsUsedAndNotExceeded) {
  const ScratchFolder folder;
  FarMemory memory(ElementType::float32, arbitrary_bytes(ElementType::float32, 1000));
  std::vector<unsigned char> room(64 + 2 * 16, 0xEE);
  const Staging staging{room.data() + 16, 64};
  bool within = true;
  EntrySource entry = memory.as_source("x", ElementType::float32, {1000});
  const auto read = entry.read;
  entry.read = [&](std::int64_t first, std::int64_t count, void* buffer) {
    const auto* begin = static_cast<unsigned char*>(buffer);
    within = within && begin >= room.data() + 16 && begin + 4 * count <= room.data() + 80;
    read(first, count, buffer);
  };
  write_checkpoint(folder.file("a.h5"), {{"parameters", {entry}}}, "", staging);
  EXPECT_TRUE(within);
  EXPECT_TRUE(std::all_of(room.begin(), room.begin() + 16, [](unsigned char c) { return c == 0xEE; }));
  EXPECT_TRUE(std::all_of(room.end() - 16, room.end(), [](unsigned char c) { return c == 0xEE; }));
  std::vector<unsigned char> back(4000);
  load(folder.file("a.h5"), {{"x", ElementType::float32, {1000}, back.data(), {}}});
  EXPECT_EQ(back, memory.bytes());
}

TEST(CheckpointFile, SeveralSectionsAreOneFile) {
  const ScratchFolder folder;
  const float weight = 1;
  const double momentum = 2;
  write_checkpoint(
      folder.file("a.h5"),
      {{"parameters", {source("w", {}, &weight)}}, {"optimizer", {source("w", {}, &momentum)}}, {"empty", {}}}, "");
  float weight_back = 0;
  double momentum_back = 0;
  const CheckpointReader reader(folder.file("a.h5"));
  reader.read({{"optimizer", {target("w", {}, &momentum_back)}}, {"parameters", {target("w", {}, &weight_back)}}});
  EXPECT_EQ(weight_back, 1);
  EXPECT_EQ(momentum_back, 2);
  EXPECT_EQ(
      text_thrown<IoError>([&] {
        reader.read(
            {{"parameters", {target("w", {}, &weight_back)}}, {"optimizer", {target("v", {}, &momentum_back)}}});
      }),
      "spica::io::load: " + folder.file("a.h5") +
          ": the file does not fit: missing in the file: \"optimizer/v\"; unexpected in the file: \"optimizer/w\"");
}

TEST(CheckpointFile, EqualContentsGiveEqualBytes) {
  const ScratchFolder folder;
  const float values[6] = {0, 1, 2, 3, 4, 5};
  save(folder.file("a.h5"), {source("x", {2, 3}, values), source("group/y", {6}, values)});
  save(folder.file("b.h5"), {source("x", {2, 3}, values), source("group/y", {6}, values)});
  EXPECT_EQ(read_bytes(folder.file("a.h5")), read_bytes(folder.file("b.h5")));
}

TEST(CheckpointFile, H5_15_NamesComeBackOrAreRefused) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  const float one = 1;
  const std::vector<std::string> names = {"0.weight",
                                          "conv/bn",
                                          "conv/k",
                                          "..",
                                          "...",
                                          "a b",
                                          "%2F",
                                          "größe",
                                          "权重/偏置",
                                          "a/b/c/d/e/f",
                                          "\\",
                                          "é\n",
                                          std::string(1000, 'n')};
  std::vector<EntrySource> entries;
  for (const auto& name : names) entries.push_back(source(name, {}, &one));
  save(path, entries);
  std::vector<float> back(names.size());
  std::vector<EntryTarget> targets;
  for (std::size_t i = 0; i < names.size(); ++i) targets.push_back(target(names[i], {}, &back[i]));
  load(path, targets);
  EXPECT_EQ(back, std::vector<float>(names.size(), 1));

  const std::string before = read_bytes(path);
  const auto refusal = [&](const std::vector<std::string>& refused) {
    std::vector<EntrySource> sources;
    for (const auto& name : refused) sources.push_back(source(name, {}, &one));
    return text_thrown<ValueError>([&] { save(path, sources); });
  };
  const std::string start = "spica::io::save: " + path + ": the name ";
  EXPECT_EQ(refusal({""}), start + "\"\" cannot be stored: it is empty");
  EXPECT_EQ(refusal({"."}), start + "\".\" cannot be stored: a part of it is \".\", which HDF5 skips");
  EXPECT_EQ(refusal({"a/./b"}), start + "\"a/./b\" cannot be stored: a part of it is \".\", which HDF5 skips");
  for (const std::string name : {"/dense_1", "dense_1/", "a//b", "/"}) {
    EXPECT_EQ(
        refusal({name}),
        start + '"' + name + "\" cannot be stored: a slash at an end, or two in a row, leave a part without a name");
  }
  EXPECT_EQ(refusal({"a", "b", "a"}), start + "\"a\" cannot be stored: two entries have it");
  EXPECT_EQ(refusal({"conv", "conv/bn"}),
            start + "\"conv/bn\" cannot be stored: \"conv\" is an entry and cannot be a group too");
  EXPECT_EQ(refusal({"k/bn", "k"}), start + "\"k/bn\" cannot be stored: \"k\" is an entry and cannot be a group too");
  EXPECT_EQ(refusal({std::string("a\0b", 3)}), start + "\"a\\0\" cannot be stored: it has a null character");
  for (const std::string name : {"gr\xf6\xdf"
                                 "e",
                                 "\xc3", "a\x80", "\xff", "\xc0\x80", "\xe0\x9f\xbf", "\xed\xa0\x80",
                                 "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf7\xbf\xbf\xbf"}) {
    EXPECT_EQ(refusal({name}), start + '"' + name + "\" cannot be stored: it is not UTF-8");
  }
  EXPECT_EQ(read_bytes(path), before);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.h5"});
}

TEST(CheckpointFile, H5_12_H5_13_OneErrorListsAllThatDoesNotFitAndNothingIsWritten) {
  const ScratchFolder folder;
  const std::vector<float> values(64 * 9, 1);
  const std::int32_t integers[2] = {1, 2};
  save(folder.file("a.h5"),
       {source("same", {2}, values.data()), source("conv", {1, 64, 3, 3}, values.data()),
        source("turned", {2, 3}, values.data()), source("flat", {6}, values.data()), source("old", {1}, values.data()),
        source("older", {1}, values.data()), source("int", {2}, integers), source("scalar", {}, values.data())});
  std::vector<float> kept(32 * 64 * 9, -1);
  double wide = -1;
  const auto load_all = [&] {
    load(folder.file("a.h5"),
         {target("same", {2}, kept.data()), target("conv", {32, 64, 3, 3}, kept.data()),
          target("turned", {3, 2}, kept.data()), target("flat", {2, 3}, kept.data()), target("new", {1}, kept.data()),
          target("newer", {1}, kept.data()), target("int", {2}, kept.data()), target("scalar", {}, &wide)});
  };
  EXPECT_EQ(
      text_thrown<IoError>(load_all),
      "spica::io::load: " + folder.file("a.h5") +
          ": the file does not fit: missing in the file: \"new\", \"newer\"; unexpected in the file: \"old\", "
          "\"older\"; "
          "other shapes: \"conv\" is [1, 64, 3, 3] in the file, [32, 64, 3, 3] here, \"turned\" is [2, 3] in the file, "
          "[3, 2] here, \"flat\" is [6] in the file, [2, 3] here; other types: \"int\" is int32 in the file, float32 "
          "here, \"scalar\" is float32 in the file, float64 here (float32 and float64 are not converted: load into the "
          "type of the file, then use spica::cast)");
  EXPECT_EQ(std::count(kept.begin(), kept.end(), -1.0f), static_cast<std::ptrdiff_t>(kept.size()));
  EXPECT_EQ(wide, -1);
}

TEST(CheckpointFile, WhatASourceOrTargetThrowsIsPassedOnAndTheFileIsAsItWas) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  const float one = 1;
  save(path, {source("x", {}, &one)});
  const std::string before = read_bytes(path);
  FarMemory memory(ElementType::float32, arbitrary_bytes(ElementType::float32, 100));
  for (const std::int64_t broken : {0, 8, 96}) {
    EntrySource entry = memory.as_source("y", ElementType::float32, {100});
    const auto read = entry.read;
    entry.read = [&](std::int64_t first, std::int64_t count, void* buffer) {
      if (first == broken) throw std::runtime_error("the device is gone");
      read(first, count, buffer);
    };
    EXPECT_EQ(text_thrown<std::runtime_error>([&] {
                write_checkpoint(path, {{"parameters", {entry}}}, "", {nullptr, 32});
              }),
              "the device is gone");
    EXPECT_EQ(read_bytes(path), before);
    EXPECT_EQ(folder.names(), std::vector<std::string>{"a.h5"});
  }
}

TEST(CheckpointFile, H5_23_AReaderKeepsTheFileThatItOpened) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  float value = 1;
  save(path, {source("x", {}, &value)});
  const CheckpointReader old_reader(path);
  const CheckpointReader second_reader(path);
  value = 2;
  save(path, {source("x", {}, &value)});
  old_reader.read({{"parameters", {target("x", {}, &value)}}});
  EXPECT_EQ(value, 1);
  load(path, {target("x", {}, &value)});
  EXPECT_EQ(value, 2);
  second_reader.read({{"parameters", {target("x", {}, &value)}}});
  EXPECT_EQ(value, 1);
}

TEST(CheckpointFile, H5_23_AThousandSavesAndLoadsLeaveNoDescriptorOpen) {
  const ScratchFolder folder(ScratchFolder::Place::memory);
  const std::string path = folder.file("a.h5");
  float value = 0;
  save(path, {source("x", {}, &value)});
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 1000; ++i) {
    value = static_cast<float>(i);
    save(path, {source("x", {}, &value)});
    value = -1;
    load(path, {target("x", {}, &value)});
    ASSERT_EQ(value, static_cast<float>(i));
    EXPECT_THROW(load(path, {target("y", {}, &value)}), IoError);
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.h5"});
}

TEST(CheckpointFile, TenThousandParameters) {
  const ScratchFolder folder;
  const std::string path = folder.file("a.h5");
  std::vector<float> values(10000);
  std::iota(values.begin(), values.end(), 0.0f);
  std::vector<float> back(10000);
  std::vector<EntrySource> sources;
  std::vector<EntryTarget> targets;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string name = std::to_string(i) + (i % 2 == 0 ? ".weight" : "/bias");
    sources.push_back(source(name, {1}, &values[i]));
    targets.push_back(target(name, {1}, &back[i]));
  }
  save(path, sources);
  load(path, targets);
  EXPECT_EQ(back, values);
}

}  // namespace
