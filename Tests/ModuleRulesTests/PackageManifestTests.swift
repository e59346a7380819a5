import Foundation
import TestSupport
import Testing

@testable import ModuleRules

/// How Package.swift is read.
@Suite struct PackageManifestTests {
  @Test func `entries are calls with a name in quotes, with or without comments`() {
    let manifest = PackageManifest(
      """
      // .feature("Comment")
      let features = [
        .feature(  // a comment with ")
          "News", kits: ["Scenes"], // "Store"
          dependencies: named(["A"], "B")), .feature("About")
      ]
      static func feature(_ name: String) { .feature(name) }
      """)
    #expect(manifest.entries.map(\.name) == ["News", "About"])
    #expect(manifest.entries.map(\.line) == [3, 5])
    #expect(manifest.entries.first?["dependencies"] == ["A", "B"])
    #expect(manifest.entries.first?["kits"] == ["Scenes"])
    #expect(!manifest.isApp)
  }

  @Test(arguments: [
    ("let a = 1", "let a = 1  // comment", true),
    ("let a = [.feature(\"A\")]", "let a = [\n.feature(\"A\"), .feature(\"B\")]", true),
    ("let a = [.feature(\"A\")]", "let b = [.feature(\"A\")]", false),
    ("let a = \"1\"", "let a = \"2\"", false), ("let a = 1 + 2", "let a = 1 - 2", false),
  ])
  func `only code outside of entries counts as a change of all modules`(
    first: String, second: String, isSame: Bool
  ) {
    let remainders = [first, second].map { PackageManifest($0).remainder }
    #expect((remainders[0] == remainders[1]) == isSame)
  }

  @Test(arguments: [
    ("let t = [\"a\": [\"b\", \"c\"], \"d\": []]", ["a": ["b", "c"], "d": []]),
    ("let t = [\"a\": [\n  \"b\",  // one\n],\n]", ["a": ["b"]]),
    ("let t = [\"a\": \"b\"]", nil), ("let t = [\"a\"]", nil), ("let t = 1", nil),
  ])
  func `tables map names to names`(text: String, table: [String: [String]]?) {
    #expect(PackageManifest(text).tables["t"] == table)
  }

  @Test func `the products are those of Package.swift`() throws {
    let text = try String(
      contentsOf: SharedData.checkout.appending(path: "Package.swift"), encoding: .utf8)
    let list = try #require(text.firstMatch(of: /let products = \[([^\]]*)\]/))
    let names = list.1.matches(of: /"(\w+)"/).map { String($0.1) }
    #expect(Set(names) == Set(PackageGraph.products) && names.count == PackageGraph.products.count)
  }
}
