# How names are written and checked.

# Sets the forms of the template's word and of the name $1, and `host`, the command of this package.
set_names() {
  local host_name=''
  [[ ! $entries =~ \.host\(\ *\"([^\"]*)\" ]] || host_name=${BASH_REMATCH[1]}
  IFS=, read -r lower upper kebab screaming prose noun host < <(
    word=$word name=$1 item=${item:-${1}Item} host_name=$host_name run_awk "text names"
  )
}

# Fails unless $1 can be the name of a feature or an app.
check_name() {
  local problem
  problem=$(name_problem "$1")
  [ -z "$problem" ] || fail "$problem; try '$(suggestion "$1")'" 2
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
      elif [ "$mode" != plugin ] && has_word "$reserved" "$1"; then
        echo "'$1' is a module or type of Swift, or of the packages that this one depends on"
      elif grep -qiE "\"$1(Interface|Tests)?\"" <<<"$package"; then # whatever the case, as file systems ignore it
        echo "'$1' is already a name in Package.swift"
      elif [ "$mode" = app ]; then
        if [ "$1" = "$first_feature" ]; then
          echo "'$1' is the first feature of the app"
        elif find Templates/App/App ! -name MyApp.swift | grep -i "/$1\.swift$" >/dev/null; then
          echo "'$1' is the name of a file in each app"
        elif has_line "$interchange_names" "$1"; then
          echo "'$1' would declare a type that already exists in Interchange"
        fi
      elif place=$(printf '%s\n' Modules/* Tests/* | grep -iE "/$1(Tests)?$" | sed -n 1p); then
        echo "'$1' already has a folder, $place"
      else
        declaration_problem "$1"
      fi
      ;;
  esac
}

# Whether the text $1 has the word $2, or one that the regular expression $2 matches.
has_word() { [[ $1 =~ (^|[^A-Za-z0-9_])$2([^A-Za-z0-9_]|$) ]]; }

# Whether the feature $1 is one that this script made. The file systems of some machines ignore case.
is_generated() { [ "$mode" = create ] && has_line "$(generated_features)" "$1"; }

# Lists the features that this script made.
generated_features() {
  local path
  for path in Modules/*/.template; do
    path=${path#Modules/} path=${path%/.template}
    [ "$path" = '*' ] || echo "$path"
  done
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
        suffixes=${suffixes:-$(template_suffixes)}
        [[ ! $text =~ \ $1($suffixes)$end ]] || type=${type:-$path}
        ;;
      App/*) [[ ! $text =~ \ $1$end ]] || type=${type:-$path} ;;
    esac
  done < <(grep -rosE --include='*.swift' "^$kind $1[A-Za-z]*$end|$pattern" Modules App)
  if [[ -z $type && $reserved == *"$1"* ]] && has_word "$reserved" "$1($(template_suffixes))"; then
    type=Templates/reserved.txt
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
  } | run_awk declared | sort -u
}

# Prints a valid name that is similar to $1.
suggestion() {
  local name suffix=List mark=$'\xcc[\x80-\xbf]|\xcd[\x80-\xaf]' # an accent of its own
  name=$(printf '%s\n' "$1" | sed -E -e "s/$mark//g" -f "$generator/accents.sed" | sed 's/[^ -~].*//' | tr -c 'A-Za-z0-9' '\n' | awk '
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
