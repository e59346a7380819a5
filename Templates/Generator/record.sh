# The record of a generated feature, Modules/<feature>/.template: the template, its options, and the files as
# rendered.

# Prints the record. An existing one of the same files is kept, since not every gzip writes the same bytes.
write_record() {
  local header files=() path text
  header=$template$newline${given_fields:+"fields $given_fields$newline"}${item:+"item $item$newline"}
  header+=${uses:+"uses $uses$newline"}${needs:+"needs $needs$newline"}
  header+=${formerly:+"formerly $formerly$newline"}original
  while IFS= read -r path; do files+=("$path"); done < <(printf '%s\n' "${made[@]}" | sort)
  (cd "$stage/new" && awk '
    BEGIN {
      for (i = 1; i < ARGC; i++) {
        print "file " ARGV[i]
        while ((getline line <ARGV[i]) > 0) print " " line
        close(ARGV[i])
      }
    }' ../entry "${files[@]}") >"$stage/original"
  if [ -f "$stage/recorded" ] && is_same "$stage/original" "$stage/recorded" &&
    read_text text "$record" && [[ $text == "$header$newline"* ]]; then
    printf '%s' "$text"
  else
    pack_record "$header" "$stage/original"
  fi
}

# Prints a record that begins with $1 and has the files in the file $2.
pack_record() {
  local text i
  text=$(gzip -9n <"$2" | base64)
  text=${text//$newline/}
  printf '%s\n' "$1"
  for ((i = 0; i < ${#text}; i += 96)); do printf '%s\n' "${text:i:96}"; done
}
unpack_record() { sed '1,/^original$/d' "$1" | base64 -d 2>/dev/null | gzip -dc 2>/dev/null; }

# Reads the template and the options of an existing feature from its record.
read_options() {
  local key value
  template='' uses='' needs='' given_fields='' item='' formerly=''
  {
    read -r template || :
    while read -r key value && [ "$key" != original ]; do
      case $key in
        fields) given_fields=$value ;;
        item) item=$value ;;
        uses) uses=$value ;;
        needs) needs=$value ;;
        formerly) formerly=$value ;;
      esac
    done
  } <"$record"
}

# Reads the files in the record of an existing feature. Sets `other` to the name in a record of another one.
read_record() {
  local path text folders=("$stage/base")
  other=''
  [ -f "$record" ] || return 0
  unpack_record "$record" >"$stage/recorded" ||
    fail "'$record' is damaged; restore it from version control"
  other=$(sed -n 's|^file Modules/\([A-Za-z0-9]*\)/.*|\1|p' "$stage/recorded" | sort -u)
  if [ "$other" = "$name" ] || [[ $other == *"$newline"* ]]; then other=''; fi
  if [ -n "$other" ]; then # the folder was renamed, or copied from another feature
    text="'$record' is the record of the feature '$other', so '$name' cannot be compared with its \
template; give the folder the name '$other' again, or remove '$record'"
    [ "$mode$names" = update0 ] || fail "$text"
    print_error "$text"
    return
  fi
  while read -r path; do
    case /$path/ in
      /../entry/) continue ;;
      */../*) ;;
      "/Modules/$name/"* | "/Tests/${name}Tests/"*) folders+=("$stage/base/${path%/*}") && continue ;;
    esac
    fail "'$record' is damaged; restore it from version control"
  done < <(sed -n 's/^file //p' "$stage/recorded")
  mkdir -p "${folders[@]}"
  (cd "$stage/base" && awk '
    /^file / { if (file) close(file); file = substr($0, 6); sub(/^\.\.\//, "", file); printf "" >file; next }
    { print substr($0, 2) >file }' ../recorded)
}
