public import Documents
public import Foundation
public import Mediator
import Platform

/// One call of a command: its values, and the services that it uses.
public struct Invocation: Sendable {
  /// The mediator through which the command reaches the modules.
  public let mediator: Mediator
  /// Shows the progress of long work.
  public let progress: ProgressReporter
  /// Whether the text of the result is shown on a terminal, not in a file, in a pipe or as JSON.
  public let isTerminal: Bool
  /// The clock.
  public let now: @Sendable () -> Date
  /// Asks the person at the terminal a question, and returns whether the answer is yes; nil where
  /// nobody can be asked, as in a pipe.
  public let ask: (@Sendable (String) async throws -> Bool)?
  private let arguments: [Argument]
  private let given: Parameters
  private let reads: FieldReads

  /// Creates an invocation.
  /// - Parameters:
  ///   - arguments: The arguments of the command, whose names errors use.
  ///   - ask: Asks the person a question; nil where nobody can be asked.
  public init(
    parameters: Parameters,
    mediator: Mediator,
    progress: ProgressReporter,
    arguments: [Argument] = [],
    isTerminal: Bool = false,
    ask: (@Sendable (String) async throws -> Bool)? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    let reads = FieldReads()
    self.reads = reads
    given = parameters.reportingReads { reads.record($0) }
    self.mediator = mediator
    self.progress = progress
    self.arguments = arguments
    self.isTerminal = isTerminal
    self.ask = ask
    self.now = now
  }

  /// An invocation of another command with other values.
  public func forwarded(to command: Command, parameters: Parameters) -> Invocation {
    Invocation(
      parameters: parameters, mediator: mediator, progress: progress,
      arguments: command.arguments, isTerminal: isTerminal, ask: ask, now: now)
  }

  /// Decodes the values as the input of an action.
  /// - Throws: `CommandLineError.badValue` naming the argument that is not valid.
  public func input<Input: Decodable>(_ type: Input.Type) throws -> Input {
    try decoded { try given.decode(type) }
  }

  /// Decodes the values as the input of an action, by its schema if it was made at run time.
  /// - Throws: `CommandLineError.badValue` naming the argument that is not valid.
  func input<Input: Decodable, Output>(of action: Action<Input, Output>) throws -> Input {
    try decoded { try action.input(from: readParameters()) }
  }

  /// Reads the value of an argument; nil without the argument.
  public func value(_ field: String) -> String? {
    reads.record(field)
    return given[field]?.last
  }

  /// Reads the file that an argument names; nil without the argument.
  public func file(_ field: String) -> NamedFile? { value(field).map { NamedFile($0) } }

  /// Reads all values, by field. A global option, such as `--shop`, is included only if the command
  /// declares it.
  public func readParameters() -> Parameters {
    reads.recordAll()
    return given
  }

  /// The given arguments that the command has not read, so that they have no effect.
  package var unreadArguments: [Argument] {
    guard let read = reads.fields else { return [] }
    return arguments.filter { given[$0.field] != nil && !read.contains($0.field) }
  }

  private func decoded<Input>(_ decode: () throws -> Input) throws -> Input {
    do {
      return try decode()
    } catch let error as DecodingError {
      throw CommandLineError(error, arguments: arguments)
    }
  }
}

/// The fields that a command has read.
private final class FieldReads: Sendable {
  private let recorded = Lock<Set<String>?>([])

  /// The names of the fields; nil if the command has read all.
  var fields: Set<String>? { recorded.withLock(\.self) }

  func record(_ field: String) { recorded.withLock { _ = $0?.insert(field) } }
  func recordAll() { recorded.withLock { $0 = nil } }
}

extension Command {
  /// Runs the command with values by field and without progress.
  public func run(
    _ parameters: Parameters = [:], through mediator: Mediator
  ) async throws -> CommandResult {
    try await run(
      Invocation(
        parameters: parameters, mediator: mediator, progress: ProgressReporter { _, _ in },
        arguments: arguments))
  }
}

/// The result of a command, as JSON for programs and as text for people.
public struct CommandResult: Sendable {
  private let encode: @Sendable () throws -> Data
  /// The kind of failure that the result reports; nil on success.
  public private(set) var failure: FailureKind?
  /// The error that the host prints after the result.
  package private(set) var error: (any ModuleError)?
  /// What is not right with the result, as the document says; the host prints it beside JSON.
  package private(set) var warnings: [String] = []
  private let makeDocument: @Sendable () -> Document
  private let makeLines: (@Sendable () -> [Text])?
  /// What is copied to the clipboard of the terminal, unless the result is printed as JSON.
  public let clipboardText: String?

  /// Creates a result from a value and the view that draws it.
  /// - Parameter lines: Lines that make sense alone, of which a watched command prints the new
  ///   ones; nil for the lines of the view.
  public init<Value: Encodable & Sendable>(
    _ value: Value,
    failure: FailureKind? = nil,
    clipboardText: String? = nil,
    lines: (@Sendable (Value) -> [Text])? = nil,
    view: @escaping @Sendable (Value) -> Document
  ) {
    self.failure = failure
    self.clipboardText = clipboardText
    encode = { try JSON.encode(value) }
    makeDocument = { view(value) }
    if let lines { makeLines = { lines(value) } } else { makeLines = nil }
  }

  /// Creates a result from JSON, whose text is the same with indentation.
  public init(json: Data) {
    encode = { json }
    failure = nil
    clipboardText = nil
    makeDocument = {
      let value = try? JSON.decode(JSONValue.self, from: json)
      let pretty = value.flatMap { try? JSON.encodePrettyPrinted($0) }
      return [.code(String(decoding: pretty ?? json, as: UTF8.self).filtered(as: .json))]
    }
    makeLines = nil
  }

  /// The result for a person.
  public var document: Document { makeDocument() }

  /// Draws the result as text for a page.
  public func text(on page: Page) -> String { page.text(of: document) }

  /// The lines of the result of which a watched command prints the new ones.
  public func lines(on page: Page) -> [String] {
    if let makeLines { return makeLines().map(page.line) }
    return text(on: page).split(separator: "\n").map(String.init)
  }

  /// The result with warnings, which its document has already.
  package func warning(_ warnings: [String]) -> CommandResult {
    var result = self
    result.warnings = warnings
    return result
  }

  /// The result with an error that the host prints after it on the standard error output.
  package func failing(with error: any ModuleError) -> CommandResult {
    var result = self
    (result.error, result.failure) = (error, error.kind)
    return result
  }

  /// The result as JSON.
  /// - Throws: `EncodingError` when the value cannot be written as JSON.
  public var json: Data {
    get throws { try encode() }
  }
}
