import Testing

@Suite struct InterfaceTests {
  /// What reaches out of the process, waits, or lets a global change.
  private static let forbidden: Set = [
    "FileManager", "FileHandle", "URLSession", "Process", "ProcessInfo", "print", "fopen", "getenv",
    "nonisolated", "Task", "Thread", "DispatchQueue", "actor",
  ]

  private static func sins(in source: String) -> [String] {
    var words = Words(of: source)
    var sins: [String] = []
    while let word = words.next() {
      let name = String(word.text.prefix { $0 != "." })
      if forbidden.contains(name) { sins.append(name) }
    }
    // A stored variable has no body on its line.
    for line in source.split(separator: "\n") where line.contains("static var") {
      if !line.contains("{") { sins.append(line.trimmingPrefix { $0 == " " }.description) }
    }
    return sins
  }

  @Test func `interfaces hold no changing state and do no work outside`() throws {
    for source in try Checkout.sources(in: ["Modules"]) where source.path.contains("/Interface/") {
      #expect(Self.sins(in: source.text) == [], "\(source.path)")
    }
  }

  @Test(arguments: [
    ("let text = try FileManager.default.contents(atPath: path)", "FileManager"),
    ("public nonisolated(unsafe) var count = 0", "nonisolated"),
    ("static var last: CityID?", "static var last: CityID?"),
    ("Task { }", "Task"),
  ])
  func `a planted one is found`(source: String, sin: String) {
    #expect(Self.sins(in: source) == [sin])
  }

  @Test func `a computed constant is none`() {
    #expect(Self.sins(in: "public static var example: CityID { .builtIn } // print") == [])
  }
}
