# Prints the entry of a feature for Package.swift, which is the input and whose `static func feature` has
# the order of the labels; with text.awk and arguments.awk. The variables are
#
#   entry                                     the entry, in the environment
#   name, referenced, features, needed_kits   what a new entry has, besides that of the template
#   before, after                             two entries, in the environment: what has changed from one to
#                                             the other is changed in the entry

/static func feature\(/ { isSignature = 1 }
isSignature && /^ *\)/ { isSignature = 0 }
isSignature {
  for (labels = $0; match(labels, /[A-Za-z]+:/); labels = substr(labels, RSTART + RLENGTH))
    order = order " " substr(labels, RSTART, RLENGTH)
}
END {
  read_elements(ENVIRON["before"], before)
  read_elements(ENVIRON["after"], after)
  split_entry(ENVIRON["entry"])
  if (name) rename_entry()
  for (key in after) if (!(key in before)) {
    split(key, words, " ")
    add_elements(words[1], words[2])
  }
  for (key in before) if (!(key in after)) {
    split(key, words, " ")
    remove_element(words[1], words[2])
  }
  write_entry()
}

# The template's entry with the name of the feature.
function rename_entry(  i) {
  argument[1] = quoted(name)
  for (i = 2; i <= count; i++) if (argument[i] ~ /^path:/) remove_argument(i)
  add_elements("interfaceDependencies", quoted(referenced))
  add_elements("dependencies", quoted(features))
  add_elements("kits", quoted(needed_kits))
}
function quoted(names) { gsub(/[A-Za-z0-9]+/, "\"&\"", names); return names }

# Sets the keys of a set to the elements of an entry, with the labels of their arrays before them.
function read_elements(text, set,  i, j, n, list, label) {
  split_entry(text)
  for (i = 2; i <= count; i++) {
    label = substr(argument[i], 1, index(argument[i], ":") - 1)
    n = split(substr(argument[i], index(argument[i], "[") + 1), list, /[], ]+/)
    for (j = 1; j <= n; j++) if (list[j] != "") set[label " " list[j]] = 1
  }
}

function remove_element(label, element,  i) {
  for (i = count; i > 0; i--) if (index(argument[i], label ": [") == 1) {
    gsub(element ", |, " element "|" element, "", argument[i])
    if (argument[i] ~ /\[\]$/) remove_argument(i)
  }
}

function split_entry(text) {
  gsub(/[ \t\n]+/, " ", text)
  sub(/^ *\.feature\( */, "", text)
  sub(/ *\),?$/, "", text)
  split_arguments(text)
}
function write_entry(  i, line) {
  for (i = 1; i <= count; i++) line = line (i > 1 ? ", " : "") argument[i]
  if (length(line) <= 86) print "  .feature(" line ")"
  else {
    print "  .feature("
    write_arguments("    ", ")")
  }
}
