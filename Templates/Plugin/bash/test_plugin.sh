#!/usr/bin/env bash
# Tests my-plugin as the app uses it: through pipes, and a descriptor on which the app answers.
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
count=0 failures=0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Prints the answer of the plug-in to a request. A line that the app answers is in the pipe before, and
# what the plug-in asks the app comes after it.
answer() { # $1: a method; $2: its parameters as JSON; $3: the answer of the app
  rm -f "$folder/app"
  mkfifo "$folder/app"
  exec 3<>"$folder/app"
  [ -z "${3-}" ] || printf '%s\n' "$3" >&3
  printf '{"jsonrpc": "2.0", "id": 7, "method": "%s", "params": %s}\n' "$1" "$2" |
    METRO_HOST_FD=3 bash ./plugin.sh
  [ -z "${3-}" ] || IFS= read -r asked <&3
  [ -z "${3-}" ] || printf '%s\n' "$asked"
  exec 3>&-
}

expect() { # $1: what is tested; $2: a part of the answer; then the arguments of `answer`
  local text
  text=$(answer "${@:3}")
  count=$((count + 1))
  case $text in
    *"$2"*) printf 'ok %s\n' "$1" ;;
    *)
      printf 'FAILED %s: expected %s in\n%s\n' "$1" "$2" "$text"
      failures=$((failures + 1))
      ;;
  esac
}

expect 'a client begins' '"protocolVersion": "2025-11-25"' initialize '{}'
expect 'the tools are listed' '"name": "ask"' tools/list '{}'
expect 'the items are limited' '{"result": [{"title": "Sample item 1", "detail": "not real"}]}' \
  tools/call '{"name": "my-plugin", "arguments": {"limit": 1}}'
expect 'all items are listed' 'Sample item 3' tools/call '{"name": "my-plugin", "arguments": {}}'
expect 'an action of the app is called' '"name": "notes_list"' \
  tools/call '{"name": "ask", "arguments": {"action": "notes/list"}}' '{"id":1,"result":{"content":[]}}'
expect 'the answer of the app is returned' '"result": {"structuredContent":{"name":"a"}}}' \
  tools/call '{"name": "ask", "arguments": {"action": "notes/list"}}' \
  '{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"name":"a"}}}'
expect 'an error of the app is an answer' '"text": "not \"granted\""}], "isError": true' \
  tools/call '{"name": "ask", "arguments": {"action": "notes/list"}}' \
  '{"id":1,"error":{"code":1,"message":"not \"granted\""}}'
expect 'a wrong argument is an error' '"isError": true' \
  tools/call '{"name": "ask", "arguments": {"action": 1}}'
expect 'an unknown tool is an error' '"code": -32602' tools/call '{"name": "nothing", "arguments": {}}'
expect 'an unknown method is an error' '"code": -32601' server/discover '{}'

printf '%s of %s tests failed\n' "$failures" "$count"
[ "$failures" = 0 ]
