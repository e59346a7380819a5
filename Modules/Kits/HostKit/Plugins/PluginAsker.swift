import Console
import Mediator
import Platform
import Plugins

/// Asks the person at the terminal what a plug-in wants to know, one question at a time.
final class PluginAsker: Sendable {
  /// The most bytes of an answer.
  private static let maximumLength = 4000
  /// How often a value that is not accepted can be typed again.
  private static let maximumAttempts = 3

  private let question: Question
  private let screen: Screen?
  private let questions = KeyedSemaphore(limit: 1)

  /// - Parameters:
  ///   - question: Where questions are shown and answered.
  ///   - screen: The screen of the browser; nil without one.
  init(_ question: Question, _ screen: Screen?) {
    self.question = question
    self.screen = screen
  }

  /// Asks the questions of plug-ins; nil where nobody can be asked.
  var ask: PluginQuestion.Asker? {
    guard question.canBeAsked else { return nil }
    return { question in try await self.questions.run { try await self.values(of: question) } }
  }

  /// - Returns: nil if the person declines: with `no`, or with no value where one is needed.
  private func values(of question: PluginQuestion) async throws -> [String: JSONValue]? {
    // A line of progress may be shown.
    let introduction = "\nThe plug-in '\(question.plugin)' asks: \(question.message)"
    guard !question.fields.isEmpty else {
      let line = try await line("\(introduction)\nYes or no? [y/N] ")
      return ["y", "yes"].contains(line?.lowercased()) ? [:] : nil
    }
    var values: [String: JSONValue] = [:]
    var note = introduction + "\n"
    for field in question.fields {
      var attempts = 0
      while true {
        guard let line = try await line(note + field.prompt) else { return nil }
        do throws(PluginQuestionError) {
          values[field.name] = try field.value(of: line)
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

  /// - Returns: nil if no line can be read.
  private func line(_ text: String) async throws -> String? {
    if let screen, screen.isInUse {
      return await screen.ask(
        text.split(at: "\n").joined(separator: " "), maximumLength: Self.maximumLength)
    }
    return try await question.answer(text, limit: Self.maximumLength)
  }
}
