# `--add`: how a feature gets a part.

# Adds a part of the kind $part_kind with the name $part to the feature $name, with its test.
add_part() {
  local interface=Modules/$name/Interface/$name.swift module=Modules/$name/Sources/Module/${name}Module.swift
  local part_type part_kebab part_prose event event_prose item='' condition=plain
  local source target path files=() edits by_hand=''
  [[ $part_kind =~ ^[a-z]+$ && -d Templates/Parts/$part_kind ]] || {
    path=$(cd Templates/Parts && printf ', %s' */)
    path=${path//\//}
    fail "no kind of part '${part_kind//[[:cntrl:]]/?}'; the kinds are ${path#, }" 2
  }
  require_feature "$name"
  for path in "$interface" "$module"; do
    [ -f "$path" ] || fail "'$name' is no feature that can get a part: '$path' does not exist" 2
  done
  case $part in
    [!A-Za-z]* | *[!A-Za-z0-9-]* | *- | *--* | '')
      fail "'${part//[[:cntrl:]]/?}' cannot be the name of a part; expected one such as 'markDone'" 2
      ;;
  esac
  has_begun=yes
  read_text package Package.swift
  entries=$(all_entries <Package.swift)
  word=''
  [ "$part_kind" != event ] || part=${part#"$name"}
  IFS=, read -r part part_type part_kebab part_prose < <(run_awk "text names: part")
  [ ${#part} -le 25 ] || fail "'$part' has more than 25 characters" 2
  is_free_word "$part" || fail "'$part' is a word of Swift; choose another name" 2
  set_names "$name"
  event=$name$part_type event_prose="$prose $part_prose"
  read_item "$interface"
  make_stage
  for source in "Templates/Parts/$part_kind"/*; do
    case $source in
      *Tests.swift) target=Tests/${name}Tests/${event}Tests.swift ;;
      *MyEvent.swift) target=Modules/$name/Interface/$event.swift ;;
      *.swift) target=Modules/$name/Sources/Module/${name}Module+$part_type.swift ;;
      *)
        files+=("file=$stage/${source##*/}" "$source")
        continue
        ;;
    esac
    [ ! -e "$target" ] || fail "'$target' exists already; choose another name"
    make_parent "$stage/new/$target"
    files+=("file=$stage/new/$target" "$source")
  done
  path=$module
  [ "$part_kind" != action ] || path=$interface
  ! grep -qE "(let|var|func) $part([^A-Za-z0-9_]|$)" "$path" || fail "'$path' has a '$part' already; choose another name"
  run_awk "text part: name kebab part part_kebab part_prose event event_prose item condition" "${files[@]}"
  edits=$(sed -e "s/MyFeature/$name/g" -e "s/MyEvent/$event/g" -e "s/myPart/$part/g" -e "s|STAGE|$stage|g" "Templates/Parts/$part_kind/.edits")
  for path in "$interface" "$module"; do
    source=$(sed -n "s/^${path##*/}$tab//p" <<<"$edits")
    [ -z "$source" ] || edit_staged "$path" "$source"
  done
  ! has_table || ! grep -q "^| $name |" README.md || update_table
  [ -z "$by_hand" ] ||
    fail "the part cannot be added; write these lines first, or all of it by hand:$by_hand"
  staged_changes >"$stage/plan"
  commit
  report cat "$stage/plan"
}
show_use_of_add() { printf '\ntest  MODULE=%s swift test\n' "$name"; }

# Whether $1 is no word of Swift.
is_free_word() {
  local words
  words=$(sed -n '/reserved_fields = /,/"$/p' "$generator/fields.awk")
  [[ ! $words =~ [\ \"]$1[\ \"] ]]
}

# Sets `item` to the type of the items of the feature with the interface $1, and `condition` to the template
# that it is made from.
read_item() {
  local text
  read_text text "$1"
  if grep -qs "static let rows" "Modules/$name/Sources/View/${name}View.swift"; then
    if [[ $text =~ static\ let\ list\ =\ Action\<Empty,\ \[([A-Za-z]+)\] && $text == *"struct ${name}Changed"* ]]; then
      condition=kept item=${BASH_REMATCH[1]}
    elif [[ $text =~ static\ let\ list\ =\ Action\<ListRequest,\ ListPage\<([A-Za-z]+)\> ]]; then
      condition=list item=${BASH_REMATCH[1]}
    fi
  fi
}

# Makes the changes $2 in the file $1 in the stage; if one has no place, all are added to `by_hand`.
edit_staged() {
  local status=0
  stage_copy "$1"
  edit_file "$stage/new/$1" "$2" || status=$?
  case $status in
    0) ;;
    4) by_hand+="$newline  in $1:$newline$(cat "$stage/edited")" ;;
    *) exit "$status" ;;
  esac
}
