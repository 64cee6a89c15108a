#include "program/summary.h"

#include "program/call_graph.h"
#include "program/loops.h"
#include "program/text_syntax.h"

#include <sstream>
#include <unordered_set>

namespace assay {

namespace {

void countFunctions(const Program& program, Summary& summary) {
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    if (!program[FunctionId(i)].hasBody()) continue;
    ++summary.functions;
    const LoopForest forest(program, FunctionId(i));
    summary.loops += static_cast<unsigned>(forest.loops().size());
    if (forest.isIrreducible()) ++summary.irreducibleFunctions;
  }
}

void countCalls(const Program& program, Summary& summary) {
  const CallGraph calls(program);
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    if (calls.isRecursive(FunctionId(i))) ++summary.recursiveFunctions;
  }
  std::unordered_set<FunctionId> seen;
  for (const CallGraph::CallSite& call : calls.calls()) {
    const Function& callee = program[call.callee];
    if (callee.hasBody() || !seen.insert(call.callee).second) continue;
    summary.bodilessCalls.push_back({callee.name, program[call.edge].operations.back().position});
  }
}

void writeNamed(std::ostream& out, std::string_view title, std::span<const unsigned> counts, auto nameOf) {
  unsigned total = 0;
  for (unsigned count : counts) total += count;
  if (total == 0) return;
  out << title << total;
  std::string_view separator = " (";
  for (size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    out << separator << nameOf(i) << " " << counts[i];
    separator = ", ";
  }
  out << ")\n";
}

void writePlaces(std::ostream& out, const Program& program, std::string_view title,
                 const std::vector<Summary::Note>& notes) {
  if (notes.empty()) return;
  out << title << notes.size() << "\n";
  for (const Summary::Note& note : notes) {
    const std::string at = program.files.format(note.position);
    out << "  " << at << (at.empty() ? "" : ": ") << note.text << "\n";
  }
}

} // namespace

Summary summarise(const Program& program) {
  Summary summary;
  summary.variables = static_cast<unsigned>(program.variables().size());
  summary.objects = static_cast<unsigned>(program.objects.size());
  summary.locations = static_cast<unsigned>(program.locations().size());
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    ++summary.edges;
    summary.operations += static_cast<unsigned>(edge.operations.size());
    for (const Operation& operation : edge.operations) {
      if (const Input* input = operation.as<Input>()) ++summary.inputs[static_cast<size_t>(input->kind)];
    }
    const Location& target = program[edge.target];
    if (target.kind == LocationKind::Error) ++summary.checks[static_cast<size_t>(target.property)];
  }
  for (const Location& location : program.locations()) {
    if (location.kind != LocationKind::Unsupported) continue;
    summary.unsupported.push_back({location.message, location.position});
  }
  for (const Assumption& assumption : program.assumptions) {
    summary.assumptions.push_back({assumption.message, assumption.position});
  }
  countFunctions(program, summary);
  countCalls(program, summary);
  return summary;
}

std::string formatSummary(const Program& program, const Summary& summary) {
  std::ostringstream out;
  out << "functions: " << summary.functions;
  if (summary.recursiveFunctions) out << " (" << summary.recursiveFunctions << " recursive)";
  out << "\nlocations: " << summary.locations << "\nedges: " << summary.edges << " with " << summary.operations
      << " operations\nvariables: " << summary.variables << "\nstatic objects: " << summary.objects
      << "\nloops: " << summary.loops;
  if (summary.irreducibleFunctions) out << " (" << summary.irreducibleFunctions << " functions are irreducible)";
  out << "\n";
  writeNamed(out, "inputs: ", summary.inputs, [](size_t i) { return text::inputKindNames()[i]; });
  writeNamed(out, "checks: ", summary.checks, [](size_t i) { return propertyName(static_cast<Property>(i)); });
  writePlaces(out, program, "assumptions: ", summary.assumptions);
  writePlaces(out, program, "unsupported: ", summary.unsupported);
  writePlaces(out, program, "calls of functions without a body: ", summary.bodilessCalls);
  return out.str();
}

} // namespace assay
