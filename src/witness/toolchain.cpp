// A program of 64 bits is compiled for this machine, whatever that is: types have the same widths. A program of 32 bits
// needs an x86, or an emulator of one (qemu-user) and the cross compiler's C library. clang comes first, since it is
// what the front end consists of and C leaves much to the compiler; only gcc has sanitizers for the emulated machine.
//
// Where the machine is no x86, a program of 64 bits that computes with long double needs an emulator as well, and so
// does a program that converts a float to an integer type that it does not fit, which the compiled program notices.
#include "witness/toolchain.h"

#include "witness/child_process.h"

#include <filesystem>
#include <string_view>

namespace assay {

namespace {

/// What it takes to compile for an x86 and to run that elsewhere.
struct Emulation {
  const char *target, *gcc, *package, *library, *emulator;
};
constexpr Emulation kNarrow{"i686-linux-gnu", "i686-linux-gnu-gcc", "gcc-i686-linux-gnu", "/usr/i686-linux-gnu",
                            "qemu-i386"};
constexpr Emulation kWide{"x86_64-linux-gnu", "x86_64-linux-gnu-gcc", "gcc-x86-64-linux-gnu", "/usr/x86_64-linux-gnu",
                          "qemu-x86_64"};

bool isLeakCheck(Instrumentation instrumentation) {
  return instrumentation == Instrumentation::Leaks || instrumentation == Instrumentation::Unfreed;
}
bool isMemoryCheck(Instrumentation instrumentation) {
  return instrumentation == Instrumentation::Memory || isLeakCheck(instrumentation);
}

std::string firstInPath(std::initializer_list<const char*> programs) {
  for (const char* program : programs)
    if (isInPath(program)) return program;
  return {};
}

void chooseHost(Toolchain& tools, uint32_t dataModel) {
  const std::string compiler = firstInPath({"clang-19", "clang", "gcc", "cc"});
  if (compiler.empty()) {
    tools.failure = "no C compiler is installed (clang or gcc)";
    return;
  }
  tools.compiler = {compiler};
  if (kHostIsX86) tools.compiler.emplace_back(dataModel == 32 ? "-m32" : "-m64");
  if (!kHostIsX86) tools.caveat = "compiled for this machine, which is not x86";
}

void chooseEmulator(Toolchain& tools, uint32_t dataModel, Instrumentation instrumentation) {
  const Emulation& emulation = dataModel == 32 ? kNarrow : kWide;
  const std::string machine = dataModel == 32
                                  ? "this machine does not run 32-bit x86 programs and "
                                  : "only x86 computes what the program computes, this machine is none, and ";
  if (dataModel == 64 && instrumentation == Instrumentation::Memory)
    tools.failure = machine + "the sanitizer of memory does not work on an emulated one";
  else if (!isInPath(emulation.emulator))
    tools.failure = machine + emulation.emulator + " is not installed (Debian's package qemu-user)";
  else if (!isInPath(emulation.gcc) || !std::filesystem::exists(emulation.library))
    tools.failure = machine + emulation.gcc + " is not installed (Debian's package " + emulation.package + ")";
  if (!tools.failure.empty()) return;
  tools.runner = {emulation.emulator, "-L", emulation.library};
  tools.reservesAddresses = true;
  tools.tracksMemory = isLeakCheck(instrumentation); // the sanitizer's checker does not work there
  // The linker of gcc's package serves clang as well.
  if ((instrumentation == Instrumentation::None || tools.tracksMemory) && isInPath("clang-19"))
    tools.compiler = {"clang-19", std::string("--target=") + emulation.target};
  else
    tools.compiler = {emulation.gcc};
}

/// What makes undefined and open things behave as the front end says.
void addFlags(Toolchain& tools, uint32_t dataModel, Instrumentation instrumentation, MachineNeeds needs) {
  std::vector<std::string>& words = tools.compiler;
  const bool clang = tools.isClang();
  for (const char* flag : {"-O0", "-g1", "-w", "-fsigned-char", "-ffp-contract=off", "-fno-strict-aliasing",
                           "-fno-builtin", "-fno-delete-null-pointer-checks", "-ftrivial-auto-var-init=zero",
                           "-fno-stack-protector", "-fno-pie", "-no-pie"})
    words.emplace_back(flag);
  if (clang) {
    for (const char* flag : {"-Wno-everything", "-fbracket-depth=1000000"}) words.emplace_back(flag);
  }
  if (dataModel == 32) words.insert(words.end(), {"-msse2", "-mfpmath=sse"});
  if (instrumentation != Instrumentation::Overflow) words.emplace_back("-fwrapv");
  if (instrumentation == Instrumentation::Overflow)
    words.insert(words.end(), {"-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero",
                               "-fno-sanitize-recover=signed-integer-overflow,shift,integer-divide-by-zero"});
  if (instrumentation == Instrumentation::Bounds && clang)
    words.insert(words.end(),
                 {"-fsanitize=array-bounds", "-fno-sanitize-recover=array-bounds", "-fstrict-flex-arrays=1"});
  else if (instrumentation == Instrumentation::Bounds)
    words.insert(words.end(), {"-fsanitize=bounds-strict", "-fno-sanitize-recover=bounds-strict"});
  if (isMemoryCheck(instrumentation) && !tools.tracksMemory) words.emplace_back("-fsanitize=address");
  if (instrumentation == Instrumentation::Races) words.emplace_back("-fsanitize=thread");
  tools.watchesConversions = !kHostIsX86 && tools.runner.empty() && needs.watchesConversions;
  if (tools.watchesConversions)
    words.insert(words.end(), {"-fsanitize=float-cast-overflow", "-fno-sanitize-recover=float-cast-overflow"});
  // Division by zero ends a program on x86 only.
  if (!kHostIsX86 && tools.runner.empty() && clang && instrumentation != Instrumentation::Overflow)
    words.insert(words.end(), {"-fsanitize=integer-divide-by-zero", "-fsanitize-trap=integer-divide-by-zero"});
  // Functions that nobody calls may stay undefined.
  words.emplace_back("-Wl,--unresolved-symbols=ignore-all");
}

void addEnvironment(Toolchain& tools, Instrumentation instrumentation) {
  // Memory from malloc is zero; nothing is kept back for speed.
  tools.environment = {"GLIBC_TUNABLES=glibc.malloc.perturb=255:glibc.malloc.tcache_count=0"};
  if (instrumentation == Instrumentation::Races) {
    tools.reservesAddresses = true;
    tools.environment.emplace_back("TSAN_OPTIONS=symbolize=0:exitcode=66:report_thread_leaks=0:report_mutex_bugs=0:"
                                   "report_destroy_locked=0:report_signal_unsafe=0:detect_deadlocks=0:handle_abort=0:"
                                   "suppress_equal_stacks=0:suppress_equal_addresses=0");
  }
  if (!isMemoryCheck(instrumentation) || tools.tracksMemory) return;
  tools.reservesAddresses = true;
  constexpr std::string_view kOptions =
      "ASAN_OPTIONS=symbolize=0:exitcode=99:max_malloc_fill_size=1073741824:malloc_fill_byte=0:"
      "detect_stack_use_after_return=1:handle_abort=0:allocator_may_return_null=1:detect_leaks=";
  tools.environment.emplace_back(kOptions);
  tools.environment.back() += isLeakCheck(instrumentation) ? '1' : '0';
  if (instrumentation == Instrumentation::Unfreed)
    tools.environment.emplace_back("LSAN_OPTIONS=use_globals=0:use_stacks=0:use_registers=0:use_tls=0");
}

} // namespace

Instrumentation instrumentationFor(Property property) {
#define PROPERTY(property, name, otherName, formula, traits, detail, symptom, instrumentation, ...)                    \
  Instrumentation::instrumentation,
  static constexpr Instrumentation kInstrumentations[] = {
#include "program/properties.def"
  };
  return kInstrumentations[static_cast<size_t>(property)];
}

Toolchain toolchainFor(uint32_t dataModel, Instrumentation instrumentation, MachineNeeds needs) {
  Toolchain tools;
  const bool isWidened = instrumentation == Instrumentation::Races && dataModel == 32;
  if (isWidened) dataModel = 64;
  if (kHostIsX86 || (dataModel == 64 && !needs.isX86))
    chooseHost(tools, dataModel);
  else
    chooseEmulator(tools, dataModel, instrumentation);
  if (tools.failure.empty() && needs.takesTurns && !tools.isClang())
    tools.failure = tools.runner.empty() ? "threads take turns only in what clang compiles, which is not installed"
                                         : "threads do not take turns on an emulated machine with a sanitizer";
  if (!tools.failure.empty()) return tools;
  if (isWidened) tools.caveat = "compiled for 64 bits, since ThreadSanitizer has no others";
  addFlags(tools, dataModel, instrumentation, needs);
  addEnvironment(tools, instrumentation);
  return tools;
}

} // namespace assay
