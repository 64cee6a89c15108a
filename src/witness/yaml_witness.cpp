#include "witness/yaml_witness.h"

#include "witness/loop_keyword.h"

#include <yaml-cpp/yaml.h>

namespace assay {

namespace {

void emitMetadata(YAML::Emitter& out, const WitnessTask& task) {
  out << YAML::Key << "metadata" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "format_version" << YAML::Value << YAML::DoubleQuoted << "2.0";
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

/// A segment with one waypoint.
template <class Rest>
void emitSegment(YAML::Emitter& out, const Program& program, const WitnessTask& task, const char* type,
                 SourcePosition position, Rest rest) {
  out << YAML::BeginMap << YAML::Key << "segment" << YAML::Value << YAML::BeginSeq << YAML::BeginMap;
  out << YAML::Key << "waypoint" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "type" << YAML::Value << type << YAML::Key << "action" << YAML::Value << "follow";
  emitLocation(out, program, task, position);
  rest();
  out << YAML::EndMap << YAML::EndMap << YAML::EndSeq << YAML::EndMap;
}

/// The closing parenthesis of the call that begins there; unknown if the line does not show it.
SourcePosition endOfCall(SourceLines& lines, SourcePosition position, const std::string& name) {
  const std::string_view line = lines.line(position);
  if (position.column == 0 || position.column > line.size()) return {};
  const size_t begin = line.find(name, position.column - 1);
  const size_t end = begin == std::string_view::npos ? begin : line.find(')', begin + name.size());
  if (end == std::string_view::npos) return {};
  return {position.file, position.line, static_cast<uint32_t>(end + 1)};
}

void emitHead(YAML::Emitter& out, const char* type, const WitnessTask& task) {
  out << YAML::BeginSeq << YAML::BeginMap << YAML::Key << "entry_type" << YAML::Value << type;
  emitMetadata(out, task);
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

/// What input functions returned, and where that leads.
std::string sequence(const Program& program, std::span<const RecordingInputs::Entry> inputs, SourcePosition target,
                     const WitnessTask& task) {
  YAML::Emitter out;
  SourceLines lines(program);
  emitHead(out, "violation_sequence", task);
  for (const RecordingInputs::Entry& input : inputs) {
    if (!isNondetFunction(input.name)) continue;
    const SourcePosition position = endOfCall(lines, input.position, input.name);
    if (!position.known()) continue;
    const std::string condition = resultCondition(nondetFunction(input.name, input.value.width()), input.value);
    if (condition.empty()) continue;
    emitSegment(out, program, task, "function_return", position,
                [&] { emitConstraint(out, condition, "ext_c_expression"); });
  }
  emitSegment(out, program, task, "target", target, [] {});
  return finished(out);
}

} // namespace

std::string violationWitness(const Program& program, const Replay& replayed, const WitnessTask& task) {
  return sequence(program, replayed.inputs, replayed.outcome.position, task);
}

std::string lassoWitness(const Program& program, const LoopResult& loop, std::span<const RecordingInputs::Entry> inputs,
                         const WitnessTask& task) {
  SourceLines lines(program);
  const SourcePosition keyword = loopKeyword(lines, loop.position);
  return sequence(program, inputs, keyword.known() ? keyword : loop.position, task);
}

} // namespace assay
