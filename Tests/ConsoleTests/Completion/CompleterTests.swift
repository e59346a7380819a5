import Documents
import Mediator
import ModuleTesting
import Testing

@testable import Console

private enum Places: Interface {
  static let find = Action<PlaceSearch, [String]>(Places.self, "find")
  static let shops = Action<Empty, [String]>(Places.self, "shops")
  static let fail = Action<Empty, [String]>(Places.self, "fail")
}

private struct PlaceSearch: Codable, Sendable {
  let text: String?
  let shop: String?
}

private struct Trip: Codable, Sendable {
  let from: String
  let to: String
  let by: Means?
  let via: [String]?
  let shop: String?
  let gently: Bool?
}

private enum Means: String, Codable, CaseIterable {
  case bus, boat, plane
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
          .positional("from", .init("the start", suggestions: places)),
          .positional("to", .init("the destination", suggestions: places)),
          .option("by", "the means of transport"),
          .option("via", .init("a place on the way", suggestions: places)),
          .flag("gently", "take your time"),
          .option("shop", shop),
        ], examples: [], view: { _ in [] }),
      command("shop", "Show it"), command("shop list", "List them"),
      command(
        "shop load", "Load one", .positional("file", .init("", suggestions: .files)),
        .option("size", "")),
      command(
        "broken", "", .positional("x", .init("", suggestions: .results(of: Places.fail) { $0 }))),
    ],
    globals: [.option("shop", shop), .flag("version", "print the version")])

  private static let shop = FieldDescription(
    "the shop", suggestions: .results(of: Places.shops) { $0 })
  private static let places = Suggestions.results(of: Places.find) { $0 }

  init() throws {
    try mediator.answer(Places.find) { [searches] search in
      searches.record(search)
      return ["São Bento", "Santo Ovídio", "Bolhão", "Casa \"d'Água\"", "", "西直门\u{1B}[2J"]
    }
    try mediator.answer(Places.shops) { _ in ["porto", "paris", "Évora"] }
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
      ([""], ["go", "shop", "broken", "help"]), (["s"], ["shop"]), (["x"], []),
      (["shop", ""], ["list", "load"]), (["shop", "li"], ["list"]), (["help", "g"], ["go"]),
      (["help", ""], ["go", "shop", "broken"]),
      (["help", "shop", ""], ["list", "load"]), (["fly", ""], []),
      (["go", "--g"], ["--gently"]), (["go", "--gently", "--g"], []),
      (["go", "--via", "A", "--v"], ["--via", "--version"]), (["--s"], ["--shop"]),
      (["go", "--by", ""], ["bus", "boat", "plane"]), (["go", "--by", "b"], ["bus", "boat"]),
      (["go", "--by=b"], ["--by=bus", "--by=boat"]), (["go", "--by=bus", "--b"], []),
      (["go", "--shop=p"], ["--shop=porto", "--shop=paris"]), (["--shop", "por"], ["porto"]),
      (["--shop", "ev"], ["Évora"]), (["--shop", "orto"], []),
      (["go", "--", "--s"], ["São Bento", "Santo Ovídio", "Bolhão", "Casa \"d'Água\"", "西直门"]),
      (["go", "sao"], ["São Bento"]), (["go", "A", "西"], ["西直门"]),
      (["go", "A", "B", ""], []), (["go", "--depth", "bo"], ["Bolhão"]),
      (["go", "xzm"], ["São Bento", "Santo Ovídio", "Bolhão", "Casa \"d'Água\"", "西直门"]),
      (["shop", "load", "--size", ""], []),
      (["shop", "load", "x"], [":files"]), ([], ["go", "shop", "broken", "help"]),
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
    _ = try await texts("go", "--shop", "porto", "Bo")
    #expect(searches.values.map(\.text) == ["Bo"])
    #expect(searches.values.map(\.shop) == ["porto"])
    _ = try await texts("--shop=paris", "go", "Bo", "--by", "bus", "Ca")
    #expect(searches.values.last?.text == "Ca")
    #expect(searches.values.last?.shop == "paris")
  }

  @Test func `candidates have summaries`() async throws {
    let completions = try await completer.completions(for: ["shop", "l"], through: mediator)
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
    CommandResult("") { text in "\(text)" }
  }
}
