# Functions for the source of a Swift file: `code` is its text, and `mask` the same with spaces in place of
# comments and of what is in strings.

function read_code(file,  line) {
  code = ""
  while ((getline line <file) > 0) code = code line "\n"
  close(file)
  mask = masked(code)
}

function spaces(count,  text) {
  while (length(text) < count) text = text " "
  return text
}

function masked(text,  result, rest, found, signs, i, depth, c, skipped) {
  rest = text
  while (match(rest, /\/\/|\/\*|#*"("")?/)) {
    result = result substr(rest, 1, RSTART - 1)
    found = substr(rest, RSTART, RLENGTH)
    rest = substr(rest, RSTART)
    if (found == "//") {
      i = index(rest, "\n")
      if (!i) i = length(rest) + 1
      result = result spaces(i - 1)
      rest = substr(rest, i)
    } else if (found == "/*") {
      i = index(rest, "*/")
      i = i ? i + 1 : length(rest)
      skipped = substr(rest, 1, i)
      gsub(/[^\n]/, " ", skipped)
      result = result skipped
      rest = substr(rest, i + 1)
    } else {
      signs = found
      gsub(/"/, "", signs)
      i = length(found) + 1
      if (found ~ /^#*""$/) i = length(found) + 1 # an empty text
      else if (found ~ /"""$/) i = end_of(rest, i, "\"\"\"" signs)
      else i = end_of(rest, i, "\"" signs)
      skipped = substr(rest, 1, i - 1)
      gsub(/[^\n"]/, " ", skipped)
      result = result skipped
      rest = substr(rest, i)
    }
  }
  return result rest
}
# The position after the end of a string whose content begins at `i`.
function end_of(text, i, quote,  c, depth) {
  for (; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c == "\\") {
      if (substr(text, i + 1, 1) == "(") {
        depth = 0
        for (i++; i <= length(text); i++) {
          c = substr(text, i, 1)
          if (c == "(") depth++
          else if (c == ")" && --depth == 0) break
        }
      } else i++
    } else if (substr(text, i, length(quote)) == quote) return i + length(quote)
    else if (c == "\n" && quote !~ /^"""/) return i
  }
  return i
}

# The position of the bracket that closes the one at `i`.
function closing(i,  c, depth) {
  for (; i <= length(mask); i++) {
    c = substr(mask, i, 1)
    if (c ~ /[[({]/) depth++
    else if (c ~ /[])}]/ && --depth == 0) return i
  }
  return 0
}
