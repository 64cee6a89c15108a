#include "proof/array_reads.h"

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
  static constexpr size_t kMaxPairs = 2000, kMaxParts = 100'000;
  struct Read {
    Term index, value;
  };

  bool enterArray(Term t) { return !isTooMuch_ && arrays_.insert(t); }

  Term valueOf(Term t) {
    if (isTooMuch_ || t.size() == 0) return t;
    if (t.kind() == Kind::Select) return read(t[0], values_.at(t[1]));
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

  /// What the array holds at the index, which has no arrays in it. Where paths meet, arrays share what they are made
  /// of: each part is read once.
  Term read(Term root, Term index) {
    std::vector<Term> open{root};
    while (!open.empty() && !isTooMuch_) {
      const Term array = open.back();
      if (known_.contains({array.id(), index.id()})) {
        open.pop_back();
        continue;
      }
      const size_t before = open.size();
      const auto partOf = [&](Term part) {
        const auto known = known_.find({part.id(), index.id()});
        if (known == known_.end()) open.push_back(part);
        return known == known_.end() ? Term() : known->second;
      };
      const Term value = readPart(array, index, partOf);
      if (open.size() != before) continue;
      open.pop_back();
      known_.try_emplace({array.id(), index.id()}, value);
      isTooMuch_ = isTooMuch_ || known_.size() > kMaxParts;
    }
    return isTooMuch_ ? terms_.mkZero(root.sort().element()) : known_.at({root.id(), index.id()});
  }

  template <typename PartOf>
  Term readPart(Term array, Term index, const PartOf& partOf) {
    switch (array.kind()) {
    case Kind::Store: {
      const Term isHere = terms_.mkEqual(values_.at(array[1]), index);
      if (isHere.isTrue()) return values_.at(array[2]);
      const Term below = partOf(array[0]);
      return below.isNull() ? below : terms_.mkIte(isHere, values_.at(array[2]), below);
    }
    case Kind::Ite: {
      const Term then = partOf(array[1]), otherwise = partOf(array[2]);
      if (then.isNull() || otherwise.isNull()) return {};
      return terms_.mkIte(values_.at(array[0]), then, otherwise);
    }
    case Kind::ConstArray:
      return values_.at(array[0]);
    default:
      return readVariable(array, index);
    }
  }

  Term readVariable(Term array, Term index) {
    std::vector<Read>& reads = reads_[array];
    numPairs_ += reads.size();
    isTooMuch_ = isTooMuch_ || numPairs_ > kMaxPairs;
    reads.push_back({index, terms_.mkFreshVariable("element", array.sort().element())});
    return reads.back().value;
  }

  TermManager& terms_;
  TermMap<Term> values_;                                // of terms that are no arrays
  TermSet arrays_;                                      // that were met
  std::map<std::pair<uint32_t, uint32_t>, Term> known_; // by array and index
  std::unordered_map<Term, std::vector<Read>> reads_;   // by array
  size_t numPairs_ = 0;                                 // of places of an array
  bool isTooMuch_ = false;
};

} // namespace

Term withoutArrays(TermManager& terms, Term term) { return ArrayReads(terms).run(term); }

} // namespace assay
