#include "invariants/blocks/blocks.h"

#include "encode/block_instances.h"
#include "encode/head_vocabulary.h"
#include "encode/numeric.h"
#include "invariants/houdini.h"
#include "term/bit_vector.h"
#include "term/traverse.h"
#include "transform/memory/records/record_heap.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace assay {

namespace {

class BlockCandidates {
public:
  BlockCandidates(const Flow& flow, const InvariantLimits& limits)
      : flow_(flow), limits_(limits), program_(flow.program()), terms_(flow.terms()), heap_(*flow.records()),
        numbers_(*flow.opaqueNumbers()), block_(heap_.block), other_(heap_.other) {}

  std::vector<Assertion> run() {
    findConstants();
    findTargets();
    for (head_ = 0; head_ < flow_.heads().size(); ++head_) {
      numAtHead_ = 0;
      pointers_.clear();
      values_.clear();
      for (VariableId v : flow_.liveAt(flow_.heads()[head_])) noteVariable(program_[v]);
      concludeOfVariables();
      for (uint32_t site = 0; site < heap_.sites.size(); ++site)
        for (uint32_t field : heap_.sites[site].fields) {
          if (!program_.variableOf(heap_.fields[field].array).valid()) continue;
          if (numbers_.isPointer(heap_.fields[field].array))
            concludeOfLink(site, field);
          else
            concludeOfValue(site, field);
        }
    }
    return std::move(found_);
  }

private:
  struct Named {
    Term term;
    std::string name;
  };

  void noteVariable(const Variable& variable) {
    if (numbers_.isPointer(variable.term) && variable.sort() == program_.pointerSort()) {
      if (pointers_.size() < limits_.blockPointers) pointers_.push_back({variable.term, userName(variable)});
    } else if (isNumeric(variable) && variable.sort().isBitVec() && values_.size() < limits_.blockValues) {
      values_.push_back({variable.term, userName(variable)});
    }
  }

  // Constants that the program compares or stores, by width. (A Vocabulary does not know what is stored.)
  void findConstants() {
    const auto add = [&](Term constant) {
      std::vector<Term>& known = constants_[constant.sort().width()];
      if (known.size() < limits_.blockConstants && std::ranges::find(known, constant) == known.end())
        known.push_back(constant);
    };
    const auto look = [&](Term term) {
      forEachSubterm(term, [&](Term t) {
        const bool isComparison = t.kind() == Kind::Equal || t.kind() == Kind::BvSlt || t.kind() == Kind::BvUlt;
        if (isComparison)
          for (const uint32_t side : {0u, 1u})
            if (t[side].kind() == Kind::BvConst) add(t[side]);
        if (t.kind() == Kind::Store)
          forEachChoice(t[2], [&](Term value) {
            if (value.kind() == Kind::BvConst) add(value);
          });
      });
    };
    for (const Edge& edge : program_.edges()) {
      if (!edge.source.valid()) continue;
      look(edge.guard);
      for (const Operation& operation : edge.operations)
        if (const Assign* assign = operation.as<Assign>()) {
          look(assign->value);
          forEachChoice(assign->value, [&](Term value) {
            if (value.kind() == Kind::BvConst) add(value);
          });
        }
    }
  }

  // What a pointer may lead to: blocks of one site, or of any.
  void findTargets() {
    for (uint32_t site = 0; site < heap_.sites.size(); ++site) targets_.push_back({site});
    if (targets_.size() < 2) return;
    std::vector<uint32_t> all;
    for (uint32_t site = 0; site < heap_.sites.size(); ++site)
      if (heap_.sites[site].isHeap) all.push_back(site);
    if (all.size() > 1) targets_.push_back(all);
    if (targets_.size() > limits_.blockTargets) targets_ = {all};
  }

  Term null() const { return terms_.mkBv(program_.layout().width, 0); }
  Term isNull(Term pointer) const { return terms_.mkEqual(pointer, null()); }
  Term numberOf(Term pointer) const {
    return terms_.mkBvExtract(pointer, program_.layout().width - 1, program_.layout().offsetBits);
  }
  Term isStart(Term pointer) const {
    const PointerLayout& layout = program_.layout();
    return terms_.mkEqual(terms_.mkBvExtract(pointer, layout.offsetBits - 1, 0),
                          terms_.mkBv(layout.offsetBits, layout.guardBit()));
  }
  Term address(Term number) const {
    return terms_.mkBvConcat(number, terms_.mkBv(program_.layout().offsetBits, program_.layout().guardBit()));
  }
  Term isOf(Term number, uint32_t site) const {
    return terms_.mkEqual(heap_.siteOf(terms_, number), terms_.mkBv(RecordHeap::kSiteBits, site + 1));
  }
  Term isOf(Term number, const std::vector<uint32_t>& sites) const {
    std::vector<Term> ways;
    for (uint32_t site : sites) ways.push_back(isOf(number, site));
    return terms_.mkOr(ways);
  }
  Term isGivenOut(Term pointer) const { return terms_.mkBvUlt(numberOf(pointer), heap_.next); }
  Term at(uint32_t field, Term number) const { return terms_.mkSelect(heap_.fields[field].array, number); }

  std::string siteName(uint32_t site) const { return "line " + std::to_string(heap_.sites[site].position.line); }
  std::string siteNames(const std::vector<uint32_t>& sites) const {
    std::string text;
    for (uint32_t site : sites) text += (text.empty() ? "" : " or ") + siteName(site);
    return text;
  }
  /// A member's name, of some structure of this size.
  std::string fieldName(uint32_t site, uint32_t field) const {
    const RecordHeap::Field& its = heap_.fields[field];
    const CTypes& types = *program_.types;
    for (uint32_t t = 0; t < types.size(); ++t) {
      const CType& type = types[CTypeId(t)];
      if (type.kind != CType::Struct || type.size != heap_.sites[site].size) continue;
      for (const CMember& member : type.members)
        if (member.bitOffset == 8 * uint64_t{its.offset} && member.bitSize == 8 * uint64_t{its.bytes})
          return "B->" + member.name;
    }
    return "B's byte " + std::to_string(its.offset);
  }

  void concludeOfVariables() {
    // Numbers that were not given out yet are no blocks.
    add(terms_.mkOr(terms_.mkBvUlt(block_, heap_.next),
                    terms_.mkEqual(heap_.siteOf(terms_, block_), terms_.mkBv(RecordHeap::kSiteBits, 0))),
        "blocks have numbers below the next");
    add(terms_.mkBvUle(terms_.mkBv(block_.sort().width(), heap_.firstNumber), heap_.next), "numbers are counted");
    for (const Named& pointer : pointers_) {
      for (const std::vector<uint32_t>& sites : targets_) {
        const Term isBlock = terms_.mkAnd(isStart(pointer.term), isOf(numberOf(pointer.term), sites));
        const std::string block = "a live block of " + siteNames(sites);
        add(isBlock, pointer.name + " is " + block);
        add(terms_.mkOr(isNull(pointer.term), isBlock), pointer.name + " is NULL or " + block);
      }
      add(isGivenOut(pointer.term), pointer.name + " is NULL or was allocated");
      for (const Named& second : pointers_)
        if (pointer.term != second.term && pointer.term.symbol() < second.term.symbol())
          add(terms_.mkOr(isNull(pointer.term), terms_.mkDistinct(pointer.term, second.term)),
              pointer.name + " != " + second.name + " unless NULL");
    }
  }

  void conclude(uint32_t site, Term condition, const std::string& text) {
    add(terms_.mkOr(terms_.mkNot(isOf(block_, site)), condition),
        "for all live blocks B of " + siteName(site) + ": " + text);
  }

  void concludeOfLink(uint32_t site, uint32_t field) {
    const Term link = at(field, block_);
    const std::string name = fieldName(site, field);
    conclude(site, isNull(link), name + " == NULL");
    for (const std::vector<uint32_t>& sites : targets_) {
      const Term isBlock = terms_.mkAnd(isStart(link), isOf(numberOf(link), sites));
      conclude(site, isBlock, name + " is a live block of " + siteNames(sites));
      conclude(site, terms_.mkOr(isNull(link), isBlock), name + " is NULL or a live block of " + siteNames(sites));
    }
    conclude(site, isGivenOut(link), name + " is NULL or was allocated");
    conclude(site, terms_.mkOr(isNull(link), terms_.mkBvUlt(numberOf(link), block_)),
             name + " is NULL or was allocated before B");
    conclude(site, terms_.mkOr(isNull(link), terms_.mkBvUlt(block_, numberOf(link))),
             name + " is NULL or was allocated after B");
    for (const Named& pointer : pointers_)
      conclude(site, terms_.mkOr(isNull(pointer.term), terms_.mkDistinct(link, pointer.term)),
               name + " != " + pointer.name + " unless NULL");
    for (uint32_t back : heap_.sites[site].fields)
      if (back != field && numbers_.isPointer(heap_.fields[back].array))
        conclude(site, terms_.mkOr(isNull(link), terms_.mkEqual(at(back, numberOf(link)), address(block_))),
                 "what " + name + " points to leads back to B");
    // Of two blocks.
    const Term areBoth = terms_.mkAnd(isOf(block_, site), isOf(other_, site));
    const Term isShared = terms_.mkAnd(terms_.mkEqual(link, at(field, other_)), terms_.mkNot(isNull(link)));
    add(terms_.mkOr(terms_.mkNot(areBoth), terms_.mkOr(terms_.mkEqual(block_, other_), terms_.mkNot(isShared))),
        "no two live blocks of " + siteName(site) + " have the same " +
            (name.starts_with("B->") ? name.substr(3) : name));
  }

  void concludeOfValue(uint32_t site, uint32_t field) {
    const Term value = at(field, block_);
    const std::string name = fieldName(site, field);
    const uint32_t width = value.sort().width();
    for (Term constant : constants_[width]) {
      const std::string text = literal(constant.value());
      conclude(site, terms_.mkEqual(value, constant), name + " == " + text);
      conclude(site, terms_.mkDistinct(value, constant), name + " != " + text);
      conclude(site, terms_.mkBvSlt(constant, value), name + " > " + text);
      conclude(site, terms_.mkBvSle(constant, value), name + " >= " + text);
      conclude(site, terms_.mkBvSlt(value, constant), name + " < " + text);
      conclude(site, terms_.mkBvSle(value, constant), name + " <= " + text);
    }
    for (const Named& variable : values_) {
      if (variable.term.sort() != value.sort()) continue;
      conclude(site, terms_.mkEqual(value, variable.term), name + " == " + variable.name);
      conclude(site, terms_.mkBvSle(value, variable.term), name + " <= " + variable.name);
      conclude(site, terms_.mkBvSle(variable.term, value), name + " >= " + variable.name);
    }
    for (uint32_t second : heap_.sites[site].fields) {
      const RecordHeap::Field& its = heap_.fields[second];
      if (numbers_.isPointer(its.array)) {
        const Term link = at(second, block_), next = at(field, numberOf(link));
        const std::string there = "that of " + fieldName(site, second);
        conclude(site, terms_.mkOr(isNull(link), terms_.mkBvSle(value, next)), name + " <= " + there);
        conclude(site, terms_.mkOr(isNull(link), terms_.mkBvSle(next, value)), name + " >= " + there);
      } else if (second != field && its.array.sort() == heap_.fields[field].array.sort()) {
        conclude(site, terms_.mkBvSle(value, at(second, block_)), name + " <= " + fieldName(site, second));
        if (second < field)
          conclude(site, terms_.mkEqual(value, at(second, block_)), name + " == " + fieldName(site, second));
      }
    }
  }

  /// Only what is live has the same value in all states.
  void add(Term condition, std::string text) {
    if (condition.isValue() || numAtHead_ >= limits_.blockCandidates) return;
    if (!isLiveAt(flow_, head_, condition, std::array{block_, other_})) return;
    ++numAtHead_;
    found_.push_back({head_, condition, std::move(text)});
  }

  const Flow& flow_;
  const InvariantLimits& limits_;
  const Program& program_;
  TermManager& terms_;
  const RecordHeap& heap_;
  const OpaqueNumbers& numbers_;
  const Term block_, other_;
  uint32_t head_ = 0;
  size_t numAtHead_ = 0;
  std::vector<Named> pointers_, values_; // live at the head
  std::map<uint32_t, std::vector<Term>> constants_;
  std::vector<std::vector<uint32_t>> targets_;
  std::vector<Assertion> found_;
};

} // namespace

std::vector<Assertion> blockCandidates(const Flow& flow, const InvariantLimits& limits) {
  return flow.records() ? BlockCandidates(flow, limits).run() : std::vector<Assertion>();
}

// Most candidates are wrong from the start, which is found out without the step.
std::optional<std::vector<Assertion>> searchBlocks(const Search& search) {
  std::vector<Assertion> candidates = blockCandidates(search.flow, limitsOf<InvariantLimits>(search.env.options));
  std::erase_if(candidates, [&](const Assertion& candidate) {
    return !search.flow.opaqueNumbers()->isOpaque(candidate.condition);
  });
  if (candidates.empty()) return candidates;
  InductionPlaces begin;
  for (uint32_t layer = 1; layer <= search.k + 1; ++layer)
    for (uint32_t head = 0; head < search.flow.heads().size(); ++head)
      if (const SymbolicState* state = search.base.arrival(layer, head))
        begin.after.push_back({head, search.base.arrivalGuard(layer, head), state});
  auto possible = inductiveCandidates(search.flow, *search.newSolver(), begin, std::move(candidates), search.allowance);
  if (!possible) return std::nullopt;
  BlockInstances blocks(search.flow);
  blocks.update(search.step);
  const auto instances = [&](const Assertion& candidate) {
    return search.flow.terms().mkAnd(blocks.of(search.step, candidate));
  };
  return inductiveCandidates(search.flow, *search.newSolver(), search.places, std::move(*possible), search.allowance,
                             instances);
}

} // namespace assay
