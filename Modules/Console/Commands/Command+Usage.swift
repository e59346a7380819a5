import Mediator

extension Command {
  /// Its words with a space between each two.
  public var name: String { words.joined(separator: " ") }

  /// How it is typed, options left out, such as `route <from> <to>`.
  var usage: String {
    ([name] + positionals.map { $0.usage }).joined(separator: " ")
  }

  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }
  var options: [Argument] { arguments.filter { $0.kind != .positional } }
}
