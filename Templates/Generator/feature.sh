# How a feature is created from a template, and removed.

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
  local feature text
  own_fields='' kept_features='' listed_features='' referenced='' id_type=String
  [ ! -f "Templates/$template/.fields" ] || read -r own_fields <"Templates/$template/.fields"
  [ "$template" != Kept ] || id_type=Int
  fields=${given_fields:-$own_fields}
  if [ -z "$own_fields" ]; then # a template of an app
    [ -z "$given_fields$item" ] || fail "the template '$template' has no fields; it lacks a file '.fields'" 2
    return 0
  fi
  for feature in $(generated_features); do
    [ "$feature" != "$name" ] || continue
    read_text text "Modules/$feature/Interface/$feature.swift"
    case $text in
      *'ItemReference<'*) kept_features+=" $feature" ;;
      *'Action<ListRequest, '*) listed_features+=" $feature" ;;
    esac
  done
  text=$(fields=$fields run_awk "text fields: kept_features listed_features id_type" -v isCheck=1)
  [[ $text == ok* ]] || fail "$text" 2
  referenced=${text#ok} referenced=${referenced# }
  case $item in
    '') ;;
    "$name" | *[!A-Za-z0-9]* | [!A-Z]* | *"$word"*)
      fail "'$item' cannot be the name of the items' type; expected a name such as 'Recipe', other than that of \
the feature" 2
      ;;
    *)
      ! has_word "$reserved" "$item" ||
        fail "'$item' is a type of Swift; choose another name, such as '${item}Entry'" 2
      ;;
  esac
}

# Sorts the values of `--uses` and `--needs` into features, which have actions, and kits.
read_dependencies() {
  local kits known value
  [ -n "$uses$needs" ] || return 0
  kits=$(kits) known=$(known_features)
  for value in ${uses//,/ }; do
    is_other "$value" "$known" ||
      fail "'--uses' names '$value', which is no feature; the features are ${known//$newline/, }" 2
    used_features+=${used_features:+ }$value
  done
  for value in ${needs//,/ }; do
    if is_other "$value" "$kits"; then
      needed_kits+=${needed_kits:+ }$value
    elif is_other "$value" "$known"; then
      needed_features+=${needed_features:+ }$value
    else
      fail "'--needs' names '$value', which is no kit or feature; the kits are \
${kits//$newline/, }, and the features are ${known//$newline/, }" 2
    fi
  done
  features=$used_features${needed_features:+ }$needed_features
}
is_other() { [ "$1" != "$name" ] && has_line "$2" "$1"; }

# Writes the feature's files and their record into the stage. Their paths are in `made`, and `entry` is
# the feature's entry for Package.swift.
render() {
  local source path files=() folders=() module=$stage/new/Modules/$name/Sources/Module/${name}Module.swift
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
  fields=$fields own_fields=$own_fields run_awk "text fields render: word upper lower host name screaming kebab prose \
noun id_type kept_features listed_features" -v item="${item:-${name}Item}" "${files[@]}"
  made=()
  while IFS= read -r path; do made+=("${path#"$stage/new/"}"); done < <(
    find "$stage/new/Modules/$name" "$stage/new/Tests/${name}Tests" -type f)
  if [ -n "$features$referenced" ]; then
    [ -f "$module" ] || fail "Templates/$template has no file Sources/Module/${word}Module.swift"
    run_awk "text arguments uses" -v used="$used_features $referenced" -v needed="$needed_features" \
      "$module" >"$stage/module"
    mv "$stage/module" "$module"
  fi
  declare_former_names "$module"
  entry=$(manifest_entry)
  printf '%s\n' "$entry" >"$stage/new/entry"
  write_record >"$stage/new/$record"
  made+=("$record")
}

# Creates the feature, updates it if it exists and is unedited, or removes it.
create_or_remove() {
  local used='' text
  if [ "$mode" = remove ]; then
    require_feature "$name"
    [ -f "$record" ] || fail "'$name' was not generated; remove it by hand"
  fi
  read_dependencies
  [ "$mode" != create ] || read_fields
  ! has_table || registries+=(README.md)
  make_stage
  read_record
  [ "$mode" != create ] || render
  register
  [ "$mode" = create ] || drop_examples
  make_plan
  [ "$mode" = create ] || used=$(users_of_feature)
  [ -z "$used" ] || print_error "others use '$name':$newline$used"
  if [ -z "$force" ] && [ -n "$conflicts$used" ]; then
    text="use '--force' to continue"
    if [ "$mode" = create ]; then
      print_error "'$name' exists; '--field', '--add' or '--update' change it"
      text="'--force' overwrites the edited files"
    fi
    [ -z "$conflicts" ] ||
      print_error "'$name' has files that were edited or added since it was generated:$conflicts"
    echo "These changes were not made:"
    grep -v '^identical ' "$stage/plan"
    fail "$text"
  fi
  if [ "$mode" = remove ]; then
    text=$(lines_with_feature)
    [ -z "$text" ] || print_error "these lines still name '$name' or its command; edit them:$newline$text"
  fi
  [ -z "$has_changes" ] || commit
  report cat "$stage/plan"
}
show_use_of_create() {
  [ "$caller" = "$PWD" ] || printf '\n      cd %s' "$(quoted "$PWD")"
  printf '\nrun   swift run %s %s\ntest  MODULE=%s swift test\nread  cat %s\n' \
    "$host" "$kebab" "$name" "Modules/$name/Interface/$name.swift"
}
