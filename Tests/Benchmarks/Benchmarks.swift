import Console
import Foundation

/// `swift run -c release benchmarks [suite…] [--feed <zip>] [--json]`: measures what the suites
/// promise, and says whether each figure meets its bar.
@main
struct Benchmarks {
  /// Every suite; a new one is one file and one line here.
  static let suites: [any Suite.Type] = [
    MediatorSuite.self, ModuleManagerSuite.self, DataSourceSuite.self,
  ]
  /// The archive of a feed to measure with; nil for the built-in city.
  static let feed = value(of: "--feed")

  static func main() async throws {
    if let feed = value(of: DataSourceSuite.childOption) {
      return try await DataSourceSuite.importAsChild(feed)
    }
    let values = ["--feed", feed].compactMap(\.self)
    var names = CommandLine.arguments.dropFirst().filter { $0 != "--json" && !values.contains($0) }
    let isJSON = CommandLine.arguments.contains("--json")
    if names.isEmpty { names = suites.map { $0.name } }
    var figures: [Figure] = []
    for name in names {
      guard let suite = suites.first(where: { $0.name == name }) else {
        let known = suites.map { $0.name }.joined(separator: ", ")
        print("no suite '\(name)'; the suites are \(known)")
        exit(2)
      }
      figures += try await suite.figures()
    }
    print(isJSON ? try Report.json(figures) : Report.table(figures))
  }

  private static func value(of option: String) -> String? {
    let arguments = CommandLine.arguments
    guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else {
      return nil
    }
    return arguments[place + 1]
  }
}
