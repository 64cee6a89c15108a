// Proofs of refutations in the folder of answers (answer_cache.h).
#pragma once

#include "strategy/answer_cache.h"
#include "util/proof_store.h"

namespace assay {

class CachedProofs final : public ProofStore {
public:
  CachedProofs(AnswerCache& cache, bool isOpen) : cache_(cache), isOpen_(isOpen) {}

  std::optional<std::string> find(const std::string& key) override { return cache_.find(key); }
  void store(const std::string& key, std::string_view text) override { cache_.store(key, text); }
  bool isOpen() const override { return isOpen_; }

private:
  AnswerCache& cache_;
  const bool isOpen_;
};

} // namespace assay
