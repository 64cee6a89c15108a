// Guesses from runs of recursive functions.
#include "engine/kiki/contracts.h"

#include "analysis/affine_relations.h"
#include "analysis/vocabulary.h"
#include "program/call_graph.h"
#include "program/check_table.h"
#include "program/sampling/pure_calls.h"
#include "program/sampling/sampler.h"
#include "util/random.h"

#include <algorithm>
#include <array>
#include <set>

namespace assay {

namespace {

/// A call that returned. Numbers are sign-extended.
struct Sample {
  std::vector<int64_t> arguments;
  int64_t result;
};

enum class Relation : uint8_t { Equal, NotEqual, AtMost, Above };

/// A parameter compared with a constant or another parameter.
struct Atom {
  size_t left;
  Relation relation;
  size_t right; // kConstant: the constant
  int64_t constant = 0;
};
constexpr size_t kConstant = SIZE_MAX;

/// The result compared with a sum: parameters, powers of two with a parameter as exponent, a constant.
struct Conclusion {
  Relation relation;
  std::vector<int64_t> factors; // of parameters
  int64_t constant;
  std::vector<int64_t> powers = {}; // factors of 2^parameter; empty: there are none
  bool operator==(const Conclusion&) const = default;
};

/// Where a guard, a conjunction, holds; the samples there.
struct Region {
  std::vector<Atom> guard;
  std::vector<size_t> samples;
};

bool holds(Relation relation, int64_t left, int64_t right) {
  switch (relation) {
  case Relation::Equal:
    return left == right;
  case Relation::NotEqual:
    return left != right;
  case Relation::AtMost:
    return left <= right;
  case Relation::Above:
    return left > right;
  }
  return false;
}

Term holds(TermManager& terms, Relation relation, Term left, Term right) {
  switch (relation) {
  case Relation::Equal:
    return terms.mkEqual(left, right);
  case Relation::NotEqual:
    return terms.mkDistinct(left, right);
  case Relation::AtMost:
    return terms.mkBvSle(left, right);
  case Relation::Above:
    return terms.mkBvSlt(right, left);
  }
  return {};
}

std::string_view sign(Relation relation) {
  constexpr std::array<std::string_view, 4> kSigns{" == ", " != ", " <= ", " > "};
  return kSigns[static_cast<size_t>(relation)];
}

int64_t wrapped(int64_t value, uint32_t width) { return BitVector(width, static_cast<uint64_t>(value)).toInt64(); }

/// Guesses about numbers of one width; parameters of other widths are left alone.
class Guesser {
public:
  Guesser(const Program& program, FunctionId function, const KikiLimits& limits)
      : program_(program), limits_(limits), terms_(program.terms()), function_(function),
        width_(program[function].result.width()), calls_(program, limits.contractEdges, limits.contractAllEdges),
        checksOverflow_(checkedProperties(program).contains(Property::NoOverflow)) {
    for (size_t i = 0; i < program[function].parameters.size(); ++i)
      if (program[program[function].parameters[i]].sort() == program[function].result) numbers_.push_back(i);
  }

  std::vector<CallContract> guess() {
    findConstants();
    takeSamples();
    if (samples_.size() < limits_.contractSamples) return {};
    // Where there is more to see comes first, so that what holds there is not said again of a part of it.
    std::vector<Region> regions{regionOf({})};
    const std::vector<Atom> atoms = allAtoms();
    for (const Atom& atom : atoms) regions.push_back(regionOf({atom}));
    for (size_t i = 0; i < atoms.size(); ++i)
      for (size_t k = i + 1; k < atoms.size(); ++k)
        if (atoms[i].left != atoms[k].left) regions.push_back(regionOf({atoms[i], atoms[k]}));
    const auto larger = [](const Region& region) { return region.samples.size(); };
    std::ranges::stable_sort(regions, std::ranges::greater(), larger);
    std::vector<Region> simple; // laws come before bounds
    for (const Region& region : regions)
      if (region.guard.size() < 2) simple.push_back(region);
    for (const Atom& atom : casesOfFew()) simple.push_back(regionOf({atom}));
    std::ranges::stable_sort(simple, std::ranges::greater(), larger);
    for (const Region& region : simple)
      if (isOpen(region) && !considerSums(region)) considerLaws(region);
    considerTable();
    for (const Region& region : regions) consider(region);
    return std::move(contracts_);
  }

private:
  /// Finds the constants that the function compares something with.
  void findConstants() {
    Vocabulary guards;
    for (LocationId location : program_[function_].locations)
      for (EdgeId edge : program_[location].out) guards.add(program_[edge].guard);
    std::set<int64_t> constants{0};
    guards.forEachBound([&](Term comparison, uint32_t side) {
      if (comparison[side].sort().width() == width_ && constants.size() < limits_.contractConstants)
        constants.insert(comparison[side].value().toInt64());
    });
    constants_.assign(constants.begin(), constants.end());
  }

  void takeSamples() {
    Program probe = program_.clone();
    const FunctionId entry = probe.addFunction("probe");
    probe[entry].result = program_[function_].result;
    const LocationId start = probe.addLocation(entry), behind = probe.addLocation(entry),
                     exit = probe.addLocation(entry, LocationKind::Exit);
    probe[entry].entry = start;
    probe.setEntry(entry);
    std::vector<Operation> operations;
    std::vector<Term> arguments;
    for (VariableId parameter : program_[function_].parameters) {
      const VariableId argument = probe.addVariable(entry, "argument", program_[parameter].sort());
      operations.push_back({Input{argument, InputKind::Nondet, "argument"}, {}});
      arguments.push_back(probe[argument].term);
    }
    const VariableId result = probe.addVariable(entry, "result", program_[function_].result);
    operations.push_back({Call{result, function_, arguments}, {}});
    probe.addEdge(start, behind, terms_.mkTrue(), std::move(operations));
    probe.addEdge(behind, exit, terms_.mkTrue(), {{Return{probe[result].term}, {}}});

    std::vector<int64_t> pool{-2, -1, 0, 1, 2, 3, 4, 5, 7, 10};
    for (int64_t constant : constants_)
      for (int64_t distance : {-30, -11, -2, -1, 0, 1, 2, 9}) pool.push_back(constant + distance);
    LinearCongruential64 random(1);
    Sample sample;
    const auto makeInputs = [&](uint64_t) {
      sample = {};
      std::vector<BitVector> inputs;
      for (VariableId parameter : program_[function_].parameters) {
        const uint32_t width = program_[parameter].sort().isBool() ? 1 : program_[parameter].sort().width();
        sample.arguments.push_back(wrapped(pool[random() % pool.size()], width));
        inputs.emplace_back(width, static_cast<uint64_t>(sample.arguments.back()));
      }
      for (int i = 0; i < 20; ++i) inputs.emplace_back(64, random() % 10); // that the function reads
      return std::make_unique<ListInputs>(std::move(inputs));
    };
    const auto isNew = [&] {
      return std::ranges::none_of(samples_, [&](const Sample& known) { return known.arguments == sample.arguments; });
    };
    Sampler sampler(probe, {.inputs = makeInputs,
                            .runs = limits_.contractRuns,
                            .limits = {.maxSteps = 20'000, .maxBytes = 1 << 24, .maxDepth = 2'000}});
    while (sampler.next()) {
      const Outcome& outcome = sampler.outcome();
      if (outcome.kind != Outcome::Exit || !outcome.exitStatus) continue;
      sample.result = outcome.exitStatus->toInt64();
      samples_.push_back(sample);
    }
    for (const std::vector<int64_t>& arguments : grid()) {
      sample.arguments = arguments;
      const std::optional<int64_t> result = isNew() ? called(arguments) : std::nullopt;
      if (!result) continue;
      sample.result = *result;
      samples_.push_back(sample);
    }
  }

  /// Small arguments, small sums of them first.
  std::vector<std::vector<int64_t>> grid() const {
    const size_t number = program_[function_].parameters.size();
    if (number != numbers_.size() || number == 0 || number > 2) return {};
    std::vector<std::vector<int64_t>> all;
    const int64_t most = limits_.contractGrid;
    for (int64_t a = 0; a < most; ++a)
      for (int64_t b = 0; b < (number == 2 ? most : 1); ++b)
        all.push_back(number == 2 ? std::vector{a, b} : std::vector{a});
    std::ranges::stable_sort(all, {}, [](const std::vector<int64_t>& one) { return one.front() + one.back(); });
    return all;
  }

  std::optional<int64_t> called(const std::vector<int64_t>& arguments) {
    std::vector<BitVector> bits;
    for (const int64_t argument : arguments) bits.emplace_back(width_, static_cast<uint64_t>(argument));
    const std::optional<BitVector> result = calls_.call(function_, std::move(bits));
    return result ? std::optional(result->toInt64()) : std::nullopt;
  }

  /// One of several parameters may be small, as in Ackermann's function, with a law of its own for each value.
  std::vector<Atom> casesOfFew() const {
    std::vector<Atom> atoms;
    if (numbers_.size() < 2) return atoms;
    for (const size_t i : numbers_)
      for (const int64_t value : {0, 1, 2, 3}) atoms.push_back({i, Relation::Equal, kConstant, value});
    return atoms;
  }

  std::vector<Atom> allAtoms() const {
    std::vector<Atom> atoms;
    for (size_t i : numbers_) {
      for (int64_t constant : constants_)
        for (Relation relation : {Relation::AtMost, Relation::Above, Relation::Equal, Relation::NotEqual})
          atoms.push_back({i, relation, kConstant, constant});
      for (size_t k : numbers_)
        if (i < k)
          for (Relation relation : {Relation::AtMost, Relation::Above, Relation::Equal})
            atoms.push_back({i, relation, k});
    }
    return atoms;
  }

  bool isIn(const Sample& sample, const std::vector<Atom>& guard) const {
    return std::ranges::all_of(guard, [&](const Atom& atom) {
      const int64_t right = atom.right == kConstant ? atom.constant : sample.arguments[atom.right];
      return holds(atom.relation, sample.arguments[atom.left], right);
    });
  }

  int64_t sum(const Sample& sample, const Conclusion& conclusion) const {
    uint64_t sum = static_cast<uint64_t>(conclusion.constant);
    for (size_t i = 0; i < numbers_.size(); ++i)
      sum += static_cast<uint64_t>(conclusion.factors[i]) * static_cast<uint64_t>(sample.arguments[numbers_[i]]);
    for (size_t i = 0; i < conclusion.powers.size(); ++i)
      sum += static_cast<uint64_t>(conclusion.powers[i]) * power(sample.arguments[numbers_[i]]);
    return wrapped(static_cast<int64_t>(sum), width_);
  }

  /// 2^exponent modulo 2^w: a shift by the exponent without its sign.
  uint64_t power(int64_t exponent) const { return exponent >= 0 && exponent < width_ ? uint64_t{1} << exponent : 0; }

  bool holdsIn(const std::vector<size_t>& region, const Conclusion& conclusion) const {
    return std::ranges::all_of(region, [&](size_t sample) {
      return holds(conclusion.relation, samples_[sample].result, sum(samples_[sample], conclusion));
    });
  }

  Region regionOf(std::vector<Atom> guard) const {
    Region region{std::move(guard), {}};
    for (size_t i = 0; i < samples_.size(); ++i)
      if (isIn(samples_[i], region.guard)) region.samples.push_back(i);
    return region;
  }

  /// Whether something may be said of the region: there are enough samples, and it is not known what the result is.
  bool isOpen(const Region& region) const {
    if (region.samples.size() < limits_.contractSamples || contracts_.size() >= limits_.contracts) return false;
    return std::ranges::none_of(drawn_, [&](const auto& earlier) {
      return earlier.second.relation == Relation::Equal && std::ranges::includes(earlier.first, region.samples);
    });
  }

  void consider(const Region& region) {
    if (!isOpen(region) || considerSums(region)) return;
    const std::vector<int64_t> none(numbers_.size(), 0);
    std::vector<int64_t> bounds = constants_;
    if (!std::ranges::binary_search(bounds, -1)) bounds.insert(std::ranges::lower_bound(bounds, -1), -1);
    // The strongest bound on each side.
    for (size_t i = bounds.size(); i-- > 0;)
      if (draw(region, {Relation::Above, none, bounds[i]})) break;
    for (int64_t bound : bounds)
      if (draw(region, {Relation::AtMost, none, bound})) break;
    for (size_t i = 0; i < numbers_.size(); ++i) {
      std::vector<int64_t> one = none;
      one[i] = 1;
      draw(region, {Relation::Above, one, 0}) || draw(region, {Relation::Above, one, -1});
      draw(region, {Relation::AtMost, one, 0});
    }
  }

  /// Proposes the shortest sum that is the result. Returns whether there is one.
  bool considerSums(const Region& region) {
    std::vector<Conclusion> sums;
    size_t number = 1;
    for (size_t i = 0; i < numbers_.size(); ++i) number *= 3;
    for (size_t code = 0; code < number; ++code) {
      Conclusion conclusion{Relation::Equal, std::vector<int64_t>(numbers_.size()), 0};
      for (size_t i = 0, rest = code; i < numbers_.size(); ++i, rest /= 3)
        conclusion.factors[i] = static_cast<int64_t>(rest % 3) - 1;
      const Sample& first = samples_[region.samples.front()];
      conclusion.constant = wrapped(first.result - sum(first, conclusion), width_);
      sums.push_back(std::move(conclusion));
    }
    std::ranges::stable_sort(sums, {}, [](const Conclusion& conclusion) {
      return std::ranges::count_if(conclusion.factors, [](int64_t factor) { return factor != 0; });
    });
    return std::ranges::any_of(sums, [&](const Conclusion& conclusion) { return draw(region, conclusion); });
  }

  /// Proposes a sum with other factors, and with powers of two, if the samples leave no choice.
  void considerLaws(const Region& region) {
    constexpr int64_t kMostFactor = 64, kMostConstant = 100'000;
    std::vector<size_t> moving; // positions in numbers_
    for (size_t i = 0; i < numbers_.size(); ++i) {
      const int64_t first = samples_[region.samples.front()].arguments[numbers_[i]];
      if (std::ranges::any_of(region.samples,
                              [&](size_t sample) { return samples_[sample].arguments[numbers_[i]] != first; }))
        moving.push_back(i);
    }
    const size_t columns = 2 * moving.size() + 1;
    if (moving.empty() || region.samples.size() < columns + 2) return;
    AffineRelations relations(width_, columns);
    for (const size_t number : region.samples) {
      std::vector<uint64_t> point;
      for (const size_t i : moving) {
        const int64_t argument = samples_[number].arguments[numbers_[i]];
        point.push_back(modulo(static_cast<uint64_t>(argument), width_));
        point.push_back(power(argument));
      }
      point.push_back(modulo(static_cast<uint64_t>(samples_[number].result), width_));
      relations.add(point);
    }
    for (const AffineRelations::Equation& equation : relations.equations()) {
      if (equation.back() != 1) continue; // not the result itself
      const auto factor = [&](size_t column) { return wrapped(-static_cast<int64_t>(equation[column]), width_); };
      const auto isSmall = [](int64_t value, int64_t most) { return -most <= value && value <= most; };
      Conclusion conclusion{Relation::Equal, std::vector<int64_t>(numbers_.size()), factor(0),
                            std::vector<int64_t>(numbers_.size())};
      bool isSimple = isSmall(conclusion.constant, kMostConstant);
      for (size_t i = 0; i < moving.size(); ++i) {
        conclusion.factors[moving[i]] = factor(1 + 2 * i);
        conclusion.powers[moving[i]] = factor(2 + 2 * i);
        isSimple = isSimple && isSmall(factor(1 + 2 * i), kMostFactor) && isSmall(factor(2 + 2 * i), kMostFactor);
      }
      if (isSimple) draw(region, conclusion);
    }
  }

  /// Of one parameter: the results for 0, 1, 2, ..., where they are no sum.
  void considerTable() {
    if (program_[function_].parameters.size() != 1 || numbers_.size() != 1 || contracts_.size() >= limits_.contracts)
      return;
    if (!isOpen(regionOf({{0, Relation::Above, kConstant, 3}}))) return;
    std::vector<int64_t> results;
    while (results.size() < limits_.contractTable) {
      const std::optional<int64_t> result = called({static_cast<int64_t>(results.size())});
      if (!result) break;
      results.push_back(*result);
    }
    if (results.size() < limits_.contractSamples) return;
    const size_t last = results.size() - 1;
    contracts_.push_back({function_,
                          "0 <= " + name(0) + " && " + name(0) + " <= " + std::to_string(last) +
                              " ==> result is one of " + std::to_string(results.size()) + " numbers, " +
                              std::to_string(results.front()) + " to " + std::to_string(results.back()),
                          [&terms = terms_, results](std::span<const Term> arguments, Term result) {
                            std::vector<Term> cases;
                            for (size_t k = 0; k < results.size(); ++k) {
                              const Term isThis =
                                  terms.mkEqual(arguments[0], terms.mkBv(arguments[0].sort().width(), k));
                              const BitVector value(result.sort().width(), static_cast<uint64_t>(results[k]));
                              cases.push_back(terms.mkImplies(isThis, terms.mkEqual(result, terms.mkBv(value))));
                            }
                            return terms.mkAnd(cases);
                          }});
    contracts_.back().isLaw = true;
  }

  /// Whether the conclusion holds in the region. If so, it is proposed, unless it is known in a larger region.
  bool draw(const Region& region, const Conclusion& conclusion) {
    if (!holdsIn(region.samples, conclusion)) return false;
    for (const auto& [earlier, drawn] : drawn_)
      if (drawn == conclusion && std::ranges::includes(earlier, region.samples)) return true;
    if (contracts_.size() >= limits_.contracts) return true;
    drawn_.emplace_back(region.samples, conclusion);
    contracts_.push_back({function_, text(region.guard, conclusion),
                          [&terms = terms_, numbers = numbers_, guard = region.guard,
                           conclusion](std::span<const Term> arguments, Term result) {
                            return term(terms, numbers, guard, conclusion, arguments, result);
                          }});
    contracts_.back().isLaw = conclusion.relation == Relation::Equal;
    if (checksOverflow_ && contracts_.back().isLaw)
      contracts_.back().asks = [&terms = terms_, numbers = numbers_, guard = region.guard,
                                conclusion](std::span<const Term> arguments) {
        return fits(terms, numbers, guard, conclusion, arguments);
      };
    return true;
  }

  static Term guardTerm(TermManager& terms, const std::vector<Atom>& guard, std::span<const Term> arguments) {
    Term condition = terms.mkTrue();
    for (const Atom& atom : guard) {
      const Term left = arguments[atom.left];
      const Term right = atom.right == kConstant
                             ? terms.mkBv(BitVector(left.sort().width(), static_cast<uint64_t>(atom.constant)))
                             : arguments[atom.right];
      condition = terms.mkAnd(condition, holds(terms, atom.relation, left, right));
    }
    return condition;
  }

  /// That the sum does not overflow, where the guard holds: what functions do on their way is mostly between.
  static Term fits(TermManager& terms, const std::vector<size_t>& numbers, const std::vector<Atom>& guard,
                   const Conclusion& conclusion, std::span<const Term> arguments) {
    const uint32_t width = arguments[numbers.front()].sort().width(), wide = 2 * width + 8;
    const auto constant = [&](int64_t value) { return terms.mkBv(BitVector::fromSigned(wide, value)); };
    Term sum = constant(conclusion.constant);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const Term argument = arguments[numbers[i]];
      sum = terms.mkBvAdd(sum, terms.mkBvMul(constant(conclusion.factors[i]), terms.mkBvSignResize(argument, wide)));
      if (conclusion.powers.empty() || conclusion.powers[i] == 0) continue;
      const Term most = terms.mkBv(width, width);
      const Term exponent = terms.mkIte(terms.mkBvUlt(argument, most), argument, most);
      sum = terms.mkBvAdd(sum, terms.mkBvMul(constant(conclusion.powers[i]),
                                             terms.mkBvShl(constant(1), terms.mkBvZeroResize(exponent, wide))));
    }
    const Term least = terms.mkBv(BitVector::minSigned(width).signExtend(wide)),
               most = terms.mkBv(BitVector::maxSigned(width).signExtend(wide));
    return terms.mkImplies(guardTerm(terms, guard, arguments),
                           terms.mkAnd(terms.mkBvSle(least, sum), terms.mkBvSle(sum, most)));
  }

  static Term term(TermManager& terms, const std::vector<size_t>& numbers, const std::vector<Atom>& guard,
                   const Conclusion& conclusion, std::span<const Term> arguments, Term result) {
    const auto constant = [&](int64_t value) {
      return terms.mkBv(BitVector(result.sort().width(), static_cast<uint64_t>(value)));
    };
    Term sum = constant(conclusion.constant);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const Term argument = arguments[numbers[i]];
      sum = terms.mkBvAdd(sum, terms.mkBvMul(constant(conclusion.factors[i]), argument));
      if (conclusion.powers.empty()) continue;
      sum = terms.mkBvAdd(sum, terms.mkBvMul(constant(conclusion.powers[i]), terms.mkBvShl(constant(1), argument)));
    }
    return terms.mkImplies(guardTerm(terms, guard, arguments), holds(terms, conclusion.relation, result, sum));
  }

  std::string name(size_t parameter) const {
    const Variable& variable = program_[program_[function_].parameters[parameter]];
    if (!variable.sourceName.empty()) return variable.sourceName;
    const std::string whole(variable.name()); // with the function's
    const size_t end = whole.rfind("::");
    return end == std::string::npos ? whole : whole.substr(end + 2);
  }

  std::string text(const std::vector<Atom>& guard, const Conclusion& conclusion) const {
    std::string text;
    for (const Atom& atom : guard) {
      text += text.empty() ? "" : " && ";
      text += name(atom.left).append(sign(atom.relation));
      text += atom.right == kConstant ? std::to_string(atom.constant) : name(atom.right);
    }
    if (!text.empty()) text += " ==> ";
    text.append("result").append(sign(conclusion.relation));
    std::string sum;
    const auto add = [&](int64_t factor, const std::string& what) {
      if (factor == 0) return;
      sum += factor < 0 ? (sum.empty() ? "-" : " - ") : (sum.empty() ? "" : " + ");
      if (std::abs(factor) != 1) sum += std::to_string(std::abs(factor)) + "*";
      sum += what;
    };
    for (size_t i = 0; i < numbers_.size(); ++i) {
      add(conclusion.factors[i], name(numbers_[i]));
      if (!conclusion.powers.empty()) add(conclusion.powers[i], "(1 << " + name(numbers_[i]) + ")");
    }
    if (sum.empty()) return text + std::to_string(conclusion.constant);
    if (conclusion.constant != 0)
      sum += (conclusion.constant < 0 ? " - " : " + ") + std::to_string(std::abs(conclusion.constant));
    return text + sum;
  }

  const Program& program_;
  const KikiLimits& limits_;
  TermManager& terms_;
  const FunctionId function_;
  const uint32_t width_;
  PureCalls calls_;
  const bool checksOverflow_;
  std::vector<size_t> numbers_; // parameters of the result's sort
  std::vector<int64_t> constants_;
  std::vector<Sample> samples_;
  std::vector<std::pair<std::vector<size_t>, Conclusion>> drawn_; // and where
  std::vector<CallContract> contracts_;
};

} // namespace

std::vector<CallContract> proposeContracts(const Program& program, const KikiLimits& limits) {
  std::vector<CallContract> contracts;
  const CallGraph graph(program);
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    const FunctionId id(i);
    const Function& function = program[id];
    if (!graph.isRecursive(id) || !graph.isReachable(id) || !function.hasBody()) continue;
    if (function.result.isNull() || !function.result.isBitVec() || function.result.width() > 64) continue;
    if (function.parameters.size() > limits.contractParameters) continue;
    const bool isPlain = std::ranges::all_of(function.parameters, [&](VariableId parameter) {
      const Sort sort = program[parameter].sort();
      return sort.isBool() || (sort.isBitVec() && sort.width() <= 64);
    });
    if (!isPlain) continue;
    std::vector<CallContract> more = Guesser(program, id, limits).guess();
    contracts.insert(contracts.end(), more.begin(), more.end());
  }
  return contracts;
}

} // namespace assay
