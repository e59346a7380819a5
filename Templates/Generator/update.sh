# `--update` and `--field`: how the changes of a template are merged into features.

# Updates the feature with the name, or all generated features.
update() {
  git --version >/dev/null 2>&1 || fail "'--update' needs git, which merges the files; install git"
  updated=$(generated_features)
  if [ "$names" = 1 ]; then
    has_line "$updated" "$name" ||
      fail "'$name' was not generated; the generated features are ${updated//$newline/, }" 2
    updated=$name
  fi
  has_begun=yes
  make_stage
  merge_features
  has_begun=''
  read_conflicts "$stage/plan" "$updated"
  report cat "$stage/plan"
  report_conflicts
}

# Sets `conflicts` to the files with conflicts: those of the plan $1, and of earlier ones in the features $2 and in the
# files of the record $3.
read_conflicts() {
  conflicts=$({ sed -n 's/^conflict *//p' "$1" && conflict_marks "$2" "${3:-}" | sed 's/:[0-9]*$//'; } | sort -u | sed 's/^/  /')
}
# Fails if there are conflicts.
report_conflicts() {
  local text="conflicts, which are between '<<<<<<<' and '>>>>>>>'; edit these files"
  [ -z "$dry_run" ] || text="these files would have conflicts, between '<<<<<<<' and '>>>>>>>'"
  [ -z "$conflicts" ] || fail "$text:$newline$conflicts"
}

# Merges what has changed in the templates into the features `updated`.
merge_features() {
  : >"$stage/plan"
  for name in $updated; do (in_subshell update_feature "$name"); done
  ! grep -qvE '^(identical|skip) ' "$stage/plan" || commit
}

# Merges what has changed in the template of the feature $1 since it was made: writes the new files
# into the stage, and their verbs into the plan.
update_feature() {
  all=$stage name=$1 record=Modules/$1/.template stage=$stage/$1
  local folders=("Modules/$1" "Tests/${1}Tests")
  mkdir "$stage"
  read_options "$record"
  read_placeholder
  read_dependencies
  set_names "$name"
  if [ -n "$added_fields" ]; then
    [ -n "$given_fields" ] || [ ! -f "Templates/$template/.fields" ] ||
      read -r given_fields <"Templates/$template/.fields"
    given_fields+="; $added_fields"
  fi
  read_fields
  read_record
  [ -z "$other" ] || return 0
  render
  if is_same "$stage/new/$record" "$record"; then # the template has not changed
    printf '%s\n' "${made[@]}" | sort | while read -r path; do
      [ ! -e "$path" ] || plan identical "$path"
    done >>"$all/plan"
  else
    merge_all >>"$all/plan"
    update_entry >>"$all/plan"
  fi
}

# Merges the files of the stage, which `base` had, too, or not; prints their verbs and paths.
merge_all() {
  local path
  pair_renamed "$stage/base" "$stage/new" >"$stage/moved"
  while read -r path; do check_interrupt && merge "$path"; done < <(
    { cd "$stage/base" && find . -type f && cd ../new && find . -type f; } | sed 's|^\./||' | grep -vx entry | sort -u
  )
}

# Merges the file with the path $1 into the stage; prints its verb and its path.
merge() {
  local path=$1 base=$stage/base/$1 new=$stage/new/$1 target
  if [ "$path" = "$record" ]; then
    if is_same "$path" "$new"; then plan identical "$path"; else result update "$path" "$new"; fi
  elif [ ! -e "$base" ]; then
    target=$(paired "$path" 2 1)
    if ! can_rename "$target" "$path"; then
      merge_file "$path" "$path" /dev/null "$new"
    elif is_unedited "$target"; then # the template has renamed the file
      result create "$path" "$new"
    else
      merge_file "$target" "$path" "$stage/base/$target" "$new"
    fi
  elif [ ! -e "$new" ]; then
    target=$(paired "$path" 1 2)
    if [ ! -e "$path" ] && [ ! -L "$path" ]; then
      :
    elif is_unedited "$path" || can_rename "$path" "$target"; then
      plan remove "$path"
    else
      plan conflict "$path"
      print_error "'$path' was edited here and is no more in the template, so it was left as it is"
    fi
  elif [ -e "$path" ]; then
    merge_file "$path" "$path" "$base" "$new"
  elif is_same "$base" "$new"; then
    : # was deleted here
  else
    target=$(renamed "$path")
    if [ -n "$target" ]; then
      merge_file "$target" "$target" "$base" "$new"
    else
      plan skip "$path"
      print_error "'$path' was deleted here and has changed in the template; it stays deleted"
    fi
  fi
}

# Whether the file $1, which the template has renamed to $2, can be merged into a new file $2. One of the paths
# is empty when the template has not renamed it.
can_rename() {
  local status=0
  [ -n "$1" ] && [ -n "$2" ] && [ -f "$1" ] && [ ! -L "$1" ] && [ ! -e "$2" ] && [ ! -L "$2" ] || return 1
  git merge-file -p "$1" "$stage/base/$1" "$stage/new/$2" >/dev/null 2>&1 || status=$?
  [ "$status" -le 127 ]
}

# Merges the changes from the file $3 to the file $4 into the file $1, as the file $2.
merge_file() {
  local status=0 merged=$stage/merged
  if [ ! -e "$1" ] && [ ! -L "$1" ]; then
    result create "$2" "$4"
  elif [ -e "$2" ] && { is_same "$1" "$4" || is_same "$3" "$4"; }; then
    plan identical "$1"
  elif [ ! -L "$1" ] && is_same "$1" "$3"; then
    result update "$2" "$4"
  elif [ ! -f "$1" ] || [ -L "$1" ]; then
    plan conflict "$1"
    print_error "'$1' is no longer a regular file, so it was left as it is"
  elif [ "$(grep -cE '^(<<<<<<<|>>>>>>>) ' "$1")" -gt 1 ]; then
    fail "'$1' has a conflict from an earlier update; resolve it first"
  else
    cp -p "$1" "$merged"
    git merge-file -p -L "$1" -L "template before" -L "template" "$1" "$3" "$4" >"$merged" || status=$?
    if [ "$status" -gt 127 ]; then
      plan conflict "$1"
      print_error "'$1' is not text, so it was left as it is"
    elif [ "$status" != 0 ]; then
      result conflict "$2" "$merged"
    elif is_same "$merged" "$2"; then
      plan identical "$2"
    else
      result merge "$2" "$merged"
    fi
  fi
}

# Prints the verb $1 and the path $2, and stages the file $3 for the path.
result() {
  plan "$1" "$2"
  make_parent "$all/new/$2"
  cp -p "$3" "$all/new/$2"
}

# Lists the pairs of similar files of which the first is only in the folder $1, and the second only in
# the folder $2, for each of `folders`: their paths with a tab between them.
pair_renamed() {
  local folder
  for folder in "${folders[@]}"; do
    [ ! -d "$1/$folder" ] || [ ! -d "$2/$folder" ] || {
      git -c core.quotePath=false diff --no-index --no-ext-diff --name-status -M --diff-filter=R \
        "$1/$folder" "$2/$folder" || [ $? = 1 ] # they differ
    } | awk -F '\t' -v folder="$folder/" '
      function path(text) { return substr(text, index(text, folder)) }
      { print path($2) "\t" path($3) }'
  done
}

# Prints the field $3 of the pair in the template's renamed files, or in the file $4, whose field $2 is the path
# $1, if there is one.
paired() {
  awk -F '\t' -v path="$1" -v key="$2" -v value="$3" '$key == path { print $value }' "${4:-$stage/moved}"
}

# Prints the path that a file with the path $1 in the template was given in the checkout.
renamed() {
  [ -e "$stage/renamed" ] || pair_renamed "$stage/base" . >"$stage/renamed"
  paired "$1" 1 2 "$stage/renamed"
}

# Adds to the feature's entry in Package.swift what the template's entry has gained, and removes what
# it has lost.
update_entry() {
  local file=$all/new/Package.swift entry
  ! is_same "$stage/base/entry" "$stage/new/entry" || return 0
  entry=$(grep -E "^\.feature\( ?\"$name\"[,)]" <<<"$entries" || :)
  if [ -z "$entry" ] || has_comment "$name" Package.swift; then
    plan conflict Package.swift
    print_error "the entry of '$name' in Package.swift cannot be merged; the template's is now:
$(cat "$stage/new/entry")"
    return
  fi
  [ -f "$file" ] || cp -p Package.swift "$file"
  replace_entry "$file" "$(merged_entry "$entry" "$(cat "$stage/base/entry")" "$(cat "$stage/new/entry")")"
  if is_same Package.swift "$file"; then
    rm "$file"
  elif ! grep -qx 'update     Package.swift' "$all/plan"; then
    plan update Package.swift
  fi
}
