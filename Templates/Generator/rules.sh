# `--check` and `--affected`, and the program that analyzes the sources.

# Prints the lines of features that are missing in Package.swift, App/AppModules.swift and a table of modules in
# the README, what the rules find, and the conflicts in other files that the generator wrote.
check() {
  local path missing found conflicts status=0 features='' files=(kind=module App/AppModules.swift)
  for path in $(all_features); do [ "${name:-$path}" != "$path" ] || features+=" $path"; done
  ! has_table || files+=(kind=row README.md)
  missing=$(all_entries <Package.swift | run_awk "registered: features" kind=entry - "${files[@]}")
  [ -z "$missing" ] || printf '%s\n' "$missing"
  found=$(run_rules check ${name:+"$name"}) || status=$?
  [ -z "$found" ] || printf '%s\n' "$found"
  conflicts=$({ if [ -n "$name" ]; then conflict_marks "$name"; else conflict_marks "$(generated_features)" .template; fi; } |
    sed 's/$/: a conflict is not resolved; write one of its two sides/' | grep -vxFe "$found") || :
  [ -z "$conflicts" ] || printf '%s\n' "$conflicts"
  [ "$status" = 0 ] || exit "$status"
  [ -z "$missing$conflicts" ]
}

all_features() {
  local path
  for path in Modules/*/Interface; do
    path=${path#Modules/} path=${path%/Interface}
    [ "$path" = '*' ] || echo "$path"
  done
}

# Prints the places of conflicts as git writes them: in the features $1 and in the files of the record $2 of an app.
conflict_marks() {
  local feature path files=(/dev/null)
  while IFS= read -r path; do [ ! -f "$path" ] || files+=("$path"); done < <(
    [ ! -f "${2:-}" ] || sed -n 's/^file [^ ]* //p' "$2"
    for feature in $1; do find "Modules/$feature" "Tests/${feature}Tests" -type f 2>/dev/null || :; done
  )
  { grep -InHoE '^(<<<<<<<|>>>>>>>) ' -- "${files[@]}" || :; } | sed 's/:[^:]*$//' | sort -u
}

affected() {
  git rev-parse --git-dir >/dev/null 2>&1 || fail "'--affected' needs a checkout of git"
  git rev-parse --verify --quiet "${name:-HEAD}^{commit}" >/dev/null ||
    fail "git knows no commit '$name'" 2
  run_rules affected "${name:-HEAD}"
}

# Prints the path or the URL of Interchange in Package.swift; nothing in Interchange itself.
dependency() {
  local arguments
  arguments=$(dependency_arguments) || exit
  sed -nE 's/.*(path|url): *"(([^"\]|\\.)*)".*/\2/p' <<<"$arguments" | sed -e 's/\\\(.\)/\1/g' -e 1q
}
# Prints the arguments of the `.package(…)` for Interchange as Package.swift has them, in one line or several.
dependency_arguments() {
  local text
  text=$(run_awk "source dependency" -v file=Package.swift) || fail "Package.swift has $text"
  printf '%s' "$text"
}

# Runs a command of the program module-rules. It is compiled when it is missing or older than its own
# sources; not by SwiftPM, whose lock a build or a test may hold, and which cannot read a Package.swift with
# a mistake. All apps on one checkout share the program.
run_rules() {
  local package=. location program file is_old='' sources
  location=$(dependency) || exit
  case $location in
    '') ;;
    *://* | *@*:*) package=.build/checkouts/$(package_name "$location") ;;
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

# Fails if this package has no feature $1, with the one that has a similar name.
require_feature() {
  local similar
  ! { [[ $1 =~ ^[A-Z][A-Za-z0-9]*$ ]] && [ -d "Modules/$1" ]; } || return 0
  # shellcheck disable=SC2046  # one word for each feature
  similar=$(run_rules nearest "$1" $(all_features))
  fail "there is no feature '${1//[[:cntrl:]]/?}'${similar:+"; did you mean '$similar'?"}" 2
}
