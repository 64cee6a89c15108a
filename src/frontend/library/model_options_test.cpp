// getopt and its kin, in the model and in the host's library: the same on random arguments.
#include "frontend/library/testing/model_test.h"

#include <getopt.h>

extern "C" {
extern char* model_optarg;
extern int model_optind, model_opterr, model_optopt;
int model_getopt(int, char**, const char*);
int model_getopt_long(int, char**, const char*, const option*, int*);
int model_getopt_long_only(int, char**, const char*, const option*, int*);
}

namespace assay {
namespace {

int optionFlag = 0;
constexpr std::array<option, 7> kLongOptions = {{{"ab", no_argument, nullptr, 'x'},
                                                 {"abc", required_argument, nullptr, 'y'},
                                                 {"b", optional_argument, nullptr, 'z'},
                                                 {"ba", no_argument, &optionFlag, 5},
                                                 {"c-a", required_argument, &optionFlag, 7},
                                                 {"c-b", required_argument, &optionFlag, 7},
                                                 {nullptr, 0, nullptr, 0}}};

enum class OptionKind { Short, Long, LongOnly };

/// All that one of the two does with the arguments, as text.
template <typename Short, typename Long, typename LongOnly>
std::string whatHappens(OptionKind kind, const std::string& options, std::vector<std::string> texts, Short shortOptions,
                        Long longOptions, LongOnly longOnly, char*& argument, int& index, int& error) {
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  const int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  std::string told;
  index = 0;
  for (size_t i = 0; i < 40; ++i) {
    int longIndex = -1;
    const int option = kind == OptionKind::Short ? shortOptions(count, arguments.data(), options.c_str())
                       : kind == OptionKind::Long
                           ? longOptions(count, arguments.data(), options.c_str(), kLongOptions.data(), &longIndex)
                           : longOnly(count, arguments.data(), options.c_str(), kLongOptions.data(), &longIndex);
    told += std::to_string(option) + " " + std::to_string(index) + " " + std::to_string(longIndex) + " " +
            std::to_string(optionFlag) + " " + (argument != nullptr ? argument : "none");
    if (option == '?' || option == ':') told += " " + std::to_string(error);
    told += "\n";
    if (option == -1) break;
  }
  for (int i = 0; i < count; ++i) told += std::string(" ") + arguments[static_cast<size_t>(i)];
  return told;
}

TEST_F(ModelTest, Options) {
  opterr = model_opterr = 0;
  constexpr std::array<const char*, 7> kOptions = {"ab:c::", "+ab:c", "-ac:b", ":a:bc", "", "-:a:b", "c:a::"};
  constexpr std::array<const char*, 18> kWords = {"-a",  "-b",   "-c",   "-ab",   "-bc",   "-",
                                                  "--",  "a",    "bcd",  "--abc", "--a",   "--b=3",
                                                  "--c", "--ba", "--ab", "-ba=1", "--c-a", "-d"};
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::string> texts = {"program"};
    for (size_t i = below(6); i > 0; --i) texts.emplace_back(kWords[below(kWords.size())]);
    const std::string options = kOptions[below(kOptions.size())];
    const OptionKind kind = static_cast<OptionKind>(below(3));
    optionFlag = 0;
    const std::string ofHost =
        whatHappens(kind, options, texts, getopt, getopt_long, getopt_long_only, optarg, optind, optopt);
    optionFlag = 0;
    const std::string ofModel = whatHappens(kind, options, texts, model_getopt, model_getopt_long,
                                            model_getopt_long_only, model_optarg, model_optind, model_optopt);
    EXPECT_EQ(ofModel, ofHost) << options << " " << static_cast<int>(kind) << [&] {
      std::string all;
      for (const std::string& text : texts) all += " " + text;
      return all;
    }();
  }
}

} // namespace
} // namespace assay
