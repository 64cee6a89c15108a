#include "families.h"

#include <functional>

namespace assay {

namespace {

std::string indexed(const char* name, uint32_t i) { return std::string(name) + std::to_string(i); }

/// Counts inputs up to a bound and starts again; asks at each depth whether it can be beyond what it can be.
Instance countingInputs(uint32_t width, uint32_t bound, uint32_t depth) {
  Instance instance("inputs" + std::to_string(width) + "x" + std::to_string(depth));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  Term x = instance.bv("x0", width), limit = tm.mkBv(width, bound);
  session.assertTerm(tm.mkEqual(x, tm.mkBv(width, 0)));
  for (uint32_t i = 1; i <= depth; ++i) {
    Term next = instance.bv(indexed("x", i), width), in = instance.flag(indexed("in", i));
    Term wrapped = tm.mkIte(tm.mkBvUge(x, limit), tm.mkBv(width, 0), tm.mkBvAdd(x, tm.mkBv(width, 1)));
    session.assertTerm(tm.mkEqual(next, tm.mkIte(in, wrapped, x)));
    session.check({tm.mkBvUgt(next, limit)});
    session.check({tm.mkBvUgt(next, tm.mkBv(width, i))});
    if (i % 8 == 0) session.check({tm.mkEqual(next, tm.mkBv(width, std::min(i, bound)))});
    x = next;
  }
  return instance;
}

/// Two counters that move together: is one always the given multiple of the other?
Instance coupledCounters(uint32_t width, uint32_t factor, uint32_t depth) {
  Instance instance("coupled" + std::to_string(width) + "x" + std::to_string(depth));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  Term x = instance.bv("x0", width), y = instance.bv("y0", width), c = tm.mkBv(width, factor);
  session.assertTerm(tm.mkEqual(x, tm.mkBv(width, 0)));
  session.assertTerm(tm.mkEqual(y, tm.mkBv(width, 0)));
  for (uint32_t i = 1; i <= depth; ++i) {
    Term nextX = instance.bv(indexed("x", i), width), nextY = instance.bv(indexed("y", i), width);
    Term step = tm.mkBvZeroExtend(instance.bv(indexed("step", i), 2), width - 2);
    session.assertTerm(tm.mkEqual(nextX, tm.mkBvAdd(x, step)));
    session.assertTerm(tm.mkEqual(nextY, tm.mkBvAdd(y, tm.mkBvMul(step, c))));
    session.check({tm.mkDistinct(nextY, tm.mkBvMul(nextX, c))});
    session.check({tm.mkBvUgt(nextX, tm.mkBv(width, 3 * i))});
    x = nextX;
    y = nextY;
  }
  return instance;
}

/// Peterson's algorithm for two processes; a scheduler moves one of them at each step. Both in the critical section?
Instance peterson(uint32_t depth) {
  Instance instance("peterson" + std::to_string(depth));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  struct State {
    Term pc[2], flag[2], turn;
  };
  auto stateAt = [&](uint32_t i) {
    State s;
    for (uint32_t p : {0u, 1u}) {
      s.pc[p] = instance.bv(indexed(p ? "pcB" : "pcA", i), 3);
      s.flag[p] = instance.flag(indexed(p ? "flagB" : "flagA", i));
    }
    s.turn = instance.bv(indexed("turn", i), 1);
    return s;
  };
  auto at = [&](Term pc, uint64_t n) { return tm.mkEqual(pc, tm.mkBv(3, n)); };
  State s = stateAt(0);
  for (uint32_t p : {0u, 1u}) {
    session.assertTerm(at(s.pc[p], 0));
    session.assertTerm(tm.mkNot(s.flag[p]));
  }
  for (uint32_t i = 1; i <= depth; ++i) {
    State next = stateAt(i);
    Term second = instance.flag(indexed("second", i)), turn = s.turn;
    for (uint32_t p : {0u, 1u}) {
      Term moves = p ? second : tm.mkNot(second), pc = s.pc[p];
      Term mayEnter = tm.mkOr(tm.mkNot(s.flag[1 - p]), tm.mkEqual(s.turn, tm.mkBv(1, p)));
      Term waiting = tm.mkIte(mayEnter, tm.mkBv(3, 3), pc);
      Term target = tm.mkIte(at(pc, 2), waiting, tm.mkIte(at(pc, 4), tm.mkBv(3, 0), tm.mkBvAdd(pc, tm.mkBv(3, 1))));
      session.assertTerm(tm.mkEqual(next.pc[p], tm.mkIte(moves, target, pc)));
      Term flag = tm.mkIte(at(pc, 0), tm.mkTrue(), tm.mkIte(at(pc, 4), tm.mkFalse(), s.flag[p]));
      session.assertTerm(tm.mkEqual(next.flag[p], tm.mkIte(moves, flag, s.flag[p])));
      turn = tm.mkIte(tm.mkAnd(moves, at(pc, 1)), tm.mkBv(1, 1 - p), turn);
    }
    session.assertTerm(tm.mkEqual(next.turn, turn));
    session.check({at(next.pc[0], 3), at(next.pc[1], 3)});
    session.check({at(next.pc[i % 2], 3)});
    s = next;
  }
  return instance;
}

/// Stations hand a token with a growing number around a ring; each remembers the last it saw. Can two hold the token,
/// can a number go backwards?
Instance tokenRing(uint32_t stations, uint32_t depth) {
  Instance instance("ring" + std::to_string(stations) + "x" + std::to_string(depth));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  auto station = [&](const char* name, uint32_t s, uint32_t i) { return indexed(name, s) + "_" + std::to_string(i); };
  std::vector<Term> holds, seen;
  for (uint32_t s = 0; s < stations; ++s) {
    holds.push_back(tm.mkBool(s == 0));
    seen.push_back(tm.mkBv(16, 0));
  }
  for (uint32_t i = 1; i <= depth; ++i) {
    Term active = instance.bv(indexed("active", i), 8);
    std::vector<Term> nextHolds, nextSeen;
    for (uint32_t s = 0; s < stations; ++s) {
      uint32_t before = (s + stations - 1) % stations;
      Term gives = tm.mkAnd(holds[s], tm.mkEqual(active, tm.mkBv(8, s)));
      Term takes = tm.mkAnd(holds[before], tm.mkEqual(active, tm.mkBv(8, before)));
      nextHolds.push_back(instance.flag(station("holds", s, i)));
      nextSeen.push_back(instance.bv(station("seen", s, i), 16));
      session.assertTerm(tm.mkEqual(nextHolds[s], tm.mkOr(takes, tm.mkAnd(holds[s], tm.mkNot(gives)))));
      Term number = tm.mkBvAdd(seen[before], tm.mkBv(16, 1));
      session.assertTerm(tm.mkEqual(nextSeen[s], tm.mkIte(takes, number, seen[s])));
    }
    for (uint32_t s = 1; s < stations; ++s) session.check({nextHolds[0], nextHolds[s]});
    session.check({tm.mkBvUlt(nextSeen[i % stations], seen[i % stations])});
    session.check({nextHolds[i % stations]});
    holds = nextHolds;
    seen = nextSeen;
  }
  return instance;
}

/// The step of k-induction for k = 1, 2, ...: the property holds in k states of a path, all different, but not in the
/// next. `transition` constrains (state, next, step), `property` a state.
Instance induction(const std::string& name, uint32_t width, uint32_t k,
                   const std::function<Term(Instance&, Term, Term, uint32_t)>& transition,
                   const std::function<Term(Instance&, Term)>& property) {
  Instance instance(name);
  TermManager& tm = *instance.terms;
  std::vector<Term> states{instance.bv("s0", width)};
  for (uint32_t i = 1; i <= k; ++i) {
    Term next = instance.bv(indexed("s", i), width);
    instance.session.assertTerm(property(instance, states.back()));
    instance.session.assertTerm(transition(instance, states.back(), next, i));
    for (Term state : states) instance.session.assertTerm(tm.mkDistinct(state, next));
    instance.session.check({tm.mkNot(property(instance, next))});
    states.push_back(next);
  }
  return instance;
}

/// A shift register whose top bits may not all be set, although the property speaks only of the highest.
Instance shiftRegister(uint32_t width, uint32_t k) {
  auto transition = [width](Instance& instance, Term s, Term next, uint32_t i) {
    TermManager& tm = *instance.terms;
    Term fed = tm.mkBvAnd(tm.mkBvZeroExtend(instance.bv(indexed("in", i), 1), width - 1), tm.mkBvNot(s));
    return tm.mkEqual(next, tm.mkBvOr(tm.mkBvShl(s, tm.mkBv(width, 1)), fed));
  };
  auto property = [width](Instance& instance, Term s) {
    TermManager& tm = *instance.terms;
    return tm.mkDistinct(tm.mkBvExtract(s, width - 1, width - 2), tm.mkBv(2, 3));
  };
  return induction("shift" + std::to_string(width) + "x" + std::to_string(k), width, k, transition, property);
}

/// A counter with steps of 3 below a bound, a property that misses the bound by far.
Instance boundedSteps(uint32_t width, uint32_t k) {
  auto transition = [width](Instance& instance, Term s, Term next, uint32_t i) {
    TermManager& tm = *instance.terms;
    Term in = instance.flag(indexed("in", i)), bound = tm.mkBv(width, 1000);
    Term stepped = tm.mkBvAdd(s, tm.mkBv(width, 3));
    return tm.mkEqual(next, tm.mkIte(tm.mkBvUlt(s, bound), tm.mkIte(in, stepped, s), tm.mkBv(width, 0)));
  };
  auto property = [width](Instance& instance, Term s) {
    return instance.terms->mkBvUlt(s, instance.terms->mkBv(width, 1200));
  };
  return induction("steps" + std::to_string(width) + "x" + std::to_string(k), width, k, transition, property);
}

/// One loop body, three variables, and for each row of an octagonal template the search for the smallest bound that the
/// body keeps: bisection, each probe a check under assumptions.
Instance templateSearch(uint32_t width, uint32_t rounds) {
  Instance instance("octagon" + std::to_string(width) + "x" + std::to_string(rounds));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  Term x = instance.bv("x", width), y = instance.bv("y", width), n = instance.bv("n", width);
  Term nextX = instance.bv("x'", width), nextY = instance.bv("y'", width), in = instance.flag("in");
  auto constant = [&](uint64_t c) { return tm.mkBv(width, c); };
  session.assertTerm(tm.mkBvSlt(constant(0), n));
  session.assertTerm(tm.mkBvSlt(n, constant(5000)));
  session.assertTerm(tm.mkBvSlt(x, n));
  session.assertTerm(tm.mkEqual(nextX, tm.mkBvAdd(x, tm.mkIte(in, constant(1), constant(2)))));
  session.assertTerm(tm.mkEqual(nextY, tm.mkIte(in, tm.mkBvAdd(y, constant(3)), tm.mkBvSub(y, constant(1)))));
  auto wide = [&](Term t) { return tm.mkBvSignExtend(t, 2); };
  struct Row {
    Term now, next;
  };
  std::vector<Row> rows;
  auto row = [&](auto f) { rows.push_back({f(wide(x), wide(y)), f(wide(nextX), wide(nextY))}); };
  row([&](Term a, Term) { return a; });
  row([&](Term, Term b) { return b; });
  row([&](Term a, Term b) { return tm.mkBvAdd(a, b); });
  row([&](Term a, Term b) { return tm.mkBvSub(a, b); });
  row([&](Term a, Term b) { return tm.mkBvSub(b, a); });
  // What holds of the other rows: assumed throughout, as an engine would have it from the iteration before.
  Term low = tm.mkBv(BitVector::fromSigned(width, -10)), high = constant(20000);
  std::vector<Term> context{tm.mkBvSle(low, x), tm.mkBvSle(low, y), tm.mkBvSle(y, high)};
  for (uint32_t round = 0; round < rounds; ++round) {
    for (const Row& r : rows) {
      int64_t from = -64, to = 40000 + 100 * round;
      while (from < to) {
        int64_t middle = from + (to - from) / 2;
        Term bound = tm.mkBv(BitVector::fromSigned(width + 2, middle));
        std::vector<Term> probe = context;
        probe.push_back(tm.mkBvSle(r.now, bound));
        probe.push_back(tm.mkBvSlt(bound, r.next));
        session.check(probe);
        // Both halves are of interest over the rounds; which one is next must not depend on an answer.
        if ((middle >> (round % 7)) % 2 == 0) {
          to = middle;
        } else {
          from = middle + 1;
        }
      }
    }
  }
  return instance;
}

} // namespace

Family counters() {
  Family family{"unrolled counters", {}};
  family.instances.push_back(countingInputs(32, 40, 60));
  family.instances.push_back(countingInputs(16, 1000, 60));
  family.instances.push_back(coupledCounters(32, 5, 10));
  family.instances.push_back(coupledCounters(16, 7, 12));
  return family;
}

Family protocols() {
  Family family{"protocol machines", {}};
  family.instances.push_back(peterson(32));
  family.instances.push_back(tokenRing(4, 20));
  family.instances.push_back(tokenRing(6, 14));
  return family;
}

Family inductionSteps() {
  Family family{"k-induction steps", {}};
  family.instances.push_back(shiftRegister(32, 30));
  family.instances.push_back(shiftRegister(64, 24));
  family.instances.push_back(boundedSteps(32, 24));
  family.instances.push_back(boundedSteps(16, 30));
  return family;
}

Family templateBounds() {
  Family family{"template bounds", {}};
  family.instances.push_back(templateSearch(32, 4));
  family.instances.push_back(templateSearch(16, 6));
  return family;
}

Instance longCounter(uint32_t depth) {
  Instance instance("counter" + std::to_string(depth));
  TermManager& tm = *instance.terms;
  Term x = instance.bv("x0", 32), y = instance.bv("y0", 32);
  instance.session.assertTerm(tm.mkEqual(x, tm.mkBv(32, 0)));
  instance.session.assertTerm(tm.mkEqual(y, tm.mkBv(32, 0)));
  for (uint32_t i = 1; i <= depth; ++i) {
    Term nextX = instance.bv(indexed("x", i), 32), nextY = instance.bv(indexed("y", i), 32);
    Term in = instance.flag(indexed("in", i));
    instance.session.assertTerm(tm.mkEqual(nextX, tm.mkBvAdd(x, tm.mkBv(32, 1))));
    instance.session.assertTerm(tm.mkEqual(nextY, tm.mkIte(in, tm.mkBvAdd(y, tm.mkBv(32, 1)), y)));
    instance.session.check({tm.mkDistinct(nextX, tm.mkBv(32, i))});
    instance.session.check({tm.mkEqual(nextX, tm.mkBv(32, i)), in});
    x = nextX;
    y = nextY;
  }
  return instance;
}

} // namespace assay
