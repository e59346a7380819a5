import Console
import Foundation

/// `swift run -c release benchmarks [suite…] [--feed <zip>] [--date <day>] [--queries <count>]
/// [--seed <number>] [--json] [--compare <old.json>]`: measures what the suites promise, and says
/// whether each figure meets its bar and what an earlier run's `--json` had.
@main
struct Benchmarks {
  /// Every suite; a new one is one file and one line here.
  static let suites: [any Suite.Type] = [
    MediatorSuite.self, ModuleManagerSuite.self, DataSourceSuite.self, RoutingSuite.self,
    NetworkSuite.self, MapSuite.self, BrowserSuite.self, StoreSuite.self,
  ]

  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == DataSourceSuite.childOption, let feed = arguments.last {
      return try await DataSourceSuite.importAsChild(feed)
    }
    if arguments.first == BookmarkWriter.option {
      return try await BookmarkWriter.write(Array(arguments.dropFirst()))
    }
    guard let options = Options(&arguments) else {
      print(
        "the options are --feed <zip>, --date <day>, --queries <count>, --seed <number>, --json, "
          + "--compare <old.json>")
      exit(2)
    }
    var earlier: [Figure]?
    do {
      earlier = try options.earlier.map(Report.figures)
    } catch {
      print("'\(options.earlier ?? "")' is not what --json prints; save an earlier run's with >")
      exit(2)
    }
    var names = arguments.filter { $0 != "--json" }
    let isJSON = CommandLine.arguments.contains("--json")
    if names.isEmpty { names = suites.map { $0.name } }
    var figures: [Figure] = []
    for name in names {
      guard let suite = suites.first(where: { $0.name == name }) else {
        let known = suites.map { $0.name }.joined(separator: ", ")
        print("no suite '\(name)'; the suites are \(known)")
        exit(2)
      }
      figures += try await suite.figures(options)
    }
    print(isJSON ? try Report.json(figures) : Report.table(figures, against: earlier))
  }
}
