# Adds the features `used` and `needed` to the manifest and the imports of a module, and prints it; with
# text.awk and arguments.awk.

BEGIN {
  order = " summary: requires: uses: answers: publishes: follows: activation:"
  output = "/dev/stdout"
  count = split(used " " needed, features, " ")
}
is_import($0) {
  isImported[target($0)] = 1
  add_import($0)
  next
}
import_count {
  for (i = 1; i <= count; i++) if (!isImported[features[i] "Interface"]++) add_import("import " features[i] "Interface")
  count = 0
  flush_imports()
}
!isOver && /Manifest\(/ {
  start = index($0, "Manifest(") + 8
  print substr($0, 1, start) >output
  $0 = substr($0, start + 1)
  depth = 1
}
depth > 0 {
  text = text " " $0
  depth += gsub(/\(/, "(") - gsub(/\)/, ")")
  if (depth > 0) next
  isOver = 1
  sub(/\)[ \t]*$/, "", text)
  split_arguments(text)
  add_elements("requires", selves(needed))
  add_elements("uses", selves(unnamed(used, text)))
  write_arguments("    ", ")")
  next
}
{ print >output }

function selves(names) { gsub(/[A-Za-z0-9]+/, "&.self", names); return names }
# The names that a text does not have as types.
function unnamed(names, text,  i, n, list, result) {
  n = split(names, list, " ")
  for (i = 1; i <= n; i++)
    if (text !~ "[^A-Za-z0-9]" list[i] "\\.self") result = result " " list[i]
  return result
}
