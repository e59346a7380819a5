import Console
import Mediator
import Plugins

/// Asks the person at the terminal what a plug-in wants to know, one question at a time.
struct PluginAsker: Sendable {
  /// The most bytes of an answer.
  private static let maximumLength = 4000
  /// How often a value that is not accepted can be typed again.
  private static let maximumAttempts = 3

  private let question: Question

  /// - Parameter question: Where questions are shown and answered.
  init(_ question: Question) { self.question = question }

  /// Asks the questions of plug-ins; nil where nobody can be asked.
  var ask: PluginQuestion.Asker? {
    guard question.canBeAsked else { return nil }
    return { asked in try await question.inTurn { try await values(of: asked) } }
  }

  /// - Returns: nil if the person declines: with `no`, or with no value where one is needed.
  private func values(of question: PluginQuestion) async throws -> [String: JSONValue]? {
    // A line of progress may be shown.
    let introduction = "\nThe plug-in '\(question.plugin)' asks: \(question.message)"
    guard !question.fields.isEmpty else {
      let isInBrowser = self.question.isInBrowser
      let line = try await line(
        "\(introduction)\n" + (isInBrowser ? "Type yes or no: " : "Yes or no? [y/N] "))
      guard let line, self.question.isMeant(line) else { return nil }
      return ["y", "yes"].contains(line.lowercased()) ? [:] : nil
    }
    var values: [String: JSONValue] = [:]
    var note = introduction + "\n"
    for field in question.fields {
      var attempts = 0
      while true {
        guard let line = try await line(note + field.prompt) else { return nil }
        do throws(PluginQuestionError) {
          values[field.name] = try value(of: line, for: field)
          note = ""
          break
        } catch {
          attempts += 1
          guard attempts < Self.maximumAttempts else { return nil }
          note = "'\(field.name)': \(error.reason)".printableError + "\n"
        }
      }
    }
    return values
  }

  private func value(
    of line: String, for field: PluginQuestion.Field
  ) throws(PluginQuestionError) -> JSONValue? {
    guard !field.isFlag || question.isMeant(line) else {
      throw PluginQuestionError(reason: "type yes or no")
    }
    return try field.value(of: line)
  }

  private func line(_ text: String) async throws -> String? {
    try await question.answer(text, limit: Self.maximumLength)
  }
}
