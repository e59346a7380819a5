# `--check` and `--affected`, and the program that analyzes the sources.

check() {
  local missing
  missing=$(missing_registrations "${name:-$(ls Modules 2>/dev/null)}")
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

# Prints the path or the URL of the first package in Package.swift.
dependency() {
  sed -nE 's/^ *\.package\(.*(path|url): "(([^"\]|\\.)*)".*/\2/p' Package.swift |
    sed -e 's/\\\(.\)/\1/g' -e 1q
}

# Runs a command of the program module-rules. It is compiled when it is missing or older than its own
# sources; not by SwiftPM, whose lock a build or a test may hold, and which cannot read a Package.swift with
# a mistake. All apps on one checkout share the program.
run_rules() {
  local package=. location program file is_old='' sources
  location=$(dependency)
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
