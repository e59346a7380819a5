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
  (cd "$new" && find . ! -type d | sort) >"$stage/plan"
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
}

show_use_of_plugin() {
  local place=$folder
  if [ "$caller" = "$PWD" ]; then place=$shown; else printf '\n      cd %s' "$(quoted "$PWD")"; fi
  printf '\ntest  python3 %s\nadd   swift run %s plugins add %s\ntrust swift run %s plugins trust %s
run   swift run %s %s\nread  cat %s\n' "$(quoted "$place/test_plugin.py")" "$host" \
    "$(quoted "$place")" "$host" "$kebab" "$host" "$kebab" "$(quoted "$place/README.md")"
}

# Prints the first remote action of a feature that lists something; nothing if there is none.
remote_list() {
  local feature
  feature=$({ grep -rhoE '[A-Z][A-Za-z0-9]*\.self, "list", \.reads, \.remote' Modules/*/Interface 2>/dev/null || :; } |
    sort | awk -F . 'NR == 1 { print $1 }')
  [ -z "$feature" ] || (set_names "$feature" && echo "$kebab/list")
}

# Writes the files of a plug-in into the stage, with its name and an action of the app.
copy_plugin() {
  local source files=()
  while read -r source; do
    files+=("file=$new/${source##*/}" "$source")
  done < <(find "Templates/$template" -maxdepth 1 -type f ! -name '.*')
  awk -v name="$name" -v kebab="$kebab" -v action="$(remote_list)" '
    FNR == 1 { if (output) close(output); output = file }
    {
      if (action == "") sub(/"my-feature\/list"/, "")
      if (action == "" && /my-feature\/list/) next
      gsub(/my-feature\/list/, action)
      gsub(/MyPlugin/, name)
      gsub(/my-plugin/, kebab)
      print >output
    }' "${files[@]}"
  grep -l '^#!' "$new"/* | tr '\n' '\0' | xargs -0 chmod +x
}

# Writes the files of an app with its first feature into the stage, with its name in place of MyApp and of
# this host.
copy_app() {
  local source path files=() folders=() location=$url dependency package=Interchange
  [ -n "$host" ] || fail "Package.swift has no line with '.host(\"<name>\"'"
  if [ -z "$url" ]; then
    location=$(relative_path "$folder" "$(pwd -P)")
    dependency="name: \"$package\", path: $(literal "$location")"
  else
    dependency="url: $(literal "$url"), branch: \"main\""
    [ -z "$revision" ] || dependency="url: $(literal "$url"), revision: $(literal "$revision")"
    package=${url%/} package=${package##*[/:]} package=${package%.git} # as SwiftPM names it
  fi
  while read -r source; do
    path=${source#Templates/App/} path=${path//MyApp/$name}
    files+=("file=$path" "$source") folders+=("$new/./${path%"${path##*/}"}")
  done < <(find Templates -type f ! -name .DS_Store ! -path Templates/reserved.txt)
  mkdir -p "$new/Modules" "${folders[@]}"
  app=$new dependency=$dependency location=$location package=$(literal "$package") \
    awk -v name="$name" -v screaming="$screaming" -v kebab="$kebab" \
    -v host="$host" '
    BEGIN { hostVariables = toupper(host); gsub(/-/, "_", hostVariables) }
    function replace(old, new,  start) {
      if (start = index($0, old)) $0 = substr($0, 1, start - 1) new substr($0, start + length(old))
    }
    FNR == 1 { if (output) close(output); output = ENVIRON["app"] "/" file }
    file ~ /^Templates\/Generator\// { print >output; next }
    {
      gsub(hostVariables, "MY_APP")
      gsub(host, "my-app")
      gsub(/MY_APP/, screaming)
      gsub(/MyApp/, name)
      gsub(/my-app/, kebab)
      replace("package: \"Interchange\"", "package: " ENVIRON["package"])
      replace("name: \"Interchange\", path: \"../Interchange\"", ENVIRON["dependency"])
      if (file == "README.md") replace("../Interchange", ENVIRON["location"])
      print >output
    }' "${files[@]}"
  chmod +x "$new/.ci/run"
  cp -p generate.sh .swift-format "$new/"
  cp -p .ci/formula.rb .ci/install.sh .ci/release "$new/.ci/"
  grep -vx Package.resolved .gitignore >"$new/.gitignore" # an app records the versions it uses
  {
    cat Templates/reserved.txt
    printf '\n%s\n' "names that Interchange uses:"
    echo "$interchange_names"
  } >"$new/Templates/reserved.txt"
  create_first_feature
}

# Creates the feature Products in the app that is in the stage.
create_first_feature() (
  trap 'signal=15' HUP INT TERM # a subshell has no traps at first
  cd "$new"
  local mode=create host=$kebab entries record=Modules/Products/.template
  local name=Products screaming=PRODUCTS kebab=products prose=products stage=.generate
  entries=$(all_entries <Package.swift)
  mkdir -p "$stage/new/App"
  read_fields
  render
  register
  rm "$stage/new/entry"
  cp -Rp "$stage/new/." .
  rm -rf "$stage"
  check_interrupt
)

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
