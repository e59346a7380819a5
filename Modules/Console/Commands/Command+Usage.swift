import Mediator

extension Command {
  /// Its words with a space between each two.
  public var name: String { words.joined(separator: " ") }

  /// How it is typed, such as `route <from> <to>`; an option stands there only with what is given by
  /// its place and belongs to it, as in `map [--route <from> <to>]`.
  var usage: String {
    guard let option = options.first(where: \.takesPositionals) else {
      return ([name] + positionals.map(\.usage)).joined(separator: " ")
    }
    let places = positionals.map { "<\($0.name)>" }
    return "\(name) [\(([option.usage] + places).joined(separator: " "))]"
  }

  var positionals: [Argument] { arguments.filter { $0.kind == .positional } }
  var options: [Argument] { arguments.filter { $0.kind != .positional } }
}
