# Prints which lines of `features` are missing in the entries of Package.swift, the list of modules and the table
# of modules; `kind` says which of them is read.

kind == "entry" && match($0, /^\.feature\( ?"[A-Za-z0-9]+"/) { hasEntry[word(substr($0, 1, RLENGTH))] = 1 }
kind == "module" && /^import [A-Za-z0-9]+$/ { hasImport[$2] = 1 }
kind == "module" && /^[ \t]/ && match($0, /[A-Za-z0-9]+Module\.self/) { hasModule[substr($0, RSTART, RLENGTH - 11)] = 1 }
kind == "row" { hasTable = 1; if (index($0, "`Modules/" $2 "`")) hasRow[$2] = 1 }
END {
  count = split(features, list, " ")
  for (i = 1; i <= count; i++) {
    name = list[i]
    if (!hasEntry[name]) print "Package.swift: no line \047.feature(\"" name "\")\047, write it with what the feature depends on"
    if (!hasImport[name]) print "App/AppModules.swift: no line \047import " name "\047, write it"
    if (!hasModule[name]) print "App/AppModules.swift: no line \047" name "Module.self,\047, write it"
    if (hasTable && !hasRow[name])
      print "README.md: no line \047| " name " | <its actions> | <its events> | `Modules/" name "` |\047, write it"
  }
}

function word(text) { gsub(/^[^"]*"|"$/, "", text); return text }
