# Writes the files of a part, see `generate.sh --add`, with its name and that of its feature. What is
# between the marks `// if <condition>` and `// end` is for features that are as `condition` says.

FNR == 1 { flush_imports(); if (output) close(output); output = file; isSkipped = 0 }
/^ *\/\/ if / { isSkipped = $3 != condition; next }
/^ *\/\/ end$/ { isSkipped = 0; next }
isSkipped { next }
{
  gsub(/MyEvent/, event)
  gsub(/my event/, event_prose)
  gsub(/MyFeature/, name)
  gsub(/my-feature/, kebab)
  gsub(/MyItem/, item)
  gsub(/MyPart/, toupper(substr(part, 1, 1)) substr(part, 2))
  gsub(/myPart/, part)
  gsub(/my-part/, part_kebab)
  gsub(/My part/, toupper(substr(part_prose, 1, 1)) substr(part_prose, 2))
  gsub(/my part/, part_prose)
  if ($0 ~ /^(@?[a-z]+ )*import /) { imports[++count] = $0; next }
  flush_imports()
  print >output
}
END { flush_imports() }

function flush_imports(  i, j, line) {
  for (i = 2; i <= count; i++) {
    line = imports[i]
    for (j = i; j > 1 && target(imports[j - 1]) > target(line); j--) imports[j] = imports[j - 1]
    imports[j] = line
  }
  for (i = 1; i <= count; i++) print imports[i] >output
  count = 0
}
function target(line) { sub(/^.*import /, "", line); return line }
