// What functions return that compute with their parameters and nothing else: each call is done once and remembered. So
// fibonacci(46) is 46 additions, and guesses about functions that call themselves can rest on large arguments.
#pragma once

#include "program/program.h"
#include "term/evaluate.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace assay {

class PureCalls {
public:
  /// The program must stay as it is. Limits on edges that are taken: for each call that is asked for, and for all.
  PureCalls(const Program& program, uint64_t maxOfCall, uint64_t maxOfAll)
      : program_(program), maxOfCall_(maxOfCall), leftOfAll_(maxOfAll) {}

  /// Nothing: it does not return, it does more than to compute, or that takes too long. Arguments that are Boolean are
  /// one bit.
  std::optional<BitVector> call(FunctionId function, std::vector<BitVector> arguments);

private:
  using Key = std::pair<FunctionId, std::vector<BitVector>>;
  struct Less {
    bool operator()(const Key& a, const Key& b) const;
  };
  struct Frame {
    Key key;
    Assignment values;
    LocationId at;
    VariableId wanted = {}; // of the caller: what it gets
  };
  enum class Step : uint8_t { GoesOn, Calls, Returns, Fails };

  static Value valueOf(Sort sort, const BitVector& bits);
  Frame frameOf(Key key) const;
  Step step(Frame& frame);

  const Program& program_;
  const uint64_t maxOfCall_;
  uint64_t leftOfAll_, left_ = 0;
  std::map<Key, std::optional<BitVector>, Less> known_; // nothing: it has not returned
  std::optional<Frame> called_;                         // by the last step
  BitVector returned_ = BitVector(1, 0);                // likewise
};

} // namespace assay
