// 64 KB of any bytes, read by a state machine that looks for comments and strings. A byte that was read is forgotten,
// but which state the machine is in at each of 65,536 places depends on all bytes before it.
extern void *malloc(unsigned long);
extern void reach_error(void);

enum State { Code, Slash, Comment, Star, String, Escape };

int main(void) {
  const unsigned n = 65536;
  unsigned char *buffer = malloc(n);
  enum State state = Code;
  for (unsigned i = 0; i < n; i++) {
    unsigned char c = buffer[i];
    switch (state) {
    case Code:
      state = c == '/' ? Slash : c == '"' ? String : Code;
      break;
    case Slash:
      state = c == '*' ? Comment : c == '/' ? Slash : Code;
      break;
    case Comment:
      state = c == '*' ? Star : Comment;
      break;
    case Star:
      state = c == '/' ? Code : c == '*' ? Star : Comment;
      break;
    case String:
      state = c == '"' ? Code : c == '\\' ? Escape : String;
      break;
    case Escape:
      state = String;
      break;
    default:
      reach_error();
    }
  }
  return 0;
}
