#include "witness/confinement.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>

namespace assay {

namespace {

/// Numbers of system calls; the headers know those of one machine only, and a 32-bit program has others.
struct SystemCalls {
  uint32_t machine; // as the kernel names it
  uint32_t clone, clone3, fork, vfork, setsid, setpgid, kill;
};

constexpr uint32_t kNoCall = 0xffffffff; // the machine has no such call

constexpr SystemCalls kMachines[] = {
    {AUDIT_ARCH_X86_64, 56, 435, 57, 58, 112, 109, 62},
    {AUDIT_ARCH_I386, 120, 435, 2, 190, 66, 57, 37},
    {AUDIT_ARCH_AARCH64, 220, 435, kNoCall, kNoCall, 157, 154, 129},
};

constexpr sock_filter load(size_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<uint32_t>(offset)); }
/// Skips so many instructions unless the loaded word is this one.
constexpr sock_filter skipUnless(uint32_t value, uint8_t count) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
}
constexpr sock_filter answer(uint32_t what) { return BPF_STMT(BPF_RET | BPF_K, what); }
constexpr sock_filter fail(uint32_t error) { return answer(SECCOMP_RET_ERRNO | error); }

/// The program that the kernel runs at each system call.
class Filter {
public:
  constexpr Filter() {
    for (const SystemCalls& calls : kMachines) addMachine(calls);
    add(answer(SECCOMP_RET_ALLOW));
  }
  sock_fprog program() { return {size_, code_}; }

private:
  constexpr void add(sock_filter instruction) { code_[size_++] = instruction; }
  constexpr void addMachine(const SystemCalls& calls) {
    add(load(offsetof(seccomp_data, arch)));
    const unsigned short jump = size_;
    add({}); // to the next machine
    add(load(offsetof(seccomp_data, nr)));
    for (const uint32_t number : {calls.fork, calls.vfork}) addFailing(number, EAGAIN);
    for (const uint32_t number : {calls.setsid, calls.setpgid, calls.kill}) addFailing(number, EPERM);
    addFailing(calls.clone3, ENOSYS); // its flags are in memory; libraries go back to clone
    // What shares the memory is a thread, or the leak checker's own.
    add(skipUnless(calls.clone, 4));
    add(load(offsetof(seccomp_data, args)));
    add(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_VM, 1, 0));
    add(fail(EAGAIN));
    add(answer(SECCOMP_RET_ALLOW));
    add(answer(SECCOMP_RET_ALLOW));
    code_[jump] = skipUnless(calls.machine, static_cast<uint8_t>(size_ - jump - 1));
  }
  constexpr void addFailing(uint32_t number, uint32_t error) {
    if (number == kNoCall) return;
    add(skipUnless(number, 1));
    add(fail(error));
  }

  sock_filter code_[80] = {};
  unsigned short size_ = 0;
};

} // namespace

bool confineThisProcess() {
  Filter filter;
  const sock_fprog program = filter.program();
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

} // namespace assay
