# Functions for several programs: sorting, words, and imports. Arrays begin with the index 1.

# Sorts a list by its keys, which are sorted, too.
function sort_by(keys, list, n,  i, j, key, element) {
  for (i = 2; i <= n; i++) {
    key = keys[i]
    element = list[i]
    for (j = i; j > 1 && keys[j - 1] > key; j--) {
      keys[j] = keys[j - 1]
      list[j] = list[j - 1]
    }
    keys[j] = key
    list[j] = element
  }
}
function sort_list(list, n) { sort_by(list, list, n) }

# Separates the words of a name in camel case: unitPrice becomes unit-Price, and URLHistory URL-History.
function separated(text) {
  while (match(text, /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/))
    text = substr(text, 1, RSTART) "-" substr(text, RSTART + 1)
  return text
}
function kebab_of(text) { return tolower(separated(text)) }
function words_of(text) { text = kebab_of(text); gsub(/-/, " ", text); return text }
function capitalized(text) { return toupper(substr(text, 1, 1)) substr(text, 2) }

function plural_of(text) {
  if (text ~ /[^aeiou]y$/) return substr(text, 1, length(text) - 1) "ies"
  if (text ~ /(^|[^A-Za-z])person$/) return substr(text, 1, length(text) - 4) "ople"
  if (text ~ /(^|[^A-Za-z])child$/) return text "ren"
  if (text ~ /man$/ && text !~ /(hu|ger|ro)man$/) return substr(text, 1, length(text) - 2) "en"
  if (text ~ /(tomat|potat|her)o$/) return text "es"
  if (text ~ /(shel|hal|lea|loa)f$/) return substr(text, 1, length(text) - 1) "ves"
  if (text ~ /quiz$/) return text "zes"
  if (text ~ /(s|x|z|ch|sh)$/) return text "es"
  return text "s"
}
# The singular of a text that is a plural; otherwise, and where a singular may have the ending, nothing.
function singular_of(text,  i, n, list, ending, result) {
  if (text ~ /([iu]s|(^|[^a-z])(alias|atlas|bias|canvas|gas|lens|news|physics|series|species))$/) return ""
  n = split("ies:y ves:f es: s: people:person men:man children:child quizzes:quiz", list, " ")
  for (i = 1; i <= n; i++) {
    split(list[i], ending, ":")
    result = text
    if (sub(ending[1] "$", ending[2], result) && plural_of(result) == text) return result
  }
}

# Whether a line imports a module, and which.
function is_import(line) { return line ~ /^(@?[a-z]+ )*import / }
function target(line) { sub(/^.*import /, "", line); return line }

# Writes a line into the file `output`, with each group of imports sorted as by swift-format.
function write_line(line) {
  if (is_import(line)) add_import(line)
  else {
    flush_imports()
    print line >output
  }
}
function add_import(line) {
  imports[++import_count] = line
  import_targets[import_count] = target(line)
}
function flush_imports(  i) {
  sort_by(import_targets, imports, import_count)
  for (i = 1; i <= import_count; i++) print imports[i] >output
  import_count = 0
}
function end_file() { flush_imports(); if (output) close(output) }
