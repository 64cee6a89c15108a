// What lies between processes, and what becomes of a child when its parent dies.
#include "util/process.h"

#include <gtest/gtest.h>

#include <csignal>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay {

namespace {

TEST(Channel, KeepsMessagesWholeAndNeverWaits) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  Channel here(ends[0]), there(ends[1]);
  size_t numPosted = 0;
  while (here.post(std::string(1000, 'a') + std::to_string(numPosted))) ++numPosted;
  EXPECT_GT(numPosted, 1000u);
  std::string message;
  size_t numCame = 0;
  for (size_t before = SIZE_MAX; before != numCame;) {
    before = numCame;
    here.flush();
    EXPECT_TRUE(there.receive());
    for (; there.next(message); ++numCame) EXPECT_EQ(message, std::string(1000, 'a') + std::to_string(numCame));
  }
  EXPECT_EQ(numCame, numPosted);
  {
    const Channel gone = std::move(there);
  }
  EXPECT_FALSE(here.post("nobody hears"));
  EXPECT_FALSE(here.send("nobody hears"));
  EXPECT_FALSE(here.receive());
}

/// The parent in question is a child of ours, killed while its own child sleeps or is paused.
void expectEndWithParent(bool isPaused) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const Deadline deadline;
  const pid_t parent = fork();
  if (parent == 0) {
    close(ends[0]);
    const ChildProcess child(deadline, 100, [](const Deadline&, Channel&) {
      while (true) pause();
    });
    if (isPaused) child.pause();
    raise(SIGKILL);
  }
  close(ends[1]);
  waitpid(parent, nullptr, 0);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 0); // both ends are closed: nobody is left that holds the other one
  close(ends[0]);
}

TEST(ChildProcess, EndsWithItsParent) {
  expectEndWithParent(false);
  for (int i = 0; i < 20; ++i) expectEndWithParent(true);
}

} // namespace

} // namespace assay
