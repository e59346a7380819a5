#!/usr/bin/env bash
# Creates a feature from a template and registers it, or removes it, or creates a plug-in or an app; see
# `--help`. This file reads the command line; Templates/Generator has what it does, a file for each topic.
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
# my-feature/list; a folder for each language has what depends on it.
#
# The script writes all new files into the folder .generate (the stage), compares them with the
# checkout, and moves those that differ. When anything fails or interrupts it, it restores the old
# files. The stage of an app or a plug-in is beside its folder, and is renamed when it is complete.
# Works with Bash 3.2 and with BSD or GNU tools.
#
# shellcheck disable=SC2030,SC2031,SC2034  # functions in subshells have their own values, and awk gets variables by name
set -euo pipefail
export LC_ALL=C
unset CDPATH
newline=$'\n' tab=$'\t'
exec 3>&2 # what tools print is shown at the end, unless an interruption was the reason

# Prints the help. An app creates no apps, and has no feature Share.
usage() {
  if [ -d Templates/App ]; then
    cat "$generator/usage.txt"
  else
    sed -E -e '/--(app|url|feature|licence) /d' -e 's/ \[APP\]|  ?\.\.\/Shop$//; s/Share$/Network/' "$generator/usage.txt"
  fi
}

print_error() { printf 'generate.sh: %s\n' "$1" >&3; }
fail() {
  check_interrupt
  print_error "$1"
  [ "${2:-1}" != 2 ] || has_begun='' # the command line is wrong
  exit "${2:-1}"
}
check_interrupt() { [ -z "$signal" ] || exit $((128 + signal)); } # `finish` reports it
# Calls a function in a subshell, which has no traps at first.
in_subshell() {
  trap 'signal=15' HUP INT TERM
  "$@"
  check_interrupt
}
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

# Runs awk with programs of the generator, the variables after a colon, such as "text names: part", and other
# arguments.
run_awk() {
  local program variable options=()
  for program in ${1%:*}; do options+=(-f "$generator/$program.awk"); done
  [[ $1 != *:* ]] || for variable in ${1#*:}; do options+=(-v "$variable=${!variable}"); done
  awk "${options[@]}" "${@:2}"
}

# Enters the folder of this file, which links may lead to, and reads the other files.
enter_package() {
  local script=${BASH_SOURCE[0]} link
  caller=$PWD
  while [ -L "$script" ]; do
    link=$(readlink "$script")
    case $link in /*) script=$link ;; *) script=${script%"${script##*/}"}$link ;; esac
  done
  script=${script%"${script##*/}"}
  cd -- "${script:-.}"
  generator=Templates/Generator
  . Templates/Generator/names.sh
  . Templates/Generator/registration.sh
  . Templates/Generator/feature.sh
  . Templates/Generator/record.sh
  . Templates/Generator/plan.sh
  . Templates/Generator/update.sh
  . Templates/Generator/rename.sh
  . Templates/Generator/part.sh
  . Templates/Generator/package.sh
  . Templates/Generator/upgrade.sh
  . Templates/Generator/rules.sh
}

# Reads the command line. `names` is the number of arguments without options, `name` and `folder`.
read_arguments() {
  mode=create action='' name='' folder='' names=0 dry_run='' force='' all=''
  template='' language='' uses='' needs='' given_fields='' added_fields='' item=''
  url='' revision='' version='' first_feature='' licence=''
  while [ $# -gt 0 ]; do
    case $1 in
      -h | --help) usage && exit ;;
      --list | --remove | --rename | --update | --upgrade | --check | --affected | --app)
        [ "${action:-$1}" = "$1" ] || fail "'$action' and '$1' exclude each other" 2
        action=$1 mode=${1#--}
        ;;
      --url | --revision | --version | --feature | --licence | --template | --language | --uses | --needs | --fields | --field | --item)
        case ${2:-} in '' | -*) fail "'$1' needs a value" 2 ;; esac
        case $1 in
          --feature) first_feature=$2 ;;
          --fields) given_fields+=${given_fields:+, }$2 ;;
          --field) added_fields+=${added_fields:+, }$2 ;;
          --uses) uses+=${uses:+,}$2 ;;
          --needs) needs+=${needs:+,}$2 ;;
          *) printf -v "${1#--}" %s "$2" ;;
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
}

# Checks which options and how many names the command line has for its mode.
check_arguments() {
  local pattern text=feature app_options=$url$revision$version$first_feature$licence
  if [ ! -d Templates/App ] && { [ "$mode" = app ] || [ -n "$url$first_feature$licence" ]; }; then
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
  [ -z "$language" ] || [ "$mode" = plugin ] || fail "'--language' is for a plug-in" 2
  case $mode$names in
    list0 | rename2 | app2 | plugin[12] | affected[01] | check[01] | add1 | update[01] | upgrade[01] | create1 | remove1) ;;
    add*) fail "'--add' needs the name of a feature, as in './generate.sh ShoppingList --add action share'" 2 ;;
    rename*) fail "'--rename' needs two names; for example './generate.sh --rename ShoppingList Groceries'" 2 ;;
    app*) fail "'--app' needs a name and a folder; for example './generate.sh --app Shop ../Shop'" 2 ;;
    create0 | plugin0)
      [ -n "$template$uses$needs$dry_run$force" ] || { usage >&3 && exit 2; }
      [ "$mode" != plugin ] || text=plug-in
      fail "the name of the new $text is missing; write it as in './generate.sh \
${template:+--template $template }${uses:+--uses $uses }${needs:+--needs $needs }CityNews'" 2
      ;;
    *[2-9]) fail "unexpected argument '${folder//[[:cntrl:]]/?}'; expected one name" 2 ;;
    *) usage >&3 && exit 2 ;;
  esac
  case $mode in
    app | upgrade | list) ;;
    *) [ -z "$app_options" ] || fail "'--url', '--revision', '--version', '--feature' and '--licence' need '--app'" 2 ;;
  esac
  case $mode in
    add | rename) [ -z "$force" ] || fail "'--$mode' has no options but '--dry-run'" 2 ;;
    plugin)
      [ -z "$force$uses$needs" ] || fail "a plug-in has no options but '--language' and '--dry-run'" 2
      language=${language:-python}
      [[ $language =~ ^[a-z]+$ && -f Templates/$template/$language/.language ]] ||
        fail "no language '${language//[[:cntrl:]]/?}'; the languages are $(cd "Templates/$template" && echo */ | tr -d /)" 2
      ;;
    affected | check) [ -z "$force$dry_run" ] || fail "'--$mode' has no options" 2 ;;
    update)
      [ "$names" = 0 ] || [ -z "$all" ] || fail "'--all' and a name exclude each other" 2
      [ -z "$force" ] || fail "'--update' has no options but '--all' and '--dry-run'" 2
      ;;
    upgrade)
      [ -z "$force$url$first_feature$licence" ] ||
        fail "'--upgrade' has no options but '--revision', '--version' and '--dry-run'" 2
      [ -z "$revision" ] || [ -z "$version" ] || fail "'--revision' and '--version' exclude each other" 2
      [ -d Templates/App ] || [ "$names" = 0 ] || fail "unexpected argument '${name//[[:cntrl:]]/?}'" 2
      [ ! -d Templates/App ] || [ "$names" = 1 ] ||
        fail "'--upgrade' needs the folder of an app here; for example './generate.sh --upgrade ../Shop'" 2
      ;;
    app)
      [ -z "$force" ] || fail "'--force' is not for '--app', which never changes a folder" 2
      [ -n "$url" ] || [ -z "$revision$version" ] || fail "'--revision' and '--version' need '--url'" 2
      [ -z "$revision" ] || [ -z "$version" ] || fail "'--revision' and '--version' exclude each other" 2
      case $revision$version in *[[:cntrl:]]*) fail "the revision must not contain control characters" 2 ;; esac
      pattern='^([a-z][a-z0-9+.-]*://|[^/:@]+@[^/:]+:)[^[:space:][:cntrl:]]+$'
      [[ -z $url || $url =~ $pattern ]] ||
        fail "'${url//[[:cntrl:]]/?}' is not the address of a repository; expected one such as \
'https://example.org/interchange.git' or 'git@example.org:interchange.git'" 2
      first_feature=${first_feature:-Products} licence=${licence:-none}
      [[ $licence =~ ^(none|MIT|Apache-2[.]0)$ ]] ||
        fail "no licence '${licence//[[:cntrl:]]/?}'; the licences are MIT, Apache-2.0 and none" 2
      ;;
  esac
}

# Reads the template and the forms of the name.
read_template() {
  record=Modules/$name/.template
  if is_generated "$name"; then
    [ -z "$template$uses$needs$given_fields$item" ] ||
      fail "'--template', '--uses', '--needs', '--fields' and '--item' are for a new feature, but '$name' \
exists; '--field' adds a field to it" 2
    read_options "$record"
  fi
  template=${template:-List} has_begun=yes
  read_placeholder
  set_names "$name"
  [ "$mode" != app ] || interchange_names=$(interchange_names)
  check_name "$name"
}

main() {
  fields='' referenced='' noun='' formerly='' own_fields='' kept_features='' listed_features='' id_type=''
  features='' used_features='' needed_features='' needed_kits='' package='' reserved='' interchange_names=''
  recorded='' updated='' stage='' new='' locked='' has_begun='' is_committing='' signal='' scratch=''
  is_uncommitted='' migrations='' branch=''
  registries=(Package.swift App/AppModules.swift)
  enter_package
  trap finish EXIT
  trap 'signal=1' HUP
  trap 'signal=2' INT
  trap 'signal=15' TERM
  trap '' PIPE
  scratch=$(mktemp -d "${TMPDIR:-/tmp}/generate.XXXXXX" 2>/dev/null) || scratch=''
  case $scratch in '' | /*) ;; *) scratch=$PWD/$scratch ;; esac
  [ -z "$scratch" ] || exec 2>"$scratch/.errors" # no feature has this name
  read_arguments "$@"
  check_arguments
  case $mode in
    list) cd Templates && grep -H . -- */.summary | sed 's|/.summary:|  |' ;;
    check) check ;;
    affected) affected ;;
    update) update ;;
    upgrade) upgrade ;;
    add) add_part ;;
    rename) rename_feature "$name" "$folder" ;;
    app)
      read_template
      create_folder copy_app
      ;;
    plugin)
      read_template
      if [ "$names" = 1 ]; then
        folder=${PWD%/*}/$kebab
        [ "$caller" != "$PWD" ] || folder=../$kebab
      fi
      create_folder copy_plugin
      ;;
    create | remove)
      read_template
      create_or_remove
      ;;
  esac
}

main "$@"
