#!/usr/bin/env bash
# Creates a feature from a template and registers it, or removes it, or creates a plug-in or an app; see
# `--help`.
#
# The name of a template's own module, such as Headline, is replaced in the names and texts of its
# files, for the feature URLHistory:
#   HEADLINE                                         URL_HISTORY
#   Headline                                         URLHistory
#   headline after a quote, a slash or the command   url-history, as Mediator's `Interface` does
#   headline elsewhere before a space and a letter   URL history
#   headline elsewhere                               url-history
# A plural is the word with an `s`. In Templates/App, the words to replace are MY_APP, MyApp, my-app, and
# in Templates/Plugin they are MyPlugin, my-plugin and, for an action that the plug-in calls,
# my-feature/list.
#
# The script writes all new files into the folder .generate (the stage), compares them with the
# checkout, and moves those that differ. When anything fails or interrupts it, it restores the old
# files. The stage of an app or a plug-in is beside its folder, and is renamed when it is complete.
# Works with Bash 3.2 and with BSD or GNU tools.
#
# shellcheck disable=SC2030,SC2031  # create_first_feature has its own values of some variables
set -euo pipefail
export LC_ALL=C
unset CDPATH
newline=$'\n' tab=$'\t'
exec 3>&2 # what tools print is shown at the end, unless an interruption was the reason

usage() {
  # An app creates no apps, and has no feature Share.
  if [ -d Templates/App ]; then cat; else sed -E '/--(app|url|revision)/d; s/Share$/Network/'; fi <<'EOF'
Usage: ./generate.sh NAME [--template T] [--fields LIST] [--item TYPE] [--uses A,B] [--needs A,B]
                         [--dry-run] [--force]
       ./generate.sh NAME --field FIELD [--dry-run]
       ./generate.sh NAME --add KIND PART [--dry-run]
       ./generate.sh --remove NAME [--dry-run] [--force]
       ./generate.sh --rename NAME NEW [--dry-run]
       ./generate.sh --update [NAME | --all] [--dry-run]
       ./generate.sh --check [NAME]
       ./generate.sh --affected [COMMIT]
       ./generate.sh --template Plugin NAME [FOLDER] [--dry-run]
       ./generate.sh --app NAME FOLDER [--url URL [--revision ID]] [--dry-run]
       ./generate.sh --list

Create the feature NAME, which builds, runs and passes its tests: Modules/NAME,
Tests/NAMETests, and its lines in Package.swift, App/AppModules.swift and, if the
README has a table of modules, there.

  --template T    make it from the template T (default: List); 'Plugin' makes a plug-in
                  in FOLDER (default: a new folder beside this one)
  --fields LIST   the fields of an item, such as
                  "name, quantity:int, unit:piece|kg, due:day?, bought:bool"; the types are text,
                  int, decimal, bool, day, time, instant, url, choices, and the name of another
                  feature; with '?', a value may be missing
  --item TYPE     the name of the items' type (default: NAMEItem)
  --field FIELD   add a field to an existing feature, as '--update' merges a template; "=VALUE"
                  after it is the value of the items that are already stored
  --add KIND PART add a part with its test to an existing feature: an action with a command, an
                  event, a scene, a setting or a widget; PART is its name, such as markDone
  --uses A,B      let it call the features A and B where the app has them
  --needs A,B     let it use the kits A and B, or require the features A and B
  --remove        remove the feature, unless files were edited or added, or others use it
  --rename        give the feature another name, also where others use it; it keeps its data
  --update        merge what has changed in the templates since the feature was made, or all
                  features were; files with conflicts have them as git writes them
  --check         list what breaks the rules for all features: their lines in the files above,
                  their imports, their manifests, and their folders; exit code 1 if any does
  --affected      list the modules that differ from COMMIT (default: HEAD), or depend on
                  something that does, for 'MODULE=NAME swift test'
  --app           create the app NAME with one feature, as a new package in FOLDER
  --url URL       let the app depend on the repository at URL, instead of on this checkout
  --revision ID   with '--url': the commit (default: the branch main)
  --dry-run       show what would change without writing anything
  --all           with '--update': all generated features
  --force         also overwrite or remove edited files
  --list          list the templates
  -h, --help      show this help

Examples:
  ./generate.sh ShoppingList
  ./generate.sh ShoppingList --dry-run
  ./generate.sh Diary --template Kept --uses Share
  ./generate.sh Recipes --template Kept --item Recipe --fields "name, minutes:int?, page:url?"
  ./generate.sh Recipes --field "servings:int=2"
  ./generate.sh Recipes --add action markDone
  ./generate.sh Recipes --add setting page-size
  ./generate.sh --rename ShoppingList Groceries
  ./generate.sh --remove Groceries
  ./generate.sh --update --all --dry-run
  ./generate.sh --affected main
  ./generate.sh --template Plugin Weather
  ./generate.sh --app Shop ../Shop
EOF
}

print_error() { printf 'generate.sh: %s\n' "$1" >&3; }
fail() {
  check_interrupt
  print_error "$1"
  [ "${2:-1}" != 2 ] || has_begun='' # the command line is wrong
  exit "${2:-1}"
}
check_interrupt() { [ -z "$signal" ] || exit $((128 + signal)); } # `finish` reports it
has_line() { [[ $newline$1$newline == *"$newline$2$newline"* ]]; } # whether the text $1 has the line $2

# Sets the variable $1 to the text of the file $2, if that exists, without starting a process.
read_text() {
  printf -v "$1" %s ''
  [ ! -f "$2" ] || IFS= read -r -d '' "$1" <"$2" || :
}

# Whether two files have the same bytes. Only one that a variable cannot store needs a process.
is_same() {
  local first second
  if [ -f "$1" ] && [ -r "$1" ] && ! IFS= read -r -d '' first <"$1" &&
    [ -f "$2" ] && [ -r "$2" ] && ! IFS= read -r -d '' second <"$2"; then
    [ "$first" = "$second" ]
  else
    cmp -s "$1" "$2"
  fi
}

# Whether the README has a table of modules. Sets `readme` to its text.
has_table() {
  local pattern=$newline${table_row/.\*/[^$newline]*}$newline
  read_text readme README.md
  [[ $newline$readme$newline =~ $pattern ]]
}

# Sets the forms of the template's word and of the name $1, and `host`, the command of this package.
set_names() {
  local host_name=''
  [[ ! $entries =~ \.host\(\ *\"([^\"]*)\" ]] || host_name=${BASH_REMATCH[1]}
  {
    read -r lower
    read -r upper
    read -r kebab
    read -r screaming
    read -r prose
    read -r noun
    read -r host
  } < <(word=$word name=$1 item=${item:-${1}Item} host_name=$host_name awk '
    function words(text) {  # URLHistory becomes URL-History
      while (match(text, /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/))
        text = substr(text, 1, RSTART) "-" substr(text, RSTART + 1)
      return text
    }
    function prose(text,  i, n, list) {  # keeps acronyms and separates a number at the end: list 2
      n = split(words(text), list, "-")
      for (i = 1; i <= n; i++) {
        if (list[i] !~ /^[A-Z][A-Z0-9]+$/) { list[i] = tolower(list[i]); sub(/[0-9]+$/, " &", list[i]) }
        text = i > 1 ? text " " list[i] : list[i]
      }
      return text
    }
    BEGIN {
      print tolower(ENVIRON["word"]) "\n" toupper(ENVIRON["word"])
      name = ENVIRON["name"]
      gsub(/[^A-Za-z0-9]/, "", name)
      name = words(name)
      screaming = toupper(name)
      gsub(/-/, "_", screaming)
      print tolower(name) "\n" screaming "\n" prose(name) "\n" prose(ENVIRON["item"]) "\n" tolower(words(ENVIRON["host_name"]))
    }')
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
    *"$word"* | *"$lower"* | *"$upper"*)
      echo "'$1' contains '$lower', which is the placeholder for names in templates"
      ;;
    *)
      if [ "$mode" = remove ] || is_generated "$1"; then
        return
      elif [ ${#1} -gt 25 ]; then
        echo "'$1' has more than 25 characters"
      elif [ "$mode" != plugin ] && [[ $reserved =~ (^|[^A-Za-z0-9_])$1([^A-Za-z0-9_]|$) ]]; then
        echo "'$1' is a module or type of Swift, or of the packages that this one depends on"
      elif is_in_package "$1"; then
        echo "'$1' is already a name in Package.swift"
      elif [ "$mode" = app ]; then
        if [ "$1" = Products ]; then
          echo "'Products' is the first feature of each app"
        elif find Templates/App/App ! -name MyApp.swift | grep -i "/$1\.swift$" >/dev/null; then
          echo "'$1' is the name of a file in each app"
        elif has_line "$interchange_names" "$1"; then
          echo "'$1' would declare a type that already exists in Interchange"
        fi
      elif place=$(same_folder "$1"); then
        echo "'$1' already has a folder, $place"
      else
        declaration_problem "$1"
      fi
      ;;
  esac
}

# Whether the feature $1 is one that this script made. The file systems of some machines ignore case.
is_generated() {
  local path
  [ "$mode" = create ] || return 1
  for path in Modules/*/.template; do [ "$path" != "Modules/$1/.template" ] || return 0; done
  return 1
}

# Lists the features that this script made.
generated_features() {
  local path
  for path in Modules/*/.template; do
    path=${path#Modules/} path=${path%/.template}
    [ "$path" = '*' ] || echo "$path"
  done
}

# Whether Package.swift has the name $1 in capital or small letters.
is_in_package() (
  shopt -s nocasematch
  [[ $package =~ \"$1(Interface|Tests)?\" ]]
)

# Prints the folder of a module or its tests that has the name $1 in capital or small letters.
same_folder() {
  local path
  shopt -s nocasematch
  for path in Modules/* Tests/*; do
    case $path in */"$1" | */"$1"Tests) echo "$path" && return ;; esac
  done
  return 1
}

# Reads the word that the template's files have in place of a name: the name of its own module.
read_placeholder() {
  local pattern='\.feature\( ?"([A-Z][A-Za-z]*)"[^)]* path: "'Templates/$template'"'
  [ -f "Templates/$template/.summary" ] ||
    fail "no template '$template'; run './generate.sh --list' for the list of templates" 2
  read_text package Package.swift
  read_text reserved Templates/reserved.txt
  entries=$(all_entries <Package.swift)
  if [ "$mode" = plugin ]; then
    word=MyPlugin
  elif [[ $entries =~ $pattern ]]; then
    word=${BASH_REMATCH[1]}
    # In an app, the templates can be newer than Package.swift.
    [ -e "Templates/$template/Interface/$word.swift" ] ||
      fail "Package.swift names the template '$template' '$word', but it has no file Interface/$word.swift; \
write the name of the file there that declares the interface"
  else
    fail "Package.swift has no '.feature(\"…\", …, path: \"Templates/$template\")'"
  fi
}

# Reads the fields of the feature's items, or those of the template, and checks them. Sets `fields`, and
# `referenced` to the features whose items they name.
read_fields() {
  local path first
  own_fields='' kept_features='' listed_features='' referenced='' id_type=String
  [ ! -f "Templates/$template/.fields" ] || read -r own_fields <"Templates/$template/.fields"
  [ "$template" != Kept ] || id_type=Int
  fields=${given_fields:-$own_fields}
  if [ -z "$own_fields" ]; then # a template of an app
    [ -z "$given_fields$item" ] || fail "the template '$template' has no fields; it lacks a file '.fields'" 2
    return 0
  fi
  for path in Modules/*/.template; do
    if [ ! -f "$path" ] || [ "$path" = "Modules/$name/.template" ]; then continue; fi
    path=${path#Modules/} path=${path%/.template}
    read_text first "Modules/$path/Interface/$path.swift"
    case $first in
      *'ItemReference<'*) kept_features+=" $path" ;;
      *'Action<ListRequest, '*) listed_features+=" $path" ;;
    esac
  done
  first=$(fields=$fields awk -v isCheck=1 -v kept_features="$kept_features" \
    -v listed_features="$listed_features" -f Templates/fields.awk)
  case $first in
    ok*) referenced=${first#ok} referenced=${referenced# } ;;
    *) fail "$first" 2 ;;
  esac
  case $item in
    '') ;;
    "$name" | *[!A-Za-z0-9]* | [!A-Z]* | *"$word"*)
      fail "'$item' cannot be the name of the items' type; expected a name such as 'Recipe', other than that of \
the feature" 2
      ;;
    *)
      [[ ! $reserved =~ (^|[^A-Za-z0-9_])$item([^A-Za-z0-9_]|$) ]] ||
        fail "'$item' is a type of Swift; choose another name, such as '${item}Entry'" 2
      ;;
  esac
}

# Sorts the values of `--uses` and `--needs` into features, which have actions, and kits.
read_dependencies() {
  local kits known value
  kits=$(kits) known=$(known_features)
  for value in ${uses//,/ }; do
    is_listed "$value" "$known" ||
      fail "'--uses' names '$value', which is no feature; the features are ${known//$newline/, }" 2
    used_features+=${used_features:+ }$value
  done
  for value in ${needs//,/ }; do
    if is_listed "$value" "$kits"; then
      needed_kits+=${needed_kits:+ }$value
    elif is_listed "$value" "$known"; then
      needed_features+=${needed_features:+ }$value
    else
      fail "'--needs' names '$value', which is no kit or feature; the kits are \
${kits//$newline/, }, and the features are ${known//$newline/, }" 2
    fi
  done
  features=$used_features${needed_features:+ }$needed_features
}
# Whether $1 is no word of Swift.
is_free_word() {
  local words
  words=$(sed -n '/reserved_fields = /,/"$/p' Templates/fields.awk)
  [[ ! $words =~ [\ \"]$1[\ \"] ]]
}
is_listed() { [ "$1" != "$name" ] && has_line "$2" "$1"; }

# Lists the elements of all arrays with the label $1 in the features' entries.
list_elements() {
  feature_entries | grep -oE "($1): \[[^]]*\]" | grep -oE '"[A-Za-z0-9]+"' | tr -d '"' | sort -u
}

# Lists the kits for the sources of features, besides Console.
kits() { { list_elements '[ (]kits' && echo Channel; } | sort -u; } # an app may have no entry with it yet
# Lists the features of this package, and those of other packages that these use.
known_features() { { list_elements "$feature_labels" && feature_names; } | sort -u; }

# A regular expression for the labels of an entry that name features.
feature_labels='([ (]d|interfaceD)ependencies|[ (]follows'
feature_entries() { grep '^\.feature(' <<<"$entries"; }
feature_names() { sed -n '/ path: /d; s/^\.feature( *"\([^"]*\)".*/\1/p' <<<"$entries"; }

# Prints all entries of the Package.swift in the input, one in each line, without comments.
entry_pattern='[.](systemLibrary|buildTool|library|feature|testLibrary|host|program|tests|fuzzTest)[(] *"[^()]*[)]'
all_entries() {
  awk -v pattern="$entry_pattern" '
    { sub(/\/\/.*/, ""); text = text " " $0 }
    END {
      gsub(/ +/, " ", text)
      for (; match(text, pattern); text = substr(text, RSTART + RLENGTH)) print substr(text, RSTART, RLENGTH)
    }'
}

# A regular expression for the kind of a type.
kind='([a-z]+ )*(struct|class|actor|enum|protocol|typealias)'

# Prints which type or command of the feature $1 exists already.
declaration_problem() {
  local end='([^A-Za-z0-9_]|$)' suffixes='' path text type='' command='' own='' # the last three are paths
  local pattern="(^ *|Command\()\"$kebab( [a-z -]+)?\", *(\"[A-Z]|$)"
  while IFS=: read -r path text; do
    case $path:$text in
      Modules/Kits/HostKit/*Commands.swift:*\"*) command=$path ;;
      *\"*) own=${own:-$path} ;;
      Modules/*:public\ *)
        [ -n "$suffixes" ] || suffixes=$(template_suffixes)
        [[ ! $text =~ \ $1($suffixes)$end ]] || type=${type:-$path}
        ;;
      App/*) [[ ! $text =~ \ $1$end ]] || type=${type:-$path} ;;
    esac
  done < <(grep -rosE --include='*.swift' "^$kind $1[A-Za-z]*$end|$pattern" Modules App)
  if [ "$mode" != plugin ] && [ -z "$type" ] && [[ $reserved == *"$1"* ]]; then
    [[ ! $reserved =~ (^|[^A-Za-z0-9_])$1($(template_suffixes))$end ]] || type=Templates/reserved.txt
  fi
  if [ "$mode" != plugin ] && [ -n "$type" ]; then
    echo "'$1' would declare a type that already exists in $type"
  elif [ -n "$command" ] || has_line "$reserved" "$kebab"; then
    echo "'$1' would add a command that every app has"
  elif [ -n "$own" ]; then
    echo "'$1' would add a command that already exists in $own"
  fi
}

# Prints what follows the word in the names of the template's types, separated by `|`.
template_suffixes() {
  { grep -rhoE "^(public )?$kind ${word}[A-Za-z]*" "Templates/$template" || :; } |
    sed "s/.* $word//" | paste -s -d '|' -
}

# Lists what an app on this package cannot declare again: targets, the public types of the products,
# and the commands of HostKit, which every app has.
interchange_names() {
  local name folder products='' folders=(/dev/null) pattern='let products = \[([^]]*)'
  [[ ! $package =~ $pattern ]] || products=${BASH_REMATCH[1]//[!A-Za-z]/ }
  for name in $products; do
    for folder in Modules/*/"$name"; do [ ! -d "$folder" ] || folders+=("$folder"); done
  done
  {
    echo "$entries"
    grep -rhoE "^public $kind [A-Z][A-Za-z0-9]*" "${folders[@]}" || :
    [ ! -d Modules/Kits/HostKit ] ||
      grep -rhoE --include='*Commands.swift' '(^ *|Command\()"[a-z][a-z -]*", "[A-Z]' Modules/Kits/HostKit || :
  } | awk -F '"' '
    /^public / { sub(/.* /, ""); print; next }
    /^\.(systemLibrary|buildTool|library|feature|testLibrary)\(/ { print $2; next }
    /^[^.]/ { sub(/ .*/, "", $2); print $2 }' | sort -u
}

# Prints a valid name that is similar to $1.
suggestion() {
  local name suffix=List
  name=$(printf '%s\n' "$1" | without_accents | sed 's/[^ -~].*//' | tr -c 'A-Za-z0-9' '\n' | awk '
    { name = name toupper(substr($0, 1, 1)) substr($0, 2) }
    END { sub(/^[0-9]+/, "", name); sub(/(Interface|Tests|Module)+$/, "", name)
      print toupper(substr(name, 1, 1)) substr(name, 2, 20) }')
  case $mode in
    app) suffix=App ;;
    plugin) suffix=Tools ;;
  esac
  for name in "$name" ${name:+"$name$suffix"} CityNews ShoppingList; do
    set_names "$name"
    [ -n "$(name_problem "$name")" ] || break
  done
  printf '%s\n' "$name"
}

# Replaces Latin letters with accents by those without, as bytes of UTF-8.
without_accents() {
  local mark=$'\xcc[\x80-\xbf]|\xcd[\x80-\xaf]'
  sed -E -e "s/$mark//g" \
    -e 's/à|á|â|ã|ä|å|ā|ă|ą/a/g' -e 's/À|Á|Â|Ã|Ä|Å|Ā|Ă|Ą/A/g' -e 's/æ/ae/g' -e 's/Æ/Ae/g' \
    -e 's/ç|ć|č/c/g' -e 's/Ç|Ć|Č/C/g' -e 's/ď|đ|ð/d/g' -e 's/Ď|Đ|Ð/D/g' \
    -e 's/è|é|ê|ë|ē|ė|ę|ě/e/g' -e 's/È|É|Ê|Ë|Ē|Ė|Ę|Ě/E/g' -e 's/ğ|ģ/g/g' -e 's/Ğ|Ģ/G/g' \
    -e 's/ì|í|î|ï|ī|į|ı/i/g' -e 's/Ì|Í|Î|Ï|Ī|Į|İ/I/g' -e 's/ł|ľ|ĺ|ļ/l/g' -e 's/Ł|Ľ|Ĺ|Ļ/L/g' \
    -e 's/ñ|ń|ň|ņ/n/g' -e 's/Ñ|Ń|Ň|Ņ/N/g' -e 's/ò|ó|ô|õ|ö|ø|ō|ő/o/g' \
    -e 's/Ò|Ó|Ô|Õ|Ö|Ø|Ō|Ő/O/g' -e 's/œ/oe/g' -e 's/Œ/Oe/g' -e 's/ŕ|ř/r/g' -e 's/Ŕ|Ř/R/g' \
    -e 's/ś|š|ş|ș/s/g' -e 's/Ś|Š|Ş|Ș/S/g' -e 's/ß/ss/g' -e 's/ť|ţ|ț/t/g' -e 's/Ť|Ţ|Ț/T/g' \
    -e 's/ù|ú|û|ü|ū|ů|ű|ų/u/g' -e 's/Ù|Ú|Û|Ü|Ū|Ů|Ű|Ų/U/g' -e 's/ý|ÿ/y/g' -e 's/Ý|Ÿ/Y/g' \
    -e 's/ź|ż|ž/z/g' -e 's/Ź|Ż|Ž/Z/g'
}

# Writes the feature's files and their record into the stage. Their paths are in `made`, and `entry` is
# the feature's entry for Package.swift.
render() {
  local source path files=() folders=()
  local rendered
  while read -r source; do
    path=${source#"Templates/$template/"}
    case $path in
      Tests/*) path=Tests/${word}Tests/${path#*/} ;;
      *) path=Modules/$word/$path ;;
    esac
    path=${path//$upper/$screaming} path=${path//$word/$name} path=${path//$lower/$kebab}
    [ -z "$item" ] || path=${path//${name}Item/$item}
    files+=("file=$stage/new/$path" "$source") folders+=("$stage/new/${path%/*}")
  done < <(find "Templates/$template" -type f ! -name '.*')
  mkdir -p "${folders[@]}"
  fields=$fields own_fields=$own_fields \
    awk -v word="$word" -v upper="$upper" -v lower="$lower" -v host="$host" \
    -v name="$name" -v screaming="$screaming" -v kebab="$kebab" -v prose="$prose" \
    -v item="${item:-${name}Item}" -v noun="$noun" -v id_type="$id_type" \
    -v kept_features="$kept_features" -v listed_features="$listed_features" \
    -f Templates/fields.awk -f Templates/output.awk -f Templates/render.awk "${files[@]}"
  rendered=()
  while IFS= read -r path; do rendered+=("${path#"$stage/new/"}"); done < <(
    find "$stage/new/Modules/$name" "$stage/new/Tests/${name}Tests" -type f)
  made=("${rendered[@]}")
  [ -z "$features$referenced" ] || declare_uses
  for path in $formerly; do
    declare_former_name "$stage/new/Modules/$name/Sources/Module/${name}Module.swift" "$path"
  done
  entry=$(manifest_entry)
  printf '%s\n' "$entry" >"$stage/entry"
  write_record >"$stage/new/$record"
  made+=("$record")
}

sort_function='
  function sort_list(list, n,  i, j, element) {
    for (i = 2; i <= n; i++) {
      element = list[i]
      for (j = i; j > 1 && list[j - 1] > element; j--) list[j] = list[j - 1]
      list[j] = element
    }
  }'

# Functions of awk for the arguments of a call in Swift.
argument_functions=$sort_function'
  # Splits arguments at the commas outside of brackets and strings.
  function split_arguments(text,  i, c, depth, isQuoted) {
    count = 1
    argument[1] = ""
    for (i = 1; i <= length(text); i++) {
      c = substr(text, i, 1)
      if (c == "\"") isQuoted = !isQuoted
      if (!isQuoted) depth += index("([", c) ? 1 : index(")]", c) ? -1 : 0
      if (c == "," && depth == 0 && !isQuoted) argument[++count] = ""
      else argument[count] = argument[count] c
    }
    for (i = 1; i <= count; i++) {
      gsub(/^[ \t]+|[ \t]+$/, "", argument[i])
      if (argument[i] !~ /^[A-Za-z]+: \[/) continue
      gsub(/[ \t]+/, " ", argument[i])
      sub(/\[ /, "[", argument[i])
      sub(/,? \]$/, "]", argument[i])
    }
    if (argument[count] == "") count--
  }
  function place(text) { return text ~ /^[A-Za-z]+:/ ? index(order, " " substr(text, 1, index(text, ":"))) : 0 }
  # Adds elements, separated by spaces, to the sorted array with a label.
  function add_elements(label, elements,  i, j, n, list, text) {
    if (elements == "") return
    for (i = 1; i <= count && index(argument[i], label ": [") != 1; i++);
    if (i > count) {
      for (i = ++count; i > 1 && place(argument[i - 1]) > index(order, " " label ":"); i--)
        argument[i] = argument[i - 1]
    } else {
      text = substr(argument[i], length(label) + 4)
      gsub(/[],[]/, " ", text)
    }
    n = split(text " " elements, list, " ")
    sort_list(list, n)
    text = list[1]
    for (j = 2; j <= n; j++) if (list[j] != list[j - 1]) text = text ", " list[j]
    argument[i] = label ": [" text "]"
  }
  # Writes the arguments in lines of less than 100 columns, as swift-format does.
  function write_arguments(indent, end,  i, line, part) {
    for (i = 1; i <= count; i++) {
      part = argument[i] (i < count ? "," : end)
      if (line != "" && length(indent line " " part) < 100) { line = line " " part; continue }
      if (line != "") print indent line
      line = part
      if (length(indent part) >= 100) line = broken_array(part, indent)
    }
    print indent line
  }
  function broken_array(part, indent,  i, n, list, line, text) {
    n = split(substr(part, index(part, "[") + 1), list, " ")
    text = substr(part, 1, index(part, "["))
    end_of_array = list[n]
    sub(/[^]]*/, "", end_of_array)
    sub(/].*/, ",", list[n])
    for (i = 1; i <= n; i++) {
      if (line != "" && length(indent "  " line " " list[i]) < 100) { line = line " " list[i]; continue }
      if (line != "") text = text "\n" indent "  " line
      line = list[i]
    }
    return text "\n" indent "  " line "\n" indent end_of_array
  }'

# Adds the features of `--uses` and `--needs` to the module's manifest and imports.
declare_uses() {
  local file=$stage/new/Modules/$name/Sources/Module/${name}Module.swift
  [ -f "$file" ] || fail "Templates/$template has no file Sources/Module/${word}Module.swift"
  awk -v used="$used_features $referenced" -v needed="$needed_features" "$argument_functions"'
    function target(line) { sub(/^.*import /, "", line); return line }
    function selves(names) { gsub(/[A-Za-z0-9]+/, "&.self", names); return names }
    BEGIN {
      order = " summary: requires: uses: answers: publishes: follows: activation:"
      pending = split(used " " needed, list, " ")
      for (i = 1; i <= pending; i++) if (!(list[i] in isImported)) { isImported[list[i]] = 1; imports[++total] = list[i] }
      pending = total
      for (i = 1; i <= pending; i++) imports[i] = imports[i] "Interface"
      sort_list(imports, pending)
      next_import = 1
    }
    /^(@?[a-z]+ )*import / {
      while (next_import <= pending && imports[next_import] <= target($0)) {
        if (imports[next_import] != target($0)) print "import " imports[next_import]
        next_import++
      }
      print
      wasImport = 1
      next
    }
    wasImport { while (next_import <= pending) print "import " imports[next_import++]; wasImport = 0 }
    !isInside && /Manifest\(/ {
      text = substr($0, index($0, "Manifest(") + 9)
      print substr($0, 1, length($0) - length(text))
      isInside = depth = 1
      $0 = text
      text = ""
    }
    isInside {
      text = text " " $0
      depth += gsub(/\(/, "(") - gsub(/\)/, ")")
      if (depth > 0) next
      isInside = 0
      sub(/\)[ \t]*$/, "", text)
      split_arguments(text)
      add_elements("requires", selves(needed))
      n = split(used, list, " ")
      used = ""
      for (i = 1; i <= n; i++) if (text !~ "[^A-Za-z0-9]" list[i] "\\.self") used = used " " list[i]
      add_elements("uses", selves(used))
      write_arguments("    ", ")")
      next
    }
    { print }' "$file" >"$stage/module"
  mv "$stage/module" "$file"
}

# Functions of awk for an entry of Package.swift, which read the order of its labels from there.
# shellcheck disable=SC2016
entry_functions=$argument_functions'
  function quoted(names) { gsub(/[A-Za-z0-9]+/, "\"&\"", names); return names }
  function split_entry(text) {
    gsub(/[ \t\n]+/, " ", text)
    sub(/^ *\.feature\( */, "", text)
    sub(/ *\),?$/, "", text)
    split_arguments(text)
  }
  function write_entry(  i, line) {
    for (i = 1; i <= count; i++) line = line (i > 1 ? ", " : "") argument[i]
    if (length(line) <= 86) { print "  .feature(" line ")"; return }
    print "  .feature("
    write_arguments("    ", ")")
  }
  /static func feature\(/ { isSignature = 1 }
  isSignature && /^ *\)/ { isSignature = 0 }
  isSignature {
    for (labels = $0; match(labels, /[A-Za-z]+:/); labels = substr(labels, RSTART + RLENGTH))
      order = order " " substr(labels, RSTART, RLENGTH)
  }'

# Prints the feature's entry for Package.swift: that of the template with the other dependencies.
manifest_entry() {
  local pattern="[^$newline]*path: \"Templates/$template\"[^$newline]*"
  [[ $entries =~ $pattern ]]
  entry=${BASH_REMATCH[0]} \
    awk -v name="$name" -v features="$features" -v kits="$needed_kits" -v references="$referenced" "$entry_functions"'
    END {
      split_entry(ENVIRON["entry"])
      argument[1] = quoted(name)
      for (i = 2; i <= count && argument[i] !~ /^path:/; i++);
      for (; i < count; i++) argument[i] = argument[i + 1]
      count--
      add_elements("interfaceDependencies", quoted(references))
      add_elements("dependencies", quoted(features))
      add_elements("kits", quoted(kits))
      write_entry()
    }' Package.swift
}

# Prints the entry in the variable `entry` with the changes from the one in `before` to that in `after`.
merged_entry() {
  awk "$entry_functions"'
    function elements(text, set,  i, j, n, list, label) {
      split_entry(text)
      for (i = 2; i <= count; i++) {
        label = substr(argument[i], 1, index(argument[i], ":") - 1)
        n = split(substr(argument[i], index(argument[i], "[") + 1), list, /[], ]+/)
        for (j = 1; j <= n; j++) if (list[j] != "") set[label " " list[j]] = 1
      }
    }
    END {
      elements(ENVIRON["before"], before)
      elements(ENVIRON["after"], after)
      split_entry(ENVIRON["entry"])
      for (key in after) if (!(key in before)) {
        split(key, words, " ")
        add_elements(words[1], words[2])
      }
      for (key in before) if (!(key in after)) {
        split(key, words, " ")
        for (i = 1; i <= count; i++) if (index(argument[i], words[1] ": [") == 1) {
          gsub(words[2] ", |, " words[2] "|" words[2], "", argument[i])
          if (argument[i] ~ /\[\]$/) { for (; i < count; i++) argument[i] = argument[i + 1]; count-- }
        }
      }
      write_entry()
    }' Package.swift
}

# Prints the template, its options, and the files as rendered, compressed. An existing record of the
# same files is kept, since not every gzip writes the same bytes.
write_record() {
  local header text
  header=$template$newline${given_fields:+"fields $given_fields$newline"}${item:+"item $item$newline"}${uses:+"uses $uses$newline"}${needs:+"needs $needs$newline"}${formerly:+"formerly $formerly$newline"}original
  (cd "$stage/new" && awk "$sort_function"'
    BEGIN {
      for (i = 1; i < ARGC; i++) list[i] = ARGV[i]
      sort_list(list, i - 1)
      list[0] = "../entry"
      for (i = 0; i < ARGC; i++) {
        print "file " list[i]
        while ((getline line <list[i]) > 0) print " " line
        close(list[i])
      }
    }' "${made[@]}") >"$stage/original"
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

# Reads the record of an existing feature: its files or, if an earlier version of this script made the
# feature, their checksums. Sets `other` to the name in a record of another feature.
read_record() {
  local path text='' pattern=$newline'[0-9]+ [0-9]+ ' folders=("$stage/base")
  other=''
  [ -f "$record" ] || return 0
  read_text text "$record"
  if [[ $text =~ $pattern ]]; then
    sed 1d "$record" >"$stage/checksums"
    return
  fi
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
      /../entry/) path=entry ;;
      */../*) path='' ;;
      "/Modules/$name/"* | "/Tests/${name}Tests/"*) ;;
      *) path='' ;;
    esac
    [ -n "$path" ] || fail "'$record' is damaged; restore it from version control"
    path=$stage/base/$path
    folders+=("${path%/*}")
  done < <(sed -n 's/^file //p' "$stage/recorded")
  mkdir -p "${folders[@]}"
  (cd "$stage/base" && awk '
    /^file / { if (file) close(file); file = substr($0, 6); sub(/^\.\.\//, "", file); printf "" >file; next }
    { print substr($0, 2) >file }' ../recorded)
}

# Writes the registries into the stage, with or without the feature's lines.
register() {
  local module='' import='' app=App/AppModules.swift file
  if [ "$mode" = create ]; then
    module="    ${name}Module.self," import="import $name"
  else
    entry=''
  fi
  for file in "${registries[@]}"; do [ -w "$file" ] || fail "'$file' cannot be written"; done
  cp -p "${registries[@]}" "$stage/new/"
  mv "$stage/new/${app##*/}" "$stage/new/$app"
  update_list "$entry" Package.swift >"$stage/new/Package.swift"
  update_list "$module" "$app" "$import" >"$stage/new/$app"
  [ "${#registries[@]}" = 2 ] || update_table
}

# Writes the README into the stage, with or without the feature's row in the table of modules, which
# lists the actions and the events in the module's manifest.
update_table() {
  local module=$stage/new/Modules/$name/Sources/Module/${name}Module.swift
  [ -f "$module" ] || module=/dev/null
  awk -v name="$name" -v mode="$mode" -v row="$table_row" '
    FILENAME != "README.md" { manifest = manifest " " $0; next }
    function names(label, prefix, suffix,  text) {
      if (!match(manifest, label ": \\[[^]]*\\]")) return ""
      text = substr(manifest, RSTART + length(label) + 3, RLENGTH - length(label) - 4)
      gsub(prefix "|" suffix, "", text)
      gsub(/[ \t]+/, " ", text)
      gsub(/^ |,? $/, "", text)
      return text
    }
    function write_row(  events) {
      if (exists || mode == "remove") return
      events = names("publishes", "^$", "\\.self")
      print "| " name " | " names("answers", name "\\.", "^$") " |" (events ? " " : "") events " | `Modules/" name "` |"
      exists = 1
    }
    $0 ~ "^" row "$" {
      if ($2 == name && mode == "add") { write_row(); next }
      if ($2 == name) { if (mode == "remove") next; exists = 1 }
      else if ($2 > name) write_row()
      isTable = 1
      print
      next
    }
    isTable { write_row(); isTable = 0 }
    { print }
    END { if (isTable) write_row() }' "$module" README.md >"$stage/new/README.md"
}

# Prints the registry $2 with the entry $1 in its sorted list and the line $3 among its imports or, when
# these are empty, without those of the feature. As by swift-format, a comma follows each entry, but not
# the only one of a list.
update_list() {
  entry=$1 awk -v name="$name" -v import="${3:-}" \
    -v known="^ *([.]feature[(])?\"?$name(\"|Module[.]self)" '
    BEGIN { entry = ENVIRON["entry"] }
    NR == FNR { if ($0 ~ known) exists = 1; next }
    { wasImport = isImport; isImport = /^([a-z]+ )?import / }
    isImport && $NF == name { if (import == "" || isImported) next; isImported = 1 }
    import != "" && !isImported && (isImport ? $NF > name : wasImport) { print import; isImported = 1 }
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
    END { exit !isOver }' "$2" "$2" || fail "'$2' has no list '[  // sorted; kept by generate.sh'"
}

# Compares the checkout with the stage: writes a verb and a path into each line of the plan, and sets
# `conflicts` to the paths with conflicts, and `has_changes`.
make_plan() {
  local path verb unedited
  conflicts='' has_changes=''
  unedited=$(
    printf '%s\n' "${registries[@]}" "$record"
    [ ! -s "$stage/checksums" ] || existing_files -exec cksum {} + | awk '
      isMade { made[$0] = 1; next }
      $0 in made { sub(/^[0-9]+ [0-9]+ /, ""); print }' isMade=1 "$stage/checksums" isMade= -
  )
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
    printf '%-9s  %s\n' "$verb" "$path"
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

# Lists the files or the folders (deepest first) of the feature; `find` receives the arguments.
existing_files() { find_in_feature ! -type d ! -name .DS_Store "$@"; }
existing_folders() { find_in_feature -depth -type d; }
find_in_feature() {
  local folder feature folders=()
  for feature in ${updated:-"$name"}; do
    for folder in "Modules/$feature" "Tests/${feature}Tests"; do
      [ ! -d "$folder" ] || folders+=("$folder")
    done
  done
  [ "${#folders[@]}" = 0 ] || find "${folders[@]}" "$@"
}

# Lists the lines outside the feature that use it.
users_of_feature() {
  local word="($name|${name}Interface|${name}Module)"
  (cd "$stage/new" && grep -nE "^[^/]*(\"$word\"|[^A-Za-z0-9_\"]$word\.self)" Package.swift App/*) || :
  run_rules users "$name"
}

# Lists the lines of the app, of the README and in the comments of Package.swift that name the feature, its
# command or its folder. A README that says how to create the feature names it as an example.
lines_with_feature() {
  local word="(\"|\`|://|(^|[^A-Za-z0-9-])$host )$kebab([^A-Za-z0-9-]|$)|Modules/$name([^A-Za-z0-9]|$)"
  local example="[\"\`]${name}[\"\`]|MODULE=([A-Za-z0-9]+,)*$name([^A-Za-z0-9]|$)"
  grep -nHE "$word" App/*.swift || :
  # The lines as they are after the removal, which edits the list of features and a table of the modules.
  (cd "$stage/new" && grep -nHE "//.*($word|$example)" Package.swift) || :
  [ -f README.md ] && ! grep -qE "generate\.sh $name( |$)" README.md || return 0
  [ ! -f "$stage/new/README.md" ] || cd "$stage/new"
  grep -nHE "$word|$example" README.md || :
}

# Merges what has changed in the template of the feature $1 since it was made: writes the new files
# into the stage, and their verbs into the plan.
update_feature() (
  trap 'signal=15' HUP INT TERM # a subshell has no traps at first
  all=$stage name=$1 record=Modules/$1/.template stage=$stage/$1
  local path
  mkdir "$stage"
  read_options
  read_placeholder
  [ -z "$uses$needs" ] || read_dependencies
  set_names "$name"
  if [ -n "$added_fields" ]; then
    [ -n "$given_fields" ] || [ ! -f "Templates/$template/.fields" ] ||
      read -r given_fields <"Templates/$template/.fields"
    given_fields+="; $added_fields"
  fi
  read_fields
  read_record
  [ -z "$other" ] || return 0
  if [ ! -d "$stage/base" ]; then
    path="'$name' has a record of checksums only, so its edits cannot be merged; commit them, then \
'./generate.sh $name --force' writes a new record and overwrites edited files"
    [ "$names" = 0 ] || fail "$path"
    print_error "$path"
    return
  fi
  render
  if is_same "$stage/original" "$stage/recorded"; then # the template has not changed
    printf '%s\n' "${made[@]}" | sort | while read -r path; do
      [ ! -e "$path" ] || printf 'identical  %s\n' "$path"
    done >>"$all/plan"
    return
  fi
  pair_renamed "$stage/base" "$stage/new" >"$stage/moved"
  {
    while read -r path; do check_interrupt && merge "$path"; done < <(
      { cd "$stage/base" && find Modules Tests -type f && cd ../new && find Modules Tests -type f; } |
        sort -u
    )
    update_entry
  } >>"$all/plan"
)

# Merges the file with the path $1 into the stage; prints its verb and its path.
merge() {
  local path=$1 base=$stage/base/$1 new=$stage/new/$1 target
  if [ "$path" = "$record" ]; then
    if is_same "$path" "$new"; then echo "identical  $path"; else result update "$path" "$new"; fi
  elif [ ! -e "$base" ]; then
    if ! target=$(paired "$path" 2 1) || ! can_rename "$target" "$path"; then
      merge_file "$path" "$path" /dev/null "$new"
    elif is_same "$target" "$stage/base/$target"; then # the template has renamed the file
      result create "$path" "$new"
    else
      merge_file "$target" "$path" "$stage/base/$target" "$new"
    fi
  elif [ ! -e "$new" ]; then
    if [ ! -e "$path" ] && [ ! -L "$path" ]; then
      :
    elif is_unedited "$path" || { target=$(paired "$path" 1 2) && can_rename "$path" "$target"; }; then
      printf '%-9s  %s\n' remove "$path"
    else
      printf '%-9s  %s\n' conflict "$path"
      print_error "'$path' was edited here and is no more in the template, so it was left as it is"
    fi
  elif [ -e "$path" ]; then
    merge_file "$path" "$path" "$base" "$new"
  elif is_same "$base" "$new"; then
    : # was deleted here
  elif target=$(renamed "$path"); then
    merge_file "$target" "$target" "$base" "$new"
  else
    printf '%-9s  %s\n' skip "$path"
  fi
}

# Whether the file $1, which the template has renamed to $2, can be merged into a new file $2.
can_rename() {
  local status=0
  [ -f "$1" ] && [ ! -L "$1" ] && [ ! -e "$2" ] && [ ! -L "$2" ] || return 1
  git merge-file -p "$1" "$stage/base/$1" "$stage/new/$2" >/dev/null 2>&1 || status=$?
  [ "$status" -le 127 ]
}

# Whether the file $1 is as the template made it.
is_unedited() { [ ! -L "$1" ] && is_same "$1" "$stage/base/$1"; }

# Merges the changes from the file $3 to the file $4 into the file $1, as the file $2.
merge_file() {
  local status=0 merged=$stage/merged
  if [ ! -e "$1" ] && [ ! -L "$1" ]; then
    result create "$2" "$4"
  elif [ -e "$2" ] && { is_same "$1" "$4" || is_same "$3" "$4"; }; then
    printf '%-9s  %s\n' identical "$1"
  elif [ ! -L "$1" ] && is_same "$1" "$3"; then
    result update "$2" "$4"
  elif [ ! -f "$1" ] || [ -L "$1" ]; then
    printf '%-9s  %s\n' conflict "$1"
    print_error "'$1' is no longer a regular file, so it was left as it is"
  elif [ "$(grep -cE '^(<<<<<<<|>>>>>>>) ' "$1")" -gt 1 ]; then
    fail "'$1' has a conflict from an earlier update; resolve it first"
  else
    cp -p "$1" "$merged"
    git merge-file -p -L "$1" -L "template before" -L "template" "$1" "$3" "$4" >"$merged" || status=$?
    if [ "$status" -gt 127 ]; then
      printf '%-9s  %s\n' conflict "$1"
      print_error "'$1' is not text, so it was left as it is"
    elif [ "$status" != 0 ]; then
      result conflict "$2" "$merged"
    elif is_same "$merged" "$2"; then
      printf '%-9s  %s\n' identical "$2"
    else
      result merge "$2" "$merged"
    fi
  fi
}

# Prints the verb $1 and the path $2, and stages the file $3 for the path.
result() {
  printf '%-9s  %s\n' "$1" "$2"
  make_parent "$all/new/$2"
  cp -p "$3" "$all/new/$2"
}

# Lists the pairs of similar files of which the first is only in the folder $1, and the second only in
# the folder $2: their paths with a tab between them.
pair_renamed() {
  local folder
  for folder in "Modules/$name" "Tests/${name}Tests"; do
    [ ! -d "$1/$folder" ] || [ ! -d "$2/$folder" ] || {
      git -c core.quotePath=false diff --no-index --no-ext-diff --name-status -M --diff-filter=R \
        "$1/$folder" "$2/$folder" || [ $? = 1 ] # they differ
    } | awk -F '\t' -v folder="$folder/" '
      function path(text) { return substr(text, index(text, folder)) }
      { print path($2) "\t" path($3) }'
  done
}

# Prints the other path of the pair in the template's renamed files that has the path $1 as its field $2.
paired() {
  awk -F '\t' -v path="$1" -v key="$2" -v value="$3" '
    $key == path { print $value; isFound = 1; exit }
    END { exit !isFound }' "$stage/moved"
}

# Prints the path that a file with the path $1 in the template was given in the checkout.
renamed() {
  [ -e "$stage/renamed" ] || pair_renamed "$stage/base" . >"$stage/renamed"
  awk -F '\t' -v path="$1" '
    $1 == path { print $2; isFound = 1; exit }
    END { exit !isFound }' "$stage/renamed"
}

# Adds to the feature's entry in Package.swift what the template's entry has gained, and removes what
# it has lost.
update_entry() {
  local file=$all/new/Package.swift entry
  ! is_same "$stage/base/entry" "$stage/entry" || return 0
  entry=$(grep -E "^\.feature\( ?\"$name\"[,)]" <<<"$entries" || :)
  if [ -z "$entry" ] || grep -A 8 "\"$name\"" Package.swift | sed '/),$/q' | grep -q //; then
    printf '%-9s  %s\n' conflict Package.swift
    print_error "the entry of '$name' in Package.swift cannot be merged; the template's is now:
$(cat "$stage/entry")"
    return
  fi
  before=$(cat "$stage/base/entry") after=$(cat "$stage/entry") entry=$entry merged_entry \
    >"$stage/merged_entry"
  [ -f "$file" ] || cp -p Package.swift "$file"
  update_list '' "$file" >"$stage/without"
  update_list "$(cat "$stage/merged_entry")" "$stage/without" >"$file"
  if is_same Package.swift "$file"; then
    rm "$file"
  elif ! grep -qx 'update     Package.swift' "$all/plan"; then
    printf '%-9s  %s\n' update Package.swift
  fi
}

# Lists the lines of the features $1, a name in each line, that are missing in Package.swift,
# App/AppModules.swift and a table of modules in the README.
missing_registrations() {
  local name entries app readme=''
  entries=$(all_entries <Package.swift)
  read_text app App/AppModules.swift
  has_table || readme=''
  while read -r name; do
    [ -d "Modules/$name/Interface" ] || continue # module-rules reports it
    [[ $entries =~ \.feature\(\ ?\"$name\" ]] ||
      echo "Package.swift: no line '.feature(\"$name\")', write it with what the feature depends on"
    has_line "$app" "import $name" || echo "App/AppModules.swift: no line 'import $name', write it"
    [[ $app =~ [[:space:]]${name}Module\.self ]] ||
      echo "App/AppModules.swift: no line '${name}Module.self,', write it"
    [ -z "$readme" ] || [[ $readme == *"$newline| $name |"*"\`Modules/$name\`"* ]] ||
      echo "README.md: no line '| $name | <its actions> | <its events> | \`Modules/$name\` |', write it"
  done <<<"$1"
}

# Runs a command of the program module-rules, which analyzes the sources. It is compiled when it is
# missing or older than its own sources; not by SwiftPM, whose lock a build or a test may hold, and which
# cannot read a Package.swift with a mistake. All apps on one checkout share the program.
run_rules() {
  local package=. location program file is_old='' sources
  location=$(dependency)
  case $location in
    '') ;;
    *://* | *@*:*) # as SwiftPM names the folder
      package=${location%/} package=.build/checkouts/${package##*[/:]} package=${package%.git}
      ;;
    *) package=$location ;;
  esac
  program=$package/.build/module-rules
  [ "$package" = . ] || [ -d "$package" ] || swift package resolve >&3 2>&3 || :
  sources=("$package"/Modules/Kits/ModuleRules/*.swift "$package"/Tests/ModuleRulesProgram/main.swift)
  for file in "${sources[@]}"; do [ "$program" -nt "$file" ] || is_old=yes; done
  if [ -n "$is_old" ]; then
    [ -f "${sources[0]}" ] || fail "'$package' has no Modules/Kits/ModuleRules, from which '$program' is \
compiled; restore it from version control, or edit '.package(…)' in Package.swift"
    print_error "compiles '$program' once, which takes about 15 s"
    mkdir -p "$package/.build"
    # The library and the program are one module here, so that one command compiles them.
    swiftc -Osize -whole-module-optimization -suppress-warnings -package-name Interchange \
      -module-name ModuleRules -o "$program.$$" "${sources[@]}" >&3 2>&3 ||
      fail "cannot compile '$program'"
    mv -f "$program.$$" "$program"
  fi
  "$program" "$@"
}

# Carries out the plan. `finish` undoes it unless all of it succeeds.
commit() {
  local verb path has_removed=''
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
        has_removed=yes
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
  [ -z "$has_removed" ] || find_in_feature -depth \( -name .DS_Store -o -type d -empty \) -delete
  check_interrupt
  is_committing=''
}

# Makes the changes $2, see Templates/edit.awk, in the file $1; returns 4 if it lacks their place.
edit_file() {
  local status=0
  awk -v file="$1" -f Templates/edit.awk <<<"$2" >"$stage/edited" || status=$?
  [ "$status" = 0 ] || return "$status"
  cat "$stage/edited" >"$1"
}

# Says in the manifest of the module in the file $1, if it has one, that its feature had the command $2.
declare_former_name() {
  local status=0
  [ -f "$1" ] || return 0
  edit_file "$1" "element${tab}Manifest${tab}formerly$tab\"$2\"" || status=$?
  [ "$status" = 4 ] || return "$status"
}

# Gives the generated feature $1 the name $2.
rename_feature() {
  local old=$1 new=$2 old_kebab old_screaming old_prose old_noun own_types text moves
  name=$old folder='' record=Modules/$old/.template
  if [ ! -f "$record" ]; then
    # shellcheck disable=SC2046  # one word for each feature
    text=$(run_rules nearest "$old" $(generated_features))
    [ -z "$text" ] || text="; did you mean '$text'?"
    fail "'$old' was not generated$text" 2
  fi
  has_begun=yes
  read_options
  read_placeholder
  set_names "$old"
  old_kebab=$kebab old_screaming=$screaming old_prose=$prose old_noun=$noun
  set_names "$new"
  text=$(name_problem "$new")
  [ -z "$text" ] || fail "$text; try '$(suggestion "$new")'" 2
  [ -z "$uses$needs" ] || read_dependencies
  make_stage
  read_record
  [ -d "$stage/base" ] || fail "'$old' has a record of checksums only; commit its edits, then \
'./generate.sh $old --force' writes a new record"
  own_types=$({ grep -rhoE --include='*.swift' "(^|[^A-Za-z0-9_.])$kind ${old}[A-Za-z0-9_]*" "Modules/$old" "Tests/${old}Tests" || :; } |
    sed 's/.* //' | sort -u)
  own_types=$(printf '%s\n' "$own_types" "$old" "${old}Interface" "${old}Module" "${old}Tests" | paste -s -d ' ' -)
  render_as "$old" as-old
  [ -z "$item" ] || item=$(sed -E "s/^$old([A-Z0-9]|$)/$new\\1/" <<<"$item")
  set_names "$new"
  text=" $formerly $old_kebab "
  formerly=$(xargs <<<"${text// $kebab / }")
  render_as "$new" as-new
  list_renaming
  awk -v types="$own_types" -v old="$old" -v new="$new" -v old_kebab="$old_kebab" -v new_kebab="$kebab" \
    -v old_screaming="$old_screaming" -v new_screaming="$screaming" -v old_prose="$old_prose" \
    -v new_prose="$prose" -v old_noun="$old_noun" -v new_noun="$noun" -v host="$host" \
    -v variables="$(tr 'a-z-' 'A-Z_' <<<"$host")" -v long="$stage/long" -f Templates/rename.awk "$stage/renaming"
  finish_renaming
  updated="$old $new"
  if [ -z "$dry_run" ]; then commit; fi
  {
    printf '%s\n' "${moves[@]}"
    grep '^update ' "$stage/plan" || :
    [ -z "$dry_run" ] || echo "Nothing written: this is a dry run."
  } 2>/dev/null || :  # succeeds even when nobody reads the output
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

# Lists what `--rename` writes, for Templates/rename.awk, and copies the files to where they are renamed.
list_renaming() {
  local source target other texts
  { find_in_feature \( -type f -o -type l \) ! -name .DS_Store ! -path "$record" | sort; } >"$stage/sources"
  with_new_name "$stage/sources" >"$stage/moves"
  other=$(cut -f 2 "$stage/moves" | sort | uniq -d)
  [ -z "$other" ] || fail "two files would get the path '${other%%[[:cntrl:]]*}'; rename one of them first"
  texts=$(find_in_feature -type f -exec grep -Il '' {} +) || :
  while IFS=$'\t' read -r source target; do
    make_parent "$stage/new/$target"
    cp -Pp "$source" "$stage/new/$target"
  done <"$stage/moves"
  (cd "$stage/as-old/new" && find Modules Tests -type f ! -name .template | sort) >"$stage/made"
  with_new_name "$stage/made" >"$stage/made-moves"
  { # in no subshell, which a signal would end while its tools write
    while IFS=$'\t' read -r source target; do
      printf 'pair\t%s\t%s\n' "$stage/as-old/new/$source" "$stage/as-new/new/$target"
    done <"$stage/made-moves"
    while IFS=$'\t' read -r source target; do
      ! has_line "$texts" "$source" || printf 'own\t%s\t%s\n' "$source" "$stage/new/$target"
    done <"$stage/moves"
    if ! is_same "$stage/as-old/original" "$stage/recorded"; then # the template has changed
      (cd "$stage/base" && find Modules Tests -type f | sort) >"$stage/bases"
      mkdir -p "$stage/record/new"
      printf 'other\t%s\t%s\n' "$stage/base/entry" "$stage/record/entry"
      with_new_name "$stage/bases" >"$stage/base-moves"
      while IFS=$'\t' read -r source target; do
        make_parent "$stage/record/new/$target"
        printf 'own\t%s\t%s\n' "$stage/base/$source" "$stage/record/new/$target"
      done <"$stage/base-moves"
    fi
    for source in Package.swift App/AppModules.swift; do printf 'list\t%s\t%s\n' "$source" "$stage/new/$source"; done
    ! has_table || printf 'table\tREADME.md\t%s\n' "$stage/new/README.md"
    run_rules users "$old" >"$stage/lines"
    cut -d : -f 1 "$stage/lines" | sort -u >"$stage/users"
    while read -r source; do
      make_parent "$stage/new/$source"
      cp -p "$source" "$stage/new/$source"
      printf 'other\t%s\t%s\n' "$source" "$stage/new/$source"
    done <"$stage/users"
    for other in $(generated_features); do
      [ "$other" != "$old" ] || continue
      unpack_record "Modules/$other/.template" >"$stage/$other.record" || continue # it has checksums
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

# Writes the entries of Package.swift that name the feature in lines of less than 100 columns again,
# except those with comments.
wrap_entries() {
  local file=$stage/new/Package.swift name entry named
  named=$(all_entries <"$file" | grep -v ' path: ' | grep "^\.feature(.*\"$new\"")
  while read -r entry; do
    name=${entry#*\"} name=${name%%\"*}
    entry=$(before='' after='' entry=$entry merged_entry)
    if [[ $(<"$file") == *"$entry"* ]] || grep -B 1 -A 8 "\"$name\"" "$file" | sed '/),$/q' | grep -q //; then continue; fi
    update_list '' "$file" >"$stage/without"
    update_list "$entry" "$stage/without" >"$file"
  done <<<"$named"
}
# Prints the files of the record in the file $1 with the entry, which is the first of them, likewise.
wrapped_record() {
  local entry
  entry=$(sed -e 1d -e '2,/^file /!d' -e '/^file /d' "$1" | all_entries)
  echo "file ../entry"
  before='' after='' entry=$entry merged_entry | sed 's/^/ /'
  awk 'NR > 1 && /^file / { isFile = 1 } isFile' "$1"
}

# Completes the files of `--rename` after their names are replaced, and makes the plan.
finish_renaming() {
  local path header other status=4
  wrap_entries
  path=$({ grep -rlE '[^A-Za-z0-9_]Manifest\(' "$stage/new/Modules/$new/Sources" || :; } | sed -n 1p)
  if [ -n "$path" ]; then
    status=0
    edit_file "$path" "element${tab}Manifest${tab}formerly$tab\"$old_kebab\"
without${tab}Manifest${tab}formerly$tab\"$kebab\"" || status=$?
  fi
  [ "$status" = 0 ] || [ "$status" = 4 ] || exit "$status"
  if [ "$status" = 4 ]; then
    print_error "no 'Manifest(…)' is in Modules/$old/Sources; write 'formerly: [\"$old_kebab\"]' into that of the module"
  fi
  record=Modules/$new/.template
  if [ -d "$stage/record" ]; then
    (
      trap 'signal=15' HUP INT TERM # a subshell has no traps at first
      name=$new stage=$stage/record
      for header in $formerly; do
        declare_former_name "$stage/new/Modules/$new/Sources/Module/${new}Module.swift" "$header"
      done
      made=()
      while IFS= read -r path; do made+=("$path"); done < <(cd "$stage/new" && find Modules Tests -type f)
      write_record
      check_interrupt
    ) >"$stage/new/$record"
  else
    cp "$stage/as-new/new/$record" "$stage/new/$record"
  fi
  for path in "$stage"/*.renamed; do
    if [ ! -f "$path" ] || is_same "$path" "${path%.renamed}.record"; then continue; fi
    other=${path##*/} other=${other%.renamed} path=Modules/$other/.template
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
    wrapped_record "$stage/$other.renamed" >"$stage/wrapped"
    pack_record "$header" "$stage/wrapped" >"$stage/new/$path"
  done
  {
    cut -f 2 "$stage/moves" | sed 's/^/create     /'
    echo "create     $record"
    (cd "$stage/new" && find . -type f | sed 's|^\./||' | sort) | while read -r path; do
      [ ! -e "$path" ] || is_same "$path" "$stage/new/$path" || echo "update     $path"
    done
    { echo "Modules/$old/.template" && cut -f 1 "$stage/moves"; } | sed 's/^/remove     /'
  } >"$stage/plan"
  moves=("rename     Modules/$old/.template → $record")
  while IFS= read -r path; do moves+=("rename     ${path/$'\t'/ → }"); done <"$stage/moves"
  name=$old kebab=$old_kebab
  path=$(lines_with_feature
    grep -rnE "(^|[^A-Za-z0-9-])$host( |://)$old_kebab([^A-Za-z0-9-]|$)" Modules Tests |
      grep -vE "^(Modules/$old|Tests/${old}Tests)/" || :)
  [ -z "$path" ] || print_error "these lines still name '$old' or its command; edit them:$newline$path"
  [ ! -s "$stage/long" ] || print_error "these files have lines of more than 100 columns now; format them with \
'swift format -i':$newline$(sed "s|^$stage/new/|  |" "$stage/long" | sort -u)"
}

# Adds a part of the kind $part_kind with the name $part to the feature $name, with its test.
add_part() {
  local interface=Modules/$name/Interface/$name.swift module=Modules/$name/Sources/Module/${name}Module.swift
  local part_kebab part_prose event event_prose item='' condition=plain source path files=() own=() edits='' by_hand=''
  local tests=Tests/${name}Tests
  [[ $part_kind =~ ^[a-z]+$ && -d Templates/Parts/$part_kind ]] || {
    path=$(cd Templates/Parts && printf ', %s' */)
    path=${path//\//}
    fail "no kind of part '${part_kind//[[:cntrl:]]/?}'; the kinds are ${path#, }" 2
  }
  for path in "$interface" "$module"; do
    [ -f "$path" ] || fail "'$name' is no feature that can get a part: '$path' does not exist" 2
  done
  case $part in
    [!A-Za-z]* | *[!A-Za-z0-9-]* | *- | *--* | '') fail "'${part//[[:cntrl:]]/?}' cannot be the name of a part; expected one such as 'markDone'" 2 ;;
  esac
  has_begun=yes
  read_text package Package.swift
  entries=$(all_entries <Package.swift)
  word='' item=''
  [ "$part_kind" != event ] || part=${part#"$name"}
  {
    read -r part
    read -r part_kebab
    read -r part_prose
  } < <(awk -v text="$part" 'BEGIN { # as the field of a setting is named after it
    while (match(text, /[a-z0-9][A-Z]/)) text = substr(text, 1, RSTART) "-" substr(text, RSTART + 1)
    text = tolower(text)
    for (part = text; match(part, /-./);)
      part = substr(part, 1, RSTART - 1) toupper(substr(part, RSTART + 1, 1)) substr(part, RSTART + 2)
    print part "\n" text
    gsub(/-/, " ", text)
    print text
  }')
  [ ${#part} -le 25 ] || fail "'$part' has more than 25 characters" 2
  is_free_word "$part" || fail "'$part' is a word of Swift; choose another name" 2
  set_names "$name"
  event=$name$(awk -v part="$part" 'BEGIN { print toupper(substr(part, 1, 1)) substr(part, 2) }')
  event_prose="$prose $part_prose" item=''
  read_text text "$interface"
  if grep -qs "static let rows" "Modules/$name/Sources/View/${name}View.swift"; then
    if [[ $text =~ static\ let\ list\ =\ Action\<Empty,\ \[([A-Za-z]+)\] && $text == *"struct ${name}Changed"* ]]; then
      condition=kept item=${BASH_REMATCH[1]}
    elif [[ $text =~ static\ let\ list\ =\ Action\<ListRequest,\ ListPage\<([A-Za-z]+)\> ]]; then
      condition=list item=${BASH_REMATCH[1]}
    fi
  fi
  make_stage
  path=${event#"$name"}
  for source in "Templates/Parts/$part_kind"/*; do
    case $source in
      *Tests.swift) own+=("$tests/${name}${path}Tests.swift") ;;
      *MyEvent.swift) own+=("Modules/$name/Interface/$event.swift") ;;
      *.swift) own+=("Modules/$name/Sources/Module/${name}Module+$path.swift") ;;
      *)
        files+=("file=$stage/${source##*/}" "$source")
        continue
        ;;
    esac
    [ ! -e "${own[${#own[@]} - 1]}" ] || fail "'${own[${#own[@]} - 1]}' exists already; choose another name"
    make_parent "$stage/new/${own[${#own[@]} - 1]}"
    files+=("file=$stage/new/${own[${#own[@]} - 1]}" "$source")
  done
  case $part_kind in
    action) path=$interface ;;
    *) path=$module ;;
  esac
  ! grep -qE "(let|var|func) $part([^A-Za-z0-9_]|$)" "$path" || fail "'$path' has a '$part' already; choose another name"
  awk -v name="$name" -v kebab="$kebab" -v part="$part" -v part_kebab="$part_kebab" -v part_prose="$part_prose" \
    -v event="$event" -v event_prose="$event_prose" -v item="$item" -v condition="$condition" \
    -f Templates/output.awk -f Templates/Parts/parts.awk "${files[@]}"
  edits=$(sed -e "s/MyFeature/$name/g" -e "s/MyEvent/$event/g" -e "s/myPart/$part/g" -e "s|STAGE|$stage|g" "Templates/Parts/$part_kind/.edits")
  for path in "$interface" "$module"; do
    source=$(sed -n "s/^${path##*/}$tab//p" <<<"$edits")
    [ -n "$source" ] || continue
    make_parent "$stage/new/$path"
    cp -p "$path" "$stage/new/$path"
    edit_part_of "$path" "$source"
  done
  ! has_table || ! grep -q "^| $name |" README.md || update_table
  if [ -n "$by_hand" ]; then fail "the part cannot be added; write these lines first, or all of it by hand:$by_hand"; fi
  (cd "$stage/new" && find . -type f | sed 's|^\./||' | sort) | while read -r path; do
    if [ ! -e "$path" ]; then
      echo "create     $path"
    elif ! is_same "$path" "$stage/new/$path"; then
      echo "update     $path"
    fi
  done >"$stage/plan"
  [ -n "$dry_run" ] || commit
  {
    cat "$stage/plan"
    if [ -n "$dry_run" ]; then
      echo "Nothing written: this is a dry run."
    else
      printf '\ntest  MODULE=%s swift test\n' "$name"
    fi
  } 2>/dev/null || :  # succeeds even when nobody reads the output
}

# Makes the changes $2 in the staged file $1. Those without a place are added to `by_hand`.
edit_part_of() {
  local status=0 lines path
  edit_file "$stage/new/$1" "$2" || status=$?
  [ "$status" != 0 ] || return 0
  [ "$status" = 4 ] || exit "$status"
  by_hand+="$newline  in $1:"
  while IFS=$tab read -r kind_of_edit call label lines; do
    case $kind_of_edit in
      element) by_hand+="$newline    $label: [$lines] in $call(…)" ;;
      argument) by_hand+="$newline    $label in $call(…)" ;;
      lines | before) by_hand+="$newline$(cat "$label")" ;;
    esac
  done <<<"$2"
}

# Creates the folder $folder with what the function $1 writes into the stage. It appears complete or
# not at all.
create_folder() {
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
  "$1"
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
      "show_use_of_$mode"
    fi
  } 2>/dev/null || :  # succeeds even when nobody reads the output
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

# Writes the files of an app with its first feature into the stage.
copy_app_with_feature() {
  copy_app
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
  cp -Rp "$stage/new/." .
  rm -rf "$stage"
  check_interrupt
)

# Writes the files of an app into the stage, with its name in place of MyApp and of this host.
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

# Prints the path or the URL of the first package in Package.swift.
dependency() {
  sed -nE 's/^ *\.package\(.*(path|url): "(([^"\]|\\.)*)".*/\2/p' Package.swift |
    sed -e 's/\\\(.\)/\1/g' -e 1q
}

# Chooses the stage of a run that writes nothing.
make_scratch_stage() {
  [ -n "$scratch" ] || fail "'${TMPDIR:-/tmp}' cannot be written"
  stage=$scratch
}

# Creates the stage; only one run can write into the checkout.
make_stage() {
  if [ -n "$dry_run" ]; then
    make_scratch_stage
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

main() {
  mode=create action='' name='' folder='' names=0 url='' revision='' dry_run='' force=''
  template='' uses='' needs='' given_fields='' added_fields='' item='' fields='' referenced='' noun=''
  formerly='' own_fields='' kept_features='' listed_features='' id_type='' features='' used_features='' needed_features='' needed_kits=''
  all='' updated='' stage='' new='' locked='' has_begun='' is_committing='' signal='' scratch=''
  package='' reserved='' text=''
  registries=(Package.swift App/AppModules.swift)
  # A regular expression without backslashes, which some `awk -v` remove.
  # shellcheck disable=SC2016
  table_row='[|] [A-Z][A-Za-z0-9]* [|].*[|] `Modules/[A-Za-z0-9]*` [|]'
  trap finish EXIT
  trap 'signal=1' HUP
  trap 'signal=2' INT
  trap 'signal=15' TERM
  trap '' PIPE
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/generate.XXXXXX" 2>/dev/null) || scratch=''
  [ -z "$scratch" ] || exec 2>"$scratch/.errors" # no feature has this name
  caller=$PWD
  script=${BASH_SOURCE[0]}
  while [ -L "$script" ]; do
    link=$(readlink "$script")
    case $link in /*) script=$link ;; *) script=${script%"${script##*/}"}$link ;; esac
  done
  script=${script%"${script##*/}"}
  cd -- "${script:-.}"
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) usage && exit ;;
      --list | --remove | --rename | --update | --check | --affected | --app)
        [ "${action:-$1}" = "$1" ] || fail "'$action' and '$1' exclude each other" 2
        action=$1 mode=${1#--}
        ;;
      --url | --revision | --template | --uses | --needs | --fields | --field | --item)
        case ${2:-} in '' | -*) fail "'$1' needs a value" 2 ;; esac
        case $1 in
          --url) url=$2 ;;
          --revision) revision=$2 ;;
          --template) template=$2 ;;
          --fields) given_fields+=${given_fields:+, }$2 ;;
          --field) added_fields+=${added_fields:+, }$2 ;;
          --item) item=$2 ;;
          --uses) uses+=${uses:+,}$2 ;;
          --needs) needs+=${needs:+,}$2 ;;
        esac
        shift
        ;;
      --add)
        [ $# -ge 3 ] || fail "'--add' needs a kind of part and a name, as in './generate.sh ShoppingList --add action share'" 2
        [ -z "$action" ] || fail "'$action' and '--add' exclude each other" 2
        action=$1 mode=add part_kind=$2 part=$3
        shift 2
        ;;
      --all) all=yes ;;
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
  if [ "$mode" != create ] && [ -n "$template$uses$needs$given_fields$item" ]; then
    fail "'--template', '--uses', '--needs', '--fields' and '--item' are for a new feature" 2
  fi
  case $given_fields$added_fields in
    *[[:cntrl:]]* | *\;*) fail "fields have one line and no semicolon; separate them by commas" 2 ;;
  esac
  if [ -n "$added_fields" ]; then
    [ "$mode$names$template$uses$needs$given_fields$item$force" = create1 ] ||
      fail "'--field' adds to one feature, as in './generate.sh ShoppingList --field price:decimal?'" 2
    mode=update
  fi
  [ -z "$all" ] || [ "$mode" = update ] || fail "'--all' needs '--update'" 2
  [ "$mode" != create ] || [ ! -f "Templates/$template/plugin.json" ] || mode=plugin
  case $mode$names in
    list0) cd Templates && grep -H . -- */.summary | sed 's|/.summary:|  |' && exit ;;
    create1 | remove1) [ -z "$url$revision" ] || fail "'--url' and '--revision' need '--app'" 2 ;;
    add1) [ -z "$force$url$revision$added_fields" ] || fail "'--add' has no options but '--dry-run'" 2 ;;
    add*) fail "'--add' needs the name of a feature, as in './generate.sh ShoppingList --add action share'" 2 ;;
    rename2) [ -z "$force$url$revision" ] || fail "'--rename' has no options but '--dry-run'" 2 ;;
    rename*) fail "'--rename' needs two names; for example './generate.sh --rename ShoppingList Groceries'" 2 ;;
    app2)
      [ -z "$force" ] || fail "'--force' is not for '--app', which never changes a folder" 2
      [ -n "$url" ] || [ -z "$revision" ] || fail "'--revision' needs '--url'" 2
      case $revision in *[[:cntrl:]]*) fail "the revision must not contain control characters" 2 ;; esac
      pattern='^([a-z][a-z0-9+.-]*://|[^/:@]+@[^/:]+:)[^[:space:][:cntrl:]]+$'
      [[ -z $url || $url =~ $pattern ]] ||
        fail "'${url//[[:cntrl:]]/?}' is not the address of a repository; expected one such as \
'https://example.org/interchange.git' or 'git@example.org:interchange.git'" 2
      ;;
    plugin[12])
      [ -z "$force$uses$needs$url$revision" ] || fail "a plug-in has no options but '--dry-run'" 2
      ;;
    affected[01]) [ -z "$force$dry_run$url$revision" ] || fail "'--affected' has no options" 2 ;;
    check[01]) [ -z "$force$dry_run$url$revision" ] || fail "'--check' has no options" 2 ;;
    update[01])
      [ "$names" = 0 ] || [ -z "$all" ] || fail "'--all' and a name exclude each other" 2
      [ -z "$force$url$revision" ] || fail "'--update' has no options but '--all' and '--dry-run'" 2
      ;;
    app*) fail "'--app' needs a name and a folder; for example './generate.sh --app Shop ../Shop'" 2 ;;
    create0 | plugin0)
      [ -n "$template$uses$needs$dry_run$force" ] || { usage >&3 && exit 2; }
      text=feature
      [ "$mode" != plugin ] || text=plug-in
      fail "the name of the new $text is missing; write it as in './generate.sh \
${template:+--template $template }${uses:+--uses $uses }${needs:+--needs $needs }CityNews'" 2
      ;;
    *[2-9]) fail "unexpected argument '${folder//[[:cntrl:]]/?}'; expected one name" 2 ;;
    *) usage >&3 && exit 2 ;;
  esac
  if [ "$mode" = affected ]; then
    git rev-parse --git-dir >/dev/null 2>&1 || fail "'--affected' needs a checkout of git"
    git rev-parse --verify --quiet "${name:-HEAD}^{commit}" >/dev/null ||
      fail "git knows no commit '$name'" 2
    run_rules affected "${name:-HEAD}"
    exit
  fi
  if [ "$mode" = check ]; then
    text=$(missing_registrations "${name:-$(ls Modules 2>/dev/null)}")
    [ -z "$text" ] || printf '%s\n' "$text"
    run_rules check ${name:+"$name"} || exit
    [ -z "$text" ] || exit 1
    exit
  fi
  if [ "$mode" = add ]; then
    add_part
    exit
  fi
  if [ "$mode" = rename ]; then
    rename_feature "$name" "$folder"
    exit
  fi
  if [ "$mode" = update ]; then
    git --version >/dev/null 2>&1 || fail "'--update' needs git, which merges the files; install git"
    updated=$(generated_features)
    if [ "$names" = 1 ]; then
      has_line "$updated" "$name" ||
        fail "'$name' was not generated; the generated features are ${updated//$newline/, }" 2
      updated=$name
    fi
    has_begun=yes
    make_stage
    : >"$stage/plan"
    for name in $updated; do update_feature "$name"; done
    [ -n "$dry_run" ] || ! grep -qvE '^(identical|skip) ' "$stage/plan" || commit
    has_begun=''
    {
      cat "$stage/plan"
      [ -z "$dry_run" ] || echo "Nothing written: this is a dry run."
    } 2>/dev/null || :  # succeeds even when nobody reads the output
    conflicts=$(sed -n 's/^conflict */  /p' "$stage/plan")
    [ -z "$conflicts" ] ||
      fail "conflicts, which are between '<<<<<<<' and '>>>>>>>'; edit these files:$newline$conflicts"
    exit
  fi
  record=Modules/$name/.template
  if is_generated "$name"; then
    [ -z "$template$uses$needs$given_fields$item" ] ||
      fail "'--template', '--uses', '--needs', '--fields' and '--item' are for a new feature, but '$name' \
exists; '--field' adds a field to it" 2
    read_options
  fi
  template=${template:-List} has_begun=yes
  read_placeholder
  set_names "$name"
  [ "$mode" != app ] || interchange_names=$(interchange_names)
  reason=$(name_problem "$name")
  [ -z "$reason" ] || fail "$reason; try '$(suggestion "$name")'" 2
  case $mode in
    app)
      create_folder copy_app_with_feature
      exit
      ;;
    plugin)
      if [ "$names" = 1 ]; then
        folder=${PWD%/*}/$kebab
        [ "$caller" != "$PWD" ] || folder=../$kebab
      fi
      create_folder copy_plugin
      exit
      ;;
  esac
  if [ ! -f "$record" ] && [ "$mode" != create ]; then
    [ ! -d "Modules/$name" ] || fail "'$name' was not generated; remove it by hand"
    # shellcheck disable=SC2046  # one word for each feature
    text=$(run_rules nearest "$name" $(generated_features))
    [ -z "$text" ] || fail "'$name' was not generated; did you mean '$text'?"
    fail "'$name' was not generated; remove its lines by hand if there are any"
  fi
  [ -z "$uses$needs" ] || read_dependencies
  [ "$mode" != create ] || read_fields
  ! has_table || registries+=(README.md)

  make_stage
  used=''
  read_record
  [ "$mode" != create ] || render
  register
  make_plan
  [ "$mode" = create ] || used=$(users_of_feature)
  [ -z "$used" ] || print_error "others use '$name':$newline$used"
  if [ -z "$force" ] && [ -n "$conflicts$used" ]; then
    [ -z "$conflicts" ] ||
      print_error "'$name' has files that were edited or added since it was generated:$conflicts"
    echo "These changes were not made:"
    cat "$stage/plan"
    fail "use '--force' to continue"
  fi
  if [ "$mode" = remove ]; then
    text=$(lines_with_feature)
    [ -z "$text" ] || print_error "these lines still name '$name' or its command; edit them:$newline$text"
  fi
  if [ -z "$dry_run" ] && [ -n "$has_changes" ]; then commit; fi
  read_text text "$stage/plan"
  {
    printf '%s' "$text"
    if [ -n "$dry_run" ]; then
      echo "Nothing written: this is a dry run."
    elif [ "$mode" = create ]; then
      [ "$caller" = "$PWD" ] || printf '\n      cd %s' "$(quoted "$PWD")"
      printf '\nrun   swift run %s %s\ntest  MODULE=%s swift test\nread  cat %s\n' \
        "$host" "$kebab" "$name" "Modules/$name/Interface/$name.swift"
    fi
  } 2>/dev/null || :  # succeeds even when nobody reads the output
}

main "$@"
