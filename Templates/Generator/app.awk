# Writes the files of an app with its names in place of MyApp, of Products, its first feature, and of this host.

BEGIN { hostVariables = toupper(host); gsub(/-/, "_", hostVariables) }
FNR == 1 { if (output) close(output); output = ENVIRON["app"] "/" file }
file ~ /^Templates\/Generator\// { print >output; next }
{
  gsub(hostVariables, "MY_APP")
  gsub(host, "my-app")
  gsub(/MY_APP/, screaming)
  gsub(/MyApp/, name)
  gsub(/my-app/, kebab)
}
file !~ /^Templates\// {
  gsub(/PRODUCTS/, first_screaming)
  gsub(/Products/, first_feature)
  if (file != "Package.swift") gsub(/products/, first_kebab)
  replace("MY_LICENCE", ENVIRON["licence"])
  replace("package: \"Interchange\"", "package: " ENVIRON["package"])
  replace("name: \"Interchange\", path: \"../Interchange\"", ENVIRON["dependency"])
  if (file == "README.md") replace("../Interchange", ENVIRON["location"])
}
{ print >output }

function replace(old, new,  start) {
  if (start = index($0, old)) $0 = substr($0, 1, start - 1) new substr($0, start + length(old))
}
