#!/bin/sh
# Installs the program of this folder, its completions for bash, zsh and fish, and its manual page. Root is
# needed only for a folder that belongs to root.
#
# Usage: ./install.sh               # into ~/.local
#        PREFIX=/usr/local ./install.sh
#        ./install.sh --uninstall   # with the same PREFIX
# `.ci/release` puts this script into the archive of each release.
set -eu

fail() {
  echo "install.sh: $1" >&2
  exit "${2:-1}"
}
report() { printf '%-9s %s\n' "$1" "$2"; }

case "$#${1-}" in
  0) action=install ;;
  1--uninstall) action=uninstall ;;
  *) fail "unknown arguments '$*'; expected none, or --uninstall" 2 ;;
esac

prefix=${PREFIX:-${HOME:?}/.local}
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
cd "$(dirname "$0")"
[ -d bin ] || fail "no folder 'bin' beside install.sh; run the script in the unpacked archive"
program=$(ls bin)
files=$(find bin share -type f | sort) # without spaces in their names

if [ "$action" = uninstall ]; then
  for file in $files; do
    [ -e "$prefix/$file" ] || continue
    rm -f "$prefix/$file" || fail "'$prefix/$file' cannot be removed"
    report remove "$prefix/$file"
  done
  data=${XDG_DATA_HOME:-${HOME:?}/.local/share}/$program
  [ ! -d "$data" ] || echo "The data in '$data' remains."
  exit
fi

error=$("bin/$program" --version 2>&1 >/dev/null) ||
  fail "'$program' does not run here; is '$(basename "$PWD")' the archive for $(uname -sm)?${error:+ It says: $error}"
for file in $files; do
  verb=create
  [ ! -e "$prefix/$file" ] || verb=update
  if [ "$verb" = update ] && cmp -s "$file" "$prefix/$file"; then
    verb=identical
  else
    # The program may run meanwhile, so its file is replaced, not written.
    { mkdir -p "$prefix/${file%/*}" && cp "$file" "$prefix/$file.new" &&
      mv -f "$prefix/$file.new" "$prefix/$file"; } 2>/dev/null ||
      fail "'$prefix/${file%/*}' cannot be written; choose another folder, such as PREFIX=~/$program"
  fi
  report "$verb" "$prefix/$file"
done

# What a shell does not find by itself, with lines that it expands.
# shellcheck disable=SC2016
case :$PATH: in
  *":$prefix/bin:"*) ;;
  *) printf '\nadd to ~/.profile, if a new terminal does not find %s:\n  PATH="%s:$PATH"\n' \
    "'$program'" "$prefix/bin" ;;
esac
functions=$prefix/share/zsh/site-functions
# shellcheck disable=SC2016
if command -v zsh >/dev/null && ! zsh -fc 'print -rl -- $fpath' | grep -Fqx "$functions" &&
  ! grep -Fqs zsh/site-functions "${ZDOTDIR:-$HOME}/.zshrc"; then
  printf '\nfor completion in zsh, add to ~/.zshrc, before compinit:\n  fpath=("%s" $fpath)\n' "$functions"
fi
for folder in /usr /usr/local /opt/homebrew; do
  [ ! -e "$folder/share/bash-completion/bash_completion" ] || exit 0
done
if command -v bash >/dev/null; then
  printf '\nfor completion in bash, install the package bash-completion, or add to ~/.bashrc:\n  source "%s"\n' \
    "$prefix/share/bash-completion/completions/$program"
fi
