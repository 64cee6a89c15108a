#include "cli/command_line.h"

#include "engine/engines.h"
#include "frontend/compile/compiler_flags.h"
#include "strategy/limit_table.h"
#include "strategy/sketch.h"
#include "util/error.h"
#include "util/suggestion.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>

namespace assay {

namespace {

constexpr std::string_view kFooter = R"(Examples:
  assay x.c                             verify a program: every property
  assay --property no-overflow x.c      one property
  assay run --inputs 5,-1 x.c           execute it on these inputs
  assay test --cover branches x.c       tests, and what they cover
  assay program --dot x.c | dot -Tsvg   draw its automaton
  assay project .                       every function of a project

'assay COMMAND --help' lists the options of a command, with examples.)";

constexpr std::string_view kCheckFooter = R"(Examples:
  assay x.c                             every property, all engines side by side
  assay -p memsafety -t 60 a.c b.c      memory, in two files, for a minute
  assay -p unreach-call.prp -m 32 x.i   a property file, on a 32-bit machine
  assay --target x.c:12 x.c             can line 12 be reached, and how?
  assay --target x.c:12 --target f x.c  the same for a line and a function
  assay --dead-code -t 60 x.c           blocks that no execution reaches
  assay -e kiki --invariants f x.c      one engine, with invariants from f
  assay -q --json r.json x.c            one line, and a report for programs
  assay --all --sarif s.sarif x.c       every violation, for code scanning
  assay --html page.html x.c            a page to step through
  assay -p memsafety --dot h.dot x.c    draw lists and trees at loops
  assay --baseline r.json x.c           only what is new counts
  assay -D N=3 x.c -- -include c.h      flags as for a compiler

Output ends with one line: 'verdict: true', 'verdict: false(PROPERTY)' or
'verdict: unknown (REASON)'. Exit status: 0 true, 1 false, 2 unknown, 64 wrong
usage, 65 bad input, 70 a defect of Assay itself. Of several targets the last line
is 'targets: complete (...)' or 'targets: unknown (...)', and the status 0 if each
is known to be reachable or dead, 2 if not; with --dead-code 1 if one is dead.)";

constexpr std::string_view kRunFooter = R"(Examples:
  assay run --inputs 5,-1,0x10 x.c      these values, one after the other
  assay run --seed 7 --steps 100000 x.c random values, for so many operations
  assay run -p memsafety -i 3 x.c       stop at what violates this property only

Without --inputs, --inputs-file or --seed, the program gets no input: it stops
where it asks for one. Values are decimal, hexadecimal (0x...) or, for floats,
decimal with a point; what else is arbitrary (uninitialised variables, ...) is
zero, or random with --seed. Output ends with one line, 'outcome: ...'. Exit
status: 0 the program ended without a violation, 1 it reached an error location,
2 unknown (something unsupported or undefined, a limit, out of inputs), 64 wrong
usage, 65 bad input, 70 a defect of Assay itself.)";

constexpr std::string_view kProgramFooter = R"(Examples:
  assay program x.c > x.assay           the automaton as text
  assay program --dot x.c | dot -Tsvg   the same, drawn
  assay program --summary x.c           its size, its checks, what is missing

A file that ends in .assay is an automaton in text form, as this command prints
it. Exit status: 0, or 64 wrong usage, 65 bad input, 70 a defect of Assay.)";

constexpr std::string_view kTestFooter = R"(Examples:
  assay test x.c                        every branch, into the folder test-suite
  assay test --cover error -o bug x.c   a test that reaches the error
  assay test --cover statements -t 60 x.c
                                        as many statements as a minute allows

Writes DIR/metadata.xml and DIR/testcase-N.xml in the format of Test-Comp: values
of __VERIFIER_nondet_*() in the order of the calls. What else is arbitrary is
zero in every test, and main has no arguments. The program is then compiled with
coverage counters and run on every test, in a process with limits; the table
shows what the compiler's tool measured, DIR/coverage.html shows it in the
source. Output ends with one line, 'suite: complete (...)' or 'suite: unknown
(REASON)'. Tests are written as they are found and stay, whatever ends the run.
Exit status: 0 complete, 2 unknown, 64 wrong usage, 65 bad input, 70 a defect of
Assay itself, or a test that did not do what was predicted.)";

constexpr std::string_view kReplayFooter = R"(Examples:
  assay --harness bug x.c               writes the folder, if there is a violation
  assay replay bug                      compiles the program with its inputs and
                                        runs it

FILE is a folder that 'assay check --harness DIR' wrote: the program, its inputs as
C and what is expected. It is compiled (with sanitizers where the violation is
one of memory or arithmetic) and run in a process with limits on time, memory,
files and processes. Output ends with one line: 'replay: confirmed (...)',
'replay: not confirmed (...)' or 'replay: not run (...)'. Exit status: 0 the
program fails as predicted, 1 it does not, 2 it could not be run, 64 wrong usage,
65 bad input, 70 a defect of Assay itself.)";

constexpr std::string_view kHarnessFooter = R"(Examples:
  assay harness trim x.c                a program that calls trim, as text
  assay harness trim x.c -o harness.c   the same in a file
  assay harness.c                       which is verified as it is
  assay --entry trim x.c                both at once

The arguments are FUNCTION and the files: the first one that defines it is
included by the harness, others stand beside it on the command line of a compiler
or of Assay. What is assumed of the arguments stands at the top; the macros
ASSAY_STRING, ASSAY_ELEMENTS and ASSAY_DEPTH change sizes (-D ASSAY_STRING=20).
Exit status: 0, or 64 wrong usage, 65 bad input, or a function whose parameters
cannot be made from their types, 70 a defect of Assay.)";

constexpr std::string_view kProjectFooter = R"(Examples:
  assay project build/compile_commands.json
                                        every function of the project
  assay project src                     all C files in a folder
  assay project . --harnesses tests/assay --html project.html
                                        with harnesses of your own, and a page
  assay project . --only 'parse_*' --timeout 60
                                        some functions, a minute each

FILE is a compile_commands.json, or a folder: with a compile_commands.json in it
or in its folder 'build', else all of its C files. Every function with a body is
checked by 'assay check': main as it is, FUNCTION by FOLDER/FUNCTION.c where
--harnesses has that, all others as --entry calls them. What was proved or violated
and has not changed since is not checked again; what is open is. The output is a
table, and ends with one line: 'project: true (...)', 'project: false (...)' or
'project: unknown (...)'. Ctrl-C ends it with the table so far, and the next run
goes on from there. Exit status: 0 every function is proved, 1 one is violated, 2
neither, 64 wrong usage, 65 bad input, 70 a defect of Assay itself.)";

struct CommandInfo {
  const char* name;
  Command command;
  CommandBits bit;
  const char* help;
  std::string_view footer;
};

constexpr std::array<CommandInfo, 7> kCommands = {{
    {"check", Command::Check, kCheck, "Verify a program (the command meant when none is named)", kCheckFooter},
    {"run", Command::Run, kRun, "Execute a program on given inputs", kRunFooter},
    {"program", Command::Program, kProgram, "Show a program's automaton and a summary", kProgramFooter},
    {"test", Command::Test, kTest, "Generate a test suite and measure its coverage", kTestFooter},
    {"replay", Command::Replay, kReplay, "Run the compiled program to a violation that was found", kReplayFooter},
    {"harness", Command::Harness, kHarness, "Write a harness for a function", kHarnessFooter},
    {"project", Command::Project, kProject, "Check every function of a project", kProjectFooter},
}};

/// Rejects what is none of these: "A|B".
std::function<std::string(const std::string&)> isOneOf(const std::string& names) {
  return [choices = CLI::detail::split(names, '|')](const std::string& text) -> std::string {
    if (std::ranges::find(choices, text) != choices.end()) return {};
    return "not one of " + CLI::detail::join(choices, ", ") + ": " + text + suggestionFor(text, choices);
  };
}

/// Declares the options of one command to CLI11.
class Declare {
public:
  Declare(CLI::App& app, CommandBits command, std::chrono::milliseconds& roundedUp)
      : app_(app), command_(command), roundedUp_(roundedUp) {}

  void flag(const OptionInfo& info, bool& member) {
    if (takes(info)) app_.add_flag(info.names, member, info.help);
  }
  template <class Number> // uint64_t or an optional one
  void number(const OptionInfo& info, Number& member, uint64_t smallest, uint64_t largest) {
    if (!takes(info)) return;
    if constexpr (std::is_same_v<Number, uint64_t>)
      if (std::string_view(info.value) == "S" && command_ != kProject) return duration(info, member, largest);
    // CLI11 would take "-1" for a large number.
    auto inRange = [=](const std::string& text) -> std::string {
      uint64_t value = 0;
      const char* end = text.data() + text.size();
      auto [stop, error] = std::from_chars(text.data(), end, value);
      if (error == std::errc() && stop == end && value >= smallest && value <= largest) return {};
      return "not a number from " + std::to_string(smallest) + " to " + std::to_string(largest) + ": " + text;
    };
    CLI::Option* option = app_.add_option(info.names, member, info.help)->type_name(info.value)->check(inRange);
    if constexpr (std::is_same_v<Number, uint64_t>) option->capture_default_str();
  }
  template <class Choice>
  void choice(const OptionInfo& info, Choice& member) {
    if (!takes(info)) return;
    const auto choose = [&member](const std::string& name) { member = choiceByName<Choice>(name).value(); };
    app_.add_option_function<std::string>(info.names, choose, info.help)
        ->type_name(info.value)
        ->default_str(std::string(choiceName(member)))
        ->check(isOneOf(info.value));
  }
  void engine(const OptionInfo& info, std::string& member) {
    if (!takes(info)) return;
    std::string all = info.value;
    for (std::string_view name : engineNames()) all.append("|").append(name);
    all.append("|").append(kSketch);
    app_.add_option(info.names, member, info.help)->type_name(all)->capture_default_str()->check(isOneOf(all));
  }
  void text(const OptionInfo& info, std::string& member) {
    if (takes(info)) app_.add_option(info.names, member, info.help)->type_name(info.value)->capture_default_str();
  }
  void list(const OptionInfo& info, std::vector<std::string>& member) {
    if (takes(info)) app_.add_option(info.names, member, info.help)->type_name(info.value)->allow_extra_args(false);
  }

private:
  bool takes(const OptionInfo& info) const { return (info.commands & command_) != 0; }
  /// Seconds, with a fraction or without.
  void duration(const OptionInfo& info, uint64_t& member, uint64_t largest) {
    const auto take = [this, largest, &member](const std::string& text) {
      double seconds = 0;
      const char* end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
      if (error != std::errc() || stop != end || !(seconds >= 0 && seconds <= static_cast<double>(largest)))
        throw CLI::ValidationError("--timeout",
                                   "not a number of seconds up to " + std::to_string(largest) + ": " + text);
      const std::chrono::milliseconds whole(static_cast<int64_t>(std::ceil(seconds * 1000)));
      const auto rounded = std::chrono::ceil<std::chrono::seconds>(whole);
      member = static_cast<uint64_t>(rounded.count());
      roundedUp_ = rounded - whole;
    };
    app_.add_option_function<std::string>(info.names, take, info.help)->type_name(info.value)->default_str("0");
  }

  CLI::App& app_;
  CommandBits command_;
  std::chrono::milliseconds& roundedUp_;
};

/// Flags as compilers take them that are no options here as well.
bool isForClang(const std::string& argument) {
  const bool isOption = argument.starts_with("-D") || argument.starts_with("-I") || argument.starts_with("-std=") ||
                        argument == "-m" || argument == "-m32" || argument == "-m64";
  return !isOption && isCompilerFlag(argument);
}

/// Hands over what is for clang: flags, and all that stands behind `--`.
void moveFlags(std::vector<std::string>& arguments) {
  const auto rest = std::ranges::find(arguments, "--");
  std::vector<std::string> flags, others;
  for (auto it = arguments.begin(); it != rest; ++it) {
    const bool isFlag = isForClang(*it);
    const bool hasValue = isFlag && isValueNext(*it) && it + 1 != rest;
    (isFlag ? flags : others).push_back(*it);
    if (hasValue) flags.push_back(*++it);
  }
  if (rest != arguments.end()) flags.insert(flags.end(), rest + 1, arguments.end());
  for (const std::string& flag : flags) others.push_back("--compiler-flag=" + flag);
  arguments = std::move(others);
}

/// What users write as they do to a compiler (-std=c99), and a command line that names no command.
void normalise(std::vector<std::string>& arguments) {
  if (arguments.front() != "replay") moveFlags(arguments);
  for (std::string& argument : arguments) {
    if (argument.starts_with("-std=")) argument.insert(0, "-");
  }
  std::vector<std::string> names;
  for (const CommandInfo& command : kCommands) names.emplace_back(command.name);
  const auto isName = [&](const std::string& word) { return std::ranges::find(names, word) != names.end(); };
  if (isName(arguments.front()) || std::filesystem::exists(arguments.front())) {
    if (!isName(arguments.front())) arguments.insert(arguments.begin(), "check");
    return;
  }
  if (arguments.front() == "help") {
    arguments =
        arguments.size() == 1 ? std::vector<std::string>{"--help"} : std::vector{arguments[1], std::string("--help")};
    if (arguments.size() == 2 && !isName(arguments[0]))
      throw UsageError("there is no command '" + arguments[0] + "'" + suggestionFor(arguments[0], names));
  }
  if (arguments.front() == "version") arguments = {"--version"};
  const std::string& first = arguments.front();
  names.insert(names.end(), {"help", "version"});
  const bool isWord = std::ranges::all_of(first, [](unsigned char c) { return std::isalpha(c) != 0; });
  if (isWord && !isName(first))
    if (const std::string meant = suggestionFor(first, names); !meant.empty())
      throw UsageError("there is neither a command nor a file '" + first + "'" + meant);
  if (!isName(first) && first != "--help" && first != "-h" && first != "--version")
    arguments.insert(arguments.begin(), "check");
}

/// The first argument that looks like an option of the command and is none, and what may have been meant.
std::string unknownOption(const CLI::App& command, const std::vector<std::string>& arguments) {
  std::vector<std::string> names = {"--help"};
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (!name.starts_with("--") || std::ranges::find(names, name) != names.end()) continue;
    return "there is no option " + name + suggestionFor(name, names);
  }
  return {};
}

} // namespace

CommandLine parseCommandLine(std::vector<std::string> arguments) {
  if (arguments.empty()) throw UsageError("no file given; 'assay --help' shows what there is");
  // Limits are for experiments: the help does not show this.
  if (arguments.front() == "--limits") return {.command = Command::ShowText, .options = {}, .text = limitTable({})};
  normalise(arguments);

  CommandLine result;
  CLI::App app("Assay: a verifier for C programs", "assay");
  app.set_version_flag("--version", "assay " ASSAY_VERSION, "Print the version");
  app.set_help_flag("-h,--help", "Print this help");
  app.footer(std::string(kFooter));
  app.require_subcommand(1);
  for (const CommandInfo& info : kCommands) {
    CLI::App* sub = app.add_subcommand(info.name, info.help);
    sub->set_help_flag("-h,--help", "Print this help");
    sub->footer(std::string(info.footer));
    sub->add_option("FILE", result.options.files,
                    info.command == Command::Harness   ? "a function's name, and C files (.c, .i)"
                    : info.command == Command::Project ? "a compile_commands.json, or a folder"
                                                       : "C (.c, .i), LLVM (.bc, .ll) or an automaton (.assay)")
        ->required()
        ->type_name("");
    visitOptions(result.options, Declare(*sub, info.bit, result.roundedUp));
  }

  const std::vector<std::string> given = arguments;
  try {
    std::ranges::reverse(arguments); // as CLI11 wants them
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    result.command = Command::ShowText;
    for (const CLI::App* sub : app.get_subcommands()) result.text = sub->help(app.get_name());
    if (result.text.empty()) result.text = app.help();
    return result;
  } catch (const CLI::CallForVersion& version) {
    result.command = Command::ShowText;
    result.text = std::string(version.what()) + "\n";
    return result;
  } catch (const CLI::ParseError& error) {
    const bool isOfCommand = std::ranges::find_if(kCommands, [&](const CommandInfo& c) {
                               return c.name == given.front();
                             }) != kCommands.end();
    const std::string unknown = isOfCommand ? unknownOption(*app.get_subcommand(given.front()), given) : "";
    throw UsageError(unknown.empty() ? error.what() : unknown);
  }
  for (const CommandInfo& info : kCommands) {
    if (app.got_subcommand(info.name)) result.command = info.command;
  }
  checkLimits(result.options);
  return result;
}

} // namespace assay
