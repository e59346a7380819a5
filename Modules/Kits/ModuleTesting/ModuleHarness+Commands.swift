import Console
public import Foundation
public import Mediator
import ModuleManager
public import Testing

/// What a command line of a module has answered.
public struct CommandAnswer: Sendable {
  /// The answer for people, without colours.
  public let text: String
  /// The answer for programs.
  public let json: Data
  /// The kind of failure that the answer reports; nil on success.
  public let failure: FailureKind?

  /// Decodes the answer for programs.
  /// - Throws: `DecodingError` when it has another structure.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSON.decode(type, from: json)
  }
}

extension ModuleHarness {
  /// Runs a command line of the module under test, as a person types it after the name of the app.
  /// JSON that does not fit the schema of the command fails the test, and so does a given argument
  /// that the command does not read.
  ///
  /// ```swift
  /// let answer = try await harness.run("orders add \"desk lamp\"", columns: 40)
  /// #expect(answer.text == "Added order 1.")
  /// ```
  /// - Parameters:
  ///   - line: The words; quotes keep words together.
  ///   - columns: The width of the text.
  /// - Throws: `CommandLineError` for a line that is not valid, and the error of the command.
  public func run(
    _ line: String, columns: Int = 80, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> CommandAnswer {
    let parser = CommandParser(
      commands: module.contributions(of: Command.self).filter { !$0.isHidden },
      hidden: module.contributions(of: Command.self).filter(\.isHidden),
      globals: [.flag("json", "print the answer as JSON")])
    let words = words(of: line)
    let parsed = try parser.parse(words)
    guard case .run(let command) = parsed.request else {
      throw CommandLineError.incompleteCommand(line, subcommands: [])
    }
    let invocation = Invocation(
      parameters: parsed.parameters, mediator: mediator,
      progress: ProgressReporter { _, _ in }, arguments: command.arguments, now: now)
    let result = try await command.run(invocation)
    for argument in invocation.unreadArguments where argument.name != Argument.watch.name {
      Issue.record(
        "nothing reads the argument '\(argument.typed)' of '\(line)'; give the input of the command a "
          + "field '\(argument.field)', or remove the argument", at: sourceLocation)
    }
    let json = try result.json
    if let schema = try command.outputSchema {
      for difference in try JSONSchemaCheck(schema.jsonSchema).differences(in: json) {
        Issue.record(
          "the JSON of '\(line)' differs from its schema: \(difference)", at: sourceLocation)
      }
    }
    return CommandAnswer(
      text: result.text(on: Page(columns: columns)), json: json, failure: result.failure)
  }

  /// Runs all examples of the module's commands, in alphabetical order of the commands. Each that
  /// throws, or whose JSON does not fit its schema, fails the test, which stubs what they call. So
  /// does an argument whose value is lost, or that cannot be given.
  /// - Parameter isLeftOut: Whether an example is left out, such as one that needs a file.
  public func checkExamples(
    except isLeftOut: @Sendable (_ example: String) -> Bool = { _ in false },
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let commands = module.contributions(of: Command.self)
    for command in commands.sorted(by: { $0.words.lexicographicallyPrecedes($1.words) }) {
      for finding in command.argumentFindings { Issue.record(finding, at: sourceLocation) }
      for example in command.examples where !isLeftOut(example) {
        do {
          _ = try await run(example, sourceLocation: sourceLocation)
        } catch {
          Issue.record("the example '\(example)' failed: \(error)", at: sourceLocation)
        }
      }
    }
  }
}

/// Splits a command line, such as an example, into words as a shell does: double quotes keep words
/// together.
public func words(of line: String) -> [String] {
  line.split(at: "\"", omittingEmptySubsequences: false).enumerated().flatMap { part in
    part.offset.isMultiple(of: 2)
      ? part.element.split(at: " ").map(String.init) : [String(part.element)]
  }
}
