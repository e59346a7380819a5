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
          .positional("from", "whence", completes: places),
          .positional("to", "whither", completes: places), .option("by", "the means"),
          .option("via", "by way of", completes: places), .flag("slowly", "at ease"),
          .option(
            "city", "which", completes: .names { _, _ in ["porto", "paris"] }),
        ], examples: [], view: { _, _ in "" }),
      command("city", "Show it"), command("city list", "List them"),
      command("city load", "Load one", .positional("file", "", completes: .files)),
      command("broken", "", .positional("x", "", completes: .by(Places.fail) { $0 })),
    ],
    globals: globals)

  private static let places = Completion.by(Places.find) { $0 }

  init() throws {
    try mediator.answer(Places.find) { [searches] search in
      searches.record(search)
      return ["São Bento", "Santo Ovídio", "Bolhão", "Casa \"d'Água\"", "", "西直门\u{1B}[2J"]
    }
    try mediator.answer(Places.fail) { _ in throw Broken() }
  }

  private func texts(_ words: String...) async throws -> [String] {
    guard
      case .candidates(let candidates) = try await completer.offer(for: words, through: mediator)
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
  func `a line goes on with commands, options, choices and names`(
    words: [String], expected: [String]
  ) async throws {
    guard
      case .candidates(let candidates) = try await completer.offer(for: words, through: mediator)
    else {
      #expect(expected == [":files"])
      return
    }
    #expect(candidates.map(\.text) == expected)
  }

  @Test func `names are looked for by what is typed and by what is given`() async throws {
    _ = try await texts("go", "--city", "porto", "Bo")
    #expect(searches.values.map(\.text) == ["Bo"])
    #expect(searches.values.map(\.city) == ["porto"])
    _ = try await texts("--city=paris", "go", "Bo", "--by", "bus", "Ca")
    #expect(searches.values.last?.text == "Ca")
    #expect(searches.values.last?.city == "paris")
  }

  @Test func `commands and options say what they mean`() async throws {
    let offer = try await completer.offer(for: ["city", "l"], through: mediator)
    #expect(
      offer == .candidates([Candidate("list", "List them"), Candidate("load", "Load one")]))
  }

  @Test func `whoever asks learns that names could not be found`() async {
    await #expect(throws: Broken.self) {
      try await completer.offer(for: ["broken", ""], through: mediator)
    }
  }
}

private func command(_ words: String, _ summary: String, _ arguments: Argument...) -> Command {
  Command(words, summary, arguments: arguments, examples: []) { _ in
    try Answer("") { text, _ in text }
  }
}
