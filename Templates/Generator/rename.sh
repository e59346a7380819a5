# `--rename`: how a feature gets another name.

# Gives the generated feature $1 the name $2.
rename_feature() {
  local old=$1 new=$2 old_item old_kebab old_screaming old_prose old_noun own_types text moves=()
  name=$old folder='' record=Modules/$old/.template
  require_feature "$old"
  [ -f "$record" ] || fail "'$old' was not generated, so '--rename' does not know its files; rename it by hand" 2
  has_begun=yes
  read_options "$record"
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
  (in_subshell render_as "$old" as-old)
  rename_item
  set_names "$new"
  text=" $formerly $old_kebab "
  formerly=$(xargs <<<"${text// $kebab / }")
  (in_subshell render_as "$new" as-new)
  list_renaming
  run_awk "text list rename: old new old_item item old_kebab kebab old_screaming screaming old_prose prose old_noun noun \
host" -v types="${own_types//$newline/ } $old ${old}Interface ${old}Module ${old}Tests" \
    -v variables="$(tr 'a-z-' 'A-Z_' <<<"$host")" -v long="$stage/long" "$stage/renaming"
  finish_renaming
  updated="$old $new"
  commit
  report show_renaming
}
# Gives the items' type a new name, if it has one that was made of the feature's: Recipe for Recipes.
rename_item() {
  local singular
  old_item=$item
  [ -n "$item" ] || return 0
  if [ "$item" = "$(run_awk "text names" -v plural="$old")" ]; then
    singular=$(run_awk "text names" -v plural="$new")
    [ -z "$singular" ] || has_word "$reserved" "$singular" || item=$singular
  else
    item=$(sed -E "s/^$old([A-Z0-9]|$)/$new\\1/" <<<"$item")
  fi
}

show_renaming() {
  printf '%s\n' "${moves[@]}"
  grep '^update ' "$stage/plan" || :
}

# Renders the template for the name $1 into the folder $2 of the stage.
render_as() {
  name=$1 stage=$stage/$2
  record=Modules/$name/.template
  mkdir -p "$stage/new"
  set_names "$name"
  read_fields
  render
}

# Lists what `--rename` writes, for rename.awk, and copies the files to where they are renamed.
list_renaming() {
  local source target other texts
  find_in_feature \( -type f -o -type l \) ! -name .DS_Store ! -path "$record" | new_paths >"$stage/moves"
  other=$(cut -f 2 "$stage/moves" | sort | uniq -d)
  [ -z "$other" ] || fail "two files would get the path '${other%%[[:cntrl:]]*}'; rename one of them first"
  texts=$(find_in_feature -type f -exec grep -Il '' {} +) || :
  while IFS=$tab read -r source target; do
    make_parent "$stage/new/$target"
    cp -Pp "$source" "$stage/new/$target"
  done <"$stage/moves"
  (cd "$stage/as-old/new" && find Modules Tests -type f ! -name .template) | new_paths >"$stage/made"
  { # in no subshell, which a signal would end while its tools write
    list_moves pair "$stage/made" "$stage/as-old/new" "$stage/as-new/new"
    while IFS=$tab read -r source target; do
      ! has_line "$texts" "$source" || printf 'own\t%s\t%s\n' "$source" "$stage/new/$target"
    done <"$stage/moves"
    is_same "$stage/as-old/new/$record" "$record" || list_record own "$stage" # the template has changed
    list_copies list Package.swift App/AppModules.swift
    if has_table; then
      list_copies table README.md
    elif [ -f README.md ] && ! grep -qE "generate\.sh $old( |$)" README.md; then
      list_copies text README.md
    fi
    for source in App/*.swift; do [ "$source" = App/AppModules.swift ] || list_copies text "$source"; done
    run_rules users "$old" >"$stage/use"
    cut -d : -f 1 "$stage/use" | sort -u >"$stage/users"
    while read -r source; do
      stage_copy "$source"
      list_copies other "$source"
    done < <(grep -v '^App/[^/]*$' "$stage/users")
    for other in $(users_in_options); do
      (in_subshell read_other "$other")
      list_record other "$stage/$other"
    done
  } >"$stage/renaming"
}
# Prints the paths of the input in order, each with a tab and the path that it gets.
new_paths() { sort | run_awk "paths: old new old_item item"; }
# Lists files of the kind $1, from the folder $3 into the folder $4; the file $2 has their old and new paths.
list_moves() { awk -F '\t' -v kind="$1" -v from="$3/" -v to="$4/" '{ print kind "\t" from $1 "\t" to $2 }' "$2"; }
# Lists files of the kind $1 that keep their paths.
list_copies() {
  local path
  for path in "${@:2}"; do printf '%s\t%s\t%s\n' "$1" "$path" "$stage/new/$path"; done
}

# Lists the files of the record that was read into the stage $2, as files of the kind $1.
list_record() {
  (cd "$2/base" && find . -type f | sed 's|^\./||') | new_paths >"$2/moves-of-base"
  while IFS=$tab read -r _ path; do make_parent "$2/record/new/$path"; done <"$2/moves-of-base"
  list_moves "$1" "$2/moves-of-base" "$2/base" "$2/record/new" | sed "s/^[a-z]*\(.*base.entry\)/other\1/"
}

# Lists the other generated features whose options name the feature.
users_in_options() {
  local feature
  for feature in $(generated_features); do
    [ "$feature" = "$old" ] ||
      ! sed '/^file /,$d' "Modules/$feature/.template" | grep -qE "[ ,:]$old([^A-Za-z0-9]|$)" || echo "$feature"
  done
}
# Reads the record of the feature $1 into a stage of its name.
read_other() {
  name=$1 record=Modules/$1/.template stage=$stage/$1
  mkdir "$stage"
  read_record
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
    (in_subshell rename_record "$new" "$stage") >"$stage/new/$record"
  else
    cp "$stage/as-new/new/$record" "$stage/new/$record"
  fi
  for path in $(users_in_options); do
    make_parent "$stage/new/Modules/$path/.template"
    (in_subshell rename_record "$path" "$stage/$path") >"$stage/new/Modules/$path/.template"
  done
  {
    cut -f 2 "$stage/moves" | sed 's/^/create     /'
    plan create "$record"
    staged_changes | grep '^update' || :
    { echo "Modules/$old/.template" && cut -f 1 "$stage/moves"; } | sed 's/^/remove     /'
  } >"$stage/plan"
  moves=("rename     Modules/$old/.template → $record")
  while IFS= read -r path; do moves+=("rename     ${path/$tab/ → }"); done <"$stage/moves"
  name=$old kebab=$old_kebab
  lines=$(lines_with_feature && other_uses_of_command)
  [ -z "$lines" ] || print_error "these lines still name '$old' or its command; edit them:$newline$lines"
  [ ! -s "$stage/long" ] || print_error "these files have lines of more than 100 columns now; format them with \
'swift format -i':$newline$(sed "s|^$stage/new/|  |" "$stage/long" | sort -u)"
}

# Lists the lines of other features and tests with the old command, without those of the generator's own tests.
other_uses_of_command() {
  local path use="(^|[^A-Za-z0-9-])$host( |://)$old_kebab([^A-Za-z0-9-]|$)"
  { grep -rlE "$use" Modules Tests || :; } | { grep -vE "^(Modules/$old|Tests/${old}Tests)/" || :; } |
    while IFS= read -r path; do
      { [[ $path == Tests/* ]] && grep -qE 'generate\.sh|\.generate\(' "$path"; } || grep -nHE "$use" "$path"
    done
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

# Prints the record of the feature $1, from the stage $2, in whose files and options the feature has its new name.
rename_record() {
  local path entry
  name=$1 stage=$2/record recorded=$2 made=()
  if [ "$name" = "$new" ]; then
    declare_former_names "$stage/new/Modules/$new/Sources/Module/${new}Module.swift"
  else
    record=Modules/$name/.template
    read_options "$record"
    uses=$(renamed_option "$uses") needs=$(renamed_option "$needs") given_fields=$(renamed_option "$given_fields")
    entry=$(merged_entry "$(all_entries <"$stage/new/entry")")
    printf '%s\n' "$entry" >"$stage/new/entry"
  fi
  while IFS= read -r path; do made+=("$path"); done < <(cd "$stage/new" && find Modules Tests -type f)
  write_record
}
renamed_option() { sed -E "s/((^|[:,]) *)$old([^A-Za-z0-9]|$)/\\1$new\\3/g" <<<"$1"; }

# Makes the changes $2, see edit.awk, in the file $1; returns 4 if it lacks their place.
edit_file() {
  local status=0
  run_awk "source edit" -v file="$1" <<<"$2" >"$stage/edited" || status=$?
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
