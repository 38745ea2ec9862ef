// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../../src/io/atomic_file.hpp"

#include "io/support/scratch.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace spica::test;
using spica::IoError;
using spica::io::detail::AtomicFile;

namespace {

void replace(const std::string& path, const std::string& bytes) {
  AtomicFile file({"save", path});
  ASSERT_EQ(write(file.descriptor(), bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
  file.commit();
}

unsigned mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(stat(path.c_str(), &status), 0);
  return status.st_mode & 07777u;
}

std::string refusal(const std::string& path) {
  return text_thrown<IoError>([&] { AtomicFile({"save", path}); });
}

TEST(AtomicFile, NewFileHasTheModeThatTheUmaskLeaves) {
  const ScratchFolder folder;
  const mode_t before = umask(027);
  replace(folder.file("a"), "new");
  umask(before);
  EXPECT_EQ(read_bytes(folder.file("a")), "new");
  EXPECT_EQ(mode_of(folder.file("a")), 0640u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
}

TEST(AtomicFile, ReplacedFileKeepsItsMode) {
  const ScratchFolder folder;
  for (const unsigned mode : {0600u, 0664u, 0640u}) {
    write_bytes(folder.file("a"), "old");
    ASSERT_EQ(chmod(folder.file("a").c_str(), mode), 0);
    replace(folder.file("a"), "new");
    EXPECT_EQ(read_bytes(folder.file("a")), "new");
    EXPECT_EQ(mode_of(folder.file("a")), mode);
  }
}

TEST(AtomicFile, ReplacedFileKeepsItsOwnerWhereRootReplacesIt) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  const ScratchFolder folder;
  write_bytes(folder.file("a"), "old");
  ASSERT_EQ(chown(folder.file("a").c_str(), 65534, 65533), 0);
  replace(folder.file("a"), "new");
  struct stat status {};
  ASSERT_EQ(stat(folder.file("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 65534u);
  EXPECT_EQ(status.st_gid, 65533u);
}

TEST(AtomicFile, SymbolicLinkStaysAndItsTargetIsReplaced) {
  const ScratchFolder folder;
  fs::create_directory(folder.file("elsewhere"));
  write_bytes(folder.file("elsewhere/target"), "old");
  fs::create_symlink("second", folder.file("first"));
  fs::create_symlink("elsewhere/target", folder.file("second"));
  replace(folder.file("first"), "new");
  EXPECT_TRUE(fs::is_symlink(folder.file("first")));
  EXPECT_TRUE(fs::is_symlink(folder.file("second")));
  EXPECT_EQ(read_bytes(folder.file("elsewhere/target")), "new");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"elsewhere", "first", "second"}));
}

TEST(AtomicFile, SymbolicLinkToNothingMakesItsTarget) {
  const ScratchFolder folder;
  fs::create_symlink("not-there-yet", folder.file("link"));
  replace(folder.file("link"), "new");
  EXPECT_TRUE(fs::is_symlink(folder.file("link")));
  EXPECT_EQ(read_bytes(folder.file("not-there-yet")), "new");
}

TEST(AtomicFile, SymbolicLinksInACircleAreRefused) {
  const ScratchFolder folder;
  fs::create_symlink("b", folder.file("a"));
  fs::create_symlink("a", folder.file("b"));
  EXPECT_EQ(refusal(folder.file("a")), "save: " + folder.file("a") + ": Too many levels of symbolic links");
}

TEST(AtomicFile, WithoutCommitNothingChangesAndNothingStays) {
  for (const auto naming : {AtomicFile::Naming::late, AtomicFile::Naming::early}) {
    const ScratchFolder folder;
    write_bytes(folder.file("a"), "old");
    {
      const AtomicFile file({"save", folder.file("a")}, naming);
      ASSERT_EQ(write(file.descriptor(), "new", 3), 3);
    }
    EXPECT_EQ(read_bytes(folder.file("a")), "old");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
  }
}

TEST(AtomicFile, HasNoNameUntilItIsCommitted) {
  const ScratchFolder folder;
  AtomicFile file({"save", folder.file("a")});
  struct stat status {};
  ASSERT_EQ(fstat(file.descriptor(), &status), 0);
  if (status.st_nlink != 0) GTEST_SKIP() << "this file system has no files without a name";
  EXPECT_TRUE(folder.names().empty());
  file.commit();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
}

TEST(AtomicFile, TemporaryNameShowsWhatItBelongsToAndIsNoCheckpoint) {
  const ScratchFolder folder;
  AtomicFile file({"save", folder.file("model.h5")}, AtomicFile::Naming::early);
  const std::string name = folder.names().at(0);
  EXPECT_EQ(name.size(), std::string(".model.h5.spica-0123456789abcdef.tmp").size());
  EXPECT_EQ(name.substr(0, 16), ".model.h5.spica-");
  EXPECT_EQ(name.substr(name.size() - 4), ".tmp");
  file.commit();
  EXPECT_EQ(folder.names(), std::vector<std::string>{"model.h5"});
}

TEST(AtomicFile, WhatAKilledProcessLeftIsGoneAfterTheNextSave) {
  for (const auto naming : {AtomicFile::Naming::late, AtomicFile::Naming::early}) {
    const ScratchFolder folder;
    write_bytes(folder.file("a"), "old");
    const int code = in_child([&] {
      const AtomicFile file({"save", folder.file("a")}, naming);
      return raise(SIGKILL);
    });
    ASSERT_EQ(code, -SIGKILL);
    EXPECT_EQ(read_bytes(folder.file("a")), "old");
    if (naming == AtomicFile::Naming::early) {
      EXPECT_EQ(folder.names().size(), 2u);
    }
    replace(folder.file("a"), "new");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
  }
}

TEST(AtomicFile, WhatIsBeingWrittenOrIsAnotherTargetsStays) {
  const ScratchFolder folder;
  const std::vector<std::string> others = {".a.spica-0123456789abcde.tmp", ".a.spica-0123456789abcdeX.tmp",
                                           ".a.spica-0123456789abcdef.txt", ".b.spica-0123456789abcdef.tmp"};
  for (const auto& name : others) write_bytes(folder.file(name), "");
  AtomicFile first({"save", folder.file("a")}, AtomicFile::Naming::early);
  ASSERT_EQ(write(first.descriptor(), "1", 1), 1);
  replace(folder.file("a"), "2");
  EXPECT_EQ(folder.names().size(), others.size() + 2);
  first.commit();
  EXPECT_EQ(read_bytes(folder.file("a")), "1");
  for (const auto& name : others) EXPECT_TRUE(fs::exists(folder.file(name))) << name;
  EXPECT_EQ(folder.names().size(), others.size() + 1);
}

TEST(AtomicFile, SavesAtOnceToOneTargetAllSucceed) {
  const ScratchFolder folder(ScratchFolder::Place::memory);
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child) {
    children.push_back(fork());
    ASSERT_GE(children.back(), 0);
    if (children.back() != 0) continue;
    const auto naming = child % 2 == 0 ? AtomicFile::Naming::late : AtomicFile::Naming::early;
    int code = 0;
    try {
      for (int i = 0; i < 300; ++i) AtomicFile({"save", folder.file("a")}, naming).commit();
    } catch (const std::exception& error) {
      std::cerr << error.what() << '\n';
      code = 1;
    }
    _exit(code);
  }
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a"});
}

TEST(AtomicFile, OpenReadersKeepTheOldFile) {
  const ScratchFolder folder;
  write_bytes(folder.file("a"), "old");
  std::FILE* reader = std::fopen(folder.file("a").c_str(), "r");
  ASSERT_NE(reader, nullptr);
  replace(folder.file("a"), "new");
  char bytes[4] = {};
  EXPECT_EQ(std::fread(bytes, 1, 3, reader), 3u);
  EXPECT_STREQ(bytes, "old");
  std::fclose(reader);
}

TEST(AtomicFile, H5_19_NamesWithSpacesOtherScriptsAndOfFullLength) {
  const ScratchFolder folder;
  fs::create_directory(folder.file("prüfung_文"));
  std::string umlauts;  // 254 bytes, so that cutting at an odd length would split a letter
  for (int i = 0; i < 127; ++i) umlauts += "ü";
  for (const std::string& name : {std::string("prüfung_文/模型.h5"), std::string("a b.h5"), std::string(255, 'x'),
                                  std::string("x") + umlauts, umlauts}) {
    replace(folder.file(name), "1");
    replace(folder.file(name), "2");
    EXPECT_EQ(read_bytes(folder.file(name)), "2") << name;
  }
  EXPECT_EQ(folder.names().size(), 5u);
}

TEST(AtomicFile, H5_19_RelativePaths) {
  const ScratchFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  replace("a", "1");
  replace("./b", "2");
  fs::current_path(before);
  EXPECT_EQ(read_bytes(folder.file("a")), "1");
  EXPECT_EQ(read_bytes(folder.file("b")), "2");
}

TEST(AtomicFile, H5_29_TextsSayWhatTheSystemSaid) {
  const ScratchFolder folder;
  write_bytes(folder.file("file"), "old");
  fs::create_directory(folder.file("folder"));
  fs::create_symlink("folder", folder.file("link"));
  ASSERT_EQ(mkfifo(folder.file("pipe").c_str(), 0600), 0);
  const std::string start = "save: " + folder.path() + "/";
  EXPECT_EQ(refusal(folder.file("none/x.h5")),
            start + "none/x.h5: folder " + folder.file("none") + ": No such file or directory");
  EXPECT_EQ(refusal(folder.file("file/x.h5")),
            start + "file/x.h5: folder " + folder.file("file") + ": Not a directory");
  EXPECT_EQ(refusal(folder.file("folder")), start + "folder: Is a directory");
  EXPECT_EQ(refusal(folder.file("folder/")), start + "folder/: Is a directory");
  EXPECT_EQ(refusal(folder.file("link")), start + "link: Is a directory");
  EXPECT_EQ(refusal(folder.file("pipe")), start + "pipe: not a regular file");
  const std::string long_name(256, 'x');
  EXPECT_EQ(refusal(folder.file(long_name)), start + long_name + ": File name too long");
  EXPECT_EQ(refusal(""), "save: the path is empty");
  EXPECT_EQ(refusal(std::string("a\0b", 3)), "save: the path has a null character");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"file", "folder", "link", "pipe"}));
}

TEST(AtomicFile, H5_29_FoldersAndFilesThatMayNotBeWritten) {
  const ScratchFolder folder;
  const int code = as_ordinary_user([&] {
    write_bytes(folder.file("file"), "old");
    chmod(folder.file("file").c_str(), 0444);
    if (refusal(folder.file("file")) !=
        "save: " + folder.file("file") + ": the file cannot be replaced: Permission denied") {
      return 1;
    }
    chmod(folder.file("file").c_str(), 0644);
    chmod(folder.path().c_str(), 0555);
    for (const char* name : {"file", "new"}) {
      if (refusal(folder.file(name)) !=
          "save: " + folder.file(name) + ": folder " + folder.path() + " cannot be written: Permission denied") {
        return 2;
      }
    }
    chmod(folder.path().c_str(), 0755);
    return read_bytes(folder.file("file")) == "old" && folder.names().size() == 1 ? 0 : 3;
  });
  EXPECT_EQ(code, 0);
}

TEST(AtomicFile, DescriptorsAreReturned) {
  const ScratchFolder folder;
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 100; ++i) {
    replace(folder.file("a"), "new");
    const AtomicFile dropped({"save", folder.file("a")});
    EXPECT_NE(refusal(folder.file("none/x")), "");
  }
  EXPECT_EQ(open_descriptors(), before);
}

}  // namespace
