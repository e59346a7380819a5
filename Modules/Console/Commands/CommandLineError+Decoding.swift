import Mediator

extension CommandLineError {
  /// Says what is wrong with a value in the words of a command line; a field that is none of
  /// `arguments` counts as an option.
  public init(_ error: DecodingError, arguments: [Argument] = []) {
    let (field, reason) = error.problem
    let name = field.map { field in
      arguments.first { $0.field == field }?.typed ?? "--\(field.kebabCased)"
    }
    self = .badValue(name ?? "the arguments", reason: reason)
  }
}
