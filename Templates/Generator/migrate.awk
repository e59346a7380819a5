# Prints a Swift file, whose path is `file`, with the name `new` in place of `old` as a word in its code, which
# is neither in comments nor in strings; with source.awk.

BEGIN {
  read_code(file)
  rest = mask
  while (start = index(rest, old)) {
    start += position
    isWord = substr(mask, start - 1, 1) !~ /[A-Za-z0-9_]/ && substr(mask, start + length(old), 1) !~ /[A-Za-z0-9_]/
    result = result substr(code, position + 1, start - position - 1) (isWord ? new : old)
    position = start + length(old) - 1
    rest = substr(mask, position + 1)
  }
  printf "%s%s", result, substr(code, position + 1)
}
