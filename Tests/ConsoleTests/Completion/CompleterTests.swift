import Mediator
import TestSupport
import Testing

@testable import Console

private enum Places: Interface {
  static let find = Action<PlaceSearch, [String]>(Places.self, "find")
  static let fail = Action<Empty, [String]>(Places.self, "fail")
}

private struct PlaceSearch: Codable, Sendable {
  let text: String?
  let city: String?
}

private struct Trip: Codable, Sendable {
  let from: String
  let to: String
  let by: Means?
  let via: [String]?
  let city: String?
  let slowly: Bool?
}

private enum Means: String, Codable, CaseIterable {
  case bus, boat, train
}

private enum Trips: Interface {
  static let plan = Action<Trip, Empty>(Trips.self, "plan")
}

private struct Broken: Error {}

struct CompleterTests {
  private let searches = Recorder<PlaceSearch>()
  private let mediator = Mediator()
  private let completer = Completer(
    commands: [
      Command(
        "go", "Travel", calls: Trips.plan,
        arguments: [
          .positional("from", "the start", completion: places),
          .positional("to", "the destination", completion: places),
          .option("by", "the means of transport"),
          .option("via", "a place on the way", completion: places),
          .flag("slowly", "take your time"),
          .option(
            "city", "the city", completion: .names { _, _ in ["porto", "paris"] }),
        ], examples: [], view: { _, _ in "" }),
      command("city", "Show it"), command("city list", "List them"),
      command("city load", "Load one", .positional("file", "", completion: .files)),
      command("broken", "", .positional("x", "", completion: .results(of: Places.fail) { $0 })),
    ],
    globals: ConsoleFixture.globals)

  private static let places = CompletionKind.results(of: Places.find) { $0 }

  init() throws {
    try mediator.answer(Places.find) { [searches] search in
      searches.record(search)
      return ["São Bento", "Santo Ovídio", "Bolhão", "Casa \"d'Água\"", "", "西直门\u{1B}[2J"]
    }
    try mediator.answer(Places.fail) { _ in throw Broken() }
  }

  private func texts(_ words: String...) async throws -> [String] {
    guard
      case .candidates(let candidates) = try await completer.completions(
        for: words, through: mediator)
    else { return [":files"] }
    return candidates.map(\.text)
  }

  @Test(
    arguments: [
      ([""], ["go", "city", "broken", "help"]), (["c"], ["city"]), (["x"], []),
      (["city", ""], ["list", "load"]), (["city", "li"], ["list"]), (["help", "g"], ["go"]),
      (["help", ""], ["go", "city", "broken"]),
      (["help", "city", ""], ["list", "load"]), (["fly", ""], []),
      (["go", "--s"], ["--slowly"]), (["go", "--slowly", "--s"], []),
      (["go", "--via", "A", "--v"], ["--via", "--version"]), (["--c"], ["--city"]),
      (["go", "--by", ""], ["bus", "boat", "train"]), (["go", "--by", "b"], ["bus", "boat"]),
      (["go", "--by=b"], ["--by=bus", "--by=boat"]), (["go", "--by=bus", "--b"], []),
      (["go", "--city=p"], ["--city=porto", "--city=paris"]), (["--city", "por"], ["porto"]),
      (["go", "--", "--s"], ["São Bento", "Santo Ovídio", "Bolhão", "Casa \"d'Água\"", "西直门"]),
      (["go", "sao"], ["São Bento"]), (["go", "A", "西"], ["西直门"]),
      (["go", "A", "B", ""], []), (["go", "--depth", "bo"], ["Bolhão"]),
      (["go", "xzm"], ["São Bento", "Santo Ovídio", "Bolhão", "Casa \"d'Água\"", "西直门"]),
      (["city", "load", "x"], [":files"]), ([], ["go", "city", "broken", "help"]),
    ] as [([String], [String])])
  func `a line is completed with commands, options, choices and names`(
    words: [String], expected: [String]
  ) async throws {
    guard
      case .candidates(let candidates) = try await completer.completions(
        for: words, through: mediator)
    else {
      #expect(expected == [":files"])
      return
    }
    #expect(candidates.map(\.text) == expected)
  }

  @Test func `the action receives the typed text and the given values`() async throws {
    _ = try await texts("go", "--city", "porto", "Bo")
    #expect(searches.values.map(\.text) == ["Bo"])
    #expect(searches.values.map(\.city) == ["porto"])
    _ = try await texts("--city=paris", "go", "Bo", "--by", "bus", "Ca")
    #expect(searches.values.last?.text == "Ca")
    #expect(searches.values.last?.city == "paris")
  }

  @Test func `candidates have summaries`() async throws {
    let completions = try await completer.completions(for: ["city", "l"], through: mediator)
    #expect(
      completions
        == .candidates([
          CompletionCandidate("list", "List them"), CompletionCandidate("load", "Load one"),
        ]))
  }

  @Test func `an error of the action is thrown`() async {
    await #expect(throws: Broken.self) {
      try await completer.completions(for: ["broken", ""], through: mediator)
    }
  }
}

private func command(_ words: String, _ summary: String, _ arguments: Argument...) -> Command {
  Command(words, summary, arguments: arguments, examples: []) { _ in
    try CommandResult("") { text, _ in text }
  }
}
