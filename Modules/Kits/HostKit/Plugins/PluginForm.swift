import Console
import Foundation
import Mediator

/// Asks the person at the terminal for the values of a plug-in's variables, one after the other.
struct PluginForm: Sendable {
  /// The maximum length of a line in bytes.
  private static let limit = 1 << 14

  private let question: Question
  private let input: Int32

  /// - Parameters:
  ///   - terminal: The standard error output, which shows the questions.
  ///   - input: The descriptor of the answers.
  init(on terminal: Terminal, input: Int32 = STDIN_FILENO) {
    question = Question(on: terminal, input: input)
    self.input = input
  }

  /// Whether a person can read the questions and answer them.
  var canBeAsked: Bool { question.canBeAsked }

  /// Asks for each variable. An empty line keeps the value.
  /// - Parameter store: Stores a value, and returns all variables.
  /// - Returns: All variables at the end.
  /// - Throws: What `store` throws; `CancellationError` when the task is cancelled, such as by
  ///   Ctrl-C. The values before are stored.
  func fill(
    _ list: PluginVariableList,
    storing store: (_ variable: String, _ value: Secret) async throws -> PluginVariableList
  ) async throws -> PluginVariableList {
    try await question.inTurn {
      var list = list
      for variable in list.variables {
        guard let value = try await answer(for: variable) else { continue }
        list = try await store(variable.name, value)
      }
      return list
    }
  }

  private func answer(for variable: PluginVariableList.Variable) async throws -> Secret? {
    let prompt = "\(variable.name): \(variable.summary)\(variable.hint): "
    guard !variable.isSecret else {
      do { return try await Secret.read(prompt: prompt, from: input) } catch SecretError.missing {
        return nil
      }
    }
    let line = try await question.answer(prompt.printable, limit: Self.limit)
    return line.flatMap { $0.isEmpty ? nil : Secret($0) }
  }
}

extension PluginVariableList.Variable {
  /// What an empty line does, in parentheses.
  fileprivate var hint: String {
    switch source {
    case .missing: isSecret ? " (secret)" : ""
    case .none: " (may be empty)"
    case .given, .default: " [\(isSecret ? "Enter keeps the secret" : value ?? "")]"
    }
  }
}
