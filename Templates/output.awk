# Writes lines into the file `output`, with each group of imports sorted; for render.awk and Parts/parts.awk.

# Collects the imports of a group, which are sorted as by swift-format.
function write_line(line) {
  if (line ~ /^(@?[a-z]+ )*import /) { imports[++count] = line; return }
  flush_imports()
  print line >output
}
function flush_imports(  i, j, line) {
  for (i = 1; i <= count; i++) {
    line = imports[i]
    for (j = i; j > 1 && target(imports[j - 1]) > target(line); j--) imports[j] = imports[j - 1]
    imports[j] = line
  }
  for (i = 1; i <= count; i++) print imports[i] >output
  count = 0
}
function target(line) { sub(/^.*import /, "", line); return line }
function end_file() { flush_imports(); if (output) close(output) }
