#include "cli/command_line.h"

#include "util/error.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using Words = std::vector<std::string>;

std::string errorOf(Words arguments) {
  try {
    parseCommandLine(std::move(arguments));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, CheckIsTheDefault) {
  const CommandLine line = parseCommandLine({"-p", "assert", "x.c", "-p", "no-overflow", "y.c"});
  EXPECT_EQ(line.command, Command::Check);
  EXPECT_EQ(line.options.files, (Words{"x.c", "y.c"}));
  EXPECT_EQ(line.options.properties, (Words{"assert", "no-overflow"}));
  EXPECT_EQ(line.options.dataModel, DataModel::Bits64);
  EXPECT_EQ(line.options.standard, "gnu11");
}

TEST(CommandLine, WritesOptionsAsCompilersDo) {
  const Options options = parseCommandLine({"run", "-std=c99", "-Ia", "-I", "b", "-DX=1", "-D", "Y", "x.c"}).options;
  EXPECT_EQ(options.standard, "c99");
  EXPECT_EQ(options.includeDirs, (Words{"a", "b"}));
  EXPECT_EQ(options.defines, (Words{"X=1", "Y"}));
  EXPECT_EQ(options.files, Words{"x.c"});
}

TEST(CommandLine, FlagsOfCompilersAreForClang) {
  const Options options = parseCommandLine({"-O2", "-U", "X", "-UY", "-include", "a.h", "-isystem", "dir", "-pthread",
                                            "-Wall", "-g", "-p", "assert", "x.c", "--", "-DZ", "-fnew-flag"})
                              .options;
  EXPECT_EQ(options.compilerFlags, (Words{"-O2", "-U", "X", "-UY", "-include", "a.h", "-isystem", "dir", "-pthread",
                                          "-Wall", "-g", "-DZ", "-fnew-flag"}));
  EXPECT_EQ(options.properties, Words{"assert"});
  EXPECT_EQ(options.files, Words{"x.c"});
  EXPECT_EQ(parseCommandLine({"-m32", "x.c"}).options.dataModel, DataModel::Bits32);
}

TEST(CommandLine, NegativeInputsAreValues) {
  EXPECT_EQ(parseCommandLine({"run", "--inputs", "-1,2", "x.c"}).options.inputs, Words{"-1,2"});
  EXPECT_EQ(parseCommandLine({"run", "--inputs=-1", "x.c"}).options.inputs, Words{"-1"});
}

TEST(CommandLine, SeedMayBeMissing) {
  EXPECT_FALSE(parseCommandLine({"run", "x.c"}).options.seed);
  EXPECT_EQ(parseCommandLine({"run", "--seed", "0", "x.c"}).options.seed, 0u);
  EXPECT_EQ(parseCommandLine({"run", "--seed", "18446744073709551615", "x.c"}).options.seed, UINT64_MAX);
}

TEST(CommandLine, RejectsWithReason) {
  EXPECT_NE(errorOf({}).find("no file"), std::string::npos);
  EXPECT_NE(errorOf({"check"}).find("FILE"), std::string::npos);
  EXPECT_NE(errorOf({"run", "--seed", "-1", "x.c"}).find("-1"), std::string::npos);
  EXPECT_NE(errorOf({"run", "--seed", "18446744073709551616", "x.c"}).find("not a number"), std::string::npos);
  EXPECT_NE(errorOf({"check", "--steps", "9", "x.c"}).find("--steps"), std::string::npos);
  EXPECT_NE(errorOf({"-m", "16", "x.c"}).find("ILP32"), std::string::npos);
}

TEST(CommandLine, MisspeltWordsGetSuggestions) {
  EXPECT_NE(errorOf({"chekc", "x.c"}).find("did you mean 'check'?"), std::string::npos);
  EXPECT_NE(errorOf({"help", "projct"}).find("did you mean 'project'?"), std::string::npos);
  EXPECT_EQ(errorOf({"--tiemout", "5", "x.c"}), "there is no option --tiemout; did you mean '--timeout'?");
  EXPECT_NE(errorOf({"-e", "kikii", "x.c"}).find("; did you mean 'kiki'?"), std::string::npos);
  EXPECT_EQ(errorOf({"--no-such-option-at-all", "x.c"}), "there is no option --no-such-option-at-all");
  EXPECT_EQ(parseCommandLine({"x.c"}).command, Command::Check);
}

TEST(CommandLine, HelpAndVersionAreWordsToo) {
  EXPECT_EQ(parseCommandLine({"help"}).text, parseCommandLine({"--help"}).text);
  EXPECT_EQ(parseCommandLine({"help", "run"}).text, parseCommandLine({"run", "--help"}).text);
  EXPECT_EQ(parseCommandLine({"version"}).text, parseCommandLine({"--version"}).text);
}

TEST(CommandLine, SecondsHaveFractions) {
  const auto timeout = [](const std::string& text) {
    const CommandLine line = parseCommandLine({"-t", text, "x.c"});
    return (std::chrono::seconds(line.options.timeout) - line.roundedUp).count();
  };
  EXPECT_EQ(timeout("1.5"), 1500);
  EXPECT_EQ(timeout("0"), 0);
  EXPECT_EQ(timeout("7"), 7000);
  EXPECT_EQ(timeout("0.0001"), 1);
  for (const char* text : {"-1", "x", "1e9", "99999999", "nan", ""})
    EXPECT_NE(errorOf({"-t", text, "x.c"}).find("not a number of seconds"), std::string::npos) << text;
}

TEST(CommandLine, Choices) {
  EXPECT_EQ(parseCommandLine({"-m", "ILP32", "x.c"}).options.dataModel, DataModel::Ilp32);
  EXPECT_EQ(parseCommandLine({"--search", "random-path", "x.c"}).options.search, SearchOrder::RandomPath);
  EXPECT_EQ(parseCommandLine({"--prune=none", "x.c"}).options.prune, Pruning::None);
  EXPECT_EQ(parseCommandLine({"test", "--cover", "error", "x.c"}).options.cover, CoverGoal::Error);
  EXPECT_EQ(parseCommandLine({"-e", "kiki", "x.c"}).options.engine, "kiki");
  EXPECT_EQ(errorOf({"--prune", "all", "x.c"}), "--prune: not one of adaptive, covered, interpolants, none: all");
  EXPECT_NE(errorOf({"-e", "none", "x.c"}).find("--engine: not one of auto, symex, "), std::string::npos);
  EXPECT_NE(errorOf({"--prune", "none", "--prune", "none", "x.c"}), "");
  const std::string help = parseCommandLine({"check", "--help"}).text;
  EXPECT_NE(help.find("--search interleaved|dfs|bfs|random-path|coverage=interleaved"), std::string::npos) << help;
  EXPECT_NE(help.find("--engine auto|symex|"), std::string::npos) << help;
  EXPECT_NE(help.find("=auto"), std::string::npos) << help;
}

/// The names of all options of the table.
struct OptionNames {
  std::string all;
  void add(const OptionInfo& info) { all += std::string(info.names) + "\n"; }
  void flag(const OptionInfo& info, bool&) { add(info); }
  template <class Choice>
  void choice(const OptionInfo& info, Choice&) {
    add(info);
  }
  void engine(const OptionInfo& info, std::string&) { add(info); }
  void text(const OptionInfo& info, std::string&) { add(info); }
  void list(const OptionInfo& info, Words&) { add(info); }
  void number(const OptionInfo& info, uint64_t&, uint64_t, uint64_t) { add(info); }
  void number(const OptionInfo& info, std::optional<uint64_t>&, uint64_t, uint64_t) { add(info); }
};

TEST(CommandLine, HelpNamesEveryOption) {
  OptionNames names;
  Options options;
  visitOptions(options, names);
  std::string help;
  for (const char* command : {"check", "run", "program", "test", "project"})
    help += parseCommandLine({command, "--help"}).text;
  size_t begin = 0;
  int count = 0;
  for (size_t end = 0; (end = names.all.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string name = names.all.substr(begin, names.all.find_first_of(",\n", begin) - begin);
    EXPECT_NE(help.find(name), std::string::npos) << name;
    ++count;
  }
  EXPECT_GT(count, 15);
}

} // namespace
} // namespace assay
