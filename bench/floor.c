/*
 * The lstat part of the floor: every name of a NUL-separated listing, from the folder they are relative to.
 * usage: lstat-walk <folder> <listing>
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count != 3) return 2;
  FILE *file = fopen(words[2], "rb");
  if (file == NULL || chdir(words[1]) != 0) return 2;
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *names = malloc((size_t)length + 1);
  if (names == NULL || fread(names, 1, (size_t)length, file) != (size_t)length) return 2;
  names[length] = '\0';
  struct stat seen;
  long long bytes = 0;
  for (char *name = names; name < names + length; name += strlen(name) + 1) {
    if (lstat(name, &seen) == 0) bytes += seen.st_size;
  }
  printf("%lld\n", bytes);
  return 0;
}
