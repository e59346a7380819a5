# Writes the version or the commit of an upgrade into the arguments of a `.package(url:…)`, which are `arguments`
# in the environment and keep their form, such as `.upToNextMinor(from: "1.2.0")`. Without the variables `version`
# and `revision`, prints the newest version that the arguments allow, and the newest one, of the
# tags in the input.

BEGIN {
  text = ENVIRON["arguments"]
  form = "[.]upToNextM(ajor|inor)[(] *from: *\"[^\"]*\" *[)]|(from|exact|branch|revision): *\"[^\"]*\"" \
    "|\"[^\"]*\" *[.][.][.<] *\"[^\"]*\""
  if (!match(text, form)) exit
  requirement = substr(text, RSTART, RLENGTH)
  split(requirement, bounds, "\"")
  from = number(bounds[2])
  split(bounds[2], parts, ".")
  if (requirement ~ /^"/) to = number(bounds[4]) + (bounds[3] ~ /[.][.][.]/ ? 1 : 0)
  else if (requirement ~ /Minor/) to = number(parts[1] "." (parts[2] + 1) ".0")
  else to = number((parts[1] + 1) ".0.0")
  reads_tags = version revision == ""
  if (!reads_tags) printf "%s", substr(text, 1, RSTART - 1) changed() substr(text, RSTART + RLENGTH)
}
reads_tags && /^v?[0-9]+[.][0-9]+[.][0-9]+$/ {
  sub(/^v/, "")
  if (!newest || number($0) > number(newest)) newest = $0
  if (number($0) >= from && number($0) < to && (!allowed || number($0) > number(allowed))) allowed = $0
}
END { if (newest) print (allowed ? allowed : "-"), newest }

function number(text,  parts) {
  sub(/^v/, "", text)
  split(text, parts, ".")
  return (parts[1] * 100000 + parts[2]) * 100000 + parts[3]
}

function changed(  start) {
  if (revision) return "revision: " quoted(revision)
  if (requirement ~ /^"/ && (number(version) < from || number(version) >= to)) return "exact: " quoted(version)
  if (requirement ~ /^(branch|revision)/) return "exact: " quoted(version)
  start = index(requirement, "\"")
  return substr(requirement, 1, start - 1) quoted(version) substr(requirement, start + length(bounds[2]) + 2)
}
function quoted(text) { gsub(/["\\]/, "\\\\&", text); return "\"" text "\"" }
