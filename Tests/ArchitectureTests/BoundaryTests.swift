import Foundation
import TestSupport
import Testing

@Suite struct BoundaryTests {
  /// SwiftPM is asked once for all of them.
  private static let house = Result { try House.described(in: SharedData.checkout) }

  @Test func `every import keeps the rules of the house`() throws {
    let house = try Self.house.get()
    let violations = try Checkout.sources(in: ["Modules", "App", "Tests", "Templates"])
      .flatMap { house.violations(in: $0.text, at: $0.path) }
    #expect(violations.isEmpty, "\(violations.map(\.description).joined(separator: "\n"))")
  }

  @Test(
    arguments: [
      ("Modules/Routing/Sources/Planted.swift", "import DataSource", "out of bounds: a feature"),
      ("Modules/Routing/Sources/Planted.swift", "import CSQLite", "'Store' alone has it"),
      ("Modules/Routing/Sources/Planted.swift", "import CZlib", "'DataSource' alone has it"),
      (
        "Modules/Bookmarks/Sources/Planted.swift",
        "#if canImport(FoundationNetworking)\n  import FoundationNetworking\n#endif",
        "'Network' alone has it"
      ),
      ("Modules/Routing/Sources/Planted.swift", "import NetworkInterface", "does not declare it"),
      ("Modules/Routing/Sources/Planted.swift", "import struct Bookmarks.Shelf", "out of bounds"),
      ("Modules/Routing/Sources/Planted.swift", "import Bookmarks.Shelf", "out of bounds"),
      ("Modules/Routing/Sources/Planted.swift", "let x = 1; import Bookmarks", "out of bounds"),
      ("Modules/Routing/Sources/Planted.swift", "@testable import Mediator", "'@testable' opens"),
      (
        "Modules/Routing/Sources/Planted.swift", "@_exported\nimport DataSourceInterface",
        "handed on by '@_exported'"
      ),
      ("Modules/Routing/Sources/Planted.swift", "import Testing", "out of bounds: a feature"),
      ("Modules/Routing/Sources/Planted.swift", "import Alamofire", "no target of the house"),
      ("Modules/Routing/Interface/Planted.swift", "import Console", "out of bounds: an interface"),
      ("Modules/Mediator/Planted.swift", "import Console", "out of bounds: the kernel"),
      ("Modules/Store/Planted.swift", "import Console", "out of bounds: a kit"),
      ("Modules/Planted/Planted.swift", "import Foundation", "belongs to no target"),
      ("App/Planted.swift", "import Routing", "only App/AppModules.swift names implementations"),
      ("Tests/RoutingTests/Planted.swift", "import DataSource", "out of bounds: these tests"),
      ("Tests/RoutingTests/Planted.swift", "@testable import Mediator", "'@testable' opens"),
      ("Tests/AppTests/Planted.swift", "@testable import Routing", "'@testable' opens"),
      ("Tests/AppTests/Planted.swift", "import Routing", "reach features through the mediator"),
      ("Tests/Benchmarks/Planted.swift", "@testable import DataSource", "'@testable' opens"),
      ("Tests/TestSupport/Planted.swift", "import Console", "out of bounds: TestSupport"),
    ])
  func `a planted import is found, with its line`(
    path: String, text: String, words: String
  ) throws {
    let found = try Self.house.get().violations(in: "/* a\n */\n" + text, at: path)
    let line = 2 + (text.split(separator: "\n").firstIndex { $0.contains("import ") } ?? 0) + 1
    #expect(found.map(\.line) == [line])
    #expect(found.first?.description.contains(words) == true, "\(found)")
  }

  @Test(arguments: [
    ("Modules/Routing/Sources/Allowed.swift", "import DataSourceInterface\nimport Console"),
    ("Modules/Store/Allowed.swift", "import CSQLite"),
    ("App/AppModules.swift", "import Routing"),
    ("Tests/RoutingTests/Allowed.swift", "@testable import Routing\nimport Testing"),
    ("Tests/AppTests/Allowed.swift", "@testable import metro"),
  ])
  func `what the rules allow is left alone`(path: String, text: String) throws {
    #expect(try Self.house.get().violations(in: text, at: path) == [])
  }
}
