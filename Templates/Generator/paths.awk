# Prints each path of the input, a tab, and the path with the new names of a feature and its items' type.

BEGIN { FS = OFS = "/" }
{
  path = $0
  isItem = $NF == old_item ".swift"
  if (isItem) $NF = item ".swift"
  for (i = 1; i <= NF - isItem; i++)
    if (index($i, old) == 1 && substr($i, length(old) + 1) !~ /^[a-z]/) $i = new substr($i, length(old) + 1)
  print path "\t" $0
}
