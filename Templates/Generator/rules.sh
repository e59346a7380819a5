# `--check` and `--affected`, and the program that analyzes the sources.

# Prints the lines of features that are missing in Package.swift, App/AppModules.swift and a table of modules in
# the README, and what the rules find.
check() {
  local path missing features='' files=(kind=module App/AppModules.swift)
  for path in Modules/*/Interface; do
    path=${path#Modules/} path=${path%/Interface}
    [ "$path" = '*' ] || [ "${name:-$path}" != "$path" ] || features+=" $path"
  done
  ! has_table || files+=(kind=row README.md)
  missing=$(all_entries <Package.swift | run_awk "registered: features" kind=entry - "${files[@]}")
  [ -z "$missing" ] || printf '%s\n' "$missing"
  run_rules check ${name:+"$name"} || exit
  [ -z "$missing" ]
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

# Sets `similar` to a question for the generated feature whose name is similar to $1, if there is one.
find_similar() {
  # shellcheck disable=SC2046  # one word for each feature
  similar=$(run_rules nearest "$1" $(generated_features))
  similar=${similar:+"; did you mean '$similar'?"}
}
