# `--upgrade`: how an app gets a newer version of Interchange.

upgrade() {
  git --version >/dev/null 2>&1 || fail "'--upgrade' needs git, which merges the files; install git"
  [ -n "$scratch" ] || fail "'${TMPDIR:-/tmp}' cannot be written"
  if [ -d Templates/App ]; then upgrade_app; else upgrade_this_app; fi
}

# Runs the script of the version that this app is to have, for this app.
upgrade_this_app() {
  local location source commit wanted
  location=$(dependency)
  case $location in
    *://* | *@*:*)
      source=$scratch/source
      git clone --quiet --no-checkout -- "$location" "$source" >&3 2>&3 || fail "git cannot clone '$location'"
      if [ -z "$revision$version" ]; then
        choose_version "$source" "$(dependency_arguments)"
      fi
      wanted="branch '$branch'"
      [ -z "$version" ] || wanted="version '$version'"
      [ -z "$revision" ] || wanted="commit '$revision'"
      commit=$(commit_named "${version:-${revision:-origin/$branch}}" "$source") || fail "'$location' has no $wanted" 2
      [ -z "$revision" ] || revision=$commit
      git -C "$source" checkout --quiet --detach "$commit" >&3 2>&3
      ;;
    *)
      [ -z "$revision$version" ] || fail "this app depends on the folder '$location', in which you choose the \
version by git; '--revision' and '--version' are for an app that depends on a repository" 2
      source=$location
      ;;
  esac
  [ -d "$source/Templates/App" ] ||
    fail "'$location' is no checkout of Interchange; edit '.package(…)' in Package.swift"
  "$source/generate.sh" --upgrade "$PWD" ${revision:+--revision "$revision"} ${version:+--version "$version"} \
    ${dry_run:+--dry-run} 2>&3
}

# Chooses what an upgrade without options leads to, for the arguments $2 of the dependency on the repository $1:
# the newest version that they allow, if they name one, in the same major version; the newest commit of a branch,
# if they name that; or that of the main branch.
choose_version() {
  local newest
  case $2 in
    *branch:*) branch=${2#*branch: \"} branch=${branch%%\"*} ;;
    *revision:*) revision=$(git -C "$1" rev-parse origin/HEAD) ;;
    *)
      read -r version newest < <(git -C "$1" tag | arguments=$2 run_awk requirement) || :
      [ -n "$newest" ] || fail "the repository has no tag such as '1.2.0'; choose a commit by '--revision'"
      [ "$version" != - ] || fail "Package.swift allows no version of the repository; the newest one is '$newest', by '--version'"
      [ "$version" = "$newest" ] || print_error "'$version' was chosen, by what Package.swift names; \
'--version $newest' upgrades to the newest version"
      ;;
  esac
}
# Prints the commit of the tag, the branch or the commit $1 in the repository $2.
commit_named() {
  git -C "$2" rev-parse --quiet --verify "$1^{commit}" || git -C "$2" rev-parse --quiet --verify "v$1^{commit}" ||
    git -C "$2" rev-parse --quiet --verify "origin/$1^{commit}"
}

# Upgrades the app in the folder $name to the version of this checkout.
upgrade_app() {
  local app shown=$name location dependency current from to verbs old_names work=$scratch/app original=$scratch/app/original
  app=$(cd -- "$caller" && cd -- "$shown" 2>/dev/null && pwd -P) || fail "'$shown' is no folder" 2
  [ -f "$app/.template" ] ||
    fail "'$shown' has no file '.template', which is what '--app' wrote there and what the upgrade merges with" 2
  has_begun=yes record=.template
  read_names "$app/$record"
  template=List
  read_placeholder
  set_names "$name"
  interchange_names=$(interchange_names)
  location=$(cd "$app" && dependency)
  current=$(cd "$app" && dependency_arguments)
  [ -n "$current" ] || fail "'$shown/Package.swift' has no '.package(…)'"
  check_version
  from=$(recorded_option version "$app/$record") to=$(checkout_version)
  from=${from:-$(sed -nE 's/.*"v?([0-9]+[.][0-9]+[.][0-9]+)".*/\1/p' <<<"$current")}
  ! is_older || print_error "'$to' is older than '$from', which the app has, so this is a downgrade"
  [ -z "$(git -C "$app" status --porcelain -- . 2>/dev/null)" ] ||
    print_error "the app has changes that are not committed; 'git diff' shows them among those of the upgrade"
  generator=$PWD/$generator
  stage=$work new=$work/new
  mkdir -p "$new" "$original"
  dependency=$current
  [ -z "$revision$version" ] || dependency=$(arguments=$current run_awk "requirement: version revision" </dev/null)
  render_app
  cd "$app"
  copy_original
  make_stage
  cp -Rp "$original/." "$stage/new/"
  verbs=$work/verbs
  : >"$verbs"
  (in_subshell upgrade_copy)
  plan_upgrade >"$stage/plan"
  old_names=$(old_names)
  check_original
  commit
  has_begun=''
  read_conflicts "$verbs" "$(generated_features)" "$record"
  report show_upgrade
  [ -z "$old_names" ] || print_error "$old_names"
  report_conflicts
}
# Whether this checkout is older than the version or the commit `from` of the app.
is_older() {
  local commit
  commit=$([ -n "$from" ] && commit_named "$from" . 2>/dev/null) && [ "$commit" != "$(git rev-parse HEAD)" ] &&
    git merge-base --is-ancestor HEAD "$commit"
}

# Reads the names and the licence of the app from its record, the file $1.
read_names() {
  local pattern='^[A-Z][A-Za-z0-9]*$'
  name=$(recorded_option name "$1") first_feature=$(recorded_option feature "$1")
  licence=$(recorded_option licence "$1")
  [[ $name =~ $pattern && $first_feature =~ $pattern && $licence =~ ^(none|MIT|Apache-2[.]0)$ ]] ||
    fail "'.template' is damaged; restore it from version control"
}
recorded_option() { sed -n -e '/^file /q' -e "s/^$1 //p" "$2"; }

# Fails if the command line has a version or a commit that is not that of this checkout.
check_version() {
  [ -n "$revision$version" ] || return 0
  case $location in
    *://* | *@*:*) ;;
    *) fail "the app depends on the folder '$location'; '--revision' and '--version' are for an app that \
depends on a repository" 2 ;;
  esac
  [ "$(commit_named "${version:-$revision}" . 2>/dev/null)" = "$(git rev-parse --verify HEAD 2>/dev/null)" ] ||
    fail "this checkout is not the version '${version:-$revision}'; run './generate.sh --upgrade' in the \
app, which gets it" 2
}

# Copies the folders and files of the app that have a place in its record or in the new version, and the features.
copy_original() {
  local path paths=() link
  while IFS= read -r path; do
    case $path in '' | . | ..) ;; *) [ ! -e "$path" ] && [ ! -L "$path" ] || paths+=("$path") ;; esac
  done < <({
    sed -n 's/^file [^ ]* //p' "$record"
    (cd "$new" && find . -type f | sed 's|^\./||')
    echo Modules
  } | cut -d / -f 1 | sort -u)
  while IFS= read -r link; do
    [[ ! -d $link && $link != Package.swift ]] || fail "'$link' is a link, through which an upgrade would \
change other files; replace it by what it leads to"
  done < <(find "${paths[@]}" -type l)
  tar -cf - "${paths[@]}" | (cd "$original" && tar -xf -)
}

# Fails if a file that the upgrade changes is no longer the one that was copied.
check_original() {
  local path
  while read -r _ path; do
    if [ -e "$original/$path" ]; then
      is_same "$original/$path" "$path"
    else
      [ ! -e "$path" ] && [ ! -L "$path" ]
    fi || fail "'$path' was changed during the upgrade; run it again"
  done <"$stage/plan"
}

# Prints the plan: how the copy of the app differs from its upgraded copy in the stage.
plan_upgrade() {
  local path
  grep '^skip ' "$verbs" || :
  { grep '^remove ' "$verbs" || :; } | while read -r _ path; do
    [ ! -e "$original/$path" ] || [ -e "$stage/new/$path" ] || plan remove "$path"
  done
  staged_changes "$original" | awk '
    NR == FNR { if ($1 ~ /^(merge|conflict)$/) verb[substr($0, 12)] = $1; next }
    substr($0, 12) in verb { sub(/^[a-z]+ */, sprintf("%-11s", verb[substr($0, 12)])) }
    { print }' "$verbs" -
}
show_upgrade() {
  if [ -s "$stage/plan" ]; then
    [ -z "$to" ] || printf 'upgrade    %s → %s\n' "${from:-unknown version}" "$to"
    cat "$stage/plan"
  elif [ -z "$conflicts" ]; then
    echo "The app is as this version of Interchange makes it."
  fi
}
show_use_of_upgrade() {
  local update=''
  [ -s "$stage/plan" ] || return 0
  case $location in *://* | *@*:*) update='swift package update && ' ;; esac
  [ "$caller" = "$PWD" ] || printf '\n      cd %s' "$(quoted "$PWD")"
  printf '\nread  git diff\ntest  %s.ci/run\n' "$update"
}

# Upgrades the copy of the app in the stage: replaces the names that the new version has changed, merges what
# `--app` would write now, and updates the features by the new templates. Their verbs are in the file $verbs.
upgrade_copy() {
  local all=.generate folders=(App Tests Templates .ci .github) dry_run='' path
  cd "$stage/new"
  rm -rf .generate
  mkdir -p "$all/new" "$all/app"
  stage=$all/app
  mv "$work/new" "$stage/new"
  read_record
  for path in Package.swift "$stage/base/Package.swift"; do # so that what was written beside it is no conflict
    replacement=$dependency run_awk "source dependency" -v file="$path" >"$stage/dependent" ||
      fail "'.template' is damaged; restore it from version control"
    cat "$stage/dependent" >"$path"
  done
  list_migrations
  migrate .
  migrate "$stage/base"
  for path in "$stage/new/$record" "$record"; do grep -v '^version ' "$path"; done | sort | uniq -u >"$work/changed"
  if [ -s "$work/changed" ]; then # more than the version
    merge_all >"$all/plan"
    stage=$all commit
    cat "$all/plan" >"$verbs"
  fi
  if grep -qE '^conflict +(Templates/|Package.swift$)' "$verbs"; then
    print_error "when these conflicts are resolved, run './generate.sh --update' to merge the templates into the features"
  else
    rm -rf "$all"
    mkdir -p "$all/new/App"
    stage=$all mode=update names=0 updated=$(generated_features)
    merge_features
    cat "$all/plan" >>"$verbs"
  fi
  rm -rf "$all"
}

# Writes into the file `migrations` the names that have changed since the app had its version, and into `earlier`
# those of an upgrade that is not committed.
list_migrations() {
  local list=Templates/Generator/migrations.txt
  migrations=$work/migrations
  : >>"$stage/base/$list"
  changed_names "$stage/base/$list" >"$migrations"
  : >"$work/earlier"
  git -C "$app" cat-file -e "HEAD:./$record" 2>/dev/null || return 0
  git -C "$app" show "HEAD:./$list" >"$work/committed" 2>/dev/null || :
  changed_names "$work/committed" | { grep -vxFf "$migrations" || :; } >"$work/earlier"
}
# Prints the lines of the list of migrations that the list $1 lacks. A name that the app declares, too, is
# changed by hand.
changed_names() {
  local old new note declaration='(struct|class|enum|actor|protocol|typealias|func|let|var|case)'
  { grep -vxFf "$1" "$stage/new/$list" || :; } | grep -v '^#' | while read -r old new note; do
    if [ "$new" = - ]; then
      note="'$old' has changed: $note"
    else
      note="'$old' is now '$new'"
      ! grep -rqE --include='*.swift' "$declaration ${old##*.}([^A-Za-z0-9_]|$)" App Modules Tests ||
        note+=", but the app declares a name like that, too" new=-
    fi
    printf '%s %s %s\n' "$old" "$new" "$note"
  done || :
}

# Replaces names in the Swift files of the folder $1.
migrate() {
  cut -d ' ' -f 1 "$migrations" >"$work/old"
  { grep -rlwFf "$work/old" --include='*.swift' --exclude-dir=.generate -- "$1" || :; } >"$work/files"
  while IFS= read -r file; do run_awk "source migrate" -v file="$file" "$migrations"; done <"$work/files"
}

# Prints the places where old names are left: in comments and strings, and those that are changed by hand. Of an
# earlier upgrade, a line that was edited by hand since the last commit is left out.
old_names() {
  local old new note lines file
  for file in earlier migrations; do
    while read -r old new note; do
      lines=$(cd "$stage/new" && { grep -rnwF --include='*.swift' -- "$old" App Modules Tests Package.swift || :; })
      [ "$file$new" != earlier- ] || lines=$(git grep -wF -e "$old" HEAD -- . | awk '
        NR == FNR { sub(/^HEAD:/, ""); committed[$0]; next }
        { line = $0; sub(/:[0-9]+:/, ":", line) }
        line in committed' - <(printf '%s\n' "$lines"))
      [ -z "$lines" ] || printf '%s; %sedit these lines:\n%s\n' "$note" "${dry_run:+then }" "$lines"
    done <"$work/$file"
  done
}
