# `--rename`: how a feature gets another name.

# Gives the generated feature $1 the name $2.
rename_feature() {
  local old=$1 new=$2 old_kebab old_screaming old_prose old_noun own_types text moves=()
  name=$old folder='' record=Modules/$old/.template
  if [ ! -f "$record" ]; then
    find_similar "$old"
    fail "'$old' was not generated$similar" 2
  fi
  has_begun=yes
  read_options
  read_placeholder
  set_names "$old"
  old_kebab=$kebab old_screaming=$screaming old_prose=$prose old_noun=$noun
  set_names "$new"
  check_name "$new"
  read_dependencies
  make_stage
  read_record
  own_types=$(
    { grep -rhoE --include='*.swift' "(^|[^A-Za-z0-9_.])$kind ${old}[A-Za-z0-9_]*" "Modules/$old" "Tests/${old}Tests" || :; } |
      sed 's/.* //' | sort -u
  )
  render_as "$old" as-old
  [ -z "$item" ] || item=$(sed -E "s/^$old([A-Z0-9]|$)/$new\\1/" <<<"$item")
  set_names "$new"
  text=" $formerly $old_kebab "
  formerly=$(xargs <<<"${text// $kebab / }")
  render_as "$new" as-new
  list_renaming
  run_awk "text list rename" -v types="${own_types//$newline/ } $old ${old}Interface ${old}Module ${old}Tests" \
    -v old="$old" -v new="$new" -v old_kebab="$old_kebab" -v new_kebab="$kebab" \
    -v old_screaming="$old_screaming" -v new_screaming="$screaming" -v old_prose="$old_prose" \
    -v new_prose="$prose" -v old_noun="$old_noun" -v new_noun="$noun" -v host="$host" \
    -v variables="$(tr 'a-z-' 'A-Z_' <<<"$host")" -v long="$stage/long" "$stage/renaming"
  finish_renaming
  updated="$old $new"
  commit
  report show_renaming
}
show_renaming() {
  printf '%s\n' "${moves[@]}"
  grep '^update ' "$stage/plan" || :
}

# Renders the template for the name $1 into the folder $2 of the stage.
render_as() (
  trap 'signal=15' HUP INT TERM # a subshell has no traps at first
  name=$1 stage=$stage/$2
  record=Modules/$name/.template
  mkdir -p "$stage/new"
  set_names "$name"
  read_fields
  render
  check_interrupt
)

# Lists what `--rename` writes, for rename.awk, and copies the files to where they are renamed.
list_renaming() {
  local source target other texts
  { find_in_feature \( -type f -o -type l \) ! -name .DS_Store ! -path "$record" | sort; } >"$stage/sources"
  with_new_name "$stage/sources" >"$stage/moves"
  other=$(cut -f 2 "$stage/moves" | sort | uniq -d)
  [ -z "$other" ] || fail "two files would get the path '${other%%[[:cntrl:]]*}'; rename one of them first"
  texts=$(find_in_feature -type f -exec grep -Il '' {} +) || :
  while IFS=$tab read -r source target; do
    make_parent "$stage/new/$target"
    cp -Pp "$source" "$stage/new/$target"
  done <"$stage/moves"
  (cd "$stage/as-old/new" && find Modules Tests -type f ! -name .template | sort) >"$stage/made"
  with_new_name "$stage/made" >"$stage/made-moves"
  { # in no subshell, which a signal would end while its tools write
    while IFS=$tab read -r source target; do
      printf 'pair\t%s\t%s\n' "$stage/as-old/new/$source" "$stage/as-new/new/$target"
    done <"$stage/made-moves"
    while IFS=$tab read -r source target; do
      ! has_line "$texts" "$source" || printf 'own\t%s\t%s\n' "$source" "$stage/new/$target"
    done <"$stage/moves"
    if ! is_same "$stage/as-old/original" "$stage/recorded"; then # the template has changed
      (cd "$stage/base" && find Modules Tests -type f | sort) >"$stage/bases"
      mkdir -p "$stage/record/new"
      printf 'other\t%s\t%s\n' "$stage/base/entry" "$stage/record/entry"
      with_new_name "$stage/bases" >"$stage/base-moves"
      while IFS=$tab read -r source target; do
        make_parent "$stage/record/new/$target"
        printf 'own\t%s\t%s\n' "$stage/base/$source" "$stage/record/new/$target"
      done <"$stage/base-moves"
    fi
    for source in Package.swift App/AppModules.swift; do printf 'list\t%s\t%s\n' "$source" "$stage/new/$source"; done
    ! has_table || printf 'table\tREADME.md\t%s\n' "$stage/new/README.md"
    run_rules users "$old" >"$stage/lines"
    cut -d : -f 1 "$stage/lines" | sort -u >"$stage/users"
    while read -r source; do
      stage_copy "$source"
      printf 'other\t%s\t%s\n' "$source" "$stage/new/$source"
    done <"$stage/users"
    for other in $(generated_features); do
      [ "$other" != "$old" ] || continue
      unpack_record "Modules/$other/.template" >"$stage/$other.record" || continue
      printf 'record\t%s\t%s\n' "$stage/$other.record" "$stage/$other.renamed"
    done
  } >"$stage/renaming"
}

# Prints each path in the file $1, a tab, and the path with the new name of the feature.
with_new_name() {
  awk -v old="$old" -v new="$new" '
    BEGIN { FS = OFS = "/" }
    {
      path = $0
      for (i = 1; i <= NF; i++)
        if (index($i, old) == 1 && substr($i, length(old) + 1) !~ /^[a-z]/) $i = new substr($i, length(old) + 1)
      print path "\t" $0
    }' "$1"
}

# Completes the files of `--rename` after their names are replaced, and makes the plan.
finish_renaming() {
  local path lines status=4
  wrap_entries
  path=$({ grep -rlE '[^A-Za-z0-9_]Manifest\(' "$stage/new/Modules/$new/Sources" || :; } | sed -n 1p)
  if [ -n "$path" ]; then
    status=0
    edit_file "$path" "element${tab}Manifest${tab}formerly$tab\"$old_kebab\"
without${tab}Manifest${tab}formerly$tab\"$kebab\"" || status=$?
  fi
  case $status in
    0) ;;
    4) print_error "no 'Manifest(…)' is in Modules/$old/Sources; write 'formerly: [\"$old_kebab\"]' into that of the module" ;;
    *) exit "$status" ;;
  esac
  record=Modules/$new/.template
  if [ -d "$stage/record" ]; then
    rename_record >"$stage/new/$record"
  else
    cp "$stage/as-new/new/$record" "$stage/new/$record"
  fi
  rename_in_records
  {
    cut -f 2 "$stage/moves" | sed 's/^/create     /'
    plan create "$record"
    staged_changes | grep '^update' || :
    { echo "Modules/$old/.template" && cut -f 1 "$stage/moves"; } | sed 's/^/remove     /'
  } >"$stage/plan"
  moves=("rename     Modules/$old/.template → $record")
  while IFS= read -r path; do moves+=("rename     ${path/$tab/ → }"); done <"$stage/moves"
  name=$old kebab=$old_kebab
  lines=$(lines_with_feature
    grep -rnE "(^|[^A-Za-z0-9-])$host( |://)$old_kebab([^A-Za-z0-9-]|$)" Modules Tests |
      grep -vE "^(Modules/$old|Tests/${old}Tests)/" || :)
  [ -z "$lines" ] || print_error "these lines still name '$old' or its command; edit them:$newline$lines"
  [ ! -s "$stage/long" ] || print_error "these files have lines of more than 100 columns now; format them with \
'swift format -i':$newline$(sed "s|^$stage/new/|  |" "$stage/long" | sort -u)"
}

# Writes the entries of Package.swift that name the feature in lines of less than 100 columns again,
# except those with comments.
wrap_entries() {
  local file=$stage/new/Package.swift name entry named
  named=$(all_entries <"$file" | grep -v ' path: ' | grep "^\.feature(.*\"$new\"")
  while read -r entry; do
    name=${entry#*\"} name=${name%%\"*}
    entry=$(merged_entry "$entry")
    if [[ $(<"$file") != *"$entry"* ]] && ! has_comment "$name" "$file"; then replace_entry "$file" "$entry"; fi
  done <<<"$named"
}

# Prints the record of the feature under its new name, when the template has changed since.
rename_record() (
  trap 'signal=15' HUP INT TERM # a subshell has no traps at first
  name=$new stage=$stage/record
  declare_former_names "$stage/new/Modules/$new/Sources/Module/${new}Module.swift"
  made=()
  while IFS= read -r path; do made+=("$path"); done < <(cd "$stage/new" && find Modules Tests -type f)
  write_record
  check_interrupt
)

# Writes the records of other features that use the feature.
rename_in_records() {
  local file path header
  for file in "$stage"/*.renamed; do
    if [ ! -f "$file" ] || is_same "$file" "${file%.renamed}.record"; then continue; fi
    path=${file##*/} path=Modules/${path%.renamed}/.template
    header=$(sed -e '/^original$/q' "$path" | awk -v old="$old" -v new="$new" '
      /^(uses|needs) / { $0 = $1 " " renamed(" ," $2) }
      /^fields / { $0 = renamed($0) }
      { print }
      function renamed(text,  result, pattern) {
        pattern = "[:,] *" old "[^A-Za-z0-9]"
        for (text = text ","; match(text, pattern); text = substr(text, RSTART + RLENGTH - 1))
          result = result substr(text, 1, RSTART + RLENGTH - 2 - length(old)) new
        text = result text
        sub(/^ ,/, "", text)
        return substr(text, 1, length(text) - 1)
      }')
    make_parent "$stage/new/$path"
    { # the entry, in lines of less than 100 columns again, and the files
      echo "file ../entry"
      merged_entry "$(sed -e 1d -e '2,/^file /!d' -e '/^file /d' "$file" | all_entries)" | sed 's/^/ /'
      awk 'NR > 1 && /^file / { isFile = 1 } isFile' "$file"
    } >"$stage/wrapped"
    pack_record "$header" "$stage/wrapped" >"$stage/new/$path"
  done
}

# Makes the changes $2, see edit.awk, in the file $1; returns 4 if it lacks their place.
edit_file() {
  local status=0
  run_awk edit -v file="$1" <<<"$2" >"$stage/edited" || status=$?
  [ "$status" = 0 ] || return "$status"
  cat "$stage/edited" >"$1"
}

# Says in the manifest of the module in the file $1, if it has one, which commands its feature had.
declare_former_names() {
  local command status=0
  [ -f "$1" ] || return 0
  for command in $formerly; do
    edit_file "$1" "element${tab}Manifest${tab}formerly$tab\"$command\"" || status=$?
    [ "$status" = 0 ] || [ "$status" = 4 ] || return "$status"
  done
}
