/// A shell that completes the host's command lines by running the host's `complete` command.
///
/// The command prints one candidate per line, followed by a tab and its summary, or else `:files`.
/// For zsh, `:list` comes first if the typed word must not be replaced with their common prefix.
public enum Shell: String, Codable, CaseIterable, Sendable {
  /// GNU Bash 3.2 or later; completion behind an alias needs 4.1.
  case bash
  /// Zsh.
  case zsh
  /// Fish.
  case fish
  /// PowerShell 7.3 or later.
  case powershell
  /// Nushell.
  case nushell

  /// The script that sets up completion for the command named `host`.
  public func script(for host: String) -> String {
    let text =
      switch self {
      case .bash: bashScript
      case .zsh: zshScript
      case .fish: fishScript
      case .powershell: powershellScript
      case .nushell: nushellScript
      }
    // The name of a variable has no hyphens.
    let name = host.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return text.replacing("HOSTID", with: String(name)).replacing("HOST", with: host)
  }
}
