# Changes a Swift file and leaves the rest of it as it is; prints the result; with source.awk. `file` is its
# path. The input is lines with fields between tabs:
#
#   element   call, label, text: add an element to the array that is an argument of a call
#   without   call, label, text: remove one
#   drop      call, label, pattern: remove the texts in quotes that match the pattern
#   argument  call, text: add an argument without a label to a call, as the last one
#   lines     pattern, path: add the lines of a file at the end of what the pattern, which ends with an
#             opening brace, begins
#   before    pattern, path: add the lines of a file and an empty one before the declaration that the
#             pattern begins, and its comments
#   throwing  pattern: let the function that the pattern begins throw
#
# It ends with the code 4 when it does not find the place of a change; then it prints what to write by hand.

BEGIN {
  FS = "\t"
  order["Manifest"] = " : summary: requires: uses: answers: publishes: follows: durableFollowers: activation: " \
    "failurePolicy: deadlines: restarts: formerly:"
  read_code(file)
}
$1 == "element" { isFound = add_element($2, $3, $4, order[$2]) }
$1 == "without" { isFound = remove_element($2, $3, $4) }
$1 == "drop" { isFound = drop_elements($2, $3, $4) }
$1 == "argument" { isFound = add_argument($2, $3) }
$1 == "before" { isFound = add_before($2, $3) }
$1 == "throwing" { isFound = let_throw($2) }
$1 == "lines" { isFound = add_lines($2, $3) }
!isFound { hasFailed = 1 }
{ by_hand = by_hand in_words() }
END {
  printf "%s", hasFailed ? by_hand : code
  exit hasFailed ? 4 : 0
}

# The change of a line for a person.
function in_words() {
  if ($1 == "element") return "    " $3 ": [" $4 "] in " $2 "(…)\n"
  if ($1 == "argument") return "    " $3 " in " $2 "(…)\n"
  return $1 ~ /^(lines|before)$/ ? text_of($3) : ""
}
function text_of(path,  line, lines) {
  while ((getline line <path) > 0) lines = lines line "\n"
  close(path)
  return lines
}

function insert_at(i, text) {
  code = substr(code, 1, i - 1) text substr(code, i)
  mask = masked(code)
}

# Finds what matches a pattern that ends with an opening bracket: sets `opened` and `closed` to the
# positions of its brackets.
function find_brackets(pattern) {
  if (!match("\n" mask, pattern)) return 0
  opened = RSTART + RLENGTH - 2
  closed = closing(opened)
  return closed
}

# Splits the arguments of a call: sets `count`, and for each argument its first and last position and
# its label.
function split_call(call,  i, c, depth, start) {
  if (!find_brackets("[^A-Za-z0-9_.]" call "\\(")) return 0
  count = 0
  start = opened + 1
  for (i = start; i <= closed; i++) {
    c = substr(mask, i, 1)
    if (i == closed || (c == "," && depth == 0)) {
      if (substr(mask, start, i - start) !~ /^[ \n]*$/) {
        count++
        first[count] = start + match(substr(code, start), /[^ \n]/) - 1
        last[count] = i - 1
        while (substr(mask, last[count], 1) ~ /[ \n]/) last[count]--
        label[count] = substr(mask, first[count], i - first[count])
        if (!sub(/:.*/, "", label[count]) || label[count] !~ /^[a-zA-Z]+$/) label[count] = ""
      }
      start = i + 1
    } else if (c ~ /[[({]/) depth++
    else if (c ~ /[])}]/) depth--
  }
  return 1
}

# The number of columns of the line with the position `i`.
function width_at(i,  start, stop) {
  for (start = i; start > 1 && substr(code, start - 1, 1) != "\n"; start--);
  for (stop = i; stop <= length(code) && substr(code, stop, 1) != "\n"; stop++);
  line_start = start
  return stop - start
}
# The spaces at the beginning of the line with the position `i`.
function indent_at(i,  text) {
  width_at(i)
  text = substr(code, line_start, 200)
  match(text, /^ */)
  return substr(text, 1, RLENGTH)
}

function add_argument(call, text) {
  if (!split_call(call)) return 0
  add_after(count ? last[count] : opened, (count ? "," : "") , text)
  return 1
}
# Inserts a text after the position `i` and a separator: in the same line, if that has place for it.
function add_after(i, separator, text,  indent, isBroken) {
  isBroken = substr(mask, opened + 1, 1) == "\n"
  if (width_at(i) + length(separator " " text) <= 100 && substr(text, 1, 1) != "\n")
    insert_at(i + 1, separator (separator ? " " : "") text)
  else {
    indent = isBroken ? indent_at(opened + 2) : indent_at(opened) "  "
    insert_at(i + 1, separator "\n" indent text)
  }
}

# `order` has the labels of the call, each with a colon, in the order of its declaration.
function add_element(call, name, element, order,  i, indent, stop, text) {
  if (!split_call(call)) return 0
  for (i = 1; i <= count && label[i] != name; i++);
  if (i <= count) return add_to_array(i, element)
  for (i = count; i > 0 && index(order, " " label[i] ":") > index(order, " " name ":"); i--);
  text = name ": [" element "]"
  if (substr(mask, opened + 1, 1) != "\n") insert_at(last[i] + 1, ", " text)
  else {
    indent = indent_at(first[i])
    # What follows the argument is in a line of its own, too.
    stop = i < count && substr(code, last[i] + 2, 1) != "\n" ? "\n" indent : ""
    insert_at(last[i] + 1, ",\n" indent text)
    if (stop) {
      i = last[i] + 1 + length(",\n" indent text)
      code = substr(code, 1, i) stop substr(code, i + 2)
      mask = masked(code)
    }
  }
  return 1
}
function add_to_array(i, element,  start, stop, indent, n, list, text, line, j) {
  start = index(substr(mask, first[i]), "[") + first[i] - 1
  stop = closing(start)
  if (start < first[i] || stop != last[i]) return 0 # it is no literal
  if (substr(code, start, stop - start) ~ ("[^A-Za-z0-9_.]" literal_pattern(element) "[^A-Za-z0-9_]")) return 1
  text = substr(mask, start + 1, stop - start - 1)
  if (text !~ /\n/) {
    text = substr(code, start + 1, stop - start - 1)
    if (width_at(stop) + length(element) + 2 <= 100) {
      insert_at(stop, (text ~ /[^ ]/ ? ", " : "") element)
      return 1
    }
    indent = indent_at(start)
    n = split(text, list, /, */)
    list[++n] = element
    line = list[1]
    text = ""
    for (j = 2; j <= n; j++) {
      if (length(indent "  " line ", " list[j] ",") <= 100) { line = line ", " list[j]; continue }
      text = text indent "  " line ",\n"
      line = list[j]
    }
    text = "[\n" text indent "  " line ",\n" indent "]"
    # An array in several lines does not share its first line with other arguments.
    if (first[i] != line_start + length(indent)) {
      for (j = first[i] - 1; substr(code, j, 1) == " "; j--);
      code = substr(code, 1, j) "\n" indent substr(code, first[i], start - first[i]) text substr(code, stop + 1)
    } else code = substr(code, 1, start - 1) text substr(code, stop + 1)
    mask = masked(code)
    return 1
  }
  for (j = stop - 1; substr(mask, j, 1) ~ /[ \n]/; j--);
  indent = indent_at(j)
  if (substr(mask, j, 1) != ",") { insert_at(j + 1, ","); j++; stop++ }
  if (width_at(j) + length(element) + 2 <= 100) insert_at(j + 1, " " element (index(substr(mask, j + 1, stop - j), "\n") ? "," : ""))
  else insert_at(j + 1, "\n" indent element ",")
  return 1
}
# Removes an element of an array, and a comma beside it.
function remove_element(call, name, element,  i, text) {
  if (!split_call(call)) return 0
  for (i = 1; i <= count && label[i] != name; i++);
  if (i > count) return 1
  text = substr(code, first[i], last[i] + 1 - first[i])
  element = literal_pattern(element)
  if (!sub(element ",[ \n]*", "", text)) sub(",[ \n]*" element, "", text)
  code = substr(code, 1, first[i] - 1) text substr(code, last[i] + 1)
  mask = masked(code)
  return 1
}
# Removes the texts that match a pattern from an array of texts.
function drop_elements(call, name, pattern,  i, rest, text, element) {
  if (!split_call(call)) return 0
  for (i = 1; i <= count && label[i] != name; i++);
  if (i > count) return 1
  rest = substr(code, first[i], last[i] + 1 - first[i])
  while (match(rest, /"([^"\\]|\\.)*",?[ \n]*/)) {
    element = substr(rest, RSTART, RLENGTH)
    text = text substr(rest, 1, RSTART - 1) (element ~ pattern ? "" : element)
    rest = substr(rest, RSTART + RLENGTH)
  }
  text = text rest
  if (text ~ /\[[ \n]*\]$/) sub(/\[.*/, "[]", text)
  else if (text ~ /\[\n/) sub(/[ \n]*\]$/, "\n" indent_at(first[i]) "]", text)
  else sub(/,? *\]$/, "]", text)
  code = substr(code, 1, first[i] - 1) text substr(code, last[i] + 1)
  mask = masked(code)
  return 1
}
function literal_pattern(text) { gsub(/[.]/, "[.]", text); return text }

function add_lines(pattern, path,  indent, body, lines) {
  if (!find_brackets(pattern)) return 0
  lines = text_of(path)
  indent = indent_at(opened)
  body = substr(code, opened + 1, closed - opened - 1)
  if (body !~ /\n/) {
    gsub(/^ +| +$/, "", body)
    code = substr(code, 1, opened) "\n" (body == "" ? "" : indent "  " body "\n") lines indent substr(code, closed)
    mask = masked(code)
  } else {
    width_at(closed)
    insert_at(line_start, lines)
  }
  return 1
}

function add_before(pattern, path,  lines) {
  if (!find_brackets(pattern)) return 0
  lines = text_of(path)
  for (width_at(opened - RLENGTH + 1); substr(code, 1, line_start - 1) ~ /\n *\/\/[^\n]*\n$/;) width_at(line_start - 1)
  insert_at(line_start, lines "\n")
  return 1
}
function let_throw(pattern,  i) {
  if (!find_brackets(pattern)) return 0
  for (i = opened; substr(mask, i, 1) != ")"; i--);
  if (substr(mask, i, opened - i) !~ /throws/) insert_at(opened, "throws ")
  return 1
}
