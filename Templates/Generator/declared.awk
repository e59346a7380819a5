# Prints the names that the input declares: entries of Package.swift, public types, and the commands of HostKit.

BEGIN { FS = "\"" }
/^public / { sub(/.* /, ""); print; next }
/^\.(systemLibrary|buildTool|library|feature|testLibrary)\(/ { print $2; next }
/^[^.]/ { sub(/ .*/, "", $2); print $2 }
