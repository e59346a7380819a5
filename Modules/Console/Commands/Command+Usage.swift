import Mediator

extension Command {
  /// Its words with a space between each two.
  public var name: String { words.joined(separator: " ") }

  /// How it is typed, such as `route <from> <to>`; of the options, only those that ask to be there.
  var usage: String {
    let shown = options.filter(\.isInUsage).map { "[\($0.usage)]" }
    return ([name] + shown + positionals.map(\.usage)).joined(separator: " ")
  }

  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }
  var options: [Argument] { arguments.filter { $0.kind != .positional } }
}
