# Functions for the arguments of a call in Swift; with text.awk. `order` has the labels of the call, each
# with a space before it and a colon, in the order of its declaration.

# Splits arguments at the commas outside of brackets and strings.
function split_arguments(text,  i, c, depth, isQuoted) {
  count = 1
  argument[1] = ""
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c == "\"") isQuoted = !isQuoted
    if (!isQuoted) depth += index("([", c) ? 1 : index(")]", c) ? -1 : 0
    if (c == "," && depth == 0 && !isQuoted) argument[++count] = ""
    else argument[count] = argument[count] c
  }
  for (i = 1; i <= count; i++) {
    gsub(/^[ \t]+|[ \t]+$/, "", argument[i])
    if (argument[i] !~ /^[A-Za-z]+: \[/) continue
    gsub(/[ \t]+/, " ", argument[i])
    sub(/\[ /, "[", argument[i])
    sub(/,? \]$/, "]", argument[i])
  }
  if (argument[count] == "") count--
}

function remove_argument(i) {
  for (; i < count; i++) argument[i] = argument[i + 1]
  count--
}

function place(text) {
  return text ~ /^[A-Za-z]+:/ ? index(order, " " substr(text, 1, index(text, ":"))) : 0
}

# Adds elements, separated by spaces, to the sorted array with a label.
function add_elements(label, elements,  i, j, n, list, text) {
  if (elements == "") return
  for (i = 1; i <= count && index(argument[i], label ": [") != 1; i++);
  if (i > count) {
    for (i = ++count; i > 1 && place(argument[i - 1]) > index(order, " " label ":"); i--)
      argument[i] = argument[i - 1]
  } else {
    text = substr(argument[i], length(label) + 4)
    gsub(/[],[]/, " ", text)
  }
  n = split(text " " elements, list, " ")
  sort_list(list, n)
  text = list[1]
  for (j = 2; j <= n; j++) if (list[j] != list[j - 1]) text = text ", " list[j]
  argument[i] = label ": [" text "]"
}

# Writes the arguments in lines of less than 100 columns, as swift-format does.
function write_arguments(indent, end,  i, line, part) {
  for (i = 1; i <= count; i++) {
    part = argument[i] (i < count ? "," : end)
    if (line != "" && length(indent line " " part) < 100) {
      line = line " " part
      continue
    }
    if (line != "") print indent line
    line = part
    if (length(indent part) >= 100) line = broken_array(part, indent)
  }
  print indent line
}
function broken_array(part, indent,  i, n, list, line, text, end) {
  n = split(substr(part, index(part, "[") + 1), list, " ")
  text = substr(part, 1, index(part, "["))
  end = list[n]
  sub(/[^]]*/, "", end)
  sub(/].*/, ",", list[n])
  for (i = 1; i <= n; i++) {
    if (line != "" && length(indent "  " line " " list[i]) < 100) {
      line = line " " list[i]
      continue
    }
    if (line != "") text = text "\n" indent "  " line
    line = list[i]
  }
  return text "\n" indent "  " line "\n" indent end
}
