#include "engine/symex/searcher.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>

namespace assay::symex {
namespace {

class Searches : public ::testing::Test {
protected:
  Searches() : program_(parseProgram("function main() { a: -> b; b: -> exit; }", "test", terms_)), code_(program_) {}

  /// A new state, split off from another one (0: from none).
  State& split(uint64_t parent, uint64_t forks = 0, uint32_t location = 0) {
    const uint64_t id = states_.size() + 1;
    auto& state = states_[id] = std::make_unique<State>(program_);
    state->id = id;
    state->parent = parent;
    state->forks = forks;
    state->location = &code_.location(program_[program_.entry()].locations[location]);
    if (searcher_) searcher_->add(*state);
    return *state;
  }
  void search(Order order, uint64_t seed = 1) {
    visits_.assign(program_.locations().size(), 0);
    searcher_ = makeSearcher(order, {}, seed, visits_);
  }
  uint64_t next() { return searcher_->select().id; }

  TermManager terms_;
  Program program_;
  CodeCache code_;
  std::vector<uint32_t> visits_;
  std::map<uint64_t, std::unique_ptr<State>> states_;
  std::unique_ptr<Searcher> searcher_;
};

TEST_F(Searches, DepthFirst) {
  search({SearchOrder::Dfs});
  split(0);
  State& second = split(1);
  EXPECT_EQ(next(), 2u);
  split(1); // by another searcher: not on the path of the second
  EXPECT_EQ(next(), 2u);
  State& fourth = split(2);
  EXPECT_EQ(next(), 4u);
  searcher_->remove(fourth);
  searcher_->remove(second);
  EXPECT_EQ(next(), 3u);
}

TEST_F(Searches, BreadthFirst) {
  search({SearchOrder::Bfs});
  State& first = split(0, 3);
  State& second = split(1, 2);
  EXPECT_EQ(next(), 2u);
  second.forks = 4;
  searcher_->moved(second);
  EXPECT_EQ(next(), 1u);
  searcher_->remove(first);
  EXPECT_EQ(next(), 2u);
}

TEST_F(Searches, RandomPathsWeighTheTree) {
  search({SearchOrder::RandomPath});
  split(0);
  split(1); // half of the tree
  for (uint64_t parent = 1; parent < 20; ++parent) split(parent == 1 ? 1 : parent + 1);
  std::map<uint64_t, int> times;
  for (int i = 0; i < 4000; ++i) ++times[next()];
  EXPECT_NEAR(times[2], 2000, 200);
  EXPECT_NEAR(times[1], 1000, 200);
  // Where nobody is left, there is no fork any more.
  searcher_->remove(*states_.at(2));
  times.clear();
  for (int i = 0; i < 4000; ++i) ++times[next()];
  EXPECT_NEAR(times[1], 2000, 200);
  for (uint64_t id = 3; id < 20; ++id) searcher_->remove(*states_.at(id));
  searcher_->remove(*states_.at(1));
  times.clear();
  for (int i = 0; i < 4000; ++i) ++times[next()];
  EXPECT_EQ(times.size(), 2u);
  searcher_->remove(*states_.at(20));
  EXPECT_EQ(next(), 21u);
  searcher_->remove(*states_.at(21));
  split(0);
  EXPECT_EQ(next(), 22u);
}

TEST_F(Searches, CoverageGoesWhereNobodyWas) {
  search({SearchOrder::Coverage});
  for (int i = 0; i < 8; ++i) split(0, 0, i == 5 ? 1 : 0);
  visits_.at(program_[program_.entry()].locations[0].index()) = 100;
  int times = 0;
  for (int i = 0; i < 100; ++i) times += next() == 6;
  EXPECT_GT(times, 60);
}

// By work, not by the number of states that are run.
TEST_F(Searches, InterleavedSearchersTakeTurns) {
  for (const bool isLearning : {false, true}) {
    states_.clear();
    search({SearchOrder::Interleaved, isLearning});
    for (int i = 0; i < 50; ++i) split(0);
    uint64_t deep = 0, work = 0;
    std::set<uint64_t> met;
    for (int i = 0; i < 30000; ++i) {
      const uint64_t id = next(), amount = id == 50 ? 10 : 1000;
      met.insert(id);
      work += amount;
      if (id == 50) deep += amount;
      searcher_->worked(amount);
    }
    EXPECT_EQ(met.size(), 50u);
    EXPECT_NEAR(static_cast<double>(deep) / static_cast<double>(work), isLearning ? 1.0 / 2 : 1.0 / 3, 0.05);
  }
}

} // namespace
} // namespace assay::symex
