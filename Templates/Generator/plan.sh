# The stage, into which all new files are written, and the plan: what they change in the checkout, a verb and
# a path in each line.

# Creates the stage; only one run can write into the checkout.
make_stage() {
  if [ -n "$dry_run" ]; then
    [ -n "$scratch" ] || fail "'${TMPDIR:-/tmp}' cannot be written"
    stage=$scratch
  else
    [ -w . ] || fail "'$PWD' cannot be written"
    set -o noclobber # only one run can create the lock
    if [ -e .generate ] || ! : 2>/dev/null >.generate.lock; then
      fail "cannot create '.generate.lock': another run is active, or was killed; if it was killed, \
restore the files in '.generate/old', and remove '.generate' and '.generate.lock'"
    fi
    locked=yes stage=.generate
    set +o noclobber
  fi
  mkdir -p "$stage/new/App"
}
make_parent() { [ -d "${1%/*}" ] || mkdir -p "${1%/*}"; }
# Copies the file $1 into the stage.
stage_copy() {
  make_parent "$stage/new/$1"
  cp -p "$1" "$stage/new/$1"
}

# Lists the files of the feature, or its folders, deepest first.
existing_files() { find_in_feature ! -type d ! -name .DS_Store; }
existing_folders() { find_in_feature -depth -type d; }
find_in_feature() {
  local folder feature folders=()
  if [ "$mode" = upgrade ]; then
    for folder in App Modules Tests Templates .ci .github; do [ ! -d "$folder" ] || folders+=("$folder"); done
    find "${folders[@]}" "$@"
    return
  fi
  for feature in ${updated:-"$name"}; do
    for folder in "Modules/$feature" "Tests/${feature}Tests"; do
      [ ! -d "$folder" ] || folders+=("$folder")
    done
  done
  [ "${#folders[@]}" = 0 ] || find "${folders[@]}" "$@"
}

# Prints a line of the plan.
plan() { printf '%-9s  %s\n' "$1" "$2"; }

# Compares the files of the feature and the registries with the stage. Sets `conflicts` to the paths with
# conflicts, and `has_changes`.
make_plan() {
  local path verb unedited
  conflicts='' has_changes=''
  unedited=$(printf '%s\n' "${registries[@]}" "$record")
  path=$(paths)
  while read -r path; do
    if [ ! -e "$path" ] && [ ! -L "$path" ]; then
      verb=create
    elif [ ! -e "$stage/new/$path" ]; then
      verb=remove
    elif is_same "$path" "$stage/new/$path"; then
      verb=identical
    else
      verb=update
    fi
    if [[ $verb == remove || $verb == update ]] && ! has_line "$unedited" "$path" &&
      ! is_unedited "$path"; then
      [ "$mode $verb" != "create remove" ] || continue # was added by hand
      [ -n "$force" ] || verb=conflict conflicts+=$newline"  $path"
    fi
    [ "$verb" = identical ] || has_changes=yes
    plan "$verb" "$path"
  done <<<"$path" >"$stage/plan"
}

# Lists the feature's files and then the registries, to remove in reverse order, so that the package
# builds at any time.
paths() {
  if [ "$mode" = create ]; then
    { existing_files && printf '%s\n' "${made[@]}"; } | sort -u &&
      printf '%s\n' "${registries[@]}"
  else
    printf '%s\n' "${registries[@]}" | sort &&
      existing_files | sort -r
  fi
}

# Whether the file $1 is as the template made it.
is_unedited() { [ ! -L "$1" ] && is_same "$1" "$stage/base/$1"; }

# Prints the plan for the files of the stage that are new or differ from those in this folder, or in the folder $1.
staged_changes() {
  local path from=${1:-.}
  (cd "$stage/new" && find . -type f | sed 's|^\./||' | sort) | while read -r path; do
    if [ ! -e "$from/$path" ]; then
      plan create "$path"
    elif ! is_same "$from/$path" "$stage/new/$path"; then
      plan update "$path"
    fi
  done
}

# Carries out the plan, but for a dry run. `finish` undoes it unless all of it succeeds.
commit() {
  local verb path
  [ -z "$dry_run" ] || return 0
  existing_folders >"$stage/folders"
  while read -r verb path; do [ -e "$path" ] || [ -L "$path" ] || echo "$path"; done \
    <"$stage/plan" >"$stage/absent"
  is_committing=yes
  [ "$mode" != create ] || for path in "Tests/${name}Tests" "Modules/$name"; do # moves a new folder as a whole
    check_interrupt
    if [ ! -e "$path" ] && [ -e "$stage/new/$path" ]; then
      make_parent "$path" # an app without features has no folder Modules in version control
      mv "$stage/new/$path" "$path"
    fi
  done
  while read -r verb path; do
    check_interrupt
    case $verb in
      identical | skip) continue ;;
      create) make_parent "./$path" ;;
      remove)
        make_parent "$stage/old/$path"
        mv "$path" "$stage/old/$path"
        ;;
      update | merge | conflict)
        [ -e "$stage/new/$path" ] || continue
        [ -e "$path" ] || { make_parent "./$path" && mv "$stage/new/$path" "$path" && continue; }
        [ -w "$path" ] || fail "'$path' cannot be written"
        make_parent "$stage/old/$path"
        ln "$path" "$stage/old/$path" 2>/dev/null || { # not every file system has links
          cp -p "$path" "$stage/copy"
          mv "$stage/copy" "$stage/old/$path"
        }
        ;;
    esac
    [ ! -e "$stage/new/$path" ] || mv -f "$stage/new/$path" "$path"
  done <"$stage/plan"
  { grep '^remove ' "$stage/plan" || :; } | while read -r _ path; do remove_folders "$path"; done
  check_interrupt
  is_committing=''
}

# Removes the folders above the removed file $1 in which no files are left, but for those at the top.
remove_folders() {
  local folder=${1%/*}
  while [[ $folder == */* ]]; do
    if [ -d "$folder" ]; then
      [ -z "$(find "$folder" ! -type d ! -name .DS_Store)" ] || break
      find "$folder" -depth \( -name .DS_Store -o -type d -empty \) -delete
    fi
    folder=${folder%/*}
  done
}

# Prints what the command of the arguments prints, and how to use the result. It succeeds even when nobody
# reads the output.
report() {
  {
    "$@"
    case $dry_run$mode in
      yes*) echo "Nothing written: this is a dry run." ;;
      create | add | app | plugin | upgrade) "show_use_of_$mode" ;;
    esac
  } 2>/dev/null || :
}

# Undoes an incomplete `commit` and removes temporary files.
finish() {
  local status=$? verb path absent
  set +e
  trap '' HUP INT TERM
  [ "$status" = 0 ] || [ -z "$signal" ] || status=$((128 + signal))
  exec 2>&3
  if [ -n "$scratch" ] && [ -s "$scratch/.errors" ]; then
    # Bash 5.2 cannot always read the trap of a signal while it reads a substitution.
    if grep -qs 'interrupt trap' "$scratch/.errors"; then status=130; fi
    case $status in
      129 | 130 | 143) ;;
      *) cat "$scratch/.errors" >&2 ;;
    esac
  fi
  if [ -n "$is_committing" ] && [ -n "$folder" ]; then
    if [ -e "$folder/${new##*/}" ]; then
      rm -rf "${folder:?}/${new##*/}"
    elif [ ! -e "$new" ]; then
      mv "$folder" "$new"
    fi
  elif [ -n "$is_committing" ]; then
    absent=$(cat "$stage/absent")
    while read -r verb path; do
      if has_line "$absent" "$path"; then
        rm -f "$path"
      elif [ -e "$stage/old/$path" ] || [ -L "$stage/old/$path" ]; then
        make_parent "./$path"
        cmp -s "$stage/old/$path" "$path" || mv -f "$stage/old/$path" "$path"
      fi
    done <"$stage/plan"
    existing_folders | grep -Fxvf "$stage/folders" | while read -r path; do rmdir "$path"; done
  fi
  [ -z "$scratch$stage" ] ||
    rm -rf ${scratch:+"$scratch"} ${stage:+"$stage"} ${locked:+.generate.lock}
  case $status in
    0) ;;
    129 | 130 | 143) print_error "interrupted; nothing was written" ;;
    *) [ -z "$has_begun" ] || echo "Nothing written." >&3 ;;
  esac
  exit "$status"
}
