import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import RoutingInterface
import TestSupport
import Testing

@testable import metro

/// The worst inputs of every action that a link can call, on real feeds. None may cost more than
/// three times as much as an ordinary answer in the same city, and none may use more memory than
/// that.
// One after the other, so that the processes do not disturb each other.
@Suite(
  .serialized, .enabled(if: HostProcess.isAvailable && SharedData.isAvailable),
  .timeLimit(.minutes(60)))
struct BudgetTests {
  /// How many ordinary answers an input may cost.
  private static let factor = 3.0
  /// The same for the options `walk` and `via` together: they double the network and make every
  /// walk a change, which is most noticeable among the 6,000 stops of cdmx-2018 and without
  /// optimization.
  #if DEBUG
    private static let factorOfLargerNetwork = 20.0
  #else
    private static let factorOfLargerNetwork = 10.0
  #endif
  /// Differences between equal runs, in seconds and bytes.
  private static let tolerance = (processorTime: 0.05, memory: 8 << 20)
  /// How many seconds an answer may cost in addition for each byte, because a list of all trains of
  /// a day is longer than one journey.
  #if DEBUG
    private static let timePerByte = 10e-6
  #else
    private static let timePerByte = 1e-6
  #endif

  private static let feeds = ["alger-2026"]
  private static let largeFeeds = [
    "baltimore-metro-2024", "bart-2013", "bart-2018", "bart-2022", "beijing-2026", "busan-2025",
    "cairo-2016", "cdmx-2018", "hyderabad-2025", "kochi-2019", "madrid-2025", "madrid-2025b",
    "metronorth-2011", "metronorth-2014", "minsk-tiny", "nyc-2routes-2025", "path-2014",
    "porto-2026", "singapore-mrt", "taipei-2026", "wmata-rail-2023", "wmata-rail-2025",
  ]
  private static let remoteActions = AppModules.all.flatMap { $0.manifest.answers }
    .filter { $0.exposure.contains(.links) }.map(\.path)

  private let folder = TemporaryFolder()

  private func cost(of url: String) async throws -> ProcessCost {
    try await ProcessCost.of(["open", url, "--json"], home: folder.url)
  }

  private func answer<Output: Decodable>(_ type: Output.Type, _ url: String) async throws -> Output
  {
    try JSONDecoder().decode(type, from: try await cost(of: url).output)
  }

  private static func factor(of url: String) -> Double {
    url.contains("walk=") && url.contains("via=") ? factorOfLargerNetwork : factor
  }

  /// Inputs for an installed city.
  private func worstInputs(in city: CityID) async throws -> WorstInputs {
    let query = "?city=\(city)"
    let known = try await answer(City.self, "metro://data-source/city" + query)
    let lines = try await answer([LineDetails].self, "metro://data-source/lines" + query)
    let stations = try await answer([Station].self, "metro://data-source/stations" + query)
      .filter { $0.coordinate != nil && !$0.lines.isEmpty }
    let ids = stations.map(\.id)
    let places = stations.compactMap(\.coordinate)
    let names = lines.map(\.line.name).filter { !$0.contains(",") }.joined(separator: ",")
    // The stations of the list are ordered by name, so these are anywhere in the city.
    for (offset, day) in zip(0..., known.firstDate.day...known.lastDate.day).prefix(40) {
      let inputs = WorstInputs(
        city: city, from: ids[offset % ids.count], to: ids[ids.count - 1 - offset % ids.count],
        via: ids[ids.count / 2], place: "@\(places[0])", otherPlace: "@\(places[places.count / 2])",
        date: "\(CalendarDate(day: day))", lines: String(names.prefix(6000)), stationIDs: ids)
      let plan = try? await answer(JourneyPlan.self, inputs.ordinary)
      if let plan, !plan.journeys.isEmpty { return inputs }
    }
    return try #require(nil as WorstInputs?, "no trains in '\(city)' on its first forty days")
  }

  @Test(arguments: feeds + (TestOptions.isThorough ? largeFeeds : []))
  func `no input of a remote action costs more than three ordinary answers`(feed: String)
    async throws
  {
    let city = try #require(CityID(feed))
    let install = ["city", "add", feed, SharedData.path("feeds/\(feed).zip")]
    #expect(try await ProcessCost.of(install, home: folder.url).code == 0)
    let inputs = try await worstInputs(in: city)
    var ordinary: [ProcessCost] = []
    for _ in 0..<5 { ordinary.append(try await cost(of: inputs.ordinary)) }
    let time = ordinary.map(\.processorTime).sorted()[2]
    let memory = ordinary.map(\.memory).sorted()[2]
    let memoryLimit = Self.factor * Double(memory) + Double(Self.tolerance.memory)
    for action in Self.remoteActions {
      let urls = try #require(
        inputs.urls(of: action), "add the worst inputs of '\(action)' to WorstInputs")
      for (index, url) in urls.enumerated()
      where TestOptions.isThorough || urls.count < 20 || index.isMultiple(of: 3) {
        var costs = [try await cost(of: url)]
        let limit =
          Self.factor(of: url) * time + Self.tolerance.processorTime
          + Self.timePerByte * Double(costs[0].output.count)
        // Other processes also use the caches of the processor, so a failure is measured again.
        while costs.count < 6, costs.allSatisfy({ $0.processorTime > limit }) {
          costs.append(try await cost(of: url))
        }
        let least = costs.map(\.processorTime).min() ?? 0
        let input = url.prefix(300)
        #expect(least <= limit, "\(input) took \(least) s; an ordinary answer \(time) s")
        #expect(
          Double(costs[0].memory) <= memoryLimit,
          "\(input) used \(costs[0].memory) bytes; an ordinary answer \(memory)")
        // Otherwise an input that is refused at once would stay below all limits.
        if index == 0, WorstInputs.answeredActions.contains(action) {
          #expect(costs[0].code == 0, "\(input): \(costs[0].error)")
        }
        #expect(costs[0].code < 128, "\(input) ended with \(costs[0].code): \(costs[0].error)")
      }
    }
  }
}
