import Foundation
public import Mediator

/// One call of a command: what was typed, and the way to the modules.
public struct Invocation: Sendable {
  /// The values given, by field. The host's `--city` is among them only where the command takes one.
  public let parameters: Parameters
  /// The way to the modules.
  public let mediator: Mediator
  /// Tells the person how far long work has come.
  public let progress: ProgressReporter
  private let arguments: [Argument]

  /// Composes an invocation; `arguments` are what the command takes, for errors in its words.
  public init(
    parameters: Parameters,
    mediator: Mediator,
    progress: ProgressReporter,
    arguments: [Argument] = []
  ) {
    self.parameters = parameters
    self.mediator = mediator
    self.progress = progress
    self.arguments = arguments
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
