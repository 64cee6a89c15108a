// Where runs leave proofs of refutations for later runs, by the content of what is refuted. A proof is checked before
// it is used: nothing in the store is believed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

class ProofStore {
public:
  virtual ~ProofStore() = default;
  virtual std::optional<std::string> find(const std::string& key) = 0;
  virtual void store(const std::string& key, std::string_view text) = 0;
  /// Whether proofs are to be made, which takes time.
  virtual bool isOpen() const = 0;
};

} // namespace assay
