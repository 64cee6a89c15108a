// run: --seed 4
// expect: exit 0 or blocked
// native: yes
int main(int argc, char *argv[], char *envp[]) {
  return argc < 0 || !argv;
}
