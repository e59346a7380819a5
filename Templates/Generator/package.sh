# `--app` and `--template Plugin`: how a folder beside this package is created.

# Creates the folder $folder with what the function $1 writes into the stage. It appears complete or
# not at all.
create_folder() {
  local shown=$folder parent
  case $folder in
    *[[:cntrl:]]*) fail "'${folder//[[:cntrl:]]/?}' must not contain control characters" 2 ;;
  esac
  case $folder in /*) ;; *) folder=$caller/$folder ;; esac
  while [ "$folder" != "${folder%/}" ]; do folder=${folder%/}; done
  parent=${folder%/*}/
  if [ -e "${parent%/}" ] && [ ! -d "$parent" ]; then fail "'${parent%/}' is a file, not a folder"; fi
  parent=$(cd -- "$parent" 2>/dev/null && pwd -P) ||
    fail "'$shown' is not in an existing folder; create the folder above it first"
  folder=${parent%/}/${folder##*/}
  if [ -e "$folder" ] || [ -L "$folder" ]; then
    fail "'$shown' exists already; choose the path of a folder that does not exist"
  fi
  [[ $folder != "$(pwd -P)"/* ]] ||
    fail "'$shown' is inside this checkout; choose a folder outside of it"
  [ -w "$parent" ] || fail "'$parent' cannot be written"
  [ -z "$dry_run" ] || parent=${TMPDIR:-/tmp}
  stage=$(mktemp -d "$parent/.generate.XXXXXX" 2>/dev/null) || fail "'$parent' cannot be written"
  new=$stage/${stage##*/}
  mkdir "$new"
  "$1"
  (cd "$new" && find . -name .git -prune -o ! -type d -print | sort) >"$stage/plan"
  check_interrupt
  is_committing=yes
  [ -n "$dry_run" ] || mv "$new" "$folder" # into the folder, if another process created it meanwhile
  [ ! -e "$folder/${new##*/}" ] || fail "'$shown' was created by another process at the same time"
  check_interrupt
  is_committing=''
  report show_folder
}
show_folder() {
  local path
  while read -r path; do plan create "$shown/${path#./}"; done <"$stage/plan"
}

show_use_of_app() {
  printf '\n      cd %s\nrun   swift run %s\ntest  swift test\nread  cat README.md\n' \
    "$(quoted "$folder")" "$kebab"
  [ -z "$is_uncommitted" ] || printf '\ngit knows no user, so the first commit is missing; in the folder:\n      %s\n      %s\n' \
    'git config user.name "Your Name" && git config user.email you@example.org' "git commit --message 'Create $name'"
}

show_use_of_plugin() {
  local place=$folder
  if [ "$caller" = "$PWD" ]; then place=$shown; else printf '\n      cd %s' "$(quoted "$PWD")"; fi
  printf '\ntest  %s %s\ndev   swift run %s plugins dev %s -- %s\nadd   swift run %s plugins add %s
trust swift run %s plugins trust %s\nrun   swift run %s %s\nread  cat %s\n' \
    "$runner" "$(quoted "$place/$tests")" "$host" "$(quoted "$place")" "$kebab" "$host" "$(quoted "$place")" \
    "$host" "$kebab" "$host" "$kebab" "$(quoted "$place/README.md")"
}

# Prints the first remote action of a feature that lists something; nothing if there is none.
remote_list() {
  local feature
  feature=$({ grep -rhoE '[A-Z][A-Za-z0-9]*\.self, "list", \.reads, \.remote' Modules/*/Interface 2>/dev/null || :; } |
    sort | awk -F . 'NR == 1 { print $1 }')
  [ -z "$feature" ] || (set_names "$feature" && echo "$kebab/list")
}

# Writes the files of a plug-in into the stage, with its name, its language and an action of the app.
copy_plugin() {
  local source files=()
  IFS=$tab read -r runner tests main_file needed <"Templates/$template/$language/.language"
  while read -r source; do
    files+=("file=$new/${source##*/}" "$source")
  done < <(find "Templates/$template" "Templates/$template/$language" -maxdepth 1 -type f ! -name '.*')
  run_awk "plugin: name kebab main_file tests needed" -v test="$runner $tests" -v action="$(remote_list)" "${files[@]}"
  grep -l '^#!' "$new"/* | tr '\n' '\0' | xargs -0 chmod +x
}

# Writes the files of an app with its first feature into the stage.
copy_app() {
  local location=$url dependency
  [ -n "$host" ] || fail "Package.swift has no line with '.host(\"<name>\"'"
  if [ -z "$url" ]; then
    location=$(relative_path "$folder" "$(pwd -P)")
    dependency="name: \"Interchange\", path: $(literal "$location")"
  else
    dependency="url: $(literal "$url"), $(requirement)"
  fi
  render_app
  (in_subshell create_first_feature)
  write_licence
  create_repository
}

# Prints the argument for `.package(url:…)` that chooses a version: without options, that of this checkout, if its
# commit has a tag such as 1.2.0.
requirement() {
  local tag
  tag=$(version_tag)
  if [ -n "$version" ]; then
    printf 'exact: %s' "$(literal "$version")"
  elif [ -n "$revision" ]; then
    printf 'revision: %s' "$(literal "$revision")"
  elif [ -n "$tag" ]; then
    printf 'from: %s' "$(literal "$tag")"
  else
    printf 'branch: "main"'
  fi
}

# Prints the version of this checkout that a tag names; nothing if there is none.
version_tag() { git tag --points-at HEAD 2>/dev/null | sed -nE 's/^v?([0-9]+[.][0-9]+[.][0-9]+)$/\1/p' | tail -n 1 || :; }
# Prints the version or the commit of this checkout; nothing if it is in no repository.
checkout_version() {
  local tag
  [ -e .git ] || return 0
  tag=$(version_tag)
  [ -n "$tag" ] && echo "$tag" || git rev-parse --short HEAD 2>/dev/null || :
}

# Prints the name of the package at the path or the URL $1, as SwiftPM names it.
package_name() {
  local name=${1%/}
  case $1 in
    *://* | *@*:*) name=${name##*[/:]} ;;
    *) name=Interchange ;;
  esac
  printf '%s' "${name%.git}"
}

# Writes the files of an app without features into the folder $new, with its names in place of those in the
# templates, of the first feature and of this host; and their record, with which `--upgrade` merges later.
render_app() {
  local source path files=() folders=() first_kebab first_screaming made=() at
  IFS=, read -r _ _ first_kebab first_screaming _ < <(
    word='' name=$first_feature item='' host_name='' run_awk "text names"
  )
  while read -r source; do
    path=${source#Templates/App/} path=${path//MyApp/$name}
    files+=("file=$path" "$source") folders+=("$new/./${path%"${path##*/}"}")
  done < <(find Templates -type f ! -name .DS_Store ! -path Templates/reserved.txt ! -path 'Templates/Licences/*')
  mkdir -p "$new/Modules" "${folders[@]}"
  app=$new dependency=$dependency location=$location package=$(literal "$(package_name "$location")") \
    licence=$(licence_sentence) \
    run_awk "app: name screaming kebab host first_feature first_kebab first_screaming" "${files[@]}"
  chmod +x "$new/.ci/run"
  cp -p generate.sh .swift-format "$new/"
  cp -p .ci/formula.rb .ci/install.sh .ci/release "$new/.ci/"
  grep -vx Package.resolved .gitignore >"$new/.gitignore" # an app records the versions it uses
  {
    cat Templates/reserved.txt
    printf '\n%s\n' "names that Interchange uses:"
    echo "$interchange_names"
  } >"$new/Templates/reserved.txt"
  while IFS= read -r path; do made+=("$path"); done < <(cd "$new" && find . -type f | sed 's|^\./||')
  [ -e "$stage/new" ] || ln -s "${new##*/}" "$stage/new"
  at=$(checkout_version)
  template=App given_fields='' item='' uses='' needs='' formerly='' recorded='' \
    write_record "name $name" "feature $first_feature" "licence $licence" ${at:+"version $at"} >"$stage/record"
  mv "$stage/record" "$new/.template"
}

# Creates the first feature of the app that is in the stage.
create_first_feature() {
  cd "$new"
  mode=create stage=.generate name=$first_feature record=Modules/$first_feature/.template template=List
  read_placeholder
  set_names "$name"
  check_name "$name"
  mkdir -p "$stage/new/App"
  read_fields
  render
  register
  rm "$stage/new/entry"
  cp -Rp "$stage/new/." .
  rm -rf "$stage"
}

licence_sentence() {
  if [ "$licence" = none ]; then
    echo "None yet: without a file \`LICENSE\`, others may not use or change $name."
  else
    echo "${licence/Apache-/Apache License }, see [LICENSE](LICENSE)."
  fi
}
# Writes the file LICENSE into the app.
write_licence() {
  local holder
  [ "$licence" != none ] || return 0
  holder=$(git config user.name 2>/dev/null) || holder="the authors of $name"
  holder=$holder awk -v year="$(date +%Y)" '
    sub(/\[yyyy\] \[name of copyright owner\]/, year " ") { $0 = $0 ENVIRON["holder"] }
    { print }' "Templates/Licences/$licence" >"$new/LICENSE"
}

# Makes the app a repository with a first commit, unless its folder is in another one.
create_repository() {
  git --version >/dev/null 2>&1 && ! git -C "$new" rev-parse --git-dir >/dev/null 2>&1 || return 0
  git -C "$new" init --quiet >&3 2>&3
  git -C "$new" symbolic-ref HEAD refs/heads/main
  git -C "$new" add --all
  git -C "$new" commit --quiet --no-verify --no-gpg-sign --message "Create $name" >/dev/null 2>&1 || is_uncommitted=yes
}

quoted() { # for a shell
  case $1 in
    *[!A-Za-z0-9_./@%+:,-]*) printf '%s\n' "$1" | sed -e "s/'/'\\\\''/g" -e "s/.*/'&'/" ;;
    *) printf '%s\n' "$1" ;;
  esac
}
literal() { printf '%s\n' "$1" | sed -e 's/[\"]/\\&/g' -e 's/.*/"&"/'; } # of Swift

# Prints the path of $2, from the folder $1 if they are close to each other; both are absolute.
relative_path() {
  local common=$1 up=''
  while [[ $2/ != "$common"/* ]]; do common=${common%/*} up+=../; done
  if [ -n "$common" ]; then echo "$up${2#"$common/"}"; else echo "$2"; fi
}
