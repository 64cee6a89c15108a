// arpa/inet.h, netdb.h, pwd.h, grp.h: names, and what they stand for. Both are inputs: the world outside knows them.
#include "stdio_file.h"

enum { kMostText = 0x10000 };
INPUT(size_t, text_length);
/// Any text that there is room for; false: none fits.
static int giveText(char* to, size_t room) {
  if (room == 0) return 0;
  const size_t length = __assay_input_text_length();
  __VERIFIER_assume(length < room && length < kMostText);
  if (length > 0) __VERIFIER_nondet_memory(to, length);
  to[length] = 0;
  return 1;
}
/// One that the library keeps.
static char* anyText(void) {
  const size_t length = __assay_input_text_length();
  __VERIFIER_assume(length < kMostText);
  char* const text = __assay_new(length + 1, "a name");
  text[length] = 0;
  return text;
}
INPUT(int, is_known);

// Addresses. Which texts are some, is open.
enum { kIp4 = 2, kIp6 = 10, kUnknownFamily = 97, kNoRoom = 28 };
static size_t addressSize(int family) { return family == kIp4 ? 4 : family == kIp6 ? 16 : 0; }
MODEL(int, inet_pton)(int family, const char* text, void* address) {
  readString(text);
  if (addressSize(family) == 0) {
    errorNumber = kUnknownFamily;
    return -1;
  }
  if (__assay_unspecified_choice() == 0) return 0;
  __VERIFIER_nondet_memory(address, addressSize(family));
  return 1;
}
MODEL(const char*, inet_ntop)(int family, const void* address, char* to, u32 room) {
  enum { kMostIp4 = 16, kMostIp6 = 46 };
  if (addressSize(family) == 0) {
    errorNumber = kUnknownFamily;
    return NULL;
  }
  __assay_reads(address, addressSize(family));
  const u32 most = family == kIp4 ? kMostIp4 : kMostIp6;
  if (room == 0 || (room < most && __assay_unspecified_choice() != 0)) {
    errorNumber = kNoRoom;
    return NULL;
  }
  giveText(to, room < most ? room : most);
  return to;
}
UNSPECIFIED(u32, inet_addr);
MODEL(int, inet_aton)(const char* text, u32* address) {
  readString(text);
  if (__assay_unspecified_choice() == 0) return 0;
  *address = __assay_unspecified_inet_addr();
  return 1;
}
MODEL(u32, inet_addr)(const char* text) {
  readString(text);
  return __assay_unspecified_inet_addr();
}
MODEL(char*, inet_ntoa)(u32 address) {
  static char text[18];
  giveText(text, 16);
  return text;
}

/// As glibc has it.
struct AddressInfo {
  int flags, family, type, protocol;
  u32 length;
  void* address;
  char* name;
  struct AddressInfo* next;
};
INPUT(int, getaddrinfo);
INPUT(int, address);
MODEL(void, freeaddrinfo)(struct AddressInfo* list) {
  while (list != NULL) {
    struct AddressInfo* const next = list->next;
    __assay_delete(list->address);
    if (list->name != NULL) __assay_delete(list->name);
    free(list);
    list = next;
  }
}
static struct AddressInfo* anyAddress(const struct AddressInfo* hints) {
  enum { kMostBytes = 128 };
  struct AddressInfo* const made = malloc(sizeof *made);
  if (made == NULL) return NULL;
  made->flags = __assay_input_address();
  made->family = __assay_input_address();
  made->type = __assay_input_address();
  made->protocol = __assay_input_address();
  made->length = (u32)__assay_input_address();
  made->address = __assay_new(kMostBytes, "an address");
  made->name = NULL;
  made->next = NULL;
  __VERIFIER_assume(made->length <= kMostBytes);
  if (hints == NULL) return made;
  __VERIFIER_assume(hints->family == 0 || made->family == hints->family);
  __VERIFIER_assume(hints->type == 0 || made->type == hints->type);
  __VERIFIER_assume(hints->protocol == 0 || made->protocol == hints->protocol);
  return made;
}
MODEL(int, getaddrinfo)(const char* name, const char* service, const struct AddressInfo* hints,
                        struct AddressInfo** result) {
  enum { kTellsName = 2, kNoMemoryForNames = -10 };
  if (name != NULL) readString(name);
  if (service != NULL) readString(service);
  __assay_step();
  const int error = __assay_input_getaddrinfo();
  if (error != 0) {
    (void)fails(); // one of the errors says that errno tells more
    return error;
  }
  struct AddressInfo* const list = anyAddress(hints);
  if (list == NULL) return kNoMemoryForNames;
  if (hints != NULL && (hints->flags & kTellsName) != 0) list->name = anyText();
  for (struct AddressInfo* last = list; last != NULL && __assay_input_is_known() != 0; last = last->next)
    last->next = anyAddress(hints);
  *result = list;
  return 0;
}
MODEL(const char*, gai_strerror)(int error) {
  static char* text;
  if (text == NULL) text = anyText();
  return text;
}
MODEL(int, getnameinfo)(const void* address, u32 length, char* host, u32 roomOfHost, char* service, u32 roomOfService,
                        int flags) {
  __assay_reads(address, length);
  __assay_step();
  const int error = __assay_input_getaddrinfo();
  if (error != 0) {
    (void)fails();
    return error;
  }
  if (host != NULL) giveText(host, roomOfHost);
  if (service != NULL) giveText(service, roomOfService);
  return 0;
}

// Users and groups. The library has room for one of each kind.
struct User {
  char *name, *password;
  unsigned user, group;
  char *comment, *folder, *shell;
};
struct Group {
  char *name, *password;
  unsigned group;
  char** members;
};
INPUT(unsigned, identity);
static struct User* findUser(void) {
  static struct User user;
  if (fails() || __assay_input_is_known() == 0) return NULL;
  user.name = anyText();
  user.password = anyText();
  user.user = __assay_input_identity();
  user.group = __assay_input_identity();
  user.comment = anyText();
  user.folder = anyText();
  user.shell = anyText();
  return &user;
}
static struct Group* findGroup(void) {
  static struct Group group;
  static char* members[2];
  if (fails() || __assay_input_is_known() == 0) return NULL;
  if (__assay_input_is_known() != 0) __assay_unsupported("a group with members");
  members[0] = NULL;
  group.name = anyText();
  group.password = anyText();
  group.group = __assay_input_identity();
  group.members = members;
  return &group;
}
MODEL(struct User*, getpwnam)(const char* name) {
  readString(name);
  return findUser();
}
MODEL(struct User*, getpwuid)(unsigned user) { return findUser(); }
MODEL(struct Group*, getgrnam)(const char* name) {
  readString(name);
  return findGroup();
}
MODEL(struct Group*, getgrgid)(unsigned group) { return findGroup(); }
