# Writes the files of a part, see `generate.sh --add`, with its name and that of its feature. What is
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
  gsub(/MyPart/, toupper(substr(part, 1, 1)) substr(part, 2))
  gsub(/myPart/, part)
  gsub(/my-part/, part_kebab)
  gsub(/My part/, toupper(substr(part_prose, 1, 1)) substr(part_prose, 2))
  gsub(/my part/, part_prose)
  write_line($0)
}
END { end_file() }
