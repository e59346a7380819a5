# Prints all entries of the Package.swift in the input, one in each line, without comments.

{ sub(/\/\/.*/, ""); text = text " " $0 }
END {
  gsub(/ +/, " ", text)
  pattern = "[.](systemLibrary|buildTool|library|feature|testLibrary|host|program|tests|fuzzTest)[(] *\"[^()]*[)]"
  for (; match(text, pattern); text = substr(text, RSTART + RLENGTH)) print substr(text, RSTART, RLENGTH)
}
