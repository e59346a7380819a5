# The lines of features in Package.swift, App/AppModules.swift and the README.

# Prints all entries of the Package.swift in the input, one in each line, without comments.
all_entries() { run_awk entries; }
feature_entries() { grep '^\.feature(' <<<"$entries"; }

# Lists the elements of all arrays with the label $1 in the features' entries.
list_elements() {
  feature_entries | grep -oE "($1): \[[^]]*\]" | grep -oE '"[A-Za-z0-9]+"' | tr -d '"'
}
# Lists the kits for the sources of features, besides Console; an app may have no entry with Channel yet.
kits() { { list_elements '[ (]kits' && echo Channel; } | sort -u; }
# Lists the features of this package, and those of other packages that these use.
known_features() {
  {
    list_elements '([ (]d|interfaceD)ependencies|[ (]follows'
    sed -n '/ path: /d; s/^\.feature( *"\([^"]*\)".*/\1/p' <<<"$entries"
  } | sort -u
}

# Prints the feature's entry for Package.swift: that of the template with the other dependencies.
manifest_entry() {
  local pattern="[^$newline]*path: \"Templates/$template\"[^$newline]*"
  [[ $entries =~ $pattern ]]
  entry=${BASH_REMATCH[0]} run_awk "text arguments entry: name features needed_kits referenced" Package.swift
}

# Prints the entry $1 with the changes from the one in $2 to that in $3, in lines of less than 100 columns.
merged_entry() { entry=$1 before=${2:-} after=${3:-} run_awk "text arguments entry" Package.swift; }

# Whether the entry of the feature $1 in the file $2 has a comment.
has_comment() { grep -A 8 "\"$1\"" "$2" | sed '/),$/q' | grep -q //; }

# Prints the registry $2 with the entry $1 in its sorted list and the line $3 among its imports or, when
# these are empty, without those of the feature.
update_list() {
  entry=$1 run_awk "list registry: name" -v import="${3:-}" "$2" "$2" ||
    fail "'$2' has no list '[  // sorted; kept by generate.sh'"
}
# Replaces the feature's entry in the staged file $1 by $2.
replace_entry() {
  update_list '' "$1" >"$stage/without"
  update_list "$2" "$stage/without" >"$1"
}

# Writes the registries into the stage, with or without the feature's lines.
register() {
  local module='' import='' app=App/AppModules.swift file
  if [ "$mode" = create ]; then
    module="    ${name}Module.self," import="import $name"
  else
    entry=''
  fi
  for file in "${registries[@]}"; do
    [ -w "$file" ] || fail "'$file' cannot be written"
    stage_copy "$file"
  done
  update_list "$entry" Package.swift >"$stage/new/Package.swift"
  update_list "$module" "$app" "$import" >"$stage/new/$app"
  [ "${#registries[@]}" = 2 ] || update_table
}

# A regular expression for a row of the table of modules, without backslashes, which some `awk -v` remove.
# shellcheck disable=SC2016
table_row='[|] [A-Z][A-Za-z0-9]* [|].*[|] `Modules/[A-Za-z0-9]*` [|]'

# Whether the README has a table of modules.
has_table() {
  local readme pattern=$newline${table_row/.\*/[^$newline]*}$newline
  read_text readme README.md
  [[ $newline$readme$newline =~ $pattern ]]
}

# Writes the README into the stage, with or without the feature's row in the table of modules, which
# lists the actions and the events in the module's manifest.
update_table() {
  local module=$stage/new/Modules/$name/Sources/Module/${name}Module.swift
  [ -f "$module" ] || module=/dev/null
  run_awk "table: name mode table_row" "$module" README.md >"$stage/new/README.md"
}

# Removes the examples of the feature from the app in the stage, and adds its file to the registries.
drop_examples() {
  local file pattern="^\"(${kebab}[ \"]|open .*://${kebab}[^A-Za-z0-9-])"
  for file in App/*.swift; do
    grep -qE '^ *examples: \[' "$file" || continue
    stage_copy "$file"
    edit_file "$stage/new/$file" "drop${tab}CommandLineApp${tab}examples$tab$pattern" || continue
    is_same "$file" "$stage/new/$file" || registries+=("$file")
  done
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
  local file example="[\"\`]${name}[\"\`]|MODULE=([A-Za-z0-9]+,)*$name([^A-Za-z0-9]|$)"
  for file in App/*.swift; do
    if [ -f "$stage/new/$file" ]; then (cd "$stage/new" && grep -nHE "$word" "$file"); else grep -nHE "$word" "$file"; fi
  done
  # The lines as they are after the removal, which edits the list of features and a table of the modules.
  (cd "$stage/new" && grep -nHE "//.*($word|$example)" Package.swift) || :
  [ -f README.md ] && ! grep -qE "generate\.sh $name( |$)" README.md || return 0
  [ ! -f "$stage/new/README.md" ] || cd "$stage/new"
  grep -nHE "$word|$example" README.md || :
}
