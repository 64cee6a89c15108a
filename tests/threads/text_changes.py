"""C programs from which something is deleted that may keep threads in order, line by line: a lock in a function, a join,
an atomic, a wait."""
import re

LOCKS = re.compile(r"\b(?:pthread_mutex_(?:lock|unlock)|pthread_spin_(?:lock|unlock)|pthread_rwlock_(?:rdlock|wrlock|unlock)"
                   r"|mtx_(?:lock|unlock))\s*\(")
REGIONS = re.compile(r"\b__VERIFIER_atomic_(?:begin|end)\s*\(")
WAITS = re.compile(r"\b(?:pthread_join|thrd_join|sem_wait|pthread_barrier_wait|pthread_cond_wait|cnd_wait|pthread_once"
                   r"|call_once)\s*\(")
ATOMIC = re.compile(r"\b_Atomic\s|\batomic_(?=(?:u?int|u?long|u?char|bool|size_t)\b)")
ADDITION = re.compile(r"\b(?:__sync_fetch_and_add|__atomic_fetch_add|atomic_fetch_add)\s*\(")


def call_end(text, start):
    """Behind the closing parenthesis of the call whose name begins at `start`."""
    depth = 0
    for at in range(text.index("(", start), len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    return len(text)


def functions(text):
    """Spans that end where a brace stands in the first column."""
    start = 0
    for end in re.finditer(r"^}.*$", text, re.M):
        yield start, end.end()
        start = end.end()


def calls(text, pattern, start=0, end=None):
    return [(found.start(), call_end(text, found.start())) for found in pattern.finditer(text, start, end or len(text))]


def replaced(text, spans, other="0"):
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + other + text[end:]
    return text


def argument(text, span):
    return re.sub(r"\s", "", text[text.index("(", span[0]):span[1]])


def changes(text):
    comment = re.compile(r"//.*$|/\*.*?\*/", re.M | re.S)
    text = comment.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    for start, end in functions(text):
        spans = calls(text, LOCKS, start, end)
        for lock in sorted({argument(text, span) for span in spans}):
            yield f"lock {lock} at {line(text, start)}", replaced(text, [s for s in spans if argument(text, s) == lock])
        regions = calls(text, REGIONS, start, end)
        if regions:
            yield f"region at {line(text, start)}", replaced(text, regions)
    for span in calls(text, WAITS):
        yield f"{text[span[0]:span[1]]} at {line(text, span[0])}", replaced(text, [span])
    for found in ATOMIC.finditer(text):
        yield f"{found[0].strip()} at {line(text, found.start())}", text[:found.start()] + text[found.end():]
    for start, end in calls(text, ADDITION):
        inner = text[text.index("(", start) + 1:end - 1]
        target, comma, rest = inner.partition(",")
        if comma:
            yield (f"atomic addition at {line(text, start)}",
                   text[:start] + f"(*({target}) += {rest.split(',')[0]})" + text[end:])


def line(text, at):
    return f"line {text.count(chr(10), 0, at) + 1}"
