import ModuleRules
import Testing

/// What a module declares for the host or for other modules is in the list of its `contributions`,
/// because the compiler accepts a module that forgets it there.
@Suite struct ContributionsTests {
  /// What modules contribute, by the names that all features give to it.
  private static let names: Set = [
    "bars", "channels", "commands", "credits", "globalOptions", "messageServers", "notifications",
    "samples", "scenes", "settings", "warnings", "widgets",
  ]

  /// The declarations of modules in the files of one feature that no `Contributions(…)` mentions.
  private static func violations(in sources: [SourceFile]) -> [Violation] {
    let contributed = Set(sources.flatMap { contributedNames(in: $0) })
    return sources.flatMap { source in
      declarations(in: source).filter { !contributed.contains($0.name) }.map { name, line in
        Violation(
          path: source.path, line: line,
          rule: "a module lists in 'contributions' what it offers, but '\(name)' is not there",
          remedy: "add '\(name)' to 'public static let contributions = Contributions(…)'")
      }
    }
  }

  /// The static members of module types.
  private static func declarations(in source: SourceFile) -> [(name: String, line: Int)] {
    // Created once, which takes longer than to match a line.
    let typePattern = /^[a-z ]*(struct|class|actor|extension|enum) (\w+)/
    let memberPattern = /^  [a-z ]*static (let|var) (\w+)/
    var type = ""
    return source.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        if let match = line.firstMatch(of: typePattern) {
          type = String(match.2)
        }
        guard type.hasSuffix("Module"),
          let match = line.firstMatch(of: memberPattern),
          names.contains(String(match.2))
        else { return nil }
        return (String(match.2), index + 1)
      }
  }

  /// The words in the parentheses of `Contributions(…)`.
  private static func contributedNames(in source: SourceFile) -> [String] {
    var words = SwiftTokenizer(source.text)
    var start: Int?
    var names: [String] = []
    while let word = words.next() {
      if let depth = start, word.depth > depth {
        names.append(word.text)
      } else {
        start = word.text == "Contributions" && word.isCalled ? word.depth : nil
      }
    }
    return names
  }

  @Test func `what a module declares for others is in its contributions`() throws {
    let sources = try SourceFile.all(in: ["Modules", "Templates"])
      .filter { $0.path.contains("/Sources/Module/") }
    let features = Dictionary(grouping: sources) { $0.path.split(separator: "/")[1] }
    #expect(features.count > 15)
    let violations = features.values.flatMap(Self.violations)
    #expect(violations.isEmpty, "\(violations.list)")
  }

  @Test(arguments: [
    ("", "extension PlantsModule {\n  static let scenes = [SceneDescription()]\n}", "scenes", 2),
    (
      "commands", "struct PlantsModule: Module {\n  public static var widgets: [Int]\n}", "widgets",
      2
    ),
    ("[scenes]", "extension PlantsModule {\n\n  static var warnings: [Int]\n}", "warnings", 3),
  ])
  func `a declaration that is not listed is found`(
    list: String, text: String, name: String, line: Int
  ) {
    let module = SourceFile(
      path: "Modules/Plants/Sources/Module/PlantsModule.swift",
      text: "static let contributions = Contributions(\n  \(list)), other = [\(name)]")
    let planted = SourceFile(path: "Modules/Plants/Sources/Module/Planted.swift", text: text)
    let found = Self.violations(in: [module, planted])
    #expect(found.map(\.line) == [line])
    #expect(found.first?.path == planted.path)
    #expect(found.first?.rule.contains("'\(name)'") == true)
  }

  @Test(arguments: [
    "extension PlantsModule {\n  static let scenes = [1]\n  static var warnings: [Int]\n}",
    "extension PlantsModule {\n  private enum Rows {\n    static let bars = 3\n  }\n}",
    "enum Limits {\n  static let settings = [Setting()]\n}",
  ])
  func `a declaration that is listed, or of another type, is accepted`(text: String) {
    let list = "static let contributions = Contributions(scenes, warnings)\n"
    let source = SourceFile(path: "Modules/Plants/Sources/Module/Plants.swift", text: list + text)
    #expect(Self.violations(in: [source]) == [])
  }
}
