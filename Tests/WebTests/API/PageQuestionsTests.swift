import Foundation
import Mediator
import ModuleTesting
import Scenes
import Testing

@testable import Web

@MainActor @Suite(.timeLimit(.minutes(5))) struct PageQuestionsTests {
  private let clock = ManualClock()
  private let tabs: Tabs

  init() throws {
    tabs = Tabs(
      try WebApp(
        name: "shop", PresentedContributions(), through: Mediator(),
        now: { Date(timeIntervalSince1970: 0) }, clock: clock, followerDeadline: .seconds(5)))
  }

  /// A page that follows its tab, and the question on it.
  private func ask(
    _ sentence: String = "Add <b>tea</b>?"
  ) async throws -> (tab: Tab, stream: AsyncStream<Data>, answer: Task<String?, any Error>) {
    let tab = tabs.open()
    let stream = tab.changes(since: nil)
    let ask = try #require(tabs.asker)
    let answer = Task { try await ask(sentence, ["once", "no"]) }
    try await wait { tab.questions.open != nil }
    return (tab, stream, answer)
  }

  @Test func `without a page nobody is asked`() {
    #expect(tabs.asker == nil)
    _ = tabs.open()
    #expect(tabs.asker == nil)
  }

  @Test func `each page shows the question, until one has the answer`() async throws {
    let (tab, stream, answer) = try await ask()
    let other = tabs.open()
    for tab in [tab, other] {
      let html = tab.page.html.text
      #expect(html.contains("Add &lt;b&gt;tea&lt;/b&gt;?"))
      #expect(html.contains(#"name="consent" value="once""#))
    }
    let id = try #require(tab.questions.open?.id)
    other.perform(["question": id, "consent": "once"])
    #expect(try await answer.value == "once")
    #expect(!tab.page.html.text.contains("tea"))
    withExtendedLifetime(stream) {}
  }

  @Test(arguments: [("0", "once"), ("1", "always"), ("1", ""), ("", "no")])
  func `an answer to another question changes nothing`(id: String, text: String) async throws {
    let (tab, stream, answer) = try await ask()
    tab.perform(["question": id, "consent": text])
    #expect(tab.questions.open != nil)
    try await wait { clock.sleeperCount == 1 }
    clock.advance(by: PageQuestions.timeout)
    #expect(try await answer.value == nil)
    #expect(tab.questions.open == nil)
    withExtendedLifetime(stream) {}
  }

  @Test func `a question ends with its program`() async throws {
    let (tab, stream, answer) = try await ask()
    answer.cancel()
    await #expect(throws: CancellationError.self) { try await answer.value }
    #expect(tab.questions.open == nil)
    withExtendedLifetime(stream) {}
  }
}
