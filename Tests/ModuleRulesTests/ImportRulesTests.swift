import Foundation
import ModuleRules
import TestSupport
import Testing

@Suite struct ImportRulesTests {
  private static let package = Result {
    PackageGraph(
      manifest: try String(
        contentsOf: SharedData.checkout.appending(path: "Package.swift"), encoding: .utf8))
  }

  @Test func `every import follows the rules`() throws {
    let package = try Self.package.get()
    let folders = ["Modules", "App", "Tests", "Templates/List", "Templates/Kept"]
    let violations = try SourceFile.all(in: folders, of: SharedData.checkout)
      .flatMap { package.importViolations(in: $0.text, at: $0.path) }
    #expect(violations.isEmpty, "\(violations.list)")
  }

  @Test(
    arguments: [
      (
        "Modules/Routing/Sources/Planted.swift", "import DataSource",
        "must not be imported here: a feature"
      ),
      ("Modules/Routing/Sources/Planted.swift", "import CSQLite", "only 'Store' may import it"),
      ("Modules/Routing/Sources/Planted.swift", "import CZlib", "only 'DataSource' may import it"),
      ("Modules/News/Sources/Planted.swift", "import CCurl", "only 'Network' may import it"),
      (
        "Modules/Network/Sources/Planted.swift",
        "#if canImport(FoundationNetworking)\n  import FoundationNetworking\n#endif",
        "call the actions of Network"
      ),
      ("Modules/Routing/Sources/Planted.swift", "import NetworkInterface", "without a dependency"),
      ("Modules/Share/Sources/Planted.swift", "import SQLite3", "only 'Store' may import it"),
      (
        "Modules/Routing/Sources/Planted.swift", "import struct Bookmarks.BookmarkStore",
        "must not be imported here"
      ),
      (
        "Modules/Routing/Sources/Planted.swift", "import Bookmarks.BookmarkStore",
        "must not be imported here"
      ),
      (
        "Modules/Routing/Sources/Planted.swift", "let x = 1; import Bookmarks",
        "must not be imported here"
      ),
      (
        "Modules/Routing/Sources/Planted.swift", "@testable import Mediator",
        "'@testable import Mediator'"
      ),
      (
        "Modules/Routing/Sources/Planted.swift", "@_exported\nimport DataSourceInterface",
        "re-exported with '@_exported'"
      ),
      (
        "Modules/Routing/Sources/Planted.swift", "import Testing",
        "must not be imported here: a feature"
      ),
      ("Modules/Routing/Sources/Planted.swift", "import Alamofire", "neither the package nor"),
      (
        "Modules/News/Interface/Planted.swift", "import Console",
        "must not be imported here: an interface"
      ),
      (
        "Modules/DataSource/Interface/Planted.swift", "import Store",
        "must not be imported here: an interface"
      ),
      (
        "Modules/Kernel/Mediator/Planted.swift", "import Console",
        "must not be imported here: the kernel"
      ),
      ("Modules/Kits/Store/Planted.swift", "import Console", "must not be imported here: a kit"),
      (
        "Modules/Kits/ModuleTesting/Planted.swift", "import Store",
        "must not be imported here: libraries for tests"
      ),
      (
        "Modules/Kits/Scenes/Planted.swift", "import ModuleTesting",
        "must not be imported here: a kit"
      ),
      (
        "Modules/Routing/Sources/Planted.swift", "import ModuleTesting",
        "must not be imported here: a feature"
      ),
      ("App/Planted.swift", "import ModuleTesting", "must not be imported here"),
      ("Modules/Planted/Planted.swift", "import Foundation", "belongs to no target"),
      ("App/Planted.swift", "import Routing", "only App/AppModules.swift imports implementations"),
      (
        "Tests/RoutingTests/Planted.swift", "import DataSource",
        "must not be imported here: these tests"
      ),
      (
        "Tests/RoutingTests/Planted.swift", "@testable import Mediator",
        "'@testable import Mediator'"
      ),
      (
        "Tests/AppTests/Planted.swift", "@testable import Routing", "'@testable import Routing'"
      ),
      ("Tests/AppTests/Planted.swift", "import Routing", "call features through the mediator"),
      (
        "Tests/Benchmarks/Planted.swift", "@testable import DataSource",
        "'@testable import DataSource'"
      ),
      (
        "Tests/TestSupport/Planted.swift", "import Console",
        "must not be imported here: libraries for tests"
      ),
      (
        "Tests/DataSourceFixture/Planted.swift", "import DataSource",
        "must not be imported here: a fixture"
      ),
    ])
  func `an import that breaks a rule is found, with its line`(
    path: String, text: String, message: String
  ) throws {
    let found = try Self.package.get().importViolations(in: "/* a\n */\n" + text, at: path)
    let line = 2 + (text.split(separator: "\n").firstIndex { $0.contains("import ") } ?? 0) + 1
    #expect(found.map(\.line) == [line])
    #expect(found.first?.description.contains(message) == true, "\(found)")
  }

  @Test(arguments: [
    ("Modules/Routing/Sources/Allowed.swift", "import DataSourceInterface\nimport Console"),
    ("Modules/Cart/Interface/Allowed.swift", "import Scenes"),
    ("Modules/Kits/Store/Allowed.swift", "import CSQLite"),
    ("App/AppModules.swift", "import Routing"),
    ("Tests/RoutingTests/Allowed.swift", "@testable import Routing\nimport Testing"),
    ("Tests/RoutingTests/Allowed.swift", "import DataSourceFixture\nimport ModuleTesting"),
    ("Tests/RoutingFixture/Allowed.swift", "import ModuleManager\nimport Routing"),
    ("Modules/Kits/ModuleTesting/Allowed.swift", "import Console\nimport Testing"),
    ("Tests/AppTests/Allowed.swift", "@testable import metro"),
  ])
  func `an import that follows the rules is accepted`(path: String, text: String) throws {
    #expect(try Self.package.get().importViolations(in: text, at: path) == [])
  }
}
