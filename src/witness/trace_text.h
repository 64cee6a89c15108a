// Diagnostics and traces for people, in the manner of a compiler: the place, the message, the line and a caret.
#pragma once

#include "witness/trace.h"

#include <iosfwd>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

/// Lines of the user's files, read when they are first asked for.
class SourceLines {
public:
  using Texts = std::map<std::string, std::string>;
  /// `made`: files that are on no disk.
  explicit SourceLines(const Program& program, Texts made = {}) : program_(program), made_(std::move(made)) {}
  /// Empty if the file cannot be read or has no such line.
  std::string_view line(SourcePosition position);

private:
  const Program& program_;
  Texts made_;
  std::unordered_map<uint32_t, std::vector<std::string>> files_;
};

struct TextStyle {
  bool colour = false;
  bool isFull = false;          // every step of a trace, however many there are
  SourceLines::Texts made = {}; // files that are on no disk
};

class TraceText {
public:
  TraceText(const Program& program, std::ostream& out, TextStyle style)
      : program_(program), lines_(program, style.made), out_(out), style_(std::move(style)) {}

  /// `kind` is "error", "warning" or "note".
  void diagnostic(SourcePosition position, std::string_view kind, std::string_view message);
  /// Which block leaks.
  void leak(const TraceLeak& leak);
  /// The access of the other thread.
  void freed(const TraceFreed& block);
  void race(const TraceRace& race);
  /// What the threads of a deadlock wait for.
  void waits(const std::vector<ThreadWait>& waits);
  /// `fromHere` stands where the part that is done for ever begins.
  void trace(const Trace& trace, const std::string& fromHere = "from here it repeats");

private:
  void step(const TraceStep& step);
  /// Where the execution is, if the last step was elsewhere.
  void heading(const TraceStep& step, const std::string& indentation);
  /// What becomes of threads at this step.
  void threads(const TraceStep& step, const std::string& indentation);
  void folded(size_t steps);
  /// The text in a colour, if there are colours.
  std::string painted(std::string_view text, std::string_view code) const;
  static std::string margin(std::string_view text);

  const Program& program_;
  SourceLines lines_;
  std::ostream& out_;
  TextStyle style_;
  struct Place {
    FunctionId function; // that the last step was in
    uint32_t depth = 0;
  };
  std::map<uint32_t, Place> places_; // by thread
  std::optional<uint32_t> thread_;   // of the last step
  bool hasThreads_ = false;
};

} // namespace assay
