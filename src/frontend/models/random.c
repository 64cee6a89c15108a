// Random numbers. Each is an input, but the same seed gives the same sequence: the first numbers of each sequence are
// remembered. A program that begins a sequence anew after it has drawn more than that is not modelled.
#include "assay_models.h"

enum { kRemembered = 8 };
enum Generator { kRand, kRandom, kReentrant, kDrand48, kLrand48, kMrand48 };

struct Draw {
  enum Generator generator;
  u64 seed;
  u64 position; // in the sequence that began with the seed
  u64 value;
};
static struct Draw draws[kRemembered];
static int drawn; // how many of them there are; one more where some are forgotten
struct Sequence {
  u64 seed;
  u64 position;
  int restarted; // the seed was set after a number was drawn: earlier draws may count again
  int seeded;    // the seed was set
};

static void startSequence(struct Sequence* sequence, u64 seed) {
  if (drawn > kRemembered) __assay_unsupported("a random sequence that begins anew after many numbers");
  sequence->restarted = drawn != 0;
  sequence->seeded = 1;
  sequence->seed = seed;
  sequence->position = 0;
}

static int isSameDraw(const struct Draw* a, enum Generator generator, u64 seed, u64 position) {
  return a->generator == generator && a->seed == seed && a->position == position;
}

/// The value is an input; it has to be the one that was drawn in the same place of the same sequence before.
static void remember(enum Generator generator, u64 seed, u64 position, u64 value, int restarted) {
  if (restarted) {
    for (int i = 0; i < drawn && i < kRemembered; ++i) {
      if (!isSameDraw(&draws[i], generator, seed, position)) continue;
      __VERIFIER_assume(draws[i].value == value);
      return;
    }
  }
  if (drawn < kRemembered) draws[drawn] = (struct Draw){generator, seed, position, value};
  if (drawn <= kRemembered) ++drawn;
}
/// Nothing needs to be known of numbers after which no seed is set, if none came before the seed. Where several
/// functions set seeds, they may.
static int isLastSequence(const struct Sequence* sequence) {
  const int setters = __assay_program_uses("srand") + __assay_program_uses("srandom") + __assay_program_uses("srand48");
  if (setters == 0) return 1;
  const int once = __assay_runs_once("srand") && __assay_runs_once("srandom") && __assay_runs_once("srand48");
  return setters == 1 && once && sequence->seeded && !sequence->restarted;
}
static void noteDraw(struct Sequence* sequence, enum Generator generator, u64 value) {
  if (isLastSequence(sequence)) return;
  remember(generator, sequence->seed, sequence->position, value, sequence->restarted);
  ++sequence->position;
}

INPUT(int, rand);
static int randomNumber(struct Sequence* sequence, enum Generator generator) {
  const int value = __assay_input_rand();
  __VERIFIER_assume(value >= 0);
  noteDraw(sequence, generator, (u64)value);
  return value;
}

// In glibc, rand and random draw from one sequence; elsewhere they do not.
static struct Sequence common = {1, 0, 0, 0};
MODEL(int, rand)(void) { return randomNumber(&common, kRand); }
MODEL(void, srand)(unsigned seed) { startSequence(&common, seed); }
INPUT(int, random);
MODEL(long, random)(void) {
  const int value = __assay_input_random();
  __VERIFIER_assume(value >= 0);
  noteDraw(&common, kRandom, (u64)value);
  return value;
}
MODEL(void, srandom)(unsigned seed) { startSequence(&common, seed); }

/// Both results, the number and the next seed, depend on the seed alone.
INPUT(unsigned, next_seed);
MODEL(int, rand_r)(unsigned* seed) {
  const int value = __assay_input_rand();
  const unsigned next = __assay_input_next_seed();
  __VERIFIER_assume(value >= 0);
  if (drawn > kRemembered) __assay_unsupported("rand_r after many random numbers");
  remember(kReentrant, *seed, 0, (u64)next << 32 | (u64)value, 1);
  *seed = next;
  return value;
}

static struct Sequence shared48;
MODEL(void, srand48)(long seed) { startSequence(&shared48, (u64)seed); }
INPUT(int, lrand48);
MODEL(long, lrand48)(void) {
  const int value = __assay_input_lrand48();
  __VERIFIER_assume(value >= 0);
  noteDraw(&shared48, kLrand48, (u64)value);
  return value;
}
INPUT(int, mrand48);
MODEL(long, mrand48)(void) {
  const int value = __assay_input_mrand48();
  noteDraw(&shared48, kMrand48, (u64)(i64)value);
  return value;
}
INPUT(u64, drand48);
MODEL(double, drand48)(void) {
  const u64 value = __assay_input_drand48(); // of 2^48
  __VERIFIER_assume(value < 1ull << 48);
  noteDraw(&shared48, kDrand48, value);
  return (double)value / (double)(1ull << 48);
}
