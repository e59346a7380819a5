import Console
import Foundation

/// Measures speed and size, and prints each figure with its bar and, if asked, its change since an
/// earlier report; a change beyond the noise of both runs is marked with `*`:
///
/// ```sh
/// swift run -c release benchmarks [suite…] [--feed <zip>] [--date <day>] [--queries <count>]
///   [--seed <number>] [--metro <program>] [--rounds <count>] [--json] [--compare <old.json>]
/// ```
///
/// To compare two versions, measure both in several rounds: within one, the load of the machine may
/// change little.
@main
struct Benchmarks {
  /// Every suite; to add one, write a file and add it here.
  static let suites: [any Suite.Type] = [
    MediatorSuite.self, ModuleManagerSuite.self, StartSuite.self, DataSourceSuite.self,
    RoutingSuite.self, NetworkSuite.self, MapSuite.self, BrowserSuite.self, StoreSuite.self,
    ConsoleSuite.self, FaresSuite.self, ChannelSuite.self, MessagesSuite.self, MCPSuite.self,
    PluginsSuite.self, EventsSuite.self, WebSuite.self,
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
        "the options are --feed <zip>, --date <day>, --queries <count>, --seed <number>, "
          + "--metro <program>, --rounds <count>, --json, --compare <old.json>")
      exit(2)
    }
    var earlier: [Figure]?
    do {
      earlier = try options.earlierReport.map(Report.figures)
    } catch {
      print("'\(options.earlierReport ?? "")' is not a report; save one with '--json >old.json'")
      exit(2)
    }
    var names = arguments.filter { $0 != "--json" }
    let isJSON = CommandLine.arguments.contains("--json")
    if names.isEmpty { names = suites.map { $0.name } }
    let selected = names.map { name -> any Suite.Type in
      guard let suite = suites.first(where: { $0.name == name }) else {
        let known = suites.map { $0.name }.joined(separator: ", ")
        print("no suite '\(name)'; the suites are \(known)")
        exit(2)
      }
      return suite
    }
    var measured: [Figure] = []
    for _ in 0..<options.rounds {
      for suite in selected {
        // On the main thread, each call of another module would leave that thread.
        measured += try await Task.detached { try await suite.figures(options) }.value
      }
    }
    let figures = Figure.medians(of: measured)
    print(isJSON ? try Report.json(figures) : Report.table(figures, comparedTo: earlier))
  }
}

/// The benchmarks of one part of the package.
protocol Suite: Sendable {
  /// The name of the suite on the command line.
  static var name: String { get }

  /// Measures every figure.
  static func figures(_ options: Options) async throws -> [Figure]
}

/// The options of the command line.
struct Options {
  /// The path of the feed of the city to search; nil for the built-in city.
  var feed: String?
  /// The service day to search, such as `2026-11-20`.
  var date: String?
  /// The number of random queries.
  var queries = 2000
  /// The path of an earlier report in JSON; nil for no comparison.
  var earlierReport: String?
  /// The seed of the random queries.
  var seed: UInt64 = 1
  /// How often every suite is measured.
  var rounds = 1
  /// The path of the host to measure; nil for the one beside the benchmarks.
  var metro: String?

  /// Removes the options from a command line; nil when a value is missing or not valid.
  init?(_ arguments: inout [String]) {
    while let index = arguments.firstIndex(where: { $0.hasPrefix("--") && $0 != "--json" }) {
      guard index + 1 < arguments.count else { return nil }
      let value = arguments[index + 1]
      switch arguments[index] {
      case "--feed": feed = value
      case "--date": date = value
      case "--compare": earlierReport = value
      case "--metro": metro = value
      case "--queries":
        guard let number = Int(value), number > 0 else { return nil }
        queries = number
      case "--rounds":
        guard let number = Int(value), number > 0 else { return nil }
        rounds = number
      case "--seed":
        guard let number = UInt64(value) else { return nil }
        seed = number
      default: return nil
      }
      arguments.removeSubrange(index...index + 1)
    }
  }
}
