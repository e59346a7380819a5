public import Mediator

/// One command of the host, declared statically by the module that offers it.
public struct Command: Sendable {
  /// The words that call it, such as `["city", "add"]`.
  public let words: [String]
  /// What it does, in one line without a full stop.
  public let summary: String
  /// What it takes.
  public let arguments: [Argument]
  /// Command lines that run as they stand, without the host's name, such as `route A B`.
  public let examples: [String]
  /// Answers an invocation.
  public let run: @Sendable (Invocation) async throws -> Answer
  private let makeAction: @Sendable () -> (any ActionDeclaration)?
  private let makeAnswerType: @Sendable () -> (any Decodable.Type)?

  /// The action whose input it takes and whose answer it shows, where it is one.
  ///
  /// It is made for whoever asks: the runtime takes its time to make the types of all actions, which
  /// nobody needs to find the one command that is called.
  public var action: (any ActionDeclaration)? { makeAction() }

  /// The shape of its JSON; nil where that depends on what is asked.
  /// - Throws: `ShapeError` naming the type and the field that cannot be described.
  public var answerShape: Shape? {
    get throws(ShapeError) {
      guard let type = makeAnswerType() else { return try action?.outputShape }
      return try Shape(of: type)
    }
  }

  /// Declares a command that runs as `run` says. Where it takes the input of an action and shows its
  /// answer, `shows` names it: that makes what is not declared here an option, and lets links to the
  /// action show the same. Where its JSON is another, `answers` is a type that can read it.
  public init(
    _ words: String,
    _ summary: String,
    shows action: @autoclosure @escaping @Sendable () -> (any ActionDeclaration)? = nil,
    answers type: @autoclosure @escaping @Sendable () -> (any Decodable.Type)? = nil,
    arguments: [Argument] = [],
    examples: [String],
    run: @escaping @Sendable (Invocation) async throws -> Answer
  ) {
    self.words = words.split(separator: " ").map(String.init)
    self.summary = summary
    makeAction = action
    makeAnswerType = type
    self.arguments = arguments
    self.examples = examples
    self.run = run
  }

  /// Declares a command that calls an action and shows its answer in a view. Every argument is a
  /// field of the action's input.
  public init<Input: Codable & Sendable, Output: Codable & Sendable>(
    _ words: String,
    _ summary: String,
    calls action: @autoclosure @escaping @Sendable () -> Action<Input, Output>,
    arguments: [Argument] = [],
    examples: [String],
    view: @escaping @Sendable (Output, Page) -> String
  ) {
    self.init(
      words, summary, shows: action(), arguments: arguments, examples: examples
    ) { invocation in
      let input = try invocation.input(Input.self)
      return try Answer(await invocation.mediator.perform(action(), input), view: view)
    }
  }
}
