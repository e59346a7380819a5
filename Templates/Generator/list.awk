# Functions for a list that generate.sh keeps, from after `[  // sorted; kept by generate.sh` to `]`. As by
# swift-format, a comma follows each entry, but not the only one.

# Adds a line to an entry; returns whether it is complete: then `text` has its lines, `comment` those above
# it, and `key` its name or, at the end of the list, `]`.
function completes_entry(line) {
  if (isComplete) text = comment = key = ""
  isComplete = 0
  if (text == "" && line ~ /^ *(\/\/.*)?$/) {
    comment = comment line "\n"
    return 0
  }
  text = text line "\n"
  sub(/\/\/.*/, "", line)
  key = key line
  depth += gsub(/\(/, "(", line) - gsub(/\)/, ")", line)
  if (depth > 0) return 0
  sub(/^ *(\.feature\( *")?/, "", key)
  if (key ~ /^\]/) key = "]"
  else sub(/(Module\.self|[^A-Za-z0-9]).*/, "", key)
  return isComplete = 1
}

function add_entry(name, above, entry) {
  keys[++entry_count] = name
  comments[entry_count] = above
  entries[entry_count] = entry
}
# Adds an entry before the first whose name is greater.
function insert_entry(name, above, entry,  i, place) {
  for (place = 1; place <= entry_count && keys[place] <= name; place++);
  add_entry()
  for (i = entry_count; i > place; i--) {
    keys[i] = keys[i - 1]
    comments[i] = comments[i - 1]
    entries[i] = entries[i - 1]
  }
  keys[place] = name
  comments[place] = above
  entries[place] = entry
}

# Writes the entries and the end of the list into the file `output`.
function write_list(  i, total, rest) {
  for (i = 1; i <= entry_count; i++) total += entries[i] ~ /^ *[^ #\n]/
  for (i = 1; i <= entry_count; i++) {
    if (entries[i] ~ /^ *[^ #\n]/ && match(entries[i], /,?[ \t]*(\/\/[^\n]*)?\n$/)) {
      rest = substr(entries[i], RSTART)
      sub(/^,/, "", rest)
      entries[i] = substr(entries[i], 1, RSTART - 1) (total > 1 ? "," : "") rest
    }
    printf "%s%s", comments[i], entries[i] >output
  }
  printf "%s%s", comment, text >output
  entry_count = 0
}
