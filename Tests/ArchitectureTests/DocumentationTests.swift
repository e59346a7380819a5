import ModuleRules
import Testing

@Suite struct DocumentationTests {
  /// Members whose documentation is that of the protocol that requires them.
  private static let requirements: Set = [
    "description", "debugDescription", "kind", "manifest", "contributions", "register", "hash",
    "encode", "fieldDescriptions", "valueDescription",
  ]

  private static func undocumented(in source: SourceFile) -> [Violation] {
    lazy var declaration =
      #/^(@\w+(\([^)]*\))? )*public [^={:]*?\b(?<keyword>let|var|func|init|subscript|struct|class|enum|protocol|actor|typealias)\b *(?<name>[^ (:<{]*)(?<rest>.*)/#
    let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Substring($0.utf8.drop { $0 == UInt8(ascii: " ") }) }
    return lines.indices.compactMap { index in
      // Most lines begin with another word, and the regular expression takes most of the time.
      let line = lines[index]
      guard line.hasPrefix("public ") || line.hasPrefix("@") && line.contains(" public "),
        let match = try? declaration.firstMatch(in: line),
        !match.output.0.contains("import "), !match.output.0.contains("override ")
      else { return nil }
      let name = String(match.name)
      let isOperator =
        match.keyword == "func" && name.first.map { !$0.isLetter && $0 != "`" } ?? true
      guard !requirements.contains(name), !isOperator, !match.rest.hasPrefix("(from decoder:")
      else { return nil }
      let previous = lines[..<index].last { !$0.hasPrefix("@") && !$0.hasPrefix("#if") } ?? ""
      guard !previous.hasPrefix("///") else { return nil }
      return Violation(
        path: source.path, line: index + 1, rule: "a public declaration has a doc comment",
        remedy: "say in one sentence what it does or is")
    }
  }

  @Test func `every public declaration has a doc comment`() throws {
    let violations = try SourceFile.all(in: ["Modules", "Templates", "App", "Tests"])
      .flatMap(Self.undocumented)
    #expect(violations.isEmpty, "\(violations.list)")
  }

  @Test(arguments: [
    "public let count: Int", "  public static func count(of text: String) -> Int {",
    "public enum Plants: Interface {", "@MainActor public final class Plants {",
    "  @inlinable\n  public init(count: Int) {", "  public init(_ count: Int) {",
    "// A plant.\npublic struct Plant {", "public internal(set) var count = 0",
    "  public subscript(index: Int) -> Plant {", "public typealias Plants = [Plant]",
  ])
  func `a public declaration without one is found`(text: String) {
    let found = Self.undocumented(in: SourceFile(path: "Planted.swift", text: "\n" + text))
    #expect(found.map(\.line) == [text.split(separator: "\n").count + 1])
  }

  @Test(arguments: [
    "/// A plant.\npublic struct Plant {", "/// Counts.\n@inlinable\npublic func count() -> Int {",
    "public import Mediator", "let count = 0", "  public var description: String { name }",
    "public static func < (first: Plant, second: Plant) -> Bool {",
    "public init(from decoder: any Decoder) throws {",
    "public func hash(into hasher: inout Hasher)",
  ])
  func `a documented declaration, or one that implements a requirement, is accepted`(text: String) {
    #expect(Self.undocumented(in: SourceFile(path: "Planted.swift", text: text)) == [])
  }
}
