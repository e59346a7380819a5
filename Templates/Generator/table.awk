# Prints a README with a row for the feature `name` in its table of modules, unless it has one, and without
# it if `mode` is `remove`; if it is `add`, the row is written again. The input is the module of the feature,
# from whose manifest the actions and the events are, and the README; `table_row` is the pattern of a row.

FILENAME != "README.md" { manifest = manifest " " $0; next }
$0 ~ "^" table_row "$" {
  isTable = 1
  if ($2 == name && mode == "remove") next
  if ($2 > name || ($2 == name && mode == "add")) write_row()
  if ($2 != name || mode != "add") print
  if ($2 == name) exists = 1
  next
}
isTable { write_row(); isTable = 0 }
{ print }
END { if (isTable) write_row() }

function write_row(  events) {
  if (exists || mode == "remove") return
  events = names("publishes", "\\.self")
  print "| " name " | " names("answers", name "\\.") " |" (events ? " " : "") events " | `Modules/" name "` |"
  exists = 1
}
# The elements of an array in the manifest, without a part of each.
function names(label, part,  text) {
  if (!match(manifest, label ": \\[[^]]*\\]")) return ""
  text = substr(manifest, RSTART + length(label) + 3, RLENGTH - length(label) - 4)
  gsub(part, "", text)
  gsub(/[ \t]+/, " ", text)
  gsub(/^ |,? $/, "", text)
  return text
}
