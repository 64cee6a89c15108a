#include "engine/termination/concrete_runs.h"

#include "term/traverse.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace assay {

namespace {

uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9e3779b97f4a7c15 + b;
  x ^= x >> 31;
  x *= 0xbf58476d1ce4e5b9;
  x ^= x >> 29;
  x *= 0x94d049bb133111eb;
  return x ^ x >> 32;
}

BitVector valueOf(int64_t value, uint32_t width) {
  if (width <= 64) return BitVector(64, static_cast<uint64_t>(value)).extract(width - 1, 0);
  return BitVector::fromSigned(width, value);
}

class Constant : public InputSource {
public:
  explicit Constant(int64_t value) : value_(value) {}
  std::optional<BitVector> next(const Input&, uint32_t width, SourcePosition) override {
    return valueOf(value_, width);
  }

private:
  const int64_t value_;
};

/// Values that chance takes from a list: anew each time for so many inputs, then by the place where they are asked for.
class Chance : public InputSource {
public:
  Chance(const std::vector<int64_t>& values, uint64_t seed, uint64_t changing)
      : values_(values), seed_(seed), changing_(changing) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition) override {
    const uint64_t place = places_.try_emplace(&input, places_.size()).first->second;
    const uint64_t choice = mix(seed_, count_ < changing_ ? count_ + (uint64_t{1} << 32) : place);
    ++count_;
    return valueOf(values_[choice % values_.size()], width);
  }

private:
  const std::vector<int64_t>& values_;
  const uint64_t seed_, changing_;
  uint64_t count_ = 0;
  std::unordered_map<const Input*, uint64_t> places_; // in the order of their first inputs
};

/// Inputs that are given, then another source's.
class Continued : public InputSource {
public:
  Continued(const std::vector<BitVector>& stem, InputSource& rest) : stem_(stem), rest_(rest) {}
  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override {
    if (position_ == stem_.size()) return rest_.next(input, width, position);
    if (stem_[position_].width() != width) return std::nullopt;
    return stem_[position_++];
  }

private:
  const std::vector<BitVector>& stem_;
  InputSource& rest_;
  size_t position_ = 0;
};

void addConstants(Term root, std::set<int64_t>& constants) {
  forEachSubterm(root, [&](Term term) {
    for (uint32_t i = 0; i < term.size(); ++i) {
      const Term child = term[i];
      if (child.kind() != Kind::BvConst || child.sort().width() > 64) continue;
      constants.insert(child.value().toInt64());
    }
  });
}

bool hasArbitraryContents(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>(); allocate && allocate->contents == Contents::Any)
        return true;
  return false;
}

} // namespace

std::vector<int64_t> interestingValues(const Program& program, size_t most) {
  std::set<int64_t> constants;
  for (const Edge& edge : program.edges())
    if (edge.source.valid()) addConstants(edge.guard, constants);
  std::vector<int64_t> values{0, 1, -1, 2, 3};
  const auto add = [&](int64_t value) {
    if (values.size() < most && std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  std::vector<int64_t> sorted(constants.begin(), constants.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](int64_t a, int64_t b) {
    const auto size = [](int64_t x) { return x < 0 ? ~static_cast<uint64_t>(x) : static_cast<uint64_t>(x); };
    return size(a) < size(b);
  });
  for (int64_t constant : sorted) add(constant);
  for (int64_t constant : sorted) {
    add(static_cast<int64_t>(static_cast<uint64_t>(constant) + 1));
    add(static_cast<int64_t>(static_cast<uint64_t>(constant) - 1));
  }
  return values;
}

ConcreteRuns::ConcreteRuns(Lassos& lassos, const TerminationLimits& limits, Env& env)
    : lassos_(lassos), limits_(limits), env_(env), values_(interestingValues(lassos.slice(), limits.runValues)),
      constants_(values_), hasContents_(hasArbitraryContents(lassos.slice())) {}

std::optional<Lasso> ConcreteRuns::round(uint64_t maxEdges) {
  std::vector<int64_t> goOn;
  for (int64_t value : constants_) {
    if (env_.deadline.expired() || isHopeless_) return std::nullopt;
    Constant source(value);
    if (auto lasso = lassos_.find(source, maxEdges)) return lasso;
    const CycleSearch& run = lassos_.lastRun();
    const bool hasEnded = run.outcome().kind != Outcome::Interrupted;
    if (!hasEnded) goOn.push_back(value);
    isHopeless_ = hasEnded && run.inputsTaken().empty() && !hasContents_;
  }
  constants_ = std::move(goOn);
  for (uint64_t i = 0; i < (maxEdges < limits_.longRunEdges ? limits_.randomRuns : limits_.longRandomRuns); ++i) {
    for (uint64_t changing : {uint64_t{0}, mix(seed_, 1) % 32, UINT64_MAX}) {
      if (env_.deadline.expired() || isHopeless_) return std::nullopt;
      Chance source(values_, ++seed_, changing);
      if (auto lasso = lassos_.find(source, maxEdges)) return lasso;
    }
  }
  return walk(maxEdges);
}

/// The longest run so far is tried again with other inputs in the end: the last one ended it, or an earlier one made
/// the end certain. Values that did not end a run are tried more often than others.
std::optional<Lasso> ConcreteRuns::walk(uint64_t maxEdges) {
  uint64_t edgesLeft = limits_.walkEdges + limits_.walkLongRuns * maxEdges, failures = 0;
  std::vector<BitVector> longest;
  std::vector<int64_t> values = values_; // some of them several times
  for (uint64_t i = 0; i < limits_.walkTries && edgesLeft > 0 && !env_.deadline.expired(); ++i) {
    std::vector<BitVector> stem = longest;
    stem.resize(stem.size() - std::min<uint64_t>(1 + failures % 4, stem.size()));
    Chance rest(values, ++seed_, i % 3 == 0 ? 0 : UINT64_MAX);
    Continued source(stem, rest);
    if (auto lasso = lassos_.find(source, maxEdges)) return lasso;
    const CycleSearch& run = lassos_.lastRun();
    edgesLeft -= std::min(edgesLeft, run.edgesTaken());
    const std::vector<BitVector>& taken = run.inputsTaken();
    for (size_t k = stem.size(); k + 1 < taken.size() && values.size() < limits_.walkValues; ++k)
      if (taken[k].width() <= 64) values.push_back(taken[k].toInt64());
    if (run.outcome().kind == Outcome::Interrupted) continue; // it goes on, and gets nowhere so far
    const bool isLonger = taken.size() > longest.size();
    failures = isLonger ? 0 : failures + 1;
    if (isLonger) longest = taken;
    if (failures == limits_.walkPatience) longest.resize(longest.size() / 2);
    if (failures == limits_.walkPatience) failures = 0;
  }
  return std::nullopt;
}

std::optional<Lasso> ConcreteRuns::continued(const std::vector<BitVector>& stem, const CycleSearch::Bytes& bytes,
                                             uint64_t maxEdges) {
  for (int64_t value : {0, 1, -1}) {
    Constant rest(value);
    Continued source(stem, rest);
    if (auto lasso = lassos_.find(source, maxEdges, bytes)) return lasso;
    const CycleSearch& run = lassos_.lastRun();
    if (run.inputsTaken().size() <= stem.size()) return std::nullopt; // what comes behind does not matter
  }
  for (uint64_t i = 0; i < limits_.continuedRuns; ++i) {
    Chance rest(values_, ++seed_, i == 0 ? UINT64_MAX : 0);
    Continued source(stem, rest);
    if (auto lasso = lassos_.find(source, maxEdges, bytes)) return lasso;
  }
  return std::nullopt;
}

} // namespace assay
