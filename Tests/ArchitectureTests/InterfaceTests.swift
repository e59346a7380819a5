import ModuleRules
import Testing

@Suite struct InterfaceTests {
  /// Names that access the system, run tasks or hold mutable global state.
  private static let forbidden: Set = [
    "FileManager", "FileHandle", "URLSession", "Process", "ProcessInfo", "print", "fopen", "getenv",
    "nonisolated", "Task", "Thread", "DispatchQueue", "actor",
  ]

  private static func forbiddenCode(in source: String) -> [String] {
    var words = SwiftTokenizer(source)
    var found: [String] = []
    while let word = words.next() {
      let name = String(word.text.prefix { $0 != "." })
      if forbidden.contains(name) { found.append(name) }
    }
    // A static variable without a body in its line is stored.
    for line in source.split(separator: "\n") where line.contains("static var") {
      if !line.contains("{") { found.append(line.trimmingPrefix { $0 == " " }.description) }
    }
    return found
  }

  @Test func `interfaces have no mutable state and no side effects`() throws {
    for source in try SourceFile.all(in: ["Modules"]) where source.path.contains("/Interface/") {
      #expect(Self.forbiddenCode(in: source.text) == [], "\(source.path)")
    }
  }

  @Test(arguments: [
    ("let text = try FileManager.default.contents(atPath: path)", "FileManager"),
    ("public nonisolated(unsafe) var count = 0", "nonisolated"),
    ("static var last: CityID?", "static var last: CityID?"),
    ("Task { }", "Task"),
  ])
  func `forbidden code is found`(source: String, code: String) {
    #expect(Self.forbiddenCode(in: source) == [code])
  }

  /// The command lines and options that the texts of errors name.
  private static func commandLines(in source: String) -> [String] {
    let groups: Set = [
      "account", "bookmarks", "cart", "city", "history", "messages", "metro", "orders", "plugins",
      "trips",
    ]
    return source.matches(of: #/'(--?|([a-z]+) )[-a-z][^']*'/#)
      .filter { match in match.output.2.map { groups.contains(String($0)) } ?? true }
      .map { String($0.output.0) }
  }

  @Test func `errors name no command lines, because the browser shows them, too`() throws {
    for source in try SourceFile.all(in: ["Modules"])
    where source.path.contains("/Interface/") && source.path.hasSuffix("Error.swift") {
      #expect(Self.commandLines(in: source.text) == [], "\(source.path)")
    }
  }

  @Test(arguments: [
    ("run 'metro city update'", ["'metro city update'"]), ("add '--to'", ["'--to'"]),
    ("sign in with 'account sign-in'", ["'account sign-in'"]), ("retry it in 'messages'", []),
    ("add it with 'bookmarks add home'", ["'bookmarks add home'"]),
    ("allow it with 'plugins trust weather'", ["'plugins trust weather'"]),
    ("undo it with 'history undo'", ["'history undo'"]),
  ])
  func `command lines are found`(text: String, found: [String]) {
    #expect(Self.commandLines(in: text) == found)
  }

  @Test func `a computed static variable is accepted`() {
    let source = "public static var example: CityID { .builtIn } // print"
    #expect(Self.forbiddenCode(in: source) == [])
  }
}
