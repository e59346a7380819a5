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
