# The record of a feature, Modules/<feature>/.template, and of an app, .template: the template, its options, and
# a line for each file as rendered, compressed, so that `--update` and `--upgrade` can merge.

# Prints the record for the files `made` in the stage and, for a feature, its entry; the arguments are options. The lines of the files that
# are as in the record that was read are kept, since not every gzip writes the same bytes.
write_record() {
  printf '%s\n' "$template" ${given_fields:+"fields $given_fields"} ${item:+"item $item"} ${uses:+"uses $uses"} \
    ${needs:+"needs $needs"} ${formerly:+"formerly $formerly"} "$@"
  write_file_lines | sort -k 3
}
write_file_lines() {
  local key data path kept='' rest=()
  if [ -n "$recorded" ]; then
    while read -r key data path; do
      if [ "$key" = file ] && [ -f "$stage/new/$path" ] && is_same "$recorded/base/$path" "$stage/new/$path"; then
        printf 'file %s %s\n' "$data" "$path"
        kept+=$newline$path
      fi
    done <"$recorded/lines"
  fi
  while IFS= read -r path; do has_line "$kept" "$path" || rest+=("$path"); done < <(
    printf '%s\n' "${made[@]}" && cd "$stage/new" && find entry 2>/dev/null)
  [ "${#rest[@]}" != 0 ] || return 0
  mkdir "$stage/packed"
  (cd "$stage/new" && tar -cf - "${rest[@]}") | (cd "$stage/packed" && tar -xf -)
  gzip -9nr "$stage/packed"
  for path in "${rest[@]}"; do
    base64 <"$stage/packed/$path.gz"
    printf '\n= %s\n' "$path"
  done | awk '
    sub(/^= /, "") { print "file " data " " $0; data = ""; next }
    { data = data $0 }'
}

# Reads the template and the options of a feature from its record.
read_options() {
  local key value
  template='' uses='' needs='' given_fields='' item='' formerly=''
  while read -r key value && [ "$key" != file ]; do
    case $key in
      fields) given_fields=$value ;;
      item | uses | needs | formerly) printf -v "$key" %s "$value" ;;
      *) [ -n "$value" ] || template=$key ;;
    esac
  done <"$1"
}

# Reads the files in the record of an existing feature into the folder `base` of the stage. Sets `other` to the
# name in a record of another feature, and `recorded` to the stage.
read_record() {
  local key data path text damage="'$record' is damaged; restore it from version control" folders=("$stage/base")
  other='' recorded=''
  [ -f "$record" ] || return 0
  grep '^file ' "$record" >"$stage/lines" || fail "$damage"
  while read -r key data path; do
    case /$path/ in
      */../* | *//*) fail "$damage" ;;
      /Modules/*/* | /Tests/*/*) text=${path#*/} text=${text%%/*} ;;
      *) text=$name ;;
    esac
    [ "$record" != .template ] || text=$name
    [ "$text" = "$name" ] || [ "$text" = "${name}Tests" ] || other=${other:-${text%Tests}}
    folders+=("$stage/base/./${path%"${path##*/}"}")
  done <"$stage/lines"
  mkdir -p "${folders[@]}"
  while read -r key data path; do
    base64 -d <<<"$data" >"$stage/base/$path.gz" 2>/dev/null || fail "$damage"
  done <"$stage/lines"
  gzip -dr "$stage/base" 2>/dev/null || fail "$damage"
  recorded=$stage
  if [ -n "$migrations" ]; then migrate "$stage/base" && recorded=''; fi
  [ -n "$other" ] || return 0
  text="'$record' is the record of the feature '$other', so '$name' cannot be compared with its \
template; give the folder the name '$other' again, or remove '$record'" # it was renamed, or copied
  [ "$mode$names" = update0 ] || fail "$text"
  print_error "$text"
}
