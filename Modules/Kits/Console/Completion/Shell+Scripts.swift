// The name of a program may be typed with a path, such as `~/bin/HOST`, which the shell passes as it
// is typed. Nothing but `~` and `$HOME` at its beginning is replaced: an evaluation would run what
// somebody has only typed. If there is no such program, the one of the search path answers.

/// The host receives the line as typed, because bash splits words at every colon and equals sign.
/// Bash has no completion for an alias, so the script asks for every command that has none, and
/// passes those that are no alias of the host to the completion that was asked before.
let bashScript = #"""
  # To complete HOST in bash: source <(HOST completions bash)
  _HOST() {
    local candidate value i line="${COMP_LINE:0:COMP_POINT}" program=$1
    for ((i = BASH_VERSINFO[0] < 4 ? 10 : 0; i < 10; i++)); do
      value=${BASH_ALIASES[$program]-}
      [[ -n $value ]] || break
      line=$value${line#*"$program"}
      program=${value%% *}
      # An alias may have the name of the command that it calls.
      [[ $program != "$1" ]] || break
    done
    program=${program//[\'\"\\]/}
    case $program in
      '~'/*) program=$HOME/${program#*/} ;;
      '$HOME'/* | '${HOME}'/*) program=$HOME/${program#*/} ;;
    esac
    # An alias such as 'sudo HOST' must not run sudo.
    [[ ${program##*/} == HOST ]] && type "$program" >/dev/null 2>&1 || program=HOST
    COMPREPLY=()
    while IFS= read -r candidate; do
      if [[ $candidate == :files ]]; then
        compopt -o default +o nosort 2>/dev/null || compopt -o default 2>/dev/null
      else
        COMPREPLY+=("$candidate")
      fi
    done < <("$program" complete --shell=bash --line="$line" \
      --breaks="$COMP_WORDBREAKS" 2>/dev/null)
  }
  complete -o nosort -F _HOST HOST 2>/dev/null || complete -F _HOST HOST
  _HOST_alias() {
    local name=$1 i
    for ((i = 0; i < 10; i++)); do
      name=${name//[\'\"\\]/}
      if [[ ${name##*/} == HOST ]]; then
        complete -o nosort -F _HOST "$1" 2>/dev/null || complete -F _HOST "$1"
        return 124
      fi
      name=${BASH_ALIASES[$name]-}
      name=${name%% *}
      [[ -n $name ]] || break
    done
    [[ -z $_HOSTID_others ]] || "$_HOSTID_others" "$@"
  }
  if [[ -z ${_HOSTID_others+set} ]] && ((BASH_VERSINFO[0] >= 4)); then
    _HOSTID_others=$(complete -p -D 2>/dev/null)
    if [[ -z $_HOSTID_others ]]; then
      complete -D -o bashdefault -o default -F _HOST_alias
    elif [[ $_HOSTID_others == *' -F '* ]]; then
      _HOSTID_others=${_HOSTID_others#*' -F '}
      _HOSTID_others=${_HOSTID_others%% *}
      complete -D -F _HOST_alias
    fi
  fi
  """#

/// With `-U`, zsh accepts candidates that do not begin with the typed text. It replaces an alias
/// with its text itself.
let zshScript = #"""
  #compdef HOST
  # To complete HOST in zsh: source <(HOST completions zsh)
  _HOST() {
    local line
    local -a names meanings
    local typed="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX"
    local program="${(Q)words[1]}"
    case $program in
      '~'/* | '$HOME'/* | '${HOME}'/*) program=$HOME/${program#*/} ;;
    esac
    [[ ${program:t} == HOST ]] && whence -- "$program" >/dev/null || program=HOST
    for line in "${(@f)$("$program" complete --shell=zsh --line="$typed" 2>/dev/null)}"; do
      if [[ $line == :files ]]; then
        _files
        return
      fi
      if [[ $line == :list ]]; then
        # The next Tab goes through the list.
        if [[ -n $compstate[old_list] ]]; then
          compstate[insert]=menu
        else
          compstate[insert]= compstate[list]='list force'
        fi
        continue
      fi
      [[ -n $line ]] || continue
      names+=("${line%%$'\t'*}")
      meanings+=("${line/$'\t'/  -- }")
    done
    compadd -U -V HOST -l -d meanings -a names
  }
  if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _HOST "$@"
  else
    compdef _HOST HOST
  fi
  """#

/// Fish completes an alias like the command that it wraps. While the condition is not true, it
/// completes files.
let fishScript = #"""
  # To complete HOST in fish: HOST completions fish | source
  function __HOST_ask
    set -l words (commandline -opc)
    set -l program (string replace -r '^(~|\$HOME|\{\$HOME\})/' "$HOME/" -- $words[1])
    string match -qr '(^|/)HOST$' -- $program; and type -q -- $program; or set program HOST
    set -g __HOSTID_candidates ($program complete --shell=fish --line=(commandline -cp | string collect) 2>/dev/null)
    test "$__HOSTID_candidates" != :files
  end
  complete -c HOST -f -k -n __HOST_ask -a '(string join -- \n $__HOSTID_candidates)'
  """#

/// The host receives the words in single quotes, the last one without its closing quote.
let powershellScript = #"""
  # To complete HOST in PowerShell, add to $PROFILE:
  #   HOST completions powershell | Out-String | Invoke-Expression
  $HOSTID_completer = {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
      ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
    $words += $wordToComplete -replace '^[''"]', ''
    $line = ($words | ForEach-Object { "'" + ($_ -replace "'", "'\''") + "'" }) -join ' '
    $program = $commandAst.GetCommandName()
    if ((Split-Path -Leaf $program) -ne 'HOST' -or -not (Get-Command $program -ErrorAction Ignore)) { $program = 'HOST' }
    $candidates = @(& $program complete --shell=powershell "--line=$line" 2>$null)
    if ($candidates.Count -eq 1 -and $candidates[0] -eq ':files') {
      return [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
    }
    $candidates | Where-Object { $_ } | ForEach-Object {
      $text, $meaning = $_ -split "`t", 2
      $quoted = if ($text -match '^[\p{L}\p{N}_./:=%+-]+$') { $text } else { "'" + ($text -replace "['\u2018\u2019\u201A\u201B]", '$0$0') + "'" }
      if (-not $meaning) { $meaning = $text }
      [System.Management.Automation.CompletionResult]::new($quoted, $text, 'ParameterValue', $meaning)
    }
  }
  Register-ArgumentCompleter -Native -CommandName HOST -ScriptBlock $HOSTID_completer
  Get-Alias | Where-Object { (Split-Path -Leaf $_.Definition) -eq 'HOST' } | ForEach-Object {
    Register-ArgumentCompleter -Native -CommandName $_.Name -ScriptBlock $HOSTID_completer
  }
  """#

/// Nushell has one completer for all commands, so the script keeps the one that was there before.
let nushellScript = #"""
  # To complete HOST in Nushell:
  #   HOST completions nushell | save --force ~/.HOST.nu
  # and add to config.nu: source ~/.HOST.nu
  let HOSTID_others = $env.config.completions?.external?.completer?
  $env.config.completions.external.enable = true
  $env.config.completions.external.completer = {|spans|
    let aliases = scope aliases | where name == $spans.0
    let words = if ($aliases | is-empty) {
      $spans
    } else {
      $aliases.0.expansion | split row ' ' | append ($spans | skip 1)
    }
    if ($words.0 | path basename) != 'HOST' {
      if $HOSTID_others != null { do $HOSTID_others $spans }
    } else {
      let program = $words.0 | str replace --regex '^\$(env\.)?HOME/' '~/' | path expand --no-symlink
      let program = if ($words.0 | str contains '/') and ($program | path exists) { $program } else { 'HOST' }
      let line = $words | each {|word| "'" + ($word | str replace --all "'" "'\\''") + "'" } | str join ' '
      let candidates = run-external $program complete --shell=nushell $"--line=($line)" | complete | get stdout | lines
      if $candidates == [':files'] {
        null
      } else {
        $candidates | where $it != '' | each {|candidate|
          let parts = $candidate | split row "\t"
          let text = $parts.0
          let value = if ($text =~ '^[\p{L}\p{N}_./:=%+@-]+$') { $text } else { $text | to nuon }
          { value: $value, description: ($parts | skip 1 | str join ' ') }
        }
      }
    }
  }
  """#
