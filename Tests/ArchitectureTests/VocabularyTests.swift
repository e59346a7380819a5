import Foundation
import ModuleRules
import TestSupport
import Testing

/// The kernel and the kits serve any app, so their code and their comments do not know metros.
@Suite struct VocabularyTests {
  private static let wordsOfMetros: Set = [
    "metro", "metros", "city", "cities", "station", "stations", "train", "trains", "journey",
    "journeys", "timetable", "timetables", "departure", "departures",
  ]

  /// A line is also a row of text or a command line. Beside one of these words, it is a line of a
  /// metro.
  private static let neighboursOfMetroLines: Set = [
    "badge", "badges", "color", "colors", "colour", "colours", "direction", "directions", "id",
    "ids", "different",
  ]

  /// The folders of the libraries in Package.swift.
  private static func folders() throws -> [String] {
    let manifest = try String(
      contentsOf: SharedData.checkout.appending(path: "Package.swift"), encoding: .utf8)
    return manifest.matches(of: #/\.library\(\s*"(\w+)", in: "(\w+)"/#).map {
      "Modules/\($0.2)/\($0.1)"
    }
  }

  private static func violations(in source: SourceFile) -> [Violation] {
    source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, text -> [Violation] in
        // Most lines have none of the words, and reading words takes most of the time.
        let lowercase = text.lowercased()
        guard wordsOfMetros.union(["line"]).contains(where: lowercase.contains) else { return [] }
        return Set(forbiddenWords(in: words(of: text))).sorted().map {
          Violation(
            path: source.path, line: index + 1,
            rule: "the kernel and the kits know no metros, but this line has '\($0)'",
            remedy: "use an example of another field, or move this to a feature")
        }
      }
  }

  private static func forbiddenWords(in words: [String]) -> [String] {
    words.indices.filter { index in
      guard ["line", "lines"].contains(words[index]) else {
        return wordsOfMetros.contains(words[index])
      }
      let neighbours = [index - 1, index + 1].filter(words.indices.contains).map { words[$0] }
      return !neighboursOfMetroLines.isDisjoint(with: neighbours)
    }.map { words[$0] }
  }

  /// The words of a text in lower case; a name in camel case or in snake case is several words.
  private static func words(of text: some StringProtocol) -> [String] {
    String(text).matches(of: #/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/#).map { $0.output.lowercased() }
  }

  @Test func `kernel and kits do not know the words of metros`() throws {
    let folders = try Self.folders()
    #expect(folders.contains("Modules/Kernel/Mediator") && folders.contains("Modules/Kits/Console"))
    for folder in folders {
      let sources = try SourceFile.all(in: [folder])
      #expect(!sources.isEmpty, "\(folder) has no Swift files")
      let violations = sources.flatMap(Self.violations)
      #expect(violations.isEmpty, "\(violations.list)")
    }
  }

  @Test(arguments: [
    ("let city = 1", "city"), ("/// A train.", "train"), ("struct CityList {", "city"),
    ("let METRO_HOME = 1", "metro"), ("var nextDepartures = 1", "departures"),
    ("let url = \"metro://a\"", "metro"), ("let line_color = 1", "line"),
    ("/// The badges of lines.", nil), ("/// line badges", "line"), ("let lineID = 1", "line"),
    ("/// Trains a model; constraints, capacity, intrain.", "trains"),
    ("/// Moves to the next line of the text.", nil), ("let commandLine = lines.count", nil),
    ("let capacity = training + citizen", nil),
  ])
  func `a word of metros is found in code and in comments`(line: String, word: String?) {
    let source = SourceFile(path: "Modules/Kits/Console/Planted.swift", text: "\n\(line)\n")
    let found = Self.violations(in: source)
    #expect(found.map(\.line) == (word == nil ? [] : [2]))
    #expect(word == nil || found.first?.rule.hasSuffix("'\(word ?? "")'") == true)
  }
}
