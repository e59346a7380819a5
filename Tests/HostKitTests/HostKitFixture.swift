import Console
import Foundation
import ModuleManager
import ModuleTesting

@testable import HostKit

extension CommandLineApp {
  /// An app named `shop` that consists of some modules.
  static func shop(_ modules: [any Module.Type]) -> CommandLineApp {
    CommandLineApp(
      name: "shop", summary: "a shop for the terminal", version: "1.2.3",
      examples: ["modules"], modules: modules.map { ModuleDescriptor($0) })
  }

  /// Runs one command line in a temporary data folder.
  func run(_ line: String..., environment: [String: String] = [:]) async throws -> CommandLineOutput
  {
    let folder = TemporaryFolder()
    // On a busy machine the standard deadlines might pass.
    let longDeadlines = [
      "SHOP_DEADLINES_START": "600", "SHOP_DEADLINES_STOP": "600", "SHOP_DEADLINES_HOOK": "600",
    ]
    return try await run(
      line, folder: folder.url, environment: longDeadlines.merging(environment) { _, own in own })
  }
}
