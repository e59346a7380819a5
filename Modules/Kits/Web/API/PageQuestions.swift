import Documents
import Mediator
import Observation
import Platform

/// The question of a program that all pages show, until the person answers it on one of them.
@MainActor @Observable
package final class PageQuestions {
  /// Asks a question, and returns one of the answers; nil if the person gives none.
  package typealias Asker =
    @Sendable (_ sentence: String, _ answers: [String]) async throws -> String?

  /// A question without an answer.
  struct Question: Sendable {
    /// Returned with the answer, so that it is no answer to a later question.
    let id: String
    let sentence: String
    let answers: [String]
    fileprivate let answer = Promise<String>()
  }

  /// How long the person may take to answer.
  nonisolated static let timeout = Duration.seconds(300)

  /// The question that is shown; nil while there is none.
  private(set) var open: Question?
  @ObservationIgnored private var lastNumber = 0
  @ObservationIgnored private let clock: any Clock<Duration>

  nonisolated init(clock: any Clock<Duration>) { self.clock = clock }

  /// Shows a question until it is answered, the program has gone, or some minutes have passed.
  /// While another one is shown, there is no answer.
  func ask(_ sentence: String, answers: [String]) async throws -> String? {
    guard open == nil else { return nil }
    lastNumber += 1
    let question = Question(id: "\(lastNumber)", sentence: sentence, answers: answers)
    open = question
    defer { open = nil }
    let timer = Task { [clock] in
      try await clock.sleep(for: Self.timeout)
      question.answer.fulfil(.failure(CancellationError()))
    }
    defer { timer.cancel() }
    do { return try await question.answer.value } catch {
      try Task.checkCancellation()
      return nil
    }
  }

  /// Answers a question, if it is still shown and has the answer.
  func answer(_ id: String, with answer: String) {
    guard let open, open.id == id, open.answers.contains(answer) else { return }
    open.answer.fulfil(.success(answer))
  }
}

extension Tab {
  /// The question of a program, with a button for each answer. None of them has a key, so that
  /// nobody consents while typing something else.
  var question: HTML {
    var html = HTML()
    html.append(
      "div",
      ["id": "question", "role": "alert", "class": questions.open == nil ? "" : "toast question"]
    ) { html in
      guard let open = questions.open else { return }
      html.append("p") { $0.append(open.sentence) }
      appendForm(to: &html, class: "actions", label: "Answers") { html in
        html.append(empty: "input", ["type": "hidden", "name": "question", "value": open.id])
        for answer in open.answers {
          html.append("button", ["name": "consent", "value": answer]) {
            $0.append(answer.capitalizedSentence)
          }
        }
      }
    }
    return html
  }
}
