# Prints the arguments of the `.package(…)` for Interchange in the Package.swift with the path `file`, or all of
# that file with the arguments `replacement`, which are in the environment; with source.awk. It is the package
# with the name that `.product(name: name, …)` has. It ends with the code 1 and prints the reason unless one fits.

BEGIN {
  read_code(file)
  package = "Interchange"
  if (match(code, /[.]product\(name: name, package: "[^"]*"/)) {
    package = substr(code, RSTART, RLENGTH - 1)
    sub(/.*"/, "", package)
  }
  for (start = 1; match(substr(mask, start), /[.]package\(/); start = stop) {
    start += RSTART + RLENGTH - 1
    stop = closing(start - 1)
    if (!stop) break
    isDependent = 1
    if (!fits(substr(code, start, stop - start))) continue
    count++
    first = start
    last = stop
  }
  if (isDependent && count != 1) {
    printf "%s '.package(…)' with the name '%s', which '.product(…)' has", count ? "several" : "no", package
    exit 1
  }
  if (!count) exit
  if ("replacement" in ENVIRON) printf "%s", substr(code, 1, first - 1) ENVIRON["replacement"] substr(code, last)
  else printf "%s", substr(code, first, last - first)
}

# Whether arguments have the name, or a path or a URL that ends with it.
function fits(text,  value) {
  for (; match(text, /(name|path|url): *"([^"\\]|\\.)*"/); text = substr(text, RSTART + RLENGTH)) {
    value = substr(text, RSTART, RLENGTH - 1)
    sub(/\/$/, "", value)
    sub(/[.]git$/, "", value)
    sub(/.*["\/:]/, "", value)
    if (tolower(value) == tolower(package)) return 1
  }
  return 0
}
