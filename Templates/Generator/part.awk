# Writes the files of a part, see `--add`, with its name and that of its feature; with text.awk. What is
# between the marks `// if <condition>` and `// end` is for features that are as `condition` says.

FNR == 1 { end_file(); output = file; isSkipped = 0 }
/^ *\/\/ if / { isSkipped = $3 != condition; next }
/^ *\/\/ end$/ { isSkipped = 0; next }
isSkipped { next }
{
  gsub(/MyEvent/, event)
  gsub(/my event/, event_prose)
  gsub(/MyFeature/, name)
  gsub(/my-feature/, kebab)
  gsub(/MyItem/, item)
  gsub(/MyPart/, capitalized(part))
  gsub(/myPart/, part)
  gsub(/my-part/, part_kebab)
  gsub(/My part/, capitalized(part_prose))
  gsub(/my part/, part_prose)
  write_line($0)
}
END { end_file() }
