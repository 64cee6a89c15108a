#include "transform/separate_makers.h"

#include "program/call_graph.h"
#include "program/copies.h"
#include "program/operation_terms.h"
#include "term/substitute.h"

#include <algorithm>

namespace assay {

namespace {

constexpr size_t kMostLocations = 60; // of a maker
constexpr size_t kMostCalls = 24;     // of a maker; beyond that, it stays one
constexpr size_t kMostCopies = 200;

class Separation {
public:
  explicit Separation(const Program& program)
      : calls_(program), result_{program.clone(), {}}, program_(result_.program), isMaker_(program.functions().size()) {
    for (const std::vector<FunctionId>& group : calls_.groups()) // callees first
      if (group.size() == 1) isMaker_[group[0].index()] = isMaker(group[0]);
    sites_.resize(program_.functions().size());
    for (uint32_t i = 0; i < program_.edges().size(); ++i) noteCall(EdgeId(i));
  }

  SeparateMakers run() {
    // A caller is copied before the makers that its copies call.
    const std::vector<std::vector<FunctionId>>& groups = calls_.groups();
    for (auto group = groups.rbegin(); group != groups.rend(); ++group)
      if (isMaker_[group->front().index()]) separate(group->front());
    return std::move(result_);
  }

private:
  bool isMaker(FunctionId id) const {
    const Function& function = program_[id];
    if (!function.hasBody() || id == program_.entry() || function.role != ThreadRole::None || calls_.isRecursive(id) ||
        function.locations.size() > kMostLocations)
      return false;
    const auto makes = [&](const Operation& operation) {
      const Allocate* const allocate = operation.as<Allocate>();
      const Call* const call = operation.as<Call>();
      return (allocate && allocate->storage == Storage::Heap) || (call && isMaker_[call->callee.index()]);
    };
    return std::ranges::any_of(function.locations, [&](LocationId location) {
      return std::ranges::any_of(program_[location].out,
                                 [&](EdgeId edge) { return std::ranges::any_of(program_[edge].operations, makes); });
    });
  }

  void noteCall(EdgeId id) {
    const Edge& edge = program_[id];
    const Call* const call = edge.operations.empty() ? nullptr : edge.operations.back().as<Call>();
    if (edge.source.valid() && call) sites_[call->callee.index()].push_back(id);
  }

  void separate(FunctionId maker) {
    const std::vector<EdgeId> sites = sites_[maker.index()];
    if (sites.size() > kMostCalls) return;
    for (size_t i = 1; i < sites.size() && numCopies_ < kMostCopies; ++i) {
      const FunctionId copy = copyOf(maker);
      Operation& operation = program_[sites[i]].operations.back();
      Call call = *operation.as<Call>();
      call.callee = copy;
      operation = Operation{std::move(call), operation.position};
    }
  }

  FunctionId copyOf(FunctionId id) {
    const Function original = program_[id];
    const FunctionId copy = program_.addFunction(original.name + " " + std::to_string(++numCopies_));
    program_[copy].result = original.result;
    program_[copy].position = original.position;
    program_[copy].isUnseen = original.isUnseen;
    std::unordered_map<VariableId, VariableId> variables;
    Substitution substitution(program_.terms());
    for (VariableId variable : original.variables) {
      const VariableId to = addCopy(program_, Variable(program_[variable]), copy);
      variables[variable] = to;
      substitution.add(program_[variable].term, program_[to].term);
    }
    for (VariableId parameter : original.parameters) program_[copy].parameters.push_back(variables.at(parameter));
    std::unordered_map<LocationId, LocationId> locations;
    for (LocationId location : original.locations) {
      const LocationId to = addCopy(program_, Location(program_[location]), copy);
      locations[location] = to;
      result_.originalOf[to] = result_.original(location);
    }
    program_[copy].entry = locations.at(original.entry);
    for (LocationId location : original.locations)
      for (EdgeId id : std::vector<EdgeId>(program_[location].out)) {
        const Edge edge = program_[id];
        std::vector<Operation> operations = edge.operations;
        for (Operation& operation : operations) {
          changeTerms(operation, [&](Term& term) {
            if (term) term = substitution(term);
          });
          changeDefined(operation, [&](VariableId& variable) {
            if (const auto own = variables.find(variable); own != variables.end()) variable = own->second;
          });
        }
        noteCall(program_.addEdge(locations.at(edge.source), locations.at(edge.target), substitution(edge.guard),
                                  std::move(operations), edge.position));
      }
    return copy;
  }

  const CallGraph calls_;
  SeparateMakers result_;
  Program& program_;
  std::vector<bool> isMaker_;              // by function of the program as it was
  std::vector<std::vector<EdgeId>> sites_; // of calls, by function of the program as it was
  size_t numCopies_ = 0;
};

} // namespace

SeparateMakers separateMakers(const Program& program) { return Separation(program).run(); }

} // namespace assay
