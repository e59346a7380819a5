# Replaces the names of a feature in files, for `generate.sh --rename`; with text.awk and list.awk.
#
# The input is lines with three fields between tabs: a kind, the path of a file, and the path that the
# result gets. The kinds are
#   pair    what the template makes for the feature, with its old and its new name; nothing is written
#   own     a file of the feature: a line that the template has made becomes that with the new name; in
#           the others, the names that the feature declares, its command, the variables of its settings
#           and what people call its items are replaced
#   text    a file of the app or its README: the names that the feature declares, its command and its variables
#   other   any other file: only the names that the feature declares are replaced
#   list    a file with a list that generate.sh keeps, which is sorted again; comments stay
#   table   the same for the rows of a table
#
# Imports are sorted again, too. The paths of files in which a line is longer than 100 columns only
# since it has the new name are written to the file `long`.
#
# `types` are the names that the feature declares; `old` and `new` are its names, and `old_kebab` and `kebab`,
# and so on, the forms of them. `variables` begins the names of the app's variables, and `host` is its command.

BEGIN {
  FS = "\t"
  if (types != "") {
    n = split(types, list, " ")
    for (i = 1; i <= n; i++) isType[list[i]] = 1
  }
  plural_comment = "  /// What people call several items."
}

{ kind = $1; output = $3 }
kind == "pair" { read_pair($2, $3); next }
{
  printf "" >output
  isList = isLong = hasComment = hasPlural = 0
  while ((getline line <$2) > 0) if (line ~ /static let plural = / && line != plural_line(old_noun)) hasPlural = 1
  close($2)
  while ((getline line <$2) > 0) {
    if (kind == "own" && line == plural_comment) { hasComment = 1; continue }
    if (hasComment && line == plural_line(old_noun)) { hasComment = 0; continue }
    if (hasComment) { write_renamed(plural_comment); hasComment = 0 }
    if (kind == "own" && (line in made) && made[line] != "\t") result = made[line]
    else {
      result = renamed(line)
      if (length(result) > 100 && length(line) <= 100 && output ~ /[.]swift$/) isLong = 1
    }
    write_renamed(result)
    if (kind == "own" && !hasPlural && result == "  public static let noun = \"" noun "\"" && plural_of(noun) != noun "s") {
      write_renamed(plural_comment)
      write_renamed(plural_line(noun))
    }
  }
  close($2)
  flush_imports()
  write_rows()
  if (isList) { print "the list in " $2 " does not end" >"/dev/stderr"; exit 1 }
  if (isLong) print output >long
  close(output)
}

# What the template makes of each line, if both files have the same lines but for their names.
function read_pair(old_path, new_path,  i, n, m, lines, others, pattern) {
  while ((getline line <old_path) > 0) n = add_line(lines, n, line)
  while ((getline line <new_path) > 0) m = add_line(others, m, line)
  close(old_path)
  close(new_path)
  pattern = "[\"`\047]" old_kebab "[^A-Za-z0-9_-]"
  for (i = 1; i <= n && n == m; i++) {
    if (is_import(lines[i]) || lines[i] ~ /^ *$/) continue
    if (!(lines[i] in made)) made[lines[i]] = others[i]
    else if (made[lines[i]] != others[i]) made[lines[i]] = "\t"
    # The word means something else, too, such as a field.
    if (lines[i] == others[i] && lines[i] ~ pattern) isAmbiguous = 1
  }
}

# What items are called, if that is not its name with an `s`, as fields.awk writes it.
function plural_line(noun) { return "  public static let plural = \"" plural_of(noun) "\"" }

# The former names in a manifest are no line of the template; a plural is one only for some names.
function add_line(lines, n, line) {
  if (line == plural_comment || line ~ /^  public static let plural = /) return n
  if (line !~ /^ *formerly: \[[^]]*\]\)$/) lines[++n] = line
  else sub(/,$/, ")", lines[n])
  return n
}

function renamed(line,  comment) {
  if (kind == "table" && !is_row(line)) return line
  if (kind == "list" && match(line, /\/\//)) {
    comment = substr(line, RSTART)
    line = substr(line, 1, RSTART - 1)
  }
  line = with_sorted_array(line, with_identifiers(line)) comment
  if (kind ~ /^(own|text)$/ && !isAmbiguous) line = with_command(line)
  if (kind == "own") {
    if (old_noun != noun) {
      line = with_word(line, plural_of(old_noun), plural_of(noun))
      line = with_word(line, old_noun, noun)
    }
    line = with_word(line, old_prose " item", prose " item")
  }
  return line
}

# Replaces the names that the feature declares, and in own files the variables of its settings.
function with_identifiers(line,  result, token, start) {
  while (match(line, /[A-Za-z0-9_]+/)) {
    token = substr(line, RSTART, RLENGTH)
    result = result substr(line, 1, RSTART - 1)
    line = substr(line, RSTART + RLENGTH)
    if (token == old_item && token != "") token = item
    else if (token in isType) token = new substr(token, length(old) + 1)
    else if (kind ~ /^(own|text)$/ && index(token, variables "_") == 1 && (start = index(token "_", "_" old_screaming "_")))
      token = substr(token, 1, start) screaming substr(token, start + 1 + length(old_screaming))
    result = result token
  }
  return result line
}

# Sorts the elements of an array in one line, if they were sorted before the renaming.
function with_sorted_array(line, result,  n, m, i, before, after, start, stop, text) {
  if (line == result || !match(result, /[a-zA-Z]: \[[^][]*\]/)) return result
  start = RSTART
  stop = RLENGTH
  text = substr(result, start + 4, stop - 5)
  match(line, /[a-zA-Z]: \[[^][]*\]/)
  n = split(substr(line, RSTART + 4, RLENGTH - 5), before, ", ")
  m = split(text, after, ", ")
  for (i = 2; i <= n; i++) if (before[i - 1] > before[i]) return result
  sort_list(after, m)
  text = after[1]
  for (i = 2; i <= m; i++) text = text ", " after[i]
  return substr(result, 1, start + 3) text with_sorted_array(substr(line, RSTART + RLENGTH - 1), substr(result, start + stop - 1))
}

# Replaces the command after a quote, the command of the app, or the beginning of a link.
function with_command(line,  result, start, after) {
  while (start = index(line, old_kebab)) {
    result = result substr(line, 1, start - 1)
    line = substr(line, start + length(old_kebab))
    if (line !~ /^[A-Za-z0-9_-]/ && line !~ /^": / &&
      (result ~ /["`\047]$/ || result ~ ("(^|[^A-Za-z0-9-])" host "( |:\\/\\/)$"))) result = result kebab
    else result = result old_kebab
  }
  return result line
}

function with_word(line, word, replacement,  result, start) {
  while (start = index(line, word)) {
    result = result substr(line, 1, start - 1)
    line = substr(line, start + length(word))
    result = result (result ~ /[A-Za-z0-9_.-]$/ || line ~ /^([A-RT-Za-rt-z0-9_-]|s[A-Za-z0-9_-])/ ? word : replacement)
  }
  return result line
}

function is_row(line) { return line ~ /^[|] [A-Z][A-Za-z0-9]* [|].*[|] `Modules\/[A-Za-z0-9]*` [|]$/ }

function write_renamed(line) {
  if (is_import(line)) { add_import(line); return }
  flush_imports()
  if (isList) { add_to_list(line); return }
  if (kind == "table" && is_row(line)) {
    rows[++row_count] = line
    row_names[row_count] = line
    gsub(/^[|] | .*/, "", row_names[row_count])
    return
  }
  write_rows()
  print line >output
  if (kind == "list" && line ~ /kept by generate\.sh/) isList = 1
}
function write_rows(  i) {
  sort_by(row_names, rows, row_count)
  for (i = 1; i <= row_count; i++) print rows[i] >output
  row_count = 0
}

# Collects the entries of a list, up to its end.
function add_to_list(line) {
  if (!completes_entry(line)) return
  if (key == "]") {
    if (renamed_entry) insert_entry(new, renamed_comment, renamed_entry)
    write_list()
    renamed_entry = ""
    isList = 0
  } else if (key == new) {
    renamed_comment = comment
    renamed_entry = text
  } else add_entry(key, comment, text)
}
