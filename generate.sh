#!/usr/bin/env bash
# Creates a feature from a template and registers it, or removes it, or creates an app; see `--help`.
#
# Replacements in the names and texts of a template's files, for the feature URLHistory:
#   TEMPLATE                            URL_HISTORY
#   Template                            URLHistory
#   template before space and letter    URL history
#   template elsewhere                  url-history, as `Interface` of Mediator converts names
# In Templates/App, the words to replace are MY_APP, MyApp and my-app.
#
# The script writes all new files into the folder .generate (the stage), compares them with the
# checkout, and moves those that differ. When anything fails or interrupts it, it restores the old
# files. The stage of an app is beside its folder, and is renamed when it is complete.
# Works with Bash 3.2 and with BSD or GNU tools.
#
# shellcheck disable=SC2030,SC2031  # create_first_feature has its own values of some variables
set -euo pipefail
export LC_ALL=C
unset CDPATH
newline=$'\n'

usage() {
  # An app creates no apps.
  if [ -d Templates/App ]; then cat; else grep -vE -- '--(app|url|revision)'; fi <<'EOF'
Usage: ./generate.sh NAME [--dry-run] [--force]
       ./generate.sh --remove NAME [--dry-run] [--force]
       ./generate.sh --app NAME FOLDER [--url URL [--revision ID]] [--dry-run]
       ./generate.sh --list

Create the feature NAME, which builds, runs and passes its tests: Modules/NAME,
Tests/NAMETests, and its lines in Package.swift and App/AppModules.swift.

  --remove        remove the feature, unless files were edited or added, or others use it
  --app           create the app NAME with one feature, as a new package in FOLDER
  --url URL       let the app depend on the repository at URL, instead of on this checkout
  --revision ID   with '--url': the commit (default: the branch main)
  --dry-run       show what would change without writing anything
  --force         also overwrite or remove edited files
  --list          list the templates
  -h, --help      show this help

Examples:
  ./generate.sh ShoppingList
  ./generate.sh ShoppingList --dry-run
  ./generate.sh --remove ShoppingList
  ./generate.sh --app Shop ../Shop
EOF
}

print_error() { printf 'generate.sh: %s\n' "$1" >&2; }
fail() { check_interrupt && print_error "$1" && exit "${2:-1}"; }
check_interrupt() { [ -z "$signal" ] || exit $((128 + signal)); } # `finish` reports it

words() { # URLHistory becomes URL-History
  sed -e 's/\([^A-Z]\)\([A-Z]\)/\1-\2/g' -e 's/\([A-Z]\)\([A-Z][a-z]\)/\1-\2/g' <<<"$1"
}
kebab_case() { words "$1" | tr '[:upper:]' '[:lower:]'; }
screaming_case() { words "$1" | tr '[:lower:]-' '[:upper:]_'; }
prose() { # keeps acronyms and separates a number at the end: URL history, list 2
  words "$1" | tr '-' '\n' | awk '
    !/^[A-Z][A-Z0-9]+$/ { $0 = tolower($0); sub(/[0-9]+$/, " &") }
    { printf "%s%s", (NR > 1 ? " " : ""), $0 }'
}

# Prints why $1 cannot be the name of a feature or an app; nothing for a valid name.
name_problem() {
  local place
  case $1 in
    '') echo "'' is not a name" ;;
    *[!A-Za-z0-9]*) echo "'${1//[[:cntrl:]]/?}' must consist of ASCII letters and digits" ;;
    [!A-Z]*) echo "'$1' must begin with a capital letter" ;;
    [Mm][Aa][Ii][Nn]) echo "'$1' is the name of the file at which Swift programs begin" ;;
    *Interface | *Tests | *Module)
      echo "'$1' ends in a word that is reserved for the targets and types of features"
      ;;
    *[Tt]emplate* | *TEMPLATE*)
      echo "'$1' contains 'template', which is the placeholder for names in templates"
      ;;
    *)
      if [ "$mode" = remove ] || { [ "$mode" = create ] &&
        find Modules/*/.template 2>/dev/null | grep -Fx "Modules/$1/.template" >/dev/null; }; then
        return
      elif [ ${#1} -gt 25 ]; then
        echo "'$1' has more than 25 characters"
      elif grep -Fqw "$1" Templates/reserved.txt; then
        echo "'$1' is a module or type of Swift, or of the packages that this one depends on"
      elif grep -Eiq "\"$1(Interface|Tests)?\"" Package.swift; then
        echo "'$1' is already a name in Package.swift"
      elif [ "$mode" = app ]; then
        if [ "$1" = Products ]; then
          echo "'Products' is the first feature of each app"
        elif find Templates/App/App ! -name MyApp.swift | grep -i "/$1\.swift$" >/dev/null; then
          echo "'$1' is the name of a file in each app"
        elif grep -Fqx "$1" <<<"$interchange_names"; then
          echo "'$1' would declare a type that already exists in Interchange"
        fi
      elif place=$(printf '%s\n' Modules/* Tests/* | grep -iE "/$1(Tests)?$" | sed -n 1p); then
        echo "'$1' already has a folder, $place"
      elif place=$(types "$1" | sed -n 1p); then
        echo "'$1' would declare a type that already exists in $place"
      elif { app_commands && cat Templates/reserved.txt; } |
        grep -Fx -- "$(kebab_case "$1")" >/dev/null; then
        echo "'$1' would add a command that every app has"
      elif place=$(commands "$(kebab_case "$1")" | sed -n 1p); then
        echo "'$1' would add a command that already exists in $place"
      fi
      ;;
  esac
}

# A regular expression for the kind of a type.
kind='([a-z]+ )*(struct|class|actor|enum|protocol|typealias)'

# Lists the files that declare a type $1, or a type that the template would create for it.
types() {
  local end='([^A-Za-z0-9_]|$)' suffix
  suffix=$(grep -rhoE "^(public )?$kind Template[A-Za-z]*" "Templates/$template" |
    sed 's/.* Template//' | sort -u)
  suffix="(${suffix//$newline/|})"
  grep -rlsE "^public $kind $1$suffix$end" Modules || grep -rlE "^$kind $1$end" App ||
    grep -lwE "$1$suffix" Templates/reserved.txt
}

# Lists the files that declare a command which begins with the word $1.
commands() { grep -rlsE "(^ *|Command\()\"$1( [a-z -]+)?\", *(\"[A-Z]|$)" Modules App; }

# Lists the commands of HostKit, which every app has.
app_commands() {
  [ ! -d Modules/HostKit ] || {
    grep -rhoE '(^ *|Command\()"[a-z-]+", "[A-Z]' Modules/HostKit/Commands || :
  } | cut -d '"' -f 2
}

# Lists what an app on this package cannot declare again: targets, the public types of the products,
# and the commands of HostKit.
interchange_names() {
  local name folders=(/dev/null)
  for name in $(sed -n '/^let products = /,/^]/p' Package.swift | tr -dc 'A-Za-z \n'); do
    [ ! -d "Modules/$name" ] || folders+=("Modules/$name")
  done
  {
    tr '\n' ' ' <Package.swift |
      grep -oE '\.(systemLibrary|library|feature|testLibrary)\( *"[A-Za-z]+' | sed 's/.*"//'
    { grep -rhoE "^public $kind [A-Z][A-Za-z0-9]*" "${folders[@]}" || :; } | sed 's/.* //'
    app_commands
  } | sort -u
}

# Prints a valid name that is similar to $1.
suggestion() {
  local name
  name=$(printf '%s\n' "$1" | sed 's/[^ -~].*//' | tr -c 'A-Za-z0-9' '\n' | awk '
    { name = name toupper(substr($0, 1, 1)) substr($0, 2) }
    END { sub(/^[0-9]+/, "", name); sub(/(Interface|Tests|Module)+$/, "", name)
      print toupper(substr(name, 1, 1)) substr(name, 2, 20) }')
  for name in "$name" ${name:+"${name}List"} CityNews ShoppingList; do
    [ -n "$(name_problem "$name")" ] || break
  done
  printf '%s\n' "$name"
}

# Writes the feature's files into the stage, with the record of their checksums.
render() {
  local source path files=() folders=()
  while read -r source; do
    path=${source#"Templates/$template/"}
    case $path in
      Tests/*) path=Tests/TemplateTests/${path#*/} ;;
      *) path=Modules/Template/$path ;;
    esac
    path=${path//TEMPLATE/$screaming} path=${path//Template/$name} path=${path//template/$kebab}
    files+=("file=$stage/new/$path" "$source") folders+=("$stage/new/${path%/*}")
  done < <(find "Templates/$template" -type f ! -name '.*' | sort)
  mkdir -p "${folders[@]}"
  awk -v name="$name" -v screaming="$screaming" -v kebab="$kebab" -v prose="$prose" '
    function flush_imports(  i, j, line) {  # writes a group of imports, sorted as by swift-format
      for (i = 1; i <= count; i++) {
        line = imports[i]
        for (j = i; j > 1 && target(imports[j - 1]) > target(line); j--) imports[j] = imports[j - 1]
        imports[j] = line
      }
      for (i = 1; i <= count; i++) print imports[i] >output
      count = 0
    }
    function target(line) { sub(/^.*import /, "", line); return line }
    FNR == 1 { flush_imports(); if (output) close(output); output = file }
    {
      gsub(/TEMPLATE/, screaming)
      gsub(/Template/, name)
      for (line = ""; match($0, /template [A-Za-z]/); $0 = substr($0, RSTART + 9)) {
        line = line substr($0, 1, RSTART - 1) prose " "
      }
      $0 = line $0
      gsub(/template/, kebab)
      if (/^(@?[a-z]+ )*import /) { imports[++count] = $0; next }
      flush_imports()
      print >output
    }
    END { flush_imports() }' "${files[@]}"
  (cd "$stage/new" && echo "$template" && find Modules Tests -type f -exec cksum {} + | sort -k 3) \
    >"$stage/record"
  mv "$stage/record" "$stage/new/Modules/$name/.template"
}

# Writes the two registries into the stage, with or without the feature's lines.
register() {
  local feature='' module='' import='' app=App/AppModules.swift file
  if [ "$mode" = create ]; then
    feature=$(sed -n "s|, path: \"Templates/$template\"||p" Package.swift | sed "s|Template|$name|")
    [ -n "$feature" ] || fail "Package.swift has no '.feature(…, path: \"Templates/$template\")'"
    module="    ${name}Module.self," import="import $name"
  fi
  for file in Package.swift "$app"; do [ -w "$file" ] || fail "'$file' cannot be written"; done
  mkdir -p "$stage/new/App"
  cp -p Package.swift "$stage/new/"
  cp -p "$app" "$stage/new/App/"
  update_list "$feature" Package.swift >"$stage/new/Package.swift"
  update_list "$module" "$app" >"$stage/modules"
  awk -v name="$name" -v import="$import" '
    { isImport = /^([a-z]+ )?import / }
    isImport && $NF == name { if (import == "" || exists) next; exists = 1 }
    import != "" && !exists && (isImport ? $NF > name : wasImport) { print import; exists = 1 }
    { wasImport = isImport; print }' "$stage/modules" >"$stage/new/$app"
}

# Prints the registry $2 with the entry $1 in its sorted list or, when $1 is empty, without the entry
# of the feature. As by swift-format, a comma follows each entry, but not the only one of a list.
update_list() {
  local entry="^ *(\\.feature\\()?\"?$name(\"|Module\\.self)" exists=''
  ! grep -Eq "$entry" "$2" || exists=1
  awk -v name="$name" -v entry="$1" -v exists="$exists" '
    !isInside { print; isInside = /kept by generate\.sh/; next }
    isOver { print; next }
    text == "" && /^ *(\/\/.*)?$/ { comment = comment $0 "\n"; next }  # belongs to the entry below
    {
      text = text $0 "\n"
      sub(/\/\/.*/, "")
      key = key $0
      depth += gsub(/\(/, "(") - gsub(/\)/, ")")
      if (depth > 0) next
      sub(/^ *(\.feature\( *")?/, "", key)
      isOver = key ~ /^\]/
      sub(/(Module\.self|[^A-Za-z0-9]).*/, "", key)
      if (entry != "" && !exists && (isOver || key > name)) {
        entries[++count] = entry "\n"
        exists = 1
      }
      if (isOver) { write_entries(); printf "%s%s", comment, text; next }
      comments[++count] = comment
      if (entry != "" || key != name) entries[count] = text
      text = comment = key = ""
    }
    function write_entries(  i, total, rest) {
      for (i = 1; i <= count; i++) total += entries[i] ~ /^ *[^ #\n]/
      for (i = 1; i <= count; i++) {
        if (entries[i] ~ /^ *[^ #\n]/ && match(entries[i], /,?[ \t]*(\/\/[^\n]*)?\n$/)) {
          rest = substr(entries[i], RSTART)
          sub(/^,/, "", rest)
          entries[i] = substr(entries[i], 1, RSTART - 1) (total > 1 ? "," : "") rest
        }
        printf "%s%s", comments[i], entries[i]
      }
    }
    END { exit !isOver }' "$2" || fail "'$2' has no list '[  // sorted; kept by generate.sh'"
}

# Compares the checkout with the stage; prints a verb and a path in each line.
plan() {
  local path verb unedited
  unedited=$(printf '\n%s' Package.swift App/AppModules.swift "$record" && echo
    existing_files -exec cksum {} + | { grep -Fxf "$record" || :; } | cut -d ' ' -f 3-)$newline
  paths | while read -r path; do
    if [ ! -e "$path" ] && [ ! -L "$path" ]; then
      verb=create
    elif cmp -s "$path" "$stage/new/$path"; then
      verb=identical
    else
      verb=update
      [ -e "$stage/new/$path" ] || verb=remove
      if [[ $unedited != *"$newline$path$newline"* ]]; then
        [ "$mode $verb" != "create remove" ] || continue  # was added by hand
        [ -n "$force" ] || verb=conflict
      fi
    fi
    printf '%-9s  %s\n' "$verb" "$path"
  done
}

# Lists the feature's files and then the registries, to remove in reverse order, so that the package
# builds at any time.
paths() {
  if [ "$mode" = create ]; then
    { existing_files && (cd "$stage/new" && find Modules Tests ! -type d); } | sort -u
    printf '%s\n' Package.swift App/AppModules.swift
  else
    printf '%s\n' App/AppModules.swift Package.swift
    existing_files | sort -r
  fi
}

# Lists the files or the folders (deepest first) of the feature; `find` receives the arguments.
existing_files() { find_in_feature ! -type d ! -name .DS_Store "$@"; }
existing_folders() { find_in_feature -depth -type d; }
find_in_feature() {
  local folder
  for folder in "Modules/$name" "Tests/${name}Tests"; do
    [ ! -d "$folder" ] || find "$folder" "$@"
  done
}

# Lists the lines outside the feature that use it.
uses() {
  local word="($name|${name}Interface|${name}Module)" own="(Modules/$name|Tests/${name}Tests)/"
  (cd "$stage/new" && grep -nE "\"$word\"|[^A-Za-z0-9_\"]$word\.self" Package.swift App/*) || :
  grep -rnE "^[^/]*import ([a-z]+ )?$word([^A-Za-z0-9_]|$)" Modules Tests App |
    grep -vE "^($own|App/AppModules.swift:)" || :
}

# Carries out the plan. `finish` undoes it unless all of it succeeds.
commit() {
  local verb path
  existing_folders >"$stage/folders"
  is_committing=yes
  for path in "Tests/${name}Tests" "Modules/$name"; do # moves a new folder as a whole
    check_interrupt
    if [ ! -e "$path" ] && [ -e "$stage/new/$path" ]; then
      make_parent "$path" # an app without features has no folder Modules in version control
      mv "$stage/new/$path" "$path"
    fi
  done
  while read -r verb path; do
    check_interrupt
    case $verb in
      identical) continue ;;
      create) make_parent "./$path" ;;
      remove)
        make_parent "$stage/old/$path"
        mv "$path" "$stage/old/$path"
        ;;
      update)
        [ -w "$path" ] || fail "'$path' cannot be written"
        make_parent "$stage/old/$path"
        cp -p "$path" "$stage/copy"
        mv "$stage/copy" "$stage/old/$path"
        ;;
    esac
    [ ! -e "$stage/new/$path" ] || mv -f "$stage/new/$path" "$path"
  done <"$stage/plan"
  ! grep -q ^remove "$stage/plan" || remove_empty_folders
  check_interrupt
  is_committing=''
}

# Removes empty folders.
remove_empty_folders() {
  local path
  find_in_feature -name .DS_Store | while read -r path; do rm -f "$path"; done
  existing_folders | while read -r path; do
    [ -n "$(ls -A "$path")" ] || rmdir "$path"
  done
}

# Creates an app in a new folder, which appears complete or not at all.
create_app() {
  local shown=$folder parent path
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
  copy_app
  create_first_feature
  (cd "$new" && find . ! -type d | sort) >"$stage/plan"
  check_interrupt
  is_committing=yes
  [ -n "$dry_run" ] || mv "$new" "$folder" # into the folder, if another process created it meanwhile
  [ ! -e "$folder/${new##*/}" ] || fail "'$shown' was created by another process at the same time"
  check_interrupt
  is_committing=''
  {
    while read -r path; do printf 'create     %s\n' "$shown/${path#./}"; done <"$stage/plan"
    if [ -n "$dry_run" ]; then
      echo "Nothing written: this is a dry run."
    else
      printf '\n      cd %s\nrun   swift run %s\ntest  swift test\nread  cat README.md\n' \
        "$(quoted "$folder")" "$kebab"
    fi
  } 2>/dev/null || :  # succeeds even when nobody reads the output
}

# Creates the feature Products in the app that is in the stage.
create_first_feature() (
  trap 'signal=15' HUP INT TERM # a subshell has no traps at first
  cd "$new"
  local mode=create name=Products screaming=PRODUCTS kebab=products prose=products stage=.generate
  mkdir "$stage"
  render
  register
  cp -Rp "$stage/new/." .
  rm -rf "$stage"
  check_interrupt
)

# Writes the files of an app into the stage, with its name in place of MyApp and of this host.
copy_app() {
  local source path files=() folders=() location=$url dependency package=Interchange host
  host=$(host)
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
  done < <(find Templates/App Templates/List -type f ! -name .DS_Store)
  mkdir -p "$new/Modules" "${folders[@]}"
  app=$new dependency=$dependency location=$location package=$(literal "$package") \
    awk -v name="$name" -v screaming="$screaming" -v kebab="$kebab" \
    -v host="$host" -v hostVariables="$(tr '[:lower:]-' '[:upper:]_' <<<"$host")" '
    function replace(old, new,  start) {
      if (start = index($0, old)) $0 = substr($0, 1, start - 1) new substr($0, start + length(old))
    }
    FNR == 1 { if (output) close(output); output = ENVIRON["app"] "/" file }
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
  cp -p .ci/release "$new/.ci/"
  grep -vx Package.resolved .gitignore >"$new/.gitignore" # an app records the versions it uses
  {
    cat Templates/reserved.txt
    printf '\n%s\n' "names that Interchange uses:"
    echo "$interchange_names"
  } >"$new/Templates/reserved.txt"
}

# The command of this package.
host() { kebab_case "$(sed -n 's/.*\.host("\([^"]*\)".*/\1/p' Package.swift)"; }
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

# Prints the path or the URL of the first package in Package.swift.
dependency() {
  sed -nE 's/^ *\.package\(.*(path|url): "(([^"\]|\\.)*)".*/\2/p' Package.swift |
    sed -e 's/\\\(.\)/\1/g' -e 1q
}

make_parent() { [ -d "${1%/*}" ] || mkdir -p "${1%/*}"; }

# Undoes an incomplete `commit` and removes temporary files.
finish() {
  local status=$? verb path
  set +e
  trap '' HUP INT TERM
  if [ -n "$is_committing" ] && [ "$mode" = app ]; then
    if [ -e "$folder/${new##*/}" ]; then
      rm -rf "${folder:?}/${new##*/}"
    elif [ ! -e "$new" ]; then
      mv "$folder" "$new"
    fi
  elif [ -n "$is_committing" ]; then
    while read -r verb path; do
      if [ "$verb" = create ]; then
        rm -f "$path"
      elif [ -e "$stage/old/$path" ] || [ -L "$stage/old/$path" ]; then
        make_parent "./$path"
        cmp -s "$stage/old/$path" "$path" || mv -f "$stage/old/$path" "$path"
      fi
    done <"$stage/plan"
    existing_folders | grep -Fxvf "$stage/folders" | while read -r path; do rmdir "$path"; done
  fi
  [ -z "$stage" ] || rm -rf "$stage"
  [ -z "$locked" ] || rm -f .generate.lock
  [ "$status" = 0 ] || [ -z "$signal" ] || status=$((128 + signal))
  case $status in 129 | 130 | 143) print_error interrupted ;; esac
  [ "$status" = 0 ] || [ -z "$has_begun" ] || echo "Nothing written." >&2
  exit "$status"
}

template=List mode=create action='' name='' folder='' names=0 url='' revision='' dry_run='' force=''
stage='' new='' locked='' has_begun='' is_committing='' signal=''
trap finish EXIT
trap 'signal=1' HUP
trap 'signal=2' INT
trap 'signal=15' TERM
trap '' PIPE
caller=$PWD
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage && exit ;;
    --list | --remove | --app)
      [ "${action:-$1}" = "$1" ] || fail "'$action' and '$1' exclude each other" 2
      action=$1 mode=${1#--}
      ;;
    --url | --revision)
      case ${2:-} in '' | -*) fail "'$1' needs a value" 2 ;; esac
      if [ "$1" = --url ]; then url=$2; else revision=$2; fi
      shift
      ;;
    --dry-run) dry_run=yes ;;
    --force) force=yes ;;
    -*) fail "no option '$1'; run './generate.sh --help' for the list of options" 2 ;;
    *)
      if [ "$names" = 0 ]; then name=$1; else folder=$1; fi
      names=$((names + 1))
      ;;
  esac
  shift
done
if [ ! -d Templates/App ] && { [ "$mode" = app ] || [ -n "$url$revision" ]; }; then
  fail "this package is an app, which cannot create apps; run 'generate.sh' in the package \
'$(dependency)'" 2
fi
case $mode$names in
  list0) cd Templates && grep -H . -- */.summary | sed 's|/.summary:|  |' && exit ;;
  create1 | remove1) [ -z "$url$revision" ] || fail "'--url' and '--revision' need '--app'" 2 ;;
  app2)
    [ -z "$force" ] || fail "'--force' is not for '--app', which never changes a folder" 2
    [ -n "$url" ] || [ -z "$revision" ] || fail "'--revision' needs '--url'" 2
    case $revision in *[[:cntrl:]]*) fail "the revision must not contain control characters" 2 ;; esac
    pattern='^([a-z][a-z0-9+.-]*://|[^/:@]+@[^/:]+:)[^[:space:][:cntrl:]]+$'
    [[ -z $url || $url =~ $pattern ]] ||
      fail "'${url//[[:cntrl:]]/?}' is not the address of a repository; expected one such as \
'https://example.org/interchange.git' or 'git@example.org:interchange.git'" 2
    ;;
  app*) fail "'--app' needs a name and a folder; for example './generate.sh --app Shop ../Shop'" 2 ;;
  *) usage >&2 && exit 2 ;;
esac
[ "$mode" != app ] || interchange_names=$(interchange_names)
reason=$(name_problem "$name")
[ -z "$reason" ] || fail "$reason; try '$(suggestion "$name")'" 2
kebab=$(kebab_case "$name") screaming=$(screaming_case "$name")
if [ "$mode" = app ]; then
  has_begun=yes
  create_app
  exit
fi
record=Modules/$name/.template
if [ ! -f "$record" ]; then
  [ "$mode" = create ] || fail "'$name' was not generated, so nothing was removed; remove it by hand if it exists"
  record=/dev/null
fi

has_begun=yes
if [ -n "$dry_run" ]; then
  stage=$(mktemp -d "${TMPDIR:-/tmp}/generate.XXXXXX")
else
  [ -w . ] || fail "'$PWD' cannot be written"
  set -o noclobber # only one run can create the lock
  if [ -e .generate ] || ! : 2>/dev/null >.generate.lock; then
    fail "cannot create '.generate.lock': another run is active, or was killed; if it was killed, \
restore the files in '.generate/old', and remove '.generate' and '.generate.lock'"
  fi
  locked=yes stage=.generate
  set +o noclobber
  mkdir "$stage"
fi
used=''
if [ "$mode" = create ]; then
  prose=$(prose "$name")
  render
fi
register
plan >"$stage/plan"
[ "$mode" = create ] || used=$(uses)
conflicts=$(grep -c ^conflict "$stage/plan" || :)
[ -z "$used" ] || print_error "others use '$name':$newline$used"
if [ -z "$force" ] && [ "$conflicts${used:+ used}" != 0 ]; then
  cat "$stage/plan"
  [ "$conflicts" = 0 ] || print_error "'$name' has files that were edited or added since it was generated"
  fail "use '--force' to continue"
fi
[ -n "$dry_run" ] || ! grep -qv ^identical "$stage/plan" || commit
{
  cat "$stage/plan"
  if [ -n "$dry_run" ]; then
    echo "Nothing written: this is a dry run."
  elif [ "$mode" = create ]; then
    [ "$caller" = "$PWD" ] || printf '\n      cd %s' "$(quoted "$PWD")"
    printf '\nrun   swift run %s %s\ntest  MODULE=%s swift test\nread  cat %s\n' \
      "$(host)" "$kebab" "$name" "Modules/$name/Interface/$name.swift"
  fi
} 2>/dev/null || :  # succeeds even when nobody reads the output
