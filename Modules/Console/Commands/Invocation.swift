public import Foundation
public import Mediator

/// One call of a command: what was typed, and the way to the modules.
public struct Invocation: Sendable {
  /// The values given, by field. The host's `--city` is among them only where the command takes one.
  public let parameters: Parameters
  /// The way to the modules.
  public let mediator: Mediator
  /// Tells the person how far long work has come.
  public let progress: ProgressReporter
  /// The clock.
  public let now: @Sendable () -> Date
  private let arguments: [Argument]

  /// Composes an invocation; `arguments` are what the command takes, for errors in its words.
  public init(
    parameters: Parameters,
    mediator: Mediator,
    progress: ProgressReporter,
    arguments: [Argument] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.parameters = parameters
    self.mediator = mediator
    self.progress = progress
    self.arguments = arguments
    self.now = now
  }

  /// The same call of `command` with other values.
  public func calling(_ command: Command, with parameters: Parameters) -> Invocation {
    Invocation(
      parameters: parameters, mediator: mediator, progress: progress,
      arguments: command.arguments, now: now)
  }

  /// The same call with a day that is said as `tomorrow` or `in 3 days` in other words; one that is
  /// not stays as it is.
  public func rewriting(_ field: String, _ words: (RelativeDay) -> String) -> Invocation {
    guard let text = parameters.values[field]?.last, let day = RelativeDay(text) else {
      return self
    }
    var others = Parameters()
    for (name, values) in parameters.values where name != field {
      for value in values { others.append(value, for: name) }
    }
    others.append(words(day), for: field)
    return Invocation(
      parameters: others, mediator: mediator, progress: progress, arguments: arguments, now: now)
  }

  /// The values given, as an action's input.
  /// - Throws: `CommandLineError.badValue` naming the argument that does not fit.
  public func input<Input: Decodable>(_ type: Input.Type) throws -> Input {
    do {
      return try parameters.decode(type)
    } catch let error as DecodingError {
      throw CommandLineError(error, arguments: arguments)
    }
  }
}
