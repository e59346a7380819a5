import Mediator

// Reading a shape takes its time, so that only who needs one asks: help, completion, and a command
// line with something that is not declared.
extension Command {
  /// The fields of its action's input.
  var fields: [Shape.Field] {
    guard let shape = try? action?.inputShape else { return [] }
    return (try? shape.parameters()) ?? []
  }

  /// The fields that no argument fills, as options.
  var derivedOptions: [Argument] {
    let declared = arguments.map(\.field)
    return fields.filter { !declared.contains($0.name) }.map { field in
      let name = field.name.kebabCased
      return switch field.shape {
      case .boolean: .flag(name, "\(field.shape)")
      default: .option(name, "\(field.shape)")
      }
    }
  }

  /// What an argument means, with the texts that it may be.
  func meaning(of argument: Argument) -> String {
    let choices = choices(of: argument)
    return argument.summary + (choices.isEmpty ? "" : ": \(choices.choice)")
      + (isRepeated(argument) ? "; may be given several times" : "")
  }

  /// Whether an argument may be given several times.
  func isRepeated(_ argument: Argument) -> Bool {
    fields.first { $0.name == argument.field }?.isRepeated == true
  }

  /// The texts of which an argument has to be one; none where it may be any.
  func choices(of argument: Argument) -> [String] {
    guard case .choice(let choices) = fields.first(where: { $0.name == argument.field })?.valueShape
    else { return [] }
    return choices
  }
}
