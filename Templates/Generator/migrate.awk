# Replaces names in the Swift file with the path `file`, as words in its code, which is neither in comments nor in
# strings; with source.awk. The input is lines with an old name and a new one, or `-`.

$2 != "-" {
  read_code(file)
  position = 0
  rest = mask
  result = ""
  while (start = index(rest, $1)) {
    start += position
    isWord = substr(mask, start - 1, 1) !~ /[A-Za-z0-9_]/ && substr(mask, start + length($1), 1) !~ /[A-Za-z0-9_]/
    result = result substr(code, position + 1, start - position - 1) (isWord ? $2 : $1)
    position = start + length($1) - 1
    rest = substr(mask, position + 1)
  }
  printf "%s%s", result, substr(code, position + 1) >file
  close(file)
}
