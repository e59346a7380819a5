# Writes the files of a plug-in with its names, and the `action` that it calls; without one, no line has it.
# The `main_file`, the `tests`, how they are run (`test`) and what is `needed` depend on its language.

FNR == 1 { if (output) close(output); output = file }
{
  if (action == "") sub(/"my-feature\/list"/, "")
  if (action == "" && /my-feature\/list/) next
  gsub(/my-feature\/list/, action)
  gsub(/MyPlugin/, name)
  gsub(/my-plugin/, kebab)
  gsub(/my-program/, main_file)
  gsub(/my-needs/, needed)
  gsub(/my-tests/, tests)
  gsub(/my-test/, test)
  print >output
}
