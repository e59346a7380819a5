# Writes the files of a template with the names and the fields of a feature; see generate.sh for the
# names. With fields.awk, for templates whose items have fields. Marks in a template are comments:
#
#   // fields: <kind>    what follows, up to `// end`, is for the template's own fields; the lines of
#                        that kind for the feature's fields replace it
#   // if <condition>    what follows is for features that meet the condition, as the template does;
#   // else              what follows this one, in comments, is for the others; then `// end`

BEGIN {
  placeholder = upper "|" word "|" lower "s?"
  command = "(^|[^A-Za-z])" host " $"
  has_fields = fields != ""
  isOwn = fields == ENVIRON["own_fields"]
  if (has_fields) read_fields(fields)
  depth = 0
  isActive[0] = 1
}

FNR == 1 { end_file(); output = file; isFixture = file ~ /\/Fixtures\/1\.json$/ }
has_fields && isFixture { if (FNR == 1) write_fixtures(); next }
has_fields && /^ *\/\/ (if .*|else|end|fields: [a-z]+)$/ { read_mark(); next }
isSkipped || !isActive[depth] { next }
{
  if (isElse[depth]) if (!sub(/\/\/ /, "")) sub(/\/\/$/, "")
  if (has_fields) $0 = with_field_names($0)
  write_line(with_names($0))
}
END { end_file() }

function read_mark(  indent, text, mark) {
  mark = $0
  indent = mark
  sub(/\/\/.*/, "", indent)
  sub(/^ *\/\/ /, "", mark)
  if (mark == "end") {
    if (isSkipped) isSkipped = 0
    else depth--
  } else if (mark == "else") {
    isActive[depth] = isActive[depth - 1] && !isMet[depth]
    isElse[depth] = 1
  } else if (sub(/^if /, "", mark)) {
    depth++
    isMet[depth] = is_met(mark)
    isActive[depth] = isActive[depth - 1] && isMet[depth]
    isElse[depth] = isElse[depth - 1]
  } else {
    sub(/^fields: /, "", mark)
    if (isOwn && mark ~ /^(properties|init|descriptions|samples|layouts|json)$/) {
      depth++ # the template's own lines stay
      isMet[depth] = 1
      isActive[depth] = isActive[depth - 1]
      isElse[depth] = isElse[depth - 1]
      return
    }
    isSkipped = 1
    text = isActive[depth] ? field_lines(mark, indent) : ""
    if (text != "") write_lines(text)
  }
}

function is_met(condition,  i) {
  if (condition == "own fields") return isOwn
  if (condition == "day") return first_day > 0
  if (condition == "optional day") return first_day > 0 && optional[first_day]
  if (condition == "nothing done") return !first_done
  if (condition == "no foundation") {
    for (i = 1; i <= field_count; i++) if (types[i] ~ /^(decimal|instant|url)$/) return 0
    return 1
  }
}

# Replaces the names of the template's own fields, `title`, `date` and `isDone`, as words. `.title` is a property
# of every item, unless it is assigned.
function with_field_names(line) {
  if (names[1] != "title") line = with_word(line, "title", names[1], words_of(names[1]))
  if (first_day && names[first_day] != "date")
    line = with_word(line, "date", names[first_day], substr(meaning(first_day), length("the ") + 1))
  if (first_done) line = with_word(line, "isDone", names[first_done])
  return line
}
# Replaces a word by the name of a field or, where people read it, by some words.
function with_word(line, old, new, words,  start, before, after, result, isProse) {
  isProse = line ~ /^ *\/\/|func `/ # a comment, or the name of a test
  while (start = index(line, old)) {
    before = substr(result substr(line, 1, start - 1), length(result) + start - 1, 1)
    after = substr(line, start + length(old))
    result = result substr(line, 1, start - 1)
    if (before ~ /[A-Za-z0-9_]/ || after ~ /^[A-Za-z0-9_]/ ||
      (before == "." && old == "title" && after !~ /^ = /) ||
      after ~ /^: \\/) result = result old
    else if (result ~ /--$/) result = result kebab_of(new)
    else if (isProse && before != "`" || before == "`" && after ~ /^ /) result = result words
    else result = result new
    line = after
  }
  return result line
}

function with_names(line,  rest, found, after, plural) {
  if (item != word "Item" && (item != name "Item" || noun != prose " item")) line = with_item(line)
  rest = line
  for (line = ""; match(rest, placeholder); rest = substr(rest, RSTART + RLENGTH)) {
    line = line substr(rest, 1, RSTART - 1)
    found = substr(rest, RSTART, RLENGTH)
    after = substr(rest, RSTART + RLENGTH, 2)
    plural = substr(found, length(lower) + 1)
    if (found == upper) line = line screaming
    else if (found == word) line = line (line ~ /^ *"$/ && after == "\"," ? capitalized(prose) : name) # a title
    else if (line ~ /["`'\/]$/ || line ~ command) line = line kebab plural
    else line = line (plural != "" || after ~ /^ [A-Za-z]/ ? prose : kebab) plural
  }
  return line rest
}

# Replaces the name of the template's item and what people call it, when these are not made of the
# feature's name.
function with_item(line) {
  gsub(word "Item", item, line)
  gsub(lower " items", plural_of(noun), line)
  gsub(lower " item", noun, line)
  return line
}

function write_fixtures(  version, path) {
  for (version = 1; version <= versions[field_count]; version++) {
    path = file
    sub(/1\.json$/, version ".json", path)
    print stored_items(version) >path
    close(path)
  }
}

function write_lines(text,  i, n, list) {
  n = split(text, list, "\n")
  for (i = 1; i <= n; i++) write_line(list[i])
}
