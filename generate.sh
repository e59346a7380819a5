#!/usr/bin/env bash
# Makes a feature from a template and registers it, or takes both back; `--help` says how.
#
# The word rule, in the names and texts of a template's files, for the feature URLHistory:
#   TEMPLATE is URL_HISTORY, Template is URLHistory, `template` before a space and a letter is prose
#   (URL history), and every other template is url-history: what `Interface` in Modules/Mediator
#   makes of the type's name.
#
# What is to be is made in the folder .generate and compared with the tree file by file. What
# differs takes its place by renaming; whatever fails or interrupts before the end undoes it all.
# Bash 3.2 and the tools of BSD or GNU suffice.
set -euo pipefail
export LC_ALL=C
unset CDPATH
newline=$'\n'

usage() {
  cat <<'EOF'
Usage: ./generate.sh NAME [--dry-run] [--force]
       ./generate.sh --remove NAME [--dry-run] [--force]
       ./generate.sh --list

Makes the feature NAME, which builds, runs and passes its tests at once: Modules/NAME,
Tests/NAMETests, and its lines in Package.swift and App/AppModules.swift.

  --remove    undo that; refuses what was edited or added since, and what others use
  --dry-run   show what would change, and write nothing
  --force     overwrite or remove what was edited, too
  --list      show the templates and what they make
  -h, --help  show this

Examples:
  ./generate.sh ShoppingList
  ./generate.sh ShoppingList --dry-run
  ./generate.sh --remove ShoppingList
EOF
}

complain() { printf 'generate.sh: %s\n' "$1" >&2; }
fail() { unless_interrupted && complain "$1" && exit "${2:-1}"; }
unless_interrupted() { [ -z "$signal" ] || { complain interrupted && exit $((128 + signal)); }; }

words() { # URL-History
  sed -e 's/\([^A-Z]\)\([A-Z]\)/\1-\2/g' -e 's/\([A-Z]\)\([A-Z][a-z]\)/\1-\2/g' <<<"$1"
}
kebab_case() { words "$1" | tr '[:upper:]' '[:lower:]'; }
screaming_case() { words "$1" | tr '[:lower:]-' '[:upper:]_'; }
prose() { # a run of capitals stays, a number at the end stands alone: URL history, list 2
  words "$1" | tr '-' '\n' | awk '
    !/^[A-Z][A-Z0-9]+$/ { $0 = tolower($0); sub(/[0-9]+$/, " &") }
    { printf "%s%s", (NR > 1 ? " " : ""), $0 }'
}

# Says why $1 can name no feature, where it cannot.
problem() {
  local place
  case $1 in
    '') echo "'' is no name" ;;
    *[!A-Za-z0-9]*) echo "'${1//[[:cntrl:]]/?}' is not made of ASCII letters and digits only" ;;
    [!A-Z]*) echo "'$1' does not begin with a capital letter" ;;
    *Interface | *Tests | *Module) echo "'$1' ends as only targets and types of features do" ;;
    *[Tt]emplate* | *TEMPLATE*) echo "'$1' has the word in it that stands for names in templates" ;;
    *)
      if [ "$mode" = remove ] ||
        find Modules/*/.template 2>/dev/null | grep -Fx "Modules/$1/.template" >/dev/null; then
        return
      elif [ ${#1} -gt 25 ]; then
        echo "'$1' has more than 25 letters"
      elif grep -Fqw "$1" Templates/reserved.txt; then
        echo "'$1' is a name of Swift's own"
      elif grep -Eiq "\"$1(Interface|Tests)?\"" Package.swift; then
        echo "'$1' is a name in Package.swift already"
      elif place=$(find Modules/* Tests/* -prune | grep -iE "/$1(Tests)?$" | sed -n 1p); then
        echo "'$1' has a folder already, $place"
      elif place=$(types "$1" | sed -n 1p); then
        echo "'$1' would declare a type that is there, in $place"
      elif place=$(commands "$(kebab_case "$1")" | sed -n 1p); then
        echo "'$1' would answer to a command that is there, in $place"
      fi
      ;;
  esac
}

# The files that declare a type $1, or one that the template would make of it.
types() {
  local kind='([a-z]+ )*(struct|class|actor|enum|protocol|typealias)' end='([^A-Za-z0-9_]|$)' suffix
  suffix=$(find "Templates/$template" -name 'Template*.swift' | sed 's|.*/Template||; s/[.+].*//')
  grep -rlE "^public $kind $1(${suffix//$newline/|})$end" Modules ||
    grep -rlE "^$kind $1$end" App
}

# The files that declare a command which begins with the word $1.
commands() {
  grep -rlE "(^ *|Command\()\"$1( [a-z -]+)?\", *(\"[A-Z]|$)" Modules App
}

# A name like $1 that can name a feature.
suggestion() {
  local name
  name=$(printf '%s\n' "$1" | sed 's/[^ -~].*//' | tr -c 'A-Za-z0-9' '\n' | awk '
    { name = name toupper(substr($0, 1, 1)) substr($0, 2) }
    END { sub(/^[0-9]+/, "", name); sub(/(Interface|Tests|Module)+$/, "", name)
      print toupper(substr(name, 1, 1)) substr(name, 2, 20) }')
  for name in "$name" ${name:+"${name}List"} CityNews ShoppingList; do
    [ -n "$(problem "$name")" ] || break
  done
  printf '%s\n' "$name"
}

# Makes the module's files, and the record of their checksums.
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
    function settle(  i, j, line) {  # writes a run of imports as the formatter wants them sorted
      for (i = 1; i <= count; i++) {
        line = imports[i]
        for (j = i; j > 1 && target(imports[j - 1]) > target(line); j--) imports[j] = imports[j - 1]
        imports[j] = line
      }
      for (i = 1; i <= count; i++) print imports[i] >made
      count = 0
    }
    function target(line) { sub(/^.*import /, "", line); return line }
    FNR == 1 { settle(); if (made) close(made); made = file }
    {
      gsub(/TEMPLATE/, screaming)
      gsub(/Template/, name)
      for (line = ""; match($0, /template [A-Za-z]/); $0 = substr($0, RSTART + 9)) {
        line = line substr($0, 1, RSTART - 1) prose " "
      }
      $0 = line $0
      gsub(/template/, kebab)
      if (/^(@?[a-z]+ )*import /) { imports[++count] = $0; next }
      settle()
      print >made
    }
    END { settle() }' "${files[@]}"
  (cd "$stage/new" && echo "$template" && find Modules Tests -type f -exec cksum {} + | sort -k 3) \
    >"$stage/record"
  mv "$stage/record" "$stage/new/Modules/$name/.template"
}

# Makes the two registries, with the module's lines or without.
register() {
  local feature='' module='' import='' app=App/AppModules.swift file
  if [ "$mode" = create ]; then
    feature=$(sed -n "s|, at: \"Templates/$template\"||p" Package.swift | sed "s|Template|$name|")
    [ -n "$feature" ] || fail "Package.swift has no 'feature(…, at: \"Templates/$template\")'"
    module="    ${name}Module.self," import="import $name"
  fi
  for file in Package.swift "$app"; do [ -w "$file" ] || fail "'$file' cannot be written"; done
  mkdir -p "$stage/new/App"
  cp -p Package.swift "$stage/new/"
  cp -p "$app" "$stage/new/App/"
  enter "$feature" Package.swift >"$stage/new/Package.swift"
  enter "$module" "$app" >"$stage/modules"
  awk -v name="$name" -v import="$import" '
    { isImport = /^([a-z]+ )?import / }
    isImport && $NF == name { if (import == "" || isThere) next; isThere = 1 }
    import != "" && !isThere && (isImport ? $NF > name : wasImport) { print import; isThere = 1 }
    { wasImport = isImport; print }' "$stage/modules" >"$stage/new/$app"
}

# Writes the registry $2 with the entry $1 in its list, in order, or without one of that name.
enter() {
  local entry="^ *(feature\\()?\"?$name(\"|Module\\.self)" is_there=''
  ! grep -Eq "$entry" "$2" || is_there=1
  awk -v name="$name" -v entry="$1" -v isThere="$is_there" '
    !isInside { print; isInside = /kept by generate\.sh/; next }
    isOver { print; next }
    text == "" && /^ *(\/\/.*)?$/ { comment = comment $0 "\n"; next }  # belongs to the entry below
    {
      text = text $0 "\n"
      sub(/\/\/.*/, "")
      key = key $0
      depth += gsub(/\(/, "(") - gsub(/\)/, ")")
      if (depth > 0) next
      sub(/^ *(feature\( *")?/, "", key)
      isOver = key ~ /^\]/
      sub(/(Module\.self|[^A-Za-z0-9]).*/, "", key)
      if (entry != "" && !isThere && (isOver || key > name)) {
        if (isOpen) { isOver = 0; exit }
        print entry
        isThere = 1
      }
      isOpen = !/^ *#/ && !/,[^)]*$/
      printf "%s%s", comment, (entry == "" && key == name ? "" : text)
      text = comment = key = ""
    }
    END { exit !isOver }' "$2" ||
    fail "'$2' has no list '[  // sorted; kept by generate.sh' whose every entry ends in ','"
}

# Compares the tree with what is to be: a verb and a path in each line.
plan() {
  local path verb as_made
  as_made=$(printf '\n%s' Package.swift App/AppModules.swift "$record" && echo
    present -exec cksum {} + | { grep -Fxf "$record" || :; } | cut -d ' ' -f 3-)$newline
  paths | while read -r path; do
    if [ ! -e "$path" ] && [ ! -L "$path" ]; then
      verb=create
    elif cmp -s "$path" "$stage/new/$path"; then
      verb=identical
    else
      verb=update
      [ -e "$stage/new/$path" ] || verb=remove
      if [[ $as_made != *"$newline$path$newline"* ]]; then
        [ "$mode $verb" != "create remove" ] || continue  # added by hand
        [ -n "$force" ] || verb=conflict
      fi
    fi
    printf '%-9s  %s\n' "$verb" "$path"
  done
}

# The module's files and then its registries, or the reverse when they are to go: the package is one
# that builds all the while.
paths() {
  if [ "$mode" = create ]; then
    { present && (cd "$stage/new" && find Modules Tests ! -type d); } | sort -u
    printf '%s\n' Package.swift App/AppModules.swift
  else
    printf '%s\n' App/AppModules.swift Package.swift
    present | sort -r
  fi
}

# The module's files that are there, and its folders from the deepest on; more says what to do.
present() { inside ! -type d ! -name .DS_Store "$@"; }
folders() { inside -depth -type d; }
inside() {
  local folder
  for folder in "Modules/$name" "Tests/${name}Tests"; do
    [ ! -d "$folder" ] || find "$folder" "$@"
  done
}

# The lines elsewhere that name the module.
uses() {
  local word="($name|${name}Interface|${name}Module)" own="(Modules/$name|Tests/${name}Tests)/"
  (cd "$stage/new" && grep -nE "\"$word\"|[^A-Za-z0-9_\"]$word\.self" Package.swift App/*) || :
  grep -rnE "^[^/]*import ([a-z]+ )?$word([^A-Za-z0-9_]|$)" Modules Tests App |
    grep -vE "^($own|App/AppModules.swift:)" || :
}

# Carries out the plan; `finish` undoes it unless all of it is done.
commit() {
  local verb path
  folders >"$stage/folders"
  begun=yes
  for path in "Tests/${name}Tests" "Modules/$name"; do # a new folder comes whole
    unless_interrupted
    [ -e "$path" ] || [ ! -e "$stage/new/$path" ] || mv "$stage/new/$path" "$path"
  done
  while read -r verb path; do
    unless_interrupted
    case $verb in
      identical) continue ;;
      create) make_room "./$path" ;;
      remove)
        make_room "$stage/old/$path"
        mv "$path" "$stage/old/$path"
        ;;
      update)
        [ -w "$path" ] || fail "'$path' cannot be written"
        make_room "$stage/old/$path"
        cp -p "$path" "$stage/copy"
        mv "$stage/copy" "$stage/old/$path"
        ;;
    esac
    [ ! -e "$stage/new/$path" ] || mv -f "$stage/new/$path" "$path"
  done <"$stage/plan"
  ! grep -q ^remove "$stage/plan" || clear_empty
  unless_interrupted
  begun=''
}

# Removes the folders in which nothing is left.
clear_empty() {
  local path
  inside -name .DS_Store | while read -r path; do rm -f "$path"; done
  folders | while read -r path; do
    [ -n "$(ls -A "$path")" ] || rmdir "$path"
  done
}

make_room() { [ -d "${1%/*}" ] || mkdir -p "${1%/*}"; }

# Undoes what `commit` began and did not end, and clears away.
finish() {
  local status=$? verb path
  set +e
  trap '' HUP INT TERM
  if [ -n "$begun" ]; then
    while read -r verb path; do
      if [ "$verb" = create ]; then
        rm -f "$path"
      elif [ -e "$stage/old/$path" ] || [ -L "$stage/old/$path" ]; then
        make_room "./$path"
        cmp -s "$stage/old/$path" "$path" || mv -f "$stage/old/$path" "$path"
      fi
    done <"$stage/plan"
    folders | grep -Fxvf "$stage/folders" | while read -r path; do rmdir "$path"; done
  fi
  [ -z "$stage" ] || rm -rf "$stage"
  [ -z "$locked" ] || rm -f .generate.lock
  [ "$status" = 0 ] || echo "Nothing written." >&2
  exit "$status"
}

template=List mode=create name='' names=0 dry_run='' force='' stage='' locked='' begun='' signal=''
trap 'signal=1' HUP
trap 'signal=2' INT
trap 'signal=15' TERM
trap '' PIPE
caller=$PWD
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage && exit ;;
    --list) mode=list ;;
    --remove) mode=remove ;;
    --dry-run) dry_run=yes ;;
    --force) force=yes ;;
    -*) fail "there is no option '$1'; './generate.sh --help' shows them" 2 ;;
    *) name=$1 names=$((names + 1)) ;;
  esac
  shift
done
case $mode$names in
  list0) cd Templates && grep -H . -- */.summary | sed 's|/.summary:|  |' && exit ;;
  create1 | remove1) ;;
  *) usage >&2 && exit 2 ;;
esac
reason=$(problem "$name")
[ -z "$reason" ] || fail "$reason; try '$(suggestion "$name")'" 2
record=Modules/$name/.template
if [ ! -f "$record" ]; then
  [ "$mode" = create ] || fail "'$name' was not generated"
  record=/dev/null
fi

trap finish EXIT
if [ -n "$dry_run" ]; then
  stage=$(mktemp -d "${TMPDIR:-/tmp}/generate.XXXXXX")
else
  [ -w . ] || fail "'$PWD' cannot be written"
  set -o noclobber # only one run can make the lock
  if [ -e .generate ] || ! : 2>/dev/null >.generate.lock; then
    fail "'.generate.lock' cannot be made: another run is at work, or one was killed; if so, put \
back what is in '.generate/old', and remove '.generate' and '.generate.lock'"
  fi
  locked=yes stage=.generate
  set +o noclobber
  mkdir "$stage"
fi
used=''
if [ "$mode" = create ]; then
  kebab=$(kebab_case "$name") screaming=$(screaming_case "$name") prose=$(prose "$name")
  render
fi
register
plan >"$stage/plan"
[ "$mode" = create ] || used=$(uses)
conflicts=$(grep -c ^conflict "$stage/plan" || :)
[ -z "$used" ] || complain "others use '$name':$newline$used"
if [ -z "$force" ] && [ "$conflicts${used:+ used}" != 0 ]; then
  cat "$stage/plan"
  [ "$conflicts" = 0 ] || complain "'$name' has files that were edited or added since it was made"
  fail "'--force' does it all the same"
fi
[ -n "$dry_run" ] || ! grep -qv ^identical "$stage/plan" || commit
{
  cat "$stage/plan"
  if [ -n "$dry_run" ]; then
    echo "Nothing written: this is a dry run."
  elif [ "$mode" = create ]; then
    [ "$caller" = "$PWD" ] || printf '\n      cd %q' "$PWD"
    printf '\nrun   swift run metro %s\ntest  MODULE=%s swift test\nread  cat %s\n' \
      "$kebab" "$name" "Modules/$name/Interface/$name.swift"
  fi
} 2>/dev/null || :  # what is done is done, whether or not anyone reads of it
