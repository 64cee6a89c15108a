#include "witness/graphml_witness.h"

#include "witness/loop_keyword.h"

#include <pugixml.hpp>

#include <algorithm>
#include <map>
#include <sstream>
#include <vector>

namespace assay {

namespace {

/// A kind of data that elements may have.
struct Key {
  const char* id;
  const char* name;
  const char* type;
  const char* element; // that it belongs to
  const char* byDefault;
};

constexpr Key kKeys[] = {
    {"witness-type", "witness-type", "string", "graph", nullptr},
    {"sourcecodelang", "sourcecodelang", "string", "graph", nullptr},
    {"producer", "producer", "string", "graph", nullptr},
    {"specification", "specification", "string", "graph", nullptr},
    {"programfile", "programFile", "string", "graph", nullptr},
    {"programhash", "programHash", "string", "graph", nullptr},
    {"architecture", "architecture", "string", "graph", nullptr},
    {"creationtime", "creationTime", "string", "graph", nullptr},
    {"entry", "isEntryNode", "boolean", "node", "false"},
    {"violation", "isViolationNode", "boolean", "node", "false"},
    {"cyclehead", "isCycleHead", "boolean", "node", "false"},
    {"invariant", "invariant", "string", "node", nullptr},
    {"invariant.scope", "invariant.scope", "string", "node", nullptr},
    {"originfile", "originFileName", "string", "edge", nullptr},
    {"startline", "startline", "int", "edge", nullptr},
    {"enterLoopHead", "enterLoopHead", "boolean", "edge", "false"},
    {"assumption", "assumption", "string", "edge", nullptr},
    {"assumption.scope", "assumption.scope", "string", "edge", nullptr},
    {"assumption.resultfunction", "assumption.resultfunction", "string", "edge", nullptr},
};

/// Of programs with threads.
constexpr Key kThreadKeys[] = {
    {"threadId", "threadId", "string", "edge", nullptr},
    {"createThread", "createThread", "string", "edge", nullptr},
    {"enterFunction", "enterFunction", "string", "edge", nullptr},
};

class Automaton {
public:
  Automaton(const Program& program, const WitnessTask& task, const char* type, bool hasThreads = false)
      : program_(program), task_(task) {
    pugi::xml_node declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    pugi::xml_node root = document_.append_child("graphml");
    root.append_attribute("xmlns") = "http://graphml.graphdrawing.org/xmlns";
    root.append_attribute("xmlns:xsi") = "http://www.w3.org/2001/XMLSchema-instance";
    for (const Key& key : kKeys) declare(root, key);
    if (hasThreads)
      for (const Key& key : kThreadKeys) declare(root, key);
    graph_ = root.append_child("graph");
    graph_.append_attribute("edgedefault") = "directed";
    data(graph_, "witness-type", type);
    data(graph_, "sourcecodelang", "C");
    data(graph_, "producer", "Assay " + task.version);
    data(graph_, "specification", task.specification);
    for (const std::string& file : task.files) data(graph_, "programfile", file);
    for (const std::string& file : task.files) data(graph_, "programhash", hashOfFile(file));
    data(graph_, "architecture", task.dataModel == 32 ? "32bit" : "64bit");
    data(graph_, "creationtime", timeNow());
  }

  static void data(pugi::xml_node element, const char* key, const std::string& value) {
    pugi::xml_node child = element.append_child("data");
    child.append_attribute("key") = key;
    child.text().set(value.c_str());
  }

  /// Nodes are numbered from 0, which is the entry.
  pugi::xml_node addNode() {
    pugi::xml_node node = graph_.append_child("node");
    node.append_attribute("id") = name(numNodes_).c_str();
    if (numNodes_++ == 0) data(node, "entry", "true");
    return node;
  }
  pugi::xml_node addEdge(size_t source, size_t target, SourcePosition position) {
    pugi::xml_node edge = graph_.append_child("edge");
    edge.append_attribute("source") = name(source).c_str();
    edge.append_attribute("target") = name(target).c_str();
    if (!position.known()) return edge;
    data(edge, "originfile", userFile(task_, program_.files[position.file]));
    data(edge, "startline", std::to_string(position.line));
    return edge;
  }
  size_t numNodes() const { return numNodes_; }

  std::string text() const {
    std::ostringstream out;
    document_.save(out, " ");
    return out.str();
  }

private:
  static std::string name(size_t node) { return "N" + std::to_string(node); }
  static void declare(pugi::xml_node root, const Key& key) {
    pugi::xml_node node = root.append_child("key");
    node.append_attribute("id") = key.id;
    node.append_attribute("attr.name") = key.name;
    node.append_attribute("attr.type") = key.type;
    node.append_attribute("for") = key.element;
    if (key.byDefault != nullptr) node.append_child("default").text().set(key.byDefault);
  }

  const Program& program_;
  const WitnessTask& task_;
  pugi::xml_document document_;
  pugi::xml_node graph_;
  size_t numNodes_ = 0;
};

} // namespace

std::string graphmlCorrectnessWitness(const Program& program, const Result& result, const WitnessTask& task) {
  Automaton automaton(program, task, "correctness_witness");
  const FunctionNames functions(program);
  struct LoopState {
    std::string invariant; // all of the loop in one
    std::string function;
  };
  std::map<SourcePosition, LoopState> loops;
  SourceLines lines(program);
  for (const Assertion& invariant : result.invariants) {
    const SourcePosition keyword = loopKeyword(lines, invariant.position);
    LoopState& loop = loops[keyword.known() ? keyword : invariant.position];
    loop.function = functions.at(invariant.position);
    std::string& all = loop.invariant;
    all += (all.empty() ? "(" : " && (") + invariant.text + ")";
  }
  automaton.addNode();
  for (const auto& [position, loop] : loops) {
    pugi::xml_node node = automaton.addNode();
    Automaton::data(node, "invariant", loop.invariant);
    if (!loop.function.empty()) Automaton::data(node, "invariant.scope", loop.function);
  }
  for (size_t source = 0; source < automaton.numNodes(); ++source) {
    size_t target = 0;
    for (const auto& [position, loop] : loops)
      Automaton::data(automaton.addEdge(source, ++target, position), "enterLoopHead", "true");
  }
  return automaton.text();
}

namespace {

/// What an input function returned, where a witness can say it.
struct ReturnStep {
  const RecordingInputs::Entry* input;
  std::string condition;
};

std::vector<ReturnStep> returnSteps(std::span<const RecordingInputs::Entry> inputs) {
  std::vector<ReturnStep> steps;
  for (const RecordingInputs::Entry& input : inputs) {
    if (!isNondetFunction(input.name) || !input.position.known()) continue;
    std::string condition = resultCondition(nondetFunction(input.name, input.value.width()), input.value);
    if (!condition.empty()) steps.push_back({&input, std::move(condition)});
  }
  return steps;
}

/// An edge to a new state, from the last state on.
pugi::xml_node addStep(Automaton& automaton, SourcePosition position) {
  const size_t last = automaton.numNodes() - 1;
  automaton.addNode();
  return automaton.addEdge(last, last + 1, position);
}

void describe(pugi::xml_node edge, const ReturnStep& step, const FunctionNames& functions) {
  Automaton::data(edge, "assumption", step.condition + ";");
  Automaton::data(edge, "assumption.resultfunction", step.input->name);
  if (const std::string function = functions.at(step.input->position); !function.empty())
    Automaton::data(edge, "assumption.scope", function);
}

void addLine(Automaton& automaton, const FunctionNames& functions, const std::vector<ReturnStep>& steps) {
  for (const ReturnStep& step : steps) describe(addStep(automaton, step.input->position), step, functions);
}

void addEvents(Automaton& automaton, const FunctionNames& functions, const std::vector<ScheduleEvent>& events) {
  for (const ScheduleEvent& event : events) {
    std::vector<ReturnStep> returned;
    if (event.input) returned = returnSteps(std::span(&*event.input, 1));
    if (event.kind == ScheduleEvent::Input && returned.empty() && event.begins.empty()) continue;
    pugi::xml_node edge = addStep(automaton, event.position);
    Automaton::data(edge, "threadId", std::to_string(event.thread));
    if (!event.begins.empty()) Automaton::data(edge, "enterFunction", event.begins);
    if (event.kind == ScheduleEvent::Creation) Automaton::data(edge, "createThread", std::to_string(event.created));
    if (!returned.empty()) describe(edge, returned.front(), functions);
  }
}

} // namespace

std::string graphmlViolationWitness(const Program& program, const Replay& replayed, const WitnessTask& task,
                                    const ThreadSchedule* schedule) {
  Automaton automaton(program, task, "violation_witness", schedule != nullptr);
  automaton.addNode();
  if (schedule)
    addEvents(automaton, FunctionNames(program), schedule->events);
  else
    addLine(automaton, FunctionNames(program), returnSteps(replayed.inputs));
  if (schedule && schedule->rival) addEvents(automaton, FunctionNames(program), {*schedule->rival});
  const size_t last = automaton.numNodes() - 1;
  Automaton::data(automaton.addNode(), "violation", "true");
  pugi::xml_node edge = automaton.addEdge(last, last + 1, replayed.outcome.position);
  if (schedule) Automaton::data(edge, "threadId", std::to_string(schedule->violator));
  return automaton.text();
}

std::string graphmlLassoWitness(const Program& program, const LoopResult& loop,
                                std::span<const RecordingInputs::Entry> inputs, const WitnessTask& task) {
  Automaton automaton(program, task, "violation_witness");
  const FunctionNames functions(program);
  const size_t inStem = std::min(loop.endlessExecution()->stem.size(), inputs.size());
  automaton.addNode();
  addLine(automaton, functions, returnSteps(inputs.first(inStem)));
  SourceLines lines(program);
  const SourcePosition keyword = loopKeyword(lines, loop.position);
  const SourcePosition position = keyword.known() ? keyword : loop.position;
  const auto enterHead = [&](size_t source, size_t head) {
    pugi::xml_node edge = automaton.addEdge(source, head, position);
    if (!loop.isRecursion) Automaton::data(edge, "enterLoopHead", "true");
  };
  const size_t head = automaton.numNodes();
  Automaton::data(automaton.addNode(), "cyclehead", "true");
  enterHead(head - 1, head);
  addLine(automaton, functions, returnSteps(inputs.subspan(inStem)));
  enterHead(automaton.numNodes() - 1, head);
  return automaton.text();
}

} // namespace assay
