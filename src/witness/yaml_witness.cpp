#include "witness/yaml_witness.h"

#include "witness/loop_keyword.h"

#include <yaml-cpp/yaml.h>

namespace assay {

namespace {

void emitMetadata(YAML::Emitter& out, const WitnessTask& task, const char* version) {
  out << YAML::Key << "metadata" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "format_version" << YAML::Value << YAML::DoubleQuoted << version;
  out << YAML::Key << "uuid" << YAML::Value << YAML::DoubleQuoted << randomUuid();
  out << YAML::Key << "creation_time" << YAML::Value << YAML::DoubleQuoted << timeNow();
  out << YAML::Key << "producer" << YAML::Value << YAML::BeginMap << YAML::Key << "name" << YAML::Value
      << YAML::DoubleQuoted << "Assay" << YAML::Key << "version" << YAML::Value << YAML::DoubleQuoted << task.version
      << YAML::EndMap;
  out << YAML::Key << "task" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "input_files" << YAML::Value << YAML::BeginSeq;
  for (const std::string& file : task.files) out << YAML::DoubleQuoted << file;
  out << YAML::EndSeq << YAML::Key << "input_file_hashes" << YAML::Value << YAML::BeginMap;
  for (const std::string& file : task.files)
    out << YAML::Key << YAML::DoubleQuoted << file << YAML::Value << YAML::DoubleQuoted << hashOfFile(file);
  out << YAML::EndMap;
  out << YAML::Key << "specification" << YAML::Value << YAML::DoubleQuoted << task.specification;
  out << YAML::Key << "data_model" << YAML::Value << (task.dataModel == 32 ? "ILP32" : "LP64");
  out << YAML::Key << "language" << YAML::Value << "C";
  out << YAML::EndMap << YAML::EndMap;
}

void emitLocation(YAML::Emitter& out, const Program& program, const WitnessTask& task, SourcePosition position) {
  out << YAML::Key << "location" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "file_name" << YAML::Value << YAML::DoubleQuoted << userFile(task, program.files[position.file]);
  out << YAML::Key << "line" << YAML::Value << position.line;
  if (position.column != 0) out << YAML::Key << "column" << YAML::Value << position.column;
  out << YAML::EndMap;
}

void emitConstraint(YAML::Emitter& out, const std::string& value, const char* format) {
  out << YAML::Key << "constraint" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "value" << YAML::Value << YAML::DoubleQuoted << value;
  out << YAML::Key << "format" << YAML::Value << format << YAML::EndMap;
}

template <class Rest>
void emitWaypoint(YAML::Emitter& out, const Program& program, const WitnessTask& task, const char* type,
                  SourcePosition position, Rest rest) {
  out << YAML::BeginMap << YAML::Key << "waypoint" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "type" << YAML::Value << type << YAML::Key << "action" << YAML::Value << "follow";
  emitLocation(out, program, task, position);
  rest();
  out << YAML::EndMap << YAML::EndMap;
}

template <class Waypoints>
void emitSegmentOf(YAML::Emitter& out, Waypoints waypoints) {
  out << YAML::BeginMap << YAML::Key << "segment" << YAML::Value << YAML::BeginSeq;
  waypoints();
  out << YAML::EndSeq << YAML::EndMap;
}

/// A segment with one waypoint.
template <class Rest>
void emitSegment(YAML::Emitter& out, const Program& program, const WitnessTask& task, const char* type,
                 SourcePosition position, Rest rest) {
  emitSegmentOf(out, [&] { emitWaypoint(out, program, task, type, position, rest); });
}

void emitThread(YAML::Emitter& out, uint32_t thread) { out << YAML::Key << "thread_id" << YAML::Value << thread; }

/// The closing parenthesis of the call that begins there; unknown if the line does not show it.
SourcePosition endOfCall(SourceLines& lines, SourcePosition position, const std::string& name) {
  const std::string_view line = lines.line(position);
  if (position.column == 0 || position.column > line.size()) return {};
  const size_t begin = line.find(name, position.column - 1);
  const size_t end = begin == std::string_view::npos ? begin : line.find(')', begin + name.size());
  if (end == std::string_view::npos) return {};
  return {position.file, position.line, static_cast<uint32_t>(end + 1)};
}

/// The same of a call with arguments.
SourcePosition endOfArguments(SourceLines& lines, SourcePosition position) {
  const std::string_view line = lines.line(position);
  if (position.column == 0) return {};
  size_t depth = 0;
  for (size_t i = position.column - 1; i < line.size(); ++i) {
    if (line[i] == '(') ++depth;
    if (line[i] == ')' && (depth == 0 || --depth == 0))
      return {position.file, position.line, static_cast<uint32_t>(i + 1)};
  }
  return {};
}

void emitHead(YAML::Emitter& out, const char* type, const WitnessTask& task, const char* version = "2.0") {
  out << YAML::BeginSeq << YAML::BeginMap << YAML::Key << "entry_type" << YAML::Value << type;
  emitMetadata(out, task, version);
  out << YAML::Key << "content" << YAML::Value << YAML::BeginSeq;
}

std::string finished(YAML::Emitter& out) {
  out << YAML::EndSeq << YAML::EndMap << YAML::EndSeq;
  return std::string(out.c_str(), out.size()) + "\n";
}

} // namespace

std::string correctnessWitness(const Program& program, const Result& result, const WitnessTask& task) {
  YAML::Emitter out;
  emitHead(out, "invariant_set", task);
  SourceLines lines(program);
  for (const Assertion& invariant : result.invariants) {
    const SourcePosition position = loopKeyword(lines, invariant.position);
    if (!position.known()) continue; // a proof with fewer hints is a proof all the same
    out << YAML::BeginMap << YAML::Key << "invariant" << YAML::Value << YAML::BeginMap;
    out << YAML::Key << "type" << YAML::Value << "loop_invariant";
    emitLocation(out, program, task, position);
    out << YAML::Key << "value" << YAML::Value << YAML::DoubleQuoted << invariant.text;
    out << YAML::Key << "format" << YAML::Value << "c_expression" << YAML::EndMap << YAML::EndMap;
  }
  return finished(out);
}

namespace {

/// What an input function returned, where a witness can say it; `more` belongs to the waypoint, too.
template <class More>
void emitInput(YAML::Emitter& out, const Program& program, const WitnessTask& task, SourceLines& lines,
               const RecordingInputs::Entry& input, More more) {
  if (!isNondetFunction(input.name)) return;
  const SourcePosition position = endOfCall(lines, input.position, input.name);
  if (!position.known()) return;
  const std::string condition = resultCondition(nondetFunction(input.name, input.value.width()), input.value);
  if (condition.empty()) return;
  emitSegment(out, program, task, "function_return", position, [&] {
    emitConstraint(out, condition, "ext_c_expression");
    more();
  });
}

/// What input functions returned, and where that leads.
std::string sequence(const Program& program, std::span<const RecordingInputs::Entry> inputs, SourcePosition target,
                     const WitnessTask& task) {
  YAML::Emitter out;
  SourceLines lines(program);
  emitHead(out, "violation_sequence", task);
  for (const RecordingInputs::Entry& input : inputs) emitInput(out, program, task, lines, input, [] {});
  emitSegment(out, program, task, "target", target, [] {});
  return finished(out);
}

void emitEvent(YAML::Emitter& out, const Program& program, const WitnessTask& task, SourceLines& lines,
               const ScheduleEvent& event) {
  const auto thread = [&] { emitThread(out, event.thread); };
  if (event.kind == ScheduleEvent::Input) {
    emitInput(out, program, task, lines, *event.input, thread);
    return;
  }
  const bool isCreation = event.kind == ScheduleEvent::Creation;
  const SourcePosition end = isCreation ? endOfArguments(lines, event.position) : SourcePosition();
  if (end.known()) {
    emitSegment(out, program, task, "function_enter", end, thread);
    return;
  }
  // The thread comes to the line. Accesses have columns inside of the statement, so it goes without.
  emitSegment(out, program, task, "assumption", {event.position.file, event.position.line, 0}, [&] {
    emitConstraint(out, "1", "c_expression");
    thread();
  });
}

std::string scheduledSequence(const Program& program, const ThreadSchedule& schedule, SourcePosition target,
                              const WitnessTask& task) {
  YAML::Emitter out;
  SourceLines lines(program);
  emitHead(out, "violation_sequence", task, "2.2");
  for (const ScheduleEvent& event : schedule.events) emitEvent(out, program, task, lines, event);
  emitSegmentOf(out, [&] {
    emitWaypoint(out, program, task, "target", target, [&] { emitThread(out, schedule.violator); });
    if (schedule.rival)
      emitWaypoint(out, program, task, "target", schedule.rival->position,
                   [&] { emitThread(out, schedule.rival->thread); });
  });
  return finished(out);
}

} // namespace

std::string violationWitness(const Program& program, const Replay& replayed, const WitnessTask& task,
                             const ThreadSchedule* schedule) {
  if (schedule) return scheduledSequence(program, *schedule, replayed.outcome.position, task);
  return sequence(program, replayed.inputs, replayed.outcome.position, task);
}

std::string lassoWitness(const Program& program, const LoopResult& loop, std::span<const RecordingInputs::Entry> inputs,
                         const WitnessTask& task) {
  SourceLines lines(program);
  const SourcePosition keyword = loopKeyword(lines, loop.position);
  return sequence(program, inputs, keyword.known() ? keyword : loop.position, task);
}

} // namespace assay
