#include "program/loops.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace assay {

// Heads are visited from the last in reverse postorder to the first, so inner loops come before those around them; the
// body of a loop is what reaches a back edge without passing its head.
LoopForest::LoopForest(const Program& program, FunctionId function)
    : flow_(program, function), innermost_(flow_.size(), Loop::kNone) {
  const Graph& graph = flow_.graph();
  const DominatorTree dominators(graph, 0);
  std::vector<uint32_t> stamp(graph.size(), Loop::kNone); // the head in whose body a node was seen last
  for (uint32_t head = graph.size(); head-- > 0;) {
    std::vector<uint32_t> work;
    if (!findBackEdges(head, dominators, work)) continue;
    std::vector<uint32_t> body{head};
    stamp[head] = head;
    while (!work.empty()) {
      const uint32_t node = work.back();
      work.pop_back();
      if (stamp[node] == head || !dominators.dominates(head, node)) continue;
      stamp[node] = head;
      body.push_back(node);
      work.insert(work.end(), graph.predecessors(node).begin(), graph.predecessors(node).end());
    }
    std::sort(body.begin(), body.end());
    addLoop(program, head, body);
  }
  orderOuterFirst();
}

/// Sources of edges back to a head that dominates them. An edge backwards to one that does not makes the graph
/// irreducible.
bool LoopForest::findBackEdges(uint32_t head, const DominatorTree& dominators, std::vector<uint32_t>& sources) {
  for (uint32_t source : flow_.graph().predecessors(head)) {
    if (source < head) continue; // forwards
    if (dominators.dominates(head, source)) {
      sources.push_back(source);
    } else {
      irreducible_ = true;
    }
  }
  return !sources.empty();
}

void LoopForest::addLoop(const Program& program, uint32_t head, const std::vector<uint32_t>& body) {
  const auto number = static_cast<uint32_t>(loops_.size());
  Loop& loop = loops_.emplace_back();
  loop.head = flow_.location(head);
  for (uint32_t node : body) {
    loop.locations.push_back(flow_.location(node));
    for (EdgeId edge : program[flow_.location(node)].out) {
      const uint32_t target = flow_.node(program[edge].target);
      if (target == head) loop.backEdges.push_back(edge);
      if (!std::binary_search(body.begin(), body.end(), target)) loop.exits.push_back(edge);
    }
    // The outermost of the loops found around the node so far lies in this one.
    uint32_t inner = innermost_[node];
    if (inner == Loop::kNone) {
      innermost_[node] = number;
      continue;
    }
    while (loops_[inner].parent != Loop::kNone && loops_[inner].parent != number) inner = loops_[inner].parent;
    loops_[inner].parent = number;
  }
}

void LoopForest::orderOuterFirst() {
  std::reverse(loops_.begin(), loops_.end());
  const auto last = static_cast<uint32_t>(loops_.size()) - 1;
  for (uint32_t& loop : innermost_) {
    if (loop != Loop::kNone) loop = last - loop;
  }
  for (uint32_t i = 0; i < loops_.size(); ++i) {
    Loop& loop = loops_[i];
    if (loop.parent == Loop::kNone) continue;
    loop.parent = last - loop.parent;
    loop.depth = loops_[loop.parent].depth + 1;
    loops_[loop.parent].children.push_back(i);
  }
}

namespace {

/// A cycle with several entries: the component, and the entry that becomes its head.
struct IrreducibleRegion {
  std::vector<uint32_t> nodes;
  uint32_t head;
};

/// Looks into components, then into each without its head, as loops nest.
std::optional<IrreducibleRegion> findIrreducible(const Graph& graph) {
  std::vector<std::vector<uint32_t>> work = stronglyConnectedComponents(graph);
  std::vector<uint32_t> stamp(graph.size(), UINT32_MAX);
  for (uint32_t round = 0; !work.empty(); ++round) {
    std::vector<uint32_t> component = std::move(work.back());
    work.pop_back();
    if (component.size() == 1) continue;
    for (uint32_t node : component) stamp[node] = round;
    std::vector<uint32_t> entries;
    uint32_t head = component[0];
    size_t most = 0;
    for (uint32_t node : component) {
      const auto outside =
          static_cast<size_t>(std::count_if(graph.predecessors(node).begin(), graph.predecessors(node).end(),
                                            [&](uint32_t predecessor) { return stamp[predecessor] != round; }) +
                              (node == 0));
      if (outside == 0) continue;
      entries.push_back(node);
      // The head is the entry used most, the earliest of these.
      if (outside > most || (outside == most && node < head)) {
        head = node;
        most = outside;
      }
    }
    if (entries.size() > 1) return IrreducibleRegion{std::move(component), head};
    std::vector<bool> rest(graph.size());
    for (uint32_t node : component) rest[node] = node != head;
    for (std::vector<uint32_t>& inner : stronglyConnectedComponents(graph, &rest)) work.push_back(std::move(inner));
  }
  return std::nullopt;
}

/// Copies the region without its head. Edges that entered the region elsewhere enter the copy, which leads to the head
/// or out of the region:
///
///     a --> h <--> x <-- b     ==>     a --> h <--> x    and    b --> x' --> h
void split(Program& program, const FlowGraph& flow, const IrreducibleRegion& region) {
  std::unordered_map<LocationId, LocationId> copyOf;
  std::vector<LocationId> originals; // without the head
  std::unordered_set<LocationId> inside;
  for (uint32_t node : region.nodes) {
    const LocationId original = flow.location(node);
    inside.insert(original);
    if (node == region.head) continue;
    originals.push_back(original);
    const LocationId copy = program.addLocation(program[original].function);
    program[copy].message = program[original].message;
    program[copy].label = program[original].label;
    program[copy].position = program[original].position;
    copyOf.emplace(original, copy);
  }
  for (LocationId original : originals) {
    const std::vector<EdgeId> in = program[original].in;
    for (EdgeId edge : in) {
      const LocationId source = program[edge].source;
      if (!inside.contains(source)) program.redirect(edge, source, copyOf.at(original));
    }
  }
  for (LocationId original : originals) {
    const std::vector<EdgeId> out = program[original].out;
    for (EdgeId id : out) {
      const Edge edge = program[id];
      const auto target = copyOf.find(edge.target);
      program.addEdge(copyOf.at(original), target == copyOf.end() ? edge.target : target->second, edge.guard,
                      edge.operations, edge.position);
    }
  }
  // An entry of the function in the region, other than the head, is entered from outside too.
  Function& function = program[program[originals[0]].function];
  if (const auto entry = copyOf.find(function.entry); entry != copyOf.end()) function.entry = entry->second;
}

} // namespace

uint32_t splitIrreducible(Program& program, uint32_t budget) {
  uint32_t added = 0;
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    if (!program[FunctionId(i)].hasBody()) continue;
    for (uint32_t inFunction = 0;;) {
      const FlowGraph flow(program, FunctionId(i));
      const std::optional<IrreducibleRegion> region = findIrreducible(flow.graph());
      if (!region) break;
      const auto copies = static_cast<uint32_t>(region->nodes.size()) - 1;
      if (inFunction + copies > budget) break;
      split(program, flow, *region);
      inFunction += copies;
      added += copies;
    }
  }
  return added;
}

} // namespace assay
