#include "util/atomic_file.h"

#include "util/error.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace assay {
namespace {

namespace fs = std::filesystem;

class AtomicFile : public testing::Test {
protected:
  AtomicFile() {
    std::string name = (fs::temp_directory_path() / "assay-file-XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~AtomicFile() override { fs::remove_all(folder_); }

  static std::string read(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
  }

  fs::path folder_;
};

TEST_F(AtomicFile, ReplacesAPlainFile) {
  const fs::path file = folder_ / "f";
  writeAtOnce(file, "one");
  writeAtOnce(file, "two");
  EXPECT_EQ(read(file), "two");
  EXPECT_FALSE(fs::exists(file.string() + std::string(kDraftEnding)));
}

TEST_F(AtomicFile, ALinkStaysALink) {
  const fs::path link = folder_ / "link", target = folder_ / "target";
  fs::create_symlink("target", link);
  writeAtOnce(link, "one");
  writeAtOnce(link, "two");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_FALSE(fs::is_symlink(target));
  EXPECT_EQ(read(target), "two");
}

TEST_F(AtomicFile, APipeStaysAPipe) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = read(pipe); });
  writeAtOnce(pipe, "through");
  reader.join();
  EXPECT_EQ(got, "through");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(AtomicFile, ADeviceStaysADevice) {
  // A link of its own, so that nothing is lost if this goes wrong.
  const fs::path link = folder_ / "null";
  fs::create_symlink("/dev/null", link);
  writeAtOnce(link, "gone");
  EXPECT_TRUE(fs::is_character_file(fs::status(link)));
}

TEST_F(AtomicFile, SaysEarlyWhatCannotBeWritten) {
  const auto why = [](const fs::path& file) -> std::string {
    try {
      requireWritable(file);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(why(folder_ / "f"), "");
  EXPECT_EQ(why("f"), "");
  EXPECT_EQ(why("-"), "");
  EXPECT_EQ(why("/dev/null"), "");
  EXPECT_NE(why(folder_).find("it is a folder"), std::string::npos);
  EXPECT_NE(why(folder_ / "nowhere" / "f").find("there is no folder"), std::string::npos);
}

} // namespace
} // namespace assay
