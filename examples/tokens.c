// Counts words, numbers and comments of a text that comes one character after the other.
// Tests cover 55 of 56 branches; the state is always one of the six.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

enum state { BLANK, WORD, NUMBER, SLASH, COMMENT, STAR };

static int isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int isDigit(char c) { return c >= '0' && c <= '9'; }

int main(void) {
  enum state state = BLANK;
  int words = 0, numbers = 0, comments = 0;
  for (int i = 0; i < 12; i++) {
    char c = __VERIFIER_nondet_char();
    if (c == 0) break;
    switch (state) {
    case SLASH:
      if (c == '*') {
        state = COMMENT;
        break;
      }
      state = BLANK; // fall through
    case BLANK:
      if (isLetter(c)) {
        state = WORD;
        words++;
      } else if (isDigit(c)) {
        state = NUMBER;
        numbers++;
      } else if (c == '/') {
        state = SLASH;
      }
      break;
    case WORD:
      if (!isLetter(c) && !isDigit(c)) state = BLANK;
      break;
    case NUMBER:
      if (!isDigit(c)) state = BLANK;
      break;
    case COMMENT:
      if (c == '*') state = STAR;
      break;
    case STAR:
      if (c == '/') {
        state = BLANK;
        comments++;
      } else if (c != '*') {
        state = COMMENT;
      }
      break;
    }
  }
  if (comments == 1 && words == 2) reach_error();
  return 0;
}
