#include "encode/array_reads.h"

#include "term/traverse.h"

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

namespace assay {

namespace {

class ArrayReads {
public:
  explicit ArrayReads(TermManager& terms) : terms_(terms) {}

  Term run(Term term) {
    const auto enter = [&](Term t) { return !isTooMuch_ && !t.sort().isArray() && !values_.contains(t); };
    postOrder(
        term, [&](Term t) { return t.sort().isArray() ? enterArray(t) : enter(t); },
        [&](Term t) {
          if (!t.sort().isArray()) values_.insert(t, valueOf(t));
        });
    if (isTooMuch_) return {};
    std::vector<Term> all{values_.at(term)};
    for (const auto& [array, reads] : reads_)
      for (size_t i = 0; i < reads.size(); ++i)
        for (size_t j = 0; j < i; ++j)
          all.push_back(terms_.mkImplies(terms_.mkEqual(reads[i].index, reads[j].index),
                                         terms_.mkEqual(reads[i].value, reads[j].value)));
    return terms_.mkAnd(all);
  }

private:
  static constexpr size_t kMaxReads = 60, kMaxSteps = 4000;
  struct Read {
    Term index, value;
  };

  bool enterArray(Term t) { return !isTooMuch_ && arrays_.insert(t); }

  Term valueOf(Term t) {
    if (isTooMuch_ || t.size() == 0) return t;
    if (t.kind() == Kind::Select) return read(t[0], values_.at(t[1]), 0);
    std::array<Term, 3> children;
    for (uint32_t i = 0; i < t.size(); ++i) {
      if (t[i].sort().isArray()) {
        isTooMuch_ = true; // they are compared
        return t;
      }
      children[i] = values_.at(t[i]);
    }
    return terms_.rebuild(t, std::span(children).first(t.size()));
  }

  /// What the array holds at the index, which has no arrays in it.
  Term read(Term array, Term index, uint32_t depth) {
    constexpr uint32_t kMaxDepth = 60; // of choices between arrays
    if (depth > kMaxDepth || ++numSteps_ > kMaxSteps) isTooMuch_ = true;
    if (isTooMuch_) return terms_.mkZero(array.sort().element());
    std::vector<std::pair<Term, Term>> written; // the last first
    for (; array.kind() == Kind::Store; array = array[0])
      written.emplace_back(values_.at(array[1]), values_.at(array[2]));
    numSteps_ += written.size();
    Term value;
    if (array.kind() == Kind::Ite)
      value = terms_.mkIte(values_.at(array[0]), read(array[1], index, depth + 1), read(array[2], index, depth + 1));
    else if (array.kind() == Kind::ConstArray)
      value = values_.at(array[0]);
    else
      value = readVariable(array, index);
    for (auto it = written.rbegin(); it != written.rend(); ++it)
      value = terms_.mkIte(terms_.mkEqual(it->first, index), it->second, value);
    return value;
  }

  Term readVariable(Term array, Term index) {
    const auto [known, isNew] = known_.try_emplace({array.id(), index.id()});
    if (isNew) {
      known->second = terms_.mkFreshVariable("element", array.sort().element());
      reads_[array].push_back({index, known->second});
      isTooMuch_ = isTooMuch_ || known_.size() > kMaxReads;
    }
    return known->second;
  }

  TermManager& terms_;
  TermMap<Term> values_; // of terms that are no arrays
  TermSet arrays_;       // that were met
  std::map<std::pair<uint32_t, uint32_t>, Term> known_;
  std::unordered_map<Term, std::vector<Read>> reads_; // by array
  size_t numSteps_ = 0;
  bool isTooMuch_ = false;
};

} // namespace

Term withoutArrays(TermManager& terms, Term term) { return ArrayReads(terms).run(term); }

} // namespace assay
