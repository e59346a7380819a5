# Prints the forms of a name, with commas between them; with text.awk. For the part of a feature in the
# variable `part`: its name as that of a field, of a type and of an option, and its words. For a `plural`, its
# singular. Otherwise, for the variables of the environment `word`, `name`, `item` and `host_name`: the template's word in small and
# in capital letters, the name as url-history, URL_HISTORY and URL history, what people call an item, and the host.

BEGIN {
  OFS = ","
  if (part) print_part(part)
  else if (plural) print singular_of(plural)
  else {
    name = ENVIRON["name"]
    gsub(/[^A-Za-z0-9]/, "", name)
    kebab = kebab_of(name)
    screaming = toupper(kebab)
    gsub(/-/, "_", screaming)
    print tolower(ENVIRON["word"]), toupper(ENVIRON["word"]), kebab, screaming, prose(name),
      noun(prose(name), prose(ENVIRON["item"])), kebab_of(ENVIRON["host_name"])
  }
}

# What people call an item: the singular of the feature's name, if the item's type is named after that.
function noun(name, item) { return item == name " item" && singular_of(name) ? singular_of(name) : item }

# The words of a name, which keeps acronyms and separates a number at the end: list 2.
function prose(name,  i, n, list, text) {
  n = split(separated(name), list, "-")
  for (i = 1; i <= n; i++) {
    if (list[i] !~ /^[A-Z][A-Z0-9]+$/) {
      list[i] = tolower(list[i])
      sub(/[0-9]+$/, " &", list[i])
    }
    text = text (i > 1 ? " " : "") list[i]
  }
  return text
}

# A setting has no acronyms: its field is named after it.
function print_part(text,  name, words) {
  while (match(text, /[a-z0-9][A-Z]/)) text = substr(text, 1, RSTART) "-" substr(text, RSTART + 1)
  text = words = tolower(text)
  gsub(/-/, " ", words)
  for (name = text; match(name, /-./);)
    name = substr(name, 1, RSTART - 1) toupper(substr(name, RSTART + 1, 1)) substr(name, RSTART + 2)
  print name, capitalized(name), text, words
}
