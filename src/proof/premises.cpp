#include "proof/premises.h"

#include "analysis/pointer_premises.h"
#include "program/leak_search.h"
#include "term/traverse.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace assay {

namespace {

class FlowPremises {
public:
  explicit FlowPremises(const Flow& flow) : flow_(flow), program_(flow.program()) {}

  std::vector<Obligation> make() {
    for (LocationId location : flow_.order())
      for (EdgeId edge : program_[location].out) checkLiveness(program_[edge]);
    if (!flow_.isIrreducible())
      for (uint32_t head = 0; head < flow_.heads().size(); ++head) checkLoop(head);
    return std::move(obligations_);
  }

private:
  void require(bool holds, const char* what, SourcePosition position) {
    if (!holds) obligations_.push_back({flow_.terms().mkTrue(), what + (" at line " + std::to_string(position.line))});
  }

  void checkLiveness(const Edge& edge) {
    std::unordered_set<uint32_t> written;
    bool isClosed = true;
    const auto read = [&](VariableId v) {
      isClosed = isClosed && (!v.valid() || written.contains(v.index()) || flow_.isLive(v.index(), edge.source));
    };
    const auto readAll = [&](const std::vector<Term>& terms) {
      for (Term variable : freeVariables(terms)) read(program_.variableOf(variable));
    };
    readAll({edge.guard});
    for (const Operation& operation : edge.operations) {
      readAll(operation.terms());
      if (isLeakSearch(operation))
        for (uint32_t v = 0; v < program_.variables().size(); ++v)
          if (program_.variables()[v].sort() == program_.pointerSort()) read(VariableId(v));
      if (const VariableId defined = operation.defines(); defined.valid()) written.insert(defined.index());
    }
    for (uint32_t v = 0; v < program_.variables().size(); ++v)
      if (flow_.isLive(v, edge.target)) read(VariableId(v));
    require(isClosed, "which variables are read later,", edge.position);
  }

  void checkLoop(uint32_t head) {
    const std::vector<EdgeId>& edges = flow_.edgesOfLoop(head);
    const std::vector<VariableId>& written = flow_.writtenInLoop(head);
    const std::unordered_set<EdgeId> inside(edges.begin(), edges.end());
    bool isClosed = true;
    const auto checkInto = [&](LocationId location, bool isHead) {
      for (EdgeId in : program_[location].in)
        isClosed = isClosed && (inside.contains(in) || (isHead && !flow_.isBackEdge(program_[in])) ||
                                flow_.rank(program_[in].source) == Flow::kNone);
    };
    for (EdgeId id : edges) {
      const Edge& edge = program_[id];
      checkInto(edge.target, edge.target == flow_.heads()[head]);
      checkInto(edge.source, edge.source == flow_.heads()[head]);
      for (const Operation& operation : edge.operations)
        isClosed = isClosed && (!operation.defines().valid() ||
                                std::binary_search(written.begin(), written.end(), operation.defines()));
    }
    checkInto(flow_.heads()[head], true);
    require(isClosed, "what a loop writes,", program_[flow_.heads()[head]].position);
  }

  const Flow& flow_;
  const Program& program_;
  std::vector<Obligation> obligations_;
};

} // namespace

std::vector<Obligation> premisesOf(const Flow& flow) {
  std::vector<Obligation> result = flow.inheritedPremises();
  std::ranges::move(pointerPremises(flow.program(), flow.pointsTo()), std::back_inserter(result));
  std::ranges::move(FlowPremises(flow).make(), std::back_inserter(result));
  return result;
}

bool confirmPremises(const Flow& flow, Confirmation& confirmation) {
  if (flow.arePremisesConfirmed()) return true;
  std::vector<Obligation> premises = premisesOf(flow);
  if (!confirmation.confirm(premises)) return false;
  flow.notePremisesConfirmed();
  return true;
}

} // namespace assay
