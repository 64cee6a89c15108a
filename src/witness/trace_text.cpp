#include "witness/trace_text.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <sstream>
#include <utility>

namespace assay {

namespace {

constexpr std::string_view kBold = "1", kRed = "1;31", kMagenta = "1;35", kCyan = "1;36", kGreen = "1;32";
constexpr size_t kMargin = 7;

std::string_view withoutIndentation(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

/// Of a long trace, what matters most: what came from outside, the calls that lead to its end, and how it ends. Which
/// steps are shown.
std::vector<bool> stepsThatMatter(const Trace& trace) {
  constexpr size_t kShort = 100, kLast = 40, kInputs = 20;
  const std::vector<TraceStep>& steps = trace.steps;
  if (steps.size() <= kShort) return std::vector<bool>(steps.size(), true);
  std::vector<bool> result(steps.size());
  std::map<uint32_t, uint32_t> depths; // by thread: calls above this one have returned before the end
  for (size_t i = steps.size(); i-- > 0;) {
    const bool isLast = i + kLast >= steps.size() || (trace.repeatsFrom && i >= *trace.repeatsFrom);
    uint32_t& depth = depths.try_emplace(steps[i].thread, UINT32_MAX).first->second;
    const bool isCall = steps[i].depth < depth;
    depth = std::min(depth, steps[i].depth);
    result[i] = isLast || isCall || steps[i].creation || steps[i].wait || steps[i].endsThread;
  }
  for (size_t i = 0; i < steps.size(); ++i)
    if (!steps[i].lost.empty()) result[i] = true;
  size_t numInputs = 0;
  for (size_t i = 0; i < steps.size() && numInputs < kInputs; ++i) {
    const bool hasInput =
        std::ranges::any_of(steps[i].changes, [](const TraceChange& change) { return change.isInput; });
    if (!hasInput) continue;
    result[i] = true;
    ++numInputs;
  }
  return result;
}

} // namespace

std::string_view SourceLines::line(SourcePosition position) {
  if (!position.known() || position.file >= program_.files.size()) return {};
  auto [entry, isNew] = files_.try_emplace(position.file);
  if (isNew) {
    std::ifstream file;
    std::istringstream made;
    const std::string& name = program_.files[position.file];
    const auto text = made_.find(name);
    const bool isMade = text != made_.end();
    if (isMade)
      made.str(text->second);
    else
      file.open(name);
    std::istream& in = isMade ? static_cast<std::istream&>(made) : file;
    for (std::string line; std::getline(in, line);) entry->second.push_back(std::move(line));
  }
  const std::vector<std::string>& lines = entry->second;
  return position.line <= lines.size() ? std::string_view(lines[position.line - 1]) : std::string_view();
}

std::string TraceText::painted(std::string_view text, std::string_view code) const {
  if (!style_.colour) return std::string(text);
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

std::string TraceText::margin(std::string_view text) {
  return std::string(kMargin - std::min(kMargin, text.size()), ' ') + std::string(text) + " | ";
}

void TraceText::diagnostic(SourcePosition position, std::string_view kind, std::string_view message) {
  if (position.known()) out_ << painted(program_.files.format(position) + ":", kBold) << " ";
  out_ << painted(std::string(kind) + ":", kind == "error"     ? kRed
                                           : kind == "warning" ? kMagenta
                                                               : kCyan)
       << " " << message << "\n";
  const std::string_view line = lines_.line(position);
  if (line.empty()) return;
  out_ << margin(std::to_string(position.line)) << line << "\n";
  if (position.column == 0 || position.column > line.size()) return;
  std::string indentation(line.substr(0, position.column - 1)); // tabs stay, so that the caret stands where it should
  for (char& c : indentation)
    if (c != '\t') c = ' ';
  out_ << margin("") << indentation << painted("^", kGreen) << "\n";
}

void TraceText::heading(const TraceStep& step, const std::string& indentation) {
  Place& last = places_[step.thread];
  const bool isSwitch = hasThreads_ && thread_ != step.thread;
  if (!isSwitch && step.function == last.function && step.depth == last.depth) return;
  const bool returned = last.function.valid() && step.depth < last.depth;
  out_ << std::string(kMargin + 1, ' ');
  if (isSwitch)
    out_ << painted("thread " + std::to_string(step.thread), kMagenta) << (last.function.valid() ? " goes on " : " ");
  else
    out_ << indentation;
  out_ << (returned ? "back in " : "in ") << painted(program_[step.function].name, kBold) << " ("
       << program_.files[step.position.file] << ")\n";
  last = {step.function, step.depth};
  thread_ = step.thread;
}

void TraceText::threads(const TraceStep& step, const std::string& indentation) {
  const auto tell = [&](const std::string& text) {
    out_ << margin("") << indentation << "    " << painted(text, kMagenta) << "\n";
  };
  const std::string self = "thread " + std::to_string(step.thread);
  if (step.creation)
    tell(self + " creates thread " + std::to_string(step.creation->thread) +
         (step.creation->function.empty() ? "" : ", which runs " + step.creation->function));
  if (step.wait) tell(self + " " + step.wait->text());
  if (step.endsThread) tell(self + " ends");
}

void TraceText::step(const TraceStep& step) {
  const std::string indentation(2 * std::min<uint32_t>(step.depth, 20), ' ');
  heading(step, indentation);
  if (step.roundsLeftOut) {
    out_ << margin("...") << indentation << step.roundsLeftOut << " more iteration"
         << (step.roundsLeftOut > 1 ? "s" : "") << "\n";
    return;
  }
  std::string place = std::to_string(step.position.line);
  if (step.position.column != 0) place += ":" + std::to_string(step.position.column);
  out_ << margin(place) << indentation << withoutIndentation(lines_.line(step.position)) << "\n";
  for (const TraceRead& read : step.reads)
    out_ << margin("") << indentation << "    " << read.name << " is " << read.value << "\n";
  for (const TraceRead& read : step.neverWritten)
    out_ << margin("") << indentation << "    " << read.name << " is " << read.value << ", which was never written\n";
  for (const TraceChange& change : step.changes) {
    std::string remark = change.type;
    if (change.isInput)
      remark += std::string(remark.empty() ? "" : ", ") + (change.isUninitialised ? "uninitialised" : "input");
    out_ << margin("") << indentation << "    " << painted(change.name + " = " + change.value, kCyan)
         << (remark.empty() ? "" : " (" + remark + ")") << "\n";
    if (!change.list.empty())
      out_ << margin("") << indentation << "    " << change.name << " -> " << change.list << "\n";
  }
  if (!step.lost.empty())
    out_ << margin("") << indentation << "    " << painted("nothing points to " + step.lost + " any more", kRed)
         << "\n";
  threads(step, indentation);
}

void TraceText::leak(const TraceLeak& leak) {
  if (leak.lost.known() && leak.lost != leak.block.position)
    diagnostic(leak.lost, "note", "after this, nothing points to " + leak.name + " any more");
}

void TraceText::freed(const TraceFreed& block) { diagnostic(block.position, "note", block.name + " is freed here"); }

void TraceText::race(const TraceRace& race) {
  const std::string object = race.object.empty() ? "this memory" : race.object;
  diagnostic(race.second.position, "note",
             "thread " + std::to_string(race.second.thread) + " is about to " +
                 (race.second.isWrite ? "write " : "read ") + object + (race.second.isAtomic ? " (atomically)" : "") +
                 " here");
}

void TraceText::waits(const std::vector<ThreadWait>& waits) {
  for (const ThreadWait& wait : waits)
    diagnostic(wait.position, "note", "thread " + std::to_string(wait.thread) + " " + wait.text());
}

void TraceText::folded(size_t steps) {
  out_ << margin("...") << steps << " more step" << (steps == 1 ? "" : "s") << " (--trace full shows them)\n";
}

void TraceText::trace(const Trace& trace, const std::string& fromHere) {
  hasThreads_ = trace.hasThreads;
  const std::vector<bool> isShown =
      style_.isFull ? std::vector<bool>(trace.steps.size(), true) : stepsThatMatter(trace);
  size_t numFolded = 0;
  for (size_t i = 0; i < trace.steps.size(); ++i) {
    if (!isShown[i]) {
      ++numFolded;
      continue;
    }
    if (numFolded != 0) folded(std::exchange(numFolded, 0));
    if (trace.stepsLeftOut && i == trace.leftOutAt) out_ << margin("...") << trace.stepsLeftOut << " more steps\n";
    if (trace.repeatsFrom == i) out_ << margin("") << fromHere << ":\n";
    step(trace.steps[i]);
  }
  if (trace.repeatsFrom == trace.steps.size()) out_ << margin("") << fromHere << ", and nothing changes\n";
}

} // namespace assay
