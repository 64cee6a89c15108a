#include "engine/symex/fingerprint.h"

#include <gtest/gtest.h>

namespace assay::symex {
namespace {

template <class... Parts>
Transcript transcript(Parts... parts) {
  Transcript result;
  (result.append(parts), ...);
  return result;
}

TEST(Transcript, EqualSequencesAndNoOthersAreEqual) {
  const uint64_t one = 1, two = 2;
  EXPECT_EQ(transcript(), transcript());
  EXPECT_EQ(transcript(one, two), transcript(one, two));
  EXPECT_NE(transcript(one, two), transcript(two, one));
  EXPECT_NE(transcript(one), transcript(one, one));
  EXPECT_EQ(transcript(one, transcript(two)), transcript(one, transcript(two)));
  EXPECT_NE(transcript(one, transcript(two)), transcript(one, two));
  EXPECT_NE(transcript(transcript(one), two), transcript(transcript(one, two)));
}

} // namespace
} // namespace assay::symex
