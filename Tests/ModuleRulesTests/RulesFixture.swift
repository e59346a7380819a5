import Foundation
import ModuleTesting

@testable import ModuleRules

/// A small package with two features that follow the rules; removed with this object.
final class RulesFixture: Sendable {
  private let temporaryFolder = TemporaryFolder()
  var folder: URL { temporaryFolder.url }

  private static let files = [
    "Package.swift": """
    let features: [[Target]] = [  // sorted; kept by generate.sh
      .feature("Baskets", tags: ["shop"], dependencies: ["Prices"], kits: ["Scenes"]),
      .feature("Prices", tags: ["shop"]),
    ]
    let modules = features + [.host("Shop", features: features)]
    let tagRules = ["shop": ["shop", "shared"]]
    let package = Package(dependencies: [.package(name: "Kits", path: "../Kits")])
    """,
    "App/AppModules.swift": """
    let modules = [
      BasketsModule.self,
      PricesModule.self,
    ]
    """,
    "Modules/Baskets/Interface/Baskets.swift": """
    /// Keeps baskets.
    public enum Baskets: Interface {}
    /// A basket has changed.
    public struct BasketChanged: SharedEvent, Hashable {}
    """,
    "Modules/Baskets/Sources/Module/BasketsModule.swift": """
    import PricesInterface
    /// Keeps baskets.
    public struct BasketsModule: Module {
      public static let manifest = Manifest(
        Baskets.self, summary: "Keeps baskets", uses: [Prices.self],
        answers: [Baskets.list, Baskets.add], publishes: [BasketChanged.self])

      public func register(with registrar: Registrar) {
        registrar.answer(Baskets.list) { try await mediator.perform(Prices.list) }
        registrar.answer(Baskets.add) { mediator.publish(BasketChanged()) }
      }
    }
    """,
    "Modules/Prices/Interface/Prices.swift":
      "/// Knows prices.\npublic enum Prices: Interface {}\n",
    "Modules/Prices/Sources/Module/PricesModule.swift": """
    /// Knows prices.
    public struct PricesModule: Module {
      public static let manifest = Manifest(Prices.self, summary: "Prices", requires: [])
    }
    """,
    "Tests/BasketsTests/BasketsTests.swift": "@testable import Baskets\nimport Testing\n",
    "Tests/PricesTests/PricesTests.swift": "import Testing\n",
  ]

  init() throws {
    for (path, text) in Self.files { try write(text, to: path) }
  }

  func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: path))
  }

  /// Replaces a text that the file has; returns whether it has it.
  func replace(_ old: String, with new: String, in path: String) throws -> Bool {
    let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    try write(text.replacing(old, with: new), to: path)
    return text.contains(old)
  }

  /// What `check` prints.
  func check(_ feature: String? = nil) throws -> [String] {
    try PackageRules(of: folder).violations(ofFeature: feature).map(\.description)
  }
}
