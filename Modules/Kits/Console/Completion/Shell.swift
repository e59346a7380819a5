/// A shell that completes the host's command lines by running the host's `complete` command.
///
/// The command prints one candidate per line, followed by a tab and its summary, or else `:files`.
/// For zsh, `:list` comes first if the typed word must not be replaced with their common prefix.
public enum Shell: String, Codable, CaseIterable, Sendable {
  /// GNU Bash 3.2 or later.
  case bash
  /// Zsh.
  case zsh
  /// Fish.
  case fish

  /// The script that sets up completion for the command named `host`.
  public func script(for host: String) -> String {
    let text =
      switch self {
      case .bash: bashScript
      case .zsh: zshScript
      case .fish: fishScript
      }
    return text.replacing("HOST", with: host)
  }
}

/// The host receives the line as typed, because bash splits words at every colon and equals sign.
private let bashScript = #"""
  # To complete HOST in bash: source <(HOST completions bash)
  _HOST() {
    local candidate
    COMPREPLY=()
    while IFS= read -r candidate; do
      if [[ $candidate == :files ]]; then
        compopt -o default +o nosort 2>/dev/null || compopt -o default 2>/dev/null
      else
        COMPREPLY+=("$candidate")
      fi
    done < <("$1" complete --shell=bash --line="${COMP_LINE:0:COMP_POINT}" \
      --breaks="$COMP_WORDBREAKS" 2>/dev/null)
  }
  complete -o nosort -F _HOST HOST 2>/dev/null || complete -F _HOST HOST
  """#

/// With `-U`, zsh accepts candidates that do not begin with the typed text.
private let zshScript = #"""
  #compdef HOST
  # To complete HOST in zsh: source <(HOST completions zsh)
  _HOST() {
    local line
    local -a names meanings
    local typed="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX"
    for line in "${(@f)$("$words[1]" complete --shell=zsh --line="$typed" 2>/dev/null)}"; do
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

private let fishScript = #"""
  # To complete HOST in fish: HOST completions fish | source
  function __HOST_complete
    set -l words (commandline -opc)
    set -l candidates ($words[1] complete --shell=fish --line=(commandline -cp | string collect) 2>/dev/null)
    if test "$candidates" = :files
      __fish_complete_path (commandline -ct)
    else if set -q candidates[1]
      string join -- \n $candidates
    end
  end
  complete -c HOST -f -k -a '(__HOST_complete)'
  """#
