import Foundation
import ModuleRules
import Testing

/// What `MODULE=Trips swift test` says when a file of Trips crosses a boundary.
@Suite struct PlantedBreakTests {
  private static let manifest = """
    .systemLibrary("CSQLite"),
    .library("Mediator", in: "Kernel"),
    .library("Scenes", in: "Kits", dependencies: ["Mediator"]),
    .library("Console", in: "Kits", dependencies: ["Mediator", "Scenes"]),
    .library("Store", in: "Kits", dependencies: ["Mediator", "CSQLite"]),
    .feature("Bookmarks"),
    .feature("Network"),
    .feature("Routing", interfaceDependencies: ["Network"]),
    .feature(
      "Trips", dependencies: ["Bookmarks", "Routing"],
      kits: ["Scenes"]),
    .library("ModuleRules", in: "Kits"),
    .tests("Boundary", dependencies: ["ModuleRules"]),
    let importers = ["CSQLite": ["Store"]]
    """

  /// The violations in a package with one planted file.
  private static func violations(
    of text: String, in path: String, module: String? = "Trips"
  ) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "planted-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return try PackageRules(manifest: manifest, in: folder).violations(inSlice: module)
      .map(\.description)
  }

  private static let module = "Modules/Trips/Sources/Module/TripsModule.swift"
  private static let interface = "Modules/Trips/Interface/Trips.swift"

  private static func entry(_ arguments: String) -> String { ".feature(\"Trips\", \(arguments))" }

  @Test func `an import of an interface that is not declared`() throws {
    #expect(
      try Self.violations(of: "import Foundation\nimport NetworkInterface\n", in: Self.module) == [
        "\(Self.module):2: 'Trips' imports 'NetworkInterface' without a dependency; "
          + "write in Package.swift: "
          + Self.entry(
            #"dependencies: ["Bookmarks", "Network", "Routing"], kits: ["Scenes"]"#)
      ])
  }

  @Test func `an import of a module that another dependency depends on`() throws {
    let violations = try Self.violations(of: "import NetworkInterface\n", in: Self.interface)
    let arguments =
      #"interfaceDependencies: ["Network"], dependencies: ["Bookmarks", "Routing"], "#
      + #"kits: ["Scenes"]"#
    #expect(
      violations == [
        "\(Self.interface):1: 'TripsInterface' imports 'NetworkInterface' without a dependency; "
          + "write in Package.swift: \(Self.entry(arguments))"
      ])
  }

  @Test func `an import of another feature's sources, which a warm build folder has`() throws {
    #expect(
      try Self.violations(of: "import Routing\n", in: Self.module) == [
        "\(Self.module):1: 'Routing' must not be imported here: a feature imports the kernel, the "
          + "kits and interfaces; call its actions through the mediator, write 'import "
          + "RoutingInterface'"
      ])
    let network = try Self.violations(of: "import Network\n", in: Self.module)
    #expect(
      network.first?.hasSuffix(
        "write 'import NetworkInterface' and, in Package.swift, "
          + Self.entry(#"dependencies: ["Bookmarks", "Network", "Routing"], kits: ["Scenes"]"#))
        == true, "\(network)")
  }

  @Test func `an import for another platform`() throws {
    let text = "#if os(Windows)\n  import NetworkInterface\n#endif\n"
    let violations = try Self.violations(of: text, in: Self.module)
    #expect(violations.count == 1)
    #expect(violations.first?.hasPrefix("\(Self.module):2: 'Trips' imports") == true)
  }

  @Test func `a testable import of another module`() throws {
    let path = "Tests/TripsTests/TripsTests.swift"
    let violations = try Self.violations(of: "@testable import Scenes\n", in: path)
    #expect(
      violations == [
        "\(path):1: '@testable import Scenes' is not allowed here; use it in a target's own tests"
      ])
  }

  @Test func `an import of one declaration`() throws {
    for text in ["import struct Network.Downloader\n", "import Network.Downloader\n"] {
      let violations = try Self.violations(of: text, in: Self.module)
      #expect(violations.first?.hasPrefix("\(Self.module):1: 'Network' must not") == true)
    }
  }

  @Test func `an import that is exported`() throws {
    let text = "@_exported import RoutingInterface\n"
    #expect(
      try Self.violations(of: text, in: Self.module) == [
        "\(Self.module):1: 'RoutingInterface' is re-exported with '@_exported'; "
          + "import it where it is used"
      ])
  }

  @Test func `a kit in an interface`() throws {
    let store = try Self.violations(of: "import Store\n", in: Self.interface)
    #expect(store.first?.contains("'Store' must not be imported here: an interface") == true)
    #expect(store.first?.hasSuffix("move the code to Sources") == true, "\(store)")
    let console = try Self.violations(of: "import Console\n", in: Self.interface)
    #expect(console.first?.hasSuffix("move the code to Sources") == true, "\(console)")
    let scenes = try Self.violations(of: "public import Scenes\n", in: Self.interface)
    let arguments =
      #"interfaceKits: ["Scenes"], dependencies: ["Bookmarks", "Routing"], kits: ["Scenes"]"#
    #expect(
      scenes.first?.hasSuffix("write in Package.swift: \(Self.entry(arguments))") == true,
      "\(scenes)")
  }

  @Test func `a kit that is not declared`() throws {
    let violations = try Self.violations(of: "import Store\n", in: Self.module)
    let arguments = #"dependencies: ["Bookmarks", "Routing"], kits: ["Scenes", "Store"]"#
    #expect(
      violations == [
        "\(Self.module):1: 'Trips' imports 'Store' without a dependency; "
          + "write in Package.swift: \(Self.entry(arguments))"
      ])
  }

  @Test func `SQLite outside of Store`() throws {
    let violations = try Self.violations(of: "import CSQLite\n", in: Self.module)
    let arguments = #"dependencies: ["Bookmarks", "Routing"], kits: ["Scenes", "Store"]"#
    #expect(violations.first?.hasPrefix("\(Self.module):1: 'CSQLite' must not") == true)
    #expect(
      violations.first?.hasSuffix(
        "only 'Store' may import it: write 'import Store' and, in Package.swift, "
          + Self.entry(arguments)) == true, "\(violations)")
  }

  @Test func `a break in another module is found in its slices and in the whole package`() throws {
    let path = "Modules/Routing/Interface/Routing.swift"
    #expect(try Self.violations(of: "import Store\n", in: path, module: "Network").isEmpty)
    for module in ["Routing", "Trips", nil] {
      #expect(try Self.violations(of: "import Store\n", in: path, module: module).count == 1)
    }
  }
}
