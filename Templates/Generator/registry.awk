# Prints a file, given twice, with the entry in the variable `entry` of the environment in its list and the
# line `import` among its imports or, if these are empty, without those of the feature `name`; with list.awk.

BEGIN {
  entry = ENVIRON["entry"]
  output = "/dev/stdout"
  known = "^ *([.]feature[(])?\"?" name "(\"|Module[.]self)"
}
NR == FNR { if ($0 ~ known) exists = 1; next }
{ wasImport = isImport; isImport = /^([a-z]+ )?import / }
isImport && $NF == name {
  if (import == "" || isImported) next
  isImported = 1
}
import != "" && !isImported && (isImport ? $NF > name : wasImport) {
  print import >output
  isImported = 1
}
!isInside || isOver {
  print >output
  isInside = isInside || /kept by generate\.sh/
  next
}
!completes_entry($0) { next }
key == "]" {
  if (entry != "" && !exists) insert_entry(name, "", entry "\n")
  write_list()
  isOver = 1
  next
}
{ add_entry(key, comment, entry == "" && key == name ? "" : text) }
END { exit !isOver }
