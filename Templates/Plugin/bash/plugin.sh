#!/usr/bin/env bash
# Answers the app: a JSON text in each line, as the Model Context Protocol says.
#
# Standard output is for answers only. `metro plugins log my-plugin` shows what is on standard error.
# Bash has no JSON: arguments are found with patterns, which is enough for numbers and short words.
trap '' PIPE # the app may have closed a connection

# Sample data. Replace it with your own, for example from a file or a server.
sample=()
for number in 1 2 3; do
  sample+=("{\"title\": \"Sample item $number\", \"detail\": \"not real\"}")
done

tools='[
  {
    "name": "my-plugin", "description": "List sample items",
    "inputSchema": {"type": "object", "properties": {"limit": {
      "type": "integer", "minimum": 0, "description": "the largest number of items"}}},
    "outputSchema": {"type": "object", "required": ["result"], "properties": {"result": {
      "type": "array", "items": {"type": "object", "required": ["title", "detail"],
      "properties": {"title": {"type": "string"}, "detail": {"type": "string"}}}}}}
  },
  {
    "name": "ask", "description": "Show what an action of the app answers",
    "inputSchema": {"type": "object", "required": ["action"], "properties": {"action": {
      "type": "string", "description": "an action under '\''calls'\'' in plugin.json"}}}
  }
]'
server='{"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
  "serverInfo": {"name": "my-plugin", "version": "0.1.0"}}'

# Each of these prints the members of an answer. $1 is the request.

list_items() {
  local count=${#sample[@]} items=''
  [[ ! $1 =~ \"limit\":\ *([0-9]{1,9})[,}] ]] || count=$((10#${BASH_REMATCH[1]}))
  for item in "${sample[@]:0:count}"; do items+="${items:+, }$item"; done
  items="{\"result\": [$items]}"
  printf '"result": {"content": [{"type": "text", "text": %s}], "structuredContent": %s}' \
    "$(quoted "$items")" "$items"
}

ask_app() {
  if [[ $1 =~ \"action\":\ *\"([A-Za-z0-9-]+)/([A-Za-z0-9_-]+)\" ]]; then
    call_app "${BASH_REMATCH[1]}_${BASH_REMATCH[2]}" '{}'
  else
    fail '"expected an action, such as notes/list"'
  fi
}

# Calls an action of the app that plugin.json names under `calls`.
call_app() { # $1: a tool, such as notes_list; $2: its arguments as JSON
  local answer=''
  printf '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "%s", "arguments": %s}}\n' \
    "$1" "$2" >&"$METRO_HOST_FD"
  IFS= read -r answer <&"$METRO_HOST_FD"
  if [[ $answer == *\"error\":* && $answer =~ \"message\":\ *(\"([^\"\\]|\\.)*\") ]]; then
    fail "${BASH_REMATCH[1]}"
  elif [[ $answer == *\"result\":* ]]; then
    answer=${answer#*\"result\":} # the result of the app has the form of the answer
    printf '"result": %s' "${answer%\}}"
  else
    fail '"the app does not answer; see calls in plugin.json"'
  fi
}

fail() { # $1: the reason as JSON
  printf '"result": {"content": [{"type": "text", "text": %s}], "isError": true}' "$1"
}

quoted() { # $1: a text in one line
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

while IFS= read -r request; do
  [[ $request =~ \"id\":\ *([0-9]+|\"[^\"]*\") ]] || continue # a notification, which is not answered
  id=${BASH_REMATCH[1]}
  [[ $request =~ \"method\":\ *\"([^\"]*)\" ]] && method=${BASH_REMATCH[1]}
  [[ $request =~ \"name\":\ *\"([^\"]*)\" ]] && name=${BASH_REMATCH[1]}
  case $method in
    initialize) answer="\"result\": ${server//$'\n'/}" ;;
    ping) answer='"result": {}' ;;
    tools/list) answer="\"result\": {\"tools\": ${tools//$'\n'/}}" ;;
    tools/call)
      case $name in
        my-plugin) answer=$(list_items "$request") ;;
        ask) answer=$(ask_app "$request") ;;
        *) answer='"error": {"code": -32602, "message": "no such tool"}' ;;
      esac
      ;;
    *) answer='"error": {"code": -32601, "message": "no such method"}' ;;
  esac
  printf '{"jsonrpc": "2.0", "id": %s, %s}\n' "$id" "$answer"
done
